"""The audit of a room's log, at work in the background, and what audits have found so far."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from fairdeal.errors import FairdealError, Unavailable
from fairdeal.live import events
from fairdeal.live.audit import Findings, audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ROOM
from fairdeal.live.log.stores.protocol import Store
from fairdeal.web.past.results import Result, Results

SHOWN: Final = 200
"""Faults that a page lists; a file has them all."""

HOLDS: Final = "holds"
BROKEN: Final = "does not hold"
_KEPT_FAULTS: Final = 20
"""Of one audit are kept with its result."""

_LOSS: Final = codec.KINDS[events.LossAccepted]

_DIGITS: Final = 16
"""Of the number of an event; no log is that long."""


class Checking:
    """The last audit, the one that goes on, and the results of all: a file that only ever grows."""

    def __init__(
        self, store: Store, key: bytes, clock: Callable[[], int], path: Path | None = None
    ) -> None:
        self._store, self._key, self._clock = store, key, clock
        self._results = Results(path, clock)
        self._path = path
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

    def results(self) -> Sequence[Result]:
        """What audits have found, the newest first; those before a restart are among them."""
        return self._results.latest()

    @property
    def torn(self) -> int:
        """The first line of the kept results that was changed by hand; 0 where none was."""
        return self._results.broken

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
        try:
            found = audit(
                self._store, self._key, every=True, noted=self._noted(), progress=self._progress
            )
            self._keep(found, by)
        except (FairdealError, _BrokenOffError) as error:
            self.failed = str(error)
        else:
            self.failed, self.findings, self.at, self.by = "", found, self._clock(), by
        finally:
            self.share = None

    def check_log(self) -> None:
        """Refuse a log that has lost what the last audit that held had found in it."""
        if (noted := self._noted()) is None:
            return
        pos, digest = noted
        found = next(iter(self._store.read(pos - 1, pos)), None)
        if found is None or found.log_hash.hex() != digest:
            at = f"ends at event {self._store.head().pos:,}" if found is None else "has another one"
            raise Unavailable(
                f"the log in {self._store.name} has gone back: an audit found event {pos:,} in it,"
                f" and it {at}; restore a newer backup, or move {self._path} away to go on with"
                " the log as it is",
                code="log.went-back",
            )

    def _noted(self) -> tuple[int, str] | None:
        """Where the log ended when it last held: that event must still be there."""
        held = next((each for each in self.results() if each.what == HOLDS), None)
        if held is None:
            return None
        place, _, digest = held.about.partition(":")
        # A file that was changed by hand can say anything.
        if not (place.isascii() and place.isdecimal() and len(place) < _DIGITS):
            return None
        pos = int(place)
        return (pos, digest) if pos and not self._is_accepted(pos, held.at) else None

    def _is_accepted(self, pos: int, at: int) -> bool:
        """Whether a manager has accepted since then that the log lacks this event."""
        for row in self._store.stream(ROOM):
            if row.kind == _LOSS and row.at >= at:
                event = codec.decoded(row.kind, row.body)
                assert isinstance(event, events.LossAccepted)
                if event.pos < pos and (pos <= event.lost_pos or not event.lost_pos):
                    return True
        return False

    def _keep(self, found: Findings, by: str) -> None:
        text = f"events: {found.events:,}, rounds settled again: {found.settled_again:,}"
        if found.faults:
            text += f"; {len(found.faults):,} found: "
            text += "; ".join(map(str, found.faults[:_KEPT_FAULTS]))
        what = HOLDS if found.holds else BROKEN
        self._results.note(what, found.head_in_words, by=by, text=text)

    def _progress(self, share: float) -> None:
        if self._closed:
            raise _BrokenOffError("the room was closed")
        self.share = share


class _BrokenOffError(Exception):
    """Nobody waits for the result any more."""
