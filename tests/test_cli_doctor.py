"""``fairdeal doctor``: each check, as it holds and as it fails."""

import json
import os
import platform
import shutil
import sys
import time
from collections import namedtuple
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from pyrage.x25519 import Identity

from fairdeal.analysis import compiled
from fairdeal.books.calendar import Calendar
from fairdeal.cli import doctor
from fairdeal.errors import Malformed
from fairdeal.live import Room, commands
from fairdeal.live.log.chain import Head
from fairdeal.live.log.stores import connecting
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.web.access.accounts import Accounts
from tests.live.tables import FLOOR
from tests.typed import Run
from tests.web.house import PASSWORD, QUICK

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def room(here: Path) -> Path:
    with Room.open("fairdeal.db") as opened:
        opened.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    return here


def checks(run: Run, *words: str) -> dict[str, dict[str, str]]:
    """What each check says, by its name; the exit code is 1 when one fails."""
    code, out, err = run("doctor", *words, "--json")
    told = json.loads(out)
    found: dict[str, dict[str, str]] = {each["check"]: each for each in told["checks"]}
    failed = any(each["state"] == "fail" for each in found.values())
    assert (code, told["holds"]) == ((1, False) if failed else (0, True))
    assert ('"doctor.failed"' in err) is failed
    return found


def test_a_sound_installation_is_told_so_for_people_and_for_programs(run: Run, room: Path) -> None:
    found = checks(run)
    expected = ("program", "dependencies", "cache", "room", "key", "accounts", "clock", "disk")
    assert {found[name]["state"] for name in expected} == {"ok"}
    assert found["room"]["found"].endswith(": 1 event")
    assert found["accounts"]["found"].startswith("none yet")
    code, out, _ = run("doctor", columns="80")
    assert code == 0
    assert "gaming day" in out
    assert json.loads(run("doctor", "--json")[1])["versions"]["click"]


def test_without_a_room_the_installation_alone_is_checked(run: Run) -> None:
    assert checks(run)["room"]["found"] == "there is no room in fairdeal.db yet"
    assert "nothing is saved" in checks(run, "--room", "memory:")["room"]["found"]
    elsewhere = checks(run, "--room", "no/such/folder/room.db")
    assert "disk" not in elsewhere
    assert checks(run, "--room", "postgresql://127.0.0.1:1/none")["room"]["state"] == "fail"


