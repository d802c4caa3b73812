"""The log of a room as books and auditors need it: read on as it grows, searched and checked."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from fairdeal.live.history.finding import Found, Page, Search, find, told_at
from fairdeal.live.history.register import Register
from fairdeal.live.log.chain import Head
from fairdeal.live.log.stores.protocol import Store
from fairdeal.web.past.checking import Checking
from fairdeal.web.past.kept import KeptBooks
from fairdeal.web.past.workers import Workers


class Archive:
    """What the pages of one room share that look at its whole log.

    Reports, files, searches and replays have threads of their own: a long one of a kind holds up
    none of another.
    """

    def __init__(
        self, store: Store, key: bytes, clock: Callable[[], int], checks: Path | None = None
    ) -> None:
        """*checks* is the file in which what checks found is kept."""
        self.store = store
        self.clock = clock
        self.books = KeptBooks(store, clock)
        self.checking = Checking(store, key, clock, checks)
        self.reporting = Workers(4, "reports")
        self.exporting = Workers(2, "exports")
        self.searching = Workers(2, "searches")
        self.replaying = Workers(2, "replays")
        self._register = Register()
        self._lock = Lock()

    def close(self) -> None:
        """Nobody asks any more."""
        self.checking.close()
        for each in (self.reporting, self.exporting, self.searching, self.replaying):
            each.close()

    def head(self) -> Head:
        """Where the log ends now."""
        return self.store.head()

    def last_moment(self) -> int:
        """When the newest event happened; 0 where there is none."""
        pos = self.head().pos
        return next((row.at for row in self.store.read(pos - 1, pos)), 0) if pos else 0

    def register(self) -> Register:
        """The register, as far as the log goes; the first time the whole log is read."""
        with self._lock:
            self._register.read(self.store.read(self._register.last))
            return self._register

    def find(self, wanted: Search, count: int) -> Page:
        """The events that a search finds."""
        return find(self.store, self.register(), wanted, count)

    def event(self, pos: int) -> tuple[Found, bool]:
        """The event at a place of the log, and whether it holds what nobody may know yet."""
        register = self.register()
        [row] = self.store.read(pos - 1, pos)
        return told_at(row, register), pos in register.secret()
