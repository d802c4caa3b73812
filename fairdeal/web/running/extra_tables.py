"""Opens another table where people fill every table of a game, and closes it later.

This is done in play rooms alone, beside tables that ``serve`` has opened: in a cash room, and for
tables that a person has opened, the floor decides how many there are.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from fairdeal import games
from fairdeal.errors import FairdealError
from fairdeal.house.limits import NOT_OFFERED, placeable
from fairdeal.live import Room, commands
from fairdeal.live.events import TableOpened
from fairdeal.live.table.procedure import limits_in, setup_of
from fairdeal.live.table.state import Table
from fairdeal.web.access.names import REGULARS
from fairdeal.web.form.choices import next_name
from fairdeal.web.running.opening import FLOOR

_MOST: Final = 4
"""Open tables of a game: seats for 24 people.  There are names for the programmed players of eight
tables, and nobody who opens many browsers can make the room open tables without end."""

_UNUSED: Final = 10 * 60 * 1_000_000
"""Microseconds for which a table is not needed before it closes: as long as the room waits for a
guest who went away between rounds."""

_NOT_NEEDED: Final = "nobody sits here, and another table of the game has free seats"


class ExtraTables:
    """Looks at all tables of a game together.

    Which tables are extra is in the log, with their configuration.  How long one was not needed is
    forgotten at a restart, and counted from there.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._unused: dict[str, int] = {}
        """Extra tables that are not needed, and since when."""

    def __call__(self, now: int) -> None:
        """Open and close what has to be, one table of each game at a time."""
        unused: dict[str, int] = {}
        for tables in self._by_game():
            with suppress(FairdealError):  # the other games wait as well
                self._free_closed(tables)
                opened = [table for table in tables if table.is_open]
                with_a_seat = [table for table in opened if _has_a_seat(table)]
                if not with_a_seat and len(opened) < _MOST:
                    self._open(tables)
                since = {
                    table.name: self._unused.get(table.name, now)
                    for table in opened
                    if _is_unused(table) and any(other is not table for other in with_a_seat)
                }
                unused |= since
                due = [name for name, at in since.items() if now - at >= _UNUSED]
                self._close([table for table in opened if table.name in due])
        self._unused = unused

    def _by_game(self) -> Sequence[list[Table]]:
        """Tables to practise at are a game of their own: nobody is sent from one to the other."""
        found: dict[tuple[str, bool], list[Table]] = {}
        for name in self._room.tables():
            table = self._room.table(name)
            setup = setup_of(table)
            found.setdefault((setup.game, setup.practice), []).append(table)
        return [*found.values()]

    def _open(self, tables: Sequence[Table]) -> None:
        """Another one like the first that the room has opened itself; none where it has not."""
        like = next((each for each in tables if each.is_open and self._is_own(each)), None)
        if like is None:
            return
        # A name that was used before has the chips that its players left there.
        before = (each.name for each in tables if not each.is_open and _is_extra(each))
        name = next(before, "") or next_name(self._room, like.name.rpartition("-")[0])
        self._room.do(name, commands.open_table, by=FLOOR, extra=True, **_arguments(setup_of(like)))

    def _is_own(self, table: Table) -> bool:
        """Whether the room opened the table first, deals there, and nobody has stopped it."""
        if table.dealer or table.disabled or table.closing or _is_extra(table):
            return False
        return next(self._room.history(table.name)).actor == FLOOR.name

    def _close(self, tables: Sequence[Table]) -> None:
        """Close the last that can be closed now; whether the others are needed is seen then."""
        for table in reversed(tables):
            is_between_rounds = not (table.playing and table.playing.in_play())
            if is_between_rounds and not table.pending and not table.holding.pays:
                self._room.do(table.name, commands.close_table, by=FLOOR, reason=_NOT_NEEDED)
                return

    def _free_closed(self, tables: Sequence[Table]) -> None:
        """Programmed players leave a closed table, so that they can play elsewhere."""
        for table in tables:
            if _is_extra(table) and not table.is_open:
                for seat in table.seats:
                    self._room.do(table.name, commands.leave, by=FLOOR, seat=seat)


def _is_extra(table: Table) -> bool:
    return setup_of(table).extra


def _people(table: Table) -> int:
    """Seats of people; programmed players give way to people."""
    return sum(player not in REGULARS for player in table.seats.values())


def _has_a_seat(table: Table) -> bool:
    """Whether one more person can sit down and bet."""
    return not (table.disabled or table.closing) and _people(table) < setup_of(table).seats


def _is_unused(table: Table) -> bool:
    """Whether nobody plays at an extra table that no person of the house deals or has stopped."""
    is_left_to_the_room = _is_extra(table) and not table.dealer
    return is_left_to_the_room and not (table.disabled or table.closing or _people(table))


def _arguments(setup: TableOpened) -> dict[str, Any]:
    """What opens a table like that one; its float is what every new table gets."""
    game = games.game(setup.game)
    limits = {bet: limit.typed() for bet, limit in limits_in(setup).items()}
    return {
        "game": setup.game,
        "style": setup.style,
        "pay_tables": tuple(f"{bet}={table}" for bet, table in setup.pay_tables.items()),
        "options": setup.options,
        "limits": {bet.key: limits.get(bet.key, NOT_OFFERED) for bet in placeable(game)},
        "profile": setup.profile,
        "seats": setup.seats,
        "hands_per_player": setup.hands_per_player,
        "betting_seconds": setup.betting_seconds,
        "decision_seconds": setup.decision_seconds,
        "progressive": setup.progressive,
        "plays_on": setup.plays_on,
        "aggregates": setup.aggregates,
        "tiers": setup.tiers,
        "practice": setup.practice,
        "fills_itself": not setup.floor_fills,
        "tips": setup.tips,
    }
