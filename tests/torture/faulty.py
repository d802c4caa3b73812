"""Rooms with a fault, to see whether the harness finds it."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Final

from fairdeal.live import Room
from fairdeal.live.log.chain import Entry, Recorded, StreamHead, recorded
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.live.log.stores.protocol import Answered
from fairdeal.live.log.stores.sqlite import SqliteStore
from fairdeal.live.shoe import key_in


class Lying(SqliteStore):
    """Answers when an entry is in line and not yet written, as a disk does with a cache."""

    def __init__(self, path: Path, key: bytes) -> None:
        super().__init__(path, key)
        head = self.head()
        self._last = head.pos, head.hash
        self._tips: dict[str, StreamHead] = {}
        self._order = Lock()
        self._promised: dict[tuple[str, str], tuple[Recorded, ...]] = {}

    def submit(self, entry: Entry, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        """Claim that the entry is durable."""
        answer: Future[tuple[Recorded, ...]] = Future()
        with self._order:
            tip = self._tips.get(entry.stream) or self.stream_head(entry.stream)
            new = recorded(entry, self._last[0] + 1, self._last[1], tip)
            self._last = new[-1].pos, new[-1].log_hash
            self._tips[entry.stream] = StreamHead(new[-1].version, new[-1].hash, tip.epoch)
            self._promised[entry.stream, entry.key] = new
            super().submit(entry)
        answer.set_result(new)
        return answer

    def answer(self, stream: str, key: str) -> tuple[Recorded, ...]:
        """Stand by the lie: only the end of the process brings it to light."""
        return self._promised.get((stream, key)) or super().answer(stream, key)


class Forgetful(SqliteStore):
    """Knows no command that was given before it started, nor anything that would remind it."""

    def __init__(self, path: Path, key: bytes) -> None:
        super().__init__(path, key)
        with closing(sqlite3.connect(path)) as connection:
            # Whatever it is called: the index that keeps a key from being recorded twice.
            named = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
            for (name,) in connection.execute(named).fetchall():
                connection.execute(f"DROP INDEX {name}")

    def recent_keys(self, stream: str, count: int) -> Sequence[Answered]:
        """Remember nothing."""
        return []


FAULTS: Final[Mapping[str, Callable[[Path, bytes], SqliteStore]]] = {
    "lie": Lying,
    "forget": Forgetful,
}


def faulty_room(fault: str, log: str, key_file: Path) -> Room:
    """A room whose store has the fault."""
    key = key_in(key_file, create=True)
    return Room(FAULTS[fault](Path(log), key), key)
