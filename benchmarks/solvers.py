"""Games with common cards: counted from nothing, and priced again from counts that are kept."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from benchmarks.harness import Bench
from fairdeal.analysis.solvers import community
from fairdeal.analysis.solvers.hands import examples
from tests.solvers import games

ULTIMATE = Fraction(-50_643_648_973, 2_317_817_502_000)
RIDE = Fraction(-37_963, 1_082_900)
STUD = Fraction(-53_223, 1_082_900)


def everything(by: Any, pays: Any) -> tuple[Fraction, Fraction]:
    """Count, choose and tally: the value by the choices, and by the distribution."""
    counts = by.count()
    solved = by.best(counts, pays)
    return solved.value, by.tally(counts, solved).together().mean


def value(by: Any, counts: Any, pays: Any) -> Fraction:
    """The value from counts that are kept."""
    found: Fraction = by.best(counts, pays).value
    return found


def bench(found: Bench) -> None:
    """Measure everything here."""
    for name, game, structure, lines, pays, right, target, times in (
        (
            "Ultimate Texas Hold'em",
            games.ULTIMATE,
            games.ULTIMATE_STRUCTURE,
            games.ULTIMATE_LINES,
            games.ULTIMATE_PAYS,
            ULTIMATE,
            15,
            3,
        ),
        (
            "Let It Ride",
            games.RIDE,
            games.RIDE_STRUCTURE,
            games.RIDE_LINES,
            games.RIDE_PAYS,
            RIDE,
            0.5,
            5,
        ),
        (
            "Mississippi Stud",
            games.STUD,
            games.STUD_STRUCTURE,
            games.STUD_LINES,
            games.STUD_PAYS,
            STUD,
            1,
            5,
        ),
    ):
        by = community.solver(game, structure, lines)
        is_right: Callable[[Any], bool] = lambda each, right=right: each == (right, right)  # type: ignore[misc]  # noqa: E731
        found.time(
            f"{name}, everything anew",
            partial(everything, by, pays),
            is_right,
            unit="s",
            target=target,
            times=times,
            before=examples.cache_clear,
        )
        counts = by.count()
        found.time(
            f"{name}, another pay table, counts kept",
            partial(value, by, counts, pays),
            lambda each, right=right: each == right,  # type: ignore[misc]
            target=50,
        )


if __name__ == "__main__":
    bench(Bench())
