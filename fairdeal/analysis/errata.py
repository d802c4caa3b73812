"""Every figure that the documents print, held against the exact one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figures
from fairdeal.analysis.printed import Printed
from fairdeal.analysis.solver import Case
from fairdeal.games.layout import Game
from fairdeal.games.sheets import Sheets, approved
from fairdeal.games.terms import terms


@dataclass(frozen=True)
class Compared:
    """A printed figure, where it stands and what it should be."""

    game: Game
    figure: Figure
    printed: Printed
    tables: tuple[str, ...]
    """The pay tables for which it is printed: one figure may stand for several."""
    belongs_to: str = ""
    """Another pay table of the bet whose true figure is the one printed here."""

    def as_json(self) -> dict[str, Any]:
        """The comparison as JSON."""
        shown = {
            "game": self.game.key,
            "bet": self.figure.bet,
            "pay_tables": list(self.tables),
            "place": self.printed.where,
            **self.printed.as_json(),
        }
        if self.belongs_to:
            shown["is_the_figure_of"] = self.belongs_to
        return shown


def compared(game: Game) -> Iterator[Compared]:
    """Everything the game's document prints, in its order."""
    sheets = approved(game)
    asked = [case for case in cases(game) if _is_printed(case, sheets)]
    found = list(figures(game, sheets, terms(game), asked, AT_RESET))
    same: dict[tuple[str, str, str], list[tuple[Figure, Printed]]] = {}
    for each in found:
        for printed in each.printed:
            same.setdefault((printed.what, printed.text, printed.where), []).append((each, printed))
    for group in same.values():
        figure, printed = group[0]
        tables = tuple(str(each.pay_table) for each, _ in group)
        yield Compared(game, figure, printed, tables, _owner(figure, printed, found))


def _is_printed(case: Case, sheets: Sheets) -> bool:
    """Whether the document prints anything about the bet."""
    if case.bet != case.priced_by:
        return any(case.priced_by in each.tables for each in sheets.combinations.values())
    tables = sheets.tables.get(case.priced_by, {}).values()
    return any(table.published or table.probabilities for table in tables)


def _owner(figure: Figure, printed: Printed, every: list[Figure]) -> str:
    """The table whose figure it is, when it is wrong here and right there."""
    if printed.agrees:
        return ""
    for other in every:
        for each in other.printed:
            if (
                other.bet == figure.bet
                and (each.what, each.text) == (printed.what, printed.text)
                and each.agrees
            ):
                return str(other.pay_table)
    return ""
