"""``fairdeal checkpoint``: the signed checkpoint of a room's log, and whether one holds."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal.books.calendar import stamp
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.rooms import reading, room_option, where_is
from fairdeal.errors import Malformed, Refused, Unavailable

if TYPE_CHECKING:
    from fairdeal.live.log.checkpoints import Note

_PROOF: Final = "/api/checkpoint/consistency"
"""Where a card room gives consistency proofs."""


@click.command("checkpoint")
@room_option
@once("--out", metavar="FILE", help="Write the checkpoint to FILE, in place of an older one.")
@once("--verify", metavar="FILE", help="Verify the checkpoint in FILE; no room is needed.")
@once("--public-key", "public", metavar="KEY", help="The room's public key, for --verify.")
@once("--other", metavar="FILE", help="Another checkpoint of the same log, for --verify.")
@once("--proof", metavar="FILE", help="The proof that leads from one to the other, as JSON.")
@click.option(
    "--witness",
    "witnesses",
    metavar="KEY",
    multiple=True,
    help="A witness who must have cosigned, for --verify; may be given again.",
)
@json_option
@needs("room")
def command(
    room: str | None,
    out: str | None,
    verify: str | None,
    public: str | None,
    other: str | None,
    proof: str | None,
    witnesses: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print the newest signed checkpoint of a room's log, and the public key that verifies it.

    A checkpoint covers every entry that the log had.  Keep it, and the public key, where the house
    cannot change them: fairdeal audit --checkpoint FILE then finds a log that was rolled back or
    rewritten.  With --verify, a checkpoint is verified instead; with --other, that both are of one
    history, for which checkpoints of different sizes need the room's consistency proof.

    \b
    fairdeal checkpoint --out /mnt/notary/checkpoint.txt
    fairdeal checkpoint --verify checkpoint.txt --public-key 9fda87f2...
    """
    if verify is not None:
        _verify(verify, public, other, proof, witnesses, as_json)
        return
    if public or other or proof or witnesses:
        raise Refused(
            "--public-key, --other, --proof and --witness belong to --verify FILE",
            code="option.alone",
        )
    from fairdeal.live.log.checkpoints import NoteKey, read_note
    from fairdeal.live.log.notary import newest

    with reading(where_is(room)) as store:
        if (kept := newest(store)) is None:
            raise Unavailable(
                f"the log in {store.name} has no checkpoint yet: a room signs one each second while"
                " its log grows",
                code="checkpoint.none",
            )
        note, key = read_note(kept.note), NoteKey(store.origin.line, store.public_key)
    if out is not None:
        write(Path(out), str(note))
    if as_json:
        about = {"at": stamp(kept.at), "checkpoint": str(note), "public_key": str(key)}
        click.echo(json.dumps({**_told(note), **about}, indent=2))
        return
    if out is None:
        click.echo(str(note), nl=False)
    click.echo(f"public key {key}", err=True)


def _told(note: "Note") -> dict[str, Any]:
    return {"origin": note.origin, "size": note.size, "root": note.root.hex()}


def write(path: Path, text: str) -> None:
    """Write a file whole, in place of an older one."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(text, "utf-8", newline="\n")
        new.replace(path)
    except OSError as error:
        raise Malformed(f"cannot write {path}: {error.strerror}", code="file.unwritable") from None


def bytes_in(file: str) -> bytes:
    """What a file holds."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Malformed(f"cannot read {file}: {error.strerror}", code="file.unreadable") from None


def note_in(file: str) -> "Note":
    """The checkpoint in a file, unverified."""
    from fairdeal.live.log.checkpoints import read_note

    return read_note(bytes_in(file).decode(errors="replace"))


def _verify(
    file: str,
    public: str | None,
    other: str | None,
    proof: str | None,
    witnesses: tuple[str, ...],
    as_json: bool,
) -> None:
    from fairdeal.live.log import checkpoints

    if public is None:
        raise Malformed("--verify needs --public-key KEY", code="option.missing")
    key, seen = checkpoints.read_public_key(public), {}
    note = note_in(file)
    checkpoints.check_signed(note, key)
    for text in witnesses:
        witness = checkpoints.NoteKey.read(text)
        seen[witness.name] = checkpoints.check_cosigned(note, witness)
    if other is not None:
        second = note_in(other)
        checkpoints.check_signed(second, key)
        if proof is None and note.size != second.size:
            old, new = sorted((note.size, second.size))
            raise Refused(
                f"the checkpoints are over {old:,} and {new:,} entries: name with --proof the file"
                f" of the proof that its room gives at {_PROOF}?old={old}&new={new}",
                code="option.missing",
            )
        checkpoints.check_of_one_history(note, second, [] if proof is None else _path_in(proof))
    if as_json:
        click.echo(json.dumps({**_told(note), "cosigned": seen}, indent=2))
        return
    click.echo(f"{note.origin} has signed {note.size:,} entries, root {note.root.hex()}")
    for name, at in seen.items():
        click.echo(f"{name} has seen it at {stamp(at * 1_000_000)}")
    if other is not None:
        click.echo(f"{other} is of the same history")


def _path_in(file: str) -> list[bytes]:
    """The hashes of a proof, as the card room's JSON interface gives it."""
    from msgspec import DecodeError
    from msgspec.json import decode

    from fairdeal.live.log.notary import Consistency

    try:
        found = decode(bytes_in(file), type=Consistency)
        return [bytes.fromhex(each) for each in found.path]
    except (DecodeError, ValueError):
        raise Malformed(
            f"{file} is not a consistency proof: expected the JSON that a card room gives at"
            f" {_PROOF}",
            code="proof.unreadable",
        ) from None
