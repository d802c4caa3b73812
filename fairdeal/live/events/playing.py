"""A round from its first card to its last payment."""

import msgspec

from fairdeal.live.events.base import Event


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
    """The decisions began; seat 0 when no seat has a decision to make."""

    step: int
    seat: int
    until: int


class DecisionDeclared(Event, frozen=True):
    """A player declared a decision that is final only when the dealer has confirmed it.

    Until then the player may decide otherwise.
    """

    seat: int
    player: str
    word: str


class DecisionMade(Event, frozen=True):
    """A decision became final: a seat spoke, and the word moved money or cards."""

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
    confirmed_by: str = ""
    """Who made the declared decision final: the dealer, or ``house`` where no dealer had to confirm
    it any more; empty for a decision that was final at once."""


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
    seat: int = 0
    """The seat whose hand was turned for it; 0 where all seats were settled together."""


class RoundClosed(Event, frozen=True):
    """The round is over; anyone can check that its cards were fixed in advance."""

    deck: bytes
    nonce: bytes = b""
    """Only in older logs, which have no secret: what hid the order until it is shown."""
    banker: str = ""
    bank_cents: int = 0
    """What is left of the player/dealer's bank and goes back."""
    secret: bytes = b""
    """The house's secret for this round, from which its deck follows."""
    next_commitment: bytes = b""
    """The commitment to the house's secret for the next round."""
    next_sealed: bytes = b""
    """That secret, encrypted with the room's key."""
