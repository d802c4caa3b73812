"""The progressives of a room, each as far as the log has come."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import RLock
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live.log.chain import Checker, Recorded
from fairdeal.live.log.stores.protocol import Snapshot, Store
from fairdeal.live.table import snapshots
from fairdeal.live.table.progressive import (
    Progressive,
    caught_up,
    is_progressive,
    name_in,
    stream_of,
)

_SAVED_EVERY: Final = 20_000
"""Events of the log between two snapshots of a progressive."""


class Linking:
    """Knows every progressive that was asked for, and reads on in the log when it is asked again.

    Other processes feed and win the same meters: nothing but the log is believed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[Progressive, Checker]] = {}
        self._saved: dict[str, int] = {}
        self._lock = RLock()
        self.has_win = False
        """Whether this process has recorded a win that may have no place in the order yet."""

    def progressive(self, name: str) -> Progressive:
        """The progressive after everything that is in the log by now."""
        if self.has_win:
            self.has_win = False
            self._store.catch_up()
        with self._lock:
            # What cannot be followed to its end is not known either.
            known, checker = self._known.pop(name) if name in self._known else self._kept(name)
            rows = self._store.read_so_far(known.pos)
            now = caught_up(known, _checked(rows, checker))
            self._known[name] = now, checker
            return now

    def names(self) -> list[str]:
        """Every progressive that was ever opened."""
        streams = filter(is_progressive, self._store.streams())
        return sorted(name_in(stream) for stream in streams)

    def keep(self, least: int = _SAVED_EVERY) -> None:
        """Save snapshots of progressives that have seen so many events since their last."""
        with self._lock, suppress(FairdealError):  # a snapshot saves time, it keeps nothing
            for name, (now, checker) in self._known.items():
                if now.version and now.pos - self._saved.get(name, 0) >= least:
                    body = snapshots.packed(now)
                    at = stream_of(name), now.version, snapshots.FORM
                    self._store.save_snapshot(Snapshot(*at, body, checker.hash))
                    self._saved[name] = now.pos

    def _kept(self, name: str) -> tuple[Progressive, Checker]:
        kept = self._store.snapshot(stream_of(name), snapshots.FORM)
        if kept is None:
            return Progressive(name), Checker()
        found = snapshots.unpacked_progressive(kept.body)
        self._saved[name] = found.pos
        return found, Checker(found.pos, kept.hash)


def _checked(rows: Iterable[Recorded], checker: Checker) -> Iterator[Recorded]:
    """The rows, as long as each continues the log."""
    for row in rows:
        checker.check(row)
        yield row
