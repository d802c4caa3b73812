"""A log in an SQLite file: crashes, full disks, wrong files, and two who want to write."""

import errno
import fcntl
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from fairdeal.errors import Corrupt, FairdealError, Malformed, Refused, Unavailable
from fairdeal.live.log.chain import head_of, verify
from fairdeal.live.log.stores import open_store, sqlite
from fairdeal.live.log.stores.connecting import is_sound, sqlite3
from fairdeal.live.log.stores.file import flush
from fairdeal.live.log.stores.sqlite import SqliteStore
from tests.live.database import PLANTED, cut_off, end_at, plant
from tests.live.entries import KEY, entry, has_code, held, in_line, script, until

WRITE_FOR_EVER = """
import sys
from pathlib import Path
from fairdeal.live.log.stores import open_store
from tests.live.entries import KEY, entry

log = open_store(sys.argv[1], KEY)
version = log.streams().get("pit-1", 0)
while True:
    futures = [log.submit(entry(version=version + ahead)) for ahead in range(8)]
    version += 8
    for future in futures:
        print(future.result()[0].pos, flush=True)
"""

WRITE_TO_THE_LIMIT = """
import json, resource, sys
from pathlib import Path
from fairdeal.errors import Unavailable
from fairdeal.live.log.stores import open_store
from tests.live.entries import KEY, entry

log = open_store(sys.argv[1], KEY)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
pos = 0
try:
    while True:
        pos = log.append(entry(version=pos, body=bytes(1000)))[0].pos
except Unavailable as error:
    refused = [error.code, str(error)]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
try:
    log.append(entry(version=pos, key="again"))
except Unavailable as error:
    again = [error.code, str(error)]
log.close()
print(json.dumps([pos, refused, again]))
"""

LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM event").fetchone()
connection.close()
"""

WITHOUT_THE_WHEEL = """
import sys
sys.modules["pysqlite3"] = None
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.connecting import sqlite3
from tests.live.entries import KEY, entry

log = open_store(sys.argv[1], KEY)
print(sqlite3.__name__, log.append(entry())[0].pos)
log.close()
"""

FORKS_AND_ENDS = """
import os, sys
from fairdeal.errors import Unavailable
from fairdeal.live.log.stores.file import guard_of
from pathlib import Path

# A grandchild of the test holds what its parent has locked, until the test's child has looked.
ready, is_ready = os.pipe()
held, let_go = os.pipe()
if os.fork() == 0:
    guard_of(Path(sys.argv[1]))
    if os.fork() == 0:
        os.close(let_go)
        os.write(is_ready, b"x")
        os.read(held, 1)
    os._exit(0)
os.wait()
os.read(ready, 1)
try:
    guard_of(Path(sys.argv[1]))
except Unavailable as error:
    print(error, flush=True)
os.close(let_go)
"""


def change(path: Path, statement: str, *values: object) -> None:
    """What somebody with another tool might do to the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement, values)


def refusal(call: Callable[[], object], kind: type[FairdealError], code: str) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert has_code(caught.value, code)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_heads_that_do_not_move_are_damage_and_nothing_is_written(path: Path) -> None:
    written(path)
    change(path, "CREATE TRIGGER no BEFORE UPDATE ON head BEGIN SELECT RAISE(IGNORE); END")
    log = open_store(path, KEY)
    said = refusal(lambda: log.append(entry(version=3)), Corrupt, "log.broken")
    assert said == "a head was changed while its table was written"
    assert log.head().pos == 3
    log.close()


def test_a_head_that_another_key_tagged_is_not_written_on(path: Path) -> None:
    written(path)
    change(path, "UPDATE head SET tag = zeroblob(32)")
    log = open_store(path, KEY)
    said = refusal(lambda: log.append(entry(version=3)), Corrupt, "log.broken")
    assert "the head of table/pit-1 (event 3) is not tagged by this room's key" in said
    log.close()


