"""``fairdeal check-game``: everything that can be checked of a game, for its author."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from fairdeal import extras, games
from fairdeal.cli.options import json_option
from fairdeal.cli.progress import bar
from fairdeal.cli.screen import Screen
from fairdeal.errors import Corrupt, Malformed, Refused, located, named
from fairdeal.games import check, hands_check
from fairdeal.games.kinds import Community, Showdown, rules_of

if TYPE_CHECKING:
    from fairdeal.games.kinds import Kind
    from fairdeal.games.layout import Game


@dataclass(frozen=True, slots=True)
class _Checked:
    check: str
    holds: bool
    found: tuple[str, ...]
    """The faults, or what holds."""
    notes: tuple[str, ...] = ()
    """What an author should know that is not a fault."""
    applies: bool = True
    """Whether there was something to hold: without it nothing is said to be in order."""

    @property
    def verdict(self) -> str:
        """The check in one word."""
        return ("ok" if self.applies else "none") if self.holds else "fail"


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
    """Check a game: its declaration, worked rounds, naive twin, rules and claims.

    GAME is the key of an installed game, or the folder of its Python package.

    \b
    fairdeal check-game caribbean-stud
    fairdeal check-game ./fairdeal_caribbean_stud
    """
    about = _game(game)
    with redirect_stdout(StringIO()):  # a rule that prints would spoil what is printed here
        found = [*_checks(about, rounds)]
    faults = sum(len(each.found) for each in found if not each.holds)
    if as_json:
        shown = {"game": about.key, "holds": not faults, "checks": [asdict(each) for each in found]}
        click.echo(json.dumps(shown, indent=2))
    else:
        _show(about, found)
    if faults:
        said = "a fault" if faults == 1 else f"{faults} faults"
        raise Corrupt(f"{about.key} has {said}", code="game.faulty")


def _game(typed: str) -> "Game":
    """The game of a key, or of a package in a folder that is not installed."""
    folder = Path(typed).resolve()
    if typed in games.GAMES:
        return games.game(typed)
    if folder.is_file():
        why = f"give the folder, not the file: fairdeal check-game {Path(typed).parent}"
        raise Malformed(why, code="game.unloadable")
    if not folder.is_dir():
        if {*typed} & {"/", os.sep, "."}:
            raise Malformed(f"there is no folder {typed}", code="game.unloadable")
        return games.game(typed)
    if not (folder / "__init__.py").is_file():
        inside = [path.parent.name for path in folder.glob("*/__init__.py")]
        hint = f": did you mean {Path(typed, inside[0])}?" if len(inside) == 1 else ""
        why = f"{typed} is not a Python package, it has no __init__.py{hint}"
        raise Malformed(why, code="game.unloadable")
    sys.path.insert(0, str(folder.parent))
    try:
        module = import_module(folder.name)
    except (Exception, SystemExit) as error:  # an author's module may do anything
        why = f"{typed} cannot be loaded ({located(error)})"
        raise Malformed(why, code="game.unloadable") from error
    if Path(getattr(module, "__file__", None) or "").parent != folder:
        why = f"{typed} is not checked: another {folder.name} is installed, remove it first"
        raise Malformed(why, code="game.unloadable")
    declared = getattr(module, "GAME", None)
    installed = (each for each in games.GAMES.values() if each is declared)
    return next(installed, None) or games.add(module, typed)


def _checks(about: "Game", rounds: int) -> Iterator[_Checked]:
    settles = games.SETTLEMENTS[about.key]
    declared, is_own = check.faults(about, settles), not games.SOURCES[about.key]
    elsewhere = ("its worked rounds and its twin belong to Fairdeal's tests",) if is_own else ()
    yield _Checked("declaration", not declared, tuple(declared) or (_size(about),), elsewhere)
    if declared:
        return  # nothing else can be asked of a game that is not sound
    kind = settles.kind if isinstance(settles.kind, Showdown | Community) else None
    refusal = _refusal()
    if refusal:
        yield _Checked("rules", True, ("not checked",), (refusal,), applies=False)
    elif kind is not None:
        rules = _rules(about, kind)
        yield rules
        if not rules.holds:  # worked rounds and the twin would only repeat it
            yield _Checked("exact figures", True, ("see the rules above",), applies=False)
            return
    if kind is not None:
        yield _hands(about, kind)
    if not is_own:
        worked = check.worked_faults(about)
        gaps = () if worked else tuple(check.worked_gaps(about))
        yield _Checked("worked rounds", not worked, tuple(worked) or ("the referee agrees",), gaps)
        yield _twin(about, rounds)
    if refusal:
        return
    claims = [_claims(about, kind)] if kind is not None else []
    yield from claims
    if not all(each.holds for each in claims):
        yield _Checked("exact figures", True, ("see the claims above",), applies=False)
        return
    from fairdeal.analysis.registry import why_unsolved

    why = why_unsolved(about)
    yield _Checked("exact figures", True, (why or "a solver fits the rules",), applies=not why)


def _refusal() -> str:
    """Why rules cannot be checked; empty where they can."""
    try:
        extras.need("checking compiled rules", "analysis")
    except Refused as refusal:
        return str(refusal)
    return ""


def _hands(about: "Game", kind: "Kind") -> _Checked:
    """The declaration's words about hands, held against the rules."""
    try:
        found = hands_check.border(about, games.SETTLEMENTS[about.key], kind)
        faults = (*found.faults, *hands_check.ranking_faults(about, kind))
    except Exception as error:  # whatever an author's rule or words do
        return _Checked("hands", False, (f"hands cannot be compared ({located(error)})",))
    told = faults or (hands_check.what_holds(about, found),)
    return _Checked("hands", not faults, told, found.notes)


