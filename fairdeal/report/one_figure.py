"""Everything that is stated of one figure: edge, outcomes, pay lines, and what was assumed."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from fairdeal.report import plots
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fact,
    Plot,
    Points,
    Strip,
    Table,
    columns,
    exact,
    large,
    row,
)
from fairdeal.report.numbers import (
    chance,
    count,
    decimal,
    exactly,
    net,
    one_in,
    percent,
    ratio,
)
from fairdeal.report.subject import Subject

_UNITS: Final = ("variance", "average_wager", "envy")
"""Figures in units of the bet; every other one is a share."""
_TOO_MANY: Final = 10**16
"""Deals that a column can no longer hold."""
_LARGE: Final = ("house_edge", "hit_frequency", "element_of_risk")


def with_picture(about: Subject, figure: Mapping[str, Any]) -> Iterator[Block]:
    """The figure, its outcomes drawn as well as listed."""
    says = f"How often each net result of {about.name(figure['bet'])} comes"
    ways = {each["net"]: each["ways"] for each in figure["outcomes"]}
    picture = Plot(plots.outcomes(ways, f"net result in {_units(figure)}", says), says)
    lines, further = tuple(_lines(about, figure)), _further(figure)
    yield Strip(tuple(_large(figure)))
    yield Beside((_outcomes(figure),), (picture,) if lines else (picture, further))
    if lines:
        yield Beside(lines, (further,))
    if said := tuple(_said(about, figure)):
        yield Points(said)


def details(about: Subject, figure: Mapping[str, Any]) -> Iterator[Block]:
    """The figure without a picture."""
    yield Strip(tuple(_large(figure)))
    yield Beside((_outcomes(figure),), (*_lines(about, figure), _further(figure)))
    if said := tuple(_said(about, figure)):
        yield Points(said)


def outcome_table(
    outcomes: Iterable[tuple[str, str, int]], deals: int, results: str, unit: str
) -> Table:
    """Net results: their value, how it is written, and in how many deals they come.

    Where the deals are too many to be written out, the probabilities are fractions instead.
    """
    written = deals < _TOO_MANY
    rows, total = [], Fraction(0)
    for value, shown, ways in outcomes:
        often = Fraction(ways, deals)
        adds = Fraction(value) * often
        total += adds
        chances = (count(ways), chance(often)) if written else (Cell(chance(often), str(often)),)
        rows.append(row(shown, *chances, one_in(often), decimal(adds, 6)))
    number, of = (("# deals",), (count(deals),)) if written else ((), ())
    return Table(
        columns(f"net {results}", *number, "# probability", "# how often", "# contribution"),
        tuple(rows),
        "Outcomes",
        f"A contribution, in {unit}, is net times probability; all together are what is expected.",
        row("all", *of, "100 %", "", decimal(total, 6)),
    )


def _outcomes(figure: Mapping[str, Any]) -> Table:
    shown = ((each["net"], net(each["net"]), each["ways"]) for each in figure["outcomes"])
    return outcome_table(shown, figure["deals"], _units(figure), _units(figure))


def _units(figure: Mapping[str, Any]) -> str:
    return f"{figure['per']}s"


def _large(figure: Mapping[str, Any]) -> Iterator[Fact]:
    edge, hit = figure["house_edge"], figure["hit_frequency"]
    yield large(f"House edge per {figure['per']}", edge)
    yield large("Hit frequency", hit)
    deviation = decimal(figure["standard_deviation"])
    yield Fact("Standard deviation", deviation, f"{_units(figure)}, for one bet")
    if "element_of_risk" in figure:
        risk = figure["element_of_risk"]
        yield large("Element of risk", risk)


def _lines(about: Subject, figure: Mapping[str, Any]) -> Iterator[Table]:
    """The pay table: with hands counted where the sheet has them, else as the table pays."""
    if "lines" not in figure:
        yield from _uncounted(about, figure)
        return
    rows = []
    for line in figure["lines"]:
        often = Fraction(line["ways"], figure["hands"])
        cells = (line["event"], line["pays"], count(line["ways"]), chance(often), one_in(often))
        rows.append(row(*cells))
    heads = columns("hand", "# pays", "# hands", "# probability", "# how often")
    yield Table(heads, tuple(rows), "Pay table", f"Counted over {count(figure['hands'])} hands.")
    yield from _uncounted(about, figure)


def _uncounted(about: Subject, figure: Mapping[str, Any]) -> Iterator[Table]:
    """Columns of the pay table whose hands the sheet does not count."""
    counted = {line["event"] for line in figure.get("lines", ())}
    priced_by = about.priced_by(figure["bet"])
    if priced_by != figure["bet"] and about.has_chapter(priced_by):
        return
    for title, pays in about.columns(figure).items():
        if not (title == "pays" and counted):
            head = about.name(priced_by) if title == "pays" else title
            rows = tuple(row(hand, each) for hand, each in pays.items())
            yield Table(columns("hand", "# pays"), rows, f"Pay table: {head}")


def _further(figure: Mapping[str, Any]) -> Table:
    """What else is known, each exactly."""
    rows = []
    for key, value in figure.items():
        if isinstance(value, dict) and "exact" in value and key not in _LARGE:
            size = exactly(value)
            text = decimal(size) if key in _UNITS else percent(size)
            rows.append(row(key.replace("_", " "), exact(value, text)))
    return Table(columns("figure", "# value"), tuple(rows), "Further figures")


def _said(about: Subject, figure: Mapping[str, Any]) -> Iterator[str]:
    if assumed := figure.get("assumptions"):
        yield f"Assumed: {'; '.join(assumed)}."
    if reading := figure.get("reading"):
        yield f"Our reading: {reading}."
    for other in figure.get("otherwise", ()):
        edge = percent(exactly(other["house_edge"]))
        yield f"With {other['option']} the house edge is {edge} ({ratio(other['house_edge'])})."
    table = about.table(figure)
    for word, text in (("Source", table.get("place")), ("On purpose", table.get("meant"))):
        if text:
            yield f"{word}: {text}."
