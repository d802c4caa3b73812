"""``fairdeal backup``: a copy of a room's log, made while the room is at work."""

from pathlib import Path

import click

from fairdeal.cli.copies import (
    beside,
    check_free,
    copy_key,
    looked_at,
    named_target,
    print_copy,
)
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import key_file, key_of, key_option, reading, room_option, where_is
from fairdeal.errors import Refused


@click.command("backup")
@once("--to", metavar="FILE", required=True, help="The copy, a new file.")
@room_option
@key_option
@click.option("--with-key", is_flag=True, help="Copy the key, too, to FILE.key.")
@json_option
@needs("room")
def command(
    to: str | None, room: str | None, key: str | None, with_key: bool, as_json: bool
) -> None:
    """Copy a room's log into a FILE, and check the copy's chain from its first event on.

    The room may be running: the copy is the log as it was at one moment.  Without the key a log can
    be read and checked, but no room can continue it.  A person who has both can write another log,
    so keep the key apart from the copies.

    \b
    fairdeal backup --to /mnt/backup/room-2026-11-15.db
    """
    from fairdeal.live.log.chain import verify

    file, where = named_target(to, "FILE"), where_is(room)
    path = Path(file)
    secret, source = key_of(where, key), key_file(where, key)
    check_free(path)
    if with_key:
        if source is None:
            raise Refused(f"there is no key of {where} to copy", code="key.missing")
        check_free(beside(path, ".key"))
    with reading(where, secret) as store:
        store.backup(path)  # without a bar, whose interrupt would leave half a copy behind
    with looked_at(path), reading(file, secret) as copy, bar("checking the copy"):
        head = copy.head()
        verify(copy.read(until=head.pos), head, secret)
    if with_key and source is not None:
        copy_key(source, beside(path, ".key"))
    print_copy(head, as_json, file=file, key=f"{file}.key" if with_key else None)
    if not as_json:
        click.echo(f"wrote {file}" + (" and its key" if with_key else ""), err=True)
