"""Games with common cards and staged choices: which solver fits, or why none does."""

from typing import Any

from fairdeal.analysis.solvers.boards import BoardSolver
from fairdeal.analysis.solvers.hands import FULL, Deck
from fairdeal.analysis.solvers.settling import Lines, Settling, Sheet
from fairdeal.analysis.solvers.solution import Solver
from fairdeal.analysis.solvers.staking import Structure
from fairdeal.analysis.solvers.turns import TurnSolver
from fairdeal.errors import Refused, listed
from fairdeal.games.kinds import Community


def solver(
    game: Community,
    structure: Structure,
    lines: Lines,
    deck: Deck = FULL,
    beside: frozenset[str] = frozenset(),
) -> Solver[Any]:
    """The solver for the game, or a refusal that says why it cannot be counted.

    *lines* gives the pays of the lines that are always the same, and None for all others; in the
    fields *beside* they bear on no decision.
    """
    settling = Settling(game.settle, Sheet(lines, beside), structure.parts)
    for bet in structure.bets:
        if bet not in settling.bets:
            raise Refused(
                f"{bet} cannot be counted: the settlement rule settles {listed(settling.bets)}",
                code="game.unsolved",
            )
    if set(settling.events) != set(game.events):
        raise Refused(
            f"the settlement rule is told events of {listed(settling.events)}, but the game has"
            f" {listed(game.events)}",
            code="game.unsolved",
        )
    if structure.dealers:
        return BoardSolver(game, structure, settling, deck)
    return TurnSolver(game, structure, settling, deck)
