"""Whole rounds through the referee: checked, settled, ordered and explained."""

from random import Random
from typing import Any

import pytest

from fairdeal.games import GAMES
from fairdeal.games.referee import settle
from tests.rounds import random_round
from tests.twins import naively_settled, plain


@pytest.mark.parametrize("key", GAMES)
def bench_a_hundred_rounds(benchmark: Any, key: str) -> None:
    random = Random(key)
    rounds = [random_round(key, random) for _ in range(100)]
    settled = benchmark(lambda: [settle(each) for each in rounds])
    assert [plain(lines) for lines in settled] == [naively_settled(each) for each in rounds]
