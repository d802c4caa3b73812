"""The bank of a game that players bank: offered round the table, limited, and given back."""

from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.house.profile import PROFILES, editions
from fairdeal.live import AUTOMATIC, Actor, Role, commands, events
from fairdeal.live.commands.banking import rotation_fault
from fairdeal.live.table.context import Context
from fairdeal.live.table.state import BANKERS_KEPT, BANKERS_KEPT_MINUTES
from tests.live.stacking import Stacked
from tests.live.tables import DEALER, FLOOR, PLAYERS, WATCHER, time_passes

NAPA = "napa-three-card-poker"
MINUTE = 60_000_000
P1, P2, P3, P4 = PLAYERS[:4]


def felt(seats: tuple[int, ...] = (1, 2, 3), deck: str = "", **setup: Any) -> Stacked:
    table = Stacked(NAPA, deck, **setup)
    table.seat(*PLAYERS[: len(seats)], seats=seats)
    return table


def declined(table: Stacked) -> None:
    seat = table.playing.offered
    table.do(commands.decline_bank, table.player_at(seat), seat=seat)


def banked(table: Stacked, seat: int, cents: int = 50_000) -> None:
    """Everybody declines until it is the turn of this seat, which takes the bank."""
    while table.playing.offered != seat:
        declined(table)
    table.do(commands.post_bank, table.player_at(seat), seat=seat, cents=cents)


def played(table: Stacked, seat: int, cents: int = 50_000) -> None:
    """A round with this seat's bank, in which all the others bet and play."""
    banked(table, seat, cents)
    table.play()


def settled(table: Stacked) -> list[events.Paid]:
    """The lines of the last round that was settled."""
    every = [each for each in table.happened() if isinstance(each, events.BetsSettled)]
    return list(every[-1].lines)


def test_the_automatic_dealer_offers_the_bank_when_two_players_have_chips() -> None:
    table = Stacked(NAPA)
    table.seat(P1)
    assert table.table.playing is None
    table.seat(P2, seats=(4,))
    assert table.playing.offered == 1


def test_two_seats_of_one_player_are_not_two_players() -> None:
    table = Stacked(NAPA, hands_per_player=2)
    table.seat(P1, P1)
    assert table.table.playing is None


def test_a_player_without_chips_is_not_offered_the_bank() -> None:
    table = Stacked(NAPA)
    table.do(commands.sit, P3, seat=1)
    table.seat(P1, P2, seats=(2, 3))
    assert table.playing.offered == 2


def test_a_person_who_deals_offers_the_bank_by_opening_the_round() -> None:
    table = felt(dealer="dora")
    assert table.table.playing is None
    happened = table.do(commands.open_round, DEALER).events
    until = table.now + 30_000_000
    assert happened == (events.RoundOpened(1), events.BankOffered(1, "p1", until))


def test_the_bank_goes_on_to_the_next_player_to_the_left_until_all_have_declined() -> None:
    table = felt((2, 5, 6))
    asked = []
    while table.playing.offered:
        asked.append(table.playing.offered)
        declined(table)
    assert asked == [2, 5, 6]
    assert table.playing.until == 0


def test_who_has_declined_may_still_take_a_bank_that_nobody_wants() -> None:
    table = felt()
    for _ in range(3):
        declined(table)
    table.do(commands.post_bank, P2, seat=2, cents=1000)
    assert table.playing.banker == "p2"


def test_who_takes_the_seat_of_a_player_who_declined_is_asked() -> None:
    table = felt((1, 2))
    declined(table)
    table.do(commands.leave, P1, seat=1)
    table.seat(P3, seats=(1,))
    declined(table)
    assert table.playing.offered == 1


def test_a_player_with_several_seats_is_asked_once() -> None:
    table = Stacked(NAPA, hands_per_player=3)
    table.seat(P1, P1, P1, P2, seats=(2, 3, 4, 6))
    asked = []
    while table.playing.offered:
        asked.append(table.playing.offered)
        declined(table)
    assert asked == [2, 6]


@pytest.mark.parametrize("seat", [2, 3])
def test_nobody_takes_or_declines_a_bank_that_is_offered_to_another(seat: int) -> None:
    table = felt()
    said = table.refusal(commands.post_bank, table.player_at(seat), seat=seat, cents=1000)
    assert said == f"the bank is offered to seat 1, not to seat {seat}"
    said = table.refusal(commands.decline_bank, table.player_at(seat), seat=seat)
    assert said == f"seat {seat} is not offered the bank"


def test_an_offer_passes_on_when_its_time_is_up_and_that_is_marked() -> None:
    table = felt(decision_seconds=15)
    assert table.playing.until == table.now + 15_000_000
    assert time_passes(table, 15_000_000) == 1
    assert table.happened()[-2:] == [
        events.BankDeclined(1, "p1", by_system=True),
        events.BankOffered(2, "p2", table.now + 15_000_000),
    ]


