"""``fairdeal move``: a room's log at another place, event for event the same."""

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli.copies import named_target, print_copy
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import (
    key_of,
    key_option,
    mark_is,
    mark_option,
    reading,
    room_option,
    where_is,
)
from fairdeal.errors import Malformed, Refused, Unavailable

if TYPE_CHECKING:
    from fairdeal.live.log.mark import Mark


@click.command("move")
@once("--to", metavar="WHERE", required=True, help="A new file, or an empty database.")
@room_option
@key_option
@mark_option
@click.option(
    "--again", is_flag=True, help="Move a log once more whose copy is lost and was never opened."
)
@json_option
@needs("room")
def command(
    to: str | None, room: str | None, key: str | None, mark: str | None, again: bool, as_json: bool
) -> None:
    """Copy a room's log to another place, such as from a file into a PostgreSQL database.

    Every event is checked on the way, and the copy must end with the same hash.  Stop the room
    first.  The old log gets a last event, log-moved, and opens for reading only from then on; the
    new one goes on in the next incarnation.  The key is not moved.  The mark of a new
    file is written beside it; to a database, take NAME.mark along with NAME.key.  A log that lacks
    what its mark has is not moved.

    \b
    fairdeal move --room fairdeal.db --to postgresql://fairdeal@db.example/room
    """
    target = named_target(to, "WHERE")
    from fairdeal.live.log import mark as marks
    from fairdeal.live.log.moving import carried, closed, copied
    from fairdeal.live.log.stores import open_store
    from fairdeal.live.places import check_not_moved, mark_path

    where = where_is(room)
    if "memory:" in (where, target):
        raise Refused("a log is not moved into memory, nor out of it", code="store.address")
    if _place(where) == _place(target):
        raise Refused(
            f"--to names the log that is to be moved: {target} and {where} are the same file",
            code="store.not-empty",
        )
    secret = key_of(where, key)
    with reading(where, secret) as looked, bar("moving") as progress:
        if not secret:
            raise Unavailable(
                f"the log in {where} is moved with its key, which seals the copy: name the key's"
                " file with --key FILE",
                code="key.missing",
            )
        at = mark_path(where, key, mark_is(mark))
        if not again:
            check_not_moved(looked)
        marks.check(looked, marks.read(at, secret), secret, at)
        total = max(1, looked.head().pos)
        # Open for writing, so that no room writes meanwhile.
        with closing(open_store(where, secret)) as source, closing(open_store(target)) as store:
            head = copied(source, store, lambda done: progress(done / total))
            carried(source, store, secret, head.pos)
            origin = closed(source, head, store.name)
            is_file = "://" not in (file := target.removeprefix("sqlite:///"))
            if is_file:
                _write_mark(
                    mark_path(file, None), marks.Mark.of(secret, marks.last_of(store)), secret
                )
            store.seal(secret, marked=is_file, origin=origin)
    print_copy(head, as_json, room=target)


def _write_mark(path: Path, found: "Mark", secret: bytes) -> None:
    from fairdeal.live.log import mark as marks

    try:
        marks.write(path, found, secret)
    except OSError as error:
        raise Malformed(f"cannot write {path}: {error.strerror}", code="file.unwritable") from None


def _place(where: str) -> str:
    """The file, however it is written; the URL of a database as it is."""
    return where if "://" in (path := where.removeprefix("sqlite:///")) else os.path.realpath(path)
