"""``fairdeal restore``: a room's log from a backup."""

import os
from pathlib import Path

import click

from fairdeal.cli.asked import once
from fairdeal.cli.copies import BESIDE, beside, check_free, copy_key, looked_at
from fairdeal.cli.rooms import (
    DEFAULT,
    VARIABLE,
    key_file,
    key_of,
    key_option,
    many,
    reading,
    say_notes,
    where_is,
)
from fairdeal.errors import Corrupt, Malformed, Refused


@click.command("restore")
@click.argument("file")
@once(
    "--to",
    metavar="WHERE",
    help=f"The file of the room's log; without it ${VARIABLE}, else {DEFAULT}.",
)
@key_option
def command(file: str, to: str | None, key: str | None) -> None:
    """Put a backup FILE in the place of a room's log, once everything in it has been checked.

    Nothing is overwritten: a log that is there must be moved away first.  A key that lies beside
    the backup goes with it; otherwise the room's key must be put beside the new log before the
    room opens.

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
    click.echo(f"checking {file}", err=True)  # no bar: its interrupt would leave the copy behind
    with reading(file, secret) as store:
        store.backup(copied)
    try:
        with looked_at(copied), reading(str(copied), secret) as copy:
            found = audit(copy, secret)
            notes = copy.notes
        if found.first_fault:
            raise Corrupt(f"{file} is not restored: {found.first_fault}", code="audit.fault")
        os.link(copied, place)  # unlike a move, this never takes the place of another file
        flush(place.absolute().parent)
    except OSError as error:
        raise Malformed(f"cannot write {place}: {error.strerror}", code="file.unwritable") from None
    finally:
        copied.unlink()
    click.echo(f"{many(found.events, 'event')}, head {found.head_in_words}")
    say_notes(notes)
    click.echo(f"restored {place}{_with_key(place, source)}", err=True)


def _with_key(place: Path, source: Path | None) -> str:
    """Put the key beside the log; what is to be said of it."""
    target = beside(place, ".key")
    if target.exists():
        return f"; the key in {target} was there already"
    if source is None:
        return f"; the room opens when its key is put into {target}"
    copy_key(source, target)
    return f" and its key {target}"
