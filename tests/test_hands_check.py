"""The declaration's words about hands, held against the rules that decide the bets."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from fairdeal import games
from fairdeal.cards import parse
from fairdeal.games import check, hands_check
from fairdeal.games.hands_check import Border, border, ranking_faults, some_hands
from fairdeal.games.kinds import Community, Showdown, ask
from fairdeal.games.layout import Decides, Game, Kind
from fairdeal.games.round import Settlement
from tests.examples import EVERY, example

DUEL = "two-card-duel"
pytestmark = pytest.mark.usefixtures("more_games")


def duel() -> Game:
    return games.game(DUEL)


def kind_of(key: str) -> Showdown | Community:
    kind = games.SETTLEMENTS[key].kind
    assert isinstance(kind, Showdown | Community)
    return kind


def playing(plays: Callable[[int], bool] | None) -> Settlement:
    """Two Card Duel with another word on which hands of the dealer play."""
    module: Any = example(DUEL)
    made: Settlement = module.settlement(
        module.GAME, kind_of(DUEL), module.Words(module.called), plays
    )
    return made


@pytest.mark.parametrize("key", EVERY)
def test_every_game_says_of_hands_what_its_rules_do(key: str) -> None:
    game, settles = games.GAMES[key], games.SETTLEMENTS[key]
    if isinstance(settles.kind, Showdown | Community):
        found = border(game, settles, settles.kind)
        assert (found.faults, found.notes) == ((), ())
        assert ranking_faults(game, settles.kind) == []


def test_hands_of_every_strength_are_among_those_of_few_cards() -> None:
    rule = kind_of(DUEL).player.rule
    every = {ask(rule, held) for held in combinations(range(52), 2)}
    assert {ask(rule, held) for held in some_hands(2)} == every
    for size in (1, 3, 5, 7):
        hands = some_hands(size)
        assert {len({*held}) for held in hands} == {size}
        assert all(0 <= card < 52 for held in hands for card in held)


@pytest.mark.parametrize(
    ("least", "says"),
    [
        (
            "2c Jd",
            "ten high: plays says that the dealer does not play, and settle_seat settles ante and"
            " raised by the player's hand: plays must repeat the border that is in the rule",
        ),
        (
            "2c 9d",
            "nine high: plays says that the dealer plays, and settle_seat settles ante and raised"
            " alike whatever the player has: plays must repeat the border that is in the rule",
        ),
    ],
)
def test_a_border_that_the_rule_does_not_have_is_told_with_a_hand(least: str, says: str) -> None:
    weakest = ask(kind_of(DUEL).player.rule, parse(least))
    found = border(duel(), playing(lambda dealer: dealer >= weakest), kind_of(DUEL))
    assert found.faults == (
        says,
        f"the qualifier is 'ten high', and the weakest hand that plays is {found.weakest}",
    )


def test_a_dealer_of_whom_no_hand_plays_is_told() -> None:
    found = border(duel(), playing(lambda dealer: False), kind_of(DUEL))
    assert found.faults[1:] == ("plays says that no hand of the dealer plays",)


@pytest.mark.parametrize(
    ("qualifier", "faults", "notes"),
    [
        ("ten high", 0, 0),
        ("a ten or better", 0, 0),
        ("ace high", 1, 0),
        ("anything good", 0, 1),
    ],
)
def test_a_qualifier_names_the_weakest_hand_that_plays(
    qualifier: str, faults: int, notes: int
) -> None:
    found = border(replace(duel(), qualifier=qualifier), games.SETTLEMENTS[DUEL], kind_of(DUEL))
    assert (len(found.faults), len(found.notes)) == (faults, notes)
    for said in found.notes:
        assert said == (
            "the qualifier is 'anything good', and the weakest hand that plays is ten high: is that"
            " what it says?"
        )


def test_a_bet_that_a_qualifier_decides_needs_the_word_on_who_plays() -> None:
    assert check.faults(duel(), playing(None)) == [
        "ante and raised: the dealer must qualify, so say with which strength the dealer plays:"
        " settlement(..., plays=lambda dealer: ...)"
    ]
    bets = tuple(replace(bet, decided_by=Decides.HAND) for bet in duel().bets)
    free = replace(duel(), bets=bets)
    assert check.faults(free, playing(None)) == []
    assert border(free, playing(None), kind_of(DUEL)) == Border()


def test_what_holds_of_hands_is_told_in_a_sentence() -> None:
    for key, says in (
        (DUEL, "the dealer plays from ten high; 2 kinds of hands are listed"),
        ("four-card-poker", "every hand of the dealer plays; 8 kinds of hands are listed"),
        ("let-it-ride", "there is no dealer's hand; 10 kinds of hands are listed"),
    ):
        found = border(games.GAMES[key], games.SETTLEMENTS[key], kind_of(key))
        assert hands_check.what_holds(games.GAMES[key], found) == says


def ranked(*kinds: Kind) -> Game:
    return replace(duel(), ranking=replace(duel().ranking, kinds=kinds))


def test_kinds_of_hands_that_do_not_fall_are_told_with_their_examples() -> None:
    pair, high, odd = (
        Kind("pair", "8c 8h", ""),
        Kind("high card", "Ks 9d", ""),
        Kind("three", "8c 8h 8d", ""),
    )
    rules = kind_of(DUEL)
    assert ranking_faults(ranked(pair, odd, high), rules) == []
    assert ranking_faults(ranked(high, pair), rules) == [
        "ranking: high card (Ks 9d) stands above pair (8c 8h), and strength_of gives 183 and 352"
    ]
    assert ranking_faults(ranked(pair, Kind("twins", "8d 8s", "")), rules) == [
        "ranking: pair (8c 8h) stands above twins (8d 8s), and strength_of gives 352 and 352"
    ]
    [found] = ranking_faults(ranked(pair, Kind("high card", "Ks 9x", "")), rules)
    assert found.startswith("ranking: high card: '9x' is not a card: ")
    ride = replace(games.GAMES["let-it-ride"], ranking=ranked(high, pair).ranking)
    assert ranking_faults(ride, kind_of("let-it-ride")) == [], "its hands have five cards"