def test_an_offer_passes_on_when_its_player_leaves() -> None:
    table = felt()
    assert table.do(commands.leave, P1, seat=1).events == (
        events.BankDeclined(1, "p1"),
        events.BankOffered(2, "p2", table.playing.until),
        events.SeatLeft(1, "p1"),
    )


def test_a_player_who_is_not_asked_leaves_without_an_offer_passing_on() -> None:
    table = felt()
    table.do(commands.leave, P3, seat=3)
    assert table.playing.offered == 1


@pytest.mark.parametrize("cents", [1, 1_000_000])
def test_a_bank_may_be_as_small_as_a_cent_and_as_large_as_the_purse(cents: int) -> None:
    table = felt()
    table.do(commands.post_bank, P1, seat=1, cents=cents)
    assert table.table.accounts["position:p1"] == cents


def test_the_bank_is_put_up_from_the_chips() -> None:
    table = felt(betting_seconds=20)
    table.do(commands.post_bank, P1, seat=1, cents=30_000)
    assert table.table.accounts["position:p1"] == 30_000
    assert table.table.chips("p1") == 970_000
    now = table.playing
    assert (now.banker, now.banker_seat, now.offered) == ("p1", 1, 0)
    assert now.until == table.now + 20_000_000, "the time to bet begins"


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (0, "a bank cannot be $0"),
        (-100, "a bank cannot be -$1"),
        (1_000_001, "p1 cannot post $10,000.01: there are chips for $10,000"),
    ],
)
def test_a_bank_is_an_amount_that_the_player_has(cents: int, said: str) -> None:
    assert felt().refusal(commands.post_bank, P1, seat=1, cents=cents) == said


def test_a_round_has_one_bank() -> None:
    table = felt()
    table.bank()
    for player, seat in ((P1, 1), (P2, 2)):
        said = table.refusal(commands.post_bank, player, seat=seat, cents=1000)
        assert said == "p1 holds the bank of round 1 already"


def test_no_bank_is_taken_without_a_round_or_where_the_house_banks() -> None:
    table = Stacked(NAPA)
    table.seat(P1)
    said = table.refusal(commands.post_bank, P1, seat=1, cents=1000)
    assert said == "table pit-1 has no round in play"
    house = Stacked("three-card-poker", dealer="dora")
    house.seat(P1)
    house.do(commands.open_round, DEALER)
    said = house.refusal(commands.post_bank, P1, seat=1, cents=1000)
    assert said == "three-card-poker is banked by the house: it takes no player's bank"


def test_an_offer_waits_while_something_waits_for_a_ruling() -> None:
    table = felt()
    table.do(commands.report, WATCHER, irregularity="fouled-deck", reason="seen")
    for command, asked in ((commands.decline_bank, {}), (commands.post_bank, {"cents": 1000})):
        said = table.refusal(command, P1, seat=1, **asked)
        assert said == "table pit-1 holds until fouled-deck is ruled on"


def test_who_banks_stays_until_the_round_is_over() -> None:
    table = felt()
    table.bet()
    for by in (P1, FLOOR):
        said = table.refusal(commands.leave, by, seat=1)
        assert said == "seat 1 stays until round 1 is over: it banks"
    said = table.refusal(commands.cash_out, FLOOR, player="p1")
    assert said == "p1 cashes chips when round 1 is over"


def test_the_bank_goes_round_the_table() -> None:
    table = felt((1, 4, 6))
    held = []
    for _ in range(4):
        held.append(table.playing.offered)
        table.play()
    assert held == [1, 4, 6, 1]


def test_the_bank_goes_past_all_seats_of_who_held_it() -> None:
    table = Stacked(NAPA, hands_per_player=2)
    table.seat(P2, P1, P1, P3, seats=(1, 2, 3, 5))
    played(table, 2)
    assert table.playing.offered == 5


def test_the_bank_begins_anew_at_the_first_seat_when_who_held_it_has_left() -> None:
    table = felt()
    played(table, 2)
    table.do(commands.leave, P2, seat=2)
    table.do(commands.close_table, FLOOR, reason="quiet")
    table.do(commands.open_table, FLOOR, game=NAPA)
    assert table.playing.offered == 1


@pytest.mark.parametrize("profile", ["plain", "california"])
def test_california_lets_nobody_bank_more_than_two_rounds_running(profile: str) -> None:
    table = felt((1, 2), profile=profile)
    for _ in range(2):
        played(table, 1)
    if profile == "plain":
        played(table, 1)
        return
    declined(table)
    assert not table.playing.offered, "p1 is not asked"
    said = table.refusal(commands.post_bank, P1, seat=1, cents=1000)
    assert said == (
        "p1 has held the bank for 2 rounds running: California has it held by another player first"
    )
    table.do(commands.post_bank, P2, seat=2, cents=50_000)
    table.play()
    played(table, 1)
    assert [who for who, _ in table.table.bankers] == ["p1", "p1", "p2", "p1"]