@pytest.mark.parametrize(
    ("form", "relations"),
    [(1, "event head snapshot"), (2, "log stream head command event snapshot")],
)
def test_a_log_of_an_earlier_form_is_refused(path: Path, form: int, relations: str) -> None:
    for name in relations.split():
        change(path, f"CREATE TABLE {name} (form)")
    said = refusal(lambda: open_store(path, KEY), Malformed, "store.form")
    assert said.endswith(f"has form {form}, and this version of the program knows form 3")


def written(path: Path, entries: int = 3) -> None:
    log = open_store(path, KEY)
    for version in range(entries):
        log.append(entry(version=version))
    log.close()


def test_a_killed_process_loses_nothing_that_it_acknowledged(path: Path) -> None:
    written(path)
    for _ in range(3):
        command = script(WRITE_FOR_EVER, str(path))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(100)]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.readlines()
        acknowledged = int([line for line in lines if line.endswith("\n")][-1])
        looking = open_store(path, read_only=True)
        head = looking.head()
        assert head.pos >= acknowledged
        verify(looking.read(), head, KEY)
        looking.close()
    written_again = open_store(path, KEY)
    assert written_again.append(entry(version=head.pos))[0].pos == head.pos + 1
    written_again.close()


def test_after_a_write_that_broke_off_the_log_takes_nothing_more_and_a_start_goes_on(
    path: Path,
) -> None:
    done = subprocess.run(
        script(WRITE_TO_THE_LIMIT, str(path)), capture_output=True, text=True, check=True
    )
    pos, refused, again = json.loads(done.stdout)
    assert pos > 5
    assert refused == [
        "store.doubtful",
        f"the log in {path} cannot be written: the disk reports an error; "
        "whether anything was recorded is not known",
    ]
    assert again == [
        "store.stopped",
        f"the log in {path} takes nothing more since a write broke off: start the program again,"
        " which reads what the log has; nothing was recorded",
    ]
    log = open_store(path, KEY)
    head = log.head()
    assert head.pos >= pos
    assert log.append(entry(version=head.pos, key="again"))[0].pos == head.pos + 1
    verify(log.read(), log.head(), KEY)
    log.close()


class SyncError(sqlite3.OperationalError):
    """What SQLite says when a disk does not keep what it was given."""

    sqlite_errorcode = sqlite3.SQLITE_IOERR | (4 << 8)


class FullError(sqlite3.OperationalError):
    """What SQLite says when a disk takes no more."""

    sqlite_errorcode = sqlite3.SQLITE_FULL


