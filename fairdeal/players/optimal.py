"""The best way to play, as the analysis found it: worked out once, then looked up."""

from functools import lru_cache

from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.solver import Situation as Known
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.players.strategy import Situation, Strategy, as_far_as_chips_go


def optimal(game: Game, terms: Terms) -> Strategy:
    """What is best for the base game under the terms.

    Under the approved pay tables no side bet makes another decision better.
    """
    return SaysTheBest(game, terms)


class SaysTheBest:
    """Says the word that is worth most, as far as the player's chips go."""

    def __init__(self, game: Game, terms: Terms) -> None:
        self._game = game
        best = solver_of(game).best_word(terms)

        @lru_cache(maxsize=1 << 16)
        def word(
            held: tuple[int, ...],
            up: int | None,
            said: tuple[str, ...],
            board: tuple[int, ...],
        ) -> str:
            return best(Known(held, up, said=said, board=board))

        self._best = word

    def word(self, situation: Situation) -> str:
        """The word that is worth most."""
        up = situation.dealer[0] if situation.dealer else None
        word = self._best(situation.cards, up, situation.said, situation.board)
        return as_far_as_chips_go(word, situation, self._game)
