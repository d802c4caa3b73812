"""Gymnasium environments: what a learner sees, says and wins is what a live table would show."""

import re
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from fairdeal import cards, games, gym
from fairdeal.analysis.par import figure
from fairdeal.errors import FairdealError
from fairdeal.extras import EXTRAS
from fairdeal.games.heads_up import HeadsUp
from fairdeal.games.layout import Act, Game, Who
from fairdeal.games.sampling import random_bets, random_terms
from fairdeal.games.terms import terms
from fairdeal.gym import WAIT, Table, id_of
from fairdeal.live import AUTOMATIC, commands
from fairdeal.live.table import procedure
from fairdeal.players.strategies import strategy
from fairdeal.players.strategy import Situation
from tests.examples import PACKAGES
from tests.live.stacking import Stacked
from tests.live.tables import PLAYERS
from tests.scale import SCALE
from tests.small_games import SMALL

ROOT = Path(__file__).parents[1]
EVERY = [*games.GAMES, *PACKAGES, *(module.GAME.key for module in SMALL)]
HIDDEN = 52
TEN, ACE = 8, 12

pytestmark = pytest.mark.usefixtures("registered_games")
every_game = pytest.mark.parametrize("key", EVERY)


@pytest.fixture
def registered_games(more_games: None) -> Iterator[None]:
    """Every game has an environment, until the end."""
    added = [key for key in EVERY if id_of(key) not in gymnasium.registry]
    for key in added:
        gym.register(key)
    yield
    for key in added:
        gymnasium.registry.pop(id_of(key))


def open_words(table: Table, info: dict[str, Any]) -> set[str]:
    return {table.actions[at] for at in np.flatnonzero(info["action_mask"])}


def whim(table: Table, info: dict[str, Any], chance: Random) -> int:
    """Any action that is open."""
    return chance.choice([at for at, is_open in enumerate(info["action_mask"]) if is_open])


def refusal(table: Table, action: int) -> str:
    with pytest.raises(FairdealError) as told:
        table.step(action)
    return str(told.value)


def test_every_installed_game_is_registered_when_the_module_is_imported() -> None:
    ids = "import fairdeal.gym, gymnasium; print(*gymnasium.registry)"
    done = subprocess.run([sys.executable, "-c", ids], capture_output=True, text=True, check=True)
    assert [each for each in done.stdout.split() if each.startswith("fairdeal/")] == [
        "fairdeal/ThreeCardPoker-v0",
        "fairdeal/NapaThreeCardPoker-v0",
        "fairdeal/Ags3Card-v0",
        "fairdeal/ThreeCardFury-v0",
        "fairdeal/ThreeWayAction-v0",
    ]


def test_gymnasium_finds_the_module_from_the_id_alone() -> None:
    made = gymnasium.make("fairdeal.gym:fairdeal/ThreeCardPoker-v0", bets={"pair-plus": 5})
    assert isinstance(made.unwrapped, Table)
    assert made.unwrapped.stakes == {"pair-plus": 500}


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_gymnasium_finds_nothing_wrong_with_an_environment(key: str, seed: int) -> None:
    made = gymnasium.make(id_of(key), illegal="default", render_mode="ansi")
    made.action_space.seed(seed)
    made.reset(seed=seed)
    check_env(made.unwrapped)


@every_game
def test_the_same_seed_deals_the_same_rounds_and_another_seed_others(key: str) -> None:
    def dealt(seed: int) -> list[list[int]]:
        table, chance = Table(key), Random(1)
        found = []
        seen, info = table.reset(seed=seed)
        for _ in range(10):
            is_over = False
            while not is_over:
                seen, _, is_over, _, info = table.step(whim(table, info, chance))
            found.append(seen["own"].tolist())
            seen, info = table.reset()
        return found

    assert dealt(1) == dealt(1)
    assert dealt(1) != dealt(2)
    assert len({tuple(own) for own in dealt(1)}) > 1


def named(hand: tuple[str | None, ...]) -> list[int]:
    """A hand as a page shows it, in the numbers of an observation."""
    return [HIDDEN if card is None else cards.parse(card)[0] for card in hand]


def without_rest(hand: Any, size: int) -> list[int]:
    """As many cards of an observed hand as have been dealt."""
    assert {*hand[size:].tolist()} <= {HIDDEN}
    found: list[int] = hand[:size].tolist()
    return found


