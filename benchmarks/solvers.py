"""Games with common cards: counted from nothing, and priced again from counts that are kept."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from benchmarks.harness import Bench
from fairdeal.analysis import shared_cards
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.shared_cards import SharedCards
from fairdeal.analysis.solvers import community
from fairdeal.analysis.solvers.hands import examples
from fairdeal.games.sheets import approved
from fairdeal.games.terms import Terms, terms
from fairdeal.games.variant import parse_change, with_changes
from tests.examples import example, registered
from tests.solvers import games

ULTIMATE = Fraction(-50_643_648_973, 2_317_817_502_000)
RIDE = Fraction(-37_963, 1_082_900)
STUD = Fraction(-53_223, 1_082_900)


def everything(by: Any, pays: Any) -> tuple[Fraction, Fraction]:
    """Count, choose and tally: the value by the choices, and by the distribution."""
    counts = by.count()
    solved = by.best(counts, pays)
    by.__dict__.pop("_tallies", None)
    return solved.value, by.tally(counts, solved).together().mean


def figure(by: SharedCards, under: Terms) -> tuple[Fraction, Fraction]:
    """The edge of the head, and the mean of its outcomes, which are all counted."""
    found = by.figure(by.of.head, under, AT_RESET)
    assert found.standard_deviation > 0
    return found.house_edge, -found.outcomes.expected(lambda net: net)


def another(by: SharedCards, change: str) -> None:
    """Count a figure under another pay table, and forget everything but the last tally."""
    under, wanted = terms(by.game), parse_change(by.game, change)
    pay = with_changes(by.game, approved(by.game), under.pay, (wanted,))
    figure(by, Terms(under.game, {**under.pay, **pay}, under.options, under.meters))
    for each in (shared_cards._solved, shared_cards._tallied):
        each.cache_clear()  # type: ignore[union-attr]


def bench(found: Bench) -> None:
    """Measure everything here."""
    for key, change, right, target, times in (
        ("ultimate-texas-holdem", "blind.four-of-a-kind=40 to 1", ULTIMATE, 15.0, 3),
        ("let-it-ride", "third.three-of-a-kind=9 to 1", RIDE, 0.5, 5),
    ):
        module = example(key)
        with registered(module):
            by = shared_cards.shared_cards(module.GAME, module.SETTLEMENT.kind)
            under = terms(module.GAME)
            anew(found, module.GAME.name, by._solver(under), by._pays(under), right, target, times)
            is_edge: Callable[[Any], bool] = (-right, -right).__eq__
            found.time(
                f"{module.GAME.name}, the whole figure of another pay table",
                partial(figure, by, under),
                is_edge,
                target=50,
                before=partial(another, by, change),
            )
    stud = community.solver(games.STUD, games.STUD_STRUCTURE, games.STUD_LINES)
    anew(found, "Mississippi Stud", stud, games.STUD_PAYS, STUD, 1, 5)


def anew(
    found: Bench, name: str, by: Any, pays: Any, right: Fraction, target: float, times: int
) -> None:
    """Measure a count from nothing."""
    is_right: Callable[[Any], bool] = (right, right).__eq__
    found.time(
        f"{name}, everything anew",
        partial(everything, by, pays),
        is_right,
        unit="s",
        target=target,
        times=times,
        before=examples.cache_clear,
    )


if __name__ == "__main__":
    bench(Bench())
