"""The relations of a log in a database, the same for every database."""

from secrets import token_hex
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from msgspec.structs import asdict

from fairdeal.errors import Corrupt, Malformed, Unavailable, listed
from fairdeal.live.log.chain import ORIGIN, Checker, Head, Origin, head_of
from fairdeal.live.log.checkpoints import Kept, Signed, public_key
from fairdeal.live.log.stores.protocol import went_back
from fairdeal.live.log.tree import Tile

FORM: Final = 3
"""Grows with every change of the relations; a program writes and reads its own form only."""

Known = tuple[int, bytes]
"""Place of an event that must be in the log, and the hash of the log there."""


class End(NamedTuple):
    """Where the order of the log ends."""

    head: Head
    entries: int
    """How many entries have a place."""


_WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_META = sa.MetaData()


def _column(name: str, kind: Any, *more: Any, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, *more, nullable=False, **options)


def _number(name: str, **more: Any) -> sa.Column[Any]:
    """A column of numbers that the program gives out."""
    return _column(name, _WHOLE, primary_key=True, autoincrement=False, **more)


LOG: Final = sa.Table(
    "log",
    _META,
    _number("form"),
    _column("room", sa.Text),
    _column("incarnation", _WHOLE),
    _column("entries", _WHOLE),
    _column("pos", _WHOLE),
    _column("hash", sa.LargeBinary),
    _column("seal", sa.LargeBinary),
    _column("house", sa.Text),
    _column("public_key", sa.LargeBinary),
    sqlite_strict=True,
)

STREAM: Final = sa.Table(
    "stream",
    _META,
    # The database gives out the numbers, because processes begin streams at the same time.
    _column("id", _WHOLE, sa.Identity(), primary_key=True),
    _column("name", sa.Text, unique=True),
    _column("kind", sa.Text),
    _column("placed", _WHOLE),
    sqlite_strict=True,
)

HEAD: Final = sa.Table(
    "head",
    _META,
    _number("stream"),
    _column("version", _WHOLE),
    _column("hash", sa.LargeBinary),
    _column("epoch", _WHOLE),
    _column("holder", _WHOLE),
    _column("tag", sa.LargeBinary),
    sqlite_strict=True,
    postgresql_with={"fillfactor": 50},
)

COMMAND: Final = sa.Table(
    "command",
    _META,
    _number("stream"),
    _number("version"),
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
    sqlite_strict=True,
)
# Keys first: where they grow with time, the index grows at its end, which is cheap to write.
sa.Index("command_key", COMMAND.c.key, COMMAND.c.stream, unique=True)

EVENT: Final = sa.Table(
    "event",
    _META,
    _number("stream"),
    _number("version"),
    _column("kind", sa.Text),
    _column("body", sa.LargeBinary),
    sa.CheckConstraint("version > 0", name="event_from_one"),
    sqlite_strict=True,
)

PLACE: Final = sa.Table(
    "place",
    _META,
    _number("entry"),
    _column("pos", _WHOLE, unique=True),
    _column("stream", _WHOLE),
    _column("version", _WHOLE),
    _column("events", _WHOLE),
    _column("log_hash", sa.LargeBinary),
    sa.UniqueConstraint("stream", "version", name="place_version"),
    sa.CheckConstraint("pos > 0", name="place_from_one"),
    sqlite_strict=True,
)
"""The one order over all streams: which entry comes when, and at which position."""

OF_PLACE: Final = sa.and_(
    EVENT.c.stream == PLACE.c.stream,
    EVENT.c.version >= PLACE.c.version,
    EVENT.c.version < PLACE.c.version + PLACE.c.events,
)
"""Whether an event is of the entry that has a place."""

MEMBER: Final = sa.Table(
    "member",
    _META,
    _column("id", _WHOLE, sa.Identity(), primary_key=True),
    _column("until", _WHOLE),
    _column("is_fenced", _WHOLE),
    _column("program", sa.Text),
)
"""The processes that share the tables of a log out, and how long each may count on its own."""

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

TILE: Final = sa.Table(
    "tile",
    _META,
    _number("incarnation"),
    _number("level"),
    _number("index"),
    _column("hashes", sa.LargeBinary),
    _column("pos", _WHOLE),
    sqlite_strict=True,
)

