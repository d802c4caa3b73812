"""Payments that wait for approval, and what bets add to the meters of a progressive."""

from fairdeal.live.events.base import Event
from fairdeal.live.events.playing import Paid


class MetersFed(Event, frozen=True):
    """Bets of a round made the meters of a progressive grow."""

    progressive: str
    stakes: tuple[tuple[int, int], ...]
    """Seats with their cents, in the order of settlement."""
    parts: dict[str, int]
    """What each meter grew by, in millionths of a cent: nothing is rounded."""
    cents: dict[str, int]
    """Whole cents that moved from the table's bank to each meter; the rest is carried."""


class PayHeld(Event, frozen=True):
    """A win that other staff must approve before it is paid; its stake is set aside."""

    pay: int
    """Counts the held payments of the table from 1."""
    round: int
    seat: int
    player: str
    stage: str
    bet: str
    stake_cents: int
    net_cents: int
    """What the bet wins; 0 where a meter says it."""
    reason: str
    event: str
    """The line of the pay table that decided."""
    wager_cents: int
    """The wager that earned it, from which a tax form is reckoned."""
    banker: str = ""
    """The player whose bank pays; empty for the table's bank."""
    progressive: str = ""
    meter: str = ""
    """The meter that pays; empty for a bet that the bank pays."""
    includes_bet: bool = False
    """The meter's award includes the bet."""
    beside_cents: int = 0
    """What the bet itself won where the meter comes on top: one win, in the eyes of the law."""
    concerned: tuple[str, ...] = ()
    """Who dealt, banked and played in the round: none of them may approve it."""
    share: int = 1
    shares: int = 1
    """Where winners of one round share a meter: which of how many."""


class SeatTouched(Event, frozen=True):
    """The dealer touched a seat on the terminal: a hand is to be chosen there."""

    seat: int
    by: str


class HandChosen(Event, frozen=True):
    """The dealer chose the hand; one with which the seat has not won stops there."""

    seat: int
    hand: str
    by: str
    fits: bool = True
    pay: int = 0
    """The payment that is due for it; 0 where the hand does not fit, or pays at the table."""
    bet: str = ""
    """The bet whose pay table names the hand; empty in older logs."""


class HandErased(Event, frozen=True):
    """The dealer chose None: the seat was touched in error."""

    seat: int
    by: str


class PendingTouched(Event, frozen=True):
    """The dealer touched Pending Jackpot: Pay or Cancel is asked for."""

    seat: int
    by: str


class JackpotCancelled(Event, frozen=True):
    """The dealer cancelled what had been entered at the seat; what is due there stays due."""

    seat: int
    by: str
    reason: str = ""
    """Empty in a log of the time when none was asked for."""


class ClaimSettled(Event, frozen=True):
    """The floor cleared a claim that did not fit the cards."""

    seat: int
    by: str
    reason: str


class PaySubmitted(Event, frozen=True):
    """The dealer submitted a payment: it waits for those who must approve it."""

    pay: int
    by: str
    cents: int
    """What is to be paid."""
    needs: tuple[str, ...] = ()
    """The roles that must sign."""
    deck_days: int = 0
    """How long the deck is kept, which must be counted then; 0 where it need not be."""
    form: str = ""
    """The tax form that is due, such as ``W-2G``."""
    entered: tuple[str, ...] = ()
    """Everyone who entered it on the terminal."""


class PaySigned(Event, frozen=True):
    """A person checked a payment and approved it."""

    pay: int
    by: str
    role: str
    checked: tuple[str, ...]
    """What was looked at: hand, wager, amount, player, deck."""


class PaySentBack(Event, frozen=True):
    """A person did not approve a payment; it stays due and must be submitted again."""

    pay: int
    by: str
    role: str
    reason: str


class PayMade(Event, frozen=True):
    """A held payment was made."""

    pay: int
    line: Paid
    banker: str = ""
    progressive: str = ""
    meter: str = ""
    award_cents: int = 0
    """What came out of the meter."""
    reset_cents: int = 0
    """What the house put into the meter for the next win."""
    form: str = ""
