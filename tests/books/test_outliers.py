"""A table that pays too much is found, and one that deals fairly is left in peace."""

from datetime import date
from math import sqrt
from typing import Any

import pytest

from fairdeal.books.statement import Question, statement
from fairdeal.cards import parse
from fairdeal.games.round import Line
from fairdeal.hands.three_card import strength_of
from fairdeal.live.log.stores.protocol import Store
from tests.books.logs import Log, opened
from tests.live.tables import Felt

DAY = date(2026, 10, 5)
WEAKEST_PLAYED = strength_of(*parse("Qs 6h 4d"))


def at_best(cards: tuple[int, ...], dealer: tuple[int, ...]) -> str:
    return "play" if strength_of(*cards) >= WEAKEST_PLAYED else "fold"


def undecided(cards: tuple[int, ...], dealer: tuple[int, ...]) -> str:
    return ""


def wagers_in(store: Store, first: date = DAY, last: date = DAY) -> dict[str, dict[str, Any]]:
    shown = statement(store, Question(first, last, "wager"), 0)
    return {row["bet"]: row for row in shown["rows"]}


def generous(line: Line) -> int:
    """Pairs are paid twice, which is once in six hands."""
    return (
        2 * line.net_cents if line.bet == "pair-plus" and "pair of" in line.reason else plain(line)
    )


def plain(line: Line) -> int:
    return line.net_cents


@pytest.mark.parametrize(("change", "verdict"), [(plain, "as expected"), (generous, "improbable")])
def test_pair_plus_alone_shows_who_pays_too_much(change: Any, verdict: str) -> None:
    log, setup = Log(), opened("three-card-poker")
    log.write("pit-1", setup)
    bets = {"pair-plus": 500}
    log.deal("pit-1", setup, 400, decide=undecided, bets=bets, change=change, seats=6)
    [row] = wagers_in(log.store).values()
    assert (row["bet"], row["hands"], row["verdict"]) == ("pair-plus", 2400, verdict)
    assert (row["theory"]["z"] < -3) is (change is generous)
    assert row["theory"]["lumpy"] is False


@pytest.mark.compiled
def test_twenty_thousand_honest_hands_are_as_expected() -> None:
    log, setup = Log(), opened("three-card-poker")
    log.write("pit-1", setup)
    log.deal("pit-1", setup, 3334, decide=at_best)
    found = wagers_in(log.store)
    assert {row["hands"] for row in found.values()} == {20_004}
    assert {bet: row["verdict"] for bet, row in found.items()} == dict.fromkeys(
        ("ante", "pair-plus", "bonus"), "as expected"
    )
    for row in found.values():
        theory = row["theory"]
        frequency = theory["expected_hit_frequency"]["value"]
        spread = sqrt(frequency * (1 - frequency) / theory["hands"])
        # Hands of one round share the dealer's cards, hence a little more than chance alone.
        assert theory["hit_frequency"]["value"] == pytest.approx(frequency, abs=5 * spread)
        assert theory["hits"] > 0


@pytest.mark.compiled
def test_a_table_that_pays_too_much_is_found_in_twenty_thousand_hands() -> None:
    log, setup = Log(), opened("three-card-poker")
    log.write("pit-1", setup)
    log.deal("pit-1", setup, 3334, decide=at_best, change=generous)
    found = wagers_in(log.store)
    assert found["pair-plus"]["verdict"] == "very improbable"
    assert found["pair-plus"]["theory"]["z"] < -4
    assert (found["ante"]["verdict"], found["bonus"]["verdict"]) == ("as expected", "as expected")


@pytest.mark.compiled
def test_a_table_that_takes_too_much_is_found_as_well() -> None:
    log, setup = Log(), opened("three-card-poker")
    log.write("pit-1", setup)

    def greedy(line: Line) -> int:
        is_short = line.bet == "ante" and line.net_cents > 0
        return line.net_cents // 2 if is_short else line.net_cents

    log.deal("pit-1", setup, 1000, decide=at_best, change=greedy)
    found = wagers_in(log.store)
    assert found["ante"]["verdict"] == "very improbable"
    assert found["ante"]["theory"]["z"] > 4


@pytest.mark.compiled
def test_a_room_with_a_known_shuffle_is_as_expected() -> None:
    felt = Felt("three-card-poker", seed=7)
    felt.fill(6)
    for _ in range(100):
        felt.now += 1_000_000
        felt.bet()
        felt.deal()
        while (now := felt.table.playing) and now.turn:
            cards = tuple(felt.deck.order[place] for place in now.hand(now.turn).places)
            felt.say(at_best(cards, ()))
    day = date(2026, 9, 21)
    found = wagers_in(felt.store, day, date(2026, 9, 22))
    assert {row["hands"] for row in found.values()} == {600}
    assert {row["verdict"] for row in found.values()} == {"as expected"}
    held = sum(felt.table.chips(player) for player in felt.table.seats.values())
    assert sum(row["win_cents"] for row in found.values()) == 6_000_000 - held
