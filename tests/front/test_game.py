"""``fairdeal.Game``: what it settles and counts, and what it says to arguments that are wrong."""

import copy
import json
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fairdeal as fd
from fairdeal.errors import FairdealError, Malformed
from fairdeal.front.arguments import Dollars
from fairdeal.games import GAMES
from fairdeal.games.round import Seat
from tests.typed import Run

TCP, NAPA, AGS, FURY, WAYS = GAMES
DEALER, SEAT = "Jc 9s 2h", "Qs 7h 3d | ante=10 pair-plus=5 | play"
HANDS = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""Of the 22,100 hands of three cards; the other 16,440 lose."""


@pytest.fixture
def game() -> fd.Game:
    return fd.Game(TCP)


def test_a_round_is_settled_bet_by_bet_in_dollars(game: fd.Game) -> None:
    settled = game.settle(DEALER, SEAT)
    assert [(row.seat, row.bet, f"{row.stake}", f"{row.net}", row.result) for row in settled] == [
        (1, "play", "10", "0", "push"),
        (1, "ante-bonus", "0", "0", "nothing"),
        (1, "ante", "10", "10", "+$10"),
        (1, "pair-plus", "5", "-5", "-$5"),
    ]
    assert settled[2].reason == "dealer does not qualify (jack high): ante wins 1 to 1"
    assert (settled.net, settled.nets, len(settled)) == (Decimal(5), {1: Decimal(5)}, 4)
    assert settled.lines[2].net_cents == 1000
    assert [row.bet for row in settled[1:3]] == ["ante-bonus", "ante"]


def test_hands_are_texts_or_ints_and_seats_are_texts_tuples_or_seats(game: fd.Game) -> None:
    bets: dict[str, Dollars] = {"ante": Decimal("2.50"), "Pair-Plus": "5"}
    ways = [
        game.settle((36, 31, 2), ((43, 22, 5), bets, "play")),
        game.settle(DEALER, ("Qs 7h 3d", bets, ["Play"])),
        game.settle(DEALER, ("Qs 7h 3d", "ante=2.50 pair-plus=5", ("play",))),
        game.settle(DEALER, Seat(1, (43, 22, 5), {"ante": 250, "pair-plus": 500}, ("play",))),
    ]
    assert len({tuple(each) for each in ways}) == 1
    assert ways[0][2].stake == Decimal("2.5")
    without_words = game.settle(DEALER, ("Qs 7h 3d", {"pair-plus": 5}))
    assert [row.result for row in without_words] == ["-$5"]


def test_shared_cards_meters_and_a_posted_bank_take_part(more_games: None) -> None:
    two_pairs = fd.Game("let-it-ride").settle(
        None, "Ks Kh 4d | first=5 second=5 third=5 | ride ride", board="4s 9c"
    )
    assert [row.net for row in two_pairs] == [10, 10, 10]
    starred = fd.Game(AGS).settle(
        DEALER, ("As Ks Qs", {"ante": 5, "stax": 1}, "play"), meters={"star": "2500.50"}
    )
    assert starred.round.meters_cents == {"star": 250_050}
    covered = fd.Game(NAPA).settle(DEALER, "Qs 7h 3d | ante=10 | play", bank=5)
    assert covered.net == 5, "the bank covers no more than it has"


def test_a_changed_row_changes_the_edge_as_counted_by_hand(game: fd.Game) -> None:
    pays = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1}
    won = sum(pays[hand] * ways for hand, ways in HANDS.items())
    made = game.change({"pair-plus.flush": 3})
    assert made.edge("pair-plus") == Fraction(16_440 - won, 22_100) == Fraction(402, 5525)
    assert game.edge("pair-plus") == Fraction(128, 5525), "the first game has not changed"
    assert fd.Game(TCP, pay={"pair-plus": "d"}).edge("pair-plus") == Fraction(402, 5525)


def test_later_changes_win_and_pay_tables_and_options_can_change_too(game: fd.Game) -> None:
    made = game.change({"pair-plus.flush": 3, "pair-plus.pair": "push"})
    again = made.change({"pair-plus.pays.flush": "4 to 1"}, pay={"pair-plus": "C"})
    assert (
        repr(again)
        == "<Game three-card-poker pair-plus=C pair-plus.flush=4 to 1 pair-plus.pair=push>"
    )
    assert again.change(options={"ante": "mandatory"}).options["ante"] == "mandatory"
    assert fd.Game(TCP, pay="TCP-07").pay == fd.Game(TCP, pay="tcp-07").pay
    assert (
        repr(fd.Game(TCP, options={"ante": "Mandatory"}))
        == "<Game three-card-poker ante=mandatory>"
    )
    assert repr(fd.Game(TCP, options={"ante": "optional"})) == "<Game three-card-poker>"


def test_a_game_never_changes_and_equals_a_game_that_is_played_alike(game: fd.Game) -> None:
    with pytest.raises(AttributeError, match="never changes"):
        game.terms = fd.Game(TCP).terms
    with pytest.raises(AttributeError, match="never changes"):
        del game.terms
    changed = game.change({"pair-plus.flush": 3})
    assert {game, fd.Game(TCP), changed, pickle.loads(pickle.dumps(changed))} == {game, changed}
    assert copy.copy(changed) == changed != game
    assert game != TCP


def test_what_a_game_declares_can_be_read(game: fd.Game) -> None:
    assert (game.key, game.name, game.bets[0]) == (TCP, "Three Card Poker", "ante")
    assert game.pay == {"ante-bonus": "A", "pair-plus": "A", "bonus": "TCPB-01"}
    assert game.options["ante"] == "optional"
    assert len(game.rules_digest) == 16
    tables = game.pay_tables("pair-plus")
    assert [*tables] == ["A", "B", "C", "D"]
    assert {row: str(pay) for row, pay in tables["D"].by_row().items()}["flush"] == "3 to 1"
    assert tables.rows()[3] == {
        "row": "flush",
        "A": "4 to 1",
        "B": "4 to 1",
        "C": "4 to 1",
        "D": "3 to 1",
    }
    assert [each.key for each in fd.list_games()] == [*GAMES]


def test_own_pay_tables_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[pair-plus.MINE]\nplace = "mine"\n'
        'pays = [["straight-flush", "40 to 1"], ["three-of-a-kind", "30 to 1"],'
        ' ["straight", "6 to 1"], ["flush", "3 to 1"], ["pair", "1 to 1"]]\n'
    )
    own = fd.Game(TCP, tables=file)
    assert repr(own) == "<Game three-card-poker>", "the file's table is the default then"
    assert own.pay["pair-plus"] == "MINE"
    assert own.edge("pair-plus") == Fraction(402, 5525)
    assert [*own.pay_tables("pair-plus")] == ["A", "B", "C", "D", "MINE"]


def test_figures_meet_those_of_the_document(game: fd.Game) -> None:
    figures = game.figures()
    assert [*figures] == ["ante", "pair-plus", "bonus"]
    assert figures["ante"].house_edge == Fraction(686_689, 20_358_520)
    assert all(each.agrees for each in figures["ante"].printed)
    assert figures["pair-plus"].hit_frequency == Fraction(sum(HANDS.values()), 22_100)
    assert game.figure("ante") == figures["ante"]


def test_conditions_change_figures(game: fd.Game) -> None:
    envy = fd.Game(TCP, pay={"bonus": "TCPB-03E"})
    assert envy.edge("bonus", others=0) > envy.edge("bonus", others=5)
    assert envy.edge("bonus", others=5, stake=5) > envy.edge("bonus", others=5)
    stax = fd.Game(AGS)
    assert stax.edge("stax", meters={"star": 4000}) < stax.edge("stax")


def test_a_sweep_equals_what_the_command_prints(game: fd.Game, run: Run) -> None:
    told: list[float] = []
    varied: dict[str, Any] = {"pair-plus.flush": range(3, 5), "pair-plus.straight": "5,6"}
    sweep = game.sweep("pair-plus", varied, progress=told.append)
    vary = ("--vary", "pair-plus.flush=3..4", "--vary", "pair-plus.straight=5,6")
    _, out, _ = run("sweep", TCP, *vary, "--json")
    assert [each.as_json() for each in sweep] == json.loads(out)
    assert told == [0.25, 0.5, 0.75, 1]
    assert sweep[0].pays == {"pair-plus.flush": "3", "pair-plus.straight": "5"}
    assert [*sweep[1:3]] == [sweep[1], sweep[2]]
    assert repr(sweep[1]) == (
        "<Variant pair-plus.flush=3, pair-plus.straight=6: house edge 402/5525>"
    )
    assert len(game.sweep("pair-plus", {"pair-plus.flush": 3})) == 1


def test_a_design_finds_what_a_sweep_shows(game: fd.Game, tmp_path: Path) -> None:
    rows: dict[str, Any] = {"flush": range(1, 9)}
    swept = game.sweep("pair-plus", {"pair-plus.flush": rows["flush"]})
    wanted = {
        each.figure.house_edge for each in swept if 0 <= each.figure.house_edge <= Fraction(1, 10)
    }
    found = game.design("pair-plus", edge=(0, "10%"), rows=rows, any_order=True)
    assert {each.house_edge for each in found.best} == wanted
    assert found.candidates == 8
    fixed = game.design("pair-plus", edge=(-1, 1), fixed={"flush": 4}, top=40, most=3)
    assert all(str(each.pays["flush"]) == "4 to 1" for each in fixed.best)
    file = tmp_path / "designed.toml"
    file.write_text(fixed.toml())
    designed = fd.Game(TCP, tables=file, pay={"pair-plus": "design-2"})
    assert designed.edge("pair-plus") == fixed.best[1].house_edge
    narrow = game.design("pair-plus", edge=(-1, 1), hit=(0.2, 0.3), deviation=(2, 3), most=1)
    assert (len(narrow.best), narrow.meeting > 1) == (1, True)


def test_the_best_strategy_is_told_and_drawn_for_every_kind_of_game(game: fd.Game) -> None:
    strategy = game.strategy()
    assert strategy.text == "Play Q-6-4 and better (67.42 %); fold Q-6-3 and below (32.58 %)."
    assert strategy.shares["play"] == Fraction(149, 221)
    assert [each.decision for each in strategy.cuts[0].near[:1]] == ["play"]
    assert strategy.simple_rules[0].text == "play every hand"
    [stated] = game.par_sheet().as_json()["strategies"]
    assert {"pay_table": stated["pay_table"], **strategy.as_json()} == stated
    chart = fd.Game(WAYS).strategy()
    assert (chart.shares, chart.cuts, chart.simple_rules) == ({}, (), ())
    assert chart.text.startswith("Hard 20, hard 19, hard 18 and hard 17: always stand.")
    assert chart.chart is not None
    assert chart.as_json() == {"rows": [each.as_json() for each in chart.chart.hands]}
    assert repr(chart) == "<Strategy three-way-action: a chart>"
    [field] = [r for r in chart.rows() if (r["hand"], r["up"]) == ("10-6", "10")]
    assert field["decision"] == "hit"


def test_advice_weighs_the_choices(game: fd.Game) -> None:
    advice = game.advise("Qs 6h 4d")
    assert (advice.best, advice.per) == (("play",), "ante")
    assert advice.choices["fold"] == -1
    assert repr(advice) == "<Advice Qs 6h 4d: play>"
    dollars = game.advise((43, 18, 9), stakes={"ante": 10})
    assert dollars.per == "dollar"
    assert dollars.choices["fold"] == -10
    assert dollars.choices["play"] == 10 * advice.choices["play"]
    assert game.advise("Qs 6h 4d", seen="2c").best == ("fold",)
    against_a_king = fd.Game(NAPA).advise("Ts 6h 4d", up="Kd", seen="Qc")
    assert against_a_king.best == ("fold",)
    for other, up in ((game, None), (fd.Game(WAYS), "9h")):
        with pytest.raises(FairdealError, match=f"in {other.key} no cards are shared"):
            other.advise("Qs 6h 4d", up=up, board="2c")
    hit = fd.Game(WAYS).advise("Ts 2d 3c", up="9h", said="hit")
    assert hit.best == ("hit",)


def test_bets_together_follow_from_their_joint_law(game: fd.Game) -> None:
    both = game.together("ante=10 pair-plus=5")
    alone = 10 * game.edge("ante") + 5 * game.edge("pair-plus")
    assert both.loss_cents == 100 * alone, "pair plus changes no decision"
    assert both.covariance("ante", "pair-plus") > 0
    assert repr(both) == (
        "<Together ante=10 pair-plus=5: expected loss $0.45, exact, over every deal>"
    )


def test_a_par_sheet_is_that_of_the_command(game: fd.Game, run: Run) -> None:
    _, out, _ = run("par", TCP, "--json")
    assert game.par_sheet(all_tables=True).as_json() == json.loads(out)
    narrow = game.change({"pair-plus.flush": 3}).par_sheet(bets={"ante": 10})
    assert narrow.as_json()["own_tables"] == ["pair-plus A with flush 3"]
    assert narrow.as_json()["combination"]["stakes_cents"] == {"ante": 1000}
    assert len(narrow.as_json()["figures"]) == 3
    assert narrow.html().lstrip().startswith("<!doctype html>")
    assert narrow.pdf().startswith(b"%PDF")


WRONG: list[tuple[Callable[[fd.Game], object], str, str]] = [
    (lambda g: fd.Game("three-card-pocker"), "game.unknown", "did you mean three-card-poker?"),
    (lambda g: fd.Game(3), "argument.kind", "key must be a string, not 3"),  # type: ignore[arg-type]
    (lambda g: fd.Game(TCP, pay={"pair-plus": "Z"}), "paytable.unknown", "expected A, B, C or D"),
    (lambda g: fd.Game(TCP, pay={"pair-plsu": "A"}), "bet.unknown", "did you mean pair-plus?"),
    (lambda g: fd.Game(TCP, pay="TCP-99"), "paytable.unknown", "names no pay table"),
    (lambda g: fd.Game(TCP, pay={"pair-plus": 3}), "argument.kind", "'pair-plus' must be a string"),  # type: ignore[dict-item]
    (lambda g: fd.Game(TCP, options={"envy": "x"}), "option.unknown", "did you mean envy-hands?"),
    (lambda g: fd.Game(TCP, tables="none.toml"), "file.unreadable", "cannot read none.toml"),
    (lambda g: g.edge("pairplus"), "bet.unknown", "did you mean pair-plus?"),
    (lambda g: g.edge("play"), "bet.unknown", "it is counted in ante"),
    (lambda g: g.edge(3), "argument.kind", "bet must be a string, not 3"),  # type: ignore[arg-type]
    (lambda g: g.figure("bonus", others=9), "others.impossible", "expected 0 to 6"),
    (lambda g: g.figure("bonus", stake=2.5), "amount.unreadable", "stake: 2.5 is a float"),  # type: ignore[arg-type]
    (lambda g: g.figure("bonus", stake=0), "stake.none", "a stake of $0 is too small"),
    (lambda g: g.pay_tables("ante"), "paytable.unknown", "no pay tables for ante"),
    (lambda g: g.change({"pair-plus.flsh": 3}), "change.unknown", "did you mean flush?"),
    (lambda g: g.change({"flush": 3}), "change.unreadable", "changes no row"),
    (lambda g: g.change({"pair-plus.flush": 3.5}), "change.unreadable", "cannot pay 3.5"),  # type: ignore[dict-item]
    (lambda g: g.change({"pair-plus.flush": True}), "change.unreadable", "cannot pay True"),
    (lambda g: g.change({"pair-plus.flush": -3}), "paytable.faulty", "pays '-3' for flush"),
    (lambda g: g.change("pair-plus.flush=3"), "argument.kind", "pays must be a mapping such as"),  # type: ignore[arg-type]
    (lambda g: g.change({"a": 1, "A ": 2}), "argument.kind", "pays names 'A ' twice"),
    (lambda g: g.sweep("pair-plus", {}), "sweep.nothing", "nothing varies"),
    (lambda g: g.sweep("pair-plus", {"pair-plus.flush": []}), "sweep.nothing", "nothing to pay"),
    (
        lambda g: g.sweep("pair-plus", {"pair-plus.flush": range(300_000)}),
        "sweep.many",
        "pair-plus.flush may pay more than 200,000 odds",
    ),
    (lambda g: g.sweep("pair-plus", {"pair-plus.flush": [3, 3]}), "sweep.twice", "names '3' twice"),
    (lambda g: g.sweep("ante", {"pair-plus.flush": [3]}), "bet.unpriced", "do not decide ante"),
    (lambda g: g.settle(DEALER), "round.illegal", "no seat is named"),
    (lambda g: g.settle("Jc 9s", SEAT), "round.illegal", "the dealer has 2 cards"),
    (lambda g: g.settle("Jc 9s 2x", SEAT), "card.unreadable", "dealer: '2x' is not a card"),
    (lambda g: g.settle((0, 1, 99), SEAT), "card.unreadable", "dealer: 99 is not a card"),
    (lambda g: g.settle((0, 1, True), SEAT), "card.unreadable", "dealer: True is not a card"),
    (lambda g: g.settle(5, SEAT), "card.unreadable", "dealer must be cards such as"),  # type: ignore[arg-type]
    (lambda g: g.settle(DEALER, 7), "seat.unreadable", "seat 1 must be 'CARDS | BETS"),  # type: ignore[arg-type]
    (
        lambda g: g.settle(DEALER, ("Qs 7h 3d", {"ante": 10.0}, "play")),  # type: ignore[dict-item]
        "amount.unreadable",
        "seat 1: bet 'ante': 10.0 is a float",
    ),
    (
        lambda g: g.settle(DEALER, ("Qs 7h 3d", {"ante": None}, "play")),  # type: ignore[dict-item]
        "amount.unreadable",
        "seat 1: bet 'ante': None is not an amount",
    ),
    (
        lambda g: g.settle(DEALER, ("Qs 7h 3d", {"ante": -10}, "play")),
        "amount.unreadable",
        "seat 1: bet 'ante': '-10' is not an amount",
    ),
    (
        lambda g: g.settle(DEALER, ("Qs 7h 3d", {"ante": 10}, [1])),  # type: ignore[list-item]
        "argument.kind",
        "seat 1: decisions must be words",
    ),
    (lambda g: g.settle(DEALER, SEAT, bank=200), "round.illegal", "banked by the house"),
    (lambda g: g.settle(DEALER, SEAT, meters="star=5"), "round.illegal", "has no meter 'star'"),
    (lambda g: g.advise("Qs 6h"), "cards.number", "the player has 2 cards"),
    (lambda g: g.advise("Qs 6h 4d", up="Kd Ks"), "up.number", "up must be one card: 'Kd Ks' has 2"),
    (lambda g: g.advise("Qs 6h 4d", stakes={"ante": 10, "play": 5}), "bets.illegal", "a player"),
    (lambda g: g.together({"play": 5}), "bets.illegal", "the decision places it"),
    (lambda g: g.design("pair-plus", edge=(5, 3)), "design.range", "low end is above"),
    (lambda g: g.design("pair-plus", edge="x"), "argument.kind", "edge: 'x' is not a number"),  # type: ignore[arg-type]
    (lambda g: g.design("pair-plus", edge=(0, True)), "argument.kind", "True is not a number"),
    (lambda g: g.design("pair-plus", edge=(0, 1), rank="x"), "design.rank", "rank cannot be 'x'"),
    (lambda g: g.design("play", edge=(0, 1)), "design.unpriced", "no pay table decides play"),
]


@pytest.mark.parametrize(("ask", "code", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_a_wrong_argument_gets_one_clear_sentence(
    game: fd.Game, ask: Callable[[fd.Game], object], code: str, words: str
) -> None:
    with pytest.raises(FairdealError) as refused:
        ask(game)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_a_row_that_is_named_in_two_ways_is_changed_once_only() -> None:
    game = fd.Game("three-card-poker").change({"pair-plus.flush": 3})
    with pytest.raises(Malformed, match=r"pair-plus\.flush is changed twice"):
        game.change({"pair-plus.flush": 3, "pair-plus. flush": 4})
    assert repr(game.change({"pair-plus. flush": 4})) == repr(game).replace("=3", "=4")


@pytest.mark.parametrize("tables", ["", "a\0b", "a\ud800b"])
def test_pay_tables_of_ones_own_come_from_a_file_that_there_can_be(tables: str) -> None:
    with pytest.raises(Malformed, match="tables must name a file, not "):
        fd.Game("three-card-poker", tables=tables)
