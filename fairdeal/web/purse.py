"""Where the chips of a player are: chips stay at a table when the player leaves it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from fairdeal.live import Room
from fairdeal.live.history.naming import game_name
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.ledger import chips, position
from fairdeal.live.table.progressive import is_table

FRESH: Final = 1.0
"""Seconds for which nobody asks the log whether another process has opened a table."""


@dataclass(frozen=True, slots=True)
class Chips:
    """What a player has at one table."""

    table: str
    game: str
    cents: int
    """Chips before the player, or left at the table."""
    played_cents: int
    """Bets of the round in play, and a bank."""
    has_seat: bool
    is_open: bool


class Purses:
    """The chips of all who have a page of a table open; which tables there are is kept in mind."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._tables: set[str] = set()
        self._read = -FRESH
        room.watch(self._heard)

    def of(self, player: str) -> Iterator[Chips]:
        """The tables at which a player has a seat or chips, the most chips first."""
        if monotonic() - self._read >= FRESH:
            self._tables.update(self._room.tables())
            self._read = monotonic()
        return _held(self._room, player, [*self._tables])

    def _heard(self, rows: Sequence[Recorded]) -> None:
        self._tables.update(row.stream for row in rows if is_table(row.stream))


def purse(room: Room, player: str) -> Iterator[Chips]:
    """The tables at which a player has a seat or chips, the most chips first."""
    return _held(room, player, room.tables())


def _held(room: Room, player: str, tables: Iterable[str]) -> Iterator[Chips]:
    found = (at_table(room, name, player) for name in tables)
    held = [each for each in found if each.cents or each.played_cents or each.has_seat]
    yield from sorted(held, key=lambda each: (-each.cents, each.table))


def at_table(room: Room, name: str, player: str) -> Chips:
    """What a player has at a table."""
    table = room.table(name)
    now, seats = table.playing, table.seats_of(player)
    staked = sum(sum(now.wagers(seat).values()) for seat in seats) if now else 0
    game = game_name(table.setup.game) if table.setup else ""
    played = staked + table.accounts.get(position(player), 0)
    return Chips(name, game, table.chips(player), played, bool(seats), table.is_open)


def owners(room: Room, name: str) -> set[str]:
    """Everybody who has a seat or chips at a table."""
    table, before = room.table(name), chips("")
    held = (account for account, cents in table.accounts.items() if cents)
    left = {account.removeprefix(before) for account in held if account.startswith(before)}
    return left | {*table.seats.values()}
