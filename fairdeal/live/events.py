"""What happened at a table: frozen facts in the past tense, from which everything else follows.

Amounts are cents and end in ``cents``; cards are ints from 0 to 51; a place is where a card lay in
the shuffled deck, counted from 0 at the top.  Events carry no clock of their own beyond deadlines:
the log notes when, by whom and in which order they happened.
"""

from typing import TypeAlias

import msgspec

DEALER = 0
"""Where seats are numbered from 1, the dealer's hand is number 0."""

BURNED = -1
"""Cards that go unseen to the discards."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at one table."""


class Limit(msgspec.Struct, frozen=True, array_like=True):
    """What a table takes on one bet."""

    least_cents: int
    most_cents: int
    step_cents: int


class TableOpened(Event, frozen=True):
    """The floor opened the table, or opened it anew with another configuration."""

    configuration: int
    """Counts the configurations of this table from 1: pay tables and limits never change in one."""
    game: str
    style: str
    """How cards come: ``machine`` or ``hand``."""
    pay_tables: dict[str, str]
    options: dict[str, str]
    rules_digest: str
    """Fingerprint of the rules in force; a round is settled by these or not at all."""
    limits: dict[str, Limit]
    profile: str
    profile_from: str
    """The date of the edition of the profile that is in force."""
    seats: int
    hands_per_player: int
    betting_seconds: int
    """How long the automatic dealer waits for bets; 0 until it is told."""
    decision_seconds: int
    """How long a seat may think; 0 for ever."""
    float_cents: int
    """What the house put into the table's bank."""
    dealer: str = ""
    """The person who deals; empty for the automatic dealer."""


class DealerChanged(Event, frozen=True):
    """Another dealer took over; empty for the automatic one."""

    dealer: str


class ClosingAnnounced(Event, frozen=True):
    """The table closes when the round in play is over."""

    reason: str


class TableClosed(Event, frozen=True):
    """The table takes no more bets; its bank went back to the house."""

    reason: str
    bank_cents: int


class TableDisabled(Event, frozen=True):
    """No new bets until the table is enabled; a round in play is concluded."""

    reason: str


class TableEnabled(Event, frozen=True):
    """Bets are taken again."""

    reason: str


class BankFilled(Event, frozen=True):
    """The house added to the table's bank, which could not have paid otherwise."""

    cents: int


class SeatTaken(Event, frozen=True):
    """A player sat down."""

    seat: int
    player: str


class SeatLeft(Event, frozen=True):
    """A player gave up a seat; chips stay the player's until they are cashed."""

    seat: int
    player: str


class ChipsBought(Event, frozen=True):
    """A player gave cash and took chips."""

    player: str
    cents: int


class ChipsCashed(Event, frozen=True):
    """A player gave chips and took cash."""

    player: str
    cents: int


class RoundOpened(Event, frozen=True):
    """Betting began."""

    round: int
    """Counts the rounds of the table from 1, through all configurations."""
    until: int = 0
    """When the automatic dealer closes the betting; 0 for no limit."""


class BankOffered(Event, frozen=True):
    """A player was offered the bank of a game that players bank."""

    seat: int
    player: str
    until: int
    """When the offer passes on, in microseconds since 1970; 0 for no limit."""


class BankDeclined(Event, frozen=True):
    """A player did not want the bank, or gave it up because nobody bet against it."""

    seat: int
    player: str
    by_system: bool = False
    """Nobody answered, or bet, in time."""
    cents: int = 0
    """What had been posted and goes back."""


class BankPosted(Event, frozen=True):
    """A player took the bank and put up what it can lose or win."""

    seat: int
    player: str
    cents: int
    at: int
    """When, in microseconds since 1970: rotation is a matter of minutes."""
    until: int = 0
    """When the automatic dealer closes the betting; 0 for no limit."""


class BetsPlaced(Event, frozen=True):
    """A seat's bets, all of them, as they lie from now on."""

    seat: int
    player: str
    bets: dict[str, int]
    cents: int
    """What moved from the player's chips to the layout; negative when bets were taken back."""
    until: int = 0
    """When the automatic dealer closes the betting, where the first bet starts the time anew."""


class BettingClosed(Event, frozen=True):
    """No more bets; the deck is shuffled, and its order can no longer change."""

    step: int
    commitment: bytes
    """Hash of the nonce and the order of the deck, both shown when the round is over."""
    sealed: bytes
    """Order and nonce, encrypted with the room's key."""


