"""A log in memory: for practice, demonstrations and tests; it ends with the process."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from threading import RLock

from fairdeal.errors import Conflict, Refused
from fairdeal.live.log.chain import (
    ORIGIN,
    Entry,
    Head,
    Origin,
    Recorded,
    StreamHead,
    head_of,
    recorded,
    tagged,
)
from fairdeal.live.log.checkpoints import Kept, Signed, public_key
from fairdeal.live.log.stores.protocol import (
    Answered,
    Place,
    Snapshot,
    closed,
    lost,
    moved_on,
    overtaken,
    repeated,
)
from fairdeal.live.log.tree import Leaf, Tile, leaves


class MemoryStore:
    """Keeps every event in a list; an entry is recorded, or refused, before ``submit`` returns."""

    def __init__(self, key: bytes = b"") -> None:
        self.name = "memory"
        self.notes = ["in-memory room: nothing is saved"]
        self.failures = 0
        self.stopped = ""
        self.went_back = False
        self._key = key
        self.public_key = public_key(key)
        self.origin = Origin("memory")
        self._marked = False
        self._events: list[Recorded] = []
        self._tables: defaultdict[str, list[Recorded]] = defaultdict(list)
        self._answers: dict[tuple[str, str], tuple[Recorded, ...]] = {}
        self._snapshots: dict[tuple[str, str], Snapshot] = {}
        self._checkpoints: list[Kept] = []
        self._tiles: dict[tuple[int, int, int], Tile] = {}
        self._secrets: dict[str, bytes] = {}
        self._lost: dict[str, int] = {}
        self._open = True
        self._gate = RLock()

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        """Record the entry; the future is done."""
        future: Future[tuple[Recorded, ...]] = Future()
        with self._gate:
            error = self._conflict(entry)
            if not self._open:
                future.set_exception(closed(self.name))
            elif seen is not None and self._lost.get(entry.stream, 0) > seen:
                future.set_exception(lost(entry))
            elif error is not None:
                self.failures += 1
                self._lost[entry.stream] = self.failures
                future.set_exception(error)
            else:
                future.set_result(self._record(entry))
        return future

    def append(self, entry: Entry) -> tuple[Recorded, ...]:
        """Record the entry."""
        return self.submit(entry).result()

    def _conflict(self, entry: Entry) -> Conflict | None:
        version = len(self._tables.get(entry.stream, ()))
        if entry.version != version:
            return moved_on(entry, version)
        if (entry.stream, entry.key) in self._answers:
            return repeated(entry)
        unless = entry.unless
        since = self._events[unless.after :] if unless else []
        if unless and any(event.kind in unless.kinds for event in since):
            return overtaken(entry, unless)
        return None

    def _record(self, entry: Entry) -> tuple[Recorded, ...]:
        pos, log_hash = self._end()
        tip = self._tip(entry.stream)
        events = recorded(entry, pos + 1, log_hash, tip, self.origin.incarnation)
        self._events.extend(events)
        self._tables[entry.stream].extend(events)
        self._answers[entry.stream, entry.key] = events
        if entry.secret:
            self._secrets[entry.secret.account] = entry.secret.sealed
        return events

    def _end(self) -> tuple[int, bytes]:
        """Where the log ends, and its hash."""
        return (self._events[-1].pos, self._events[-1].log_hash) if self._events else (0, ORIGIN)

    def _tip(self, name: str) -> StreamHead:
        """Where a table ends."""
        events = self._tables.get(name)
        if not events:
            return StreamHead()
        return StreamHead(events[-1].version, events[-1].hash, events[-1].epoch)

    def catch_up(self) -> None:
        """Everything has its place at once."""

    @property
    def placed(self) -> int:
        """The position of the last event."""
        return len(self._events)

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The log in order."""
        return iter(self._events[max(0, after) : until])

    def read_so_far(self, after: int) -> Iterator[Recorded]:
        """The log in order."""
        return self.read(after)

    def leaves(self, after: int = 0, until: int | None = None) -> Iterator[Leaf]:
        """The entries as the tree has them."""
        return (leaf for leaf in leaves(self.read(after, until)) if leaf.pos > after)

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table."""
        return iter(self._tables.get(name, [])[after:])

    def answer(self, stream: str, key: str) -> tuple[Recorded, ...]:
        """What a command recorded."""
        return self._answers.get((stream, key), ())

    def recent_keys(self, stream: str, count: int) -> Sequence[Answered]:
        """The newest commands of a table, the oldest of them first."""
        events = reversed(self._tables.get(stream, []))
        first = islice((event for event in events if event.part == 0), count)
        known = [Answered(event.key, event.asked, event.actor, event.version) for event in first]
        return known[::-1]

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""
        return {name: len(events) for name, events in self._tables.items()}

    def head(self) -> Head:
        """Where the log ends."""
        return head_of(self._key, *self._end(), marked=self._marked)

    def damage(self) -> Iterator[str]:
        """There is no database."""
        return iter(())

    def stream_head(self, name: str) -> StreamHead:
        """Where a table ends."""
        return tagged(self._key, self.origin, name, self._tip(name))

    def secrets(self) -> dict[str, bytes]:
        """What is kept of each account's password."""
        return dict(self._secrets)

    def is_used_by_others(self, roles: Collection[str], names: Collection[str]) -> bool:
        """Whether anyone in these roles, but for these names, has given a command."""
        return any(row.caller_role in roles and row.caller not in names for row in self._events)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep the snapshot, if it is the newest of its table and not ahead of it."""
        stream, form = snapshot.stream, snapshot.form
        with self._gate:
            old = self._snapshots.get((stream, form))
            newer = old is None or old.version <= snapshot.version
            if newer and snapshot.version <= len(self._tables.get(stream, ())):
                self._snapshots[stream, form] = snapshot

    def snapshot(self, stream: str, form: str) -> Snapshot | None:
        """A table's snapshot of this form."""
        return self._snapshots.get((stream, form))

    def sign(self, checkpoint: Signed) -> Future[tuple[Recorded, ...]]:
        """Keep a checkpoint."""
        future = self.check_writes()
        if self._open:
            kept = checkpoint.kept
            self._checkpoints.append(kept)
            tiles = {(kept.incarnation, each.level, each.index): each for each in checkpoint.tiles}
            self._tiles |= tiles
        return future

    def checkpoints(self) -> list[Kept]:
        """All checkpoints, in the order of their signing."""
        return [*self._checkpoints]

    def checkpoint(self, incarnation: int) -> Kept | None:
        """The newest checkpoint of an incarnation, else of one before."""
        newest = reversed(self._checkpoints)
        return next((each for each in newest if each.incarnation <= incarnation), None)

    def tile(self, incarnation: int, level: int, index: int) -> Tile | None:
        """A tile of the tree."""
        return self._tiles.get((incarnation, level, index))

    def claim(self, stream: str) -> int:
        """Nobody else can reach this log."""
        return 1

    def still_holds(self, stream: str, claim: int) -> bool:
        """Nobody else can take it."""
        return True

    @property
    def in_line(self) -> int:
        """Nothing waits."""
        return 0

    def check_writes(self) -> Future[tuple[Recorded, ...]]:
        """It can be written until it is closed."""
        future: Future[tuple[Recorded, ...]] = Future()
        if self._open:
            future.set_result(())
        else:
            future.set_exception(closed(self.name))
        return future

    def on_placed(self, told: Callable[[Place], object]) -> None:
        """What ends with the process needs no mark."""

    def seal(self, key: bytes, *, marked: bool = False, origin: Origin | None = None) -> None:
        """Seal the end of the log."""
        with self._gate:
            self.origin = origin or self.origin
            self._key, self.public_key = key, public_key(key)
            self._marked |= marked

    def backup(self, path: Path) -> Head:
        """A log in memory is there to be forgotten."""
        raise Refused("a log in memory has nothing to copy", code="store.no-backup")

    def close(self) -> None:
        """Record nothing more."""
        with self._gate:
            self._open = False
