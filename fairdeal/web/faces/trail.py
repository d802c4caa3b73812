"""What was done about wins at a table: read back from its end once, then followed."""

from collections.abc import Iterable
from threading import Lock
from typing import Final, TypeAlias

from fairdeal.live import Room, events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.holding import HoldingEvent
from fairdeal.live.views import View

_TOLD: Final = (
    events.PayHeld,
    events.SeatTouched,
    events.HandChosen,
    events.HandErased,
    events.PendingTouched,
    events.JackpotCancelled,
    events.ClaimSettled,
    events.PaySubmitted,
    events.PaySigned,
    events.PaySentBack,
    events.PayMade,
)
_KINDS: Final = {codec.KINDS[kind] for kind in (*_TOLD, events.RoundOpened)}

Trail: TypeAlias = list[tuple[int, HoldingEvent]]
"""What was done, with its moment."""

_Rows: TypeAlias = list[tuple[int, int, events.AnyEvent]]
"""The same with its version, and the beginning of every round."""

_AT_ONCE: Final = 256
"""Events that are read back at once, in search of where a win begins."""


class Trails:
    """The trails of a room's tables, as far as anybody has asked."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._kept: dict[str, tuple[int, _Rows]] = {}
        self._lock = Lock()

    def of(self, view: View) -> Trail:
        """What was done since the oldest win of those that wait, or else in this round."""
        with self._lock:
            version, rows = self._kept.get(view.table) or self._found(view)
            new = _read(self._room.history(view.table, version))
            rows = [*rows, *new]
            rows = rows[_begin(rows, view) or 0 :]
            self._kept[view.table] = (new[-1][0] if new else version), rows
        return [(at, event) for _, at, event in rows if isinstance(event, _TOLD)]

    def _found(self, view: View) -> tuple[int, _Rows]:
        """Read back from the end of the table's log, as far as it takes."""
        count = _AT_ONCE
        while True:
            begin = max(0, view.version - count)
            rows = _read(self._room.history(view.table, begin))
            if begin == 0 or _begin(rows, view) is not None:
                return (rows[-1][0] if rows else begin), rows
            count *= 4


def _read(rows: Iterable[Recorded]) -> _Rows:
    return [
        (row.version, row.at, codec.decoded(row.kind, row.body))
        for row in rows
        if row.kind in _KINDS
    ]


def _begin(rows: _Rows, view: View) -> int | None:
    """Where the trail begins: with the oldest win that waits, or else with the last round."""
    oldest = min((pay.pay for pay in view.pays), default=0)
    for place in reversed(range(len(rows))):
        match rows[place][2]:
            case events.PayHeld(pay=pay) if pay == oldest:
                return place
            case events.RoundOpened() if not oldest:
                return place
    return None
