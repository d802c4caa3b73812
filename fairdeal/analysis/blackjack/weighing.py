"""Every state of a blackjack leg weighed against one up card, with any cards in the deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.blackjack.dealer import draws_from
from fairdeal.analysis.blackjack.house import CARD, VALUES, Counts, House
from fairdeal.analysis.blackjack.play import (
    MOST_UNITS,
    PAID_NATURAL,
    QUIET_FIRST,
    Dealer,
    best_words,
    every_word,
)
from fairdeal.analysis.blackjack.policies import Policy
from fairdeal.analysis.blackjack.states import States, states
from fairdeal.analysis.compiled import Ints
from fairdeal.games.blackjack_leg import MOST_CARDS, Word
from fairdeal.hands.blackjack import points_of

LONGEST: Final = 2 * MOST_CARDS - 1
"""Cards of the player's and the dealer's longest hands, without the up card."""


@dataclass(frozen=True)
class Weighed:
    """What is best in every state against one up card."""

    states: States
    deck: Ints
    """All cards but the up card, by value."""
    words: NDArray[np.int8]
    """The best word by state."""
    ways: Ints
    """How the leg then ends: sequences of unseen cards by state and result."""
    sequences: int
    """All sequences of unseen cards after two cards."""

    def values(self, asked: Sequence[int]) -> list[dict[Word, Fraction]]:
        """Expected units of the open words in some states, the best words following.

        The quieter words come first, so that ``max`` finds the one that is said.
        """
        moves = self.states.moves
        by_state = every_word(self.deck, np.array(asked, np.int64), moves, self.ways).tolist()
        return [
            {
                Word(word): Fraction(_units(by_word[word]), sum(by_word[word]))
                for word in QUIET_FIRST
                if any(by_word[word])
            }
            for by_word in by_state
        ]


def _units(ways: list[int]) -> int:
    """What is won over all sequences, in ints of any size."""
    return sum((result - MOST_UNITS) * n for result, n in enumerate(ways[:PAID_NATURAL]))


def weigh(house: House, deck: Counts, up: int, policy: Policy | None = None) -> Weighed:
    """Weigh every state against an up card, which is no longer in the deck."""
    cards = sum(deck)
    spare = cards - LONGEST
    assert spare >= 0, f"{cards} cards and the up card are not enough for the longest hands"
    sequences = [perm(left, left - spare) if left >= spare else 0 for left in range(cards - 1)]
    assert MOST_UNITS * sequences[-1] < 2**63, f"{cards} cards are too many to count exactly"
    values = tuple(value for value in range(VALUES) if deck[value] or value == up)
    found = states(house.split_draws, values)
    draws = draws_from(up, values, house.hits_soft_17, house.peeks)
    words, ways = best_words(
        np.array(deck, np.int64),
        found.moves,
        _considered(found, house, up, policy) if policy else found.moves.is_open,
        Dealer(house, draws, np.array(sequences, np.int64)),
    )
    return Weighed(found, np.array(deck, np.int64), words, ways, sequences[-1])


def _considered(found: States, house: House, up: int, policy: Policy) -> NDArray[np.bool_]:
    """Which open words a policy considers in each state."""
    considers = found.moves.is_open.copy()
    for (leg, _), row in zip(found.numbers, considers, strict=True):
        if row.any():
            words = policy(leg, points_of(CARD[up]), house)
            row &= [word in words for word in Word]
            assert row.any(), f"a policy considers an open word, not only {words} with {leg}"
    return considers
