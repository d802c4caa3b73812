"""The strengths of all seven-card hands, found by adding a number for each card.

It is a cache of the rule.  A loop over hands keeps the sum of the cards it holds, so that one card
more costs an addition and a look instead of the whole ranking.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.seven.patterns import FULL, Deck, patterns, seven_card_strengths

_RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Numbers of which no two different choices of seven, each four times at most, have one sum."""

_SUITS_AT: Final = 32
"""From this bit of a sum on are the numbers of cards of each suit, four bits each."""

RANKS: Final = (1 << _SUITS_AT) - 1
"""The bits of a sum that are the sum of the ranks."""

NO_CARDS: Final = 0x3333 << _SUITS_AT
"""The sum to begin with: up from three, the fifth card of a suit sets the highest of its bits."""


class Lookup(NamedTuple):
    """What to add for each card, and where the sums lead."""

    strengths: Ints
    """Every strength that occurs, weakest first."""
    ways: Ints
    """How many hands have each strength."""
    keys: Ints
    """The number to add for each card."""
    bits: Ints
    """A bit for each card, thirteen to a suit: needed where there is a flush."""
    plain: NDArray[np.int16]
    """By the sum of ranks: the place of the strength among all, without a flush."""
    flush: NDArray[np.int16]
    """The same with a flush, by the set of ranks in its suit."""


def lookup(deck: Deck = FULL) -> Lookup:
    """The strengths of a deck's seven-card hands, as the rule has them."""
    kinds = patterns(7, deck)
    strengths, places = np.unique(seven_card_strengths(kinds.hands), return_inverse=True)
    ways = np.zeros(len(strengths), np.int64)
    np.add.at(ways, places, kinds.ways)

    cards = np.arange(52)
    keys = np.array(_RANK_KEYS)[cards >> 2]
    sums = keys[kinds.hands[: kinds.plain]].sum(axis=1)
    plain = np.zeros(sums.max() + 1, np.int16)
    plain[sums] = places[: kinds.plain]

    suited = 1 << (cards >> 2)
    suited[cards & 3 > 0] = 0
    flush = np.zeros(1 << 13, np.int16)
    flush[suited[kinds.flushes].sum(axis=1)] = places[kinds.plain :]
    return Lookup(
        strengths=strengths,
        ways=ways,
        keys=keys + (1 << _SUITS_AT + 4 * (cards & 3)),
        bits=1 << 13 * (cards & 3) + (cards >> 2),
        plain=plain,
        flush=flush,
    )


@kernel
def flush_ranks(key: int, bits: int) -> int:
    """The set of ranks in the suit of a flush, from the sums of a hand, or 0 without a flush."""
    suits = key >> _SUITS_AT & 0x8888
    if suits == 0:
        return 0
    suit = 0
    while suits >> 4 * suit & 8 == 0:
        suit += 1
    return bits >> 13 * suit & 0x1FFF
