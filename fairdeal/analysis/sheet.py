"""The par sheet of a game: everything that is stated of it, as plain data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from fairdeal import __version__
from fairdeal.analysis import bank, stax
from fairdeal.analysis.blackjack.sheet import chart
from fairdeal.analysis.combination import Together
from fairdeal.analysis.compiled import Progress, unseen
from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.coverage import Posted, covered
from fairdeal.analysis.envy import envy, hands_in_action
from fairdeal.analysis.figures import exact
from fairdeal.analysis.par import figures
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.solver import Case
from fairdeal.fingerprint import files_digest
from fairdeal.games.describe import described_table
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Game
from fairdeal.games.paytable import Unit
from fairdeal.games.sheets import Sheets, approved
from fairdeal.games.terms import Terms
from fairdeal.games.three_card_poker import ENVY_HANDS, OTHERS


@dataclass(frozen=True)
class Request:
    """What is asked about a game."""

    game: Game
    sheets: Sheets
    """The pay tables to report."""
    terms: Terms
    cases: list[Case]
    conditions: Conditions = AT_RESET
    stakes: Mapping[str, int] = field(default_factory=dict)
    """Bets placed together, in cents; empty when nobody asked."""
    posted: Posted | None = None
    """A player/dealer's wager, and what the seats bet."""
    players: int = 1


@cache
def analysis_digest() -> str:
    """The fingerprint of the counting: every source file of the analysis."""
    folder = Path(__file__).parent
    return files_digest(folder, folder.rglob("*.py"))


def par_sheet(asked: Request, progress: Progress = unseen) -> dict[str, Any]:
    """The par sheet, ready for JSON, for a page and for the screen."""
    game = asked.game
    bets = {case.bet for case in asked.cases}
    shown: dict[str, Any] = {
        "game": game.key,
        "name": game.name,
        "rules_digest": rules_digest(game),
        "analysis_digest": analysis_digest(),
        "version": __version__,
        "document": asdict(game.document),
        "options": dict(asked.terms.options),
        "own_tables": _own_tables(asked),
        "pay_tables": [
            described_table(
                table.under(asked.terms.options),
                is_default=asked.sheets.defaults.get(bet) == table.name,
            )
            for bet, named in asked.sheets.tables.items()
            for table in named.values()
        ],
        "figures": [
            each.as_json()
            for each in figures(game, asked.sheets, asked.terms, asked.cases, asked.conditions)
        ],
    }
    if bets & solver_of(game).base.keys():
        shown["strategies"] = _strategies(asked)
    if "bonus" in bets and any(
        table.has("envy") for table in asked.sheets.tables["bonus"].values()
    ):
        shown["envy"] = _envy(asked)
    if "stax" in bets and any(p.unit is Unit.METER for p in asked.terms.pay["stax"].pays["pays"]):
        shown["progressive"] = stax.progressive(asked.terms, asked.conditions.meters).as_json()
    if "blackjack" in bets:
        shown["blackjack"] = chart(asked.terms)
    if game.player_banked and "ante" in bets:
        shown["bank"] = [
            bank.bank(asked.terms, players, units, progress).as_json()
            for units in ((0, 1) if bank.is_countable(asked.terms) else (0,))
            for players in range(1, game.seats + 1)
        ]
    if asked.posted is not None:
        shown["coverage"] = covered(
            asked.terms, asked.posted, asked.players, progress=progress
        ).as_json()
    if asked.stakes:
        shown["combination"] = combination(asked, progress).as_json()
    shown["readings"] = [asdict(each) for each in game.readings]
    return shown


def _own_tables(asked: Request) -> list[str]:
    """The tables that are not as the game's document has them."""
    printed = approved(asked.game).tables
    return [
        f"{bet} {table.name}"
        for bet, named in asked.sheets.tables.items()
        for table in named.values()
        if not any(table is each.under(asked.terms.options) for each in printed[bet].values())
        and table not in printed[bet].values()
    ]


def combination(asked: Request, progress: Progress) -> Together:
    """The bets that were asked for together."""
    solver = solver_of(asked.game)
    return solver.together(asked.terms, asked.stakes, asked.conditions, progress)


def _strategies(asked: Request) -> list[dict[str, Any]]:
    """The best strategy under every pay table that decides the base game."""
    solver = solver_of(asked.game)
    tables = asked.sheets.tables.get(solver.decided_by, {"": None})
    found = []
    for table in tables.values():
        pay = dict(asked.terms.pay)
        if table is not None:
            pay[solver.decided_by] = table.under(asked.terms.options)
        best = solver.strategy(replace(asked.terms, pay=pay))
        assert best is not None, "a base game has a strategy"
        found.append({"pay_table": table and table.name, **best.as_json()})
    return found


def _envy(asked: Request) -> list[dict[str, Any]]:
    """The edge of every table with envy, for every number of other players who earn it."""
    stake, alive = asked.conditions.stake_cents, hands_in_action(asked.terms)
    return [
        {
            "pay_table": each.pay_table,
            "stake_cents": stake,
            "hands": OTHERS[asked.terms.option(ENVY_HANDS)],
            "others": [
                {
                    "others": others,
                    "house_edge": exact(
                        each.outcomes.house_edge - envy(table, others, stake, alive).mean
                    ),
                }
                for others in range(asked.game.seats)
            ],
        }
        for each in figures(
            asked.game, asked.sheets, asked.terms, [Case("bonus", "bonus")], asked.conditions
        )
        if each.pay_table is not None
        and (table := asked.sheets.tables["bonus"][each.pay_table]).has("envy")
    ]
