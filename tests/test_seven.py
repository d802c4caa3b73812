"""Two seven-card hands against each other: two exact methods, and small decks dealt in full."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, sqrt

import numba
import numpy as np
import pytest

from fairdeal.analysis.deals import Ints
from fairdeal.analysis.patterns import (
    FULL,
    Deck,
    bonus_events,
    event_counts,
    patterns,
    seven_card_strengths,
)
from fairdeal.analysis.seven import Outcomes, poker_distribution, poker_outcomes
from fairdeal.analysis.seven_by_category import Kind, Matchups, matchups
from fairdeal.analysis.seven_lookup import NO_CARDS, RANKS, Lookup, flush_ranks, lookup
from fairdeal.cards import name
from fairdeal.games.showdown import Showdown, showdown
from fairdeal.games.three_way_action import Bonus, settle_poker
from fairdeal.hands import poker
from tests.naive import Key, five_card_key
from tests.naive.events import three_way_bonus_event
from tests.naive.ranking import ACE, POKER_ORDER, poker_category_of

POKER_BET = Outcomes(
    dealer_out=469_662_730_336_800,
    won=2_582_328_494_335_596,
    lost=3_017_842_078_587_372,
    tied=1_259_191_407_432,
)

DEALS = comb(52, 7) * comb(45, 7)

ACE_HIGH: Key = (POKER_ORDER.index("high-card"), (ACE,))

# Full houses, straights and straight flushes that tie; four of a kind.
FEW_RANKS = [Deck((0, 1, 2, 3, 12), 3), Deck((0, 5, 11, 12), 4)]
# A dealer out, with and without a player who holds the same; straights and ace high too.
TWO_SUITS = [Deck((0, 1, 2, 4, 5, 6, 8, 9), 2), Deck((1, 2, 3, 4, 5, 6, 8, 12), 2)]
LARGER = [
    Deck((0, 1, 2, 4, 5, 6, 8, 9, 12), 2),
    Deck((0, 1, 2, 3, 4, 12), 3),
    Deck((8, 9, 10, 11, 12), 4),
]


@dataclass(frozen=True)
class Dealt:
    """Every deal of a small deck: how many have each pair of strengths, in the naive ranking."""

    keys: tuple[Key, ...]
    bonus: tuple[str, ...]
    deals: tuple[tuple[int, ...], ...]

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        for player, row in enumerate(self.deals):
            for dealer, ways in enumerate(row):
                yield player, dealer, ways

    def outcomes(self, qualifying: Key) -> Outcomes:
        out = won = lost = tied = 0
        for player, dealer, ways in self.pairs():
            if self.keys[dealer] < qualifying:
                out += ways
            elif player > dealer:
                won += ways
            elif player < dealer:
                lost += ways
            else:
                tied += ways
        return Outcomes(out, won, lost, tied)

    def kind(self, place: int) -> Kind:
        category = poker_category_of(self.keys[place]).upper().replace("-", "_")
        bonus = self.bonus[place].upper().replace("-", "_")
        return Kind(self.keys[place] >= ACE_HIGH, poker.Category[category], Bonus[bonus])


@cache
def dealt(deck: Deck) -> Dealt:
    hands = [tuple(map(name, hand)) for hand in combinations(deck.cards, 7)]
    held = [five_card_key(hand) for hand in hands]
    keys = tuple(sorted(set(held)))
    bonus = {key: three_way_bonus_event(hand) for key, hand in zip(held, hands, strict=True)}
    places = np.array([keys.index(key) for key in held])
    cards = np.array([sum(1 << card for card in hand) for hand in combinations(deck.cards, 7)])
    deals = np.zeros((len(keys), len(keys)), np.int64)
    for place, own in zip(places, cards, strict=True):
        deals[place] += np.bincount(places[cards & own == 0], minlength=len(keys))
    return Dealt(keys, tuple(bonus[key] for key in keys), tuple(map(tuple, deals.tolist())))


@pytest.mark.parametrize(
    "deck",
    [
        *FEW_RANKS,
        *TWO_SUITS,
        *(pytest.param(deck, marks=pytest.mark.exhaustive) for deck in LARGER),
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


def test_small_decks_have_dealers_out_and_every_kind_of_tie() -> None:
    outs = [dealt(deck).outcomes(ACE_HIGH) for deck in TWO_SUITS]
    assert all(min(outcomes) > 0 for outcomes in outs[1:])
    tied = Counter[int]()
    for deck in (*FEW_RANKS, *TWO_SUITS):
        table = dealt(deck)
        for player, dealer, ways in table.pairs():
            tied[table.keys[player][0]] += ways if player == dealer else 0
    assert {POKER_ORDER[place] for place in +tied} == {
        *("high-card", "pair", "two-pair", "straight", "flush", "straight-flush"),
    }


@pytest.mark.parametrize(
    "deck",
    [
        *FEW_RANKS,
        *(pytest.param(deck, marks=pytest.mark.compiled) for deck in TWO_SUITS),
        *(
            pytest.param(deck, marks=[pytest.mark.compiled, pytest.mark.exhaustive])
            for deck in LARGER
        ),
    ],
    ids=str,
)
def test_kinds_meet_as_in_all_deals_of_a_small_deck(deck: Deck) -> None:
    table = dealt(deck)
    deals, ties = Counter[tuple[Kind, Kind]](), Counter[Kind]()
    poker_nets = Counter[tuple[int, Fraction]]()
    for player, dealer, ways in table.pairs():
        mine, yours = table.kind(player), table.kind(dealer)
        deals[mine, yours] += ways
        ties[mine] += ways if player == dealer else 0
        net = Fraction((player > dealer) - (player < dealer)) if yours.plays else Fraction(1, 2)
        poker_nets[mine.bonus, net] += ways

    found = matchups(deck)
    assert {*found.kinds} == {table.kind(place) for place in range(len(table.keys))}
    for mine, row, tied in zip(found.kinds, found.deals, found.ties, strict=True):
        assert tied == ties[mine]
        assert row == tuple(deals[mine, yours] for yours in found.kinds)
    assert found.outcomes == table.outcomes(ACE_HIGH)
    assert found.bonus_and_poker == +poker_nets


def test_progress_rises_to_the_whole() -> None:
    heard: list[float] = []
    matchups(FEW_RANKS[1], heard.append)
    assert all(one < other for one, other in pairwise([0.0, *heard]))
    assert heard[-1] == 1


def test_sums_of_rank_keys_tell_all_ranks_of_seven_cards_apart() -> None:
    found, hands = lookup(), patterns(7).hands
    keys = (found.keys[hands[: patterns(7).plain]].sum(axis=1) + NO_CARDS) & RANKS
    assert len(np.unique(keys)) == len(keys) == 49_205
    assert int(found.ways.sum()) == comb(52, 7)
    assert len(found.strengths) == 4_824


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


@numba.njit
def settled_otherwise(strengths: Ints, won: Ints, per: Ints) -> int:
    count = 0
    for player in strengths:
        for dealer in strengths:
            end = showdown(player, dealer, poker.ACE_HIGH)
            odds = settle_poker(player, dealer)
            count += odds.won != won[end] or odds.per != per[end]
    return count


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_all_pairs_of_strengths_are_settled_by_their_outcome() -> None:
    strengths = np.unique(seven_card_strengths(patterns(7).hands))
    odds = [
        settle_poker(*pair) for pair in ((3, 2), (1 << 20, 1 << 19), (1 << 19, 1 << 20), (9, 9))
    ]
    assert [showdown(3, 2, poker.ACE_HIGH)] == [Showdown.DEALER_OUT]
    assert settled_otherwise(strengths, *np.array(odds).T) == 0


@pytest.fixture(scope="module")
def full() -> Matchups:
    return matchups()


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_both_methods_agree_on_the_full_deck(full: Matchups) -> None:
    assert full.outcomes == poker_outcomes()
    assert sum(full.bonus_and_poker.values()) == DEALS


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_either_hand_makes_each_kind_as_often_as_seven_cards_do(full: Matchups) -> None:
    rest = comb(45, 7)
    assert full.deals == tuple(zip(*full.deals, strict=True))
    counts = Counter[int]()
    for kind, row in zip(full.kinds, full.deals, strict=True):
        counts[kind.bonus] += sum(row)
    events = event_counts(bonus_events, 7, Bonus)
    assert [counts[event] for event in Bonus] == [rest * ways for ways in events]


@numba.njit(nogil=True)
def looked_up(first: int, table: Lookup, counts: Ints) -> int:
    """Hands whose strength is looked up wrongly, with a count of every strength."""
    keys, bits, plain, flush, strengths = (
        table.keys,
        table.bits,
        table.plain,
        table.flush,
        table.strengths,
    )
    wrong = 0
    for b in range(first):
        for c in range(b):
            for d in range(c):
                for e in range(d):
                    for f in range(e):
                        six = first, b, c, d, e, f
                        key, held = NO_CARDS, 0
                        for card in six:
                            key += keys[card]
                            held |= bits[card]
                        for g in range(f):
                            suited = flush_ranks(key + keys[g], held | bits[g])
                            place = flush[suited] if suited else plain[key + keys[g] & RANKS]
                            wrong += strengths[place] != poker.strength_of(
                                (first, b, c, d, e, f, g)
                            )
                            counts[place] += 1
    return wrong


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_all_hands_are_looked_up_as_the_rule_ranks_them() -> None:
    table = lookup()
    counts = np.zeros((52, len(table.strengths)), np.int64)
    with ThreadPoolExecutor() as threads:
        wrong = threads.map(lambda first: looked_up(first, table, counts[first]), range(51, -1, -1))
        assert sum(wrong) == 0
    assert (counts.sum(axis=0) == table.ways).all()


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


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_forty_million_random_deals_end_as_often_as_all_deals_do() -> None:
    each, seeds = 5_000_000, range(8)
    with ThreadPoolExecutor() as threads:
        counts = sum(threads.map(lambda seed: simulate(each, seed), seeds))
    deals = each * len(seeds)
    for seen, ways in zip(counts, POKER_BET, strict=True):
        chance = ways / DEALS
        assert abs(seen - deals * chance) < 3 * sqrt(deals * chance * (1 - chance))
