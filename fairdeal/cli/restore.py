"""``fairdeal restore``: a room's log from a backup."""

import os
from pathlib import Path

import click

from fairdeal.cli.copies import BESIDE, beside, check_free, copy_key, looked_at, print_copy
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.rooms import (
    DEFAULT,
    VARIABLE,
    key_file,
    key_of,
    key_option,
    reading,
    where_is,
)
from fairdeal.errors import Corrupt, Malformed, Refused


@click.command("restore")
@click.argument("file")
@once(
    "--to",
    metavar="WHERE",
    env=VARIABLE,
    default=DEFAULT,
    help="The new file of the room's log.",
)
@key_option
@json_option
@needs("room")
def command(file: str, to: str | None, key: str | None, as_json: bool) -> None:
    """Restore a backup FILE as the log of a room, after a full audit.

    Nothing is overwritten: move an existing log away first.  A key beside the backup is copied with
    it; otherwise put the room's key beside the new log before the room opens.

    \b
    fairdeal restore /mnt/backup/room-2026-11-15.db --to fairdeal.db
    """
    from fairdeal.live.audit import audit
    from fairdeal.live.log.stores.file import flush

    where = where_is(to).removeprefix("sqlite:///")
    if "://" in where or where == "memory:":
        raise Refused(
            "a backup is restored into a file: name one with --to", code="restore.address"
        )
    place, source = Path(where), key_file(file, key)
    for end in ("", *BESIDE):
        check_free(beside(place, end))
    secret, copied = key_of(file, key), beside(place, ".restoring")
    check_free(copied)
    if not as_json:
        click.echo(f"checking {file}", err=True)  # no bar: its interrupt would leave the copy
    with reading(file, secret, is_backup=True) as store:
        store.backup(copied)
    try:
        with looked_at(copied), reading(str(copied), secret) as copy:
            found, head = audit(copy, secret), copy.head()
        if found.first_fault:
            raise Corrupt(f"{file} is not restored: {found.first_fault}", code="audit.fault")
        os.link(copied, place)  # unlike a move, this never takes the place of another file
        flush(place.absolute().parent)
    except OSError as error:
        raise Malformed(f"cannot write {place}: {error.strerror}", code="file.unwritable") from None
    finally:
        copied.unlink()
    about_key = _with_key(place, source)
    target = beside(place, ".key")
    print_copy(head, as_json, room=str(place), key=str(target) if target.exists() else None)
    if not as_json:
        click.echo(f"restored {place}{about_key}", err=True)


def _with_key(place: Path, source: Path | None) -> str:
    """Put the key beside the log; what is to be said of it."""
    target = beside(place, ".key")
    if target.exists():
        return f"; the key in {target} was there already"
    if source is None:
        return f"; the room opens when its key is put into {target}"
    copy_key(source, target)
    return f" and its key {target}"
