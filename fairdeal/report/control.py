"""The picture of a statement: what every wager won, against what it was to win."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from fairdeal.report.drawing import GREY, INFO, INFO_SOFT, INK, LOSE, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NAMES: Final = ("table", "day", "shift", "game", "bet")


def control(shown: Mapping[str, Any]) -> str:
    """Every wager of every row on a line of its own, the band of what is probable behind it."""
    reach = shown["thresholds"]["improbable"]
    found = [
        (_name(row, wager), wager)
        for row in shown["rows"]
        for wager in row.get("wagers", [row])
        if wager.get("theory")
    ]

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        for place, (_, wager) in enumerate(found):
            theory = wager["theory"]
            win, mean = theory["win_cents"] / 100, theory["expected_win_cents"]["value"] / 100
            band = reach * theory["standard_deviation_cents"] / 100
            is_flagged = wager["verdict"].endswith("improbable")
            axes.barh(place, 2 * band, 0.6, mean - band, color=INFO_SOFT)
            axes.plot([mean, mean], [place - 0.3, place + 0.3], color=INFO)
            axes.plot([win], [place], "o", color=LOSE if is_flagged else INK)
            if is_flagged:
                axes.annotate(
                    wager["verdict"],
                    (win, place),
                    (8 if win > mean else -8, 0),
                    textcoords="offset points",
                    ha="left" if win > mean else "right",
                    va="center",
                    color=LOSE,
                    fontweight="bold",
                )
        axes.set_yticks(range(len(found)), [name for name, _ in found])
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.xaxis.set_major_formatter(lambda value, _: f"${value:,.0f}".replace("$-", "-$"))
        axes.grid(visible=True, axis="x")
        axes.grid(visible=False, axis="y")
        axes.set_title(
            f"dots: win; bars: what is to be expected, and {reach} standard deviations around it",
            fontweight="normal",
            color=GREY,
        )

    says = f"{shown['operator']}: {shown['title']}, {shown['first_day']} to {shown['last_day']}"
    return picture(7.5, 0.9 + 0.36 * max(1, len(found)), says, draw)


def _name(row: Mapping[str, Any], wager: Mapping[str, Any]) -> str:
    both = {**wager, **row, "bet": wager["bet"]}
    return " ".join(both[name] for name in _NAMES if name in both)
