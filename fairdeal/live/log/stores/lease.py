"""A process's place among those that share the tables of a log out.

Each process has a row of its own, good for three seconds by the database's clock, and renews it
each second.  A process that sleeps or is cut off loses its tables when the three seconds are up:
another one fences it, raises the epoch of the streams that it takes, and from then on nothing that
the first one still writes under the old epoch is recorded.  Epochs keep the log safe; clocks only
decide how soon a table is played on.
"""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, RLock, Thread
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from fairdeal.live.clocks import SECOND, steady

_LASTS: Final = 3 * SECOND
_EVERY: Final = 1.0
"""Seconds between two renewals."""
_GOOD_FOR: Final = 5 * SECOND // 2
"""Microseconds on this process's own clock for which it counts on a renewal, from its sending."""

_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_JOIN: Final = sa.text(
    f"INSERT INTO member (until, is_fenced, program) VALUES ({_NOW} + {_LASTS}, 0, :program)"
    " RETURNING id"
)
_RENEW: Final = sa.text(
    f"UPDATE member SET until = {_NOW} + {_LASTS}"
    f" WHERE id = :member AND is_fenced = 0 AND until > {_NOW} RETURNING id"
)
_LOCK: Final = sa.text("SELECT pg_try_advisory_lock(:number)")
_UNLOCK: Final = sa.text("SELECT pg_advisory_unlock_all()")
_FENCE: Final = sa.text(
    "UPDATE member SET is_fenced = 1 WHERE id = :member AND is_fenced = 0"
    f" AND (until < {_NOW} OR (:quick AND pg_try_advisory_xact_lock_shared(:number)))"
)
_ALIVE: Final = sa.text("SELECT id FROM member WHERE id = :member AND is_fenced = 0")
_LEAVE: Final = sa.text("UPDATE member SET is_fenced = 1 WHERE id = :member")


class Lease:
    """The row of this process, and the thread that renews it.

    A session holds a lock for as long as the process lives: where the lock is gone, nobody waits
    for the row to run out.  The lock decides nothing about what may be written.
    """

    def __init__(
        self,
        engine: sa.Engine,
        number_of: Callable[[int], int],
        clock: Callable[[], int] = steady,
    ) -> None:
        self.member = 0
        """The number of this process; another one after it has lost its tables."""
        self._engine = engine
        self._number_of = number_of
        self._clock = clock
        self._session: sa.Connection | None = None
        self._locks: set[int] = set()
        """Locks of the session."""
        self._good_until = 0
        self._connected_at = 0
        # Held by whichever thread renews, joins or leaves.
        self._gate = RLock()
        self._stopping = Event()
        self._thread: Thread | None = None

    @property
    def is_good(self) -> bool:
        """Whether this process may count on its tables."""
        return self._clock() < self._good_until

    def renew(self) -> None:
        """Renew the row; a process that was fenced, or too late, joins under a new number."""
        with self._gate:
            try:
                self._renew()
            except DBAPIError:
                self._drop()
                try:  # the session may have ended while the server did not
                    self._renew()
                except DBAPIError:
                    self._drop()
                    raise
            if self._thread is None:
                self._thread = Thread(target=self._run, name="lease", daemon=True)
                self._thread.start()

    def _renew(self) -> None:
        sent = self._clock()
        if self._session is None:
            self._session = self._engine.connect()
            self._connected_at = sent
        renewed = self.member and self._session.execute(_RENEW, {"member": self.member}).first()
        if not renewed:
            program = f"{socket.gethostname()} {os.getpid()}"
            self.member = self._session.execute(_JOIN, {"program": program}).scalar_one()
        # After a lost connection the old session may hold it for a while.
        self._lock(self._session, self._number_of(self.member))
        self._good_until = sent + _GOOD_FOR

    def alone(self, number: int) -> bool:
        """Whether this process has a lock that one of all processes can have."""
        with self._gate:
            if not self.is_good:
                self.renew()
            return self._session is not None and self._lock(self._session, number)

    def _lock(self, session: sa.Connection, number: int) -> bool:
        if number not in self._locks and session.execute(_LOCK, {"number": number}).scalar():
            self._locks.add(number)
        return number in self._locks

    def _run(self) -> None:
        while not self._stopping.wait(_EVERY):
            with suppress(DBAPIError):  # it is tried again, and meanwhile runs out
                self.renew()

    def fences(self, connection: sa.Connection, member: int) -> bool:
        """Whether another process has no tables any more, from this transaction on."""
        # A restart of the server ends all sessions, and with them the locks of the living.
        quick = self._clock() - self._connected_at > _LASTS
        asked: dict[str, Any] = {"member": member, "number": self._number_of(member)}
        connection.execute(_FENCE, {**asked, "quick": quick})
        return connection.execute(_ALIVE, {"member": member}).first() is None

    def leave(self) -> None:
        """Give all tables up."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        with self._gate:
            if self._session is not None and self.member:
                with suppress(DBAPIError):  # a server that is gone lets the row run out
                    self._session.execute(_LEAVE, {"member": self.member})
                    # The server notices a closed connection in its own time.
                    self._session.execute(_UNLOCK)
            self._good_until = 0
            self._drop()

    def _drop(self) -> None:
        if self._session is not None:
            # Closed for good: a connection that went back to be used again would keep the lock.
            self._session.invalidate()
            self._session.close()
            self._session = None
            self._locks.clear()
