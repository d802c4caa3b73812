"""How far two seats go together."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from fairdeal import games
from fairdeal.analysis import seats
from fairdeal.analysis.bank import Bank
from fairdeal.analysis.bank import strengths as strengths_by_place
from fairdeal.analysis.par import figure
from fairdeal.analysis.solvers.orbits import Orbits, every_hand, place_of_three
from fairdeal.analysis.solvers.orbits import orbits as found_orbits
from fairdeal.cards import name, parse
from fairdeal.games.terms import Terms, terms
from tests.naive.ranking import THREE_CARD_ORDER, Key, three_card_key

TCP = games.game("three-card-poker")
BONUS = (0, 0, 0, 1, 4, 5, 5)
"""Ante bonus A, by category."""


@pytest.mark.parametrize(
    ("game", "head", "is_known"),
    [
        ("three-card-poker", "pair-plus", True),
        ("three-card-poker", "bonus", True),
        ("napa-three-card-poker", "pair-plus", True),
        ("ags-3-card", "six-card-bonus", False),
        ("ags-3-card", "stax", True),
        ("three-card-fury", "ante", False),
        ("three-card-fury", "royal-family", True),
        ("three-card-fury", "seven-card", False),
        ("three-way-action", "blackjack", False),
        ("three-way-action", "poker", False),
        ("three-way-action", "bonus", True),
    ],
)
def test_own_cards_are_independent_and_the_dealers_are_shared(
    game: str, head: str, is_known: bool
) -> None:
    found = seats.covariance(terms(games.game(game)), head)
    assert found == (Fraction(0) if is_known else None)


def test_a_bonus_with_envy_depends_on_the_neighbours() -> None:
    assert seats.covariance(terms(TCP, {"bonus": "TCPB-03E"}), "bonus") is None


def test_the_base_games_of_three_cards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def bank(under: Terms, players: int) -> Bank:
        return Bank(players, 0, Fraction(1), Fraction(2), Fraction(3, 4))

    monkeypatch.setattr(seats, "base_game", lambda pays: Fraction(sum(pays)))
    monkeypatch.setattr(seats, "bank", bank)
    assert seats.covariance(terms(TCP), "ante") == sum(BONUS)
    assert seats.covariance(terms(games.game("ags-3-card")), "ante") == sum(BONUS)
    assert seats.covariance(terms(games.game("napa-three-card-poker")), "ante") == Fraction(3, 4)


def test_two_high_cards_against_one_are_counted_over_every_three_cards() -> None:
    def halves(card: int, dealer: int) -> int:
        mine, other = card // 4, dealer // 4
        return 2 * (mine > other) - 2 * (mine < other) - (mine == other)

    deals = list(permutations(range(52), 3))
    product = Fraction(sum(halves(a, d) * halves(b, d) for a, b, d in deals), 4 * len(deals))
    mean = Fraction(sum(halves(a, d) for a, _, d in deals), 2 * len(deals))
    assert seats.high_card() == product - mean**2


def key_of(cards: tuple[int, ...]) -> Key:
    return three_card_key([name(card) for card in cards])


def naive_net(held: tuple[int, ...], dealer: tuple[int, ...], is_played: bool) -> int:
    """Ante, play and ante bonus A, by the naive ranking."""
    if not is_played:
        return -1
    mine, other = key_of(held), key_of(dealer)
    bonus = {"straight": 1, "three-of-a-kind": 4, "straight-flush": 5}
    extra = bonus.get(THREE_CARD_ORDER[mine[0]], 0)
    if other < three_card_key(["Qs", "3h", "2d"]):
        return 1 + extra
    return extra + 2 * (mine > other) - 2 * (mine < other)


FEW = parse("2s 3s 4s 4h 8d Qc Qd Kc As Ah")


def test_pairs_of_hands_are_those_of_a_double_loop_by_the_naive_rules() -> None:
    hands = [tuple(sorted(hand)) for hand in combinations(FEW, 3)]
    is_played = [number % 3 != 0 for number in range(len(hands))]
    dealers = [tuple(sorted(parse(text))) for text in ("Qh 9s 2d", "Jh 9s 2d", "Qc 4h 4s")]
    counted = seats.sums_of(
        np.array(dealers),
        np.array(hands),
        strengths_by_place(),
        np.array(is_played),
        BONUS,
    )
    for dealer, sums in zip(dealers, counted.tolist(), strict=True):
        nets = {
            hand: naive_net(hand, dealer, plays)
            for hand, plays in zip(hands, is_played, strict=True)
            if not set(hand) & set(dealer)
        }
        apart = sum(
            one * two for a, one in nets.items() for b, two in nets.items() if not set(a) & set(b)
        )
        assert sums == [sum(nets.values()), apart]


def test_a_hand_is_played_from_queen_six_four_up() -> None:
    plays = seats.decisions(BONUS)
    hands = [place_of_three(*parse(text)) for text in ("Qs 6h 4d", "Qs 6h 3d", "2s 2h 3d")]
    assert plays[hands].tolist() == [True, False, True]


def test_the_parts_are_weighed_by_how_many_dealer_hands_they_stand_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands, every = every_hand(3)[[0, 100, 200]], found_orbits(3)
    few = Orbits(3, every.deck, every.masks[:3], hands.astype(np.int8), np.array([2, 3, 5]))
    monkeypatch.setattr(seats, "orbits", lambda size: few)
    monkeypatch.setattr(seats, "decisions", lambda bonus: None)
    monkeypatch.setattr(
        seats, "sums_of", lambda dealers, *rest: np.tile([7, 11], (len(dealers), 1))
    )
    deals = 22_100 * 18_424
    seats.base_game.cache_clear()
    found = seats.base_game(BONUS)
    seats.base_game.cache_clear()  # nobody else shall know this figure
    assert found == Fraction(110, deals * 15_180) - Fraction(70, deals) ** 2


@pytest.mark.compiled
def test_two_antes_go_together_by_a_fifth_and_each_alone_has_its_edge() -> None:
    hands, strengths = every_hand(3), strengths_by_place()
    plays = seats.decisions(BONUS)
    dealer = np.array([sorted(parse("Qh 9s 2d"))])
    [[total, _]] = seats.sums_of(dealer, hands, strengths, plays, BONUS).tolist()
    disjoint = [
        row for row in range(len(hands)) if not set(hands[row].tolist()) & set(*dealer.tolist())
    ]
    assert len(disjoint) == 18_424
    assert total == sum(
        naive_net(tuple(hands[row].tolist()), tuple(dealer[0].tolist()), bool(plays[row]))
        for row in disjoint
    )
    known = figure(TCP, "ante", terms(TCP))
    covariance = seats.covariance(terms(TCP), "ante")
    assert covariance == Fraction(7_096_280_872_053_167, 13_677_488_107_483_200)
    assert float(covariance / known.variance) == pytest.approx(0.193, abs=0.001)
