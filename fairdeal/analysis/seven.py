"""Two seven-card hands against each other, over every deal of a deck, without dealing any.

Exchanging the hands makes a loss of every win, so that it is enough to count the ties, and apart
from them the deals in which the dealer's hand is too low to play.  Ties are counted by pairs of
rank patterns, of which few kinds differ in the number of ways to give suits to them.
"""

from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import kernel
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.patterns import (
    FIVE,
    FULL,
    Deck,
    Ints,
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
"""How many cards of a rank the two hands can have."""

_IMPOSSIBLE: Final = 1 << 3 * len(_CELLS)
"""More than any shape; what a rank adds of which the hands would need five cards or more."""

_SLOTS: Final = 4093
"""A prime number well above the 1,189 shapes that two hands of seven cards can have."""


class Outcomes(NamedTuple):
    """How many deals end in each way, in the order of `Showdown`."""

    dealer_out: int
    won: int
    lost: int
    tied: int


def poker_outcomes(deck: Deck = FULL, qualifying: int = poker.ACE_HIGH) -> Outcomes:
    """How the poker bet ends over every deal; the dealer needs the qualifying strength to play."""
    assert qualifying <= poker.Category.FLUSH << 20, "hands with a flush always play"
    rest = comb(len(deck.cards) - SEVEN, SEVEN)
    deals = comb(len(deck.cards), SEVEN) * rest
    kinds = patterns(SEVEN, deck)
    strengths = seven_card_strengths(kinds.hands)
    plain, flush = strengths[: kinds.plain], strengths[kinds.plain :]

    order = np.argsort(plain, kind="stable")
    counts, ranked = _rank_counts(kinds.hands[order]), plain[order]
    out = int(np.searchsorted(ranked, qualifying))
    both_out = _same_group_ways(counts[:out], np.zeros(out, np.int64), deck)
    tied_out = _same_group_ways(counts[:out], ranked[:out], deck)
    tied = _same_group_ways(counts[out:], ranked[out:], deck)
    tied += _tied_flushes(kinds.hands[kinds.plain :], flush, deck)

    dealer_out = int(kinds.ways[order[:out]].sum()) * rest
    one_way = (deals - tied - tied_out) // 2
    one_way_out = (both_out - tied_out) // 2
    found = Outcomes(
        dealer_out=dealer_out,
        won=one_way - (dealer_out - tied_out - one_way_out),
        lost=one_way - one_way_out,
        tied=tied,
    )
    assert sum(found) == deals, "every deal has one outcome"
    return found


def poker_distribution(outcomes: Outcomes) -> Distribution:
    """What the poker bet of 3 Way Action wins, as the rule settles each outcome."""
    low, high = poker.ACE_HIGH, poker.ACE_HIGH + 1
    examples = {
        Showdown.DEALER_OUT: (high, low - 1),
        Showdown.WON: (high, low),
        Showdown.LOST: (low, high),
        Showdown.TIED: (low, low),
    }
    nets = {}
    for outcome, (player, dealer) in examples.items():
        assert showdown(player, dealer, poker.ACE_HIGH) == outcome
        nets[outcome] = Fraction(*settle_poker(player, dealer))
    return Distribution.of((nets[Showdown(end)], ways) for end, ways in enumerate(outcomes))


def _rank_counts(hands: Rows) -> Ints:
    """How many cards of each rank are in every row, three bits a rank."""
    counts = np.zeros(len(hands), np.int64)
    for column in hands.T:
        counts += np.int64(1) << 3 * (column.astype(np.int64) >> 2)
    return counts


def _same_group_ways(counts: Ints, groups: Ints, deck: Deck) -> int:
    """Deals without a flush of two hands whose rank counts are in the same group.

    Groups lie side by side.
    """
    starts = np.flatnonzero(np.diff(groups, prepend=-1, append=-1))
    shapes, tallies = _tally_shapes(counts, starts, _cell_digits())
    return sum(
        tally * suit_ways(_cells_of(shape), deck.suits)
        for shape, tally in zip(shapes.tolist(), tallies.tolist(), strict=True)
        if tally
    )


def _cell_digits() -> Ints:
    """What a rank adds to a shape, by its cards in the two hands: one in the digit of its cell."""
    digits = np.full((8, 8), _IMPOSSIBLE, np.int64)
    digits[0, 0] = 0
    for place, cell in enumerate(_CELLS):
        digits[cell] = 1 << 3 * place
    return digits


def _cells_of(shape: int) -> list[tuple[int, int]]:
    return [cell for place, cell in enumerate(_CELLS) for _ in range(shape >> 3 * place & 7)]


@kernel
def _tally_shapes(counts: Ints, starts: NDArray[np.intp], digits: Ints) -> tuple[Ints, Ints]:
    """The shapes of all pairs of hands in each group, and how many pairs have them.

    A shape says how many ranks are of each cell, three bits a cell.
    """
    shapes = np.full(_SLOTS, -1, np.int64)
    tallies = np.zeros(_SLOTS, np.int64)
    for group in range(len(starts) - 1):
        for one in range(starts[group], starts[group + 1]):
            for two in range(starts[group], one + 1):
                shape = 0
                mine, yours = counts[one], counts[two]
                while mine | yours:
                    shape += digits[mine & 7, yours & 7]
                    mine >>= 3
                    yours >>= 3
                if shape < _IMPOSSIBLE:
                    slot = shape % _SLOTS
                    while shapes[slot] not in (-1, shape):
                        slot = (slot + 1) % _SLOTS
                    shapes[slot] = shape
                    tallies[slot] += 1 if one == two else 2
    return shapes, tallies


def _tied_flushes(hands: Rows, strengths: Ints, deck: Deck) -> int:
    """Deals of two flushes of the same strength; they are of two suits, or the higher wins."""
    suited = (hands & 3 == 0).sum(axis=1)
    kinds = np.zeros((len(strengths), SEVEN + 1 - FIVE), np.int64)
    np.add.at(kinds, (np.unique(strengths, return_inverse=True)[1], suited - FIVE), 1)
    alike = kinds.T @ kinds
    return sum(
        int(alike[mine - FIVE, yours - FIVE]) * _two_flush_ways(mine, yours, deck)
        for mine in range(FIVE, SEVEN + 1)
        for yours in range(FIVE, SEVEN + 1)
    )


def _two_flush_ways(mine: int, yours: int, deck: Deck) -> int:
    """Ways to choose two suits and the other cards of two hands with so many given ranks in them.

    No other card is of the own hand's suit: my others may be of your suit or of a third one.
    """
    ranks, thirds = len(deck.ranks), (deck.suits - 2) * len(deck.ranks)
    others, your_others = SEVEN - mine, SEVEN - yours
    ways = sum(
        comb(thirds, third)
        * comb(ranks - yours, others - third)
        * comb(ranks - mine + thirds - third, your_others)
        for third in range(others + 1)
    )
    return deck.suits * (deck.suits - 1) * ways
