"""The picture of a statement: what every wager won, against what it was to win."""

from collections.abc import Mapping
from typing import Any, Final

from fairdeal.report.drawing import (
    INFO,
    INFO_SOFT,
    INK,
    LOSE,
    NORMAL,
    Plot,
    Scale,
    around,
    plotted,
    round_ticks,
)
from fairdeal.report.numbers import money

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
    lines = [_line(wager, reach) for _, wager in found]
    low, high = around([each for line in lines for each in line] or [0, 1])
    plot = Plot(
        Scale(low, high, round_ticks(low, high, 7, _dollars), has_grid=True, has_line=True),
        Scale(max(1, len(found)) - 0.4, -0.6, [(n, name) for n, (name, _) in enumerate(found)]),
        unit=f"dots: win; bars: what is to be expected, and {reach} standard deviations around it",
    )
    for place, ((_, wager), (start, mean, end, win)) in enumerate(zip(found, lines, strict=True)):
        is_flagged = wager["verdict"].endswith("improbable")
        plot.box((start, place - 0.3), (end, place + 0.3), INFO_SOFT)
        plot.line([(mean, place - 0.3), (mean, place + 0.3)], INFO)
        plot.dot(win, place, LOSE if is_flagged else INK)
        if is_flagged:
            plot.text(
                win,
                place,
                wager["verdict"],
                right=8 if win > mean else -8,
                colour=LOSE,
                size=NORMAL,
                bold=True,
                anchor="start" if win > mean else "end",
            )
    says = f"{shown['operator']}: {shown['title']}, {shown['first_day']} to {shown['last_day']}"
    return plotted(7.5, 0.9 + 0.36 * max(1, len(found)), says, [[plot]])


def _line(wager: Mapping[str, Any], reach: float) -> tuple[float, float, float, float]:
    """In cents, where the band begins, what is expected, where the band ends, and the win."""
    theory = wager["theory"]
    mean, band = theory["expected_win_cents"]["value"], reach * theory["standard_deviation_cents"]
    return mean - band, mean, mean + band, theory["win_cents"]


def _dollars(cents: float) -> str:
    return money(cents, 0)


def _name(row: Mapping[str, Any], wager: Mapping[str, Any]) -> str:
    both = {**wager, **row, "bet": wager["bet"]}
    return " ".join(both[name] for name in _NAMES if name in both)
