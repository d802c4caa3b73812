"""The report on meters: by gaming day, every jackpot, and hits against the exact analysis."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from fairdeal.books.calendar import PLAIN, Calendar, Days
from fairdeal.books.hits import ASSUMED, Hits
from fairdeal.books.jackpots import Jackpot, Jackpots
from fairdeal.books.meter_course import MeterCourse
from fairdeal.books.meters import MeterDays, totals
from fairdeal.books.progressives import Reader
from fairdeal.books.signs import check_progressive
from fairdeal.live.log.chain import Recorded

RECONCILED: Final = (
    "reconciled: opening plus contributions and resets, less payments and adjustments, equals the"
    " closing of every meter to the millionth of a cent; and so does the ledger, with the parts of"
    " a cent that tables carry",
    "no meter has a hidden or a second rate, or a pool beside its overflow",
)


@dataclass(frozen=True)
class Asked(Days):
    """What is asked of the meters."""

    first: date
    last: date
    """It belongs to the interval."""
    calendar: Calendar = PLAIN
    progressive: str = ""
    """Only this one; empty for all."""
    operator: str = ""
    theory: bool = True
    course: bool = False
    """Whether to tell what every sign showed through the interval."""


def meters_report(rows: Iterable[Recorded], asked: Asked, now: int) -> dict[str, Any]:
    """What became of every meter in the interval; the rows begin with the first of the log."""
    calendar, reader = asked.calendar, Reader(rows)
    days = MeterDays(reader, calendar, asked.first, asked.last)
    jackpots, hits = Jackpots(), Hits(reader, asked.begin, asked.end)
    course = MeterCourse(asked)
    for step in reader:
        days.hear(step)
        jackpots.hear(step)
        hits.hear(step)
        course.hear(step)
    check_progressive(reader, asked.progressive)
    days.finish(calendar.day_of(now))
    own = [row for row in days.rows if asked.progressive in ("", row["progressive"])]
    for each in (each for row in own for each in row["adjustments"]):
        each["at"] = calendar.exact(each["at"])
    found = jackpots.between(asked.begin, asked.end, asked.progressive)
    compared = list(hits.rows(asked.progressive)) if asked.theory else []
    return {
        "operator": asked.operator,
        "title": "Meters" + (f" of {asked.progressive}" if asked.progressive else ""),
        "first_day": asked.first.isoformat(),
        "last_day": asked.last.isoformat(),
        "begins": calendar.shown(asked.begin),
        "ends": calendar.shown(asked.end),
        "time_zone": str(calendar.zone),
        "day_starts": calendar.starts.isoformat("minutes"),
        "made": calendar.shown(now),
        "interim": now < asked.end,
        "events": reader.last,
        "days": own,
        "totals": list(totals(own)),
        "reconciled": all(row["reconciled"] for row in own),
        "jackpots": [jackpot_shown(each, calendar) for each in found],
        "hits": compared,
        **({"course": course.rows(asked.progressive)} if asked.course else {}),
        "notes": [*RECONCILED, *(ASSUMED if compared else ())] if own else [],
    }


def jackpot_shown(won: Jackpot, calendar: Calendar) -> dict[str, Any]:
    """A jackpot with its times as the house's clock has them."""
    shown = won.as_data()
    for key in ("won_at", "entered_at", "paid_at", "void_at", "deck_kept_until"):
        shown[key] = calendar.exact(shown[key])
    for key in ("signed", "sent_back"):
        shown[key] = [each | {"at": calendar.exact(each["at"])} for each in shown[key]]
    return shown
