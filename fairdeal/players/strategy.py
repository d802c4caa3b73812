"""How a programmed player decides: from what a person at the seat may see, to a word."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from fairdeal.games.kinds import Rule, ask
from fairdeal.games.layout import FOLD, Game, Step


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


def step_of(game: Game, situation: Situation) -> Step:
    """The decision to which the situation's words belong."""
    return next(each for each in game.decisions if {*situation.words} <= {*each.words})


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
        step = step_of(self._game, situation)
        stays = sorted(
            (each for each in step.choices if each.word != FOLD and each.times >= 0),
            key=lambda each: each.times if each.times or not is_whole else 1 << 30,
        )
        word = stays[0].word if is_good else step.default
        return as_far_as_chips_go(word, situation, self._game)


class SaysByHand:
    """Says what the game names for the player's own cards, whatever the dealer shows."""

    def __init__(self, said: Callable[[tuple[int, ...]], str]) -> None:
        self._said = said

    def word(self, situation: Situation) -> str:
        """The word for the cards."""
        return self._said(situation.cards)


class SaysDefault:
    """Says what the table says for a player who does not decide in time."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def word(self, situation: Situation) -> str:
        """The default of the decision."""
        return step_of(self._game, situation).default


class SaysAnything:
    """Says whatever comes to mind."""

    def __init__(self, whims: Random) -> None:
        self._whims = whims

    def word(self, situation: Situation) -> str:
        """Any word that is open."""
        return self._whims.choice(situation.words)
