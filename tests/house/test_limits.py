"""Limits: of a table and of a jurisdiction, on one bet and on all bets of a seat."""

from dataclasses import replace
from datetime import date
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import Malformed, Refused
from fairdeal.games import GAMES
from fairdeal.games.layout import Game
from fairdeal.house.limits import Limit, limit_faults, limits_of, parse
from fairdeal.house.profile import PROFILES, Profile, editions, profile
from fairdeal.house.wagers import fitted, opening_faults, separate_games, wager_faults

SHFL, NAPA = GAMES["three-card-poker"], GAMES["napa-three-card-poker"]
AGS, FURY, THREE_WAY = (GAMES[key] for key in ("ags-3-card", "three-card-fury", "three-way-action"))
TODAY = date(2024, 1, 1)
WASHINGTON, CALIFORNIA, PLAIN = (
    profile(key, TODAY) for key in ("washington", "california", "plain")
)
GAMES_BY_BET = {
    "three-card-poker": ["ante", "pair-plus", "bonus"],
    "napa-three-card-poker": ["ante", "pair-plus"],
    "ags-3-card": ["ante", "player-bonus", "six-card-bonus", "stax"],
    "three-card-fury": ["ante", "monster", "royal-family", "seven-card"],
    "three-way-action": ["high-card", "blackjack", "poker", "bonus"],
}


@pytest.mark.parametrize("key", GAMES)
def test_every_bet_placed_before_the_deal_is_a_separate_game(key: str) -> None:
    every_bet = list(GAMES[key].bet_by_key)
    assert [bet.key for bet in separate_games(GAMES[key], every_bet)] == GAMES_BY_BET[key]


def test_a_wager_above_the_limit_is_refused_whichever_bet_it_is_on() -> None:
    bets = {"ante": 500_00, "pair-plus": 400_00, "bonus": 400_01}
    assert wager_faults(WASHINGTON, SHFL, 2, bets) == [
        "seat 2 cannot have $500 on ante: Washington allows $400 a wager",
        "seat 2 cannot have $400.01 on bonus: Washington allows $400 a wager",
    ]


def test_the_limit_binds_each_wager_and_not_their_sum() -> None:
    bets = dict.fromkeys(("high-card", "blackjack", "poker"), 400_00)
    assert wager_faults(WASHINGTON, THREE_WAY, 1, bets) == []


def test_a_fourth_game_above_five_dollars_is_refused_by_name() -> None:
    bets = {"ante": 10_00, "monster": 10_00, "royal-family": 10_00, "seven-card": 10_00}
    assert wager_faults(WASHINGTON, FURY, 3, bets) == [
        "seat 3 has 4 games above $5: ante, Monster, Royal Family and 7 Card Bonus; Washington"
        " allows 3"
    ]
    assert wager_faults(WASHINGTON, FURY, 3, bets | {"seven-card": 5_00}) == []


def test_too_many_games_on_one_hand_are_refused_by_name() -> None:
    bets = dict.fromkeys(("high-card", "blackjack", "poker"), 10_00)
    assert wager_faults(profile("washington", date(2007, 6, 1)), THREE_WAY, 4, bets) == [
        "seat 4 has 3 games on one hand: high card, blackjack and poker; Washington allows 2"
    ]
    assert wager_faults(profile("washington", date(2008, 6, 1)), THREE_WAY, 4, bets) == []


def test_all_that_a_profile_has_against_a_seat_is_said_at_once() -> None:
    bets = dict.fromkeys(("high-card", "blackjack", "poker", "bonus"), 500_00)
    assert len(wager_faults(WASHINGTON, THREE_WAY, 1, bets)) == 5


@pytest.mark.parametrize("bets", [{"play": 500_00}, {"ante-bonus": 500_00}, {"nonsense": 500_00}])
def test_what_no_seat_can_place_is_left_to_the_referee(bets: dict[str, int]) -> None:
    assert wager_faults(WASHINGTON, SHFL, 1, bets) == []
    assert limit_faults(limits_of(SHFL, 5_00, 10_00), SHFL, 1, bets) == []


