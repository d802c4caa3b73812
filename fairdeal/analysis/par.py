"""Par figures of every bet of a game under given pay tables and options."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.published import printed
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.solver import Case
from fairdeal.errors import Malformed
from fairdeal.games.layout import Game
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Sheets
from fairdeal.games.terms import Terms


def cases(game: Game) -> list[Case]:
    """The bets of a game that have figures, in the order of the layout."""
    return solver_of(game).cases()


def chosen_cases(game: Game, bet: str | None) -> list[Case]:
    """All of them, or the one of a bet."""
    every = cases(game)
    if bet is None:
        return every
    known = {case.bet: case for case in every}
    if bet.lower() not in known:
        part = game.bet(bet.lower())
        whole = game.head_of(part.key)
        raise Malformed(
            f"{bet} of {game.key} has no figure of its own: it is counted in {whole}",
            code="bet.unknown",
        )
    return [known[bet.lower()]]


def figures(
    game: Game, sheets: Sheets, terms: Terms, asked: list[Case], conditions: Conditions
) -> Iterator[Figure]:
    """The figures of the bets under every pay table that decides them."""
    for case in asked:
        if not case.priced_by:
            yield figure(game, case.bet, terms, conditions)
            continue
        for table in sheets.tables[case.priced_by].values():
            pay = {**terms.pay, case.priced_by: table.under(terms.options)}
            found = figure(game, case.bet, replace(terms, pay=pay), conditions, sheets)
            yield replace(found, otherwise=_otherwise(game, case, table, terms, conditions))


def _otherwise(
    game: Game, case: Case, table: PayTable, terms: Terms, conditions: Conditions
) -> dict[str, Fraction]:
    """The house edge under each other reading of the pay table."""
    edges = {}
    for option in game.options:
        for value in option.values:
            read = table.under({**terms.options, option.key: value})
            if read is not table.under(terms.options):
                pay = {**terms.pay, case.priced_by: read}
                found = figure(game, case.bet, replace(terms, pay=pay), conditions)
                edges[f"{option.key}={value}"] = found.house_edge
    return edges


def figure(
    game: Game,
    bet: str,
    terms: Terms,
    conditions: Conditions = AT_RESET,
    sheets: Sheets | None = None,
) -> Figure:
    """The figure of one bet under the terms; *sheets* hold what is printed of combinations."""
    found = solver_of(game).figure(bet, terms, conditions)
    defaults = {option.key: option.default for option in game.options}
    if conditions != AT_RESET or terms.options != defaults:
        return found  # what is printed was meant for other circumstances
    decides = next(case.priced_by for case in cases(game) if case.bet == bet)
    return replace(found, printed=tuple(printed(found, decides or bet, terms, sheets)))
