"""A demonstration on the screen: a bar while it lasts, then what came of it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich.markup import escape

from fairdeal import money
from fairdeal.cli.grids import heading, note, percent, table_of
from fairdeal.cli.progress import PATIENCE, progress_bar
from fairdeal.cli.rooms import many
from fairdeal.cli.screen import Screen

NARROWEST: Final = 80
"""Columns that the sentences need."""

_LEFT: Final = ("table", "game")
_RIGHT: Final = ("rounds", "events", "drop", "handle", "win", "hold")

_OFTEN: Final = 0.1
"""Seconds between two moves of the bar: drawing must not slow the tables down."""


@contextmanager
def counting(
    rounds: int, clock: Callable[[], float] = time.perf_counter
) -> Iterator[Callable[[], None]]:
    """A bar that is told of every round, and shows how many there are each second."""
    shown = progress_bar()
    task = shown.add_task("playing", total=rounds, share="")
    began = drawn = clock()
    done = 0

    def told() -> None:
        nonlocal done, drawn
        done += 1
        now = clock()
        if now - drawn < (_OFTEN if shown.live.is_started else PATIENCE):
            return
        drawn = now
        speed = f"{done:,} of {rounds:,} rounds, {done / (now - began):,.0f} a second"
        shown.update(task, completed=done, share=speed)
        if shown.console.is_terminal and not shown.live.is_started:
            shown.start()

    try:
        yield told
    finally:
        if shown.live.is_started:
            shown.stop()


def show_demo(shown: dict[str, Any], room: str) -> None:
    """Print the summary; *room* is how the room is named to other commands."""
    tables = shown["tables"]
    rows = [_LEFT + _RIGHT, *map(_row, tables)]
    wide = sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True))
    screen = Screen(max(NARROWEST, wide))
    said = "interrupted after" if shown["interrupted"] else "played"
    where = escape(shown["room"].removesuffix(":"))
    screen.show(
        f"[bold]{many(len(tables), 'table')} in {where}[/]: {said}"
        f" {many(shown['rounds'], 'round')} in {shown['seconds']:,.1f} s,"
        f" {shown['rounds_per_second']:,.0f} a second"
    )
    grid = table_of(_LEFT, _RIGHT)
    for row in rows[1:]:
        grid.add_row(*row)
    screen.show(grid)
    heading(screen, "Biggest wins")
    for each in tables:
        if best := each["biggest_win"]:
            note(
                screen,
                f"{each['table']}, round {best['round']}, seat {best['seat']}:"
                f" {money.show_net(best['net_cents'])}, {best['reason']}",
            )
    heading(screen, "The log")
    note(screen, f"head {shown['log']['events']}:{shown['log']['head']}")
    for each in shown["notes"]:
        note(screen, each)
    if shown["room"] != "memory:":
        _look_further(screen, tables, room)
    screen.flush()


def _row(table: dict[str, Any]) -> tuple[str, ...]:
    return (
        table["table"],
        table["game"],
        f"{table['rounds']:,}",
        f"{table['events']:,}",
        money.show(table["drop_cents"]),
        money.show(table["handle_cents"]),
        money.show_net(table["win_cents"]),
        "-" if table["hold"] is None else percent(table["hold"], digits=1),
    )


def _look_further(screen: Screen, tables: list[dict[str, Any]], room: str) -> None:
    heading(screen, "Look further")
    wins = [(each["table"], each["biggest_win"]["round"]) for each in tables if each["biggest_win"]]
    table, number = wins[0] if wins else ("pit-1", 1)
    for typed in ("audit", f"replay {table}/{number}", "books"):
        note(screen, escape(f"fairdeal {typed}{room}"))
