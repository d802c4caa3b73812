"""The figures of 3 Way Action, and its blackjack leg as sheets and advisers show it."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from fairdeal.analysis import three_way_action
from fairdeal.analysis.blackjack import sheet as blackjack_sheet
from fairdeal.analysis.blackjack import solution
from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.policies import Policy
from fairdeal.analysis.blackjack.solution import Solution
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.par import cases, figure
from fairdeal.analysis.seven.outcomes import Outcomes
from fairdeal.analysis.sheet import Request, par_sheet
from fairdeal.analysis.solver import Case
from fairdeal.cards import parse
from fairdeal.errors import Malformed
from fairdeal.games import GAMES
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms

WAYS = GAMES["three-way-action"]
SMALL = (0, 0, 0, 0, 4, 0, 0, 2, 4, 4)
"""Sixes, nines, tens and aces: a deck small enough to be solved without a compiler."""


@pytest.fixture
def small_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(house: House, policy: Policy | None = None) -> Solution:
        return solution.solve(house, SMALL, policy)

    monkeypatch.setattr(blackjack_sheet, "solve", solve)
    monkeypatch.setattr(three_way_action, "solve", solve)
    monkeypatch.setattr(three_way_action, "poker_outcomes", lambda: Outcomes(8, 43, 48, 1))
    three_way_action.poker.cache_clear()


def test_high_card_and_bonus_are_counted() -> None:
    assert figure(WAYS, "high-card", terms(WAYS)).house_edge == Fraction(1, 34)
    found = figure(WAYS, "bonus", terms(WAYS))
    assert found.outcomes.total == 133_784_560
    assert found.house_edge == Fraction(
        95_970_252
        - 17_385_408
        - 2 * 6_461_620
        - 3 * 6_180_020
        - 4 * 4_047_644
        - 5 * 3_473_184
        - 7 * 224_848
        - 20 * 37_260
        - 100 * 4_324,
        133_784_560,
    )


@pytest.mark.usefixtures("small_deck")
def test_poker_and_blackjack_are_stated_as_they_are_counted() -> None:
    poker = figure(WAYS, "poker", terms(WAYS))
    assert poker.house_edge == Fraction(48 - 43 - 4, 100)
    three_way_action.poker.cache_clear()
    blackjack = figure(WAYS, "blackjack", terms(WAYS))
    assert blackjack.wagered is not None
    assert blackjack.wagered > 1
    shown = par_sheet(
        Request(WAYS, approved(WAYS), terms(WAYS), [Case("blackjack", "")], AT_RESET)
    ).as_json()
    chart = shown["blackjack"]
    hands = [row["hand"] for row in chart["rows"]]
    assert hands == ["10-10", "10-9", "9-9", "10-6", "9-6", "6-6", "A-9", "A-6", "A-A"]
    assert {row["kind"] for row in chart["rows"]} == {"hard", "soft", "pair"}
    assert chart["rows"][-1]["total"] == "soft 12"
    assert all(rule["cost"]["value"] >= 0 for rule in chart["simple_rules"])
    assert [each["option"] for each in chart["options"]] == [
        "natural=6:5",
        "peek=no",
        "split-aces=draw",
        "soft-17=stand",
        "seven-card-win=no",
    ]


@pytest.mark.usefixtures("small_deck")
def test_high_card_and_blackjack_share_their_cards() -> None:
    both = three_way_action.high_card_and_blackjack(House.of())
    assert both.bets == ("high-card", "blackjack")
    assert both.of("blackjack").house_edge == solution.solve(House.of(), SMALL).house_edge


def test_a_natural_leaves_nothing_to_decide_and_a_hidden_card_no_advice() -> None:
    seen = list(parse("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 7c 7d 7h 7s"))
    seen += parse("8c 8d 8h 8s 9c 9d 9h 9s")
    held, up = parse("As Kd"), parse("Qh")[0]
    found = blackjack_sheet.advice(terms(WAYS), held, (), up, seen)
    assert found.best == ()
    with pytest.raises(Malformed, match="a card of the dealer up, and none is given"):
        blackjack_sheet.advice(terms(WAYS), held, (), None, seen)


def test_every_bet_of_the_game_has_a_figure() -> None:
    assert [case.bet for case in cases(WAYS)] == ["high-card", "blackjack", "poker", "bonus"]


def test_poker_and_bonus_are_two_sides_of_one_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = SimpleNamespace(bonus_and_poker={(0, Fraction(-1)): 3, (2, Fraction(1)): 1})
    monkeypatch.setattr(three_way_action, "matchups", lambda progress: counted)
    both = three_way_action.poker_and_bonus((-1, 1, 2, 3, 4, 5, 7, 20, 100))
    assert [(*map(int, nets), n) for nets, n in both.ways.items()] == [(-1, -1, 3), (1, 2, 1)]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_poker_and_bonus_together_are_what_they_are_alone() -> None:
    under = terms(WAYS)
    both = three_way_action.poker_and_bonus(under.pay["bonus"].units())
    assert both.total == 6_071_092_494_667_200
    for bet in ("poker", "bonus"):
        alone = figure(WAYS, bet, under).outcomes
        assert (both.of(bet).mean, both.of(bet).variance) == (alone.mean, alone.variance)
