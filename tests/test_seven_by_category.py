"""How kinds of seven-card hands meet, against small decks dealt in full and the faster method."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb

import numba
import numpy as np
import pytest

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.seven.lookup import NO_CARDS, RANKS, Lookup, flush_ranks, lookup
from fairdeal.analysis.seven.matchups import Kind, Matchups, matchups
from fairdeal.analysis.seven.outcomes import poker_outcomes
from fairdeal.analysis.seven.patterns import Deck, event_counts, patterns
from fairdeal.analysis.three_way_action import bonus_events
from fairdeal.games.three_way_action import Bonus
from fairdeal.hands import poker
from tests.small_decks import ACE_HIGH, FEW_RANKS, LARGER, TWO_SUITS, dealt


@cache
def met(deck: Deck) -> tuple[Matchups, list[float]]:
    """How the kinds of hands meet, and the progress that was heard."""
    heard: list[float] = []
    return matchups(deck, heard.append), heard


@pytest.mark.parametrize(
    "deck",
    [
        *FEW_RANKS,
        pytest.param(TWO_SUITS, marks=pytest.mark.compiled),
        *(
            pytest.param(
                deck, marks=[pytest.mark.compiled, pytest.mark.exhaustive, pytest.mark.slow]
            )
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

    found, _ = met(deck)
    assert {*found.kinds} == {table.kind(place) for place in range(len(table.keys))}
    for mine, row, tied in zip(found.kinds, found.deals, found.ties, strict=True):
        assert tied == ties[mine]
        assert row == tuple(deals[mine, yours] for yours in found.kinds)
    assert found.outcomes == table.outcomes(ACE_HIGH)
    assert found.bonus_and_poker == +poker_nets


def test_progress_rises_to_the_whole() -> None:
    _, heard = met(FEW_RANKS[1])
    assert all(one < other for one, other in pairwise([0.0, *heard]))
    assert heard[-1] == 1


def test_sums_of_keys_tell_all_ranks_of_seven_cards_apart() -> None:
    keys = lookup(FEW_RANKS[0]).keys  # those of all 52 cards, whatever the deck
    hands = patterns(7).hands[: patterns(7).plain]
    assert len(np.unique(keys[hands].sum(axis=1) & RANKS)) == len(hands) == 49_205


# Too large to deal in full; pairs tie only where there are four suits and six ranks.
@pytest.mark.compiled
@pytest.mark.parametrize(
    "deck",
    [
        Deck((0, 1, 2, 3, 5, 6), 4),
        Deck((0, 1, 2, 5, 6, 7, 8, 9, 12), 3),
        Deck((1, 2, 3, 4, 5, 7, 8, 12), 4),
    ],
    ids=str,
)
def test_both_methods_agree_on_a_deck(deck: Deck) -> None:
    assert matchups(deck).outcomes == poker_outcomes(deck)


@pytest.fixture(scope="module")
def full() -> Matchups:
    return matchups()


@pytest.mark.exhaustive
@pytest.mark.compiled
def test_both_methods_agree_on_the_full_deck(full: Matchups) -> None:
    assert full.outcomes == poker_outcomes()
    assert sum(full.bonus_and_poker.values()) == comb(52, 7) * comb(45, 7)


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


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.compiled
def test_all_hands_are_looked_up_as_the_rule_ranks_them() -> None:
    table = lookup()
    counts = np.zeros((52, len(table.strengths)), np.int64)
    with ThreadPoolExecutor() as threads:
        wrong = threads.map(lambda first: looked_up(first, table, counts[first]), range(51, -1, -1))
        assert sum(wrong) == 0
    assert (counts.sum(axis=0) == table.ways).all()
