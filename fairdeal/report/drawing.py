"""Pictures as SVG: shapes, text, and plots with axes.

An SVG is the same in every run and under every version of Python, refers to nothing outside, and
has no names and styles, which a strict page would refuse.  Callers give its size in inches; all
else is in points, 72 to an inch.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, floor, fsum, log10
from typing import Final, Literal, NamedTuple, TypeAlias
from xml.etree import ElementTree

from fairdeal.report.numbers import MINUS, decimal

INK, GREY, EDGE, LINE, SUNKEN = "#13181a", "#5e686d", "#7a847e", "#e0e4de", "#eceeea"
WIN, LOSE, INFO, BRASS = "#0a6b50", "#b3261e", "#1c59b8", "#855600"
WIN_SOFT, LOSE_SOFT, INFO_SOFT, BRASS_SOFT = "#e1f1ea", "#fbe9e7", "#e6eefb", "#faf0d9"
WHITE = "#ffffff"

FONT: Final = "DejaVu Sans, Verdana, Libertinus Serif, sans-serif"
"""A browser takes one of the first, which are wide; a PDF has the serif of its other text."""
INCH: Final = 72
SMALL, NORMAL, TITLE = 7.5, 8.25, 8.5
"""Sizes of text."""

_WIDTHS: Final = {
    28: "'ijl",
    32: "IJ ,.",
    36: "/:;\\|f-",
    41: "()[]t!r",
    52: '"*_`sz',
    58: "?cLFk",
    64: "vxyPTYaoeESbdghnpqu$0123456789{}",
    70: "KAVBRXZC",
    79: "UHNDG&OQ",
    86: "w#+<=>^~M\N{MINUS SIGN}",
    100: "%mW@",
}
"""Hundredths of the size of a text that its letters are wide at most."""
_WIDTH_OF: Final = {letter: wide / 100 for wide, letters in _WIDTHS.items() for letter in letters}
_USUAL: Final = 0.7
_BOLDER: Final = 1.11
_CAPITAL: Final = 0.73
"""Height of a capital letter, for a text of size 1."""
_EDGE_ROOM, _GAP, _TICK_ROOM, _TITLE_ROOM = 3.0, 9.0, 5.0, 7.0
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_STEPS: Final = (1, 2, 2.5, 5, 10)

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]
Tick: TypeAlias = tuple[float, str]


def width_of(text: str, size: float = NORMAL, *, bold: bool = False) -> float:
    """Points that a text is wide, or a little less.

    >>> round(width_of("$1,663", 10))
    35
    """
    letters = fsum(_WIDTH_OF.get(letter, _USUAL) for letter in text)
    return letters * size * (_BOLDER if bold else 1)


class Drawing:
    """Shapes and text at places counted from the top left, each above those before it."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = INCH * width, INCH * height
        self._shapes: list[ElementTree.Element] = []

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        colour: str,
        *,
        opacity: float = 1,
        corner: float = 0,
    ) -> None:
        """A rectangle."""
        place = {"x": left, "y": top, "width": width, "height": height}
        round_off = {"rx": corner} if corner else {}
        self._add("rect", place | round_off, fill=colour, **_see_through(opacity))

    def line(
        self, points: Iterable[Point], colour: str, width: float, dash: tuple[float, ...] = ()
    ) -> None:
        """A line from point to point; *dash* gives the lengths of its parts and gaps."""
        dashed = {"stroke-dasharray": " ".join(map(_short, dash))} if dash else {}
        self._add(
            "polyline",
            {"stroke-width": width},
            points=_listed(points),
            fill="none",
            stroke=colour,
            **dashed,
        )

    def area(self, points: Iterable[Point], colour: str, opacity: float = 1) -> None:
        """What a line around the points encloses."""
        self._add("polygon", {}, points=_listed(points), fill=colour, **_see_through(opacity))

    def dot(self, x: float, y: float, diameter: float, colour: str) -> None:
        """A disc around a point."""
        self._add("circle", {"cx": x, "cy": y, "r": diameter / 2}, fill=colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        colour: str = INK,
        size: float = NORMAL,
        bold: bool = False,
        anchor: Anchor = "middle",
        upwards: bool = False,
    ) -> None:
        """Text whose capital letters have their middle at *y*."""
        more = {"font-weight": "bold"} if bold else {}
        if anchor != "start":
            more["text-anchor"] = anchor
        if upwards:
            more["transform"] = f"rotate(-90 {_short(x)} {_short(y)})"
        place = {"x": x, "y": y + _CAPITAL * size / 2, "font-size": size}
        self._add("text", place, fill=colour, **more).text = _NOT_XML.sub("\ufffd", text)

    def svg(self, says: str) -> str:
        """The picture; *says* is for people who cannot see it."""
        wide, high = _short(self.width), _short(self.height)
        root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {wide} {high}",
                "width": f"{wide}pt",
                "height": f"{high}pt",
                "role": "img",
                "aria-label": _NOT_XML.sub("\ufffd", says),
                "font-family": FONT,
                "stroke-linejoin": "round",
            },
        )
        root.extend(self._shapes)
        return ElementTree.tostring(root, encoding="unicode")

    def _add(self, tag: str, numbers: dict[str, float], **words: str) -> ElementTree.Element:
        shape = ElementTree.Element(
            tag, {key: _short(number) for key, number in numbers.items()} | words
        )
        self._shapes.append(shape)
        return shape


