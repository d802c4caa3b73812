"""Meters and jackpots as rows for other programs."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final

from fairdeal.books.calendar import Calendar
from fairdeal.books.jackpots import Jackpot, Jackpots
from fairdeal.books.meters import MeterDays
from fairdeal.books.progressives import Reader
from fairdeal.live.history.extract import At
from fairdeal.live.log.chain import Recorded

METERS: Final = (
    *("day", "progressive", "meter", "opening_parts", "contributed_parts", "resets_parts"),
    *("paid_parts", "adjusted_parts", "closing_parts", "wins", "shown_cents", "overflow_parts"),
    *("carried_parts", "difference_parts", "ledger_difference_parts", "reconciled", "adjustments"),
)
JACKPOTS: Final = (
    *("id", "table", "round", "game", "seat", "player", "bet", "stake_cents", "hand"),
    *("progressive", "meter", "won_at", "pos", "meter_cents", "amount_cents", "share", "shares"),
    *("reset_cents", "rate_millionths", "ceiling_cents", "overflow_parts", "status"),
    *("entered_by", "entered_at", "signed", "sent_back", "form", "deck_kept_until"),
    *("paid_at", "paid_pos"),
)
_EVER: Final = 2**62
"""Behind every moment that a calendar knows."""
_TIMES: Final = ("won_at", "entered_at", "deck_kept_until", "paid_at", "void_at")


class Passing:
    """The rows of a log as they pass by, with the meters and jackpots of an interval kept."""

    def __init__(
        self, rows: Iterable[Recorded], calendar: Calendar, since: int, until: int
    ) -> None:
        self._rows, self._since, self._until = rows, since, until
        self._calendar = calendar
        self._reader = Reader(())
        self._jackpots = Jackpots()
        first = calendar.day_of(since) if since > 0 else date.min
        last = calendar.day_of(until - 1) if until < _EVER else date.max
        self._days = MeterDays(self._reader, calendar, first, last)

    def __iter__(self) -> Iterator[Recorded]:
        for row in self._rows:
            yield row  # the caller checks it first
            if (step := self._reader.read(row)) is not None:
                self._days.hear(step)
                self._jackpots.hear(step)

    def meters(self, now: int) -> Iterator[Iterator[str | int]]:
        """Every meter on every day of the interval."""
        self._days.finish(self._calendar.day_of(now))
        return map(_meter_cells, self._days.rows)

    def jackpots(self) -> Iterator[Iterator[str | int]]:
        """Every win that waited for approval and has to do with the interval."""
        return map(_jackpot_cells, self._jackpots.between(self._since, self._until))


def _meter_cells(row: dict[str, Any]) -> Iterator[str | int]:
    """A meter on a day, in the order of the columns."""
    said = [
        f"{each['why']}: {each['cents']} cents, {each['before_cents']} to {each['after_cents']},"
        f" by {each['by']} and {each['approver']}, {each['reason']}"
        for each in row["adjustments"]
    ]
    yes = "yes" if row["reconciled"] else "no"
    cells = row | {"reconciled": yes, "adjustments": "; ".join(said)}
    return (cells[column] for column in METERS)


def _jackpot_cells(won: Jackpot) -> Iterator[str | int]:
    """A jackpot in the order of the columns; what does not apply to it stays empty."""
    data = won.as_data()
    signed = [
        f"{each['role']} {each['by']} ({', '.join(each['checked'])})" for each in data["signed"]
    ]
    back = [f"{each['role']} {each['by']}: {each['reason']}" for each in data["sent_back"]]
    data |= {"signed": "; ".join(signed), "sent_back": "; ".join(back)}
    data |= {key: At(data[key]) for key in _TIMES}
    return ("" if data[column] is None else data[column] for column in JACKPOTS)
