"""The pictures of figures: how often each result comes, and edges side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from fairdeal.report.drawing import (
    EDGE,
    INFO,
    LOSE,
    WIN,
    Plot,
    Scale,
    around,
    as_percent,
    plotted,
    round_ticks,
)
from fairdeal.report.numbers import chance, net, percent

_WIDTH: Final = 4.6
"""Inches; where bars would need more to stand side by side, they lie one above the other."""
SINGLE: Final = 24
"""So many outcomes have a bar each."""
_DECADES: Final = 1000
"""From this ratio of probabilities on a linear scale would hide the rare ones."""


def outcomes(
    ways: Mapping[str, int], unit: str, says: str, named: Callable[[str], str] = net
) -> str:
    """How often each net result comes, from the largest loss to the largest win."""
    bars = list(_bars(ways, named))
    names, shares = [bar[0] for bar in bars], [bar[2] / sum(ways.values()) for bar in bars]
    far = max(shares) > _DECADES * min(shares)  # the small ones are told by their labels alone
    texts = [chance(share, 2, 2 if far else 0).removesuffix(" %") for share in shares]
    needed = 0.6 + len(bars) * (0.04 + 0.075 * max(map(len, (*names, *texts))))
    upright = needed <= _WIDTH

    most, count = max(shares), len(bars)
    if upright:
        high = 1.12 * most  # room for the labels
        plot = Plot(
            Scale(-0.5, count - 0.5, [*enumerate(names)], unit, has_line=True),
            Scale(0, high, round_ticks(0, high, 5, as_percent), has_grid=True),
            unit="percent of deals",
        )
    else:
        long = 1.2 * most
        plot = Plot(
            Scale(0, long, round_ticks(0, long, 5, as_percent), has_grid=True),
            Scale(-0.6, count - 0.4, [*enumerate(names)], unit),
            unit="percent of deals",
        )
    for place, ((_, value, _), share, text) in enumerate(zip(bars, shares, texts, strict=True)):
        colour = _colour(value)
        if upright:
            plot.box((place - 0.34, 0), (place + 0.34, share), colour)
            plot.text(place, share, text, down=-6, bold=True)
        else:
            plot.box((0, place - 0.36), (share, place + 0.36), colour)
            plot.text(share, place, text, right=3, bold=True, anchor="start")
    width, height = (max(3.4, needed), 2.5) if upright else (_WIDTH, 0.175 * count + 0.7)
    return plotted(width, height, says, [[plot]])


def _bars(
    ways: Mapping[str, int], named: Callable[[str], str]
) -> Iterator[tuple[str, Fraction, int]]:
    """Name, value and number of each bar; neighbours share one where there are too many."""

    def range_of(text: str) -> tuple[str, int] | str:
        value = int(abs(Fraction(text)))
        digits = len(str(value)) - 1
        first = value // 10**digits  # ranges begin at 1, 2 and 5 and their tens, hundreds ...
        bound = 5 if first >= 5 else 2 if first >= 2 else first
        return text if len(ways) <= SINGLE else (text[:1].strip("0123456789"), bound * 10**digits)

    for _, run in groupby(sorted(ways, key=Fraction), range_of):
        nets = list(run)
        ends = list(dict.fromkeys((named(nets[0]), named(nets[-1]))))
        yield " to ".join(ends), Fraction(nets[0]), sum(ways[each] for each in nets)


def _colour(value: Fraction) -> str:
    return WIN if value > 0 else LOSE if value < 0 else EDGE


def edges(found: Sequence[tuple[str, float, bool]], says: str) -> str:
    """House edges side by side: name, edge, and whether it is the one shown in full."""
    lowest, highest = (pick(edge for _, edge, _ in found) for pick in (min, max))
    names = [(place, name) for place, (name, _, _) in enumerate(found)]
    plot = Plot(Scale(min(0.0, lowest), max(highest, 1e-4)), Scale(len(found) - 0.4, -0.6, names))
    for place, (_, edge, shown) in enumerate(found):
        plot.box((0, place - 0.33), (edge, place + 0.33), WIN if shown else EDGE)
        side = -1 if edge < 0 else 1
        plot.text(edge, place, percent(edge), right=4 * side, anchor="end" if edge < 0 else "start")
    plot.upright(0, EDGE, 0.8)
    return plotted(4.3, 0.2 * len(found) + 0.25, says, [[plot]])


def edge_by_pay(found: Sequence[tuple[int, float]], row: str, says: str) -> str:
    """The house edge as a row pays more: what it pays, and the edge."""
    points = sorted(found)
    pays, values = zip(*points, strict=True)
    low, high = around([0.0, *values])
    ticks = [each for each in round_ticks(pays[0], pays[-1], 8) if each[0].is_integer()]
    plot = Plot(
        Scale(pays[0], pays[-1], ticks, f"{row} pays", has_line=True),
        Scale(low, high, round_ticks(low, high, 5, as_percent), has_grid=True),
        unit="house edge",
    )
    plot.level(0, EDGE, 0.8)
    plot.line(points, INFO)
    for x, y in points if len(points) <= SINGLE else ():
        plot.dot(x, y, INFO)
    return plotted(4.6, 2.5, says, [[plot]])
