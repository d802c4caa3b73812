"""``fairdeal backup``: a copy of a room in one file, made while the room is at work."""

import os
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.cli.copies import (
    BESIDE,
    beside,
    check_free,
    copy_key,
    looked_at,
    named_target,
    print_copy,
)
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import (
    key_file,
    key_of,
    key_option,
    reading,
    reading_with_note,
    room_option,
    where_is,
)
from fairdeal.errors import Refused, Unavailable, listed

if TYPE_CHECKING:
    from fairdeal.live.log.chain import Head
    from fairdeal.live.log.stores import Store

_RECIPIENT_HELP: Final = "Public key of age, or a file of them, to encrypt the backup for."


@click.command("backup")
@once("--to", metavar="FILE", required=True, help="The backup, a new file.")
@room_option
@key_option
@once("--recipient", metavar="KEY", help=_RECIPIENT_HELP)
@click.option(
    "--with-key", is_flag=True, help="Copy the key: to FILE.key, or into an encrypted FILE."
)
@json_option
@needs("room")
def command(
    to: str | None,
    room: str | None,
    key: str | None,
    recipient: str | None,
    with_key: bool,
    as_json: bool,
) -> None:
    """Copy a room into one FILE: its log with all accounts, and the results of audits.

    The room may be running: the copy is the log as it was at one moment, and its chain is checked
    from its first event on.  FILE appears under its name when it is complete and its chain holds.
    Without the key a log can be read and checked, but no room can continue it.  A person who has
    both can write another log, so keep the key apart from the copies.  The mark is not copied: it
    says what the room has had since.

    With --recipient only the holder of the secret key can read the backup; age-keygen makes the two
    keys, and fairdeal restore --identity takes the secret one.

    \b
    fairdeal backup --to /mnt/backup/room-2026-11-15.db
    fairdeal backup --to room.age --recipient age1xxxxxxxx --with-key
    """
    from fairdeal.live.log import backups
    from fairdeal.live.log.chain import verify
    from fairdeal.live.places import backup_record, beside_log

    file, where = named_target(to, "FILE"), where_is(room)
    path = Path(file)
    secret, source = key_of(where, key), key_file(where, key)
    recipients = None if recipient is None else backups.recipients_in(recipient)
    check_free(path)
    if with_key and source is None:
        raise Refused(f"there is no key of {where} to copy", code="key.missing")
    beside_it = with_key and recipients is None
    if beside_it:
        check_free(beside(path, ".key"))
    with (
        _complete(path) as part,
        _copied_to(part, where, is_encrypted=recipients is not None) as copied,
    ):
        with reading_with_note(where, key, secret) as store:
            # Without a bar, whose interrupt would leave half a copy behind.
            _copy(store, copied, path if recipients is None else copied)
        places = beside_log(where, source or key)
        _check_apart(path, where, [*places.values(), backup_record(where, source or key)])
        with looked_at(copied), reading(str(copied), secret) as copy, bar("checking the copy"):
            head = copy.head()
            verify(copy.read(until=head.pos), head, secret).finish_streams(copy.stream_head)
        files = backups.contents(places | ({"key": source} if recipients and source else {}))
        if not with_key:
            files.pop("key", None)
        backups.pack(copied, files, secret, named=path if recipients is None else None)
        if recipients is not None:
            backups.encrypt(copied, part, recipients, named=path)
    if beside_it and source is not None:
        copy_key(source, beside(path, ".key"))
    _note(backup_record(where, source or key), path, head, is_encrypted=recipients is not None)
    facts = {"key": f"{file}.key" if beside_it else None, "encrypted": recipients is not None}
    print_copy(head, as_json, file=file, **facts, files=sorted(files))
    if not as_json:
        parts = [f"{file} (encrypted)" if recipients else file, *(_PARTS[each] for each in files)]
        click.echo(f"wrote {listed([*parts, *(['its key'] if beside_it else [])])}", err=True)


_PARTS: Final = {
    "checks": "its audits",
    "key": "its key",
}


@contextmanager
def _complete(path: Path) -> Iterator[Path]:
    """A file that takes the name of the backup when everything is done, and is gone otherwise."""
    from fairdeal.live.log.stores.file import flush, said

    target = Path(os.path.realpath(path))
    # A name that nobody knows beforehand, hence nobody else's file.
    part = beside(target, f".{secrets.token_hex(8)}.part")
    try:
        yield part
        check_free(path)
        try:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(target)
            flush(target.parent)
        except OSError as error:
            raise Unavailable(
                f"the backup {path} cannot be written: {said(error)}", code="store.unavailable"
            ) from None
    finally:
        with suppress(OSError):  # where no file can be, none is left
            part.unlink()


def _copy(store: "Store", copied: Path, named: Path) -> None:
    """Copy the log; a fault is told of the file *named*."""
    from fairdeal.live.log.stores.connecting import complaint

    try:
        store.backup(copied)
    except Unavailable as error:
        raise Unavailable(
            f"the backup {named} cannot be written: {complaint(error.__cause__)}", code=error.code
        ) from None


def _check_apart(path: Path, where: str, places: Iterable[Path]) -> None:
    """Refuse the name of a file that belongs to the room, also where that file is not there yet."""
    log = Path(where.removeprefix("sqlite:///"))
    taken = [*(beside(log, end) for end in _OWN), *places]
    if os.path.realpath(path) in map(os.path.realpath, taken):
        raise Refused(
            f"{path} belongs to the room: a backup wants a file of its own", code="store.no-backup"
        )


_OWN: Final = (*BESIDE, "-journal", ".lock", ".key", ".mark")


@contextmanager
def _copied_to(path: Path, where: str, *, is_encrypted: bool) -> Iterator[Path]:
    """Where the log is copied to: what is to be encrypted lies beside the log until it is."""
    if not is_encrypted:
        yield path
        return
    log = Path(where.removeprefix("sqlite:///")).absolute()
    copied = log.with_name(f".{log.name}.{secrets.token_hex(8)}")
    try:
        yield copied
    finally:
        copied.unlink(missing_ok=True)


def _note(record: Path, path: Path, head: "Head", *, is_encrypted: bool) -> None:
    from fairdeal.live.log.backups import LastBackup, note_backup

    made = LastBackup(time.time_ns() // 1000, str(path.absolute()), head.pos, is_encrypted)
    note_backup(record, made)
