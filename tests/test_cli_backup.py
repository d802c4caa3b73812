"""Backups of a whole room in one file, also encrypted; and who may read what a room writes."""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from pyrage import x25519

from fairdeal.errors import Malformed, Unavailable
from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.log import backups
from fairdeal.live.log.stores import file as files
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.live.losses import accept_loss
from fairdeal.live.places import beside_log
from fairdeal.web.access.accounts import Accounts
from tests.live.tables import FLOOR
from tests.typed import Run
from tests.web.house import PASSWORD, QUICK

_EVERYTHING: Final = ("checks",)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A room with an account, on a machine whose files everybody may read."""
    monkeypatch.chdir(tmp_path)
    before = os.umask(0)
    with Room.open("room.db") as opened:
        opened.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
        Accounts(opened, QUICK).open_own("maximilian", PASSWORD)
    (tmp_path / "room.db.checks").write_text("what an audit found\n")
    yield tmp_path
    os.umask(before)


@pytest.fixture
def identity(tmp_path: Path) -> x25519.Identity:
    """The keys of who may read backups, in files as age-keygen writes them."""
    found = x25519.Identity.generate()
    (tmp_path / "secret.txt").write_text(f"# created: today\n# public key: ...\n{found}\n")
    (tmp_path / "public.txt").write_text(f"# the vault\n{found.to_public()}\n")
    return found


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_nobody_else_may_read_what_a_room_writes_whatever_the_umask(run: Run, room: Path) -> None:
    (room / "room.db.checks").unlink()
    with Room.open("room.db") as opened:
        by = Actor("maximilian", Role.MANAGER)
        opened.do("pit-2", commands.open_table, by=by, game="three-card-poker")
        assert (room / "room.db-wal").exists()
        assert {path.name: mode(path) for path in room.iterdir() if mode(path) != 0o600} == {}
    for words in (
        ("backup", "--to", "copy.db", "--with-key"),
        ("restore", "copy.db", "--to", "again.db"),
        ("move", "--to", "moved.db"),
    ):
        assert run(words[0], "--room", "room.db", *words[1:])[0] == 0 or words[0] == "restore"
    assert run("restore", "copy.db", "--to", "again.db")[0] == 0
    assert {path.name: mode(path) for path in room.iterdir() if mode(path) != 0o600} == {}
    assert run("export", "--room", "room.db", "--to", "days", "--all")[0] == 0
    assert mode(room / "days") == 0o700


def test_a_log_that_others_could_read_is_taken_from_them_and_the_house_is_told(room: Path) -> None:
    path = room / "room.db"
    path.chmod(0o644)
    with Room.open("room.db") as opened:
        assert f"{path} could be read by others: now its owner alone may read it" in opened.notes
    assert mode(path) == 0o600
    with Room.open("room.db") as opened:
        assert not any("others" in note for note in opened.notes)


def test_a_log_that_cannot_be_taken_from_others_is_served_with_a_note(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = room / "room.db"
    path.chmod(0o644)

    def refused(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refused)
    said = "can be read by others, and that stays so: operation not permitted"
    with Room.open("room.db") as opened:
        assert f"{path} {said}" in opened.notes


def test_a_backup_has_everything_and_a_restored_room_has_it_again(run: Run, room: Path) -> None:
    kept = {name: path.read_bytes() for name, path in beside_log("room.db", None).items()}
    assert tuple(kept) == _EVERYTHING
    code, out, err = run("backup", "--room", "room.db", "--to", "copy.db", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["files"], told["encrypted"], told["key"]) == (sorted(_EVERYTHING), False, None)
    code, _, err = run("restore", "copy.db", "--key", "room.db.key", "--to", "new.db")
    assert code == 0
    assert err.splitlines()[-1] == ("restored new.db, new.db.checks and its key new.db.key")
    found = {name: path.read_bytes() for name, path in beside_log("new.db", None).items()}
    assert found == kept
    assert backups.packed(Path("new.db")) == {}
    assert b"what an audit found" not in Path("new.db").read_bytes(), "nor in pages that are free"
    accept_loss("new.db", by=Actor("maximilian", Role.MANAGER), reason="a new machine")
    with Room.open("new.db") as opened:
        assert Accounts(opened, QUICK).sign_in("maximilian", PASSWORD).role is Role.MANAGER
        assert opened.tables() == ["pit-1"]


def test_a_key_that_is_none_is_not_taken_from_a_backup(run: Run, room: Path) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db")
    backups.pack(Path("copy.db"), {"key": b"no key"}, b"")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert (code, Path("new.db.key").exists()) == (0, False)
    assert "the room opens when its key is put into new.db.key" in err


def test_people_read_what_a_backup_contains(run: Run, room: Path) -> None:
    code, _, err = run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    said = "wrote copy.db, its audits and its key\n"
    assert (code, err) == (0, said)
    assert run("audit", "--room", "copy.db")[0] == 0, "it is a log that programs read"
    assert run("backup", "--room", "copy.db", "--to", "second.db")[0] == 0
    assert backups.packed(Path("second.db")).keys() == {"seal"}, "the copy has nothing beside it"


@pytest.mark.parametrize("encrypted", [(), ("--recipient", "public.txt")])
def test_a_backup_has_its_name_only_when_it_is_complete(
    run: Run,
    room: Path,
    identity: x25519.Identity,
    monkeypatch: pytest.MonkeyPatch,
    encrypted: tuple[str, ...],
) -> None:
    read = {"room.db-shm", "room.db-wal"}
    before = {path.name for path in room.iterdir()} | read

    def stopped(path: Path, *_: object, **__: object) -> None:
        assert path.exists(), "the log is copied"
        assert not Path("copy.db").exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(backups, "pack", stopped)
    assert run("backup", "--room", "room.db", "--to", "copy.db", *encrypted)[0] != 0
    assert {path.name for path in room.iterdir()} | read == before


def test_a_backup_takes_no_name_that_was_taken_meanwhile(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = backups.pack

    def late(path: Path, files: dict[str, bytes], key: bytes, *, named: Path) -> None:
        pack(path, files, key, named=named)
        Path("copy.db").write_text("of another program")

    monkeypatch.setattr(backups, "pack", late)
    code, _, err = run("backup", "--room", "room.db", "--to", "copy.db")
    assert (code, err) == (2, "fairdeal: copy.db exists already, and nothing is overwritten\n")
    assert Path("copy.db").read_text() == "of another program"
    assert not list(room.glob("*.part"))


def test_a_disk_that_keeps_no_backup_gets_a_sentence(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name == "copy.db":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    code, _, err = run("backup", "--room", "room.db", "--to", "copy.db")
    said = "fairdeal: the backup copy.db cannot be written: no space left on device\n"
    assert (code, err) == (2, said)
    assert not list(room.glob("copy.db*"))


def test_a_backup_without_its_list_says_that_the_log_alone_is_restored(
    run: Run, room: Path
) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    with closing(sqlite3.connect("copy.db")) as copy, copy:
        copy.execute("DROP TABLE beside")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert code == 0
    assert err.endswith(
        "fairdeal: note: copy.db holds no list of records: only its log is restored\n"
    )
    assert not Path("new.db.checks").exists()


def test_a_record_that_was_taken_out_of_a_backup_is_missed(run: Run, room: Path) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    with closing(sqlite3.connect("copy.db")) as copy, copy:
        copy.execute("DELETE FROM beside WHERE name != 'seal'")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert code == 1
    assert "copy.db is not restored: its records are not those that the room's key" in err
    assert not list(room.glob("new.db*"))


@pytest.mark.parametrize("key", ["beside", "named", "within"])
def test_a_room_is_not_restored_beside_the_key_of_another(
    run: Run, room: Path, identity: x25519.Identity, key: str
) -> None:
    words: tuple[str, ...] = ("--with-key",) if key != "named" else ()
    words += ("--recipient", "public.txt") if key == "within" else ()
    run("backup", "--room", "room.db", "--to", "copy.db", *words)
    with Room.open("other.db"):
        pass
    Path("other.db").rename("away.db")
    before = {path.name: path.read_bytes() for path in room.glob("other.db*")}
    where = {"beside": "copy.db.key", "named": "room.db.key", "within": "copy.db"}[key]
    words = {
        "beside": (),
        "named": ("--key", where),
        "within": ("--identity", "secret.txt"),
    }[key]
    code, _, err = run("restore", "copy.db", "--to", "other.db", *words)
    assert code == 2
    assert err.splitlines()[-1] == (
        f"fairdeal: the key in other.db.key is of another room than the key in {where}: move it"
        " away, or restore to another place with --to"
    )
    assert {path.name: path.read_bytes() for path in room.glob("other.db*")} == before


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE beside (name, body); INSERT INTO beside VALUES ('checks', 'text')",
        "CREATE TABLE beside (name, body); INSERT INTO beside VALUES ('checks', NULL)",
        "CREATE TABLE beside (name, body); INSERT INTO beside VALUES (1, x'00')",
        "CREATE TABLE beside (name, body); INSERT INTO beside VALUES ('a\nb', x'00')",
        "CREATE TABLE beside (name, body); INSERT INTO beside VALUES (CAST(x'ff' AS TEXT), x'00')",
        "CREATE TABLE beside (name, other)",
        "CREATE VIEW Beside AS SELECT 'checks' AS name, x'00' AS body",
    ],
)
@pytest.mark.parametrize("encrypted", [False, True])
def test_a_backup_whose_list_was_changed_gets_a_sentence(
    run: Run, room: Path, identity: x25519.Identity, change: str, encrypted: bool
) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    with closing(sqlite3.connect("copy.db")) as copy, copy:
        copy.executescript(f"DROP TABLE beside; {change}")
    file = "copy.age" if encrypted else "copy.db"
    if encrypted:
        backups.encrypt(Path("copy.db"), Path(file), [identity.to_public()])
    code, _, err = run("restore", file, "--to", "new.db", "--identity", "secret.txt", "--json")
    told = json.loads(err)["error"]
    assert (code, told["code"]) == (1, "backup.changed")
    why = "its list of records is not as fairdeal backup writes it"
    assert told["faults"] == [f"{file} is not restored: {why}"]
    assert not list(room.glob("new.db*"))


def test_what_lies_beside_the_new_log_stays(run: Run, room: Path) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    Path("new.db.checks").write_text("those of today")
    code, out, _ = run("restore", "copy.db", "--to", "new.db", "--json")
    assert (code, json.loads(out)["files"]) == (0, [])
    assert Path("new.db.checks").read_text() == "those of today"


def test_without_the_rooms_key_no_record_is_believed_and_no_account_is_of_use(
    run: Run, room: Path
) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert code == 0
    assert err.endswith("its audits are restored only with the room's key: name it with --key\n")
    assert not Path("new.db.checks").exists()
    with pytest.raises(Unavailable):
        Room.open("new.db")
    with closing(sqlite3.connect("new.db")) as copy:
        [(sealed,)] = copy.execute("SELECT sealed FROM secret").fetchall()
    assert b"argon2" not in sealed


def test_a_record_that_was_changed_in_a_backup_is_found(run: Run, room: Path) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    with closing(sqlite3.connect("copy.db")) as copy, copy:
        copy.execute("UPDATE beside SET body = x'5b5d' WHERE name = 'checks'")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert code == 1
    assert "its records are not those that the room's key has sealed" in err
    assert not Path("new.db").exists()


def test_a_password_that_was_put_into_a_backup_is_found(run: Run, room: Path) -> None:
    run("backup", "--room", "room.db", "--to", "copy.db", "--with-key")
    with closing(sqlite3.connect("copy.db")) as copy, copy:
        copy.execute("UPDATE secret SET sealed = x'00'")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert code == 1
    assert "what is kept of the password of maximilian is not what the log names" in err
    assert not Path("new.db").exists()


def test_accounts_move_with_the_log(run: Run, room: Path) -> None:
    assert run("move", "--room", "room.db", "--to", "moved.db")[0] == 0
    Path("moved.db.key").write_bytes(Path("room.db.key").read_bytes())
    Path("moved.db.key").chmod(0o600)
    with Room.open("moved.db") as opened:
        assert Accounts(opened, QUICK).sign_in("maximilian", PASSWORD).role is Role.MANAGER


@pytest.mark.parametrize("named", ["key", "file"])
def test_an_encrypted_backup_shows_nothing_and_holds_everything(
    run: Run, room: Path, identity: x25519.Identity, named: str
) -> None:
    public = str(identity.to_public()) if named == "key" else "public.txt"
    before = {path.name for path in room.iterdir()}
    words = ("--room", "room.db", "--to", "copy.age", "--recipient", public, "--with-key")
    code, _, err = run("backup", *words)
    said = "wrote copy.age (encrypted), its audits and its key\n"
    assert (code, err) == (0, said)
    read = {"room.db-shm", "room.db-wal"}  # a reader leaves them to the next writer
    new = {path.name for path in room.iterdir()} - before - read
    assert new == {"copy.age", "room.db.backup"}
    sealed = Path("copy.age").read_bytes()
    assert sealed.startswith(b"age-encryption.org/v1\n")
    assert not [word for word in (b"SQLite", b"pit-1", b"maximilian") if word in sealed]
    code, _, err = run("restore", "copy.age", "--identity", "secret.txt", "--to", "new.db")
    assert code == 0
    assert err.endswith("new.db.checks and its key new.db.key\n")
    assert Path("new.db.key").read_bytes() == Path("room.db.key").read_bytes()
    assert Path("new.db.checks").read_bytes() == Path("room.db.checks").read_bytes()
    assert not list(room.glob("*.decrypted*"))
    assert {path.name: mode(path) for path in room.glob("new.db*") if mode(path) != 0o600} == {}


def test_the_key_goes_into_an_encrypted_backup_only_where_it_was_asked_for(
    run: Run, room: Path, identity: x25519.Identity
) -> None:
    run("backup", "--room", "room.db", "--to", "copy.age", "--recipient", "public.txt")
    code, _, err = run("restore", "copy.age", "--identity", "secret.txt", "--to", "new.db")
    assert code == 0
    assert "the room opens when its key is put into new.db.key; its audits are" in err


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ((), "backup.encrypted", "copy.age is encrypted: name the file of its secret key with"),
        (("--identity", "other.txt"), "backup.encrypted", "cannot be decrypted: No matching keys"),
        (("--identity", "none.txt"), "backup.key", "'none.txt' cannot be read: no such file"),
        (("--identity", "empty.txt"), "backup.key", "empty.txt holds no secret key: expected a"),
        (("--identity", "slip.txt"), "backup.key", "the secret key in slip.txt is none of age's"),
        (("--identity", "copy.age"), "backup.key", "'copy.age' cannot be read: it is not plain"),
    ],
)
def test_an_encrypted_backup_that_cannot_be_read_is_not_restored(
    run: Run,
    room: Path,
    identity: x25519.Identity,
    words: tuple[str, ...],
    code: str,
    sentence: str,
) -> None:
    run("backup", "--room", "room.db", "--to", "copy.age", "--recipient", "public.txt")
    Path("other.txt").write_text(str(x25519.Identity.generate()))
    Path("empty.txt").write_text("# nothing\n")
    Path("slip.txt").write_text("AGE-SECRET-KEY-1SLIP")
    status, _, err = run("restore", "copy.age", "--to", "new.db", *words, "--json")
    told = json.loads(err)["error"]
    assert (status, told["code"]) == (2, code)
    assert sentence in told["faults"][0]
    assert "SLIP" not in err
    assert not list(room.glob("new.db*"))


@pytest.mark.parametrize(
    ("recipient", "sentence"),
    [
        ("age1slip", "the public key is none of age's: expected age1... as age-keygen prints it"),
        ("none.txt", "the public key in 'none.txt' cannot be read: no such file or directory"),
        ("secret.txt", "the public key in secret.txt is none of age's: expected age1..."),
    ],
)
def test_a_key_that_nothing_can_be_encrypted_for_is_refused_before_anything_is_written(
    run: Run, room: Path, identity: x25519.Identity, recipient: str, sentence: str
) -> None:
    words = ("--room", "room.db", "--to", "copy.age", "--recipient", recipient)
    code, _, err = run("backup", *words)
    assert code == 2
    assert sentence in err
    assert not Path("copy.age").exists()


def test_a_disk_that_takes_no_backup_gets_a_sentence(
    room: Path, identity: x25519.Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = [identity.to_public()]
    with pytest.raises(Unavailable, match=r"no/copy.age cannot be written: No such file"):
        backups.encrypt(room / "room.db", Path("no/copy.age"), to)
    (room / "locked.db").write_bytes(b"no database, but of some length")
    with pytest.raises(Unavailable, match=r"the backup .*locked.db cannot be written: the file"):
        backups.pack(room / "locked.db", {}, b"")
    with pytest.raises(Unavailable, match=r"the backup .*locked.db cannot be read: the file is da"):
        backups.packed(room / "locked.db")
    with pytest.raises(Malformed, match="cannot write no/accounts: no such file or directory"):
        backups.put_back({"accounts": b"x"}, {"accounts": Path("no/accounts")})
    with pytest.raises(Unavailable, match=r"cannot be copied: is a directory"):
        backups.contents({"accounts": room})
    last = backups.LastBackup(1, "copy.db", 2, encrypted=False)
    backups.note_backup(Path("no/room.db.backup"), last)
    monkeypatch.setattr(files, "_HAS_MODES", False)
    assert not files.is_exposed(room)
    assert not backups.is_encrypted(Path("no/copy.age"))
