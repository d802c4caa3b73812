"""Every five, six or seven cards of a deck, counted by kinds instead of one by one.

Without a flush, what a hand makes depends on its ranks alone; with a flush, on the ranks in that
suit.  So the rules are asked about one hand of each kind, some fifty thousand in place of 133
million, and the answer counts for all the hands of its kind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.hands import poker

Rows: TypeAlias = NDArray[np.int8]
"""A hand in each row.  Narrow, because fresh memory takes longer than the counting."""

FLUSH: Final = 5
"""Cards of one suit that make a flush."""

_SPAN: Final = 8
"""One more than the cards that a hand can have of a suit."""


class Deck(NamedTuple):
    """All the cards of some ranks, in two, three or four suits."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, lowest first."""
        return tuple(4 * rank + suit for rank in self.ranks for suit in range(self.suits))


FULL: Final = Deck()


@dataclass(frozen=True)
class Patterns:
    """One hand of each kind, a row each, and how many hands it stands for; flushes come last."""

    hands: Rows
    ways: Ints
    plain: int
    """How many of the kinds have no flush."""

    @property
    def flushes(self) -> Rows:
        """The hands with a flush, which is in the first suit."""
        return self.hands[self.plain :]


@cache
def patterns(size: int, deck: Deck = FULL) -> Patterns:
    """The kinds of hands of so many cards."""
    assert FLUSH <= size < _SPAN, "a hand is the best five of five, six or seven cards"
    assert 2 <= deck.suits <= 4, "a hand without a flush needs a second suit"
    ranks = _rank_choices(deck.ranks, size, deck.suits)
    # Suits in turn: equal ranks get different ones, and none comes up five times.
    hands = [4 * ranks.T + np.arange(size, dtype=np.int8) % deck.suits]
    ways = [_plain_ways(ranks, deck.suits)]
    for suited in range(FLUSH, size + 1):
        flushes = 4 * _rank_choices(deck.ranks, suited, 1).T
        others = np.array([4 * rank + 1 for rank in deck.ranks[: size - suited]], np.int8)
        hands.append(np.hstack([flushes, np.tile(others, (len(flushes), 1))]))
        each = deck.suits * comb((deck.suits - 1) * len(deck.ranks), size - suited)
        ways.append(np.full(len(flushes), each))
    found = Patterns(np.ascontiguousarray(np.vstack(hands)), np.concatenate(ways), ranks.shape[1])
    for array in (found.hands, found.ways):
        array.setflags(write=False)  # the same arrays serve every caller
    assert int(found.ways.sum()) == comb(len(deck.cards), size), "every hand is of one kind"
    return found


def event_counts(
    events_of: Callable[[Rows], Ints], size: int, events: type[IntEnum], deck: Deck = FULL
) -> tuple[int, ...]:
    """How many hands of so many cards make each event; *events_of* judges rows of cards."""
    found = patterns(size, deck)
    counts = np.zeros(len(events), np.int64)
    np.add.at(counts, events_of(found.hands), found.ways)
    return tuple(counts.tolist())


@kernel
def seven_card_strengths(hands: Rows) -> Ints:
    """The strength of the best five of every row."""
    strengths = np.empty(len(hands), np.int64)
    for row in range(len(hands)):
        strengths[row] = poker.strength_of(_seven(hands[row]))
    return strengths


@kernel
def _seven(row: Rows) -> tuple[int, int, int, int, int, int, int]:
    a, b, c, d, e, f, g = row
    return int(a), int(b), int(c), int(d), int(e), int(f), int(g)


def suit_ways(shape: Sequence[tuple[int, int]], suits: int) -> int:
    """Ways to give suits to the cards of two hands so that neither has a flush.

    The shape says how many cards of each rank are in the first hand and in the second.

    >>> suit_ways([(1, 0)] * 5, suits=4)  # one hand of five ranks: all but the four flushes
    1020
    """
    same, apart = _suited(shape, suits, 0), _suited(shape, suits, 1)
    # A hand has no two flushes, so that each suit, or pair of suits, is a case of its own.
    either = same[FLUSH:].sum() + same[:, FLUSH:].sum()
    both = same[FLUSH:, FLUSH:].sum() + (suits - 1) * apart[FLUSH:, FLUSH:].sum()
    return int(same.sum() - suits * (either - both))


def _suited(shape: Sequence[tuple[int, int]], suits: int, other: int) -> Ints:
    """Ways by how many cards the first hand has of suit 0 and the second of suit *other*."""
    ways = np.zeros(_SPAN**2, np.int64)
    ways[0] = 1
    for first, second in shape:
        ways = np.convolve(ways, _rank_suited(first, second, suits, other))[: _SPAN**2]
    return ways.reshape(_SPAN, _SPAN)


@cache
def _rank_suited(first: int, second: int, suits: int, other: int) -> Ints:
    """The same for the cards of one rank, both numbers in one: `_SPAN` times the first's."""
    ways = np.zeros(_SPAN + 2, np.int64)
    for mine in combinations(range(suits), first):
        for yours in combinations(sorted({*range(suits)} - {*mine}), second):
            ways[_SPAN * (0 in mine) + (other in yours)] += 1
    return ways


def _rank_choices(ranks: tuple[int, ...], size: int, at_most: int) -> Rows:
    """Every choice of so many ranks, rising, each *at_most* so often; a column for each."""
    choice = np.array(ranks, np.int8)
    columns = choice[None]
    for place in range(1, size):
        fits = choice >= columns[-1][:, None]
        if place >= at_most:
            fits &= choice != columns[place - at_most][:, None]
        column, rank = np.divmod(np.flatnonzero(fits), len(choice))
        columns = np.vstack([columns[:, column], choice[rank]])
    return columns


def _plain_ways(ranks: Rows, suits: int) -> Ints:
    """How many hands without a flush have the ranks of each column."""
    # Rising ranks meet their like 1, 2 or 3 places on as often as cards are seconds, thirds or
    # fourths of their rank; these three numbers say all that matters for the suits.
    again = np.zeros((3, ranks.shape[1]), np.int16)
    for lag in (1, 2, 3):
        for one, other in zip(ranks, ranks[lag:], strict=False):
            again[lag - 1] += one == other
    codes: NDArray[np.int16] = (again[0] * _SPAN + again[1]) * _SPAN + again[2]
    ways = np.zeros(_SPAN**3, np.int64)
    for code in np.flatnonzero(np.bincount(codes)).tolist():
        second, third, fourth = code // _SPAN**2, code // _SPAN % _SPAN, code % _SPAN
        at_least = (len(ranks) - second, second - third, third - fourth, fourth, 0)
        shape = [
            (count, 0)
            for count in (1, 2, 3, 4)
            for _ in range(at_least[count], at_least[count - 1])
        ]
        ways[code] = suit_ways(shape, suits)
    return ways[codes]
