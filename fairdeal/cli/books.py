"""``fairdeal books``: what the tables took and paid, and what that was to be expected."""

import json
from pathlib import Path

import click

from fairdeal import extras
from fairdeal.books import BY
from fairdeal.books.owner import calendar_of, operator_of
from fairdeal.cli.books_days import clock_options, day_options, interval, now
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.options import json_option, once, said
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import key_of, key_option, reading_with_note, room_option, where_is
from fairdeal.errors import Malformed, Refused


@click.command("books")
@day_options
@click.option(
    "--by", type=click.Choice(BY), default=BY[0], help="What a row is." + said(default=BY[0])
)
@once("--table", metavar="NAME", help="Only this table.")
@click.option("--no-theory", is_flag=True, help="Leave out the expected win.")
@once("--operator", metavar="NAME", env="FAIRDEAL_OPERATOR", help="Name of the operator.")
@clock_options
@once("--shifts", metavar="N", env="FAIRDEAL_SHIFTS", default=3, help="Shifts of a day.")
@room_option
@key_option
@json_option
@once("--csv", "csv_file", metavar="FILE", help="Write the rows as CSV.")
@once("--svg", "svg_file", metavar="FILE", help="Draw the win against the expected win.")
def command(
    day: str | None,
    first: str | None,
    last: str | None,
    by: str,
    table: str | None,
    no_theory: bool,
    operator: str | None,
    zone: str | None,
    starts: str | None,
    shifts: str | None,
    room: str | None,
    key: str | None,
    as_json: bool,
    csv_file: str | None,
    svg_file: str | None,
) -> None:
    """Print the books of a room: rounds, drop, win, hold and handle, beside the expected win.

    A round counts on the gaming day on which it was closed.  The win is compared with the exact
    expectation of every wager, and an improbable result is marked.

    \b
    fairdeal books
    fairdeal books --day yesterday --by shift
    fairdeal books --from 2026-10-01 --through 2026-10-31 --csv october.csv
    """
    if no_theory:
        extras.need("fairdeal books", "room")
    else:
        extras.need("fairdeal books without --no-theory", "room", "analysis")
    from fairdeal.books.statement import Question, statement

    if svg_file is not None and no_theory:
        raise Refused("--svg draws what --no-theory leaves out", code="option.alone")
    _check_files(csv_file, svg_file)
    at = now()
    calendar = calendar_of(zone, starts, shifts)
    begin, end = interval(calendar, at, day, first, last)
    whose = operator_of(operator)
    asked = Question(begin, end, by, calendar, table or "", whose, not no_theory)
    where = where_is(room)
    with reading_with_note(where, key, key_of(where, key)) as store, bar("keeping the books"):
        shown = statement(store, asked, at)
    if csv_file is not None:
        from fairdeal.books.listing import listing

        _write(csv_file, listing(shown))
    if svg_file is not None:
        from fairdeal.report.control import control

        _write(svg_file, control(shown))
    if as_json:
        click.echo(json.dumps(shown, indent=2))
    elif csv_file is None and svg_file is None:
        from fairdeal.cli.books_screen import show_books

        show_books(shown)


def _check_files(csv_file: str | None, svg_file: str | None) -> None:
    for name in (csv_file, svg_file):
        if name is not None:
            check_writable(Path(name))
    if csv_file and svg_file and Path(csv_file).resolve() == Path(svg_file).resolve():
        raise Malformed(f"--csv and --svg name one file: {csv_file}", code="file.twice")


def _write(name: str, text: str) -> None:
    replace_file(Path(name), text.encode())
    click.echo(f"wrote {name}", err=True)
