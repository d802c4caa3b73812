"""``fairdeal design``: the pay tables that have wanted figures."""

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click
from rich.markup import escape
from rich.table import Table

from fairdeal.cli import completion
from fairdeal.cli.asked import asked, game_argument, table_options
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.grids import note, table_of
from fairdeal.cli.options import json_option, once
from fairdeal.cli.progress import bar
from fairdeal.cli.screen import Screen
from fairdeal.errors import Malformed, Refused, did_you_mean
from fairdeal.games.variant import odds_listed

if TYPE_CHECKING:
    from fairdeal.analysis.design import Between, Design, Designs
    from fairdeal.analysis.search import Rank

_NUMBER: Final = r"(-?\d{1,9}(?:\.\d{1,9})?)\s*(%?)"
_RANGE: Final = re.compile(rf"\s*{_NUMBER}\s*(?:-|\.\.)\s*{_NUMBER}\s*", re.ASCII)
_ONE: Final = re.compile(r"\d{1,9}", re.ASCII)

_HEADINGS: Final = ("house\nedge", "hit\nfreq.", "std\ndev", "top")
NARROWEST: Final = 80
"""Columns of the screen that sentences and tables have at least."""

LISTED: Final = 20
"""Pay tables that are listed where --most does not say how many."""


@click.command("design")
@game_argument
@click.argument("bet", shell_complete=completion.bets)
@once("--edge", metavar="LOW-HIGH", required=True, help='Wanted house edge, as in "3%-5%".')
@once("--hit", metavar="LOW-HIGH", help='Wanted hit frequency, as in "20%-30%".')
@once("--deviation", metavar="LOW-HIGH", help='Wanted standard deviation, as in "2.5-4".')
@once("--top", metavar="ODDS", help='Wanted top award: "40" or "30-50".')
@click.option(
    "--row",
    "rows",
    multiple=True,
    metavar="ROW=LIST",
    help='What a row may pay: "3-6", "10-40:5" (in steps of 5) or "3,4,push". Every row that'
    " is not named then pays what it pays now.",
)
@click.option(
    "--fixed", multiple=True, metavar="ROW=PAYS", help='What a row pays, as in "straight=6".'
)
@click.option("--any-order", is_flag=True, help="Let a better hand pay less than a worse one.")
@once(
    "--by",
    metavar="ORDER",
    default="edge",
    help="Which tables come first: edge (nearest to the middle of --edge), simple (round numbers),"
    " deviation (lowest), hit (highest) or top (highest).",
)
@once("--most", type=int, metavar="N", default=LISTED, help="How many pay tables are listed.")
@click.option("--exact", "in_fractions", is_flag=True, help="Show each house edge as a fraction.")
@table_options
@once("--csv", "file_name", metavar="FILE", help="Write the pay tables to this file as CSV.")
@json_option
def command(
    game: str,
    bet: str,
    edge: str | None,
    hit: str | None,
    deviation: str | None,
    top: str | None,
    rows: tuple[str, ...],
    fixed: tuple[str, ...],
    any_order: bool,
    by: str | None,
    most: int | None,
    in_fractions: bool,
    pay_tables: tuple[str, ...],
    file: str | None,
    changes: tuple[str, ...],
    options: tuple[str, ...],
    file_name: str | None,
    as_json: bool,
) -> None:
    """Find the pay tables of BET at GAME that have a wanted house edge, among all within bounds.

    Every pay table is judged exactly.  Where no --row is given, each row that is not fixed may pay
    usual odds, from half to twice of what it pays now.  A better hand never pays less than a worse
    one, in the order in which the game ranks them.

    \b
    fairdeal design three-card-poker pair-plus --edge 3%-5% \\
      --row straight-flush=30-50:5 --row three-of-a-kind=20-35 \\
      --row straight=5-7 --row flush=3-4 --hit 20%-30% --by simple
    """
    from fairdeal.analysis.bounds import space_of
    from fairdeal.analysis.design import Goal, long_search, searched
    from fairdeal.report import designs

    about = asked(game, pay_tables, file, changes, options)
    if edge is None:
        raise Malformed(
            '--edge is missing: give what is wanted, as in --edge "3%-5%"', code="design.goal"
        )
    if as_json and file_name is not None:
        raise Refused("--json and --csv are two forms of one answer: give one", code="option.alone")
    if file_name is not None:
        check_writable(Path(file_name))
        if file is not None and Path(file).resolve() == Path(file_name).resolve():
            raise Malformed(f"--tables and --csv name one file: {file_name}", code="file.twice")
    goal = Goal(
        edge=_range("--edge", edge, "3%-5%"),
        hit=None if hit is None else _range("--hit", hit, "20%-30%"),
        deviation=None if deviation is None else _range("--deviation", deviation, "2.5-4"),
        top=None if top is None else _top(top),
    )
    space = space_of(
        about.game,
        bet,
        about.terms,
        rows={row: odds_listed(text, odds) for text, row, odds in _pairs("--row", rows)},
        fixed={row: pays for _, row, pays in _pairs("--fixed", fixed)},
        any_order=any_order,
        sheets=about.sheets,
    )
    if takes := long_search(space):
        click.echo(takes, err=True)
    with bar("searching pay tables") as progress:
        found = searched(space, goal, _rank(by), LISTED if most is None else most, progress)
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=2))
    elif file_name is not None:
        replace_file(Path(file_name), designs.in_csv(found).encode())
        click.echo(f"wrote {file_name} ({len(found.best):,} pay tables)", err=True)
    else:
        _show(found, in_fractions)


