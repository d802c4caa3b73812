"""Which solver counts a game: by the kind of game that its rules are, never by its name."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from fairdeal import games
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Solver
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.three_ways import ThreeWaysSolver
from fairdeal.errors import Refused
from fairdeal.games.kinds import Showdown
from fairdeal.games.layout import Game
from fairdeal.games.three_way_action import ThreeWays

SOLVERS: Final[Mapping[type[Any], Callable[[Game, Any], Solver]]] = {
    Showdown: lambda game, rules: Showdowns(declare(game, rules)),
    ThreeWays: ThreeWaysSolver,
}


@cache
def solver_of(game: Game) -> Solver:
    """The solver that fits the game, or a sentence that none does."""
    kind = games.SETTLEMENTS[game.key].kind
    if type(kind) not in SOLVERS:
        raise Refused(
            f"{game.key} has no exact figures: no solver of the analysis fits its rules",
            code="game.unsolved",
        )
    return SOLVERS[type(kind)](game, kind)


def why_unsolved(game: Game) -> str:
    """The sentence that says why a game cannot be counted; empty where it can."""
    try:
        solver_of(game)
    except Refused as refusal:
        return str(refusal)
    return ""