def live_round(felt: Stacked, table: Table, seat: int, chance: Random) -> None:
    """One round at a live table and at the other one: the player sees and wins the same."""
    player = felt.player_at(seat)
    felt.do(commands.place, player, seat=seat, bets=dict(table.stakes))
    felt.order = list(chance.sample(range(52), 52))
    seen, info = table.reset(options={"deck": felt.order})
    number = felt.playing.number
    felt.do(commands.no_more_bets, AUTOMATIC)
    is_over = False
    while (now := felt.table.playing) and now.number == number:
        view = felt.room.view(felt.name, player)
        assert view.round is not None
        own = view.seats[seat - 1]
        for name, hand in (("own", own.cards), ("dealer", view.round.dealer)):
            held = named(hand)
            assert name not in seen or sorted(without_rest(seen[name], len(held))) == sorted(held)
        assert "board" not in seen or seen["board"].tolist() == named(view.round.board)
        stakes = zip(table.bets, (seen["stakes"] * table.unit_cents).tolist(), strict=True)
        assert {bet: round(cents) for bet, cents in stakes if cents} == own.bets
        words = [each.word for each in view.choices]
        assert open_words(table, info) == {*words}
        word = chance.choice(words)
        felt.do(commands.decide, player, seat=seat, word=word)
        seen, reward, is_over, _, info = table.step(table.actions.index(word))
    if not is_over:
        seen, reward, is_over, _, info = table.step(table.actions.index(WAIT))
    last = felt.table.round
    last = last if last and last.number == number else felt.table.last
    assert is_over
    assert last is not None
    assert {(each.bet, each.net_cents, each.reason) for each in info["lines"]} == {
        (each.bet, each.net_cents, each.reason) for each in last.lines
    }
    assert info["net_cents"] == sum(each.net_cents for each in last.lines)
    assert reward == info["net_cents"] / table.unit_cents


@every_game
def test_a_player_sees_says_and_wins_what_a_live_table_would_show(key: str) -> None:
    game, chance = games.GAMES[key], Random(3)
    for _ in range(6 * SCALE):
        terms = random_terms(game, chance)
        pay = {bet: table.name for bet, table in terms.pay.items()}
        felt = Stacked(
            key,
            style=next(iter(game.procedures)),
            pay_tables=tuple(f"{bet}={name}" for bet, name in pay.items()),
            options=terms.options,
            seats=min(6, game.seats),
            least_cents=1,
            most_cents=40_000,
        )
        felt.seat(*PLAYERS[: 1 + game.player_banked], cents=100_000_000)
        for _ in range(8):
            felt.bank(1_000_000)
            banker = felt.playing.banker_seat if game.player_banked else 0
            seat = next(number for number in felt.table.seats if number != banker)
            limits = procedure.setup_of(felt.table).limits
            dollars = {
                bet: Decimal(min(max(cents, limits[bet].least_cents), limits[bet].most_cents)) / 100
                for bet, cents in random_bets(game, terms.options, chance).items()
            }
            live_round(felt, Table(key, dollars, pay=pay, options=terms.options), seat, chance)


def face_up(game: Game, decision: int) -> dict[str, list[bool]]:
    """Which cards of dealer and board are up at a decision, read off the declared faces."""
    up: dict[str, list[bool]] = {"dealer": [], "board": []}
    names = {Who.DEALER: "dealer", Who.BOARD: "board"}
    before = -1
    for step in next(iter(game.procedures.values())):
        before += step.act is Act.DECIDE
        if before == decision:
            break
        for each in step.passes:
            up.get(names.get(each.to, ""), []).extend(face == "u" for face in each.faces)
        if Who.BOARD in step.turns:
            most = up["board"].count(True) + step.cards if step.cards else game.board_cards
            up["board"] = [at < most for at in range(len(up["board"]))]
    sizes = {"dealer": game.dealer_cards, "board": game.board_cards}
    return {name: up[name] + [False] * (size - len(up[name])) for name, size in sizes.items()}