CHECKPOINT: Final = sa.Table(
    "checkpoint",
    _META,
    _number("incarnation"),
    _number("size"),
    _column("root", sa.LargeBinary),
    _column("note", sa.Text),
    _column("at", _WHOLE),
    sqlite_strict=True,
)

TABLES: Final = tuple(_META.tables.values())

_EARLIER: Final = {
    1: {"event", "head", "snapshot"},
    2: {"log", "stream", "head", "command", "event", "snapshot"},
}
"""The relations of earlier forms."""

SAVE_SECRET: Final = sa.text(
    "INSERT INTO secret (account, sealed) VALUES (:account, :sealed)"
    " ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed"
)

_HOUR: Final = 3_600_000_000
"""Of each hour, in microseconds, the last checkpoint is kept."""

_KEEP_TILE: Final = sa.text(
    'INSERT INTO tile (incarnation, level, "index", hashes, pos)'
    " VALUES (:incarnation, :level, :index, :hashes, :pos)"
    ' ON CONFLICT (incarnation, level, "index")'
    " DO UPDATE SET hashes = excluded.hashes, pos = excluded.pos WHERE tile.pos <= excluded.pos"
)
_KEEP_CHECKPOINT: Final = sa.text(
    "INSERT INTO checkpoint (incarnation, size, root, note, at)"
    " VALUES (:incarnation, :size, :root, :note, :at) ON CONFLICT (incarnation, size) DO NOTHING"
)
_OF_ITS_HOUR: Final = CHECKPOINT.delete().where(
    CHECKPOINT.c.incarnation == sa.bindparam("of"),
    CHECKPOINT.c.size < sa.bindparam("below"),
    CHECKPOINT.c["at"] >= sa.bindparam("since"),
)

SAVE_SNAPSHOT: Final = sa.text(
    "INSERT INTO snapshot (stream, form, version, hash, body, seal)"
    " VALUES (:number, :form, :version, :hash, :body, :seal)"
    " ON CONFLICT (stream, form) DO UPDATE SET version = excluded.version,"
    " hash = excluded.hash, body = excluded.body, seal = excluded.seal"
    " WHERE snapshot.version <= excluded.version"
)

_HEAD: Final = sa.select(LOG.c.pos, LOG.c.hash, LOG.c.seal).where(LOG.c.form == FORM)
_ORIGIN: Final = sa.select(LOG.c.room, LOG.c.incarnation, LOG.c.house, LOG.c.public_key).where(
    LOG.c.form == FORM
)
_LAST: Final = sa.select(PLACE).order_by(PLACE.c.entry.desc()).limit(1)
_LAST_OF_ALL: Final = _LAST.subquery()
_KNOWN: Final = _LAST.where(PLACE.c.pos <= sa.bindparam("known")).subquery()
_ENDS: Final = _HEAD.add_columns(
    LOG.c.entries,
    sa.select(sa.func.min(PLACE.c.pos)).scalar_subquery(),
    sa.select(_LAST_OF_ALL.c.entry).scalar_subquery(),
    sa.select(_LAST_OF_ALL.c.pos + _LAST_OF_ALL.c.events - 1).scalar_subquery(),
    sa.select(_LAST_OF_ALL.c.log_hash).scalar_subquery(),
    sa.select(_KNOWN.c.log_hash).scalar_subquery(),
)


def prepare(connection: sa.Connection, name: str, key: bytes) -> None:
    """Make the relations in an empty database; refuse one that is not a log of this form."""
    if sa.inspect(connection).get_table_names():
        check_form(connection, name)
        return
    _META.create_all(connection)
    new = asdict(Origin(token_hex(8))) | {"form": FORM, "public_key": public_key(key), "entries": 0}
    connection.execute(LOG.insert(), {**new, **asdict(head_of(key))})


def check_form(connection: sa.Connection, name: str) -> None:
    """Refuse a database that is not a log of this form."""
    found = set(sa.inspect(connection).get_table_names())
    if not found:
        raise Unavailable(f"there is no log in {name}: it is empty", code="store.none")
    for earlier, relations in _EARLIER.items():
        if found == relations:
            raise _other_form(name, earlier)
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


