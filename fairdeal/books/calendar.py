"""The gaming day: where it begins, which shifts it has, and which of them a moment belongs to."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from fairdeal.errors import Malformed

SECOND: Final = 1_000_000
"""Microseconds, in which the log counts."""

MOST_SHIFTS: Final = 12

_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?", re.ASCII)
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_THREE: Final = ("day", "swing", "grave")
_UTC: Final = ZoneInfo("UTC")
_YEARS: Final = range(1970, 9000)
"""Years in which clocks of every zone can be reckoned with."""


@dataclass(frozen=True)
class Calendar:
    """When a gaming day begins, in which time zone, and how many shifts it has.

    Days and shifts begin at the same time on the wall clock the whole year round, so that one of
    them is an hour shorter or longer when the clocks change.
    """

    zone: ZoneInfo = _UTC
    starts: time = time(6)
    shifts: int = 3

    @classmethod
    def of(cls, zone: str = "UTC", starts: str = "06:00", shifts: int = 3) -> "Calendar":
        """The calendar as a person names it."""
        try:
            found = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise Malformed(
                f"there is no time zone {zone!r}: give one such as America/Los_Angeles",
                code="zone.unknown",
            ) from None
        clock = _CLOCK.fullmatch(starts.strip())
        if clock is None:
            raise Malformed(
                f"{starts!r} is not a time of the day: give one such as 06:00",
                code="hour.unreadable",
            )
        if not 1 <= shifts <= MOST_SHIFTS:
            raise Malformed(
                f"a day cannot have {shifts} shifts: expected 1 to {MOST_SHIFTS}",
                code="shifts.impossible",
            )
        return cls(found, time(int(clock[1]), int(clock[2] or 0)), shifts)

    def begins(self, day: date, shift: int = 0) -> int:
        """The moment when the day, or one of its shifts, begins."""
        return _begins(self, day, shift)

    def day_of(self, at: int) -> date:
        """The gaming day of a moment."""
        day = datetime.fromtimestamp(at // SECOND, self.zone).date()
        if at < self.begins(day):
            return day - timedelta(1)
        return day

    def shift_of(self, at: int) -> int:
        """The shift of a moment, counted from 0."""
        day = self.day_of(at)
        return max(n for n in range(self.shifts) if self.begins(day, n) <= at)

    def shift_name(self, shift: int) -> str:
        """What the shift is called: day, swing and grave where there are three."""
        return _THREE[shift] if self.shifts == len(_THREE) else f"shift {shift + 1}"

    def day_named(self, text: str, now: int) -> date:
        """The day that a person means by ``2026-10-05``, ``today`` or ``yesterday``."""
        word = text.strip().lower()
        if word in ("today", "yesterday"):
            return self.day_of(now) - timedelta(word == "yesterday")
        try:
            found = date.fromisoformat(word) if _DAY.fullmatch(word) else None
        except ValueError:
            found = None
        if found is None or found.year not in _YEARS:
            raise Malformed(
                f"{text!r} is not a day: give one such as 2026-10-05, today or yesterday",
                code="day.unreadable",
            )
        return found

    def shown(self, at: int) -> str:
        """A moment as the clock on the wall shows it, with what it is ahead of UTC."""
        return datetime.fromtimestamp(at // SECOND, self.zone).isoformat(timespec="minutes")

    def exact(self, at: int) -> str:
        """The same to the microsecond; empty for a moment that has not come."""
        if not at:
            return ""
        return datetime.fromtimestamp(at / SECOND, self.zone).isoformat(timespec="microseconds")


@lru_cache(maxsize=4096)
def _begins(calendar: Calendar, day: date, shift: int) -> int:
    wall = datetime.combine(day, calendar.starts) + timedelta(days=1) * shift / calendar.shifts
    moment = wall.replace(tzinfo=calendar.zone).astimezone(UTC)
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


PLAIN: Final = Calendar()
"""Days from six to six, three shifts, as Greenwich has them."""


class Days:
    """Gaming days that are asked about, from the first to the last."""

    first: date
    last: date
    calendar: Calendar

    @property
    def begin(self) -> int:
        """The moment when the first begins."""
        return self.calendar.begins(self.first)

    @property
    def end(self) -> int:
        """The first moment after the last."""
        return self.calendar.begins(self.last + timedelta(1))


def time_of(at: int) -> str:
    """A moment of the log as people write it, in UTC.

    >>> time_of(1_794_650_400_250_000)
    '2026-11-14 10:00:00'
    """
    return _moment(at).strftime("%Y-%m-%d %H:%M:%S")


def stamp(at: int) -> str:
    """A moment of the log as programs write it; empty for one that has not come.

    >>> stamp(1_794_650_400_250_000), stamp(0)
    ('2026-11-14T10:00:00.250000Z', '')
    """
    return _moment(at).strftime("%Y-%m-%dT%H:%M:%S.%fZ") if at else ""


def _moment(at: int) -> datetime:
    try:
        return datetime.fromtimestamp(at / SECOND, UTC)
    except (OverflowError, ValueError, OSError):  # a forged time may lie beyond all calendars
        return datetime.fromtimestamp(0, UTC)
