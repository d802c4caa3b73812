"""Blackjack totals, hard and soft."""

from typing import NamedTuple

from fairdeal.cards import ACE, rank_of
from fairdeal.rule import rule


class Total(NamedTuple):
    """What a hand counts."""

    points: int
    soft: int
    """1 while an ace counts eleven, else 0."""


@rule
def points_of(card: int) -> int:
    """Pips, ten for a picture, eleven for an ace."""
    rank = rank_of(card)
    if rank == ACE:
        return 11
    return min(rank + 2, 10)


@rule
def plus(total: Total, card: int) -> Total:
    """The total after one more card: an ace drops to one when eleven would bust."""
    points = total.points + points_of(card)
    soft = total.soft
    if points_of(card) == 11:
        soft += 1
    while points > 21 and soft > 0:
        points -= 10
        soft -= 1
    return Total(points, soft)


@rule
def total_of(cards: tuple[int, ...]) -> Total:
    """The total of a hand."""
    total = Total(0, 0)
    for card in cards:
        total = plus(total, card)
    return total


@rule
def is_natural(first: int, second: int) -> bool:
    """Whether two cards are an ace and a ten-point card."""
    return points_of(first) + points_of(second) == 21
