"""The description of the log is enough to check one, without this program."""

import ast
import hmac
import json
import re
import subprocess
import sys
from base64 import b64decode
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from fairdeal.live.log.chain import Origin, StreamHead, tagged
from fairdeal.live.log.checkpoints import Note, read_note, signed
from fairdeal.live.log.notary import Notary
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.log.stores.schema import FORM, TABLES
from tests.live import verifier
from tests.live.database import COMMAND_AT, EVENT_AT, PLACE_AT, tell
from tests.live.days import in_a_file
from tests.live.tables import KEY

VERIFIER = Path(__file__).with_name("verifier.py")
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "log-format.md"

COMMAND = COMMAND_AT.format(pos=40)
EVENT = EVENT_AT.format(pos=40)
PLACE = PLACE_AT.format(pos=40)

FORGERIES = {
    "is out of place": f"UPDATE place SET version = version + 1000 WHERE {PLACE}",
    "is missing": f"DELETE FROM command WHERE {COMMAND}",
    "has another number of events": f"UPDATE place SET events = events + 1 WHERE {PLACE}",
    "lacks an event": f"DELETE FROM event WHERE {EVENT}",
    "has another event": f"UPDATE event SET body = x'7b7d' WHERE {EVENT}",
    "does not fit its hash": f"UPDATE command SET at = 5 WHERE {COMMAND}",
    "does not continue its stream": f"UPDATE command SET previous = zeroblob(32) WHERE {COMMAND}",
    "does not continue the log": f"UPDATE place SET log_hash = zeroblob(32) WHERE {PLACE}",
    "has another fingerprint": f"UPDATE command SET fingerprint = x'00' WHERE {COMMAND}",
    "the log ends elsewhere": "DELETE FROM place WHERE entry = (SELECT max(entry) FROM place)",
    "rows belong to no entry": "INSERT INTO event SELECT stream, 9999, kind, body FROM event"
    " WHERE stream = 1 AND version = 1",
    "ends elsewhere": "UPDATE head SET version = version - 1 WHERE stream = 2",
    "streams and heads differ": "DELETE FROM head WHERE stream = 2",
    "the log has form 4": "UPDATE log SET form = 4",
    "another tile 0 0": "UPDATE tile SET hashes = zeroblob(8192) WHERE level = 0",
    "another tile 1 0": "UPDATE tile SET pos = pos + 1 WHERE level = 1",
    "another root at": "UPDATE checkpoint SET note = replace(note, 'fairdeal/', 'x/fairdeal/')",
    "behind a checkpoint over": "UPDATE checkpoint SET size = 9999 WHERE incarnation = 2",
    "the checkpoint is signed by another key": "UPDATE log SET public_key = zeroblob(32)",
}


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A day at several tables with a progressive, signed twice, in the second incarnation."""
    path = in_a_file(tmp_path_factory.mktemp("day") / "room.db")
    with closing(open_store(path, KEY)) as store:
        Notary(store, KEY).sign(40)
        store.seal(KEY, origin=store.origin.raised())
        Notary(store, KEY).sign()
    return path.read_bytes()


@pytest.fixture
def room(day: bytes, path: Path) -> Path:
    path.write_bytes(day)
    return path


def verified(room: Path, key: bytes = KEY, *notes: str) -> tuple[int, str]:
    """Run the verifier in a process that cannot import this package."""
    named = room.with_name("named.key")
    named.write_text(key.hex())
    elsewhere = [room.with_name("elsewhere") for _ in notes]
    for path, note in zip(elsewhere, notes, strict=True):
        path.write_text(note, "utf-8")
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(room), str(named)]
    command += map(str, elsewhere)
    done = subprocess.run(command, cwd=room.parent, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_stranger_finds_that_an_honest_log_holds(room: Path) -> None:
    store = open_store(room, KEY, read_only=True)
    rows = list(store.read())
    store.close()
    commands = sum(not row.part for row in rows)
    said = f"{commands} commands, {len(rows)} events, 2 checkpoints\n"
    assert verified(room) == (0, said)


@pytest.mark.parametrize("said", FORGERIES)
def test_a_stranger_finds_what_was_tampered_with(room: Path, said: str) -> None:
    tell(room, FORGERIES[said])
    code, told = verified(room)
    assert code == 1
    assert said in told


def test_a_stranger_with_another_key_says_so(room: Path) -> None:
    assert verified(room, b"another") == (1, "broken: the seal is another key's\n")
    tell(room, "UPDATE head SET tag = zeroblob(32) WHERE stream = 1")
    assert "has another tag" in verified(room)[1]


def test_a_stranger_finds_a_log_that_does_not_have_what_was_signed(room: Path) -> None:
    with closing(open_store(room, KEY, read_only=True)) as store:
        origin, kept = store.origin.line, store.checkpoints()[-1]
    size, honest = kept.size, read_note(kept.note)
    assert verified(room, KEY, str(honest))[0] == 0
    for note, said in {
        str(signed(KEY, origin, size, bytes(32))): "another root at",
        str(signed(KEY, origin, size + 1, bytes(32))): "behind a checkpoint over",
        str(signed(b"another", origin, size, honest.root)): "is signed by another key",
        str(signed(KEY, "fairdeal/room/1", size, honest.root)): "the checkpoint is of",
        str(_with_another_signature(honest)): "a forged signature",
    }.items():
        code, told = verified(room, KEY, note)
        assert code == 1
        assert said in told


def _with_another_signature(note: Note) -> Note:
    [own] = note.signatures
    other = signed(KEY, note.origin, note.size + 1, note.root).signatures[0].body
    return note._replace(signatures=(own._replace(body=other),))


def test_the_vector_of_the_tree_holds_for_the_verifier_as_well() -> None:
    vector = json.loads(VERIFIER.with_name("tree_vector.json").read_text("utf-8"))
    digest = verifier.leaf_hash(vector["leaf"].encode())
    first, second, third = [bytes.fromhex(each) for each in vector["inclusion"]]
    left = sha256(b"\1" + sha256(b"\1" + first + digest).digest() + second).digest()
    root = sha256(b"\1" + left + third).digest()
    body, _, below = vector["checkpoint"].partition("\n\n")
    assert b64decode(body.split("\n")[2]) == root
    packed = b64decode(below.split("\n")[0].split(" ")[2])
    public = bytes.fromhex(vector["public"])
    assert verifier.is_signed(public, packed[4:], f"{body}\n".encode())
    assert not verifier.is_signed(public, packed[4:], body.encode())
    page = PAGE.read_text("utf-8")
    assert vector["leaf"] in page
    assert vector["checkpoint"] in page


def test_the_vector_holds_for_the_verifier_as_well() -> None:
    vector = json.loads(VERIFIER.with_name("log_vector.json").read_text("utf-8"))
    previous, log_hash, version, pos = bytes(32), bytes(32), 1, 1
    for each in vector["entries"]:
        digests = [sha256(f"{kind}\n{body}".encode()).digest() for kind, body in each["events"]]
        command = {
            **{name: each[name] for name in ("at", "actor", "role", "key", "followed")},
            **{name: vector[name] for name in ("incarnation", "epoch")},
            "name": each["command"],
            "arguments": each["arguments"].encode(),
            "previous": previous,
            "version": version,
        }
        previous = verifier.entry_hash(command, each["name"], digests)
        log_hash = sha256(log_hash + pos.to_bytes(8, "big") + previous).digest()
        assert previous.hex() == each["hash"]
        assert sha256(each["entry"].encode()).digest() == previous
        assert log_hash.hex() == each["log_hash"]
        assert verifier.fingerprint(command).hex() == each["fingerprint"]
        version, pos = version + len(digests), pos + len(digests)
    assert vector["entries"][0]["entry"] in PAGE.read_text("utf-8")


def test_the_verifier_imports_nothing_of_this_package() -> None:
    tree = ast.parse(VERIFIER.read_text("utf-8"))
    imports = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imports <= sys.stdlib_module_names


def test_the_page_names_every_column_and_the_form() -> None:
    page = PAGE.read_text("utf-8")
    assert f"It describes form {FORM}," in " ".join(page.split())
    for table in TABLES:
        row = re.search(rf"^\| `{table.name}` \|.*$", page, re.M)
        assert row is not None, table.name
        for column in table.c:
            assert f"`{column.name}`" in row[0], (table.name, column.name)


def test_seals_are_those_of_the_page() -> None:
    log_key = hmac.digest(KEY, b"fairdeal log", "sha256")
    end = StreamHead(7, b"h" * 32, 3)
    line = f'["fairdeal-head-1","r",2,"table/pit-1",7,"{"68" * 32}",3]'
    tag = hmac.digest(log_key, line.encode(), "sha256")
    assert tagged(KEY, Origin("r", 2), "pit-1", end).tag == tag
    text = b"snapshot\ntable/pit-1\nf\n7\n" + (b"68" * 32) + b"\nbody"
    seal = Snapshot("pit-1", 7, "f", b"body", b"h" * 32).seal(KEY)
    assert seal == hmac.digest(log_key, text, "sha256")
