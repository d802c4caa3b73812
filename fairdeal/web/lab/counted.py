"""The figures of a sheet, in the form in which a par sheet has them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.opening import Opening
from fairdeal.analysis.paid import lines_of
from fairdeal.analysis.par import figure, figures
from fairdeal.analysis.progressive import progressive
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.sheet import Request
from fairdeal.analysis.solver import Case
from fairdeal.games.layout import Game
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms
from fairdeal.web.lab.editing import Edited
from fairdeal.web.lab.sheet import Sheet

Pairs: TypeAlias = tuple[tuple[str, Any], ...]
"""A mapping that can be remembered."""


@dataclass(frozen=True)
class Counted:
    """What is known of a sheet."""

    figure: Figure
    other: Figure | None
    """Of the second table, or of the printed one where a line was changed."""
    document: tuple[Figure, ...]
    """Of the same bet under every pay table of the document."""
    strategy: Mapping[str, Any] | None
    opening: Opening | None
    """How to play where shared cards are still to come."""
    blackjack: list[dict[str, Any]] | None
    progressive: Mapping[str, Any] | None


def counted(sheet: Sheet) -> Counted:
    """Count everything that the page shows."""
    game, bet = sheet.game, sheet.case.bet
    in_force = sheet.under(sheet.own)
    beside = second(sheet)
    solver = solver_of(game)
    found = solver.strategy(in_force) if bet in solver.base else None
    chart = solver.chart(in_force, in_full=False) if bet == solver.charted else None
    return Counted(
        _figure(sheet, sheet.own),
        None if beside is None else _figure(sheet, beside),
        _document(
            game,
            sheet.case,
            tuple((key, table.name) for key, table in sheet.terms.pay.items()),
            tuple(sheet.terms.options.items()),
            sheet.conditions.others,
            sheet.conditions.stake_cents,
            tuple(sheet.conditions.meters.items()),
        ),
        None if found is None else found.as_json(),
        solver.opening(in_force) if bet in solver.base else None,
        None if chart is None else chart.rows(),
        _progressive(sheet),
    )


def _progressive(sheet: Sheet) -> dict[str, Any] | None:
    if sheet.own is None or not sheet.own.table.by_meter:
        return None
    bet, in_force = sheet.own.table.bet, sheet.under(sheet.own)
    hands = solver_of(sheet.game).hands_by_event(bet)
    return progressive(bet, hands, in_force, sheet.conditions.meters).as_json()


def second(sheet: Sheet) -> Edited | None:
    """The table that the sheet is compared with: the one asked for, or its own as it was."""
    if sheet.other is not None or sheet.own is None or not sheet.own.is_changed:
        return sheet.other
    return Edited(sheet.own.model, sheet.own.model, {})


def request(sheet: Sheet) -> Request:
    """The same as a par sheet: the tables that are on the page and no other."""
    edits = [edit for edit in (sheet.own, second(sheet)) if edit is not None]
    tables = {edit.table.name: edit.table for edit in edits}
    others = {bet: {sheet.terms.pay[bet].name: sheet.terms.pay[bet]} for bet in sheet.beside}
    reported = {sheet.case.priced_by: tables} if tables else {}
    return Request(
        sheet.game,
        replace(sheet.sheets, tables={**others, **reported}),
        sheet.under(sheet.own),
        [sheet.case],
        conditions(sheet),
    )


def conditions(sheet: Sheet) -> Conditions:
    """The conditions; a changed table has as many other players as its model was printed for."""
    own, asked = sheet.own, sheet.conditions
    edits = [edit for edit in (own, sheet.other) if edit is not None]
    if own is None or asked.others is not None or not any(each.is_changed for each in edits):
        return asked
    if not own.model.others:
        return asked
    return replace(asked, others=figure(sheet.game, sheet.case.bet, sheet.terms, asked).others)


def ways(sheet: Sheet, found: Figure) -> dict[str, str]:
    """How many of all hands a line pays, as a fraction, by what the document calls them."""
    lines, hands = found.lines, found.hands
    table = sheet.own.table if sheet.own else None
    if table is not None and not lines and table.has("pays"):
        counts = solver_of(sheet.game).hands_by_event(table.bet)
        lines, hands = tuple(lines_of(table, counts)), sum(counts)
    return {line.event: f"{line.ways:,}/{hands:,}" for line in lines}


def _figure(sheet: Sheet, edit: Edited | None) -> Figure:
    found = sheet.under(edit)
    return figure(sheet.game, sheet.case.bet, found, conditions(sheet), sheet.sheets)


@lru_cache(maxsize=64)
def _document(
    game: Game,
    case: Case,
    tables: Pairs,
    options: Pairs,
    others: int | None,
    stake_cents: int,
    meters: Pairs,
) -> tuple[Figure, ...]:
    """The figures under every table of the document, which typing does not change."""
    in_force = terms(game, dict(tables), dict(options))
    conditions = Conditions(others, stake_cents, dict(meters))
    return tuple(figures(game, approved(game), in_force, [case], conditions))