def _range(name: str, text: str, example: str) -> "Between":
    """The range that an option asks for; 3-5% means 3%-5%."""
    from fairdeal.analysis.design import Between

    match = _RANGE.fullmatch(text)
    if match is None:
        raise Malformed(f"{name} {text!r} is not a range: give {example}", code="design.range")
    in_percent = "%" in (match[2], match[4])
    if in_percent and "%" not in example:
        raise Malformed(f"{name} {text!r} is not a range: give {example}", code="design.range")
    low, high = (Fraction(each) / (100 if in_percent else 1) for each in (match[1], match[3]))
    if "%" in example and not in_percent and 1 < high <= 100:
        meant = f"{match[1]}%-{match[3]}%"
        why = f"{name} {text!r} goes up to {high} times a stake: write {meant}"
        raise Malformed(why, code="design.range")
    return Between(low, high)


def _top(text: str) -> "Between":
    """The top awards that are wanted: one number, or a range."""
    from fairdeal.analysis.design import Between

    if _ONE.fullmatch(text):
        return Between(Fraction(text), Fraction(text))
    return _range("--top", text, "40 or 30-50")


def _pairs(name: str, texts: Iterable[str]) -> list[tuple[str, str, str]]:
    """Each text with its row and what stands behind the sign; a row is named once."""
    found: dict[str, tuple[str, str, str]] = {}
    for text in texts:
        row, sign, pays = (part.strip() for part in text.partition("="))
        if not sign or not row or not pays:
            raise Malformed(
                f"{name} {text!r} is not a row and what it pays: give flush=4",
                code="design.row",
            )
        if row.lower() in found:
            raise Malformed(f"{name} names {row} twice", code="design.twice")
        found[row.lower()] = (text, row, pays)
    return list(found.values())


def _rank(text: str | None) -> "Rank":
    from fairdeal.analysis.search import Rank

    word = (text or Rank.EDGE).lower()
    if word not in [*Rank]:
        raise Malformed(f"--by cannot be {word!r}: {did_you_mean(word, Rank)}", code="design.rank")
    return Rank(word)


def _show(found: "Designs", in_fractions: bool) -> None:
    """Print the best pay tables, and those of the document below them."""
    from fairdeal.report import designs

    space, number = found.space, len(found.best)
    shown = [(f"#{place}", each) for place, each in enumerate(found.best, 1)]
    printed = [
        (f"{each.name} *" if each.meets else each.name, each.design) for each in found.printed
    ]
    unit, rows = designs.unit_of_all(found), designs.rows(found)
    table = table_of(["pay\ntable"], [*(_heading(row) for row in rows), *_HEADINGS])
    if in_fractions:
        table.add_column("exact\nhouse edge", justify="right", no_wrap=True)
    for lines in (shown, printed):
        for name, each in lines:
            exact = [str(each.house_edge)] if in_fractions else []
            table.add_row(escape(name), *designs.pays(each, rows, unit), *_figures(each), *exact)
        table.add_section()
    screen = Screen(max(NARROWEST, _width(table)))
    screen.show(f"[bold]{space.game.name}[/]: pay tables of {space.base.bet}")
    screen.show(f"Wanted: {designs.wanted(found.goal)}")
    low, high = (f"{float(100 * edge):.2f} %" for edge in found.edges)
    screen.show(f"Candidates: {found.candidates:,}, house edge from {low} to {high}")
    shown_as = "all" if number == found.meeting else f"the best {number:,}"
    order = f"; {shown_as} below, {designs.ORDERS[found.rank]}" if number else ""
    screen.show(f"Meeting the goal: {found.meeting:,}{order}")
    screen.show(table)
    for said in designs.notes(found):
        note(screen, said)
    note(screen, "below, by their names: the pay tables that the game has; * meets the goal")
    screen.flush()


def _heading(row: str) -> str:
    """The name of a row in short lines."""
    return "\n".join(wrap(row.replace(".", ": ").replace("-", " "), 9, break_long_words=False))


def _figures(made: "Design") -> list[str]:
    return [
        f"{float(100 * made.house_edge):.4f} %",
        f"{float(100 * made.hit_frequency):.2f} %",
        f"{made.standard_deviation:.3f}",
        f"{float(made.top):,.10g}",
    ]


def _width(table: Table) -> int:
    """Columns of the screen that the table needs to be shown whole."""
    cells = ([column.header, *column.cells] for column in table.columns)
    return sum(
        max(len(line) for cell in each for line in str(cell).split("\n")) + 2 for each in cells
    )
