"""Edges of the mark and of accepted losses: forged rows, old logs, places that cannot be used."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from fairdeal.errors import Unavailable
from fairdeal.live import Room
from fairdeal.live.log import mark as marks
from fairdeal.live.log.chain import is_marked
from fairdeal.live.log.mark import Mark
from fairdeal.live.log.stores import open_store
from fairdeal.live.losses import accept_loss
from fairdeal.live.shoe import key_in, new_key, write_key
from tests.live.entries import KEY, entry
from tests.live.forging import Forged
from tests.live.tables import MANAGER, Felt
from tests.live.test_mark import grow, refusal
from tests.typed import Run


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log of a room with one table, which the command line uses by default."""
    path = tmp_path / "room.db"
    with Room.open(path) as opened:
        grow(opened, 1)
    monkeypatch.setenv("FAIRDEAL_ROOM", str(path))
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.parametrize("fields", [{"stream": None}, {"pos": "1"}, {"caller": "\ud800"}])
def test_a_forged_row_of_another_type_is_not_the_marked_event(fields: dict[str, object]) -> None:
    store = Felt("three-card-poker").store
    [row] = store.read()
    mark = Mark.of(KEY, row)
    assert marks.missing(Forged([row], store.head()), mark) == ""
    forged = replace(row, **fields)
    assert forged.log_hash == mark.hash
    assert marks.missing(Forged([forged], store.head()), mark).endswith("event 1 is another one")


def test_a_folder_in_place_of_the_mark_is_no_mark(room: Path) -> None:
    file = Path(f"{room}.mark")
    file.unlink()
    file.mkdir()
    said = refusal(room, code="log.mark-unreadable")
    assert f"the mark in {file} cannot be read: is a directory" in said


def test_an_accepted_loss_marks_an_older_log_for_good(tmp_path: Path) -> None:
    path, key = tmp_path / "room.db", new_key()
    write_key(Path(f"{path}.key"), key)
    with closing(open_store(path, key)) as store:  # an older program wrote it, without a mark
        store.append(entry())
    file = Path(f"{path}.mark")
    file.write_text("no mark")
    refusal(path, code="log.mark-unreadable")
    accept_loss(path, by=MANAGER, reason="the disk of the mark failed")
    with closing(open_store(path, key)) as store:
        assert is_marked(store.head(), key)
    file.unlink()
    refusal(path, code="log.mark-missing")


def test_a_log_that_cannot_be_read_is_not_accepted_as_a_loss(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(*_: object) -> None:
        raise Unavailable("the database does not answer", code="store.unreachable")

    with monkeypatch.context() as patched:
        patched.setattr(marks, "check", unreachable)
        with pytest.raises(Unavailable, match="the database does not answer") as refused:
            accept_loss(room, by=MANAGER, reason="the disk failed")
    assert refused.value.code == "store.unreachable"
    with Room.open(room) as opened:
        assert opened.store.head().pos == 1


def test_a_log_moved_into_a_database_gets_no_mark_file(run: Run, room: Path, database: str) -> None:
    before = {*room.parent.rglob("*.mark")}
    assert run("move", "--to", database)[0] == 0
    assert {*room.parent.rglob("*.mark")} == before == {Path(f"{room}.mark")}
    with psycopg.connect(database) as connection:
        [(pos, digest)] = connection.execute("SELECT pos, hash FROM log").fetchall()
    mark = marks.read(Path(f"{room}.mark"), key_in(Path(f"{room}.key"), create=False))
    assert mark is not None
    assert (pos, bytes(digest)) == (mark.pos, mark.hash)
    shutil.copy(f"{room}.key", "other.key")
    shutil.copy(f"{room}.mark", "other.mark")
    Room.open(database, key_file="other.key").close()


def test_a_move_says_that_the_mark_cannot_be_written(run: Run, room: Path) -> None:
    Path("new.db.mark").mkdir()
    code, _, err = run("move", "--to", "new.db", "--json")
    error = json.loads(err.splitlines()[-1])["error"]
    assert (code, error["code"]) == (2, "file.unwritable")
    [fault] = error["faults"]
    assert "new.db.mark: Is a directory" in fault
    assert not Path("new.db.mark.new").exists()


def test_a_restored_log_notes_that_its_mark_is_unreadable(run: Run, room: Path) -> None:
    shutil.copy(room, "old.db")
    shutil.copy(f"{room}.key", "old.db.key")
    Path("other.db.mark").write_text("no mark")
    code, _, err = run("restore", "old.db", "--to", "other.db")
    assert code == 0
    [about_list, note] = [line for line in err.splitlines() if line.startswith("fairdeal: note: ")]
    assert "old.db holds no list of records" in about_list
    assert "other.db.mark is not a mark, or only a part of one" in note
    assert note.endswith("fairdeal accept-loss accepts the loss by name")
