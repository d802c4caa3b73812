"""Another table opens where people fill all tables of a game, and closes when it is not needed."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.live import AUTOMATIC, Actor, Done, Role, Room, commands
from fairdeal.live.actors import OPENING
from fairdeal.live.audit import audit
from fairdeal.live.events import TableOpened
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores import open_store
from fairdeal.live.worth import Worth
from fairdeal.web.access.names import REGULARS
from fairdeal.web.running.extra_tables import ExtraTables
from fairdeal.web.running.keeping import Chore, Impatience
from fairdeal.web.running.opening import MANAGER, Company, open_tables
from tests.live.tables import DEALER, FLOOR, KEY, OTHER_FLOOR
from tests.web.house import House

MARA = Actor("mara", Role.PLAYER)
SECOND = 1_000_000
MINUTE = 60 * SECOND
MINUTES = 10
"""For which a table is not needed before it closes."""


@pytest.fixture
def extra(house: House) -> ExtraTables:
    house.room.declare(Worth.PLAY, by=MANAGER)
    open_tables(house.room)
    return ExtraTables(house.room)


def people(room: Room, table: str) -> list[Actor]:
    """As many as fit sit down at a table."""
    state = room.table(table)
    assert state.setup is not None
    seats = [seat for seat in range(1, state.setup.seats + 1) if seat not in state.seats]
    came = [Actor(f"guest-{table}-{seat}", Role.PLAYER) for seat in seats]
    for seat, each in zip(seats, came, strict=True):
        room.do(table, commands.sit, by=each, seat=seat)
    return came


def all_leave(room: Room, *tables: str) -> None:
    for table in tables:
        for seat in room.table(table).seats:
            room.do(table, commands.leave, by=FLOOR, seat=seat)


def wait(house: House, chores: Sequence[Chore], minutes: float) -> None:
    """Time goes by, a few seconds at a time."""
    done: list[Chore] = [*chores, Impatience(house.room)]
    for _ in range(int(minutes * 30)):
        house.now += 2 * SECOND
        for each in done:
            each(house.now)
        house.room.tick()


def mara_bets(house: House, **bets: int) -> None:
    """The programmed player Mara sits down at the extra table and bets."""
    house.room.do("table-6", commands.sit, by=MARA, seat=1)
    house.room.do("table-6", commands.buy_in, by=FLOOR, player="mara", cents=50_000)
    house.room.do("table-6", commands.place, by=MARA, seat=1, bets=bets)


def is_open(room: Room) -> list[str]:
    return [name for name in room.tables() if room.table(name).is_open]


def setup_of(room: Room, table: str) -> TableOpened:
    found = room.table(table).setup
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("full", "opened"),
    [(f"table-{number}", "table-6") for number in range(1, 6)] + [("practice-1", "practice-2")],
)
def test_a_table_like_the_full_one_opens(
    house: House, extra: ExtraTables, full: str, opened: str
) -> None:
    before = is_open(house.room)
    people(house.room, full)
    extra(house.now)
    assert {*is_open(house.room)} == {*before, opened}
    assert replace(setup_of(house.room, opened), extra=False) == setup_of(house.room, full)
    assert setup_of(house.room, opened).extra
    row = next(house.room.history(opened))
    assert (row.actor, row.role, row.command) == ("opening", "floor", "open-table")
    assert audit(house.room.store).first_fault is None


def test_a_table_that_was_configured_again_is_copied_as_it_is(
    house: House, extra: ExtraTables
) -> None:
    changed = {"ante": "10-50/10", "bonus": "none"}
    house.room.do("table-1", commands.reconfigure, by=FLOOR, reason="small", limits=changed)
    people(house.room, "table-1")
    extra(house.now)
    first, other = setup_of(house.room, "table-1"), setup_of(house.room, "table-6")
    assert first.limits == other.limits
    assert "bonus" not in other.limits
    assert first.pay_tables == other.pay_tables


def test_nothing_opens_while_a_person_can_sit_down(house: House, extra: ExtraTables) -> None:
    before = is_open(house.room)
    company = Company(house.room)
    company(house.now)
    people(house.room, "table-1")
    extra(house.now)
    assert {*house.room.table("table-1").seats.values()} & {*REGULARS}
    assert is_open(house.room) == before, "a programmed player gives way"
    house.open("three-card-fury", "high-1")
    number = [*games.GAMES].index("three-card-fury") + 1
    all_leave(house.room, f"table-{number}")
    people(house.room, f"table-{number}")
    extra(house.now)
    assert is_open(house.room) == sorted([*before, "high-1"])
    people(house.room, "high-1")
    extra(house.now)
    assert "table-6" in is_open(house.room)


def test_at_most_four_tables_of_a_game_are_open(house: House, extra: ExtraTables) -> None:
    for full in ("table-1", "table-6", "table-7", "table-8", "table-1"):
        people(house.room, full)
        extra(house.now)
    of_the_game = [
        name
        for name in is_open(house.room)
        if setup_of(house.room, name).game == "three-card-poker"
        and not setup_of(house.room, name).practice
    ]
    assert of_the_game == ["table-1", "table-6", "table-7", "table-8"]


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (commands.disable, {"reason": "a spill"}),
        (commands.close_table, {"reason": "late"}),
        (commands.change_dealer, {"dealer": DEALER.name}),
    ],
)
def test_a_table_that_a_person_deals_or_has_stopped_gets_no_other_beside_it(
    house: House, extra: ExtraTables, command: commands.Command, asked: dict[str, Any]
) -> None:
    people(house.room, "table-1")
    house.room.do("table-1", command, by=FLOOR, **asked)
    extra(house.now)
    assert "table-6" not in house.room.tables()


def test_a_table_that_closes_after_its_round_gets_no_other_beside_it(
    house: House, extra: ExtraTables
) -> None:
    player = people(house.room, "table-1")[0]
    house.site.give_chips("table-1", player)
    house.room.do("table-1", commands.place, by=player, seat=1, bets={"ante": 500})
    house.room.do("table-1", commands.close_table, by=FLOOR, reason="late")
    extra(house.now)
    assert house.room.table("table-1").closing
    assert "table-6" not in house.room.tables()


def test_a_room_whose_tables_people_have_opened_is_theirs(house: House) -> None:
    house.open("three-card-poker")
    people(house.room, "pit-1")
    ExtraTables(house.room)(house.now)
    assert house.room.tables() == ["pit-1"]


def test_it_closes_when_nobody_has_needed_it_for_ten_minutes(
    house: House, extra: ExtraTables
) -> None:
    chores: list[Chore] = [extra, Company(house.room)]
    wait(house, chores, 0.1)
    all_leave(house.room, "table-1")
    people(house.room, "table-1")
    wait(house, chores, 0.1)
    seated = house.room.table("table-6").seats
    assert len(seated) == 4
    assert {*seated.values()} <= {*REGULARS}
    wait(house, [extra], MINUTES + 1)
    assert house.room.table("table-6").is_open, "the others are full"
    house.room.do("table-1", commands.leave, by=FLOOR, seat=1)
    wait(house, [extra], MINUTES - 1)
    assert house.room.table("table-6").is_open
    house.room.do("table-6", commands.sit, by=Actor("guest-eva", Role.PLAYER), seat=6)
    wait(house, [extra], MINUTES + 1)
    assert house.room.table("table-6").is_open
    house.room.do("table-6", commands.leave, by=FLOOR, seat=6)
    wait(house, [extra], MINUTES + 1)
    table = house.room.table("table-6")
    assert (table.is_open, table.seats) == (False, {})
    closing = [row for row in house.room.history("table-6") if row.command == "close-table"]
    assert {(row.actor, row.role) for row in closing} == {("opening", "floor")}
    assert b'"not needed: another table of the game has free seats"' in closing[-1].body
    wait(house, [extra], MINUTES + 1)
    assert len(is_open(house.room)) == 6, "the first tables stay open"


def test_a_round_in_play_is_finished_before_it_closes(house: House, extra: ExtraTables) -> None:
    people(house.room, "table-1")
    extra(house.now)
    all_leave(house.room, "table-1")
    extra(house.now)
    mara_bets(house, ante=500)
    house.now += (MINUTES + 1) * MINUTE
    extra(house.now)
    table = house.room.table("table-6")
    assert (table.is_open, table.closing) == (True, "")
    house.room.do("table-6", commands.place, by=MARA, seat=1, bets={})
    extra(house.now)
    extra(house.now)
    table = house.room.table("table-6")
    assert (table.is_open, table.seats, table.chips("mara")) == (False, {}, 50_000)


def test_of_two_that_are_empty_one_stays_while_the_first_is_full(
    house: House, extra: ExtraTables
) -> None:
    for full in ("table-1", "table-6"):
        people(house.room, full)
        extra(house.now)
    all_leave(house.room, "table-6")
    wait(house, [extra], 2 * MINUTES + 1)
    assert [house.room.table(f"table-{number}").is_open for number in (1, 6, 7)] == [
        True,
        True,
        False,
    ]
    people(house.room, "table-6")
    extra(house.now)
    assert house.room.table("table-7").is_open, "a name is used again"
    assert "table-8" not in house.room.tables()


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (commands.disable, {"reason": "a spill"}),
        (commands.reconfigure, {"reason": "evening", "most_cents": 20_000}),
        (commands.change_dealer, {"dealer": DEALER.name}),
    ],
)
def test_an_extra_table_that_a_person_has_taken_over_stays_open(
    house: House, extra: ExtraTables, command: commands.Command, asked: dict[str, Any]
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    house.room.do("table-6", command, by=FLOOR, **asked)
    all_leave(house.room, "table-1")
    wait(house, [extra], MINUTES + 1)
    assert house.room.table("table-6").is_open


def test_an_extra_table_that_waits_for_a_ruling_or_a_payment_stays_open(
    house: House, extra: ExtraTables
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    all_leave(house.room, "table-1")
    told: dict[str, Any] = {"irregularity": "card-exposed", "reason": "seen"}
    house.room.do("table-6", commands.report, by=FLOOR, **told)
    wait(house, [extra], MINUTES + 1)
    assert house.room.table("table-6").is_open
    house.room.do("table-6", commands.rule, by=OTHER_FLOOR, upheld=False, reason="nothing there")
    house.deck = "Ts 9s 8s"
    mara_bets(house, ante=10_000, **{"pair-plus": 10_000})
    house.room.do("table-6", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("table-6", commands.decide, by=MARA, seat=1, word="play")
    wait(house, [extra], MINUTES + 1)
    table = house.room.table("table-6")
    assert (table.playing, table.is_open, len(table.holding.pays)) == (None, True, 1)
    [(number, pay)] = table.holding.pays.items()
    checked = pay.checks_of("floor")
    house.room.do("table-6", commands.approve_pay, by=FLOOR, pay=number, checked=checked)
    extra(house.now)
    assert not house.room.table("table-6").is_open


@pytest.mark.parametrize(
    ("command", "undone_by", "asked"),
    [
        (commands.close_table, commands.open_table, {"game": "three-card-poker"}),
        (commands.disable, commands.enable, {"reason": "dry again"}),
    ],
)
def test_an_extra_table_that_the_floor_stops_gets_no_other_in_its_place(
    house: House,
    extra: ExtraTables,
    command: commands.Command,
    undone_by: commands.Command,
    asked: dict[str, Any],
) -> None:
    people(house.room, "table-1")
    people(house.room, "table-2")
    extra(house.now)
    house.room.do("table-6", command, by=FLOOR, reason="a spill")
    before = house.room.table("table-6")
    for looks in (extra, extra, ExtraTables(house.room)):
        looks(house.now)
    assert house.room.table("table-6") == before
    assert house.room.tables().count("table-7") == 1, "the other game has its own"
    assert "table-8" not in house.room.tables()
    house.room.do("table-6", undone_by, by=FLOOR, **asked)
    people(house.room, "table-6")
    extra(house.now)
    assert house.room.table("table-8").is_open


def test_an_extra_table_that_the_floor_closes_after_its_round_gets_no_other_in_its_place(
    house: House, extra: ExtraTables
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    mara_bets(house, ante=500)
    house.room.do("table-6", commands.close_table, by=FLOOR, reason="late")
    extra(house.now)
    assert house.room.table("table-6").closing
    house.room.do("table-6", commands.no_more_bets, by=AUTOMATIC)
    house.room.do("table-6", commands.decide, by=MARA, seat=1, word="fold")
    extra(house.now)
    assert not house.room.table("table-6").is_open
    assert "table-7" not in house.room.tables()


def test_a_closed_table_that_waits_for_a_ruling_stays_closed_and_another_opens(
    house: House, extra: ExtraTables
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    all_leave(house.room, "table-1")
    wait(house, [extra], MINUTES + 1)
    told: dict[str, Any] = {"irregularity": "card-exposed", "reason": "seen"}
    house.room.do("table-6", commands.report, by=FLOOR, **told)
    people(house.room, "table-1")
    extra(house.now)
    assert [house.room.table(f"table-{number}").is_open for number in (6, 7)] == [False, True]


def meanwhile(
    house: House,
    patch: pytest.MonkeyPatch,
    command: commands.Command,
    happens: Callable[[], object],
) -> None:
    """Something happens when the room has decided to give a command, and has not given it."""
    submit = house.room.submit

    def late(table: str, asked: commands.Command, **more: Any) -> "Future[Done]":
        if commands.name_of(asked) == commands.name_of(command):
            patch.undo()
            happens()
        return submit(table, asked, **more)

    patch.setattr(house.room, "submit", late)


def test_a_table_does_not_close_when_a_person_sits_down_just_before(
    house: House, extra: ExtraTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    all_leave(house.room, "table-1")
    extra(house.now)
    guest = Actor("guest-eva", Role.PLAYER)
    sits = partial(house.room.do, "table-6", commands.sit, by=guest, seat=2)
    meanwhile(house, monkeypatch, commands.close_table, sits)
    house.now += (MINUTES + 1) * MINUTE
    extra(house.now)
    table = house.room.table("table-6")
    assert (table.is_open, table.seats) == (True, {2: "guest-eva"})


def test_a_game_that_is_stopped_while_another_gets_a_table_gets_none(
    house: House, extra: ExtraTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(house.room, "table-1")
    people(house.room, "table-2")
    stops = partial(house.room.do, "table-2", commands.disable, by=FLOOR, reason="a spill")
    meanwhile(house, monkeypatch, commands.open_table, stops)
    extra(house.now)
    assert house.room.table("table-6").is_open
    assert "table-7" not in house.room.tables()


def test_a_game_that_is_stopped_while_the_room_reads_its_history_gets_no_table(
    house: House, extra: ExtraTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    all_leave(house.room, "table-1")
    wait(house, [extra], MINUTES + 1)
    people(house.room, "table-1")
    history = house.room.history

    def late(table: str) -> Iterator[Recorded]:
        if table == "table-6":
            house.room.do("table-1", commands.disable, by=FLOOR, reason="a spill")
        return history(table)

    monkeypatch.setattr(house.room, "history", late)
    extra(house.now)
    assert house.room.table("table-1").disabled
    assert not house.room.table("table-6").is_open


def test_people_keep_their_seats_at_an_extra_table_that_the_floor_closes(
    house: House, extra: ExtraTables
) -> None:
    people(house.room, "table-1")
    extra(house.now)
    house.room.do("table-6", commands.sit, by=MARA, seat=1)
    house.room.do("table-6", commands.sit, by=Actor("guest-eva", Role.PLAYER), seat=2)
    house.room.do("table-6", commands.close_table, by=FLOOR, reason="late")
    extra(house.now)
    assert house.room.table("table-6").seats == {2: "guest-eva"}


def test_a_programmed_player_leaves_all_adjacent_seats_of_a_closed_table(house: House) -> None:
    house.room.declare(Worth.PLAY, by=MANAGER)
    setup: dict[str, Any] = {"game": "napa-three-card-poker", "hands_per_player": 3}
    house.room.do("table-1", commands.open_table, by=OPENING, **setup)
    extra = ExtraTables(house.room)
    people(house.room, "table-1")
    extra(house.now)
    for seat in (2, 1, 3):
        house.room.do("table-2", commands.sit, by=MARA, seat=seat)
    house.room.do("table-2", commands.close_table, by=FLOOR, reason="late")
    extra(house.now)
    assert house.room.table("table-2").seats == {}


def test_what_the_room_is_refused_is_told_once_and_holds_up_nothing_else(
    house: House,
    extra: ExtraTables,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for full in ("table-1", "table-6"):
        people(house.room, full)
        extra(house.now)
    house.room.do("table-7", commands.sit, by=MARA, seat=1)
    all_leave(house.room, "table-6")
    wait(house, [extra], MINUTES)
    submit = house.room.submit

    def refused(table: str, asked: commands.Command, **more: Any) -> "Future[Done]":
        if asked is commands.leave and more["by"] == OPENING:
            raise Refused("table table-7 is run by another process", code="table.elsewhere")
        return submit(table, asked, **more)

    monkeypatch.setattr(house.room, "submit", refused)
    wait(house, [extra], 1)
    assert house.room.table("table-7").seats == {1: "mara"}
    assert not house.room.table("table-7").is_open
    people(house.room, "table-6")
    extra(house.now)
    assert house.room.table("table-7").is_open
    assert [record.getMessage() for record in caplog.records] == [
        "leave at table-7: table table-7 is run by another process"
    ]


def test_programmed_players_who_gave_way_play_nowhere_else(
    house: House, extra: ExtraTables
) -> None:
    chores: list[Chore] = [extra, Company(house.room)]
    wait(house, chores, 0.1)
    gone = {*house.room.table("table-1").seats.values()}
    all_leave(house.room, "table-1")
    people(house.room, "table-1")
    wait(house, chores, 0.1)
    assert not gone & {*house.room.table("table-6").seats.values()}
    all_leave(house.room, "table-1")
    wait(house, chores, 0.1)
    assert {*house.room.table("table-1").seats.values()} == gone


def test_a_room_that_starts_again_knows_its_extra_tables(tmp_path: Path) -> None:
    where = str(tmp_path / "room.db")
    with Room(open_store(where, KEY), KEY) as room:
        room.declare(Worth.PLAY, by=MANAGER)
        open_tables(room)
        people(room, "table-1")
        ExtraTables(room)(0)
    with Room(open_store(where, KEY), KEY) as room:
        extra = ExtraTables(room)
        extra(0)
        assert is_open(room).count("table-6") == 1
        assert "table-7" not in room.tables()
        all_leave(room, "table-1")
        extra(MINUTE)
        extra((MINUTES + 2) * MINUTE)
        assert not room.table("table-6").is_open
        assert audit(room.store).first_fault is None


def test_the_lobby_lists_the_new_table_at_once_and_no_longer_when_it_is_closed(
    house: House, extra: ExtraTables
) -> None:
    with house.browser() as browser:
        browser.get("/")
        for seat in range(1, 6):
            guest = Actor(f"guest-{seat}", Role.PLAYER)
            house.room.do("table-1", commands.sit, by=guest, seat=seat)
        assert browser.act("sit", "table-1").status_code == 200
        extra(house.now)
        page = browser.get("/").text
        assert "Table full" in page
        assert 'data-post="/api/tables/table-6/sit"' in page
        assert browser.act("sit", "table-6").status_code == 200
        all_leave(house.room, "table-1", "table-6")
        wait(house, [extra], MINUTES + 1)
        page = browser.get("/").text
        assert "Table full" not in page
        assert "/api/tables/table-6/sit" not in page
        assert "Closed now" not in page
