"""A log in an SQLite file, for a room on one machine."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from fairdeal.errors import Refused, Unavailable
from fairdeal.live.chain import Head
from fairdeal.live.stores.file import check_path, flush, guard_of, identity, said
from fairdeal.live.stores.sql import SqlStore

_SOUND: Final = (3, 51, 3)
"""Older versions may damage a file when two connections clear the write-ahead log at once."""

_WRITER: Final = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-32000",
    "wal_autocheckpoint=4000",
)
_READER: Final = ("busy_timeout=5000", "query_only=ON", "wal_autocheckpoint=0")

_REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program holds it locked",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged",
}


class SqliteStore(SqlStore):
    """One process writes, as long as it holds the lock file; any number of them may read."""

    def __init__(self, path: Path, key: bytes = b"", *, read_only: bool = False) -> None:
        self._path = path.absolute()
        self._file: tuple[int, int] | None = None
        self._guard = -1
        check_path(self._path, read_only)
        readers, writer = _engine(self._path, "ro", _READER), None
        if not read_only:
            self._guard = guard_of(self._path)
            writer = _engine(self._path, "rwc", _WRITER)
            sa.event.listen(writer, "begin", _begin)
        try:
            super().__init__(str(self._path), key, readers, writer)
        except BaseException:
            self.close()
            raise
        if sqlite3.sqlite_version_info < _SOUND:
            self.notes.append(
                f"SQLite {sqlite3.sqlite_version} has a rare fault that can damage a log: "
                f"install {'.'.join(map(str, _SOUND))} or newer, and keep backups"
            )

    def _lock(self, connection: sa.Connection) -> None:
        """The lock file keeps others out; a file that is no longer in its place is not written."""
        now = identity(self._path)
        self._file = self._file or now
        if now is None or now != self._file:
            raise Unavailable(
                f"the log in {self._path} cannot be written: "
                "the file was moved or deleted; nothing was recorded",
                code="store.unavailable",
            )

    def _reason(self, error: DBAPIError) -> str:
        return _said(error.orig)

    def claim(self, stream: str) -> bool:
        """Whoever may write the file may write every table."""
        return self._writer is not None

    def release(self, stream: str) -> None:
        """No other process waits for a table of this file."""

    def backup(self, path: Path) -> Head:
        """Copy the log into a new file, which appears under its name when it is complete."""
        path = path.absolute()
        part = path.with_name(f"{path.name}.part")
        try:
            path.touch(exist_ok=False)
            try:
                part.unlink(missing_ok=True)
                head = _copy(self._path, part)
                part.replace(path)
            except BaseException:
                part.unlink(missing_ok=True)
                path.unlink()
                raise
            flush(path.parent)
        except FileExistsError:
            raise Refused(
                f"{path} exists already: a backup wants a file of its own", code="store.no-backup"
            ) from None
        except (OSError, sqlite3.Error) as error:
            raise Unavailable(
                f"the backup {path} cannot be written: {_said(error)}", code="store.unavailable"
            ) from error
        return head

    def close(self) -> None:
        """Write what is in line and let go of the file."""
        super().close()
        if self._guard >= 0:
            os.close(self._guard)
            self._guard = -1


def _engine(path: Path, mode: str, settings: tuple[str, ...]) -> sa.Engine:
    return sa.create_engine(
        "sqlite://",
        creator=lambda: _connect(path, mode, settings),
        poolclass=sa.QueuePool,
        pool_size=2,
        max_overflow=-1,
    )


def _connect(path: Path, mode: str, settings: tuple[str, ...]) -> sqlite3.Connection:
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


def _begin(connection: sa.Connection) -> None:
    """Left to itself, the driver would begin by reading and ask for the lock to write later."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _copy(source: Path, target: Path) -> Head:
    with (
        closing(_connect(source, "ro", _READER)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        return Head(*new.execute("SELECT pos, hash, seal FROM head").fetchone())


def _said(error: BaseException | None) -> str:
    if isinstance(error, OSError):
        return said(error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _REASONS.get(code, str(error))
