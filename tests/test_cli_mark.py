"""The mark of a room on the command line: losses that are named, accepted, moved and checked."""

import json
import os
import shutil
from pathlib import Path

import pytest

from fairdeal.cli import _STATUS
from fairdeal.live import Room, commands
from tests.live.tables import FLOOR, PLAYERS
from tests.live.test_mark import grow
from tests.typed import Run

SAID = "the log in {} has gone back: this room has answered for 6 events, the last one at 20"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room whose log lacks its last three events; the whole one is ``whole.db``."""
    path = tmp_path / "room.db"
    with Room.open(path) as room:
        grow(room, 1)
        room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    shutil.copy(path, tmp_path / "old.db")
    with Room.open(path) as room:
        grow(room, 2, 3, 4)
    shutil.copy(path, tmp_path / "whole.db")
    shutil.copy(tmp_path / "old.db", path)
    monkeypatch.setenv("FAIRDEAL_ROOM", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def test_commands_that_read_say_in_one_line_that_the_log_went_back_and_go_on(
    run: Run, room: Path
) -> None:
    for words in (
        ("replay",),
        ("replay", "pit-1"),
        ("export", "--to", "out", "--all"),
        ("meters",),
        ("table",),
        ("books", "--no-theory"),
        ("backup", "--to", "copy.db"),
    ):
        code, _, err = run(*words)
        assert code == 0, words
        [note] = [line for line in err.splitlines() if line.startswith("fairdeal: note: ")]
        assert SAID.format(room) in note
        assert note.endswith("it ends at event 3: 3 events are missing")
    shutil.copy("whole.db", room)
    assert run("replay")[2] == ""


def test_an_unreadable_mark_is_said_by_commands_that_read(run: Run, room: Path) -> None:
    Path(f"{room}.mark").write_text("no mark")
    code, _, err = run("table")
    assert (code, err.count("is not a mark, or only a part of one")) == (0, 1)
    code, out, err = run("audit")
    assert code == 1
    assert "is not a mark, or only a part of one" in err
    assert "It does not hold" in out


def test_the_audit_uses_the_mark_by_default(run: Run, room: Path) -> None:
    code, out, err = run("audit")
    assert code == 1
    assert "the log has gone back: it ends at event 3, and the room's mark has event 6 of" in err
    assert "mark is not in the log" in " ".join(out.split())
    assert json.loads(run("audit", "--json")[1])["mark"].startswith("6:")
    shutil.copy("whole.db", room)
    code, out, _ = run("audit")
    assert (code, "mark event 6 is in the log" in " ".join(out.split())) == (0, True)
    Path(f"{room}.mark").rename("other")
    assert "mark not checked: there is no mark" in " ".join(run("audit")[1].split())
    assert "mark event 6 is" in " ".join(run("audit", "--mark", "other")[1].split())


def test_a_loss_is_accepted_and_the_room_goes_on(run: Run, room: Path) -> None:
    act = ("do", "pit-1", "leave", "seat=1", "--as", "player:p1")
    code, _, err = run(*act)
    assert code == 76
    assert SAID.format(room) in err
    accept = ("accept-loss", "--as", "manager:max", "--reason", "the disk failed")
    for words, why in (
        (("accept-loss", "--reason", "x"), "accept-loss needs --as manager:NAME"),
        (("accept-loss", "--as", "manager:max"), "accept-loss needs --reason TEXT"),
        (("accept-loss", "--as", "floor:fran", "--reason", "x"), "that takes a manager"),
        ((*accept, "--room", "memory:"), "a room in memory ends with its process"),
    ):
        code, _, err = run(*words)
        assert (code, why in err) == (2, True)
    code, out, _ = run(*accept)
    assert (code, out) == (
        0,
        "4  max accepts that the log, which once had event 6, goes on from event 3: the disk"
        " failed\n",
    )
    assert run(*act)[0] == 0
    code, _, err = run(*accept, "--json")
    assert (code, json.loads(err)["error"]["code"]) == (2, "loss.none")
    code, out, _ = run("audit")
    assert code == 0
    assert "Note: max accepted at event 4 that the log had lost events" in " ".join(out.split())
    code, _, _ = run("export", "--to", "out", "--all")
    assert '"kind":"loss-accepted"' in Path("out/events.jsonl").read_text().replace(" ", "")


def test_an_accepted_loss_is_printed_as_json(run: Run, room: Path) -> None:
    accept = ("accept-loss", "--as", "manager:max", "--reason", "the disk failed", "--json")
    shown = json.loads(run(*accept)[1])
    assert shown["pos"] == 4
    assert (shown["event"]["lost_pos"], shown["event"]["pos"]) == (6, 3)


def test_a_restored_older_backup_is_a_log_that_went_back(run: Run, room: Path) -> None:
    shutil.copy(f"{room}.key", "old.db.key")
    room.unlink()
    Path(f"{room}.key").unlink()
    code, _, err = run("restore", "old.db", "--to", "room.db")
    assert code == 0
    assert f"note: {SAID.format(room)}" in err
    assert "fairdeal accept-loss accepts the loss by name" in err
    assert run("do", "pit-1", "leave", "seat=1", "--as", "player:p1")[0] == 76
    assert run("accept-loss", "--as", "manager:max", "--reason", "a new disk")[0] == 0
    assert run("do", "pit-1", "leave", "seat=1", "--as", "player:p1")[0] == 0


def test_a_moved_log_takes_its_mark_along(run: Run, room: Path) -> None:
    code, _, err = run("move", "--to", "new.db")
    assert code == 76
    assert SAID.format(room) in err
    assert not Path("new.db").exists()
    shutil.copy("whole.db", room)
    before = Path(f"{room}.mark").read_text().splitlines()
    assert run("move", "--to", "new.db")[0] == 0
    shutil.copy(f"{room}.key", "new.db.key")
    assert Path("new.db.mark").read_text().splitlines()[:2] == before[:2]
    with Room.open("new.db") as moved:
        moved.do("pit-1", commands.close_table, by=FLOOR, reason="late")
    Path("new.db.mark").unlink()
    assert run("do", "pit-1", "leave", "seat=1", "--as", "player:p1", "--room", "new.db")[0] == 76


def test_the_doctor_looks_at_the_mark(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mark() -> tuple[str, str]:
        found = {each["check"]: each for each in json.loads(run("doctor", "--json")[1])["checks"]}
        return found["mark"]["state"], found["mark"]["found"]

    state, said = mark()
    assert (state, SAID.format(room) in said) == ("fail", True)
    shutil.copy("whole.db", room)
    assert mark() == ("ok", f"{room}.mark: event 6 of {mark()[1].rpartition('of ')[2]}")
    monkeypatch.setattr("fairdeal.cli.doctor._LATE", -1)
    shutil.copy(f"{room}.mark", "kept")
    with Room.open(room) as opened:
        grow(opened, 5)
    shutil.copy("kept", f"{room}.mark")
    assert mark() == ("warn", f"{room}.mark is 1 event behind the log")
    monkeypatch.setattr("os.access", lambda _, mode: mode != os.W_OK)
    assert mark() == ("warn", f"{room.parent} cannot be written")
    Path(f"{room}.mark").unlink()
    state, said = mark()
    assert (state, "the mark of the log in" in said) == ("fail", True)
    Path(f"{room}.key").unlink()
    assert mark() == ("warn", "not checked: it takes the room's key")


def test_a_program_that_starts_the_room_can_tell_a_loss_by_the_exit_status() -> None:
    assert {_STATUS[code] for code in _STATUS if code.startswith("log.")} == {76}


LEAVE = ("do", "pit-1", "leave", "seat=1", "--as", "player:p1")
ACCEPT = ("accept-loss", "--as", "manager:max", "--reason", "the disk failed")


def test_a_log_that_was_moved_is_moved_once_more_only_on_demand(run: Run, room: Path) -> None:
    shutil.copy("whole.db", room)
    assert run("move", "--to", "new.db")[0] == 0
    code, _, err = run("move", "--to", "other.db")
    assert (code, "was moved to" in err) == (76, True)
    assert not Path("other.db").exists()
    assert run("move", "--to", "other.db", "--again")[0] == 0
    shutil.copy(f"{room}.key", "other.db.key")
    assert run(*LEAVE, "--room", "other.db")[0] == 0


def test_a_loss_is_not_accepted_in_a_log_that_was_moved(run: Run, room: Path) -> None:
    shutil.copy("whole.db", room)
    assert run("move", "--to", "new.db")[0] == 0
    Path(f"{room}.mark").unlink()
    for words in (ACCEPT, LEAVE):
        code, _, err = run(*words)
        assert (code, "was moved to" in err) == (76, True)
