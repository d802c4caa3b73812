"""What each row of a pay table brings to a base game under the best play.

A player who knows the own cards knows the row that pays them, so that each decision depends on one
row.  What the game brings is then a sum over the rows, although players decide by the pay table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.search import Sums
from fairdeal.analysis.solvers.decisions import Prices, best, distribution
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.showdown import Counts
from fairdeal.games.terms import Terms

Under: TypeAlias = Callable[[Sequence[int]], Terms]
"""The terms with the pay table that has these choices."""


class RowSums(NamedTuple):
    """Everything that a search over the rows needs."""

    rows: tuple[tuple[Sums, ...], ...]
    """By row and choice."""
    constant: Sums
    """What no row decides."""
    deals: int
    parts: int
    """In how many parts of a unit nets are counted."""


def row_sums(
    of: Declared, bet: str, sizes: Sequence[int], under: Under, conditions: Conditions
) -> RowSums | None:
    """The sums of a bet of the base game, for rows with so many choices each.

    None where some hand is paid by more than one row, or where a higher pay does not bring more.
    """
    counts = of.counts()
    lowest = [0] * len(sizes)

    def priced(choices: Sequence[int]) -> Prices:
        return of.prices(counts, under(choices), conditions)

    first = priced(lowest)
    every = [
        [first, *(priced(_with(lowest, row, choice)) for choice in range(1, size))]
        for row, size in enumerate(sizes)
    ]
    pays = np.array([_paid(own, first, of.base) for own in every], np.bool_)
    pays = pays.reshape(len(sizes), len(counts.kinds.player))
    if (pays.sum(axis=0) > 1).any():
        return None
    for choices in _some(sizes):
        whole = priced(choices)
        for row, choice in enumerate(choices):
            if _differing(whole, every[row][choice], of.base)[pays[row]].any():
                return None
        if _differing(whole, first, of.base)[~pays.any(axis=0)].any():
            return None
    stakes = of.base if bet == of.head else {bet: 1}
    found = tuple(
        tuple(_sums(of, _only(counts, paid), each, stakes) for each in own)
        for own, paid in zip(every, pays, strict=True)
    )
    for row in found:
        if sorted(row, key=lambda each: each.total) != [*row] or sorted(
            row, key=lambda each: each.hits
        ) != [*row]:
            return None
    constant = _sums(of, _only(counts, ~pays.any(axis=0)), first, stakes)
    return RowSums(found, constant, counts.deals, first.whole(stakes))


def _with(choices: Sequence[int], row: int, choice: int) -> list[int]:
    return [*choices[:row], choice, *choices[row + 1 :]]


def _some(sizes: Sequence[int]) -> list[list[int]]:
    """Whole tables by which it is seen that what one row pays changes nothing at another."""
    return [[(size - 1) * share // 4 for size in sizes] for share in (4, 3, 2, 1)]


def _differing(one: Prices, other: Prices, bets: Mapping[str, int]) -> Ints:
    """Whether hands win otherwise, by what they are paid for."""
    differ = [(one.units[bet] != other.units[bet]).any(axis=1) for bet in bets]
    found: Ints = np.any(differ, axis=0)
    return found


def _paid(own: Sequence[Prices], first: Prices, bets: Mapping[str, int]) -> Ints:
    """Whether a row pays hands, by what they are paid for."""
    found: Ints = np.any([_differing(each, first, bets) for each in own], axis=0)
    return found


def _only(counts: Counts, paid: Ints) -> Counts:
    """The situations that are paid for some of the kinds of hands."""
    some = paid[counts.paid]
    return replace(
        counts, paid=counts.paid[some], counts=counts.counts[some], ways=counts.ways[some]
    )


def _sums(of: Declared, counts: Counts, prices: Prices, stakes: Mapping[str, int]) -> Sums:
    """What some situations bring, each played as well as can be."""
    chosen = best(counts, prices, of.choices, of.base)
    law = distribution(counts, prices, of.choices, stakes, chosen).ways
    parts = prices.whole(stakes)
    units = {int(net * parts): ways for net, ways in law.items()}
    return Sums(
        sum(net * ways for net, ways in units.items()),
        sum(net * net * ways for net, ways in units.items()),
        sum(ways for net, ways in units.items() if net > 0),
    )
