"""A room whose decks win meters in every round."""

from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from fairdeal.live import Room
from fairdeal.live.shoe import Shoe, key_in
from tests.live.jackpots import DEALERS, DIAMOND, HEART, NOTHING, SPADE, STAR
from tests.live.stacking import deck_of, draws_for

SEATS: Final = 3
OTHER_SPADE: Final = "As Ks Qs"
"""Two seats can win the same meter in one round."""


class Draws:
    """What the shuffle draws, so that every deck wins something."""

    def __init__(self, choose: Random) -> None:
        self._choose = choose
        self._left: Iterator[int] = iter(())

    def below(self, count: int) -> int:
        """The next draw; the first of a deck is among all 52 cards."""
        if count == 52:
            hands = self._choose.sample((STAR, SPADE, OTHER_SPADE, HEART, DIAMOND, NOTHING), SEATS)
            self._left = iter(draws_for(deck_of(" ".join([*hands, DEALERS]))))
        return next(self._left)


def stack(room: Room, key_file: Path) -> None:
    """Give a room such decks; those that were sealed before can still be opened."""
    key = key_in(key_file, create=False)
    vars(room)["_shoe"] = Shoe(key, below=Draws(SystemRandom()).below)