def _short(number: float) -> str:
    """No more digits than the eye can tell."""
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".")  # adding 0 makes -0 a plain 0


def _listed(points: Iterable[Point]) -> str:
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in points)


def _see_through(opacity: float) -> dict[str, str]:
    return {"fill-opacity": _short(opacity)} if opacity < 1 else {}


def as_percent(share: float) -> str:
    """A share in percent, with no more decimals than it needs.

    >>> as_percent(0.25), as_percent(-0.285)
    ('25 %', '\u221228.5 %')
    """
    shown = f"{abs(100 * share):.10f}".rstrip("0").removesuffix(".")
    return f"{MINUS if share < 0 else ''}{shown} %"


def round_ticks(
    low: float, high: float, most: int, named: Callable[[float], str] | None = None
) -> list[Tick]:
    """Round numbers from *low* to *high* with at most so many steps between them, named.

    >>> round_ticks(0.03, 0.61, 4, as_percent)
    [(0.2, '20 %'), (0.4, '40 %'), (0.6, '60 %')]
    """
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = power * next(each for each in _STEPS if power * each >= rough * (1 - 1e-9))
    numbers = range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)
    digits = max(0, 1 - floor(log10(step))) if step == 2.5 * power else max(0, -floor(log10(step)))
    values = [float(f"{number * step:.12g}") for number in numbers]
    return [(each, named(each) if named else decimal(each, digits)) for each in values]


def around(
    values: Iterable[float], below: float = 0.05, above: float = 0.05
) -> tuple[float, float]:
    """Ends of a scale on which the values have some room, as shares of what they span.

    >>> around([0, 10, 5], above=0.5)
    (-0.5, 15.0)
    """
    found = list(values)
    low, high = min(found), max(found)
    span = (high - low) or abs(high) or 1
    return low - below * span, high + above * span


@dataclass(frozen=True, slots=True)
class Scale:
    """One axis; it runs right or up, or where *low* is the larger end the other way."""

    low: float
    high: float
    ticks: Sequence[Tick] = ()
    label: str = ""
    has_grid: bool = False
    """A faint line at every tick."""
    has_line: bool = False
    """A line at the side where the names of the ticks are."""

    def share(self, value: float) -> float:
        """How far along the axis a value is, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


class _Margins(NamedTuple):
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a plot is drawn: the rectangle between its axes."""

    left: float
    top: float
    width: float
    height: float
    margins: _Margins
    """Those of its row and column."""


