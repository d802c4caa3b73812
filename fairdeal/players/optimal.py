"""The best way to play, as the analysis found it: worked out once, then looked up."""

from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.solution import Solution, solve
from fairdeal.analysis.par import MODELS
from fairdeal.analysis.play_or_fold import strategy
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.players.strategy import PlaysFrom, Situation, Strategy, as_far_as_chips_go


def optimal(game: Game, terms: Terms) -> Strategy:
    """What is best for the base game under the terms.

    Under the approved pay tables no side bet makes another decision better.
    """
    if game.key not in MODELS:
        return SaysTheBest(solve(House.of(terms.options)))
    cuts = strategy.strategy(MODELS[game.key], terms).cuts
    assert all(cut.is_clean for cut in cuts), f"no strength decides the hands of {game.key}"
    by_up = {cut.up: cut.weakest_played.strength for cut in cuts if cut.up is not None}
    return PlaysFrom(max(cut.weakest_played.strength for cut in cuts), by_up)


class SaysTheBest:
    """Says what is worth most to a blackjack hand, by all its cards."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution

    def word(self, situation: Situation) -> str:
        """Hit, stand, double or split."""
        word = self._solution.word_for(situation.cards, situation.dealer[0], situation.said)
        assert word is not None, "a hand that is over has nothing to decide"
        return as_far_as_chips_go(word.name.lower(), situation)