def fails_at_commit(log: SqliteStore, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a COMMIT is carried out, as far as anybody can see later, and then fails."""
    assert log._engine is not None

    def commit(connection: sqlite3.Connection) -> None:
        if not isinstance(error, FullError):
            connection.commit()
        raise error

    monkeypatch.setattr(log._engine.dialect, "do_commit", commit)


@pytest.mark.parametrize("error", [SyncError("disk I/O error"), MemoryError("no memory")])
def test_whatever_fails_a_commit_nobody_is_told_that_nothing_was_recorded(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    log = SqliteStore(path, KEY)
    assert not log.stopped
    fails_at_commit(log, error, monkeypatch)
    said = refusal(lambda: log.append(entry()), Unavailable, "store.doubtful")
    assert said.endswith("; whether anything was recorded is not known")
    assert log.stopped == said
    monkeypatch.undo()
    refusal(lambda: log.append(entry("pit-2")), Unavailable, "store.stopped")
    log.close()
    again = open_store(path, KEY)
    assert again.streams() == {"pit-1": 1}
    again.close()


def test_every_connection_that_writes_waits_for_the_disk(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill cannot show it: what was written stays with the system until a power cut."""
    settings: list[tuple[str, int, str]] = []

    class Watched(sqlite3.Connection):
        def close(self) -> None:
            [(_, _, file), *_] = self.execute("PRAGMA database_list").fetchall()
            [[is_read]] = self.execute("PRAGMA query_only")
            [[waits]] = self.execute("PRAGMA synchronous")
            [[journal]] = self.execute("PRAGMA journal_mode")
            if not is_read:
                settings.append((Path(file).name, waits, journal))
            super().close()

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    log = SqliteStore(path, KEY)
    log.append(entry())
    log.seal(bytes(32))
    log.backup(tmp_path / "copy.db")
    with closing(SqliteStore(path, bytes(32), read_only=True)) as reader:
        assert reader.head().pos == 1  # who reads keeps the write-ahead file, which is then emptied
        log.close()
    full = 2
    [copy] = [each for each in settings if each[0].startswith("copy.db")]
    own = [each for each in settings if each != copy]
    assert copy[1:] == (full, "delete")
    assert len(own) > 1
    assert set(own) == {("room.db", full, "wal")}


def test_a_disk_that_is_full_at_the_commit_has_recorded_nothing_and_may_be_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = SqliteStore(path, KEY)
    fails_at_commit(log, FullError("database or disk is full"), monkeypatch)
    said = refusal(lambda: log.append(entry()), Unavailable, "store.unavailable")
    assert said.endswith("the disk is full; nothing was recorded")
    monkeypatch.undo()
    assert not log.stopped
    assert log.append(entry())[0].pos == 1
    log.close()


def test_a_full_disk_fails_everything_in_line_and_nothing_is_half_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WRITER", (*sqlite._WRITER, "max_page_count=40"))
    log = SqliteStore(path, KEY)
    pos = log.append(entry())[0].pos
    big = entry(version=1, kinds=("seat-paid",) * 50, body=bytes(4000))
    with held(log):
        log.submit(entry("pit-9"))
        until(lambda: not in_line(log))
        futures = [log.submit(entry("pit-2")), log.submit(big)]
        futures += [log.submit(entry("pit-3"))]
    for future in futures:
        said = refusal(future.result, Unavailable, "store.unavailable")
        assert said == (
            f"the log in {path} cannot be written: the disk is full; nothing was recorded"
        )
    assert log.failures == 1
    assert log.head().pos == pos + 1
    assert log.streams() == {"pit-1": 1, "pit-9": 1}
    assert log.append(entry("pit-2"))[0].pos == pos + 2
    verify(log.read(), log.head(), KEY)
    log.close()


def test_a_file_that_was_moved_away_is_not_written(path: Path, tmp_path: Path) -> None:
    log = open_store(path, KEY)
    log.append(entry())
    path.rename(tmp_path / "elsewhere.db")
    said = refusal(lambda: log.append(entry(version=1)), Unavailable, "store.unavailable")
    assert said == (
        f"the log in {path} cannot be written: "
        "the file room.db was moved or deleted; nothing was recorded"
    )
    shutil.copy(tmp_path / "elsewhere.db", path)
    refusal(lambda: log.append(entry(version=1)), Unavailable, "store.unavailable")
    (tmp_path / "elsewhere.db").replace(path)
    assert log.append(entry(version=1))[0].pos == 2
    log.close()


def test_somebody_who_locks_the_file_is_waited_for_and_then_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WRITER", (*sqlite._WRITER, "busy_timeout=20"))
    log = SqliteStore(path, KEY)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = refusal(lambda: log.append(entry()), Unavailable, "store.unavailable")
    assert "another program holds it locked" in said
    assert log.append(entry())
    log.close()


def test_only_one_process_writes_and_the_second_learns_which(path: Path) -> None:
    log = open_store(path, KEY)
    said = refusal(lambda: open_store(path, KEY), Unavailable, "store.in-use")
    assert said == (f"the log in {path} is in use by process {os.getpid()}: only one may write it")
    log.close()
    command = script(WRITE_FOR_EVER, str(path))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        said = refusal(lambda: open_store(path, KEY), Unavailable, "store.in-use")
        assert f"by process {process.pid}:" in said
        process.kill()
    open_store(path, KEY).close()


def test_a_sqlite_is_sound_from_its_fix_on_and_the_backports_count() -> None:
    faulty = [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 0), (3, 51, 2)]
    sound = [(3, 44, 6), (3, 44, 9), (3, 50, 7), (3, 51, 3), (3, 52, 0), (3, 53, 4), (4, 0, 0)]
    assert not any(map(is_sound, faulty))
    assert all(map(is_sound, sound))


