"""A log in a PostgreSQL database, for several processes that share the tables out."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable
from fairdeal.live.log.chain import (
    Entry,
    Head,
    StreamHead,
    check_tag,
    full_name,
    is_shared,
    tagged,
)
from fairdeal.live.log.checkpoints import STREAM as SIGNS
from fairdeal.live.log.stores import schema
from fairdeal.live.log.stores.extension import give_places
from fairdeal.live.log.stores.lease import Lease
from fairdeal.live.log.stores.protocol import WENT_BACK, Place, not_written
from fairdeal.live.log.stores.schema import End
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


_TURN_EVERY: Final = 0.25
"""Seconds after which what this process has written gets its places."""
_LOOK_EVERY: Final = 4
"""Such times after which it looks for what others have left without places."""

_TURN: Final = "SELECT form FROM log FOR UPDATE"
_HEAD_OF: Final = sa.text(
    "SELECT stream.id, head.version, head.hash, head.epoch, head.tag, head.holder"
    " FROM stream JOIN head ON head.stream = stream.id WHERE stream.name = :name"
    " FOR UPDATE OF head"
)
_TAKE: Final = sa.text(
    "UPDATE head SET epoch = :epoch, holder = :holder, tag = :tag WHERE stream = :stream"
)


class Claim(NamedTuple):
    """A table that this process alone writes."""

    number: int
    epoch: int
    member: int
    """The number that this process had when it took the table."""


class PostgresStore(SqlStore):
    """Processes write at the same time, each the tables that it has claimed.

    Nothing is locked but the heads of a batch.  The one order over all streams is given out in
    turns, by whichever process comes first.
    """

    def __init__(self, address: str, key: bytes = b"", *, read_only: bool = False) -> None:
        url = _url(address)
        shown = sa.URL.create("postgresql", host=url.host, port=url.port, database=url.database)
        self._claimed: dict[str, Claim] = {}
        self._numbers = count(1)
        self._claiming = Lock()
        self._turning = Lock()
        """Held by the thread that takes a turn, or notes where the order ends."""
        self._is_behind = True
        """Whether this process has written, or found at its start, what may have no place yet."""
        self._closing = Event()
        self._turns: Thread | None = None
        self._schema = ""
        readers = _engine(url, "AUTOCOMMIT")
        writer = None if read_only else _engine(url, "READ COMMITTED")
        self._lease = Lease(readers, lambda member: self._number("member", f"{member}"))
        name = shown.render_as_string()
        notes = [] if read_only else self._checked(readers, name)
        try:
            super().__init__(name, key, readers, writer)
            self.notes += notes
        except BaseException:
            self.close()
            raise
        if not read_only:
            self._turns = Thread(target=self._take_turns, name=f"order {name}", daemon=True)
            self._turns.start()

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

    def _begin_alone(self, connection: sa.Connection) -> None:
        self._schema = self._schema or str(connection.scalar(sa.select(sa.func.current_schema())))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(self._number("log"))))

    def _check_writable(self, connection: sa.Connection) -> None:
        """What was known of the order must still be there; heads are compared as they are set."""
        schema.check_known(connection, self.name, self._known)

    def _end(self, connection: sa.Connection, turn: str = _TURN) -> tuple[End, Place | None]:
        connection.exec_driver_sql(turn)
        end, _ = super()._end(connection)
        return give_places(connection, end, self._key, self.origin)

    def _places_at_once(self, tasks: Sequence[Task]) -> bool:
        """What must hold unless something happened needs to know what did; copies keep order.

        What any process may write is rare enough to take a turn with it.
        """
        return any(
            isinstance(task, Entry) and (is_shared(task.stream) or task.unless or task.epoch)
            for task in tasks
        )

    @property
    def _member(self) -> int:
        return self._lease.member

    def _held(self, names: Collection[str]) -> Mapping[str, int]:
        mine = {name: self._claimed[name] for name in names & self._claimed.keys()}
        return {name: claim.epoch for name, claim in mine.items()}

    def _write(self, tasks: Sequence[Task], careful: bool = False) -> list[Outcome]:
        try:
            return super()._write(tasks, careful)
        finally:
            self._is_behind = True  # a turn that was taken meanwhile may not have seen it

    def catch_up(self) -> None:
        """Take a turn.  Where the server cannot be reached, a later one gives the places."""
        if self._writer is not None:
            try:
                self._take_turn()
            except Unavailable as error:
                if error.code == WENT_BACK:
                    raise

    def _catch_up_with_itself(self) -> None:
        if self._is_behind:
            self.catch_up()

    def _take_turn(self) -> None:
        """Give places to everything that is in the log and has none."""
        assert self._engine is not None, "only a log that is written has an order to give"
        with self._turning:
            self._is_behind = False  # what comes from now on asks for another turn
            try:
                with self._writing(self._engine) as connection:
                    end, place = self._end(connection)
            except BaseException as error:
                self._is_behind = True
                if isinstance(error, FairdealError) and error.code == "store.doubtful":
                    # The next turn does again what this one did not.
                    raise not_written(self.name, "the order could not be given out") from error
                raise
            self._known = (end.head.pos, end.head.hash)
            if place is not None:
                self._told(place)

    def _now_at(self, end: End, place: Place | None) -> None:
        with self._turning:
            if end.head.pos >= self._known[0]:  # another thread may have seen more
                super()._now_at(end, place)

    def _take_turns(self) -> None:
        """Take a turn where something has been written; on a thread of its own."""
        beat = 0
        while not self._closing.wait(_TURN_EVERY):
            beat += 1
            if self._is_behind or beat % _LOOK_EVERY == 0:
                try:
                    self._take_turn()
                except Unavailable as error:
                    if error.code == WENT_BACK:
                        self._end_writing(error)
                except FairdealError as error:
                    self._end_writing(error)

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
        """Take the stream over, unless the process that has it is alive."""
        if self._writer is None:
            return 0
        if is_shared(stream):
            return 1
        with self._claiming:
            try:
                if stream == SIGNS:  # it has no head that would tell who holds it
                    return self._lease.member if self._lease.alone(self._number(SIGNS)) else 0
                if not self._lease.is_good:
                    self._lease.renew()
                mine = self._claimed.get(stream)
                if mine is None or mine.member != self._lease.member:
                    self._claimed.pop(stream, None)
                    self._take(stream)
            except DBAPIError as error:
                raise self._unreadable(error) from error
            mine = self._claimed.get(stream)
            return mine.number if mine else 0

    def _take(self, stream: str) -> None:
        """Raise the epoch of a stream, so that nobody else writes it; what was begun is awaited."""
        assert self._engine is not None, "only a log that is written has claims"
        member = self._lease.member
        with self._engine.begin() as connection:
            row = connection.execute(_HEAD_OF, {"name": full_name(stream)}).first()
            if row is None:  # who begins it writes its first head
                epoch = StreamHead().epoch
            elif row.holder != member:
                if row.holder and not self._lease.fences(connection, row.holder):
                    return
                found = StreamHead(row.version, row.hash, row.epoch, row.tag)
                tip = check_tag(self._key, self.origin, stream, found)
                tip = tagged(self._key, self.origin, stream, replace(tip, epoch=row.epoch + 1))
                values = {"epoch": tip.epoch, "holder": member, "tag": tip.tag, "stream": row.id}
                connection.execute(_TAKE, values)
                epoch = tip.epoch
            else:
                epoch = row.epoch
        self._streams.pop(stream, None)
        self._claimed[stream] = Claim(next(self._numbers), epoch, member)

    def still_holds(self, stream: str, claim: int) -> bool:
        """Whether the lease is good under which the stream was taken."""
        if is_shared(stream):
            return True
        mine = self._claimed.get(stream)
        is_same = mine is not None and (mine.number, mine.member) == (claim, self._lease.member)
        return is_same and self._lease.is_good

    def backup(self, path: Path) -> Head:
        """The server has a tool of its own for it."""
        raise Refused(
            f"the log in {self.name} is copied by the server's own pg_dump, not by this program",
            code="store.no-backup",
        )

    def close(self) -> None:
        """Write what is in line, give it places, then let go of the tables and of the server."""
        self._closing.set()
        if self._turns is not None:
            self._turns.join()
        if self._writer is not None:
            self._writer.close()
            with suppress(FairdealError):  # the next process gives the places
                self.catch_up()
        self._lease.leave()
        super().close()


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
