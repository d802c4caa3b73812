"""The par sheet of a game: everything that is counted of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from fairdeal import __version__
from fairdeal.analysis import bank
from fairdeal.analysis.bank import Bank
from fairdeal.analysis.chart import Chart
from fairdeal.analysis.combination import Together
from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.coverage import Covered, Posted, covered
from fairdeal.analysis.figures import Figure, exact
from fairdeal.analysis.opening import Opening
from fairdeal.analysis.par import figure, figures
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.progressive import Progressive, progressive
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.solver import Case
from fairdeal.analysis.strategy import Strategy
from fairdeal.games.describe import described_table
from fairdeal.games.digest import rules_digest
from fairdeal.games.layout import Game
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Sheets, approved
from fairdeal.games.terms import Terms
from fairdeal.source import files_digest


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


@dataclass(frozen=True, slots=True)
class Envy:
    """The house edge of a table that pays for other players' hands, by how many these are."""

    pay_table: str
    stake_cents: int
    hands: str
    """What the hands are called that pay it."""
    edges: tuple[Fraction, ...]
    """With no other player, with one, and so on."""

    def as_json(self) -> dict[str, Any]:
        """The edges as JSON."""
        return {
            "pay_table": self.pay_table,
            "stake_cents": self.stake_cents,
            "hands": self.hands,
            "others": [
                {"others": others, "house_edge": exact(edge)}
                for others, edge in enumerate(self.edges)
            ],
        }


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A par sheet: everything that is counted of a game."""

    asked: Request
    figures: tuple[Figure, ...]
    """Of every bet under every pay table that decides it."""
    strategies: tuple[tuple[str | None, Strategy], ...] = ()
    """The best strategy under each pay table that decides the base game, by its name."""
    starting_hands: tuple[tuple[str | None, Opening], ...] = ()
    """How to play where shared cards are still to come, under each such pay table."""
    envy: tuple[Envy, ...] = ()
    progressive: Progressive | None = None
    chart: Chart | None = None
    banks: tuple[Bank, ...] = ()
    coverage: Covered | None = None
    combination: Together | None = None

    def as_json(self) -> dict[str, Any]:
        """The sheet as ``fairdeal par --json`` prints it; what was not counted is left out."""
        asked, game = self.asked, self.asked.game
        parts: dict[str, Any] = {
            "strategies": [{"pay_table": name, **best.as_json()} for name, best in self.strategies],
            "starting_hands": [
                {"pay_table": name, **best.as_json()} for name, best in self.starting_hands
            ],
            "envy": [each.as_json() for each in self.envy],
            "progressive": self.progressive and self.progressive.as_json(),
            "blackjack": self.chart and self.chart.as_json(),
            "bank": [each.as_json() for each in self.banks],
            "coverage": self.coverage and self.coverage.as_json(),
            "combination": self.combination and self.combination.as_json(),
        }
        return {
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
            "figures": [each.as_json() for each in self.figures],
            **{key: part for key, part in parts.items() if part},
            "readings": [asdict(each) for each in game.readings],
        }


def par_sheet(asked: Request, progress: Progress = unseen) -> Sheet:
    """Count everything that is asked."""
    game, solver, bets = asked.game, solver_of(asked.game), [case.bet for case in asked.cases]
    has_base = bool(solver.base.keys() & bets)
    has_bank = bank.is_known(game) and bank.napa().head in bets
    return Sheet(
        asked=asked,
        figures=tuple(figures(game, asked.sheets, asked.terms, asked.cases, asked.conditions)),
        strategies=tuple(_strategies(asked)) if has_base else (),
        starting_hands=tuple(_starting_hands(asked)) if has_base else (),
        envy=tuple(each for bet in bets for each in _envy(asked, bet)),
        progressive=_progressive(asked, bets),
        chart=solver.chart(asked.terms) if solver.charted in bets else None,
        banks=tuple(_banks(asked, progress)) if has_bank else (),
        coverage=None
        if asked.posted is None
        else covered(asked.terms, asked.posted, asked.players, progress=progress),
        combination=combination(asked, progress) if asked.stakes else None,
    )


def _progressive(asked: Request, bets: Sequence[str]) -> Progressive | None:
    """Of the last bet that a meter pays."""
    paid = [bet for bet in bets if bet in asked.terms.pay and asked.terms.pay[bet].by_meter]
    if not paid:
        return None
    hands = solver_of(asked.game).hands_by_event(paid[-1])
    return progressive(paid[-1], hands, asked.terms, asked.conditions.meters)


def _banks(asked: Request, progress: Progress) -> Iterator[Bank]:
    """What a player/dealer wins, by whether pair plus is bet and by the number of players."""
    for units in (0, 1) if bank.is_countable(asked.terms) else (0,):
        for players in range(1, asked.game.seats + 1):
            yield bank.bank(asked.terms, players, units, progress)


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


def _deciding(asked: Request) -> Iterator[tuple[str | None, Terms]]:
    """The terms under every pay table that decides the base game, each with its name."""
    decides = solver_of(asked.game).decided_by
    for table in asked.sheets.tables.get(decides, {"": None}).values():
        pay = dict(asked.terms.pay)
        if table is not None:
            pay[decides] = table.under(asked.terms.options)
        yield None if table is None else table.name, replace(asked.terms, pay=pay)


def _strategies(asked: Request) -> Iterator[tuple[str | None, Strategy]]:
    """The best strategy of a base game in which a player decides once."""
    for name, terms in _deciding(asked):
        best = solver_of(asked.game).strategy(terms)
        if best is not None:
            yield name, best


def _starting_hands(asked: Request) -> Iterator[tuple[str | None, Opening]]:
    """How to play from the starting hand on, where shared cards are still to come."""
    for name, terms in _deciding(asked):
        best = solver_of(asked.game).opening(terms)
        if best is not None:
            yield name, best


def _envy(asked: Request, bet: str) -> Iterator[Envy]:
    """The edge of every table that pays for other players' hands, for every number of them."""
    whose = asked.game.bet(bet).others
    if whose is None:
        return
    for table in asked.sheets.tables.get(bet, {}).values():
        if table.others:
            edges = tuple(_edge(asked, table, others) for others in range(asked.game.seats))
            hands = whose.called(asked.terms.options)
            yield Envy(table.name, asked.conditions.stake_cents, hands, edges)


def _edge(asked: Request, table: PayTable, others: int) -> Fraction:
    """The house edge of a bet with so many other players."""
    pay = {**asked.terms.pay, table.bet: table.under(asked.terms.options)}
    conditions = replace(asked.conditions, others=others)
    return figure(asked.game, table.bet, replace(asked.terms, pay=pay), conditions).house_edge
