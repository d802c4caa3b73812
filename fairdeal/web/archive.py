"""The log of a room as books and auditors need it: read on as it grows, searched and checked."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final, TypeVar

from fairdeal.live.history.finding import Found, Page, Wanted, find, told_at
from fairdeal.live.history.register import Register
from fairdeal.live.log.chain import Head
from fairdeal.live.log.stores.protocol import Store
from fairdeal.web.checking import Checking
from fairdeal.web.kept import KeptBooks

PATIENCE: Final = 2.5
"""Seconds for which a page waits before it says that it has to."""

T = TypeVar("T")


class Archive:
    """What the pages of one room share that look at its whole log."""

    def __init__(self, store: Store, key: bytes, clock: Callable[[], int]) -> None:
        self.store = store
        self.clock = clock
        self.books = KeptBooks(store, clock)
        self.checking = Checking(store, key, clock)
        self._register = Register()
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="books")
        self._asked: dict[Hashable, Future[Any]] = {}

    def close(self) -> None:
        """Nobody asks any more."""
        self.checking.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def soon(self, key: Hashable, work: Callable[[], T]) -> T | None:
        """What the work brings, or None while it goes on; asked again, it is not begun again."""
        future: Future[T] = self._asked.get(key) or self._pool.submit(work)
        self._asked[key] = future
        done, _ = await asyncio.wait({asyncio.wrap_future(future)}, timeout=PATIENCE)
        if not done:
            return None
        self._asked.pop(key, None)
        return future.result()

    def head(self) -> Head:
        """Where the log ends now."""
        return self.store.head()

    def register(self) -> Register:
        """The register, as far as the log goes."""
        with self._lock:
            self._register.read(self.store.read(self._register.last))
            return self._register

    def find(self, wanted: Wanted, count: int) -> Page:
        """Events that somebody looks for."""
        return find(self.store, self.register(), wanted, count)

    def event(self, pos: int) -> Found | None:
        """The event at a place of the log."""
        row = next(self.store.read(pos - 1, pos), None) if pos > 0 else None
        return told_at(row, self.register()) if row else None
