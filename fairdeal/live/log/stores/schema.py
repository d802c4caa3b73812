"""The relations of a log in a database, the same for every database."""

from typing import Any, Final

import sqlalchemy as sa
from msgspec.structs import asdict

from fairdeal.errors import Corrupt, Malformed, Unavailable, listed
from fairdeal.live.log.chain import ORIGIN, Checker, Head, head_of

FORM: Final = 1
"""Grows with every change of the relations; a program writes and reads its own form only."""

_WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_META = sa.MetaData()


def _column(name: str, kind: Any, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, **more)


# The columns stand in the order of the fields of Recorded.
EVENT: Final = sa.Table(
    "event",
    _META,
    _column("pos", _WHOLE, primary_key=True, autoincrement=False),
    _column("stream", sa.Text),
    _column("version", _WHOLE),
    _column("at", _WHOLE),
    _column("actor", sa.Text),
    _column("role", sa.Text),
    _column("command", sa.Text),
    _column("key", sa.Text),
    _column("part", _WHOLE),
    _column("asked", sa.Text),
    _column("kind", sa.Text),
    _column("body", sa.LargeBinary),
    _column("previous", sa.LargeBinary),
    _column("hash", sa.LargeBinary),
    sa.UniqueConstraint("stream", "version", name="event_version"),
    sa.CheckConstraint("pos > 0", name="event_from_one"),
    sa.CheckConstraint("version > 0", name="event_version_from_one"),
    sqlite_strict=True,
)
# Keys first: where they grow with time, the index grows at its end, which is cheap to write.
sa.Index(
    "event_key",
    EVENT.c.key,
    EVENT.c.stream,
    unique=True,
    sqlite_where=EVENT.c.part == 0,
    postgresql_where=EVENT.c.part == 0,
)

HEAD: Final = sa.Table(
    "head",
    _META,
    _column("form", _WHOLE, primary_key=True, autoincrement=False),
    _column("pos", _WHOLE),
    _column("hash", sa.LargeBinary),
    _column("seal", sa.LargeBinary),
    sqlite_strict=True,
)

SNAPSHOT: Final = sa.Table(
    "snapshot",
    _META,
    _column("stream", sa.Text, primary_key=True),
    _column("version", _WHOLE),
    _column("form", sa.Text),
    _column("body", sa.LargeBinary),
    _column("seal", sa.LargeBinary),
    sqlite_strict=True,
)

SAVE_SNAPSHOT: Final = sa.text(
    "INSERT INTO snapshot (stream, version, form, body, seal)"
    " VALUES (:stream, :version, :form, :body, :seal)"
    " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, form = excluded.form,"
    " body = excluded.body, seal = excluded.seal"
    " WHERE snapshot.version <= excluded.version OR snapshot.form <> excluded.form"
)


# A row outside of the log is no event: nobody who checks the log from its beginning to its head
# would see it.  The sum keeps the databases from looking for the range instead of the table.
IN_LOG: Final = f"event.pos + 0 BETWEEN 1 AND (SELECT head.pos FROM head WHERE head.form = {FORM})"

# From one name to the next by index: a log has a thousand times as many events as tables.
STREAMS: Final = sa.text(
    "WITH RECURSIVE named (name) AS (SELECT min(stream) FROM event UNION ALL"
    " SELECT (SELECT min(stream) FROM event WHERE stream > name) FROM named WHERE name IS NOT NULL)"
    f" SELECT name, (SELECT max(version) FROM event WHERE stream = name AND {IN_LOG}) AS version"
    " FROM named WHERE name IS NOT NULL"
)


_HEAD: Final = sa.select(HEAD.c.pos, HEAD.c.hash, HEAD.c.seal).where(HEAD.c.form == FORM)
_ENDS: Final = _HEAD.add_columns(
    sa.select(sa.func.min(EVENT.c.pos)).scalar_subquery(),
    sa.select(sa.func.max(EVENT.c.pos)).scalar_subquery(),
    sa.select(EVENT.c.hash).order_by(EVENT.c.pos.desc()).limit(1).scalar_subquery(),
)


def prepare(connection: sa.Connection, name: str, key: bytes) -> None:
    """Make the relations in an empty database; refuse one that is not a log of this form."""
    if sa.inspect(connection).get_table_names():
        check_form(connection, name)
        return
    _META.create_all(connection)
    connection.execute(HEAD.insert(), {"form": FORM, **asdict(head_of(key))})


def check_form(connection: sa.Connection, name: str) -> None:
    """Refuse a database that is not a log of this form."""
    found = set(sa.inspect(connection).get_table_names())
    if not found:
        raise Unavailable(f"there is no log in {name}: it is empty", code="store.none")
    if not found >= set(_META.tables):
        others = listed(sorted(found)[:5])
        raise Malformed(
            f"the database {name} is not a log: it holds {others}", code="store.foreign"
        )
    form = connection.scalar(sa.select(HEAD.c.form))
    if form is None:
        raise _headless(name)
    if form != FORM:
        raise Malformed(
            f"the log in {name} has form {form}, and this version of the program knows form {FORM}",
            code="store.form",
        )


def read_head(connection: sa.Connection, name: str) -> Head:
    """Where the log ends."""
    return Head(*_only(connection.execute(_HEAD), name))


def read_checked_head(connection: sa.Connection, name: str, key: bytes) -> Head:
    """Refuse to go on where rows lie outside of the log, or behind another end than was sealed.

    Whatever is asked of the events afterwards, in the same transaction, is asked of the log.
    """
    *end, first, last, digest = _only(connection.execute(_ENDS), name)
    if first is not None and first < 1:
        sentence = f"the log in {name} holds rows before event 1, which are none of its own"
        raise Corrupt(sentence, code="log.broken")
    head = Head(*end)
    Checker(last or 0, digest or ORIGIN).finish(head, key)
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
    connection.execute(HEAD.update(), asdict(head))
