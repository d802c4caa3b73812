"""The strategies by name."""

from random import Random
from typing import Final

from fairdeal import games
from fairdeal.errors import Malformed, did_you_mean
from fairdeal.games.kinds import Community, Showdown
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.players.strategy import (
    SaysAnything,
    SaysByHand,
    SaysDefault,
    StaysFrom,
    Strategy,
)

STRATEGIES: Final = ("optimal", "simple", "timid", "random")
"""The strategies there are for every game."""


def strategy(name: str, game: Game, terms: Terms, whims: Random) -> Strategy:
    """The strategy of that name for a game; the optimal one is worked out before it returns."""
    check_strategy(name)
    if name == "random":
        return SaysAnything(whims)
    rules = games.SETTLEMENTS[game.key]
    if name != "optimal" and isinstance(rules.kind, Showdown | Community):
        return StaysFrom(game, rules.kind.player.rule, rules.stays_from.get(name, 0))
    if name in rules.says:
        return SaysByHand(rules.says[name])
    if name != "optimal":
        return SaysDefault(game)
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
