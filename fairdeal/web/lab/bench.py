"""Where sheets are counted: beside the room's own work, and of one page only the newest."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

from fairdeal.errors import Refused

T = TypeVar("T")

AT_ONCE: Final = 2
MOST: Final = 60
"""Sheets that may wait."""


class Bench:
    """A few threads of its own, so that no table waits for a sheet."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="lab")
        self._waiting: set[Future[Any]] = set()
        self._newest: dict[str, Future[Any]] = {}

    def close(self) -> None:
        """Count nothing more."""
        self._threads.shutdown(cancel_futures=True)

    async def counted(
        self, page: str, work: Callable[[], T], patience: float | None = None
    ) -> T | None:
        """What *work* finds; None where the *page* asks for something newer, or patience ends.

        What somebody lost patience with is counted nevertheless: it will be asked for again.
        """
        if len(self._waiting) >= MOST:
            raise Refused(
                "too many sheets are asked for at once: wait a moment", code="asked.often"
            )
        if older := self._newest.pop(page, None):
            older.cancel()  # if it has not begun
        task = self._threads.submit(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
        if page:
            self._newest[page] = task
        heard = asyncio.wrap_future(task)
        await asyncio.wait({heard}, timeout=patience)
        if self._newest.get(page) is task:
            del self._newest[page]
        return None if not heard.done() or heard.cancelled() else heard.result()
