"""Hands as arrays: one of each kind up to a swap of suits, places, and rules asked about hands.

Each suit of a hand is the set of its ranks, a 13-bit number.  Where suits may be swapped, the hand
whose numbers do not rise from suit to suit stands for all the others, so that nothing is sorted.
"""

from collections.abc import Callable, Iterable
from functools import cache
from inspect import signature
from itertools import permutations
from math import comb, factorial, prod
from typing import Any, Final, NamedTuple, TypeAlias, get_type_hints

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.cards import SUITS
from fairdeal.games.kinds import Rule
from fairdeal.rule import RULES

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
_BY_ONES: Final[Ints] = np.argsort(ONES, kind="stable")
"""Sets of ranks by their size, each size rising."""
_FIRST: Final[Ints] = np.searchsorted(ONES[_BY_ONES], np.arange(15))


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

    >>> [len(examples(size).ways) for size in (2, 3, 5)]
    [169, 1755, 134459]
    >>> len(examples(5, fixed="s").ways)
    484731
    """
    groups = suit_groups(deck, fixed)
    before = [max((t for t in range(s) if groups[t] == groups[s]), default=-1) for s in range(4)]
    every = prod(factorial(groups.count(group)) for group in set(groups))
    ranks = np.array([sum(1 << (card >> 2) for card in deck if card & 3 == s) for s in range(4)])
    nothing = Examples(np.empty((0, size), np.int8), np.empty(0, np.int64))
    number = _fill(nothing, size, ranks, np.array(before), every)
    found = Examples(np.empty((number, size), np.int8), np.empty(number, np.int64))
    _fill(found, size, ranks, np.array(before), every)
    assert int(found.ways.sum()) == comb(len(deck), size), "every hand is in one orbit"
    for array in found:
        array.setflags(write=False)  # the same arrays serve every caller
    return found


@kernel
def _fill(found: Examples, size: int, ranks: Ints, before: Ints, every: int) -> int:
    """Write every example where there is room, and say how many there are."""
    held = np.zeros(4, np.int64)
    at = np.zeros(4, np.int64)  # in _BY_ONES, of the set that the suit holds
    left = np.zeros(5, np.int64)  # cards for the suits from here on
    left[0] = size
    number = 0
    suit = 0
    at[0] = -1
    while suit >= 0:
        at[suit] += 1
        first = _FIRST[min(left[suit], 13)] if suit == 3 else 0
        at[suit] = max(at[suit], first)
        if (left[suit] > 13 and suit == 3) or at[suit] >= _FIRST[min(left[suit], 13) + 1]:
            suit -= 1
            continue
        held[suit] = _BY_ONES[at[suit]]
        if held[suit] & ~ranks[suit]:
            continue
        if before[suit] >= 0 and held[suit] > held[before[suit]]:
            continue
        if suit < 3:
            left[suit + 1] = left[suit] - ONES[held[suit]]
            suit += 1
            at[suit] = -1
            continue
        if number < len(found.ways):
            _write(found, number, held, before, every)
        number += 1
    return number


@kernel
def _write(found: Examples, row: int, held: Ints, before: Ints, every: int) -> None:
    column = rank = 0
    left = held[0] | held[1] | held[2] | held[3]
    while left >> rank:
        for suit in range(4):
            if held[suit] >> rank & 1:
                found.hands[row, column] = 4 * rank + suit
                column += 1
        rank += 1
    alike = np.ones(4, np.int64)
    for suit in range(4):
        if before[suit] >= 0 and held[suit] == held[before[suit]]:
            alike[suit] = alike[before[suit]] + 1
        every //= alike[suit]
    found.ways[row] = every


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


def _none(_: Any) -> tuple[int, ...]:
    return ()


def _one(row: Any) -> tuple[int, ...]:
    return (int(row[0]),)


def _two(row: Any) -> tuple[int, ...]:
    return int(row[0]), int(row[1])


def _three(row: Any) -> tuple[int, ...]:
    return int(row[0]), int(row[1]), int(row[2])


def _four(row: Any) -> tuple[int, ...]:
    return int(row[0]), int(row[1]), int(row[2]), int(row[3])


def _five(row: Any) -> tuple[int, ...]:
    return int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4])


def _six(row: Any) -> tuple[int, ...]:
    return int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5])


def _seven(row: Any) -> tuple[int, ...]:
    a, b, c, d, e, f, g = row[0], row[1], row[2], row[3], row[4], row[5], row[6]
    return int(a), int(b), int(c), int(d), int(e), int(f), int(g)


def _eight(row: Any) -> tuple[int, ...]:
    a, b, c, d, e, f, g, h = row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]
    return int(a), int(b), int(c), int(d), int(e), int(f), int(g), int(h)


TUPLES: Final[tuple[Callable[[Any], tuple[int, ...]], ...]] = tuple(
    register_jitable(each)
    for each in (_none, _one, _two, _three, _four, _five, _six, _seven, _eight)
)
"""The first items of an array or a tuple as a tuple of ints: none, one item, two, and so on.

A kernel knows the length of a tuple only from its code.  Ints, because rules count beyond the few
bits in which arrays keep cards.
"""

_known: set[Rule] = set()


def make_known(*rules: Rule) -> None:
    """Let kernels call these rules, and all that they call."""
    if not _known.issuperset(rules):
        for each in RULES:
            if each not in _known:
                register_jitable(each)
                _known.add(each)
    assert _known.issuperset(rules), "a rule is marked with @rule"


def takes_tuple(rule: Rule) -> bool:
    """Whether the rule takes all the cards as a tuple, and not each as an argument."""
    hints = [hint for name, hint in get_type_hints(rule).items() if name != "return"]
    return len(signature(rule).parameters) == 1 and hints[0] is not int


@cache
def asking(rule: Rule, size: int) -> Callable[[Rows], Ints]:
    """A kernel that asks the rule about every row of so many cards."""
    make_known(rule)
    whole = TUPLES[size]

    def ask_tuple(rows: Rows) -> Ints:
        found = np.empty(len(rows), np.int64)
        for i in range(len(rows)):
            found[i] = rule(whole(rows[i]))
        return found

    def ask_each(rows: Rows) -> Ints:
        found = np.empty(len(rows), np.int64)
        for i in range(len(rows)):
            found[i] = rule(*whole(rows[i]))
        return found

    return kernel(ask_tuple if takes_tuple(rule) else ask_each)
