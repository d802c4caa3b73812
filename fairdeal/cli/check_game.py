"""``fairdeal check-game``: everything that can be checked of a game, for its author."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from fairdeal import games
from fairdeal.cli.options import json_option
from fairdeal.cli.screen import Screen
from fairdeal.errors import Corrupt, Malformed, named
from fairdeal.games import check

if TYPE_CHECKING:
    from fairdeal.games.layout import Game


@dataclass(frozen=True, slots=True)
class _Checked:
    check: str
    holds: bool
    found: tuple[str, ...]


@click.command("check-game")
@click.argument("game")
@click.option(
    "--rounds",
    type=click.IntRange(1, 1_000_000),
    default=2000,
    show_default=True,
    help="Random rounds that the referee and the twin settle.",
)
@json_option
def command(game: str, rounds: int, as_json: bool) -> None:
    """Check a game: its declaration, pay tables, worked rounds and naive twin.

    GAME is the key of an installed game, or the folder of its Python package.

    \b
    fairdeal check-game caribbean-stud
    fairdeal check-game ./fairdeal_caribbean_stud
    """
    about = _game(game)
    found = [*_checks(about, rounds)]
    failed = [each for each in found if not each.holds]
    if as_json:
        shown = {"game": about.key, "holds": not failed, "checks": [asdict(each) for each in found]}
        click.echo(json.dumps(shown, indent=2))
    else:
        _show(about, found)
    if failed:
        faults = [f"{each.check}: {fault}" for each in failed for fault in each.found]
        raise Corrupt("; ".join(faults), code="game.faulty", faults=faults)


def _game(typed: str) -> "Game":
    """The game of a key, or of a package in a folder that is not installed."""
    folder = Path(typed).resolve()
    if typed in games.GAMES or not folder.is_dir():
        return games.game(typed)
    if not (folder / "__init__.py").is_file():
        raise Malformed(
            f"{typed} is no Python package: it has no __init__.py", code="game.unloadable"
        )
    sys.path.insert(0, str(folder.parent))
    try:
        module = import_module(folder.name)
    except Exception as error:  # whatever an author's module does when it is loaded
        why = f"{typed} cannot be loaded ({named(error)})"
        raise Malformed(why, code="game.unloadable") from error
    if Path(getattr(module, "__file__", None) or "").parent != folder:
        why = f"{typed} is not checked: another {folder.name} is installed, remove it first"
        raise Malformed(why, code="game.unloadable")
    declared = getattr(module, "GAME", None)
    installed = (each for each in games.GAMES.values() if each is declared)
    return next(installed, None) or games.add(module, typed)


def _checks(about: "Game", rounds: int) -> Iterator[_Checked]:
    settles = games.SETTLEMENTS[about.key]
    declared = check.faults(about, settles)
    yield _Checked("declaration", not declared, tuple(declared) or (_size(about),))
    if declared:
        return  # nothing else can be asked of a game that is not sound
    worked = check.worked_faults(about)
    yield _Checked("worked rounds", not worked, tuple(worked) or ("the referee agrees",))
    try:
        twin = import_module(f"{about.package}.twin").settle
    except Exception as error:  # whatever an author's module does when it is loaded
        why = f"there is no settle in {about.package}.twin ({named(error)}): write a second"
        yield _Checked("naive twin", False, (f"{why} settlement there",))
        return
    differ = check.twin_faults(about, settles, twin, rounds)
    agrees = f"{rounds:,} random rounds settled alike"
    yield _Checked("naive twin", not differ, tuple(differ) or (agrees,))


def _size(about: "Game") -> str:
    bets, words = len(about.bets), len(about.choices)
    return f"{bets} bets, {words} choices, {len(about.irregularities)} irregularities"


def _show(about: "Game", found: list[_Checked]) -> None:
    screen = Screen()
    screen.show(f"[bold]{about.name}[/] ({about.key})")
    grid = Table.grid(padding=(0, 2, 0, 0))
    for each in found:
        grid.add_row("ok" if each.holds else "fail", each.check, Text("\n".join(each.found)))
    screen.show(grid)
    screen.flush()
