"""``fairdeal books``: what the tables took and paid, and what that was to be expected."""

import json
import os
import time
from datetime import date
from pathlib import Path

import click

from fairdeal.books import BY
from fairdeal.books.calendar import Calendar
from fairdeal.cli.asked import once
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import key_of, key_option, reading, room_option, where_is
from fairdeal.errors import Malformed, Refused


@click.command("books")
@once("--day", metavar="DAY", help="A gaming day: 2026-10-05, yesterday, or today if not said.")
@once("--from", "first", metavar="DAY", help="The first of several days.")
@once("--to", "last", metavar="DAY", help="The last of them; today if not said.")
@click.option(
    "--by", type=click.Choice(BY), default=BY[0], help="What a row stands for; table if not said."
)
@once("--table", metavar="NAME", help="Only this table.")
@click.option("--no-theory", is_flag=True, help="Do not hold wins against exact expectations.")
@once("--operator", metavar="NAME", help="Whose books these are; else FAIRDEAL_OPERATOR.")
@once("--zone", metavar="NAME", help="Time zone of the gaming day; else FAIRDEAL_ZONE, else UTC.")
@once(
    "--day-starts",
    "starts",
    metavar="HH:MM",
    help="When a day begins; else FAIRDEAL_DAY_STARTS, else 06:00.",
)
@once("--shifts", metavar="N", help="Shifts of a day; else FAIRDEAL_SHIFTS, else 3.")
@room_option
@key_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@once("--csv", "csv_file", metavar="FILE", help="Write the rows as CSV.")
@once("--svg", "svg_file", metavar="FILE", help="Draw wins against expectations.")
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
    """Print the books of a room: rounds, drop, win, hold and handle, beside the win to expect.

    A round counts on the gaming day on which it was closed.  What the tables won is held against
    the exact analysis of every wager, and what is improbable is marked.

    \b
    fairdeal books
    fairdeal books --day yesterday --by shift
    fairdeal books --from 2026-10-01 --to 2026-10-31 --by wager --csv october.csv
    """
    from fairdeal.books.statement import Question, statement

    if svg_file is not None and no_theory:
        raise Refused("--svg draws what --no-theory leaves out", code="option.alone")
    _check_files(csv_file, svg_file)
    now = time.time_ns() // 1000
    calendar = Calendar.of(
        _said(zone, "ZONE", "UTC"),
        _said(starts, "DAY_STARTS", "06:00"),
        _number(_said(shifts, "SHIFTS", "3")),
    )
    begin, end = _interval(calendar, now, day, first, last)
    whose = _said(operator, "OPERATOR", "not named")
    asked = Question(begin, end, by, calendar, table or "", whose, not no_theory)
    where = where_is(room)
    with reading(where, key_of(where, key)) as store, bar("keeping the books"):
        shown = statement(store, asked, now)
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


def _said(value: str | None, name: str, otherwise: str) -> str:
    """What was typed, else what the house has set once and for all."""
    return value or os.environ.get(f"FAIRDEAL_{name}") or otherwise


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Malformed(f"{text!r} is no number of shifts", code="shifts.impossible")
    return int(text)


def _interval(
    calendar: Calendar, now: int, day: str | None, first: str | None, last: str | None
) -> tuple[date, date]:
    """The first and the last day asked about."""
    if day is not None and (first is not None or last is not None):
        raise Refused("--day names one day: it takes no --from and --to", code="option.alone")
    if first is None and last is not None:
        raise Malformed("--to needs --from, where the interval begins", code="interval.open")
    begin = calendar.day_named(first or day or "today", now)
    end = begin if first is None else calendar.day_named(last or "today", now)
    if end < begin:
        raise Refused(f"{end} is before {begin}", code="day.order")
    return begin, end


def _check_files(csv_file: str | None, svg_file: str | None) -> None:
    for name in (csv_file, svg_file):
        if name is not None:
            check_writable(Path(name))
    if csv_file and svg_file and Path(csv_file).resolve() == Path(svg_file).resolve():
        raise Malformed(f"--csv and --svg name one file: {csv_file}", code="file.twice")


def _write(name: str, text: str) -> None:
    replace_file(Path(name), text.encode())
    click.echo(f"wrote {name}", err=True)
