"""The pictures of borders: what playing is worth near them, and where they are for a card up."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.games.layout import FOLD
from fairdeal.report.charts import DEPENDS
from fairdeal.report.drawing import (
    BRASS,
    EDGE,
    INFO,
    LOSE,
    NORMAL,
    WIN,
    Plot,
    Scale,
    around,
    as_percent,
    plotted,
    round_ticks,
)
from fairdeal.report.numbers import percent


def near(cuts: Sequence[Mapping[str, Any]], unit: str, says: str) -> str:
    """What playing the hands near the border is worth, against what a fold costs."""
    tallest = max(len(cut["near"]) for cut in cuts)
    plots = [_near(cut, unit, tallest, 5 if len(cuts) == 1 else 3) for cut in cuts]
    width = 4.2 if len(cuts) == 1 else 1.7 * len(cuts)
    return plotted(width, 0.19 * tallest + 0.75, says, [plots])


def _near(cut: Mapping[str, Any], unit: str, tallest: int, ticks: int) -> Plot:
    worth = [
        [hand["value_of_play"][end]["value"] for end in ("lowest", "highest")]
        for hand in cut["near"]
    ]
    fold = cut["near"][0]["value_of_fold"]["value"]
    low, high = around((fold, *(value for both in worth for value in both)), 0.08, 0.08)
    names = [(place, hand["words"]) for place, hand in enumerate(cut["near"])]
    plot = Plot(
        Scale(low, high, round_ticks(low, high, ticks), unit, has_line=True),
        Scale(tallest - 0.5, -0.5, names, has_grid=True),
        f"{cut['up'].replace('T', '10')} up" if cut["up"] else "",
    )
    plot.upright(fold, INFO, dash=(3.7, 1.6))
    plot.text(fold, -0.5, "fold", right=3, down=-6, colour=INFO, size=NORMAL, anchor="start")
    for place, (hand, (lowest, highest)) in enumerate(zip(cut["near"], worth, strict=True)):
        colour = {FOLD: LOSE, DEPENDS: BRASS}.get(hand["decision"], WIN)
        plot.stroke((lowest, place), (highest, place), colour, 4)
    return plot


def by_up_card(cuts: Sequence[Mapping[str, Any]], share_of: str, says: str) -> str:
    """For each card the dealer shows, the share of hands to stay in with, and the weakest."""
    ups = [(place, cut["up"].replace("T", "10")) for place, cut in enumerate(cuts)]
    quarters = [(number / 4, as_percent(number / 4)) for number in range(5)]
    plot = Plot(
        Scale(0, 1, quarters, share_of, has_line=True),
        Scale(len(cuts) - 0.4, -0.6, ups, "card up"),
    )
    for place, cut in enumerate(cuts):
        share = cut["share_played"]["value"]
        colour = WIN if cut["strongest_folded"] else EDGE
        plot.box((0, place - 0.35), (share, place + 0.35), colour)
        plot.text(share, place, _from_where(cut), right=5, size=8, anchor="start")
    return plotted(4.8, 0.2 * len(cuts) + 0.6, says, [[plot]])


def _from_where(cut: Mapping[str, Any]) -> str:
    if not cut["strongest_folded"]:
        return "every hand"
    played, weakest = percent(cut["share_played"]["value"], 2), cut["weakest_played"]["words"]
    if cut["strength_decides"]:
        return f"{played}, {weakest} or better"
    return f"{played}, some from {weakest} up"
