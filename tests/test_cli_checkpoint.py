"""Checkpoints and receipts on the command line."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.live import Room
from fairdeal.live.log.checkpoints import COSIGNS, NoteKey, read_note
from fairdeal.live.log.notary import LogTree, first_leaf
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.tree import origin_line
from tests.live.days import in_a_file
from tests.live.test_checkpoints import cosigned
from tests.live.test_mark import grow
from tests.typed import Run


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room that has grown since ``old.db``; what it had then is signed in ``old.txt``."""
    path = tmp_path / "room.db"
    monkeypatch.setenv("FAIRDEAL_ROOM", str(path))
    monkeypatch.chdir(tmp_path)
    with Room.open(path, house="casino.example") as room:
        grow(room, 1, 2)
    for end in ("", ".mark"):
        shutil.copy(f"{path}{end}", f"old.db{end}")
    return path


def checkpoint(run: Run, *words: str) -> tuple[str, str]:
    """The newest checkpoint and the public key."""
    code, out, err = run("checkpoint", *words)
    assert code == 0, err
    return out, err.removeprefix("public key ").strip()


def grown(room: Path, *numbers: int) -> None:
    with Room.open(room) as opened:
        grow(opened, *numbers)


def test_the_newest_checkpoint_is_printed_with_its_public_key(run: Run, room: Path) -> None:
    text, key = checkpoint(run)
    note = read_note(text)
    assert note.origin.startswith("casino.example/fairdeal/")
    assert note.size == 2
    assert NoteKey.read(key).name == note.origin
    told = json.loads(run("checkpoint", "--json")[1])
    assert (told["checkpoint"], told["public_key"]) == (text, key)
    assert (told["origin"], told["size"], told["root"]) == (note.origin, 2, note.root.hex())
    assert told["at"].endswith("Z")


def test_a_checkpoint_is_kept_in_a_file_and_verified_there(run: Run, room: Path) -> None:
    text, key = checkpoint(run)
    assert checkpoint(run, "--out", "kept.txt") == ("", key)
    assert Path("kept.txt").read_bytes().decode() == text
    public = NoteKey.read(key).public.hex()
    for each in (key, public):
        code, out, _ = run("checkpoint", "--verify", "kept.txt", "--public-key", each)
        assert (code, "has signed 2 entries, root " in out) == (0, True)
    shown = run("checkpoint", "--verify", "kept.txt", "--public-key", key, "--json")[1]
    assert json.loads(shown) == {
        "origin": read_note(text).origin,
        "size": 2,
        "root": read_note(text).root.hex(),
        "cosigned": {},
    }
    Path("kept.txt").write_text(text.replace("\n2\n", "\n3\n"), "utf-8")
    code, _, err = run("checkpoint", "--verify", "kept.txt", "--public-key", key)
    assert (code, "over 3 entries is not signed with the key" in err) == (1, True)


def test_a_witness_must_have_seen_it(run: Run, room: Path) -> None:
    text, key = checkpoint(run)
    seed = bytes(32)
    public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    witness = str(NoteKey("witness.example", public, COSIGNS))
    words = ("checkpoint", "--verify", "kept.txt", "--public-key", key, "--witness", witness)
    Path("kept.txt").write_text(text, "utf-8")
    code, _, err = run(*words)
    assert (code, "is not cosigned by witness.example" in err) == (1, True)
    seen = cosigned(read_note(text), seed, "witness.example", 1_800_000_000)
    Path("kept.txt").write_text(str(seen), "utf-8")
    code, out, _ = run(*words)
    assert (code, "witness.example has seen it at 2027-01-15T08:00:00" in out) == (0, True)


