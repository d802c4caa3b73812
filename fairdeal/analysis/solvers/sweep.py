"""How many dealer's hands lie below a class, when some cards are elsewhere.

The dealer's hands come up once, from the weakest class to the strongest, and counters tell for
every small set of cards how many of them hold it.  A player's hand that asks for the hands below a
class is answered by inclusion and exclusion over its own cards when that class is reached.
"""

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Whole, kernel, part
from fairdeal.analysis.solvers.orbits import CHOOSE, Hands

Classes: TypeAlias = NDArray[np.int16]

_BITS: Final = 6
"""Bits that hold the position of a card."""


class Dealers(NamedTuple):
    """The dealer's hidden cards in the order of the classes they make, for some cards up."""

    own: Classes
    """The class by place of the hidden cards, -1 where they cannot be hidden."""
    packed: Whole
    """The hidden cards, `_BITS` each, from the weakest class up."""
    starts: Ints
    """Where each class begins, and at the end their number."""


class Questions(NamedTuple):
    """What is asked of the sweep: hands below a class, for all rows of a kind."""

    starts: Ints
    """Where the questions of each class begin."""
    kind: Ints
    column: Ints


def dealers_of(class_of: Classes, classes: int, cards: int, hidden: int, up: Ints) -> Dealers:
    """The dealer's hands with certain cards *up*, given the class of every hand by place."""
    own = class_of
    if len(up):
        own = np.empty(comb(cards, hidden), np.int16)
        _fill_own(class_of, cards, hidden, up, own)
    starts = np.zeros(classes + 1, np.int64)
    _fill_starts(own, starts)
    packed: Whole = np.empty(int(starts[-1]), np.int32 if _BITS * hidden < 32 else np.int64)
    _fill_packed(own, hidden, starts[:-1].copy(), packed)
    return Dealers(own, packed, starts)


@kernel
def _fill_own(class_of: Classes, cards: int, hidden: int, up: Ints, own: Classes) -> None:
    held = np.arange(hidden)
    for place in range(len(own)):
        total, below, j = 0, 0, 0
        is_possible = True
        for i in range(hidden):
            while j < len(up) and up[j] <= held[i]:
                if up[j] == held[i]:
                    is_possible = False
                total += CHOOSE[below + 1, up[j]]
                below += 1
                j += 1
            total += CHOOSE[below + 1, held[i]]
            below += 1
        while j < len(up):
            total += CHOOSE[below + 1, up[j]]
            below += 1
            j += 1
        own[place] = class_of[total] if is_possible else -1
        next_hand(held)


@kernel
def next_hand(held: Ints) -> None:
    """The hand of the next place."""
    i = 0
    while i + 1 < len(held) and held[i] + 1 == held[i + 1]:
        held[i] = i
        i += 1
    held[i] += 1


@kernel
def _fill_starts(own: Classes, starts: Ints) -> None:
    for each in own:
        if each >= 0:
            starts[each + 1] += 1
    for k in range(1, len(starts)):
        starts[k] += starts[k - 1]


@kernel
def _fill_packed(own: Classes, hidden: int, ends: Ints, packed: Whole) -> None:
    held = np.arange(hidden)
    for each in own:
        if each >= 0:
            together = 0
            for i in range(hidden):
                together |= int(held[i]) << _BITS * i
            packed[ends[each]] = together
            ends[each] += 1
        next_hand(held)


def questions(starts: Ints, classes: int) -> Questions:
    """What has to be asked so that every region of every kind can be counted.

    *starts* are the classes at which the regions begin, by kind; below the first there is nothing,
    and below the end there is everything.
    """
    inner = starts[:, 1:-1]
    kind, column = np.nonzero(inner < classes)
    at = inner[kind, column]
    order = np.argsort(at, kind="stable")
    return Questions(
        np.searchsorted(at[order], np.arange(classes + 1)),
        kind[order].astype(np.int64),
        column[order].astype(np.int64),
    )


def counters(cards: int, size: int, hidden: int) -> tuple[Any, ...]:
    """A counter for every set of fewer cards than are hidden, as narrow as its numbers are."""
    found = []
    for held in range(1, min(hidden - 1, size) + 1):
        most = comb(cards - held, hidden - held)
        narrow = next(each for each in (np.int8, np.int16, np.int32) if most <= np.iinfo(each).max)
        found.append(np.zeros(comb(cards, held), narrow))
    return tuple(found)


Sweep: TypeAlias = Callable[
    [Dealers, Questions, Ints, Hands, tuple[Any, ...], NDArray[np.int32]], None
]


@cache
def sweep(size: int, hidden: int) -> Sweep:
    """The sweep for hands of so many cards against so many hidden ones.

    It fills the dealer's hands below each class that is asked for, by row.  Rows are in the order
    of their kinds, and *first* says where each kind begins.
    """
    below, add = _below(1, size, hidden), _add(1, min(hidden - 1, size), hidden)

    @kernel
    def sweep_classes(
        dealers: Dealers,
        asked: Questions,
        first: Ints,
        hands: Hands,
        seen: tuple[Any, ...],
        upto: NDArray[np.int32],
    ) -> None:
        held = np.empty(hidden, np.int64)
        for k in range(len(dealers.starts) - 1):
            for q in range(asked.starts[k], asked.starts[k + 1]):
                kind, column = asked.kind[q], asked.column[q]
                for row in range(first[kind], first[kind + 1]):
                    upto[row, column] = dealers.starts[k] + below(
                        hands[row], 0, 0, k, seen, dealers.own
                    )
            for d in range(dealers.starts[k], dealers.starts[k + 1]):
                together = int(dealers.packed[d])
                for i in range(hidden):
                    held[i] = together >> _BITS * i & (1 << _BITS) - 1
                add(held, 0, 0, seen)

    return sweep_classes


def _below(depth: int, size: int, hidden: int) -> Callable[..., int]:
    """Dealer's hands of the classes so far, signed, over the sets that have one card more."""
    sign, column = -1 if depth % 2 else 1, depth - 1
    if depth > min(size, hidden):

        @part
        def nothing(hand: Any, start: int, place: int, k: int, seen: Any, own: Any) -> int:
            return 0

        return nothing

    if depth == hidden:

        @part
        def whole(hand: Any, start: int, place: int, k: int, seen: Any, own: Any) -> int:
            total = 0
            for i in range(start, size):
                if own[place + CHOOSE[depth, hand[i]]] < k:
                    total += sign
            return total

        return whole
    deeper = _below(depth + 1, size, hidden)

    @part
    def some(hand: Any, start: int, place: int, k: int, seen: Any, own: Any) -> int:
        total = 0
        for i in range(start, size):
            at = place + CHOOSE[depth, hand[i]]
            total += sign * int(seen[column][at]) + deeper(hand, i + 1, at, k, seen, own)
        return total

    return some


def _add(depth: int, most: int, hidden: int) -> Callable[..., None]:
    """Count a dealer's hand in every set that has one card more."""
    column = depth - 1
    if depth > most:

        @part
        def nothing(held: Any, start: int, place: int, seen: Any) -> None:
            return None

        return nothing
    deeper = _add(depth + 1, most, hidden)

    @part
    def some(held: Any, start: int, place: int, seen: Any) -> None:
        for i in range(start, hidden):
            at = place + CHOOSE[depth, held[i]]
            seen[column][at] += 1
            deeper(held, i + 1, at, seen)

    return some
