"""A verifier of logs, written from docs/reference/log-format.md: it imports nothing of Fairdeal.

``python verifier.py room.db [room.db.key [checkpoint]]`` says how much holds, or what does not.
"""

import hmac
import json
import sqlite3
import sys
from base64 import b64decode
from hashlib import sha256, sha512
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


def verify(path: str, key: bytes = b"", note: str = "") -> tuple[int, int, int]:
    """Check a whole log, and that it has what a *note* from elsewhere says; how many commands,
    events and checkpoints it has.
    """
    file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    file.row_factory = sqlite3.Row
    [log] = file.execute("SELECT * FROM log").fetchall()
    hold(log["form"] == 3, "the log has form", log["form"])
    names = {each["id"]: each["name"] for each in file.execute("SELECT * FROM stream")}
    events = {
        (each["stream"], each["version"]): each for each in file.execute("SELECT * FROM event")
    }
    commands = {
        (each["stream"], each["version"]): each for each in file.execute("SELECT * FROM command")
    }
    ends: dict[int, tuple[int, bytes, int]] = {}
    pos, log_hash, count = 0, ZERO, 0
    signed = file.execute("SELECT * FROM checkpoint ORDER BY incarnation, size").fetchall()
    leaves, begins = first_leaf(log["incarnation"], signed)
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
        begins.append(pos + 1)
        pos += len(own)
        leaf = names[number], version + len(own), digest.hex(), command["epoch"]
        leaves.append(leaf_hash(line("fairdeal-leaf-1", *leaf)))
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
    roots = {each["size"]: each["note"] for each in signed if is_of(each, log)}
    roots |= {int(note.split("\n")[1]): note} if note else {}
    for size, text in roots.items():
        hold(size <= len(leaves), "the log has gone back behind a checkpoint over", size)
        check_note(text, log, size, root(leaves[:size]))
    check_tiles(file, log["incarnation"], leaves[: max(roots, default=0)], begins)
    return count, pos, len(signed)


def is_of(kept: Any, log: Any) -> bool:
    return bool(kept["incarnation"] == log["incarnation"])


def first_leaf(incarnation: int, signed: list[Any]) -> tuple[list[bytes], list[int]]:
    """What a later incarnation has before its entries: the last checkpoint before it."""
    if incarnation == 1:
        return [], []
    before = [each["note"] for each in signed if each["incarnation"] < incarnation]
    return [leaf_hash(line("fairdeal-origin-1", before[-1] if before else ""))], [0]


def leaf_hash(leaf: bytes) -> bytes:
    return sha256(b"\x00" + leaf).digest()


def root(leaves: list[bytes]) -> bytes:
    """The root of RFC 6962, level by level: a node without a sister goes up as it is."""
    while len(leaves) > 1:
        pairs = range(0, len(leaves) - 1, 2)
        odd = leaves[len(leaves) & ~1 :]
        leaves = [sha256(b"\x01" + leaves[at] + leaves[at + 1]).digest() for at in pairs] + odd
    return leaves[0] if leaves else sha256().digest()


def check_note(text: str, log: Any, size: int, wanted: bytes) -> None:
    """A checkpoint must be of this log, have this root, and be signed with its public key."""
    body, _, below = text.partition("\n\n")
    origin, *rest = body.split("\n")
    hold(rest[0] == str(size) and b64decode(rest[1]) == wanted, "another root at", size)
    own = f"fairdeal/{log['room']}/{log['incarnation']}"
    hold(origin in (own, f"{origin.split('/')[0]}/{own}"), "the checkpoint is of", origin)
    known = sha256(origin.encode() + b"\n\x01" + log["public_key"]).digest()[:4]
    [packed] = [
        b64decode(each.split(" ")[2])
        for each in below.split("\n")
        if each.startswith(f"\u2014 {origin} ")
    ]
    hold(packed[:4] == known, "the checkpoint is signed by another key")
    signature = packed[4:]
    hold(is_signed(log["public_key"], signature, f"{body}\n".encode()), "a forged signature")


def check_tiles(file: Any, incarnation: int, leaves: list[bytes], begins: list[int]) -> None:
    """The tiles that are kept must be those of the leaves under the newest checkpoint."""
    tiles = {
        (each["level"], each["index"]): each
        for each in file.execute("SELECT * FROM tile WHERE incarnation = ?", (incarnation,))
    }
    hashes, level = leaves, 0
    while hashes:
        for index in range(0, len(hashes), 256):
            part = hashes[index : index + 256]
            if level or len(part) == 256:
                kept = tiles.pop((level, index // 256), None)
                fits = kept is not None and kept["hashes"] == b"".join(part)
                end = begins[(index + len(part)) * 256**level - 1]
                hold(fits and kept["pos"] == end, "another tile", level, index // 256)
        hashes = [root(hashes[at : at + 256]) for at in range(0, len(hashes) - 255, 256)]
        level += 1
    hold(not tiles, "tiles that belong to no checkpoint")


P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P
Q = 2**252 + 27742317777372353535851937790883648493
Point = tuple[int, int, int, int]


def add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while number:
        found = add(found, point) if number & 1 else found
        point, number = add(point, point), number >> 1
    return found


def point_of(packed: bytes) -> Point:
    y = int.from_bytes(packed, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    hold(y < P and (x * x - square) % P == 0, "a key or a signature that is no point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def is_signed(public: bytes, signature: bytes, text: bytes) -> bool:
    """Ed25519, as RFC 8032 describes it."""
    number = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or number >= Q:
        return False
    digest = sha512(signature[:32] + public + text).digest()
    base = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    own = times(int.from_bytes(digest, "little") % Q, point_of(public))
    one, other = times(number, base), add(point_of(signature[:32]), own)
    same_x = (one[0] * other[2] - other[0] * one[2]) % P == 0
    return same_x and (one[1] * other[2] - other[1] * one[2]) % P == 0


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
    """Check the log that the command line names, with a key and a note if it names them."""
    key = bytes.fromhex("".join(Path(name).read_text("ascii").strip() for name in sys.argv[2:3]))
    note = "".join(Path(name).read_text("utf-8") for name in sys.argv[3:4])
    try:
        commands, events, signed = verify(sys.argv[1], key, note)
    except BrokenError as error:
        sys.exit(f"broken: {error}")
    print(f"{commands} commands, {events} events, {signed} checkpoints")


if __name__ == "__main__":
    main()
