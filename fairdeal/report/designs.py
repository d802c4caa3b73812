"""Pay tables that a search found: in words, as CSV, as a pay-table file, and as a plot."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from fairdeal.analysis.design import Between, Design, Designs, Goal
from fairdeal.analysis.search import Rank
from fairdeal.games.paytable import PayTable, Unit, key_of, row_key
from fairdeal.games.paytable_check import read
from fairdeal.games.sheets import known_to
from fairdeal.report.drawing import (
    BRASS,
    INFO,
    INK,
    SMALL,
    WIN,
    Plot,
    Point,
    Scale,
    around,
    as_percent,
    plotted,
    round_ticks,
    width_of,
)
from fairdeal.report.numbers import percent

ORDERS: Final[Mapping[Rank, str]] = {
    Rank.EDGE: "nearest to the middle of the wanted house edge",
    Rank.SIMPLE: "round numbers first",
    Rank.DEVIATION: "lowest standard deviation first",
    Rank.HIT: "highest hit frequency first",
    Rank.TOP: "highest top award first",
}

_FIGURES: Final = ("house_edge", "hit_frequency", "standard_deviation", "top_award")
_HEIGHT: Final = 2.7
_BESIDE: Final = 6.0
"""Inches from which two plots stand side by side."""
_NARROW: Final = Fraction(3, 10)
"""The widest range of wanted house edges that a plot shows whole."""
_DOT: Final = 7.0
_HIGH: Final = 145.0
"""Points that a plot is high, or nearly."""
_ASIDE: Final = (0, -9, 9, -18, 18, -27, 27, -36, 36)
"""Points by which the name of a table may move down from its dot; the first that is free."""


def tables(found: Designs) -> list[Design]:
    """What was found, and what the game has."""
    return [*found.best, *(each.design for each in found.printed)]


def rows(found: Designs) -> list[str]:
    """The rows of all tables that are shown, in the order of the pay table."""
    named = {row for each in tables(found) for row in each.pays}
    columns = found.space.game.bet(found.space.base.bet).columns
    ordered = [row_key(column, hand) for column in columns for hand in column.lines()]
    return [row for row in ordered if row in named]


def unit_of_all(found: Designs) -> Unit | None:
    """The unit that all pays have, so that the numbers say enough."""
    units = {pay.unit for each in tables(found) for pay in each.pays.values()}
    units -= {Unit.PUSH, Unit.LOSE}
    return next(iter(units)) if len(units) == 1 and units <= {Unit.TO, Unit.FOR} else None


def pays(made: Design, rows: Iterable[str], unit: Unit | None) -> list[str]:
    """What every row pays; nothing where a table has no such row."""
    every = [made.pays.get(row) for row in rows]
    return ["" if pay is None else pay.beside(unit) for pay in every]


def wanted(goal: Goal) -> str:
    """The goal in words."""
    parts = [f"house edge {_percents(goal.edge)}"]
    parts += [f"hit frequency {_percents(goal.hit)}"] if goal.hit else []
    for name, each in (("standard deviation", goal.deviation), ("top award", goal.top)):
        if each is not None:
            low, high = (f"{float(end):,.10g}" for end in (each.low, each.high))
            parts.append(f"{name} {low}" if low == high else f"{name} {low} to {high}")
    return ", ".join(parts)


def _percents(wanted: Between) -> str:
    return f"{float(100 * wanted.low):.10g} % to {float(100 * wanted.high):.10g} %"


def notes(found: Designs) -> Iterator[str]:
    """What a reader of the pays and figures has to know."""
    unit = unit_of_all(found)
    if unit is not None:
        every = (pay.per for each in tables(found) for pay in each.pays.values())
        yield f"pays are {unit}{', where they say nothing else' if max(every) > 1 else ''}"
    if found.space.bet != found.space.base.bet:
        yield f"figures are those of {found.space.bet}, per {found.per}"
    if found.assumptions:
        yield "; ".join(found.assumptions)
    if any(row not in each.pays for row in rows(found) for each in tables(found)):
        yield "a hand without a pay of its own is paid as the lower hand it also is"


def in_csv(found: Designs) -> str:
    """A line for every pay table, the best first."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    keys = [row.key for row in found.space.rows]
    exact = ("house_edge_exact", "hit_frequency_exact", "variance_exact")
    lines.writerow(["rank", *keys, *_FIGURES, *exact])
    for place, each in enumerate(found.best, 1):
        lines.writerow(
            [
                place,
                *(each.pays[row] for row in keys),
                *(repr(float(each.house_edge)), repr(float(each.hit_frequency))),
                *(repr(each.standard_deviation), repr(float(each.top))),
                *(each.house_edge, each.hit_frequency, each.variance),
            ]
        )
    return written.getvalue()


def in_toml(found: Designs) -> str:
    """The pay tables as a file that ``fairdeal par --tables`` reads, ``design-1`` the best."""
    base = found.space.base
    parts = [f"[{base.bet}]\ndefault = {_text('design-1')}"] if found.best else []
    for number, each in enumerate(found.best, 1):
        edge = percent(each.house_edge)
        place = f"designed from table {base.name}: house edge {edge} of {found.space.bet}"
        entry = _entry(found, found.space.table(each.pays), place)
        said = "\n".join(f"{key} = {value}" for key, value in entry.items())
        parts.append(f"[{base.bet}.design-{number}]\n{said}")
    return "\n\n".join(parts) + "\n"


