"""``fairdeal meters``: what the signs of progressives show, and what became of their money."""

import json
from datetime import date
from typing import TYPE_CHECKING

import click

from fairdeal import extras
from fairdeal.books.calendar import Calendar
from fairdeal.books.owner import calendar_of, operator_of
from fairdeal.cli.books_days import clock_options, day_options, interval, now
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import reading_with_note, room_option, where_is

if TYPE_CHECKING:
    from fairdeal.live.log.stores import Store

_OF_DAYS = ("days", "totals", "hits", "reconciled", "notes")
"""What a list of jackpots leaves out."""


@click.command("meters")
@click.argument("name", required=False)
@day_options
@click.option("--jackpots", "jackpots", is_flag=True, help="List every win that needed approval.")
@click.option("--no-theory", is_flag=True, help="Leave out the expected number of hits.")
@once("--operator", metavar="NAME", env="FAIRDEAL_OPERATOR", help="Name of the operator.")
@clock_options
@room_option
@json_option
@needs("room")
def command(
    name: str | None,
    day: str | None,
    first: str | None,
    last: str | None,
    jackpots: bool,
    no_theory: bool,
    operator: str | None,
    zone: str | None,
    starts: str | None,
    room: str | None,
    as_json: bool,
) -> None:
    """Show the meters of the progressive NAME, or of all: what the signs show, and waiting wins.

    With gaming days it is a report: opening, contributions, resets, payments, adjustments and
    closing of each meter, whether they reconcile, and its hits beside the expected number.
    --jackpots lists every win with the people who entered and signed it; of all days, if no day is
    named.

    \b
    fairdeal meters
    fairdeal meters stax --day yesterday
    fairdeal meters --from 2026-11-01 --through 2026-11-30 --jackpots --json
    """
    from fairdeal.books.meters_report import Asked, meters_report
    from fairdeal.books.signs import signs
    from fairdeal.cli.jackpots_screen import show_jackpots
    from fairdeal.cli.meters_screen import show_report, show_signs

    at, calendar = now(), calendar_of(zone, starts)
    days = interval(calendar, at, day, first, last) if day or first or last else None
    whose = operator_of(operator)
    if days is not None and not (no_theory or jackpots):
        extras.need("a report of meters without --no-theory", "analysis")
    with reading_with_note(where_is(room)) as store, bar("reading the meters"):
        if days is None and not jackpots:
            shown = signs(store, name or "")
        else:
            begin, end = days or _every_day(store, calendar, at)
            theory = not (no_theory or jackpots)
            asked = Asked(begin, end, calendar, name or "", whose, theory)
            shown = meters_report(store.read(), asked, at)
    if jackpots:
        shown = {key: value for key, value in shown.items() if key not in _OF_DAYS}
    if as_json:
        click.echo(json.dumps(shown, indent=2))
    elif jackpots:
        show_jackpots(shown)
    elif days:
        show_report(shown)
    else:
        show_signs(shown)


def _every_day(store: "Store", calendar: Calendar, at: int) -> tuple[date, date]:
    """From the day of the first event of the log to today."""
    begun = next((row.at for row in store.read()), at)
    return calendar.day_of(begun), calendar.day_of(at)