@every_game
def test_nothing_that_is_seen_depends_on_a_hidden_card(key: str) -> None:
    """Hidden cards change places: until the last word the player notices nothing.

    A dealer who looks for a natural tells something of the hidden card, so the dealer does not.
    """
    game, chance = games.GAMES[key], Random(5)
    options = {option.key: "no" for option in game.options if option.key == "peek"}
    table = Table(key, options=options)

    def told(deck: list[int], words: list[int]) -> tuple[list[Any], bool]:
        """Everything the player has been told so far, and whether the round is over."""
        found, is_over = [table.reset(options={"deck": deck})], False
        for word in words:
            seen, _, is_over, _, info = table.step(word)
            found.append((seen, info))
        return found, is_over

    compared = 0
    for _ in range(60 * SCALE):
        deck, words = chance.sample(range(52), 52), list[int]()
        while True:
            before, is_over = told(deck, words)
            seen, info = before[-1]
            if is_over or seen["stage"] == len(game.decisions):
                break
            for name, faces in face_up(game, seen["stage"]).items():
                assert [card != HIDDEN for card in seen.get(name, ())] == faces
            known = {card for name in ("own", "dealer", "board") for card in seen.get(name, ())}
            others = [card for card in deck if card not in known]
            chance.shuffle(others)
            after, _ = told([card if card in known else others.pop() for card in deck], words)
            np.testing.assert_equal(after, before)
            compared += 1
            words.append(whim(table, info, chance))
    assert compared >= 60 or not game.decisions


def test_cards_lie_where_the_declaration_puts_them() -> None:
    napa, _ = Table("napa-three-card-poker").reset(options={"deck": "Qs 7h 3d Jc 9s 2h"})
    assert napa["dealer"].tolist() == [*cards.parse("Jc"), HIDDEN, HIDDEN]
    fury, _ = Table("three-card-fury").reset(options={"deck": "Jc 9s 2h 5c Qs 7h 3d Td"})
    assert fury["own"].tolist() == [*cards.parse("Qs 7h 3d Td")]  # a card is burned before them
    stud, _ = Table("caribbean-stud").reset(options={"deck": "As Ks Qs Js 9s 2c 3c 4c 5c 7d"})
    assert stud["dealer"].tolist() == [HIDDEN] * 4 + [*cards.parse("7d")]


def test_shared_cards_are_turned_stage_by_stage() -> None:
    table = Table("ultimate-texas-holdem", {"ante": 10, "blind": 10, "trips": "2.50"})
    assert table.actions == ("4x", "3x", "check", "2x", "1x", "fold")
    assert table.bets == ("ante", "blind", "play", "trips")
    deck = "Ah Kh 7c 8c 2d As Ac Qd Qh"
    turned, check = [], table.actions.index("check")
    seen, info = table.reset(options={"deck": deck})
    for open_to in (("4x", "3x", "check"), ("check", "2x"), ("1x", "fold")):
        turned.append(seen["board"].tolist())
        assert open_words(table, info) == {*open_to}
        seen, reward, is_over, _, info = table.step(check if "check" in open_to else 4)
    board = [*cards.parse("Ah Kh 7c 8c 2d")]
    assert turned == [[HIDDEN] * 5, [*board[:3], HIDDEN, HIDDEN], board]
    assert seen["said"].tolist() == [check, check, 4]
    # Three aces against a pair of queens: ante and play win, blind pushes, trips pays 3 to 1.
    assert (is_over, info["net_cents"], reward) == (True, 2750, 2.75)
    assert seen["stakes"].tolist() == [1, 1, 1, 0.25]


def test_a_hand_that_was_taken_back_lies_there_no_more() -> None:
    table = Table("let-it-ride")
    table.reset(options={"deck": "2c 7d 9h 3s Ks"})
    seen, *_ = table.step(table.actions.index("pull"))
    assert dict(zip(table.bets, seen["stakes"].tolist(), strict=True)) == {
        "first": 0,
        "second": 1,
        "third": 1,
    }


def test_split_aces_are_played_one_after_the_other() -> None:
    table = Table("three-way-action", options={"split-aces": "draw"})
    table.reset(options={"deck": "Ac 7d Ad 9h 2s 3s 9c Kd 5h"})
    for word, stake in (("split", 2), ("hit", 2), ("stand", 2), ("stand", 2)):
        seen, _, is_over, _, info = table.step(table.actions.index(word))
        assert seen["stakes"].tolist() == [1, stake, 1]
    assert is_over
    assert [each.stake_cents for each in info["lines"] if each.bet == "blackjack"] == [2000]


def test_a_round_that_leaves_nothing_to_decide_waits_and_is_settled() -> None:
    table = Table("three-way-action", render_mode="ansi")
    seen, info = table.reset(options={"deck": "9c Ah 9d Kh"})  # the dealer looks, and has a natural
    assert open_words(table, info) == {WAIT}
    assert seen["stage"] == 1
    assert refusal(table, 0) == "action 0 (hit) is not open: expected wait"
    _, reward, is_over, _, info = table.step(table.actions.index(WAIT))
    assert is_over
    assert info["net_cents"] == reward * 1000 == sum(each.net_cents for each in info["lines"])


