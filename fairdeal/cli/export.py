"""``fairdeal export``: a day of a room, as files for other programs."""

import csv
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal import __version__
from fairdeal.cli.asked import once
from fairdeal.cli.folders import Part, files_in
from fairdeal.cli.progress import bar
from fairdeal.cli.rooms import EveryRow, reading, room_option, stamp, where_is
from fairdeal.errors import Malformed, Refused, listed

if TYPE_CHECKING:
    from fairdeal.live.log.stores import Store

EVENTS: Final = "events.jsonl"
LIST: Final = "export.json"
"""What was written, when, from where, with a hash of each file."""

_BEGINS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_EVER: Final = 2**63


@click.command("export")
@once("--to", "folder", metavar="FOLDER", help="Where the files go; it is made if need be.")
@once("--day", metavar="DAY", help="The day, such as 2026-11-15, in UTC; today if not said.")
@once("--from", "first", metavar="DAY", help="The first day of several.")
@once("--to-day", "last", metavar="DAY", help="The last day of several; today if not said.")
@click.option("--all", "every", is_flag=True, help="Every day there is.")
@room_option
def command(
    folder: str | None,
    day: str | None,
    first: str | None,
    last: str | None,
    every: bool,
    room: str | None,
) -> None:
    """Write a day of a room into FOLDER: events, rounds, bets, chips and irregularities.

    events.jsonl holds every event whole, one to a line, as it was hashed; rounds.csv, bets.csv,
    chips.csv and irregularities.csv a line for each of those; export.json says what was written.
    A round belongs to the day on which it ended.  A day without activity has files with nothing
    but headings.

    \b
    fairdeal export --to november-15 --day 2026-11-15
    fairdeal export --to november --from 2026-11-01 --to-day 2026-11-30
    """
    if folder is None:
        raise Malformed("nowhere to write: expected --to FOLDER", code="folder.missing")
    since, until, words = _span(day, first, last, every)
    with reading(where_is(room)) as store:
        lines = _write(store, Path(folder), since, until)
    activity = listed(f"{number:,} {name}" for name, number in lines.items())
    if not any(lines.values()):
        activity = "no activity, nothing but headings"
    click.echo(f"wrote {folder}, {words}: {activity}", err=True)


def _span(
    day: str | None, first: str | None, last: str | None, every: bool
) -> tuple[int, int, str]:
    """The first moment, the first one behind the last, and both in words."""
    asked = [name for name, given in (("--day", day), ("--all", every or None)) if given]
    asked += ["--from and --to-day"] if first or last else []
    if len(asked) > 1:
        raise Refused(f"{listed(asked)} name different days", code="option.alone")
    if every:
        return -_EVER, _EVER, "every day"
    today = datetime.now(UTC).date().isoformat()
    begin = _day(day or first or last or today)
    end = _day(day or last or today)
    if end < begin:
        raise Refused(f"{end} is before {begin}", code="day.order")
    words = str(begin) if begin == end else f"{begin} to {end}"
    return _moment(begin), _moment(end) + _DAY, words


_DAY: Final = 24 * 60 * 60 * 1_000_000


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Malformed(
            f"{text!r} is no day: expected such as 2026-11-15", code="day.unreadable"
        ) from None


def _moment(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1_000_000


def _write(store: "Store", folder: Path, since: int, until: int) -> dict[str, int]:
    """Write the files; how many lines of each kind there are."""
    from msgspec.json import encode

    from fairdeal.live.history.extract import HEADINGS, Extracted, extracted

    files = {name: f"{name}.csv" for name in HEADINGS}
    with files_in(folder, (EVENTS, *files.values(), LIST)) as parts, bar("exporting") as progress:
        rows = {name: csv.writer(parts[file], lineterminator="\n") for name, file in files.items()}
        for name, headings in HEADINGS.items():
            rows[name].writerow(headings)
        every = EveryRow(store, progress)
        for each in extracted(every, since, until):
            if isinstance(each, Extracted):
                rows[each.to].writerow(map(_cell, each.row))
            else:
                parts[EVENTS].write(encode(each).decode() + "\n")
        lines = {"events": parts[EVENTS].lines}
        lines |= {name: parts[file].lines - 1 for name, file in files.items()}
        parts[LIST].write(_list(store.name, since, until, every.last, parts))
    return lines


def _list(name: str, since: int, until: int, head: str, parts: Mapping[str, Part]) -> str:
    about = {
        "room": name,
        "from": stamp(since) if since > -_EVER else None,
        "until": stamp(until) if until < _EVER else None,
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