def _entry(found: Designs, table: PayTable, place: str) -> dict[str, str]:
    """What a file says of a pay table, each part as TOML."""
    lines = {
        column.key: [
            (key_of(column.events(event)), str(table.pays[column.key][event]))
            for event in table.printed[column.key]
        ]
        for column in table.columns
    }
    game, known = found.space.game, known_to(found.space.game, found.space.sheets.meters)
    reasons = {"mixes-units": "as designed", "worse-pays": "as designed"}
    entry: dict[str, Any] = {"place": place, **reasons}
    entry |= {key: [*map(list, some)] for key, some in lines.items()}
    columns = game.bet(table.bet).columns
    needed = {
        word: reason
        for word, reason in reasons.items()
        if read(table.bet, table.name, columns, _without(entry, word), known)[0] is None
    }
    return {
        **{key: _text(text) for key, text in {"place": place, **needed}.items()},
        **{key: _list(some) for key, some in lines.items()},
    }


def _without(entry: Mapping[str, Any], word: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != word}


def _list(lines: Sequence[tuple[str, str]]) -> str:
    inner = "".join(f"    [{_text(hand)}, {_text(pay)}],\n" for hand, pay in lines)
    return f"[\n{inner}]"


def _text(text: str) -> str:
    """A text as TOML and JSON write it."""
    return json.dumps(text, ensure_ascii=False)


def picture(found: Designs, says: str, width: float) -> str:
    """House edge against deviation, and against hit frequency where the tables differ in it."""
    goal, every = found.goal, tables(found)
    has_hits = len({each.hit_frequency for each in every}) > 1
    is_beside = has_hits and width >= _BESIDE
    wide = width / 2 if is_beside else width
    deviations = _plot(found, [each.standard_deviation for each in every], goal.deviation, wide)
    deviations.unit = "standard deviation"
    if not has_hits:
        return plotted(width, _HEIGHT, says, [[deviations]])
    hits = _plot(found, [float(each.hit_frequency) for each in every], goal.hit, wide, as_percent)
    hits.unit = "hit frequency"
    rows = [[deviations, hits]] if is_beside else [[deviations], [hits]]
    return plotted(width, len(rows) * _HEIGHT, says, rows)


def _plot(
    found: Designs,
    heights: Sequence[float],
    wanted: Between | None,
    width: float,
    named: Callable[[float], str] | None = None,
) -> Plot:
    """Every table as a dot, and a ground behind those that meet the goal."""
    edge = found.goal.edge
    edges = [float(each.house_edge) for each in tables(found)]
    shown = [*zip(edges, heights, strict=True)]
    ends = [edge.low, edge.high] if edge.high - edge.low <= _NARROW else []
    low, high = around([*edges, *map(float, ends)], 0.06, 0.06)
    least, most = around(heights, 0.12, 0.12)
    plot = Plot(
        Scale(
            low,
            high,
            round_ticks(low, high, 8 if width > _BESIDE else 4, as_percent),
            "house edge",
            has_line=True,
        ),
        Scale(least, most, round_ticks(least, most, 5, named), has_grid=True),
    )
    bottom, top = (least, most) if wanted is None else (float(wanted.low), float(wanted.high))
    left, right = max(low, float(edge.low)), min(high, float(edge.high))
    bottom, top = max(least, bottom), min(most, top)
    if left < right and bottom < top:
        plot.box((left, bottom), (right, top), INFO, 0.1)
    best = shown[: len(found.best)]
    for x, y in reversed(best[1:]):
        plot.dot(x, y, INFO, 4.5)
    names = [(point, "1", WIN) for point in best[:1]]
    places: dict[Point, list[str]] = {}
    for point, each in zip(shown[len(best) :], found.printed, strict=True):
        places.setdefault(point, []).append(each.name)
    names += [(point, ", ".join(some), BRASS) for point, some in places.items()]
    across = 72 * width - 50
    dots = (_place(plot, point, across) for point in [*places, *best[:1]])
    taken = [(x - _DOT / 2, y, _DOT) for x, y in dots]
    for point, name, colour in names:
        plot.dot(*point, colour, _DOT)
        x, y = _place(plot, point, across)
        wide = width_of(name, SMALL, bold=True)
        boxes = ((x + _DOT, y + down, wide) for down in _ASIDE)
        box = next((each for each in boxes if not any(map(partial(_meet, each), taken))), None)
        box = box or (x + _DOT, y, wide)
        taken.append(box)
        down = box[1] - y
        plot.text(*point, name, right=_DOT, down=down, colour=INK, bold=True, anchor="start")
    return plot


def _place(plot: Plot, point: Point, across: float) -> Point:
    """About where a point is drawn, in points from the lower left corner down and to the right."""
    return across * plot.x.share(point[0]), -_HIGH * plot.y.share(point[1])


def _meet(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether two texts touch, each from its left end, its middle line and its width."""
    is_level = abs(one[1] - other[1]) < SMALL + 1
    return is_level and one[0] < other[0] + other[2] + 2 and other[0] < one[0] + one[2] + 2
