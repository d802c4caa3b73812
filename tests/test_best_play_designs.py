"""Designs of base games, whose pay tables decide how people play: a loop over whole figures."""

import pickle
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from fairdeal.analysis import best_values, row_sums
from fairdeal.analysis import design as designs
from fairdeal.analysis.bounds import Odds, Space, space_of
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.design import Between, Designs, Goal, between, long_search, searched
from fairdeal.analysis.distribution import Distribution, Later, LaterFigures
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.search import Rank
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.analysis.solvers.decisions import best, distribution
from fairdeal.analysis.solvers.declared import declare
from fairdeal.errors import Refused
from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.kinds import Showdown
from fairdeal.games.terms import Terms, terms


def goal_of(edge: Between, **more: Between) -> Goal:
    """A goal with any edge: few cards favour the player more than a goal may say."""
    found = Goal(edge=between(0, 1), **more)
    object.__setattr__(found, "edge", edge)
    return found


WIDE = goal_of(between(-99, 99))

FURY = {
    "beat.straight-flush": (30, 40),
    "beat.straight": (5, 9),
    "beat.flush": (3, 4),
    "busted.straight-flush": (3, 40),
}
RIDE = {"straight": (1, 5, 40), "three-of-a-kind": (0, 3), "tens-or-better": (0, 1)}
ULTIMATE = {"flush": (0, "3 to 2", 2), "straight": (0, 1)}


def space(key: str, bet: str, rows: Mapping[str, Sequence[Odds]] | None) -> Space:
    return space_of(GAMES[key], bet, terms(GAMES[key]), rows, any_order=rows is not None)


