"""Clocks that are set, that stop and that run apart: what runs out, and what the log is dated."""

import time

import pytest

from fairdeal.live.clocks import FAR, SECOND, Clock, LogTime, LogTimeThen, Steady, now, steady
from fairdeal.live.events import ClockSet
from fairdeal.live.history.telling import told
from fairdeal.live.table.state import Table

HOUR, MINUTE = 3600 * SECOND, 60 * SECOND


class Hands:
    """A wall clock that can be set, and the time that goes by."""

    def __init__(self) -> None:
        self.wall = 1_790_000_000_000_000
        self.gone_by = 5_000_000

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.gone_by)

    def wait(self, microseconds: int) -> None:
        self.wall += microseconds
        self.gone_by += microseconds


@pytest.fixture
def hands() -> Hands:
    return Hands()


def test_a_steady_clock_goes_on_whatever_the_time_of_day_does() -> None:
    wall, ticks = [1_790_000_000_000_000_000], [5_000_000_000]
    clock = Steady(lambda: wall[0], lambda: ticks[0])
    began = clock()
    assert began == 1_790_000_000_000_000
    wall[0] -= 3600 * 10**9
    ticks[0] += 7 * 10**9
    assert clock() == began + 7_000_000


def test_it_begins_with_the_time_of_day() -> None:
    assert abs(steady() - now()) < 60_000_000


@pytest.mark.parametrize("names", [("CLOCK_BOOTTIME",), ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC")])
def test_a_system_without_a_clock_that_sleeps_with_nobody_has_another(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    for name in names:
        monkeypatch.delattr(time, name, raising=False)
    clock = Steady()
    first = clock()
    assert 0 <= clock() - first < 60_000_000


def test_a_false_hour_ahead_dates_nothing(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    began = log_time.now()
    hands.wall += HOUR
    moved = log_time.look()
    assert moved is not None
    assert (moved.event.moved, moved.event.log) == (HOUR, LogTimeThen.GOES_ON)
    assert moved.said == log_time.trouble
    assert "set ahead by 3,600 seconds: the log's time goes on without the clock" in moved.said
    for _ in range(240):
        hands.wait(MINUTE)
        assert log_time.look() is None
    assert log_time.now() == began + 4 * HOUR
    hands.wall -= HOUR
    moved = log_time.look()
    assert moved is not None
    assert (moved.event.moved, moved.event.log) == (-HOUR, LogTimeThen.FOLLOWS)
    assert (log_time.trouble, log_time.now()) == ("", hands.wall)


def test_between_two_looks_a_false_hour_dates_nothing_either(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    began = log_time.now()
    hands.wall += HOUR
    hands.wait(SECOND)
    assert log_time.now() == began + SECOND


def test_a_start_believes_the_clock_that_the_room_did_not(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    hands.wall += HOUR
    assert log_time.now() == hands.wall - HOUR
    assert LogTime(hands.clock(), log_time.latest).now() == hands.wall


def test_a_few_minutes_ahead_are_followed(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    hands.wall += FAR
    moved = log_time.look()
    assert moved is not None
    assert (moved.event.moved, moved.event.log) == (FAR, LogTimeThen.FOLLOWS)
    assert moved.said == "this machine's clock was set ahead by 600 seconds: the log follows it"
    assert (log_time.trouble, log_time.now()) == ("", hands.wall)


def test_several_steps_ahead_are_not_followed_further_than_one(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    began = log_time.now()
    words = []
    for _ in range(3):
        hands.wall += 6 * MINUTE
        moved = log_time.look()
        assert moved is not None
        words.append(moved.event.log)
    assert words == ["follows", "goes-on", "goes-on"]
    assert log_time.now() == began + 6 * MINUTE
    hands.wait(MINUTE)
    assert log_time.now() == began + 7 * MINUTE


def test_behind_the_log_the_clock_is_waited_for_and_then_followed(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    stands = log_time.now()
    hands.wall -= HOUR
    moved = log_time.look()
    assert moved is not None
    assert (moved.event.moved, moved.event.log) == (-HOUR, LogTimeThen.WAITS)
    assert moved.said == log_time.trouble
    assert moved.said.endswith("the log's time stands still until the clock has caught up")
    hands.wait(MINUTE)
    hands.wall += HOUR // 2
    moved = log_time.look()
    assert moved is not None
    assert (moved.event.moved, moved.event.log) == (HOUR // 2, LogTimeThen.WAITS)
    assert log_time.now() == stands
    hands.wait(HOUR // 2)
    assert log_time.look() is None
    assert (log_time.trouble, log_time.now()) == ("", hands.wall)


def test_a_clock_that_was_set_back_in_error_may_be_set_right(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    hands.wall -= HOUR
    log_time.look()
    hands.wait(2 * HOUR)
    hands.wall += HOUR
    moved = log_time.look()
    assert moved is not None
    assert moved.event.log == LogTimeThen.FOLLOWS
    assert log_time.now() == hands.wall


def test_clocks_that_differ_a_little_are_let_be_and_those_that_creep_are_not(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), 0)
    for _ in range(60):
        hands.wait(61 * SECOND)
        hands.wall += SECOND
        assert log_time.look() is None
    for _ in range(2):
        hands.wait(SECOND)
        hands.wall += SECOND
        assert log_time.look() is None
    hands.wall += SECOND
    moved = log_time.look()
    assert moved is not None
    assert moved.event.moved == 3 * SECOND


def test_a_pause_between_reading_two_clocks_is_no_clock_that_was_set(hands: Hands) -> None:
    pauses = [0, 25 * SECOND]

    def read_and_stopped() -> int:
        shown = hands.wall
        hands.wait(pauses.pop() if pauses else 0)
        return shown

    log_time = LogTime(Clock(read_and_stopped, lambda: hands.gone_by), 0)
    assert log_time.now() == hands.wall
    pauses.append(25 * SECOND)
    assert log_time.look() is None
    pauses.append(25 * SECOND)
    assert log_time.now() == hands.wall


def test_a_log_that_is_ahead_at_a_start_is_told(hands: Hands) -> None:
    log_time = LogTime(hands.clock(), hands.wall + HOUR)
    assert log_time.found is not None
    assert (log_time.found.event.moved, log_time.found.event.log) == (-HOUR, LogTimeThen.WAITS)
    assert log_time.trouble.startswith("the last event of the log is 3,600 seconds ahead of this")
    assert LogTime(hands.clock(), hands.wall + SECOND).found is None


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (ClockSet(90 * SECOND, "follows"), "ahead by 90 seconds: the log follows it"),
        (ClockSet(HOUR, "goes-on"), "ahead by 3,600 seconds: the log's time goes on without it"),
        (ClockSet(-HOUR, "waits"), "back by 3,600 seconds: the log's time stands still until it"),
    ],
    ids=["follows", "goes-on", "waits"],
)
def test_what_a_clock_did_is_told(event: ClockSet, said: str) -> None:
    assert told(event, Table("pit-1")).startswith(f"a machine's clock was set {said}")
