"""Wins of a bet that are limited together: when a house may, and how they are shared."""

from datetime import date

import pytest

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.games.terms import terms
from fairdeal.house.limits import limits_of
from fairdeal.house.profile import profile
from fairdeal.house.wagers import aggregate_faults
from fairdeal.live import commands
from fairdeal.live.audit import audit
from tests.live.stacking import Stacked
from tests.live.tables import KEY, PLAYERS

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("law", "game", "bet", "cents", "fault"),
    [
        ("washington", "ags-3-card", "six-card-bonus", 2_000_000, ""),
        (
            "washington",
            "ags-3-card",
            "six-card-bonus",
            499_999,
            "the wins of six card bonus cannot be limited to $4,999.99: Washington wants at least"
            " $5,000",
        ),
        (
            "washington",
            "three-card-poker",
            "pair-plus",
            10**9,
            "Washington lets wins be limited together from 50 to 1 on, and pair plus pays 40 to 1"
            " at most",
        ),
        (
            "washington",
            "ags-3-card",
            "stax",
            10**9,
            "the wins of STAX cannot be limited together: meters pay them",
        ),
        (
            "california",
            "ags-3-card",
            "six-card-bonus",
            10**9,
            "California does not let the wins of six card bonus be limited together",
        ),
        ("plain", "three-card-poker", "pair-plus", 10_000, ""),
        (
            "plain",
            "three-card-poker",
            "ante",
            10**9,
            "the wins of 'ante' cannot be limited together: it has no pay table",
        ),
    ],
)
def test_a_house_may_limit_wins_together_where_the_law_lets_it(
    law: str, game: str, bet: str, cents: int, fault: str
) -> None:
    played = games.game(game)
    limits = limits_of(played, 500, 10_000)
    faults = aggregate_faults(profile(law, TODAY), played, limits, terms(played), {bet: cents})
    assert faults == ([fault] if fault else [])


def test_wins_beyond_the_limit_are_shared_in_proportion_to_the_last_cent() -> None:
    felt = Stacked(
        "three-card-poker",
        "5h 6h 7h | 8s 9s Ts | 2c 2d 9h | 3c 8h Tc",
        aggregates={"pair-plus": 10_001},
    )
    felt.seat(*PLAYERS[:3])
    for seat, stake in ((1, 500), (2, 1000), (3, 500)):
        felt.do(
            commands.place, PLAYERS[seat - 1], seat=seat, bets={"ante": 500, "pair-plus": stake}
        )
    felt.deal()
    while felt.table.playing:
        felt.say("play")
    won = {line.seat: line for line in felt.last.lines if line.bet == "pair-plus"}
    # 40 to 1 twice and 1 to 1: $200, $400 and $5 share $100.01.
    assert {seat: line.net_cents for seat, line in won.items()} == {1: 3306, 2: 6612, 3: 83}
    assert sum(line.net_cents for line in won.values()) == 10_001
    assert won[1].reason.endswith("; $100.01 is shared, the most for all seats")
    assert audit(felt.store, KEY).faults == ()


def test_wins_within_the_limit_are_paid_in_full() -> None:
    felt = Stacked("three-card-poker", "5h 6h 7h | 3c 8h Tc", aggregates={"pair-plus": 20_000})
    felt.seat(PLAYERS[0])
    felt.do(commands.place, PLAYERS[0], seat=1, bets={"ante": 500, "pair-plus": 500})
    felt.deal()
    felt.say("play")
    [line] = [line for line in felt.last.lines if line.bet == "pair-plus"]
    assert line.net_cents == 20_000
    assert "shared" not in line.reason


def test_a_table_is_not_opened_with_a_limit_that_the_law_forbids() -> None:
    with pytest.raises(Refused, match="Washington wants at least"):
        Stacked("ags-3-card", profile="washington", aggregates={"six-card-bonus": 100})
