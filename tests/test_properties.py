"""What holds in every settlement, whatever the cards, bets, decisions and pay tables."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.games import GAMES
from fairdeal.games.referee import settle, total_net
from fairdeal.games.round import Line, Seat
from tests.invariants import assert_sound
from tests.rounds import random_round

randoms = st.randoms(use_true_random=False)
game_keys = pytest.mark.parametrize("key", GAMES)


@game_keys
@given(random=randoms)
def test_money_is_conserved_and_no_bet_loses_more_than_its_stake(key: str, random: Random) -> None:
    played = random_round(key, random)
    assert_sound(played, settle(played))


@game_keys
@given(random=randoms)
def test_an_optional_bet_never_changes_another_bets_result(key: str, random: Random) -> None:
    played = replace(random_round(key, random), bank_cents=None)
    optional = [
        (seat, bet)
        for seat in played.seats
        for bet in seat.bets
        if not played.game.bet(bet).required and bet != "ante" and len(seat.bets) > 1
    ]
    for seat, bet in optional:
        without = replace(seat, bets={key: seat.bets[key] for key in seat.bets if key != bet})
        if set(without.bets) == {"bonus"}:
            continue  # a bonus alone is not a legal bet
        seats = tuple(without if each is seat else each for each in played.seats)
        before = others(settle(played), seat, bet)
        assert others(settle(replace(played, seats=seats)), seat, bet) == before


def others(lines: list[Line], seat: Seat, bet: str) -> list[Line]:
    """The lines that must not depend on a seat's bet: all but its own.

    Envy and a shared meter tie the same bet of several seats together, on purpose.
    """
    own = [line for line in lines if (line.seat, line.bet) == (seat.number, bet)]
    meters = {line.event for line in lines if line.bet == bet == "stax" and "meter" in line.reason}
    return [
        line
        for line in lines
        if line not in own
        and not (bet == "bonus" and line.bet == "envy")
        and not (bet == line.bet == "stax" and line.event in meters)
    ]


@given(random=randoms)
def test_a_player_dealer_neither_loses_nor_wins_more_than_was_posted(random: Random) -> None:
    played = random_round("napa-three-card-poker", random)
    bank = random.randrange(20_000)
    lines = settle(replace(played, bank_cents=bank))
    assert sum(abs(line.net_cents) for line in lines) <= bank
    assert abs(total_net(lines)) <= bank
    for line, full in zip(lines, settle(replace(played, bank_cents=None)), strict=True):
        assert ("but the bank" in line.reason) == (line.net_cents != full.net_cents)
        assert abs(line.net_cents) <= abs(full.net_cents)


@given(random=randoms)
def test_envy_is_never_paid_for_ones_own_hand(random: Random) -> None:
    played = random_round("three-card-poker", random)
    for line in settle(played):
        if line.bet == "envy":
            assert not line.reason.startswith(f"seat {line.seat}'s")
            assert played.terms.pay["bonus"].has("envy")


@game_keys
@given(random=randoms)
def test_the_order_in_which_seats_are_named_does_not_matter(key: str, random: Random) -> None:
    played = random_round(key, random)
    mixed = tuple(random.sample(played.seats, len(played.seats)))
    assert settle(replace(played, seats=mixed)) == settle(played)