@pytest.mark.parametrize("key", GAMES)
def test_plain_rules_have_nothing_against_any_table_or_bet(key: str) -> None:
    limits = limits_of(GAMES[key], 1, 10**9)
    bets = dict.fromkeys(GAMES_BY_BET[key], 10**9)
    assert opening_faults(PLAIN, GAMES[key], limits) == []
    assert wager_faults(PLAIN, GAMES[key], 1, bets) == []
    assert fitted(PLAIN, GAMES[key], limits) == limits


def test_only_a_player_banks_in_california_and_only_the_house_in_washington() -> None:
    limits = limits_of(SHFL, 5_00, 100_00)
    assert opening_faults(CALIFORNIA, SHFL, limits) == [
        "three-card-poker is banked by the house: California does not let the house bank"
    ]
    assert opening_faults(WASHINGTON, SHFL, limits) == []
    limits = limits_of(NAPA, 5_00, 100_00)
    assert opening_faults(WASHINGTON, NAPA, limits) == [
        "napa-three-card-poker is banked by a player: Washington does not let players bank"
    ]
    assert opening_faults(CALIFORNIA, NAPA, limits) == []


def test_a_table_does_not_open_with_limits_above_the_law() -> None:
    limits = limits_of(SHFL, 5_00, 400_00, {"pair-plus": "5-500"})
    assert opening_faults(WASHINGTON, SHFL, limits) == [
        "the table cannot take $500 on pair plus: Washington allows $400 a wager"
    ]


def test_a_table_does_not_open_with_too_many_games_above_five_dollars() -> None:
    limits = limits_of(THREE_WAY, 5_00, 100_00)
    assert opening_faults(WASHINGTON, THREE_WAY, limits) == [
        "the table takes more than $5 on 4 games: high card, blackjack, poker and bonus;"
        " Washington allows 3"
    ]
    limits = limits_of(THREE_WAY, 5_00, 100_00, {"bonus": "1-5"})
    assert opening_faults(WASHINGTON, THREE_WAY, limits) == []


def test_a_table_that_offers_too_many_games_opens_when_one_is_left_out() -> None:
    in_2008 = profile("washington", date(2008, 6, 1))
    limits = limits_of(FURY, 5_00, 100_00)
    assert opening_faults(in_2008, FURY, limits) == [
        "the table offers 4 games on one hand: ante, Monster, Royal Family and 7 Card Bonus;"
        " Washington allows 3"
    ]
    limits = limits_of(FURY, 5_00, 100_00, {"seven-card": "none"})
    assert opening_faults(in_2008, FURY, limits) == []


@pytest.mark.parametrize("key", ["three-card-poker", "ags-3-card", "three-card-fury"])
def test_fitted_limits_open_a_table_in_washington(key: str) -> None:
    limits = fitted(WASHINGTON, GAMES[key], limits_of(GAMES[key], 10_00, 1_000_00))
    assert opening_faults(WASHINGTON, GAMES[key], limits) == []
    assert limits["ante"] == Limit(10_00, 400_00)


def test_the_last_bets_of_the_layout_give_way_to_the_five_dollar_rule() -> None:
    limits = fitted(WASHINGTON, THREE_WAY, limits_of(THREE_WAY, 10_00, 100_00))
    assert limits == {
        "high-card": Limit(10_00, 100_00),
        "blackjack": Limit(10_00, 100_00),
        "poker": Limit(10_00, 100_00),
        "bonus": Limit(5_00, 5_00),
    }


def test_a_seat_bets_within_the_limits_of_the_table() -> None:
    limits = limits_of(SHFL, 5_00, 400_00, {"pair-plus": "5-400/5", "bonus": "1"})
    bets = {"ante": 3_00, "pair-plus": 7_00, "bonus": 2_00}
    assert limit_faults(limits, SHFL, 2, bets) == [
        "seat 2 cannot have $3 on ante: the table takes $5 to $400",
        "seat 2 cannot have $7 on pair plus: the table takes $5 to $400 in steps of $5",
        "seat 2 cannot have $2 on bonus: the table takes $1",
    ]
    assert limit_faults(limits, SHFL, 2, {"ante": 5_00, "pair-plus": 400_00, "bonus": 1_00}) == []
    assert limit_faults(limits, SHFL, 2, {}) == []


