"""The books of an interval as far as its log has been read; a log that grows is read on."""

from collections.abc import Iterator
from typing import Final

from fairdeal.books.activity import Counts, Place, activity
from fairdeal.books.calendar import SECOND, Days
from fairdeal.books.journal import Journal
from fairdeal.live.history.following import events_of
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.worth import Worth, worth_of

_WIDTHS: Final = tuple(
    minutes * 60 * SECOND for minutes in (15, 30, 60, 180, 360, 1440, 7 * 1440, 28 * 1440)
)
_MOST_SLOTS: Final = 100


def width_of(days: Days) -> int:
    """How long a slot of the interval is, in microseconds."""
    long = days.end - days.begin
    return next((each for each in _WIDTHS if long // each <= _MOST_SLOTS), _WIDTHS[-1])


class Reading:
    """What was counted so far, in slots of equal length so that its course can be told."""

    def __init__(self, store: Store, days: Days, table: str = "") -> None:
        if table:
            events_of(store, table)
        self.begin, self.end, self._calendar = days.begin, days.end, days.calendar
        self.width = width_of(days)
        self._store = store
        self._journal = Journal(_Onward(store, table), self.begin, self.end)
        self.places: dict[Place, Counts] = {}
        self.changes = 0
        """Grows whenever something new was counted."""

    def go_on(self) -> None:
        """Read what the log has got since."""
        found = activity(self._journal, self._calendar, self._slot_of)
        self.changes += bool(found)
        for place, counts in found.items():
            self.places.setdefault(place, Counts()).add(counts)

    @property
    def worth(self) -> Worth | None:
        """What the chips of the room are worth, where its log says it."""
        return worth_of(self._store)

    @property
    def events(self) -> int:
        """The position of the last event that was read."""
        return self._journal.last

    @property
    def in_play(self) -> list[str]:
        """Tables with a round that began in the interval and is not over."""
        return self._journal.in_play

    def _slot_of(self, at: int) -> int:
        return (at - self.begin) // self.width


class _Onward:
    """The rows of a log, or of one table; a second call reads what has come since."""

    def __init__(self, store: Store, table: str) -> None:
        self._store, self._table = store, table
        self._last = 0

    def __iter__(self) -> Iterator[Recorded]:
        store, table = self._store, self._table
        for row in store.stream(table, self._last) if table else store.read(self._last):
            self._last = row.version if table else row.pos
            yield row
