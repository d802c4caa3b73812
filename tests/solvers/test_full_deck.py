"""Over the full deck the solvers find the published figures, and a sample is counted directly."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from fairdeal.analysis.solvers import community
from fairdeal.analysis.solvers.board_counts import BoardCounts
from fairdeal.analysis.solvers.boards import BoardSolver
from fairdeal.analysis.solvers.solution import Solved
from fairdeal.analysis.solvers.turns import TurnSolver
from fairdeal.hands import poker
from tests.solvers import games

pytestmark = pytest.mark.compiled

slow = pytest.mark.slow


@pytest.fixture(scope="module")
def ultimate() -> tuple[BoardSolver, BoardCounts, Solved]:
    by = community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, games.ULTIMATE_LINES)
    assert isinstance(by, BoardSolver)
    counts = by.count()
    return by, counts, by.best(counts, games.ULTIMATE_PAYS)


@slow
@pytest.mark.exhaustive
def test_ultimate_texas_holdem_has_the_published_edge(ultimate: Any) -> None:
    by, counts, solved = ultimate
    assert by.counted(counts) == by.deals == 27_813_810_024_000
    assert f"{float(-solved.value):.5%}" == "2.18497%"
    assert f"{float(-solved.value / solved.wager):.3%}" == "0.526%"
    assert len(counts.hand) == 1_286_792
    assert len(solved.starts) == 169
    assert sum(start.ways for start in solved.starts if start.chosen == "raise 4") == 500
    assert not any(start.chosen == "raise 3" for start in solved.starts)
    outcomes = by.tally(counts, solved)
    together = outcomes.together()
    assert together.total == by.deals
    assert together.mean == solved.value
    # By a royal flush against a dealer who opens; and by folding.
    assert max(together.ways) == 505
    assert outcomes.of("play").probability(lambda net: abs(net) == 3) == 0


@slow
@pytest.mark.exhaustive
def test_another_pay_table_gives_what_a_count_for_it_alone_gives(ultimate: Any) -> None:
    by, counts, _ = ultimate
    pays = {"blind": (0, 0, 4, 1, 60, 30, 2)}
    alone = community.solver(games.ULTIMATE, games.ULTIMATE_STRUCTURE, pays)
    found = alone.best(alone.count(), pays)
    again = by.best(counts, pays)
    assert (found.value, found.wager, found.starts) == (again.value, again.wager, again.starts)


def directly(own: tuple[int, ...], board: tuple[int, ...], play: int) -> Fraction:
    """The average of all bets against every hand of the dealer, by the rules alone."""
    player = poker.strength_of((*own, *board))
    event = games.UltimateEvents(games.blind_event((*own, *board)))
    pays = games.UltimatePays(games.ULTIMATE_PAYS["blind"])
    rest = [card for card in range(52) if card not in (*own, *board)]
    total, number = Fraction(0), 0
    for other in combinations(rest, 2):
        units = games.settle_ultimate(player, poker.strength_of((*other, *board)), event, pays)
        total += units.ante + Fraction(units.blind, 2) + play * units.play
        number += 1
    return total / number


@slow
@pytest.mark.exhaustive
def test_a_sample_of_hands_on_boards_is_counted_directly(ultimate: Any) -> None:
    by, counts, _ = ultimate
    random = Random(7)
    for _ in range(40):
        dealt = random.sample(range(52), 7)
        own, board = tuple(sorted(dealt[:2])), tuple(sorted(dealt[2:]))
        advice = by.advise(counts, games.ULTIMATE_PAYS, own, board)
        assert advice == {"raise 1": directly(own, board, 1), "fold": Fraction(-2)}


@slow
@pytest.mark.exhaustive
def test_a_sample_of_flops_is_what_the_boards_after_them_add_up_to(ultimate: Any) -> None:
    by, counts, solved = ultimate
    random = Random(8)
    choices = [choice.word for choice in games.ULTIMATE_STRUCTURE.stages[1].choices]
    for _ in range(5):
        dealt = random.sample(range(52), 5)
        own, flop = tuple(sorted(dealt[:2])), tuple(sorted(dealt[2:]))
        advice = by.advise(counts, games.ULTIMATE_PAYS, own, flop)
        at = by.class_of(counts, own, flop)
        pays: Any = games.ULTIMATE_PAYS["blind"][1:]
        lines = sum(n * pay for n, pay in zip(counts.lines[at].tolist(), pays, strict=True))
        deals = int(counts.ways[at]) * 1081 * 990
        assert advice["raise 2"] == (int(counts.columns[at, 0]) + lines) / Fraction(2 * deals)
        assert choices[solved.later[0][at]] == max(choices, key=lambda word: advice[word])


def test_let_it_ride_has_the_published_edge() -> None:
    by = community.solver(games.RIDE, games.RIDE_STRUCTURE, games.RIDE_LINES)
    assert isinstance(by, TurnSolver)
    counts = by.count()
    solved = by.best(counts, games.RIDE_PAYS)
    assert f"{float(-solved.value):.2%}" == "3.51%"
    outcomes = by.tally(counts, solved)
    assert outcomes.together().total == by.counted(counts) == by.deals
    assert outcomes.together().mean == solved.value


def test_mississippi_stud_has_the_published_edge() -> None:
    by = community.solver(games.STUD, games.STUD_STRUCTURE, games.STUD_LINES)
    assert isinstance(by, TurnSolver)
    counts = by.count()
    solved = by.best(counts, games.STUD_PAYS)
    assert f"{float(-solved.value):.2%}" == "4.91%"
    assert f"{float(-solved.value / solved.wager):.2%}" == "1.37%"
    outcomes = by.tally(counts, solved)
    assert outcomes.together().total == by.counted(counts) == by.deals
    assert outcomes.together().mean == solved.value


def test_a_sample_of_riding_hands_is_counted_directly() -> None:
    by = community.solver(games.RIDE, games.RIDE_STRUCTURE, games.RIDE_LINES)
    counts = by.count()
    solved = by.best(counts, games.RIDE_PAYS)
    pays: Any = games.RIDE_PAYS["bet_1"]
    event: Any = games.ride_event
    for start in Random(9).sample(solved.starts, 8):
        rest = [card for card in range(52) if card not in start.cards]
        total = Fraction(0)
        for card in rest:
            others = [each for each in rest if each != card]
            last = sum(pays[event(*start.cards, card, each)] for each in others)
            total += Fraction(last, len(others)) + max(Fraction(last, len(others)), Fraction(0))
        first = sum(pays[event(*start.cards, *two)] for two in combinations(rest, 2))
        pulled = total / len(rest)
        assert start.choices == {
            "ride": pulled + Fraction(first, len(rest) * (len(rest) - 1) // 2),
            "pull": pulled,
        }
