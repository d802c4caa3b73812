"""How the poker bet of 3 Way Action ends: exactly, in small decks dealt in full, and at random."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numba
import numpy as np
import pytest

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.seven.outcomes import SHAPES, Outcomes, poker_distribution, poker_outcomes
from fairdeal.analysis.seven.patterns import Deck, patterns, seven_card_strengths
from fairdeal.games.showdown import showdown
from fairdeal.games.three_way_action import settle_poker
from fairdeal.hands import poker
from fairdeal.money import HALF, LOSS, Odds
from tests.naive import Key
from tests.naive.ranking import poker_category_of
from tests.small_decks import ACE_HIGH, FEW_RANKS, LARGER, TWO_SUITS, dealt

POKER_BET = Outcomes(
    dealer_out=469_662_730_336_800,
    won=2_582_328_494_335_596,
    lost=3_017_842_078_587_372,
    tied=1_259_191_407_432,
)

DEALS = comb(52, 7) * comb(45, 7)


@pytest.mark.parametrize(
    "deck",
    [
        *FEW_RANKS,
        TWO_SUITS,
        *(pytest.param(deck, marks=[pytest.mark.exhaustive, pytest.mark.slow]) for deck in LARGER),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    ("qualifying", "naive_qualifying"),
    [
        pytest.param(poker.ACE_HIGH, ACE_HIGH, id="ace high"),
        pytest.param(poker.Category.TWO_PAIR << 20, (2, ()), id="two pair"),
        pytest.param(0, (0, ()), id="anything"),
    ],
)
def test_bet_ends_as_all_deals_of_a_small_deck_do(
    deck: Deck, qualifying: int, naive_qualifying: Key
) -> None:
    assert poker_outcomes(deck, qualifying) == dealt(deck).outcomes(naive_qualifying)


def test_small_decks_show_every_outcome_and_many_kinds_of_ties() -> None:
    assert min(dealt(TWO_SUITS).outcomes(ACE_HIGH)) > 0
    tied = set()
    for table in map(dealt, (*FEW_RANKS, TWO_SUITS)):
        for player, dealer, ways in table.pairs():
            if player == dealer and ways:
                tied.add(poker_category_of(table.keys[player]))
    assert tied == {"high-card", "two-pair", "straight", "flush", "straight-flush"}


def test_there_is_room_for_all_shapes_of_two_hands() -> None:
    shapes = Counter({(0, 0, 0): 1})  # by their ranks, and their cards in the two hands
    for first, second in product(range(5), repeat=2):
        if 0 < first + second < 5:
            more = Counter[tuple[int, int, int]]()
            for (ranks, mine, yours), number in shapes.items():
                while max(mine, yours) <= 7:
                    more[ranks, mine, yours] += number
                    ranks, mine, yours = ranks + 1, mine + first, yours + second
            shapes = more
    assert sum(shapes[ranks, 7, 7] for ranks in range(14)) == SHAPES


def test_poker_bet_pays_by_the_rule() -> None:
    bet = poker_distribution(POKER_BET)
    assert bet.total == DEALS
    assert bet.ways == {
        Fraction(1): POKER_BET.won,
        Fraction(1, 2): POKER_BET.dealer_out,
        Fraction(0): POKER_BET.tied,
        Fraction(-1): POKER_BET.lost,
    }
    assert bet.house_edge == Fraction(4_180_879_564_237, 126_481_093_638_900)


@pytest.mark.compiled
def test_poker_bet_of_a_full_deck() -> None:
    assert poker_outcomes() == POKER_BET


@numba.njit(nogil=True)
def settled_otherwise(strengths: Ints, odds: Ints) -> int:
    count = 0
    for player in strengths:
        for dealer in strengths:
            won, per = odds[showdown(player, dealer, poker.ACE_HIGH)]
            settled = settle_poker(player, dealer)
            count += settled.won != won or settled.per != per
    return count


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_all_pairs_of_strengths_are_settled_by_their_outcome_alone() -> None:
    strengths = np.unique(seven_card_strengths(patterns(7).hands))
    odds = np.array([HALF, Odds(1), LOSS, Odds(0)])
    assert settled_otherwise(strengths, odds) == 0


@numba.njit(nogil=True)
def simulate(deals: int, seed: int) -> Ints:
    np.random.seed(seed)
    deck = np.arange(52)
    counts = np.zeros(4, np.int64)
    for _ in range(deals):
        for place in range(14):
            other = np.random.randint(place, 52)
            deck[place], deck[other] = deck[other], deck[place]
        a, b, c, d, e, f, g, h, i, j, k, l, m, n = deck[:14]  # noqa: E741
        player = poker.strength_of((a, b, c, d, e, f, g))
        dealer = poker.strength_of((h, i, j, k, l, m, n))
        counts[showdown(player, dealer, poker.ACE_HIGH)] += 1
    return counts


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.compiled
def test_forty_million_random_deals_end_as_often_as_all_deals_do() -> None:
    each, seeds = 5_000_000, range(8)
    with ThreadPoolExecutor() as threads:
        counts = np.sum(list(threads.map(lambda seed: simulate(each, seed), seeds)), axis=0)
    deals = each * len(seeds)
    for seen, ways in zip(counts, POKER_BET, strict=True):
        chance = ways / DEALS
        assert abs(seen - deals * chance) < 3 * sqrt(deals * chance * (1 - chance))
