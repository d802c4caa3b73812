"""Hands as arrays: examples of orbits, places, swaps of suits, and rules asked about rows."""

from itertools import combinations, permutations

import numpy as np
import pytest

from fairdeal.analysis.solvers import asking, hands
from fairdeal.cards import SUITS, parse
from fairdeal.hands import poker, three_card
from fairdeal.rule import rule

SMALL = tuple(sorted(parse("2c 3c 4c 2d 3d 4d 2h 3h 4h 5h 2s")))
PLAIN = tuple(range(20))


@rule
def half(card: int) -> int:
    """A rule of one card."""
    return card // 2


def images(hand: tuple[int, ...], deck: tuple[int, ...], fixed: str) -> set[tuple[int, ...]]:
    """A hand under all renamings of suits that keep the deck and the fixed suits as they are."""
    found = set()
    for names in permutations(range(4)):
        turned = {card: card // 4 * 4 + names[card % 4] for card in deck}
        if {*turned.values()} != {*deck} or any(
            names[SUITS.index(each)] != SUITS.index(each) for each in fixed
        ):
            continue
        found.add(tuple(sorted(turned[card] for card in hand)))
    return found


@pytest.mark.parametrize("deck", [SMALL, PLAIN])
@pytest.mark.parametrize("fixed", ["", "s", "cd"])
@pytest.mark.parametrize("size", [1, 3, 4])
def test_one_example_stands_for_each_orbit(deck: tuple[int, ...], fixed: str, size: int) -> None:
    found = hands.examples(size, deck, fixed)
    orbits = {frozenset(images(hand, deck, fixed)) for hand in combinations(deck, size)}
    assert len(found.ways) == len(orbits)
    by_example = {
        tuple(hand): ways
        for hand, ways in zip(found.hands.tolist(), found.ways.tolist(), strict=True)
    }
    for orbit in orbits:
        (example,) = orbit & by_example.keys()
        assert by_example[example] == len(orbit)
        for hand in orbit:
            swap = np.empty(4, np.int64)
            image = np.empty(size, np.int64)
            groups = np.array(hands.suit_groups(deck, fixed))
            hands.canonical_swap(np.array(hand), groups, swap)
            assert hands.SWAPS[hands.swap_number(swap)].tolist() == swap.tolist()
            hands.swapped(np.array(hand), swap, image)
            assert tuple(image.tolist()) == example


def test_a_place_numbers_hands_of_one_size() -> None:
    every = sorted(combinations(range(8), 3), key=lambda hand: hand[::-1])
    assert [hands.place_of(np.array(hand)) for hand in every] == list(range(56))
    assert hands.pair_place(7, 3) == hands.pair_place(3, 7) == hands.place_of(np.array([3, 7]))


def test_pairs_under_swaps_are_the_pairs_of_swapped_cards() -> None:
    for number, swap in enumerate(hands.SWAPS.tolist()):
        for low, high in ((0, 1), (5, 50), (17, 18)):
            one, two = (card // 4 * 4 + swap[card % 4] for card in (low, high))
            place = hands.pair_place(low, high)
            assert hands.swapped_pairs()[number, place] == hands.pair_place(one, two)


def test_values_spread_from_examples_to_all_hands() -> None:
    of = hands.examples(3, SMALL, "s")
    found = hands.spread(np.arange(len(of.ways)), 3, SMALL, "s")
    for number, hand in enumerate(of.hands.tolist()):
        for image in images(tuple(hand), SMALL, "s"):
            assert found[hands.place_of(np.array(image))] == number
    assert (found >= 0).sum() == len(list(combinations(SMALL, 3)))


def test_rules_are_asked_about_rows_whether_they_take_cards_or_a_tuple() -> None:
    three = hands.examples(3, SMALL).hands
    assert asking.said(three_card.strength_of, three).tolist() == [
        three_card.strength_of(*hand) for hand in three.tolist()
    ]
    five = hands.examples(5, SMALL).hands
    assert asking.said(poker.strength_of, five).tolist() == [
        poker.strength_of(tuple(hand)) for hand in five.tolist()
    ]
    one = hands.examples(1, SMALL).hands
    assert asking.said(half, one).tolist() == [card // 2 for (card,) in one.tolist()]


@pytest.mark.compiled
def test_a_full_deck_has_as_many_orbits_as_are_known() -> None:
    assert [len(hands.examples(size).ways) for size in (2, 3, 4, 5)] == [169, 1755, 16432, 134459]
    assert len(hands.examples(5, fixed="s").ways) == 484_731
