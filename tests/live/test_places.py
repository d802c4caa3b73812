"""Where a room lies: a new one begins only where nothing of another is."""

from pathlib import Path
from typing import Any

import pytest

from fairdeal.errors import FairdealError, Malformed, Unavailable
from fairdeal.live import Room, commands, places
from fairdeal.live.log.stores import open_store
from fairdeal.live.shoe import key_in, new_key, write_key
from tests.live.tables import FLOOR


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The log of a room in which something has happened."""
    path = tmp_path / "room.db"
    with Room.open(path) as room:
        room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    return path


def refused(path: Path) -> str:
    """Why the room does not open; nothing is left behind that was not there."""
    before = sorted(path.parent.iterdir())
    with pytest.raises(Unavailable) as error:
        Room.open(path)
    assert error.value.code == "log.missing"
    assert sorted(path.parent.iterdir()) == before
    return str(error.value)


@pytest.mark.parametrize("is_empty", [False, True])
def test_no_new_room_begins_under_the_key_of_a_log_that_is_gone(path: Path, is_empty: bool) -> None:
    path.unlink()
    if is_empty:
        path.touch()
    assert refused(path) == (
        f"there is no log in {path}{': it is empty' * is_empty}, but {path}.key and {path}.mark"
        " of a room are there: restore the log from a backup, or move them away to begin a new room"
    )
    Path(f"{path}.key").rename(path.parent / "old.key")
    assert f"but {path}.mark of a room is there" in refused(path)
    Path(f"{path}.mark").rename(path.parent / "old.mark")
    with Room.open(path) as room:
        assert room.tables() == []


def test_no_new_room_begins_with_the_audits_of_another(path: Path) -> None:
    path.unlink()
    Path(f"{path}.checks").write_text("[]")
    assert f"{path}.key, {path}.mark and {path}.checks of a room are there" in refused(path)
    Path(f"{path}.key").unlink()
    Path(f"{path}.mark").unlink()
    said = f"but {path}.checks of a room is there: restore the log from a backup, or move it away"
    assert said in refused(path)


def test_a_room_in_which_nothing_has_happened_yet_opens_again(tmp_path: Path) -> None:
    Room.open(tmp_path / "room.db").close()
    Room.open(tmp_path / "room.db").close()
    assert not (tmp_path / "room.db.key.new").exists()


@pytest.mark.parametrize("is_made", [False, True])
def test_a_first_start_that_broke_off_is_begun_again(tmp_path: Path, is_made: bool) -> None:
    """The process ended before, or after, the log was there."""
    path, key = tmp_path / "room.db", new_key()
    write_key(tmp_path / "room.db.key.new", key)
    if is_made:
        open_store(path, key).close()
    Room.open(path).close()
    assert key_in(tmp_path / "room.db.key", create=False) == key
    assert not (tmp_path / "room.db.key.new").exists()


def test_of_two_processes_that_begin_a_room_the_second_takes_the_key_of_the_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has looked before the first was ready."""
    key = key_in(Path(f"{path}.key"), create=False)
    monkeypatch.setattr(places, "_begins", lambda *where: True)
    store, same = places.opened(path, None)
    store.close()
    assert same == key
    assert not Path(f"{path}.key.new").exists()


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (None, "log None names no file: expected a path"),
        (b"room.db", "log b'room.db' names no file: expected a path"),
        ("", "log '' names no file: expected a path"),
        ("a\0b", "log 'a\\x00b' names no file: it has a character that no path can have"),
        ("a\ud800b", "log 'a\\ud800b' names no file: it has a character that no path can have"),
        (
            "x" * 300,
            f"log '{'x' * 55}... names no file: a name may have 240 bytes, and a path 4,000",
        ),
        (
            "x/" * 4000,
            f"log '{'x/' * 27}x... names no file: a name may have 240 bytes, and a path 4,000",
        ),
        (
            "http://user:secret@host/room",
            "log address names no file: expected a path, or an address that begins with sqlite:///,"
            " postgresql:// or postgres://",
        ),
    ],
)
def test_what_names_no_file_is_refused_and_nothing_is_written(
    where: Any, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for files in ({}, {"key_file": where}, {"mark_file": where}):
        if files and where is None:
            continue
        with pytest.raises(Malformed) as error:
            Room.open("room.db" if files else where, **files)
        [what] = [name.removesuffix("_file") for name in files] or ["log"]
        assert str(error.value) == f"{what}{why.removeprefix('log')}"
        assert error.value.code == "store.address"
    assert [*tmp_path.iterdir()] == []


def test_an_address_may_be_long_and_is_never_repeated() -> None:
    where = f"postgresql://cashier:hunter2@db.example/room?sslrootcert=/{'x' * 5000}"
    places.check_place("log", where)
    with pytest.raises(FairdealError) as error:
        Room.open(where)
    assert "hunter2" not in str(error.value)


def test_the_folder_above_is_not_a_log(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"'\.\./\.\.' names no file to keep a log in"):
        places.key_path("../..", None)
