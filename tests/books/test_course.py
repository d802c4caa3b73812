"""The course of a win and of meters, and rows held against a deviation of their own."""

import random
import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from math import sqrt
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fairdeal.books.calendar import PLAIN
from fairdeal.books.course import bank_of, course
from fairdeal.books.meters_report import Asked, meters_report
from fairdeal.books.pairs import Pair, deviations_of, pairs_of, variance_of
from fairdeal.books.reading import Reading, width_of
from fairdeal.books.statement import Question, stated, statement
from fairdeal.books.wagers import HOUSE, PLAYERS, SeatWager
from fairdeal.live import events
from fairdeal.live.log.codec import decoded
from fairdeal.report.course import (
    MIDDLE,
    NARROW,
    WIDE,
    deviations,
    meter_courses,
    wins_by_day,
)
from tests.books.logs import MINUTE, NOON, Log, opened
from tests.books.test_activity import paid, placed, worked_out
from tests.books.test_statement import DAY, NEXT, two_tables
from tests.live.days import eventful_day
from tests.web.theory import make_cheap

BOTH = Question(DAY, NEXT, "game")


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    make_cheap(monkeypatch)


def wager(head: str, stake: int, win: int, is_covered: bool = True) -> SeatWager:
    return SeatWager(1, head, stake, 0, win, is_covered)


def theory(deviation: float, edge: float) -> dict[str, Any]:
    return {"standard_deviation_cents": deviation, "house_edge": {"value": edge}}


def test_what_two_wagers_have_in_common_is_what_a_loop_over_rounds_finds() -> None:
    rng, edges = random.Random(3), {"ante": 0.03, "bonus": 0.07}
    counted, looped = Pair(), 0.0
    for _ in range(50):
        hands = [
            wager(head, stake := rng.choice([500, 1000]), rng.choice([-2, 0, 1]) * stake)
            for head in ("bonus", "ante", "ante")
        ]
        for heads, pair in pairs_of(hands):
            assert heads == ("ante", "bonus")
            counted.add(pair)
        off = {
            head: sum(
                hand.win_cents - edge * hand.stake_cents for hand in hands if hand.head == head
            )
            for head, edge in edges.items()
        }
        looped += off["ante"] * off["bonus"]
    assert counted.covariance(edges["ante"], edges["bonus"]) == pytest.approx(looped)


def test_a_hand_that_theory_leaves_out_is_no_part_of_a_pair() -> None:
    assert [*pairs_of([wager("ante", 500, 0), wager("bonus", 500, 0, is_covered=False)])] == []


def test_the_deviation_of_all_wagers_lies_between_its_limits() -> None:
    of_each = {"ante": theory(300.0, 0.0), "bonus": theory(400.0, 0.0)}

    def spread(products: int) -> float:
        return sqrt(variance_of(of_each, {("ante", "bonus"): Pair(wins=products)}))

    assert spread(0) == 500
    assert spread(-10_000) == 500
    assert spread(60_000) == pytest.approx(sqrt(250_000 + 120_000))
    assert spread(10**9) == 700
    assert variance_of({"ante": theory(300.0, 0.0)}, {("ante", "bonus"): Pair(wins=9)}) == 90_000


def test_nothing_is_improbable_where_nothing_varies() -> None:
    assert deviations_of(5.0, 0.0) is None
    assert deviations_of(-6.0, 9.0) == -2


def test_a_row_has_the_deviation_of_all_its_wagers() -> None:
    shown = statement(worked_out().store, replace(BOTH, by="table"), 0)
    [row] = shown["rows"]
    off = row["compared_win_cents"] - row["expected_win_cents"]["value"]
    assert row["z"] == pytest.approx(off / row["standard_deviation_cents"])
    alone = [each["theory"]["standard_deviation_cents"] for each in row["wagers"]]
    apart = sqrt(sum(each**2 for each in alone))
    assert apart <= row["standard_deviation_cents"] * 1.0000001
    assert row["standard_deviation_cents"] <= sum(alone) * 1.0000001


def test_a_log_that_grows_is_read_on() -> None:
    log = two_tables()
    reading = Reading(log.store, BOTH)
    reading.go_on()
    before = reading.changes
    assert stated(reading, BOTH, 7) == statement(log.store, BOTH, 7)
    reading.go_on()
    assert reading.changes == before
    log.at += MINUTE
    log.write(
        "pit-1",
        events.RoundOpened(6),
        placed(1, pair_plus=500),
        events.BetsSettled(1, (paid(1, "pair-plus", 500, 1500),)),
        events.RoundClosed(b"", b""),
    )
    log.write("pit-1", events.RoundOpened(7))
    reading.go_on()
    assert reading.changes == before + 1
    assert reading.in_play == ["pit-1"]
    assert stated(reading, BOTH, 7) == statement(log.store, BOTH, 7)
    of_one = Reading(log.store, BOTH, "pit-2")
    of_one.go_on()
    of_one.go_on()
    asked = replace(BOTH, table="pit-2")
    assert stated(of_one, asked, 7)["rows"] == stated(reading, asked, 7)["rows"]
    assert stated(reading, asked, 7)["in_play"] == []


