"""Hands as arrays: every one, and one of each kind that differs only by a swap of suits."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np

from fairdeal.analysis.compiled import Ints, kernel

Cards: TypeAlias = Ints
"""As wide as any int: products of narrow ones wrap without the compiler."""

DECK = 52


@cache
def every_hand(size: int) -> Cards:
    """All hands of that many cards, a row each, cards rising, in the order of ``place``."""
    rows = np.fromiter(
        (card for hand in combinations(range(DECK), size) for card in hand),
        np.int64,
        size * comb(DECK, size),
    ).reshape(-1, size)
    return rows[np.lexsort(rows.T)]


@kernel
def place(a: int, b: int, c: int) -> int:
    """The row of three different cards, in any order, among all hands of three."""
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6


@kernel
def pair_place(a: int, b: int) -> int:
    """The number of two different cards, in any order, among all pairs."""
    low, high = min(a, b), max(a, b)
    return low + high * (high - 1) // 2


@dataclass(frozen=True)
class Orbits:
    """Hands gathered by what they are up to a swap of suits."""

    examples: Cards
    """One hand of each orbit."""
    first: Ints
    """Where that hand stands in ``every_hand``."""
    sizes: Ints
    of: Ints
    """The orbit of every hand, in the order of ``every_hand``."""


@cache
def orbits(size: int) -> Orbits:
    """The orbits of the hands of that many cards."""
    hands = every_hand(size)
    suits = np.zeros((len(hands), 4), np.int64)
    for column in hands.T:
        suits[np.arange(len(hands)), column & 3] |= 1 << (column >> 2)
    suits.sort(axis=1)  # a swap of suits only changes which ranks lie in which suit
    keys = (suits << np.array([0, 13, 26, 39])).sum(axis=1)
    _, first, of, sizes = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return Orbits(
        every_hand(size)[first],
        first.astype(np.int64),
        sizes.astype(np.int64),
        of.astype(np.int64),
    )
