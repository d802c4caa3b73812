"""The time of day for records, and a clock that nobody can set back for whatever runs out."""

import time
from collections.abc import Callable
from typing import Final

_SINCE_THE_START: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""It goes on while the machine sleeps, where there is such a clock."""


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


class Steady:
    """Microseconds since 1970 as they were known at the start, and from then on without a jump."""

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        ticking: Callable[[], int] = lambda: time.clock_gettime_ns(_SINCE_THE_START),
    ) -> None:
        self._ticking = ticking
        self._ahead = wall() - ticking()

    def __call__(self) -> int:
        """What it shows."""
        return (self._ahead + self._ticking()) // 1000


steady: Final = Steady()
"""The one of this process."""
