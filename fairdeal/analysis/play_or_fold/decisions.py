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
from fairdeal.analysis.play_or_fold.deals import tally
from fairdeal.analysis.play_or_fold.situations import Situations

LARGEST: Final = 1 << 62
"""Sums below this fit into 64 bits."""

Plays: TypeAlias = NDArray[np.bool_]
"""Whether the hand is played, by situation."""


@dataclass(frozen=True)
class Prices:
    """Net units of every bet in every situation, each on its own stake."""

    played: Mapping[str, Ints]
    """By situation and by column, when the hand is played."""
    folded: Mapping[str, Ints]
    """The same when it is folded; a bet that outlives a fold may still depend on the column."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """In how many parts of a unit a bet is counted, where whole units will not do."""


def values(where: Situations, prices: Prices, stakes: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Units won in all by playing and by folding, summed over the dealer's hands."""
    return (
        _summed(where.counts, prices.played, stakes),
        _summed(where.counts, prices.folded, stakes),
    )


def best(where: Situations, prices: Prices, stakes: Mapping[str, int]) -> Plays:
    """Play wherever it is worth as much as folding, with these stakes on the layout."""
    played, folded = values(where, prices, stakes)
    return (played >= folded).astype(np.bool_)


def expected(
    where: Situations, prices: Prices, stakes: Mapping[str, int], plays: Plays
) -> Fraction:
    """Expected units under a strategy."""
    played, folded = values(where, prices, stakes)
    units = np.where(plays, played, folded)
    return Fraction(_exact_sum(units, where.ways), where.deals)


def in_parts(prices: Prices, stakes: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """The stakes for bets that are counted in parts of a unit, and how many make one stake."""
    common = lcm(*prices.parts.values())
    parts = {bet: common // prices.parts.get(bet, 1) for bet in stakes}
    return {bet: stake * parts[bet] for bet, stake in stakes.items()}, common


def share_played(where: Situations, plays: Plays) -> Fraction:
    """Probability that the hand is played."""
    return Fraction(int(where.ways[plays].sum()), int(where.ways.sum()))


def distribution(
    where: Situations, prices: Prices, stakes: Mapping[str, int], plays: Plays
) -> Distribution:
    """The distribution of what the bets win together."""
    played, folded = _together(prices.played, stakes), _together(prices.folded, stakes)
    nets, ways = tally(_chosen(plays, played, folded, where.counts), where.weights)
    return Distribution.of(zip(nets.tolist(), ways.tolist(), strict=True))


def joint(where: Situations, prices: Prices, bets: Sequence[str], plays: Plays) -> Joint:
    """The distribution of what several bets win, each for itself."""
    columns = [_chosen(plays, prices.played[bet], prices.folded[bet], where.counts) for bet in bets]
    parts = [prices.parts.get(bet, 1) for bet in bets]
    coded = [np.unique(column, return_inverse=True) for column in columns]
    key = reduce(lambda made, code: made * len(code[0]) + code[1], coded, np.zeros_like(columns[0]))
    keys, ways = tally(key, where.weights)
    found: dict[tuple[Fraction, ...], int] = {}
    for each, count in zip(keys.tolist(), ways.tolist(), strict=True):
        nets: list[Fraction] = []
        for (net, _), part in zip(reversed(coded), reversed(parts), strict=True):
            each, code = divmod(each, len(net))
            nets.append(Fraction(int(net[code]), part))
        found[tuple(reversed(nets))] = count
    return Joint(tuple(bets), found)


def _together(units: Mapping[str, Ints], stakes: Mapping[str, int]) -> Ints:
    """Units of all the bets with their stakes."""
    sized = (units[bet] if stake == 1 else units[bet] * stake for bet, stake in stakes.items())
    return reduce(np.add, sized)


def _summed(counts: Ints, units: Mapping[str, Ints], stakes: Mapping[str, int]) -> Ints:
    """Units by situation, in whole numbers of any size where 64 bits might not do."""
    most = sum(int(np.abs(units[bet]).max()) * stake for bet, stake in stakes.items())
    if most * int(counts.sum(axis=1).max()) < LARGEST:
        return _over_columns(counts, _together(units, stakes))
    large = {bet: each.astype(object) for bet, each in units.items()}
    totals: Ints = (counts * _together(large, stakes)).sum(axis=1)
    return totals


@kernel
def _over_columns(counts: Ints, units: Ints) -> Ints:
    rows, columns = counts.shape
    tall, wide = int(len(units) == rows), int(units.shape[1] == columns)
    totals = np.zeros(rows, np.int64)
    for i in range(rows):
        for k in range(columns):
            totals[i] += counts[i, k] * units[i * tall, k * wide]
    return totals


@kernel
def _chosen(plays: Plays, played: Ints, folded: Ints, counts: Ints) -> Ints:
    """Units by situation and column, one after the other, as the decision has it."""
    rows, columns = counts.shape
    chosen = np.empty(rows * columns, np.int64)
    for i in range(rows):
        units = played if plays[i] else folded
        tall, wide = int(len(units) == rows), int(units.shape[1] == columns)
        for k in range(columns):
            chosen[i * columns + k] = units[i * tall, k * wide]
    return chosen


def _exact_sum(units: Ints, ways: Ints) -> int:
    """The sum of products, in whole numbers of any size."""
    return sum(map(operator.mul, units.tolist(), ways.tolist()))
