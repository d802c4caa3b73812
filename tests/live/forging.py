"""Ways to tamper with a log: rows changed, left out, moved or added, with or without new hashes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from fairdeal.live import events
from fairdeal.live.actors import MAY
from fairdeal.live.audit.authority import BEGINS
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ORIGIN, Head, Recorded, hash_of, head_of
from fairdeal.live.log.stores.memory import MemoryStore


class Forged(MemoryStore):
    """A log that somebody has tampered with."""

    def __init__(self, rows: Sequence[Recorded], head: Head) -> None:
        super().__init__()
        self._events = list(rows)
        self._head = head

    def streams(self) -> dict[str, int]:
        return {row.stream: row.version for row in self._events}

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        return iter([row for row in self._events if row.stream == name][after:])


def rechained(rows: Sequence[Recorded], key: bytes = b"") -> Forged:
    """The log with every place, number and hash made to fit, by somebody with that key."""
    previous, versions = ORIGIN, dict[str, int]()
    fitting = []
    for pos, row in enumerate(rows, 1):
        versions[row.stream] = version = versions.get(row.stream, 0) + 1
        placed = replace(row, pos=pos, version=version, previous=previous)
        fitting.append(replace(placed, hash=hash_of(placed)))
        previous = fitting[-1].hash
    return Forged(fitting, head_of(key, len(fitting), previous))


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
        if type(other) is not type(value) or other != value:
            yield other
