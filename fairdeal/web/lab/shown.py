"""What the page says of the figures: rounded for the eye, the fraction beneath."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fairdeal.analysis.figures import Figure
from fairdeal.report.numbers import MINUS, capital, chance, count, decimal, net, one_in, percent
from fairdeal.web.lab.editing import Edited
from fairdeal.web.lab.sheet import Sheet

_EDGES: Final = ("house advantage", "par per ante")
"""What the documents call the house edge."""


@dataclass(frozen=True, slots=True)
class Big:
    """A large figure."""

    label: str
    value: str
    unit: str
    fraction: str
    note: str


@dataclass(frozen=True, slots=True)
class Row:
    """A figure under both tables, and by how much it differs."""

    name: str
    own: str
    own_fraction: str
    other: str
    other_fraction: str
    difference: str
    difference_fraction: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What is printed, and what is so."""

    name: str
    """Of the table, or of the figure."""
    printed: str
    exact: str
    fraction: str
    agrees: bool | None
    """None where nothing is printed, or not for these conditions."""
    is_here: bool


def fraction(value: Fraction) -> str:
    """As it is written, with a real minus sign and room to break; nothing for a whole number."""
    return "" if value.denominator == 1 else str(value).replace("-", MINUS).replace("/", " / ")


def large(found: Figure) -> list[Big]:
    """The four figures that everybody asks for."""
    per, edge, hit = found.per, found.house_edge, found.outcomes.win
    risk = found.element_of_risk
    said = "best strategy" if found.wagered is not None else f"variance {decimal(found.variance)}"
    return [
        Big(
            f"House edge per {per}",
            *_split(percent(edge)),
            fraction(edge),
            f"over {count(found.outcomes.total)} deals",
        ),
        Big("Hit frequency", *_split(percent(hit, 2)), fraction(hit), "net result above zero"),
        Big("Deviation", decimal(found.standard_deviation, 3), "", f"\u03c3 of one {per}", said),
        Big(
            "Element of risk",
            *_split(percent(edge if risk is None else risk, 3)),
            fraction(edge if risk is None else risk),
            "as the edge: no bet follows" if risk is None else "of everything wagered",
        ),
    ]


def _split(text: str) -> tuple[str, str]:
    value, _, unit = text.partition(" ")
    return value, unit


def compared(found: Figure, other: Figure) -> Iterator[Row]:
    """Two pay tables side by side."""
    for name, one, two, digits in (
        ("House edge", found.house_edge, other.house_edge, 4),
        ("Hit frequency", found.outcomes.win, other.outcomes.win, 4),
        ("Push", found.outcomes.push, other.outcomes.push, 4),
        ("Element of risk", found.element_of_risk, other.element_of_risk, 4),
    ):
        if one is not None and two is not None:
            texts = (percent(one, digits), fraction(one), percent(two, digits), fraction(two))
            yield Row(name, *texts, _signed(percent(one - two, digits)), fraction(one - two))
    deviations = found.standard_deviation, other.standard_deviation
    between = _signed(decimal(deviations[0] - deviations[1]))
    yield Row("Deviation", decimal(deviations[0]), "", decimal(deviations[1]), "", between, "")
    one, two = found.variance, other.variance
    yield Row(
        "Variance",
        decimal(one),
        fraction(one),
        decimal(two),
        fraction(two),
        _signed(decimal(one - two)),
        fraction(one - two),
    )


def _signed(text: str) -> str:
    return text if text.startswith(MINUS) or not text.strip("0. %") else f"+{text}"


def findings(sheet: Sheet, document: tuple[Figure, ...]) -> list[Finding]:
    """The house edge under every table of the document, and what is printed of it."""
    here = sheet.own.model.name if sheet.own and not sheet.own.is_changed else None
    found = []
    for each in document:
        edge, is_here = each.house_edge, each.pay_table == here
        texts: dict[str, list[str]] = {}
        for printed in each.printed:
            if printed.what.startswith(_EDGES):
                texts.setdefault(printed.text, []).append(printed.what.partition(", ")[2])
        for text, names in (texts or {"": [""]}).items():
            agrees = next((p.agrees for p in each.printed if p.text == text), None)
            table = f"{each.pay_table} ({', '.join(names)})" if all(names) else each.pay_table
            found.append(
                Finding(
                    table or "", text.replace("%", " %"), percent(edge), fraction(edge),
                    agrees, is_here,
                )
            )  # fmt: skip
    return found


def also_printed(sheet: Sheet, document: tuple[Figure, ...]) -> list[Finding]:
    """Everything else that the document prints of the table that the sheet began with."""
    name = sheet.own.model.name if sheet.own else None
    return [
        Finding(
            capital(each.what),
            each.text.replace("%", " %"),
            percent(each.exact) if each.text.endswith("%") else decimal(each.exact, 8),
            fraction(each.exact),
            each.agrees,
            False,
        )
        for figure in document
        if figure.pay_table == name
        for each in figure.printed
        if not each.what.startswith(_EDGES)
    ]


def further(found: Figure) -> Iterator[tuple[str, str, str]]:
    """What else is known exactly: name, value and fraction."""
    for name, value in (
        ("Push", found.outcomes.push),
        ("Loss", found.outcomes.lose),
        *((capital(key.replace("_", " ")), each) for key, each in found.more.items()),
    ):
        yield name, chance(value), fraction(value)
    yield "Variance", decimal(found.variance), fraction(found.variance)
    if found.wagered is not None:
        yield "Average wager", decimal(found.wagered), fraction(found.wagered)


def outcomes(found: Figure) -> Iterator[tuple[str, str, str, str]]:
    """Net result, deals, share and how often."""
    for each, ways in found.outcomes.ways.items():
        share = Fraction(ways, found.outcomes.total)
        yield net(str(each)), count(ways), chance(share), one_in(share)


def called(edit: Edited | None) -> str:
    """How a table is named at the head of its column."""
    if edit is None:
        return ""
    return f"{edit.model.name}, changed" if edit.is_changed else edit.model.name
