"""A log in a database, read page by page."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

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
from fairdeal.live.log.checkpoints import Kept
from fairdeal.live.log.stores import schema
from fairdeal.live.log.stores.protocol import Answered, Snapshot
from fairdeal.live.log.stores.schema import (
    COMMAND,
    EVENT,
    HEAD,
    OF_PLACE,
    PLACE,
    SECRET,
    SNAPSHOT,
    STREAM,
)
from fairdeal.live.log.tree import Leaf, Tile

PAGE: Final = 1000
"""Events read at once: a reader holds neither a lock nor much memory for long."""

_NO_COMMAND: Final = (0, 0, 0, 0, 0, "", "", "", "", b"", b"", b"", 0, b"", b"")
"""What is known of the command of an event that was put into the log without one."""

_DIGESTS: Final = COMMAND.c.keys().index("digests")
_ENDLESS: Final = 2**62
_SECRETS: Final = sa.select(SECRET.c.account, SECRET.c.sealed)
_NUMBER: Final = sa.select(STREAM.c.id).where(STREAM.c.name == sa.bindparam("name"))
_SAME: Final = sa.and_(PLACE.c.stream == COMMAND.c.stream, PLACE.c.version == COMMAND.c.version)
_ENTRY: Final = sa.select(*COMMAND.c, PLACE.c.pos, PLACE.c.log_hash)
_OF_STREAM: Final[sa.BindParameter[int]] = sa.bindparam("number")

# By position: the places, the command of each, and its events.
_BEGINS: Final = sa.select(sa.func.max(PLACE.c.pos)).where(PLACE.c.pos <= sa.bindparam("begin"))
_PLACES: Final = (
    sa.select(PLACE, *COMMAND.c)
    .select_from(PLACE.outerjoin(COMMAND, _SAME))
    .where(PLACE.c.pos >= sa.bindparam("begin"), PLACE.c.pos <= sa.bindparam("until"))
    .order_by(PLACE.c.pos)
    .limit(sa.bindparam("size"))
)
_OF_PLACES: Final = (
    sa.select(PLACE.c.pos, *EVENT.c)
    .select_from(PLACE.join(EVENT, OF_PLACE))
    .where(
        PLACE.c.pos.between(sa.bindparam("begin"), sa.bindparam("last")),
        (PLACE.c.pos + EVENT.c.version - PLACE.c.version).between(
            sa.bindparam("after") + 1, sa.bindparam("until")
        ),
    )
    .order_by(PLACE.c.pos, EVENT.c.version)
)

# The same without the events.
_LEAVES: Final = (
    sa.select(
        *(PLACE.c.pos, PLACE.c.stream, PLACE.c.version, PLACE.c.events),
        *(COMMAND.c.hash, COMMAND.c.epoch, PLACE.c.log_hash),
    )
    .select_from(PLACE.join(COMMAND, _SAME))
    .where(
        PLACE.c.pos > sa.bindparam("after"),
        PLACE.c.pos + PLACE.c.events <= sa.bindparam("until") + 1,
    )
    .order_by(PLACE.c.pos)
    .limit(PAGE)
)

# By stream: an event behind the head is none of the log's, because no reader sees it.
_END: Final = sa.select(HEAD.c.version).where(HEAD.c.stream == _OF_STREAM).scalar_subquery()
_EVENTS: Final = (
    sa.select(EVENT)
    .where(
        EVENT.c.stream == _OF_STREAM,
        EVENT.c.version > sa.bindparam("after"),
        EVENT.c.version <= _END,
    )
    .order_by(EVENT.c.version)
    .limit(sa.bindparam("size"))
)
_COMMANDS: Final = (
    _ENTRY.select_from(COMMAND.outerjoin(PLACE, _SAME))
    .where(
        COMMAND.c.stream == _OF_STREAM,
        COMMAND.c.version
        >= sa.select(sa.func.max(COMMAND.c.version))
        .where(COMMAND.c.stream == _OF_STREAM, COMMAND.c.version <= sa.bindparam("begin"))
        .scalar_subquery(),
        COMMAND.c.version <= sa.bindparam("last"),
    )
    .order_by(COMMAND.c.version)
)

# By key: a command behind the head was not recorded.
_ANSWER: Final = (
    _ENTRY.select_from(COMMAND.join(STREAM, STREAM.c.id == COMMAND.c.stream))
    .join(HEAD, HEAD.c.stream == COMMAND.c.stream)
    .outerjoin(PLACE, _SAME)
    .where(
        STREAM.c.name == sa.bindparam("name"),
        COMMAND.c.key == sa.bindparam("key"),
        COMMAND.c.version <= HEAD.c.version,
    )
)
_RECENT: Final = (
    sa.select(COMMAND.c.key, COMMAND.c.fingerprint, COMMAND.c.actor, COMMAND.c.version)
    .join(STREAM, STREAM.c.id == COMMAND.c.stream)
    .join(HEAD, HEAD.c.stream == COMMAND.c.stream)
    .where(STREAM.c.name == sa.bindparam("name"), COMMAND.c.version <= HEAD.c.version)
    .order_by(COMMAND.c.version.desc())
    .limit(sa.bindparam("size"))
)

_NUMBERS: Final = sa.select(
    sa.select(schema.LOG.c.entries).where(schema.LOG.c.form == schema.FORM).scalar_subquery(),
    sa.func.coalesce(sa.func.sum(PLACE.c.entry), 0),
    sa.func.count(),
).select_from(PLACE)

# What was put beside the log: behind a head, before a beginning, or between entries with places.
_STRAY: Final = {
    table.name: sa.select(table.c.stream, table.c.version)
    .select_from(joined.outerjoin(HEAD, HEAD.c.stream == table.c.stream))
    .where(sa.or_(HEAD.c.stream.is_(None), table.c.version > HEAD.c.version, *others))
    .limit(1)
    for table, joined, others in (
        (EVENT, EVENT, (EVENT.c.version < 1,)),
        (
            COMMAND,
            COMMAND.outerjoin(PLACE, _SAME).outerjoin(STREAM, STREAM.c.id == COMMAND.c.stream),
            (sa.and_(PLACE.c.pos.is_(None), COMMAND.c.version <= STREAM.c.placed),),
        ),
    )
}


def _recorded(
    stream: str, event: Any, version: int, pos: int, log_hash: bytes, command: Sequence[Any]
) -> Recorded:
    """An event with the command that begins at *version* and *pos*; pos 0 is no place yet."""
    _, number, kind, body = event
    part = number - version
    if part * DIGEST >= len(command[_DIGESTS]):
        command = _NO_COMMAND
    _, _, incarnation, epoch, at, caller, caller_role, name, key, asked = command[:10]
    arguments, digests, followed, previous, digest = command[10:]
    is_own = part < len(digests) // DIGEST - followed
    actor, role = (caller, caller_role) if is_own else GOES_ON
    return Recorded(
        pos + part if pos else 0,
        stream,
        number,
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
        self.public_key = b""
        self._key = key
        self._readers = readers
        self._names: dict[int, str] = {}
        self._ids: dict[str, int] = {}
        """Names and numbers of the streams that were met."""

    def catch_up(self) -> None:
        """Give everything that was recorded by now its place in the order."""
        self._catch_up_with_itself()

    @abstractmethod
    def _catch_up_with_itself(self) -> None:
        """Give what this process has written its place in the order."""

    @abstractmethod
    def _reason(self, error: DBAPIError) -> str:
        """What the database complains about, as a person would say it."""

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """The whole log in order."""
        self._catch_up_with_itself()
        return self._placed(after, _ENDLESS if until is None else until)

    def read_so_far(self, after: int) -> Iterator[Recorded]:
        """The log in order, as far as places were given out."""
        return self._placed(after, _ENDLESS)

    def _placed(self, after: int, end: int) -> Iterator[Recorded]:
        with self._reading() as connection:
            first = connection.scalar(_BEGINS, {"begin": after + 1})
        first = after + 1 if first is None else first
        while True:
            with self._reading() as connection:
                asked = {"begin": first, "until": end, "size": PAGE}
                places = connection.execute(_PLACES, asked).all()
                if not places:
                    return
                asked = {"begin": places[0].pos, "last": places[-1].pos, "after": after}
                asked["until"] = end
                events = connection.execute(_OF_PLACES, asked).all()
                self._learn_names(connection, {each.stream for each in events})
            yield from self._of_places(places, events)
            if len(places) < PAGE:
                return
            first = places[-1].pos + 1

    def _of_places(self, places: Sequence[Any], events: Sequence[Any]) -> Iterator[Recorded]:
        by_place = {place.pos: place for place in places}
        for begins, *event in events:
            _, pos, _, version, _, log_hash, *command = by_place[begins]
            known = _NO_COMMAND if command[0] is None else command
            yield self._put_together(event, version, pos, log_hash, known)

    def leaves(self, after: int = 0, until: int | None = None) -> Iterator[Leaf]:
        """The entries as the tree has them; their events are not read."""
        end = _ENDLESS if until is None else until
        while True:
            with self._reading() as connection:
                rows = connection.execute(_LEAVES, {"after": after, "until": end}).all()
                self._learn_names(connection, {row.stream for row in rows})
            for pos, stream, version, events, *rest in rows:
                last = version + events - 1
                yield Leaf(pos, self._names.get(stream, ""), last, *rest)
            if len(rows) < PAGE:
                return
            after = rows[-1].pos

    def stream(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """The events of one table."""
        if (number := self._ids.get(name)) is None:
            with self._reading() as connection:
                number = connection.scalar(_NUMBER, {"name": full_name(name)})
            self._ids |= {name: number} if number else {}
        return self._of_stream(number, after) if number else iter(())

    def _of_stream(self, number: int, after: int) -> Iterator[Recorded]:
        while True:
            with self._reading() as connection:
                asked = {"number": number, "after": after, "size": PAGE}
                events = connection.execute(_EVENTS, asked).all()
                if not events:
                    return
                asked = {"number": number, "begin": after + 1, "last": events[-1].version}
                commands = connection.execute(_COMMANDS, asked).all()
                self._learn_names(connection, {number})
            yield from self._of_commands(events, commands)
            if len(events) < PAGE:
                return
            after = events[-1].version

    def _of_commands(self, events: Sequence[Any], commands: Sequence[Any]) -> Iterator[Recorded]:
        """Each event with the command that begins at its version or before; both are in order."""
        at, last = -1, len(commands) - 1
        command: Any = (*_NO_COMMAND, 0, b"")
        for event in events:
            while at < last and commands[at + 1].version <= event.version:
                at += 1
                command = commands[at]
            *own, pos, log_hash = command
            yield self._put_together(event, own[1], pos or 0, log_hash or b"", own)

    def _put_together(
        self, event: Sequence[Any], version: int, pos: int, log_hash: bytes, command: Sequence[Any]
    ) -> Recorded:
        name = self._names.get(event[0], "")
        try:
            return _recorded(name, event, version, pos, log_hash, command)
        except (AttributeError, TypeError, ValueError) as error:
            # A relation that lost its types can hold anything.
            which = f"{pos + event[1] - version}" if pos else f"{event[1]} of {full_name(name)}"
            raise Corrupt(
                f"event {which} of the log in {self.name} cannot be read: {named(error)}",
                code="log.broken",
            ) from None

    def answer(self, stream: str, key: str) -> tuple[Recorded, ...]:
        """What a command recorded."""
        with self._reading() as connection:
            command = connection.execute(_ANSWER, {"name": full_name(stream), "key": key}).first()
            if command is None:
                return ()
            end = command.version + len(command.digests) // DIGEST
            events = connection.execute(
                sa.select(EVENT)
                .where(EVENT.c.stream == command.stream)
                .where(EVENT.c.version >= command.version, EVENT.c.version < end)
                .order_by(EVENT.c.version)
            ).all()
            self._learn_names(connection, {command.stream})
        return tuple(self._of_commands(events, [command]))

    def recent_keys(self, stream: str, count: int) -> Sequence[Answered]:
        """The newest commands of a table, the oldest of them first."""
        with self._reading() as connection:
            asked = {"name": full_name(stream), "size": count}
            rows = connection.execute(_RECENT, asked).all()
        return [Answered(key, asked.hex(), *rest) for key, asked, *rest in reversed(rows)]

    def streams(self) -> dict[str, int]:
        """Every table with the number of its events."""
        found = sa.select(STREAM.c.name, HEAD.c.version).join(HEAD, HEAD.c.stream == STREAM.c.id)
        with self._reading() as connection:
            return {short_name(name): version for name, version in connection.execute(found)}

    def head(self) -> Head:
        """Where the order ends."""
        self._catch_up_with_itself()
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

    def checkpoints(self) -> list[Kept]:
        """All checkpoints that are kept, in the order of their signing."""
        with self._reading() as connection:
            return schema.read_checkpoints(connection)

    def secrets(self) -> dict[str, bytes]:
        """What is kept of each account's password."""
        with self._reading() as connection:
            return {row.account: row.sealed for row in connection.execute(_SECRETS)}

    def is_used_by_others(self, roles: Collection[str], names: Collection[str]) -> bool:
        """Whether anyone in these roles, but for these names, has given a command."""
        others = COMMAND.c.role.in_(roles), COMMAND.c.actor.not_in(names)
        with self._reading() as connection:
            return (
                connection.scalar(sa.select(COMMAND.c.version).where(*others).limit(1)) is not None
            )

    def checkpoint(self, incarnation: int) -> Kept | None:
        """The newest checkpoint of an incarnation, else of one before."""
        with self._reading() as connection:
            return schema.read_checkpoint(connection, incarnation)

    def tile(self, incarnation: int, level: int, index: int) -> Tile | None:
        """A tile of the tree."""
        with self._reading() as connection:
            return schema.read_tile(connection, incarnation, level, index)

    def _learn_names(self, connection: sa.Connection, numbers: set[int]) -> None:
        if not numbers <= self._names.keys():
            found = connection.execute(sa.select(STREAM.c.id, STREAM.c.name))
            self._names = {number: short_name(name) for number, name in found}

    def damage(self) -> Iterator[str]:
        """Rows that belong to no entry of the log, which no reader sees."""
        with self._reading() as connection:
            entries, numbers, count = connection.execute(_NUMBERS).one()
        if (entries, numbers) != (count, count * (count + 1) // 2):
            yield f"the places are not numbered from 1 to {count}, or the head counts {entries}"
        for table, found in _STRAY.items():
            with self._reading() as connection:
                row = connection.execute(found).first()
            if row is not None:
                known = self._names.get(row.stream)
                name = full_name(known) if known else f"stream {row.stream}"
                yield (
                    f"the relation {table} holds a row of {name}, version {row.version}, that"
                    " belongs to no entry of the log"
                )

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