def test_a_bet_that_the_table_leaves_out_cannot_be_placed() -> None:
    limits = limits_of(AGS, 5_00, 100_00, {"stax": " None "})
    assert limit_faults(limits, AGS, 1, {"ante": 5_00, "stax": 5_00}) == [
        "seat 1 cannot bet on STAX: the table does not offer it"
    ]


def test_every_bet_has_a_limit_and_the_progressive_that_of_its_meters() -> None:
    for key, game in GAMES.items():
        limits = limits_of(game, 10_00, 100_00)
        assert list(limits) == GAMES_BY_BET[key]
        as_asked = {bet for bet in limits if limits[bet] == Limit(10_00, 100_00)}
        suggested = {bet.key for bet in game.bets if bet.suggested_cents}
        assert as_asked == {*limits} - {"stax"} - suggested
    assert limits_of(AGS, 10_00, 100_00)["stax"] == Limit(5_00, 5_00)
    assert limits_of(AGS, 10_00, 100_00, {"stax": "1-5/1"})["stax"] == Limit(1_00, 5_00, 1_00)


def test_a_bet_begins_at_the_wager_that_its_maker_suggests() -> None:
    assert limits_of(SHFL, 5_00, 100_00)["bonus"] == Limit(1_00, 100_00)
    assert limits_of(SHFL, 50, 100_00)["bonus"] == Limit(50, 100_00)
    assert limits_of(SHFL, 5_00, 100_00, {"bonus": "5-25"})["bonus"] == Limit(5_00, 25_00)
    assert limits_of(SHFL, 5_00, 100_00)["ante"] == Limit(5_00, 100_00)


def test_a_bet_that_must_equal_another_takes_its_limit() -> None:
    limits = limits_of(FURY, 5_00, 100_00, {"ante": "10-50"})
    assert limits["monster"] == limits["ante"] == Limit(10_00, 50_00)
    assert limits_of(FURY, 5_00, 100_00, {"monster": "5-100"}) == limits_of(FURY, 5_00, 100_00)
    with pytest.raises(Refused) as error:
        limits_of(FURY, 5_00, 100_00, {"monster": "10-50"})
    assert str(error.value) == (
        "Monster cannot take $10 to $50: it must equal ante, which takes $5 to $100"
    )
    assert error.value.code == "limit.unequal"


def test_what_must_equal_a_bet_is_left_out_with_it() -> None:
    optional = tuple(replace(bet, required=False) for bet in FURY.bets)
    limits = limits_of(replace(FURY, bets=optional), 5_00, 100_00, {"ante": "none"})
    assert list(limits) == ["royal-family", "seven-card"]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("5-100", Limit(5_00, 100_00)),
        (" $5 - $1,000 ", Limit(5_00, 1_000_00)),
        ("1-25/1", Limit(1_00, 25_00, 1_00)),
        ("0.50-5/.25", Limit(50, 5_00, 25)),
        ("5", Limit(5_00, 5_00)),
    ],
)
def test_a_limit_is_typed_as_people_write_it(text: str, limit: Limit) -> None:
    assert parse(SHFL.bet("ante"), text) == limit


@pytest.mark.parametrize("text", ["", "-", "5-", "-5", "5-100/", "5 to 100", "5-10-20", "five"])
def test_what_is_no_limit_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Malformed) as error:
        limits_of(SHFL, 5_00, 100_00, {"ante": text})
    assert str(error.value) == f"{text!r} is not a limit of ante: give one such as 5-100 or 5-100/5"
    assert error.value.code == "limit.unreadable"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("100-5", "$100 to $5: the least is more than the most"),
        ("0-5", "$0 to $5: every amount must be above $0"),
        ("5-10/0", "$5 to $10 in steps of $0: every amount must be above $0"),
        ("5-12/5", "$5 to $12 in steps of $5: the steps do not lead to $12"),
    ],
)
def test_a_limit_that_no_bet_can_keep_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused) as error:
        limits_of(SHFL, 5_00, 100_00, {"ante": text})
    assert str(error.value) == f"ante: a table cannot take {why}"
    assert error.value.code == "limit.impossible"


