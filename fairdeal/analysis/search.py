"""Exact search over pay tables whose figures are sums over their rows.

Where a bet's own cards decide it, what it returns is a sum over the rows of its pay table, and so
are the hit frequency and the expected square.  The same holds where each decision depends on one
row.  Everything here is counted in whole numbers; the pays are scaled until they are whole.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.progress import Progress, unseen

LARGEST: Final = 2**62
"""What no sum may reach, so that 64 bits hold every sum and every distance between two."""

AT_ONCE: Final = 2**18
"""Partly filled pay tables that are looked at in one step."""

Bounds: TypeAlias = tuple[int, int]
"""From the first to the second, both included."""


class Rank(StrEnum):
    """Which of the pay tables that meet the goal come first."""

    EDGE = "edge"
    """The nearest to the middle of the wanted house edge."""
    SIMPLE = "simple"
    """Those with the roundest numbers."""
    DEVIATION = "deviation"
    """The lowest standard deviation."""
    HIT = "hit"
    """The highest hit frequency."""
    TOP = "top"
    """The highest top award."""


@dataclass(frozen=True)
class Row:
    """A row of a pay table, and everything it may pay, the least first."""

    worths: tuple[int, ...]
    """Of each choice, by which rows are in order; each more than the one before."""
    awards: tuple[int, ...]
    """What each choice counts as a top award, scaled."""
    roughness: tuple[int, ...]
    """How far from a round number each choice is."""
    bound: bool
    """Whether the row may pay no more than the row before it."""
    brings: tuple["Sums", ...]
    """What each choice brings; no sum and no number of hits is below the one before."""


class Sums(NamedTuple):
    """What some deals bring together."""

    total: int
    """Net units, scaled."""
    square: int
    hits: int
    """Deals that win."""


@dataclass(frozen=True)
class Wanted:
    """The goal in whole numbers."""

    total: Bounds
    """Of the sum of ways times net units."""
    middle: Fraction
    """The sum that is best."""
    hits: Bounds
    top: Bounds
    spread: Bounds | None = None
    """Of deals times the sum of squares, less the square of the sum: the variance, scaled."""


@dataclass(frozen=True)
class Constant:
    """What the deals bring that no row decides."""

    deals: int
    """All deals, those of the rows included."""
    total: int
    square: int
    hits: int


@dataclass(frozen=True)
class Found:
    """How many pay tables meet the goal, and the best of them."""

    meeting: int
    best: tuple[tuple[int, ...], ...]
    """Of each, the number of the choice in every row."""
    totals: Bounds
    """The lowest and the highest sum of all candidates."""


def number_of(worths: Sequence[Sequence[Fraction]], bound: Sequence[bool]) -> int:
    """How many pay tables there are, from what every choice of every row is worth, least first.

    In a row that is *bound*, no choice may be worth more than the choice of the row before.
    """
    number, ways, before = 1, [1], worths[0]
    for own, is_bound in zip(worths, bound, strict=True):
        if is_bound:
            from_here_on = list(accumulate(reversed(ways), initial=0))[::-1]
            ways = [from_here_on[bisect_left(before, each)] for each in own]
        else:
            ways = [number] * len(own)
        number, before = sum(ways), own
    return number


def occurring(worths: Sequence[Sequence[Fraction]], bound: Sequence[bool]) -> list[range]:
    """The choices of each row that occur in any pay table, of which there must be one."""
    kept = [range(len(each)) for each in worths]
    for row in range(1, len(worths)):
        if bound[row]:
            most = worths[row - 1][kept[row - 1][-1]]
            kept[row] = range(bisect_right(worths[row], most))
    for row in reversed(range(1, len(worths))):
        if bound[row]:
            least = worths[row][kept[row][0]]
            kept[row - 1] = range(bisect_left(worths[row - 1], least), kept[row - 1].stop)
    return kept


def fits(rows: Sequence[Row], constant: Constant, wanted: Wanted) -> bool:
    """Whether 64 bits hold every number of the search."""
    total = abs(constant.total) + sum(max(abs(each.total) for each in row.brings) for row in rows)
    square = constant.square + sum(max(each.square for each in row.brings) for row in rows)
    return (
        4 * total < LARGEST
        and square + total**2 // constant.deals + 1 < LARGEST
        and max(max(row.awards) for row in rows) < LARGEST
        and 4 * max(map(abs, (*wanted.total, *wanted.hits, *wanted.top))) < LARGEST
        and prod(len(row.worths) for row in rows) < LARGEST
    )


def search(
    rows: Sequence[Row],
    constant: Constant,
    wanted: Wanted,
    rank: Rank,
    most: int,
    progress: Progress = unseen,
) -> Found:
    """Count the pay tables that meet the goal, and find the *most* best of them.

    The numbers must fit, and every choice of a row must occur in some pay table.  An exception
    that *progress* raises ends the search.
    """
    levels = _levels(rows, constant, wanted)
    best = _Best(wanted.middle, rank, most, constant.deals)
    start = _Partial.empty(constant)
    least, most_of_all = levels[0].rest["total"]
    totals = (constant.total + int(least[0]), constant.total + int(most_of_all[0]))
    waiting = [(0, start)]
    left = whole = levels[0].candidates(start)
    meeting = 0
    while waiting:
        place, partial = waiting.pop()
        level = levels[place]
        left -= level.candidates(partial)
        if place == len(levels) - 1:
            meeting += _finished(partial, level, constant.deals, wanted, best)
        else:
            grown = partial.grown(level, level.first(partial), len(level.choices.code))
            after = levels[place + 1]
            grown = grown.where(after.may_meet(grown))
            step = max(1, AT_ONCE // len(after.choices.code))
            for begin in range(0, len(grown.code), step):
                part = grown.where(slice(begin, begin + step))
                left += after.candidates(part)
                waiting.append((place + 1, part))
        progress(float(1 - left / whole))
    return Found(meeting, tuple(_decoded(code, rows) for code in best.codes()), totals)


@dataclass(frozen=True)
class _Partial:
    """Pay tables of which some rows are filled, as columns; or the choices of one row."""

    total: Ints
    square: Ints
    hits: Ints
    top: Ints
    roughness: Ints
    code: Ints
    """The choices of all filled rows as one number."""
    choice: Ints
    """The choice of the row that was filled last."""

    @classmethod
    def empty(cls, constant: Constant) -> "_Partial":
        """The one pay table in which no row is filled."""
        sums = (constant.total, constant.square, constant.hits, 0, 0, 0, 0)
        return cls(*(np.array([each], np.int64) for each in sums))

    @classmethod
    def choices(cls, row: Row, weight: int) -> "_Partial":
        """What each choice of a row adds."""
        place = np.arange(len(row.worths), dtype=np.int64)
        total, square, hits = np.array(row.brings, np.int64).T.copy()
        return cls(
            total=total,
            square=square,
            hits=hits,
            top=np.array(row.awards, np.int64),
            roughness=np.array(row.roughness, np.int64),
            code=weight * place,
            choice=place,
        )

    def where(self, kept: NDArray[np.bool_] | slice) -> "_Partial":
        """Some of them."""
        return _Partial(*(getattr(self, each.name)[kept] for each in fields(self)))

    def grown(self, level: "_Level", first: Ints, stop: Ints | int) -> "_Partial":
        """Each with every choice of the next row from *first* to before *stop*."""
        sizes = np.maximum(stop - first, 0)
        own = np.repeat(np.arange(len(sizes)), sizes)
        choice = np.arange(len(own)) - np.repeat(np.cumsum(sizes) - sizes - first, sizes)
        more = level.choices
        return _Partial(
            total=self.total[own] + more.total[choice],
            square=self.square[own] + more.square[choice],
            hits=self.hits[own] + more.hits[choice],
            top=np.maximum(self.top[own], more.top[choice]),
            roughness=self.roughness[own] + more.roughness[choice],
            code=self.code[own] + more.code[choice],
            choice=choice,
        )


@dataclass(frozen=True)
class _Level:
    """A row in the order in which rows are filled, with bounds on all that follows from it."""

    choices: _Partial
    start: Ints
    """By the choice of the row filled before: the first choice that may go with it."""
    number: NDArray[np.float64]
    """Ways to fill this row and all after it, by the first choice that may be taken."""
    rest: Mapping[str, tuple[Ints, Ints]]
    """The least and the most that this row and all after it add, by the same."""
    bounds: Mapping[str, Bounds]
    """What is wanted of each sum in the end."""

    def first(self, partial: _Partial) -> Ints:
        """The first choice that may be taken."""
        return self.start[partial.choice]

    def candidates(self, partial: _Partial) -> float:
        """How many pay tables follow, for the progress alone."""
        return float(self.number[self.first(partial)].sum())

    def may_meet(self, partial: _Partial) -> NDArray[np.bool_]:
        """Whether what is wanted can still be reached."""
        first = self.first(partial)
        kept = np.ones(len(first), np.bool_)
        for name, (low, high) in self.bounds.items():
            least, most = self.rest[name]
            now = getattr(partial, name)
            kept &= (now + least[first] <= high) & (now + most[first] >= low)
        return kept


def _levels(rows: Sequence[Row], constant: Constant, wanted: Wanted) -> list[_Level]:
    """The rows in the order in which they are filled.

    Rows with one choice come first.  All choices occur, so that a row below such a row pays less
    and a row above it more, whatever else is chosen: nothing is bound across it.  The others follow
    from the last row, which most deals decide, to the first: sums are narrowed down early, and the
    rarest row, which usually has the most choices, is not filled but solved for.
    """
    weights = [prod(len(row.worths) for row in rows[place + 1 :]) for place in range(len(rows))]
    open_rows = [place for place in range(len(rows)) if len(rows[place].worths) > 1]
    if not any(row.bound for row in rows):
        open_rows.sort(key=lambda place: -len(rows[place].worths))
    order = [place for place in range(len(rows)) if place not in open_rows] + open_rows[::-1]
    bounds = {"total": wanted.total, "hits": wanted.hits}
    if wanted.spread:
        bounds["square"] = _squares(wanted.total, wanted.spread, constant.deals)
    levels: list[_Level] = []
    for step in reversed(range(len(order))):
        place, before = order[step], order[step - 1] if step else None
        row = rows[place]
        start = np.zeros(len(rows[before].worths) if before is not None else 1, np.int64)
        if before == place + 1 and rows[before].bound:
            start = np.searchsorted(row.worths, rows[before].worths).astype(np.int64)
        choices = _Partial.choices(row, weights[place])
        number = np.ones(len(row.worths))
        rest = {name: (getattr(choices, name), getattr(choices, name)) for name in bounds}
        if levels:
            first = levels[0].start
            number = levels[0].number[first]
            for name, (least, most) in levels[0].rest.items():
                own = getattr(choices, name)
                rest[name] = (own + least[first], own + most[first])
        levels.insert(
            0,
            _Level(
                choices,
                start,
                number[::-1].cumsum()[::-1],
                {
                    name: (
                        np.minimum.accumulate(least[::-1])[::-1],
                        np.maximum.accumulate(most[::-1])[::-1],
                    )
                    for name, (least, most) in rest.items()
                },
                bounds,
            ),
        )
    return levels


def _squares(total: Bounds, spread: Bounds, deals: int) -> Bounds:
    """The sums of squares that the variance allows at best, whatever the sum is."""
    low, high = total
    least = 0 if low <= 0 <= high else min(low * low, high * high)
    most = max(low * low, high * high)
    return _held(-((-spread[0] - least) // deals)), _held((spread[1] + most) // deals)


def _finished(partial: _Partial, level: _Level, deals: int, wanted: Wanted, best: "_Best") -> int:
    """Fill the last row, and count the pay tables that meet the goal.

    A higher choice never lowers the sum, the hits or the top award: what may be chosen goes from
    one choice to another and need not be tried.  Only the deviation has to be.
    """
    first, stop = level.first(partial), np.full(len(partial.code), len(level.choices.code))
    for name, (low, high) in (("total", wanted.total), ("hits", wanted.hits)):
        own, now = getattr(level.choices, name), getattr(partial, name)
        first = np.maximum(first, np.searchsorted(own, low - now))
        stop = np.minimum(stop, np.searchsorted(own, high - now, "right"))
    low, high = wanted.top
    awards = level.choices.top
    first = np.where(partial.top < low, np.maximum(first, np.searchsorted(awards, low)), first)
    stop = np.where(partial.top > high, 0, np.minimum(stop, np.searchsorted(awards, high, "right")))
    number = int(np.maximum(stop - first, 0).sum())
    if wanted.spread is None and (reach := best.reach()):
        own, now = level.choices.total, partial.total
        first = np.maximum(first, np.searchsorted(own, reach[0] - now))
        stop = np.minimum(stop, np.searchsorted(own, reach[1] - now, "right"))
    grown = partial.grown(level, first, stop)
    if wanted.spread is not None:
        low, high = wanted.spread
        spread = _spread(grown, deals)
        grown = grown.where(_less(spread, high + 1, deals) & ~_less(spread, low, deals))
        number = len(grown.code)
    best.add(grown)
    return number


def _spread(partial: _Partial, deals: int) -> tuple[Ints, Ints]:
    """The scaled variance as *deals* times the first less the second, which is below *deals*.

    The variance itself may need more than 64 bits.  This form of it is unique, and the higher the
    first and the lower the second, the higher is the variance.
    """
    whole, part = np.divmod(partial.total, deals)
    squares = part * part if deals**2 < LARGEST else part.astype(object) ** 2
    square, rest = (each.astype(np.int64) for each in (squares // deals, squares % deals))
    return partial.square - whole * whole * deals - 2 * whole * part - square, rest


def _less(spread: tuple[Ints, Ints], than: int, deals: int) -> NDArray[np.bool_]:
    """Whether the scaled variance is less than a number of any size."""
    times = _held(-(-than // deals))
    is_less: NDArray[np.bool_] = (spread[0] < times) | (
        (spread[0] == times) & (spread[1] > -than % deals)
    )
    return is_less


def _held(number: int) -> int:
    """The number, or the nearest one that 64 bits hold and no sum can reach."""
    return min(max(number, -LARGEST), LARGEST)


class _Best:
    """The best pay tables that were found so far."""

    def __init__(self, middle: Fraction, rank: Rank, most: int, deals: int) -> None:
        self._below, self._above = floor(middle), ceil(middle)
        # These decide between sums on both sides that are equally many whole steps away.
        lower, upper = middle - self._below, self._above - middle
        self._below_is_farther, self._above_is_farther = int(lower > upper), int(upper > lower)
        self._rank, self._most, self._deals = rank, most, deals
        self._kept: list[Ints] = []

    def add(self, found: _Partial) -> None:
        """Take in what was found, as far as it is among the best."""
        keys = self._keys(found)
        if self._is_full:
            near = keys[0] <= self._kept[0][-1]
            keys = [each[near] for each in keys]
        if self._kept:
            keys = [np.concatenate(both) for both in zip(self._kept, keys, strict=True)]
        if len(keys[0]) > self._most:
            near = keys[0] <= np.partition(keys[0], self._most - 1)[self._most - 1]
            keys = [each[near] for each in keys]
        order = np.lexsort(keys[::-1])[: self._most]
        self._kept = [each[order] for each in keys]

    @property
    def _is_full(self) -> bool:
        return bool(self._kept) and len(self._kept[0]) == self._most

    def _keys(self, found: _Partial) -> list[Ints]:
        """What the order goes by, the most important first; the last tells the choices."""
        distance = np.where(
            found.total >= self._above,
            2 * (found.total - self._above) + self._above_is_farther,
            2 * (self._below - found.total) + self._below_is_farther,
        )
        first: list[Ints] = []
        match self._rank:
            case Rank.EDGE:
                pass
            case Rank.SIMPLE:
                first = [found.roughness]
            case Rank.DEVIATION:
                times, less = _spread(found, self._deals)
                first = [times, -less]
            case Rank.HIT:
                first = [-found.hits]
            case _:
                first = [-found.top]
        return [*first, distance, found.roughness, -found.code]

    def reach(self) -> Bounds | None:
        """The sums that may still be among the best; None where the sum does not decide that."""
        if self._rank is not Rank.EDGE or not self._is_full:
            return None
        steps = int(self._kept[0][-1]) // 2
        return self._below - steps, self._above + steps

    def codes(self) -> list[int]:
        """The choices of each, the best first."""
        return [-int(each) for each in self._kept[-1]] if self._kept else []


def _decoded(code: int, rows: Sequence[Row]) -> tuple[int, ...]:
    choices = []
    for row in reversed(rows):
        code, choice = divmod(code, len(row.worths))
        choices.append(choice)
    return tuple(reversed(choices))
