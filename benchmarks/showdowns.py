"""Showdown games of other makers: counted from nothing, and another pay table with counts kept."""

import resource
import time
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
        forget()
        began = time.process_time()
        run()
        found.add("  processor time", time.process_time() - began, "s")
        counts = count(of.asked)
        found.time(
            f"{name}, another pay table", partial(edge, of, counts, under), is_right, target=50
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found.add("  peak memory of the process so far", peak, "MB")
