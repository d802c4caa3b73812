"""How a batch makes a log longer, inside a transaction in which nobody else writes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from msgspec.structs import asdict

from fairdeal.errors import Conflict, Corrupt, FairdealError
from fairdeal.live.log.chain import (
    Entry,
    Head,
    Origin,
    Recorded,
    Secret,
    StreamHead,
    check_tag,
    full_name,
    head_of,
    is_marked,
    kind_of,
    recorded,
    short_name,
    tagged,
)
from fairdeal.live.log.stores.protocol import Snapshot, behind, moved_on, overtaken, repeated
from fairdeal.live.log.stores.rows import BYTES, TEXT, WHOLE, with_rows
from fairdeal.live.log.stores.schema import (
    COMMAND,
    EVENT,
    HEAD,
    SAVE_SECRET,
    SAVE_SNAPSHOT,
    STREAM,
    write_head,
)
from fairdeal.live.log.stores.writer import Outcome, Task

Keys = set[tuple[str, str]]
"""Tables, each with a key of a command that it has recorded."""


class Stream(NamedTuple):
    """A stream in the database."""

    number: int
    tip: StreamHead


_NO_STREAM: Final = 0
"""The number of no stream."""

_KIND: Final = {int: WHOLE, str: TEXT, bytes: BYTES}


def _insert(table: sa.Table) -> tuple[str, list[str]]:
    """The statement that puts rows into a relation, and what its columns hold."""
    statement = f"INSERT INTO {table.name} ({', '.join(table.c.keys())}) {{rows}}"
    return statement, [_KIND[column.type.python_type] for column in table.c]


_COMMANDS: Final = _insert(COMMAND)
_EVENTS: Final = _insert(EVENT)
_STREAMS: Final = _insert(STREAM)
_HEADS: Final = _insert(HEAD)
_MOVE: Final = (
    "WITH wanted (stream, was, was_hash, epoch, version, hash, tag) AS ({rows})"
    " UPDATE head SET version = wanted.version, hash = wanted.hash, tag = wanted.tag FROM wanted"
    " WHERE head.stream = wanted.stream AND head.version = wanted.was"
    " AND head.hash = wanted.was_hash AND head.epoch = wanted.epoch RETURNING head.stream"
)
_MOVED: Final = [WHOLE, WHOLE, BYTES, WHOLE, WHOLE, BYTES, BYTES]
_FOUND: Final = (
    "WITH asked (name) AS ({rows})"
    " SELECT stream.name, stream.id, head.version, head.hash, head.epoch, head.tag"
    " FROM asked JOIN stream ON stream.name = asked.name JOIN head ON head.stream = stream.id"
)
_KNOWN: Final = (
    "WITH asked (stream, code) AS ({rows})"
    " SELECT stream.name, code FROM asked JOIN stream ON stream.name = asked.stream"
    " JOIN command ON command.stream = stream.id AND command.key = code"
)


class OvertakenError(Exception):
    """What this process knew of the streams is not what the log has, or not all of it."""


class Extension:
    """A batch on its way into the log, behind its present end.

    It builds on what this process *knew* of the streams, and the heads are compared when they are
    set.  A *careful* one reads heads and keys first, so that it can say what stands against an
    entry; one that is not breaks off where anything does.
    """

    def __init__(
        self,
        connection: sa.Connection,
        tasks: Sequence[Task],
        head: Head,
        origin: Origin,
        key: bytes,
        knew: Mapping[str, Stream],
        *,
        careful: bool,
    ) -> None:
        self._connection = connection
        self._tasks = tasks
        self._head = head
        self._origin = origin
        self._key = key
        self._careful = careful
        names = {task.stream for task in tasks}
        known = {} if careful else {name: knew[name] for name in names & knew.keys()}
        self.streams = known | _streams(connection, names - known.keys(), key, origin)
        """The streams of the batch; when it is written, as they are then."""
        self._keys = _known_keys(connection, tasks) if careful else set()
        self._tips = {name: stream.tip for name, stream in self.streams.items()}
        self._events: list[Recorded] = []
        self._secrets: list[Secret] = []

    def write(self) -> list[Outcome]:
        """Write what fits and say what became of each task."""
        failed: dict[str, FairdealError] = {}
        snapshots: list[Snapshot] = []
        outcomes: list[Outcome] = []
        for task in self._tasks:
            error = failed.get(task.stream)
            if isinstance(task, Snapshot):
                if error is None and task.version <= self._tip(task.stream).version:
                    snapshots.append(task)
                outcomes.append(())
            elif error is not None:
                outcomes.append(behind(task, error))
            elif conflict := self._conflict(task):
                if not self._careful:
                    raise OvertakenError
                failed[task.stream] = conflict
                outcomes.append(conflict)
            else:
                outcomes.append(self._add(task))
        if self._events:
            self._store()
        for snapshot in snapshots:
            stream = self.streams.get(snapshot.stream)
            number = stream.number if stream else _NO_STREAM  # one that only tries the disk
            fields = {**asdict(snapshot), "number": number, "seal": snapshot.seal(self._key)}
            self._connection.execute(SAVE_SNAPSHOT, fields)
        return outcomes

    def _tip(self, name: str) -> StreamHead:
        return self._tips.get(name) or StreamHead()

    def _conflict(self, entry: Entry) -> Conflict | None:
        version = self._tip(entry.stream).version
        if entry.version != version:
            return moved_on(entry, version)
        if (entry.stream, entry.key) in self._keys:
            return repeated(entry)
        if (unless := entry.unless) is None:
            return None
        asked = sa.select(EVENT.c.pos).where(
            EVENT.c.pos > unless.after, EVENT.c.kind.in_(unless.kinds)
        )
        happened = self._connection.execute(asked.limit(1)).first()
        if happened or any(event.kind in unless.kinds for event in self._events):
            return overtaken(entry, unless)
        return None

    def _add(self, entry: Entry) -> tuple[Recorded, ...]:
        end = self._events[-1] if self._events else None
        pos, log_hash = (end.pos, end.log_hash) if end else (self._head.pos, self._head.hash)
        tip = self._tip(entry.stream)
        new = recorded(entry, pos + 1, log_hash, tip, self._origin.incarnation)
        last = new[-1]
        self._tips[entry.stream] = StreamHead(last.version, last.hash, max(tip.epoch, last.epoch))
        self._keys.add((entry.stream, entry.key))
        self._events += new
        self._secrets += [entry.secret] if entry.secret else []
        return new

    def _store(self) -> None:
        """Write the events with their commands, and where everything ends now."""
        last = self._events[-1]
        self._move_heads({event.stream for event in self._events})
        commands = [self._command(event) for event in self._events if not event.part]
        numbers = {name: stream.number for name, stream in self.streams.items()}
        events = [
            (event.pos, numbers[event.stream], event.version, event.kind, event.body)
            for event in self._events
        ]
        self._put(_COMMANDS, commands)
        self._put(_EVENTS, events)
        for secret in self._secrets:
            self._connection.execute(SAVE_SECRET, asdict(secret))
        marked = is_marked(self._head, self._key)
        write_head(self._connection, head_of(self._key, last.pos, last.log_hash, marked=marked))

    def _put(self, into: tuple[str, list[str]], rows: Sequence[tuple[Any, ...]]) -> None:
        with_rows(self._connection, *into, rows)

    def _command(self, event: Recorded) -> tuple[Any, ...]:
        """The row of a command, by its first event."""
        return (
            event.pos,
            self.streams[event.stream].number,
            event.version,
            event.incarnation,
            event.epoch,
            event.at,
            event.caller,
            event.caller_role,
            event.command,
            event.key,
            bytes.fromhex(event.asked),
            event.arguments,
            event.digests,
            event.followed,
            event.previous,
            event.hash,
            event.log_hash,
        )

    def _move_heads(self, names: Iterable[str]) -> None:
        """Compare every head with what was decided on, and set it; new streams get theirs."""
        ends = {
            name: tagged(self._key, self._origin, name, self._tips[name]) for name in sorted(names)
        }
        moved = [
            (
                old.number,
                old.tip.version,
                old.tip.hash,
                old.tip.epoch,
                end.version,
                end.hash,
                end.tag,
            )
            for name, end in ends.items()
            if (old := self.streams.get(name))
        ]
        if moved and len(with_rows(self._connection, _MOVE, _MOVED, moved)) != len(moved):
            if not self._careful:
                raise OvertakenError
            raise Corrupt("a head was changed while its table was written", code="log.broken")
        for name, end in ends.items():
            if old := self.streams.get(name):
                self.streams[name] = Stream(old.number, end)
        begun = [name for name in ends if name not in self.streams]
        if not begun:
            return
        count = self._connection.scalar(sa.select(sa.func.max(STREAM.c.id))) or 0
        for number, name in enumerate(begun, count + 1):
            self.streams[name] = Stream(number, ends[name])
        found = [(self.streams[name].number, name) for name in begun]
        self._put(_STREAMS, [(number, full_name(name), kind_of(name)) for number, name in found])
        heads = [(number, *_fields(ends[name])) for number, name in found]
        self._put(_HEADS, heads)


def _fields(tip: StreamHead) -> tuple[int, bytes, int, bytes]:
    return tip.version, tip.hash, tip.epoch, tip.tag


def _streams(
    connection: sa.Connection, names: Collection[str], key: bytes, origin: Origin
) -> dict[str, Stream]:
    """The streams of these names that there are; a head that the room did not tag is refused."""
    if not names:
        return {}
    found = with_rows(connection, _FOUND, [TEXT], [(full_name(name),) for name in names])
    streams = {}
    for row in found:
        name, tip = short_name(row.name), StreamHead(row.version, row.hash, row.epoch, row.tag)
        streams[name] = Stream(row.id, check_tag(key, origin, name, tip))
    return streams


def _known_keys(connection: sa.Connection, tasks: Sequence[Task]) -> Keys:
    """Those of the tasks' commands that are in the log already."""
    asked = {(full_name(task.stream), task.key) for task in tasks if isinstance(task, Entry)}
    found = with_rows(connection, _KNOWN, [TEXT, TEXT], list(asked))
    return {(short_name(row.name), row.code) for row in found}


def tag_again(
    connection: sa.Connection, old_key: bytes, old_origin: Origin, key: bytes, origin: Origin
) -> None:
    """Tag the end of every stream, which the room has tagged so far, with another key or origin."""
    rows = []
    for name, (number, tip) in every_stream(connection).items():
        end = tagged(key, origin, name, check_tag(old_key, old_origin, name, tip))
        rows.append((number, tip.version, tip.hash, tip.epoch, tip.version, tip.hash, end.tag))
    if rows:
        with_rows(connection, _MOVE, _MOVED, rows)


def every_stream(connection: sa.Connection) -> dict[str, Stream]:
    """All streams, unchecked."""
    columns = STREAM.c.name, STREAM.c.id, HEAD.c.version, HEAD.c.hash, HEAD.c.epoch, HEAD.c.tag
    found = connection.execute(sa.select(*columns).join(HEAD, HEAD.c.stream == STREAM.c.id))
    return {short_name(name): Stream(number, StreamHead(*tip)) for name, number, *tip in found}
