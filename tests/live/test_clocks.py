"""The clock of whatever runs out: nobody sets it back, or forward."""

from fairdeal.live.clocks import Steady, now, steady


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