def test_books_are_of_one_game_one_shift_or_one_table() -> None:
    store = two_tables().store
    napa = statement(store, replace(BOTH, game="napa-three-card-poker"), 0)
    assert [row["game"] for row in napa["rows"]] == ["napa-three-card-poker"]
    assert napa["title"] == "Books by game, Napa Valley Three Card Poker"
    swing = statement(store, replace(BOTH, by="shift", shift="swing", table="pit-1"), 0)
    assert [(row["day"], row["shift"]) for row in swing["rows"]] == [("2026-10-06", "swing")]
    assert swing["title"] == "Books by shift, table pit-1, swing only"
    assert not statement(store, replace(BOTH, shift="grave"), 0)["activity"]


def test_a_course_begins_at_nought_and_ends_with_the_total() -> None:
    reading = Reading(two_tables().store, BOTH)
    reading.go_on()
    found = course(reading, BOTH)
    [house] = [row for row in stated(reading, BOTH, 0)["totals"] if row["bank"] == HOUSE]
    first, last = found[0], found[-1]
    assert (first["win_cents"], first["standard_deviation_cents"]) == (0, 0)
    assert last["win_cents"] == house["compared_win_cents"]
    assert last["expected_win_cents"] == house["expected_win_cents"]["value"]
    assert last["standard_deviation_cents"] == house["standard_deviation_cents"]
    times = [point["at"] for point in found]
    assert times == sorted(times)
    assert all((at - reading.begin) % reading.width == 0 for at in times)
    # Nobody played in the night: the line stays where it was.
    flat = [a["win_cents"] for a, b in pairwise(found) if b["at"] - a["at"] > reading.width]
    assert len(flat) == 1
    assert bank_of(reading, BOTH) == HOUSE


def test_the_course_of_a_table_that_players_bank_is_theirs() -> None:
    asked = replace(BOTH, table="pit-2")
    reading = Reading(two_tables().store, asked)
    reading.go_on()
    assert bank_of(reading, asked) == PLAYERS
    assert course(reading, asked)[-1]["win_cents"] == 1000


def test_hands_without_a_theory_have_a_course_of_noughts() -> None:
    log = Log()
    log.write("pit-1", opened("three-card-poker", rules_digest="other rules"))
    log.write(
        "pit-1",
        events.RoundOpened(1),
        placed(1, ante=500),
        events.BetsSettled(1, (paid(1, "ante", 500, -500),)),
        events.RoundClosed(b"", b""),
    )
    reading = Reading(log.store, BOTH)
    reading.go_on()
    assert {point["win_cents"] for point in course(reading, BOTH)} == {0}


def test_nothing_has_no_course() -> None:
    reading = Reading(Log().store, BOTH)
    reading.go_on()
    assert course(reading, BOTH) == []


def test_slots_are_long_where_intervals_are() -> None:
    def slots(days: int) -> int:
        asked = replace(BOTH, last=DAY + timedelta(days - 1))
        return (asked.end - asked.begin) // width_of(asked)

    assert slots(1) == 96
    assert 20 <= slots(5) <= 100
    assert slots(365) == 52
    assert slots(365 * 20) == 260


def test_meters_have_a_course_that_ends_where_they_stand() -> None:
    day = eventful_day()
    today = PLAIN.day_of(day.now)
    asked = Asked(today, today, theory=False, course=True)
    lines = {
        line["meter"]: [point["shown_cents"] for point in line["points"]]
        for line in meters_report(day.store.read(), asked, day.now)["course"]
    }
    now = day.room.progressive("stax")
    assert {key: points[-1] for key, points in lines.items()} == {
        key: now.shown_cents(key) for key in now.meters
    }
    falls = [key for key, line in lines.items() if any(b < a for a, b in pairwise(line))]
    assert "star" in falls, "it was won"
    later = replace(
        asked, first=today + timedelta(1), last=today + timedelta(1), progressive="stax"
    )
    at_rest = meters_report(day.store.read(), later, day.now)["course"]
    assert [len(line["points"]) for line in at_rest] == [2] * 4
    assert "course" not in meters_report(day.store.read(), replace(asked, course=False), day.now)
    none = replace(asked, first=date(2026, 1, 1), last=date(2026, 1, 2))
    assert meters_report(day.store.read(), none, day.now)["course"] == []


