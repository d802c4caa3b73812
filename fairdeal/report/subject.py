"""What a report is about: the sheet, the game it is of, and the pay tables behind its figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from fairdeal.games import game as game_of
from fairdeal.games.layout import Game, Placed
from fairdeal.report.numbers import capital

Columns = dict[str, dict[str, str]]
"""By the title of a column, what each hand pays."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A sheet and what its game declares."""

    sheet: Mapping[str, Any]
    game: Game
    tables: Mapping[tuple[str, str], Mapping[str, Any]]
    """Pay tables by bet and name, in the form in which a game is described."""

    def name(self, bet: str) -> str:
        """What the document calls a bet."""
        return capital(self.game.bet(bet).name)

    def rules(self, bet: str) -> str:
        """What constrains a bet under the options in force, and what a fold does to it."""
        declared, options = self.game.bet(bet), self.sheet["options"]
        words = self.game.rules_of(bet, options)
        if self.game.has_fold and declared.placed is not Placed.BY_DECISION:
            words.append("survives a fold" if declared.survives(options) else "lost on a fold")
        return ", ".join(words)

    def belonging(self, bet: str) -> list[str]:
        """The later bets and awards without which a bet is not played."""
        return [self.game.bet(key).name for key in self._following(bet)]

    def by_bet(self) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
        """The figures of each bet, in the order of the sheet."""
        for bet, figures in groupby(self.sheet["figures"], lambda figure: str(figure["bet"])):
            yield bet, list(figures)

    def findings(self) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
        """Every figure that the document prints and was checked, with the figure it is about."""
        for figure in self.sheet["figures"]:
            for each in figure.get("published", {}).get("figures", ()):
                yield figure, each

    def priced_by(self, bet: str) -> str:
        """The bet whose pay table decides a bet: its own, or that of an award that rides on it."""
        priced = {key for key, _ in self.tables}
        if bet in priced:
            return bet
        return next((key for key in self._following(bet) if key in priced), "")

    def _following(self, bet: str) -> list[str]:
        """The bets that belong to the wager of another."""
        every = (each.key for each in self.game.bets)
        return [key for key in every if key != bet and self.game.head_of(key) == bet]

    def has_chapter(self, bet: str) -> bool:
        """Whether the sheet has figures of the bet's own."""
        return any(figure["bet"] == bet for figure in self.sheet["figures"])

    def table(self, figure: Mapping[str, Any]) -> Mapping[str, Any]:
        """The pay table of a figure; empty where it is not known."""
        key = (self.priced_by(figure["bet"]), str(figure["pay_table"]))
        return self.tables.get(key, {})

    def in_full(self, figures: list[Mapping[str, Any]]) -> Mapping[str, Any]:
        """The figure of a bet that is shown first: the house's default, or the first."""
        default = (each for each in figures if self.table(each).get("default"))
        return next(default, figures[0])

    def columns(self, figure: Mapping[str, Any]) -> Columns:
        """What the pay table of a figure pays, by column."""
        table = self.table(figure)
        found = {
            table["titles"][key]: {line["hand"]: line["pays"] for line in lines}
            for key, lines in table.get("columns", {}).items()
        }
        if "lines" in figure:
            own = table.get("titles", {}).get("pays", "pays")
            found[own] = {line["event"]: line["pays"] for line in figure["lines"]}
        return found


def subject(sheet: Mapping[str, Any]) -> Subject:
    """The subject of a report about the sheet."""
    game = game_of(sheet["game"])
    tables = {(each["bet"], each["name"]): each for each in sheet["pay_tables"]}
    return Subject(sheet, game, tables)
