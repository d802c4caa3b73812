"""Connections to the SQLite file of a log, and what SQLite says when something is wrong."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from fairdeal.errors import Malformed
from fairdeal.live.log.stores.file import said

if TYPE_CHECKING:
    import sqlite3 as sqlite3
else:
    try:
        import pysqlite3.dbapi2 as sqlite3  # a wheel with a newer SQLite than most systems have
    except ImportError:
        import sqlite3

SOUND: Final = ((3, 51, 3), (3, 50, 7), (3, 44, 6))
"""The first releases without the WAL-reset bug: of all later versions, of 3.50 and of 3.44."""

Settings = tuple[str, ...]
"""What is set in every connection, each in the words of a ``PRAGMA``."""

READER: Final = ("busy_timeout=5000", "query_only=ON", "wal_autocheckpoint=0")

_REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program holds it locked",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged",
}


def is_sound(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> bool:
    """Whether this SQLite is free of the WAL-reset bug (3.7.0 to 3.51.2).

    The bug can damage a file when two connections write it or checkpoint it at the same time.
    A room has one writer, so that only another program beside it can set the bug off.

    >>> [is_sound(each) for each in ((3, 51, 2), (3, 51, 3), (3, 50, 7), (3, 44, 6), (3, 45, 0))]
    [False, True, True, True, False]
    """
    newest, *backports = SOUND
    return version >= newest or any(fixed <= version < (3, fixed[1] + 1, 0) for fixed in backports)


def engine_of(path: Path, mode: str, settings: Settings) -> sa.Engine:
    """Connections that are kept to be used again."""
    return sa.create_engine(
        "sqlite://",
        module=sqlite3,  # its exceptions are those of the library that connects
        creator=lambda: connect(path, mode, settings),
        poolclass=sa.QueuePool,
        pool_size=2,
        max_overflow=-1,
    )


def connect(path: Path, mode: str, settings: Settings) -> sqlite3.Connection:
    """A new connection; the *mode* is one of those of a file's URI: ``ro``, ``rw`` or ``rwc``."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=300,
    )
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def check_database(path: Path) -> None:
    """Refuse a file that is not a database, before anything is put beside it."""
    try:
        with closing(connect(path, "ro", READER)) as connection:
            connection.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        # Any other fault is reported by the code that meets it.
        if code_of(error) == sqlite3.SQLITE_NOTADB:
            raise Malformed(f"{path} is not a database", code="store.foreign") from None


def begin(connection: sa.Connection) -> None:
    """Left to itself, the driver would begin by reading and ask for the lock to write later."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def complaint(error: BaseException | None) -> str:
    """What is wrong, as a person would say it."""
    if isinstance(error, OSError):
        return said(error)
    return _REASONS.get(code_of(error), str(error))


def code_of(error: BaseException | None) -> int:
    """SQLite's number for the error; 0 where it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