def test_a_checkpoint_needs_its_options_and_a_readable_file(run: Run, room: Path) -> None:
    for words, said in (
        (("--verify", "old.db"), "--verify needs --public-key KEY"),
        (("--public-key", "x"), "belong to --verify FILE"),
        (("--verify", "old.db", "--public-key", "00" * 32), "is not a checkpoint"),
        (("--verify", "none", "--public-key", "00" * 32), "cannot read none: No such file"),
        (("--out", "no/where.txt"), "cannot write no/where.txt: No such file"),
    ):
        code, _, err = run("checkpoint", *words)
        assert (code, said in err) == (2, True), err
    text, _ = checkpoint(run)
    Path("kept.txt").write_text(text, "utf-8")
    for key in ("x", "00"):
        code, _, err = run("checkpoint", "--verify", "kept.txt", "--public-key", key)
        assert (code, f"{key!r} is not a public key" in err) == (2, True)


def test_a_log_that_was_never_signed_has_no_checkpoint(run: Run, room: Path) -> None:
    path = room.with_name("unsigned.db")
    in_a_file(path)
    code, _, err = run("checkpoint", "--room", str(path))
    assert (code, "has no checkpoint yet" in err) == (2, True)
    assert "checkpoints not checked: none was signed" in " ".join(
        run("audit", "--room", str(path))[1].split()
    )


def test_two_checkpoints_are_held_against_each_other(run: Run, room: Path) -> None:
    _, key = checkpoint(run, "--out", "two.txt")
    grown(room, 3)
    with Room.open(room) as opened:
        proof = LogTree(opened.store).tree.consistency(2, 3)
    checkpoint(run, "--out", "three.txt")
    words = ("checkpoint", "--verify", "two.txt", "--other", "three.txt", "--public-key", key)
    code, _, err = run(*words)
    assert (code, "/api/checkpoint/consistency?old=2&new=3" in err) == (2, True)
    path = [each.hex() for each in proof]
    Path("proof.json").write_text(json.dumps({"old": 2, "new": 3, "path": path}))
    code, out, _ = run(*words, "--proof", "proof.json")
    assert (code, out.splitlines()[-1]) == (0, "three.txt is of the same history")
    Path("proof.json").write_text(json.dumps({"old": 2, "new": 3, "path": []}))
    code, _, err = run(*words, "--proof", "proof.json")
    assert (code, "has not shown that its 3 entries begin with the 2" in err) == (1, True)
    for wrong in ("no proof", '{"old": 2, "new": 3, "path": ["x"]}'):
        Path("proof.json").write_text(wrong)
        code, _, err = run(*words, "--proof", "proof.json")
        assert (code, "proof.json is not a consistency proof" in err) == (2, True)
    shutil.copy("old.db", room)
    shutil.copy("old.db.mark", f"{room}.mark")
    grown(room, 4)
    checkpoint(run, "--out", "other.txt")
    words = ("checkpoint", "--verify", "three.txt", "--other", "other.txt", "--public-key", key)
    code, _, err = run(*words)
    assert (code, "has signed two histories" in err) == (1, True)


def test_the_audit_finds_a_log_that_was_rolled_back_behind_a_kept_checkpoint(
    run: Run, room: Path
) -> None:
    grown(room, 3, 4)
    checkpoint(run, "--out", "kept.txt")
    code, out, _ = run("audit", "--checkpoint", "kept.txt")
    assert (code, "checkpoints 1 hold, the newest over 4 entries" in " ".join(out.split())) == (
        0,
        True,
    )
    shutil.copy("old.db", room)
    shutil.copy("old.db.mark", f"{room}.mark")
    assert run("audit")[0] == 0
    code, out, err = run("audit", "--checkpoint", "kept.txt")
    assert code == 1
    assert "over 4 entries was signed, and it has 2" in err
    assert "checkpoints do not hold" in " ".join(out.split())
    told = json.loads(run("audit", "--checkpoint", "kept.txt", "--json")[1])
    assert [each["check"] for each in told["faults"]] == ["checkpoint"]


