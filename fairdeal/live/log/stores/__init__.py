"""Logs of events: in memory, in an SQLite file or in a PostgreSQL database."""

from pathlib import Path

from fairdeal.errors import Malformed
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Answered, Store

__all__ = ["Answered", "Store", "open_store"]


def open_store(url: str | Path, key: bytes = b"", *, read_only: bool = False) -> Store:
    """The log at an address: ``memory:``, a path, ``sqlite:///path`` or ``postgresql://...``.

    With a *key* the end of the log is sealed, and a log whose end does not fit the key is refused.
    A log that is open for reading only may be written by a room at the same time.

    >>> open_store("memory:").head().pos
    0
    """
    text = str(url)
    scheme, separator, rest = text.partition("://")
    if text == "memory:":
        return MemoryStore(key)
    # The database layer is slow to load, and not every command of the program needs it.
    if isinstance(url, Path) or (text and not separator) or (scheme == "sqlite" and rest[1:]):
        from fairdeal.live.log.stores.sqlite import SqliteStore

        return SqliteStore(Path(rest[1:] if separator else text), key, read_only=read_only)
    if scheme in ("postgresql", "postgres"):
        from fairdeal.live.log.stores.postgres import PostgresStore

        return PostgresStore(text, key, read_only=read_only)
    # The address may hold a password, hence it is not repeated.
    raise Malformed(
        "the address of the log cannot be read: "
        "expected memory:, a path, sqlite:///path or postgresql://user@host/database",
        code="store.address",
    )
