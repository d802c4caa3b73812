"""The pictures of figures that depend on something: other players, meters, a bankroll."""

from collections.abc import Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Any

from fairdeal.report.drawing import (
    BRASS,
    GREY,
    INFO,
    INK,
    WIN,
    in_percent,
    label_ends,
    picture,
)
from fairdeal.report.numbers import capital, chance, money

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def envy(tables: Sequence[Mapping[str, Any]], says: str) -> str:
    """The edge of each table with envy for every number of other players."""

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        ends, lines = [], []
        for place, table in enumerate(tables):
            at = [each["others"] for each in table["others"]]
            edge = [each["house_edge"]["value"] for each in table["others"]]
            colour = (WIN, INFO, BRASS, INK)[place % 4]
            thick = 1.8 + 3 * (len(tables) - 1 - place)  # lines may lie on each other
            axes.plot(at, edge, color=colour, linewidth=thick, marker="o", markersize=thick + 2)
            ends.append((at[-1], edge[-1], table["pay_table"], colour))
            lines += edge
        label_ends(axes, ends, (max(lines) - min(lines)) * 0.09)
        axes.set_xlabel(f"{tables[0]['hands']} at the table")
        axes.set_title("house edge", fontweight="normal", color=GREY)
        axes.set_xlim(-0.2, ends[0][0] + 1.1)
        axes.set_xticks(range(ends[0][0] + 1))
        in_percent(axes.yaxis)

    return picture(4.5, 2.4, says, draw)


def meters(progressive: Mapping[str, Any], says: str) -> str:
    """What the bet returns as each meter grows, the others at reset, and where it breaks even."""
    base = progressive["return_at_reset"]["value"]

    def draw(figure: "Figure") -> None:
        found = progressive["meters"]
        rows = -(-len(found) // 2)
        grid = figure.subplots(rows, 2, sharey=True, squeeze=False)
        for axes in grid.flat[len(found) :]:
            axes.set_axis_off()
        for axes, meter in zip(grid.flat, found, strict=False):
            reset = meter["reset_cents"] / 100
            even = meter["break_even_cents"]["value"] / 100
            slope = meter["return_per_dollar_on_the_meter"]["value"]
            low, high = min(reset, even), max(reset, even)
            until = high + 0.25 * (high - low)
            axes.plot([low, until], [base + slope * (x - reset) for x in (low, until)], color=WIN)
            axes.axhline(1, color=INFO, linestyle="--", linewidth=1)
            for x, y, name, side in (
                (reset, base, f"reset {money(100 * reset)}", "left"),
                (even, 1.0, f"breaks even at {money(100 * even, 0)}", "right"),
            ):
                axes.plot([x], [y], color=INK, marker="o", markersize=4)
                up = -12 if side == "left" else 5
                axes.annotate(
                    name, (x, y), (0, up), textcoords="offset points", ha=side, fontsize=7.5
                )
            axes.set_title(f"{capital(meter['meter'])} meter")
            axes.set_xlim(low - 0.04 * (until - low), until)
            axes.set_xticks([])
            axes.set_ylim(bottom=min(base, 1) - 0.14)
            in_percent(axes.yaxis)

    return picture(7.0, 1.75 * -(-len(progressive["meters"]) // 2), says, draw)


def ruin(banks: Sequence[Mapping[str, Any]], says: str) -> str:
    """The chance that a bankroll is ever lost, for tables with few and with many players."""
    sorts = sorted({bank["pair_plus_units"] for bank in banks})

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(len(sorts), 1, squeeze=False)
        for axes, units in zip(panels.flat, sorts, strict=True):
            among = [bank for bank in banks if bank["pair_plus_units"] == units]
            chosen = {0, (len(among) - 1) // 2, len(among) - 1}
            for bank, colour in zip(
                (among[place] for place in sorted(chosen)), (WIN, INFO, INK), strict=False
            ):
                sizes = [int(size) for size in bank["ruin"]]
                edge, variance = bank["edge_per_round"], bank["variance_per_round"]
                rate = max(0.0, 2 * edge["value"] / variance["value"])
                across = [sizes[-1] * step / 100 for step in range(101)]
                name = f"{bank['players']} player{'s' if bank['players'] > 1 else ''}"
                axes.plot(across, [exp(-rate * x) for x in across], color=colour, label=name)
            axes.set_title("ante and play" + (f", pair plus of {units}" if units else ""))
            axes.set_xlabel("bankroll in antes")
            axes.set_xlim(0, max(across))
            axes.set_ylim(0, 1.02)
            axes.legend(loc="upper right", fontsize=8)
            in_percent(axes.yaxis)

    return picture(4.5, 2.2 * len(sorts), says, draw)


def posted(coverage: Mapping[str, Any], says: str) -> str:
    """The chance to lose so many wagers of the size that is posted."""
    chances = coverage["ruin_by_posted_wagers"]

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        bars = axes.bar(range(len(chances)), chances.values(), 0.62, color=INFO)
        texts = [chance(each, 2).removesuffix(" %") for each in chances.values()]
        axes.bar_label(bars, texts, padding=2, fontsize=7.5, fontweight="bold", color=INK)
        axes.set_xticks(range(len(chances)), chances.keys())
        axes.set_xlabel("bankroll in posted wagers")
        axes.set_title("chance of ever losing it, percent", fontweight="normal", color=GREY)
        axes.set_ylim(0, 1.12 * max(chances.values()))
        in_percent(axes.yaxis)

    return picture(3.8, 2.3, says, draw)
