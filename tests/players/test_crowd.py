"""Crowds: rounds of every game by programmed players, in one thread, with the books in order."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.errors import FairdealError, Refused
from fairdeal.games import GAMES
from fairdeal.live import AUTOMATIC, Actor, Done, Role, Room, commands, events
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import tables as opening
from fairdeal.live.log import codec
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.table.state import Table
from fairdeal.players.bettor import Habits
from fairdeal.players.crowd import crowd, open_pit, run
from fairdeal.players.sitting import FLOOR, Sitting
from fairdeal.players.strategies import STRATEGIES
from tests.live.decks import Arranged
from tests.live.tables import AS_IT_PAYS, DEALER, KEY, card_by_card

WITHOUT_ANALYSIS = [each for each in STRATEGIES if each != "optimal"]
STRANGER = Actor("stan", Role.PLAYER)


def room_of(seed: int = 7) -> Room:
    shoe = Arranged(KEY, below=card_by_card(Random(seed)))
    return Room(MemoryStore(KEY), KEY, clock=Clock.of(lambda: 1_790_000_000_000_000), shoe=shoe)


def happened(room: Room, table: str) -> list[events.AnyEvent]:
    return [codec.decoded(each.kind, each.body) for each in room.history(table)]


def at(game: str, **setup: Any) -> tuple[Room, str]:
    room = room_of()
    room.do("pit-1", commands.open_table, by=FLOOR, game=game, **(AS_IT_PAYS | setup))
    return room, "pit-1"


def players_of(room: Room, *tables: str, **how: Any) -> list[Sitting]:
    return crowd(room, tables, **{"strategy": "simple", "seed": 3, **how})


def rounds(sittings: Sequence[Sitting], number: int) -> None:
    run(each.play(number) for each in sittings)


def balanced(table: Table) -> bool:
    return sum(table.accounts.values()) == 0 and "layout" not in table.accounts


@pytest.mark.parametrize("strategy", WITHOUT_ANALYSIS)
@pytest.mark.parametrize("game", GAMES)
def test_a_crowd_plays_every_game_and_leaves_the_books_balanced(game: str, strategy: str) -> None:
    room, name = at(game)
    [sitting] = players_of(room, name, strategy=strategy)
    rounds([sitting], 25)
    assert sitting.tally.rounds == 25
    assert balanced(room.table(name))
    closed = [each for each in happened(room, name) if isinstance(each, events.RoundClosed)]
    assert len(closed) == 25


@pytest.mark.parametrize("game", GAMES)
def test_a_crowd_does_the_same_again_with_the_same_seed_and_cards(game: str) -> None:
    def once() -> list[tuple[str, str, bytes]]:
        room, name = at(game)
        rounds(players_of(room, name, strategy="random", habits=Habits(leaves=0.1)), 20)
        secret = ("deck-committed", "betting-closed", "round-closed")  # they hold secrets
        return [(e.actor, e.kind, e.body) for e in room.history(name) if e.kind not in secret]

    assert once() == once()


def test_another_seed_makes_other_bets() -> None:
    def bets(seed: int) -> list[events.AnyEvent]:
        room, name = at("three-card-poker")
        rounds(players_of(room, name, seed=seed), 5)
        return [each for each in happened(room, name) if isinstance(each, events.BetsPlaced)]

    assert bets(1) != bets(2)


@pytest.mark.parametrize("game", GAMES)
def test_the_tally_is_what_the_log_says(game: str) -> None:
    room, name = at(game)
    [sitting] = players_of(room, name)
    already = len(happened(room, name))
    rounds([sitting], 30)
    lines, number = [], 0
    for event in happened(room, name):
        if isinstance(event, events.RoundOpened):
            number = event.round
        if isinstance(event, events.BetsSettled):
            lines += [(number, line) for line in event.lines]
    tally = sitting.tally
    bought = [each.cents for each in happened(room, name) if isinstance(each, events.ChipsBought)]
    assert tally.drop_cents == sum(bought)
    assert tally.handle_cents == sum(line.stake_cents for _, line in lines)
    assert tally.win_cents == -sum(line.net_cents for _, line in lines)
    assert tally.hold == Fraction(tally.win_cents, tally.drop_cents)
    assert tally.best is not None
    assert (tally.best_round, tally.best) in lines
    assert tally.best.net_cents == max(line.net_cents for _, line in lines)
    assert tally.events == len(happened(room, name)) - already


def test_without_a_drop_there_is_no_hold() -> None:
    room, name = at("three-card-poker")
    assert players_of(room, name)[0].tally.hold is None


def test_tables_are_played_in_turn_and_not_one_after_the_other() -> None:
    room = room_of()
    names = open_pit(room, 2)
    first = room.store.head().pos
    rounds(players_of(room, *names), 10)
    streams = [each.stream for each in room.store.read(after=first)]
    switches = sum(one != other for one, other in pairwise(streams))
    assert switches > 20


def test_the_bets_of_a_round_are_all_on_their_way_before_the_first_is_answered() -> None:
    room, name = at("three-card-poker")
    [sitting] = players_of(room, name)
    play = sitting.play(1)
    next(play)  # chips
    next(play)  # bets, and no more of them
    kinds = Counter(each.kind for each in room.history(name))
    assert kinds["bets-placed"] == 6
    assert kinds["betting-closed"] == 1
    next(play)  # every word
    assert Counter(each.kind for each in room.history(name))["decision-made"] == 6
    assert next(play, None) is None


def test_whoever_runs_short_asks_the_floor_for_chips() -> None:
    room, name = at("three-way-action")
    [sitting] = players_of(room, name, habits=Habits(buys_in=1), strategy="random")
    rounds([sitting], 60)
    bought = [each for each in happened(room, name) if isinstance(each, events.ChipsBought)]
    assert len(bought) > 6
    actors = {each.actor for each in room.history(name) if each.kind == "chips-bought"}
    assert actors == {FLOOR.name}


@pytest.mark.parametrize("game", GAMES)
def test_players_leave_with_their_cash_and_come_back(game: str) -> None:
    room, name = at(game)
    habits = Habits(leaves=0.2, stays_away=3)
    [sitting] = players_of(room, name, habits=habits)
    rounds([sitting], 40)
    found = happened(room, name)
    left = [each.player for each in found if isinstance(each, events.SeatLeft)]
    taken = Counter(each.player for each in found if isinstance(each, events.SeatTaken))
    assert left
    assert any(taken[player] > 1 for player in left)
    assert any(isinstance(each, events.ChipsCashed) for each in found)
    assert balanced(room.table(name))


def test_at_least_two_players_stay() -> None:
    room, name = at("napa-three-card-poker")
    rounds(players_of(room, name, habits=Habits(leaves=1, stays_away=1000)), 10)
    assert len(room.table(name).seats) == 2


def test_the_bank_goes_round_the_table() -> None:
    room, name = at("napa-three-card-poker")
    rounds(players_of(room, name, habits=Habits(banks=0.5)), 40)
    found = happened(room, name)
    assert any(isinstance(each, events.BankDeclined) for each in found)
    held = [each.player for each in found if isinstance(each, events.BankPosted)]
    assert len(set(held)) == 6


def test_somebody_banks_even_if_nobody_wants_to() -> None:
    room, name = at("napa-three-card-poker")
    rounds(players_of(room, name, habits=Habits(banks=0)), 8)
    found = happened(room, name)
    assert sum(isinstance(each, events.BankDeclined) for each in found) >= 6 * 8
    held = [each.player for each in found if isinstance(each, events.BankPosted)]
    assert held == [
        f"{who}-1" for who in ("ann", "ben", "cleo", "dan", "eve", "finn", "ann", "ben")
    ]


def test_nobody_holds_the_bank_longer_than_california_lets_them() -> None:
    room, name = at("napa-three-card-poker", profile="california")
    rounds(players_of(room, name, seats=2, habits=Habits(banks=1, leaves=0)), 12)
    found = happened(room, name)
    held = [each.player for each in found if isinstance(each, events.BankPosted)]
    assert len(set(held)) == 2
    assert not any(len(set(held[i : i + 3])) == 1 for i in range(len(held) - 2))


def test_whoever_banks_has_the_chips_for_it() -> None:
    room, name = at("napa-three-card-poker")
    rounds(players_of(room, name, habits=Habits(banks=1, bank=500, buys_in=1)), 6)
    posted = [each for each in happened(room, name) if isinstance(each, events.BankPosted)]
    assert len(posted) >= 6
    assert balanced(room.table(name)) or room.table(name).playing


@pytest.mark.parametrize("game", GAMES)
def test_a_crowd_that_is_stopped_anywhere_goes_on_where_it_was(game: str) -> None:
    room, name = at(game)
    steps = iter(range(1000))
    total = done = 0
    for stop in (1, 2, 3, 4, 5, 7, 11, 30):
        [sitting] = players_of(room, name, habits=Habits(leaves=0.1))
        until = next(steps) + stop
        run([sitting.play(1000)], stopped=lambda until=until: next(steps) >= until)  # type: ignore[misc]
        done += sitting.tally.rounds
        total += sitting.tally.handle_cents
    [sitting] = players_of(room, name)
    rounds([sitting], 3)
    done += sitting.tally.rounds
    total += sitting.tally.handle_cents
    found = happened(room, name)
    lines = [line for each in found if isinstance(each, events.BetsSettled) for line in each.lines]
    assert done == sum(isinstance(each, events.RoundClosed) for each in found)
    assert total == sum(line.stake_cents for line in lines)
    assert not any(isinstance(each, events.RoundVoided) for each in found)
    assert balanced(room.table(name))


def test_fewer_players_go_on_where_more_have_been() -> None:
    room, name = at("napa-three-card-poker")
    rounds(players_of(room, name), 5)
    rounds(players_of(room, name, seats=3), 5)
    assert set(room.table(name).seats) == {1, 2, 3}


def test_players_beyond_the_seats_finish_the_round_they_are_in() -> None:
    room, name = at("three-card-poker")
    [six] = players_of(room, name)
    play = six.play(1)
    next(play)
    next(play)
    play.close()
    [two] = players_of(room, name, seats=2)
    rounds([two], 2)
    assert set(room.table(name).seats) == {1, 2}


def test_a_player_without_chips_has_nothing_to_cash() -> None:
    room, name = at("three-card-poker")
    room.do(name, commands.sit, by=Actor("finn-1", Role.PLAYER), seat=6)
    rounds(players_of(room, name, seats=2), 1)
    found = happened(room, name)
    assert sum(isinstance(each, events.SeatLeft) for each in found) == 1
    assert not any(isinstance(each, events.ChipsCashed) for each in found)


def test_bets_that_lie_there_already_are_left_as_they_are() -> None:
    room, name = at("three-card-poker")
    ann = Actor("ann-1", Role.PLAYER)
    room.do(name, commands.sit, by=ann, seat=1)
    room.do(name, commands.buy_in, by=FLOOR, player=ann.name, cents=10_000)
    room.do(name, commands.place, by=ann, seat=1, bets={"ante": 700})
    rounds(players_of(room, name, seats=1), 1)
    placed = [each for each in happened(room, name) if isinstance(each, events.BetsPlaced)]
    assert [each.bets for each in placed] == [{"ante": 700}]


def test_a_player_with_bets_or_the_bank_leaves_after_the_round() -> None:
    room, name = at("napa-three-card-poker")
    [six] = players_of(room, name, habits=Habits(banks=1, leaves=0))
    play = six.play(1)
    next(play)
    next(play)
    play.close()
    now = room.table(name).playing
    assert now is not None
    assert now.banker_seat == 1
    [rest] = players_of(room, name, seats=0, habits=Habits(banks=1, leaves=0))
    with pytest.raises(FairdealError):  # nobody is left to bet against the bank
        rounds([rest], 1)
    assert set(room.table(name).seats) == {1}


def test_a_seat_that_somebody_else_holds_is_left_alone() -> None:
    room, name = at("three-card-poker")
    room.do(name, commands.sit, by=STRANGER, seat=2)
    rounds(players_of(room, name), 3)
    assert room.table(name).seats[2] == STRANGER.name
    assert set(room.table(name).seats) == {1, 2, 3, 4, 5, 6}


def test_a_crowd_does_not_decide_for_others() -> None:
    room, name = at("three-card-poker")
    room.do(name, commands.sit, by=STRANGER, seat=2)
    room.do(name, commands.buy_in, by=FLOOR, player=STRANGER.name, cents=10_000)
    room.do(name, commands.place, by=STRANGER, seat=2, bets={"ante": 500})
    with pytest.raises(
        Refused,
        match="seat 2 of table pit-1 is to decide, and stan is not one of the programmed players",
    ):
        rounds(players_of(room, name), 1)


def test_a_crowd_does_not_bank_for_others() -> None:
    room, name = at("napa-three-card-poker", seats=7)
    room.do(name, commands.sit, by=STRANGER, seat=1)
    room.do(name, commands.buy_in, by=FLOOR, player=STRANGER.name, cents=10_000)
    with pytest.raises(Refused, match="seat 1 of table pit-1 is offered the bank, and stan"):
        rounds(players_of(room, name), 1)


def test_a_crowd_does_not_wait_for_a_dealer_who_is_not_here() -> None:
    room, name = at("three-card-poker")
    [sitting] = players_of(room, name, strategy="simple")
    play = sitting.play(1)
    next(play)
    next(play)
    room.do(name, commands.change_dealer, by=FLOOR, dealer=DEALER.name)
    next(play)
    with pytest.raises(Refused, match="round 1 of table pit-1 waits for a person who is not here"):
        next(play)


def test_a_crowd_does_not_take_back_a_fold_that_waits_for_a_dealer() -> None:
    for seed in range(20):
        room, name = at("three-card-fury")
        [sitting] = players_of(room, name, strategy="random", seats=1, seed=seed)
        play = sitting.play(1)
        next(play)
        next(play)
        room.do(name, commands.change_dealer, by=FLOOR, dealer=DEALER.name)
        next(play)
        now = room.table(name).playing
        with pytest.raises(Refused, match="round 1 of table pit-1 waits for a person who is not"):
            next(play)
        if now and now.unconfirmed:
            return
    raise AssertionError("nobody folded")


def test_one_table_that_cannot_go_on_stops_them_all_and_says_why() -> None:
    room = room_of()
    names = open_pit(room, 3)
    sittings = players_of(room, *names)
    room.do(names[1], commands.disable, by=FLOOR, reason="a spilled drink")
    with pytest.raises(Refused, match="table pit-2 takes no bets: a spilled drink"):
        rounds(sittings, 5)
    assert all(sum(room.table(name).accounts.values()) == 0 for name in names)


def test_progress_is_told_after_every_round() -> None:
    room, name = at("three-card-poker")
    told: list[int] = []
    [sitting] = players_of(room, name)
    run([sitting.play(4, lambda: told.append(sitting.tally.rounds))])
    assert told == [1, 2, 3, 4]


def test_a_pit_has_the_games_in_turn() -> None:
    room = room_of()
    names = open_pit(room, 6)
    dealt = [room.view(name).setup for name in names]
    assert names == ["pit-1", "pit-2", "pit-3", "pit-4", "pit-5", "pit-6"]
    assert [each and each.game for each in dealt] == [*GAMES, "three-card-poker"]


def test_a_pit_uses_open_tables_as_they_are_and_opens_closed_ones_again() -> None:
    room = room_of()
    room.do("pit-1", commands.open_table, by=FLOOR, game="ags-3-card", seats=3)
    room.do("pit-2", commands.open_table, by=FLOOR, game="three-card-fury")
    room.do("pit-2", commands.close_table, by=FLOOR, reason="late")
    open_pit(room, 2)
    one, two = room.table("pit-1"), room.table("pit-2")
    assert one.setup is not None
    assert (one.setup.configuration, one.setup.game, one.setup.seats) == (1, "ags-3-card", 3)
    assert two.setup is not None
    assert (two.setup.configuration, two.setup.game) == (2, "three-card-fury")
    rounds(players_of(room, "pit-1", "pit-2"), 3)
    assert len(room.table("pit-1").seats) == 3


def test_a_pit_opens_tables_anew_that_were_opened_under_other_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = room_of()
    with monkeypatch.context() as patched:
        patched.setattr(opening, "rules_digest", lambda game: "0123456789abcdef")
        room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    [name] = open_pit(room, 1)
    rounds(players_of(room, name), 2)
    setup = room.table(name).setup
    assert setup is not None
    assert setup.configuration == 2


def test_a_crowd_plays_on_a_log_in_a_file(tmp_path: Path) -> None:
    with Room.open(tmp_path / "room.db") as room:
        names = open_pit(room, 5)
        sittings = players_of(room, *names)
        rounds(sittings, 4)
        assert all(each.tally.rounds == 4 for each in sittings)
        assert all(sum(room.table(name).accounts.values()) == 0 for name in names)
    with Room.open(tmp_path / "room.db") as room:
        rounds(players_of(room, *names), 2)
        assert room.table("pit-1").rounds == 6


def test_a_log_that_cannot_be_written_stops_the_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    room, name = at("three-card-poker")
    [sitting] = players_of(room, name)
    rounds([sitting], 1)
    lost: Future[Done] = Future()
    lost.set_exception(Refused("the disk is gone", code="store.unavailable"))
    monkeypatch.setattr(room, "submit", lambda *_, **__: lost)
    with pytest.raises(Refused, match="the disk is gone"):
        rounds([sitting], 2)


def test_the_automatic_dealer_closes_the_betting() -> None:
    room, name = at("three-card-poker")
    rounds(players_of(room, name), 1)
    [closed] = [each for each in room.history(name) if each.kind == "betting-closed"]
    assert closed.actor == AUTOMATIC.name
