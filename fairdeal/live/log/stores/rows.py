"""Many rows of values in one statement, the way each database takes them fastest.

A driver gives way to other threads with every statement, and a busy room takes its time to give
way in return: one statement for many rows waits once.  The statements are written by hand, because
a compiled one would cost more than its execution.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from string import ascii_lowercase
from typing import Any, Final

import sqlalchemy as sa
from msgspec.json import Encoder

Row = tuple[Any, ...]

WHOLE: Final = "bigint"
TEXT: Final = "text"
BYTES: Final = "bytea"

_LETTERS: Final = ascii_lowercase
_json = Encoder().encode

_MOST: Final = 256
"""Rows of one statement in SQLite, which limits the number of values."""


def with_rows(
    connection: sa.Connection, statement: str, kinds: Sequence[str], rows: Sequence[Row]
) -> Sequence[sa.Row[Any]]:
    """Execute a statement that holds ``{rows}``, and give back what it finds.

    *kinds* says what the columns hold: WHOLE numbers, TEXT or BYTES.
    """
    if connection.dialect.name == "postgresql":
        text = _from_json(statement, tuple(kinds))
        written = _json([dict(zip(_LETTERS, row, strict=False)) for row in rows]).decode()
        return _all(connection.exec_driver_sql(text, (written,)))
    found: list[sa.Row[Any]] = []
    for portion in _portions(rows):
        text = _values(statement, len(kinds), len(portion))
        found += _all(connection.exec_driver_sql(text, tuple(chain(*portion))))
    return found


def _all(result: sa.CursorResult[Any]) -> Sequence[sa.Row[Any]]:
    return result.all() if result.returns_rows else ()


def _portions(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Powers of two make few different statements, and the driver keeps those prepared."""
    start = 0
    while rest := len(rows) - start:
        size = min(_MOST, 1 << rest.bit_length() - 1)
        yield rows[start : start + size]
        start += size


@cache
def _values(statement: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.format(rows=f"VALUES {', '.join([row] * rows)}")


@cache
def _from_json(statement: str, kinds: tuple[str, ...]) -> str:
    # The driver reads every mark of a long statement again each time: hence one mark for all.
    named = list(zip(_LETTERS, kinds, strict=False))
    columns = [f"decode({name}, 'base64')" if kind == BYTES else name for name, kind in named]
    record = [f"{name} {'text' if kind == BYTES else kind}" for name, kind in named]
    source = f"json_to_recordset(%s) AS row ({', '.join(record)})"
    return statement.format(rows=f"SELECT {', '.join(columns)} FROM {source}")
