"""Two wagers of one round: how far what they win goes together.

A good hand wins an ante and a bonus alike, and hands of one round meet the same dealer.  Rounds
have nothing in common, so that the products over many rounds measure it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, TypeAlias

from fairdeal.books.wagers import SeatWager

Heads: TypeAlias = tuple[str, str]
"""The bets that give two wagers their names."""


@dataclass
class Pair:
    """Products, over many rounds, of what two wagers brought the bank and had at stake in each."""

    wins: int = 0
    win_by_stake: int = 0
    """What the first brought times what the second had at stake."""
    stake_by_win: int = 0
    stakes: int = 0

    def add(self, other: "Pair") -> None:
        """Count what another one counted."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def covariance(self, first_edge: float, second_edge: float) -> float:
        """Of the two over all these rounds, each held against its own edge."""
        return (
            self.wins
            - second_edge * self.win_by_stake
            - first_edge * self.stake_by_win
            + first_edge * second_edge * self.stakes
        )


def pairs_of(hands: Iterable[SeatWager]) -> Iterator[tuple[Heads, Pair]]:
    """Every two wagers of one round; a hand that theory says nothing of is left out."""
    sums: dict[str, tuple[int, int]] = {}
    for hand in hands:
        if hand.is_covered:
            win, stake = sums.get(hand.head, (0, 0))
            sums[hand.head] = win + hand.win_cents, stake + hand.stake_cents
    for (one, (win, stake)), (two, (other, staked)) in combinations(sorted(sums.items()), 2):
        yield (one, two), Pair(win * other, win * staked, stake * other, stake * staked)


def variance_of(theories: Mapping[str, Mapping[str, Any]], pairs: Mapping[Heads, Pair]) -> float:
    """Of all wagers of one theme together, by what theory says of each.

    What they have in common is measured, between the limits of wagers that have nothing in common
    and wagers that have everything in common.
    """
    deviations: list[float] = [each["standard_deviation_cents"] for each in theories.values()]
    apart = sum(each * each for each in deviations)
    edges = {head: each["house_edge"]["value"] for head, each in theories.items()}
    common = sum(
        pair.covariance(edges[one], edges[two])
        for (one, two), pair in pairs.items()
        if one in edges and two in edges
    )
    whole = sum(deviations)
    return min(max(apart, apart + 2 * common), whole * whole)


def deviations_of(difference: float, variance: float) -> float | None:
    """A difference in standard deviations; None where nothing can vary."""
    return difference / sqrt(variance) if variance else None
