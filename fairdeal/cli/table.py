"""``fairdeal table``: a table as a viewer may see it."""

from typing import TYPE_CHECKING

import click

from fairdeal.cli import completion
from fairdeal.cli.acting import actor, as_option
from fairdeal.cli.options import json_option, needs
from fairdeal.cli.rooms import key_of, key_option, reading_with_note, room_option, where_is

if TYPE_CHECKING:
    from fairdeal.live import Actor
    from fairdeal.live.log.stores import Store
    from fairdeal.live.views import View


@click.command("table")
@click.argument("table", required=False, shell_complete=completion.tables)
@as_option
@room_option
@key_option
@json_option
@needs("room")
def command(
    table: str | None, who: str | None, room: str | None, key: str | None, as_json: bool
) -> None:
    """Show TABLE as the public sees it, or as the person --as names; without TABLE, all tables.

    Players see their own cards, and no card that lies face down for others.

    \b
    fairdeal table
    fairdeal table pit-1 --as player:alice
    """
    import msgspec

    from fairdeal.cli.table_screen import show_table, show_tables

    where = where_is(room)
    secret = key_of(where, key)
    viewer = actor(who) if who else None
    with reading_with_note(where, key, secret) as store:
        names = [table] if table else _tables(store)
        shown = [_seen(store, name, viewer, secret) for name in names]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(shown[0] if table else shown)).decode())
    elif table:
        show_table(shown[0])
    else:
        show_tables(shown)


def _tables(store: "Store") -> list[str]:
    from fairdeal.live.table.progressive import is_table

    return sorted(name for name in store.streams() if is_table(name))


def _seen(store: "Store", name: str, viewer: "Actor | None", key: bytes) -> "View":
    """The table as the log has it, with the viewer's own cards where the key can open them."""
    from fairdeal.live import views
    from fairdeal.live.history import following
    from fairdeal.live.linking import Linking
    from fairdeal.live.shoe import Shoe
    from fairdeal.live.table.context import deck_in_play
    from fairdeal.live.table.state import Table

    following.events_of(store, name)
    table, deck = Table(name), None
    for each in following.followed(store.stream(name)):
        table = each.then
    now = table.playing
    if key and now and views.own_seats(table, viewer) and views.may_look(table):
        deck = deck_in_play(Shoe(key), name, now)
    meters = table.setup.progressive if table.setup else ""
    progressive = Linking(store).progressive(meters) if meters else None
    return views.view(table, viewer, deck, progressive)
