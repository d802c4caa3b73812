"""Where sheets are counted: beside the room's own work, and in turn for everybody who asks.

For one visitor one sheet is counted at a time, so that somebody who asks for many keeps nobody else
waiting; of one page only the newest waits.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeVar

from fairdeal.errors import Refused

T = TypeVar("T")

AT_ONCE: Final = 2
MOST: Final = 60
"""Sheets that may wait."""
EACH: Final = 12
"""Sheets that may wait for one visitor; an address with many people behind it is one."""


@dataclass(eq=False)
class _Job:
    """A sheet to be counted."""

    page: str
    work: Callable[[], Any]
    answer: Future[Any] = field(default_factory=Future)

    def do(self) -> None:
        self.answer.set_running_or_notify_cancel()  # nobody takes it back from now on
        try:
            self.answer.set_result(self.work())
        except Exception as error:  # it belongs to who has asked
            self.answer.set_exception(error)


class Bench:
    """A few threads of its own, so that no table waits for a sheet."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="lab")
        self._lock = Lock()
        self._lines: OrderedDict[str, list[_Job]] = OrderedDict()
        """What waits for each visitor; whose turn is next stands first."""
        self._served: set[str] = set()
        """For whom something is being counted."""

    def close(self) -> None:
        """Count nothing more."""
        with self._lock:
            for job in [job for line in self._lines.values() for job in line]:
                job.answer.cancel()
            self._lines.clear()
        self._threads.shutdown()

    async def counted(
        self, visitor: str, page: str, work: Callable[[], T], patience: float | None = None
    ) -> T | None:
        """What *work* finds; None where the *page* asks for something newer, or patience ends.

        What somebody lost patience with is counted nevertheless: it will be asked for again.
        """
        job = _Job(page, work)
        with self._lock:
            self._put_in_line(visitor, job)
            self._begin()
        heard = asyncio.wrap_future(job.answer)
        await asyncio.wait({heard}, timeout=patience)
        return None if not heard.done() or heard.cancelled() else heard.result()

    def _put_in_line(self, visitor: str, job: _Job) -> None:
        line = self._lines.get(visitor, [])
        for older in [each for each in line if job.page and each.page == job.page]:
            older.answer.cancel()
            line.remove(older)
        if len(line) >= EACH or sum(map(len, self._lines.values())) >= MOST:
            raise Refused(
                "too many sheets are asked for at once: wait a moment", code="asked.often"
            )
        self._lines.setdefault(visitor, line).append(job)

    def _begin(self) -> None:
        """Whoever's turn it is."""
        while len(self._served) < AT_ONCE:
            visitor = next((each for each in self._lines if each not in self._served), None)
            if visitor is None:
                return
            line = self._lines.pop(visitor)
            self._served.add(visitor)
            self._threads.submit(self._serve, visitor, line.pop(0))
            if line:
                self._lines[visitor] = line  # behind all others

    def _serve(self, visitor: str, job: _Job) -> None:
        job.do()
        with self._lock:
            self._served.discard(visitor)
            self._begin()
