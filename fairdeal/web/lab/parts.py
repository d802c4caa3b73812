"""The parts of the page, drawn: the editor, the figures that follow it, and the way to files."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.analysis.par import cases
from fairdeal.analysis.solver import Case
from fairdeal.errors import listed
from fairdeal.games import GAMES
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Game, Placed
from fairdeal.games.paytable import Unit
from fairdeal.report.numbers import count, percent
from fairdeal.web.lab import chart, shown
from fairdeal.web.lab.counted import Counted, counted, second, ways
from fairdeal.web.lab.files import KINDS
from fairdeal.web.lab.plot import bars, lying
from fairdeal.web.lab.sheet import Sheet, read_sheet
from fairdeal.web.naming import title
from fairdeal.web.rendering import rendered


def whole(sheet: Sheet, *, follows: bool = False) -> dict[str, str]:
    """Every part; without new figures where something cannot be read.

    A page that *follows* what is typed keeps its figures then, and says so.
    """
    began = time.perf_counter()
    if sheet.faults:
        said = {"took": None, "is_counting": False, "unread": _unread(sheet), "follows": follows}
        return _frame(sheet, {}) | {"took": rendered("lab/took.html", **said)}
    known = counted(sheet)
    often = ways(sheet, known.figure)
    drawn = _frame(sheet, often) | {"figures": _figures(sheet, known)}
    took = count(max(1, round(1000 * (time.perf_counter() - began))))
    drawn["took"] = rendered("lab/took.html", took=took, is_counting=False)
    drawn["said"] = f"House edge {percent(known.figure.house_edge)}"
    return drawn


def whole_of(pairs: Sequence[tuple[str, str]], follows: bool) -> dict[str, str]:
    """The same for an address, wherever figures are counted."""
    return whole(read_sheet(pairs), follows=follows)


def waiting(sheet: Sheet) -> dict[str, str]:
    """Every part while the figures are being counted, or where there can be none."""
    took = rendered("lab/took.html", took=None, is_counting=True)
    figures = rendered("lab/none.html", sheet=sheet)
    return _frame(sheet, {}) | {"figures": figures, "took": took, "said": ""}


def fields(sheet: Sheet) -> dict[str, dict[str, str]]:
    """What is to be said beside each field, by its name."""
    found = {}
    for group, edit, before in (("line", sheet.own, ""), ("other", sheet.other, "second ")):
        for line in edit.lines if edit else ():
            was = f"{before}was {line.printed or 'no line'}" if line.is_changed else ""
            found[f"{group}.{line.name}"] = {"was": was, "fault": line.fault}
    for name in sheet.typed:
        found[name] = {"was": "", "fault": sheet.faults.get(name, "")}
    return found


def _unread(sheet: Sheet) -> str:
    """The lines and fields that cannot be read, as the page names them."""
    lines = {
        f"{group}.{line.name}": line.hand
        for group, edit in (("line", sheet.own), ("other", sheet.other))
        for line in (edit.lines if edit else ())
    }
    return listed(lines.get(name, name.replace(".", " ")) for name in sheet.faults)


def names(game: Game) -> list[tuple[Case, str]]:
    """The bets of a game that have figures, and how they are called here."""
    return [(case, _called(game, case)) for case in cases(game)]


def _called(game: Game, case: Case) -> str:
    """A bet; the ante with what belongs to it."""
    bets = [
        bet
        for bet in game.bets
        if bet.placed is not Placed.AWARD and bet.key != case.bet == game.head_of(bet.key)
    ]
    named = [title(bet.name) for bet in (game.bet(case.bet), *bets)]
    return " with ".join(filter(None, (named[0], " and ".join(named[1:]))))


def _frame(sheet: Sheet, often: Mapping[str, str]) -> dict[str, str]:
    editor = rendered(
        "lab/editor.html",
        sheet=sheet,
        games=GAMES.values(),
        bets=names(sheet.game),
        often=often,
        is_wide=_is_wide(sheet),
    )
    files = rendered("lab/files.html", sheet=sheet, kinds=KINDS, digest=rules_digest(sheet.game))
    tabs = rendered("lab/tabs.html", here="sheet", sheet=sheet.address, design=sheet.design)
    return {"editor": editor, "files": files, "tabs": tabs}


def _is_wide(sheet: Sheet) -> bool:
    """Whether what a line pays needs more room than a number."""
    edits = [edit for edit in (sheet.own, sheet.other) if edit is not None]
    pays = (pay for edit in edits for each in edit.model.pays.values() for pay in each)
    return any(pay.unit in (Unit.FOR, Unit.METER) for pay in pays)


def _figures(sheet: Sheet, known: Counted) -> str:
    found, other = known.figure, known.other
    values: dict[str, Any] = {
        "large": shown.large(found),
        "plots": {"wide": bars(found.outcomes.ways), "narrow": lying(found.outcomes.ways)},
        "outcomes": list(shown.outcomes(found)),
        "further": list(shown.further(found)),
        "compared": list(shown.compared(found, other)) if other else [],
        "own_name": shown.called(sheet.own),
        "other_name": shown.called(second(sheet)),
        "findings": shown.findings(sheet, known.document),
        "also": shown.also_printed(sheet, known.document),
        "chart": chart,
    }
    return rendered("lab/figures.html", sheet=sheet, known=known, found=found, **values)
