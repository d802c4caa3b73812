"""``fairdeal do``: give a command to a table of a room that no server runs."""

import json
from typing import Any

import click

from fairdeal.cli.acting import actor_for, arguments, as_option, command_of
from fairdeal.cli.asked import once
from fairdeal.cli.do_list import commands_in_lines
from fairdeal.cli.rooms import key_option, reading, room_option, where_is
from fairdeal.cli.screen import Screen


class _WithCommands(click.Command):
    """Its help page ends with the commands of a table."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write("\nWhat may be asked of a table, and by whom:\n")
        formatter.write("\n".join(commands_in_lines(formatter.width)) + "\n")


@click.command("do", cls=_WithCommands)
@click.argument("table", required=False)
@click.argument("command_name", metavar="[COMMAND]", required=False)
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@as_option
@once("--again", "again", metavar="KEY", help="The command's own key: asked twice, done once.")
@room_option
@key_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    table: str | None,
    command_name: str | None,
    words: tuple[str, ...],
    who: str | None,
    again: str | None,
    room: str | None,
    key: str | None,
    as_json: bool,
) -> None:
    """Give COMMAND to TABLE and print what happened; without them, list the commands.

    \b
    fairdeal do pit-1 open-table game=three-card-poker --as floor:fran
    fairdeal do pit-1 sit seat=1 --as player:alice
    fairdeal do pit-1 buy-in player=alice amount=200 --as floor:fran
    fairdeal do pit-1 place seat=1 bets.ante=10 bets.pair-plus=5 --as player:alice
    fairdeal do pit-1 no-more-bets --as dealer:house
    fairdeal do pit-1 decide seat=1 word=play --as player:alice

    Amounts are dollars.  The automatic dealer is dealer:house.
    """
    if table is None:
        click.echo("What may be asked of a table, and by whom:")
        click.echo("\n".join(commands_in_lines(Screen().width)))
        return
    name, asked = command_of(table, command_name)
    by, wanted = actor_for(name, who), arguments(name, asked, words)
    from fairdeal.live import Room
    from fairdeal.live.actors import check_name
    from fairdeal.live.commands import open_table
    from fairdeal.live.history.following import events_of

    check_name("table", table)
    where = where_is(room)
    if asked is not open_table:  # a new room in the wrong folder would only hide the right one
        with reading(where) as store:
            events_of(store, table)
    with Room.open(where, key_file=key) as opened:
        before = opened.table(table)
        done = opened.do(table, asked, by=by, key=again, **wanted)
    if as_json:
        _print_json(done.recorded, done.repeated)
        return
    from fairdeal.live.history.telling import told
    from fairdeal.live.table.state import after

    if done.repeated:
        click.echo("done before, under the same key:")
        click.echo("\n".join(f"  {each}" for each in done.recorded))
        return
    for event in done.events:
        click.echo(told(event, before))
        before = after(before, event)


def _print_json(recorded: Any, repeated: bool) -> None:
    shown = [
        {"pos": each.pos, "kind": each.kind, "event": json.loads(each.body)} for each in recorded
    ]
    click.echo(json.dumps({"repeated": repeated, "events": shown}, indent=2))
