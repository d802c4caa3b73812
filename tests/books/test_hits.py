"""Hits of meters against the exact chance of their hands."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.analysis.registry import solver_of
from fairdeal.books.hits import tail_of
from fairdeal.books.meters_report import Asked, meters_report
from fairdeal.games import GAMES
from fairdeal.games.ags_3_card import Stax
from fairdeal.live import Room, commands, events
from fairdeal.live.clocks import Clock
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.table.holding import PARTS
from tests.books.meter_days import MONDAY, NOON, begun, report, table, two_days
from tests.books.test_meters import tampered
from tests.live.jackpots import NOTHING, STAR, Linked
from tests.live.stacking import Stacked
from tests.live.tables import KEY, MANAGER, PLAYERS
from tests.live.test_progressives import CROWN

EVENTS = {
    "star": Stax.ROYAL_DIAMONDS,
    "spade": Stax.ROYAL_OTHER,
    "heart": Stax.STRAIGHT_FLUSH_DIAMONDS,
    "diamond": Stax.STRAIGHT_FLUSH_OTHER,
}


def binomial(bets: int, hits: int, chance: Fraction) -> Fraction:
    """The chance of so many hits, term by term."""
    return comb(bets, hits) * chance**hits * (1 - chance) ** (bets - hits)


@settings(max_examples=60)
@given(
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    st.fractions(Fraction(1, 22_100), Fraction(99, 100)),
)
def test_the_tail_is_the_sum_of_all_exact_terms(seen: tuple[int, int], chance: Fraction) -> None:
    bets, hits = seen
    side, found = tail_of(bets, hits, chance)
    beyond = range(hits, bets + 1) if hits >= bets * chance else range(hits + 1)
    assert side == ("at least" if hits >= bets * chance else "at most")
    exact = sum(binomial(bets, each, chance) for each in beyond)
    assert found == pytest.approx(float(exact), rel=1e-9)


def test_a_year_of_bets_has_a_tail_too() -> None:
    side, found = tail_of(2_000_000, 50, Fraction(1, 22_100))  # 90.5 are to be expected
    assert side == "at most"
    assert 1e-7 < found < 1e-4
    assert tail_of(2_000_000, 2990, Fraction(33, 22_100))[1] > 0.4


def found_for(felt: Linked) -> dict[str, dict[str, Any]]:
    return {each["meter"]: each for each in report(felt)["hits"]}


@pytest.mark.compiled
def test_every_level_is_held_against_its_exact_chance() -> None:
    hits = found_for(two_days())
    hands = solver_of(GAMES["ags-3-card"]).hands_by_event("stax")
    for meter, event in EVENTS.items():
        chance = Fraction(hands[event], 22_100)
        assert Fraction(hits[meter]["probability"]["exact"]) == chance
        assert hits[meter]["bets"] == 4
        assert Fraction(hits[meter]["expected_hits"]["exact"]) == 4 * chance
    star = hits["star"]
    assert (star["hits"], star["won_cents"]) == (1, 300_050)
    assert star["hit_frequency"]["exact"] == "1/4"
    assert star["contributed_parts"] == 100 * PARTS
    assert Fraction(star["expected_cents"]["exact"]) == Fraction(4 * 300_000, 22_100) + 100
    assert star["tail"]["side"] == "at least"
    none = 1 - binomial(4, 0, Fraction(1, 22_100))
    assert star["tail"]["probability"] == pytest.approx(float(none))
    assert hits["spade"]["tail"]["side"] == "at most"


def test_only_the_days_asked_about_count() -> None:
    shown = report(two_days(), MONDAY, MONDAY)["hits"]
    assert {each["bets"] for each in shown} == {2}
    assert report(two_days(), MONDAY, MONDAY, progressive="stax")["hits"] == shown


def test_of_other_rules_theory_says_nothing() -> None:
    felt = two_days()
    other = tampered(felt, events.TableOpened, rules_digest="0" * 16)
    shown = meters_report(other, Asked(MONDAY, MONDAY), felt.now)
    assert {each["probability"] for each in shown["hits"]} == {None}
    assert {each["tail"] for each in shown["hits"]} == {None}


def test_another_bet_has_the_chance_of_its_own_line() -> None:
    store = MemoryStore(KEY)
    room = Room(store, KEY, clock=Clock.of(lambda: NOON))
    room.do("crown", commands.open_progressive, by=MANAGER, **CROWN)
    felt = Stacked(
        "three-card-poker", "5h 6h 7h | 3c 8h Tc", store=store, progressive="crown", now=NOON
    )
    felt.seat(PLAYERS[0])
    felt.do(commands.place, felt.player_at(1), seat=1, bets={"ante": 500, "pair-plus": 500})
    felt.deal()
    felt.say("play")
    [hit] = meters_report(store.read(), Asked(MONDAY, MONDAY), felt.now)["hits"]
    assert (hit["bet"], hit["hits"], hit["won_cents"]) == ("pair-plus", 1, 200_012)
    assert Fraction(hit["probability"]["exact"]) == Fraction(48, 22_100)


def test_two_progressives_are_told_apart() -> None:
    store = begun()
    Room(store, KEY, clock=Clock.of(lambda: NOON)).do(
        "nova", commands.open_progressive, by=MANAGER, game="ags-3-card"
    )
    felt = table(store, "pit-2", progressive="nova", dealer="", profile="plain")
    felt.deal_round(NOTHING, STAR)
    shown = report(felt, progressive="nova")
    assert {each["progressive"] for each in shown["hits"]} == {"nova"}
    assert {each["progressive"] for each in shown["days"]} == {"nova"}
    assert report(felt, progressive="stax")["hits"] == []
