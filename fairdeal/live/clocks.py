"""Clocks: one that dates what happens, and one for whatever runs out.

A machine's clock can be set, by a person or a program, and then says nothing about how much time
has gone by.  Time to bet and to decide runs on a monotonic clock instead; the log's times follow
the machine's clock, but never back, and never far ahead of the time that has gone by.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Event, Lock
from typing import Final, NamedTuple

from fairdeal.live.events import ClockSet

SECOND: Final = 1_000_000
TOLERATED: Final = 2 * SECOND
"""Microseconds by which the two clocks may move apart within a minute without a note."""

_MINUTE: Final = 60 * SECOND

FAR: Final = 10 * _MINUTE
"""Microseconds ahead of the time gone by since the start beyond which the clock is refused.

A mistaken time zone is further, a virtual machine that was paused to be moved is not.
"""


def _ticking() -> Callable[[], int]:
    """Nanoseconds of a clock that goes on while the machine sleeps, where there is one."""
    # What Python calls monotonic stands still in a sleeping Linux machine, and in a sleeping Mac.
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name):
            number = getattr(time, name)
            return lambda: time.clock_gettime_ns(number)
    return time.monotonic_ns


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


class Steady:
    """Microseconds since 1970 as they were known at the start, and from then on without a jump."""

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        ticking: Callable[[], int] | None = None,
    ) -> None:
        self._ticking = ticking or _ticking()
        self._ahead = wall() - self._ticking()

    def __call__(self) -> int:
        """What it shows."""
        return (self._ahead + self._ticking()) // 1000


steady: Final = Steady()
"""The one of this process."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Where a room reads the time, and how its threads wait."""

    wall: Callable[[], int] = now
    """Microseconds since 1970 by the machine's clock, which can be set."""
    monotonic: Callable[[], int] = steady
    """Microseconds of a clock that cannot be set."""
    sleep: Callable[[Event, float], bool] = Event.wait
    """Waits until the event is set or so many seconds are up; whether the event was set."""

    @classmethod
    def of(cls, shown: Callable[[], int]) -> "Clock":
        """A clock that nobody sets: what it shows is both the time of day and the time gone by."""
        return cls(shown, shown)


class LogTimeThen(StrEnum):
    """What the log's time does after a machine's clock was set."""

    FOLLOWS = "follows"
    WAITS = "waits"
    GOES_ON = "goes-on"


NOTES_CLOCK: Final = "note-clock"
"""The command under which the log has that a machine's clock was set."""

_SAYS: Final = {
    LogTimeThen.FOLLOWS: "the log follows it",
    LogTimeThen.WAITS: "the log's time stands still until the clock has caught up",
    LogTimeThen.GOES_ON: "the log's time goes on without the clock until it is set right; if the"
    " clock is right now, start the room again",
}


class Moved(NamedTuple):
    """The machine's clock was set, or is behind the log at a start."""

    event: ClockSet
    said: str
    """What an operator is told."""


class LogTime:
    """The time that a log gives its events.

    It follows the machine's clock.  Where that was set back, it waits until the clock has caught
    up.  Where that was set far ahead, it goes on with the time that goes by, until the clock is set
    right or the room is started again.
    """

    def __init__(self, clock: Clock, latest: int) -> None:
        self.latest = latest
        """The newest time that was given."""
        self.waited_at = 0
        """Times up to this one may have been given while the log waited, as its events say."""
        self.trouble = ""
        """What is wrong with the machine's clock now, for the staff."""
        self._clock = clock
        self._lock = Lock()
        wall, gone_by = self._read()
        self._began = self._followed = self._seen = wall - gone_by
        """How far the wall clock was ahead of the monotonic one at the start, but for their drift;
        when it was followed last, but for steps back; and when it was last held against it."""
        self._since = gone_by
        """When it was held against it, on the monotonic clock."""
        self.found: Moved | None = None
        """What was found at the start."""
        if latest - wall > TOLERATED:
            self.trouble = (
                f"the last event of the log is {_seconds(latest - wall)} ahead of this machine's"
                " clock: the log's time stands still until the clock has caught up"
            )
            self.found = Moved(ClockSet(wall - latest, LogTimeThen.WAITS), self.trouble)

    def now(self) -> int:
        """The time of an event that happens now."""
        with self._lock:
            wall, gone_by = self._read()
            if wall - gone_by - self._began > FAR:
                wall = gone_by + self._followed
            self.latest = max(self.latest, wall)
            return self.latest

    def _read(self) -> tuple[int, int]:
        """Both clocks at one moment: a pause between them would look like a clock that was set."""
        before = self._clock.monotonic()
        while True:
            wall, after = self._clock.wall(), self._clock.monotonic()
            if after - before < TOLERATED // 2:
                return wall, after
            before = after

    def at_least(self, moment: int) -> int:
        """The time of an event that happens now, and not before that moment."""
        with self._lock:
            self.latest = max(self.latest, moment)
            return self.latest

    def look(self) -> Moved | None:
        """Compare the two clocks; whether the machine's was set since the last look."""
        with self._lock:
            wall, gone_by = self._read()
            ahead = wall - gone_by
            is_far, waits = ahead - self._began > FAR, self.latest - wall > TOLERATED
            if not is_far:
                self._followed = max(self._began, ahead)
            if not is_far and not waits:
                self.trouble = ""
            moved = ahead - self._seen
            is_set = abs(moved) > TOLERATED
            if not is_set and gone_by - self._since <= _MINUTE:
                return None
            self._seen, self._since = ahead, gone_by
            if not is_set:
                self._began += moved  # two clocks drift apart by a little
                return None
            then = (
                LogTimeThen.GOES_ON
                if is_far
                else LogTimeThen.WAITS
                if waits
                else LogTimeThen.FOLLOWS
            )
            which = f"set {'ahead' if moved > 0 else 'back'} by {_seconds(abs(moved))}"
            said = f"this machine's clock was {which}: {_SAYS[then]}"
            if is_far or waits:
                self.trouble = said
            return Moved(ClockSet(moved, then), said)


def _seconds(microseconds: int) -> str:
    return f"{microseconds // SECOND:,} seconds"
