"""A verifier of logs, written from docs/reference/log-format.md: it imports nothing of Fairdeal.

``python verifier.py room.db [room.db.key]`` says how much holds, or what does not.
"""

import hmac
import json
import sqlite3
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

ZERO = bytes(32)


class BrokenError(Exception):
    """What does not hold."""


def line(*what: object) -> bytes:
    """A line of JSON as it is hashed."""
    return json.dumps(what, ensure_ascii=False, separators=(",", ":")).encode()


def hold(true: object, *what: object) -> None:
    if not true:
        raise BrokenError(" ".join(map(str, what)))


def verify(path: str, key: bytes = b"") -> tuple[int, int]:
    """Check a whole log; how many commands and events it has."""
    file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    file.row_factory = sqlite3.Row
    [log] = file.execute("SELECT * FROM log").fetchall()
    hold(log["form"] == 2, "the log has form", log["form"])
    names = {each["id"]: each["name"] for each in file.execute("SELECT * FROM stream")}
    events = {
        (each["stream"], each["version"]): each for each in file.execute("SELECT * FROM event")
    }
    commands = {
        (each["stream"], each["version"]): each for each in file.execute("SELECT * FROM command")
    }
    ends: dict[int, tuple[int, bytes, int]] = {}
    pos, log_hash, count = 0, ZERO, 0
    for place in file.execute("SELECT * FROM place ORDER BY entry"):
        number, count = place["stream"], count + 1
        at = f"the command at {pos + 1}"
        version, previous, epoch = ends.get(number, (0, ZERO, 0))
        where = place["entry"], place["pos"], place["version"]
        hold(where == (count, pos + 1, version + 1), at, "is out of place")
        command = commands.pop((number, version + 1), None)
        hold(command, at, "is missing")
        assert command is not None
        parts = range(1, len(command["digests"]) // 32 + 1)
        hold(place["events"] == len(parts), at, "has another number of events")
        own = [events.pop((number, version + part), None) for part in parts]
        hold(all(own), at, "lacks an event")
        hold(command["previous"] == previous, at, "does not continue its stream")
        hold(command["epoch"] >= epoch, at, "is out of order")
        digests = [sha256(each["kind"].encode() + b"\n" + each["body"]).digest() for each in own]
        hold(b"".join(digests) == command["digests"], at, "has another event")
        digest = entry_hash(command, names[number], digests)
        hold(digest == command["hash"], at, "does not fit its hash")
        log_hash = sha256(log_hash + (pos + 1).to_bytes(8, "big") + digest).digest()
        hold(log_hash == place["log_hash"], at, "does not continue the log")
        hold(fingerprint(command) == command["fingerprint"], at, "has another fingerprint")
        pos += len(own)
        ends[number] = version + len(own), digest, command["epoch"]
    named = log["pos"], log["hash"], log["entries"]
    hold(named == (pos, log_hash, count), "the log ends elsewhere")
    hold(not commands and not events, "rows belong to no entry that has a place")
    heads = {each["stream"]: each for each in file.execute("SELECT * FROM head")}
    hold(heads.keys() == ends.keys(), "streams and heads differ")
    for number, head in heads.items():
        end = head["version"], head["hash"]
        hold(end == ends[number][:2], names[number], "ends elsewhere")
    if key:
        check_seals(log, heads, names, hmac.digest(key, b"fairdeal log", "sha256"))
    return count, pos


def entry_hash(command: Any, name: str, digests: list[bytes]) -> bytes:
    given = sha256(command["arguments"]).hexdigest()
    what = [command["incarnation"], command["previous"].hex(), name, command["version"]]
    what += [command[each] for each in ("at", "epoch", "actor", "role", "name", "key")]
    what += [given, [each.hex() for each in digests]]
    what += [command["followed"]] if command["followed"] else []
    return sha256(line("fairdeal-entry-1", *what)).digest()


def fingerprint(command: Any) -> bytes:
    who = line("fairdeal-command-1", *[command[each] for each in ("name", "actor", "role")])
    return sha256(who[:-1] + b"," + command["arguments"] + b"]").digest()[:16]


def check_seals(log: Any, heads: dict[int, Any], names: dict[int, str], key: bytes) -> None:
    for name in ("head", "marked head"):
        text = b"%b\n%d\n%b" % (name.encode(), log["pos"], log["hash"])
        if hmac.digest(key, text, "sha256") == log["seal"]:
            break
    else:
        raise BrokenError("the seal is another key's")
    for number, head in heads.items():
        end = head["version"], head["hash"].hex(), head["epoch"]
        text = line("fairdeal-head-1", log["room"], log["incarnation"], names[number], *end)
        hold(hmac.digest(key, text, "sha256") == head["tag"], names[number], "has another tag")


def main() -> None:
    """Check the log that the command line names, with a key if it names one."""
    keys = [bytes.fromhex(Path(name).read_text("ascii").strip()) for name in sys.argv[2:3]]
    try:
        commands, events = verify(sys.argv[1], *keys)
    except BrokenError as error:
        sys.exit(f"broken: {error}")
    print(f"{commands} commands, {events} events")


if __name__ == "__main__":
    main()
