"""A room does not play on a log that somebody has edited, whether or not anybody audits it."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fairdeal.errors import Corrupt
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands
from fairdeal.live.audit import Check, Findings, audit
from fairdeal.live.log.chain import StreamHead
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.live.log.stores.sqlite import SqliteStore
from fairdeal.live.shoe import key_in
from fairdeal.live.table import snapshots
from fairdeal.live.worth import Worth, worth_of
from tests.live.database import tell

FLOOR = Actor("fran", Role.FLOOR)
ALICE = Actor("alice", Role.PLAYER)


@pytest.fixture
def room(path: Path) -> Path:
    """The log of a room in which two tables were played; pit-1 is the first."""
    with Room.open(path) as opened:
        for name in ("pit-1", "pit-2"):
            opened.do(name, commands.open_table, by=FLOOR, game="three-card-poker")
            opened.do(name, commands.sit, by=ALICE, seat=1)
            opened.do(name, commands.buy_in, by=FLOOR, player="alice", cents=20_000)
            opened.do(name, commands.place, by=ALICE, seat=1, bets={"ante": 1000})
            opened.do(name, commands.no_more_bets, by=AUTOMATIC)
            opened.do(name, commands.decide, by=ALICE, seat=1, word="play")
    return path


def audited(room: Path) -> Findings:
    key = key_in(Path(f"{room}.key"), create=False)
    with closing(open_store(room, key, read_only=True)) as store:
        return audit(store, key)


def refused(room: Path) -> str:
    """What the room says to a player at pit-1, and that the audit finds it as well."""
    with Room.open(room) as opened:
        with pytest.raises(Corrupt) as caught:
            opened.table("pit-1")
        with pytest.raises(Corrupt):
            opened.do("pit-1", commands.buy_in, by=FLOOR, player="alice", cents=100)
        assert opened.table("pit-2").version, "the other tables play on"
    assert caught.value.code == "log.broken"
    assert not audited(room).holds
    return str(caught.value)


EDITED_BUY_IN = (
    "UPDATE event SET body = CAST(replace(body, '20000', '99900000') AS BLOB)"
    " WHERE kind = 'chips-bought' AND stream = (SELECT id FROM stream WHERE name = 'table/pit-1')"
)


def test_an_edited_event_is_refused_when_its_table_is_loaded(room: Path) -> None:
    tell(room, "DELETE FROM snapshot", EDITED_BUY_IN)
    assert "(table pit-1, chips-bought) does not fit its hash" in refused(room)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "UPDATE command SET actor = 'mallory' WHERE stream = 1 AND version = 1",
            "does not fit its hash",
        ),
        (
            "UPDATE command SET arguments = x'7b7d' WHERE stream = 1 AND version = 1",
            "does not fit its hash",
        ),
        (
            "UPDATE command SET hash = zeroblob(32) WHERE stream = 1 AND version = 1",
            "does not fit its hash",
        ),
        (
            "DELETE FROM event WHERE stream = 1 AND version = 2",
            "is number 3 of its table; expected 2",
        ),
    ],
)
def test_whatever_was_changed_of_a_table_is_found(room: Path, statement: str, said: str) -> None:
    tell(room, "DELETE FROM snapshot", statement)
    assert said in refused(room)


def test_a_snapshot_does_not_vouch_for_another_history(room: Path) -> None:
    tell(room, "UPDATE snapshot SET body = CAST(replace(body, '20000', '99900000') AS BLOB)")
    with Room.open(room) as opened:
        assert opened.table("pit-1").version, "a snapshot that was changed is not used"
    tell(room, "UPDATE snapshot SET hash = zeroblob(32) WHERE stream = 1")
    with Room.open(room) as opened:
        assert opened.table("pit-1").version, "nor one that follows another entry"


def test_a_head_that_was_set_back_or_forged_is_refused(room: Path) -> None:
    shutil.copy(room, older := room.with_name("older.db"))
    with Room.open(room) as opened:
        opened.do("pit-1", commands.buy_in, by=FLOOR, player="alice", cents=100)
    with closing(sqlite3.connect(older)) as before:
        old = before.execute("SELECT version, hash, tag FROM head WHERE stream = 1").fetchone()
    values = dict(zip(("version", "hash", "tag"), old, strict=True))
    statement = "UPDATE head SET version = :version, hash = :hash, tag = :tag WHERE stream = 1"
    tell(room, statement, **values)
    assert "table/pit-1 ends at its event" in refused(room)
    assert {fault.check for fault in audited(room).faults} == {Check.CHAIN}
    tell(room, "UPDATE head SET version = version - 1 WHERE stream = 1")
    assert "is not tagged by this room's key" in refused(room)


def test_an_index_that_lacks_rows_is_found_by_the_audit(room: Path) -> None:
    statements = (
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX odd ON event (kind)' WHERE name = 'odd'",
    )
    tell(room, "CREATE INDEX odd ON event (kind) WHERE version > 3", *statements)
    [fault] = audited(room).faults
    assert "the file room.db is damaged: " in fault.sentence


def test_a_database_that_cannot_check_itself_is_told(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(store: SqliteStore) -> Iterator[str]:
        raise OSError("the disk reports an error")

    monkeypatch.setattr(SqliteStore, "damage", fails)
    [fault] = audited(room).faults
    assert fault.sentence == "the database cannot check itself: OSError: the disk reports an error"


def test_a_head_without_events_is_found_by_the_audit(room: Path) -> None:
    tell(room, "INSERT INTO stream VALUES (9, 'table/pit-9', 'table', 0)")
    tell(room, "INSERT INTO head SELECT 9, version, hash, epoch, 0, tag FROM head WHERE stream = 1")
    [fault] = audited(room).faults
    assert fault.sentence == "table pit-9 has a head and not one event"


def test_the_form_of_a_snapshot_of_this_program_is_known(room: Path) -> None:
    with closing(open_store(room, read_only=True)) as store:
        assert store.snapshot("pit-1", snapshots.FORM) is None, "without the key none is trusted"


def test_what_chips_are_worth_cannot_be_edited(path: Path) -> None:
    with Room.open(path) as opened:
        opened.declare(Worth.PLAY, by=Actor("mia", Role.MANAGER))
        assert opened.worth() is Worth.PLAY
        opened.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    cash = "CAST(replace(body, 'play', 'cash') AS BLOB)"
    tell(path, f"UPDATE event SET body = {cash} WHERE kind = 'room-opened'")
    with Room.open(path) as opened, pytest.raises(Corrupt) as caught:
        opened.worth()
    assert caught.value.code == "log.broken"


def test_what_the_room_is_told_meanwhile_waits_for_the_next_look(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Room.open(path) as opened:
        opened.declare(Worth.CASH, by=Actor("mia", Role.MANAGER))
        with monkeypatch.context() as context:
            context.setattr(opened.store, "stream_head", lambda name: StreamHead())
            assert worth_of(opened.store) is None
        assert worth_of(opened.store) is Worth.CASH
