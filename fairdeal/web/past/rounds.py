"""The latest rounds of every table: who won what, without reading a log from its beginning.

A page asks whenever a table has changed; only what is new since the last time is read.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from fairdeal.live import Room, events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.state import Table

KEPT: Final = 500
"""Rounds of a table that are remembered."""

READ: Final = 5000
"""Events of a table that are read at first: as many rounds as a long evening has."""

_MARKED: Final = 500
"""Events between two states of a table that are kept, so that a round is found from there."""

_MARKS: Final = 200

_KINDS: Final = frozenset(
    codec.KINDS[kind]
    for kind in (
        events.RoundOpened,
        events.BankPosted,
        events.BankDeclined,
        events.BetsPlaced,
        events.DecisionMade,
        events.SeatDied,
        events.BetsSettled,
        events.RoundClosed,
        events.RoundVoided,
        events.PayHeld,
        events.PayMade,
    )
)


@dataclass(slots=True)
class Ended:
    """A round that is over."""

    table: str
    number: int
    at: int = 0
    """When it was over, in microseconds since 1970."""
    void: str = ""
    """Why it is void; empty for a round that counts."""
    staked: dict[int, tuple[str, int]] = field(default_factory=dict)
    """By seat, who bet there and how much in all, what decisions added counted."""
    placed: dict[int, dict[str, int]] = field(default_factory=dict)
    """By seat, the bets before the deal."""
    won: dict[int, int] = field(default_factory=dict)
    """By seat, what it won or lost; a payment that waits for approval is added when it is made."""
    bank: int = 0
    """The seat that held the bank, whose stake is what was posted; 0 where the house banks."""
    jackpots: list[tuple[str, int]] = field(default_factory=list)
    """Meters that were won and paid, with the cents."""

    def won_by(self, player: str) -> int | None:
        """What a player won or lost in all; None for who did not bet."""
        held = [seat for seat, (name, _) in self.staked.items() if name == player]
        return sum(self.won.get(seat, 0) for seat in held) if held else None

    def placed_by(self, player: str) -> dict[str, int]:
        """The bets that a player had before the deal, at the first of the player's seats."""
        held = sorted(seat for seat in self.placed if self.staked[seat][0] == player)
        return self.placed[held[0]] if held else {}

    def staked_by(self, player: str) -> int:
        """What a player bet in all."""
        return sum(cents for name, cents in self.staked.values() if name == player)


class Rounds:
    """The rounds of a room's tables, as far as anybody has asked."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._tables: dict[str, _Book] = {}
        self._lock = Lock()

    def of(self, table: str) -> Sequence[Ended]:
        """The latest rounds of a table, the newest first."""
        now = self._room.table(table)
        with self._lock:
            book = self._tables.setdefault(table, _Book(table, max(0, now.version - READ)))
            if book.version < now.version:
                book.read(self._room.history(table, book.version))
                book.mark(now)
            return [*reversed(book.rounds)]

    def last_bets(self, table: str, player: str) -> dict[str, int]:
        """The bets of the last round in which the player had any, before the deal."""
        placed = (each.placed_by(player) for each in self.of(table))
        return next((bets for bets in placed if bets), {})

    def before(self, table: str, number: int) -> Table | None:
        """The table as it is known before a round was opened there, as shortly as possible."""
        with self._lock:
            marks = self._tables[table].marks if table in self._tables else ()
            return next((each for each in reversed(marks) if each.rounds < number), None)

    def of_player(self, player: str) -> list[Ended]:
        """The latest rounds of a player at all tables, the newest first."""
        found = [
            each
            for table in self._room.tables()
            for each in self.of(table)
            if each.won_by(player) is not None
        ]
        return sorted(found, key=lambda each: -each.at)


class _Book:
    """The rounds of one table."""

    def __init__(self, table: str, version: int) -> None:
        self.version = version
        """How far the log has been read."""
        self.rounds: deque[Ended] = deque(maxlen=KEPT)
        self._table = table
        self._now: Ended | None = None
        self._held: dict[int, int] = {}
        """Payments that wait, with their rounds."""
        self.marks: deque[Table] = deque(maxlen=_MARKS)

    def mark(self, now: Table) -> None:
        """Keep the table as it is, unless it was kept a short while ago."""
        if not self.marks or now.version - self.marks[-1].version >= _MARKED:
            self.marks.append(now)

    def read(self, rows: Iterable[Recorded]) -> None:
        """Go on to the end."""
        for row in rows:
            self.version = row.version
            if row.kind in _KINDS:
                self._hear(codec.decoded(row.kind, row.body), row.at)

    def _hear(self, event: events.AnyEvent, at: int) -> None:
        match event:
            case events.RoundOpened(round=number):
                self._now = Ended(self._table, number)
            case events.PayHeld(pay=pay, round=number):
                self._held[pay] = number
            case events.PayMade(pay=pay, line=line, meter=meter, award_cents=cents):
                if (paid := self._round(self._held.pop(pay, 0))) is not None:
                    paid.won[line.seat] = paid.won.get(line.seat, 0) + line.net_cents
                    paid.jackpots += [(meter, cents)] if meter else []
            case _ if self._now is not None:
                self._in_play(self._now, event, at)
            case _:
                pass  # of a round that began before the first event that was read

    def _in_play(self, now: Ended, event: events.AnyEvent, at: int) -> None:
        match event:
            case events.BetsPlaced(seat=seat, player=player, bets=bets):
                now.staked.pop(seat, None)
                now.placed.pop(seat, None)
                if bets:
                    now.staked[seat] = player, sum(bets.values())
                    now.placed[seat] = bets
            case events.BankPosted(seat=seat, player=player, cents=cents):
                now.staked[seat], now.bank = (player, cents), seat
            case events.DecisionMade(seat=seat, cents=cents):
                player, staked = now.staked[seat]
                now.staked[seat] = player, staked + cents
            case events.SeatDied(seat=seat) | events.BankDeclined(seat=seat):
                now.staked.pop(seat, None)
                now.placed.pop(seat, None)
            case events.BetsSettled(lines=lines):
                for line in lines:
                    now.won[line.seat] = now.won.get(line.seat, 0) + line.net_cents
            case events.RoundVoided(reason=reason):
                now.void, now.won = reason, {}
                self._end(now, at)
            case events.RoundClosed(bank_cents=cents) if now.bank in now.staked:
                now.won[now.bank] = cents - now.staked[now.bank][1]
                self._end(now, at)
            case _:
                self._end(now, at)

    def _end(self, now: Ended, at: int) -> None:
        """A round on which nobody has bet leaves nothing to look at."""
        now.at, self._now = at, None
        if now.staked:
            self.rounds.append(now)

    def _round(self, number: int) -> Ended | None:
        if self._now is not None and self._now.number == number:
            return self._now
        return next((each for each in reversed(self.rounds) if each.number == number), None)
