"""Moments as the house's people read them."""

from datetime import UTC, date, datetime
from typing import Annotated, TypeAlias

import msgspec

from fairdeal.books.calendar import SECOND

Moment: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=253_402_300_800 * SECOND)]
"""Microseconds since 1970, before the year 10000."""


def moment(at: int) -> str:
    """A moment of the log, to the second.

    >>> moment(1_790_000_000_000_000)
    '2026-09-21 14:13:20'
    """
    return f"{datetime.fromtimestamp(at // SECOND, UTC):%Y-%m-%d %H:%M:%S}"


def day(at: int) -> date:
    """The day by which laws come into force, as the tables reckon it."""
    return datetime.fromtimestamp(at // SECOND, UTC).date()
