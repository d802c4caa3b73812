"""Opens another table where people fill every table of a game, and closes it later.

Only in play rooms, and only for games whose first table ``serve`` opened.  Elsewhere the floor
decides.
"""

import logging
from collections.abc import Sequence
from functools import wraps
from typing import Any, Final

from msgspec.structs import replace

from fairdeal import games
from fairdeal.errors import FairdealError, Refused
from fairdeal.house.limits import NOT_OFFERED, placeable
from fairdeal.live import Room, commands
from fairdeal.live.actors import OPENING
from fairdeal.live.events import AnyEvent, TableClosed, TableOpened
from fairdeal.live.log import codec
from fairdeal.live.table.context import Context
from fairdeal.live.table.procedure import limits_in, setup_of
from fairdeal.live.table.state import Table
from fairdeal.web.access.names import REGULARS
from fairdeal.web.form.choices import next_name

_MOST: Final = 4
"""Open tables of a game: seats for 24 people.  There are names for the programmed players of eight
tables, and a person who opens many browsers cannot make the room open tables without end."""

_UNUSED: Final = 10 * 60 * 1_000_000
"""Microseconds for which a table is not needed before it closes: as long as the room waits for a
guest who went away between rounds."""

_NOT_NEEDED: Final = "not needed: another table of the game has free seats"

_CLOSED: Final = codec.KINDS[TableClosed]

_LOG: Final = logging.getLogger(__name__)


class ExtraTables:
    """Looks at all tables of a game together.

    Which tables are extra is in the log, with their configuration.  How long one was not needed is
    forgotten at a restart, and counted from there.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._unused: dict[str, int] = {}
        """Extra tables that are not needed, and since when."""
        self._closers: dict[tuple[str, int], str] = {}
        """Who closed each configuration of an extra table."""
        self._told: set[str] = set()
        """Refusals that the operator was told of."""

    def __call__(self, now: int) -> None:
        """Open and close what has to be, one table of each game at a time."""
        unused: dict[str, int] = {}
        for names in self._by_game():
            # Each game is read when its turn comes: the commands before have waited for the log.
            tables = [self._room.table(name) for name in names]
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
            self._free_closed(tables)
        self._unused = unused

    def _by_game(self) -> Sequence[list[str]]:
        """The tables of each game; practice tables count apart from the others."""
        found: dict[tuple[str, bool], list[str]] = {}
        for name in self._room.tables():
            setup = setup_of(self._room.table(name))
            found.setdefault((setup.game, setup.practice), []).append(name)
        return [*found.values()]

    def _do(self, table: str, command: commands.Command, **asked: Any) -> None:
        """What is refused is tried again at the next beat; the operator is told once."""
        try:
            self._room.do(table, command, by=OPENING, **asked)
        except FairdealError as error:
            told = f"{commands.name_of(command)} at {table}: {error}"
            if told not in self._told:
                self._told.add(told)
                _LOG.warning("%s", told)

    def _open(self, tables: Sequence[Table]) -> None:
        """Another one like the first that the room has opened itself; none where it has not."""
        like = next((each for each in tables if each.is_open and self._is_own(each)), None)
        if like is None or any(self._is_stopped(each) for each in tables):
            return
        # A name that was used before has the chips that its players left there.
        closed = (each for each in tables if not each.is_open and _is_extra(each))
        before = (each.name for each in closed if not each.pending)
        name = next(before, "") or next_name(self._room, like.name.rpartition("-")[0])
        # A long history takes time to read: the floor may have stopped the game meanwhile.
        if self._room.table(like.name) == like:
            self._do(name, _open_extra, **_arguments(setup_of(like)))

    def _is_own(self, table: Table) -> bool:
        """Whether the room opened the table first, deals there, and no person has stopped it."""
        if table.dealer or table.disabled or table.closing or _is_extra(table):
            return False
        return next(self._room.history(table.name)).actor == OPENING.name

    def _is_stopped(self, table: Table) -> bool:
        """Whether a person has disabled or closed an extra table: no other opens in its place."""
        if not _is_extra(table):
            return False
        if table.disabled or table.closing:  # the room itself never closes a table after a round
            return True
        return not table.is_open and self._closer(table) != OPENING.name

    def _closer(self, table: Table) -> str:
        """Who closed a table; it is closed once in each configuration."""
        key = table.name, setup_of(table).configuration
        if key not in self._closers:
            rows = self._room.history(table.name)
            *_, self._closers[key] = (row.actor for row in rows if row.kind == _CLOSED)
        return self._closers[key]

    def _close(self, tables: Sequence[Table]) -> None:
        """Close the last that can be closed now; whether the others are needed is seen then."""
        for table in reversed(tables):
            if _is_at_rest(table):
                self._do(table.name, _close_unused, reason=_NOT_NEEDED)
                return

    def _free_closed(self, tables: Sequence[Table]) -> None:
        """Programmed players leave a closed table, so that they can play elsewhere."""
        for table in tables:
            if _is_extra(table) and not table.is_open:
                # From one end: a player never leaves a seat between two others of theirs.
                for seat, player in sorted(table.seats.items()):
                    if player in REGULARS:
                        self._do(table.name, commands.leave, seat=seat)


@wraps(commands.open_table)
def _open_extra(table: Table, context: Context, **asked: Any) -> list[AnyEvent]:
    """The command open-table, with the mark that only the room sets."""
    *before, opened = commands.open_table(table, context, **asked)
    assert isinstance(opened, TableOpened), "it comes last"
    return [*before, replace(opened, extra=True)]


@wraps(commands.close_table)
def _close_unused(table: Table, context: Context, *, reason: str) -> list[AnyEvent]:
    """The command close-table, unless a person has come since the room looked."""
    if not (_is_unused(table) and _is_at_rest(table)):
        raise Refused(f"table {table.name} is needed again", code="table.needed")
    return commands.close_table(table, context, reason=reason)


def _is_extra(table: Table) -> bool:
    return setup_of(table).extra


def _people(table: Table) -> int:
    """Seats of people; programmed players give way to people."""
    return sum(player not in REGULARS for player in table.seats.values())


def _has_a_seat(table: Table) -> bool:
    """Whether one more person can sit down and bet."""
    return not (table.disabled or table.closing) and _people(table) < setup_of(table).seats


def _is_unused(table: Table) -> bool:
    """Whether an extra table has no person at it, as a player, as its dealer or to stop it."""
    is_left_to_the_room = _is_extra(table) and not table.dealer
    return is_left_to_the_room and not (table.disabled or table.closing or _people(table))


def _is_at_rest(table: Table) -> bool:
    """Whether no round is in play, and no ruling or payment waits."""
    is_between_rounds = not (table.playing and table.playing.in_play())
    return is_between_rounds and not table.pending and not table.holding.pays


def _arguments(setup: TableOpened) -> dict[str, Any]:
    """What opens a table like that one; its float is what every new table gets."""
    game = games.known(setup.game)
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
