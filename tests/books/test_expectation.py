"""What was to be won, and what is improbable."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from fairdeal import games
from fairdeal.analysis import par, three_way_action
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.registry import solver_of
from fairdeal.books.activity import Sample, activity
from fairdeal.books.calendar import PLAIN
from fairdeal.books.expectation import Expected, Seats, Verdict, expected
from fairdeal.books.journal import Journal
from fairdeal.books.wagers import Theme
from fairdeal.games.layout import Game
from fairdeal.games.terms import terms
from fairdeal.live import events
from tests.books.logs import Log, opened

TCP, AGS = games.game("three-card-poker"), games.game("ags-3-card")
PAIR_PLUS_A = {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744, -1: 16440}
"""Hands that Pair Plus A pays, as the manual's odds and anybody's count have them."""


def theme_of(game: str, **tables: str) -> Theme:
    named = {bet.replace("_", "-"): name for bet, name in tables.items()}
    return Theme.of(opened(game, pay_tables=named))


def sample_of(hands: dict[tuple[int, int], int], **more: int) -> Sample:
    return Sample(Counter(hands), **more)


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: str(game.key))
def test_wagers_are_the_figures_of_the_analysis_each_counted_once(game: Game) -> None:
    heads = {game.head_of(bet.key) for bet in game.bets}
    parts = {bet.key for bet in game.bets} - heads
    reported = {case.bet for case in par.cases(game)}
    assert heads <= reported
    assert reported - heads <= {"monster"}  # reported alone as well, and part of the base game
    if base := solver_of(game).base:
        assert {bet.key for bet in game.bets if game.head_of(bet.key) == "ante"} == set(base)
        assert parts == set(base) - {"ante"} | ({"envy"} & parts)


def test_a_wager_is_held_against_its_exact_figures() -> None:
    hands = sum(PAIR_PLUS_A.values())
    edge = -Fraction(sum(net * ways for net, ways in PAIR_PLUS_A.items()), hands)
    square = Fraction(sum(net**2 * ways for net, ways in PAIR_PLUS_A.items()), hands)
    sample = sample_of(
        {(500, 0): 200, (1000, 0): 50}, win_cents=-100_000, hits=60, stakes_together=10**8
    )
    found = expected(theme_of("three-card-poker"), "pair-plus", sample)
    assert found is not None
    assert found.mean_cents == (200 * 500 + 50 * 1000) * edge
    alone = (200 * 500**2 + 50 * 1000**2) * (square - edge**2)
    link = solver_of(TCP).covariance("pair-plus", terms(TCP))
    assert link is not None
    assert link > 0
    assert (found.alone, found.variance) == (alone, alone + 10**8 * link)
    assert found.seats is Seats.COUNTED
    assert found.bound == found.alone + 10**8 * (square - edge**2)
    assert (found.hands, found.stakes_cents, found.win_cents, found.hits) == (
        250,
        150_000,
        -100_000,
        60,
    )
    assert found.hit_frequency == Fraction(hands - PAIR_PLUS_A[-1], hands)
    assert found.z == pytest.approx((-100_000 - 3475.11) / sqrt(found.variance), rel=1e-6)
    assert found.z == pytest.approx(-3.554, abs=0.001)
    assert found.verdict is Verdict.IMPROBABLE
    third = Fraction(sum((net + edge) ** 3 * ways for net, ways in PAIR_PLUS_A.items()), hands)
    assert found.skewness == pytest.approx(float(third) / sqrt(square - edge**2) ** 3)
    assert found.is_lumpy  # until there are 298 hands


@pytest.mark.parametrize(
    ("hands", "difference", "verdict"),
    [
        (100, 29, Verdict.EXPECTED),
        (100, 30, Verdict.IMPROBABLE),
        (100, -30, Verdict.IMPROBABLE),
        (100, 39, Verdict.IMPROBABLE),
        (100, 40, Verdict.VERY_IMPROBABLE),
        (100, -40, Verdict.VERY_IMPROBABLE),
        (99, -400, Verdict.TOO_FEW),
    ],
)
def test_three_deviations_are_improbable_and_four_very(
    hands: int, difference: int, verdict: Verdict
) -> None:
    found = Expected(
        hands=hands,
        stakes_cents=100,
        win_cents=7 + difference,
        mean_cents=Fraction(7),
        alone=Fraction(1),
        bound=Fraction(200),
        variance=Fraction(100),
        seats=Seats.COUNTED,
        hits=0,
        hit_frequency=Fraction(0),
        largest_pay_cents=0,
        skewness=5.0,
        assumptions=(),
    )
    assert found.is_lumpy is (hands == 99)
    assert found.z == difference / 10
    assert found.verdict is verdict


@pytest.mark.parametrize(
    ("hands", "difference", "largest", "verdict"),
    [
        (100, -50, 21, Verdict.RARE_PAY),  # without it, 2.9 deviations
        (100, -50, 20, Verdict.VERY_IMPROBABLE),  # without it still 3
        (100, -35, 4, Verdict.IMPROBABLE),
        (100, -29, 500, Verdict.EXPECTED),
        (100, 50, 500, Verdict.VERY_IMPROBABLE),  # no pay makes a bank win too much
        (101, -50, 500, Verdict.VERY_IMPROBABLE),  # enough hands for a bell curve
        (99, -50, 500, Verdict.TOO_FEW),
    ],
)
def test_a_single_pay_that_makes_all_the_difference_is_no_measure_of_chance(
    hands: int, difference: int, largest: int, verdict: Verdict
) -> None:
    found = Expected(
        hands=hands,
        stakes_cents=100,
        win_cents=7 + difference,
        mean_cents=Fraction(7),
        alone=Fraction(1),
        bound=Fraction(200),
        variance=Fraction(100),
        seats=Seats.COUNTED,
        hits=0,
        hit_frequency=Fraction(0),
        largest_pay_cents=largest,
        skewness=sqrt(101 / 4),
        assumptions=(),
    )
    assert found.verdict is verdict


def test_the_largest_pay_of_several_days_is_the_largest_of_them() -> None:
    every = sample_of({(500, 0): 1}, largest_pay_cents=300)
    for largest in (900, 0, 700):
        every.add(sample_of({(500, 0): 1}, largest_pay_cents=largest))
    assert (every.largest_pay_cents, every.hands.total()) == (900, 4)


def test_hands_that_were_not_counted_together_are_measured_between_two_exact_limits() -> None:
    theme = theme_of("ags-3-card")
    figure = par.figure(AGS, "six-card-bonus", terms(AGS), Conditions(None, 1))
    alone = 100 * 500**2 * figure.variance
    # Fifty rounds of two seats.
    beside = {"stakes_together": 50 * 2 * 500**2, "wins_by_stakes": 10**6}
    edge = figure.house_edge
    corrected = -2 * edge * 10**6 + edge**2 * beside["stakes_together"]
    for together, variance in (
        (10**7, alone + 10**7 + corrected),
        (-(10**12), alone),
        (10**12, 2 * alone),
    ):
        sample = sample_of({(500, 0): 100}, wins_together=together, **beside)
        found = expected(theme, "six-card-bonus", sample)
        assert found is not None
        assert found.seats is Seats.MEASURED
        assert found.variance == variance
        assert (found.alone, found.bound) == (alone, 2 * alone)


def test_hands_that_were_counted_together_need_no_measuring() -> None:
    sample = sample_of({(500, 0): 100}, stakes_together=50 * 2 * 500**2, wins_together=10**12)
    found = expected(theme_of("three-way-action"), "high-card", sample)
    assert found is not None
    assert found.seats is Seats.COUNTED
    assert found.variance == found.alone + three_way_action.two_high_cards() * 50 * 2 * 500**2


def test_envy_is_expected_from_as_many_others_as_there_were() -> None:
    theme = theme_of("three-card-poker", bonus="TCPB-03E")
    under = terms(TCP, {"bonus": "TCPB-03E"})
    found = expected(theme, "bonus", sample_of({(100, 0): 10, (100, 5): 20, (500, 5): 30}))
    assert found is not None
    alone, five, large = (
        par.figure(TCP, "bonus", under, Conditions(others, stake)).house_edge
        for stake, others in ((100, 0), (100, 5), (500, 5))
    )
    assert found.mean_cents == 10 * 100 * alone + 20 * 100 * five + 30 * 500 * large
    assert alone > large > five
    assert found.seats is Seats.MEASURED
    assert found.assumptions == ("each bettor with as many other players as there were",)


def test_nothing_is_expected_of_hands_that_were_not_or_of_tables_nobody_knows() -> None:
    sample = sample_of({(500, 0): 1})
    theme = theme_of("three-card-poker")
    assert expected(theme, "pair-plus", Sample()) is None
    forgotten = Theme(theme.game, (("pair-plus", "Z"),), theme.options, theme.rules_digest)
    assert forgotten.terms is None
    assert expected(forgotten, "pair-plus", sample) is None


def test_a_doubled_blackjack_is_one_unit_of_its_theory() -> None:
    log = Log()
    log.write("pit-1", opened("three-way-action"))
    log.write(
        "pit-1",
        events.RoundOpened(1),
        events.BetsPlaced(1, "p1", {"blackjack": 1000}, 1000),
        events.DecisionMade(6, 1, "p1", "double", "blackjack", 1000),
        events.BetsSettled(9, (events.Paid("blackjack", 1, "p1", "blackjack", 2000, 2000, "so"),)),
        events.RoundClosed(b"", b""),
    )
    [counts] = activity(Journal(log.store.read(), 0, 2**62), PLAIN).values()
    assert counts.handle_cents == 2000
    assert counts.samples["blackjack"].hands == {(1000, 0): 1}
    assert counts.samples["blackjack"].win_cents == -2000
