"""Pay tables that meet a goal: an exact search over every table within given bounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from heapq import nsmallest
from itertools import chain, islice
from math import ceil, floor, gcd, lcm, sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.best_values import Values, values_of
from fairdeal.analysis.bounds import (
    NUMBERED,
    Choices,
    Odds,
    Space,
    award,
    pays_sums,
    roughness,
    space_of,
)
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.figures import Figure, exact
from fairdeal.analysis.par import figure
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.row_sums import RowSums, row_sums
from fairdeal.analysis.search import (
    LARGEST,
    Constant,
    Rank,
    Row,
    Sums,
    Wanted,
    fits,
    occurring,
    search,
)
from fairdeal.analysis.shared_cards import SharedCards
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.errors import Malformed, Refused
from fairdeal.games.layout import Game
from fairdeal.games.paytable import Pay, Unit
from fairdeal.games.sheets import Sheets
from fairdeal.games.terms import Terms

MOST_SUMMED: Final = 10_000_000_000
"""Candidates of a bet whose figures are sums over its rows."""

MOST_PLAYED: Final = 10_000_000
"""Candidates of a base game with shared cards: each needs the value of the best play."""

MOST_JUDGED: Final = 100_000
"""Candidates that need their whole figure."""

MOST_BEST: Final = 10_000
"""Pay tables that one search gives back."""

_MOST_PLAYED: Final = 2_000
"""Odds of all rows together for which the best play is found, one row at a time."""

LONG: Final = 8
"""Seconds from which on a page begins a search only when it is asked to."""

_BOARDS_A_SECOND: Final = 2_000
_HANDS_A_SECOND: Final = 50_000
_FIGURES_A_SECOND: Final = 50
"""Candidates of games with shared cards, with a dealer and without, and of their other bets."""

_AT_ONCE: Final = 1 << 12
"""Candidates of which the values are found together."""

_SHARE: Final = 0.9
"""Of a search by values, before the whole figures of what it lists."""

_Key: TypeAlias = tuple[Fraction, Fraction, int, tuple[int, ...], Fraction]
"""What the order goes by, the choices negated, and the edge."""

_TRIED: Final = 40
"""Choices of a row that are tried, before a figure is trusted to be a sum over the rows."""


@dataclass(frozen=True, slots=True)
class Between:
    """A wanted range, both ends included."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """Halfway between the ends."""
        return (self.low + self.high) / 2

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value <= self.high

    def as_json(self) -> list[dict[str, Any]]:
        """Both ends."""
        return [exact(self.low), exact(self.high)]


def between(low: Fraction | float | str, high: Fraction | float | str) -> Between:
    """The range between two numbers; a float means the decimal that it is printed as.

    >>> between(0.03, 0.05).middle
    Fraction(1, 25)
    """
    ends = [each if isinstance(each, Fraction) else Fraction(str(each)) for each in (low, high)]
    return Between(*ends)


@dataclass(frozen=True, kw_only=True, slots=True)
class Goal:
    """The figures that a pay table shall have."""

    edge: Between
    """House edge, as a share of one."""
    hit: Between | None = None
    """Hit frequency, as a share of one."""
    deviation: Between | None = None
    """Standard deviation in units."""
    top: Between | None = None
    """The largest number that a row pays, as the table prints it."""

    def __post_init__(self) -> None:
        zero, one = Fraction(0), Fraction(1)
        for name, wanted, least, most in (
            ("house edge", self.edge, -one, one),
            ("hit frequency", self.hit, zero, one),
            ("standard deviation", self.deviation, zero, None),
            ("top award", self.top, zero, None),
        ):
            if wanted is None:
                continue
            show = _percent if most is not None else str
            if wanted.low > wanted.high:
                raise Malformed(
                    f"the wanted {name} goes from {show(wanted.low)} to {show(wanted.high)}:"
                    " the low end is above the high end",
                    code="design.range",
                )
            if wanted.low < least or (most is not None and wanted.high > most):
                may_be = f"at least {least}" if most is None else f"{show(least)} to {show(most)}"
                wrong = wanted.low if wanted.low < least else wanted.high
                raise Malformed(
                    f"the wanted {name} cannot be {show(wrong)}: expected {may_be}",
                    code="design.range",
                )

    def is_met(self, made: "Design") -> bool:
        """Whether a pay table has the wanted figures."""
        return (
            made.house_edge in self.edge
            and (self.hit is None or made.hit_frequency in self.hit)
            and (self.top is None or made.top in self.top)
            and (
                self.deviation is None
                or self.deviation.low**2 <= made.variance <= self.deviation.high**2
            )
        )


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.10g} %"


@dataclass(frozen=True, kw_only=True, slots=True)
class Design:
    """A pay table and its figures."""

    pays: Mapping[str, Pay]
    """By row, the best hand first."""
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    top: Fraction

    @property
    def standard_deviation(self) -> float:
        """The root of the variance."""
        return sqrt(self.variance)

    def as_json(self) -> dict[str, Any]:
        """The pay table with the names of a par sheet's JSON."""
        return {
            "pays": {row: str(pay) for row, pay in self.pays.items()},
            "house_edge": exact(self.house_edge),
            "hit_frequency": exact(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "variance": exact(self.variance),
            "top_award": exact(self.top),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintedTable:
    """A pay table of the document beside the designs."""

    name: str
    design: Design
    meets: bool
    """Whether it meets the goal."""


@dataclass(frozen=True, kw_only=True)
class Designs:
    """What a search found."""

    space: Space
    goal: Goal
    rank: Rank
    candidates: int
    meeting: int
    """How many candidates meet the goal."""
    best: tuple[Design, ...]
    edges: tuple[Fraction, Fraction]
    """The lowest and the highest house edge of all candidates."""
    printed: tuple[PrintedTable, ...]
    """The tables of the document."""
    per: str
    """What one unit is."""
    assumptions: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The answer as ``fairdeal design --json`` prints it."""
        space, wanted = self.space, self.goal
        goal = {
            "house_edge": wanted.edge,
            "hit_frequency": wanted.hit,
            "standard_deviation": wanted.deviation,
            "top_award": wanted.top,
        }
        return {
            "game": space.game.key,
            "bet": space.bet,
            "priced_by": space.base.bet,
            "pay_table": space.base.name,
            "per": self.per,
            "goal": {name: each.as_json() for name, each in goal.items() if each is not None},
            "rank": str(self.rank),
            "any_order": space.any_order,
            "rows": [{"row": row.key, "pays": [*map(str, row.pays)]} for row in space.rows],
            "candidates": self.candidates,
            "meeting": self.meeting,
            "edges": [exact(edge) for edge in self.edges],
            "designs": [each.as_json() for each in self.best],
            "printed": [
                {"pay_table": each.name, **each.design.as_json(), "meets": each.meets}
                for each in self.printed
            ],
            "assumptions": list(self.assumptions),
        }


def design(
    game: Game,
    bet: str,
    terms: Terms,
    goal: Goal,
    *,
    rows: Mapping[str, Iterable[Odds]] | None = None,
    fixed: Mapping[str, Odds] | None = None,
    any_order: bool = False,
    rank: Rank = Rank.EDGE,
    most: int = 100,
    conditions: Conditions = AT_RESET,
    sheets: Sheets | None = None,
    progress: Progress = unseen,
) -> Designs:
    """The pay tables of a bet that meet the goal: how many there are, and the *most* best of them.

    *rows* says what rows may pay and *fixed* what they do pay.  Where *rows* names any, all others
    pay what the table in force pays; where it names none, each row that is not fixed may pay usual
    odds from half to twice of that.  A better hand never pays less than a worse one, by the order
    in which the game ranks them, unless *any_order* allows it.

    An exception that *progress* raises ends the search.
    """
    space = space_of(game, bet, terms, rows, fixed, any_order, conditions, sheets)
    return searched(space, goal, rank, most, progress)


def searched(
    space: Space, goal: Goal, rank: Rank = Rank.EDGE, most: int = 100, progress: Progress = unseen
) -> Designs:
    """The pay tables of the space that meet the goal, as :func:`design` gives them."""
    if not 1 <= most <= MOST_BEST:
        raise Refused(
            f"{most:,} pay tables cannot be listed: expected 1 to {MOST_BEST:,}", code="design.most"
        )
    space.check()
    summed = _summed(space, goal)
    values = None if summed else values_of(space)
    limit = MOST_SUMMED if summed else MOST_PLAYED if values else MOST_JUDGED
    if space.candidates > limit:
        widest, why = space.widest, ""
        if not summed:
            needs = "best play" if values else "figure"
            why = f", because each needs the {needs} of the whole game"
        raise Refused(
            f"{space.candidates:,} pay tables are too many for one search: at most {limit:,}"
            f"{why}; narrow {widest.key}, which may pay {len(widest.pays):,} different odds",
            code="design.many",
        )
    now = figure(space.game, space.bet, space.terms, space.conditions)
    if summed:
        found = summed.found(rank, most, progress)
    elif values:
        found = _Played(space, goal, rank, most, values).found(progress)
    else:
        found = _judged(space, goal, rank, most, progress)
    return Designs(
        space=space,
        goal=goal,
        rank=rank,
        candidates=space.candidates,
        meeting=found.meeting,
        best=found.best,
        edges=found.edges,
        printed=tuple(_printed(space, goal)),
        per=now.per,
        assumptions=now.assumptions,
    )


def long_search(space: Space) -> str:
    """A sentence where a search takes long, or nothing; by the kind of game, without any count."""
    solver = solver_of(space.game)
    a_second = 500 if pays_sums(space.base) else 0
    if isinstance(solver, SharedCards) and space.bet in solver.base:
        each = _BOARDS_A_SECOND if space.game.dealer_cards else _HANDS_A_SECOND
        a_second = each if space.bet == solver.of.head else _FIGURES_A_SECOND
    seconds = space.candidates / a_second if a_second else 0
    if seconds < LONG:
        return ""
    takes = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:,.0f} minutes"
    return (
        f"{space.candidates:,} pay tables take about {takes}: each needs the whole game under its"
        " best play"
    )


class _Answer(NamedTuple):
    """What :class:`Designs` says of the candidates."""

    meeting: int
    best: tuple[Design, ...]
    edges: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class _Summed:
    """A space in which every figure is a sum over the rows, in whole numbers."""

    space: Space
    offsets: list[int]
    """Of each row, how many of the lowest choices occur in no pay table."""
    rows: list[Row]
    constant: Constant
    wanted: Wanted
    scale: int
    """Nets and awards are whole when they are multiplied by this."""

    def found(self, rank: Rank, most: int, progress: Progress) -> _Answer:
        """The answer from the sums alone."""
        found = search(self.rows, self.constant, self.wanted, rank, most, progress)
        least, greatest = (
            Fraction(each, self.constant.deals * self.scale) for each in found.totals
        )
        return _Answer(found.meeting, tuple(map(self._design, found.best)), (-greatest, -least))

    def _design(self, choices: Sequence[int]) -> Design:
        deals, total = self.constant.deals, self.constant.total
        square, hits, top = self.constant.square, self.constant.hits, 0
        pays = {}
        for own, row, choice, offset in zip(
            self.space.rows, self.rows, choices, self.offsets, strict=True
        ):
            brings = row.brings[choice]
            total, square = total + brings.total, square + brings.square
            hits += brings.hits
            top = max(top, row.awards[choice])
            pays[own.key] = own.pays[offset + choice]
        mean = Fraction(total, deals * self.scale)
        return Design(
            pays=pays,
            house_edge=-mean,
            hit_frequency=Fraction(hits, deals),
            variance=Fraction(square, deals * self.scale**2) - mean**2,
            top=Fraction(top, self.scale),
        )


def _summed(space: Space, goal: Goal) -> _Summed | None:
    """The space as sums over its rows; None where its pay table decides more than that."""
    found = _ways(space)
    if found is not None and _adds_up(space, *found):
        ways, others = found
        scale = lcm(_scale(space), *(each.denominator for each in others))
        nets = {int(net * scale): count for net, count in others.items()}
        constant = Constant(
            sum(others.values()) + sum(ways),
            sum(net * count for net, count in nets.items()),
            sum(net * net * count for net, count in nets.items()),
            sum(count for net, count in nets.items() if net > 0),
        )
        every = [
            [_paid(count, int(worth * scale)) for worth in row.worths]
            for count, row in zip(ways, space.rows, strict=True)
        ]
        return _in_whole_numbers(space, goal, every, constant, scale)
    if (best := _by_best_play(space)) is None:
        return None
    scale = lcm(_scale(space), best.parts)
    times = scale // best.parts
    total, square, hits = _scaled(best.constant, times)
    constant = Constant(best.deals, total, square, hits)
    every = [[_scaled(each, times) for each in row] for row in best.rows]
    return _in_whole_numbers(space, goal, every, constant, scale)


def _paid(ways: int, net: int) -> Sums:
    return Sums(ways * net, ways * net * net, ways * (net > 0))


def _scaled(sums: Sums, times: int) -> Sums:
    return Sums(sums.total * times, sums.square * times**2, sums.hits)


def _scale(space: Space) -> int:
    """What makes all net units and awards whole."""
    awards = (award(pay, space.terms) for row in space.rows for pay in row.pays)
    worths = (worth for row in space.rows for worth in row.worths)
    return lcm(*(each.denominator for each in (*awards, *worths)))


def _in_whole_numbers(
    space: Space, goal: Goal, every: Sequence[Sequence[Sums]], constant: Constant, scale: int
) -> _Summed | None:
    """The search over what *every* choice of the rows brings; None where 64 bits do not hold it."""
    numbers = (number for row in every for each in row for number in each)
    common = gcd(constant.deals, constant.total, constant.square, constant.hits, *numbers)
    kept = occurring([row.worths for row in space.rows], space.bound)
    rows = [
        Row(
            tuple(int(row.worths[each] * scale) for each in some),
            tuple(int(award(row.pays[each], space.terms) * scale) for each in some),
            tuple(roughness(row.pays[each]) for each in some),
            bound,
            tuple(Sums(*(number // common for number in brings[each])) for each in some),
        )
        for row, brings, some, bound in zip(space.rows, every, kept, space.bound, strict=True)
    ]
    constant = Constant(*(getattr(constant, each.name) // common for each in fields(constant)))
    wanted = _wanted(goal, constant.deals, scale)
    if not fits(rows, constant, wanted):
        return None
    return _Summed(space, [each.start for each in kept], rows, constant, wanted, scale)


def _by_best_play(space: Space) -> RowSums | None:
    """What every row brings to a base game whose decisions depend on one row each."""
    solver, sizes = solver_of(space.game), [len(row.pays) for row in space.rows]
    is_base = isinstance(solver, Showdowns) and space.bet in solver.base
    if not is_base or sum(sizes) > _MOST_PLAYED:
        return None

    def under(choices: Sequence[int]) -> Terms:
        pays = [row.pays[each] for row, each in zip(space.rows, choices, strict=True)]
        return space.under(_by_row(space, pays))

    assert isinstance(solver, Showdowns), "it has been asked"
    return row_sums(solver.of, space.bet, sizes, under, space.conditions)


def _wanted(goal: Goal, deals: int, scale: int) -> Wanted:
    """The goal in the whole numbers of the search."""
    units, far = deals * scale, LARGEST // 8
    hit = goal.hit or Between(Fraction(0), Fraction(1))
    top = goal.top or Between(Fraction(0), Fraction(far))
    wide = goal.deviation
    spread = (
        None if wide is None else (ceil((wide.low * units) ** 2), floor((wide.high * units) ** 2))
    )
    return Wanted(
        total=(ceil(-goal.edge.high * units), floor(-goal.edge.low * units)),
        middle=-goal.edge.middle * units,
        hits=(ceil(hit.low * deals), floor(hit.high * deals)),
        top=(min(ceil(top.low * scale), far), min(floor(top.high * scale), far)),
        spread=spread,
    )


def _ways(space: Space) -> tuple[list[int], dict[Fraction, int]] | None:
    """The deals that each row pays, and those that no row pays by what they win.

    Two tables in which every row wins an amount of its own show which deals a row pays.  None where
    they show different deals, where a figure is more than its outcomes, or where amounts that no
    table has are too much for the game.
    """
    if pays_sums(space.base):
        return None
    seen = []
    for first, step in ((500_000_000, 2), (700_000_000, 7)):  # 5 for 1 wins as much as 4 to 1
        probes = [_probe(row, first + step * place) for place, row in enumerate(space.rows)]
        try:
            found = space.judged(_by_row(space, probes))
        except Refused:
            return None
        if not found.lines:
            return None
        others = dict(found.outcomes.ways)
        ways = [
            others.pop(Fraction(pay.units), 0) if pay.unit is not Unit.METER else 0
            for pay in probes
        ]
        seen.append((ways, others))
    return seen[0] if seen[0] == seen[1] else None


def _adds_up(space: Space, ways: Sequence[int], others: Mapping[Fraction, int]) -> bool:
    """Whether the deals of each row give the edge of tables that the search may find.

    A rule can treat an amount otherwise than larger ones, for example as the most that it pays.
    Every choice of every row is tried beside the lowest choices of the others; of a row with very
    many choices some are.
    """
    lowest = [0] * len(space.rows)
    tried = [lowest]
    for place, row in enumerate(space.rows):
        apart = -(-len(row.pays) // _TRIED)
        some = {*range(1, len(row.pays), apart), len(row.pays) - 1} - {0}
        tried += ([*lowest[:place], choice, *lowest[place + 1 :]] for choice in sorted(some))
    constant = sum(net * count for net, count in others.items())
    deals = sum(others.values()) + sum(ways)
    for choices in tried:
        pays = [row.pays[each] for row, each in zip(space.rows, choices, strict=True)]
        won = sum(
            count * row.worths[each]
            for count, row, each in zip(ways, space.rows, choices, strict=True)
        )
        if space.judged(_by_row(space, pays)).house_edge != -(constant + won) / deals:
            return False
    return True


def _probe(row: Choices, amount: int) -> Pay:
    """An amount of the row's own, unless it is a meter, which pays what it shows."""
    if any(pay.unit is Unit.METER for pay in row.pays):
        return row.pays[0]
    return Pay(next((pay.unit for pay in row.pays if pay.unit in NUMBERED), Unit.TO), amount)


@dataclass(frozen=True)
class _Played:
    """A space of which every candidate is judged by the value of the best play."""

    space: Space
    goal: Goal
    rank: Rank
    most: int
    values: Values

    def found(self, progress: Progress) -> _Answer:
        """The answer: whole figures only of candidates that have the edge and the top award.

        Where nothing but these decides, only of the best.
        """
        met, edges, meeting = list[_Key](), list[Fraction](), 0
        for done, choices, totals in self._totals():
            some = self._wanted(choices, totals)
            meeting += len(some)
            edges += [-self.values.value(int(each)) for each in (totals.min(), totals.max())]
            keys = (self._key(choices[each], int(totals[each])) for each in some.tolist())
            if self._needs_figures:
                met += keys
                self._check(len(met))
            else:
                met = nsmallest(self.most, chain(met, keys))
            progress(done / self.space.candidates * _SHARE)
        made = []
        for done, (*_, last, edge) in enumerate(met, 1):
            made.append(self._whole([-each for each in last], edge))
            progress(_SHARE + (1 - _SHARE) * done / len(met))
        if self._needs_figures:
            made = [each for each in made if self.goal.is_met(each[1])]
            meeting = len(made)
        made.sort(key=lambda each: each[0])
        best = tuple(each for _, each in made[: self.most])
        return _Answer(meeting, best, (min(edges), max(edges)))

    @property
    def _needs_figures(self) -> bool:
        """Whether more than edge and top award decides which pay tables are listed."""
        more = self.goal.hit is not None or self.goal.deviation is not None
        return more or self.rank in (Rank.DEVIATION, Rank.HIT)

    def _totals(self) -> Iterator[tuple[int, Ints, Ints]]:
        """Some pay tables at a time: how many there were, their choices, and what they win."""
        every, done = self.space.every(), 0
        while some := list(islice(every, _AT_ONCE)):
            choices = np.array(some)
            totals = self.values.of(choices)
            assert totals is not None, "the highest choices have been tried"
            yield (done := done + len(some)), choices, totals

    def _wanted(self, choices: Ints, totals: Ints) -> Ints:
        """Those that have the wanted edge and top award."""
        goal, whole = self.goal, self.values.whole
        low, high = ceil(-goal.edge.high * whole), floor(-goal.edge.low * whole)
        found: NDArray[np.bool_] = (totals >= low) & (totals <= high)
        if goal.top is not None:
            above = np.zeros(len(totals), np.bool_)
            reached = above.copy()
            for row, own in zip(self.space.rows, choices.T, strict=True):
                awards = [award(pay, self.space.terms) for pay in row.pays]
                above |= np.array([each > goal.top.high for each in awards])[own]
                reached |= np.array([each >= goal.top.low for each in awards])[own]
            found &= ~above & (reached | (goal.top.low <= 0))
        return np.nonzero(found)[0]

    def _key(self, choices: Ints, total: int) -> "_Key":
        """What the order goes by as far as it is known, and the edge."""
        pays = [row.pays[each] for row, each in zip(self.space.rows, choices.tolist(), strict=True)]
        edge, rough = -self.values.value(total), sum(map(roughness, pays))
        first = {
            Rank.SIMPLE: Fraction(rough),
            Rank.TOP: -max(award(pay, self.space.terms) for pay in pays),
        }.get(self.rank, Fraction(0))
        last = tuple(-each for each in choices.tolist())
        return first, abs(edge - self.goal.edge.middle), rough, last, edge

    def _whole(self, choices: Sequence[int], edge: Fraction) -> tuple[Any, Design]:
        key, made = _keyed(self.space, self.goal, self.rank, choices)
        assert made.house_edge == edge, "the whole figure has the value of the best play"
        return key, made

    def _check(self, number: int) -> None:
        if number > MOST_JUDGED:
            raise Refused(
                f"more than {MOST_JUDGED:,} pay tables have the wanted edge, and each of them needs"
                f" the figure of the whole game; narrow the edge or {self.space.widest.key}",
                code="design.many",
            )


def _keyed(space: Space, goal: Goal, rank: Rank, choices: Sequence[int]) -> tuple[Any, Design]:
    """A candidate by its whole figure, and what the order goes by."""
    pays = [row.pays[each] for row, each in zip(space.rows, choices, strict=True)]
    by_row = _by_row(space, pays)
    made = _made(by_row, space.judged(by_row), space.terms)
    rough = sum(map(roughness, pays))
    first: dict[Rank, tuple[Fraction | int, ...]] = {
        Rank.EDGE: (),
        Rank.SIMPLE: (rough,),
        Rank.DEVIATION: (made.variance,),
        Rank.HIT: (-made.hit_frequency,),
        Rank.TOP: (-made.top,),
    }
    distance = abs(made.house_edge - goal.edge.middle)
    return (*first[rank], distance, rough, tuple(-each for each in choices)), made


def _judged(space: Space, goal: Goal, rank: Rank, most: int, progress: Progress) -> _Answer:
    """The same by the whole figure of every candidate."""
    number, edges = space.candidates, set()
    met: list[tuple[Any, Design]] = []
    for done, choices in enumerate(space.every(), 1):
        key, made = _keyed(space, goal, rank, choices)
        edges.add(made.house_edge)
        if goal.is_met(made):
            met.append((key, made))
        progress(done / number)
    met.sort(key=lambda each: each[0])
    return _Answer(len(met), tuple(made for _, made in met[:most]), (min(edges), max(edges)))


def _by_row(space: Space, pays: Sequence[Pay]) -> dict[str, Pay]:
    return dict(zip((row.key for row in space.rows), pays, strict=True))


def _made(pays: Mapping[str, Pay], found: Figure, terms: Terms) -> Design:
    return Design(
        pays=pays,
        house_edge=found.house_edge,
        hit_frequency=found.outcomes.win,
        variance=found.variance,
        top=max((award(pay, terms) for pay in pays.values()), default=Fraction(0)),
    )


def _printed(space: Space, goal: Goal) -> Iterator[PrintedTable]:
    """The tables of the document, as far as they price the same."""
    for name, each in space.sheets.tables[space.base.bet].items():
        table = each.under(space.terms.options)
        under = replace(space.terms, pay={**space.terms.pay, table.bet: table})
        found = figure(space.game, space.bet, under, space.conditions)
        made = _made(table.by_row(), found, space.terms)
        yield PrintedTable(name=name, design=made, meets=goal.is_met(made))
