"""A whole deck: the blackjack leg's figures, its strategy, and many hands dealt at random."""

from fractions import Fraction
from math import perm

import numpy as np
import pytest
from numpy.typing import NDArray

from fairdeal.analysis.blackjack.advice import advise
from fairdeal.analysis.blackjack.house import FULL, House
from fairdeal.analysis.blackjack.policies import SIMPLE_RULES
from fairdeal.analysis.blackjack.solution import Solution, solve
from fairdeal.analysis.blackjack.states import Moves
from fairdeal.analysis.compiled import kernel
from fairdeal.cards import parse
from fairdeal.games.blackjack_leg import OVER, Word, after, begin, dealer_draws, settle_leg
from fairdeal.hands.blackjack import Total, is_natural, plus, points_of
from tests.scale import SCALE

pytestmark = pytest.mark.compiled

EDGES = {
    "default": Fraction(381367739165921, 107265696720682500),
    "natural=6:5": Fraction(1877481030577121, 107265696720682500),
    "peek=no": Fraction(196505550015391, 42906278688273000),
    "split-aces=draw": Fraction(6757383730177, 2951225518241000),
    "soft-17=stand": Fraction(4379134988779, 2626915021731000),
    "seven-card-win=no": Fraction(4292440862107711, 1195246334887605000),
}
"""By the options that differ from the default."""


def solved(changes: str) -> Solution:
    return solve(House.of(dict(each.split("=") for each in changes.split() if "=" in each)))


@pytest.mark.parametrize("changes", EDGES)
def test_house_edge_of_a_whole_deck(changes: str) -> None:
    assert solved(changes).house_edge == EDGES[changes]
    assert solved(changes).law.total == perm(52, 14)


def test_options_favour_whom_they_should() -> None:
    default = solved("default").house_edge
    for for_house in ("natural=6:5", "peek=no", "seven-card-win=no"):
        assert solved(for_house).house_edge > default
    for for_player in ("split-aces=draw", "soft-17=stand"):
        assert solved(for_player).house_edge < default


@pytest.mark.parametrize("name", SIMPLE_RULES)
def test_no_simple_rule_beats_the_best_play(name: str) -> None:
    best, simple = solved("default"), solve(House.of(), FULL, SIMPLE_RULES[name])
    assert simple.wager == 1
    assert simple.house_edge > best.house_edge + Fraction(1, 100)
    assert all(start.law.mean <= best.starts[at].law.mean for at, start in simple.starts.items())


def test_the_best_word_is_worth_most_and_the_law_says_so() -> None:
    solution = solved("peek=no")  # every deal leads to a decision or a natural
    for start in solution.starts.values():
        if start.best is not None:
            assert start.law.mean == start.values[start.best] == max(start.values.values())
            assert (start.wager == 2) == (start.best in (Word.DOUBLE, Word.SPLIT))


def test_the_same_total_is_not_always_played_the_same() -> None:
    solution = solved("default")

    def word(cards: str, up: str) -> str:
        held = parse(cards)
        said = solution.word_for(held, parse(up)[0], ["hit"] * (len(held) - 2))
        return "" if said is None else said.name.lower()

    assert (word("2c Td", "4h"), word("3c 9d", "4h")) == ("hit", "stand")
    assert (word("7c 7d", "Kh"), word("5c 9d", "Kh")) == ("stand", "hit")
    assert (word("Tc 6d", "Kh"), word("2c 4d Th", "Kh")) == ("hit", "stand")
    six_cards = "2c 2d 2h 3c Ac Ad"  # soft 21, and a seventh card cannot bust it
    assert word(six_cards, "Kh") == "hit"


def test_advice_with_nothing_else_seen_is_the_solution() -> None:
    start = solved("default").starts[4, 8, 8]
    assert advise(parse("Kd 6c"), parse("Th")[0]) == start.values


@kernel
def _dealt(cards: NDArray[np.int64], number: int) -> None:
    """Shuffle that many cards to the top."""
    for at in range(number):
        other = np.random.randint(at, len(cards))
        cards[at], cards[other] = cards[other], cards[at]


@kernel
def _simulated(
    seed: int, hands: int, moves: Moves, words: NDArray[np.int8], house: House
) -> tuple[int, int, int]:
    """Units, their squares and the wagers of many hands; half units, so that 3:2 is whole."""
    np.random.seed(seed)
    cards = np.arange(52)
    total, squares, wagers = 0, 0, 0
    for _ in range(hands):
        _dealt(cards, 14)
        dealer = (cards[7], cards[8], cards[9], cards[10], cards[11], cards[12], cards[13])
        natural = is_natural(dealer[0], dealer[1])
        leg = begin(cards[0], cards[1], natural and house.peeks)
        state = moves.first[points_of(cards[0]) - 2, points_of(cards[1]) - 2]
        while leg.current != OVER:
            word = words[points_of(dealer[0]) - 2, state]
            one = points_of(cards[leg.used]) - 2
            more = points_of(cards[leg.used + 1]) - 2
            if word == Word.SPLIT:
                state = moves.next_split[one, more]
            else:
                state = moves.next[state, word, one]
            leg = after(leg, word, cards[leg.used], cards[leg.used + 1], house.split_draws)
        points = Total(0, 0)
        for at in range(dealer_draws(dealer, house.hits_soft_17)):
            points = plus(points, dealer[at])
        ends = settle_leg(leg, points.points, natural, house.seven_card_win, house.natural)
        won = 2 * leg.stakes * ends.odds.won // ends.odds.per
        total += won
        squares += won * won
        wagers += leg.stakes
    return total, squares, wagers


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "changes", ["default", "peek=no split-aces=draw soft-17=stand seven-card-win=no"]
)
def test_hands_dealt_at_random_and_played_by_the_solution_win_what_it_says(changes: str) -> None:
    solution, hands = solved(changes), 4_000_000 * SCALE
    total, squares, wagers = _simulated(
        1, hands, solution.states.moves, solution.words, solution.house
    )
    spread = (squares / hands - (total / hands) ** 2) ** 0.5 / 2
    assert abs(total / hands / 2 + float(solution.house_edge)) < 3 * spread / hands**0.5
    assert abs(spread / solution.law.variance**0.5 - 1) < 0.002
    second_bets = float(solution.wager) - 1
    assert abs(wagers / hands - 1 - second_bets) < 3 * (second_bets / hands) ** 0.5
