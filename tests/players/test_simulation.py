"""Rounds dealt from a seed: they are repeated by it, and their mean is the exact one."""

from fractions import Fraction

import pytest

import fairdeal as fd
from fairdeal.errors import FairdealError
from fairdeal.games import GAMES
from fairdeal.players.simulation import simulate

TCP, NAPA, AGS, FURY, WAYS = GAMES
BETS = {
    TCP: {"ante": 10, "pair-plus": 5},
    NAPA: {"ante": 10, "pair-plus": 5},
    AGS: {"ante": 10, "player-bonus": 5},
    FURY: {"ante": 10, "monster": 10},
    WAYS: {"high-card": 5, "blackjack": 5, "poker": 5},
}


@pytest.mark.compiled
@pytest.mark.parametrize("key", GAMES)
def test_the_mean_of_the_best_play_is_the_exact_edge_within_four_standard_errors(key: str) -> None:
    game = fd.Game(key)
    found = game.simulate(BETS[key], 4000, seed=1)
    exact = {bet: game.edge(bet) for bet in BETS[key]}
    if key == FURY:  # the figure of the ante is that of the whole base game, monster included
        exact["ante"] -= exact["monster"]
    loss = sum((BETS[key][bet] * edge for bet, edge in exact.items()), Fraction(0))
    off = found.together.house_edge * found.together.stake_cents - 100 * loss
    assert abs(off) < 4 * found.together.standard_error * found.together.stake_cents
    for bet, won in found.by_bet.items():
        assert abs(float(won.house_edge - exact[bet])) < 4 * won.standard_error, bet
        assert 0 < won.standard_error < 0.1


def test_a_worse_strategy_loses_more_on_the_same_cards() -> None:
    game = fd.Game(TCP)
    best, timid = (
        game.simulate({"ante": 10}, 3000, strategy=name, seed=3) for name in ("simple", "timid")
    )
    assert best.together.net_cents > timid.together.net_cents


def test_the_same_seed_deals_the_same_rounds_and_another_seed_others() -> None:
    game, bets = fd.Game(TCP), {"ante": 1000, "pair-plus": 500}
    one, again, other = (
        simulate(game.declared, game.terms, bets, 300, "random", seed) for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other
    assert (one.seed, one.rounds, one.strategy) == (1, 300, "random")


def test_all_bets_together_win_what_each_wins_and_are_rounded_as_one_round() -> None:
    found = fd.Game(TCP).simulate("ante=10 pair-plus=5", 200, strategy="simple")
    assert found.together.net_cents == sum(won.net_cents for won in found.by_bet.values())
    assert found.together.stake_cents == 1500
    one = fd.Game(TCP).simulate({"pair-plus": 5}, 2, strategy="simple")
    assert one.by_bet["pair-plus"] == one.together


def test_progress_is_told_and_can_end_the_simulation() -> None:
    told: list[float] = []
    fd.Game(TCP).simulate({"ante": 10}, 1500, strategy="simple", progress=told.append)
    assert told == [1000 / 1500, 1]

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fd.Game(TCP).simulate({"ante": 10}, 10, strategy="simple", progress=stop)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rounds": 0}, "rounds must be from 2 to 10,000,000, not 0"),
        ({"rounds": 1}, "rounds must be from 2 to 10,000,000, not 1"),
        ({"seed": -1}, "seed must be a whole number from 0, not -1"),
        ({"rounds": 1.5}, "rounds must be a whole number, not 1.5"),
        ({"seed": "x"}, "seed must be a whole number from 0, not 'x'"),
        ({"strategy": "optiml"}, "did you mean optimal?"),
        ({"bets": {"bonus": 1}}, "without a bet on ante or pair plus"),
    ],
)
def test_what_cannot_be_simulated_gets_a_sentence(arguments: dict[str, object], words: str) -> None:
    asked = {"bets": {"ante": 10}, "rounds": 10, "strategy": "simple", **arguments}
    with pytest.raises(FairdealError) as refused:
        fd.Game(TCP).simulate(**asked)  # type: ignore[arg-type]
    assert words in str(refused.value)
