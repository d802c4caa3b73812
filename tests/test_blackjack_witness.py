"""The blackjack leg against an independent slow program, to the last digit."""

import pytest

from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.solution import solve
from tests.naive.blackjack_values import blackjack_edge, word_values

pytestmark = [pytest.mark.exhaustive, pytest.mark.compiled, pytest.mark.slow]

HOUSES = {
    "default": ({}, {}),
    "natural=6:5": ({"natural": "6:5"}, {"natural": (6, 5)}),
    "peek=no": ({"peek": "no"}, {"peek": False}),
    "split-aces=draw": ({"split-aces": "draw"}, {"split_draws": True}),
    "soft-17=stand": ({"soft-17": "stand"}, {"hits_soft_17": False}),
    "seven-card-win=no": ({"seven-card-win": "no"}, {"seven_card_win": False}),
}


@pytest.mark.parametrize("name", HOUSES)
def test_edge_and_every_word_are_those_of_the_slow_program(name: str) -> None:
    options, slowly = HOUSES[name]
    found = solve(House.of(options))
    assert found.house_edge == blackjack_edge(**slowly)  # type: ignore[arg-type]
    for (low, high, up), start in found.starts.items():
        if not start.values:
            continue
        expected = word_values(low + 2, high + 2, up + 2, **slowly)  # type: ignore[arg-type]
        assert {word.name.lower(): value for word, value in start.values.items()} == expected
