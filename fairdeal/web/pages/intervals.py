"""Which gaming days, tables, games and shifts a page is about, as its address says."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from fairdeal import games
from fairdeal.books import BY
from fairdeal.books.calendar import SECOND, Calendar
from fairdeal.books.meters_report import Asked
from fairdeal.books.owner import calendar_of, operator_of
from fairdeal.books.statement import Question
from fairdeal.errors import Malformed, Refused, did_you_mean, listed

USUAL: Final = "game"
"""What the rows of a page stand for if nobody says so."""


@dataclass(frozen=True)
class Address:
    """What a viewer asks of the books; every address can be kept and opened again."""

    first: date
    last: date
    calendar: Calendar
    by: str = USUAL
    table: str = ""
    game: str = ""
    shift: str = ""

    @classmethod
    def of(cls, told: Mapping[str, str], now: int) -> "Address":
        """What the parameters of an address mean."""
        calendar = calendar_of()
        first, last = _days(told, calendar, now)
        by = told.get("by") or USUAL
        if by not in BY:
            hint = did_you_mean(by, BY)
            raise Malformed(f"there are no books by {by!r}: {hint}", code="books.by")
        if game := told.get("game", ""):
            games.game(game)
        shifts = shifts_of(calendar)
        if (shift := told.get("shift", "")) and shift not in shifts:
            raise Malformed(
                f"there is no shift {shift!r}: expected {listed(shifts, 'or')}",
                code="shift.unknown",
            )
        return cls(first, last, calendar, by, told.get("table", ""), game, shift)

    @property
    def is_long(self) -> bool:
        """Whether it is about several days."""
        return self.first != self.last

    @property
    def typed(self) -> dict[str, str]:
        """What the fields of the form hold."""
        days = {"from": self.first.isoformat(), "through": self.last.isoformat()}
        rest = {"table": self.table, "game": self.game, "shift": self.shift, "by": self.by}
        return days | rest

    def question(self) -> Question:
        """What the books are asked."""
        whose = operator_of()
        chosen = {"game": self.game, "shift": self.shift}
        return Question(
            self.first, self.last, self.by, self.calendar, self.table, whose, True, **chosen
        )

    def of_meters(self) -> Asked:
        """What is asked about meters."""
        return Asked(self.first, self.last, self.calendar, operator=operator_of(), course=True)

    def query(self, **changes: str) -> str:
        """The parameters of the address, with some of them changed."""
        days = {"day": self.first.isoformat()}
        if self.is_long:
            days = {"from": self.first.isoformat(), "through": self.last.isoformat()}
        if "day" in changes:
            days = {}
        rest = {"by": self.by, "table": self.table, "game": self.game, "shift": self.shift}
        told = days | rest | changes
        return urlencode({key: value for key, value in told.items() if value})

    def rounds(self, wager: str) -> str:
        """The parameters with which the event log shows the rounds of a wager in this interval."""
        bounds = (self.calendar.begins(day) for day in (self.first, self.last + timedelta(1)))
        since, until = (
            datetime.fromtimestamp(at // SECOND, self.calendar.zone).strftime("%Y-%m-%dT%H:%M")
            for at in bounds
        )
        told = {"wager": wager, "table": self.table, "from": since, "to": until}
        return urlencode({key: value for key, value in told.items() if value})

    def moved(self, days: int) -> str:
        """The parameters for the interval before or behind this one."""
        by = timedelta(days * ((self.last - self.first).days + 1))
        first, last = self.first + by, self.last + by
        there = Address(first, last, self.calendar, self.by, self.table, self.game, self.shift)
        return there.query()


def shifts_of(calendar: Calendar) -> list[str]:
    """The names of the shifts of a day."""
    return [calendar.shift_name(number) for number in range(calendar.shifts)]


def _days(told: Mapping[str, str], calendar: Calendar, now: int) -> tuple[date, date]:
    day, first, last = (told.get(key, "") for key in ("day", "from", "through"))
    if day and (first or last):
        raise Refused("day names one day: it takes no from and through", code="option.alone")
    if last and not first:
        raise Malformed("through needs from, where the interval begins", code="interval.open")
    begin = calendar.day_named(first or day or "today", now)
    end = calendar.day_named(last or "today", now) if first else begin
    if end < begin:
        raise Refused(f"{end} is before {begin}", code="day.order")
    return begin, end
