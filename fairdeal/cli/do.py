"""``fairdeal do``: give a command to a table or a progressive of a room that no server runs."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from fairdeal import extras
from fairdeal.cli import completion
from fairdeal.cli.accounts import check_in
from fairdeal.cli.acting import actor_for, arguments, as_option, command_of
from fairdeal.cli.do_list import commands_in_json, commands_in_lines
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.rooms import key_option, mark_is, mark_option, reading, room_option, where_is
from fairdeal.cli.screen import Screen
from fairdeal.errors import Refused, did_you_mean

if TYPE_CHECKING:
    from fairdeal.live import Done, Room
    from fairdeal.live.log.chain import Recorded
    from fairdeal.live.table.state import Table


class _WithCommands(click.Command):
    """Its help page ends with the commands, where they are installed."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if extras.missing("room"):
            return
        formatter.write("\n" + "\n".join(commands_in_lines(formatter.width)) + "\n")


@click.command("do", cls=_WithCommands)
@click.argument("table", required=False, shell_complete=completion.tables_and_progressives)
@click.argument(
    "command_name", metavar="[COMMAND]", required=False, shell_complete=completion.commands
)
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@as_option
@once(
    "--idempotency-key",
    "again",
    metavar="KEY",
    help="A command that is repeated under the same key is carried out once.",
)
@once("--again", "old_again", hidden=True)
@room_option
@key_option
@mark_option
@json_option
@needs("room")
def command(
    table: str | None,
    command_name: str | None,
    words: tuple[str, ...],
    who: str | None,
    again: str | None,
    old_again: str | None,
    room: str | None,
    key: str | None,
    mark: str | None,
    as_json: bool,
) -> None:
    """Give COMMAND to TABLE and print what happened; without them, list the commands.

    TABLE is the name of a progressive where the command is one of a progressive's.

    \b
    fairdeal do pit-1 open-table game=three-card-poker --as floor:fran
    fairdeal do pit-1 sit seat=1 --as player:alice
    fairdeal do pit-1 buy-in player=alice amount=200 --as floor:fran
    fairdeal do pit-1 place seat=1 bets.ante=10 bets.pair-plus=5 --as player:alice
    fairdeal do pit-1 no-more-bets --as dealer:house
    fairdeal do pit-1 decide seat=1 word=play --as player:alice
    fairdeal do stax open-progressive game=ags-3-card --as manager:max

    Amounts are dollars.  The automatic dealer is dealer:house.  In a room that has accounts a
    person of the house signs in: the password is asked for, or taken from FAIRDEAL_PASSWORD.
    """
    if table is None:
        if as_json:
            click.echo(json.dumps(list(commands_in_json()), indent=2))
        else:
            click.echo("\n".join(commands_in_lines(Screen().width)))
        return
    name, asked = command_of(table, command_name)
    by, wanted = actor_for(name, who), arguments(name, asked, words)
    from fairdeal.live import Room
    from fairdeal.live.actors import check_name
    from fairdeal.live.commands import OF_PROGRESSIVES, open_progressive, open_table
    from fairdeal.live.table.state import Table

    to_meters = name in OF_PROGRESSIVES
    check_name("progressive" if to_meters else "table", table)
    where = where_is(room)
    # A new room in the wrong folder would only hide the right one.
    if asked not in (open_table, open_progressive):
        _check_there(where, table, to_meters)
    with Room.open(where, key_file=key, mark_file=mark_is(mark), is_brief=True) as opened:
        check_in(opened, by)
        before = Table(table) if to_meters else opened.table(table)
        done = opened.do(table, asked, by=by, key=again or old_again, **wanted)
        rows = _happened(opened, before, done)
    if as_json:
        _print_json([row for row, _ in rows], done.repeated)
    elif done.repeated:
        click.echo("done before, under the same key:")
        click.echo("\n".join(f"  {each}" for each in done.recorded))
    else:
        click.echo("\n".join(text for _, text in rows))


def _check_there(where: str, name: str, to_meters: bool) -> None:
    from fairdeal.live.history.following import events_of
    from fairdeal.live.linking import Linking

    with reading(where) as store:
        if not to_meters:
            events_of(store, name)
        elif name not in (known := Linking(store).names()):
            hint = did_you_mean(name, known) if known else "open it first"
            raise Refused(f"there is no progressive {name!r}: {hint}", code="progressive.none")


def _happened(room: "Room", before: "Table", done: "Done") -> list[tuple["Recorded", str]]:
    """What the command did, and what the automatic dealer paid because of it; each as a sentence.

    The automatic dealer confirms a jackpot when the log has its order, in an entry of its own.
    """
    from fairdeal.live.history.telling import told
    from fairdeal.live.log.codec import decoded
    from fairdeal.live.table.progressive import is_progressive
    from fairdeal.live.table.state import after

    first = done.recorded[0]
    if done.repeated or is_progressive(first.stream):
        return [(row, told(decoded(row.kind, row.body), before)) for row in done.recorded]
    rows = []
    room.store.catch_up()
    for row in room.history(first.stream, after=before.version):
        event = decoded(row.kind, row.body)
        if row.version >= first.version:
            rows.append((row, told(event, before)))
        before = after(before, event)
    return rows


def _print_json(recorded: Iterable["Recorded"], repeated: bool) -> None:
    shown = [
        {"pos": each.pos, "kind": each.kind, "event": json.loads(each.body)} for each in recorded
    ]
    click.echo(json.dumps({"repeated": repeated, "events": shown}, indent=2))