def goals(found: Designs) -> list[Goal]:
    """Goals that some of the pay tables meet."""
    edge, middle = found.edges, found.best[len(found.best) // 2]
    some = between((edge[0] * 3 + edge[1]) / 4, edge[1])
    deviation = between(0, str(round(middle.standard_deviation, 6)))
    return [
        WIDE,
        goal_of(some),
        goal_of(some, top=between(0, middle.top)),
        goal_of(WIDE.edge, top=between(middle.top, 1000)),
        goal_of(some, hit=between(middle.hit_frequency, 1)),
        goal_of(WIDE.edge, deviation=deviation),
    ]


def check(of: Space) -> None:
    """What is found is what a loop over the whole figures finds."""
    whole = designs._judged(of, WIDE, Rank.EDGE, 100, lambda share: None)
    assert whole.meeting == of.candidates
    for goal in goals(searched(of, WIDE)):
        for rank in Rank:
            told: list[float] = []
            found = searched(of, goal, rank, 3, told.append)
            every = designs._judged(of, goal, rank, 3, lambda share: None)
            assert (found.meeting, found.best, found.edges) == every
            assert told == sorted(told)
            assert told[-1] == 1


@pytest.mark.parametrize("bet", ["ante", "monster"])
def test_what_rows_bring_adds_up_to_what_a_few_cards_bring(
    bet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["three-card-fury"]
    kind = SETTLEMENTS[game.key].kind
    assert isinstance(kind, Showdown)
    of = declare(game, kind, deck=Deck((9, 10, 11, 12), 4))
    some, counts = space(game.key, bet, FURY), of.counts()

    def under(choices: Sequence[int]) -> Terms:
        pays = [row.pays[each] for row, each in zip(some.rows, choices, strict=True)]
        return some.under({row.key: pay for row, pay in zip(some.rows, pays, strict=True)})

    sizes = [len(row.pays) for row in some.rows]
    found = row_sums.row_sums(of, bet, sizes, under, AT_RESET)
    assert found is not None
    stakes = of.base if bet == of.head else {bet: 1}
    for choices in some.every():
        prices = of.prices(counts, under(choices), AT_RESET)
        chosen = best(counts, prices, of.choices, of.base)
        law = distribution(counts, prices, of.choices, stakes, chosen)
        brings = [row[each] for row, each in zip(found.rows, choices, strict=True)]
        total, square, hits = map(sum, zip(found.constant, *brings, strict=True))
        assert found.deals == law.total
        assert Fraction(total, found.deals * found.parts) == law.mean
        assert Fraction(square, found.deals * found.parts**2) == law.variance + law.mean**2
        assert Fraction(hits, found.deals) == law.win
    monkeypatch.setattr(row_sums, "MOST_TOGETHER", 1)
    assert row_sums.row_sums(of, bet, sizes, under, AT_RESET) is None


@pytest.mark.compiled
@pytest.mark.parametrize("bet", ["ante", "monster"])
def test_a_showdown_game_is_a_sum_over_rows_also_where_two_of_them_may_pay_a_hand(
    bet: str,
) -> None:
    of = space("three-card-fury", bet, FURY)
    assert designs._summed(of, WIDE) is not None
    check(of)


@pytest.mark.compiled
def test_hands_that_several_rows_pay_and_that_are_not_always_played_alike_are_judged_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = space(
        "three-card-fury",
        "ante",
        {"beat.straight-flush": (30, 40), "busted.straight-flush": (3, 40)},
    )
    found = searched(of, WIDE)
    monkeypatch.setattr(row_sums, "MOST_TOGETHER", 1)
    assert designs._summed(of, WIDE) is None
    assert searched(of, WIDE) == found


@pytest.mark.parametrize(
    ("key", "bet", "rows"),
    [("let-it-ride", "first", RIDE), ("ultimate-texas-holdem", "ante", ULTIMATE)],
)
def test_games_with_shared_cards_are_judged_by_the_value_of_the_best_play(
    key: str,
    bet: str,
    rows: Mapping[str, Sequence[Odds]],
    more_games: None,
    few_cards: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = space(key, bet, rows)
    assert best_values.values_of(of) is not None
    check(of)
    found = searched(of, WIDE)
    with monkeypatch.context() as patch:
        patch.setattr(best_values.Values, "is_sound", lambda self: False)
        assert best_values.values_of(of) is None
        assert searched(of, WIDE) == found
    monkeypatch.setattr(designs, "MOST_JUDGED", 1)
    assert searched(of, WIDE) == found
    with pytest.raises(Refused, match="more than 1 pay tables have the wanted edge, and each of"):
        searched(of, WIDE, Rank.DEVIATION)


def test_another_bet_of_a_game_with_shared_cards_is_judged_whole(
    more_games: None, few_cards: None
) -> None:
    of = space("let-it-ride", "second", {"straight": (1, 5)})
    assert best_values.values_of(of) is None
    assert searched(of, WIDE).meeting == 2


def test_a_search_that_takes_long_is_said_to_without_any_count(
    more_games: None, few_cards: None
) -> None:
    each = "each needs the whole game under its best play"
    for key, bet, number, takes in (
        ("let-it-ride", "first", 3_393_792, "68 seconds"),
        ("let-it-ride", "second", 3_393_792, "1,131 minutes"),
        ("ultimate-texas-holdem", "ante", 19_926, "10 seconds"),
    ):
        of = space(key, bet, None)
        assert long_search(of) == f"{number:,} pay tables take about {takes}: {each}"
    assert not long_search(space("let-it-ride", "first", RIDE))
    assert not long_search(space("three-card-poker", "pair-plus", None))
    assert not long_search(space("three-card-fury", "monster", None))


def test_outcomes_are_counted_when_more_than_the_mean_is_asked_for(
    more_games: None, few_cards: None
) -> None:
    asked = []
    law = Distribution({Fraction(1): 2, Fraction(-1): 3})

    def count() -> Distribution:
        asked.append("outcomes")
        return law

    later = Later(count, Fraction(-1, 5))
    assert (later.house_edge, asked) == (Fraction(1, 5), [])
    assert (later.win, later.total, asked) == (Fraction(2, 5), 5, ["outcomes"])
    assert later == law
    assert law == later
    assert later != Distribution({Fraction(1): 2})
    assert repr(later) == repr(law)
    assert type(pickle.loads(pickle.dumps(later))) is Distribution
    assert pickle.loads(pickle.dumps(later)) == law
    assert Later(count).mean == Fraction(-1, 5)
    with pytest.raises(AssertionError, match="the mean of the outcomes"):
        assert Later(count, Fraction(0)).total
    more = LaterFigures(lambda: {"one": Fraction(1)})
    assert more["one"] == len(more) == 1
    assert pickle.loads(pickle.dumps(more)) == {"one": Fraction(1)} == more
    game = GAMES["ultimate-texas-holdem"]
    found = solver_of(game).figure("ante", terms(game), AT_RESET)
    again = pickle.loads(pickle.dumps(found))
    assert (again.outcomes, again.more) == (found.outcomes, found.more)
    assert again.house_edge == found.house_edge == found.outcomes.house_edge
