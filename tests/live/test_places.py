"""Where a room lies: a new one begins only where nothing of another is."""

from pathlib import Path

import pytest

from fairdeal.errors import Unavailable
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
        f"there is no log in {path}{': it is empty' * is_empty}, but {path}.key of a room is there:"
        " restore the log from a backup, or move it away to begin a new room"
    )
    Path(f"{path}.key").rename(path.parent / "old.key")
    with Room.open(path) as room:
        assert room.tables() == []


def test_no_new_room_begins_with_the_accounts_of_another(path: Path) -> None:
    path.unlink()
    Path(f"{path}.staff").write_text("[]")
    assert f"{path}.key and {path}.staff of a room are there" in refused(path)
    Path(f"{path}.key").unlink()
    said = f"but {path}.staff of a room is there: restore the log from a backup, or move it away"
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
    monkeypatch.setattr(places, "_begins", lambda where, key_file: True)
    store, same = places.opened(path, None)
    store.close()
    assert same == key
    assert not Path(f"{path}.key.new").exists()
