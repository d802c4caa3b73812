"""``fairdeal export``: gaming days of a room, as files for other programs."""

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal import __version__
from fairdeal.books.calendar import PLAIN, Calendar
from fairdeal.cli.asked import once
from fairdeal.cli.books_days import calendar_of, clock_options, day_options, interval, now
from fairdeal.cli.copies import named_target
from fairdeal.cli.folders import Part, files_in
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import EveryRow, reading, room_option, stamp, where_is
from fairdeal.errors import Refused, listed

if TYPE_CHECKING:
    from fairdeal.live.log.stores import Store

EVENTS: Final = "events.jsonl"
LIST: Final = "export.json"
"""What was written, when, from where, with a hash of each file."""

_BEGINS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_EVER: Final = 2**63
_ABOUT: Final = ("from", "until", "first_day", "last_day", "time_zone", "day_starts")
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
@once("--to", "folder", metavar="FOLDER", help="Where the files go; it is made if need be.")
@day_options
@click.option("--all", "every", is_flag=True, help="Every day there is.")
@clock_options
@room_option
def command(
    folder: str | None,
    day: str | None,
    first: str | None,
    last: str | None,
    every: bool,
    zone: str | None,
    starts: str | None,
    room: str | None,
) -> None:
    """Write gaming days of a room into FOLDER: events, rounds, bets, chips and what is unusual.

    events.jsonl holds every event whole, one to a line, as it was hashed; rounds.csv, bets.csv,
    chips.csv, irregularities.csv and jackpots.csv a line for each of those; meters.csv a line for
    each meter and day; export.json says what was written.  A round belongs to the day on which it
    ended, as in the books of the same day.  A day without activity has files with nothing but
    headings.

    \b
    fairdeal export --to november-15 --day 2026-11-15
    fairdeal export --to november --from 2026-11-01 --through 2026-11-30
    """
    target = named_target(folder, "FOLDER")
    span = _span(calendar_of(zone, starts), day, first, last, every)
    with reading(where_is(room)) as store:
        lines = _write(store, Path(target), span)
    told = {name: many for name, many in lines.items() if many or name not in _IN_FEW_ROOMS}
    activity = listed(f"{number:,} {_COUNTED[name][number != 1]}" for name, number in told.items())
    if not any(number for name, number in lines.items() if name != "meters"):
        activity = "no activity, nothing but headings"
        activity += " and meters at rest" if lines["meters"] else ""
    click.echo(f"wrote {target}, {span.words}: {activity}", err=True)


@dataclass(frozen=True)
class _Span:
    """The time that is exported."""

    words: str
    since: int = -_EVER
    until: int = _EVER
    """The first moment behind it."""
    about: Mapping[str, str | None] = field(default_factory=lambda: dict.fromkeys(_ABOUT))
    calendar: Calendar = PLAIN


def _span(
    calendar: Calendar, day: str | None, first: str | None, last: str | None, every: bool
) -> _Span:
    if every:
        if day or first or last:
            raise Refused("--all takes every day: no other can be named", code="option.alone")
        return _Span("every day", calendar=calendar)
    begin, end = interval(calendar, now(), day, first, last)
    since, until = calendar.begins(begin), calendar.begins(end + timedelta(1))
    words = f"gaming day {begin}" if begin == end else f"gaming days {begin} to {end}"
    moments = stamp(since), stamp(until), begin.isoformat(), end.isoformat()
    clock = str(calendar.zone), calendar.starts.isoformat("minutes")
    about = dict(zip(_ABOUT, (*moments, *clock), strict=True))
    return _Span(words, since, until, about, calendar)


def _write(store: "Store", folder: Path, span: _Span) -> dict[str, int]:
    """Write the files; how many lines of each kind there are."""
    from msgspec.json import encode

    from fairdeal.books.meters_listing import JACKPOTS, METERS, Passing
    from fairdeal.live.history.extract import HEADINGS, Extracted, extracted

    headings = HEADINGS | {"meters": METERS, "jackpots": JACKPOTS}
    files = {name: f"{name}.csv" for name in headings}
    with files_in(folder, (EVENTS, *files.values(), LIST)) as parts, bar("exporting") as progress:
        rows = {name: csv.writer(parts[file], lineterminator="\n") for name, file in files.items()}
        for name, columns in headings.items():
            rows[name].writerow(columns)
        every = EveryRow(store, progress)
        seen = Passing(every, span.calendar, span.since, span.until)
        for each in extracted(seen, span.since, span.until):
            if isinstance(each, Extracted):
                rows[each.to].writerow(map(_cell, each.row))
            else:
                parts[EVENTS].write(encode(each).decode() + "\n")
        rows["meters"].writerows(map(_cell, row) for row in seen.meters(now()))
        rows["jackpots"].writerows(map(_cell, row) for row in seen.jackpots())
        lines = {"events": parts[EVENTS].lines}
        lines |= {name: parts[file].lines - 1 for name, file in files.items()}
        parts[LIST].write(_list(store.name, span, every.last, parts))
    return lines


def _list(name: str, span: _Span, head: str, parts: Mapping[str, Part]) -> str:
    about = {
        "room": name,
        **span.about,
        "head": head,
        "version": __version__,
        "files": {
            file: {"lines": part.lines, "sha256": part.digest}
            for file, part in parts.items()
            if file != LIST
        },
    }
    return json.dumps(about, indent=2) + "\n"


def _cell(value: str | int) -> str:
    """A cell that no spreadsheet takes for a formula, whatever people have written."""
    from fairdeal.live.history.extract import At

    if isinstance(value, At):
        return stamp(value)
    if isinstance(value, int):
        return str(value)
    return f"'{value}" if value.startswith(_BEGINS_A_FORMULA) else value
