"""The relations of a log in a database, the same for every database."""

from secrets import token_hex
from typing import Any, Final

import sqlalchemy as sa
from msgspec.structs import asdict

from fairdeal.errors import Corrupt, Malformed, Unavailable, listed
from fairdeal.live.log.chain import ORIGIN, Checker, Head, Origin, head_of
from fairdeal.live.log.stores.protocol import went_back

FORM: Final = 2
"""Grows with every change of the relations; a program writes and reads its own form only."""

Known = tuple[int, bytes]
"""Place of an event that must be in the log, and the hash of the log there."""

_WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_META = sa.MetaData()


def _column(name: str, kind: Any, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, **more)


def _number(name: str, **more: Any) -> sa.Column[Any]:
    """A column of numbers that the program gives out."""
    return _column(name, _WHOLE, primary_key=True, autoincrement=False, **more)


LOG: Final = sa.Table(
    "log",
    _META,
    _number("form"),
    _column("room", sa.Text),
    _column("incarnation", _WHOLE),
    _column("pos", _WHOLE),
    _column("hash", sa.LargeBinary),
    _column("seal", sa.LargeBinary),
    sqlite_strict=True,
)

STREAM: Final = sa.Table(
    "stream",
    _META,
    _number("id"),
    _column("name", sa.Text, unique=True),
    _column("kind", sa.Text),
    sqlite_strict=True,
)

HEAD: Final = sa.Table(
    "head",
    _META,
    _number("stream"),
    _column("version", _WHOLE),
    _column("hash", sa.LargeBinary),
    _column("epoch", _WHOLE),
    _column("tag", sa.LargeBinary),
    sqlite_strict=True,
    postgresql_with={"fillfactor": 50},
)

COMMAND: Final = sa.Table(
    "command",
    _META,
    _number("pos"),
    _column("stream", _WHOLE),
    _column("version", _WHOLE),
    _column("incarnation", _WHOLE),
    _column("epoch", _WHOLE),
    _column("at", _WHOLE),
    _column("actor", sa.Text),
    _column("role", sa.Text),
    _column("name", sa.Text),
    _column("key", sa.Text),
    _column("fingerprint", sa.LargeBinary),
    _column("arguments", sa.LargeBinary),
    _column("digests", sa.LargeBinary),
    _column("followed", _WHOLE),
    _column("previous", sa.LargeBinary),
    _column("hash", sa.LargeBinary),
    _column("log_hash", sa.LargeBinary),
    sa.UniqueConstraint("stream", "version", name="command_version"),
    sqlite_strict=True,
)
# Keys first: where they grow with time, the index grows at its end, which is cheap to write.
sa.Index("command_key", COMMAND.c.key, COMMAND.c.stream, unique=True)

EVENT: Final = sa.Table(
    "event",
    _META,
    _number("pos"),
    _column("stream", _WHOLE),
    _column("version", _WHOLE),
    _column("kind", sa.Text),
    _column("body", sa.LargeBinary),
    sa.UniqueConstraint("stream", "version", name="event_version"),
    sa.CheckConstraint("pos > 0", name="event_from_one"),
    sa.CheckConstraint("version > 0", name="event_version_from_one"),
    sqlite_strict=True,
)

SNAPSHOT: Final = sa.Table(
    "snapshot",
    _META,
    _number("stream"),
    _column("form", sa.Text, primary_key=True),
    _column("version", _WHOLE),
    _column("hash", sa.LargeBinary),
    _column("body", sa.LargeBinary),
    _column("seal", sa.LargeBinary),
    sqlite_strict=True,
)

SECRET: Final = sa.Table(
    "secret",
    _META,
    _column("account", sa.Text, primary_key=True),
    _column("sealed", sa.LargeBinary),
    sqlite_strict=True,
)

SAVE_SECRET: Final = sa.text(
    "INSERT INTO secret (account, sealed) VALUES (:account, :sealed)"
    " ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed"
)

