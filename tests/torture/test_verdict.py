"""The checks find what they are there to find, and nothing in a day at which all went well."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.live import AUTOMATIC, Actor, Role, Room
from fairdeal.live.commands import COMMANDS
from fairdeal.live.log.chain import Draft, Entry, Recorded
from fairdeal.live.table import snapshots
from fairdeal.live.table.state import Table
from tests.torture.decks import Cards
from tests.torture.faulty import Forgetful
from tests.torture.memory import Findings, Memory
from tests.torture.mirror import Mirror
from tests.torture.process import RoomProcess
from tests.torture.verdict import Log, final_findings, judge, of_table
from tests.torture.wire import Saved, line_of

KEY = bytes(range(32))
TABLE = "pit-1"
FLOOR = Actor("flora", Role.FLOOR)
PLAYER = Actor("paul", Role.PLAYER)


class Day:
    """A short day at one table, and the memory of those who were there."""

    def __init__(self, path: Path) -> None:
        self.memory = Memory()
        self.store = Forgetful(path, KEY)
        self.room = Room(self.store, KEY)
        self._keys = count(1)
        self.do("open-table", FLOOR, game="three-card-poker")
        self.do("sit", PLAYER, seat=1)
        self.do("buy-in", FLOOR, player=PLAYER.name, cents=50_000)
        self.do("place", PLAYER, seat=1, bets={"ante": 1000})
        self.do("no-more-bets", AUTOMATIC)
        self.do("decide", PLAYER, seat=1, word="play")
        self.last = self.do("buy-in", FLOOR, player=PLAYER.name, cents=700)

    def do(self, command: str, by: Actor, **arguments: Any) -> tuple[Recorded, ...]:
        title = TABLE, f"k-{next(self._keys)}"
        self.memory.sent.add(title)
        done = self.room.do(TABLE, COMMANDS[command], by=by, key=title[1], **arguments)
        self.memory.acknowledge(title, done.recorded, repeated=done.repeated)
        return done.recorded

    def record(self, key: str, drafts: Iterable[Draft]) -> None:
        """Write past the room."""
        version = self.store.streams()[TABLE]
        who = 1, FLOOR.name, FLOOR.role, "buy-in"
        self.store.append(Entry(TABLE, version, *who, key, b"{}", tuple(drafts)))

    def findings(self, **changes: Any) -> Findings:
        shown = replace(self.room.table(TABLE), **changes) if changes else None
        return final_findings(self.memory, self.store, KEY, {TABLE: shown})

    def glance(self) -> Findings:
        """What is found when a room has started anew."""
        log = Log(KEY)
        recorded = log.read_on(self.store)
        return judge(self.memory, log, self.memory.fresh, recorded)


@pytest.fixture
def day(tmp_path: Path) -> Iterable[Day]:
    a_day = Day(tmp_path / "room.db")
    yield a_day
    a_day.room.close()


def drafts_of(events: Iterable[Recorded]) -> list[Draft]:
    return [Draft(event.kind, event.body) for event in events]


def test_a_day_at_which_all_went_well_leaves_nothing_to_find(day: Day) -> None:
    assert day.findings() == Findings()
    assert day.glance() == Findings()


def test_an_answer_that_the_log_does_not_have_is_lost(day: Day) -> None:
    [event] = day.last
    beyond = replace(event, version=event.version + 1, key="k-99")
    day.memory.acknowledge((TABLE, "k-99"), (beyond,), repeated=False)
    assert day.findings().lost == {(TABLE, "k-99")}
    assert day.glance().lost == {(TABLE, "k-99")}


def test_an_answer_that_the_log_has_otherwise_is_lost(day: Day) -> None:
    [event] = day.last
    day.memory.told[TABLE, "k-7"] = (replace(event, body=b"{}"),)
    day.memory.heard[TABLE, event.version] = replace(event, body=b"{}")
    assert day.findings().lost == {(TABLE, "k-7")}


def test_a_command_that_is_in_the_log_twice_is_doubled(day: Day) -> None:
    day.record("k-7", drafts_of(day.last))
    assert day.findings().doubled == {(TABLE, "k-7"), (TABLE, "cage"), (TABLE, "chips:paul")}
    assert day.glance().doubled == {(TABLE, "k-7")}


def test_money_that_moved_for_a_command_that_nobody_gave_is_doubled(day: Day) -> None:
    day.record("somebody", drafts_of(day.last))
    assert day.findings().doubled == {(TABLE, "somebody"), (TABLE, "cage"), (TABLE, "chips:paul")}


def test_chips_that_only_the_room_has_are_doubled(day: Day) -> None:
    accounts = {**day.room.table(TABLE).accounts, "chips:paul": 1}
    assert (TABLE, "chips:paul") in day.findings(accounts=accounts).doubled


def test_two_answers_that_say_just_done_are_one_too_many() -> None:
    memory = Memory()
    memory.acknowledge((TABLE, "k-1"), (), repeated=False)
    memory.acknowledge((TABLE, "k-1"), (), repeated=True)
    assert not memory.findings.is_proof
    memory.acknowledge((TABLE, "k-1"), (), repeated=False)
    assert memory.findings.doubled == {(TABLE, "k-1")}


def test_a_repetition_that_is_answered_otherwise_is_a_fault(day: Day) -> None:
    day.memory.acknowledge((TABLE, "k-7"), (), repeated=True)
    assert "was answered otherwise" in day.memory.findings.faults[0]


def test_a_command_that_was_refused_and_recorded_is_a_fault(day: Day) -> None:
    day.memory.told.pop((TABLE, "k-7"))
    day.memory.deny((TABLE, "k-7"), "not now")
    assert "was refused and recorded: not now" in day.findings().faults[0]


def test_a_log_that_another_key_has_sealed_is_a_fault(day: Day) -> None:
    found = final_findings(day.memory, day.store, bytes(32), {})
    assert "not sealed by this room's key" in found.faults[0]


def test_a_table_that_goes_back_or_differs_is_a_fault(day: Day) -> None:
    events, table = list(day.store.stream(TABLE)), day.room.table(TABLE)
    mirror = Mirror(TABLE)
    assert mirror.compare(snapshots.packed(table), events, 0) == Findings()
    behind = mirror.compare(snapshots.packed(Table(TABLE)), [], table.version)
    assert "went back" in behind.faults[0]
    other = mirror.compare(snapshots.packed(replace(table, seats={})), [], table.version)
    assert "is not what it was" in other.faults[0]


def test_events_that_come_early_wait_for_those_before_them(day: Day) -> None:
    mirror = Mirror(TABLE)
    for event in reversed(list(day.store.stream(TABLE))):
        assert mirror.table.version == 0
        mirror.hear([event])
    assert mirror.table == day.room.table(TABLE)
    assert not mirror.has_gap


def test_a_place_in_the_deck_cannot_show_two_cards() -> None:
    cards = Cards()
    cards.deal(1, "u", [5])
    cards.turn(1, [6])
    assert cards.faults == ["place 0 showed card 5 and then card 6"]


def test_a_deck_must_be_the_one_that_was_fixed_and_hold_what_was_seen() -> None:
    cards = Cards(TABLE, 1, "bm90IHRoaXM=")
    cards.deal(1, "ud", [5])
    cards.end("AAEC", "AA==")
    assert len(cards.faults) == 4


def test_a_bet_that_the_naive_twin_pays_otherwise_is_a_fault(day: Day) -> None:
    events = list(day.store.stream(TABLE))
    place = next(n for n, event in enumerate(events) if event.kind == "bets-settled")
    body = events[place].body.replace(b'"bet":"ante"', b'"bet":"pair-plus"')
    events[place] = replace(events[place], body=body)
    assert any("and the twin pays" in fault for fault in of_table(TABLE, events, [], None).faults)


def test_half_an_answer_is_none(tmp_path: Path) -> None:
    room = RoomProcess("room", [], tmp_path / "room.err")
    room._rest = line_of(Saved("pit-1")) + line_of(Saved("pit-2"))[:-1]
    assert list(room._lines()) == [Saved("pit-1")]
    assert not room.has_said