def test_an_action_that_is_not_open_is_refused_and_changes_nothing() -> None:
    table = Table("three-way-action")
    assert refusal(table, 0) == "no round is in play: reset() deals one"
    table.reset(options={"deck": "9c 7d 4d Kh 8s"})
    assert refusal(table, 3) == "action 3 (split) is not open: expected hit, stand or double"
    assert refusal(table, 4) == "action 4 (wait) is not open: expected hit, stand or double"
    assert refusal(table, 5) == (
        "there is no action 5: expected 0 (hit), 1 (stand), 2 (double), 3 (split) or 4 (wait)"
    )
    seen, *_ = table.step(0)
    assert seen["said"].tolist() == [0, *[5] * 6]
    assert seen["own"].tolist()[:3] == [*cards.parse("9c 4d 8s")]


def test_an_action_that_is_not_open_is_taken_for_the_default_where_that_is_wanted() -> None:
    table = Table("three-way-action", illegal="default")
    table.reset(options={"deck": "9c 7d 4d Kh 8s"})
    seen, _, is_over, _, _ = table.step(table.actions.index("split"))
    assert (is_over, seen["said"].tolist()[0]) == (True, table.actions.index("stand"))
    table.reset(options={"deck": "9c Ah 9d Kh"})
    assert table.step(0)[2]


def test_a_round_is_told_only_words_that_are_open() -> None:
    game = games.GAMES["three-card-poker"]
    played = HeadsUp(game, terms(game), {"ante": 1000}, cards.DECK)
    for word, said in (
        ("hit", "cannot say 'hit': expected play or fold"),
        ("play", ""),
        ("fold", "cannot say 'fold': the round is over"),
    ):
        before = played.played
        if not said:
            played.say(word)
            continue
        with pytest.raises(FairdealError) as told:
            played.say(word)
        assert str(told.value) == said
        assert played.played == before


