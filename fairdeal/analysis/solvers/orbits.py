"""Hands as arrays: one of each kind that differs only by a swap of suits, and all its images.

A card is told by its position in the deck, lowest first, and a hand by its *place* among all hands
of its size: the sum of ``CHOOSE[i, c]`` over its cards, where *c* is the i-th card from below.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.seven.patterns import FULL, Deck
from fairdeal.errors import Refused

Hands: TypeAlias = NDArray[np.int8]
"""The positions of a hand's cards in each row, rising."""

Masks: TypeAlias = NDArray[np.int16]
"""For each hand the set of its ranks in every suit, one bit a rank."""

LARGEST: Final = 8
"""Cards of the largest hand that has a place."""

SUITS: Final = 4

CHOOSE: Final = np.array([[comb(card, i) for card in range(53)] for i in range(LARGEST + 1)])
"""``CHOOSE[i, c]``: hands of *i* cards that lie below position *c*."""

_CHUNK: Final = 100_000
"""Hands that a thread takes at a time."""


@dataclass(frozen=True)
class Orbits:
    """One hand for all that a swap of suits makes of it: its ranks do not rise from suit to suit.

    No rule is asked, so that they serve every game.
    """

    size: int
    deck: Deck
    masks: Masks
    hands: Hands
    ways: Ints
    """Hands in each orbit."""

    @property
    def cards(self) -> Ints:
        """The hands as cards, which rules take."""
        return np.array(self.deck.cards)[self.hands]


@dataclass(frozen=True)
class Images:
    """The hands that remain different when some suits are told apart, a row each."""

    orbit: NDArray[np.int32]
    """The orbit that each belongs to; images of one orbit are neighbours."""
    hands: Hands
    ways: Ints
    """Hands that a swap of the other suits makes of each."""


@cache
def orbits(size: int, deck: Deck = FULL) -> Orbits:
    """The orbits of all hands of so many cards."""
    if not 0 < size <= LARGEST:
        raise Refused(
            f"hands of {size} cards cannot be counted: expected 1 to {LARGEST}",
            code="game.unsolved",
        )
    ranks = len(deck.ranks)
    counts = np.array([mask.bit_count() for mask in range(1 << ranks)])
    order = np.argsort(counts, kind="stable")
    starts = np.searchsorted(counts[order], np.arange(size + 2))
    masks, none = order.astype(np.int16), np.zeros((0, SUITS), np.int16)
    found = np.empty((_fill_masks(masks, starts, size, deck.suits, none), SUITS), np.int16)
    _fill_masks(masks, starts, size, deck.suits, found)
    hands, ways = np.empty((len(found), size), np.int8), np.empty(len(found), np.int64)
    _fill_hands(found, ranks, deck.suits, hands, ways)
    assert ways.sum() == comb(len(deck.cards), size), "every hand is in one orbit"
    return Orbits(size, deck, found, hands, ways)


@kernel
def _fill_masks(masks: Masks, starts: Ints, size: int, suits: int, found: Masks) -> int:
    """Every choice of ranks by suit that does not rise; only their number if *found* is empty."""
    number = 0
    for first in range(size + 1):
        for a in masks[starts[first] : starts[first + 1]]:
            for second in range(size - first + 1 if suits > 1 else 1):
                for b in masks[starts[second] : starts[second + 1]]:
                    if b > a:
                        break
                    rest = size - first - second
                    for third in range(rest + 1 if suits > 2 else 1):
                        last = rest - third
                        if last > 0 and suits < 4:
                            continue
                        for c in masks[starts[third] : starts[third + 1]]:
                            if c > b:
                                break
                            for d in masks[starts[last] : starts[last + 1]]:
                                if d > c:
                                    break
                                if len(found):
                                    found[number, 0] = a
                                    found[number, 1] = b
                                    found[number, 2] = c
                                    found[number, 3] = d
                                number += 1
    return number


@kernel
def _fill_hands(masks: Masks, ranks: int, suits: int, hands: Hands, ways: Ints) -> None:
    for i in range(len(masks)):
        place = 0
        for rank in range(ranks):
            for suit in range(suits):
                if masks[i, suit] >> rank & 1:
                    hands[i, place] = rank * suits + suit
                    place += 1
        ways[i] = _swaps(masks[i, :suits])


@kernel
def _swaps(falling: Masks) -> int:
    """In how many ways sets of ranks can be given to as many suits; equal ones are neighbours."""
    ways, equal = 1, 1
    for i in range(1, len(falling)):
        equal = equal + 1 if falling[i] == falling[i - 1] else 1
        ways = ways * (i + 1) // equal
    return ways


@cache
def every_hand(size: int, deck: Deck = FULL) -> Ints:
    """All hands of so many cards, in the order of their places.

    As wide as any int: products of narrow ones wrap without the compiler.
    """
    cards = len(deck.cards)
    rows = np.fromiter(
        (card for hand in combinations(range(cards), size) for card in hand),
        np.int64,
        size * comb(cards, size),
    ).reshape(-1, size)
    return rows[np.lexsort(rows.T)]


@cache
def images(size: int, fixed: tuple[int, ...], deck: Deck = FULL) -> Images:
    """The hands of so many cards that differ when the *fixed* suits are told apart."""
    every = orbits(size, deck)
    free = [suit for suit in range(deck.suits) if suit not in fixed]
    sources = []
    for chosen in permutations(range(deck.suits), len(fixed)):
        rest = [suit for suit in range(deck.suits) if suit not in chosen]
        source = dict(zip((*fixed, *free), (*chosen, *rest), strict=True))
        sources.append([source[suit] for suit in range(deck.suits)])
    swaps, named = np.array(sources), np.array(fixed, np.int64)
    most = len(every.ways) * len(sources)
    orbit = np.empty(most, np.int32)
    hands, ways = np.empty((most, size), np.int8), np.empty(most, np.int64)
    others = np.array(free, np.int64)
    number = _fill_images(every.masks, swaps, named, others, len(deck.ranks), orbit, hands, ways)
    found = Images(orbit[:number], hands[:number], ways[:number])  # the rest is never touched
    assert found.ways.sum() == comb(len(deck.cards), size), "every hand is an image"
    return found


