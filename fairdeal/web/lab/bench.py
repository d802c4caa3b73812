"""Where sheets are counted: beside the room's own work, and in turn for everybody who asks.

For one visitor one sheet is counted at a time, so that a visitor who asks for many keeps no other
waiting; of one page only the newest waits.  Files come after all sheets, and one at a time.
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

    def __init__(self, at_once: int = AT_ONCE, name: str = "lab") -> None:
        self._at_once = at_once
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)
        self._lock = Lock()
        self._lines: OrderedDict[str, list[_Job]] = OrderedDict()
        """What waits for each visitor; whose turn is next stands first."""
        self._files: OrderedDict[str, list[_Job]] = OrderedDict()
        """The same for files."""
        self._is_filing = False
        self._served: set[str] = set()
        """The viewers whose figures are being counted."""

    def close(self) -> None:
        """Count nothing more."""
        with self._lock:
            for lines in (self._lines, self._files):
                for job in [job for line in lines.values() for job in line]:
                    job.answer.cancel()
                lines.clear()
        self._threads.shutdown()

    async def counted(
        self,
        visitor: str,
        page: str,
        work: Callable[[], T],
        patience: float | None = None,
        *,
        is_file: bool = False,
    ) -> T | None:
        """What *work* finds; None where the *page* asks for something newer, or patience ends.

        A count goes on when its viewer leaves: it will be asked for again.
        """
        heard = asyncio.wrap_future(self.begun(visitor, page, work, is_file=is_file))
        await asyncio.wait({heard}, timeout=patience)
        return None if not heard.done() or heard.cancelled() else heard.result()

    def begun(
        self, visitor: str, page: str, work: Callable[[], T], *, is_file: bool = False
    ) -> Future[T]:
        """What *work* will find when its turn has come; cancelled where it never comes."""
        job = _Job(page, work)
        with self._lock:
            self._put_in_line(self._files if is_file else self._lines, visitor, job)
            self._begin()
        return job.answer

    def _put_in_line(self, lines: OrderedDict[str, list[_Job]], visitor: str, job: _Job) -> None:
        line = lines.get(visitor, [])
        for older in [each for each in line if job.page and each.page == job.page]:
            older.answer.cancel()
            line.remove(older)
        if len(line) >= EACH or sum(map(len, lines.values())) >= MOST:
            raise Refused("too much is asked of the lab at once: wait a moment", code="asked.often")
        lines.setdefault(visitor, line).append(job)

    def _begin(self) -> None:
        """The next sheets; where none waits, the next file."""
        while len(self._served) < self._at_once and self._begins(self._lines):
            pass
        if len(self._served) < self._at_once and not self._is_filing:
            self._is_filing = self._begins(self._files)

    def _begins(self, lines: OrderedDict[str, list[_Job]]) -> bool:
        """Begin what the next visitor waits for; whether there was something."""
        visitor = next((each for each in lines if each not in self._served), None)
        if visitor is None:
            return False
        line = lines.pop(visitor)
        self._served.add(visitor)
        self._threads.submit(self._serve, visitor, line.pop(0), lines is self._files)
        if line:
            lines[visitor] = line  # behind all others
        return True

    def _serve(self, visitor: str, job: _Job, is_file: bool) -> None:
        job.do()
        with self._lock:
            self._served.discard(visitor)
            self._is_filing = self._is_filing and not is_file
            self._begin()
