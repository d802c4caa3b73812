"""A log in an SQLite file, for a room on one machine."""

import os
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from fairdeal.errors import Corrupt, Refused, Unavailable
from fairdeal.live.log.chain import Head
from fairdeal.live.log.stores.connecting import (
    READER,
    begin,
    check_database,
    code_of,
    complaint,
    connect,
    engine_of,
    sqlite3,
)
from fairdeal.live.log.stores.file import (
    Identity,
    beside,
    check_path,
    displaced,
    flush,
    guard_of,
    identity,
    keep_private,
    make_private,
)
from fairdeal.live.log.stores.protocol import not_written
from fairdeal.live.log.stores.sql import SqlStore

_WRITER: Final = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-32000",
    "wal_autocheckpoint=4000",
)
_MOST_DAMAGE: Final = 10
"""Sentences about damage that an audit repeats."""
_CLOSER: Final = ("busy_timeout=500", "synchronous=FULL")
_OPEN: Final = ("-wal", "-shm", ".lock")
_OWN: Final = (*_OPEN, "-journal", ".key")
"""How the names of the files end that belong to a log."""


class SqliteStore(SqlStore):
    """One process writes, as long as it holds the lock file; any number of them may read."""

    def __init__(self, path: Path, key: bytes = b"", *, read_only: bool = False) -> None:
        # By its one true name: a lock under another name would keep nobody out.
        self._path = Path(os.path.realpath(path))
        self._files: dict[Path, Identity | None] = {}
        self._guard = -1
        check_path(self._path, read_only)
        check_database(self._path)
        readers, writer = engine_of(self._path, "ro", READER), None
        notes: list[str] = []
        if not read_only:
            self._guard = guard_of(self._path)
            self._files[beside(self._path, ".lock")] = identity(self._guard)
            notes = self._made_private()
            writer = engine_of(self._path, "rwc", _WRITER)
            sa.event.listen(writer, "begin", begin)
        try:
            super().__init__(str(self._path), key, readers, writer)
        except BaseException:
            self.close()
            raise
        self.notes += notes

    def _made_private(self) -> list[str]:
        """Only the owner may read the log; the database gives its rights to the files beside it."""
        with suppress(OSError):  # it is there already, or the database says what is wrong
            make_private(self._path)
        return keep_private([self._path, *(beside(self._path, end) for end in _OPEN)])

    def _check_writable(self, connection: sa.Connection) -> None:
        """The lock file keeps others out, and all files must be those that were there before.

        What is written into a file that has lost its name is lost when the process ends.
        """
        self._files.setdefault(self._path, identity(self._path))
        if "beside" not in connection.info:
            # The database makes them when it connects, and keeps them while it is connected.
            made = [beside(self._path, end) for end in ("-wal", "-shm")]
            connection.info["beside"] = {path: identity(path) for path in made if path.exists()}
        self._files.update(connection.info["beside"])
        self._check_files(is_known=True)

    def _catch_up_with_itself(self) -> None:
        """Every entry gets its place as it is written."""

    def _check_durable(self) -> None:
        self._check_files(is_known=False)

    def _check_files(self, *, is_known: bool) -> None:
        if gone := displaced(self._files):
            reason = f"the file {gone.name} was moved or deleted"
            raise not_written(str(self._path), reason, is_known=is_known)

    def _reason(self, error: DBAPIError) -> str:
        return complaint(error.orig)

    def _is_undone(self, error: Exception) -> bool:
        """A full disk refuses a write; the mark that commits comes last, so it is not there.

        A disk that fails to sync says something else, and only after that mark was written.
        """
        return code_of(getattr(error, "orig", None)) == sqlite3.SQLITE_FULL

    def claim(self, stream: str) -> int:
        """A process that may write the file may write every table."""
        return int(self._writer is not None)

    def still_holds(self, stream: str, claim: int) -> bool:
        """The lock file is let go of with the file."""
        return True

    def damage(self) -> Iterator[str]:
        """Every row of every relation must be in every index, and no other."""
        yield from super().damage()
        with self._reading() as connection:
            found = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_DAMAGE})").scalars()
            yield from (
                f"the file {self._path.name} is damaged: {said.strip()}"
                for said in found.all()
                if said != "ok"
            )

    def backup(self, path: Path) -> Head:
        """Copy the log into a new file, which appears under its name when it is complete."""
        path = Path(os.path.realpath(path))
        if path in [beside(self._path, end) for end in _OWN]:
            raise Refused(
                f"{path} belongs to the log: a backup wants a file of its own",
                code="store.no-backup",
            )
        # A name that nobody knows beforehand, hence nobody else's file.
        part = beside(path, f".{token_hex(8)}.part")
        try:
            make_private(path)
            try:
                make_private(part)
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
                f"the backup {path} cannot be written: {complaint(error)}", code="store.unavailable"
            ) from error
        return head

    def close(self) -> None:
        """Write what is in line and let go of the file."""
        super().close()
        if self._guard >= 0:
            self._empty_wal()
            os.close(self._guard)
            self._guard = -1

    def _empty_wal(self) -> None:
        """Put everything into the one file, also while another program still reads it."""
        if beside(self._path, "-wal").exists() and not displaced(self._files):
            with suppress(sqlite3.Error), closing(connect(self._path, "rw", _CLOSER)) as last:
                last.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copy(source: Path, target: Path) -> Head:
    with (
        closing(connect(source, "ro", READER)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        new.execute("PRAGMA synchronous=FULL")  # builds of SQLite differ in what they begin with
        old.backup(new)
        # A copy is one file, which can be read from a medium that takes no others beside it.
        new.execute("PRAGMA journal_mode=DELETE")
        row = new.execute("SELECT pos, hash, seal FROM log").fetchone()
    if row is None:
        raise Corrupt(f"the log in {source} has lost its head", code="log.broken")
    return Head(*row)