def test_after_the_end_no_action_is_open_until_the_next_round() -> None:
    table = Table("three-card-poker")
    table.reset()
    _, _, is_over, _, info = table.step(1)
    assert is_over
    assert not info["action_mask"].any()
    assert refusal(table, 1) == "no round is in play: reset() deals one"
    table.reset()
    assert table.step(np.int64(0))[2]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "three-card-pokr"}, "did you mean three-card-poker?"),
        ({"bets": {"pair-pluss": 5}}, "pair-pluss': did you mean pair-plus?"),
        ({"bets": {"play": 5}}, "a player cannot bet on play: the decision places it"),
        ({"bets": {}}, "a player has no bet"),
        ({"bets": {"ante": -5}}, "bet 'ante': '-5' is not an amount"),
        ({"bets": {"ante": 0.125}}, "bet 'ante': 0.125 is a float"),
        ({"bets": {"ante": 0}}, "a player cannot have $0 on ante"),
        ({"pay": {"pair-plus": "Z"}}, "pair-plus has no pay table 'Z'"),
        ({"options": {"bonus": "x"}}, "three-card-poker has no option 'bonus'"),
        ({"illegal": "raise"}, "illegal cannot be 'raise': expected refuse or default"),
        ({"render_mode": "human"}, "render_mode cannot be 'human': expected ansi"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(wrong: Any, said: str) -> None:
    with pytest.raises(FairdealError) as told:
        Table(**({"game": "three-card-poker"} | wrong))
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dek": "As"}, "reset option cannot be 'dek': did you mean deck?"),
        ({"deck": "As Ax"}, "'Ax' is not a card"),
        ({"deck": "As Kd As"}, "As is named twice in the deck"),
        ({"deck": [51, 52]}, "deck: 52 is not a card: give an int from 0 to 51"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_and_the_round_goes_on(
    options: dict[str, Any], said: str
) -> None:
    table = Table("three-card-poker")
    table.reset(seed=1)
    with pytest.raises(FairdealError) as told:
        table.reset(options=options)
    assert said in str(told.value)
    assert table.step(0)[2]


@every_game
def test_without_bets_the_base_game_is_played_in_even_units(key: str) -> None:
    table = Table(key)
    required = {bet.key for bet in table.game.bets if bet.required}
    assert required <= {*table.stakes}
    assert {*table.stakes.values()} == {table.unit_cents} == {1000}
    sides = {bet.key for bet in table.game.bets if bet.columns and not bet.required}
    assert not sides & {*table.stakes}


def test_a_reward_is_counted_in_the_first_bet_of_the_layout() -> None:
    table = Table("three-card-poker", {"pair-plus": 5, "ante": "20"})
    assert table.unit_cents == 2000
    table.reset(options={"deck": "Qs 7h 3d Jc 9s 2h"})
    _, reward, _, _, info = table.step(0)
    assert (info["net_cents"], reward) == (1500, 0.75)


@pytest.mark.parametrize(("name", "flush"), [("B", 4), ("D", 3)])
def test_a_pay_table_of_the_house_is_followed(name: str, flush: int) -> None:
    table = Table("three-card-poker", {"pair-plus": 10}, pay={"pair-plus": name})
    assert (table.actions, table.bets) == (("play", "fold", WAIT), ("pair-plus",))
    table.reset(options={"deck": "Qh 7h 3h Jc 9s 2h"})
    assert table.step(table.actions.index(WAIT))[1] == flush


def test_an_option_of_the_house_is_followed() -> None:
    deck = {"deck": "5c Ah 9d Kh"}
    looks = Table("three-way-action")
    _, info = looks.reset(options=deck)
    assert open_words(looks, info) == {WAIT}
    blind = Table("three-way-action", options={"peek": "no"})
    _, info = blind.reset(options=deck)
    assert open_words(blind, info) == {"hit", "stand", "double"}


def test_a_table_is_shown_as_text() -> None:
    table = Table("three-card-poker", {"ante": 10, "pair-plus": 5}, render_mode="ansi")
    assert table.render() is None
    table.reset(options={"deck": "Qs 7h 3d Jc 9s 2h"})
    assert table.render() == (
        "Three Card Poker\n"
        "dealer  ?? ?? ??\n"
        "you     Qs 7h 3d  queen high\n"
        "stakes  ante $10, pair-plus $5\n"
        "said    nothing yet\n"
        "open    play or fold"
    )
    table.step(0)
    assert table.render() == (
        "Three Card Poker\n"
        "dealer      Jc 9s 2h  jack high\n"
        "you         Qs 7h 3d  queen high\n"
        "stakes      ante $10, pair-plus $5, play $10\n"
        "said        play\n"
        "play              $0  dealer does not qualify (jack high): play pushes\n"
        "ante-bonus        $0  queen high: ante bonus pays nothing\n"
        "ante            +$10  dealer does not qualify (jack high): ante wins 1 to 1\n"
        "pair-plus        -$5  queen high: pair plus loses\n"
        "net              +$5"
    )
    assert Table("three-card-poker").render() is None


def test_a_game_without_a_dealer_s_hand_shows_the_board_alone() -> None:
    table = Table("let-it-ride", render_mode="ansi")
    table.reset(options={"deck": "2c 7d 9h 3s Ks"})
    assert str(table.render()).splitlines()[1:3] == ["board   ?? ??", "you     2c 7d 9h"]


@every_game
def test_many_tables_are_played_at_once(key: str) -> None:
    tables = gymnasium.make_vec(id_of(key), num_envs=4, vectorization_mode="sync")
    seen, info = tables.reset(seed=9)
    rewards, ends = 0.0, 0
    for _ in range(40):
        assert tables.observation_space.contains(seen)
        masks = tuple(np.array(each, np.int8) for each in info["action_mask"])
        seen, reward, over, _, info = tables.step(tables.action_space.sample(mask=masks))
        rewards += abs(reward).sum()
        ends += over.sum()
    assert ends >= 40
    assert rewards > 0
    tables.close()


def situation(table: Table, seen: dict[str, Any], info: dict[str, Any]) -> Situation:
    """What is seen, as programmed players read it."""
    own, dealer, board = (
        tuple(card for card in seen.get(name, np.array([])).tolist() if card != HIDDEN)
        for name in ("own", "dealer", "board")
    )
    said = tuple(table.actions[at] for at in seen["said"] if at < len(table.actions))
    words = tuple(table.actions[at] for at in np.flatnonzero(info["action_mask"]))
    return Situation(own, dealer, said, words, board)


def rewards_of_the_best(key: str, rounds: int, seed: int) -> list[float]:
    """What rounds bring to a player who decides as the analysis says."""
    table = Table(key)
    best = strategy("optimal", table.game, table.terms, Random())
    found = []
    table.reset(seed=seed)
    for _ in range(rounds):
        seen, info = table.reset()
        reward, is_over = 0.0, False
        while not is_over:
            now = situation(table, seen, info)
            word = WAIT if now.words == (WAIT,) else best.word(now)
            seen, reward, is_over, _, info = table.step(table.actions.index(word))
        found.append(reward)
    return found


@pytest.mark.compiled
@pytest.mark.parametrize(
    "key",
    [
        *("three-card-poker", "napa-three-card-poker", "ags-3-card", "three-card-fury"),
        *("three-way-action", "caribbean-stud", "four-card-poker", "two-card-duel"),
        *("let-it-ride", pytest.param("ultimate-texas-holdem", marks=pytest.mark.slow)),
    ],
)
def test_the_best_player_loses_the_exact_edge_within_four_standard_errors(key: str) -> None:
    found = rewards_of_the_best(key, 4000 * SCALE, seed=2026)
    table = Table(key)
    apart = key == "three-way-action"  # three bets, each with an edge of its own
    bets = [*table.stakes] if apart else [next(iter(table.stakes))]
    edge = sum(float(figure(table.game, bet, table.terms).house_edge) for bet in bets)
    assert fmean(found) == pytest.approx(-edge, abs=4 * stdev(found) / sqrt(len(found)))


def rides(held: tuple[int, ...]) -> bool:
    """The published strategy of Let It Ride, for three cards or four."""
    ranks, suits = sorted(card // 4 for card in held), {card % 4 for card in held}
    paired = {rank for rank in ranks if ranks.count(rank) > 1}
    if paired:
        return max(paired) >= TEN or len(ranks) - len({*ranks}) > 1
    spread, high = ranks[-1] - ranks[0], sum(rank >= TEN for rank in ranks)
    if len(held) == 3:
        # Three of a royal flush, or of a straight flush with a high card for each gap.
        in_reach = ranks[0] >= TEN or (ranks[0] > 0 and spread - 2 <= high)
        return len(suits) == 1 and in_reach
    is_outside = spread == 3 and ranks[-1] < ACE
    return len(suits) == 1 or (is_outside and high > 0)


def test_a_player_of_let_it_ride_who_follows_the_published_strategy_loses_the_published_edge() -> (
    None
):
    table, found = Table("let-it-ride"), []
    table.reset(seed=2026)
    for _ in range(4000 * SCALE):
        (seen, info), is_over = table.reset(), False
        while not is_over:
            now = situation(table, seen, info)
            word = "ride" if rides((*now.cards, *now.board)) else "pull"
            seen, reward, is_over, _, info = table.step(table.actions.index(word))
        found.append(reward)
    error = stdev(found) / sqrt(len(found))
    assert fmean(found) == pytest.approx(-37_963 / 1_082_900, abs=4 * error)


def test_the_page_about_training_shows_what_its_code_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (ROOT / "docs/how-to/train-a-player.md").read_text(encoding="utf-8")
    trained, shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(trained, {})
    printed = capsys.readouterr().out.strip()
    assert re.fullmatch(r"[+-]0\.\d{3}, standard error 0\.\d{3}", printed)
    assert f"`{printed}`" in page
    exec(shown, {})
    assert "you     Qs 7h 3d  queen high" in capsys.readouterr().out


WITHOUT = """
import sys
sys.modules["gymnasium"] = None
import fairdeal.gym
"""


def test_without_gymnasium_one_sentence_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    said = 'fairdeal.gym needs Gymnasium: pip install "fairdeal[gym]"'
    assert done.stderr.splitlines()[-1] == f"fairdeal.errors.Refused: {said}"


def test_no_other_extra_is_needed() -> None:
    others = {name for key, extra in EXTRAS.items() if key != "gym" for name in extra.modules}
    blocked = "".join(f"sys.modules[{name!r}] = None\n" for name in sorted(others - {"numpy"}))
    plays = "table = fairdeal.gym.Table('three-way-action')\ntable.reset()\nprint('dealt')"
    code = f"import sys\n{blocked}import fairdeal.gym\n{plays}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "dealt\n", done.stderr


def test_another_error_of_an_import_is_not_hidden() -> None:
    broken = WITHOUT.replace('"gymnasium"', '"numpy.typing"')
    done = subprocess.run([sys.executable, "-c", broken], capture_output=True, text=True)
    assert "numpy.typing" in done.stderr.splitlines()[-1]
