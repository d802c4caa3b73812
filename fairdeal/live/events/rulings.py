"""What went wrong, and what was ruled."""

import msgspec

from fairdeal.live.events.base import Event
from fairdeal.live.events.playing import Paid


class Returned(msgspec.Struct, frozen=True, array_like=True):
    """A bet that goes back whole."""

    seat: int
    player: str
    bet: str
    cents: int


class IrregularityReported(Event, frozen=True):
    """A person reported an irregularity; the table holds until it is ruled on."""

    irregularity: str
    reason: str
    by: str
    seat: int = 0


class IrregularityRuled(Event, frozen=True):
    """Another person ruled on it."""

    irregularity: str
    ruling: str
    effect: str
    reason: str
    by: str
    upheld: bool = True
    """Whether it happened as reported; if not, the round goes on."""
    seat: int = 0
    until: int = 0
    """When the new time is up that replaces the one the table held; 0 for none."""


class RulingSigned(Event, frozen=True):
    """One of those who must sign a void that drops held payments has signed it."""

    by: str
    role: str
    reason: str


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
    """Every bet of the round went back; what was paid or taken in it was reversed.

    What bets had brought the meters of a progressive stays there, at the house's expense.
    """

    reason: str
    returned: tuple[Returned, ...]
    undone: tuple[Paid, ...] = ()
    """Lines of the round that had been settled."""
    banker: str = ""
    bank_cents: int = 0
    deck: bytes = b""
    """Empty when the round was voided before the cards were shuffled, or the key is lost."""
    nonce: bytes = b""
    """Only in older logs, which have no secret: what hid the order until it is shown."""
    dropped: tuple[int, ...] = ()
    """Held payments of the round, which are not made."""
    held_cents: int = 0
    """Their stakes, which had been kept apart."""
    secret: bytes = b""
    """The house's secret for this round; empty when the key is lost."""
    next_commitment: bytes = b""
    """The commitment to the house's secret for the next round."""
    next_sealed: bytes = b""
    """That secret, encrypted with the room's key."""
