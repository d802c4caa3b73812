"""The pictures of borders: what playing is worth near them, and where they are for a card up."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairdeal.report.drawing import BRASS, EDGE, INFO, INK, LOSE, WIN, in_percent, picture
from fairdeal.report.numbers import percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def near(cuts: Sequence[Mapping[str, Any]], unit: str, says: str) -> str:
    """What playing the hands near the border is worth, against what a fold costs."""
    tallest = max(len(cut["near"]) for cut in cuts)

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(1, len(cuts), squeeze=False)
        for axes, cut in zip(panels.flat, cuts, strict=True):
            for down, hand in enumerate(cut["near"]):
                worth = [hand["value_of_play"][end]["value"] for end in ("lowest", "highest")]
                colour = {"play": WIN, "fold": LOSE}.get(hand["decision"], BRASS)
                axes.plot(worth, [down, down], color=colour, linewidth=4, solid_capstyle="round")
            fold = cut["near"][0]["value_of_fold"]["value"]
            axes.axvline(fold, color=INFO, linestyle="--", linewidth=1)
            axes.annotate(
                "fold",
                (fold, 1),
                (3, 2),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                color=INFO,
                va="bottom",
            )
            axes.set_yticks(range(len(cut["near"])), [hand["words"] for hand in cut["near"]])
            axes.set_ylim(tallest - 0.5, -0.5)
            axes.margins(x=0.08)
            axes.locator_params(axis="x", nbins=5 if len(cuts) == 1 else 3)
            axes.set_xlabel(unit)
            if cut["up"]:
                axes.set_title(f"{cut['up'].replace('T', '10')} up", pad=14)

    width = 4.2 if len(cuts) == 1 else 1.7 * len(cuts)
    return picture(width, 0.19 * tallest + 0.75, says, draw)


def by_up_card(cuts: Sequence[Mapping[str, Any]], says: str) -> str:
    """For each card the dealer shows, the share of hands to play and the weakest of them."""

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        shares = [cut["share_played"]["value"] for cut in cuts]
        colours = [WIN if cut["strongest_folded"] else EDGE for cut in cuts]
        bars = axes.barh(range(len(cuts)), shares, 0.7, color=colours)
        axes.bar_label(bars, [_from_where(cut) for cut in cuts], padding=4, fontsize=8, color=INK)
        axes.set_yticks(range(len(cuts)), [cut["up"].replace("T", "10") for cut in cuts])
        axes.set_ylim(len(cuts) - 0.4, -0.6)
        axes.set_xlim(0, 1.42)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.set_xlabel("share of hands to play")
        axes.set_ylabel("card up")
        axes.grid(False)
        in_percent(axes.xaxis)

    return picture(4.8, 0.2 * len(cuts) + 0.6, says, draw)


def _from_where(cut: Mapping[str, Any]) -> str:
    if not cut["strongest_folded"]:
        return "every hand"
    played, weakest = percent(cut["share_played"]["value"], 2), cut["weakest_played"]["words"]
    if cut["strength_decides"]:
        return f"{played}, {weakest} or better"
    return f"{played}, some from {weakest} up"
