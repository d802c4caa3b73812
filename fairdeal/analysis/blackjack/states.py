"""Every state a blackjack leg can come to, found by asking the rules what may be said."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, compress
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.blackjack.house import CARD, ONE, VALUES, counts_of, packed
from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.games.blackjack_leg import Leg, Word, after, begin, may

State: TypeAlias = tuple[Leg, int]
"""A leg, and the cards it has taken, packed: in which order they came makes no difference."""

EVERY_WORD: Final = tuple(Word)
WORDS: Final = len(EVERY_WORD)
NOWHERE: Final = -1
USED: Final = Leg._fields.index("used")
CURRENT: Final = Leg._fields.index("current")


class Moves(NamedTuple):
    """The states as arrays, a row each, for kernels to walk through."""

    legs: Ints
    """The fields of a ``Leg``."""
    cards: Ints
    """What the leg has taken, packed."""
    taken: NDArray[np.int8]
    """The same by value."""
    is_open: NDArray[np.bool_]
    """Whether each word may be said."""
    next: NDArray[np.int32]
    """The state after a word and a card, by word and value; after standing, the same for all."""
    next_split: NDArray[np.int32]
    """The state after a split, by the values of both cards."""
    first: NDArray[np.int32]
    """The state of the first two cards, by their values."""
    order: Ints
    """The states from the last to the first that a leg can be in, the same cards together."""


@dataclass(frozen=True)
class States:
    """The states of a leg, and the number of each."""

    moves: Moves
    numbers: Mapping[State, int]

    def number_of(self, leg: Leg, cards: Iterable[int]) -> int:
        """The number of the state of a leg that has taken these cards."""
        return self.numbers[leg, packed(counts_of(cards))]


@kernel
def leg_at(legs: Ints, state: int) -> Leg:
    """The leg of a state."""
    row = legs[state]
    return Leg(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8])


@lru_cache(maxsize=8)
def states(split_draws: bool, values: tuple[int, ...]) -> States:
    """All that can follow from any two cards of these values, whatever is said."""
    numbers: dict[State, int] = {}
    found: list[State] = []

    def number_of(leg: Leg, *taken: int) -> int:
        state = (leg, sum(taken))
        if state not in numbers:
            numbers[state] = len(found)
            found.append(state)
        return numbers[state]

    def says(leg: Leg, word: Word, card: int = 0, next_card: int = 0) -> Leg:
        return after(leg, word, card, next_card, split_draws)

    cards = [(value, CARD[value], ONE[value]) for value in values]
    first = np.full((VALUES, VALUES), NOWHERE, np.int32)
    for (low, a, one), (high, b, more) in combinations_with_replacement(cards, 2):
        first[low, high] = first[high, low] = number_of(begin(a, b, False), one, more)
    next_split = np.full((VALUES, VALUES), NOWHERE, np.int32)
    is_open: list[list[bool]] = []
    rows: dict[int, list[list[int]]] = {}
    for number, (leg, taken) in enumerate(found):
        is_open.append([may(leg, word) for word in EVERY_WORD])
        if not any(is_open[number]):
            continue
        row = rows[number] = [[NOWHERE] * VALUES for _ in EVERY_WORD]
        for word in compress(EVERY_WORD, is_open[number]):
            if word == Word.STAND:
                row[word] = [number_of(says(leg, word), taken)] * VALUES
                continue
            for value, card, one in cards:
                if word != Word.SPLIT:
                    row[word][value] = number_of(says(leg, word, card), taken, one)
                    continue
                for other, next_card, more in cards:
                    split = says(leg, word, card, next_card)
                    next_split[value, other] = number_of(split, taken, one, more)
    following = np.full((len(found), WORDS, VALUES), NOWHERE, np.int32)
    following[list(rows)] = list(rows.values())
    legs = np.array([leg for leg, _ in found], np.int64)
    taken_by = np.array([taken for _, taken in found], np.int64)
    places = 3 * np.arange(VALUES)
    moves = Moves(
        legs=legs,
        cards=taken_by,
        taken=(taken_by[:, None] >> places & 7).astype(np.int8),
        is_open=np.array(is_open, np.bool_),
        next=following,
        next_split=next_split,
        first=first,
        order=np.lexsort((taken_by, -legs[:, CURRENT], -legs[:, USED])),
    )
    return States(moves, numbers)
