"""``fairdeal move``: a room's log at another place, event for event the same."""

import click

from fairdeal.cli.asked import once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import key_of, key_option, many, reading, room_option, where_is
from fairdeal.errors import Malformed


@click.command("move")
@once("--to", "target", metavar="WHERE", help="An empty place: a new file, or a database.")
@room_option
@key_option
def command(target: str | None, room: str | None, key: str | None) -> None:
    """Copy a room's log to another place, such as from a file into a PostgreSQL database.

    Every event is checked on the way, and the copy must end with the same hash.  The room should
    not be running: what it writes later stays behind.  The key is not moved.

    \b
    fairdeal move --room fairdeal.db --to postgresql://fairdeal@db.example/cardroom
    """
    if target is None:
        raise Malformed("say where to move the log, with --to WHERE", code="option.missing")
    from fairdeal.live.log.moving import moved
    from fairdeal.live.log.stores import open_store

    where = where_is(room)
    secret = key_of(where, key)
    with reading(where, secret) as source, bar("moving") as progress:
        total = max(1, source.head().pos)
        store = open_store(target, secret)
        try:
            head = moved(source, store, lambda done: progress(done / total))
        finally:
            store.close()
    click.echo(f"{many(head.pos, 'event')}, head {head.pos}:{head.hash.hex()}")
