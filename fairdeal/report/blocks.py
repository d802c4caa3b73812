"""What a document is made of; each kind of document draws these in its own way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from fairdeal.report.numbers import exactly, percent, ratio

Tone: TypeAlias = Literal["", "strong", "quiet", "ok", "bad"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a table."""

    text: str
    beneath: str = ""
    """The exact fraction, or a remark."""
    tone: Tone = ""
    """``ok`` and ``bad`` are drawn as tags."""


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column."""

    title: str
    numbers: bool = False
    """Set flush right."""
    wide: bool = False
    """Gets the room that the others leave."""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in rows; the first cell of a row is its heading."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    note: str = ""
    foot: tuple[Cell, ...] = ()
    """The row of totals."""
    dense: bool = False
    """Many narrow columns."""
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a part of a chapter."""

    text: str
    kind: str = "heading"


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class Points:
    """A list of short sentences."""

    points: tuple[str, ...]
    title: str = ""
    kind: str = "points"


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of instructions, and the lines below it, of which the first that fits decides."""

    text: str
    rules: tuple["Rule", ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """Instructions in lines."""

    rules: tuple[Rule, ...]
    kind: str = "rules"


@dataclass(frozen=True, slots=True)
class Fact:
    """One large figure, or one line about the document."""

    label: str
    value: str
    beneath: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """The figures of a bet, large and in a row."""

    facts: tuple[Fact, ...]
    kind: str = "strip"


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture, and what it shows in words."""

    svg: str
    says: str
    title: str = ""
    note: str = ""
    kind: str = "plot"


@dataclass(frozen=True, slots=True)
class Beside:
    """Two columns of blocks."""

    left: tuple["Block", ...]
    right: tuple["Block", ...]
    kind: str = "beside"


@dataclass(frozen=True, slots=True)
class Fold:
    """What is complete rather than urgent: folded away on a screen, an appendix on paper."""

    title: str
    remark: str
    blocks: tuple["Block", ...]
    kind: str = "fold"


Block: TypeAlias = Table | Heading | Text | Points | Rules | Strip | Plot | Beside | Fold


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    lead: str = ""
    """What it is about, beside the title."""


@dataclass(frozen=True, slots=True)
class Document:
    """The whole par sheet."""

    title: str
    lead: str
    digest: str
    facts: tuple[Fact, ...]
    """Where it comes from."""
    sections: tuple[Section, ...]


def rules(lines: Sequence[Mapping[str, Any]]) -> Rules:
    """Lines with their depths, each below the one that it belongs to.

    >>> rules([{"depth": 0, "text": "some"}, {"depth": 1, "text": "all"}]).rules
    (Rule(text='some', rules=(Rule(text='all', rules=()),)),)
    """

    def below(depth: int, start: int, end: int) -> tuple[Rule, ...]:
        heads = [at for at in range(start, end) if lines[at]["depth"] == depth]
        return tuple(
            Rule(lines[at]["text"], below(depth + 1, at + 1, following))
            for at, following in pairwise((*heads, end))
        )

    return Rules(below(0, 0, len(lines)))


def columns(*titles: str) -> tuple[Column, ...]:
    """Columns by their titles; ``#`` marks one with numbers, ``~`` one with long texts.

    >>> columns("hand", "# pays")[1]
    Column(title='pays', numbers=True, wide=False)
    """
    return tuple(
        Column(
            title[2:] if title.startswith(("# ", "~ ")) else title,
            title.startswith("# "),
            title.startswith("~ "),
        )
        for title in titles
    )


def row(*cells: str | Cell) -> tuple[Cell, ...]:
    """A row of cells, of which most are only text."""
    return tuple(Cell(each) if isinstance(each, str) else each for each in cells)


def agreement(agrees: bool) -> Cell:
    """What came of holding a printed figure against the exact one, by sign and word."""
    return Cell("\u2713 agrees", tone="ok") if agrees else Cell("\u00d7 differs", tone="bad")


def exact(shown: Fraction | Mapping[str, Any], text: str, tone: Tone = "") -> Cell:
    """A rounded figure, and beneath it the fraction that it stands for."""
    fraction = ratio(shown)
    return Cell(text, fraction if "/" in fraction else "", tone)


def share(shown: Fraction | Mapping[str, Any], tone: Tone = "") -> Cell:
    """A share in percent with its fraction beneath."""
    return exact(shown, percent(exactly(shown)), tone)


def large(label: str, shown: Mapping[str, Any]) -> Fact:
    """The same, set large."""
    return Fact(label, percent(exactly(shown)), ratio(shown))
