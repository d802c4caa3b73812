"""Searches for pay tables that go on beside the room's work, for as long as a page waits for them.

One computes at a time, so that the tables share the interpreter with one search and not with four.
After a second the next search computes, so that a short one does not wait for a long one to end.

Two kinds of threads meet here.  The event loop's thread runs :class:`Searches`: it begins searches,
notes which pages wait, and collects answers.  The bench's threads run :meth:`_Search.do`, which
writes the share done and reads who waits; each is a single read or write, so that no lock is
needed.  :class:`Turns` alone is called by several of the bench's threads, and has a condition.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Condition
from time import monotonic
from typing import Final, TypeAlias

from fairdeal.analysis.design import Designs
from fairdeal.analysis.progress import Progress
from fairdeal.errors import FairdealError
from fairdeal.web.lab.bench import Bench

PATIENCE: Final = 0.4
"""Seconds after which a page is told how far the search is."""

LEFT: Final = 10.0
"""Seconds after which a search ends that no page has asked about."""

_AT_ONCE: Final = 4
"""Searches that are begun; others wait in line."""
_SLICE: Final = 1.0
"""Seconds that a search computes before the next one does."""
_KEPT: Final = 32
"""Answers that are kept; one may have some hundred kilobytes."""

Work: TypeAlias = Callable[[Progress], Designs]


class _StoppedError(Exception):
    """No page waits for the search any more."""


_Answer: TypeAlias = Designs | FairdealError | _StoppedError


class Turns:
    """Several threads that compute one at a time, each for some seconds."""

    def __init__(self, seconds: float = _SLICE) -> None:
        self._seconds = seconds
        self._moved = Condition()
        self._line: deque[object] = deque()
        self._since = 0.0

    @contextmanager
    def taken(self, who: object) -> Iterator[None]:
        """Compute when the turn comes."""
        with self._moved:
            self._line.append(who)
            self._wait(who)
        try:
            yield
        finally:
            with self._moved:
                self._line.remove(who)
                self._moved.notify_all()

    def pass_on(self, who: object) -> None:
        """Let the next thread compute, if this turn has lasted long enough, and wait."""
        with self._moved:
            if len(self._line) > 1 and monotonic() - self._since >= self._seconds:
                self._line.rotate(-1)
                self._moved.notify_all()
                self._wait(who)

    def _wait(self, who: object) -> None:
        self._moved.wait_for(lambda: self._line[0] is who)
        self._since = monotonic()


class _Search:
    """A search that pages wait for."""

    def __init__(self, work: Work, turns: Turns) -> None:
        self._work, self._turns = work, turns
        self.share = 0.0
        self.asked = monotonic()
        self.pages: set[str] = set()
        """The pages that show its progress."""
        self.answer: Future[_Answer] = Future()

    def do(self) -> _Answer:
        """Search, in turn with others."""
        with self._turns.taken(self):
            try:
                return self._work(self.goes_on)
            except (FairdealError, _StoppedError) as error:  # an answer like any other
                return error

    def goes_on(self, share: float) -> None:
        """Note how far it is; ends it where no page waits for it."""
        self.share = share
        if not self.pages or monotonic() - self.asked > LEFT:
            raise _StoppedError
        self._turns.pass_on(self)


class Searches:
    """The searches under way and the last answers, by the address of the question."""

    def __init__(self) -> None:
        self._bench = Bench(_AT_ONCE, "search")
        self._turns = Turns()
        self._under_way: dict[str, _Search] = {}
        self._found: OrderedDict[str, Designs | FairdealError] = OrderedDict()

    def close(self) -> None:
        """End every search."""
        for search in self._under_way.values():
            search.pages.clear()
        self._bench.close()

    def leaves(self, page: str, address: str = "") -> None:
        """The page shows another question, or none; a search that no other page waits for ends."""
        for other, search in self._under_way.items():
            if other != address:
                search.pages.discard(page)

    async def soon(
        self, visitor: str, page: str, address: str, work: Work
    ) -> Designs | FairdealError | float:
        """What is found, or why nothing can be; while the search goes on, the share done."""
        self._collect()
        if address in self._found:
            self._found.move_to_end(address)
            return self._found[address]
        search = self._under_way.get(address) or _Search(work, self._turns)
        search.pages.add(page)
        search.asked = monotonic()
        if address not in self._under_way:  # it is begun when a page waits for it
            search.answer = self._bench.begun(visitor, "", search.do)
            self._under_way[address] = search
        await asyncio.wait({asyncio.wrap_future(search.answer)}, timeout=PATIENCE)
        self._collect()
        return self._found.get(address, search.share)

    def _collect(self) -> None:
        """Keep the answers of searches that have ended."""
        for address, search in [*self._under_way.items()]:
            if not search.answer.done():
                continue
            del self._under_way[address]
            if search.answer.cancelled():
                continue
            answer = search.answer.result()
            if not isinstance(answer, _StoppedError):
                self._found[address] = answer
        while len(self._found) > _KEPT:
            self._found.popitem(last=False)
