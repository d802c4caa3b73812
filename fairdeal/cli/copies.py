"""Copies of a log in a file, and of its key."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.cli.rooms import many
from fairdeal.errors import Malformed, Refused

if TYPE_CHECKING:
    from fairdeal.live.log.chain import Head

BESIDE: Final = ("-wal", "-shm")
"""What the database keeps beside a file that is open; a stale one would be taken for its own."""


def named_target(target: str | None, what: str) -> str:
    """The place that ``--to`` names; a command that writes needs one."""
    if target is None:
        raise Malformed(f"--to is missing: expected --to {what}", code="option.missing")
    return target


def print_copy(head: "Head", as_json: bool, **facts: object) -> None:
    """Print the end of a log that was copied: for a person in a line, for programs with *facts*."""
    digest = head.hash.hex()
    if as_json:
        click.echo(json.dumps({"events": head.pos, "head": digest, **facts}, indent=2))
    else:
        click.echo(f"{many(head.pos, 'event')}, head {head.pos}:{digest}")


def beside(path: Path, end: str) -> Path:
    """The file of that name with something added to it."""
    return path.with_name(path.name + end)


@contextmanager
def looked_at(path: Path) -> Iterator[None]:
    """A copy that nobody else knows of yet, left without a trace of having been read."""
    try:
        yield
    finally:
        for end in BESIDE:
            beside(path, end).unlink(missing_ok=True)


def check_free(path: Path) -> None:
    """Refuse a place where something is already."""
    if path.exists():
        raise Refused(f"{path} exists already, and nothing is overwritten", code="file.taken")


def copy_key(source: Path, target: Path) -> None:
    """Put a key where only its owner may read it."""
    from fairdeal.live.shoe import key_in, write_key

    key = key_in(source, create=False)
    try:
        write_key(target, key)
    except OSError as error:
        raise Malformed(
            f"cannot write {target}: {error.strerror}", code="file.unwritable"
        ) from None