@pytest.fixture
def day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A day with rounds, signed."""
    path = in_a_file(tmp_path / "day.db")
    monkeypatch.setenv("FAIRDEAL_ROOM", str(path))
    monkeypatch.chdir(tmp_path)
    Room.open(path).close()
    return path


def test_a_receipt_is_written_and_verified_without_the_log(run: Run, day: Path) -> None:
    rounds = json.loads(run("replay", "--json")[1])
    name = next(each["round"] for each in rounds if each["state"] == "closed")
    _, key = checkpoint(run)
    code, out, _ = run("receipt", name, "--seat", "1")
    assert (code, json.loads(out)["round"]) == (0, int(name.rpartition("/")[2]))
    assert run("receipt", name, "--out", "receipt.json")[0] == 0
    day.unlink()
    words = ("receipt", "--verify", "receipt.json", "--public-key", key)
    code, out, _ = run(*words)
    assert (code, f"round {name} holds: " in out) == (0, True)
    told = json.loads(run(*words, "--json")[1])
    assert told["events"][0]["kind"] == "round-opened"
    assert told["round"] == name
    text = Path("receipt.json").read_text("utf-8")
    Path("receipt.json").write_text(text.replace("round-opened", "round-closed"), "utf-8")
    code, _, err = run(*words)
    assert (code, f"the receipt of {name} does not hold" in err) == (1, True)


def test_a_receipt_needs_a_round_or_a_file(run: Run, day: Path) -> None:
    for words, said in (
        ((), "receipt needs a round"),
        (("pit-1/1", "--verify", "x", "--public-key", "x"), "--verify FILE takes no round"),
        (("--verify", "x"), "--verify needs --public-key KEY"),
        (("nowhere/1",), "table nowhere has no round 1: none was played there"),
        (("--verify", "day.db.key", "--public-key", "00" * 32), "it is not a receipt"),
    ):
        code, _, err = run("receipt", *words)
        assert (code, said in err) == (2, True), err


def test_a_moved_log_names_the_last_checkpoint_of_the_old_one(run: Run, room: Path) -> None:
    checkpoint(run, "--out", "kept.txt")
    for words in ((), ("--again",)):
        assert run("move", "--to", f"moved{len(words)}.db", *words)[0] == 0
    with closing(open_store("moved1.db", read_only=True)) as store:
        assert [each.size for each in store.checkpoints()] == [2]
        assert first_leaf(store, 3) == origin_line(Path("kept.txt").read_text("utf-8"))
    shutil.copy("room.db.key", "moved1.db.key")
    with Room.open("moved1.db") as opened:
        grow(opened, 3)
        assert opened.store.origin.incarnation == 3
    moved = ("--room", "moved1.db")
    code, out, err = run("audit", "--checkpoint", "kept.txt", *moved)
    assert code == 0, err
    assert "checkpoints 1 hold, the newest over 4 entries" in " ".join(out.split())
    assert run("audit", "--checkpoint", "kept.txt")[0] == 0, "the old log has it as well"
    checkpoint(run, "--out", "new.txt", *moved)
    code, _, err = run("audit", "--checkpoint", "new.txt")
    assert (code, "is of its incarnation 3, and this is incarnation 1" in err) == (1, True)


def test_a_restored_backup_begins_another_tree(run: Run, room: Path) -> None:
    assert run("backup", "--to", "copy.db")[0] == 0
    grown(room, 3)
    checkpoint(run, "--out", "kept.txt")
    assert run("restore", "copy.db", "--to", "restored.db", "--key", "room.db.key")[0] == 0
    words = ("--as", "manager:max", "--reason", "the disk failed")
    assert run("accept-loss", *words, "--room", "restored.db")[0] == 0
    with Room.open("restored.db") as opened:
        grow(opened, 4)
    checkpoint(run, "--out", "restored.txt", "--room", "restored.db")
    assert run("audit", "--room", "restored.db")[0] == 0
    code, _, err = run("audit", "--room", "restored.db", "--checkpoint", "kept.txt")
    assert code == 1
    assert "over 3 entries" in err
    note = read_note(Path("restored.txt").read_text("utf-8"))
    assert note.of is not None
    assert (note.of.incarnation, note.of.house) == (3, "casino.example")
