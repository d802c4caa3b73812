"""Strategies without analysis, on hands that people can follow."""

from dataclasses import replace
from random import Random
from types import ModuleType

import pytest

from fairdeal.cards import parse
from fairdeal.errors import Malformed
from fairdeal.games import GAMES
from fairdeal.games.terms import terms
from fairdeal.hands import poker
from fairdeal.live import commands
from fairdeal.players.player import situation
from fairdeal.players.strategies import STRATEGIES, strategy
from fairdeal.players.strategy import Situation, StaysFrom, Strategy, as_far_as_chips_go
from tests.examples import example, registered
from tests.live.tables import PLAYERS, Felt

PLAY_OR_FOLD = ("play", "fold")
BLACKJACK = ("hit", "stand", "double", "split")


def of(name: str, game: str = "three-card-poker") -> Strategy:
    return strategy(name, GAMES[game], terms(GAMES[game]), Random(3))


def seen(cards: str, words: tuple[str, ...] = PLAY_OR_FOLD, up: str = "") -> Situation:
    return Situation(parse(cards), parse(up), (), words)


@pytest.mark.parametrize(
    ("cards", "word"),
    [("Qs 3h 2d", "play"), ("Jc Th 8d", "fold"), ("2c 2d 3h", "play"), ("Jc 9c 2c", "play")],
)
def test_a_simple_player_plays_queen_high_or_better(cards: str, word: str) -> None:
    assert of("simple").word(seen(cards)) == word


@pytest.mark.parametrize(("cards", "word"), [("Qs 9h 4d 2c", "play"), ("Js 9h 4d 2c", "fold")])
def test_a_simple_player_looks_at_the_best_three_of_four(cards: str, word: str) -> None:
    assert of("simple", "three-card-fury").word(seen(cards)) == word


@pytest.mark.parametrize("up", ["2c", "Ad"])
def test_a_simple_player_takes_no_notice_of_a_card_that_is_up(up: str) -> None:
    assert of("simple", "napa-three-card-poker").word(seen("Qs 3h 2d", up=up)) == "play"


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("Ts 6d", "hit"),
        ("Ts 7d", "stand"),
        ("As 6d", "stand"),
        ("As 5d", "hit"),
        ("6s 5d", "hit"),
        ("As Ad", "hit"),
        ("5s 4d 8c", "stand"),
    ],
)
def test_a_simple_player_hits_below_seventeen_and_never_doubles_or_splits(
    cards: str, word: str
) -> None:
    assert of("simple", "three-way-action").word(seen(cards, BLACKJACK, "9h")) == word


@pytest.mark.parametrize(("cards", "word"), [("As Kh Jd", "fold"), ("2c 2d 3h", "play")])
def test_a_timid_player_wants_a_pair(cards: str, word: str) -> None:
    assert of("timid").word(seen(cards)) == word


@pytest.mark.parametrize(
    ("cards", "word"), [("7s 4d", "hit"), ("Ts 2d", "stand"), ("As 6d", "hit"), ("As 7d", "stand")]
)
def test_a_timid_player_never_risks_a_bust(cards: str, word: str) -> None:
    assert of("timid", "three-way-action").word(seen(cards, BLACKJACK, "9h")) == word


@pytest.mark.parametrize("words", [PLAY_OR_FOLD, BLACKJACK, ("hit", "stand")])
def test_a_random_player_says_every_word_that_is_open_and_no_other(words: tuple[str, ...]) -> None:
    player = of("random")
    assert {player.word(seen("Qs 3h 2d", words)) for _ in range(100)} == set(words)


def test_whoever_has_no_chips_for_the_play_bet_folds() -> None:
    assert of("simple").word(seen("As Ah Ad", ("fold",))) == "fold"


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Malformed, match="there is no strategy 'simpel': did you mean simple"):
        of("simpel")
    assert STRATEGIES == ("optimal", "simple", "timid", "random")


def test_a_player_sees_the_own_cards_the_card_that_is_up_and_nothing_else() -> None:
    felt = Felt("napa-three-card-poker")
    felt.fill()
    felt.bet()
    felt.deal()
    now = felt.table.playing
    assert now is not None
    deck = felt.deck.order
    for seat in now.in_play():
        own = tuple(deck[place] for place in now.hand(seat).places)
        up = (deck[now.hand(0).places[0]],)
        view = felt.room.view("pit-1", felt.player_at(seat))
        shown = situation(view, seat, PLAY_OR_FOLD)
        assert shown == Situation(own, up, (), PLAY_OR_FOLD)


def test_words_beyond_the_chips_are_not_open() -> None:
    felt = Felt("three-way-action")
    felt.fill(1, cents=3000)
    bets = {"high-card": 500, "blackjack": 2000, "poker": 500}
    felt.do(commands.place, PLAYERS[0], seat=1, bets=bets)
    felt.deal()
    view = felt.room.view("pit-1", PLAYERS[0])
    assert [choice.word for choice in view.choices] == ["hit", "stand", "double"]
    assert situation(view, 1).words == ("hit", "stand")


def test_players_of_a_game_with_shared_cards_wait_for_them_and_stay_in_for_the_least() -> None:
    key = "ultimate-texas-holdem"
    with registered(example(key)):
        game = GAMES[key]
        player = StaysFrom(game, poker.strength_of, poker.Category.PAIR << 20)
        first, middle, last = (step.words for step in game.decisions)
        assert player.word(Situation(parse("As Ad"), (), (), first)) == "check"
        flop = parse("Kc 9h 4d")
        assert player.word(Situation(parse("As Ad"), (), (), middle, flop)) == "check"
        board = (*flop, *parse("3s 2c"))
        assert player.word(Situation(parse("As Ad"), (), (), last, board)) == "1x"
        assert player.word(Situation(parse("Js Td"), (), (), last, board)) == "fold"
        assert player.word(Situation(parse("As Ad"), (), (), ("fold",), board)) == "fold"


def test_a_player_short_of_chips_says_what_comes_nearest() -> None:
    key = "four-card-poker"
    with registered(example(key)):
        game = GAMES[key]
        poor = Situation(parse("As Ad 5c 4c 2d"), (), (), ("play", "fold"))
        assert as_far_as_chips_go("triple", poor, game) == "play"


@pytest.mark.parametrize("name", ["simple", "timid"])
def test_where_a_game_names_no_way_to_play_the_default_of_the_decision_is_said(name: str) -> None:
    duel = example("two-card-duel")
    other = ModuleType("other")
    other.GAME = duel.GAME  # type: ignore[attr-defined]
    other.SETTLEMENT = replace(duel.SETTLEMENT, kind=None)  # type: ignore[attr-defined]
    with registered(other):
        plays = strategy(name, duel.GAME, terms(duel.GAME), Random(3))
        words = duel.GAME.decisions[0].words
        assert {plays.word(seen(text, words)) for text in ("As Ah", "3d 2c")} == {"fold"}
