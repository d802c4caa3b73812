"""The parts of the designer's page, drawn: the form, what was found, and the way to files."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import ne
from typing import Final, TypeAlias

from fairdeal.analysis.design import Design, Designs
from fairdeal.analysis.search import Rank
from fairdeal.errors import FairdealError, listed
from fairdeal.games import GAMES
from fairdeal.report import designs
from fairdeal.report.numbers import capital, count, decimal, percent
from fairdeal.web.lab import parts as lab
from fairdeal.web.lab.question import LISTED, Question
from fairdeal.web.lab.shown import Big, fraction
from fairdeal.web.past.plots import for_every_screen
from fairdeal.web.rendering import rendered

KINDS: Final[Mapping[str, tuple[str, Callable[[Designs], str]]]] = {
    "json": ("application/json", lambda found: json.dumps(found.as_json(), indent=2) + "\n"),
    "csv": ("text/csv; charset=utf-8", designs.in_csv),
    "toml": ("application/toml", designs.in_toml),
}
"""The media type of each kind of file, and how it is made."""

_WIDEST: Final = 8.4
"""Inches of the plot at a desk, where the form stands beside it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a row of a table pays."""

    pays: str
    differs: bool
    """From the table in force."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pay table in the list."""

    name: str
    address: str
    """Of the table in the lab's editor."""
    cells: tuple[Cell, ...]
    figures: tuple[tuple[str, str], ...]
    """Each with its fraction."""
    meets: bool
    is_base: bool


Answer: TypeAlias = Designs | FairdealError | float | None
"""What was found, why nothing can be, the share that is done, or that nothing was searched for."""


def parts(question: Question, answer: Answer, *, has_script: bool = False) -> dict[str, str]:
    """Every part; a script keeps what was found of the same pay table before there was a fault."""
    faults, follows = _faults(question, answer), has_script and question.follows
    about = {"question": question, "answer": answer, "faults": faults, "follows": follows}
    sheet, design = question.sheet.address, question.address
    drawn = {
        "editor": _editor(question, faults),
        "count": rendered("lab/design/count.html", **about),
        "files": _files(answer, about),
        "tabs": rendered("lab/tabs.html", here="design", sheet=sheet, design=design),
        "took": rendered("lab/design/took.html", unread=_unread(question, faults), **about),
    }
    if faults and follows:
        return drawn
    if not isinstance(answer, Designs):
        figures = rendered("lab/design/none.html", is_going=isinstance(answer, float), **about)
        said = "" if answer is None else str(answer)
        if isinstance(answer, float):
            said = "Searching"
        return drawn | {"figures": figures, "said": said}
    said = f"{count(answer.meeting)} of {count(answer.candidates)} pay tables meet the goal"
    return drawn | {"figures": _figures(question, answer), "said": said}


def _files(answer: Answer, about: Mapping[str, object]) -> str:
    is_found = isinstance(answer, Designs)
    return rendered("lab/design/files.html", kinds=KINDS, is_found=is_found, **about)


def fields(question: Question, answer: Answer) -> dict[str, dict[str, str]]:
    """What is to be said beside each field, by its name."""
    faults = _faults(question, answer)
    found: dict[str, dict[str, str]] = {}
    for wish in question.wishes:
        said = {"was": "", "hint": "", "fault": faults.get(f"{wish.key}.from", "")}
        found |= {f"{wish.key}.{end}": said for end in ("from", "to")}
    for row in question.rows:
        name = f"row.{row.key}"
        found[name] = {"was": "", "hint": row.hint, "fault": faults.get(name, "")}
    return found


def _faults(question: Question, answer: Answer) -> Mapping[str, str]:
    """What is wrong, by the name of the field; a search that is too large at its widest row."""
    if not isinstance(answer, FairdealError) or answer.code != "design.many":
        return question.faults
    assert question.space is not None, "it was searched"
    return {f"row.{question.space.widest.key}": str(answer)}


def _unread(question: Question, faults: Mapping[str, str]) -> str:
    """The fields that cannot be read, as the page names them."""
    names = {f"{wish.key}.from": wish.name for wish in question.wishes}
    names |= {f"row.{row.key}": row.name for row in question.rows}
    return listed(names[name] for name in faults)


def _editor(question: Question, faults: Mapping[str, str]) -> str:
    sheet = question.sheet
    bets = [(case, name) for case, name in lab.names(sheet.game) if case.priced_by]
    orders = [(str(rank), capital(designs.ORDERS[rank])) for rank in Rank]
    return rendered(
        "lab/design/editor.html",
        question=question,
        sheet=sheet,
        faults=faults,
        games=GAMES.values(),
        bets=bets,
        orders=orders,
        every_most=LISTED,
    )


def _figures(question: Question, found: Designs) -> str:
    rows, unit = designs.rows(found), designs.unit_of_all(found)
    space = found.space
    base = designs.pays(_base(found), rows, unit)

    def line(name: str, address: str, made: Design, meets: bool) -> Line:
        pays = designs.pays(made, rows, unit)
        cells = tuple(Cell(*each) for each in zip(pays, map(ne, pays, base), strict=True))
        return Line(name, address, cells, _of(made), meets, name == space.base.name)

    printed = [
        line(each.name, question.printed(each.name), each.design, each.meets)
        for each in found.printed
    ]
    best = [
        line(str(place), question.opened(each), each, True)
        for place, each in enumerate(found.best, 1)
    ]
    says = (
        f"House edge and standard deviation of {count(len(best))} pay tables that were found and"
        f" {count(len(printed))} of the document"
    )
    picture = for_every_screen(lambda width: designs.picture(found, says, min(width, _WIDEST)))
    return rendered(
        "lab/design/figures.html",
        question=question,
        found=found,
        large=list(_large(found)),
        headings=[row.replace("-", " ").replace(".", ", ") for row in rows],
        printed=printed,
        best=best,
        notes=[capital(each) for each in designs.notes(found)],
        picture=picture,
        order=designs.ORDERS[found.rank],
        wanted=designs.wanted(found.goal),
    )


def _base(found: Designs) -> Design:
    """The table in force, as it is printed."""
    return next(each.design for each in found.printed if each.name == found.space.base.name)


def _of(made: Design) -> tuple[tuple[str, str], ...]:
    """The figures of a table, each with its fraction."""
    return (
        (percent(made.house_edge), fraction(made.house_edge)),
        (percent(made.hit_frequency, 2), fraction(made.hit_frequency)),
        (decimal(made.standard_deviation, 3), ""),
        (f"{float(made.top):,.10g}", ""),
    )


def _large(found: Designs) -> Iterator[Big]:
    """How many there are, how many meet the goal, and what edges there are."""
    yield Big("Meet the goal", count(found.meeting), "", "", designs.wanted(found.goal))
    yield Big("Candidates", count(found.candidates), "", "", "in order, within the bounds")
    for label, edge in zip(("Lowest edge", "Highest edge"), found.edges, strict=True):
        value, _, unit = percent(edge, 2).partition(" ")
        yield Big(label, value, unit, fraction(edge), "of all candidates")
