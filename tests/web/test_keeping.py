"""What goes on in a room by itself: the clock, programmed players, and seats of those who left."""

import asyncio
import html
import time
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.errors import Unavailable
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands
from fairdeal.live.clocks import Clock
from fairdeal.live.events import TableOpened
from fairdeal.live.table.state import Table
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.names import REGULARS
from fairdeal.web.audience import Client
from fairdeal.web.running.keeping import Doorkeeper, Impatience, Keeper, Reception, Timekeeper
from fairdeal.web.running.opening import MANAGER, Company, open_tables
from fairdeal.web.running.regulars import Regulars
from tests.live.tables import DEALER, FLOOR, KEY, OTHER_FLOOR
from tests.web.house import QUICK, House

SECOND = 1_000_000
PIA, TOM = Actor("guest-pia", Role.PLAYER), Actor("guest-tom", Role.PLAYER)
MARA = Actor("mara", Role.PLAYER)


def bet(house: House, player: Actor, number: int) -> None:
    house.room.do("pit-1", commands.place, by=player, seat=number, bets={"ante": 500})


def test_chores_are_done_until_the_keeper_is_stopped_whatever_the_log_does() -> None:
    done: list[int] = []

    def fails(now: int) -> None:
        done.append(now)
        raise Unavailable("the log is gone", code="store.unavailable")

    def breaks(now: int) -> None:
        raise ZeroDivisionError

    said: list[str] = []
    with Keeper([breaks, fails], said.append):
        while len(done) < 3:
            time.sleep(0.01)
    assert done == sorted(done)
    assert len(said) == 1
    assert "ZeroDivisionError()" in said[0]


def test_the_keeper_waits_and_reads_the_time_by_the_clock_that_it_is_given() -> None:
    is_over, done = iter([False, False, True]), list[int]()
    clock = Clock(lambda: 5, lambda: 7, lambda stopped, seconds: next(is_over))
    with Keeper([done.append], print, clock):
        pass
    assert done == [7, 7]


def test_the_clock_decides_for_who_does_not(house: House) -> None:
    house.open("three-card-poker", betting_seconds=15)
    house.seat(PIA)
    bet(house, PIA, 1)
    house.now += 60 * SECOND
    Timekeeper(house.site, print)(house.now)
    now = house.room.table("pit-1").playing
    assert now is not None
    assert not now.betting


