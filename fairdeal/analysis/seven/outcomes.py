"""Two seven-card hands against each other, over every deal of a deck, without dealing any.

Exchanging the hands turns every win into a loss.  So it is enough to count the ties, and besides
the deals in which the dealer's hand, or both, are too low to play.  Deals without a flush are
counted by pairs of rank patterns, of which few differ in the ways to give suits to them.
"""

from bisect import bisect_left
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.seven.patterns import (
    FLUSH,
    FULL,
    Deck,
    Rows,
    patterns,
    seven_card_strengths,
    suit_ways,
)
from fairdeal.games.showdown import Showdown, showdown
from fairdeal.games.three_way_action import settle_poker
from fairdeal.hands import poker

SEVEN: Final = 7

_CELLS: Final = tuple((one, two) for one in range(5) for two in range(5 - one) if one or two)
"""How many cards of a rank the first hand and the second can have."""

_STRONGEST: Final = len(poker.Category) << 20
"""More than any hand has."""

_IMPOSSIBLE: Final = 1 << 3 * len(_CELLS)
"""What a rank adds to a shape if the hands would need five of it: more than any true shape."""

SHAPES: Final = 1_189
"""All the shapes that two hands of seven cards can have."""


class Outcomes(NamedTuple):
    """How many deals end in each way, in the order of `Showdown`."""

    dealer_out: int
    won: int
    lost: int
    tied: int


def weakest_that_plays() -> int:
    """The strength from which on the rule cares what the player has against the dealer."""

    def plays(dealer: int) -> bool:
        return settle_poker(-1, dealer) != settle_poker(_STRONGEST, dealer)

    return bisect_left(range(_STRONGEST), True, key=plays)


def poker_outcomes(deck: Deck = FULL, qualifying: int | None = None) -> Outcomes:
    """How the poker bet ends over every deal; the dealer needs the qualifying strength to play.

    Without one it is read off the rule that settles the bet.
    """
    qualifying = weakest_that_plays() if qualifying is None else qualifying
    assert qualifying <= poker.Category.FLUSH << 20, "a hand with a flush always plays"
    kinds = patterns(SEVEN, deck)
    strengths = seven_card_strengths(kinds.hands)
    order = np.argsort(strengths[: kinds.plain], kind="stable")
    ranked, counts = strengths[order], _rank_counts(kinds.hands[order])
    out = int(np.searchsorted(ranked, qualifying))

    both_out = _ways_within(np.zeros(out, np.int64), counts[:out], deck.suits)
    tied_out = _ways_within(ranked[:out], counts[:out], deck.suits)
    tied = _ways_within(ranked[out:], counts[out:], deck.suits)
    tied += _tied_flushes(kinds.flushes, strengths[kinds.plain :], deck)

    dealers = comb(len(deck.cards) - SEVEN, SEVEN)
    deals = comb(len(deck.cards), SEVEN) * dealers
    dealer_out = int(kinds.ways[order[:out]].sum()) * dealers
    stronger = (deals - tied - tied_out) // 2
    stronger_of_both_out = (both_out - tied_out) // 2
    found = Outcomes(
        dealer_out=dealer_out,
        won=stronger - (dealer_out - tied_out - stronger_of_both_out),
        lost=stronger - stronger_of_both_out,
        tied=tied,
    )
    assert sum(found) == deals, "every deal ends in one way"
    return found


def poker_distribution(outcomes: Outcomes) -> Distribution:
    """What the poker bet of 3 Way Action wins, as the rule settles an example of each outcome."""
    low = weakest_that_plays()
    high = low + 1
    examples = ((low, low - 1), (high, low), (low, high), (low, low))
    assert [showdown(*each, low) for each in examples] == list(Showdown)
    nets = (Fraction(*settle_poker(*each)) for each in examples)
    return Distribution.of(zip(nets, outcomes, strict=True))


def _rank_counts(hands: Rows) -> Ints:
    """How many cards of each rank are in every row, three bits a rank."""
    counts = np.zeros(len(hands), np.int64)
    for column in hands.T:
        counts += 1 << 3 * (column.astype(np.int64) >> 2)
    return counts


def _ways_within(groups: Ints, counts: Ints, suits: int) -> int:
    """Deals of two hands without a flush whose rank counts are of the same group.

    The members of a group lie side by side.
    """
    starts = np.flatnonzero(np.diff(groups, prepend=-1, append=-1))
    digits = np.full((8, 8), _IMPOSSIBLE)
    digits[0, 0] = 0
    for place, cell in enumerate(_CELLS):
        digits[cell] = 1 << 3 * place
    shapes, pairs = _tally_shapes(counts, starts, digits)
    return sum(
        number * suit_ways(_cells_of(shape), suits)
        for shape, number in zip(shapes.tolist(), pairs.tolist(), strict=True)
    )


def _cells_of(shape: int) -> list[tuple[int, int]]:
    return [cell for place, cell in enumerate(_CELLS) for _ in range(shape >> 3 * place & 7)]


@kernel
def _tally_shapes(counts: Ints, starts: Ints, digits: Ints) -> tuple[Ints, Ints]:
    """The shapes of the pairs of hands within each group, and how many pairs have them.

    A shape is how many ranks are of each cell, three bits a cell.
    """
    shapes, pairs = np.empty(SHAPES, np.int64), np.zeros(SHAPES, np.int64)
    found = 0
    for group in range(len(starts) - 1):
        for one in range(starts[group], starts[group + 1]):
            for two in range(starts[group], one + 1):
                first, second, shape = counts[one], counts[two], 0
                while first | second:
                    shape += digits[first & 7, second & 7]
                    first >>= 3
                    second >>= 3
                if shape < _IMPOSSIBLE:
                    slot = 0  # a few dozen shapes occur: a plain search is fast enough
                    while slot < found and shapes[slot] != shape:
                        slot += 1
                    if slot == found:
                        shapes[slot] = shape
                        found += 1
                    pairs[slot] += 1 if one == two else 2
    return shapes[:found], pairs[:found]


def _tied_flushes(hands: Rows, strengths: Ints, deck: Deck) -> int:
    """Deals of two flushes of equal strength; in one suit, one of them would be higher."""
    suited = (hands & 3 == 0).sum(axis=1)
    lengths = range(FLUSH, min(SEVEN, len(deck.ranks)) + 1)
    kinds = np.zeros((len(strengths), len(lengths)), np.int64)
    np.add.at(kinds, (np.unique(strengths, return_inverse=True)[1], suited - FLUSH), 1)
    pairs = (kinds.T @ kinds).tolist()
    return sum(
        pairs[one - FLUSH][two - FLUSH] * _two_flush_ways(one, two, deck)
        for one in lengths
        for two in lengths
    )


def _two_flush_ways(first: int, second: int, deck: Deck) -> int:
    """Ways to choose two suits, and the other cards of hands with so many ranks given in them.

    The other cards of a hand are of the other hand's suit or of a third one.
    """
    ranks, thirds = len(deck.ranks), (deck.suits - 2) * len(deck.ranks)
    others = SEVEN - first
    ways = sum(
        comb(thirds, third)
        * comb(ranks - second, others - third)
        * comb(ranks - first + thirds - third, SEVEN - second)
        for third in range(others + 1)
    )
    return deck.suits * (deck.suits - 1) * ways
