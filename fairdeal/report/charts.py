"""The charts of decisions: which hands to play, and what to do with two cards of blackjack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from fairdeal.games.layout import FOLD
from fairdeal.report.drawing import (
    BRASS,
    BRASS_SOFT,
    GREY,
    INCH,
    INFO,
    INFO_SOFT,
    INK,
    NORMAL,
    SMALL,
    SUNKEN,
    WHITE,
    WIN,
    Drawing,
)

if TYPE_CHECKING:
    from fairdeal.analysis.opening import Share

_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
DEPENDS: Final = "it depends"
"""The decision where other cards than those that count decide."""
WORDS: Final = {
    "stand": ("S", WIN, WHITE),
    "hit": ("H", SUNKEN, INK),
    "double": ("D", BRASS_SOFT, BRASS),
    "split": ("P", INFO, WHITE),
}
_LOOKS: Final = {
    "strong": (WIN, WHITE),
    "middle": (INFO, WHITE),
    "faint": (INFO_SOFT, INFO),
    "quiet": (SUNKEN, GREY),
    "mixed": (BRASS_SOFT, BRASS),
}
"""Ground and ink of the choices with a starting hand."""
_KINDS: Final = ("hard", "soft", "pair")
_IN: Final = 0.24
"""Inches that a field of a chart is wide and high."""
_FIELD: Final = INCH * _IN
"""The same in points."""


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

    drawing = Drawing(_IN * (len(lows) + 1), _IN * (len(middles) + 1))
    _head(drawing, 0, 0, highest, INK)
    for across, low in enumerate(lows, 1):
        _head(drawing, across, 0, low)
    for down, middle in enumerate(middles, 1):
        _head(drawing, 0, down, middle)
        for across, low in enumerate(lows, 1):
            if decision := decisions.get((highest, middle, low)):
                ring = BRASS if (highest, middle, low) in border else None
                _field(drawing, across, down, _mark(decision), ring)
    return drawing.svg(says)


Look: TypeAlias = Literal["strong", "middle", "faint", "quiet", "mixed"]
"""Which of the choices it is: the last takes all other hands; of some the suits decide."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A field of the chart."""

    letters: str
    look: Look


@dataclass(frozen=True, slots=True)
class Chart:
    """The best choice for every two cards, by rank down and across."""

    ranks: tuple[str, ...]
    rows: tuple[tuple[Mark | None, ...], ...]
    choices: "tuple[tuple[Mark, Share], ...]"
    """Those that are in the chart, each with its mark."""

    @property
    def legend(self) -> str:
        """What the letters mean."""
        return ", ".join(f"{mark.letters} {each.does}" for mark, each in self.choices)


def two_cards(chart: Chart, says: str) -> str:
    """The best choice for every two cards."""
    size = len(chart.ranks) + 1
    drawing = Drawing(_IN * size, _IN * size)
    for place, rank in enumerate(chart.ranks, 1):
        _head(drawing, place, 0, rank)
        _head(drawing, 0, place, rank)
    for down, marks in enumerate(chart.rows, 1):
        for across, mark in enumerate(marks, 1):
            if mark:
                _field(drawing, across, down, (mark.letters, *_LOOKS[mark.look]))
    return drawing.svg(says)


def letter(decision: str) -> str:
    """What stands for a decision in a chart."""
    return "D" if decision == DEPENDS else decision[0].upper()


def legend(cut: Mapping[str, Any]) -> str:
    """What the letters of a chart mean, those that depend last."""
    decisions = sorted({each["decision"] for each in cut["chart"]}, reverse=True)
    decisions.sort(key=DEPENDS.__eq__)
    return ", ".join(
        f"{letter(each)} depends on suits and other cards"
        if each == DEPENDS
        else f"{letter(each)} {each}"
        for each in decisions
    )


def _mark(decision: str) -> tuple[str, str, str]:
    """The mark of a decision, its ground and its ink."""
    looks = {FOLD: (SUNKEN, GREY), DEPENDS: (BRASS_SOFT, BRASS)}
    return (letter(decision), *looks.get(decision, (WIN, WHITE)))


def blackjack(rows: Sequence[Mapping[str, Any]], says: str) -> str:
    """What to do with two cards against every card up; hard hands left, the others right."""
    together = list(merged(rows))
    hard, soft, pairs = ([each for each in together if each[0] == kind] for kind in _KINDS)
    halves = [half for half in (hard, soft + pairs) if half]
    ups = [cell["up"] for cell in rows[0]["cells"]]
    tallest = max(map(len, halves)) + 1

    wide = len(ups) + 4
    drawing = Drawing(_IN * wide * len(halves), _IN * tallest)
    for place, half in enumerate(halves):
        left = wide * place
        for across, up in enumerate(ups, left + 4):
            _head(drawing, across, 0, up)
        for down, (_, name, best) in enumerate(half, 1):
            x, y = _FIELD * (left + 3.85), _FIELD * (down + 0.5)
            drawing.text(x, y, name, size=NORMAL, anchor="end")
            for across, word in enumerate(best, left + 4):
                _field(drawing, across, down, WORDS[word])
    return drawing.svg(says)


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


def _head(drawing: Drawing, across: int, down: int, text: str, colour: str = GREY) -> None:
    drawing.text(_FIELD * (across + 0.5), _FIELD * (down + 0.5), text, colour=colour)


def _field(
    drawing: Drawing, across: int, down: int, mark: tuple[str, str, str], ring: str | None = None
) -> None:
    text, ground, ink = mark
    if ring:
        _square(drawing, across, down, 0.07, ring)
    _square(drawing, across, down, 0.14 if ring else 0.07, ground)
    x, y = _FIELD * (across + 0.5), _FIELD * (down + 0.5)
    drawing.text(x, y, text, colour=ink, size=SMALL, bold=True)


def _square(drawing: Drawing, across: int, down: int, margin: float, colour: str) -> None:
    """A field without its margin, with round corners."""
    side = _FIELD * (1 - 2 * margin)
    drawing.box(
        _FIELD * (across + margin),
        _FIELD * (down + margin),
        side,
        side,
        colour,
        corner=_FIELD * 0.1,
    )
