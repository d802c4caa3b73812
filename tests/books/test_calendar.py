"""Gaming days and shifts, through summer and winter."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.books.calendar import MOST_SHIFTS, PLAIN, Calendar
from fairdeal.errors import Malformed

HOUR = 3_600_000_000


def at(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[misc,arg-type]


def test_a_day_begins_at_six_and_has_three_shifts() -> None:
    assert PLAIN.begins(date(2026, 10, 5)) == at(2026, 10, 5, 6)
    found = [
        (PLAIN.day_of(moment).day, PLAIN.shift_name(PLAIN.shift_of(moment)))
        for moment in (
            at(2026, 10, 5, 6) - 1,
            at(2026, 10, 5, 6),
            at(2026, 10, 5, 14) - 1,
            at(2026, 10, 5, 14),
            at(2026, 10, 5, 22),
            at(2026, 10, 6, 5),
        )
    ]
    assert found == [
        (4, "grave"),
        (5, "day"),
        (5, "day"),
        (5, "swing"),
        (5, "grave"),
        (5, "grave"),
    ]


def test_other_houses_have_other_clocks_and_shifts() -> None:
    calendar = Calendar.of("America/Los_Angeles", "4:30", 2)
    assert calendar.begins(date(2026, 7, 1)) == at(2026, 7, 1, 11, 30)
    assert calendar.begins(date(2026, 7, 1), 1) == at(2026, 7, 1, 23, 30)
    assert calendar.shift_name(calendar.shift_of(at(2026, 7, 1, 23, 30))) == "shift 2"
    assert calendar.shown(at(2026, 7, 1, 11, 30)) == "2026-07-01T04:30-07:00"
    assert Calendar.of(starts="7") == Calendar.of("UTC", "07:00", 3)


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 7), 23), (date(2026, 10, 31), 25)])
def test_the_night_in_which_clocks_change_is_shorter_or_longer(day: date, hours: int) -> None:
    calendar = Calendar.of("America/Los_Angeles")
    after = day + timedelta(1)
    assert calendar.begins(after) - calendar.begins(day) == hours * HOUR
    assert calendar.begins(day, 2) - calendar.begins(day, 1) == 8 * HOUR
    assert calendar.begins(after) - calendar.begins(day, 2) == (hours - 16) * HOUR


@given(
    moment=st.integers(at(1990, 1, 1), at(2060, 1, 1)),
    zone=st.sampled_from(
        ["UTC", "America/Los_Angeles", "America/Havana", "Australia/Lord_Howe", "Asia/Kathmandu"]
    ),
    starts=st.sampled_from(["00:00", "0:30", "02:30", "06:00", "23:59"]),
    shifts=st.integers(1, MOST_SHIFTS),
)
def test_every_moment_is_in_the_shift_of_its_day(
    moment: int, zone: str, starts: str, shifts: int
) -> None:
    calendar = Calendar.of(zone, starts, shifts)
    day, shift = calendar.day_of(moment), calendar.shift_of(moment)
    assert calendar.begins(day) <= moment < calendar.begins(day + timedelta(1))
    assert calendar.begins(day, shift) <= moment
    assert moment < calendar.begins(day, shift + 1)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "America/Havana"])
@pytest.mark.parametrize("starts", ["00:00", "00:30", "01:30", "02:00", "02:30"])
def test_days_follow_each_other_also_when_they_begin_while_the_clocks_change(
    zone: str, starts: str
) -> None:
    calendar = Calendar.of(zone, starts)
    for month, day in ((3, 8), (11, 1)):
        moments = range(
            at(2026, month, day) - 10 * HOUR, at(2026, month, day) + 36 * HOUR, HOUR // 4
        )
        days = [calendar.day_of(moment) for moment in moments]
        shifts = [(calendar.day_of(moment), calendar.shift_of(moment)) for moment in moments]
        assert days == sorted(days)
        assert shifts == sorted(shifts)


def test_a_day_is_named_by_its_date_or_by_a_word() -> None:
    now = at(2026, 10, 6, 5)  # before six it is still the day before
    assert PLAIN.day_named("today", now) == date(2026, 10, 5)
    assert PLAIN.day_named(" Yesterday ", now) == date(2026, 10, 4)
    assert PLAIN.day_named("2026-10-05", now) == date(2026, 10, 5)


@pytest.mark.parametrize(
    "text", ["", "2026-13-01", "20261005", "tomorrow", "0001-01-01", "9999-12-31"]
)
def test_a_text_that_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="is not a day"):
        PLAIN.day_named(text, 0)


@pytest.mark.parametrize(
    ("zone", "starts", "shifts", "why"),
    [
        ("Mars/Olympus", "06:00", 3, "there is no time zone 'Mars/Olympus'"),
        ("../../etc/passwd", "06:00", 3, "there is no time zone"),
        ("", "06:00", 3, "there is no time zone ''"),
        ("UTC", "24:00", 3, "'24:00' is not a time of the day"),
        ("UTC", "six", 3, "'six' is not a time of the day"),
        ("UTC", "06:00", 0, "a day cannot have 0 shifts"),
        ("UTC", "06:00", 13, "a day cannot have 13 shifts: expected 1 to 12"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(
    zone: str, starts: str, shifts: int, why: str
) -> None:
    with pytest.raises(Malformed, match=why):
        Calendar.of(zone, starts, shifts)
