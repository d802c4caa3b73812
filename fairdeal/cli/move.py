"""``fairdeal move``: a room's log at another place, event for event the same."""

import os

import click

from fairdeal.cli.copies import named_target, print_copy
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import key_of, key_option, reading, room_option, where_is
from fairdeal.errors import Refused, Unavailable


@click.command("move")
@once("--to", metavar="WHERE", required=True, help="A new file, or an empty database.")
@room_option
@key_option
@json_option
@needs("room")
def command(to: str | None, room: str | None, key: str | None, as_json: bool) -> None:
    """Copy a room's log to another place, such as from a file into a PostgreSQL database.

    Every event is checked on the way, and the copy must end with the same hash.  Stop the room
    first: events that it records later are not copied.  The key is not moved.

    \b
    fairdeal move --room fairdeal.db --to postgresql://fairdeal@db.example/room
    """
    target = named_target(to, "WHERE")
    from fairdeal.live.log.moving import moved
    from fairdeal.live.log.stores import open_store

    where = where_is(room)
    if "memory:" in (where, target):
        raise Refused("a log is not moved into memory, nor out of it", code="store.address")
    if _place(where) == _place(target):
        raise Refused(
            f"--to names the log that is to be moved: {target} and {where} are the same file",
            code="store.not-empty",
        )
    secret = key_of(where, key)
    with reading(where, secret) as source, bar("moving") as progress:
        if not secret:
            raise Unavailable(
                f"the log in {where} is moved with its key, which seals the copy: name the key's"
                " file with --key FILE",
                code="key.missing",
            )
        total = max(1, source.head().pos)
        store = open_store(target)
        try:
            head = moved(source, store, secret, lambda done: progress(done / total))
        finally:
            store.close()
    print_copy(head, as_json, room=target)


def _place(where: str) -> str:
    """The file, however it is written; the URL of a database as it is."""
    return where if "://" in (path := where.removeprefix("sqlite:///")) else os.path.realpath(path)
