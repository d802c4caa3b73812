"""A log in a PostgreSQL database, for several processes that share the tables out."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from select import POLLIN, poll
from threading import Lock
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from fairdeal.errors import Malformed, Refused, Unavailable
from fairdeal.live.log.chain import Head
from fairdeal.live.log.stores.protocol import not_written
from fairdeal.live.log.stores.server import (
    KEEPALIVE_SETTINGS,
    KEEPALIVES,
    check_sessions,
    check_settings,
)
from fairdeal.live.log.stores.sql import SqlStore
from fairdeal.live.log.stores.writer import Outcome, Task

# By the beginning of the condition that the server reports.
_REASONS: Final = {
    "25006": "it may only be read",
    "42": "the relations are not those of a log, or the user may not use them",
    "53100": "the disk is full",
    "55P03": "another process holds it locked",
    "57P": "the server is stopping or starting",
}

# Nobody waits for a silent server, or for a process that sleeps in the middle of writing; and what
# was acknowledged is on the disk, however the server was set up.
_PATIENCE: Final = {"connect_timeout": 5, "tcp_user_timeout": 10_000, **KEEPALIVES}
_SETTINGS: Final = (
    "SET lock_timeout = '10s'",
    "SET idle_in_transaction_session_timeout = '30s'",
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
    *KEEPALIVE_SETTINGS,
)


_HELD: Final = sa.text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
    " AND pid = :session AND ((classid::bigint << 32) | objid::bigint) = ANY(:numbers)"
)
"""How many of these locks the session holds."""


class PostgresStore(SqlStore):
    """Processes write in turn, each the tables that it has claimed."""

    def __init__(self, address: str, key: bytes = b"", *, read_only: bool = False) -> None:
        url = _url(address)
        shown = sa.URL.create("postgresql", host=url.host, port=url.port, database=url.database)
        self._claims: sa.Connection | None = None
        self._claimed: dict[str, int] = {}
        self._session_id = 0
        """The server's number for the session that holds the claims."""
        self._ever_claimed: set[str] = set()
        self._batch: frozenset[str] = frozenset()
        """The streams that are being written."""
        self._numbers = count(1)
        self._claiming = Lock()
        self._schema = ""
        readers = _engine(url, "AUTOCOMMIT")
        writer = None if read_only else _engine(url, "READ COMMITTED")
        name = shown.render_as_string()
        notes = [] if read_only else self._checked(readers, name)
        try:
            super().__init__(name, key, readers, writer)
            self.notes += notes
        except BaseException:
            self.close()
            raise

    def _checked(self, engine: sa.Engine, name: str) -> list[str]:
        """What an operator should know of the server, before anything is written to it."""
        try:
            with engine.connect() as one, engine.connect() as other:
                check_sessions(one, other, name)
                return check_settings(one, name)
        except DBAPIError as error:
            said = f"the log in {name} cannot be written: {self._reason(error)}"
            raise Unavailable(f"{said}; nothing was recorded", code="store.unavailable") from error
        finally:
            engine.dispose()

    def _lock(self, connection: sa.Connection) -> None:
        """Wait for the turn to write; its holder sees everything that was written before."""
        self._schema = self._schema or str(connection.scalar(sa.select(sa.func.current_schema())))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(self._number("log"))))
        self._check_claims(connection)

    def _write(self, tasks: Sequence[Task], careful: bool = False) -> list[Outcome]:
        self._batch = frozenset(task.stream for task in tasks)
        try:
            return super()._write(tasks, careful)
        finally:
            self._batch = frozenset()

    def _check_claims(self, connection: sa.Connection) -> None:
        """What is about to be written belongs to tables that this process still holds.

        A claim is gone as soon as its session is, which the thread that writes may be the last to
        hear of; and who claims a table next waits for the turn that has begun (see ``claim``).
        """
        numbers = [self._number("table", each) for each in self._batch & self._ever_claimed]
        if not numbers:
            return
        held = connection.scalar(_HELD, {"session": self._session_id, "numbers": numbers})
        if held < len(numbers):
            raise not_written(self.name, "another process may run its tables by now")

    def _check_durable(self) -> None:
        """The server has said so."""

    def _number(self, *words: str) -> int:
        """What stands for a name in the server's list of locks, which others use as well."""
        text = "\n".join(("fairdeal", self._schema, *words))
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big", signed=True)

    def _reason(self, error: DBAPIError) -> str:
        state = getattr(error.orig, "sqlstate", None) or ""
        for condition, reason in _REASONS.items():
            if state.startswith(condition):
                return reason
        said = str(error.orig).strip().splitlines()[0]
        _, fatal, why = said.partition("FATAL:  ")
        if fatal:
            return why
        lost = not state and isinstance(error, OperationalError)
        return "the server cannot be reached" if lost else said

    def claim(self, stream: str) -> int:
        """Take a lock that lasts as long as one connection does."""
        if self._writer is None:
            return 0
        with self._claiming:
            try:
                session = self._session()
                if stream not in self._claimed:
                    lock = sa.func.pg_try_advisory_lock(self._number("table", stream))
                    if session.scalar(sa.select(lock)):
                        # What another process writes there in its turn is seen by the next look.
                        turn = sa.func.pg_advisory_xact_lock_shared(self._number("log"))
                        session.execute(sa.select(turn))
                        self._ever_claimed.add(stream)
                        self._claimed[stream] = next(self._numbers)
            except DBAPIError as error:
                raise self._unreadable(error) from error
            return self._claimed.get(stream, 0)

    def still_holds(self, stream: str, claim: int) -> bool:
        """Whether the connection is still there on which the claim was made."""
        with self._claiming:
            if self._claims is not None and _has_news(self._claims):
                self._drop_if_lost(self._claims)
            return self._claimed.get(stream) == claim

    def _session(self) -> sa.Connection:
        """The connection that holds the claims, or a new one without claims where it was lost."""
        if self._claims is not None:
            self._drop_if_lost(self._claims)
        if self._claims is None:
            self._claims = self._readers.connect()
            pid = self._claims.scalar(sa.select(sa.func.pg_backend_pid()))
            assert pid is not None, "every session has one"
            self._session_id = pid
        return self._claims

    def _drop_if_lost(self, session: sa.Connection) -> None:
        try:
            session.execute(sa.select(1))
        except DBAPIError:
            self._drop_claims()

    def _drop_claims(self) -> None:
        self._claimed.clear()
        if self._claims is not None:
            # Closed for good: a connection that went back to be used again would keep the locks.
            self._claims.invalidate()
            self._claims.close()
            self._claims = None

    def backup(self, path: Path) -> Head:
        """The server has a tool of its own for it."""
        raise Refused(
            f"the log in {self.name} is copied by the server's own pg_dump, not by this program",
            code="store.no-backup",
        )

    def close(self) -> None:
        """Write what is in line, then let go of the claims and of the server."""
        super().close()
        with self._claiming:
            if self._claims is not None:
                # The server notices a closed connection in its own time; the next process is here.
                with suppress(DBAPIError):
                    self._claims.execute(sa.select(sa.func.pg_advisory_unlock_all()))
            self._drop_claims()


