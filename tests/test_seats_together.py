"""How far two seats go together."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from fairdeal import games
from fairdeal.analysis import bank as bank_of_napa
from fairdeal.analysis import seats, three_way_action
from fairdeal.analysis.bank import Bank
from fairdeal.analysis.par import figure
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.seats import Nets, nets_of, of_nets, sums_of
from fairdeal.analysis.solvers.declared import Declared, declare
from fairdeal.analysis.solvers.orbits import Orbits, every_hand, place_of_three
from fairdeal.analysis.solvers.orbits import orbits as found_orbits
from fairdeal.cards import name, parse
from fairdeal.games.kinds import Of
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms, terms
from fairdeal.games.three_card_poker import SHOWDOWN, Events, Pays, Result
from fairdeal.rule import rule
from tests.examples import example, registered
from tests.naive.ranking import THREE_CARD_ORDER, Key, three_card_key

TCP = games.game("three-card-poker")


def covariance(game: Game, head: str) -> Fraction | None:
    return solver_of(game).covariance(head, terms(game))


@pytest.mark.parametrize(
    ("game", "head", "is_known"),
    [
        ("three-card-poker", "pair-plus", True),
        ("three-card-poker", "bonus", True),
        ("napa-three-card-poker", "pair-plus", False),
        ("ags-3-card", "six-card-bonus", False),
        ("ags-3-card", "stax", True),
        ("three-card-fury", "ante", False),
        ("three-card-fury", "royal-family", False),
        ("three-card-fury", "seven-card", False),
        ("three-way-action", "blackjack", False),
        ("three-way-action", "poker", False),
        ("three-way-action", "bonus", False),
    ],
)
def test_bets_on_own_cards_alone_are_counted_and_those_a_fold_forfeits_are_not(
    game: str, head: str, is_known: bool
) -> None:
    found = covariance(games.game(game), head)
    assert (found is not None) == is_known
    assert found is None or 0 < found < Fraction(1, 100)


def test_a_bonus_with_envy_depends_on_the_neighbours() -> None:
    under = terms(TCP, {"bonus": "TCPB-03E"})
    assert solver_of(TCP).covariance("bonus", under) is None


def test_a_game_with_a_strategy_has_no_chart_beside_it() -> None:
    solver = solver_of(TCP)
    assert (solver.charted, solver.chart(terms(TCP))) == ("", None)


def test_the_bank_of_napa_knows_how_two_players_go_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def bank(under: Terms, players: int) -> Bank:
        return Bank(players, 0, Fraction(1), Fraction(2), Fraction(3, 4))

    monkeypatch.setattr(bank_of_napa, "bank", bank)
    assert covariance(games.game("napa-three-card-poker"), "ante") == Fraction(3, 4)


def test_the_base_games_of_three_cards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def nets(of: Declared, under: Terms) -> int:
        return len(under.pay[of.decided_by].units())

    monkeypatch.setattr(seats, "nets_of", nets)
    monkeypatch.setattr(seats, "of_nets", Fraction)
    assert covariance(TCP, "ante") == covariance(games.game("ags-3-card"), "ante") == 7


def test_a_base_game_with_other_numbers_of_cards_is_not_counted() -> None:
    duel = example("two-card-duel")
    with registered(duel):
        assert covariance(duel.GAME, solver_of(duel.GAME).cases()[0].bet) is None


def test_a_base_game_that_the_dealers_cards_decide_by_an_event_is_not_counted() -> None:
    together = {bet: replace(each, of=Of.ALL) for bet, each in SHOWDOWN.events.items()}
    of = declare(TCP, SHOWDOWN)
    assert (
        seats.two_heads(replace(of, rules=replace(SHOWDOWN, events=together)), terms(TCP)) is None
    )


def test_two_high_cards_against_one_are_counted_over_every_three_cards() -> None:
    def halves(card: int, dealer: int) -> int:
        mine, other = card // 4, dealer // 4
        return 2 * (mine > other) - 2 * (mine < other) - (mine == other)

    deals = list(permutations(range(52), 3))
    product = Fraction(sum(halves(a, d) * halves(b, d) for a, b, d in deals), 4 * len(deals))
    mean = Fraction(sum(halves(a, d) for a, _, d in deals), 2 * len(deals))
    assert three_way_action.two_high_cards() == product - mean**2


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


def places(*texts: str) -> list[int]:
    return [int(place_of_three(*parse(text))) for text in texts]


FEW = parse("2s 3s 4s 4h 8d Qc Qd Kc As Ah")


def test_pairs_of_hands_are_those_of_a_double_loop() -> None:
    hands = [tuple(sorted(hand)) for hand in combinations(FEW, 3)]
    is_played = [number % 3 != 0 for number in range(len(hands))]
    dealers = [tuple(sorted(parse(text))) for text in ("Qh 9s 2d", "Jh 9s 2d", "Qc 4h 4s")]
    units = [
        [naive_net(hand, dealer, plays) for dealer in dealers]
        for hand, plays in zip(hands, is_played, strict=True)
    ]
    counted = sums_of(
        np.array(dealers),
        np.arange(len(dealers)),
        np.array(hands),
        np.arange(len(hands)),
        np.array(units),
    )
    for number, (dealer, sums) in enumerate(zip(dealers, counted.tolist(), strict=True)):
        nets = {
            hand: won[number]
            for hand, won in zip(hands, units, strict=True)
            if not set(hand) & set(dealer)
        }
        apart = sum(
            one * two for a, one in nets.items() for b, two in nets.items() if not set(a) & set(b)
        )
        assert sums == [sum(nets.values()), apart]


def test_a_hand_wins_what_the_naive_rules_say_and_is_played_from_queen_six_four_up() -> None:
    nets = nets_of(declare(TCP, SHOWDOWN), terms(TCP))
    hands, dealers = every_hand(3), found_orbits(3).hands
    border = three_card_key(["Qs", "6h", "4d"])
    for place in [*range(0, len(hands), 601), *places("Qs 6h 4d", "Qs 6h 3d", "2s 2h 3d")]:
        held = tuple(hands[place].tolist())
        is_played = key_of(held) >= border
        for orbit in range(0, len(dealers), 53):
            dealer = tuple(dealers[orbit].tolist())
            won = nets.units[nets.kind[place], nets.dealer[orbit]]
            assert won == nets.parts * naive_net(held, dealer, is_played)


@rule
def always_plays(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """The bets of Three Card Poker against a dealer who plays any hand."""
    won = int(player > dealer) - int(player < dealer)
    return Result(won, won, pays.ante_bonus[events.ante_bonus + 0], 0, 0)


def test_a_game_with_the_same_bets_and_other_rules_is_counted_by_its_own_rules() -> None:
    nets = nets_of(declare(TCP, replace(SHOWDOWN, settle=always_plays)), terms(TCP))
    [pair], dealers = places("2s 2h 3d"), found_orbits(3).hands
    mine = three_card_key(["2s", "2h", "3d"])
    for orbit in range(0, len(dealers), 7):
        other = key_of(tuple(dealers[orbit].tolist()))
        won = nets.units[nets.kind[pair], nets.dealer[orbit]]
        assert won == nets.parts * 2 * ((mine > other) - (mine < other))


def test_the_parts_are_weighed_by_how_many_dealer_hands_they_stand_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands, every = every_hand(3)[[0, 100, 200]], found_orbits(3)
    few = Orbits(3, every.deck, every.masks[:3], hands.astype(np.int8), np.array([2, 3, 5]))
    monkeypatch.setattr(seats, "orbits", lambda size: few)
    monkeypatch.setattr(
        seats, "sums_of", lambda dealers, *rest: np.tile([7, 11], (len(dealers), 1))
    )
    deals, none = 22_100 * 18_424, np.zeros(3, np.int64)
    found = of_nets(Nets(none, none, np.zeros((1, 1), np.int64), 2))
    assert found == (Fraction(110, deals * 15_180) - Fraction(70, deals) ** 2) / 4


@pytest.mark.compiled
def test_two_antes_go_together_by_a_fifth_and_each_alone_has_its_edge() -> None:
    known = figure(TCP, "ante", terms(TCP))
    found = covariance(TCP, "ante")
    assert found == Fraction(7_096_280_872_053_167, 13_677_488_107_483_200)
    assert covariance(games.game("ags-3-card"), "ante") == found
    assert float(found / known.variance) == pytest.approx(0.193, abs=0.001)
