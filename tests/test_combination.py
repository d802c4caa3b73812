"""Several bets at once, the bank of Napa, and its posted wager."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import tests.compiled  # noqa: F401, tells Numba about the rules
from fairdeal.analysis import bank as bank_module
from fairdeal.analysis import coverage as coverage_module
from fairdeal.analysis import three_way_simulation as simulation_module
from fairdeal.analysis.bank import NOTHING as NO_PAIR_PLUS
from fairdeal.analysis.bank import bank, decisions, strengths
from fairdeal.analysis.blackjack.house import VALUES, House
from fairdeal.analysis.blackjack.play import NOTHING
from fairdeal.analysis.blackjack.states import states
from fairdeal.analysis.combination import Together
from fairdeal.analysis.compiled import kernel
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.coverage import Covered, Posted, covered
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.par import figure
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.showdowns import Showdowns
from fairdeal.analysis.solvers.deals import split
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.orbits import every_hand, place_of_three
from fairdeal.analysis.solvers.showdown import Counts
from fairdeal.analysis.three_way_action import high_card_and_blackjack
from fairdeal.analysis.three_way_simulation import together as played_together
from fairdeal.cards import parse
from fairdeal.errors import Refused
from fairdeal.games import GAMES
from fairdeal.games.ags_3_card import SHOWDOWN as AGS_RULES
from fairdeal.games.ante_play import ante_and_play
from fairdeal.games.blackjack_leg import Word, may
from fairdeal.games.layout import Game
from fairdeal.games.paytable import paid
from fairdeal.games.terms import terms
from fairdeal.hands.three_card import category

TCP, NAPA, AGS, FURY, WAYS = GAMES.values()


def together(
    game: Game,
    stakes: dict[str, int],
    conditions: Conditions | None = None,
    progress: Progress = unseen,
) -> Together:
    return solver_of(game).together(terms(game), stakes, conditions or Conditions(), progress)


def declared(game: Game) -> Declared:
    solver = solver_of(game)
    assert isinstance(solver, Showdowns)
    return solver.of


def test_bets_together_win_what_they_win_alone() -> None:
    found = together(TCP, {"ante": 1_000, "pair-plus": 500, "bonus": 100})
    shown = found.as_json()
    alone = (
        figure(TCP, "ante", terms(TCP)).house_edge * 1_000
        + figure(TCP, "pair-plus", terms(TCP)).house_edge * 500
        + figure(TCP, "bonus", terms(TCP)).house_edge * 100
    )
    assert found.net_cents.house_edge == alone
    assert found.net_cents.total == 407_170_400
    assert Fraction(shown["element_of_risk"]["exact"]) < Fraction(shown["house_edge"]["exact"])
    assert {tuple(each["bets"]) for each in shown["covariances"]} >= {("ante", "pair-plus")}
    assert sum(each["ways"] for each in shown["joint"]) == 407_170_400


def test_covariances_add_up_to_the_variance_of_all() -> None:
    found = together(FURY, {"ante": 1, "monster": 1, "royal-family": 3})
    bets, sizes = found.joint.bets, found.sizes
    total = sum(
        found.joint.covariance(one, other) * sizes[one] * sizes[other]
        for one in bets
        for other in bets
    )
    assert total == found.net_cents.variance


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.compiled
def test_six_cards_are_counted_with_the_ante() -> None:
    said: list[float] = []
    under, stakes = terms(AGS), {"ante": 500, "six-card-bonus": 500, "stax": 500}
    meters = Conditions(meters={"star": 123_456})
    found = together(AGS, stakes, meters, said.append)
    assert said[-1] == 1.0
    assert said == sorted(said)
    for bet in ("six-card-bonus", "stax"):
        alone = figure(AGS, bet, under, meters).outcomes
        law = found.joint.of(bet)
        assert law.mean == alone.mean
        assert law.variance == alone.variance
    assert found.joint.total == 407_170_400


def first_hands(whole: Counts, number: int) -> Counts:
    """The same counts, of which only the first hands are looked at."""
    [(job, rows, situation)] = list(whole.situations())
    few = replace(
        rows,
        hands=rows.hands[:number],
        ways=rows.ways[:number],
        kind=rows.kind[:number],
        orbit=rows.orbit[:number],
    )
    found = replace(whole)
    object.__setattr__(found, "situations", lambda: iter([(job, few, situation[:number])]))
    return found


def test_the_first_hands_are_split_like_all_others() -> None:
    of = declared(AGS)
    whole = of.counts()
    few = split(first_hands(whole, 2), "six-card-bonus", 9, unseen)
    [(_, _, situation)] = list(whole.situations())
    regions = few.counts.reshape(2, whole.counts.shape[1], 9).sum(axis=2)
    assert regions.tolist() == whole.counts[situation[:2]].tolist()
    prices = of.prices(few, terms(AGS), Conditions(), "six-card-bonus")
    assert prices.units["six-card-bonus"].shape[1] == few.counts.shape[1]
    assert set(np.unique(prices.units["six-card-bonus"])) == {
        *terms(AGS).pay["six-card-bonus"].units()
    }


def test_several_bets_on_all_the_cards_are_refused() -> None:
    rules = replace(
        AGS_RULES, events={**AGS_RULES.events, "stax": AGS_RULES.events["six-card-bonus"]}
    )
    solver = Showdowns(replace(declared(AGS), rules=rules))
    with pytest.raises(Refused, match="six-card-bonus and stax cannot be counted together"):
        solver.together(terms(AGS), {"six-card-bonus": 1, "stax": 1}, Conditions(), unseen)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_seven_cards_are_counted_with_the_ante() -> None:
    under = terms(FURY)
    found = together(FURY, {"ante": 100, "monster": 100, "seven-card": 100})
    law, alone = found.joint.of("seven-card"), figure(FURY, "seven-card", under).outcomes
    assert (law.mean, law.variance) == (alone.mean, alone.variance)
    assert found.joint.total == 4_682_459_600


def test_a_seven_card_bonus_outlives_the_fold() -> None:
    of = declared(FURY)
    few = split(first_hands(of.counts(), 1), "seven-card", 10, unseen)
    prices = of.prices(few, terms(FURY), Conditions(), "seven-card")
    play, fold = of.choices
    assert (prices.after(play, "seven-card") == prices.after(fold, "seven-card")).all()
    assert few.counts.sum() == 17_296


def test_the_bank_sums_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        bank_module, "_moments_of", lambda dealers, *rest: np.tile([1, 5, 7], (len(dealers), 1))
    )
    monkeypatch.setattr(bank_module, "decisions", lambda: None)
    monkeypatch.setattr(bank_module, "_KNOWN", {})
    done: list[float] = []
    found = bank(terms(NAPA), 2, 5, done.append)
    assert found.edge == Fraction(-2 * 22_100, 22_100 * 18_424 * 3)
    assert bank(terms(NAPA), 2, 5, done.append) == found
    assert done.count(1.0) == 1


def test_a_king_up_is_played_from_king_nine_two() -> None:
    plays = decisions()
    assert plays.shape == (22_100, 52)
    held = parse("Ks 9h 2d"), parse("Ks 8h 2d")
    for hand, is_played in zip(held, (True, False), strict=True):
        for up in parse("Kd Kc Kh"):
            assert plays[place_of_three(*hand), up] == is_played
    assert plays[place_of_three(*held[1]), parse("Jc")[0]]


def test_the_bank_wins_what_its_players_lose() -> None:
    shown = bank_module.Bank(3, 1, Fraction(1, 50), Fraction(3), Fraction(1)).as_json()
    assert shown["edge_per_round"]["exact"] == "3/50"
    assert shown["variance_per_round"]["exact"] == "15"
    assert shown["ruin"]["50"] > shown["ruin"]["100"]


@pytest.mark.compiled
def test_a_full_bank_wins_exactly_the_players_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank_module, "_KNOWN", {})  # what is known is not counted again
    done: list[float] = []
    alone = bank(terms(NAPA), 1, 0, done.append)
    assert done[-1] == 1.0
    assert alone.edge == figure(NAPA, "ante", terms(NAPA)).house_edge
    assert alone.variance == figure(NAPA, "ante", terms(NAPA)).variance
    several = bank(terms(NAPA), 6, 0)
    assert several.edge == 6 * alone.edge
    assert several.round_variance > 6 * alone.variance  # they share the bank's hand
    with_side_bet = bank(terms(NAPA), 1, 1)
    side = figure(NAPA, "pair-plus", terms(NAPA)).house_edge
    assert with_side_bet.edge == alone.edge + side


@numba.njit(nogil=True)
def pairs_of_players(
    hands: NDArray[np.int64],
    strengths: NDArray[np.int64],
    plays: Any,
    dealer: Any,
    up: int,
) -> tuple[int, int, int]:
    """Sums over every two players against one dealer hand, with one of its cards up."""
    d, e, f = dealer
    nets = np.zeros(len(hands), np.int64)
    masks = np.zeros(len(hands), np.int64)
    number = 0
    held = 0
    for h in range(len(hands)):
        if hands[h, 0] == d and hands[h, 1] == e and hands[h, 2] == f:
            held = strengths[h]
    for h in range(len(hands)):
        a, b, c = hands[h]
        if a in (d, e, f) or b in (d, e, f) or c in (d, e, f):
            continue
        nets[number] = -1
        if plays[h, up]:
            result = ante_and_play(strengths[h], held)
            nets[number] = result.ante + result.play
        masks[number] = 1 << a | 1 << b | 1 << c
        number += 1
    products = 0
    for i in range(number):
        for j in range(number):
            if masks[i] & masks[j] == 0:
                products += nets[i] * nets[j]
    return nets.sum(), (nets * nets).sum(), products


@pytest.mark.compiled
@pytest.mark.exhaustive
def test_two_players_are_counted_without_common_cards() -> None:
    example = (3, 30, 44)
    sums = [0, 0, 0]
    for up in example:
        part = pairs_of_players(every_hand(3), strengths(), decisions(), example, up)
        sums = [one + int(more) for one, more in zip(sums, part, strict=True)]
    counted = bank_module._moments_of(
        np.array([example]),
        every_hand(3),
        strengths(),
        decisions(),
        NO_PAIR_PLUS,
        0,
    )
    assert counted[0].tolist() == sums


def test_the_moments_of_some_hands_are_those_of_a_double_loop() -> None:
    hands, every = every_hand(3), strengths()
    few = np.concatenate([hands[:40], hands[-40:]])
    known = np.concatenate([every[:40], every[-40:]])
    known_at = np.zeros(len(hands), np.int64)
    known_at[:80] = known
    plays = np.zeros((80, 52), np.bool_)
    plays[::2] = True
    pays, dealer = (-1, 1, 3, 6, 30, 40, 200), hands[9_000].tolist()
    known_at[9_000] = every[9_000]
    for side in (0, 2):
        counted = bank_module._moments_of(hands[[9_000]], few, known_at, plays, pays, side)[
            0
        ].tolist()
        nets = {}
        for row, held in enumerate(few.tolist()):
            if not set(held) & set(dealer):
                nets[tuple(held)] = -1 - side
                if row % 2 == 0:
                    result = ante_and_play(int(known[row]), int(every[9_000]))
                    own = paid(pays, category(int(known[row])))
                    nets[tuple(held)] = result.ante + result.play + side * own
        total, squares = sum(nets.values()), sum(net * net for net in nets.values())
        apart = sum(
            one * two for a, one in nets.items() for b, two in nets.items() if not set(a) & set(b)
        )
        assert counted == [3 * total, 3 * squares, 3 * apart]


def test_one_player_and_a_posted_wager_are_exact() -> None:
    enough = covered(terms(NAPA), Posted(10_000_00, 1_000, 500), 1)
    edge = figure(NAPA, "ante", terms(NAPA)).house_edge * 1_000
    edge += figure(NAPA, "pair-plus", terms(NAPA)).house_edge * 500
    assert enough.mean == pytest.approx(float(edge), rel=1e-12)
    assert (enough.used_up, enough.lost, enough.standard_error) == (0, 0, 0)
    assert enough.as_json()["method"] == "exact"
    short = covered(terms(NAPA), Posted(50_00, 1_000), 1)
    assert short.mean == pytest.approx(float(figure(NAPA, "ante", terms(NAPA)).house_edge * 1_000))
    tight = covered(terms(NAPA), Posted(10_00, 1_000), 1)
    assert 0 < tight.lost < tight.used_up
    assert tight.ruin(10_00) == 1  # a bank that covers antes alone never gets the play bets
    assert enough.ruin(10_00) > enough.ruin(100_00)
    assert Covered(Posted(5, 1_000), 1, -1.0, 0.0, 1.0, 1.0, 0).ruin(5) == 1


def test_several_players_are_simulated_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = np.ones((22_100, 52), np.bool_)
    monkeypatch.setattr(coverage_module, "decisions", lambda: everything)
    done: list[float] = []
    found = covered(terms(NAPA), Posted(100_00, 1_000, 500), 2, rounds=300, progress=done.append)
    assert done == [1.0]
    assert found.as_json()["method"] == "simulation of 300 rounds"
    assert found.standard_error > 0
    again = covered(terms(NAPA), Posted(100_00, 1_000, 500), 2, rounds=300)
    assert again == found
    assert covered(terms(NAPA), Posted(100_00, 1_000), 2, rounds=300).variance < found.variance
    monkeypatch.setattr(coverage_module, "decisions", lambda: ~everything)
    folded = covered(terms(NAPA), Posted(100_00, 1_000, 500), 2, rounds=300)
    assert (folded.mean, folded.variance) == (2 * 1_500, 0)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_the_simulated_bank_agrees_with_the_exact_one() -> None:
    found = covered(terms(NAPA), Posted(10**9, 1_000), 3, rounds=4_000_000)
    exact = bank(terms(NAPA), 3)
    assert abs(found.mean - float(exact.edge) * 1_000) < 3 * found.standard_error
    assert found.variance == pytest.approx(float(exact.round_variance) * 10**6, rel=0.01)


@pytest.mark.compiled
def test_high_card_and_blackjack_go_together_exactly() -> None:
    both = high_card_and_blackjack(House.of())
    assert both.of("high-card").house_edge == Fraction(1, 34)
    alone = figure(WAYS, "blackjack", terms(WAYS))
    assert both.of("blackjack").house_edge == alone.house_edge
    assert both.of("blackjack").variance == alone.variance
    assert both.covariance("high-card", "blackjack") > 0


def three_ways(rounds: int) -> Together:
    stakes = {"high-card": 500, "blackjack": 1_000, "poker": 500, "bonus": 100}
    return played_together(terms(WAYS), stakes, rounds=rounds)


@pytest.mark.compiled
def test_all_four_bets_of_3_way_action_are_simulated_and_say_so() -> None:
    found = three_ways(2_000)
    assert found.method == "simulation of 2,000 rounds"
    assert found.joint.total == 2_000
    assert found.as_json()["average_wager_cents"]["value"] > 2_100


def test_every_word_can_be_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    every = states(False, tuple(range(VALUES)))
    words = np.full((VALUES, len(every.numbers)), NOTHING, np.int8)
    for number, (leg, _) in enumerate(every.numbers):
        said = Word.STAND if leg.points > 14 else Word.HIT
        said = Word.DOUBLE if leg.points in (9, 10, 11) else said
        for word in (said, Word.SPLIT, Word.STAND):
            if may(leg, word):
                words[:, number] = word
                break
        if may(leg, Word.SPLIT):
            words[:, number] = Word.SPLIT
    known = SimpleNamespace(
        states=every, words=words, wager=Fraction(11, 10), house_edge=Fraction(1, 100)
    )
    even: dict[tuple[Fraction, ...], int] = {(Fraction(1), Fraction(1)): 1}
    even[Fraction(-1), Fraction(-1)] = 1
    both, others = Joint(("high-card", "blackjack"), even), Joint(("poker", "bonus"), even)
    monkeypatch.setattr(simulation_module, "solve", lambda house: known)
    monkeypatch.setattr(simulation_module, "high_card_and_blackjack", lambda house: both)
    monkeypatch.setattr(simulation_module, "poker_and_bonus", lambda pays, progress: others)
    monkeypatch.setattr(simulation_module, "poker", lambda: Distribution.of([(1, 1), (-1, 2)]))
    found = three_ways(3_000)
    assert found.joint.total == 3_000
    assert set(found.joint.of("blackjack").ways) >= {-2, -1, 0, 1, Fraction(3, 2), 2}
    assert -1 < found.joint.of("blackjack").mean < 1
    shown = found.as_json()
    assert shown["standard_error_cents"] > 0
    covariances = {tuple(each["bets"]): each["covariance"] for each in shown["covariances"]}
    assert covariances["high-card", "blackjack"]["exact"] == "1"
    assert "exact" not in covariances["high-card", "poker"]
    assert found.house_edge("poker") == Fraction(1, 3)
    three = {"high-card": 500, "blackjack": 1_000, "poker": 500}
    assert played_together(terms(WAYS), three, rounds=50).joint.bets == tuple(three)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
def test_the_simulation_of_3_way_action_agrees_with_every_exact_figure() -> None:
    rounds = 8_000_000
    found = three_ways(rounds)
    for bet in ("high-card", "blackjack", "poker", "bonus"):
        exact = figure(WAYS, bet, terms(WAYS))
        error = (float(exact.variance) / rounds) ** 0.5
        assert abs(float(found.joint.of(bet).mean + exact.house_edge)) < 3 * error, bet
    both = high_card_and_blackjack(House.of())
    simulated = float(found.joint.covariance("high-card", "blackjack"))
    assert simulated == pytest.approx(float(both.covariance("high-card", "blackjack")), abs=0.003)


def test_a_kernel_is_the_function_itself_to_its_readers() -> None:
    assert kernel(abs_sum)(np.array([1, -2])) == 3


def abs_sum(numbers: NDArray[np.int64]) -> int:
    return int(np.abs(numbers).sum())
