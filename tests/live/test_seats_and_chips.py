"""Seats and chips: who sits where, and what goes through the books, cent by cent."""

import random
from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import Corrupt
from fairdeal.live import Actor, Role, commands, events
from fairdeal.live.table import ledger, state
from fairdeal.live.table.state import Table, after
from tests.live.stacking import Stacked
from tests.live.tables import BETS, FLOOR, MANAGER, OTHER_FLOOR, PLAYERS

GAMES = sorted(games.GAMES)
P1, P2, P3 = PLAYERS[:3]


@pytest.mark.parametrize("game", GAMES)
def test_a_player_takes_any_seat_of_the_table(game: str) -> None:
    felt = Stacked(game, seats=games.game(game).seats)
    for number in range(1, games.game(game).seats + 1):
        player = Actor(f"guest{number}", Role.PLAYER)
        happened = felt.do(commands.sit, player, seat=number).events
        assert happened[0] == events.SeatTaken(number, player.name)
        assert [type(each) for each in happened[1:]] == [events.DeckCommitted] * (number == 1)
    assert sorted(felt.table.seats) == list(range(1, games.game(game).seats + 1))


@pytest.mark.parametrize("seat", [-1, 5, 2**40])
def test_there_is_no_seat_beyond_those_of_the_table(seat: int) -> None:
    felt = Stacked("three-card-poker", seats=4)
    said = felt.refusal(commands.sit, P1, seat=seat)
    assert said == f"there is no seat {seat} at table pit-1: it has 4"
    for command, by, more in (
        (commands.leave, P1, {}),
        (commands.free_seat, FLOOR, {"reason": "went home"}),
        (commands.place, P1, {"bets": BETS["three-card-poker"]}),
    ):
        assert felt.refusal(command, by, seat=seat, **more) == said


def test_who_names_no_seat_gets_the_first_free_one_beside_the_own() -> None:
    felt = Stacked("napa-three-card-poker", hands_per_player=2, seats=4)
    felt.do(commands.sit, P1, seat=2)
    assert felt.do(commands.sit, P2).events == (events.SeatTaken(1, "p2"),)
    assert felt.do(commands.sit, P1).events == (events.SeatTaken(3, "p1"),)
    assert felt.refusal(commands.sit, P1) == "p1 holds 2 seats: table pit-1 allows 2 a player"
    said = felt.refusal(commands.sit, P2)
    assert said == "p2 cannot take seat 4 beside 1: seats of one player are adjacent"
    felt.do(commands.sit, P3, seat=0)
    assert felt.refusal(commands.sit, P3) == "every seat of table pit-1 is taken"


def test_a_seat_is_taken_once() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    assert felt.refusal(commands.sit, P2, seat=1) == "seat 1 of table pit-1 is p1's"
    assert felt.refusal(commands.sit, P1, seat=1) == "seat 1 of table pit-1 is p1's"


def test_a_player_holds_one_seat_where_the_table_allows_no_more() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    said = felt.refusal(commands.sit, P1, seat=2)
    assert said == "p1 holds seat 1 already: table pit-1 allows 1 a player"


def test_a_player_holds_at_most_as_many_seats_as_the_table_allows() -> None:
    felt = Stacked("napa-three-card-poker", hands_per_player=2)
    felt.seat(P1, P1, seats=(2, 3))
    said = felt.refusal(commands.sit, P1, seat=4)
    assert said == "p1 holds 2 seats: table pit-1 allows 2 a player"


@pytest.mark.parametrize(("seat", "fits"), [(2, False), (3, True), (6, True), (1, False)])
def test_several_seats_of_one_player_are_adjacent(seat: int, fits: bool) -> None:
    """Napa, house rules 4: no position is skipped."""
    felt = Stacked("napa-three-card-poker", hands_per_player=4)
    felt.seat(P1, P1, seats=(4, 5))
    if fits:
        felt.do(commands.sit, P1, seat=seat)
        assert felt.table.seats_of("p1") == sorted([4, 5, seat])
    else:
        said = felt.refusal(commands.sit, P1, seat=seat)
        assert said.endswith("seats of one player are adjacent")


def test_a_seat_between_two_others_of_its_player_is_not_given_up_first() -> None:
    felt = Stacked("napa-three-card-poker", hands_per_player=3)
    felt.seat(P1, P1, P1, seats=(2, 3, 4))
    assert "would no longer be adjacent" in felt.refusal(commands.leave, P1, seat=3)
    felt.do(commands.leave, P1, seat=4)
    felt.do(commands.leave, P1, seat=3)
    assert felt.table.seats == {2: "p1"}


