"""A room whose decks win meters in every round."""

from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from fairdeal.live import Room
from fairdeal.live.shoe import key_in
from tests.live.decks import Foretold
from tests.live.jackpots import DEALERS, DIAMOND, HEART, NOTHING, SPADE, STAR
from tests.live.stacking import deck_of, number_of

SEATS: Final = 3
OTHER_SPADE: Final = "As Ks Qs"
"""Two seats can win the same meter in one round."""


def winning(choose: Random) -> int:
    """What the shuffle draws, so that every deck wins something."""
    hands = choose.sample((STAR, SPADE, OTHER_SPADE, HEART, DIAMOND, NOTHING), SEATS)
    return number_of(deck_of(" ".join([*hands, DEALERS])))


def stack(room: Room, key_file: Path) -> None:
    """Give a room such decks; those that were sealed before can still be opened."""
    key = key_in(key_file, create=False)
    vars(room)["_shoe"] = Foretold(key, below=lambda _: winning(SystemRandom()))
