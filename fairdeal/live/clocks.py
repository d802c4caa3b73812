"""The time of day for records, and a clock that nobody can set back for whatever runs out."""

import time
from collections.abc import Callable
from typing import Final


def _ticking() -> Callable[[], int]:
    """A clock that goes on while the machine sleeps, where there is one."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return lambda: time.clock_gettime_ns(time.CLOCK_BOOTTIME)
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