def test_a_player_leaves_and_keeps_the_chips() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1, cents=700)
    felt.do(commands.leave, P1, seat=1)
    assert felt.table.seats == {}
    assert felt.table.chips("p1") == 700


@pytest.mark.parametrize("by", [FLOOR, MANAGER], ids=str)
def test_the_floor_frees_a_seat(by: Actor) -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    assert felt.do(commands.leave, by, seat=1).events == (events.SeatLeft(1, "p1"),)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by", ["player", "floor"])
def test_nobody_leaves_a_seat_with_bets_before_the_round_is_over(game: str, by: str) -> None:
    """3 Way Action, Wagers c: who has cards stays seated."""
    felt = Stacked(game)
    felt.seat(*PLAYERS[:3])
    felt.bet()
    felt.deal()
    number = felt.playing.number
    for seat in felt.playing.in_play():
        who = felt.player_at(seat) if by == "player" else FLOOR
        said = felt.refusal(commands.leave, who, seat=seat)
        assert said == f"seat {seat} stays until round {number} is over: it has bets"


def test_who_has_taken_all_bets_back_may_leave() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1, P2)
    felt.bet()
    felt.do(commands.place, P1, seat=1, bets={})
    felt.do(commands.leave, P1, seat=1)
    assert felt.table.seats == {2: "p2"}


def test_a_player_may_sit_down_while_others_play() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    felt.bet()
    felt.deal()
    felt.do(commands.sit, P2, seat=2)
    felt.say("play")
    assert [line.seat for line in felt.last.lines if line.bet == "ante"] == [1]


def test_nobody_sits_down_at_a_table_that_closes() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    felt.bet()
    felt.do(commands.close_table, FLOOR, reason="end of shift")
    assert felt.refusal(commands.sit, P2, seat=2) == "table pit-1 closes: end of shift"


def test_chips_are_sold_for_cash_to_who_sits() -> None:
    felt = Stacked("three-card-poker", float_cents=0)
    felt.do(commands.sit, P1, seat=1)
    felt.do(commands.buy_in, FLOOR, player="p1", cents=12_345)
    assert felt.table.accounts == {"cage": -12_345, "chips:p1": 12_345}


def test_chips_are_not_sold_to_who_does_not_sit() -> None:
    felt = Stacked("three-card-poker")
    said = felt.refusal(commands.buy_in, FLOOR, player="p1", cents=100)
    assert said == "p1 has no seat at table pit-1"


@pytest.mark.parametrize("cents", [0, -1, -(10**9), 10**12 + 1])
def test_chips_are_sold_for_an_amount_of_money_only(cents: int) -> None:
    felt = Stacked("three-card-poker")
    felt.do(commands.sit, P1, seat=1)
    assert "p1 cannot buy chips for" in felt.refusal(
        commands.buy_in, FLOOR, player="p1", cents=cents
    )


@pytest.mark.parametrize("name", ["", "Mr. X", "p1\n"])
def test_chips_are_sold_to_somebody_with_a_name(name: str) -> None:
    felt = Stacked("three-card-poker")
    assert "is not the name of a player" in felt.refusal(
        commands.buy_in, FLOOR, player=name, cents=100
    )


def test_all_chips_are_cashed_unless_told_otherwise() -> None:
    felt = Stacked("three-card-poker", float_cents=0)
    felt.seat(P1, cents=900)
    felt.do(commands.cash_out, OTHER_FLOOR, player="p1", cents=200)
    assert felt.table.chips("p1") == 700
    felt.do(commands.cash_out, OTHER_FLOOR, player="p1")
    assert felt.table.accounts == {}


@pytest.mark.parametrize("cents", [901, 0, -1, 10**15])
def test_nobody_cashes_more_chips_than_there_are(cents: int) -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1, cents=900)
    said = felt.refusal(commands.cash_out, FLOOR, player="p1", cents=cents)
    assert said.endswith("at table pit-1: there are chips for $9")


def test_who_has_no_chips_has_none_to_cash() -> None:
    felt = Stacked("three-card-poker")
    said = felt.refusal(commands.cash_out, FLOOR, player="p1")
    assert said == "p1 cannot cash $0 at table pit-1: there are chips for $0"


def test_chips_are_cashed_after_the_table_is_closed() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1, cents=900)
    felt.do(commands.leave, P1, seat=1)
    felt.do(commands.close_table, FLOOR, reason="end of shift")
    felt.do(commands.cash_out, FLOOR, player="p1")
    assert felt.table.accounts == {}


