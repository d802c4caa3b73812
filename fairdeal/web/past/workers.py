"""Threads of their own for work that takes long, so that nothing else waits for it."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, TypeVar

from fairdeal.errors import Refused

PATIENCE: Final = 2.5
"""Seconds for which a page waits before it says that it has to."""

FRESH: Final = 10
"""Seconds for which what is ready is kept for who has waited for it."""

MOST: Final = 64
"""Tasks that may be under way or in line."""

T = TypeVar("T")


class Workers:
    """A few threads for one kind of work."""

    def __init__(self, count: int, name: str) -> None:
        self._name = name
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._asked: dict[Hashable, _Task] = {}
        """Only the thread of the pages looks at it."""

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def soon(self, key: Hashable, work: Callable[[], T]) -> T | None:
        """What the work brings, or None while it goes on; asked again, it is not begun again."""
        heard = asyncio.wrap_future(self._under_way(key, work))
        await asyncio.wait({heard}, timeout=PATIENCE)
        if not heard.done():
            return None
        self._asked.pop(key, None)
        return heard.result()

    async def done(self, key: Hashable, work: Callable[[], T]) -> T:
        """What the work brings, however long it takes."""
        heard = asyncio.wrap_future(self._under_way(key, work))
        await asyncio.wait({heard})  # who goes away meanwhile takes it from nobody else
        self._asked.pop(key, None)
        return heard.result()

    def _under_way(self, key: Hashable, work: Callable[[], T]) -> Future[T]:
        now = monotonic()
        self._asked = {each: task for each, task in self._asked.items() if not task.is_old(now)}
        if key not in self._asked:
            if len(self._asked) >= MOST:
                raise Refused(
                    f"too much is asked for at once ({self._name}): wait a moment",
                    code="asked.often",
                )
            self._asked[key] = _Task(self._pool.submit(work))
        return self._asked[key].future


class _Task:
    """Something that was asked for."""

    def __init__(self, future: Future[Any]) -> None:
        self.future = future
        self._ready = float("inf")
        future.add_done_callback(self._note)

    def _note(self, _: object) -> None:
        self._ready = monotonic()

    def is_old(self, now: float) -> bool:
        """Whether it was ready so long ago that nobody can have waited for it."""
        return now - self._ready > FRESH
