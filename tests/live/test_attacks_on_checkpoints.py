"""What a house could do to its log and its checkpoints, with its own key, is found."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from fairdeal.errors import FairdealError
from fairdeal.live import Room
from fairdeal.live.audit import Findings, audit
from fairdeal.live.audit.findings import Check
from fairdeal.live.log import mark as marks
from fairdeal.live.log.chain import Origin
from fairdeal.live.log.checkpoints import Note, check_of_one_history, read_note, signed
from fairdeal.live.log.notary import LogTree
from fairdeal.live.log.stores import open_store
from fairdeal.live.losses import accept_loss
from fairdeal.live.shoe import key_in
from tests.live.database import tell
from tests.live.tables import MANAGER
from tests.live.test_mark import grow

MANY = 300
"""Tables, so that the tree has a full tile and a level above it."""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with many tables, and as it was before the last ones."""
    path = tmp_path_factory.mktemp("grown") / "room.db"
    with Room.open(path) as room:
        grow(room, *range(MANY - 10))
    for name in ("room.db", "room.db.mark"):
        shutil.copy(path.with_name(name), path.with_name(f"old-{name}"))
    with Room.open(path) as room:
        grow(room, *range(MANY - 10, MANY))
    return path


@pytest.fixture
def path(grown: Path, tmp_path: Path) -> Path:
    """The room, with a copy of how it was: for this test alone."""
    for each in grown.parent.iterdir():
        shutil.copy(each, tmp_path / each.name)
    return tmp_path / "room.db"


def key_of(path: Path) -> bytes:
    return key_in(path.with_name("room.db.key"), create=False)


def newest(path: Path) -> Note:
    with closing(open_store(path, read_only=True)) as store:
        kept = store.checkpoint(store.origin.incarnation)
        assert kept is not None
        return read_note(kept.note)


def audited(path: Path, note: Note | None = None) -> Findings:
    """An audit with everything that lies in the house, and with a checkpoint kept outside."""
    key = key_of(path)
    known = marks.read(Path(f"{path}.mark"), key)
    with closing(open_store(path, key, read_only=True)) as store:
        return audit(store, key, mark=known, checkpoint=note)


def fault(path: Path, note: Note | None = None) -> str:
    found = audited(path, note).first_fault
    assert found is not None
    assert found.check is Check.CHECKPOINT, found
    return found.sentence


def roll_back(path: Path) -> None:
    """Put the old log and the old mark in place."""
    shutil.copy(path.with_name("old-room.db"), path)
    shutil.copy(path.with_name("old-room.db.mark"), f"{path}.mark")


def test_an_honest_log_holds_against_every_checkpoint_of_its_past(path: Path) -> None:
    for note in (newest(path), newest(path.with_name("old-room.db"))):
        found = audited(path, note)
        assert found.holds, found.first_fault
        assert found.checkpoint == newest(path)
        assert found.checkpoints == len({newest(path).size})


def test_a_log_rolled_back_with_its_mark_is_found_by_a_kept_checkpoint(path: Path) -> None:
    kept = newest(path)
    roll_back(path)
    Room.open(path).close()
    assert audited(path).holds, "nothing in the house tells of it"
    said = fault(path, kept)
    assert said.startswith("the log has gone back: the checkpoint of fairdeal/")
    assert said.endswith("over 300 entries was signed, and it has 290")


def another_history(path: Path, first: int) -> None:
    """The log grows again from where it was, with other tables, by the same program and key."""
    roll_back(path)
    with Room.open(path) as room:
        grow(room, *range(first, first + 10))


def test_a_log_rewritten_with_the_room_s_key_is_found_by_a_kept_checkpoint(path: Path) -> None:
    kept = newest(path)
    another_history(path, 1000)
    assert audited(path).holds, "nothing in the house tells of it"
    said = fault(path, kept)
    assert "over 300 entries has another root: an entry before was changed" in said
    assert audited(path, newest(path.with_name("old-room.db"))).holds


def test_a_log_written_anew_from_its_first_event_is_found_by_a_kept_checkpoint(path: Path) -> None:
    kept, key = newest(path), key_of(path)
    assert kept.of is not None
    other = path.with_name("other.db")
    with closing(open_store(other, key)) as store:
        store.seal(key, origin=kept.of)
    shutil.copy(f"{path}.key", f"{other}.key")
    with Room.open(other) as room:
        grow(room, *range(1, MANY + 20))
    shutil.copy(other, path)
    shutil.copy(f"{other}.mark", f"{path}.mark")
    assert audited(path).holds
    assert "over 300 entries has another root" in fault(path, kept)


def test_two_copies_grown_apart_are_found_from_two_checkpoints_alone(path: Path) -> None:
    one = newest(path)
    another_history(path, 1000)
    other = newest(path)
    assert (one.of, one.size) == (other.of, other.size)
    with pytest.raises(FairdealError, match="has signed two histories"):
        check_of_one_history(one, other, [])


def test_two_copies_of_different_sizes_are_found_because_no_proof_leads_over(path: Path) -> None:
    one = newest(path)
    another_history(path, 1000)
    with Room.open(path) as room:
        grow(room, 2000)
    with closing(open_store(path, read_only=True)) as store:
        proof = LogTree(store).tree.consistency(one.size, one.size + 1)
    other = newest(path)
    with pytest.raises(FairdealError, match="has not shown that its 301 entries begin with the"):
        check_of_one_history(one, other, proof)


