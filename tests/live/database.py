"""What somebody with another tool might do to a log in a file."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from fairdeal.live.log.chain import Recorded, full_name
from fairdeal.live.log.stores.connecting import sqlite3

PLANTED = (
    "INSERT INTO command SELECT :pos, :stream, :version, incarnation, epoch, at, actor, role,"
    " name, :key, fingerprint, arguments, digests, followed, previous, hash, log_hash"
    " FROM command WHERE pos = 1",
    "INSERT INTO event SELECT :pos, :stream, :version, kind, body FROM event WHERE pos = 1",
)
"""Statements that plant a copy of event 1, with its command, elsewhere."""

COMMAND_AT = "pos = (SELECT max(pos) FROM command WHERE pos <= {pos})"
"""The condition that finds the command of an event."""


def tell(path: Path, *statements: str, **values: object) -> None:
    """Change a log behind the program's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement, values)


def plant(path: Path, **values: object) -> None:
    """Put a row where no room writes one."""
    tell(path, *PLANTED, **values)


def end_at(path: Path, pos: int) -> bytes:
    """The hash of the log at an event."""
    with closing(sqlite3.connect(path)) as connection:
        asked = f"SELECT log_hash FROM command WHERE {COMMAND_AT.format(pos=pos)}"
        [digest] = connection.execute(asked).fetchone()
        return bytes(digest)


def cut_off(path: Path, pos: int, digest: bytes, seal: bytes) -> None:
    """Take away everything behind an event, which ends its command; set the end of the log."""
    with closing(sqlite3.connect(path, timeout=20)) as file, file:
        for name in ("event", "command"):
            file.execute(f"DELETE FROM {name} WHERE pos > ?", (pos,))
        ends = "SELECT max(version) FROM event WHERE event.stream = head.stream"
        last = "SELECT hash FROM command WHERE command.stream = head.stream ORDER BY pos DESC"
        file.execute(
            f"UPDATE head SET version = coalesce(({ends}), 0),"
            f" hash = coalesce(({last} LIMIT 1), zeroblob(32))"
        )
        file.execute("UPDATE log SET pos = ?, hash = ?, seal = ?", (pos, digest, seal))


def write(path: Path, rows: Iterable[Recorded]) -> None:
    """Put other rows into a log, and the last of them into its heads."""
    with closing(sqlite3.connect(path)) as connection, connection:
        numbers = {
            name: number for number, name in connection.execute("SELECT id, name FROM stream")
        }
        for name in ("event", "command"):
            connection.execute(f"DELETE FROM {name}")
        for row in rows:
            number = numbers[full_name(row.stream)]
            if not row.part:
                _insert(connection, "command", _command(row, number))
            _insert(connection, "event", (row.pos, number, row.version, row.kind, row.body))
            ends = row.version, row.hash, number
            connection.execute("UPDATE head SET version = ?, hash = ? WHERE stream = ?", ends)
            connection.execute("UPDATE log SET pos = ?, hash = ?", (row.pos, row.log_hash))


def _insert(connection: Any, name: str, values: tuple[Any, ...]) -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {name} VALUES ({marks})", values)


def _command(row: Recorded, number: int) -> tuple[Any, ...]:
    return (
        *(row.pos, number, row.version, row.incarnation, row.epoch, row.at),
        *(row.caller, row.caller_role, row.command, row.key, bytes.fromhex(row.asked)),
        *(row.arguments, row.digests, row.followed, row.previous, row.hash, row.log_hash),
    )