@pytest.mark.parametrize("game", GAMES)
def test_nobody_in_a_round_cashes_chips_that_a_void_would_take_back(game: str) -> None:
    felt = Stacked(game)
    felt.seat(*PLAYERS[:3])
    felt.bet()
    felt.deal()
    for player in felt.table.seats.values():
        said = felt.refusal(commands.cash_out, FLOOR, player=player)
        assert said == f"{player} cashes chips when round 1 is over"


def test_who_sits_out_may_cash_chips_during_a_round() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1, P2)
    felt.do(commands.place, P1, seat=1, bets=dict(BETS["three-card-poker"]))
    felt.deal()
    felt.do(commands.cash_out, FLOOR, player="p2")
    assert felt.table.chips("p2") == 0


@pytest.mark.parametrize("game", GAMES)
def test_when_all_is_over_the_house_has_what_the_players_lost(game: str) -> None:
    """Every cent has two ends: cash in at the cage, cash out, and the table's result."""
    felt = Stacked(game, float_cents=5_000)
    felt.seat(*PLAYERS[:4])
    choose = random.Random(3)
    won = 0
    for _ in range(10):
        felt.order = choose.sample(range(52), 52)
        felt.play(choose)
        *_, closed = [each for each in felt.happened() if isinstance(each, events.RoundClosed)]
        assert list(closed.deck) == felt.order
    for event in felt.happened():
        if isinstance(event, events.BetsSettled):
            won += sum(line.net_cents for line in event.lines if not event.banker)
    now = felt.table.playing
    if now and now.offered:
        felt.do(commands.decline_bank, felt.player_at(now.offered), seat=now.offered)
    felt.do(commands.close_table, FLOOR, reason="end of shift")
    for player in tuple(felt.table.seats.values()):
        felt.do(commands.cash_out, FLOOR, player=player)
    expected = {"cage": won, "house": -won} if won else {}
    assert felt.table.accounts == expected
    assert won == 0 if games.game(game).player_banked else won != 0


def test_the_accounts_of_one_name_are_three() -> None:
    assert {ledger.chips("star"), ledger.position("star"), ledger.pool("stax", "star")} == {
        "chips:star",
        "position:star",
        "pool:stax.star",
    }


@pytest.mark.parametrize("game", GAMES)
def test_what_every_event_moves_sums_to_zero(game: str) -> None:
    felt = Stacked(game, float_cents=0)
    felt.seat(*PLAYERS[:3])
    felt.play(random.Random(1))
    felt.bet()
    felt.do(commands.report, FLOOR, irregularity="fouled-deck", reason="seen")
    felt.do(commands.rule, OTHER_FLOOR, reason="seen")
    moved = [ledger.postings(event) for event in felt.happened()]
    assert all(sum(cents for _, cents in each) == 0 for each in moved)
    assert sum(map(bool, moved)) > 8


def test_a_book_in_which_somebody_owes_chips_is_damaged() -> None:
    with pytest.raises(Corrupt, match="account chips:p1 would hold -1 cents") as damage:
        ledger.posted({"cage": -99, "chips:p1": 99}, events.ChipsCashed("p1", 100))
    assert damage.value.code == "ledger.negative"


def test_a_book_whose_balances_do_not_cancel_is_damaged() -> None:
    with pytest.raises(Corrupt, match="off by 5 cents after ChipsBought") as damage:
        ledger.posted({"chips:p1": 5}, events.ChipsBought("p1", 100))
    assert damage.value.code == "ledger.unbalanced"


def test_what_is_no_event_is_a_mistake_of_the_program_and_folded_nowhere() -> None:
    felt = Stacked("three-card-poker")
    felt.seat(P1)
    felt.bet()
    nonsense: Any = object()
    with pytest.raises(Corrupt, match="object cannot happen at table pit-1"):
        state.after(felt.table, nonsense)
    with pytest.raises(AssertionError, match="Expected code to be unreachable"):
        state._table_changes(felt.table, nonsense)
    with pytest.raises(AssertionError, match="Expected code to be unreachable"):
        state._unusual_after(felt.playing, nonsense)


def test_an_event_of_a_round_that_was_never_opened_is_damage() -> None:
    with pytest.raises(Corrupt, match="table pit-9 has no round in play for StepTaken") as damage:
        after(Table("pit-9"), events.StepTaken(3))
    assert damage.value.code == "event.impossible"