SAVE_SNAPSHOT: Final = sa.text(
    "INSERT INTO snapshot (stream, form, version, hash, body, seal)"
    " VALUES (:number, :form, :version, :hash, :body, :seal)"
    " ON CONFLICT (stream, form) DO UPDATE SET version = excluded.version,"
    " hash = excluded.hash, body = excluded.body, seal = excluded.seal"
    " WHERE snapshot.version <= excluded.version"
)

_HEAD: Final = sa.select(LOG.c.pos, LOG.c.hash, LOG.c.seal).where(LOG.c.form == FORM)
_ORIGIN: Final = sa.select(LOG.c.room, LOG.c.incarnation).where(LOG.c.form == FORM)
_LAST: Final = sa.select(COMMAND.c.log_hash).order_by(COMMAND.c.pos.desc()).limit(1)
_ENDS: Final = _HEAD.add_columns(
    sa.select(sa.func.min(EVENT.c.pos)).scalar_subquery(),
    sa.select(sa.func.max(EVENT.c.pos)).scalar_subquery(),
    _LAST.scalar_subquery(),
    _LAST.where(COMMAND.c.pos <= sa.bindparam("known")).scalar_subquery(),
)


def prepare(connection: sa.Connection, name: str, key: bytes) -> None:
    """Make the relations in an empty database; refuse one that is not a log of this form."""
    if sa.inspect(connection).get_table_names():
        check_form(connection, name)
        return
    _META.create_all(connection)
    new = {"form": FORM, "room": token_hex(8), "incarnation": 1}
    connection.execute(LOG.insert(), {**new, **asdict(head_of(key))})


def check_form(connection: sa.Connection, name: str) -> None:
    """Refuse a database that is not a log of this form."""
    found = set(sa.inspect(connection).get_table_names())
    if not found:
        raise Unavailable(f"there is no log in {name}: it is empty", code="store.none")
    if found == {"event", "head", "snapshot"}:
        raise _other_form(name, 1)
    if not found >= set(_META.tables):
        others = listed(sorted(found)[:5])
        raise Malformed(
            f"the database {name} is not a log: it holds {others}", code="store.foreign"
        )
    form = connection.scalar(sa.select(LOG.c.form))
    if form is None:
        raise _headless(name)
    if form != FORM:
        raise _other_form(name, form)


def _other_form(name: str, form: int) -> Malformed:
    return Malformed(
        f"the log in {name} has form {form}, and this version of the program knows form {FORM}",
        code="store.form",
    )


def read_head(connection: sa.Connection, name: str) -> Head:
    """Where the log ends."""
    return Head(*_only(connection.execute(_HEAD), name))


def read_origin(connection: sa.Connection, name: str) -> Origin:
    """Which log it is."""
    return Origin(*_only(connection.execute(_ORIGIN), name))


def write_origin(connection: sa.Connection, origin: Origin) -> None:
    """Note which log it is from now on."""
    connection.execute(LOG.update(), asdict(origin))


def read_checked_head(
    connection: sa.Connection, name: str, key: bytes, known: Known = (0, ORIGIN)
) -> Head:
    """Refuse to go on where rows lie outside of the log, or behind another end than was sealed.

    The log must also contain the event *known* to be in it.
    Whatever is asked of the events afterwards, in the same transaction, is asked of the log.
    """
    pos, wanted = known
    *end, first, last, digest, found = _only(connection.execute(_ENDS, {"known": pos}), name)
    if first is not None and first < 1:
        sentence = f"the log in {name} holds rows before event 1, which are none of its own"
        raise Corrupt(sentence, code="log.broken")
    head = Head(*end)
    Checker(last or 0, digest or ORIGIN).finish(head, key)
    if pos and (found != wanted or head.pos < pos):
        raise went_back(name, pos, head.pos)
    return head


def _only(found: sa.CursorResult[Any], name: str) -> tuple[Any, ...]:
    row = found.first()
    if row is None:
        raise _headless(name)
    return tuple(row)


def _headless(name: str) -> Corrupt:
    return Corrupt(f"the log in {name} has lost its head", code="log.broken")


def write_head(connection: sa.Connection, head: Head) -> None:
    """Note where the log ends now."""
    connection.execute(LOG.update(), asdict(head))