def held_up(house: House, said: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A room with a player who has thirty seconds, and which pages are drawn again."""
    house.open("three-card-poker")
    house.seat(PIA)
    bet(house, PIA, 1)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    drawn: list[str] = []
    monkeypatch.setattr(house.site.hub, "all_again", lambda: drawn.append("all"))
    return drawn


def test_a_player_is_not_folded_because_the_room_was_held_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    drawn = held_up(house, said, monkeypatch)
    chore = Timekeeper(house.site, said.append)
    for seconds in (0.25, 1.75, 25, 2):
        house.now += int(seconds * SECOND)
        chore(0)  # the keeper may have been stopped since it read a clock for its chores
    assert said == ["the room was held up for 25 seconds: all time runs again"]
    assert said[0] in house.room.notes
    assert drawn == ["all"]
    for _ in range(14):
        house.now += 2 * SECOND
        assert house.room.table("pit-1").playing
        chore(house.now)
    assert house.room.table("pit-1").playing is None
    assert len(said) == len(drawn) == 1


def test_an_open_page_shows_the_whole_time_after_the_room_was_held_up(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA)
    bet(house, PIA, 1)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    chore, hub = Timekeeper(house.site, print), house.site.hub

    async def scene() -> list[str]:
        hub.start()
        client, shown = Client(), []
        await hub.join(client, ("table", "pit-1"), PIA)
        for seconds in (0, 25):
            house.now += seconds * SECOND
            chore(house.now)
            message = await asyncio.wait_for(client.line.get(), 10)
            assert message is not None
            shown.append(message.decode())
        await hub.close()
        return shown

    before, after = asyncio.run(scene())
    until = (house.now + 30 * SECOND) // 1000
    assert f'data-until=\\"{until}\\"' in after
    assert f'data-until=\\"{until - 25_000}\\"' in before


def test_a_wall_clock_that_is_set_is_told_at_the_terminal_and_on_the_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = {"ahead": 0, "now": 1_790_000_000 * SECOND}
    clock = Clock(lambda: times["now"] + times["ahead"], lambda: times["now"])
    house, said, drawn = House(tmp_path, clock), list[str](), list[str]()
    monkeypatch.setattr(house.site.hub, "again", lambda face, topic: drawn.append(face))
    chore = Timekeeper(house.site, said.append)

    def floor() -> str:
        return html.unescape(house.site.hub.shown("floor", "all", FLOOR)["summary"])

    for jump in (0, 3600, 0, -3601, -1800, 0):
        times["now"] += SECOND
        times["ahead"] += jump * SECOND
        chore(0)
        if jump:
            assert (said[-1][1:] in floor()) == (jump != -3601)
    assert said == [
        "this machine's clock was set ahead by 3,600 seconds: the log's time goes on without the"
        " clock until it is set right; if the clock is right now, start the room again",
        "this machine's clock was set back by 3,601 seconds: the log follows it",
        "this machine's clock was set back by 1,800 seconds: the log's time stands still until the"
        " clock has caught up",
    ]
    assert drawn == ["floor"] * 3
    assert said[-1] in house.room.notes


def test_pages_are_drawn_again_when_the_log_has_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = held_up(house, [], monkeypatch)
    chore = Timekeeper(house.site, print)
    chore(house.now)

    def gone(*asked: Any) -> Any:
        raise Unavailable("the log cannot be reached", code="store.unavailable")

    with monkeypatch.context() as outage:
        outage.setattr(house.room.store, "streams", gone)
        with pytest.raises(Unavailable):
            chore(house.now)
    assert drawn == []
    chore(house.now)
    assert drawn == ["all"]


def test_the_dealer_does_not_wait_when_everybody_has_bet(house: House) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM)
    bet(house, PIA, 1)
    chore = Impatience(house.room)
    for _ in range(3):
        chore(house.now)
        house.now += SECOND
    now = house.room.table("pit-1").playing
    assert now is not None
    assert now.betting
    bet(house, TOM, 2)
    chore(house.now)
    house.now += SECOND
    house.room.do("pit-1", commands.place, by=TOM, seat=2, bets={"ante": 1000})
    chore(house.now)
    house.now += SECOND
    chore(house.now)
    assert house.room.table("pit-1").playing.betting  # type: ignore[union-attr]
    house.now += SECOND
    chore(house.now)
    assert not house.room.table("pit-1").playing.betting  # type: ignore[union-attr]
    chore(house.now)


def test_a_person_who_deals_says_no_more_bets_in_person(house: House) -> None:
    house.open("three-card-poker")
    house.room.do("pit-1", commands.change_dealer, by=FLOOR, dealer=DEALER.name)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    house.seat(PIA)
    bet(house, PIA, 1)
    chore = Impatience(house.room)
    for _ in range(5):
        chore(house.now)
        house.now += SECOND
    assert house.room.table("pit-1").playing.betting  # type: ignore[union-attr]


def test_a_guest_who_has_gone_gives_up_the_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM, Actor("mara", Role.PLAYER))
    chore = Doorkeeper(house.site)
    monkeypatch.setattr(chore, "_since", house.now)
    with house.browser() as browser:
        browser.get("/")
        session = house.site.sessions.begin(TOM)
        for minutes in (5, 5, 1):
            house.site.sessions.heard(session)
            house.now += minutes * 60 * SECOND
            chore(house.now)
    assert house.room.table("pit-1").seats == {2: TOM.name, 3: "mara"}
    bet(house, TOM, 2)
    house.now += 20 * 60 * SECOND
    chore(house.now)
    assert house.room.table("pit-1").seats == {2: TOM.name, 3: "mara"}


def test_a_guest_whose_page_is_open_keeps_the_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")
    house.seat(PIA)
    monkeypatch.setattr(house.site.hub, "viewers", lambda: {None, PIA})
    chore = Doorkeeper(house.site)
    monkeypatch.setattr(chore, "_since", house.now)
    chore(house.now + 60 * 60 * SECOND)
    assert house.room.table("pit-1").seats == {1: PIA.name}


def rounds_go_on(house: House, chore: Doorkeeper, count: int) -> None:
    """Rounds in which the programmed player at seat 3 bets alone; a minute each, watched twice."""
    for _ in range(count):
        chore(house.now)
        bet(house, MARA, 3)
        house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        house.room.do("pit-1", commands.decide, by=MARA, seat=3, word="fold")
        house.now += 60 * SECOND
        chore(house.now)


def test_a_guest_who_has_gone_loses_the_seat_after_one_missed_round_and_keeps_the_chips(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM, MARA)
    chore = Doorkeeper(house.site)
    monkeypatch.setattr(chore, "_since", house.now)
    monkeypatch.setattr(house.site.hub, "viewers", lambda: {None, TOM, MARA})
    house.now += 60 * SECOND
    chore(house.now)
    assert house.room.table("pit-1").seats == {1: PIA.name, 2: TOM.name, 3: MARA.name}
    rounds_go_on(house, chore, 1)
    assert house.room.table("pit-1").seats == {2: TOM.name, 3: MARA.name}
    assert house.room.table("pit-1").chips(PIA.name) == 50_000
    said = house.site.hub.shown("table", "pit-1", PIA)["hero"]
    assert "You have $500 at this table: sit down to play with it." in said
    assert "After 3 rounds without a bet a seat is free for others; the chips stay yours." in said


def test_a_reload_between_two_looks_costs_nobody_the_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM, MARA)
    chore = Doorkeeper(house.site)
    monkeypatch.setattr(chore, "_since", house.now)
    monkeypatch.setattr(house.site.hub, "viewers", lambda: {PIA, TOM})
    rounds_go_on(house, chore, 1)
    monkeypatch.setattr(house.site.hub, "viewers", lambda: {TOM})
    chore(house.now + 29 * SECOND)
    assert 1 in house.room.table("pit-1").seats
    chore(house.now + 31 * SECOND)
    assert 1 not in house.room.table("pit-1").seats


def test_who_only_sits_there_gives_up_the_seat_after_three_rounds(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")
    house.seat(PIA, TOM, MARA)
    chore = Doorkeeper(house.site)
    monkeypatch.setattr(house.site.hub, "viewers", lambda: {PIA, TOM})
    rounds_go_on(house, chore, 2)
    bet(house, TOM, 2)
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("pit-1", commands.leave, by=PIA, seat=1)
    chore(house.now)
    house.room.do("pit-1", commands.sit, by=PIA, seat=1)
    chore(house.now)
    house.room.do("pit-1", commands.decide, by=TOM, seat=2, word="fold")
    assert house.room.table("pit-1").seats == {1: PIA.name, 2: TOM.name, 3: MARA.name}
    rounds_go_on(house, chore, 2)
    assert 2 in house.room.table("pit-1").seats, "a bet begins the count again"
    rounds_go_on(house, chore, 1)
    assert house.room.table("pit-1").seats == {3: MARA.name}


def test_an_empty_room_gets_a_table_of_every_game_once() -> None:
    with Room.open() as room:
        open_tables(room)
        open_tables(room)
        shown = {room.table(name).setup.game for name in room.tables()}  # type: ignore[union-attr]
        assert shown == set(games.GAMES)
        practice = [name for name in room.tables() if room.table(name).setup.practice]  # type: ignore[union-attr]
        assert (len(room.tables()), practice) == (len(games.GAMES) + 1, ["practice-1"])
        assert room.table("table-3").setup.progressive == "stax"  # type: ignore[union-attr]


def test_the_opened_room_has_an_envy_table_that_takes_the_suggested_dollar() -> None:
    with Room.open() as room:
        open_tables(room)
        setup = room.table("table-1").setup
        assert setup is not None
        assert (setup.game, setup.pay_tables["bonus"]) == ("three-card-poker", "TCPB-03E")
        assert setup.limits["bonus"].least_cents == 100
        assert setup.limits["ante"].least_cents == 500
        pia = Actor("pia", Role.PLAYER)
        room.do("table-1", commands.sit, by=pia, seat=1)
        room.do("table-1", commands.buy_in, by=FLOOR, player="pia", cents=10_000)
        room.do("table-1", commands.place, by=pia, seat=1, bets={"ante": 500, "bonus": 100})
        assert room.table("table-1").playing is not None


def played(house: House, chore: Any, minutes: float) -> None:
    """Time goes by in steps of a quarter of a second."""
    impatience, ticks = Impatience(house.room), Timekeeper(house.site, print)
    for _ in range(int(minutes * 240)):
        house.now += SECOND // 4
        for each in (chore, impatience, ticks):
            each(house.now)


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_programmed_players_keep_a_table_alive(house: House, game: str) -> None:
    house.open(game, betting_seconds=15, decision_seconds=30)
    company = Company(house.room)
    played(house, company, 3)
    table = house.room.table("pit-1")
    assert table.rounds >= 3
    assert len(table.seats) == 4
    assert set(table.seats.values()) <= set(REGULARS)
    lines = (table.last or table.round).lines  # type: ignore[union-attr]
    assert lines or table.playing


def test_a_table_at_which_players_fail_keeps_no_other_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker", seats=3)
    house.open("three-card-fury", "pit-2", seats=4)
    seated = Company._seated

    def failing(company: Company, table: str, setup: TableOpened) -> Regulars:
        if table == "pit-1":
            raise TypeError("a rule takes other cards")
        return seated(company, table, setup)

    monkeypatch.setattr(Company, "_seated", failing)
    with pytest.raises(TypeError, match="a rule takes other cards"):
        Company(house.room)(house.now)
    assert not house.room.table("pit-1").seats
    assert len(house.room.table("pit-2").seats) == 2


def test_they_come_to_tables_that_open_later_and_read_new_signs(house: House) -> None:
    house.open("three-card-poker", seats=3)
    company = Company(house.room)
    company(house.now)
    house.open("three-card-fury", "pit-2", seats=4)
    company(house.now)
    first, second = (set(house.room.table(name).seats.values()) for name in ("pit-1", "pit-2"))
    assert (len(first), len(second), first & second) == (1, 2, set())
    house.room.do(
        "pit-1", commands.reconfigure, by=FLOOR, reason="evening", limits={"ante": "50-500"}
    )
    played(house, company, 1)
    lines = house.room.table("pit-1").last or house.room.table("pit-1").round
    assert lines is not None
    assert all(line.stake_cents >= 5000 for line in lines.lines if line.bet == "ante")
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    played(house, company, 1)
    assert not house.room.table("pit-1").is_open


def test_a_seat_that_somebody_has_taken_is_not_theirs(house: House) -> None:
    house.open("three-card-poker", seats=2)
    house.seat(PIA)
    regulars = Regulars(house.room, "pit-1", {1: "mara", 2: "ines"})
    regulars.sit()
    assert house.room.table("pit-1").seats == {1: PIA.name, 2: "ines"}
    house.room.do("pit-1", commands.disable, by=FLOOR, reason="a spill")
    for _ in range(100):
        house.now += SECOND
        regulars(house.now)
    assert house.room.table("pit-1").playing is None


def test_a_programmed_player_waits_for_the_dealer_to_confirm_a_fold(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-fury", dealer="dora")
    regulars = Regulars(house.room, "pit-1", {1: "mara"})
    regulars.sit()
    house.room.do("pit-1", commands.open_round, by=DEALER)
    bets = {"ante": 500, "monster": 500}
    house.room.do("pit-1", commands.place, by=MARA, seat=1, bets=bets)
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    for _ in range(3):
        house.room.do("pit-1", commands.next_step, by=DEALER)
    monkeypatch.setattr(Regulars, "_decide", folds)
    for _ in range(100):
        house.now += SECOND
        regulars(house.now)
    now = house.room.table("pit-1").playing
    assert now is not None
    assert (now.turn, now.unconfirmed) == (1, "fold")


def folds(self: Any, table: Table, each: Any) -> None:
    """What a programmed player says; a second word would be one too many."""
    assert table.playing is not None
    assert not table.playing.unconfirmed
    self._room.do("pit-1", commands.decide, by=each.actor, seat=each.seat, word="fold")


def test_a_room_that_starts_again_finds_its_programmed_players_where_they_were(
    house: House,
) -> None:
    for name in ("pit-2", "pit-3"):
        house.open("three-card-poker", name)
    played(house, Company(house.room), 1)
    before = {name: dict(house.room.table(name).seats) for name in ("pit-2", "pit-3")}
    house.open("three-card-poker", "pit-1")
    rounds = house.room.table("pit-2").rounds
    played(house, Company(house.room), 2)
    assert {name: dict(house.room.table(name).seats) for name in before} == before
    seats = [house.room.table(name).seats for name in house.room.tables()]
    everybody = [player for each in seats for player in each.values()]
    assert len(everybody) == len({*everybody}) == 12
    assert house.room.table("pit-2").rounds > rounds


def test_a_programmed_player_gives_way_where_people_fill_a_table_and_comes_back(
    house: House,
) -> None:
    house.open("three-card-poker", seats=4)
    company = Company(house.room)
    company(house.now)
    programmed = {*house.room.table("pit-1").seats.values()}
    assert len(programmed) == 2
    for seat, guest in ((3, PIA), (4, TOM)):
        house.room.do("pit-1", commands.sit, by=guest, seat=seat)
    company(house.now)
    assert [*house.room.table("pit-1").seats] == [1, 3, 4]
    house.room.do("pit-1", commands.sit, by=Actor("guest-ana", Role.PLAYER), seat=2)
    house.site.give_chips("pit-1", TOM)
    played(house, company, 0.5)
    seats = house.room.table("pit-1").seats
    assert (len(seats), programmed & {*seats.values()}) == (3, set())
    house.room.do("pit-1", commands.sit, by=Actor("guest-leo", Role.PLAYER), seat=1)
    company(house.now)
    assert len(house.room.table("pit-1").seats) == 4
    for seat in (1, 2, 3, 4):
        house.room.do("pit-1", commands.leave, by=FLOOR, seat=seat)
    company(house.now)
    assert {*house.room.table("pit-1").seats.values()} == programmed


@pytest.mark.parametrize("stops", [commands.disable, commands.close_table])
def test_programmed_players_finish_the_round_at_a_table_that_takes_no_new_bets(
    house: House, stops: Any
) -> None:
    house.open("three-card-poker", betting_seconds=15, decision_seconds=30)
    company = Company(house.room)
    while not ((now := house.room.table("pit-1").playing) and now.turn):
        played(house, company, 1 / 240)
    house.room.do("pit-1", commands.report, by=FLOOR, irregularity="card-exposed", reason="seen")
    played(house, company, 1 / 4)
    assert house.room.table("pit-1").playing, "a table that holds waits for the ruling"
    house.room.do("pit-1", commands.rule, by=OTHER_FLOOR, upheld=False, reason="nothing there")
    house.room.do("pit-1", stops, by=FLOOR, reason="a spill")
    played(house, company, 1)
    table = house.room.table("pit-1")
    assert table.round is not None
    assert (table.playing, table.round.by_system) == (None, {})
    assert table.rounds == 1


def test_a_progressive_whose_name_is_taken_is_named_after_its_game_too() -> None:
    with Room.open() as room:
        room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
        open_tables(room)
        assert room.table("table-3").setup.progressive == "stax-ags-3-card"  # type: ignore[union-attr]


def test_the_streams_of_a_person_end_whom_another_process_disables(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.staff("fran", Role.FLOOR)
    ended: list[Any] = []
    monkeypatch.setattr(house.site.hub, "_soon", ended.append)
    chore = Reception(house.site)
    chore(house.now)
    assert ended == []
    other = Accounts(Room(house.room.store, KEY, clock=house.clock), QUICK)
    other.disable("fran", "left the house", by="max")
    account = house.site.accounts.find("fran")
    assert account is not None
    assert not account.disabled
    chore(house.now)
    chore(house.now)
    assert ended == [house.site.hub.dismiss]
    assert not house.site.accounts.welcomes("fran", Role.FLOOR, account.epoch)