def test_a_meter_that_stood_still_overnight_has_a_flat_line() -> None:
    log = Log()
    [row] = [row for row in eventful_day().store.read() if row.kind == "progressive-opened"]
    log.write("progressive:stax", decoded(row.kind, row.body))
    for hours in (0, 0, 20, 0):
        log.at += hours * 60 * MINUTE
        fed = events.MetersFed("stax", ((1, 500),), {"star": 10**8}, {"star": 100})
        log.write("pit-1", opened("three-card-poker"), fed)
    asked = Asked(DAY, NEXT, theory=False, course=True)
    lines = meters_report(log.store.read(), asked, log.at)["course"]
    [star] = [line["points"] for line in lines if line["meter"] == "star"]
    [(evening, morning)] = [
        (one["shown_cents"], two["shown_cents"])
        for one, two in pairwise(star)
        if two["at"] - one["at"] > 10 * 60 * MINUTE
    ]
    assert evening == morning == 100_000 + 2 * 100
    assert star[-1]["shown_cents"] == 100_000 + 4 * 100


def test_a_course_goes_on_from_slot_to_slot() -> None:
    log = worked_out()
    for number in (20, 21):
        log.at += 15 * MINUTE
        log.write(
            "pit-1",
            events.RoundOpened(number),
            placed(1, pair_plus=500),
            events.BetsSettled(1, (paid(1, "pair-plus", 500, -500),)),
            events.RoundClosed(b"", b""),
        )
    day = replace(BOTH, last=DAY)
    reading = Reading(log.store, day)
    reading.go_on()
    *_, before, last = course(reading, day)
    assert last["at"] - before["at"] == reading.width
    assert last["win_cents"] - before["win_cents"] == 500


@pytest.mark.parametrize("width", [WIDE, MIDDLE, NARROW])
def test_pictures_say_what_they_show_and_have_no_styles(width: float) -> None:
    day: dict[str, Any] = {"expected_win_cents": {"value": 500.0}}
    day["standard_deviation_cents"] = 100.0
    rows: list[dict[str, Any]] = [
        day | {"day": "2026-11-14", "compared_win_cents": 550, "z": 0.5},
        day | {"day": "2026-11-15", "compared_win_cents": -900, "z": -14.0},
        {"day": "2026-11-16", "expected_win_cents": None},
    ]
    drawn = wins_by_day(rows, "two days", width)
    assert 'aria-label="two days"' in drawn
    assert "style=" not in drawn
    assert "Sat 14 Nov" in drawn
    assert deviations(-14.0) in drawn
    assert deviations(0.5) not in drawn
    hours = [{"at": NOON + hour * 60 * MINUTE, "shown_cents": 100 - hour} for hour in range(4)]
    line = {"progressive": "stax", "points": hours}
    lines = [line | {"meter": meter} for meter in ("star", "heart", "spade")]
    signs = meter_courses(lines, PLAIN.zone, "three meters", width)
    assert all(f"stax {meter}" in signs for meter in ("star", "heart", "spade"))
    assert "12:00" in signs
    month = [hours[0] | {"at": NOON + number * 24 * 60 * MINUTE} for number in range(30)]
    long = meter_courses([line | {"meter": "star", "points": month}], PLAIN.zone, "a month", width)
    assert re.search(r">\d+ (Oct|Nov)<", long)


@pytest.mark.parametrize(
    ("minutes", "shown"),
    [(0, ["12:00"]), (20, ["12:05", "12:10"]), (50, ["12:10", "12:30"]), (300, ["13:00", "15:00"])],
)
def test_a_meter_plot_has_a_time_axis_however_short_the_time_is(
    minutes: int, shown: list[str]
) -> None:
    start = NOON + 7_000_000
    points = [{"at": start + at * MINUTE, "shown_cents": 100 + at} for at in (0, minutes)]
    line = {"progressive": "stax", "meter": "star", "points": points}
    drawn = meter_courses([line], PLAIN.zone, "a while", 7.0)
    assert all(f">{time}<" in drawn for time in shown)


def test_ticks_are_full_hours_of_a_wall_clock_that_is_half_an_hour_ahead() -> None:
    points = [{"at": NOON + at * 60 * MINUTE, "shown_cents": 100} for at in range(6)]
    line = {"progressive": "stax", "meter": "star", "points": points}
    drawn = meter_courses([line], ZoneInfo("Asia/Kolkata"), "a while", 7.0)
    assert ">18:00<" in drawn
    assert ":30<" not in drawn
