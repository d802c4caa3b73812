"""The example game Caribbean Stud with its standard pay table, and with others."""

from dataclasses import replace
from typing import Final

from fairdeal.games.kinds import Showdown
from fairdeal.games.layout import Game
from fairdeal.games.paytable import Pay, Unit
from fairdeal.games.round import Settlement
from fairdeal.games.terms import Terms, terms
from tests.examples import example

GAME: Final[Game] = example("caribbean-stud").GAME
SETTLEMENT: Final[Settlement] = example("caribbean-stud").SETTLEMENT
SHOWDOWN: Final[Showdown] = example("caribbean-stud").SETTLEMENT.kind


def usual(**pays: int) -> Terms:
    """The standard pay table, or one with some other lines."""
    under = terms(GAME)
    table = under.pay["call"]
    [column] = table.columns
    lines = list(table.pays["pays"])
    for name, odds in pays.items():
        lines[column.events[name.upper()]] = Pay(Unit.TO, odds)
    return replace(under, pay={"call": replace(table, pays={"pays": tuple(lines)})})
