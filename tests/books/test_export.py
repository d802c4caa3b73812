"""What is exported of a day adds up to the books of that day."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any

import pytest

from fairdeal.books.calendar import PLAIN, Calendar
from fairdeal.books.meters_listing import JACKPOTS, Passing
from fairdeal.books.statement import Question, statement
from fairdeal.live import commands
from fairdeal.live.history.extract import HEADINGS, Extracted, extracted
from tests.live.days import Day, eventful_day, long_log

DAY = date(2026, 11, 14)
GONE_BACK = ("void", "dead-seat")

IN_BOOKS = {
    "buy-in": "drop_cents",
    "cash-out": "cashed_cents",
    "float": "floats_cents",
    "fill": "fills_cents",
    "banked": "banked_cents",
    "tip": "tips_cents",
    "tips-paid": "tips_paid_cents",
}


@cache
def day() -> Day:
    return eventful_day()


def rows_of(log: Day, to: str, asked: Question) -> Iterator[dict[str, Any]]:
    for each in extracted(log.store.read(), asked.begin, asked.end):
        if isinstance(each, Extracted) and each.to == to:
            yield dict(zip(HEADINGS[to], each.row, strict=True))


def jackpots_of(log: Day, asked: Question) -> Iterator[dict[str, Any]]:
    """What meters paid in the time, which is in the bets and no loss of the table."""
    passing = Passing(log.store.read(), asked.calendar, asked.begin, asked.end)
    assert list(passing)
    for row in passing.jackpots():
        won = dict(zip(JACKPOTS, row, strict=True))
        if won["meter"] and asked.begin <= int(won["paid_at"]) < asked.end:
            yield won


def check(log: Day, asked: Question) -> list[dict[str, Any]]:
    """Hold every table's rows against its files; the rows, for who wants to know more."""
    found: list[dict[str, Any]] = statement(log.store, asked, 0)["rows"]
    books: dict[str, Counter[str]] = {}
    for row in found:
        counts = {key: value for key, value in row.items() if isinstance(value, int)}
        books.setdefault(row["table"], Counter()).update(counts)
    files: dict[str, Counter[str]] = {name: Counter() for name in books}
    for bet in rows_of(log, "bets", asked):
        mine = files[bet["table"]]
        mine["win_cents"] -= bet["net_cents"]
        if bet["stage"] not in GONE_BACK:
            mine["handle_cents"] += bet["stake_cents"]
            mine["returned_cents"] += bet["returned_cents"]
    for won in jackpots_of(log, asked):
        files[won["table"]]["win_cents"] += won["amount_cents"]
    for each in rows_of(log, "rounds", asked):
        closed = each["state"] == "closed"
        files[each["table"]]["rounds" if closed else "void_rounds"] += closed or each["seats"] > 0
    for move in rows_of(log, "chips", asked):
        files[move["table"]][IN_BOOKS[move["kind"]]] += move["cents"]
    keys = ("win_cents", "handle_cents", "returned_cents", "rounds", "void_rounds")
    for name, mine in files.items():
        assert {key: mine[key] for key in (*keys, *IN_BOOKS.values())} == {
            key: books[name][key] for key in (*keys, *IN_BOOKS.values())
        }
    return found


def test_an_eventful_day_adds_up() -> None:
    found = check(day(), Question(DAY, DAY, "table", theory=False))
    for key in ("win_cents", "void_rounds", *IN_BOOKS.values()):
        assert any(row[key] for row in found), key


def test_stakes_without_action_add_up() -> None:
    short = Day()
    short.open("pit-1", "napa-three-card-poker")
    for _ in range(3):
        offered = short.playing("pit-1").offered
        by = short.player_at("pit-1", offered)
        short.do("pit-1", commands.post_bank, by, seat=offered, cents=2_000)
        short.play("pit-1", word="play")
    [row] = check(short, Question(DAY, DAY, "table", theory=False))
    assert row["returned_cents"] > 0


@pytest.mark.parametrize("starts", ["10:00", "10:01"])
def test_both_parts_of_a_day_that_is_cut_in_two_add_up(starts: str) -> None:
    calendar = Calendar.of(starts=starts)
    for which in (date(2026, 11, 13), DAY):
        check(day(), Question(which, which, "table", calendar, theory=False))


def test_many_rounds_add_up() -> None:
    log = long_log(3_000)
    found = check(log, Question(DAY, PLAIN.day_of(log.now), "table", theory=False))
    assert sum(row["rounds"] for row in found) > 50
