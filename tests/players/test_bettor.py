"""Purses: flat bets in whole chips that no table and no law refuses."""

from random import Random
from typing import Any

import pytest

from fairdeal.games import GAMES
from fairdeal.house.limits import limit_faults
from fairdeal.house.profile import PROFILES
from fairdeal.live import commands
from fairdeal.live.events import TableOpened
from fairdeal.live.table import procedure
from fairdeal.players.bettor import CHIP_CENTS, Bettor, Habits, bases
from tests.live.tables import PLAYERS, Felt

ALWAYS = Habits(side_bets=1)
NEVER = Habits(side_bets=0)
AT = [
    (profile, game)
    for profile in PROFILES
    for game in GAMES
    if profile == "plain" or (profile == "california") == GAMES[game].player_banked
]
"""Where each game may be dealt."""


def setup_of(game: str, **setup: Any) -> TableOpened:
    return procedure.setup_of(Felt(game, **setup).table)


def purse(game: str, habits: Habits = ALWAYS, seed: int = 1, **setup: Any) -> Bettor:
    return Bettor(setup_of(game, **setup), Random(seed), habits)


def fits(profile: str, game: str) -> dict[str, Any]:
    """A table that the law allows: Washington lets one hand carry three games."""
    most = {"ags-3-card": {"stax": "none"}, "three-card-fury": {"seven-card": "none"}}
    few = most.get(game, {}) if profile == "washington" else {}
    few |= {"bonus": "none"} if (profile, game) == ("washington", "three-way-action") else {}
    return {"profile": profile, "limits": few}


@pytest.mark.parametrize(("profile", "game"), AT)
def test_a_table_takes_whatever_a_player_bets(profile: str, game: str) -> None:
    felt = Felt(game, **fits(profile, game))
    felt.fill()
    felt.bank()
    setup, now = procedure.setup_of(felt.table), felt.table.playing
    for seed in range(40):
        player = Bettor(setup, Random(seed))
        seat = 1 + seed % 6
        if not now or now.banker_seat != seat:
            felt.do(commands.place, PLAYERS[seat - 1], seat=seat, bets=player.bets())


@pytest.mark.parametrize("game", GAMES)
def test_bets_are_whole_chips(game: str) -> None:
    for seed in range(20):
        bets = purse(game, seed=seed).bets()
        assert bets
        assert all(cents % CHIP_CENTS == 0 for cents in bets.values())


def test_every_bet_of_a_player_is_always_the_same() -> None:
    player = purse("ags-3-card", Habits(side_bets=0.5))
    rounds = [player.bets() for _ in range(50)]
    sizes: dict[str, set[int]] = {}
    for bets in rounds:
        for bet, cents in bets.items():
            sizes.setdefault(bet, set()).add(cents)
    assert set(sizes) == {"ante", "player-bonus", "six-card-bonus", "stax"}
    assert all(len(each) == 1 for each in sizes.values())
    assert 5 < sum("stax" in bets for bets in rounds) < 45


def test_players_bet_different_amounts() -> None:
    assert len({purse("three-card-poker", seed=seed).bets()["ante"] for seed in range(30)}) > 2


def test_two_players_with_the_same_whims_bet_the_same() -> None:
    one, other = (purse("three-card-fury", Habits(), seed=9) for _ in range(2))
    assert [one.bets() for _ in range(20)] == [other.bets() for _ in range(20)]


@pytest.mark.parametrize(
    ("game", "compulsory"),
    [
        ("three-card-poker", {"ante"}),
        ("napa-three-card-poker", {"ante"}),
        ("ags-3-card", {"ante"}),
        ("three-card-fury", {"ante", "monster"}),
        ("three-way-action", {"high-card", "blackjack", "poker"}),
    ],
)
def test_what_must_be_bet_is_bet_every_time_and_nothing_else_without_side_bets(
    game: str, compulsory: set[str]
) -> None:
    assert set(purse(game, NEVER).bets()) == compulsory


def test_steps_and_odd_limits_are_kept() -> None:
    setup = setup_of("three-card-poker", limits={"ante": "5-50/7.50", "pair-plus": "2.25-10"})
    for seed in range(30):
        bets = Bettor(setup, Random(seed), ALWAYS).bets()
        assert not limit_faults(procedure.limits_in(setup), GAMES["three-card-poker"], 1, bets)
        assert bets["ante"] in (500, 2000)  # the only whole dollars that the steps lead to
        assert bets["pair-plus"] in (225, 450, 675, 1000)


def test_a_side_bet_that_may_not_exceed_a_smaller_ante_is_left_out() -> None:
    limits = {"ante": "5", "pair-plus": "10-100"}
    assert purse("napa-three-card-poker", limits=limits).bets() == {"ante": 500}


def test_a_table_without_antes_gets_the_first_bet_of_its_layout() -> None:
    bets = purse("three-card-poker", NEVER, limits={"ante": "none"}).bets()
    assert set(bets) == {"pair-plus"}


def test_chips_and_bank_are_reckoned_on_the_bets() -> None:
    player = purse("three-card-poker", Habits(side_bets=1, buys_in=10, bank=5))
    bets = player.bets()
    assert player.round_cents == sum(bets.values()) + bets["ante"]
    assert player.buy_in_cents == 10 * player.round_cents
    assert player.bank_cents == 5 * player.round_cents


def test_habits_say_how_often_one_banks_and_leaves() -> None:
    always = purse("napa-three-card-poker", Habits(banks=1, leaves=1))
    never = purse("napa-three-card-poker", Habits(banks=0, leaves=0))
    assert always.takes_the_bank()
    assert always.leaves()
    assert not never.takes_the_bank()
    assert not never.leaves()


def test_a_word_repeats_the_ante_and_no_bet_of_three_way_action() -> None:
    assert bases(GAMES["three-card-fury"]) == {"ante"}
    assert bases(GAMES["three-way-action"]) == set()
