"""Which gaming days a command is about, and by which calendar."""

import time
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from fairdeal.books.calendar import Calendar
from fairdeal.cli.options import once
from fairdeal.errors import Malformed, Refused

F = TypeVar("F", bound=Callable[..., Any])


def day_options(function: F) -> F:
    """The options by which a person names one gaming day or several."""
    for option in (
        once("--through", "last", metavar="DAY", default="today", help="The last of several days."),
        once("--from", "first", metavar="DAY", help="The first of several days."),
        once(
            "--day",
            metavar="DAY",
            default="today",
            help="A gaming day, as in 2026-10-05, yesterday or today.",
        ),
    ):
        function = option(function)
    return function


def clock_options(function: F) -> F:
    """The options by which a house says when its days begin."""
    for option in (
        once(
            "--day-starts",
            "starts",
            metavar="HH:MM",
            env="FAIRDEAL_DAY_STARTS",
            default="06:00",
            help="When a gaming day begins.",
        ),
        once(
            "--zone",
            metavar="NAME",
            env="FAIRDEAL_ZONE",
            default="UTC",
            help="Time zone of the gaming day, as in America/Los_Angeles.",
        ),
    ):
        function = option(function)
    return function


def now() -> int:
    """The time, in the microseconds of the log."""
    return time.time_ns() // 1000


def interval(
    calendar: Calendar, at: int, day: str | None, first: str | None, last: str | None
) -> tuple[date, date]:
    """The first and the last day asked about."""
    if day is not None and (first is not None or last is not None):
        raise Refused("--day names one day: it takes no --from and --through", code="option.alone")
    if first is None and last is not None:
        raise Malformed("--through needs --from, where the interval begins", code="interval.open")
    begin = calendar.day_named(first or day or "today", at)
    end = begin if first is None else calendar.day_named(last or "today", at)
    if end < begin:
        raise Refused(f"{end} is before {begin}", code="day.order")
    return begin, end