@pytest.mark.parametrize(
    ("bet", "sentence"),
    [
        ("play", "play takes no limit: placed by the decision"),
        ("ante-bonus", "ante bonus takes no limit: no stake of its own"),
    ],
)
def test_a_bet_that_nobody_places_takes_no_limit(bet: str, sentence: str) -> None:
    with pytest.raises(Refused) as error:
        limits_of(SHFL, 5_00, 100_00, {bet: "5-10"})
    assert str(error.value) == sentence
    assert error.value.code == "limit.idle"


def test_a_compulsory_bet_cannot_be_left_out() -> None:
    with pytest.raises(Refused, match="poker cannot be left out: it is compulsory") as error:
        limits_of(THREE_WAY, 5_00, 100_00, {"poker": "none"})
    assert error.value.code == "limit.missing"


def test_a_limit_of_an_unknown_bet_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(Malformed, match="no bet 'par-plus': did you mean pair-plus"):
        limits_of(SHFL, 5_00, 100_00, {"par-plus": "5-10"})


amounts = st.integers(1, 600_00) | st.sampled_from([1_00, 5_00, 10_00, 25_00, 300_00, 400_00])


@st.composite
def some_limits(draw: st.DrawFn) -> Limit:
    least, step = draw(amounts), draw(st.sampled_from([1, 50, 1_00, 5_00]))
    return Limit(least, least + step * draw(st.integers(0, 600)), step)


@given(some_limits(), amounts)
def test_a_limit_takes_exactly_the_amounts_on_its_steps(limit: Limit, cents: int) -> None:
    naive = set(range(limit.least, limit.most + 1, limit.step))
    assert limit.takes(cents) == (cents in naive)
    assert limit.takes(limit.least)
    assert limit.takes(limit.most)


@given(some_limits(), amounts)
def test_a_lowered_limit_is_the_part_of_the_limit_below_that_amount(
    limit: Limit, cents: int
) -> None:
    lowered = limit.up_to(cents)
    below = [each for each in range(limit.least, limit.most + 1, limit.step) if each <= cents]
    taken = list(range(lowered.least, lowered.most + 1, lowered.step))
    assert taken == (below or [cents])


@st.composite
def seats(draw: st.DrawFn) -> tuple[Game, dict[str, Limit], dict[str, int]]:
    """A game, limits for some of its bets, and bets that are often near them."""
    game = draw(st.sampled_from(list(GAMES.values())))
    keys = GAMES_BY_BET[game.key]
    limits = {key: draw(some_limits()) for key in keys if draw(st.integers(0, 9))}
    placed = draw(st.lists(st.sampled_from(keys), unique=True))
    near = [value for each in limits.values() for value in (each.least, each.most)] or [1]
    return game, limits, {key: draw(amounts | st.sampled_from(near)) for key in placed}


every_edition = st.sampled_from([each for key in PROFILES for each in editions(key)])


@given(seats(), every_edition)
def test_bets_are_accepted_exactly_when_they_keep_every_bound(
    seat: tuple[Game, dict[str, Limit], dict[str, int]], rules: Profile
) -> None:
    game, limits, bets = seat
    stakes = list(bets.values())
    within_table = all(
        key in limits and cents in range(limits[key].least, limits[key].most + 1, limits[key].step)
        for key, cents in bets.items()
    )
    most, games, above = rules.wager_limit_cents, rules.games_per_hand, rules.games_above
    within_law = (
        (most is None or all(cents <= most for cents in stakes))
        and (games is None or len(stakes) <= games)
        and (above is None or sum(cents > rules.games_above_cents for cents in stakes) <= above)
    )
    assert (limit_faults(limits, game, 1, bets) == []) == within_table
    assert (wager_faults(rules, game, 1, bets) == []) == within_law


@given(seats(), every_edition)
def test_whatever_a_table_that_may_open_takes_is_within_the_law(
    seat: tuple[Game, dict[str, Limit], dict[str, int]], rules: Profile
) -> None:
    game, limits, _ = seat
    limits = fitted(rules, game, limits)
    faults = opening_faults(rules, game, limits)
    assert not [fault for fault in faults if "a wager" in fault or "takes more than" in fault]
    if not faults:
        for stakes in product(*((each.least, each.most) for each in limits.values())):
            assert wager_faults(rules, game, 1, dict(zip(limits, stakes, strict=True))) == []
