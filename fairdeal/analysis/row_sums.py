"""What each row of a pay table brings to a base game under the best play.

A player who sees their cards knows the row that pays them, so that each decision depends on one
row.  What the game brings is then a sum over the rows, although players decide by the pay table.
The same holds of hands that several rows may pay, one for each result, if they are always played
alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.search import Sums
from fairdeal.analysis.solvers.decisions import Prices, best, distribution
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.showdown import Counts
from fairdeal.games.terms import Terms

MOST_TOGETHER: Final = 1_000
"""Choices of several rows together under which hands are seen to be played alike."""

Flags: TypeAlias = NDArray[np.bool_]

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

    None where decisions depend on several rows, or where a higher pay does not bring more.
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
    cells = np.zeros((len(sizes), *counts.kinds.dealers.shape), np.bool_)
    for row, own in enumerate(every):
        for each in own:
            cells[row] |= _differing(each, first, of.base)
    pays: Flags = np.any(cells, axis=2)
    several = pays.sum(axis=0) > 1
    parts: Flags = np.where(several[:, None], cells, pays[:, :, None])
    if (
        (cells.sum(axis=0) > 1).any()
        or not _always_alike(of, counts, sizes, pays, priced)
        or not all(_adds_up(of, every, parts, some, priced(some)) for some in _some(sizes))
    ):
        return None
    stakes = of.base if bet == of.head else {bet: 1}
    found = tuple(
        tuple(_sums(of, counts, part, each, stakes) for each in own)
        for own, part in zip(every, parts, strict=True)
    )
    others: Flags = np.logical_not(np.any(parts, axis=0))
    constant = _sums(of, counts, others, first, stakes)
    rises = all(
        one.total <= other.total and one.hits <= other.hits
        for row in found
        for one, other in pairwise(row)
    )
    return RowSums(found, constant, counts.deals, first.whole(stakes)) if rises else None


def _always_alike(
    of: Declared,
    counts: Counts,
    sizes: Sequence[int],
    pays: Flags,
    priced: Callable[[Sequence[int]], Prices],
) -> bool:
    """Whether hands that several rows may pay are played alike, whatever these rows pay."""
    for rows in np.unique(pays[:, pays.sum(axis=0) > 1].T, axis=0):
        places = np.nonzero(rows)[0].tolist()
        some = _only(counts, (rows == pays.T).all(axis=1))
        first = best(some, priced([0] * len(sizes)), of.choices, of.base)
        every = product(*(range(size if row in places else 1) for row, size in enumerate(sizes)))
        are_few = prod(sizes[place] for place in places) <= MOST_TOGETHER
        if not are_few or any(
            (best(some, priced(choices), of.choices, of.base) != first).any() for choices in every
        ):
            return False
    return True


def _adds_up(
    of: Declared,
    every: Sequence[Sequence[Prices]],
    parts: Flags,
    choices: Sequence[int],
    whole: Prices,
) -> bool:
    """Whether a whole table pays hands what each row alone has it pay."""
    others: Flags = np.logical_not(np.any(parts, axis=0))
    alone = [own[each] for own, each in zip(every, choices, strict=True)]
    differs = (
        _differing(whole, own, of.base) & part for own, part in zip(alone, parts, strict=True)
    )
    return not any(
        each.any() for each in (*differs, _differing(whole, every[0][0], of.base) & others)
    )


def _with(choices: Sequence[int], row: int, choice: int) -> list[int]:
    return [*choices[:row], choice, *choices[row + 1 :]]


def _some(sizes: Sequence[int]) -> list[list[int]]:
    """Whole tables by which it is seen that what one row pays changes nothing at another."""
    return [[(size - 1) * share // 4 for size in sizes] for share in (4, 3, 2, 1)]


def _differing(one: Prices, other: Prices, bets: Mapping[str, int]) -> Flags:
    """Whether hands win otherwise, by what they are paid for and region."""
    found: Flags = np.any([one.units[bet] != other.units[bet] for bet in bets], axis=0)
    return found


def _only(counts: Counts, paid: Flags) -> Counts:
    """The situations that are paid for some of the kinds of hands."""
    some = paid[counts.paid]
    return replace(
        counts, paid=counts.paid[some], counts=counts.counts[some], ways=counts.ways[some]
    )


def _sums(
    of: Declared, counts: Counts, part: Flags, prices: Prices, stakes: Mapping[str, int]
) -> Sums:
    """What some deals bring, by what is paid for and region; all hands are played at their best."""
    hands: Flags = np.any(part, axis=1)
    some = _only(counts, hands)
    chosen = best(some, prices, of.choices, of.base)
    these = replace(some, counts=some.counts * part[some.paid])
    law = distribution(these, prices, of.choices, stakes, chosen).ways
    parts = prices.whole(stakes)
    units = {int(net * parts): ways for net, ways in law.items()}
    return Sums(
        sum(net * ways for net, ways in units.items()),
        sum(net * net * ways for net, ways in units.items()),
        sum(ways for net, ways in units.items() if net > 0),
    )
