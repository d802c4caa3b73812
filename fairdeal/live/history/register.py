"""Where rounds and configurations begin in a log, so that any part of it can be told at once."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from fairdeal.errors import FairdealError
from fairdeal.live import events
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.codec import KINDS, decoded
from fairdeal.live.table.state import RoundState, Table

_OPENED: Final = KINDS[events.TableOpened]
_BEGINS: Final = KINDS[events.RoundOpened]
_FIXED: Final = frozenset({KINDS[events.DeckCommitted], KINDS[events.BettingClosed]})
_ENDS: Final = frozenset({KINDS[events.RoundClosed], KINDS[events.RoundVoided]})
_NOTED: Final = {_OPENED, _BEGINS, *_FIXED, *_ENDS}


class _Pages:
    """One table in the register; all lists are in the order of the log."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.setups: list[events.TableOpened] = []
        self.begins: list[int] = []
        self.rounds: list[int] = []
        self.ends: list[int] = []
        """The places at which rounds ended; one less than began while one is in play."""
        self.fixed = 0
        """The place of the last event with something sealed: the next secret, or an old deck."""


class Register:
    """Knows a log as far as it has read it; what cannot be read is passed over.

    Others may ask it while one thread reads on: what a list is searched for comes last.
    """

    def __init__(self) -> None:
        self.last = 0
        """The place of the last event that was read."""
        self._tables: dict[str, _Pages] = {}
        self._times, self._places = array("q"), array("q")
        """When the first event of every command happened, and where it lies in the log."""

    def read(self, rows: Iterable[Recorded]) -> None:
        """Go on with the rows behind the last one."""
        for row in rows:
            if isinstance(row.at, int) and (not self._times or row.at > self._times[-1]):
                self._places.append(row.pos)
                self._times.append(row.at)
            if row.kind in _NOTED:
                self._note(row)
            self.last = row.pos

    def _note(self, row: Recorded) -> None:
        pages = self._tables.setdefault(row.stream, _Pages())
        if row.kind in _ENDS:
            pages.ends.append(row.pos)
            pages.fixed = row.pos
        elif row.kind in _FIXED:
            if b'"sealed"' in row.body:
                pages.fixed = row.pos
        else:
            try:
                event = decoded(row.kind, row.body)
            except FairdealError:
                return  # the audit says what is wrong with it
            if isinstance(event, events.TableOpened):
                pages.setups.append(event)
                pages.opened.append(row.pos)
            else:
                assert isinstance(event, events.RoundOpened)
                pages.rounds.append(event.round)
                pages.begins.append(row.pos)

    def before(self, at: int) -> int:
        """The place of the last event that happened before a moment."""
        place = bisect_left(self._times, at)
        return self.last if place == len(self._times) else self._places[place] - 1

    def round_at(self, table: str, pos: int) -> int:
        """The round to which an event of the table belongs; 0 between two of them."""
        pages = self._tables.get(table)
        place = bisect_right(pages.begins, pos) - 1 if pages else -1
        if pages is None or place < 0:
            return 0
        ended = bisect_left(pages.ends, pages.begins[place])
        if ended < len(pages.ends) and pages.ends[ended] < pos:
            return 0
        return pages.rounds[place]

    def range_of(self, table: str, number: int) -> tuple[int, int] | None:
        """Where a round begins and ends in the log; None for one that was not played."""
        pages = self._tables.get(table)
        place = bisect_left(pages.rounds, number) if pages else 0
        if pages is None or place >= len(pages.begins) or pages.rounds[place] != number:
            return None
        begins = pages.begins[place]
        ended = bisect_left(pages.ends, begins)
        followed = pages.begins[place + 1] - 1 if place + 1 < len(pages.begins) else self.last
        return begins, min(followed, pages.ends[ended]) if ended < len(pages.ends) else followed

    def table_at(self, table: str, pos: int, step: int = 0) -> Table:
        """As much of the table before an event as it takes to tell the event in words."""
        pages, number = self._tables.get(table), self.round_at(table, pos)
        place = bisect_left(pages.opened, pos) - 1 if pages else -1
        setup = pages.setups[place] if pages and place >= 0 else None
        return Table(table, setup=setup, round=RoundState(number, step) if number else None)

    def secret(self) -> frozenset[int]:
        """The places of events that hold the sealed secret of a round that is not over."""
        return frozenset(pages.fixed for pages in [*self._tables.values()] if pages.fixed)
