"""Which solver counts a game: by the kind of game that its rules are, never by its name."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from fairdeal import games
from fairdeal.analysis import counting
from fairdeal.analysis.compiled import once
from fairdeal.analysis.shared_cards import SharedCards, shared_cards
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solver import Solver
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.three_ways import ThreeWaysSolver
from fairdeal.errors import Refused, listed
from fairdeal.games import check
from fairdeal.games.kinds import Community, Showdown, rules_of
from fairdeal.games.layout import Game
from fairdeal.games.three_way_action import ThreeWays
from fairdeal.rule import RULES, unmarked

SOLVERS: Final[Mapping[type[Any], Callable[[Game, Any], Solver]]] = {
    Showdown: lambda game, rules: Showdowns(declare(game, rules)),
    Community: shared_cards,
    ThreeWays: ThreeWaysSolver,
}

_OF_COMPILER: Final = (NumbaError, UnsupportedBytecodeError, NotImplementedError)
"""What the compiler raises about code that it does not know."""

_OF_RULES: Final = (*_OF_COMPILER, ArithmeticError, LookupError, TypeError, ValueError)


def solver_of(game: Game) -> Solver:
    """The solver that fits the game, or a sentence that none does."""
    found = _found(game, games.SETTLEMENTS[game.key].kind)
    if isinstance(found, str):
        raise Refused(found, code="game.unsolved")
    return found


@once(maxsize=256)
def _found(game: Game, kind: Any) -> Solver | str:
    """The solver of a game, made and tried once whatever number of threads ask; or why not."""
    try:
        if game.package != games.__name__ and not counting.is_here():
            # Trying an author's rules compiles them; what was compiled and proven is kept on disk.
            counting.run(_tried, game.key)
        return _made(game, kind)
    except Refused as refusal:
        if refusal.code == counting.ENDED:
            raise
        return str(refusal)
    except _OF_RULES as error:
        if game.package == games.__name__:
            raise
        if isinstance(error, _OF_COMPILER):
            why = f"its rules do not compile: fairdeal check-game {game.key} says where and why"
            return str(_unsolved(game, why))
        return str(_unsolved(game, f"its rules cannot be asked ({_first_line(error)})"))


def _tried(game: str) -> None:
    """Make the solver of a game where figures are counted."""
    why_unsolved(games.game(game))


def _first_line(error: Exception) -> str:
    told = type(error).__name__
    lines = [each.strip() for each in str(error).splitlines() if each.strip()]
    return f"{told}: {lines[0]}" if lines else told


def _made(game: Game, kind: Any) -> Solver:
    if type(kind) not in SOLVERS:
        raise _unsolved(game, "no solver of the analysis fits its rules")
    if bare := _unmarked(kind):
        raise _unsolved(game, f"{listed(bare)} must be marked with @rule")
    if faults := check.faults(game, games.SETTLEMENTS[game.key]):
        raise _unsolved(game, f"its declaration is not sound: {faults[0]}")
    solver = SOLVERS[type(kind)](game, kind)
    if isinstance(solver, Showdowns):
        solver.of.check(at_once=True)
    elif isinstance(solver, SharedCards):
        solver.check(at_once=True)
    return solver


def _unsolved(game: Game, why: str) -> Refused:
    return Refused(f"{game.key} has no exact figures: {why}", code="game.unsolved")


def _unmarked(kind: object) -> list[str]:
    """The functions that decide bets and lack the mark @rule; only marked ones are compiled."""
    if not isinstance(kind, Showdown | Community):
        return []
    named = rules_of(kind)
    bare = [each.__name__ for each in named if each not in RULES]
    return list(dict.fromkeys([*bare, *(name for _, name in unmarked(named))]))


def forget() -> None:
    """Drop every solver; each game is tried again."""
    _found.cache_clear()  # type: ignore[attr-defined]


def why_unsolved(game: Game) -> str:
    """The sentence that says why a game cannot be counted; empty where it can."""
    try:
        solver_of(game)
    except Refused as refusal:
        if refusal.code == counting.ENDED:
            raise  # that can be asked again
        return str(refusal)
    return ""
