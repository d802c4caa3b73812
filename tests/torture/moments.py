"""The moments at which a room is killed."""

from math import inf
from random import Random
from time import monotonic
from typing import Final

LATEST_SECONDS: Final = {"any": 0.4, "clock": 1.6}
"""A room lives no longer than this once it is ready, where its moment does not come before."""

KINDS: Final = {"load": 4, "any": 5, "answer": 4, "burst": 4, "snapshot": 3, "clock": 2}
"""While the room loads, at any time, right after an answer, in the middle of a burst of commands,
when a snapshot is due, and when somebody's time is up; with how often each is chosen."""

NEVER: Final = "never"


class Moment:
    """A moment to come; real time decides when it does."""

    def __init__(self, kind: str, choose: Random, load_seconds: float) -> None:
        self.kind = kind
        self._choose = choose
        self._left = {"answer": 100, "burst": 20, "snapshot": 2}.get(kind, 1)
        self._left = choose.randrange(self._left)
        self._has_begun = False
        self._at = monotonic() + choose.uniform(0, 1.1 * load_seconds) if kind == "load" else inf

    @property
    def wait_seconds(self) -> float:
        """How long it takes until the moment has come, as far as can be seen; 0 when it has."""
        return max(0.0, self._at - monotonic())

    def begin(self) -> None:
        """The room is at work."""
        if not self._has_begun and self.kind not in ("load", NEVER):
            share = self._choose.random() if self.kind == "any" else 1
            self._at = monotonic() + share * LATEST_SECONDS.get(self.kind, LATEST_SECONDS["any"])
        self._has_begun = True

    def saw(self, kind: str) -> None:
        """Something happened that may be what is waited for."""
        if kind == self.kind and self._has_begun:
            self._left -= 1
            if self._left < 0:
                # An answer is followed at once; what was only announced is given time to begin.
                later = 0 if kind == "answer" else self._choose.uniform(0, 0.003)
                self._at = min(self._at, monotonic() + later)
