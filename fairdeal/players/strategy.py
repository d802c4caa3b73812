"""How a programmed player decides: from what a person at the seat may see, to a word."""

from random import Random
from typing import NamedTuple, Protocol

from fairdeal.games.kinds import Rule, ask
from fairdeal.games.layout import FOLD, Game
from fairdeal.hands.blackjack import total_of


class Situation(NamedTuple):
    """What a player may know when deciding; there is no place here for a card that lies hidden."""

    cards: tuple[int, ...]
    """The player's own, in the order dealt."""
    dealer: tuple[int, ...]
    """Those of the dealer that lie face up."""
    said: tuple[str, ...]
    """What the player has said in this round."""
    words: tuple[str, ...]
    """What may be said now, as far as the player's chips go."""
    board: tuple[int, ...] = ()
    """The shared cards that lie face up."""


class Strategy(Protocol):
    """A way to play one game."""

    def word(self, situation: Situation) -> str:
        """What to say: one of the situation's words."""


def as_far_as_chips_go(word: str, situation: Situation, game: Game) -> str:
    """The word, or the one that the game declares as the nearest for a player short of chips."""
    while word not in situation.words:
        word = game.choices[word].instead or FOLD
    return word


class StaysFrom:
    """Stays in for the least with hands of a certain strength or more, and gives up the others.

    While shared cards lie face down, nothing is staked or given up that need not be.
    """

    def __init__(self, game: Game, strength: Rule, weakest: int) -> None:
        self._game = game
        self._strength = strength
        self.weakest = weakest

    def word(self, situation: Situation) -> str:
        """The word that costs least and goes on, or else the one that gives up."""
        held = (*situation.cards, *situation.board)
        is_whole = len(held) == self._game.player_cards + self._game.board_cards
        is_good = not is_whole or ask(self._strength, held) >= self.weakest
        step = next(each for each in self._game.decisions if {*situation.words} <= {*each.words})
        stays = sorted(
            (each for each in step.choices if each.word != FOLD and each.times >= 0),
            key=lambda each: each.times if each.times or not is_whole else 1 << 30,
        )
        word = stays[0].word if is_good else step.default
        return as_far_as_chips_go(word, situation, self._game)


class DrawsTo:
    """Draws until the hand counts enough, and never stakes a second bet."""

    def __init__(self, hard: int, soft: int) -> None:
        self.hard = hard
        self.soft = soft
        """What is enough while an ace counts eleven."""

    def word(self, situation: Situation) -> str:
        """Hit or stand."""
        total = total_of(situation.cards)
        return "hit" if total.points < (self.soft if total.soft else self.hard) else "stand"


class SaysAnything:
    """Says whatever comes to mind."""

    def __init__(self, whims: Random) -> None:
        self._whims = whims

    def word(self, situation: Situation) -> str:
        """Any word that is open."""
        return self._whims.choice(situation.words)
