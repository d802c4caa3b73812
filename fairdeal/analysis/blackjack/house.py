"""What the house decides about the blackjack leg, and the cards as the leg counts them."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from fairdeal.cards import DECK
from fairdeal.games.terms import terms
from fairdeal.games.three_way_action import GAME
from fairdeal.hands.blackjack import points_of
from fairdeal.money import Odds

Counts: TypeAlias = tuple[int, ...]
"""How many cards there are of each value."""

VALUES: Final = 10
"""Two to nine, ten and ace; pictures are tens."""


class House(NamedTuple):
    """The options of the blackjack leg; a tuple, so that kernels can read it."""

    natural: Odds
    """What a natural pays."""
    peeks: bool
    """The dealer's natural ends the leg before any decision, and costs one bet only."""
    split_draws: bool
    """Split aces are played on like any hand; otherwise each gets its one card."""
    hits_soft_17: bool
    seven_card_win: bool
    """Seven cards without a bust win against anything."""

    @classmethod
    def of(cls, options: Mapping[str, str] | None = None) -> "House":
        """The house that has chosen these options of the game, and the default of all others.

        >>> House.of({"natural": "6:5"}).natural
        Odds(won=6, per=5)
        """
        option = terms(GAME, options=options).option
        won, per = map(int, option("natural").split(":"))
        return cls(
            natural=Odds(won, per),
            peeks=option("peek") == "yes",
            split_draws=option("split-aces") == "draw",
            hits_soft_17=option("soft-17") == "hit",
            seven_card_win=option("seven-card-win") == "yes",
        )


def value_of(card: int) -> int:
    """The card's value, 0 for a two up to 9 for an ace."""
    return points_of(card) - 2


def counts_of(cards: Iterable[int]) -> Counts:
    """How many of the cards have each value."""
    values = [value_of(card) for card in cards]
    return tuple(values.count(value) for value in range(VALUES))


FULL: Final = counts_of(DECK)
"""The whole deck."""

CARD: Final = tuple(
    next(card for card in DECK if value_of(card) == value) for value in range(VALUES)
)
"""A card that stands for all of its value when a rule is asked."""


def packed(counts: Counts) -> int:
    """Cards by value in one number, three bits each, as no hand has more than seven."""
    return sum(count << 3 * value for value, count in enumerate(counts))


ONE: Final = tuple(1 << 3 * value for value in range(VALUES))
"""One card of each value, to be added to a packed hand."""
