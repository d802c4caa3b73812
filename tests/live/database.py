"""What somebody with another tool might do to a log in a file."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from fairdeal.live.log.chain import DIGEST, Recorded, full_name
from fairdeal.live.log.stores.connecting import sqlite3

PLANTED = (
    "INSERT INTO place SELECT 1000 + :pos, :pos, :stream, :version, events, log_hash"
    " FROM place WHERE entry = 1",
    "INSERT INTO command SELECT :stream, :version, incarnation, epoch, at, actor, role,"
    " name, :key, fingerprint, arguments, digests, followed, previous, hash"
    " FROM command WHERE stream = 1 AND version = 1",
    "INSERT INTO event SELECT :stream, :version, kind, body"
    " FROM event WHERE stream = 1 AND version = 1",
)
"""Statements that plant a copy of event 1, with its command, elsewhere."""

PLACE_AT = "pos = (SELECT max(pos) FROM place WHERE pos <= {pos})"
"""The condition that finds the place of an event's entry."""

COMMAND_AT = f"(stream, version) = (SELECT stream, version FROM place WHERE {PLACE_AT})"
"""The condition that finds the command of an event."""

EVENT_AT = (
    f"(stream, version) = (SELECT stream, version + {{pos}} - pos FROM place WHERE {PLACE_AT})"
)
"""The condition that finds an event."""


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
        asked = f"SELECT log_hash FROM place WHERE {PLACE_AT.format(pos=pos)}"
        [digest] = connection.execute(asked).fetchone()
        return bytes(digest)


def cut_off(path: Path, pos: int, digest: bytes, seal: bytes) -> None:
    """Take away everything behind an event, which ends its command; set the end of the log."""
    with closing(sqlite3.connect(path, timeout=20)) as file, file:
        file.execute("DELETE FROM place WHERE pos > ?", (pos,))
        file.execute(
            "DELETE FROM command WHERE (stream, version) NOT IN (SELECT stream, version FROM place)"
        )
        ends = "SELECT max(version + events - 1) FROM place WHERE place.stream = {}"
        last = "SELECT hash FROM command WHERE command.stream = head.stream ORDER BY version DESC"
        file.execute(
            f"UPDATE head SET version = coalesce(({ends.format('head.stream')}), 0),"
            f" hash = coalesce(({last} LIMIT 1), zeroblob(32))"
        )
        file.execute(f"UPDATE stream SET placed = coalesce(({ends.format('stream.id')}), 0)")
        file.execute(
            "DELETE FROM event WHERE version > (SELECT version FROM head WHERE"
            " head.stream = event.stream)"
        )
        entries = "(SELECT count(*) FROM place)"
        file.execute(
            f"UPDATE log SET pos = ?, hash = ?, seal = ?, entries = {entries}", (pos, digest, seal)
        )


def write(path: Path, rows: Iterable[Recorded]) -> None:
    """Put other rows into a log, and the last of them into its heads."""
    with closing(sqlite3.connect(path)) as connection, connection:
        numbers = {
            name: number for number, name in connection.execute("SELECT id, name FROM stream")
        }
        for name in ("event", "command", "place"):
            connection.execute(f"DELETE FROM {name}")
        entries = 0
        for row in rows:
            number = numbers[full_name(row.stream)]
            if not row.part:
                entries += 1
                events = len(row.digests) // DIGEST
                place = entries, row.pos, number, row.version, events, row.log_hash
                _insert(connection, "place", place)
                _insert(connection, "command", _command(row, number))
            _insert(connection, "event", (number, row.version, row.kind, row.body))
            ends = row.version, row.hash, number
            connection.execute("UPDATE head SET version = ?, hash = ? WHERE stream = ?", ends)
            connection.execute("UPDATE stream SET placed = ? WHERE id = ?", (row.version, number))
            end = row.pos, row.log_hash, entries
            connection.execute("UPDATE log SET pos = ?, hash = ?, entries = ?", end)


def _insert(connection: Any, name: str, values: tuple[Any, ...]) -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {name} VALUES ({marks})", values)


def _command(row: Recorded, number: int) -> tuple[Any, ...]:
    return (
        *(number, row.version, row.incarnation, row.epoch, row.at),
        *(row.caller, row.caller_role, row.command, row.key, bytes.fromhex(row.asked)),
        *(row.arguments, row.digests, row.followed, row.previous, row.hash),
    )
