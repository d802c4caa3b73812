"""What a report is about: the sheet, the game it is of, and the pay tables behind its figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import comb
from typing import Any

from fairdeal.games import game as game_of
from fairdeal.games.layout import Game, Placed
from fairdeal.games.sheets import approved
from fairdeal.report.numbers import capital, exactly

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
        words = declared.rules_in_words(options)
        if self.game.has_fold and declared.placed is not Placed.BY_DECISION:
            words.append("survives a fold" if declared.survives(options) else "lost on a fold")
        return ", ".join(words)

    def belonging(self, bet: str) -> list[str]:
        """The later bets and awards without which a bet is not played."""
        return [each.name for each in self.game.bets if bet in (each.rides_on, each.equals)]

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
        riding = (each.key for each in self.game.bets if bet in (each.rides_on, each.equals))
        return next((key for key in riding if key in priced), "")

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

    def hands(self, figure: Mapping[str, Any]) -> int:
        """Over how many hands the lines of a figure are counted; 0 where it cannot be told.

        A bet that a fold forfeits is reckoned over deals of both hands, while its lines count the
        player's cards alone.
        """
        paid = sum(line["ways"] for line in figure["lines"] if line["pays"] != "lose")
        often = exactly(figure["win"]) + exactly(figure["push"])
        for number in (figure["deals"], comb(52, self.game.player_cards)):
            if Fraction(paid, number) == often:
                return int(number)
        return 0


def subject(sheet: Mapping[str, Any]) -> Subject:
    """The subject of a report about the sheet."""
    game = game_of(sheet["game"])
    tables = sheet["pay_tables"] if "pay_tables" in sheet else _approved(game, sheet["options"])
    return Subject(sheet, game, {(each["bet"], each["name"]): each for each in tables})


def _approved(game: Game, options: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The tables of the game's document, as the options of the house read them."""
    sheets = approved(game)
    for bet, named in sheets.tables.items():
        for name, printed in named.items():
            table = printed.under(options)
            yield {
                "bet": bet,
                "name": name,
                "default": sheets.defaults[bet] == name,
                "place": table.place,
                "meant": table.meant,
                "titles": {column.key: column.title for column in table.columns},
                "columns": {
                    column.key: [
                        {"hand": column.name(event), "pays": str(table.pays[column.key][event])}
                        for event in table.printed[column.key]
                    ]
                    for column in table.columns
                },
            }
