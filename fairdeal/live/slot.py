"""One table of a room, as far as this process knows it."""

from collections import OrderedDict
from concurrent.futures import Future
from threading import RLock

import msgspec

from fairdeal.live import events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ORIGIN, Recorded
from fairdeal.live.table import procedure
from fairdeal.live.table.state import Table


class Done(msgspec.Struct, frozen=True):
    """What a command did."""

    recorded: tuple[Recorded, ...]
    repeated: bool = False
    """The command had been done before, under the same key; nothing was done again."""

    @property
    def events(self) -> tuple[events.AnyEvent, ...]:
        """What happened."""
        return tuple(codec.decoded(each.kind, each.body) for each in self.recorded)


class Slot:
    """A table, what was asked of it, and whether this process alone may write it."""

    def __init__(self, name: str, at: int) -> None:
        self.lock = RLock()
        self.ahead = Table(name)
        """What commands decide on."""
        self.end = self.ahead, ORIGIN
        """What everybody else may see, and the hash of the entry that made it; both together,
        because the thread that writes the log sets them while others look."""
        self.seen = 0
        """How many failures the log had seen when the table was loaded."""
        self.kept = 0
        """The version of the last snapshot."""
        self.known_since = at
        """Since when people can reach the table here, on the steady clock: no time runs before."""
        self.ahead_of_log = 0
        """Microseconds that the steady clock was ahead of the log when the running time began."""
        self.stale = True
        """The table must be loaded from the log before anything is decided on it."""
        self.claim = 0
        """The claim under which this process alone writes the table; 0 for none."""
        self._is_lost = False
        """Whether the log could not be reached, or has failed, since the table was loaded."""
        self.known: OrderedDict[str, tuple[str, Future[Done] | None]] = OrderedDict()
        """What was asked under the latest keys, and the answer unless it is older than the load."""

    @property
    def durable(self) -> Table:
        """What everybody else may see."""
        return self.end[0]

    def lose(self) -> None:
        """What is known of the table may be old: it is claimed again before a decision."""
        self._is_lost |= self.claim != 0
        self.claim = 0

    def reached(self, at: int) -> bool:
        """The log has answered; whether the table was lost, so that nobody could act here."""
        was_lost, self._is_lost = self._is_lost, False
        if was_lost:
            self.known_since = at
        return was_lost

    def ends(self, table: Table) -> int:
        """When the time that runs at the table is up, on the steady clock; 0 where none runs."""
        until = table.playing.until if table.playing else 0
        if not until:
            return 0
        return max(until + self.ahead_of_log, self.known_since + self.whole(table))

    def whole(self, table: Table) -> int:
        """Microseconds that are given where time runs at the table."""
        return procedure.seconds_of(table) * 1_000_000