def _twin(about: "Game", rounds: int) -> _Checked:
    try:
        twin = import_module(f"{about.package}.twin").settle
    except Exception as error:  # whatever an author's module does when it is loaded
        why = f"there is no settle in {about.package}.twin ({named(error)}): write a second"
        return _Checked("naive twin", False, (f"{why} settlement there",))
    with bar("asking the twin") as progress:
        settles = games.SETTLEMENTS[about.key]
        differ = check.twin_faults(about, settles, twin, rounds, progress=progress)
    agrees = f"{rounds:,} random rounds settled alike"
    return _Checked("naive twin", not differ, tuple(differ) or (agrees,))


def _rules(about: "Game", kind: "Kind") -> _Checked:
    """Whether the rules compile, and answer as in plain Python."""
    from fairdeal.analysis.check import compile_faults
    from fairdeal.analysis.compiled import compiles

    with bar("compiling rules"):
        faults = compile_faults(about, games.SETTLEMENTS[about.key], kind)
    told = f"{len(rules_of(kind))} rules compile, and answer as in plain Python"
    if not compiles():
        told = "not compiled: NUMBA_DISABLE_JIT switches the compiler off"
    return _Checked("rules", not faults, tuple(faults) or (told,))


def _claims(about: "Game", kind: "Kind") -> _Checked:
    """What the solvers take for granted of the rules: compiled, they are asked about all hands."""
    from fairdeal.analysis.solvers.claims import claims, refuted

    faults, proven, notes = [], [], []
    for claim in claims(about, kind):
        if not claim.can_be_proven:
            notes.append(f"{claim}: not proven, {claim.hands:,} hands are too many")
            continue
        with bar(f"proving {claim.rule.__name__}") as progress:
            faults += [*filter(None, [refuted(claim, progress)])]
        proven.append(f"{claim}: {claim.hands:,} hands")
    return _Checked("claims", not faults, tuple(faults or proven), tuple(notes))


def _size(about: "Game") -> str:
    bets, words = len(about.bets), len(about.choices)
    return f"{bets} bets, {words} choices, {len(about.irregularities)} irregularities"


def _show(about: "Game", found: list[_Checked]) -> None:
    screen = Screen()
    screen.show(f"[bold]{about.name}[/] ({about.key})")
    grid = Table.grid(padding=(0, 2, 0, 0))
    for each in found:
        lines = (*each.found, *(f"note: {note}" for note in each.notes))
        grid.add_row(each.verdict, each.check, Text("\n".join(lines)))
    screen.show(grid)
    screen.flush()
