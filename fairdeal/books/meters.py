"""Meters by gaming day: what came in, what went out, and whether every part of a cent is there.

Three reckonings must agree: the meters themselves, as the order of the log makes them; what the
events of the day say they brought and took; and the accounts of double entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from fairdeal.books.calendar import Calendar
from fairdeal.books.progressives import Reader, Step
from fairdeal.live import events
from fairdeal.live.table import ledger
from fairdeal.live.table.holding import PARTS
from fairdeal.live.table.progressive import Progressive

SUMS: Final = ("contributed_parts", "resets_parts", "paid_parts", "adjusted_parts")
"""What moves a meter: the first two in, the others out."""


@dataclass
class _Account:
    """One meter as the ledger and the events of a day have it."""

    opening: int = 0
    moved: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))
    wins: int = 0
    adjustments: list[dict[str, Any]] = field(default_factory=list)
    pool_cents: int = 0
    """The balances of all accounts of the meter."""
    carried: int = 0
    """Parts that bets brought and that have not made a whole cent yet."""


class MeterDays:
    """Hears every step of a log and writes a row for each meter at the end of each gaming day.

    A day never begins before one that the log had come to: the order of the log decides.
    """

    def __init__(self, reader: Reader, calendar: Calendar, first: date, last: date) -> None:
        self._reader, self._calendar = reader, calendar
        self._first, self._last = first, last
        self._day: date | None = None
        self._now: dict[str, Progressive] = {}
        self._accounts: dict[tuple[str, str], _Account] = {}
        self.rows: list[dict[str, Any]] = []

    def hear(self, step: Step) -> None:
        """Count one event, on its day."""
        day = self._calendar.day_of(step.row.at)
        self._day = self._day or day
        while self._day < day:
            self._end(self._day, day)
        if step.then is not None:
            self._count(step, step.then)
        self._now = dict(self._reader.progressives)

    def finish(self, today: date) -> None:
        """End the days up to the last one asked about, or today."""
        until = min(self._last, today)
        while self._day is not None and self._day <= until:
            self._end(self._day, until + timedelta(1))

    def _count(self, step: Step, now: Progressive) -> None:
        name, event = now.name, step.event
        for account, cents in ledger.postings(event):
            for key in now.meters:
                if account == ledger.pool(name, key):
                    self._account(name, key).pool_cents += cents
        match event:
            case events.ProgressiveOpened(meters=meters):
                for key, setup in meters.items():
                    self._move(name, key, "resets_parts", setup.reset_cents * PARTS)
            case events.MetersFed(parts=parts, cents=cents_moved):
                for key, more in parts.items():
                    self._move(name, key, "contributed_parts", more)
                    carried = more - cents_moved.get(key, 0) * PARTS
                    self._account(name, key).carried += carried
            case events.PayMade(meter=key, award_cents=award, reset_cents=reset):
                self._move(name, key, "paid_parts", award * PARTS)
                self._move(name, key, "resets_parts", reset * PARTS)
                self._account(name, key).wins += 1
            case events.MeterAdjusted(meter=key, why=why, cents=cents):
                self._move(name, key, "adjusted_parts", 0 if why == "cap" else cents * PARTS)
                self._account(name, key).adjustments.append(_adjustment(step, event))
            case _:
                pass

    def _end(self, day: date, then: date) -> None:
        """End a day, and go on to the next one asked about, if it comes before *then*."""
        for name, now in self._now.items():
            for key in now.meters:
                account, closing = self._account(name, key), now.held_parts(key)
                if self._first <= day <= self._last:
                    row: dict[str, Any] = {"day": day.isoformat(), "progressive": name}
                    row |= {"meter": key, **_row(account, closing)}
                    row |= {
                        "shown_cents": now.shown_cents(key),
                        "overflow_parts": now.beyond_parts(key),
                    }
                    self.rows.append(row)
                self._accounts[name, key] = _Account(
                    closing, pool_cents=account.pool_cents, carried=account.carried
                )
        after = day + timedelta(1)
        self._day = then if after > self._last else min(max(after, self._first), then)

    def _account(self, name: str, key: str) -> _Account:
        return self._accounts.setdefault((name, key), _Account())

    def _move(self, name: str, key: str, what: str, parts: int) -> None:
        self._account(name, key).moved[what] += parts


def _row(account: _Account, closing: int) -> dict[str, Any]:
    moved = account.moved
    came, went = (sum(moved[key] for key in some) for some in (SUMS[:2], SUMS[2:]))
    off = account.opening + came - went - closing
    off_ledger = account.pool_cents * PARTS + account.carried - closing
    return {
        "opening_parts": account.opening,
        **moved,
        "closing_parts": closing,
        "carried_parts": account.carried,
        "wins": account.wins,
        "difference_parts": off,
        "ledger_difference_parts": off_ledger,
        "reconciled": not off and not off_ledger,
        "adjustments": account.adjustments,
    }


def _adjustment(step: Step, event: events.MeterAdjusted) -> dict[str, Any]:
    return {
        "pos": step.row.pos,
        "at": step.row.at,
        "why": event.why,
        "cents": event.cents,
        "before_cents": event.before_cents,
        "after_cents": event.after_cents,
        "by": event.by,
        "approver": event.approver,
        "reason": event.reason,
    }


def totals(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every meter over all its days."""
    for which in dict.fromkeys((row["progressive"], row["meter"]) for row in rows):
        own = [row for row in rows if (row["progressive"], row["meter"]) == which]
        yield {
            **own[-1],
            "day": "",
            "opening_parts": own[0]["opening_parts"],
            **{key: sum(row[key] for row in own) for key in (*SUMS, "wins")},
            "difference_parts": sum(row["difference_parts"] for row in own),
            "reconciled": all(row["reconciled"] for row in own),
            "adjustments": [each for row in own for each in row["adjustments"]],
        }
