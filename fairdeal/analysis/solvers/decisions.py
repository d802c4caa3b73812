"""The best of several choices: what each is worth in every situation, and what follows from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Whole, kernel
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.solvers.showdown import Counts
from fairdeal.analysis.solvers.staking import Choice

LARGEST: Final = 1 << 62
"""Sums below this fit into 64 bits."""

Chosen: TypeAlias = NDArray[np.int8]
"""The number of the choice that is taken, by situation."""


@dataclass(frozen=True)
class Prices:
    """Net units of every bet, each on its own stake."""

    units: Mapping[str, Ints]
    """Of a hand that stays in, by what is paid for and by region; one column where all agree."""
    given_up: Mapping[str, int | None]
    """Units after a fold; None where the bet is settled all the same."""
    decided: frozenset[str] = frozenset()
    """The bets that the decision places."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """In how many parts of a unit a bet is counted, where whole units will not do."""

    def whole(self, bets: Iterable[str]) -> int:
        """In how many parts of a unit bets are added up: the least that serves all of them."""
        return lcm(*(self.parts.get(bet, 1) for bet in bets))

    def after(self, choice: Choice, bet: str) -> Ints:
        """Net units of a bet after a choice, on what lies there for one unit of the base game."""
        lost = self.given_up[bet] if choice.folds else None
        times = choice.stakes.get(bet, 0) + (bet not in self.decided)
        if lost is not None:
            return np.full((1, 1), lost * times * self.parts.get(bet, 1), np.int64)
        return self.units[bet] * times


def nets(prices: Prices, choice: Choice, stakes: Mapping[str, int], counts: Counts) -> Ints:
    """What all the bets with their stakes win after a choice, by what is paid for and region.

    In parts of a unit, of which ``prices.whole(stakes)`` make one.
    """
    shape = (len(counts.kinds.player), counts.counts.shape[1])
    whole = prices.whole(stakes)
    sizes = {bet: stake * whole // prices.parts.get(bet, 1) for bet, stake in stakes.items()}
    most = sum(int(np.abs(prices.after(choice, bet)).max()) * size for bet, size in sizes.items())
    is_large = most * counts.going_on >= LARGEST
    together = reduce(
        np.add,
        (
            prices.after(choice, bet).astype(object if is_large else np.int64) * size
            for bet, size in sizes.items()
        ),
        np.zeros((1, 1), np.int64),
    )
    return np.ascontiguousarray(np.broadcast_to(together, shape))


def values(
    counts: Counts, prices: Prices, choices: Sequence[Choice], stakes: Mapping[str, int]
) -> list[Ints]:
    """What each choice wins, summed over the dealer's hands; by situation.

    In parts of a unit, as ``nets`` says, and in whole numbers of any size where 64 bits might not
    do.
    """
    found = []
    for choice in choices:
        own = nets(prices, choice, stakes, counts)
        if own.dtype == object:
            found.append((counts.counts * own[counts.paid]).sum(axis=1))
        else:
            found.append(_summed(counts.counts, counts.paid, own))
    return found


@kernel
def _summed(counts: Whole, paid: Whole, own: Ints) -> Ints:
    rows, columns = counts.shape
    totals = np.zeros(rows, np.int64)
    for i in range(rows):
        for k in range(columns):
            totals[i] += int(counts[i, k]) * own[paid[i], k]
    return totals


def best(
    counts: Counts, prices: Prices, choices: Sequence[Choice], stakes: Mapping[str, int]
) -> Chosen:
    """In every situation the choice that is worth most; of equals, the one that is named first."""
    every = [nets(prices, choice, stakes, counts) for choice in choices]
    if any(own.dtype == object for own in every):
        worth = values(counts, prices, choices, stakes)
        chosen = np.zeros(len(counts.ways), np.int8)
        most = worth[0]
        for number, each in enumerate(worth[1:], 1):
            chosen[each > most] = number
            most = np.where(each > most, each, most)
        return chosen
    return _best(counts.counts, counts.paid, np.stack(every))


@kernel
def _best(counts: Whole, paid: Whole, every: Ints) -> Chosen:
    rows, columns = counts.shape
    chosen = np.zeros(rows, np.int8)
    for i in range(rows):
        most = 0
        for choice in range(len(every)):
            own = every[choice, paid[i]]
            total = 0
            for k in range(columns):
                total += int(counts[i, k]) * own[k]
            if choice == 0 or total > most:
                chosen[i] = choice
                most = total
    return chosen


def shares(counts: Counts, choices: Sequence[Choice], chosen: Chosen) -> list[Fraction]:
    """How often each choice is taken."""
    taken = np.zeros(len(choices), np.int64)
    _add_ways(chosen, counts.ways, taken)
    return [Fraction(ways, counts.hands) for ways in taken.tolist()]


@kernel
def _add_ways(chosen: Chosen, ways: Ints, taken: Ints) -> None:
    for i in range(len(chosen)):
        taken[chosen[i]] += ways[i]


def added(choices: Sequence[Choice], taken: Sequence[Fraction]) -> Fraction:
    """Base units that the choices add on average."""
    every = zip(choices, taken, strict=True)
    return sum((share * sum(each.stakes.values()) for each, share in every), Fraction(0))


def distribution(
    counts: Counts,
    prices: Prices,
    choices: Sequence[Choice],
    stakes: Mapping[str, int],
    chosen: Chosen,
) -> Distribution:
    """The distribution of what the bets win together."""
    units, codes = coded(np.stack([nets(prices, each, stakes, counts) for each in choices]))
    ways = _tally(chosen, codes, counts.paid, counts.counts, counts.ways, len(units))
    whole = prices.whole(stakes)
    every = zip(units.tolist(), ways.tolist(), strict=True)
    return Distribution.of((Fraction(net, whole), number) for net, number in every)


def joint(
    counts: Counts,
    prices: Prices,
    choices: Sequence[Choice],
    bets: Sequence[str],
    chosen: Chosen,
) -> Joint:
    """The distribution of what several bets win, each for itself."""
    shape = (len(choices), len(counts.kinds.player), counts.counts.shape[1])
    results = np.empty((len(bets), *shape), np.int64)
    for place, bet in enumerate(bets):
        for number, choice in enumerate(choices):
            results[place, number] = prices.after(choice, bet)
    units, codes = np.unique(results.reshape(len(bets), -1), axis=1, return_inverse=True)
    own = np.ascontiguousarray(codes.reshape(shape).astype(np.int64))
    ways = _tally(chosen, own, counts.paid, counts.counts, counts.ways, units.shape[1])
    parts = [prices.parts.get(bet, 1) for bet in bets]
    return Joint(
        tuple(bets),
        {
            tuple(Fraction(net, part) for net, part in zip(column, parts, strict=True)): number
            for column, number in zip(units.T.tolist(), ways.tolist(), strict=True)
            if number
        },
    )


def coded(units: Ints) -> tuple[Ints, Ints]:
    """The different units, rising, and the place of each among them."""
    low, high = int(units.min()), int(units.max())
    if high - low >= 1 << 16:
        different, codes = np.unique(units, return_inverse=True)
        return different, codes.reshape(units.shape).astype(np.int64)
    is_there = np.zeros(high - low + 1, np.int64)  # near each other, they need not be sorted
    is_there[units - low] = 1
    return np.nonzero(is_there)[0] + low, (np.cumsum(is_there) - 1)[units - low]


@kernel
def _tally(
    chosen: Chosen, codes: Ints, paid: Whole, counts: Whole, ways: Ints, number: int
) -> Ints:
    """Deals by the code of what becomes of them."""
    rows, columns = counts.shape
    sums = np.zeros(number, np.int64)
    for i in range(rows):
        own = codes[chosen[i], paid[i]]
        for k in range(columns):
            sums[own[k]] += ways[i] * int(counts[i, k])
    return sums