FORGERIES = {
    "tile 0 at level 0 of the tree is another": (
        "UPDATE tile SET hashes = CAST(zeroblob(32) || substr(hashes, 33) AS BLOB) WHERE level = 0"
    ),
    "tile 0 at level 1 of the tree is another": "UPDATE tile SET hashes = x'' WHERE level = 1",
    "has another root": "UPDATE checkpoint SET root = :root, note = :note",
    "says something else than its note": "UPDATE checkpoint SET root = zeroblob(32)",
    "is not signed with the key": "UPDATE checkpoint SET note = replace(note, :own, :forged)",
    "is not a checkpoint": "UPDATE checkpoint SET note = 'nonsense'",
    "the checkpoints cannot be read": "ALTER TABLE checkpoint RENAME COLUMN root TO other",
    "the public key in the log is not the room's own": "UPDATE log SET public_key = zeroblob(32)",
    "the log has gone back": "UPDATE checkpoint SET size = 400, note = :longer",
}


@pytest.mark.parametrize("said", FORGERIES)
def test_an_edited_tile_or_checkpoint_is_found(path: Path, said: str) -> None:
    note, key = newest(path), key_of(path)
    [own] = note.signatures
    body = bytes([own.body[0] ^ 1]) + own.body[1:]
    values = {
        "root": bytes(32),
        "note": str(signed(key, note.origin, note.size, bytes(32))),
        "own": str(own),
        "forged": str(own._replace(body=body)),
        "longer": str(signed(key, note.origin, 400, note.root)),
    }
    statement = FORGERIES[said]
    tell(
        path, statement, **{name: each for name, each in values.items() if f":{name}" in statement}
    )
    assert said in fault(path)


@pytest.mark.parametrize("statement", ["DELETE FROM tile", "UPDATE tile SET pos = pos - 1"])
def test_tiles_that_are_gone_or_moved_are_found(path: Path, statement: str) -> None:
    tell(path, statement)
    assert "tile 0 at level 0 of the tree is another" in fault(path)


def test_a_log_without_checkpoints_says_so_and_is_found_by_a_kept_one(path: Path) -> None:
    kept = newest(path)
    tell(path, "DELETE FROM checkpoint", "DELETE FROM tile")
    found = audited(path)
    assert (found.holds, found.checkpoint, found.checkpoints) == (True, None, 0)
    roll_back(path)
    tell(path, "DELETE FROM checkpoint", "DELETE FROM tile")
    assert "the log has gone back" in fault(path, kept)


def test_a_forged_checkpoint_from_elsewhere_is_not_believed(path: Path) -> None:
    note, key = newest(path), key_of(path)
    assert note.of is not None
    for other, said in (
        (signed(b"another", note.origin, note.size, note.root), "is not signed with the key"),
        (signed(key, "fairdeal/another/1", 5, bytes(32)), "is of another log: fairdeal/another/1"),
        (signed(key, "anything", 5, bytes(32)), "is of another log: anything"),
        (signed(key, note.of.raised().line, 5, bytes(32)), "is of its incarnation 2, and this is"),
        (signed(key, note.origin, 0, bytes(32)), "over 0 entries has another root"),
    ):
        assert said in fault(path, other)


def test_a_checkpoint_from_before_a_loss_says_what_was_lost(path: Path) -> None:
    kept, old = newest(path), newest(path.with_name("old-room.db"))
    shutil.copy(path.with_name("old-room.db"), path)
    accept_loss(path, by=MANAGER, reason="the disk failed")
    with Room.open(path) as room:
        grow(room, 5000)
    assert newest(path).of == (kept.of or Origin("")).raised()
    assert audited(path).holds
    assert audited(path, old).holds, "what is left of the first incarnation is as it was"
    said = fault(path, kept)
    assert said.startswith("the log has gone back")
    assert said.endswith("over 300 entries was signed, and it has 292")


def test_the_first_leaf_of_an_incarnation_cannot_be_exchanged(path: Path) -> None:
    shutil.copy(path.with_name("old-room.db"), path)
    accept_loss(path, by=MANAGER, reason="the disk failed")
    Room.open(path).close()
    with closing(open_store(path, read_only=True)) as store:
        before = read_note(store.checkpoints()[0].note)
    other = str(signed(key_of(path), before.origin, before.size, bytes(32)))
    tell(
        path,
        "UPDATE checkpoint SET note = :note, root = zeroblob(32) WHERE incarnation = 1",
        note=other,
    )
    assert fault(path) == "tile 0 at level 0 of the tree is another"
    tell(path, "DELETE FROM tile")
    assert fault(path) == "tile 0 at level 0 of the tree is another"


@pytest.mark.parametrize("name", ["size", "root", "note"])
def test_no_column_of_a_checkpoint_can_be_changed(path: Path, name: str) -> None:
    values = {"size": 299, "root": bytes(31), "note": ""}
    tell(path, f"UPDATE checkpoint SET {name} = :value", value=values[name])
    assert fault(path)
