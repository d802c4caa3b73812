"""The strength of three cards, and of the best three of four."""

from enum import IntEnum
from typing import Final

from fairdeal.cards import ACE, KING, QUEEN, rank_of, suit_of
from fairdeal.rule import rule


class Category(IntEnum):
    """What three cards make, worst first; a straight beats a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6
    """Ace, king and queen of one suit: the highest straight flush, which some bets pay apart."""


QUEEN_HIGH: Final = QUEEN << 8
"""The weakest strength that is queen high or better."""

KING_HIGH: Final = KING << 8
"""The weakest strength that is king high or better."""


@rule
def strength_of(a: int, b: int, c: int) -> int:
    """Order three cards by poker strength: the higher number wins, equal numbers tie.

    The number is the category and then the ranks that decide, four bits each.

    >>> strength_of(50, 46, 42) > strength_of(51, 50, 0)  # A-K-Q suited beats aces
    True
    """
    high, middle, low = rank_of(a), rank_of(b), rank_of(c)
    if high < middle:
        high, middle = middle, high
    if middle < low:
        middle, low = low, middle
    if high < middle:
        high, middle = middle, high

    if high == low:
        return Category.THREE_OF_A_KIND << 12 | high << 8
    if high == middle:
        return Category.PAIR << 12 | high << 8 | low << 4
    if middle == low:
        return Category.PAIR << 12 | low << 8 | high << 4

    suited = suit_of(a) == suit_of(b) == suit_of(c)
    if high == ACE and middle == 1 and low == 0:
        high, middle, low = 1, 0, -1  # A-2-3 is the lowest straight
    if high - middle == 1 and middle - low == 1:
        if not suited:
            return Category.STRAIGHT << 12 | high << 8
        if high == ACE:
            return Category.MINI_ROYAL << 12 | high << 8
        return Category.STRAIGHT_FLUSH << 12 | high << 8
    ranks = high << 8 | middle << 4 | low
    return Category.FLUSH << 12 | ranks if suited else ranks


@rule
def best_of_four(a: int, b: int, c: int, d: int) -> int:
    """The strength of the best three of four cards."""
    return max(
        strength_of(a, b, c), strength_of(a, b, d), strength_of(a, c, d), strength_of(b, c, d)
    )


def highest_first(held: tuple[int, ...]) -> tuple[int, ...]:
    """The cards as a dealer lays them out: by rank, the ace of a 3-2-A last.

    >>> highest_first((0, 50, 4)), highest_first((0, 50, 44))
    ((4, 0, 50), (50, 44, 0))
    """
    ranks = sorted(map(rank_of, held))
    last = ACE if ranks == [0, 1, ACE] else -1
    return tuple(sorted(held, key=lambda card: (rank_of(card) == last, -rank_of(card))))


@rule
def category(strength: int) -> int:
    """The category that a strength belongs to."""
    return strength >> 12
