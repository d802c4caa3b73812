"""What holds in every settlement, whatever the cards, bets, decisions and pay tables."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.games import GAMES
from fairdeal.games.layout import Placed
from fairdeal.games.referee import settle, total_net
from fairdeal.games.round import Line, Round, Seat
from tests.rounds import random_round

randoms = st.randoms(use_true_random=False)
game_keys = pytest.mark.parametrize("key", GAMES)


def on_the_layout(played: Round, seat: Seat) -> int:
    """All cents that a seat has wagered, by its bets and by its decisions."""
    wagered = sum(seat.bets.values())
    if "play" in seat.decisions:
        wagered += seat.stake("ante")
    if {"double", "split"} & set(seat.decisions):
        wagered += seat.stake("blackjack")
    return wagered


@game_keys
@given(random=randoms)
def test_every_cent_on_the_layout_is_settled_exactly_once(key: str, random: Random) -> None:
    played = random_round(key, random)
    lines = settle(played)
    for seat in played.seats:
        own = [line for line in lines if line.seat == seat.number]
        assert sum(line.stake_cents for line in own) == on_the_layout(played, seat)
        once = [line.bet for line in own if line.bet != "envy"]
        assert len(once) == len(set(once))
        # What a seat takes away and what the house gives or takes add up to what lay there.
        kept = sum(line.stake_cents + line.net_cents for line in own)
        house = -total_net(lines, seat)
        assert kept + house == on_the_layout(played, seat)


@game_keys
@given(random=randoms)
def test_no_bet_loses_more_than_its_stake(key: str, random: Random) -> None:
    for line in settle(random_round(key, random)):
        assert isinstance(line.net_cents, int)
        assert line.net_cents >= -line.stake_cents
        assert 0 <= line.returned_cents <= line.stake_cents
        if line.net_cents < 0 and line.returned_cents:
            assert line.returned_cents - line.net_cents == line.stake_cents


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
            continue  # a bonus alone is no legal bet
        seats = tuple(without if each is seat else each for each in played.seats)
        before = others(settle(played), seat, bet)
        assert others(settle(replace(played, seats=seats)), seat, bet) == before


def others(lines: list[Line], seat: Seat, bet: str) -> list[Line]:
    """The lines that must not depend on a seat's bet: all but its own.

    Envy and a shared meter tie the same bet of several seats together, on purpose.
    """
    together = {"bonus": {"envy"}, "stax": {"stax"}}.get(bet, set())
    own = (seat.number, bet)
    return [line for line in lines if (line.seat, line.bet) != own and line.bet not in together]


@given(random=randoms)
def test_a_player_dealer_neither_loses_nor_wins_more_than_was_posted(random: Random) -> None:
    played = random_round("napa-three-card-poker", random)
    bank = random.randrange(20_000)
    lines = settle(replace(played, bank_cents=bank))
    assert sum(abs(line.net_cents) for line in lines) <= bank
    assert abs(total_net(lines)) <= bank
    for line, full in zip(lines, settle(replace(played, bank_cents=None)), strict=True):
        assert ("used up" in line.reason) == (line.net_cents != full.net_cents)
        assert abs(line.net_cents) <= abs(full.net_cents)


@given(random=randoms)
def test_envy_is_never_paid_for_ones_own_hand(random: Random) -> None:
    played = random_round("three-card-poker", random)
    for line in settle(played):
        if line.bet == "envy":
            assert f"seat {line.seat} holds" not in line.reason
            assert played.terms.pay["bonus"].has("envy")


@game_keys
@given(random=randoms)
def test_every_line_has_a_reason_that_names_its_bet_and_fits_its_amount(
    key: str, random: Random
) -> None:
    played = random_round(key, random)
    for line in settle(played):
        name = played.game.bet(line.bet).name
        assert name in line.reason or "meter pays" in line.reason, line
        if "used up" in line.reason or "split aces" in line.reason:
            continue
        if played.game.bet(line.bet).placed is Placed.NEVER:
            assert ("pays nothing" in line.reason) == (line.net_cents == 0), line
        elif line.net_cents > 0:
            assert " wins " in line.reason or "meter pays" in line.reason, line
        elif line.net_cents < 0:
            assert line.reason.endswith(("loses", "loses half")) or "meter" in line.reason, line
        elif line.stake_cents > 1:  # half of a cent rounds to nothing
            assert line.reason.endswith(("pushes", "goes back")) or "half" in line.reason, line
