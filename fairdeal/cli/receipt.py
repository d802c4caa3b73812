"""``fairdeal receipt``: a round that proves itself, and whether such a receipt holds."""

import json
from pathlib import Path

import click

from fairdeal.cli import completion
from fairdeal.cli.checkpoint import bytes_in, write
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.replay import named
from fairdeal.cli.rooms import many, reading, room_option, where_is
from fairdeal.errors import Malformed, Refused


@click.command("receipt")
@click.argument("name", metavar="[TABLE/ROUND]", required=False, shell_complete=completion.tables)
@click.option("--seat", type=click.IntRange(min=1), help="Show the events of this seat alone.")
@once("--out", metavar="FILE", help="Write the receipt to FILE, in place of an older one.")
@once("--verify", metavar="FILE", help="Verify the receipt in FILE; no room is needed.")
@once("--public-key", "public", metavar="KEY", help="The room's public key, for --verify.")
@room_option
@json_option
@needs("room")
def command(
    name: str | None,
    seat: int | None,
    out: str | None,
    verify: str | None,
    public: str | None,
    room: str | None,
    as_json: bool,
) -> None:
    """Write the receipt of a round that is over: its events, and the proof that a checkpoint
    covers them.

    A receipt is JSON, and is verified with the room's public key alone, years later and without the
    house.  With --seat, the events of other seats are named by their digests; what is settled for
    all seats at once stays.  What was paid after the round is over is not in it.

    \b
    fairdeal receipt pit-1/42 --seat 3 --out receipt.json
    fairdeal receipt --verify receipt.json --public-key 9fda87f2...
    """
    if verify is not None:
        if name or seat or out:
            raise Refused(
                "--verify FILE takes no round, seat or file to write", code="option.alone"
            )
        _verify(verify, public, as_json)
        return
    if name is None:
        raise Malformed("receipt needs a round, such as pit-1/42, or --verify", code="usage")
    from msgspec.json import encode, format

    from fairdeal.live.history.receipts import receipt_of

    table, number = named(name)
    with reading(where_is(room)) as store:
        text = format(encode(receipt_of(store, table, number, seat or 0)), indent=2).decode()
    if out is None:
        click.echo(text)
    else:
        write(Path(out), f"{text}\n")


def _verify(file: str, public: str | None, as_json: bool) -> None:
    from fairdeal.live.history.receipts import read_receipt, verified
    from fairdeal.live.log.checkpoints import read_public_key

    if public is None:
        raise Malformed("--verify needs --public-key KEY", code="option.missing")
    receipt = read_receipt(bytes_in(file))
    found = verified(receipt, read_public_key(public))
    shown = [{"kind": each.kind, "body": json.loads(each.body)} for each in found.events]
    if as_json:
        about = {"round": f"{receipt.table}/{receipt.round}", "seat": receipt.seat}
        signed = {"origin": found.note.origin, "size": found.note.size}
        click.echo(
            json.dumps({**about, **signed, "hidden": found.hidden, "events": shown}, indent=2)
        )
        return
    for each in found.events:
        click.echo(f"{each.kind:<20} {each.body}")
    click.echo(
        f"round {receipt.table}/{receipt.round} holds: {many(len(shown), 'event')} shown,"
        f" {found.hidden:,} named by digest, under the checkpoint of {found.note.origin} over"
        f" {found.note.size:,} entries"
    )
