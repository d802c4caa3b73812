"""Hands by category, counted over whole decks, against the known counts."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import tests.compiled  # noqa: F401, tells Numba about the rules
from fairdeal.hands import poker, three_card

KNOWN_THREE = {
    three_card.Category.MINI_ROYAL: 4,
    three_card.Category.STRAIGHT_FLUSH: 44,
    three_card.Category.THREE_OF_A_KIND: 52,
    three_card.Category.STRAIGHT: 720,
    three_card.Category.FLUSH: 1_096,
    three_card.Category.PAIR: 3_744,
    three_card.Category.HIGH_CARD: 16_440,
}

# From high card to royal flush, as every textbook has them.
KNOWN = {
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
    7: (
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ),
}


@numba.njit(nogil=True)
def count_five(first: int, counts: NDArray[np.int64]) -> None:
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    counts[poker.strength_of((first, b, c, d, e)) >> 20] += 1


@numba.njit(nogil=True)
def count_six(first: int, counts: NDArray[np.int64]) -> None:
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    for f in range(e):
                        counts[poker.strength_of((first, b, c, d, e, f)) >> 20] += 1


@numba.njit(nogil=True)
def count_seven(first: int, counts: NDArray[np.int64]) -> None:
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    for f in range(e):
                        for g in range(f):
                            counts[poker.strength_of((first, b, c, d, e, f, g)) >> 20] += 1


def test_all_three_card_hands_fall_into_the_known_counts() -> None:
    hands = combinations(range(52), 3)
    counts = Counter(three_card.category(three_card.strength_of(*hand)) for hand in hands)
    assert counts == KNOWN_THREE


@pytest.mark.exhaustive
@pytest.mark.compiled
@pytest.mark.parametrize(("size", "kernel"), [(5, count_five), (6, count_six), (7, count_seven)])
def test_all_poker_hands_fall_into_the_known_counts(size: int, kernel: Any) -> None:
    counts = np.zeros((52, 10), np.int64)
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda first: kernel(first, counts[first]), range(51, -1, -1)))
    total = tuple(int(count) for count in counts.sum(axis=0))
    assert sum(total) == comb(52, size)
    assert total == KNOWN[size]
