"""``fairdeal restore``: a room's log from a backup."""

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import click

from fairdeal.cli.copies import BESIDE, beside, check_free, copy_key, looked_at, print_copy
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.rooms import (
    DEFAULT,
    VARIABLE,
    key_file,
    key_of,
    key_option,
    mark_of,
    mark_option,
    reading,
    where_is,
)
from fairdeal.errors import Corrupt, Malformed, Refused, Unavailable, listed

_IDENTITY_HELP: Final = "File with the secret key of age, for an encrypted backup."


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
@mark_option
@once("--identity", metavar="FILE", help=_IDENTITY_HELP)
@json_option
@needs("room")
def command(
    file: str,
    to: str | None,
    key: str | None,
    mark: str | None,
    identity: str | None,
    as_json: bool,
) -> None:
    """Restore a backup FILE as a room, after a full audit of its log.

    Nothing is overwritten: move an existing log away first.  The results of audits are
    put beside the log; those that are there stay.  Accounts are in the log, and their passwords are
    of use with the room's key alone.  A key in the backup, or beside it, is
    copied with it; otherwise put the room's key beside the new log before the room opens.  A backup
    that is older than the room's mark is a log that went back: fairdeal accept-loss accepts that by
    name.

    \b
    fairdeal restore /mnt/backup/room-2026-11-15.db --to fairdeal.db
    fairdeal restore room.age --identity key.txt --to fairdeal.db
    """
    from fairdeal.live.audit import audit
    from fairdeal.live.log import backups
    from fairdeal.live.log.stores.file import flush
    from fairdeal.live.places import beside_log

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
    _check_key(place, secret, str(source))
    if not as_json:
        click.echo(f"checking {file}", err=True)  # no bar: its interrupt would leave the copy
    with (
        _readable(Path(file), identity, place) as plain,
        reading(str(plain), secret, is_backup=True) as store,
    ):
        _check_key(place, _key_within(backups.packed(plain, named=Path(file))), file)
        store.backup(copied)
    try:
        listed_there = backups.packed(copied, named=Path(file))
        secret = secret or _key_within(listed_there)
        files = backups.unpack(copied, secret, named=Path(file))
        with looked_at(copied), reading(str(copied), secret) as copy:
            found, head = audit(copy, secret), copy.head()
        if found.first_fault:
            raise Corrupt(f"{file} is not restored: {found.first_fault}", code="audit.fault")
        if secret:
            _raise_incarnation(copied, secret)
        os.link(copied, place)  # unlike a move, this never takes the place of another file
        flush(place.absolute().parent)
    except OSError as error:
        raise Malformed(f"cannot write {place}: {error.strerror}", code="file.unwritable") from None
    finally:
        copied.unlink()
    written = backups.put_back(files, beside_log(place, None)) if secret else []
    parts, about_key = _with_key(place, source, _key_within(files))
    if files and not secret:
        about_key += "; its audits are restored only with the room's key: name it with --key"
    note = _about_mark(place, mark)
    target = beside(place, ".key")
    print_copy(
        head,
        as_json,
        room=str(place),
        key=str(target) if target.exists() else None,
        files=[str(each) for each in written],
    )
    if not as_json:
        click.echo(
            f"restored {listed([str(place), *map(str, written), *parts])}{about_key}", err=True
        )
    if not listed_there:
        click.echo(
            f"fairdeal: note: {file} holds no list of records: only its log is restored",
            err=True,
        )
    if note:
        click.echo(
            f"fairdeal: note: {note}; fairdeal accept-loss accepts the loss by name", err=True
        )


def _raise_incarnation(path: Path, secret: bytes) -> None:
    """What the room records from now on is not of the history that the backup was taken from."""
    from fairdeal.live.log.stores import open_store

    with closing(open_store(path, secret)) as store:
        store.seal(secret, origin=store.origin.raised())
    beside(path, ".lock").unlink(missing_ok=True)


def _about_mark(place: Path, named: str | None) -> str:
    """Whether the room has answered for more than the backup has, as its mark says."""
    from fairdeal.live.log import mark

    try:
        known = mark_of(str(place), None, named)
    except Unavailable as error:
        return str(error)
    with looked_at(place), reading(str(place)) as store:
        return mark.missing(store, known) if known else ""


@contextmanager
def _readable(file: Path, identity: str | None, place: Path) -> Iterator[Path]:
    """The backup as a file that can be read; decrypted, it lies beside the new log meanwhile."""
    from fairdeal.live.log import backups

    if not backups.is_encrypted(file):
        yield file
        return
    if identity is None:
        raise Refused(
            f"{file} is encrypted: name the file of its secret key with --identity",
            code="backup.encrypted",
        )
    plain = beside(place, ".decrypted")
    check_free(plain)
    backups.decrypt(file, plain, backups.identities_in(identity))
    try:
        with looked_at(plain):
            yield plain
    finally:
        plain.unlink()


def _check_key(place: Path, secret: bytes, source: str) -> None:
    """Refuse a place beside which the key of another room lies."""
    from fairdeal.live.shoe import key_in

    target = beside(place, ".key")
    if secret and target.exists() and key_in(target, create=False) != secret:
        raise Refused(
            f"the key in {target} is of another room than the key in {source}: move it away, or"
            " restore to another place with --to",
            code="file.taken",
        )


def _key_within(files: Mapping[str, bytes]) -> bytes:
    """The key that an encrypted backup carries; empty where it carries none."""
    try:
        return bytes.fromhex(files.get("key", b"").decode("ascii").strip())
    except ValueError:
        return b""


def _with_key(place: Path, source: Path | None, carried: bytes) -> tuple[list[str], str]:
    """Put the key beside the log: what was put there, and what else is to be said of it."""
    from fairdeal.live.shoe import write_key

    target = beside(place, ".key")
    if target.exists():
        return [], f"; the key in {target} was there already"
    if carried:
        write_key(target, carried)
        return [f"its key {target}"], ""
    if source is None:
        return [], f"; the room opens when its key is put into {target}"
    copy_key(source, target)
    return [f"its key {target}"], ""