def test_california_ends_the_game_of_one_who_alone_banked_for_forty_minutes() -> None:
    """From 1 April 2026: at least two players in every forty minutes."""
    table = felt((1, 2), profile="california")
    played(table, 1)
    table.now += 40 * MINUTE
    declined(table)
    assert table.playing.offered == 1, "forty minutes are not over yet"
    table.now += 1
    said = table.refusal(commands.post_bank, P1, seat=1, cents=1000)
    assert said == "California ends the game: only p1 has held the bank for 40 minutes"


def test_after_a_long_pause_anybody_else_may_bank() -> None:
    table = felt((1, 2, 3), profile="california")
    played(table, 1)
    table.now += 24 * 60 * MINUTE
    assert table.playing.offered == 2
    declined(table)
    table.do(commands.post_bank, P3, seat=3, cents=50_000)
    table.play()
    assert [who for who, _ in table.table.bankers] == ["p1", "p3"]


def test_who_banked_when_the_forty_minutes_began_counts_among_those_who_did() -> None:
    table = felt((1, 2), profile="california")
    played(table, 2)
    table.now += 5 * MINUTE
    played(table, 1)
    table.now += 38 * MINUTE
    played(table, 1)
    assert [who for who, _ in table.table.bankers] == ["p2", "p1", "p1"]


def test_who_banked_before_the_forty_minutes_began_does_not_count() -> None:
    """The second player took the bank over five minutes after the first and kept it since."""
    table = felt((1, 2), profile="california")
    played(table, 2)
    table.now += 5 * MINUTE
    played(table, 1)
    table.now += 41 * MINUTE
    declined(table)
    assert not table.playing.offered
    said = table.refusal(commands.post_bank, P1, seat=1, cents=1000)
    assert said == "California ends the game: only p1 has held the bank for 40 minutes"


@pytest.mark.parametrize(
    ("edition", "fault"),
    [("2001-01-01", ""), ("2026-04-01", "California ends the game")],
)
def test_the_edition_that_the_table_was_opened_under_decides(edition: str, fault: str) -> None:
    napa = felt((1, 2), profile="california")
    played(napa, 1)
    setup = napa.table.setup
    assert setup is not None
    table = replace(napa.table, setup=replace(setup, profile_from=edition))
    context = Context(P1, napa.now + 41 * MINUTE, napa.shoe)
    assert rotation_fault(table, context, "p1").startswith(fault)
    assert bool(rotation_fault(table, context, "p1")) is bool(fault)


@pytest.mark.parametrize(
    ("banker", "order"), [(1, [3, 4, 6]), (3, [4, 6, 1]), (4, [6, 1, 3]), (6, [1, 3, 4])]
)
def test_action_goes_round_from_the_left_of_the_bank(banker: int, order: list[int]) -> None:
    table = felt((1, 3, 4, 6))
    played(table, banker)
    assert list(dict.fromkeys(line.seat for line in settled(table))) == order


def test_the_bank_covers_what_it_covers_and_the_rest_goes_back() -> None:
    """Napa: wagers get action in turn until the player/dealer's wager is used up.

    The bank of $25 faces three winners of $20 each against jack high: only antes win, $10 each.
    """
    deck = "Ks 7h 3d | Kd 8h 3c | Kc 9h 3s | Jc 9s 2h"
    table = felt((1, 2, 3, 4), deck)
    banked(table, 1, 2500)
    for seat in (2, 3, 4):
        table.do(commands.place, table.player_at(seat), seat=seat, bets={"ante": 1000})
    table.deal()
    while table.table.playing and table.playing.turn:
        table.say("play")
    lines = settled(table)
    assert [(line.seat, line.bet, line.net_cents, line.returned_cents) for line in lines] == [
        (2, "ante", 1000, 0),
        (2, "play", 0, 1000),
        (3, "ante", 1000, 0),
        (3, "play", 0, 1000),
        (4, "ante", 500, 500),
        (4, "play", 0, 1000),
    ]
    assert table.chips() == {"p1": 997_500, "p2": 1_001_000, "p3": 1_001_000, "p4": 1_000_500}
    assert not [account for account in table.table.accounts if account.startswith("position")]


