"""The strategies by name."""

from random import Random
from typing import Final

from fairdeal.errors import Malformed, did_you_mean
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.hands.three_card import QUEEN_HIGH, Category
from fairdeal.players.strategy import DrawsTo, PlaysFrom, SaysAnything, Strategy

STRATEGIES: Final = ("optimal", "simple", "timid", "random")
"""The strategies there are for every game."""

_PAIR: Final = Category.PAIR << 12


def strategy(name: str, game: Game, terms: Terms, whims: Random) -> Strategy:
    """The strategy of that name for a game; the optimal one is worked out before it returns."""
    check_strategy(name)
    if name == "random":
        return SaysAnything(whims)
    if name == "simple":
        return PlaysFrom(QUEEN_HIGH) if game.has_fold else DrawsTo(hard=17, soft=17)
    if name == "timid":
        # Below hard twelve and soft eighteen no card is one too many.
        return PlaysFrom(_PAIR) if game.has_fold else DrawsTo(hard=12, soft=18)
    # The analysis is slow to load, and no other strategy needs it.
    from fairdeal.players.optimal import optimal

    return optimal(game, terms)


def check_strategy(name: str) -> None:
    """Refuses the name of a strategy that is none."""
    if name not in STRATEGIES:
        raise Malformed(
            f"there is no strategy {name!r}: {did_you_mean(name, STRATEGIES)}",
            code="strategy.unknown",
        )
