"""Ways to tamper with a log: rows changed, left out, moved or added, with or without new hashes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from fairdeal.errors import Corrupt
from fairdeal.live import events
from fairdeal.live.actors import MAY
from fairdeal.live.audit.authority import BEGINS
from fairdeal.live.log import codec
from fairdeal.live.log.chain import (
    GOES_ON,
    ORIGIN,
    Head,
    Recorded,
    StreamHead,
    digest_of,
    fingerprint,
    hash_of,
    head_of,
    log_hash_of,
)
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot


class Forged(MemoryStore):
    """A log that somebody has tampered with."""

    def __init__(self, rows: Sequence[Recorded], head: Head) -> None:
        super().__init__()
        self._events = list(rows)
        self._forged_head = head

    def head(self) -> Head:
        return self._forged_head

    def streams(self) -> dict[str, int]:
        return {row.stream: row.version for row in self._events}

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        return iter([row for row in self._events if row.stream == name][after:])

    def stream_head(self, name: str) -> StreamHead:
        ends = [row for row in self._events if row.stream == name]
        return StreamHead(ends[-1].version, ends[-1].hash) if ends else StreamHead()

    def keep(self, snapshot: Snapshot) -> None:
        """Put a snapshot into the log, whatever it holds."""
        self._snapshots[snapshot.stream, snapshot.form] = snapshot


def whole(rows: Sequence[Recorded], count: int) -> list[Recorded]:
    """About so many rows from the beginning, up to the end of a command."""
    return list(rows[: next(place for place in range(count, 0, -1) if not rows[place].part)])


def rechained(rows: Sequence[Recorded], key: bytes = b"") -> Forged:
    """The log with every place, number and hash made to fit, by somebody with that key."""
    log_hash, tips = ORIGIN, dict[str, tuple[int, bytes]]()
    fitting: list[Recorded] = []
    was = ORIGIN
    for command in _commands(rows):
        first = command[0]
        version, previous = tips.get(first.stream, (0, ORIGIN))
        pos = len(fitting) + 1
        placed = [
            replace(
                row,
                pos=pos + part,
                version=version + part + 1,
                part=part,
                body=_accepting(row, pos, was, log_hash),
                previous=previous,
                arguments=first.arguments,
                caller=first.actor,
                caller_role=first.role,
                followed=_followed(command),
            )
            for part, row in enumerate(command)
        ]
        digests = b"".join(digest_of(row.kind, row.body) for row in placed)
        begin = replace(placed[0], digests=digests)
        asked = fingerprint(begin.command, begin.caller, begin.caller_role, begin.arguments)
        digest = hash_of(begin)
        log_hash = log_hash_of(log_hash, pos, digest)
        fit = {"digests": digests, "asked": asked, "hash": digest, "log_hash": log_hash}
        fitting += [replace(row, **fit) for row in placed]
        tips[first.stream] = fitting[-1].version, digest
        was = command[-1].log_hash
    return Forged(fitting, head_of(key, len(fitting), log_hash))


def _commands(rows: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """The rows, those of a command together."""
    together: list[Recorded] = []
    for row in rows:
        last = together[-1] if together else row
        goes_on = row.part and (row.stream, row.key) == (last.stream, last.key)
        if together and not goes_on:
            yield together
            together = []
        together.append(row)
    if together:
        yield together


def _followed(command: Sequence[Recorded]) -> int:
    """How many events the automatic dealer has brought by going on."""
    who = [(row.actor, row.role) for row in command]
    if who[0] == GOES_ON:
        return 0
    return len(who) - max(place for place, one in enumerate(who, 1) if one != GOES_ON)


def _accepting(row: Recorded, pos: int, was: bytes, log_hash: bytes) -> bytes:
    """An accepted loss names the end before it: where it did, it does so again."""
    if row.kind != "loss-accepted":
        return row.body
    try:
        event = codec.decoded(row.kind, row.body)
    except Corrupt:
        return row.body
    assert isinstance(event, events.LossAccepted)
    fields: dict[str, Any] = {}
    if event.hash == was:
        fields["hash"] = log_hash
    if event.pos == row.pos - 1:
        fields["pos"] = pos - 1
    return codec.encoded(replace(event, **fields))[1]


def rewritten(
    rows: Sequence[Recorded], pos: int, change: Callable[[Any], events.AnyEvent]
) -> list[Recorded]:
    """The rows with the event at *pos* changed; nothing else is made to fit."""
    row = rows[pos - 1]
    kind, body = codec.encoded(change(codec.decoded(row.kind, row.body)))
    return [*rows[: pos - 1], replace(row, kind=kind, body=body), *rows[pos:]]


def appended(
    rows: Sequence[Recorded], *happened: events.AnyEvent, **envelope: Any
) -> list[Recorded]:
    """The rows with one more command, of the table and at the time of the last row."""
    last = rows[-1]
    new = []
    role = str(envelope.get("role", last.role))
    command = _asked_for(happened[0], role)
    for part, event in enumerate(happened):
        kind, body = codec.encoded(event)
        fields = {
            "command": command,
            "key": f"forged-{len(rows)}",
            "part": part,
            "kind": kind,
            "body": body,
            **envelope,
        }
        new.append(replace(last, **fields))
    return [*rows, *new]


def _asked_for(event: events.AnyEvent, role: str) -> str:
    """A command that brings such an event, one that the role may give if there is any."""
    if getattr(event, "by_system", False):
        return "time-out"
    fitting = [name for name, kinds in BEGINS.items() if isinstance(event, kinds)]
    return next((name for name in fitting if role in MAY[name]), [*fitting, "next-step"][0])


def first(rows: Sequence[Recorded], kind: str, **fields: Any) -> int:
    """The place of the first event of a kind whose fields are these, or fit a condition."""
    for row in rows:
        if row.kind == kind:
            event = codec.decoded(row.kind, row.body)
            if all(_fits(getattr(event, name), wanted) for name, wanted in fields.items()):
                return row.pos
    raise AssertionError(f"no event {kind} with {fields}")


def _fits(value: object, wanted: Any) -> bool:
    return bool(wanted(value)) if callable(wanted) else value == wanted


def others(value: object) -> Iterator[Any]:
    """Values of other kinds, as a forged row of a database without types may hold them."""
    for other in (None, 7, -1, 2.5, "x", "", b"\xff", b"", b"{}", [1], 2**70, True):
        if (
            type(other) is not type(value) and not (other is True and value == 1)
        ) or other != value:
            yield other
