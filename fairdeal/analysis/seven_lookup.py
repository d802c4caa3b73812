"""The strengths of all seven-card hands, found by adding a number for each card.

It is a cache of the rule: a loop over hands keeps the sum of the cards it holds, and each further
card costs an addition and a look instead of the whole ranking.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import kernel
from fairdeal.analysis.patterns import FULL, Deck, Ints, patterns, seven_card_strengths

Indices: TypeAlias = NDArray[np.int16]

_RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Numbers whose sums tell the ranks of seven cards, whichever they are."""

_SUITS_AT: Final = 32
"""From this bit of a sum on are the numbers of cards of each suit, four bits each."""

NO_CARDS: Final = 0x3333 << _SUITS_AT
"""The sum to begin with: from three, the fifth card of a suit sets the highest bit of its four."""


class Lookup(NamedTuple):
    """What to add for each card, and where the sums lead."""

    strengths: Ints
    """Every strength that occurs, weakest first; the places found are places in it."""
    ways: Ints
    """How many hands have each strength."""
    keys: Ints
    """For each card, the number to add."""
    bits: Ints
    """For each card, a bit of its own, thirteen to a suit; needed where there is a flush."""
    plain: Indices
    """By the sum of ranks: the place of the strength without a flush."""
    flush: Indices
    """By the set of ranks in its suit: the place of a flush."""


def lookup(deck: Deck = FULL) -> Lookup:
    """The strengths of a deck's seven-card hands, as the rule has them."""
    kinds = patterns(7, deck)
    strengths, places = np.unique(seven_card_strengths(kinds.hands), return_inverse=True)
    ways = np.zeros(len(strengths), np.int64)
    np.add.at(ways, places, kinds.ways)

    cards = np.arange(52)
    ranks = np.array(_RANK_KEYS)[cards >> 2]
    sums = ranks[kinds.hands[: kinds.plain]].sum(axis=1)
    plain = np.zeros(sums.max() + 1, np.int16)
    plain[sums] = places[: kinds.plain]

    flushes = kinds.hands[kinds.plain :]
    sets = ((flushes & 3 == 0) << (flushes >> 2).astype(np.int64)).sum(axis=1)
    flush = np.zeros(1 << 13, np.int16)
    flush[sets] = places[kinds.plain :]
    return Lookup(
        strengths=strengths,
        ways=ways,
        keys=ranks + (1 << _SUITS_AT + 4 * (cards & 3)),
        bits=1 << 13 * (cards & 3) + (cards >> 2),
        plain=plain,
        flush=flush,
    )


@kernel
def place_of(key: int, bits: int, plain: Indices, flush: Indices) -> int:
    """The place of a strength, from the sum of a hand's keys and from its bits."""
    suits = key >> _SUITS_AT & 0x8888
    if suits == 0:
        return plain[key & (1 << _SUITS_AT) - 1]
    suit = 0
    while suits >> 4 * suit & 8 == 0:
        suit += 1
    return flush[bits >> 13 * suit & 0x1FFF]
