"""The pictures of figures that depend on something: other players, meters, a bankroll."""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from fairdeal.report.drawing import (
    BRASS,
    INFO,
    INK,
    NORMAL,
    WIN,
    Plot,
    Scale,
    around,
    as_percent,
    plotted,
    round_ticks,
)
from fairdeal.report.numbers import capital, chance, money


def envy(tables: Sequence[Mapping[str, Any]], says: str) -> str:
    """The edge of each table with envy for every number of other players."""
    lines = [
        [(each["others"], each["house_edge"]["value"]) for each in table["others"]]
        for table in tables
    ]
    last, _ = lines[0][-1]
    low, high = around(edge for line in lines for _, edge in line)
    plot = Plot(
        Scale(
            -0.2,
            last + 0.1,
            [(number, str(number)) for number in range(last + 1)],
            f"{tables[0]['hands']} at the table",
            has_line=True,
        ),
        Scale(low, high, round_ticks(low, high, 5, as_percent), has_grid=True),
        unit="house edge",
    )
    ends = []
    for place, (table, line) in enumerate(zip(tables, lines, strict=True)):
        colour = (WIN, INFO, BRASS, INK)[place % 4]
        thick = 1.8 + 3 * (len(tables) - 1 - place)  # lines may lie on each other
        plot.line(line, colour, thick)
        for x, y in line:
            plot.dot(x, y, colour, thick + 3)
        ends.append((line[-1][1], table["pay_table"], colour))
    _name_ends(plot, last, ends, 0.08 * (high - low))
    return plotted(4.5, 2.4, says, [[plot]])


def _name_ends(plot: Plot, x: float, ends: list[tuple[float, str, str]], room: float) -> None:
    """Names at the ends of lines: y, name and colour; moved apart where they would overlap."""
    lowest = float("-inf")
    for y, name, colour in sorted(ends, key=lambda end: end[0]):
        lowest = max(y, lowest + room)
        plot.text(x, lowest, name, right=9, colour=colour, size=NORMAL, anchor="start")


def meters(progressive: Mapping[str, Any], says: str) -> str:
    """What the bet returns as each meter grows, the others at reset, and where it breaks even."""
    base, found = progressive["return_at_reset"]["value"], progressive["meters"]
    slopes = [meter["return_per_dollar_on_the_meter"]["value"] for meter in found]
    spans = [
        (meter["reset_cents"] / 100, meter["break_even_cents"]["value"] / 100) for meter in found
    ]
    most = max(1, base) + 0.25 * abs(1 - base)  # as far as every line goes
    low, high = min(base, 1) - 0.14, most + 0.05
    drawn = []
    for place, (meter, slope, (reset, even)) in enumerate(zip(found, slopes, spans, strict=True)):
        start, until = min(reset, even), max(reset, even) + 0.25 * abs(even - reset)
        ticks = round_ticks(low, high, 4, as_percent)
        plot = Plot(
            Scale(start - 0.04 * (until - start), until, has_line=True),
            Scale(
                low, high, [(at, "" if place % 2 else name) for at, name in ticks], has_grid=True
            ),
            f"{capital(meter['meter'])} meter",
        )
        plot.level(1, INFO, dash=(3.7, 1.6))
        plot.line([(x, base + slope * (x - reset)) for x in (start, until)], WIN)
        plot.dot(reset, base, INK, 4.5)
        plot.text(reset, base, f"reset {money(100 * reset)}", down=10, anchor="start")
        plot.dot(even, 1, INK, 4.5)
        name = f"breaks even at {money(100 * even, 0)}"
        plot.text(even, 1, name, right=-3, down=-8, anchor="end")
        drawn.append(plot)
    rows = [drawn[place : place + 2] for place in range(0, len(drawn), 2)]
    return plotted(7.0, 1.75 * len(rows), says, rows)


def ruin(banks: Sequence[Mapping[str, Any]], says: str) -> str:
    """The chance that a bankroll is ever lost, for tables with few and with many players."""
    sorts = sorted({bank["pair_plus_units"] for bank in banks})
    drawn = []
    for units in sorts:
        among = [bank for bank in banks if bank["pair_plus_units"] == units]
        most = max(int(size) for bank in among for size in bank["ruin"])
        plot = Plot(
            Scale(0, most, round_ticks(0, most, 6), "bankroll in antes", has_line=True),
            Scale(0, 1.02, round_ticks(0, 1, 5, as_percent), has_grid=True),
            "ante and play" + (f", pair plus of {units}" if units else ""),
        )
        chosen = sorted({0, (len(among) - 1) // 2, len(among) - 1})
        named = []
        for place, colour in zip(chosen, (WIN, INFO, INK), strict=False):
            bank = among[place]
            edge, variance = bank["edge_per_round"], bank["variance_per_round"]
            rate = max(0.0, 2 * edge["value"] / variance["value"])
            across = [most * step / 100 for step in range(101)]
            plot.line([(x, exp(-rate * x)) for x in across], colour)
            named.append((f"{bank['players']} player{'s' if bank['players'] > 1 else ''}", colour))
        plot.legend(named)
        drawn.append([plot])
    return plotted(4.5, 2.2 * len(sorts), says, drawn)


def posted(coverage: Mapping[str, Any], says: str) -> str:
    """The chance to lose so many wagers of the size that is posted."""
    chances = coverage["ruin_by_posted_wagers"]
    high = 1.12 * max(chances.values())
    plot = Plot(
        Scale(
            -0.5,
            len(chances) - 0.5,
            [*enumerate(chances)],
            "bankroll in posted wagers",
            has_line=True,
        ),
        Scale(0, high, round_ticks(0, high, 5, as_percent), has_grid=True),
        unit="chance of ever losing it, percent",
    )
    for place, each in enumerate(chances.values()):
        plot.box((place - 0.31, 0), (place + 0.31, each), INFO)
        plot.text(place, each, chance(each, 2).removesuffix(" %"), down=-6, bold=True)
    return plotted(3.8, 2.3, says, [[plot]])
