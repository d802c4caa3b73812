"""Counts by kinds of hands, against published counts, the naive ranking and whole decks."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from itertools import combinations, product
from math import comb

import numba
import numpy as np
import pytest

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.seven.patterns import (
    FULL,
    Deck,
    Rows,
    event_counts,
    patterns,
    seven_card_strengths,
    suit_ways,
)
from fairdeal.analysis.solvers.asking import asked
from fairdeal.analysis.three_way_action import bonus_events
from fairdeal.cards import name
from fairdeal.games.ags_3_card import SixCard, six_card_event
from fairdeal.games.three_card_fury import SevenCard, seven_card_event
from fairdeal.games.three_way_action import Bonus
from fairdeal.hands import poker
from tests.naive import events as naive
from tests.test_counts import KNOWN


def six_card_events(hands: Rows) -> Ints:
    return asked(six_card_event, hands, np.arange(52))


def seven_card_events(hands: Rows) -> Ints:
    return asked(seven_card_event, hands, np.arange(52))


EVENTS = [
    pytest.param(six_card_events, 6, SixCard, naive.six_card_event, id="six card bonus"),
    pytest.param(seven_card_events, 7, SevenCard, naive.seven_card_event, id="7 card bonus"),
    pytest.param(bonus_events, 7, Bonus, naive.three_way_bonus_event, id="3 way action"),
]

# Long straight flushes and royals, the wheel and full houses, four of a kind.
DECKS = [Deck(tuple(range(6, 13)), 2), Deck((0, 1, 2, 3, 12), 3), Deck((8, 9, 10, 12), 4)]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_kinds_of_hands_fall_into_the_published_counts(size: int) -> None:
    def categories(hands: Rows) -> Ints:
        return np.array([poker.category(poker.strength_of(tuple(hand))) for hand in hands.tolist()])

    assert event_counts(categories, size, poker.Category) == KNOWN[size]


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize(("events_of", "size", "events", "event_of"), EVENTS)
def test_events_are_counted_as_the_naive_rules_find_them_hand_by_hand(
    events_of: Callable[[Rows], Ints],
    size: int,
    events: type[IntEnum],
    event_of: Callable[[Sequence[str]], str],
    deck: Deck,
) -> None:
    hands = combinations([name(card) for card in deck.cards], size)
    counted = Counter(event_of(hand) for hand in hands)
    names = [event.name.lower().replace("_", "-") for event in events]
    assert event_counts(events_of, size, events, deck) == tuple(counted[each] for each in names)
    assert counted.keys() <= {*names}


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_every_strength_has_as_many_hands_as_there_are(deck: Deck) -> None:
    found = patterns(7, deck)
    counted = Counter[int]()
    for strength, ways in zip(seven_card_strengths(found.hands), found.ways.tolist(), strict=True):
        counted[int(strength)] += ways
    counted += Counter()  # a kind that the deck is too small for has no ways
    assert counted == Counter(poker.strength_of(hand) for hand in combinations(deck.cards, 7))


def test_full_deck_has_the_known_numbers_of_kinds() -> None:
    assert {size: patterns(size).plain for size in (5, 6, 7)} == {5: 6_175, 6: 18_395, 7: 49_205}
    assert {size: len(patterns(size).flushes) for size in (5, 6, 7)} == {
        5: 1_287,
        6: 3_003,
        7: 4_719,
    }
    assert FULL.cards == tuple(range(52))


@pytest.mark.parametrize(
    ("shape", "suits"),
    [
        ([(1, 1)] * 7, 2),  # both have a flush or neither
        ([(1, 0)] * 6 + [(0, 1)] * 6, 2),
        ([(1, 0)] * 5 + [(0, 1)] * 5, 3),
        ([(1, 1)] * 6, 3),
        ([(1, 0)] * 4 + [(3, 1)], 4),
        ([(2, 2), (1, 3), (4, 0)], 4),
        ([(2, 1), (1, 1)], 2),  # more cards than suits: no way at all
    ],
)
def test_suits_are_given_in_as_many_ways_as_can_be_listed(
    shape: list[tuple[int, int]], suits: int
) -> None:
    ranks = [
        [
            (mine, yours)
            for mine in combinations(range(suits), first)
            for yours in combinations(range(suits), second)
            if not {*mine} & {*yours}
        ]
        for first, second in shape
    ]
    plain = 0
    for ways in product(*ranks):
        hands = ([s for mine, _ in ways for s in mine], [s for _, yours in ways for s in yours])
        plain += all(hand.count(suit) < 5 for hand in hands for suit in range(suits))
    assert suit_ways(shape, suits) == plain


@numba.njit(nogil=True)
def count_six(first: int, counts: Ints) -> None:
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    for f in range(e):
                        counts[six_card_event((first, b, c, d, e, f))] += 1


@numba.njit(nogil=True)
def count_seven(first: int, counts: Ints) -> None:
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    for f in range(e):
                        for g in range(f):
                            counts[seven_card_event((first, b, c, d, e, f, g))] += 1


@pytest.mark.exhaustive
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("events_of", "size", "events", "count"),
    [
        (six_card_events, 6, SixCard, count_six),
        (seven_card_events, 7, SevenCard, count_seven),
    ],
)
def test_events_are_counted_as_all_hands_of_a_deck_show_them(
    events_of: Callable[[Rows], Ints],
    size: int,
    events: type[IntEnum],
    count: Callable[[int, Ints], None],
) -> None:
    counts = np.zeros((52, len(events)), np.int64)
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda first: count(first, counts[first]), range(51, -1, -1)))
    assert counts.sum() == comb(52, size)
    assert event_counts(events_of, size, events) == tuple(counts.sum(axis=0).tolist())
