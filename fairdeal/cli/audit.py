"""``fairdeal audit``: everything in a room's log looked at again."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fairdeal import money
from fairdeal.books.calendar import stamp, time_of
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import (
    key_of,
    key_option,
    many,
    mark_of,
    mark_option,
    reading,
    room_option,
    where_is,
)
from fairdeal.cli.screen import Screen
from fairdeal.errors import Corrupt, Unavailable

if TYPE_CHECKING:
    from fairdeal.live.audit import Findings

_SEALS: Final = {
    "fits": "fits the room's key",
    "broken": "is not of this room's key",
    "not checked": "not checked: there is no key to check it with",
}


@click.command("audit")
@room_option
@key_option
@mark_option
@click.option("--all", "every", is_flag=True, help="List every fault, not only the first.")
@once(
    "--head",
    "noted",
    metavar="N:HASH",
    help="A head that an earlier audit printed; the log must still contain it.",
)
@once(
    "--checkpoint",
    metavar="FILE",
    help="A checkpoint that was kept elsewhere; the log must begin with what it covers.",
)
@json_option
@needs("room")
def command(
    room: str | None,
    key: str | None,
    mark: str | None,
    every: bool,
    noted: str | None,
    checkpoint: str | None,
    as_json: bool,
) -> None:
    """Check a room's log from the first event to the last, and settle every round again.

    The audit checks that no event was changed, removed, added or moved; that the log contains the
    event which the room's mark names; that it begins with what each signed checkpoint covers, also
    one that was kept elsewhere, which finds a log that was rolled back or rewritten; that debits
    equal credits; that the cards are those fixed before the deal and were dealt in order; that bets
    kept to the limits and decisions to the rules; and that every bet was paid by the rules.  The
    room may be running meanwhile.  The exit code is 1 when a check fails.

    \b
    fairdeal audit
    fairdeal audit --room /srv/room/fairdeal.db --all
    fairdeal audit --head 51234:9f2c...
    fairdeal audit --checkpoint /mnt/notary/checkpoint.txt
    """
    from fairdeal.cli.checkpoint import note_in
    from fairdeal.live.audit import audit, read_head
    from fairdeal.live.audit.findings import Check, Fault

    where = where_is(room)
    secret = key_of(where, key)
    end = None if noted is None else read_head(noted)
    kept = None if checkpoint is None else note_in(checkpoint)
    known, unreadable = None, ""
    try:
        known = mark_of(where, key, mark)  # before the log, which grows first
    except Unavailable as error:
        unreadable = str(error)
    with reading(where, secret) as store, bar("auditing") as progress:
        found = audit(
            store,
            secret,
            every=every,
            noted=end,
            mark=known,
            checkpoint=kept,
            progress=progress,
        )
    if unreadable:
        fault = Fault(0, "", "", Check.MARK, unreadable)
        found = replace(found, faults=(fault, *found.faults))
    if as_json:
        times = {"begun": stamp(found.begun), "ended": stamp(found.ended)}
        click.echo(json.dumps({"room": store.name, **found.as_json(), **times}, indent=2))
    else:
        _show(store.name, found)
    if not found.holds:
        sentences = [str(fault) for fault in found.faults]
        raise Corrupt("; ".join(sentences), code="audit.fault", faults=sentences)


def _show(name: str, found: "Findings") -> None:
    screen = Screen()
    screen.show(Text.assemble("Audit of ", (name, "bold")))
    screen.show()
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for heading, text in _rows(found):
        grid.add_row(heading, Text(text))
    screen.show(grid)
    screen.flush()
    # On a line of its own and never broken, since people will copy it.
    click.echo(f"head  {found.head_in_words}\n")
    screen = Screen()
    for warning in found.warnings:
        screen.show(Text(f"Note: {warning}"))
    verdict = "Everything holds" if found.holds else "It does not hold"
    screen.show(f"[bold]{verdict}[/]")
    for fault in found.faults:
        screen.show(Padding(Text(str(fault)), (0, 0, 0, 2)))
    screen.flush()


def _rows(found: "Findings") -> Iterator[tuple[str, str]]:
    yield "events", f"{found.events:,} at {many(len(found.tables), 'table')}"
    if found.events:
        yield "time", f"{time_of(found.begun)} to {time_of(found.ended)} UTC"
    yield "rounds", f"{found.rounds:,} begun, {found.settled_again:,} settled again to the cent"
    for digest, rounds in found.other_rules.items():
        yield "", f"{rounds:,} not settled again: other rules ({digest})"
    if found.voided or found.in_play:
        yield "", f"{found.voided:,} void, {found.in_play:,} in play"
    for name, cents in found.accounts:
        yield name, money.show(cents)
    if found.balances:
        yield "in all", money.show(sum(found.balances.values()))
    yield "seal", _SEALS[str(found.seal)]
    yield "mark", _marked(found)
    yield "checkpoints", _signed(found)


def _signed(found: "Findings") -> str:
    if any(fault.check == "checkpoint" for fault in found.faults):
        return "do not hold"
    if found.checkpoint is None:
        return "not checked: none was signed"
    return f"{found.checkpoints:,} hold, the newest over {found.checkpoint.size:,} entries"


def _marked(found: "Findings") -> str:
    if not found.mark:
        return "not checked: there is no mark, or no key to read it with"
    if any(fault.check == "mark" for fault in found.faults):
        return "is not in the log"
    return f"event {int(found.mark.partition(':')[0]):,} is in the log"
