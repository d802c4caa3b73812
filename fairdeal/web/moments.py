"""Moments as the house's people read them: by the house's own clock, wherever they are shown."""

from datetime import UTC, date, datetime
from typing import Annotated, TypeAlias

import msgspec

from fairdeal.books.calendar import SECOND
from fairdeal.books.owner import calendar_of


def zone() -> str:
    """The time zone of the house's clock, to be named beside times."""
    return str(calendar_of().zone)


Moment: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=253_402_300_800 * SECOND)]
"""Microseconds since 1970, before the year 10000."""


def moment(at: int) -> str:
    """A moment of the log, to the second; what was forged, and is none, as it lies there.

    >>> moment(1_790_000_000_000_000), moment("noon")
    ('2026-09-21 14:13:20', "'noon'")
    """
    return _written(at, "%Y-%m-%d %H:%M:%S")


def time(at: int) -> str:
    """The time of the day.

    >>> time(1_790_000_000_000_000)
    '14:13:20'
    """
    return _written(at, "%H:%M:%S")


def minute(at: int) -> str:
    """Day and time of something of the last days.

    >>> minute(1_790_000_000_000_000)
    '21 Sep, 14:13'
    """
    return _written(at, "%d %b, %H:%M")


def date_of(at: int) -> str:
    """The date on the wall, which changes at midnight; a gaming day may not.

    >>> date_of(1_790_000_000_000_000)
    '21 September 2026'
    """
    return _written(at, "%d %B %Y").removeprefix("0")


def plain(text: str) -> str:
    """A moment that a report writes for programs, as people read it.

    >>> plain("2026-11-16T10:46+00:00")
    '2026-11-16 10:46 UTC'
    """
    there = datetime.fromisoformat(text).astimezone(calendar_of().zone)
    return f"{there:%Y-%m-%d %H:%M %Z}"


def day(at: int) -> date:
    """The day by which laws come into force, as the tables reckon it."""
    return datetime.fromtimestamp(at // SECOND, UTC).date()


def _written(at: int, form: str) -> str:
    try:
        return datetime.fromtimestamp(at // SECOND, calendar_of().zone).strftime(form)
    except (TypeError, ValueError, OverflowError, OSError):
        return repr(at)