def test_the_sqlite_of_the_wheel_writes_the_log_where_there_is_one(path: Path) -> None:
    assert sqlite3.__name__ == "pysqlite3.dbapi2"
    assert is_sound()
    log = SqliteStore(path)
    with log._readers.connect() as connection:
        found = connection.execute(sa.text("SELECT sqlite_version()")).scalar_one()
    log.close()
    assert (found, log.notes) == (sqlite3.sqlite_version, [])


def test_without_the_wheel_the_standard_library_writes_the_log(path: Path) -> None:
    done = subprocess.run(script(WITHOUT_THE_WHEEL, str(path)), capture_output=True, text=True)
    assert done.stdout.split() == ["sqlite3", "1"], done.stderr


def test_a_place_that_holds_no_log_is_told_in_one_sentence(path: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("a letter that is not a database")
    foreign = tmp_path / "foreign.db"
    change(foreign, "CREATE TABLE guest (name TEXT)")
    empty = tmp_path / "empty.db"
    empty.touch()
    locked = tmp_path / "locked.db"
    (tmp_path / "locked.db.lock").mkdir()

    def told(place: Path, kind: type[FairdealError], code: str, read_only: bool = False) -> str:
        return refusal(lambda: open_store(place, KEY, read_only=read_only), kind, code)

    assert told(tmp_path / "no" / "log.db", Unavailable, "store.unavailable") == (
        f"there is no folder {tmp_path / 'no'} to keep the log log.db in"
    )
    assert told(path, Unavailable, "store.none", True) == f"there is no log in {path}"
    assert told(tmp_path, Malformed, "store.foreign") == (
        f"{tmp_path} is a folder: a log wants a file"
    )
    assert told(Path("/dev/null"), Malformed, "store.foreign") == (
        "/dev/null is a device: a log wants a file"
    )
    assert told(tmp_path / "letter.txt", Malformed, "store.foreign") == (
        f"{tmp_path / 'letter.txt'} is not a database"
    )
    assert told(tmp_path / "letter.txt" / "log.db", Unavailable, "store.unavailable").endswith(
        "cannot be opened: not a directory"
    )
    assert told(foreign, Malformed, "store.foreign") == (
        f"the database {foreign} is not a log: it holds guest"
    )
    assert told(empty, Unavailable, "store.none", True) == (
        f"there is no log in {empty}: it is empty"
    )
    assert told(locked, Unavailable, "store.unavailable") == (
        f"the log in {locked} cannot be locked: is a directory"
    )
    open_store(empty, KEY).close()


def test_a_log_that_may_not_be_read_is_told_in_one_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    said = refusal(lambda: open_store(path, KEY), Unavailable, "store.unavailable")
    assert said == f"the log in {path} cannot be opened: permission denied"


def test_a_disk_that_is_full_when_the_log_is_locked_is_told_in_one_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        said = refusal(lambda: open_store(path, KEY), Unavailable, "store.unavailable")
    assert said == f"the log in {path} cannot be locked: no space left on device"
    # The lock was let go.
    written(path)


def test_a_lock_file_that_cannot_be_read_while_it_is_held_names_no_process(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    log = open_store(path, KEY)
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", locked)  # as Windows answers
        said = refusal(lambda: open_store(path, KEY), Unavailable, "store.in-use")
    log.close()
    assert said == f"the log in {path} is in use by another process: only one may write it"


def test_a_forked_child_keeps_the_lock_of_a_room_that_has_ended(path: Path) -> None:
    """What the room began may still be written by its child."""
    done = subprocess.run(
        script(FORKS_AND_ENDS, str(path)), capture_output=True, text=True, timeout=60
    )
    assert "is in use by process" in done.stdout, done.stderr
    open_store(path, KEY).close()


def test_names_are_made_durable_where_a_system_can_open_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    flush(tmp_path)
    assert len(synced) == 1
    monkeypatch.delattr(os, "O_DIRECTORY")
    flush(tmp_path)
    assert len(synced) == 1


def test_who_has_just_taken_the_lock_is_another_process(path: Path) -> None:
    with (path.parent / "room.db.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = refusal(lambda: open_store(path, KEY), Unavailable, "store.in-use")
    assert said == f"the log in {path} is in use by another process: only one may write it"


def test_a_log_has_one_name_whatever_leads_to_it(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    log = open_store(link, KEY)
    assert log.name == str(path)
    refusal(lambda: open_store(path, KEY), Unavailable, "store.in-use")
    log.append(entry())
    log.close()
    assert open_store(path, read_only=True).head().pos == 1
    (tmp_path / "round.db").symlink_to("round.db")
    said = refusal(lambda: open_store(tmp_path / "round.db"), Unavailable, "store.unavailable")
    assert said.endswith("cannot be opened: too many levels of symbolic links")


def test_a_log_with_two_names_is_refused(path: Path, tmp_path: Path) -> None:
    written(path)
    (tmp_path / "second.db").hardlink_to(path)
    for name in (path, tmp_path / "second.db"):
        for read_only in (False, True):
            said = refusal(
                lambda: open_store(name, KEY, read_only=read_only),  # noqa: B023
                Unavailable,
                "store.unavailable",
            )
            assert said == (
                f"the log in {name} cannot be opened: it has 2 names (hard links), and may have one"
            )
    (tmp_path / "second.db").unlink()
    written(path, 0)


@pytest.mark.parametrize("end", ["-wal", "-shm", ".lock"])
def test_a_log_that_has_lost_a_file_beside_it_is_not_written(path: Path, end: str) -> None:
    log = open_store(path, KEY)
    log.append(entry())
    beside = path.with_name(path.name + end)
    beside.unlink()
    for attempt in range(2):
        said = refusal(lambda: log.append(entry(version=1)), Unavailable, "store.unavailable")
        assert said == (
            f"the log in {path} cannot be written: "
            f"the file room.db{end} was moved or deleted; nothing was recorded"
        )
        if not attempt:
            beside.touch()
    log.close()
    # Closed in good order, a log puts everything that it has acknowledged into the one file.
    beside.unlink(missing_ok=True)
    again = open_store(path, KEY)
    assert again.append(entry(version=1))[0].pos == 2
    again.close()


def test_what_went_into_a_file_that_is_gone_is_not_acknowledged(path: Path) -> None:
    log = SqliteStore(path, KEY)
    assert log._engine is not None
    log.append(entry())

    def delete(_: sa.Connection) -> None:
        (path.parent / "room.db-wal").unlink()

    sa.event.listen(log._engine, "commit", delete)
    said = refusal(lambda: log.append(entry(version=1)), Unavailable, "store.doubtful")
    assert said == (
        f"the log in {path} cannot be written: the file room.db-wal was moved or deleted; "
        "whether anything was recorded is not known"
    )
    log.close()


def test_a_look_at_the_log_leaves_its_locks_alone(path: Path) -> None:
    log = open_store(path, KEY)
    log.append(entry())
    refusal(lambda: open_store(path, KEY), Unavailable, "store.in-use")
    open_store(path, read_only=True).close()
    # Another program that is the last to close the file would take the write-ahead log away.
    subprocess.run(script(LOOK, str(path)), check=True)
    assert (path.parent / "room.db-wal").exists()
    assert log.append(entry(version=1))[0].pos == 2
    log.close()


def test_a_refused_log_is_let_go(path: Path) -> None:
    written(path)
    for _ in range(2):
        refusal(lambda: open_store(path, b"another key"), Corrupt, "log.broken")
    written(path, 0)


def test_a_log_of_another_form_is_refused(path: Path) -> None:
    written(path)
    change(path, "UPDATE log SET form = 9")
    said = f"the log in {path} has form 9, and this version of the program knows form 3"
    assert refusal(lambda: open_store(path, KEY), Malformed, "store.form") == said
    looking = refusal(lambda: open_store(path, read_only=True), Malformed, "store.form")
    assert looking == said


def test_a_log_whose_end_was_cut_off_is_not_written_again(path: Path) -> None:
    written(path)
    change(path, "DELETE FROM place WHERE pos = 3")
    said = refusal(lambda: open_store(path, KEY), Corrupt, "log.broken")
    assert said == "the log ends at event 2, but its head names event 3"
    last = end_at(path, 2)
    cut_off(path, 2, last, head_of(b"", 2, last).seal)
    said = refusal(lambda: open_store(path, KEY), Corrupt, "log.broken")
    assert "is not sealed by this room's key" in said


def test_a_row_outside_of_the_log_is_neither_used_nor_kept_quiet(path: Path) -> None:
    log = open_store(path, KEY)
    log.append(entry(key="one"))
    plant(path, pos=-1, stream=1, version=2, key="forged")
    plant(path, pos=0, stream=9, version=1, key="forged")
    plant(path, pos=2, stream=1, version=3, key="ahead")
    assert log.streams() == {"pit-1": 1}
    assert [event.key for event in log.stream("pit-1")] == ["one"]
    assert list(log.stream("pit-9")) == []
    assert log.answer("pit-1", "forged") == log.answer("pit-1", "ahead") == ()
    assert [known.key for known in log.recent_keys("pit-1", 9)] == ["one"]
    outside = f"the log in {path} holds rows before event 1, which are none of its own"
    assert refusal(lambda: log.append(entry(version=1)), Corrupt, "log.broken") == outside
    log.close()
    assert refusal(lambda: open_store(path, KEY), Corrupt, "log.broken") == outside
    change(path, "DELETE FROM place WHERE pos < 1")
    said = refusal(lambda: open_store(path, KEY), Corrupt, "log.broken")
    assert said == "the log ends at event 2, but its head names event 1"


def test_a_second_head_is_not_looked_at(path: Path) -> None:
    written(path)
    log = open_store(path, KEY)
    change(
        path,
        "INSERT INTO log SELECT 0, room, incarnation, entries, 9, hash, seal, house, public_key"
        " FROM log",
    )
    assert log.head().pos == 3
    assert log.streams() == {"pit-1": 3}
    log.close()


def test_events_are_counted_from_one(path: Path) -> None:
    written(path)
    with closing(sqlite3.connect(path)) as connection:
        for statement, pos, version in ((PLANTED[0], 0, 1), (PLANTED[2], 9, 0)):
            values = {"pos": pos, "stream": 2, "version": version}
            with pytest.raises(sqlite3.IntegrityError, match="CHECK constraint failed"):
                connection.execute(statement, values)


def test_a_log_without_its_head_is_damage(path: Path) -> None:
    written(path)
    log = open_store(path, KEY)
    change(path, "DELETE FROM log")
    said = refusal(lambda: log.append(entry(version=3)), Corrupt, "log.broken")
    assert said == f"the log in {path} has lost its head"
    log.close()


def test_a_head_that_was_set_back_under_way_is_noticed_before_anything_is_written(
    path: Path,
) -> None:
    written(path)
    log = open_store(path, KEY)
    change(path, "UPDATE log SET pos = 1")
    refusal(lambda: log.append(entry(version=3)), Corrupt, "log.broken")
    first = next(log.read())
    sealed = head_of(KEY, 1, first.log_hash)
    change(path, "UPDATE log SET hash = ?, seal = ?", sealed.hash, sealed.seal)
    said = refusal(lambda: log.append(entry(version=3)), Corrupt, "log.broken")
    assert said == "the log ends at event 3, but its head names event 1"
    log.close()


def test_a_database_that_takes_no_events_is_told_in_one_sentence(path: Path) -> None:
    log = open_store(path, KEY)
    change(path, "CREATE TRIGGER no BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no'); END")
    said = refusal(lambda: log.append(entry()), Corrupt, "log.broken")
    assert said == f"the log in {path} takes no more events: no"
    log.close()


def test_a_connection_that_cannot_be_set_up_is_let_go(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WRITER", ("no setting",))
    said = refusal(lambda: SqliteStore(path, KEY), Unavailable, "store.unavailable")
    assert said.startswith(f"the log in {path} cannot be written: near ")


def test_a_damaged_file_is_told_in_one_sentence(path: Path) -> None:
    written(path, 200)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    looking = "cannot be read: the file is damaged"
    said = refusal(
        lambda: list(open_store(path, read_only=True).read()), Unavailable, "store.unavailable"
    )
    assert said.endswith(looking)


def test_a_file_that_is_no_database_inside_is_told_in_one_sentence(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    for read_only in (False, True):
        said = refusal(
            lambda: open_store(path, KEY, read_only=read_only),  # noqa: B023
            Malformed,
            "store.foreign",
        )
        assert said == f"{path} is not a database"
    assert sorted(path.parent.iterdir()) == [path]


def test_another_complaint_of_the_database_is_passed_on_as_it_is(path: Path) -> None:
    log = open_store(path, KEY)
    change(path, "DROP TABLE snapshot")
    said = refusal(lambda: log.snapshot("pit-1", "1"), Unavailable, "store.unavailable")
    assert said == f"the log in {path} cannot be read: no such table: snapshot"
    log.close()


def test_a_backup_is_a_log_of_its_own(path: Path, tmp_path: Path) -> None:
    log = open_store(path, KEY)
    for version in range(3):
        log.append(entry(version=version))
    copy = tmp_path / "copy.db"
    (tmp_path / "copy.db.part").write_text("somebody else's")
    assert log.backup(copy) == log.head()
    log.append(entry(version=3))
    restored = open_store(copy, KEY)
    assert [event.pos for event in restored.read()] == [1, 2, 3]
    verify(restored.read(), restored.head(), KEY)
    assert restored.append(entry(version=3))
    restored.close()
    log.close()
    assert {file.name for file in tmp_path.glob("copy.db*")} == {
        "copy.db",
        "copy.db.lock",
        "copy.db.part",
    }
    assert (tmp_path / "copy.db.part").read_text() == "somebody else's"


def test_a_backup_never_overwrites_anything(path: Path, tmp_path: Path) -> None:
    written(path)
    looking = open_store(path, read_only=True)
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    said = refusal(lambda: looking.backup(copy), Refused, "store.no-backup")
    assert said == f"{copy} exists already: a backup wants a file of its own"
    assert copy.read_text() == "precious"
    looking.close()


def test_a_backup_is_not_put_where_the_log_keeps_its_own(path: Path, tmp_path: Path) -> None:
    written(path)
    (tmp_path / "there").symlink_to(tmp_path)
    looking = open_store(path, read_only=True)
    for end in ("-wal", "-shm", "-journal", ".lock", ".key"):
        for folder in (tmp_path, tmp_path / "there"):
            target = folder / f"room.db{end}"
            said = refusal(lambda: looking.backup(target), Refused, "store.no-backup")  # noqa: B023
            assert said == f"{path}{end} belongs to the log: a backup wants a file of its own"
    looking.close()
    written(path, 0)


def test_a_backup_that_fails_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    written(path)
    looking = open_store(path, read_only=True)
    missing = tmp_path / "no" / "copy.db"
    said = refusal(lambda: looking.backup(missing), Unavailable, "store.unavailable")
    assert said == f"the backup {missing} cannot be written: no such file or directory"
    path.rename(tmp_path / "elsewhere.db")
    copy = tmp_path / "copy.db"
    said = refusal(lambda: looking.backup(copy), Unavailable, "store.unavailable")
    assert said == f"the backup {copy} cannot be written: unable to open database file"
    assert not copy.exists()
    looking.close()


def test_a_log_that_lost_its_head_is_neither_opened_nor_copied(path: Path, tmp_path: Path) -> None:
    open_store(path, KEY).close()
    log = open_store(path, KEY, read_only=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM log")
    for ask in (
        log.head,
        lambda: log.backup(tmp_path / "copy.db"),
        lambda: open_store(path, KEY, read_only=True),
        lambda: open_store(path, KEY),
    ):
        assert refusal(ask, Corrupt, "log.broken") == f"the log in {path} has lost its head"
    log.close()
    assert not (tmp_path / "copy.db").exists()
