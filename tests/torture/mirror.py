"""A table as its clients know it, put together from what they are told in whatever order."""

from collections.abc import Iterable

from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table import snapshots
from fairdeal.live.table.state import Table, after
from tests.torture.books import Books
from tests.torture.memory import Findings


class Mirror:
    """Events are taken in by number; one that comes early waits for those before it."""

    def __init__(self, name: str) -> None:
        self.table = Table(name)
        self.books = Books()
        self.compared = 0
        """How often a room's own state was held against this one."""
        self._early: dict[int, Recorded] = {}

    @property
    def has_gap(self) -> bool:
        """Whether something is known to have happened that nobody was told yet."""
        return bool(self._early)

    def hear(self, events: Iterable[Recorded]) -> None:
        """Take in what is new."""
        self._put_by(events)
        self._go_on()

    def compare(self, state: bytes, events: Iterable[Recorded], known: int) -> Findings:
        """Hold the table as a room shows it against what its events make of it.

        *known* is how far the clients were when they asked: no room may show less.
        """
        shown, found = snapshots.unpacked(state), Findings()
        self._put_by(events)
        self._go_on(shown.version)
        if shown.version < known:
            found.faults.append(f"{shown.name} went back from event {known} to {shown.version}")
        elif self.table.version == shown.version:
            self.compared += 1
            accounts = self.books.differing(shown.accounts.items())
            found.doubled = {(shown.name, account) for account in accounts}
            if self.table != shown:
                found.faults.append(f"{shown.name} is not what it was at event {shown.version}")
        self._go_on()
        return found

    def _put_by(self, events: Iterable[Recorded]) -> None:
        self._early |= {each.version: each for each in events if each.version > self.table.version}

    def _go_on(self, until: int | None = None) -> None:
        while (event := self._early.get(self.table.version + 1)) is not None:
            if until is not None and event.version > until:
                return
            del self._early[event.version]
            self.table = after(self.table, codec.decoded(event.kind, event.body))
            self.books.post(event)
