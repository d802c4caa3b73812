"""How a batch makes a log longer, inside one transaction, and how entries get their places.

A stream grows where its head is the one that an entry was decided on: heads are compared when they
are set, and no other lock is needed.  The one order over all streams is given out separately.  A
log with one writer gives an entry its place as it is written; where several processes write, a
turn gives places to all that has come since the last turn.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from msgspec.structs import asdict, replace

from fairdeal.errors import Conflict, Corrupt, FairdealError, Refused
from fairdeal.live.log.chain import (
    DIGEST,
    Entry,
    Origin,
    Recorded,
    Secret,
    StreamHead,
    check_tag,
    full_name,
    head_of,
    is_marked,
    kind_of,
    log_hash_of,
    recorded,
    short_name,
    tagged,
)
from fairdeal.live.log.checkpoints import Signed
from fairdeal.live.log.stores.protocol import (
    Place,
    Snapshot,
    behind,
    elsewhere,
    moved_on,
    overtaken,
    repeated,
)
from fairdeal.live.log.stores.rows import BYTES, TEXT, WHOLE, with_rows
from fairdeal.live.log.stores.schema import (
    COMMAND,
    EVENT,
    HEAD,
    OF_PLACE,
    PLACE,
    SAVE_SECRET,
    SAVE_SNAPSHOT,
    STREAM,
    End,
    keep_checkpoint,
    write_end,
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


def _insert(table: sa.Table, *without: str) -> tuple[str, list[str]]:
    """The statement that puts rows into a relation, and what its columns hold."""
    columns = [column for column in table.c if column.name not in without]
    names = ", ".join(column.name for column in columns)
    kinds = [_KIND[column.type.python_type] for column in columns]
    return f"INSERT INTO {table.name} ({names}) {{rows}}", kinds


_COMMANDS: Final = _insert(COMMAND)
_EVENTS: Final = _insert(EVENT)
_HEADS: Final = _insert(HEAD)
_PLACES: Final = _insert(PLACE)
# A condition, because SQLite cannot tell the conflict clause from that of a join.
_STREAMS: Final = (
    "INSERT INTO stream (name, kind, placed) SELECT * FROM ({rows}) AS new WHERE true"
    " ON CONFLICT (name) DO NOTHING"
)
_BEGUN: Final = [TEXT, TEXT, WHOLE]
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
    " ORDER BY stream.id"
)
_KNOWN: Final = (
    "WITH asked (stream, code) AS ({rows})"
    " SELECT stream.name, code FROM asked JOIN stream ON stream.name = asked.stream"
    " JOIN command ON command.stream = stream.id AND command.key = code"
)
_NEW: Final = sa.text(
    "SELECT stream.id, stream.name, stream.placed, head.version AS ends, head.hash AS end_hash,"
    " head.epoch, head.tag, command.version, command.at, command.hash, command.digests"
    " FROM stream JOIN head ON head.stream = stream.id AND head.version > stream.placed"
    " JOIN command ON command.stream = stream.id AND command.version > stream.placed"
    " AND command.version <= head.version"
    " ORDER BY command.at, stream.id, command.version"
)
"""What has no place yet; times never go back within a stream."""
_PLACED: Final = (
    "WITH wanted (stream, placed) AS ({rows})"
    " UPDATE stream SET placed = wanted.placed FROM wanted WHERE stream.id = wanted.stream"
)


class OvertakenError(Exception):
    """What this process knew of the streams is not what the log has, or not all of it."""


class Extension:
    """A batch on its way into the log.

    It builds on what this process *knew* of the streams, and the heads are compared when they are
    set.  A *careful* one reads heads and keys first, so that it can say what stands against an
    entry; one that is not breaks off where anything does.  Behind an *end*, each entry gets its
    place at once.  A stream that this process *holds* is written under the epoch of its claim.
    """

    def __init__(
        self,
        connection: sa.Connection,
        tasks: Sequence[Task],
        end: End | None,
        origin: Origin,
        key: bytes,
        knew: Mapping[str, Stream],
        *,
        careful: bool,
        holds: Mapping[str, int] | None = None,
        member: int = 0,
    ) -> None:
        self._connection = connection
        self._tasks = tasks
        self.end = end
        """Where the order ends; when the batch is written, as it is then."""
        self._origin = origin
        self._key = key
        self._careful = careful
        self._holds = holds or {}
        self._member = member
        names = {task.stream for task in tasks if not isinstance(task, Signed)}
        known = {} if careful else {name: knew[name] for name in names & knew.keys()}
        self.streams = known | _streams(connection, names - known.keys(), key, origin, lock=careful)
        """The streams of the batch; when it is written, as they are then."""
        self._tips = {name: stream.tip for name, stream in self.streams.items()}
        self.gone_back = {
            name: knew[name].tip
            for name in (names & knew.keys() if careful else ())
            if _is_before(self.tip(name), knew[name].tip)
        }
        """Streams that lack what this process has written or seen, and where they ended then."""
        self._keys = _known_keys(connection, tasks) if careful else set()
        self._events: list[Recorded] = []
        self._secrets: list[Secret] = []

    def write(self) -> list[Outcome]:
        """Write what fits and say what became of each task."""
        failed: dict[str, FairdealError] = {}
        snapshots: list[Snapshot] = []
        signed: list[Signed] = []
        outcomes: list[Outcome] = []
        for task in self._tasks:
            error = failed.get(task.stream)
            if isinstance(task, Signed):
                signed.append(task)
                outcomes.append(())
            elif isinstance(task, Snapshot):
                if error is None and task.version <= self.tip(task.stream).version:
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
        for checkpoint in signed:
            keep_checkpoint(self._connection, checkpoint)
        return outcomes

    def tip(self, name: str) -> StreamHead:
        """Where a stream ends with what is added so far."""
        return self._tips.get(name) or StreamHead()

    def _conflict(self, entry: Entry) -> Conflict | Refused | None:
        tip = self.tip(entry.stream)
        if tip.epoch != self._holds.get(entry.stream, tip.epoch):
            return elsewhere(entry)
        if entry.version != tip.version:
            return moved_on(entry, tip.version)
        if (entry.stream, entry.key) in self._keys:
            return repeated(entry)
        if (unless := entry.unless) is None:
            return None
        asked = (
            sa.select(EVENT.c.version)
            .join(PLACE, OF_PLACE)
            .where(PLACE.c.pos > unless.after, EVENT.c.kind.in_(unless.kinds))
        )
        happened = self._connection.execute(asked.limit(1)).first()
        if happened or any(event.kind in unless.kinds for event in self._events):
            return overtaken(entry, unless)
        return None

    def _add(self, entry: Entry) -> tuple[Recorded, ...]:
        tip = self.tip(entry.stream)
        pos, log_hash = 0, b""
        if self.end is not None:
            last = self._events[-1] if self._events else None
            pos, log_hash = (
                (last.pos + 1, last.log_hash)
                if last
                else (self.end.head.pos + 1, self.end.head.hash)
            )
        new = recorded(entry, pos, log_hash, tip, self._origin.incarnation)
        last = new[-1]
        self._tips[entry.stream] = StreamHead(last.version, last.hash, max(tip.epoch, last.epoch))
        self._keys.add((entry.stream, entry.key))
        self._events += new
        self._secrets += [entry.secret] if entry.secret else []
        return new

    def _store(self) -> None:
        """Write the events with their commands, and where everything ends now."""
        self._move_heads({event.stream for event in self._events})
        numbers = {name: stream.number for name, stream in self.streams.items()}
        first = [event for event in self._events if not event.part]
        self._put(_COMMANDS, [self._command(event) for event in first])
        self._put(
            _EVENTS,
            [(numbers[each.stream], each.version, each.kind, each.body) for each in self._events],
        )
        for secret in self._secrets:
            self._connection.execute(SAVE_SECRET, asdict(secret))
        if self.end is not None:
            places = [
                Placing(numbers[each.stream], each.version, len(each.digests) // DIGEST, each.hash)
                for each in first
            ]
            self.end = _place(self._connection, self.end, places, self._key)

    def _put(self, into: tuple[str, list[str]], rows: Sequence[tuple[Any, ...]]) -> None:
        with_rows(self._connection, *into, rows)

    def _command(self, event: Recorded) -> tuple[Any, ...]:
        """The row of a command, by its first event."""
        return (
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
        )

    def _move_heads(self, names: Iterable[str]) -> None:
        """Compare every head with what was decided on, and set it; new streams get theirs."""
        ends = {
            name: tagged(self._key, self._origin, name, self._tips[name]) for name in sorted(names)
        }
        # Streams before heads, and each by name or number, so that no two batches wait for each
        # other.
        self._begin([name for name in ends if name not in self.streams], ends)
        old = sorted((self.streams[name].number, name) for name in ends if name in self.streams)
        moved = [self._move(name, ends[name]) for _, name in old]
        if moved and len(with_rows(self._connection, _MOVE, _MOVED, moved)) != len(moved):
            if not self._careful:
                raise OvertakenError
            raise Corrupt("a head was changed while its table was written", code="log.broken")
        for name, end in ends.items():
            self.streams[name] = Stream(self.streams[name].number, end)

    def _move(self, name: str, end: StreamHead) -> tuple[Any, ...]:
        number, tip = self.streams[name]
        return number, tip.version, tip.hash, tip.epoch, end.version, end.hash, end.tag

    def _begin(self, names: Sequence[str], ends: Mapping[str, StreamHead]) -> None:
        """Begin streams, each with a head at its beginning."""
        if not names:
            return
        begun = [(full_name(name), kind_of(name), 0) for name in names]
        with_rows(self._connection, _STREAMS, _BEGUN, begun)
        found = sa.select(STREAM.c.name, STREAM.c.id).where(
            STREAM.c.name.in_([name for name, _, _ in begun])
        )
        numbers = {short_name(name): number for name, number in self._connection.execute(found)}
        beginning = StreamHead()
        heads = [
            (numbers[name], 0, beginning.hash, ends[name].epoch, self._member, beginning.tag)
            for name in names
        ]
        self._put(_HEADS, heads)
        for name in names:
            tip = replace(beginning, epoch=ends[name].epoch)
            self.streams[name] = Stream(numbers[name], tip)


class Placing(NamedTuple):
    """An entry that is to get its place."""

    stream: int
    version: int
    """Of its first event."""
    events: int
    hash: bytes


def give_places(
    connection: sa.Connection, end: End, key: bytes, origin: Origin
) -> tuple[End, Place | None]:
    """Give each entry that has none its place behind the end; where the order ends then."""
    rows = connection.execute(_NEW).all()
    if not rows:
        return end, None
    last_of: dict[int, Any] = {}
    for row in rows:
        before = last_of.get(row.id)
        begins = before.version + len(before.digests) // DIGEST if before else row.placed + 1
        if row.version != begins:
            raise Corrupt(
                f"{row.name} has no entry that begins at its event {begins}", code="log.broken"
            )
        last_of[row.id] = row
    for row in last_of.values():
        tip = StreamHead(row.ends, row.end_hash, row.epoch, row.tag)
        check_tag(key, origin, short_name(row.name), tip)
        if (row.version + len(row.digests) // DIGEST - 1, row.hash) != (row.ends, row.end_hash):
            raise Corrupt(f"{row.name} does not end where its head says", code="log.broken")
    places = [Placing(row.id, row.version, len(row.digests) // DIGEST, row.hash) for row in rows]
    then = _place(connection, end, places, key)
    return then, Place(then.head.pos, then.head.hash, rows[-1].at)


def _place(connection: sa.Connection, end: End, places: Sequence[Placing], key: bytes) -> End:
    """Write the places of entries that follow each other, and where the order ends then."""
    entries, pos, digest = end.entries, end.head.pos + 1, end.head.hash
    rows, ends = [], {}
    for each in places:
        entries += 1
        digest = log_hash_of(digest, pos, each.hash)
        rows.append((entries, pos, each.stream, each.version, each.events, digest))
        pos += each.events
        ends[each.stream] = each.version + each.events - 1
    with_rows(connection, *_PLACES, rows)
    with_rows(connection, _PLACED, [WHOLE, WHOLE], sorted(ends.items()))
    then = End(head_of(key, pos - 1, digest, marked=is_marked(end.head, key)), entries)
    write_end(connection, then)
    return then


def _is_before(found: StreamHead, known: StreamHead) -> bool:
    """Whether the end of a stream cannot have come after the known one."""
    is_another = found.version == known.version and found.hash != known.hash
    return found.version < known.version or is_another


def _streams(
    connection: sa.Connection,
    names: Collection[str],
    key: bytes,
    origin: Origin,
    *,
    lock: bool = False,
) -> dict[str, Stream]:
    """The streams of these names that there are; a head that the room did not tag is refused.

    With a *lock*, nobody else moves their heads before the transaction ends.
    """
    if not names:
        return {}
    is_server = connection.dialect.name == "postgresql"
    asked = _FOUND + " FOR UPDATE OF head" if lock and is_server else _FOUND
    found = with_rows(connection, asked, [TEXT], [(full_name(name),) for name in sorted(names)])
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
