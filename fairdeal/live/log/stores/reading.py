"""A log in a database, read page by page."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from fairdeal.errors import Corrupt, Unavailable, named
from fairdeal.live.log.chain import (
    DIGEST,
    GOES_ON,
    Head,
    Origin,
    Recorded,
    StreamHead,
    check_tag,
    full_name,
    short_name,
)
from fairdeal.live.log.stores import schema
from fairdeal.live.log.stores.protocol import Answered, Snapshot
from fairdeal.live.log.stores.schema import COMMAND, EVENT, HEAD, SECRET, SNAPSHOT, STREAM

PAGE: Final = 1000
"""Events read at once: a reader holds neither a lock nor much memory for long."""

_NO_COMMAND: Final = (0, 0, 0, 0, 0, 0, "", "", "", "", b"", b"", b"", 0, b"", b"", b"")
"""What is known of the command of an event that was put into the log without one."""


def _in_log(table: sa.Table) -> sa.ColumnElement[bool]:
    """Whether a row lies between the beginning and the end of the log.

    A row outside of the log is not an event: nobody who checks the log from its beginning to its
    head would see it.
    """
    end = sa.select(schema.LOG.c.pos).where(schema.LOG.c.form == schema.FORM).scalar_subquery()
    # The sum keeps the databases from looking for the range instead of the table.
    return (table.c.pos + 0).between(1, end)


class _Pages(NamedTuple):
    """The statements that read events and their commands, in order of one column."""

    by: str
    events: sa.Select[Any]
    commands: sa.Select[Any]


def _pages_by(by: str, *events: sa.ColumnElement[bool], within: bool = False) -> _Pages:
    """A page begins with the command that the first event belongs to."""
    of_event, of_command = EVENT.c[by], COMMAND.c[by]
    own = [COMMAND.c.stream == sa.bindparam("number")] if within else []
    begin = sa.select(sa.func.max(of_command)).where(of_command <= sa.bindparam("begins"), *own)
    return _Pages(
        by,
        sa.select(EVENT)
        .where(of_event > sa.bindparam("after"), of_event <= sa.bindparam("until"), *events)
        .order_by(of_event)
        .limit(sa.bindparam("size")),
        sa.select(COMMAND)
        .where(of_command >= begin.scalar_subquery(), of_command <= sa.bindparam("last"), *own)
        .order_by(of_command),
    )


_ENDLESS: Final = 2**62
_BY_POS: Final = _pages_by("pos")
_BY_VERSION: Final = _pages_by(
    "version", EVENT.c.stream == sa.bindparam("number"), _in_log(EVENT), within=True
)
_SECRETS: Final = sa.select(SECRET.c.account, SECRET.c.sealed)
_NUMBER: Final = sa.select(STREAM.c.id).where(STREAM.c.name == sa.bindparam("name"))


def _recorded(event: Any, stream: str, command: Any) -> Recorded:
    """An event and its command as one; a command that is not its own is left out."""
    pos, number, version, kind, body = event
    part = pos - command[0]
    if (number, version - part) != (command[1], command[2]):
        command = _NO_COMMAND
    _, _, _, incarnation, epoch, at, caller, caller_role, name, key, asked = command[:11]
    arguments, digests, followed, previous, digest, log_hash = command[11:]
    is_own = part < len(digests) // DIGEST - followed
    actor, role = (caller, caller_role) if is_own else GOES_ON
    return Recorded(
        pos,
        stream,
        version,
        at,
        actor,
        role,
        name,
        key,
        part,
        asked.hex(),
        kind,
        body,
        previous,
        digest,
        log_hash,
        caller,
        caller_role,
        arguments,
        digests,
        followed,
        incarnation,
        epoch,
    )


class SqlReader(ABC):
    """What can be asked of a log in any database."""

    def __init__(self, name: str, key: bytes, readers: sa.Engine) -> None:
        self.name = name
        self.notes: list[str] = []
        self.origin = Origin("")
        self._key = key
        self._readers = readers
        self._names: dict[int, str] = {}
        self._ids: dict[str, int] = {}
        """Names and numbers of the streams that were met."""

    @abstractmethod
    def _reason(self, error: DBAPIError) -> str:
        """What the database complains about, as a person would say it."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The whole log in order."""
        return self._pages(_BY_POS, after, until)

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table."""
        if (number := self._ids.get(name)) is None:
            with self._reading() as connection:
                number = connection.scalar(_NUMBER, {"name": full_name(name)})
            self._ids |= {name: number} if number else {}
        return self._pages(_BY_VERSION, after, None, number) if number else iter(())

    def answer(self, stream: str, key: str) -> tuple[Recorded, ...]:
        """What a command recorded."""
        of_key = (
            sa.select(COMMAND)
            .join(STREAM, STREAM.c.id == COMMAND.c.stream)
            .where(STREAM.c.name == full_name(stream), COMMAND.c.key == key, _in_log(COMMAND))
        )
        with self._reading() as connection:
            command = connection.execute(of_key).first()
            if command is None:
                return ()
            end = command.pos + len(command.digests) // DIGEST
            within = EVENT.c.pos >= command.pos, EVENT.c.pos < end
            events = connection.execute(sa.select(EVENT).where(*within).order_by(EVENT.c.pos))
            return tuple(self._put_together(connection, events.all(), [command]))

    def recent_keys(self, stream: str, count: int) -> Sequence[Answered]:
        """The newest commands of a table, the oldest of them first."""
        columns = COMMAND.c.key, COMMAND.c.fingerprint, COMMAND.c.actor, COMMAND.c.version
        of_table = (
            sa.select(*columns)
            .join(STREAM, STREAM.c.id == COMMAND.c.stream)
            .where(STREAM.c.name == full_name(stream), _in_log(COMMAND))
        )
        newest = of_table.order_by(COMMAND.c.version.desc()).limit(count)
        with self._reading() as connection:
            rows = connection.execute(newest).all()
        return [Answered(key, asked.hex(), *rest) for key, asked, *rest in reversed(rows)]

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""
        found = sa.select(STREAM.c.name, HEAD.c.version).join(HEAD, HEAD.c.stream == STREAM.c.id)
        with self._reading() as connection:
            return {short_name(name): version for name, version in connection.execute(found)}

    def head(self) -> Head:
        """Where the log ends."""
        with self._reading() as connection:
            return schema.read_head(connection, self.name)

    def stream_head(self, name: str) -> StreamHead:
        """Where a table ends."""
        columns = HEAD.c.version, HEAD.c.hash, HEAD.c.epoch, HEAD.c.tag
        of_name = sa.select(*columns).join(STREAM, STREAM.c.id == HEAD.c.stream)
        with self._reading() as connection:
            row = connection.execute(of_name.where(STREAM.c.name == full_name(name))).first()
        if row is None:
            return StreamHead()
        return check_tag(self._key, self.origin, name, StreamHead(*row))

    def snapshot(self, stream: str, form: str) -> Snapshot | None:
        """A table's snapshot of this form, if nobody changed it."""
        found = (
            sa.select(SNAPSHOT)
            .join(STREAM, STREAM.c.id == SNAPSHOT.c.stream)
            .where(STREAM.c.name == full_name(stream), SNAPSHOT.c.form == form)
        )
        with self._reading() as connection:
            row = connection.execute(found).first()
        if row is None:
            return None
        kept = Snapshot(stream, row.version, form, row.body, row.hash)
        return kept if row.seal == kept.seal(self._key) else None

    def secrets(self) -> dict[str, bytes]:
        """What is kept of each account's password."""
        with self._reading() as connection:
            return {row.account: row.sealed for row in connection.execute(_SECRETS)}

    def is_used_by_others(self, roles: Collection[str], names: Collection[str]) -> bool:
        """Whether anyone in these roles, but for these names, has given a command."""
        others = COMMAND.c.role.in_(roles), COMMAND.c.actor.not_in(names)
        with self._reading() as connection:
            return connection.scalar(sa.select(COMMAND.c.pos).where(*others).limit(1)) is not None

    def _pages(
        self, pages: _Pages, after: int, until: int | None, stream: int = 0
    ) -> Iterator[Recorded]:
        """The events behind a place in order, each with its command."""
        end = _ENDLESS if until is None else until
        while True:
            with self._reading() as connection:
                asked = {"after": after, "until": end, "number": stream, "size": PAGE}
                rows = connection.execute(pages.events, asked).all()
                if not rows:
                    return
                first, last = (getattr(row, pages.by) for row in (rows[0], rows[-1]))
                asked = {"begins": first, "last": last, "number": stream}
                commands = connection.execute(pages.commands, asked).all()
                page = [*self._put_together(connection, rows, commands)]
            yield from page
            if len(rows) < PAGE:
                return
            after = last

    def _put_together(
        self, connection: sa.Connection, events: Sequence[Any], commands: Sequence[Any]
    ) -> Iterator[Recorded]:
        """Each event with the command that begins at its place or before; both are in order."""
        self._learn_names(connection, {event.stream for event in events})
        place, last = -1, len(commands) - 1
        command: Any = _NO_COMMAND
        for event in events:
            try:
                while place < last and commands[place + 1].pos <= event.pos:
                    place += 1
                    command = commands[place]
                recorded = _recorded(event, self._names.get(event.stream, ""), command)
            except (AttributeError, TypeError, ValueError) as error:
                # A relation that lost its types can hold anything.
                raise Corrupt(
                    f"event {event.pos} of the log in {self.name} cannot be read: {named(error)}",
                    code="log.broken",
                ) from None
            yield recorded

    def _learn_names(self, connection: sa.Connection, numbers: set[int]) -> None:
        if not numbers <= self._names.keys():
            found = connection.execute(sa.select(STREAM.c.id, STREAM.c.name))
            self._names = {number: short_name(name) for number, name in found}

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._readers.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: DBAPIError) -> Unavailable:
        sentence = f"the log in {self.name} cannot be read: {self._reason(error)}"
        return Unavailable(sentence, code="store.unavailable")
