"""Whose books these are and by which clock they are kept: what a house sets once and for all."""

import os

from fairdeal.books.calendar import Calendar
from fairdeal.errors import Malformed


def said(value: str | None, name: str, otherwise: str) -> str:
    """What the caller says, else what the house has set in its environment."""
    return value or os.environ.get(f"FAIRDEAL_{name}") or otherwise


def operator_of(name: str | None = None) -> str:
    """Who runs the room."""
    return said(name, "OPERATOR", "not named")


def calendar_of(
    zone: str | None = None, starts: str | None = None, shifts: str | None = None
) -> Calendar:
    """The calendar of the house."""
    return Calendar.of(
        said(zone, "ZONE", "UTC"),
        said(starts, "DAY_STARTS", "06:00"),
        _number(said(shifts, "SHIFTS", "3")),
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Malformed(f"{text!r} is not a number of shifts", code="shifts.impossible")
    return int(text)
