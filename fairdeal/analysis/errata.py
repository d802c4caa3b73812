"""Every figure that the documents print, held against the exact one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figures
from fairdeal.analysis.printed import Printed
from fairdeal.games.layout import Game
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms


@dataclass(frozen=True)
class Compared:
    """A printed figure, where it stands and what it should be."""

    game: Game
    figure: Figure
    printed: Printed
    belongs_to: str = ""
    """Another pay table of the bet whose true figure is the one printed here."""

    def as_json(self) -> dict[str, Any]:
        """The comparison as JSON."""
        shown = {
            "game": self.game.key,
            "bet": self.figure.bet,
            "pay_table": self.figure.pay_table,
            "place": self.printed.where,
            **self.printed.as_json(),
        }
        if self.belongs_to:
            shown["is_the_figure_of"] = self.belongs_to
        return shown


def compared(game: Game) -> Iterator[Compared]:
    """Everything the game's document prints, in its order."""
    found = [
        each
        for each in figures(game, approved(game), terms(game), cases(game), AT_RESET)
        if each.printed
    ]
    for each in found:
        for printed in each.printed:
            yield Compared(game, each, printed, _owner(each, printed, found))


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
