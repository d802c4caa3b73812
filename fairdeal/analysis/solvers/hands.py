"""Hands as arrays: one of each kind up to a swap of suits, and places of hands.

Each suit of a hand is the set of its ranks, a 13-bit number.  Where suits may be swapped, the hand
whose numbers do not rise from suit to suit stands for all the others, so that nothing is sorted.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.cards import SUITS

Deck: TypeAlias = tuple[int, ...]
"""Cards in play, rising."""

Rows: TypeAlias = NDArray[np.int8]
"""A hand in each row, cards rising."""

FULL: Final[Deck] = tuple(range(52))

CHOOSE: Final[Ints] = np.array([[comb(n, k) for k in range(10)] for n in range(65)])
"""Binomial coefficients: of things, and how many are taken."""

SWAPS: Final[Ints] = np.array(list(permutations(range(4))))
"""Every permutation of the suits: the suit that each of them becomes."""

ONES: Final[Ints] = np.array([each.bit_count() for each in range(1 << 13)])
"""How many ranks a set of them holds."""


class Examples(NamedTuple):
    """One hand for each orbit of suits."""

    hands: Rows
    ways: Ints
    """How many hands each example stands for."""


@cache
def suit_groups(deck: Deck = FULL, fixed: str = "") -> tuple[int, ...]:
    """A number for each suit; suits of equal number may be swapped.

    Suits in *fixed* are told apart.  So are suits of which the deck holds different ranks.

    >>> suit_groups(), suit_groups(fixed="s")
    ((0, 0, 0, 0), (0, 0, 0, 1))
    """
    told = [
        (tuple(card >> 2 for card in deck if card & 3 == suit), name if name in fixed else "")
        for suit, name in enumerate(SUITS)
    ]
    return tuple(list(dict.fromkeys(told)).index(each) for each in told)


def swaps_within(groups: Iterable[int]) -> Ints:
    """The rows of ``SWAPS`` that turn each suit into one of its group."""
    of = np.array(tuple(groups))
    return np.flatnonzero((of[SWAPS] == of).all(axis=1))


@cache
def examples(size: int, deck: Deck = FULL, fixed: str = "") -> Examples:
    """One hand of *size* cards for each orbit, and the size of the orbit.

    >>> len(examples(2).ways), len(examples(2, fixed="s").ways)
    (169, 416)
    """
    groups = suit_groups(deck, fixed)
    before = [max((t for t in range(s) if groups[t] == groups[s]), default=-1) for s in range(4)]
    every = prod(factorial(groups.count(group)) for group in set(groups))
    sets = [_sets_of(tuple(card >> 2 for card in deck if card & 3 == suit)) for suit in range(4)]
    held = _Held(np.concatenate(sets), np.cumsum([0, *map(len, sets)]), np.array(before), every)
    nothing = Examples(np.empty((0, size), np.int8), np.empty(0, np.int64))
    number = _fill(nothing, size, held)
    found = Examples(np.empty((number, size), np.int8), np.empty(number, np.int64))
    _fill(found, size, held)
    assert int(found.ways.sum()) == comb(len(deck), size), "every hand is in one orbit"
    for array in found:
        array.setflags(write=False)  # the same arrays serve every caller
    return found


class _Held(NamedTuple):
    """What each suit of a hand may hold."""

    sets: Ints
    """Sets of ranks, suit after suit, each suit's by their size."""
    first: Ints
    """Where the sets of each suit begin, and where the last ones end."""
    before: Ints
    """The suit before each that may be swapped with it, or -1."""
    swaps: int
    """Ways to swap suits."""


@cache
def _sets_of(ranks: tuple[int, ...]) -> Ints:
    """Every set of some ranks, by size."""
    return np.array(
        sorted(
            (
                sum(1 << rank for rank in some)
                for n in range(len(ranks) + 1)
                for some in combinations(ranks, n)
            ),
            key=lambda each: (each.bit_count(), each),
        )
    )


