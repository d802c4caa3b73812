"""A log that went back is refused: what an older copy, a lost part or a lost mark may not hide."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import astuple

from fairdeal.errors import FairdealError, Refused, Unavailable
from fairdeal.live import Actor, Role, Room, commands, places
from fairdeal.live.audit import audit
from fairdeal.live.audit.findings import Check
from fairdeal.live.log import mark as marks
from fairdeal.live.log.chain import is_marked
from fairdeal.live.log.mark import Mark, Marker
from fairdeal.live.log.stores import open_store, postgres
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.live.log.stores.protocol import Place
from fairdeal.live.losses import accept_loss
from fairdeal.live.shoe import key_in, new_key, write_key
from tests.live.database import cut_off
from tests.live.entries import KEY, entry, script, until
from tests.live.postgres import Server
from tests.live.tables import FLOOR

MANAGER = Actor("max", Role.MANAGER)

PLAY_UNTIL_KILLED = """
import sys
from fairdeal.live import Room, commands
from tests.live.tables import FLOOR

room = Room.open(sys.argv[1])
for number in range(11, 31):
    room.do(f"pit-{number}", commands.open_table, by=FLOOR, game="three-card-poker")
print(room.store.head().pos, flush=True)
sys.stdin.readline()
room.marker.keep()
print("marked", flush=True)
sys.stdin.readline()
"""


def grow(room: Room, *numbers: int) -> None:
    for number in numbers:
        room.do(f"pit-{number}", commands.open_table, by=FLOOR, game="three-card-poker")


def refusal(where: str | Path, key_file: Path | None = None, code: str = "log.went-back") -> str:
    with pytest.raises(Unavailable) as caught:
        Room.open(where, key_file=key_file)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The log of a room with two tables."""
    path = tmp_path / "room.db"
    with Room.open(path) as room:
        grow(room, 1, 2)
    return path


@pytest.fixture
def old(path: Path, tmp_path: Path) -> Path:
    """An older copy of a log that has grown since."""
    copy = tmp_path / "old.db"
    shutil.copy(path, copy)
    with Room.open(path) as room:
        grow(room, 3, 4, 5)
    return copy


