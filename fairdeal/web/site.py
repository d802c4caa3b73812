"""Everything that the pages of one room share."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.table.state import Table
from fairdeal.web.accounts import Accounts
from fairdeal.web.archive import Archive
from fairdeal.web.faces.lobby import LobbyFace
from fairdeal.web.faces.table import TableFace, known
from fairdeal.web.faces.view import ViewFace
from fairdeal.web.guard import Guard
from fairdeal.web.hub import Face, Hub
from fairdeal.web.sessions import Sessions

CAGE: Final = Actor("cage", Role.FLOOR)
"""Who gives guests their play chips."""

PLAY_CHIPS: Final = 50_000
"""Cents with which a guest begins."""


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


@dataclass(slots=True)
class Site:
    """A room with its people and its pages."""

    room: Room
    accounts: Accounts
    sessions: Sessions
    key: bytes = b""
    """Of the room: with it the end of its log is sealed."""
    clock: Callable[[], int] = now
    archive: Archive = field(init=False)
    hub: Hub = field(init=False)
    guard: Guard = field(init=False)

    def __post_init__(self) -> None:
        self.guard = Guard(self.sessions)
        self.archive = Archive(self.room.store, self.key, self.clock)
        faces: dict[str, Face] = {
            "lobby": LobbyFace(self.room),
            "table": TableFace(self.room),
            "view": ViewFace(self.room),
        }
        self.hub = Hub(self.room, faces)

    @classmethod
    def of(cls, room: Room, key: bytes, accounts: Path) -> "Site":
        """The pages of a room, whose accounts are in that file."""
        return cls(room, Accounts(accounts, now), Sessions(key, now), key)

    def known(self, table: str) -> events.TableOpened:
        """The configuration of a table that was opened at least once."""
        return known(self.room, table)

    def with_a_seat(self, table: str, asked: dict[str, Any]) -> dict[str, Any]:
        """What a guest asks who sits down; seat 0, or none, is any free one."""
        return asked if asked.get("seat") else asked | {"seat": _free_seat(self.room.table(table))}

    def give_chips(self, table: str, guest: Actor) -> None:
        """Play chips for who has none."""
        if not self.room.table(table).chips(guest.name):
            self.room.do(table, commands.buy_in, by=CAGE, player=guest.name, cents=PLAY_CHIPS)


def _free_seat(table: Table) -> int:
    """The first seat that nobody has; 1 where there is none, which is then refused."""
    count = table.setup.seats if table.setup else 0
    return next((seat for seat in range(1, count + 1) if seat not in table.seats), 1)
