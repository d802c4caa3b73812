"""Play or fold: the value of both in every situation, the best of them, and what follows."""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.play_or_fold.situations import Situations

LARGEST: Final = 1 << 62
"""Sums below this fit into 64 bits."""

Plays: TypeAlias = NDArray[np.bool_]
"""Whether the hand is played, by situation."""


@dataclass(frozen=True)
class Prices:
    """Net units of every bet for every kind of hand, each on its own stake."""

    played: Mapping[str, Ints]
    """By kind and by column, when the hand is played."""
    folded: Mapping[str, Ints]
    """The same when it is folded; a bet that outlives a fold may still depend on the column."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """In how many parts of a unit a bet is counted, where whole units will not do."""


def values(where: Situations, prices: Prices, stakes: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Units won in all by playing and by folding, summed over the dealer's hands; by row."""
    return _summed(where, prices.played, stakes), _summed(where, prices.folded, stakes)


def best(where: Situations, prices: Prices, stakes: Mapping[str, int]) -> Plays:
    """Play wherever it is worth as much as folding, with these stakes on the layout."""
    played, folded = values(where, prices, stakes)
    return (played >= folded).astype(np.bool_)


def expected(
    where: Situations, prices: Prices, stakes: Mapping[str, int], plays: Plays
) -> Fraction:
    """Expected units under a strategy."""
    played, folded = values(where, prices, stakes)
    units, ways = np.where(plays, played, folded), where.by_row(where.ways)
    return Fraction(sum(map(operator.mul, units.tolist(), ways.tolist())), where.deals)


def in_parts(prices: Prices, stakes: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """The stakes for bets that are counted in parts of a unit, and how many make one stake."""
    common = lcm(*prices.parts.values())
    parts = {bet: common // prices.parts.get(bet, 1) for bet in stakes}
    return {bet: stake * parts[bet] for bet, stake in stakes.items()}, common


def share_played(where: Situations, plays: Plays) -> Fraction:
    """Probability that the hand is played."""
    played = plays.reshape(-1, where.each).sum(axis=1)
    return Fraction(int(played @ where.ways), int(where.ways.sum()) * where.each)


def distribution(
    where: Situations, prices: Prices, stakes: Mapping[str, int], plays: Plays
) -> Distribution:
    """The distribution of what the bets win together."""
    shape = (len(where.strengths), where.counts.shape[1])
    played, folded = (
        np.broadcast_to(_together(each, stakes), shape) for each in (prices.played, prices.folded)
    )
    nets, codes = _coded(np.stack([played, folded]))
    ways = _sums(where, plays, codes, len(nets))
    return Distribution.of(zip(nets.tolist(), ways.tolist(), strict=True))


def joint(where: Situations, prices: Prices, bets: Sequence[str], plays: Plays) -> Joint:
    """The distribution of what several bets win, each for itself."""
    shape = (2, len(where.strengths), where.counts.shape[1])
    results = np.empty((len(bets), *shape), np.int64)
    for place, bet in enumerate(bets):
        results[place, 0], results[place, 1] = prices.played[bet], prices.folded[bet]
    nets, codes = np.unique(results.reshape(len(bets), -1), axis=1, return_inverse=True)
    ways = _sums(where, plays, codes.reshape(shape), nets.shape[1])
    parts = [prices.parts.get(bet, 1) for bet in bets]
    return Joint(
        tuple(bets),
        {
            tuple(Fraction(net, part) for net, part in zip(column, parts, strict=True)): count
            for column, count in zip(nets.T.tolist(), ways.tolist(), strict=True)
            if count
        },
    )


def _coded(units: Ints) -> tuple[Ints, Ints]:
    """The different units, rising, and the place of each among them."""
    low, high = int(units.min()), int(units.max())
    if high - low >= 1 << 16:
        nets, codes = np.unique(units, return_inverse=True)
        return nets, codes.reshape(units.shape)
    is_there = np.zeros(high - low + 1, np.int64)  # near each other, they need not be sorted
    is_there[units - low] = 1
    return np.nonzero(is_there)[0] + low, (np.cumsum(is_there) - 1)[units - low]


def _sums(where: Situations, plays: Plays, codes: Ints, number: int) -> Ints:
    """Deals by the code of what becomes of them."""
    coded = np.ascontiguousarray(codes.astype(np.int64))
    return _tally(plays, coded, where.kind, where.counts, where.ways, where.each, number)


@kernel
def _tally(
    plays: Plays, codes: Ints, kind: Ints, counts: Ints, ways: Ints, each: int, number: int
) -> Ints:
    rows, columns = counts.shape
    sums = np.zeros(number, np.int64)
    for i in range(rows):
        hand = i // each
        chosen = codes[0 if plays[i] else 1, kind[hand]]
        for k in range(columns):
            sums[chosen[k]] += ways[hand] * counts[i, k]
    return sums


def _together(units: Mapping[str, Ints], stakes: Mapping[str, int]) -> Ints:
    """Units of all the bets with their stakes."""
    return reduce(np.add, (units[bet] * stake for bet, stake in stakes.items()))


def _summed(where: Situations, units: Mapping[str, Ints], stakes: Mapping[str, int]) -> Ints:
    """Units by row, in whole numbers of any size where 64 bits might not do."""
    most = sum(int(np.abs(units[bet]).max()) * stake for bet, stake in stakes.items())
    shape = (len(where.strengths), where.counts.shape[1])
    if most * where.going_on < LARGEST:
        together = np.ascontiguousarray(np.broadcast_to(_together(units, stakes), shape))
        return _over_columns(where.counts, together, where.kind, where.each)
    large = {bet: each.astype(object) for bet, each in units.items()}
    every = np.broadcast_to(_together(large, stakes), shape)[where.kind].repeat(where.each, axis=0)
    totals: Ints = (where.counts * every).sum(axis=1)
    return totals


@kernel
def _over_columns(counts: Ints, units: Ints, kind: Ints, each: int) -> Ints:
    rows, columns = counts.shape
    totals = np.zeros(rows, np.int64)
    for i in range(rows):
        own = units[kind[i // each]]
        for k in range(columns):
            totals[i] += counts[i, k] * own[k]
    return totals
