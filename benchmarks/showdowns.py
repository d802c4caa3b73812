"""Showdown games of other makers: counted from nothing, and another pay table with counts kept."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from benchmarks.harness import Bench
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.solvers import orbits, showdown
from fairdeal.analysis.solvers.decisions import best, distribution
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.showdown import Counts, count
from fairdeal.games.terms import Terms
from tests.solvers import caribbean_stud, four_card_poker
from tests.solvers.test_showdown import caribbean, four_card

_COUNTS = """
from pathlib import Path
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.solvers.decisions import best, distribution
from fairdeal.analysis.solvers.showdown import count
from fairdeal.games.terms import terms
from tests.examples import example
stud = example("caribbean-stud")
of = declare(stud.GAME, stud.SETTLEMENT.kind)
counts = count(of.asked)
prices = of.prices(counts, terms(stud.GAME), AT_RESET)
chosen = best(counts, prices, of.choices, of.base)
found = distribution(counts, prices, of.choices, of.base, chosen)
[peak] = [line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line]
print(found.house_edge, peak.split()[1])
"""
"""Counts and prices with nothing else loaded: tests that the benchmarks use would add to it.

The peak is that of the kernel's own account, since getrusage also counts the process that started
this one.
"""

CARIBBEAN = Fraction(142_031_221, 2_718_662_100)
FOUR_CARD = Fraction(8_840_827_253, 317_119_576_410)


def forget() -> None:
    """Drop everything but compiled code."""
    showdown.forget()
    for each in (orbits.orbits, orbits.images):
        each.cache_clear()


def edge(of: Declared, counts: Counts, under: Terms) -> Fraction:
    """The edge of the base game under one pay table."""
    prices = of.prices(counts, under, AT_RESET)
    chosen = best(counts, prices, of.choices, of.base)
    return distribution(counts, prices, of.choices, of.base, chosen).house_edge


def anew(of: Declared, under: Terms) -> Fraction:
    """The same, with every situation counted."""
    return edge(of, count(of.asked), under)


def bench(found: Bench) -> None:
    """Measure everything here."""
    for of, under, known, target in (
        (caribbean(), caribbean_stud.usual(), CARIBBEAN, 1.5),
        (four_card(), four_card_poker.usual(), FOUR_CARD, 5.0),
    ):
        is_right: Callable[[Fraction], bool] = known.__eq__
        run, name = partial(anew, of, under), of.game.name
        found.time(
            f"{name}, everything anew",
            run,
            is_right,
            unit="s",
            target=target,
            before=forget,
            times=3,
        )
        counts = count(of.asked)
        found.time(
            f"{name}, another pay table", partial(edge, of, counts, under), is_right, target=50
        )
    found.add("  peak memory of a process that counts Caribbean Stud", peak(), "MB", 300)


def peak() -> float:
    """Megabytes that a process takes at most when it counts Caribbean Stud from nothing."""
    told = subprocess.run(
        [sys.executable, "-c", _COUNTS], capture_output=True, text=True, check=True
    )
    exact, kilobytes = told.stdout.split()
    assert Fraction(exact) == CARIBBEAN
    return int(kilobytes) * 1024 / 1e6
