"""What a felt is drawn of: cards, chips, hands, spots and seats."""

from dataclasses import dataclass
from typing import Final

from fairdeal import cards
from fairdeal.hands.words import ONE, SUIT

CHIPS: Final = (50_000, 10_000, 2_500, 500, 100)
"""Cents of the chips that are drawn, the dearest first."""


@dataclass(frozen=True, slots=True)
class Face:
    """One card: its name where it may be seen, empty where there is only a place for one."""

    name: str | None

    @property
    def words(self) -> str:
        """What a screen reader says of a card that may be seen."""
        card = cards.parse(self.name or "")[0]
        return f"{ONE[cards.rank_of(card)]} of {SUIT[cards.suit_of(card)]}"


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of a seat that belong together; the only hand of a seat has no name."""

    faces: tuple[Face, ...]
    name: str = ""
    reads: str = ""
    """What the cards make."""
    cents: int = 0
    """What is bet on this hand alone."""
    net_cents: int | None = None
    """What it won or lost; None while it is not settled."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a bet on one's own part of the felt."""

    key: str
    name: str
    is_optional: bool
    limits: str
    cents: int
    net_cents: int | None
    """What the bet won or lost; None while it is not settled."""
    why: str
    equals: bool
    """Whether it stands behind an equals sign."""
    follows: bool
    """Whether a decision places it."""
    order: int | None
    """Its place in the settlement; None while it is not settled."""
    equal_to: str
    """The bet that it is placed together with, in the same amount."""
    placed_cents: int
    """What lies there for the coming deal, and may still be changed or taken back."""
    legend: str = ""
    """What the felt prints there."""
    lammer: str = ""
    """The lammer that lies beside the bet, by its name."""
    when: str = ""
    """When a decision can place it, or what that costs now; empty for a bet before the deal."""
    awards: tuple[tuple[str, int], ...] = ()
    """What was paid on the bet beside its own odds: the name of each award, and the cents."""

    @property
    def pile(self) -> list[int]:
        """The chips that are drawn, in dollars, the dearest first, five at most."""
        return chips(self.cents)[:5]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of the ring."""

    number: int
    where: str
    player: str
    state: str
    """What the seat is about; empty once it is settled."""
    reads: str
    """What its cards make, once it is settled."""
    hands: tuple[Hand, ...]
    bets: tuple[tuple[str, int, int | None], ...]
    """Of each bet its name, the cents that lie there, and what it won or lost once settled."""
    result_cents: int | None
    is_acting: bool
    is_folded: bool
    is_bank: bool


def chips(cents: int) -> list[int]:
    """An amount in chips, in dollars; what is less than the smallest chip is not drawn.

    >>> chips(13_100)
    [100, 25, 5, 1]
    """
    found = []
    for chip in CHIPS:
        count, cents = divmod(cents, chip)
        found += [chip // 100] * count
    return found
