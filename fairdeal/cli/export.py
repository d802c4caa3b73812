"""``fairdeal export``: gaming days of a room, as files for other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.books.calendar import Calendar
from fairdeal.books.owner import calendar_of, operator_of
from fairdeal.books.parts import EveryRow
from fairdeal.cli.books_days import clock_options, day_options, interval, now
from fairdeal.cli.copies import named_target
from fairdeal.cli.folders import files_in
from fairdeal.cli.options import json_option, needs, once
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import reading_with_note, room_option, where_is
from fairdeal.errors import Refused, listed

if TYPE_CHECKING:
    from fairdeal.books.export import Span
    from fairdeal.live.log.stores import Store

_COUNTED: Final = {
    "events": ("event", "events"),
    "rounds": ("round", "rounds"),
    "bets": ("bet", "bets"),
    "chips": ("movement of chips", "movements of chips"),
    "irregularities": ("irregularity", "irregularities"),
    "meters": ("day of a meter", "days of meters"),
    "jackpots": ("jackpot or large win", "jackpots and large wins"),
}
"""What the lines of a file are called, one of them and several."""
_IN_FEW_ROOMS: Final = ("meters", "jackpots")
"""What is not told where there is none."""


@click.command("export")
@once("--to", "folder", metavar="FOLDER", required=True, help="Folder for the files.")
@day_options
@click.option("--all", "every", is_flag=True, help="Every day of the log.")
@once("--operator", metavar="NAME", env="FAIRDEAL_OPERATOR", help="Name of the operator.")
@clock_options
@room_option
@json_option
@needs("room")
def command(
    folder: str | None,
    day: str | None,
    first: str | None,
    last: str | None,
    every: bool,
    operator: str | None,
    zone: str | None,
    starts: str | None,
    room: str | None,
    as_json: bool,
) -> None:
    """Write gaming days of a room into FOLDER: events, rounds, bets, chips and irregularities.

    events.jsonl holds every event whole, one to a line, as it was hashed; rounds.csv, bets.csv,
    chips.csv, irregularities.csv and jackpots.csv a line for each of those; meters.csv a line for
    each meter and day; export.json says what was written.  A round belongs to the day on which it
    ended, as in the books of the same day.  The files of a day without activity have headings only.
    With --json, export.json is printed as well.

    \b
    fairdeal export --to november-15 --day 2026-11-15
    fairdeal export --to november --from 2026-11-01 --through 2026-11-30
    """
    target = named_target(folder, "FOLDER")
    span = _span(calendar_of(zone, starts), day, first, last, every)
    with reading_with_note(where_is(room)) as store:
        lines = _write(store, Path(target), span, operator_of(operator))
    if as_json:
        click.echo(Path(target, "export.json").read_text(encoding="utf-8"), nl=False)
        return
    told = {name: many for name, many in lines.items() if many or name not in _IN_FEW_ROOMS}
    activity = listed(f"{number:,} {_COUNTED[name][number != 1]}" for name, number in told.items())
    if not any(number for name, number in lines.items() if name != "meters"):
        activity = "no activity, nothing but headings"
        activity += " and meters at rest" if lines["meters"] else ""
    click.echo(f"wrote {target}, {span.words}: {activity}", err=True)


def _span(
    calendar: Calendar, day: str | None, first: str | None, last: str | None, every: bool
) -> "Span":
    from fairdeal.books.export import Span

    if every:
        if day or first or last:
            raise Refused("--all takes every day: no other can be named", code="option.alone")
        return Span(calendar=calendar)
    return Span.of(calendar, *interval(calendar, now(), day, first, last))


def _write(store: "Store", folder: Path, span: "Span", operator: str) -> dict[str, int]:
    """Write the files; how many lines of each kind there are."""
    from fairdeal.books.export import FILES, export

    about = {"room": store.name, "operator": operator, "title": "Export"}
    with files_in(folder, FILES) as parts, bar("exporting") as progress:
        return export(EveryRow(store, progress), parts, span, about, now())