class StepTaken(Event, frozen=True):
    """The dealer did what moves neither cards nor money."""

    step: int


class Deal(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """Cards from the top of the deck for one hand, in one go."""

    to: int
    faces: str
    """A letter a card: ``u`` face up, ``d`` face down."""
    shown: tuple[int, ...] = ()
    """The cards that lie face up."""


class CardsDealt(Event, frozen=True):
    """Cards left the deck, in this order."""

    step: int
    deals: tuple[Deal, ...]


class DealerPeeked(Event, frozen=True):
    """The dealer looked at the hole card; a natural is turned over."""

    step: int
    shown: tuple[int, ...] = ()
    """The dealer's hand when it is a natural."""


class DecisionAsked(Event, frozen=True):
    """The decisions began; seat 0 when nobody has anything to decide."""

    step: int
    seat: int
    until: int


class DecisionMade(Event, frozen=True):
    """A seat spoke, and the word moved money or cards."""

    step: int
    seat: int
    player: str
    word: str
    bet: str = ""
    cents: int = 0
    """What the word added to the bet."""
    shown: tuple[int, ...] = ()
    """Cards the word brought, face up."""
    by_system: bool = False
    """The player did not speak in time: the published default was taken."""
    next_seat: int = 0
    until: int = 0


class Turned(msgspec.Struct, frozen=True, array_like=True):
    """A hand that lies face up now."""

    hand: int
    cards: tuple[int, ...]


class CardsTurned(Event, frozen=True):
    """Hands were turned face up."""

    step: int
    turned: tuple[Turned, ...]


class Paid(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one bet won or lost, and why."""

    stage: str
    seat: int
    player: str
    bet: str
    stake_cents: int
    net_cents: int
    reason: str
    returned_cents: int = 0
    """The part of the stake that had no action."""
    event: str = ""
    """The line of the pay table that decided."""


class BetsSettled(Event, frozen=True):
    """Bets were paid and taken, in this order."""

    step: int
    lines: tuple[Paid, ...]
    banker: str = ""
    """The player whose bank pays and collects; empty for the table's bank."""


class RoundClosed(Event, frozen=True):
    """The round is over; everybody can check that its cards were fixed in advance."""

    deck: bytes
    nonce: bytes
    banker: str = ""
    bank_cents: int = 0
    """What is left of the player/dealer's bank and goes back."""


class Returned(msgspec.Struct, frozen=True, array_like=True):
    """A bet that goes back whole."""

    seat: int
    player: str
    bet: str
    cents: int


class IrregularityReported(Event, frozen=True):
    """Somebody saw something go wrong; the table holds until it is ruled on."""

    irregularity: str
    reason: str
    by: str
    seat: int = 0


class IrregularityRuled(Event, frozen=True):
    """Somebody else ruled on it."""

    irregularity: str
    ruling: str
    effect: str
    reason: str
    by: str
    upheld: bool = True
    """Whether it happened as reported; if not, the round goes on."""
    seat: int = 0
    until: int = 0
    """When the time is up that ran while the table held and now runs anew; 0 for none."""


class SeatDied(Event, frozen=True):
    """A seat is out of the round and has its bets back."""

    seat: int
    returned: tuple[Returned, ...]
    next_seat: int = 0
    until: int = 0


class CardBurned(Event, frozen=True):
    """The next card of the deck went to the discards."""

    card: int


class CardShown(Event, frozen=True):
    """The next card of the deck lies face up and will be the next one dealt."""

    card: int


class RoundVoided(Event, frozen=True):
    """Every bet of the round went back; what was paid or taken in it was reversed."""

    reason: str
    returned: tuple[Returned, ...]
    undone: tuple[Paid, ...] = ()
    """Lines of the round that had been settled."""
    banker: str = ""
    bank_cents: int = 0
    deck: bytes = b""
    """Empty when the round was voided before the cards were shuffled, or the key is lost."""
    nonce: bytes = b""


AnyEvent: TypeAlias = (
    TableOpened
    | DealerChanged
    | ClosingAnnounced
    | TableClosed
    | TableDisabled
    | TableEnabled
    | BankFilled
    | SeatTaken
    | SeatLeft
    | ChipsBought
    | ChipsCashed
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
    | DecisionMade
    | CardsTurned
    | BetsSettled
    | RoundClosed
    | IrregularityReported
    | IrregularityRuled
    | SeatDied
    | CardBurned
    | CardShown
    | RoundVoided
)
"""Every event there is."""
