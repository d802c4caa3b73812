"""``fairdeal games``: what is dealt, and by which rules."""

import json
from typing import Any

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from fairdeal import games
from fairdeal.cli import completion
from fairdeal.cli.options import json_option
from fairdeal.cli.screen import Screen
from fairdeal.games.describe import described
from fairdeal.games.phrases import (
    figures,
    notes,
    qualifies,
    settled_by,
    side_by_side,
    size,
    source,
    step_in_words,
)


@click.command("games")
@click.argument("game", required=False, shell_complete=completion.game_keys)
@json_option
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
    screen = Screen()
    for each in every:
        by = games.SOURCES[each["game"]]
        brought = f" ({by})" if by else ""
        maker = each["document"]["maker"]
        name = escape(f"{each['name']}, {maker}{brought}")
        screen.show(f"[bold]{each['game']}[/]  {name}")
        _item(screen, "", each["text"])
        _item(screen, "", "bets: " + ", ".join(bet["bet"] for bet in each["bets"]))
        screen.show()
    for fault in games.FAULTS.values():
        screen.show(escape(fault))
        screen.show()
    screen.show("fairdeal games GAME shows bets, procedure, pay tables, sources and readings")
    screen.flush()


def _show_game(shown: dict[str, Any]) -> None:
    screen = Screen()
    screen.show(f"[bold]{shown['name']}[/] ({shown['game']})")
    screen.show(f"{shown['text']}.")
    screen.show(size(shown))
    screen.show(f"Source: {source(shown)}")

    _heading(screen, "Bets")
    for bet in shown["bets"]:
        _item(screen, "", f"[bold]{bet['bet']}[/]: {bet['text']} ({', '.join(bet['rules'])})")
    for notice in shown["notices"]:
        _item(screen, "", f"Also: {notice}")

    if shown["ranking"]["kinds"]:
        _show_ranking(screen, shown)
    for style, steps in shown["procedures"].items():
        _heading(screen, f"A round, {style}-dealt")
        for number, step in enumerate(steps, 1):
            _item(screen, f"{number:2}", escape(step_in_words(step)))

    _heading(screen, "Settlement")
    for stage in shown["settlement"]:
        bets_in_order = ", ".join(stage["bets"])
        _item(screen, "", f"{stage['text']}: {bets_in_order} ({stage['seats']})")

    for bet in shown["bets"]:
        tables = [table for table in shown["pay_tables"] if table["bet"] == bet["bet"]]
        if tables:
            _show_pay_tables(screen, bet["name"], tables)
    if shown["examples"]:
        _heading(screen, "The document's examples, with cards of ours: fairdeal settle works them")
        for number, each in enumerate(shown["examples"], 1):
            _item(screen, f"{number:2}", f"{each['title']}: {each['text']}")
            _item(screen, "", escape(settled_by(shown, each)), indent=2)
    _show_rest(screen, shown)
    screen.flush()


def _show_ranking(screen: Screen, shown: dict[str, Any]) -> None:
    ranking = shown["ranking"]
    _heading(screen, f"How hands rank, highest first: {ranking['of']}")
    for number, kind in enumerate(ranking["kinds"], 1):
        _item(screen, f"{number:2}", f"[bold]{kind['hand']}[/]: {kind['example']} ({kind['text']})")
    _item(screen, "", f"Ace: {ranking['ace']}")
    _item(screen, "", f"Source: {ranking['source']}")
    if shown["qualifier"]:
        _item(screen, "", f"{qualifies(shown)}.")
    _item(screen, "", f"On the felt: {'; '.join(shown['legends'])}")


def _show_rest(screen: Screen, shown: dict[str, Any]) -> None:
    if shown["combinations"]:
        _heading(screen, "Pay tables by the document's names for several together")
        for each in shown["combinations"]:
            named = ", ".join(f"{bet} {name}" for bet, name in each["tables"].items())
            _item(screen, "", f"[bold]{each['name']}[/] {named}, printed: {figures(each)}")
    if shown["meters"]:
        _heading(screen, "Meters")
        for each in shown["meters"]:
            text = f"resets at {each['reset']}, grows by {each['increment']} of each wager"
            _item(screen, "", f"[bold]{each['meter']}[/] {text} (for a {each['wager']} wager)")
    if shown["options"]:
        _heading(screen, "House options, the default first")
        for each in shown["options"]:
            text = f"{' or '.join(each['values'])}: {each['text']} ({each['source']})"
            _item(screen, "", f"[bold]{each['option']}[/] = {text}")
    _heading(screen, "Our readings where the document is silent or unclear")
    for each in shown["readings"]:
        _item(screen, "", f"{each['point']}: [bold]{each['ours']}[/]")
    _heading(screen, "Irregularities, by the key that a report names")
    for each in shown["irregularities"]:
        _item(screen, "", f"[bold]{each['irregularity']}[/]: {each['event']}")
        _item(screen, "", f"{each['ruling']} ({each['source']})", indent=2)
        for number, step in enumerate(each["steps"], 1):
            _item(screen, "", f"{number}. {step}", indent=2)
        _item(screen, "", f"At a live table: {each['effect']}", indent=2)


def _show_pay_tables(screen: Screen, bet: str, tables: list[dict[str, Any]]) -> None:
    """All tables of a bet beside each other, a column each, as many as fit."""
    _heading(screen, f"Pay tables: {bet}")
    titles = {key: title for table in tables for key, title in table["titles"].items()}
    for column, title in titles.items():
        if column != "pays":
            _item(screen, "", title)
        rows = side_by_side([table for table in tables if column in table["columns"]], column)
        if not _has_for(tables):
            rows = [[cell.removesuffix(" to 1") for cell in row] for row in rows]
        for grid in _grids(rows, screen.width):
            screen.show(grid)
    unit = "" if _has_for(tables) else "a bare number is to 1; "
    for note in (f"{unit}* is the default", *notes(tables)):
        _item(screen, "", note)


def _grids(rows: list[list[str]], width: int) -> list[Table]:
    """The rows as tables that are no wider than the screen; the first column comes in each."""
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    groups: list[list[int]] = []
    for place in range(1, len(widths)):
        taken = widths[0] + sum(widths[each] for each in groups[-1]) if groups else width
        if taken + widths[place] > width:
            groups.append([])
        groups[-1].append(place)
    even = -(-(len(widths) - 1) // len(groups))  # no group should be left with a single table
    places = list(range(1, len(widths)))
    spread = [places[start : start + even] for start in range(0, len(places), even)]
    if all(widths[0] + sum(widths[each] for each in group) <= width for group in spread):
        groups = spread
    tables = []
    for group in groups:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(rows[0][0], no_wrap=True)
        for place in group:
            table.add_column(rows[0][place], justify="right", no_wrap=True)
        kept = [row for row in rows[1:] if any(row[place] for place in group)]
        for row in kept:
            table.add_row(row[0], *(row[place] for place in group))
        tables.append(table)
    return tables


def _has_for(tables: list[dict[str, Any]]) -> bool:
    """Whether a table pays "for 1", so that "to 1" must not be left unsaid."""
    columns = (column for table in tables for column in table["columns"].values())
    return any(line["pays"].endswith("for 1") for column in columns for line in column)


def _heading(screen: Screen, text: str) -> None:
    screen.show(f"\n[bold underline]{text}[/]")


def _item(screen: Screen, mark: str, text: str, indent: int = 0) -> None:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=2 + indent)
    grid.add_column()
    grid.add_row(mark, text)
    screen.show(grid)