def read_origin(connection: sa.Connection, name: str) -> tuple[Origin, bytes]:
    """Which log it is, and the public key of its checkpoints."""
    *which, public = _only(connection.execute(_ORIGIN), name)
    return Origin(*which), public


def write_origin(connection: sa.Connection, origin: Origin, key: bytes) -> None:
    """Note which log it is from now on, and who signs it."""
    connection.execute(LOG.update(), asdict(origin) | {"public_key": public_key(key)})


def keep_checkpoint(connection: sa.Connection, signed: Signed) -> None:
    """Keep a checkpoint and its tiles, and of its hour no other one."""
    kept = signed.kept
    if signed.tiles:
        tiles = [asdict(tile) | {"incarnation": kept.incarnation} for tile in signed.tiles]
        connection.execute(_KEEP_TILE, tiles)
    hour = {"of": kept.incarnation, "below": kept.size, "since": kept.at - kept.at % _HOUR}
    connection.execute(_OF_ITS_HOUR, hour)
    connection.execute(_KEEP_CHECKPOINT, kept._asdict())


def read_checkpoints(connection: sa.Connection) -> list[Kept]:
    """All checkpoints that are kept, in the order of their signing."""
    columns = CHECKPOINT.c.incarnation, CHECKPOINT.c.size
    return [Kept(*row) for row in connection.execute(sa.select(CHECKPOINT).order_by(*columns))]


def read_checkpoint(connection: sa.Connection, incarnation: int) -> Kept | None:
    """The newest checkpoint of an incarnation, else of one before."""
    newest = CHECKPOINT.c.incarnation.desc(), CHECKPOINT.c.size.desc()
    of = sa.select(CHECKPOINT).where(CHECKPOINT.c.incarnation <= incarnation)
    row = connection.execute(of.order_by(*newest).limit(1)).first()
    return Kept(*row) if row else None


def read_tile(connection: sa.Connection, incarnation: int, level: int, index: int) -> Tile | None:
    """A tile, as far as it is filled."""
    columns = TILE.c.level, TILE.c["index"], TILE.c.hashes, TILE.c.pos
    place = TILE.c.incarnation == incarnation, TILE.c.level == level, TILE.c["index"] == index
    row = connection.execute(sa.select(*columns).where(*place)).first()
    return Tile(*row) if row else None


def read_end(connection: sa.Connection, name: str, key: bytes, known: Known = (0, ORIGIN)) -> End:
    """Where the order of the log ends; refuse rows outside of it, or another end than was sealed.

    The log must also contain the event *known* to be in it.
    Whatever is asked of the order afterwards, in the same transaction, is asked of the log.
    """
    pos, wanted = known
    *end, entries, first, last, last_pos, digest, found = _only(
        connection.execute(_ENDS, {"known": pos}), name
    )
    if first is not None and first < 1:
        sentence = f"the log in {name} holds rows before event 1, which are none of its own"
        raise Corrupt(sentence, code="log.broken")
    head = Head(*end)
    Checker(last_pos or 0, digest or ORIGIN).finish(head, key)
    if entries != (last or 0):
        sentence = (
            f"the log in {name} ends with its entry {last or 0}, and its head names {entries}"
        )
        raise Corrupt(sentence, code="log.broken")
    if pos and (found != wanted or head.pos < pos):
        raise went_back(name, pos, head.pos)
    return End(head, entries)


def check_known(connection: sa.Connection, name: str, known: Known) -> None:
    """Refuse a log that no longer contains the event *known* to be in it."""
    pos, wanted = known
    asked = _LAST.where(PLACE.c.pos <= pos)
    if pos and ((row := connection.execute(asked).first()) is None or row.log_hash != wanted):
        raise went_back(name, pos, min(pos, read_head(connection, name).pos))


def _only(found: sa.CursorResult[Any], name: str) -> tuple[Any, ...]:
    row = found.first()
    if row is None:
        raise _headless(name)
    return tuple(row)


def _headless(name: str) -> Corrupt:
    return Corrupt(f"the log in {name} has lost its head", code="log.broken")


def write_end(connection: sa.Connection, end: End) -> None:
    """Note where the order of the log ends now."""
    connection.execute(LOG.update(), {**asdict(end.head), "entries": end.entries})