def killed(path: Path, *, marked: bool) -> int:
    """A room that is killed at its work; how many events it had answered for."""
    process = subprocess.Popen(
        script(PLAY_UNTIL_KILLED, str(path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    pos = int(process.stdout.readline())
    if marked:
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "marked\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return pos


def test_each_stop_writes_the_end_of_the_log_into_the_mark(path: Path) -> None:
    key = key_in(Path(f"{path}.key"), create=False)
    mark = marks.read(Path(f"{path}.mark"), key)
    with closing(open_store(path, key, read_only=True)) as store:
        assert mark == (*astuple(store.head()), next(store.read(1)).at)
        assert is_marked(store.head(), key)
        assert marks.missing(store, mark) == ""
    assert Path(f"{path}.mark").stat().st_mode & 0o777 == 0o600
    assert not Path(f"{path}.mark.new").exists()


def test_a_room_at_work_is_marked_each_second(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "EVERY", 0.01)
    file, key = Path(f"{path}.mark"), key_in(Path(f"{path}.key"), create=False)
    with Room.open(path) as room:
        grow(room, 3)
        until(lambda: (marks.read(file, key) or room).pos == 3)  # type: ignore[union-attr]
        file.unlink()
        until(file.exists)
        file.write_bytes(b"")
        until(lambda: file.stat().st_size > 0)
        assert marks.read(file, key) is not None


def test_the_write_ahead_file_deleted_after_a_kill_is_noticed(path: Path) -> None:
    pos = killed(path, marked=True)
    Path(f"{path}-wal").unlink()
    Path(f"{path}-shm").unlink(missing_ok=True)
    said = refusal(path)
    assert f"this room has answered for {pos} events, the last one at 20" in said
    assert "UTC; it ends at event 2: 20 events are missing" in said
    assert said.endswith("restore a newer backup, or fairdeal accept-loss accepts the loss by name")


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_bit_flipped_in_the_write_ahead_file_is_noticed(path: Path, share: float) -> None:
    killed(path, marked=True)
    wal = Path(f"{path}-wal")
    content = bytearray(wal.read_bytes())
    content[int(len(content) * share)] ^= 4
    wal.write_bytes(content)
    assert "has gone back: this room has answered for 22 events" in refusal(path)


def test_a_log_ahead_of_its_mark_opens_and_is_marked(path: Path) -> None:
    pos = killed(path, marked=False)
    key = key_in(Path(f"{path}.key"), create=False)
    Room.open(path).close()
    mark = marks.read(Path(f"{path}.mark"), key)
    assert mark is not None
    assert mark.pos == pos


def test_an_older_copy_in_place_is_noticed(path: Path, old: Path) -> None:
    shutil.copy(old, path)
    assert "it ends at event 2: 3 events are missing" in refusal(path)
    cut_off(path, 0, bytes(32), bytes(32))
    with pytest.raises(FairdealError, match="is not sealed by this room's key"):
        Room.open(path)


def test_rows_deleted_and_the_old_head_put_back_are_noticed(path: Path, old: Path) -> None:
    with closing(sqlite3.connect(old)) as before, closing(sqlite3.connect(path)) as file, file:
        for name in ("log", "stream", "head", "command", "event", "place", "snapshot"):
            file.execute(f"DELETE FROM {name}")
            rows = before.execute(f"SELECT * FROM {name}").fetchall()
            for row in rows if name != "snapshot" else ():
                file.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    assert "it ends at event 2: 3 events are missing" in refusal(path)


def test_an_empty_new_log_under_the_old_key_is_noticed(path: Path) -> None:
    key = key_in(Path(f"{path}.key"), create=False)
    path.unlink()
    open_store(path, key).close()
    assert "it ends at event 0: 2 events are missing" in refusal(path)
    Path(f"{path}.key").unlink()
    assert f"is empty, but {path}.mark of a room is there" in refusal(path, code="log.missing")


def test_another_history_of_the_same_length_is_noticed(path: Path, old: Path) -> None:
    mark = Path(f"{path}.mark").read_bytes()
    shutil.copy(old, path)
    Path(f"{path}.mark").unlink()
    accept_loss(path, by=MANAGER, reason="a test of another history")
    with Room.open(path) as room:
        grow(room, 6, 7, 8)
    Path(f"{path}.mark").write_bytes(mark)
    assert "the last one at 20" in (said := refusal(path))
    assert "event 5 is another one" in said


def forged(text: bytes) -> bytes:
    return text.replace(b"\n2 ", b"\n1 ")


@pytest.mark.parametrize(
    "change", [forged, lambda text: text[:40], lambda text: text + b"\n7", lambda text: b"\xff"]
)
def test_a_mark_that_was_forged_or_cut_is_refused(
    path: Path, change: Callable[[bytes], bytes]
) -> None:
    file = Path(f"{path}.mark")
    file.write_bytes(change(file.read_bytes()))
    said = refusal(path, code="log.mark-unreadable")
    assert str(file) in said
    assert "fairdeal accept-loss" in said


def test_a_mark_of_another_room_is_refused(path: Path, tmp_path: Path) -> None:
    Room.open(tmp_path / "other.db").close()
    shutil.copy(tmp_path / "other.db.mark", f"{path}.mark")
    assert "was not written with this room's key" in refusal(path, code="log.mark-unreadable")


@pytest.mark.parametrize("is_older", [False, True])
def test_a_deleted_mark_is_noticed(path: Path, old: Path, is_older: bool) -> None:
    if is_older:
        shutil.copy(old, path)
    Path(f"{path}.mark").unlink()
    said = refusal(path, code="log.mark-missing")
    assert f"it should be in {path}.mark; put it there, name its place with --mark" in said


def test_a_log_that_never_had_a_mark_is_accepted_once(tmp_path: Path) -> None:
    path, key = tmp_path / "room.db", new_key()
    write_key(Path(f"{path}.key"), key)
    with closing(open_store(path, key)) as store:  # as an older program has written it
        store.append(entry())
        assert not is_marked(store.head(), key)
    Room.open(path).close()
    with closing(open_store(path, key)) as store:
        assert is_marked(store.head(), key)
        store.append(entry(version=1))
        assert is_marked(store.head(), key), "also when a program writes that knows no mark"
    Path(f"{path}.mark").unlink()
    refusal(path, code="log.mark-missing")


def test_the_mark_may_lie_elsewhere(path: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    shutil.move(f"{path}.mark", tmp_path / "disk")
    with Room.open(path, mark_file=tmp_path / "disk") as room:
        assert room.marker is not None
        assert room.marker.path == tmp_path / "disk/room.db.mark"
    shutil.move(tmp_path / "disk/room.db.mark", tmp_path / "disk/other")
    Room.open(path, mark_file=tmp_path / "disk/other").close()


def test_a_mark_that_cannot_be_written_stops_no_room(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    said = f"the mark {path}.mark cannot be written: no space left on device"
    with Room.open(path) as room:
        assert room.marker is not None
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            patched.setattr(marks, "flush", full)
            room.marker.note(Place(1, bytes(32), 0))
            room.marker._pos = -1
            Path(f"{path}.mark").unlink()
            assert not room.marker.keep()
            assert not room.marker.keep()
        assert (room.marker.trouble, room.notes.count(said)) == (said, 1)
        grow(room, 3)
        assert room.marker.keep()
        assert room.notes[-1] == f"the mark {path}.mark is written again"
    assert [each.getMessage() for each in caplog.records if each.levelname == "WARNING"] == [
        f"{said}; the room goes on"
    ]
    assert not Path(f"{path}.mark.new").exists()


def test_a_room_whose_mark_could_never_be_written_opens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.db"
    for _ in range(2):
        with Room.open(path, mark_file=tmp_path / "none" / "room.mark") as room:
            assert "room.mark cannot be written: no such file or directory" in room.notes[-1]


def test_the_mark_waits_for_another_process_and_no_longer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "_PATIENCE", 0.05)
    with Room.open(path) as room, marks._alone(Path(f"{path}.mark")):
        assert room.marker is not None
        Path(f"{path}.mark").unlink()
        assert not room.marker.keep()
        assert room.marker.trouble.endswith("another process holds it locked")


def test_a_loss_is_accepted_by_name(path: Path, old: Path) -> None:
    shutil.copy(old, path)
    refusal(path)
    with pytest.raises(Refused, match="floor fran may not accept a loss: that takes a manager"):
        accept_loss(path, by=FLOOR, reason="no")
    with pytest.raises(Refused, match="a reason must be given"):
        accept_loss(path, by=MANAGER, reason=" ")
    row = accept_loss(path, by=MANAGER, reason="the disk failed")
    assert (row.pos, row.stream, row.actor, row.role) == (3, "room:", "max", "manager")
    with Room.open(path) as room:
        grow(room, 3)
        assert room.worth() is None
        found = audit(room.store, key_in(Path(f"{path}.key"), create=False))
    assert found.holds
    assert (
        "max accepted at event 3 that the log had lost events (its last one was"
        in (found.warnings[0])
    )
    with pytest.raises(Refused, match="has lost nothing that its mark has") as refused:
        accept_loss(path, by=MANAGER, reason="again")
    assert refused.value.code == "loss.none"


@pytest.mark.parametrize("change", [Path.unlink, lambda file: file.write_bytes(b"")])
def test_a_lost_mark_is_accepted_by_name(path: Path, change: Callable[[Path], object]) -> None:
    change(Path(f"{path}.mark"))
    accept_loss(path, by=MANAGER, reason="the disk of the mark failed")
    Room.open(path).close()


def test_an_accepted_loss_whose_mark_cannot_be_written_is_accepted_again(
    path: Path, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    shutil.copy(old, path)
    with monkeypatch.context() as patched:
        patched.setattr(marks, "write", full)
        with pytest.raises(Unavailable, match="accepted as event 3, but the mark") as refused:
            accept_loss(path, by=MANAGER, reason="the disk failed")
    assert refused.value.code == "log.mark-unwritable"
    refusal(path)
    assert accept_loss(path, by=MANAGER, reason="the disk failed").pos == 4
    Room.open(path).close()


def test_the_audit_finds_what_the_mark_has_and_the_log_lacks(path: Path, old: Path) -> None:
    key = key_in(Path(f"{path}.key"), create=False)
    mark = marks.read(Path(f"{path}.mark"), key)
    with closing(open_store(path, key, read_only=True)) as store:
        assert audit(store, key, mark=mark).holds
    with closing(open_store(old, key, read_only=True)) as store:
        fault = audit(store, key, mark=mark).first_fault
        assert fault is not None
        assert fault.check is Check.MARK
        assert "it ends at event 2, and the room's mark has event 5 of 20" in fault.sentence
        fault = audit(store, key, mark=Mark(2, bytes(32), b"", 0)).first_fault
        assert fault is not None
        assert "the room's mark has another event 2" in fault.sentence


def tables_of(database: str) -> dict[str, list[tuple[object, ...]]]:
    with psycopg.connect(database) as connection:
        return {
            name: connection.execute(f"SELECT * FROM {name}".encode()).fetchall()
            for name in ("log", "stream", "head", "command", "event", "place", "snapshot")
        }


def put_back(database: str, tables: dict[str, list[tuple[object, ...]]]) -> None:
    """Another copy of the tables in place, as an older data directory brings it."""
    with psycopg.connect(database) as connection:
        for name, rows in tables.items():
            connection.execute(f"DELETE FROM {name}".encode())
            for row in rows:
                values = ", ".join(["%s"] * len(row))
                connection.execute(f"INSERT INTO {name} VALUES ({values})".encode(), row)


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    """Where the key and the mark of a room in a database lie."""
    return tmp_path / "room.key"


def test_older_tables_under_a_stopped_room_are_noticed(database: str, key_file: Path) -> None:
    with Room.open(database, key_file=key_file) as room:
        grow(room, 1, 2)
        room.store.catch_up()
        older = tables_of(database)
        grow(room, 3, 4)
    put_back(database, older)
    assert "it ends at event 2: 2 events are missing" in refusal(database, key_file)
    accept_loss(database, key_file=key_file, by=MANAGER, reason="a standby was promoted")
    Room.open(database, key_file=key_file).close()


@pytest.mark.parametrize("others", [0, 3])
def test_older_tables_under_a_running_room_end_its_writing(
    database: str, key_file: Path, others: int
) -> None:
    with Room.open(database, key_file=key_file) as room:
        grow(room, 1, 2)
        room.store.catch_up()
        older = tables_of(database)
        grow(room, 3)
        room.store.catch_up()
        put_back(database, older)
        with closing(open_store(database, key_in(key_file, create=False))) as store:
            for number in range(others):  # another process goes on from the older end
                store.append(entry("pit-9", version=number))
        lacks = "event 3 is another one" if others else "1 of its 3 events are missing"
        for number in (4, 5):
            with pytest.raises(Unavailable, match=lacks) as caught:
                grow(room, number)
            assert caught.value.code == "log.went-back"
        assert room.store.went_back
        assert lacks in room.store.stopped
    assert len(tables_of(database)["event"]) == 2 + others
    mark = marks.read(key_file.with_suffix(".mark"), key_in(key_file, create=False))
    assert mark is not None
    assert mark.pos == 3


def test_two_processes_on_one_log_have_marks_of_their_own(
    database: str, key_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_TURN_EVERY", 3600)
    with (
        Room.open(database, key_file=key_file, mark_file=tmp_path / "a.mark") as first,
    ):
        shutil.copy(tmp_path / "a.mark", tmp_path / "b.mark")
        with Room.open(database, key_file=key_file, mark_file=tmp_path / "b.mark") as second:
            grow(first, 1)
            grow(second, 2)
            grow(first, 3)
            first.store.catch_up()
            older = tables_of(database)
            grow(second, 4)
            second.store.catch_up()
            put_back(database, older)
            with pytest.raises(Unavailable, match="1 of its 4 events are missing"):
                grow(second, 5)
            grow(first, 6)  # which had not seen that event; the next start of the other notices
    with pytest.raises(Unavailable, match="event 4 is another one"):
        Room.open(database, key_file=key_file, mark_file=tmp_path / "b.mark")
    Room.open(database, key_file=key_file, mark_file=tmp_path / "a.mark").close()


def test_two_processes_may_share_one_mark_which_never_goes_back(
    database: str, key_file: Path
) -> None:
    with Room.open(database, key_file=key_file) as first:
        with Room.open(database, key_file=key_file) as second:
            grow(first, 1)
            grow(second, 2)
        assert first.marker is not None
        first.marker._pos = -1
        assert first.marker.keep()
        mark = marks.read(key_file.with_suffix(".mark"), key_in(key_file, create=False))
        assert mark is not None
        assert mark.pos == 2


def test_a_marker_knows_a_newer_mark_by_its_key(tmp_path: Path) -> None:
    file = tmp_path / "room.mark"
    marks.write(file, Mark(7, bytes(32), b"", 0), KEY)
    assert Marker(file, KEY, None).keep()
    assert str(marks.read(file, KEY)).startswith("event 7 of 1970-01-01 00:00:00 UTC")
    assert Marker(file, b"another key", None).keep()
    assert str(marks.read(file, b"another key")) == "event 0"


def test_a_room_in_a_database_keeps_its_mark_beside_the_key(server: Server) -> None:
    assert places.mark_path(server.address, "/etc/room.key") == Path("/etc/room.mark")
    assert marks.moment(10**30) == f"{10**30} microseconds after 1970"
