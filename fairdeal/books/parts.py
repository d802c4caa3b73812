"""The two ends of an export: the rows of a log as they come, and files on their way."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairdeal.live.log.chain import Recorded
    from fairdeal.live.log.stores.protocol import Store


class EveryRow:
    """The rows of a log, with a word from time to time on how many have come."""

    def __init__(
        self,
        store: "Store",
        progress: Callable[[float], None] = lambda share: None,
        until: int | None = None,
    ) -> None:
        self._store, self._progress, self._until = store, progress, until
        self._last: tuple[int, bytes] = 0, bytes(32)

    def __iter__(self) -> Iterator["Recorded"]:
        # A forged number must not keep anybody from looking at the rest.
        counts = [count for count in self._store.streams().values() if isinstance(count, int)]
        for number, row in enumerate(self._store.read(until=self._until)):
            if number % 1000 == 0:
                self._progress(min(1.0, number / max(1, sum(counts))))
            self._last = row.pos, row.hash
            yield row

    @property
    def last(self) -> str:
        """Place and hash of the last row that came."""
        return f"{self._last[0]}:{self._last[1].hex()}"


class Part:
    """A file on its way, with what is to be said of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = 0
        self._file = path.open("xb")
        self._digest = hashlib.sha256()

    def write(self, text: str) -> int:
        """Add a line."""
        data = text.encode()
        self._digest.update(data)
        self.lines += 1
        return self._file.write(data)

    @property
    def digest(self) -> str:
        """SHA-256 of what was written so far."""
        return self._digest.hexdigest()

    def close(self) -> None:
        """Nothing more is written."""
        self._file.close()
