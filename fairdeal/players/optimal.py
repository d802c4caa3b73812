"""The best way to play, as the analysis found it: worked out once, then looked up."""

from functools import lru_cache

from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.solution import Solution, solve
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solvers.decisions import best
from fairdeal.analysis.solvers.lookup import Lookup
from fairdeal.analysis.three_ways import ThreeWaysSolver
from fairdeal.errors import Refused
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.players.strategy import Situation, Strategy, as_far_as_chips_go


def optimal(game: Game, terms: Terms) -> Strategy:
    """What is best for the base game under the terms.

    Under the approved pay tables no side bet makes another decision better.
    """
    solver = solver_of(game)
    if isinstance(solver, ThreeWaysSolver):
        return SaysTheBest(game, solve(House.of(terms.options)))
    if isinstance(solver, Showdowns):
        of = solver.of
        counts = of.counts()
        chosen = best(counts, of.prices(counts, terms, AT_RESET), of.choices, of.base)
        return LooksUp(game, Lookup(counts, chosen), tuple(each.word for each in of.choices))
    raise Refused(
        f"{game.key} has no best way to play that a programmed player could look up",
        code="game.unsolved",
    )


class LooksUp:
    """Says what is best with the cards in hand and the one that is up."""

    def __init__(self, game: Game, lookup: Lookup, words: tuple[str, ...]) -> None:
        self._game = game
        self._words = words
        self._chosen = lru_cache(maxsize=1 << 16)(lookup.chosen)

    def word(self, situation: Situation) -> str:
        """The word that is worth most."""
        number = self._chosen(tuple(sorted(situation.cards)), tuple(sorted(situation.dealer)))
        return as_far_as_chips_go(self._words[number], situation, self._game)


class SaysTheBest:
    """Says what is worth most to a blackjack hand, by all its cards."""

    def __init__(self, game: Game, solution: Solution) -> None:
        self._game = game
        self._solution = solution

    def word(self, situation: Situation) -> str:
        """Hit, stand, double or split."""
        word = self._solution.word_for(situation.cards, situation.dealer[0], situation.said)
        assert word is not None, "a hand that is over has nothing to decide"
        return as_far_as_chips_go(word.name.lower(), situation, self._game)
