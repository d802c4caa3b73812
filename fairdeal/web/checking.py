"""The audit of a room's log at work in the background, one at a time."""

from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live.audit import Findings, audit
from fairdeal.live.log.stores.protocol import Store

SHOWN: Final = 200
"""Faults that a page lists; a file has them all."""


class Checking:
    """The last audit, and the one that goes on."""

    def __init__(self, store: Store, key: bytes, clock: Callable[[], int]) -> None:
        self._store, self._key, self._clock = store, key, clock
        self._lock = Lock()
        self._closed = False
        self._thread: Thread | None = None
        self.share: float | None = None
        """How far the one that goes on has come; None where none does."""
        self.findings: Findings | None = None
        self.at = 0
        """When the last one ended."""
        self.by = ""
        """Who asked for it."""
        self.failed = ""
        """Why the last one could not be finished."""

    def start(self, by: str) -> None:
        """Begin an audit; while one goes on nothing happens."""
        with self._lock:
            if self.share is None:
                self.share = 0.0
                self._thread = Thread(target=self._run, args=(by,), name="audit", daemon=True)
                self._thread.start()

    def wait(self) -> None:
        """Until the one that goes on has ended."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Break off what goes on."""
        self._closed = True

    def _run(self, by: str) -> None:
        last = self.findings
        # What held once must still be there.
        noted = (last.head.pos, last.head.hash.hex()) if last and last.holds else None
        try:
            found = audit(
                self._store,
                self._key,
                every=True,
                noted=noted if noted and noted[0] else None,
                progress=self._progress,
            )
        except (FairdealError, _BrokenOffError) as error:
            self.failed = str(error)
        else:
            self.failed, self.findings, self.at, self.by = "", found, self._clock(), by
        self.share = None

    def _progress(self, share: float) -> None:
        if self._closed:
            raise _BrokenOffError("the room was closed")
        self.share = share


class _BrokenOffError(Exception):
    """Nobody waits for the result any more."""
