"""Everything a log says of progressives and of wins that waited for approval, in its order."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from fairdeal.books.calendar import SECOND
from fairdeal.errors import Corrupt, named
from fairdeal.live import events
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.codec import KINDS, decoded
from fairdeal.live.table.progressive import Progressive, after, is_progressive, name_in

_OF_TABLES: Final = frozenset(
    KINDS[each]
    for each in (
        events.TableOpened,
        events.TableClosed,
        events.MetersFed,
        events.PayHeld,
        events.PaySubmitted,
        events.PaySigned,
        events.PaySentBack,
        events.PayMade,
        events.RoundVoided,
    )
)


class Step(NamedTuple):
    """One event of the log, and the progressive that it is about before and after it."""

    row: Recorded
    event: events.AnyEvent
    before: Progressive | None
    then: Progressive | None


class Reader:
    """Reads a log from its first event, and knows every progressive as far as it has come."""

    def __init__(self, rows: Iterable[Recorded]) -> None:
        self._rows = rows
        self.progressives: dict[str, Progressive] = {}
        self.last = 0
        """The position of the last event that was read."""

    def __iter__(self) -> Iterator[Step]:
        for row in self._rows:
            if (step := self.read(row)) is not None:
                yield step

    def read(self, row: Recorded) -> Step | None:
        """The next row of the log; None where it has nothing to do with meters or payments."""
        self.last = row.pos
        if not is_progressive(row.stream) and row.kind not in _OF_TABLES:
            return None
        try:
            return self._step(row)
        except Exception as error:  # what was tampered with can be anything
            raise Corrupt(
                f"{row} cannot be told: {named(error)}; fairdeal audit names the first bad event",
                code="event.impossible",
            ) from None

    def _step(self, row: Recorded) -> Step:
        event = decoded(row.kind, row.body)
        datetime.fromtimestamp(row.at // SECOND, UTC)  # a forged time may lie beyond all calendars
        name = getattr(event, "progressive", "")
        if is_progressive(row.stream):
            name = name_in(row.stream)
        if isinstance(event, events.RoundVoided):
            for each, now in self.progressives.items():
                self.progressives[each] = after(now, row, event)
        if not name or isinstance(event, events.TableOpened):
            return Step(row, event, None, None)
        before = self.progressives.get(name) or Progressive(name)
        self.progressives[name] = then = after(before, row, event)
        return Step(row, event, before, then)
