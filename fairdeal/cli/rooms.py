"""Which room a command is about: where its log and its key are, and how they are shown."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairdeal.cli.options import once
from fairdeal.errors import Refused, Unavailable

if TYPE_CHECKING:
    from fairdeal.live.log.stores import Store

VARIABLE: Final = "FAIRDEAL_ROOM"
DEFAULT: Final = "fairdeal.db"

room_option = once(
    "--room",
    metavar="WHERE",
    env=VARIABLE,
    default=DEFAULT,
    help="Database of the room: a file or a postgresql:// URL.",
)
key_option = once(
    "--key",
    metavar="FILE",
    default="WHERE.key",
    help="File of the room's key.",
)


def where_is(room: str | None) -> str:
    """Where the room's log is."""
    return room or os.environ.get(VARIABLE) or DEFAULT


@contextmanager
def reading(where: str, key: bytes = b"", *, is_backup: bool = False) -> Iterator["Store"]:
    """The log, open for reading only, so that a room may go on writing it."""
    from fairdeal.live.log.stores import open_store

    if where == "memory:":
        raise Refused(
            "there is nothing to show, audit or copy in memory: such a room ends with its process;"
            " name a log with --room WHERE",
            code="store.memory",
        )
    try:
        store = open_store(where, key, read_only=True)
    except Unavailable as error:
        if error.code != "store.none" or is_backup:
            raise
        raise Unavailable(
            f"{error}; fairdeal demo or fairdeal do TABLE open-table makes a room, and"
            f" --room WHERE or ${VARIABLE} names another",
            code=error.code,
        ) from None
    try:
        yield store
    finally:
        store.close()


def key_file(where: str, named: str | None) -> Path | None:
    """The file of the room's key; None where it lies in no place that can be known."""
    from fairdeal.live.places import key_path

    if named is not None:
        return Path(named)
    try:
        path = key_path(where, None)
    except Refused:  # a database has no place beside it
        return None
    return path if path.exists() else None


def key_of(where: str, named: str | None) -> bytes:
    """The room's key; empty where there is none to be found and none was named."""
    from fairdeal.live.shoe import key_in

    path = key_file(where, named)
    return b"" if path is None else key_in(path, create=False)


def many(number: int, one: str) -> str:
    """So many of them.

    >>> many(1, "event"), many(1200, "event")
    ('1 event', '1,200 events')
    """
    return f"{number:,} {one}" + ("" if number == 1 else "s")
