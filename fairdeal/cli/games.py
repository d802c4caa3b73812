"""``fairdeal games``: what is dealt, and by which rules."""

import json
from typing import Any, Final

import click
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from fairdeal import games
from fairdeal.games.describe import described, figures, notes, side_by_side

MOST_BESIDE: Final = 6
"""Pay tables that fit beside each other on a screen of eighty columns."""


@click.command("games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str | None, as_json: bool) -> None:
    """List the games, or show everything about one GAME.

    Its bets, the procedure of a round, the order of settlement, every pay table with its source,
    house options, our readings of unclear points, and irregularities.
    """
    if game is not None:
        shown = described(games.game(game))
        click.echo(json.dumps(shown, indent=2)) if as_json else _show_game(shown)
        return
    every = [described(each) for each in games.GAMES.values()]
    if as_json:
        keys = ("game", "name", "text", "document")
        click.echo(json.dumps([{key: each[key] for key in keys} for each in every], indent=2))
    else:
        _show_list(every)


def _show_list(every: list[dict[str, Any]]) -> None:
    console = Console(highlight=False)
    grid = Table.grid(padding=(0, 2))
    for each in every:
        bets = ", ".join(bet["name"] for bet in each["bets"])
        maker = each["document"]["maker"]
        about = f"[bold]{each['name']}[/], {maker}\n{each['text']}\n[dim]{bets}[/]\n"
        grid.add_row(f"[bold]{each['game']}[/]", about)
    console.print(grid)
    console.print("fairdeal games GAME shows bets, procedure, pay tables, sources and readings")


def _show_game(shown: dict[str, Any]) -> None:
    console = Console(highlight=False)
    document = shown["document"]
    console.print(f"[bold]{shown['name']}[/] ({shown['game']})")
    console.print(f"{shown['text']}.")
    source = ", ".join(document[key] for key in ("maker", "title", "date", "note") if document[key])
    console.print(f"Source: {source}")

    _heading(console, "Bets")
    bets = _table("bet", "what it is about", "rules")
    for bet in shown["bets"]:
        bets.add_row(f"[bold]{bet['bet']}[/]", bet["text"], ", ".join(bet["rules"]))
    console.print(bets)

    for style, steps in shown["procedures"].items():
        _heading(console, f"A round, {style}-dealt")
        for number, step in enumerate(steps, 1):
            say = f" [italic]“{step['say']}”[/]" if step["say"] else ""
            _item(console, f"{number:2}", f"{step['text']}{say}")

    _heading(console, "Settlement")
    for stage in shown["settlement"]:
        bets_in_order = ", ".join(stage["bets"])
        _item(console, "", f"{stage['text']}: {bets_in_order} ({stage['seats']})")

    for bet in shown["bets"]:
        tables = [table for table in shown["pay_tables"] if table["bet"] == bet["bet"]]
        if tables:
            _show_pay_tables(console, bet["name"], tables)
    if shown["combinations"]:
        _heading(console, "Pay tables by the document's names for several together")
        for each in shown["combinations"]:
            tables_named = ", ".join(f"{bet} {name}" for bet, name in each["tables"].items())
            text = f"{tables_named}, printed: {figures(each)}"
            _item(console, "", f"[bold]{each['name']}[/] {text}")
    if shown["meters"]:
        _heading(console, "Meters")
        for each in shown["meters"]:
            text = f"resets at {each['reset']}, grows by {each['increment']} of each wager"
            _item(console, "", f"[bold]{each['meter']}[/] {text} (for a {each['wager']} wager)")

    if shown["options"]:
        _heading(console, "House options, the default first")
        for each in shown["options"]:
            text = f"{' or '.join(each['values'])}: {each['text']} ({each['source']})"
            _item(console, "", f"[bold]{each['option']}[/] = {text}")
    _heading(console, "Our readings where the document is silent or unclear")
    for each in shown["readings"]:
        _item(console, "", f"{each['point']}: [bold]{each['ours']}[/]")
    _heading(console, "Irregularities")
    for each in shown["irregularities"]:
        ruling = f"{each['event']}. [bold]{each['ruling']}.[/] ({each['source']})"
        _item(console, "", ruling)


def _show_pay_tables(console: Console, bet: str, tables: list[dict[str, Any]]) -> None:
    """All tables of a bet beside each other, a column each."""
    _heading(console, f"Pay tables: {bet}")
    for column in dict.fromkeys(key for table in tables for key in table["columns"]):
        if column != "pays":
            console.print(f"  {column}")
        having = [table for table in tables if column in table["columns"]]
        for start in range(0, len(having), MOST_BESIDE):
            console.print(_grid(column, having[start : start + MOST_BESIDE]))
    unit = "" if _has_for(tables) else "a bare number is to 1; "
    for note in (f"{unit}* is the default", *notes(tables)):
        _item(console, "", note)


def _grid(column: str, tables: list[dict[str, Any]]) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    for table in tables:
        grid.add_column(f"{table['name']}{'*' if table['default'] else ''}", justify="right")
    for hand, *pays in side_by_side(tables, column):
        bare = not _has_for(tables)
        grid.add_row(hand, *(pay.removesuffix(" to 1") if bare else pay for pay in pays))
    return grid


def _has_for(tables: list[dict[str, Any]]) -> bool:
    """Whether a table pays "for 1", so that "to 1" must not be left unsaid."""
    columns = (column for table in tables for column in table["columns"].values())
    return any(line["pays"].endswith("for 1") for column in columns for line in column)


def _heading(console: Console, text: str) -> None:
    console.print(f"\n[bold underline]{text}[/]")


def _item(console: Console, mark: str, text: str) -> None:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=2)
    grid.add_column()
    grid.add_row(mark, text)
    console.print(Padding(grid, (0, 0, 0, 1)))


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading)
    return table
