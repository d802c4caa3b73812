"""Random rounds of every game: the referee and the naive twin agree on every cent and its order."""

from random import Random

import pytest

from fairdeal.games import GAMES
from fairdeal.games.referee import settle
from tests.rounds import random_round
from tests.scale import CHUNKS, part_of
from tests.twins import naively_settled, plain

ROUNDS = 200_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("key", GAMES)
def test_referee_and_twin_agree_on_random_rounds(key: str, chunk: int) -> None:
    random = Random(f"{key} {chunk}")
    for _ in range(part_of(ROUNDS)):
        played = random_round(key, random)
        assert plain(settle(played)) == naively_settled(played), played
