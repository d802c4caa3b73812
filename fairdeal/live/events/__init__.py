"""What happened in a room: frozen facts in the past tense, from which everything else follows.

Amounts are cents and end in ``cents``; cards are ints from 0 to 51; a place is where a card lay in
the shuffled deck, counted from 0 at the top.  Events carry no clock of their own beyond deadlines:
the log notes when, in which order and through which actor they happened.
"""

from typing import TypeAlias

from fairdeal.live.events.accounts import (
    AccountDisabled,
    AccountEnabled,
    AccountEvent,
    AccountLocked,
    AccountOpened,
    PasswordSet,
    SignedIn,
    SignedOut,
    SignInsRefused,
    TerminalLocked,
    Tried,
)
from fairdeal.live.events.base import BOARD, BURNED, DEALER, Event
from fairdeal.live.events.betting import (
    BankDeclined,
    BankOffered,
    BankPosted,
    BetsPlaced,
    BettingClosed,
    DeckCommitted,
    RoundOpened,
    Seed,
    SeedAnnounced,
)
from fairdeal.live.events.payments import (
    ClaimSettled,
    HandChosen,
    HandErased,
    JackpotCancelled,
    MetersFed,
    PayHeld,
    PayMade,
    PaySentBack,
    PaySigned,
    PaySubmitted,
    PendingTouched,
    SeatTouched,
)
from fairdeal.live.events.playing import (
    BetsSettled,
    CardsDealt,
    CardsTurned,
    Deal,
    DealerPeeked,
    DecisionAsked,
    DecisionDeclared,
    DecisionMade,
    Paid,
    RoundClosed,
    StepTaken,
    Turned,
)
from fairdeal.live.events.progressives import (
    AdjustmentProposed,
    AdjustmentRefused,
    CeilingRaised,
    Link,
    MeterAdjusted,
    MeterSetup,
    ProgressiveDisabled,
    ProgressiveEnabled,
    ProgressiveOpened,
    RateScheduled,
)
from fairdeal.live.events.rulings import (
    CardBurned,
    CardShown,
    IrregularityReported,
    IrregularityRuled,
    Returned,
    RoundVoided,
    RulingSigned,
    SeatDied,
)
from fairdeal.live.events.tables import (
    BankFilled,
    BankShort,
    ChipsBought,
    ChipsCashed,
    ClockSet,
    ClosingAnnounced,
    DealerChanged,
    DealerTipped,
    Limit,
    LogMoved,
    LossAccepted,
    RoomOpened,
    SeatFreed,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableDisabled,
    TableEnabled,
    TableOpened,
)

AnyEvent: TypeAlias = (
    RoomOpened
    | LossAccepted
    | LogMoved
    | ClockSet
    | AccountEvent
    | TableOpened
    | DealerChanged
    | ClosingAnnounced
    | TableClosed
    | TableDisabled
    | TableEnabled
    | BankFilled
    | BankShort
    | SeatTaken
    | SeatFreed
    | SeatLeft
    | ChipsBought
    | ChipsCashed
    | DealerTipped
    | SeedAnnounced
    | DeckCommitted
    | RoundOpened
    | BankOffered
    | BankDeclined
    | BankPosted
    | BetsPlaced
    | BettingClosed
    | StepTaken
    | CardsDealt
    | DealerPeeked
    | DecisionAsked
    | DecisionDeclared
    | DecisionMade
    | CardsTurned
    | BetsSettled
    | RoundClosed
    | IrregularityReported
    | IrregularityRuled
    | RulingSigned
    | SeatDied
    | CardBurned
    | CardShown
    | RoundVoided
    | MetersFed
    | PayHeld
    | SeatTouched
    | HandChosen
    | HandErased
    | PendingTouched
    | JackpotCancelled
    | ClaimSettled
    | PaySubmitted
    | PaySigned
    | PaySentBack
    | PayMade
    | ProgressiveOpened
    | ProgressiveDisabled
    | ProgressiveEnabled
    | RateScheduled
    | CeilingRaised
    | AdjustmentProposed
    | AdjustmentRefused
    | MeterAdjusted
)
"""Every event there is."""

__all__ = [
    "BOARD",
    "BURNED",
    "DEALER",
    "AccountDisabled",
    "AccountEnabled",
    "AccountEvent",
    "AccountLocked",
    "AccountOpened",
    "AdjustmentProposed",
    "AdjustmentRefused",
    "AnyEvent",
    "BankDeclined",
    "BankFilled",
    "BankOffered",
    "BankPosted",
    "BankShort",
    "BetsPlaced",
    "BetsSettled",
    "BettingClosed",
    "CardBurned",
    "CardShown",
    "CardsDealt",
    "CardsTurned",
    "CeilingRaised",
    "ChipsBought",
    "ChipsCashed",
    "ClaimSettled",
    "ClockSet",
    "ClosingAnnounced",
    "Deal",
    "DealerChanged",
    "DealerPeeked",
    "DealerTipped",
    "DecisionAsked",
    "DecisionDeclared",
    "DecisionMade",
    "DeckCommitted",
    "Event",
    "HandChosen",
    "HandErased",
    "IrregularityReported",
    "IrregularityRuled",
    "JackpotCancelled",
    "Limit",
    "Link",
    "LogMoved",
    "LossAccepted",
    "MeterAdjusted",
    "MeterSetup",
    "MetersFed",
    "Paid",
    "PasswordSet",
    "PayHeld",
    "PayMade",
    "PaySentBack",
    "PaySigned",
    "PaySubmitted",
    "PendingTouched",
    "ProgressiveDisabled",
    "ProgressiveEnabled",
    "ProgressiveOpened",
    "RateScheduled",
    "Returned",
    "RoomOpened",
    "RoundClosed",
    "RoundOpened",
    "RoundVoided",
    "RulingSigned",
    "SeatDied",
    "SeatFreed",
    "SeatLeft",
    "SeatTaken",
    "SeatTouched",
    "Seed",
    "SeedAnnounced",
    "SignInsRefused",
    "SignedIn",
    "SignedOut",
    "StepTaken",
    "TableClosed",
    "TableDisabled",
    "TableEnabled",
    "TableOpened",
    "TerminalLocked",
    "Tried",
    "Turned",
]
