"""The description of the log is enough to check one, without this program."""

import ast
import hmac
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from fairdeal.live.log.chain import Origin, StreamHead, tagged
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
    "the log has form 3": "UPDATE log SET form = 3",
}


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A day at several tables with a progressive."""
    return in_a_file(tmp_path_factory.mktemp("day") / "room.db").read_bytes()


@pytest.fixture
def room(day: bytes, path: Path) -> Path:
    path.write_bytes(day)
    return path


def verified(room: Path, key: bytes = KEY) -> tuple[int, str]:
    """Run the verifier in a process that cannot import this package."""
    named = room.with_name("named.key")
    named.write_text(key.hex())
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(room), str(named)]
    done = subprocess.run(command, cwd=room.parent, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_stranger_finds_that_an_honest_log_holds(room: Path) -> None:
    store = open_store(room, KEY, read_only=True)
    rows = list(store.read())
    store.close()
    commands = sum(not row.part for row in rows)
    assert verified(room) == (0, f"{commands} commands, {len(rows)} events\n")


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
