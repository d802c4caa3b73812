"""Gaming days of a room as files for other programs: what each holds, and how it is written."""

import csv
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from msgspec import Raw
from msgspec.json import encode

from fairdeal import __version__
from fairdeal.books.calendar import PLAIN, Calendar, stamp
from fairdeal.books.meters_listing import JACKPOTS, METERS, Passing
from fairdeal.books.parts import EveryRow, Part
from fairdeal.live.history.extract import HEADINGS, At, Extracted, extracted
from fairdeal.live.history.secrecy import withheld

EVENTS: Final = "events.jsonl"
LIST: Final = "export.json"
"""What was written, when, from where, with a hash of each file."""

_HEADINGS: Final = {**HEADINGS, "meters": METERS, "jackpots": JACKPOTS}
_CSV: Final = {name: f"{name}.csv" for name in _HEADINGS}
FILES: Final = (EVENTS, *_CSV.values(), LIST)

_BEGINS_A_FORMULA: Final = (*"=+-@\t\r", *"\uff1d\uff0b\uff0d\uff20")
"""In ASCII, and in full width, which spreadsheets read in the same way."""
_EVER: Final = 2**63
_ABOUT: Final = ("from", "until", "first_day", "last_day", "time_zone", "day_starts")


@dataclass(frozen=True)
class Span:
    """The time that is exported."""

    words: str = "every day"
    since: int = -_EVER
    until: int = _EVER
    """The first moment behind it."""
    about: Mapping[str, str | None] = field(default_factory=lambda: dict.fromkeys(_ABOUT))
    calendar: Calendar = PLAIN

    @classmethod
    def of(cls, calendar: Calendar, first: date, last: date) -> "Span":
        """Gaming days, from the first to the last."""
        since, until = calendar.begins(first), calendar.begins(last + timedelta(1))
        words = f"gaming day {first}" if first == last else f"gaming days {first} to {last}"
        moments = stamp(since), stamp(until), first.isoformat(), last.isoformat()
        clock = str(calendar.zone), calendar.starts.isoformat("minutes")
        about = dict(zip(_ABOUT, (*moments, *clock), strict=True))
        return cls(words, since, until, about, calendar)


def export(
    rows: EveryRow,
    parts: Mapping[str, Part],
    span: Span,
    about: Mapping[str, str],
    now: int,
    secret: Collection[int] = (),
) -> dict[str, int]:
    """Write the files; how many lines of each kind there are.

    What is sealed in the events at the *secret* places, because their rounds are in play, is
    withheld.
    """
    lists = {name: csv.writer(parts[file], lineterminator="\n") for name, file in _CSV.items()}
    for name, columns in _HEADINGS.items():
        lists[name].writerow(columns)
    seen = Passing(rows, span.calendar, span.since, span.until)
    for each in extracted(seen, span.since, span.until):
        if isinstance(each, Extracted):
            lists[each.to].writerow(map(cell, each.row))
        else:
            parts[EVENTS].write(_line(each, secret))
    _write_rows(lists["meters"], seen.meters(now))
    _write_rows(lists["jackpots"], seen.jackpots())
    lines = {"events": parts[EVENTS].lines}
    lines |= {name: parts[file].lines - 1 for name, file in _CSV.items()}
    parts[LIST].write(_list(span, {**about, "head": rows.last}, parts))
    return lines


def _write_rows(into: Any, rows: Iterable[Iterable[str | int]]) -> None:
    into.writerows(map(cell, row) for row in rows)


def _line(event: dict[str, object], secret: Collection[int]) -> str:
    if event["pos"] in secret:
        body = event["body"]
        assert isinstance(body, Raw)
        event = event | withheld(bytes(body))
    return encode(event).decode() + "\n"


def _list(span: Span, about: Mapping[str, str], parts: Mapping[str, Part]) -> str:
    shown = {
        **about,
        "room": Path(about["room"]).name,  # where it lies is the business of its machine alone
        **span.about,
        "version": __version__,
        "files": {
            file: {"lines": part.lines, "sha256": part.digest}
            for file, part in parts.items()
            if file != LIST
        },
    }
    return json.dumps(shown, indent=2) + "\n"


def cell(value: str | int) -> str:
    """A cell that no spreadsheet takes for a formula, whatever people have written."""
    if isinstance(value, At):
        return stamp(value)
    if isinstance(value, int):
        return str(value)
    return f"'{value}" if value.startswith(_BEGINS_A_FORMULA) else value
