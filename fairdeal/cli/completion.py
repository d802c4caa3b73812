"""Shell completion: verbs, games, bets, pay tables, and the tables of a room."""

from collections.abc import Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from fairdeal import extras, games
from fairdeal.cli import VERBS
from fairdeal.cli.rooms import where_is
from fairdeal.errors import FairdealError
from fairdeal.games.layout import Game
from fairdeal.games.sheets import approved

Items = list[CompletionItem]


def _begun(incomplete: str, found: Iterable[tuple[str, str]]) -> Items:
    return [CompletionItem(word, help=text) for word, text in found if word.startswith(incomplete)]


def verbs(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The commands of fairdeal."""
    return _begun(incomplete, VERBS.items())


def game_keys(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The games."""
    return _begun(incomplete, ((each.key, each.name) for each in games.GAMES.values()))


def bets(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The bets of the game that was typed."""
    found = _game(ctx)
    return _begun(incomplete, ((bet.key, bet.name) for bet in found.bets)) if found else []


def pay_tables(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The pay tables of the game that was typed: ``BET=NAME``, and combinations."""
    found = _game(ctx)
    if found is None:
        return []
    sheets = approved(found)
    named = [
        (f"{bet}={name}", f"pay table {name} of {bet}")
        for bet, tables in sheets.tables.items()
        for name in tables
    ]
    several = [(name, "several pay tables together") for name in sheets.combinations]
    return _begun(incomplete, [*named, *several])


def options(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The house options of the game that was typed, with every value."""
    found = _game(ctx)
    each_value = (
        (f"{option.key}={value}", option.text)
        for option in (found.options if found else ())
        for value in option.values
    )
    return _begun(incomplete, each_value)


def tables(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The tables of the room that ``--room`` names, or of the usual one."""
    if extras.missing("room"):
        return []
    from fairdeal.live.table.progressive import is_table

    streams = (name for name in _streams(ctx) if is_table(name))
    return _begun(incomplete, ((name, "") for name in streams))


def tables_and_progressives(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The tables and progressives of the room, which take commands."""
    if extras.missing("room"):
        return []
    from fairdeal.live.log.chain import ROOM
    from fairdeal.live.table.progressive import name_in

    named = [name_in(each) for each in _streams(ctx) if each != ROOM]
    return _begun(incomplete, ((name, "") for name in named))


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The commands that a table or a progressive takes."""
    if extras.missing("room"):
        return []
    from fairdeal.live.commands import COMMANDS

    told = ((name, (each.__doc__ or "").splitlines()[0]) for name, each in COMMANDS.items())
    return _begun(incomplete, told)


def _game(ctx: click.Context) -> Game | None:
    # While the last option has no value yet, Click has read no argument, and keeps them all aside.
    typed = (ctx.params.get("game") or "", *ctx.args)
    return next((games.GAMES[each] for each in typed if each in games.GAMES), None)


def _streams(ctx: click.Context) -> list[str]:
    """The streams of the room's log; none where it cannot be read: completion shows no errors."""
    from fairdeal.live.log.stores import open_store

    with suppress(FairdealError):
        store = open_store(where_is(ctx.params.get("room")), read_only=True)
        try:
            return sorted(store.streams())
        finally:
            store.close()
    return []