@kernel
def _fill(found: Examples, size: int, may: _Held) -> int:
    """Write every example where there is room, and say how many there are."""
    held = np.zeros(4, np.int64)
    at = np.zeros(4, np.int64)  # in may.sets, one behind the set that the suit holds
    left = np.full(5, size)  # cards for the suits from here on
    number = suit = 0
    at[0] = may.first[0]
    while suit >= 0:
        if at[suit] == may.first[suit + 1]:
            suit -= 1
            continue
        held[suit] = may.sets[at[suit]]
        at[suit] += 1
        left[suit + 1] = left[suit] - ONES[held[suit]]
        if left[suit + 1] < 0:
            suit -= 1  # all further sets are as large
        elif may.before[suit] >= 0 and held[suit] > held[may.before[suit]]:
            continue
        elif suit < 3:
            suit += 1
            at[suit] = may.first[suit]
        elif left[4] == 0:
            if number < len(found.ways):
                _write(found, number, held, may)
            number += 1
    return number


@kernel
def _write(found: Examples, row: int, held: Ints, may: _Held) -> None:
    column = rank = 0
    every = held[0] | held[1] | held[2] | held[3]
    while every >> rank:
        for suit in range(4):
            if held[suit] >> rank & 1:
                found.hands[row, column] = 4 * rank + suit
                column += 1
        rank += 1
    ways = may.swaps
    alike = np.ones(4, np.int64)
    for suit in range(4):
        if may.before[suit] >= 0 and held[suit] == held[may.before[suit]]:
            alike[suit] = alike[may.before[suit]] + 1
        ways //= alike[suit]
    found.ways[row] = ways


@kernel
def place_of(cards: Ints) -> int:
    """The number of a hand among all hands of its size, from its cards in rising order."""
    place = 0
    for i in range(len(cards)):
        place += CHOOSE[cards[i], i + 1]
    return place


@kernel
def pair_place(a: int, b: int) -> int:
    """The same for two cards in any order."""
    low, high = min(a, b), max(a, b)
    return low + high * (high - 1) // 2


@kernel
def swapped(cards: Ints, swap: Ints, found: Ints) -> None:
    """Write into *found* the cards with their suits swapped, rising."""
    for i in range(len(cards)):
        card = (cards[i] >> 2 << 2) + swap[cards[i] & 3]
        j = i
        while j > 0 and found[j - 1] > card:
            found[j] = found[j - 1]
            j -= 1
        found[j] = card


@kernel
def canonical_swap(cards: Ints, groups: Ints, swap: Ints) -> None:
    """Write into *swap* what turns the cards into the example of their orbit."""
    held = np.zeros(4, np.int64)
    for card in cards:
        held[card & 3] |= 1 << (card >> 2)
    for suit in range(4):
        # It becomes the suit of its group before which as many of the group are as hold more.
        ahead = 0
        for other in range(4):
            if groups[other] == groups[suit] and (
                held[other] > held[suit] or (held[other] == held[suit] and other < suit)
            ):
                ahead += 1
        for other in range(4):
            if groups[other] == groups[suit]:
                if ahead == 0:
                    swap[suit] = other
                ahead -= 1


@kernel
def swap_number(swap: Ints) -> int:
    """The row of ``SWAPS`` that this permutation is."""
    number = 0
    for i in range(4):
        less = 0
        for j in range(i + 1, 4):
            if swap[j] < swap[i]:
                less += 1
        number = number * (4 - i) + less
    return number


@cache
def swapped_pairs() -> NDArray[np.int16]:
    """The ``pair_place`` of every pair under each of the ``SWAPS``."""
    found = np.empty((len(SWAPS), CHOOSE[52, 2]), np.int16)
    for row, swap in enumerate(SWAPS):
        cards = (np.arange(52) >> 2 << 2) + swap[np.arange(52) & 3]
        high, low = np.tril_indices(52, -1)
        one, two = np.minimum(cards[low], cards[high]), np.maximum(cards[low], cards[high])
        found[row] = one + two * (two - 1) // 2
    return found


def spread(values: Ints, size: int, deck: Deck = FULL, fixed: str = "") -> NDArray[np.int16]:
    """A value for every hand, by place, from one for each of the ``examples``; -1 for no hand."""
    found = np.full(comb(52, size), -1, np.int16)
    of = examples(size, deck, fixed)
    _spread(values, of.hands, SWAPS[swaps_within(suit_groups(deck, fixed))], found)
    return found


@kernel
def _spread(values: Ints, hands: Rows, swaps: Ints, found: NDArray[np.int16]) -> None:
    image = np.empty(hands.shape[1], np.int64)
    cards = np.empty(hands.shape[1], np.int64)
    for row in range(len(hands)):
        cards[:] = hands[row]
        for swap in swaps:
            swapped(cards, swap, image)
            found[place_of(image)] = values[row]
