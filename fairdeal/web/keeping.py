"""Keeps a room going: its clock, and the programmed players of its tables."""

import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import Final

from fairdeal import games
from fairdeal.errors import FairdealError
from fairdeal.live import Actor, Role, Room, commands
from fairdeal.web.regulars import NAMES, Regulars

FLOOR: Final = Actor("opening", Role.FLOOR)
MANAGER: Final = Actor("opening", Role.MANAGER)

_BEAT: Final = 0.25
"""Seconds between two looks at the clock."""

_FREE: Final = 2
"""Seats that programmed players leave to people."""


def open_tables(room: Room) -> None:
    """A table of each game, and a progressive, for a room that has none yet."""
    if room.tables():
        return
    room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    for number, key in enumerate(games.GAMES, 1):
        feeds = any(bet.key == "stax" for bet in games.game(key).bets)
        room.do(
            f"table-{number}",
            commands.open_table,
            by=FLOOR,
            game=key,
            betting_seconds=15,
            decision_seconds=30,
            progressive="stax" if feeds else "",
            limits={"stax": "5"} if feeds else {},
        )


class Keeper:
    """A thread that does what nobody else does at a table."""

    def __init__(self, room: Room, *, with_regulars: bool) -> None:
        self._room = room
        self._stopped = Event()
        self._regulars: Sequence[Regulars] = []
        self._wants_regulars = with_regulars
        self._thread = Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, in the middle of whatever the players were up to."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        if self._wants_regulars:
            self._regulars = [*map(self._regulars_of, self._open_tables())]
        while not self._stopped.wait(_BEAT):
            now = time.time_ns() // 1000
            for each in self._regulars:
                with suppress(FairdealError):  # a log that is gone may come back
                    each.step(now)
            with suppress(FairdealError):
                self._room.tick()

    def _open_tables(self) -> list[str]:
        return [name for name in self._room.tables() if self._room.table(name).is_open]

    def _regulars_of(self, table: str) -> Regulars:
        setup = self._room.table(table).setup
        assert setup is not None, "it is open"
        first = sum(map(ord, table))
        names = [NAMES[(first + place) % len(NAMES)] for place in range(setup.seats - _FREE)]
        found = Regulars(self._room, table, names, len(names), first)
        found.sit()
        return found
