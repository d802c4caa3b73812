"""How a programmed player decides: from what a person at the seat may see, to a word."""

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple, Protocol

from fairdeal.cards import rank_of
from fairdeal.hands.blackjack import total_of
from fairdeal.hands.three_card import best_of_four, strength_of


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


class Strategy(Protocol):
    """A way to play one game."""

    def word(self, situation: Situation) -> str:
        """What to say: one of the situation's words."""


_INSTEAD: Final = {"double": "hit", "split": "hit"}


def as_far_as_chips_go(word: str, situation: Situation) -> str:
    """The word, or the one that comes nearest to it without a second bet."""
    return word if word in situation.words else _INSTEAD.get(word, "fold")


class PlaysFrom:
    """Plays hands of a certain strength or more, and folds the others."""

    def __init__(self, weakest: int, by_up: Mapping[int, int] | None = None) -> None:
        self.weakest = weakest
        self.by_up = dict(by_up or {})
        """What is needed instead against a card that is up, by its rank."""

    def word(self, situation: Situation) -> str:
        """Play or fold."""
        weakest = self.weakest
        if self.by_up:
            weakest = self.by_up[rank_of(situation.dealer[0])]
        held = situation.cards
        strength = best_of_four(*held) if len(held) == 4 else strength_of(*held)
        return as_far_as_chips_go("play" if strength >= weakest else "fold", situation)


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
