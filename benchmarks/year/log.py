"""A log of millions of events that stays small in memory: what is old lies in a file."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import IO, Final

from msgspec import msgpack

from fairdeal.errors import Conflict
from fairdeal.live.log.chain import Entry, Recorded, StreamHead, recorded
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot, moved_on

CHUNK: Final = 5000
"""Events that are put into the file together."""


class YearLog(MemoryStore):
    """Chained and sealed as every log is, and not durable: nobody starts this room again.

    For the same reason it keeps no snapshots, and does not know commands by their keys.
    """

    def __init__(self, key: bytes, file: IO[bytes]) -> None:
        super().__init__(key)
        self._file = file
        self._lengths: list[int] = []
        """Bytes of each chunk in the file."""
        self._counts: Counter[str] = Counter()
        self._tips: dict[str, StreamHead] = {}

    def _conflict(self, entry: Entry) -> Conflict | None:
        version = self._counts[entry.stream]
        return moved_on(entry, version) if entry.version != version else None

    def _tip(self, name: str) -> StreamHead:
        return self._tips.get(name) or StreamHead()

    def _record(self, entry: Entry) -> tuple[Recorded, ...]:
        pos, log_hash = self._end()
        events = recorded(entry, pos + 1, log_hash, self._tip(entry.stream))
        self._events.extend(events)
        self._counts[entry.stream] += len(events)
        self._tips[entry.stream] = StreamHead(events[-1].version, events[-1].hash)
        if len(self._events) >= 2 * CHUNK:
            self._put_by()
        return events

    def _put_by(self) -> None:
        packed = msgpack.encode(self._events[:CHUNK])
        self._file.write(packed)
        self._lengths.append(len(packed))
        del self._events[:CHUNK]

    @property
    def kept_bytes(self) -> int:
        """How long the file is."""
        return sum(self._lengths)

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The log in order, from the file as far as it lies there."""
        old = len(self._lengths) * CHUNK
        if after >= old:
            end = None if until is None else max(0, until - old)
            return iter(self._events[after - old : end])
        return islice(self._all(), max(0, after), until)

    def _all(self) -> Iterator[Recorded]:
        place = 0
        for length in self._lengths:
            self._file.seek(place)
            yield from msgpack.decode(self._file.read(length), type=list[Recorded])
            place += length
        yield from self._events

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table that come after those it was loaded with."""
        every = (event for event in self.read() if event.stream == name)
        return islice(every, after, None)

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""
        return dict(self._counts)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Not kept."""
