"""Which room a command is about: where its log and its key are, and how they are shown."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.cli.options import once
from fairdeal.errors import FairdealError, Refused, Unavailable

if TYPE_CHECKING:
    from fairdeal.live.log.mark import Mark
    from fairdeal.live.log.stores import Store

VARIABLE: Final = "FAIRDEAL_ROOM"
MARK_VARIABLE: Final = "FAIRDEAL_MARK"
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


mark_option = once(
    "--mark",
    metavar="PATH",
    env=MARK_VARIABLE,
    default="WHERE.mark",
    help="Mark of the room: a file or a folder, best on another disk than the log.",
)


def where_is(room: str | None) -> str:
    """Where the room's log is."""
    return room or os.environ.get(VARIABLE) or DEFAULT


def mark_is(named: str | None) -> str | None:
    """Where the room's mark is; None for beside its key."""
    return named or os.environ.get(MARK_VARIABLE) or None


def mark_of(where: str, key: str | None, named: str | None) -> "Mark | None":
    """The room's mark, where there are one and a key to read it with."""
    from fairdeal.live.places import known_mark

    return known_mark(where, key, mark_is(named))


@contextmanager
def reading_with_note(where: str, key: str | None = None, secret: bytes = b"") -> Iterator["Store"]:
    """The log, open for reading; a line on stderr says so if it lacks what the room's mark has."""
    from fairdeal.live.log import mark

    try:
        known, note = mark_of(where, key, None), ""
    except FairdealError as error:
        known, note = None, str(error)
    with reading(where, secret) as store:
        note = mark.missing(store, known) if known else note
        if note:
            click.echo(f"fairdeal: note: {note}", err=True)
        yield store


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
    from fairdeal.live.places import known_key_file

    return known_key_file(where, named)


def key_of(where: str, named: str | None) -> bytes:
    """The room's key; empty where there is none to be found and none was named."""
    from fairdeal.live.places import known_key

    return known_key(where, named)


def many(number: int, one: str) -> str:
    """So many of them.

    >>> many(1, "event"), many(1200, "event")
    ('1 event', '1,200 events')
    """
    return f"{number:,} {one}" + ("" if number == 1 else "s")