@dataclass(frozen=True, slots=True)
class _Note:
    """Text at a value of both axes, moved by some points to the right and down."""

    x: float
    y: float
    text: str
    right: float
    down: float
    colour: str
    size: float
    bold: bool
    anchor: Anchor

    def sides(self) -> tuple[float, float]:
        """How far the text reaches to the left and right of its value."""
        wide = width_of(self.text, self.size, bold=self.bold)
        before = {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return before - self.right, wide - before + self.right


@dataclass(slots=True)
class Plot:
    """Marks at values of two axes, in the order in which they are drawn; texts come last."""

    x: Scale
    y: Scale
    title: str = ""
    unit: str = ""
    """What the numbers are; a quiet title."""
    _marks: list[Callable[[Drawing, _Frame], None]] = field(default_factory=list)
    _notes: list[_Note] = field(default_factory=list)

    def line(
        self,
        points: Iterable[Point],
        colour: str,
        width: float = 1.8,
        dash: tuple[float, ...] = (),
    ) -> None:
        """A line from point to point."""
        found = list(points)
        self._marks.append(
            lambda drawing, frame: drawing.line(
                (self._at(frame, *point) for point in found), colour, width, dash
            )
        )

    def upright(
        self, x: float, colour: str, width: float = 1.0, dash: tuple[float, ...] = ()
    ) -> None:
        """A line over the whole height."""
        self.line([(x, self.y.low), (x, self.y.high)], colour, width, dash)

    def level(
        self, y: float, colour: str, width: float = 1.0, dash: tuple[float, ...] = ()
    ) -> None:
        """A line over the whole width."""
        self.line([(self.x.low, y), (self.x.high, y)], colour, width, dash)

    def band(
        self,
        at: Sequence[float],
        low: Sequence[float],
        high: Sequence[float],
        colour: str,
        opacity: float,
    ) -> None:
        """The area between two lines."""
        around_it = [*zip(at, low, strict=True), *reversed([*zip(at, high, strict=True)])]
        self._marks.append(
            lambda drawing, frame: drawing.area(
                (self._at(frame, *point) for point in around_it), colour, opacity
            )
        )

    def box(self, one: Point, other: Point, colour: str, opacity: float = 1) -> None:
        """A rectangle between two opposite corners."""

        def draw(drawing: Drawing, frame: _Frame) -> None:
            (a, b), (c, d) = self._at(frame, *one), self._at(frame, *other)
            drawing.box(min(a, c), min(b, d), abs(c - a), abs(d - b), colour, opacity=opacity)

        self._marks.append(draw)

    def stroke(self, one: Point, other: Point, colour: str, thick: float) -> None:
        """A level line with round ends, which is a dot where both ends are one point."""

        def draw(drawing: Drawing, frame: _Frame) -> None:
            (left, y), (right, _) = self._at(frame, *one), self._at(frame, *other)
            drawing.box(
                left - thick / 2,
                y - thick / 2,
                right - left + thick,
                thick,
                colour,
                corner=thick / 2,
            )

        self._marks.append(draw)

    def dot(self, x: float, y: float, colour: str, diameter: float = 6) -> None:
        """A disc around a point."""
        self._marks.append(
            lambda drawing, frame: drawing.dot(*self._at(frame, x, y), diameter, colour)
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        right: float = 0,
        down: float = 0,
        colour: str = INK,
        size: float = SMALL,
        bold: bool = False,
        anchor: Anchor = "middle",
    ) -> None:
        """Text beside a point; the plot leaves room for it."""
        self._notes.append(_Note(x, y, text, right, down, colour, size, bold, anchor))

    def legend(self, names: Sequence[tuple[str, str]]) -> None:
        """Names of lines and their colours, at the upper right."""
        widest = max(width_of(name) for name, _ in names)

        def draw(drawing: Drawing, frame: _Frame) -> None:
            left = frame.left + frame.width - widest - 4
            for place, (name, colour) in enumerate(names):
                y = frame.top + 8 + 12 * place
                drawing.line([(left - 22, y), (left - 6, y)], colour, 1.8)
                drawing.text(left, y, name, anchor="start")

        self._marks.append(draw)

    def _at(self, frame: _Frame, x: float, y: float) -> Point:
        return (
            frame.left + frame.width * self.x.share(x),
            frame.top + frame.height * (1 - self.y.share(y)),
        )

    def _aside(self, width: float) -> float:
        """How far texts of a frame of this width reach out of it at the left."""
        reaches = (note.sides()[0] - width * self.x.share(note.x) for note in self._notes)
        return max(0.0, *reaches) if self._notes else 0.0

    def _margins(self, width: float, height: float) -> _Margins:
        """Room for what stands around the frame, if this has about the size given."""
        left, right, top, bottom = self._aside(width), 0.0, 0.0, 0.0
        if names := max((width_of(name) for _, name in self.y.ticks), default=0):
            left += names + _TICK_ROOM
        for at, _ in self.y.ticks:
            share = self.y.share(at)
            top = max(top, NORMAL / 2 - height * (1 - share))
            bottom = max(bottom, NORMAL / 2 - height * share)
        if self.y.label:
            left += NORMAL + _TICK_ROOM
        for at, name in self.x.ticks:
            x, half = width * self.x.share(at), width_of(name) / 2
            left, right = max(left, half - x), max(right, x + half - width)
            bottom = NORMAL + _TICK_ROOM
        if self.x.label:
            bottom += NORMAL + _TICK_ROOM
        for note in self._notes:
            right = max(right, note.sides()[1] - width * (1 - self.x.share(note.x)))
            top = max(top, note.size / 2 - note.down - height * (1 - self.y.share(note.y)))
        if self.title or self.unit:
            top += TITLE / 2 + _TITLE_ROOM
        return _Margins(left, right, top, bottom)

    def _draw(self, drawing: Drawing, frame: _Frame) -> None:
        end, foot = frame.left + frame.width, frame.top + frame.height
        for at, name in self.x.ticks:
            x, _ = self._at(frame, at, self.y.low)
            if self.x.has_grid:
                drawing.line([(x, frame.top), (x, foot)], LINE, 0.8)
            drawing.text(x, foot + _TICK_ROOM + NORMAL / 2, name, colour=GREY)
        names = frame.left - self._aside(frame.width) - _TICK_ROOM
        for at, name in self.y.ticks:
            _, y = self._at(frame, self.x.low, at)
            if self.y.has_grid:
                drawing.line([(frame.left, y), (end, y)], LINE, 0.8)
            if name:
                drawing.text(names, y, name, colour=GREY, anchor="end")
        for mark in self._marks:
            mark(drawing, frame)
        if self.x.has_line:
            drawing.line([(frame.left, foot), (end, foot)], EDGE, 0.8)
        self._draw_labels(drawing, frame)
        for note in self._notes:
            x, y = self._at(frame, note.x, note.y)
            drawing.text(
                x + note.right,
                y + note.down,
                note.text,
                colour=note.colour,
                size=note.size,
                bold=note.bold,
                anchor=note.anchor,
            )

    def _draw_labels(self, drawing: Drawing, frame: _Frame) -> None:
        """The names of both axes, and the title."""
        if self.x.label:
            y = frame.top + frame.height + frame.margins.bottom - NORMAL / 2
            drawing.text(frame.left + frame.width / 2, y, self.x.label, colour=GREY)
        if self.y.label:
            x, y = frame.left - frame.margins.left + NORMAL / 2, frame.top + frame.height / 2
            drawing.text(x, y, self.y.label, colour=GREY, upwards=True)
        y = frame.top - frame.margins.top + TITLE / 2
        if self.title:
            drawing.text(frame.left, y, self.title, size=TITLE, bold=True, anchor="start")
        elif self.unit:
            drawing.text(frame.left, y, self.unit, colour=GREY, size=TITLE, anchor="start")


def plotted(width: float, height: float, says: str, rows: Sequence[Sequence[Plot]]) -> str:
    """The SVG of plots in rows, whose frames are all of one size and stand in line."""
    drawing = Drawing(width, height)
    columns = [[row[place] for row in rows if place < len(row)] for place in range(len(rows[0]))]
    wide, high = drawing.width / len(columns), drawing.height / len(rows)
    for _ in range(3):  # the frame's size decides how far texts reach out of it, and they its size
        lefts, rights = zip(*(_widest(plots, wide, high)[:2] for plots in columns), strict=True)
        tops, bottoms = zip(*(_widest(plots, wide, high)[2:] for plots in rows), strict=True)
        wide = _left_over(drawing.width, lefts, rights)
        high = _left_over(drawing.height, tops, bottoms)
    xs, ys = _starts(lefts, wide, rights), _starts(tops, high, bottoms)
    for down, row in enumerate(rows):
        for across, plot in enumerate(row):
            margins = _Margins(lefts[across], rights[across], tops[down], bottoms[down])
            plot._draw(drawing, _Frame(xs[across], ys[down], wide, high, margins))
    return drawing.svg(says)


def _widest(plots: Sequence[Plot], width: float, height: float) -> _Margins:
    """Margins that are wide enough for all of them."""
    every = (plot._margins(width, height) for plot in plots)
    return _Margins(*map(max, zip(*every, strict=True)))


def _left_over(whole: float, before: Sequence[float], after: Sequence[float]) -> float:
    """What the margins leave to each of the frames in a row."""
    taken = fsum(before) + fsum(after) + 2 * _EDGE_ROOM + _GAP * (len(before) - 1)
    return max(1.0, (whole - taken) / len(before))


def _starts(before: Sequence[float], size: float, after: Sequence[float]) -> list[float]:
    """Where each of the frames in a row begins."""
    ends = accumulate(
        (room + size + behind + _GAP for room, behind in zip(before, after, strict=True)),
        initial=_EDGE_ROOM,
    )
    return [end + room for end, room in zip(ends, before, strict=False)]