def test_a_system_it_is_not_tested_on_is_a_warning(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Plan9")
    assert checks(run)["system"]["state"] == "warn"


def test_what_is_not_installed_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ["nosuch>=1", "click>=8", "tool>=1; extra == 'test'", "only; sys_platform == 'x'"]
    monkeypatch.setattr(metadata, "requires", lambda name: wanted)
    found = checks(run)["dependencies"]
    assert (found["state"], found["found"]) == ("fail", "not installed: nosuch")


def test_a_sqlite_with_the_bug_is_a_warning_with_what_to_do(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checks(run)["SQLite"]["state"] in ("ok", "warn")
    monkeypatch.setattr(connecting, "is_sound", lambda: False)
    found = checks(run)["SQLite"]
    assert (found["state"], "let no other program write" in found["do"]) == ("warn", True)
    monkeypatch.setattr(connecting, "is_sound", lambda: True)
    assert checks(run)["SQLite"]["state"] == "ok"


def test_a_cache_that_cannot_be_written_and_a_compiler_that_does_not_load(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "CACHE", None)
    assert checks(run)["cache"]["state"] == "warn"
    monkeypatch.setattr(compiled, "CACHE", Path("/cache/here"))
    assert checks(run)["cache"]["found"] == "/cache"
    monkeypatch.setitem(sys.modules, "fairdeal.analysis.compiled", None)
    assert checks(run)["compiler"]["state"] == "fail"


def test_a_log_that_is_none_and_a_key_that_is_another(run: Run, room: Path) -> None:
    (room / "other.db").write_bytes(b"no database at all, but longer than a header " * 30)
    assert checks(run, "--room", "other.db")["room"]["state"] == "fail"
    key = room / "fairdeal.db.key"
    kept = key.read_bytes()
    with Room.open("second.db"):
        pass
    shutil.copy(room / "second.db.key", key)
    found = checks(run)["key"]
    assert (found["state"], "did not seal this log" in found["found"]) == ("fail", True)
    key.unlink()
    assert checks(run)["key"]["state"] == "fail"
    key.write_bytes(kept)


def test_a_room_in_a_database_has_its_key_elsewhere() -> None:
    about = doctor._Room("postgresql://db.example/room", None)
    found = doctor._key(about, 0, b"", b"")
    assert (found.state, found.do) == (doctor.State.WARN, "name its file with --key FILE")
    assert [*doctor._files(about)] == []
    head = Head(0, b"", b"")
    assert doctor._backup(about, head).found.startswith("not known: a database is backed up with")


def test_files_that_others_can_read_are_a_warning(run: Run, room: Path) -> None:
    path = room / "fairdeal.db.checks"
    path.write_text("")
    path.chmod(0o644)
    found = checks(run)["files"]
    assert found["state"] == "warn"
    assert found["found"].endswith("fairdeal.db.checks can be read by others")
    assert found["do"].startswith("allow their owner alone: chmod 600 ")
    path.chmod(0o600)
    assert checks(run)["files"]["state"] == "ok"


def test_the_accounts_of_a_room_are_counted_and_their_passwords_checked(
    run: Run, room: Path
) -> None:
    assert checks(run)["accounts"]["found"].startswith("none yet")
    with Room.open("fairdeal.db") as opened:
        Accounts(opened, QUICK).open_own("max", PASSWORD)
    assert checks(run)["accounts"]["found"] == "1 account in the log"
    with closing(sqlite3.connect("fairdeal.db")) as log, log:
        log.execute("UPDATE secret SET sealed = x'00'")
    found = checks(run)["accounts"]
    assert (found["state"], "password of max is not what" in found["found"]) == ("fail", True)
    with closing(sqlite3.connect("fairdeal.db")) as log, log:
        log.execute("UPDATE event SET body = x'7b7d' WHERE kind = 'account-opened'")
    assert checks(run)["accounts"]["state"] == "fail"


def test_the_last_good_backup_is_named_and_an_old_or_missing_one_is_a_warning(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> tuple[str, str]:
        found = checks(run)["backup"]
        return found["state"], found["found"]

    assert told() == ("warn", "no backup was made of this room")
    assert run("backup", "--to", "copy.db")[0] == 0
    state, said = told()
    assert (state, said.startswith(f"{room}/copy.db of ")) == ("ok", True)
    assert said.endswith(" UTC, up to event 1 of 1")
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 2 * 86_400 * 10**9)
    assert told()[0] == "ok", "nothing has happened since"
    with Room.open("fairdeal.db") as opened:
        opened.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    assert told() == ("warn", said.replace("1 of 1", "1 of 2") + ", is older than a day")
    public = str(Identity.generate().to_public())
    assert run("backup", "--to", "copy.age", "--recipient", public)[0] == 0
    assert told()[1].endswith("up to event 2 of 2, encrypted")
    Path("copy.age").unlink()
    assert told()[1].endswith(", is not there")
    Path("fairdeal.db.backup").write_text("spoilt")
    state, said = told()
    assert (state, said.startswith("the record of backups in fairdeal.db.backup")) == ("warn", True)


def test_a_clock_before_the_log_or_before_the_program_fails(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: real - 10**18)
    assert "s before " in checks(run)["clock"]["found"]
    built = Path(doctor.__file__).stat()
    os.utime(doctor.__file__, (0, 0))
    try:
        assert "before the log's last event" in checks(run)["clock"]["found"]
    finally:
        os.utime(doctor.__file__, (built.st_atime, built.st_mtime))


def test_zones_that_are_missing_and_a_gaming_day_that_is_none(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_DAY_STARTS", "noon")
    assert checks(run)["gaming day"]["state"] == "fail"
    monkeypatch.delenv("FAIRDEAL_DAY_STARTS")

    def missing(*words: Any) -> None:
        raise Malformed("there is no zone", code="calendar.zone")

    monkeypatch.setattr(Calendar, "of", missing)
    assert checks(run)["time zones"]["do"] == "install tzdata"


@pytest.mark.parametrize(("free", "state"), [(10**12, "ok"), (10**8, "warn"), (10**6, "fail")])
def test_a_disk_is_full_before_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, free: int, state: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(10**13, 0, free))
    assert checks(run)["disk"]["state"] == state