def test_the_bank_wins_no_more_than_it_put_up() -> None:
    """Penal Code 330.11: a fixed and limited wager, won or lost."""
    deck = "2s 7h 3d | 4d 8h 3c | As Ad Ac"
    table = felt((1, 2, 3), deck)
    banked(table, 1, 2500)
    table.play()
    assert table.chips() == {"p1": 1_002_500, "p2": 997_500, "p3": 1_000_000}
    back = [line.returned_cents for line in settled(table) if line.seat == 3]
    assert back == [1000, 1000, 500]


def test_what_is_left_of_the_bank_comes_back_when_the_round_is_over() -> None:
    table = felt((1, 2), "2s 7h 3d | Jc 9s 2h")
    played(table, 1, 40_000)
    closed = [each for each in table.happened() if isinstance(each, events.RoundClosed)]
    assert [(each.banker, each.bank_cents) for each in closed] == [("p1", 39_500)]
    assert table.chips() == {"p1": 999_500, "p2": 1_000_500}


def test_a_bank_that_lost_everything_has_nothing_to_give_back() -> None:
    table = felt((1, 2), "Ks 7h 3d | Jc 9s 2h")
    banked(table, 1, 1000)
    table.do(commands.place, P2, seat=2, bets={"ante": 1000})
    table.deal()
    table.say("play")
    closed = [each for each in table.happened() if isinstance(each, events.RoundClosed)]
    assert [(each.banker, each.bank_cents) for each in closed] == [("p1", 0)]
    assert table.chips() == {"p1": 999_000, "p2": 1_001_000}


def test_the_house_neither_pays_nor_collects_where_players_bank() -> None:
    """The house never banks: its account does not move."""
    table = felt((1, 2, 3))
    for _ in range(3):
        table.play()
    assert {"bank", "house"}.isdisjoint(table.table.accounts)
    assert "bank-filled" not in table.kinds()
    assert sum(table.chips().values()) == 3_000_000


def test_a_round_without_a_bank_or_bets_is_not_dealt() -> None:
    table = felt(betting_seconds=20)
    said = table.refusal(commands.no_more_bets, AUTOMATIC)
    assert said == "betting at table pit-1 cannot be closed: no bet has been placed"
    table.bank()
    assert time_passes(table, 21_000_000) == 1  # the bank is offered to the next player
    assert table.playing.betting


def test_no_bank_is_taken_after_the_cards_are_out() -> None:
    """Nobody can bet before somebody banks, so that a round that is dealt has its bank."""
    table = felt()
    table.bet()
    table.deal()
    said = table.refusal(commands.post_bank, P2, seat=2, cents=1000)
    assert said == "p1 holds the bank of round 1 already"


def test_turns_of_the_bank_are_remembered_for_two_hours_and_the_last_ones_for_ever() -> None:
    table = felt((1, 2))
    for _ in range(BANKERS_KEPT + 4):
        table.play()
    table.now += (BANKERS_KEPT_MINUTES + 1) * 60_000_000
    for _ in range(5):
        table.play()
    held = table.table.bankers
    assert len(held) == BANKERS_KEPT + 5
    assert {who for who, _ in held} == {"p1", "p2"}


def test_no_profile_looks_further_back_than_turns_are_remembered() -> None:
    for key in PROFILES:
        for edition in editions(key):
            assert (edition.rotation_minutes or 0) < BANKERS_KEPT_MINUTES
            assert (edition.rotation_rounds or 0) <= BANKERS_KEPT


def test_a_bank_that_nobody_bets_against_can_be_given_up() -> None:
    table = felt((1, 4))
    table.bank(cents=30_000)
    before = table.table.chips("p1")
    table.do(commands.decline_bank, P1, seat=1)
    assert table.table.chips("p1") == before + 30_000
    assert table.playing.banker == ""
    assert table.playing.offered == 4


def test_a_bank_that_nobody_bets_against_goes_back_when_the_time_is_up() -> None:
    table = felt((1, 4), betting_seconds=20)
    table.bank(cents=30_000)
    assert time_passes(table, 31_000_000) == 1
    assert table.playing.offered == 4
    assert table.playing.banker == ""


def test_a_bank_with_bets_against_it_is_not_given_up() -> None:
    table = felt((1, 4))
    table.bet()
    said = table.refusal(commands.decline_bank, P1, seat=1)
    assert said == "seat 1 keeps the bank of round 1: bets lie against it"


def test_a_player_dealer_may_leave_while_nobody_has_bet() -> None:
    table = felt((1, 4))
    table.bank()
    table.do(commands.leave, P1, seat=1)
    assert 1 not in table.table.seats
    assert table.playing.offered == 4


def test_a_player_who_comes_late_is_asked_in_turn() -> None:
    table = felt((1, 2))
    declined(table)
    late = Actor("late", Role.PLAYER)
    table.seat(late, seats=(3,))
    declined(table)
    assert table.playing.offered == 3