@kernel
def _fill_images(
    masks: Masks,
    swaps: Ints,
    fixed: Ints,
    free: Ints,
    ranks: int,
    orbit: NDArray[np.int32],
    hands: Hands,
    ways: Ints,
) -> int:
    suits = swaps.shape[1]
    own = np.empty(suits, np.int16)
    rest = np.empty(len(free), np.int16)
    number = 0
    for i in range(len(masks)):
        for swap in swaps:
            if _is_repeated(masks[i], swap, fixed):
                continue
            for suit in range(suits):
                own[suit] = masks[i, swap[suit]]
            for j in range(len(free)):
                rest[j] = own[free[j]]
            place = 0
            for rank in range(ranks):
                for suit in range(suits):
                    if own[suit] >> rank & 1:
                        hands[number, place] = rank * suits + suit
                        place += 1
            orbit[number] = i
            ways[number] = _swaps(rest)
            number += 1
    return number


@kernel
def _is_repeated(masks: Masks, swap: Ints, fixed: Ints) -> bool:
    """Whether a fixed suit has a set of ranks that an earlier swap gave it from another suit."""
    for j in range(len(fixed)):
        source = swap[fixed[j]]
        for other in range(source):
            if masks[other] == masks[source]:
                is_used = False
                for earlier in range(j):
                    if swap[fixed[earlier]] == other:
                        is_used = True
                if not is_used:
                    return True
    return False


@kernel
def place_of_three(a: int, b: int, c: int) -> int:
    """The place of three different cards, in any order."""
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6


@kernel
def pair_place(a: int, b: int) -> int:
    """The place of two different cards, in any order."""
    low, high = min(a, b), max(a, b)
    return low + high * (high - 1) // 2


def spread(every: Orbits, of_orbit: NDArray[np.int16]) -> NDArray[np.int16]:
    """What is known of the orbits, for every hand by its place."""
    found = np.empty(comb(len(every.deck.cards), every.size), np.int16)
    swapped, shares, suits = _swapped(every.deck.suits), _shares(every.deck), every.deck.suits

    def fill(start: int, stop: int) -> None:
        part = slice(start, stop)
        masks, hands = every.masks[part], every.hands[part]
        _fill_places(masks, hands, of_orbit[part], swapped, shares, suits, found)

    in_threads(fill, len(every.hands))
    return found


@cache
def _swapped(suits: int) -> tuple[Ints, ...]:
    """What swaps of suits make of a set of suits, for each way in which neighbours are equal.

    Of swaps that only exchange suits with equal ranks, one is enough.
    """
    found = []
    for pattern in range(1 << SUITS - 1):
        falling = np.zeros(SUITS, np.int16)
        for suit in range(1, SUITS):
            falling[suit] = falling[suit - 1] - (1 - (pattern >> suit - 1 & 1))
        every = np.arange(suits)
        swaps = [
            swap
            for swap in permutations(range(suits))
            if not _is_repeated(falling, np.array(swap), every)
        ]
        sets = [
            [
                sum(1 << swap.index(suit) for suit in range(suits) if held >> suit & 1)
                for swap in swaps
            ]
            for held in range(1 << suits)
        ]
        found.append(np.array(sets).T.copy())
    return tuple(found)


@cache
def _shares(deck: Deck) -> Ints:
    """What the cards of one rank add to a place: by cards below them, by rank, by set of suits."""
    found = np.zeros((LARGEST, len(deck.ranks), 1 << deck.suits), np.int64)
    for below, rank, held in np.ndindex(*found.shape):
        own = [rank * deck.suits + suit for suit in range(deck.suits) if held >> suit & 1]
        if below + len(own) <= LARGEST:
            found[below, rank, held] = sum(
                int(CHOOSE[below + i, card]) for i, card in enumerate(own, 1)
            )
    return found


def in_threads(work: Callable[[int, int], None], rows: int, chunk: int = _CHUNK) -> None:
    """Work through rows in chunks, each told by where it starts and ends."""
    starts = range(0, rows, chunk)
    if len(starts) < 2:
        work(0, rows)
    else:
        work(0, 0)  # an empty chunk compiles the work before threads meet in it
        list(THREADS.map(lambda start: work(start, min(start + chunk, rows)), starts))


@kernel
def _fill_places(
    masks: Masks,
    hands: Hands,
    of_orbit: NDArray[np.int16],
    swapped: tuple[Ints, ...],
    shares: Ints,
    suits: int,
    found: NDArray[np.int16],
) -> None:
    size = hands.shape[1]
    ranks = np.empty(size, np.int64)
    sets = np.empty(size, np.int64)
    below = np.empty(size, np.int64)
    for i in range(len(hands)):
        groups = 0
        for j in range(size):
            rank, suit = hands[i, j] // suits, hands[i, j] % suits
            if groups == 0 or ranks[groups - 1] != rank:
                ranks[groups] = rank
                sets[groups] = 0
                below[groups] = j
                groups += 1
            sets[groups - 1] |= 1 << suit
        pattern = 0
        for suit in range(1, suits):
            if masks[i, suit] == masks[i, suit - 1]:
                pattern |= 1 << suit - 1
        for swap in swapped[pattern]:
            place = 0
            for group in range(groups):
                place += shares[below[group], ranks[group], swap[sets[group]]]
            found[place] = of_orbit[i]
