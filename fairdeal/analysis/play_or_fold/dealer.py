"""How many dealer hands of three cards lie below each strength, when some cards are elsewhere.

A hand that avoids the player's cards is counted by inclusion and exclusion: all hands, less those
with one of the cards, plus those with two of them, less those with three.  So no loop goes over
deals; four small arrays, made from the ranking rule, hold every count that is needed.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.play_or_fold.deals import DECK, Cards, every_hand, pair_place, place
from fairdeal.hands.three_card import strength_of


class DealerHands(NamedTuple):
    """Counts of three-card hands by class; classes number the different strengths from 0 up."""

    strengths: Ints
    """The strength of each class, rising."""
    class_of: NDArray[np.int16]
    """The class of every hand, by ``place``."""
    below: NDArray[np.int32]
    """Hands below each class."""
    below_with: NDArray[np.int32]
    """The same of those that have a certain card."""
    below_with_two: NDArray[np.int8]
    """The same of those that have two certain cards, by ``pair_place``."""


@cache
def dealer_hands() -> DealerHands:
    """The counts for a full deck."""
    strengths, class_of = np.unique(_strengths(every_hand(3)), return_inverse=True)
    classes = class_of.astype(np.int16)
    return DealerHands(
        strengths, classes, *_below(every_hand(3), classes, len(strengths), DECK * (DECK - 1) // 2)
    )


@kernel
def _strengths(hands: Cards) -> Ints:
    found = np.empty(len(hands), np.int64)
    for i in range(len(hands)):
        found[i] = strength_of(hands[i, 0], hands[i, 1], hands[i, 2])
    return found


@kernel
def _below(
    hands: Cards, classes: NDArray[np.int16], number: int, pairs: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]:
    below = np.zeros(number + 1, np.int32)
    below_with = np.zeros((DECK, number + 1), np.int32)
    below_with_two = np.zeros((pairs, number + 1), np.int8)
    for i in range(len(hands)):
        a, b, c = hands[i]
        above = classes[i] + 1
        below[above] += 1
        for card in (a, b, c):
            below_with[card, above] += 1
        for one, two in ((a, b), (a, c), (b, c)):
            below_with_two[pair_place(one, two), above] += 1
    for k in range(number):
        below[k + 1] += below[k]
    for card in range(DECK):
        for k in range(number):
            below_with[card, k + 1] += below_with[card, k]
    for pair in range(pairs):
        for k in range(number):
            below_with_two[pair, k + 1] += below_with_two[pair, k]
    return below, below_with, below_with_two


@kernel
def fill_regions(hands: Cards, edges: Ints, counts: DealerHands, filled: Ints) -> None:
    """Count, for each hand, the dealer hands without any of its cards between every two edges."""
    size = hands.shape[1]
    pairs = np.empty(size * (size - 1) // 2, np.int64)
    threes = np.empty(len(pairs) * (size - 2) // 3, np.int64)
    for i in range(len(hands)):
        _look_up(hands[i], counts, pairs, threes)
        before = 0
        for column in range(filled.shape[1]):
            k = edges[i, column + 1]
            if k == edges[i, column]:
                continue
            upto = counts.below[k] + 0
            for card in hands[i]:
                upto -= counts.below_with[card, k]
            for pair in pairs:
                upto += counts.below_with_two[pair, k]
            for three in threes:
                if three < k:
                    upto -= 1
            filled[i, column] = upto - before
            before = upto


@kernel
def _look_up(hand: Cards, counts: DealerHands, pairs: Ints, threes: Ints) -> None:
    """The places of a hand's pairs, and the classes of its threes."""
    p = t = 0
    for i in range(len(hand)):
        for j in range(i):
            pairs[p] = pair_place(hand[i], hand[j])
            p += 1
            for h in range(j):
                threes[t] = counts.class_of[place(hand[i], hand[j], hand[h])]
                t += 1


@kernel
def fill_regions_with_up(
    hands: Cards, ups: Cards, edges: Ints, counts: DealerHands, filled: Ints
) -> None:
    """The same for the dealer hands that have a certain card, for each that may be up."""
    pairs = np.empty(3, np.int64)
    threes = np.empty(3, np.int64)
    row = 0
    for i in range(len(hands)):
        for up in ups[i]:
            for j in range(3):
                one, two = hands[i, j], hands[i, (j + 1) % 3]
                pairs[j] = pair_place(up, one)
                threes[j] = counts.class_of[place(up, one, two)]
            before = 0
            for column in range(filled.shape[1]):
                k = edges[i, column + 1]
                if k == edges[i, column]:
                    continue
                upto = counts.below_with[up, k] + 0
                for pair in pairs:
                    upto -= counts.below_with_two[pair, k]
                for three in threes:
                    if three < k:
                        upto += 1
                filled[row, column] = upto - before
                before = upto
            row += 1
