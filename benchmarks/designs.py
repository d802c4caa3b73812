"""The search for pay tables: ten million of pair plus, and more of bets with more rows."""

from functools import partial
from itertools import product
from math import ceil, floor

import numpy as np

from benchmarks.harness import OWN, Bench
from fairdeal.analysis.bounds import space_of
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.design import Designs, Goal, between, searched
from fairdeal.analysis.search import Rank
from fairdeal.games import game
from fairdeal.games.terms import terms
from tests.examples import all_registered

TCP, _, AGS, _, _ = OWN

PAIR_PLUS = {
    "straight-flush": range(20, 201),
    "three-of-a-kind": range(15, 101),
    "straight": range(4, 31),
    "flush": range(2, 21),
    "pair": range(1, 7),
}
SIX_CARD = {
    "six-card-royal": range(10_000, 40_001, 1_000),
    "royal-flush": range(500, 2_001, 50),
    "straight-flush": range(100, 401, 20),
    "four-of-a-kind": range(25, 101, 5),
    "full-house": range(10, 41, 2),
    "flush": range(7, 31),
    "straight": range(5, 21),
    "three-of-a-kind": range(2, 11),
}
WAYS = (48, 52, 720, 1_096, 3_744)
"""Hands that each row of pair plus pays, of 22,100."""
DEALS = 22_100
EDGE = Goal(edge=between("0.03", "0.05"))
DEVIATION = Goal(edge=between("0.03", "0.05"), deviation=between("2.5", "4"))
SIX_EDGE = Goal(edge=between("0.10", "0.12"))
SIX_WAYS = (4, 184, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)
SIX_DEALS = 20_358_520


def by_hand(goal: Goal) -> tuple[int, int]:
    """All tables of pair plus in order, and those that meet the goal: every one is looked at."""
    number = meeting = 0
    losing = DEALS - sum(WAYS)
    least, most = ceil(-goal.edge.high * DEALS), floor(-goal.edge.low * DEALS)
    best, second, *others = (np.array(each) for each in PAIR_PLUS.values())
    for straight, flush, pair in product(*others):
        if not straight >= flush >= pair:
            continue
        pays = (best[:, None], second[None, :], straight, flush, pair)
        in_order = (pays[0] >= pays[1]) & (pays[1] >= straight)
        total = sum(ways * pay for ways, pay in zip(WAYS, pays, strict=True)) - losing
        met = in_order & (total >= least) & (total <= most)
        if goal.deviation is not None:
            square = sum(ways * pay * pay for ways, pay in zip(WAYS, pays, strict=True)) + losing
            spread = DEALS * square - total * total
            met &= spread >= ceil((goal.deviation.low * DEALS) ** 2)
            met &= spread <= floor((goal.deviation.high * DEALS) ** 2)
        number += int(in_order.sum())
        meeting += int(met.sum())
    return number, meeting


def halved() -> tuple[int, int]:
    """The same of the six card bonus: each lower half with the upper halves that pay no less."""
    rows = [np.array(each) for each in SIX_CARD.values()]
    losing = SIX_DEALS - sum(SIX_WAYS)
    low = ceil(-SIX_EDGE.edge.high * SIX_DEALS) + losing
    high = floor(-SIX_EDGE.edge.low * SIX_DEALS) + losing
    upper, lowest, _ = _halves(rows[:4], SIX_WAYS[:4])
    lower, _, highest = _halves(rows[4:], SIX_WAYS[4:])
    number = meeting = 0
    for pay in np.unique(highest):
        above = np.sort(upper[lowest >= pay])
        below = lower[highest == pay]
        number += len(above) * len(below)
        first = np.searchsorted(above, low - below)
        meeting += int((np.searchsorted(above, high - below, "right") - first).sum())
    return number, meeting


def _halves(rows: list[Ints], ways: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Of all ways to fill the rows in order: the sum, the lowest and the highest pay."""
    filled = np.stack([each.ravel() for each in np.meshgrid(*rows, indexing="ij")])
    filled = filled[:, (np.diff(filled, axis=0) <= 0).all(axis=0)]
    return np.array(ways) @ filled, filled[-1], filled[0]


def bench(found: Bench) -> None:
    """Measure everything here."""
    space = space_of(TCP, "pair-plus", terms(TCP), PAIR_PLUS)
    for name, goal, rank in (
        ("nearest edge first", EDGE, Rank.EDGE),
        ("roundest numbers first", EDGE, Rank.SIMPLE),
        ("with a wanted deviation", DEVIATION, Rank.EDGE),
    ):
        expected = by_hand(goal)
        assert expected[0] >= 10_000_000
        is_right = partial(_is, expected)
        each = found.time(
            f"design of pair plus, {expected[0]:,} tables, {name}",
            partial(searched, space, goal, rank),
            is_right,
            target=1_000,
        )
        found.add("  million tables a second", expected[0] / each / 1e6, "M/s", 0.1)
    six = space_of(AGS, "six-card-bonus", terms(AGS), SIX_CARD)
    found.time(
        f"design of the six card bonus, {six.candidates:,} tables",
        partial(searched, six, SIX_EDGE),
        partial(_is, halved()),
        unit="s",
        times=3,
    )
    played(found)


def played(found: Bench) -> None:
    """Base games, whose pay tables decide how people play, within their default bounds."""
    for key, bet, candidates, target in (
        ("three-card-fury", "ante", 3_761_640, 2),
        ("caribbean-stud", "ante", 1_230_146, 2),
        ("let-it-ride", "first", 3_393_792, 200),
        ("ultimate-texas-holdem", "ante", 19_926, 20),
    ):
        with all_registered():
            space = space_of(game(key), bet, terms(game(key)))
            found.time(
                f"design of {key}, {candidates:,} tables, each with its best play",
                partial(searched, space, Goal(edge=between("0.02", "0.05"))),
                partial(_is_sound, candidates),
                unit="s",
                target=target,
                times=1,
            )


def _is_sound(candidates: int, found: Designs) -> bool:
    """Whether the best and the last pay table have the figures that each has alone."""
    some = (found.best[0], found.best[-1])
    return found.candidates == candidates and all(
        (figure.house_edge, figure.hit_frequency, figure.variance)
        == (each.house_edge, each.hit_frequency, each.variance)
        for each in some
        for figure in [found.space.judged(each.pays)]
    )


def _is(expected: tuple[int, int], found: Designs) -> bool:
    return (found.candidates, found.meeting) == expected


if __name__ == "__main__":
    played(Bench())
