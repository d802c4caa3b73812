"""The pictures of figures: how often each result comes, and edges side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final

from fairdeal.report.drawing import (
    EDGE,
    GREY,
    INK,
    LOSE,
    WIN,
    in_percent,
    picture,
)
from fairdeal.report.numbers import chance, net, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        places = range(len(bars))
        colours = [_colour(bar[1]) for bar in bars]
        if upright:
            drawn = axes.bar(places, shares, 0.68, color=colours)
            axes.set_xticks(places, names)
            axes.set_xlabel(unit)
        else:
            drawn = axes.barh(places, shares, 0.72, color=colours)
            axes.set_yticks(places, names)
            axes.set_ylabel(unit)
            axes.set_ylim(-0.6, len(bars) - 0.4)
            axes.grid(False)
            axes.grid(True, axis="x")
            axes.spines["bottom"].set_visible(False)
        _scale(axes, shares, upright)
        axes.bar_label(drawn, texts, padding=2, fontsize=7.5, fontweight="bold", color=INK)
        axes.set_title("percent of deals", fontweight="normal", color=GREY)

    width, height = (max(3.4, needed), 2.5) if upright else (_WIDTH, 0.175 * len(bars) + 0.7)
    return picture(width, height, says, draw)


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


def _scale(axes: "Axes", shares: Sequence[float], upright: bool) -> None:
    """A scale with room for the labels."""
    from matplotlib.ticker import MaxNLocator

    axis = axes.yaxis if upright else axes.xaxis
    limits = axes.set_ylim if upright else axes.set_xlim
    limits(0, max(shares) * (1.12 if upright else 1.2))
    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    in_percent(axis)


def edges(found: Sequence[tuple[str, float, bool]], says: str) -> str:
    """House edges side by side: name, edge, and whether it is the one shown in full."""

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        places = range(len(found))
        colours = [WIN if shown else EDGE for _, _, shown in found]
        bars = axes.barh(places, [edge for _, edge, _ in found], 0.66, color=colours)
        axes.bar_label(
            bars, [percent(edge) for _, edge, _ in found], padding=3, fontsize=7.5, color=INK
        )
        axes.set_yticks(places, [name for name, _, _ in found])
        axes.set_ylim(len(found) - 0.4, -0.6)
        lowest, highest = (pick(edge for _, edge, _ in found) for pick in (min, max))
        axes.set_xlim(min(0.0, 1.25 * lowest), max(1.25 * highest, 1e-4))
        axes.grid(False)
        axes.axvline(0, color=EDGE, linewidth=0.8)
        axes.spines["bottom"].set_visible(False)
        axes.set_xticks([])

    return picture(4.3, 0.2 * len(found) + 0.25, says, draw)