def _has_news(session: sa.Connection) -> bool:
    """Whether the server has said something unasked, as it does when it hangs up."""
    driver = session.connection.driver_connection
    if driver is None or driver.closed:
        return True
    line = poll()
    line.register(driver.fileno(), POLLIN)
    return bool(line.poll(0))


def _url(address: str) -> sa.URL:
    try:
        return sa.make_url(address).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        # The driver's own words may repeat the address, and with it a password.
        raise Malformed(
            "the address of the database cannot be read: "
            "expected postgresql://user:password@host:port/database",
            code="store.address",
        ) from None


def _engine(url: sa.URL, isolation: Any) -> sa.Engine:
    try:
        engine = sa.create_engine(
            url,
            isolation_level=isolation,
            pool_pre_ping=True,
            pool_size=2,
            max_overflow=-1,
            connect_args={name: _PATIENCE[name] for name in _PATIENCE.keys() - url.query.keys()},
        )
    except ImportError:
        raise Unavailable(
            'a log in PostgreSQL needs its driver: pip install "fairdeal[postgres]"',
            code="store.no-driver",
        ) from None
    sa.event.listen(engine, "connect", _set_up)
    return engine


def _set_up(connection: Any, _: object) -> None:
    for setting in _SETTINGS:
        connection.execute(setting)
    connection.commit()
