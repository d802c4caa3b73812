"""Cache of recent books: each reads on from where it was, not the whole log again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from markupsafe import Markup

from fairdeal.books.course import bank_of, course
from fairdeal.books.meters_report import Asked, meters_report
from fairdeal.books.reading import Reading
from fairdeal.books.statement import Question, stated
from fairdeal.live.log.stores.protocol import Store
from fairdeal.report.course import meter_courses, win_course, wins_by_day
from fairdeal.web.past.plots import for_every_screen

_INTERVALS: Final = 24
_REPORTS: Final = 64
"""Of one interval, by what was asked about it."""

_MINUTE: Final = 60_000_000


@dataclass(frozen=True)
class Report:
    """What a page of books shows."""

    shown: dict[str, Any]
    """The statement."""
    bank: str
    """Whose win it is about first."""
    course: list[dict[str, Any]]
    days: list[dict[str, Any]]
    """The same days as rows, where there are several."""
    picture: Markup | None
    """Of the course."""
    picture_of_days: Markup | None


@dataclass(frozen=True)
class MetersReport:
    """What a page on meters shows."""

    shown: dict[str, Any]
    picture: Markup | None
    head: int
    made: int


class KeptBooks:
    """The books of a log by interval; the longest unused ones are forgotten."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._lock = Lock()
        self._intervals: OrderedDict[Hashable, _Interval] = OrderedDict()
        self._meters: OrderedDict[Asked, MetersReport] = OrderedDict()

    def report(self, asked: Question) -> Report:
        """The books, as far as the log goes."""
        key = asked.first, asked.last, asked.calendar
        with self._lock:
            kept = self._intervals.pop(key, None) or _Interval(Reading(self._store, asked))
            self._intervals[key] = kept
            if len(self._intervals) > _INTERVALS:
                self._intervals.popitem(last=False)
        try:
            return kept.report(asked, self._clock())
        except BaseException:
            with self._lock:
                self._intervals.pop(key, None)  # it may have been read in part
            raise

    def meters(self, asked: Asked) -> MetersReport:
        """The meters; a minute old at most, since every question reads the whole log."""
        now, head = self._clock(), self._store.head().pos
        with self._lock:
            kept = self._meters.get(asked)
        if kept is None or (kept.head != head and now - kept.made > _MINUTE):
            shown = meters_report(self._store.read(), asked, now)
            kept = MetersReport(shown, _meters_drawn(shown, asked), head, now)
            with self._lock:
                self._meters[asked] = kept
                if len(self._meters) > _INTERVALS:
                    self._meters.popitem(last=False)
        return kept


class _Interval:
    """One interval, and what was asked about it since it last changed."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._lock = Lock()
        self._reports: dict[Question, Report] = {}
        self._changes = 0

    def report(self, asked: Question, now: int) -> Report:
        with self._lock:
            reading = self._reading
            reading.go_on()
            if reading.changes != self._changes or len(self._reports) >= _REPORTS:
                self._reports.clear()
                self._changes = reading.changes
            if asked not in self._reports:
                self._reports[asked] = _report(reading, asked, now)
            found = self._reports[asked]
            made = stated(reading, replace(asked, theory=False), now)
            about = ("made", "interim", "events", "in_play")
            return replace(found, shown=found.shown | {key: made[key] for key in about})


def _report(reading: Reading, asked: Question, now: int) -> Report:
    shown = stated(reading, asked, now)
    bank = bank_of(reading, asked)
    points = course(reading, asked)
    is_long = asked.first != asked.last
    by_day = stated(reading, replace(asked, by="day"), now)["rows"] if is_long else []
    days = [row for row in by_day if row["bank"] == bank]
    is_known = any(point["standard_deviation_cents"] for point in points)
    drawn = _course_drawn(shown, points, asked) if is_known else None
    return Report(shown, bank, points, days, drawn, _days_drawn(days))


def _course_drawn(shown: dict[str, Any], points: list[dict[str, Any]], asked: Question) -> Markup:
    says, zone = _says(shown, points), asked.calendar.zone
    return for_every_screen(lambda width: win_course(points, zone, says, width))


def _days_drawn(days: list[dict[str, Any]]) -> Markup | None:
    if not any(row["expected_win_cents"] for row in days):
        return None
    says = "The win of every day against its expectation, and how far it may stray by chance"
    return for_every_screen(lambda width: wins_by_day(days, says, width))


def _says(shown: dict[str, Any], points: list[dict[str, Any]]) -> str:
    """The picture in a sentence."""
    last = points[-1]
    won, mean = last["win_cents"] / 100, last["expected_win_cents"] / 100
    days = f"{shown['first_day']} to {shown['last_day']}"
    return (
        f"Win against expectation, {days}: ${won:,.2f} won at the end, ${mean:,.2f} expected, one"
        f" standard deviation ${last['standard_deviation_cents'] / 100:,.2f}"
    )


def _meters_drawn(shown: dict[str, Any], asked: Asked) -> Markup | None:
    lines, zone = shown["course"], asked.calendar.zone
    if not lines:
        return None
    says = f"What {len(lines)} meters showed, {shown['first_day']} to {shown['last_day']}"
    return for_every_screen(lambda width: meter_courses(lines, zone, says, width))
