"""Seats for guests: one address cannot take all of them, and an idle seat is freed."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from fairdeal.errors import Refused
from fairdeal.live import Room

_MOST: Final = 10_000
"""Guests are remembered with the address that they came from."""


MISSED: Final = 3
"""Rounds that are dealt without a bet of a guest before the seat is given to others."""


class Seating:
    """From where the guests have come who sit at the tables."""

    def __init__(self, room: Room, most: int) -> None:
        self._room = room
        self._most = most
        self._from: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()

    def check(self, place: str, guest: str) -> None:
        """Refuses one more seat to an address that has many; this machine itself has no name."""
        if not place:
            return
        with self._lock:
            self._from.pop(guest, None)
            self._from[guest] = place
            if len(self._from) > _MOST:
                self._from.popitem(last=False)
        seats = [self._room.table(name).seats for name in self._room.tables()]
        others = [player for each in seats for player in each.values() if player != guest]
        taken = sum(self._from.get(player) == place for player in others)
        if taken >= self._most:
            raise Refused(
                f"{taken} guests from the same address sit already, and no more may",
                code="seat.crowd",
            )
