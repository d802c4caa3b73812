"""A room that has no tables yet: five of them, a progressive, and people to play with."""

from typing import Final

from fairdeal import games
from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.events import TableOpened
from fairdeal.web.regulars import NAMES, Regulars

FLOOR: Final = Actor("opening", Role.FLOOR)
MANAGER: Final = Actor("opening", Role.MANAGER)

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


class Company:
    """Programmed players at every table that is open, also at those that open later."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._at: dict[str, tuple[TableOpened, Regulars]] = {}

    def __call__(self, now: int) -> None:
        """Whoever is due does the next thing."""
        for name in self._room.tables():
            table = self._room.table(name)
            if not table.is_open or table.setup is None:
                self._at.pop(name, None)
                continue
            if name not in self._at or self._at[name][0] != table.setup:
                self._at[name] = (table.setup, self._seated(name, table.setup))
            self._at[name][1](now)

    def _seated(self, table: str, setup: TableOpened) -> Regulars:
        """New people, or the same ones who have read the table's new sign."""
        others = [each.names for name, (_, each) in self._at.items() if name != table]
        free = [name for name in NAMES if not any(name in names for names in others)]
        found = Regulars(self._room, table, free[: max(0, setup.seats - _FREE)])
        found.sit()
        return found
