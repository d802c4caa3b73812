"""A crowd: many tables played at once, from one thread, without one waiting for another."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from itertools import cycle
from queue import SimpleQueue
from typing import Any, Final

from fairdeal import games
from fairdeal.live import Done, Room, commands
from fairdeal.live.table import procedure
from fairdeal.players.bettor import Habits
from fairdeal.players.sitting import FLOOR, Sitting, Waiting

NAMES: Final = ("ann", "ben", "cleo", "dan", "eve", "finn", "gus")
"""What players are called, from seat 1."""


def never() -> bool:
    """Nobody stops the crowd."""
    return False


def open_pit(room: Room, tables: int) -> list[str]:
    """So many tables, the games in turn; those that were there before keep theirs."""
    names = [f"pit-{number}" for number in range(1, tables + 1)]
    for name, game in zip(names, cycle(games.GAMES), strict=False):
        table = room.table(name)
        if not table.is_open:
            kept = table.setup.game if table.setup else game
            unattended: dict[str, Any] = {"tiers": {}, "fills_itself": True}
            room.do(name, commands.open_table, by=FLOOR, game=kept, **unattended)
        elif not procedure.rules_hold(table):
            why = "the program has other rules than when the table was opened"
            room.do(name, commands.reconfigure, by=FLOOR, reason=why)
    return names


def crowd(
    room: Room,
    tables: Iterable[str],
    *,
    seats: int = 6,
    strategy: str = "optimal",
    habits: Habits | None = None,
    seed: object = 0,
) -> list[Sitting]:
    """Players for the tables, up to so many at each."""
    return [
        Sitting(
            room,
            table,
            [f"{name}-{number}" for name in NAMES],
            seats=seats,
            strategy_name=strategy,
            habits=habits,
            seed=seed,
        )
        for number, table in enumerate(tables, 1)
    ]


def run(plays: Iterable[Waiting], stopped: Callable[[], bool] = never) -> None:
    """Let all play: whichever has its answer goes on while the others wait for the disk.

    Once stopped, or when one fails, all leave their rounds as they are.
    """
    every = list(plays)
    ready: SimpleQueue[Waiting] = SimpleQueue()
    for play in every:
        ready.put(play)
    playing = len(every)
    try:
        while playing and not stopped():
            play = ready.get()
            awaited = next(play, None)
            if awaited is None:
                playing -= 1
            else:
                awaited.add_done_callback(partial(_go_on, ready, play))
    finally:
        for play in every:
            play.close()


def _go_on(ready: SimpleQueue[Waiting], play: Waiting, _: Future[Done]) -> None:
    ready.put(play)
