"""``fairdeal do``: give a command to a table of a room that no server runs."""

import json
from collections.abc import Callable
from typing import Any

import click

from fairdeal.cli.acting import actor, arguments, as_option, command_named, shapes
from fairdeal.cli.asked import once
from fairdeal.cli.grids import heading
from fairdeal.cli.rooms import key_option, room_option, where_is
from fairdeal.cli.screen import Screen
from fairdeal.errors import Malformed


@click.command("do")
@click.argument("table", required=False)
@click.argument("command_name", metavar="COMMAND", required=False)
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
    fairdeal do pit-1 open-table game=three-card-poker limits.ante=5-100 --as floor:fran
    fairdeal do pit-1 sit seat=1 --as player:alice
    fairdeal do pit-1 buy-in player=alice amount=200 --as floor:fran
    fairdeal do pit-1 place seat=1 bets.ante=10 bets.pair-plus=5 --as player:alice
    fairdeal do pit-1 no-more-bets --as dealer:house
    fairdeal do pit-1 decide seat=1 word=play --as player:alice

    Amounts are dollars.  The automatic dealer is dealer:house.
    """
    if table is None:
        _show_commands()
        return
    if command_name is None:
        raise Malformed(
            f"nothing is asked of table {table}: name a command", code="command.unknown"
        )
    asked = command_named(command_name)
    if who is None:
        raise Malformed(
            f"nobody asks for {command_name}: say who with --as ROLE:NAME", code="actor.unreadable"
        )
    by, wanted = actor(who), arguments(asked, words)
    from fairdeal.live import Room

    with Room.open(where_is(room), key_file=key) as opened:
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


def _show_commands() -> None:
    from fairdeal.live.actors import MAY
    from fairdeal.live.arguments import form_of
    from fairdeal.live.commands import COMMANDS

    screen = Screen()
    heading(screen, "What may be asked of a table")
    for name, asked in COMMANDS.items():
        screen.show(f"\n[bold]{name}[/]  {_first_line(asked)}")
        words = " ".join(shapes(form_of(asked).__annotations__))
        if words:
            screen.show(f"  {words}")
        screen.show(f"  by {', '.join(sorted(MAY[name]))}")
    screen.flush()


def _first_line(asked: Callable[..., Any]) -> str:
    return (asked.__doc__ or "").splitlines()[0]
