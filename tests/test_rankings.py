"""The rankings, qualifiers, legends and examples that a game declares are what its rules do."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from fairdeal import cards
from fairdeal.cli import fairdeal
from fairdeal.games import GAMES
from fairdeal.games.describe import described
from fairdeal.games.layout import Ranking
from fairdeal.games.notation import parse_seat
from fairdeal.games.referee import settle
from fairdeal.games.round import Round
from fairdeal.games.terms import terms
from fairdeal.hands import poker, three_card
from tests import naive
from tests.test_hands import ROUNDS
from tests.twins import NAMES

every_game = pytest.mark.parametrize("key", GAMES)


def strength(example: str) -> int:
    held = cards.parse(example)
    return three_card.strength_of(*held) if len(held) == 3 else poker.strength_of(held)


def twins_key(example: str) -> Any:
    held = tuple(example.split())
    return naive.three_card_key(held) if len(held) == 3 else naive.five_card_key(held)


@every_game
def test_the_examples_of_a_ranking_stand_in_the_order_of_the_rule(key: str) -> None:
    examples = [kind.example for kind in GAMES[key].ranking.kinds]
    for judge in (strength, twins_key):
        for higher, lower in pairwise(examples):
            assert judge(higher) > judge(lower), (higher, lower)


@every_game
def test_a_ranking_has_every_kind_of_hand_once_and_each_example_is_of_its_kind(key: str) -> None:
    kinds = GAMES[key].ranking.kinds
    named = {
        naive.three_card_category(tuple(kind.example.split()))
        if len(kind.example.split()) == 3
        else naive.poker_category(tuple(kind.example.split())): kind.name
        for kind in kinds
    }
    assert len(named) == len(kinds)
    for category, name in named.items():
        if category != "mini-royal":
            assert category.replace("-", " ") == name
    royal = {"napa-three-card-poker": "royal flush", "three-card-fury": "mini-royal"}
    assert named.get("mini-royal") == royal.get(key)
    assert len(kinds) == (10 if key == "three-way-action" else 7 if key in royal else 6)


@pytest.mark.parametrize("judge", [strength, twins_key])
def test_the_ace_is_low_in_the_lowest_straight_alone(judge: Any) -> None:
    straights = [*("5c 4d 3h", "4c 3d 2h"), "3c 2d Ah"]
    assert judge(straights[0]) > judge(straights[1]) > judge(straights[2]) > judge("Kd Jd 9d")
    assert judge("2c Ad Kh") < judge("2c 2d 3h")
    assert judge("6c 5d 4h 3s 2c") > judge("5c 4d 3h 2s Ac") > judge("Ac Ad Ah Ks Qc")
    assert judge("3c 2d Ah Ks Qc") < judge("2c 2d 3h 4s 5c")
    for key in GAMES:
        assert ("5-4-3-2-A" if key == "three-way-action" else "3-2-A") in GAMES[key].ranking.ace


@every_game
def test_the_declared_qualifier_is_the_weakest_hand_with_which_the_dealer_plays(key: str) -> None:
    """Just below it the bet against the dealer says so, and with it not any more."""
    game = GAMES[key]
    below, least, seat, bet = {
        "ace high": (
            "Kc Jd 9h 7s 5c 3d 2h",
            "Ac 7d 6h 5s 4c 9d 2h",
            "Ks Kd 8h 8s 3c 2s 2d | high-card=5 blackjack=5 poker=5 | stand",
            "poker",
        ),
        "king high": (
            "Qs Jd 9c",
            "Ks 3d 2c",
            "Ac Ad 5h 7s | ante=5 monster=5 | play",
            "play",
        ),
        "queen high": ("Js Td 8c", "Qs 3d 2c", "Ac Ad 5h | ante=5 | play", "play"),
    }[game.qualifier]

    def reason(dealer: str) -> str:
        played = Round(game, terms(game), cards.parse(dealer), (parse_seat(1, seat),))
        return next(line.reason for line in settle(played) if line.bet == bet)

    assert "does not qualify" in reason(below)
    assert "does not qualify" not in reason(least)
    assert any(f"{game.qualifier} or better" in legend for legend in game.legends)


def test_the_felt_prints_what_the_makers_print() -> None:
    fury, napa = GAMES["three-card-fury"], GAMES["napa-three-card-poker"]
    assert fury.legends[0] == "beat the dealer to win ante and play"
    assert fury.legends_of("play") == ("must equal the ante",)
    assert fury.legends_of("monster") == ("must equal the ante", "best 3 of 4")
    assert "straight and flush push on a tie and lose on a loss" in fury.bet("monster").footnotes
    assert napa.legends_of("pair-plus") == ("at most the ante",)
    assert napa.legends_of("ante") == ()


def test_the_declared_examples_are_the_worked_rounds_of_the_manual() -> None:
    worked = [each for each in ROUNDS if each.title.startswith("manual example")]
    fury = GAMES["three-card-fury"]
    assert len(worked) == len(fury.examples) == 4
    for example, by_hand in zip(fury.examples, worked, strict=True):
        assert cards.parse(example.dealer) == by_hand.dealer
        assert [parse_seat(1, example.seat)] == by_hand.seats


@every_game
def test_a_described_game_tells_ranking_legends_and_suggestions(key: str) -> None:
    told = described(GAMES[key])
    assert [kind["hand"] for kind in told["ranking"]["kinds"]] == [
        kind.name for kind in GAMES[key].ranking.kinds
    ]
    assert told["ranking"]["source"]
    assert told["legends"] == [*GAMES[key].legends]
    suggested = {bet["bet"]: bet["suggested"] for bet in told["bets"] if bet["suggested"]}
    assert suggested == ({"bonus": "$1"} if key == "three-card-poker" else {})
    said = "the maker suggests a bonus bet of $1" in told["notices"]
    assert said == (key == "three-card-poker")


def test_a_lammer_names_a_column_that_some_pay_table_has() -> None:
    bonus = GAMES["three-card-poker"].bet("bonus")
    assert bonus.lammer == "envy"
    assert any(column.key == bonus.lammer for column in bonus.columns)
    assert not any(bet.lammer for game in GAMES.values() for bet in game.bets if bet != bonus)


def test_replacing_a_shuffler_is_seven_steps_to_tick_off() -> None:
    found = {each.key: each for each in GAMES["three-card-poker"].irregularities}
    assert len(found["shuffler-malfunction"].steps) == 7
    assert not any(each.steps for key, each in found.items() if key != "shuffler-malfunction")


def test_ags_item_b_read_literally_gives_the_player_an_edge_of_19_4_percent() -> None:
    """The play bet would win against every lower hand, also when the dealer does not qualify.

    Counted over every deal with the twin's ranking: nothing of the engine has a part in it.
    """
    hands = list(combinations(range(52), 3))
    named = [tuple(NAMES[card] for card in hand) for hand in hands]
    keys = [naive.three_card_key(hand) for hand in named]
    order = {key: place for place, key in enumerate(sorted(set(keys)))}
    ranks = np.array([order[key] for key in keys])
    masks = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    pays = {"mini-royal": 5, "straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
    out = ranks < order[naive.three_card_key(("Qs", "3h", "2d"))]
    alike: dict[tuple[int, ...], list[int]] = {}
    for place, hand in enumerate(hands):
        suits = permutations(range(4))
        like = min(tuple(sorted(card // 4 * 4 + suit[card % 4] for card in hand)) for suit in suits)
        alike.setdefault(like, []).append(place)
    as_played = literally = 0
    for places in alike.values():
        own = places[0]
        dealt = (masks & masks[own]) == 0
        lower, higher = dealt & (ranks < ranks[own]), dealt & (ranks > ranks[own])
        number, category = int(dealt.sum()), naive.three_card_category(named[own])
        net = int((dealt & out).sum()) + number * pays.get(category, 0)
        net += 2 * int((lower & ~out).sum()) - 2 * int((higher & ~out).sum())
        as_played += len(places) * max(-number, net)
        literally += len(places) * max(-number, net + int((lower & out).sum()))
    deals = 22_100 * 18_424
    assert Fraction(-as_played, deals) == Fraction(686_689, 20_358_520)
    assert Fraction(literally, deals) == Fraction(9_884_681, 50_896_300)
    ags = GAMES["ags-3-card"]
    assert any("19.4 %" in each.ours for each in ags.readings)
    assert f"{literally / deals:.3f}" == "0.194"


def test_a_game_that_declares_no_ranking_is_shown_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["three-card-poker"]
    assert "How hands rank" in CliRunner().invoke(fairdeal, ["games", game.key]).output
    bare = replace(game, ranking=Ranking())
    monkeypatch.setattr("fairdeal.games.game", lambda key: bare)
    shown = CliRunner().invoke(fairdeal, ["games", game.key]).output
    assert "A round, machine-dealt" in shown
    assert "How hands rank" not in shown
