"""A room that has no tables yet: five of them, a progressive, and people to play with."""

from typing import Final

from fairdeal import games
from fairdeal.live import Actor, Role, Room, commands
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


def regulars(room: Room) -> list[Regulars]:
    """Programmed players at every table that is open, seated."""
    found = []
    for name in room.tables():
        table = room.table(name)
        if table.is_open and table.setup:
            first = sum(map(ord, name))
            count = table.setup.seats - _FREE
            names = [NAMES[(first + place) % len(NAMES)] for place in range(count)]
            found.append(Regulars(room, name, names, first))
            found[-1].sit()
    return found
