"""The example game Four Card Poker with its standard pay tables."""

from typing import Final

from fairdeal.games.kinds import Showdown
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms, terms
from tests.examples import example

GAME: Final[Game] = example("four-card-poker").GAME
SHOWDOWN: Final[Showdown] = example("four-card-poker").SETTLEMENT.kind


def usual() -> Terms:
    """The standard pay tables."""
    return terms(GAME)
