"""``fairdeal demo``: a room full of programmed players."""

import json
import secrets
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final

import click

from fairdeal.analysis.figures import exact
from fairdeal.cli.demo_screen import counting, show_demo
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import key_option, mark_is, mark_option, room_option, where_is
from fairdeal.errors import Malformed, listed
from fairdeal.players.strategies import STRATEGIES, check_strategy

if TYPE_CHECKING:
    from fairdeal.live import Room
    from fairdeal.players.sitting import Sitting

NUMBERS: Final = {"tables": (1, 5, 100), "rounds": (1, 100, 1_000_000), "seats": (2, 6, 6)}
"""The least, the default and the most."""

_COMPILING: Final = "compiling the exact strategies (only once; about 15 s)"
"""Numba's machine code is kept in the cache folder for all later starts."""


@click.command("demo")
@once("--tables", type=int, metavar="N", default=5, help="Number of tables.")
@once("--rounds", type=int, metavar="N", default=100, help="Rounds at each table.")
@once("--seats", type=int, metavar="N", default=6, help="Players at each table, 2 to 6.")
@once(
    "--strategy",
    metavar="NAME",
    default=STRATEGIES[0],
    help=f"How they decide: {listed(STRATEGIES, 'or')}.",
)
@once(
    "--seed",
    type=int,
    metavar="N",
    default="random",
    help="Seed for the players' choices; the cards are not seeded.",
)
@room_option
@key_option
@mark_option
@json_option
@needs("room", "analysis")
def command(
    tables: int | None,
    rounds: int | None,
    seats: int | None,
    strategy: str | None,
    seed: int | None,
    room: str | None,
    key: str | None,
    mark: str | None,
    as_json: bool,
) -> None:
    """Fill a room with programmed players and let them play.

    The games are dealt in turn at tables called pit-1, pit-2 and so on.  An existing room goes on
    where it was left; a room in memory: is gone afterwards.  The first start on a machine compiles
    the strategies, which takes some 15 seconds once.

    \b
    fairdeal demo
    fairdeal demo --tables 10 --rounds 1000 --room memory:
    fairdeal demo --strategy timid --seed 7
    """
    number, each, places = (
        _number(*asked) for asked in (("tables", tables), ("rounds", rounds), ("seats", seats))
    )
    from fairdeal.live import Room
    from fairdeal.players.crowd import crowd, open_pit, run

    where = where_is(room)
    decides = strategy or STRATEGIES[0]
    check_strategy(decides)
    whims = secrets.randbelow(1_000_000) if seed is None else seed
    with (
        Room.open(where, key_file=key, mark_file=mark_is(mark)) as opened,
        until_interrupted() as stopped,
    ):
        names = open_pit(opened, number)
        with bar(_COMPILING):
            sittings = crowd(opened, names, seats=places, strategy=decides, seed=whims)
        began = time.perf_counter()
        with counting(number * each) as told:
            run((sitting.play(each, told) for sitting in sittings), stopped)
        shown = {
            "room": where,
            "strategy": decides,
            "seed": whims,
            "seats": places,
            **_summary(opened, sittings, time.perf_counter() - began),
            "interrupted": stopped(),
        }
    if as_json:
        click.echo(json.dumps(shown, indent=2))
    else:
        show_demo(shown, "" if room is None else f" --room {shlex.quote(room)}")
    if shown["interrupted"]:
        raise click.Abort


def _number(name: str, wanted: int | None) -> int:
    least, usual, most = NUMBERS[name]
    if wanted is None:
        return usual
    if not least <= wanted <= most:
        raise Malformed(
            f"--{name} must be {least} to {most:,}, and {wanted:,} is not", code="demo.number"
        )
    return wanted


@contextmanager
def until_interrupted() -> Iterator[Callable[[], bool]]:
    """Whether the user has interrupted; a second interrupt ends at once."""
    asked: list[int] = []
    if current_thread() is not main_thread():
        yield lambda: False
        return

    def note(number: int, _: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _summary(room: "Room", sittings: "list[Sitting]", seconds: float) -> dict[str, Any]:
    """What the players did, ready for JSON."""
    rounds, head = sum(each.tally.rounds for each in sittings), room.store.head()
    return {
        "rounds": rounds,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(rounds / seconds, 1),
        "tables": [_table(each) for each in sittings],
        "log": {"events": head.pos, "head": head.hash.hex()},
        "notes": list(room.notes),
    }


def _table(sitting: "Sitting") -> dict[str, Any]:
    tally, best = sitting.tally, sitting.tally.best
    # A player's bank is not the house's: what it keeps is not held against the drop.
    hold = None if sitting.game.player_banked else tally.hold
    return {
        "table": sitting.name,
        "game": sitting.game.key,
        "rounds": tally.rounds,
        "drop_cents": tally.drop_cents,
        "handle_cents": tally.handle_cents,
        "win_cents": tally.win_cents,
        "hold": None if hold is None else exact(hold),
        "biggest_win": None
        if best is None
        else {
            "round": tally.best_round,
            "seat": best.seat,
            "player": best.player,
            "bet": best.bet,
            "net_cents": best.net_cents,
            "reason": best.reason,
        },
        "events": tally.events,
    }
