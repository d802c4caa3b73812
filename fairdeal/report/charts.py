"""The charts of decisions: which hands to play, and what to do with two cards of blackjack."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from fairdeal.report.drawing import (
    BRASS,
    BRASS_SOFT,
    GREY,
    INFO,
    INK,
    SUNKEN,
    WHITE,
    WIN,
    picture,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_DECISIONS: Final = {
    "play": ("P", WIN, WHITE),
    "fold": ("F", SUNKEN, GREY),
    "it depends": ("D", BRASS_SOFT, BRASS),
}
"""The mark of a decision, its ground and its ink."""
WORDS: Final = {
    "stand": ("S", WIN, WHITE),
    "hit": ("H", SUNKEN, INK),
    "double": ("D", BRASS_SOFT, BRASS),
    "split": ("P", INFO, WHITE),
}
_KINDS: Final = ("hard", "soft", "pair")
_IN: Final = 0.24
"""Inches that a field of a chart is wide and high."""


def triangle(cut: Mapping[str, Any], says: str) -> str:
    """Hands without a pair under one highest card: middle card down, low card across."""
    decisions = {tuple(each["ranks"].split("-")): each["decision"] for each in cut["chart"]}
    border = {
        tuple(each["words"].split("-"))
        for each in (cut["weakest_played"], cut["strongest_folded"])
        if each
    }
    middles = [rank for rank in _RANKS if any(rank == hand[1] for hand in decisions)]
    lows = [rank for rank in _RANKS if any(rank == hand[2] for hand in decisions)]
    highest = next(iter(decisions))[0]

    def draw(figure: "Figure") -> None:
        axes = _board(figure.subplots(), len(lows) + 1, len(middles) + 1)
        _head(axes, 0, 0, highest, INK)
        for across, low in enumerate(lows, 1):
            _head(axes, across, 0, low)
        for down, middle in enumerate(middles, 1):
            _head(axes, 0, down, middle)
            for across, low in enumerate(lows, 1):
                if decision := decisions.get((highest, middle, low)):
                    ring = BRASS if (highest, middle, low) in border else None
                    _field(axes, across, down, _DECISIONS[decision], ring)

    return picture(_IN * (len(lows) + 1), _IN * (len(middles) + 1), says, draw)


def blackjack(rows: Sequence[Mapping[str, Any]], says: str) -> str:
    """What to do with two cards against every card up; hard hands left, the others right."""
    together = list(merged(rows))
    hard, soft, pairs = ([each for each in together if each[0] == kind] for kind in _KINDS)
    halves = [half for half in (hard, soft + pairs) if half]
    ups = [cell["up"] for cell in rows[0]["cells"]]
    tallest = max(map(len, halves)) + 1

    def draw(figure: "Figure") -> None:
        for axes, half in zip(
            figure.subplots(1, len(halves), squeeze=False).flat, halves, strict=True
        ):
            _board(axes, len(ups) + 4, tallest)
            for across, up in enumerate(ups, 4):
                _head(axes, across, 0, up)
            for down, (_, name, best) in enumerate(half, 1):
                axes.text(3.85, down + 0.5, name, ha="right", va="center", fontsize=8)
                for across, word in enumerate(best, 4):
                    _field(axes, across, down, WORDS[word])

    return picture(_IN * (len(ups) + 4) * len(halves), _IN * tallest, says, draw)


def merged(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Kind, name and words of each row; hands of one total that play alike are one row."""
    alike: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for each in rows:
        best = tuple(cell["best"] for cell in each["cells"])
        alike.setdefault((each["kind"], each["total"], best), []).append(each["hand"])
    totals = [(kind, total) for kind, total, _ in alike]
    for (kind, total, best), hands in alike.items():
        alone = totals.count((kind, total)) == 1
        yield kind, hands[0] if kind == "pair" else total if alone else ", ".join(hands), best


def _board(axes: "Axes", across: int, down: int) -> "Axes":
    axes.set_xlim(0, across)
    axes.set_ylim(down, 0)
    axes.set_axis_off()
    return axes


def _head(axes: "Axes", across: int, down: int, text: str, colour: str = GREY) -> None:
    axes.text(across + 0.5, down + 0.5, text, ha="center", va="center", color=colour)


def _field(
    axes: "Axes", across: int, down: int, mark: tuple[str, str, str], ring: str | None = None
) -> None:
    """A field with its mark; its round corners are those of a thick edge."""
    text, ground, ink = mark
    if ring:
        _square(axes, across, down, 0.07, ring)
    _square(axes, across, down, 0.14 if ring else 0.07, ground)
    axes.text(
        across + 0.5,
        down + 0.52,
        text,
        ha="center",
        va="center",
        color=ink,
        fontweight="bold",
        fontsize=7.5,
    )


def _square(axes: "Axes", across: int, down: int, margin: float, colour: str) -> None:
    from matplotlib.patches import Rectangle

    corner = margin + 0.08
    axes.add_patch(
        Rectangle(
            (across + corner, down + corner),
            1 - 2 * corner,
            1 - 2 * corner,
            facecolor=colour,
            edgecolor=colour,
            linewidth=0.16 * 72 * _IN,
            joinstyle="round",
        )
    )
