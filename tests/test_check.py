"""What is said of a game that is not sound: each fault of a declaration, of worked rounds, of a
twin."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import IntEnum
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pytest

from fairdeal import games
from fairdeal.errors import Corrupt, Malformed
from fairdeal.games import check
from fairdeal.games.check import TwinSeat
from fairdeal.games.kinds import Community, Event, Showdown
from fairdeal.games.layout import Act, Bet, Choice, Game, Option, Pass, Placed, Step, Who
from fairdeal.games.paytable import Column
from fairdeal.games.round import Line, Round, Settlement
from fairdeal.games.sampling import random_round
from fairdeal.games.sheets import approved, read_file, read_sheets
from fairdeal.games.worked import worked_rounds
from fairdeal.hands.poker import Category
from tests.small_games import bare_cut, small_holdem

Change = Callable[[Game], Game]

pytestmark = pytest.mark.usefixtures("more_games")


def duel() -> Game:
    return games.game("two-card-duel")


def settles() -> Settlement:
    return games.SETTLEMENTS["two-card-duel"]


def with_bet(key: str, **changes: Any) -> Change:
    return lambda game: replace(
        game,
        bets=tuple(replace(bet, **changes) if bet.key == key else bet for bet in game.bets),
    )


def with_step(act: Act, **changes: Any) -> Change:
    return lambda game: replace(
        game,
        procedures={
            style: tuple(replace(step, **changes) if step.act is act else step for step in steps)
            for style, steps in game.procedures.items()
        },
    )


def with_choice(said: str, **changes: Any) -> Change:
    def changed(game: Game) -> Game:
        choices = tuple(
            replace(choice, **changes) if choice.word == said else choice
            for choice in game.decisions[0].choices
        )
        return with_step(Act.DECIDE, choices=choices)(game)

    return changed


def without(act: Act) -> Change:
    return lambda game: replace(
        game,
        procedures={
            style: tuple(step for step in steps if step.act is not act)
            for style, steps in game.procedures.items()
        },
    )


def with_more(**changes: Any) -> Change:
    return lambda game: replace(game, **changes)


def doubled(field: str) -> Change:
    return lambda game: replace(game, **{field: getattr(game, field) * 2})


def with_stage(key: str, **changes: Any) -> Change:
    return lambda game: replace(
        game,
        stages=tuple(
            replace(stage, **changes) if stage.key == key else stage for stage in game.stages
        ),
    )


DECIDES = "'Each seat raises by its ante or by twice its ante, or folds'"
DEALS = "'Deal two cards to each seat, then two to the dealer'"
ONCE = "procedure 'hand': expected it to begin with BET and to end with CLEAR"

DECLARED: list[tuple[Change, str]] = [
    (with_more(key="Two Duel"), "key 'Two Duel': expected small letters, digits and hyphens"),
    (doubled("bets"), "bet 'ante' is declared twice"),
    (doubled("stages"), "stage 'folds' is declared twice"),
    (
        with_more(options=(Option(key="tie", values=("push",), text=""),) * 2),
        "option 'tie' is declared twice",
    ),
    (doubled("irregularities"), "irregularity 'wrong-number-of-cards' is declared twice"),
    (with_more(felt="brown"), "felt 'brown' is not a colour: give one such as '#5b1f2c'"),
    (with_more(procedures={}), "there is no procedure: declare 'hand' or 'machine'"),
    (with_more(seats=26), "26 seats take 54 cards: a deck has 52"),
    (with_bet("twins", equals="anti"), "bet twins: equals names an unknown bet 'anti'"),
    (with_bet("twins", at_most="anti"), "bet twins: at_most names an unknown bet 'anti'"),
    (with_bet("twins", needs=("anti",)), "bet twins: it names an unknown bet 'anti'"),
    (with_bet("twins", rides_on="anti"), "bet twins: it names an unknown bet 'anti'"),
    (with_bet("twins", placed=Placed.AWARD), "bet twins: an award rides on a bet (rides_on)"),
    (
        lambda game: with_bet(
            "twins",
            columns=(*game.bet("twins").columns, replace(game.bet("twins").columns[0], parts=2)),
        )(game),
        "bet twins: its columns are counted in different parts of a stake",
    ),
    (
        with_bet("ante", pays=""),
        "bet ante: it has no pay table, so say in words what it pays (pays)",
    ),
    (with_more(spots=("ante", "anti")), "spot 'anti' is not a bet"),
    (doubled("spots"), "spot 'ante' is declared twice"),
    (with_more(spots=("ante", "raised")), "bet twins: it has no place on the felt (spots)"),
    (
        with_more(qualifier=""),
        "bet ante: the dealer must qualify for it, so say with which hand (qualifier)",
    ),
    (
        with_step(Act.DEAL, passes=(Pass(Who.SEATS, "Ux"), Pass(Who.DEALER, "dd"))),
        "procedure 'hand': cards for each seat in turn are dealt 'Ux': 'Ux' is neither u (face up)"
        " nor d (face down)",
    ),
    (
        with_choice("raise", instead="double"),
        "choice 'double': instead goes in a circle: double to raise to double",
    ),
    (
        with_stage("hands", bets=("raised", "ante", "ante", "twins")),
        "stage 'hands' settles bet 'ante' twice",
    ),
    (with_more(procedures={"hand": ()}), ONCE),
    (without(Act.CLEAR), ONCE),
    (without(Act.BET), ONCE),
    (
        lambda game: replace(
            game, procedures={"hand": (game.procedures["hand"][0], *game.procedures["hand"])}
        ),
        ONCE,
    ),
    (
        without(Act.ANNOUNCE),
        "procedure 'hand': the betting is never closed: expected a step ANNOUNCE that says"
        " 'No more bets'",
    ),
    (
        with_step(Act.DEAL, passes=(Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "u"))),
        "procedure 'hand': the dealer is dealt 1 cards: expected 2",
    ),
    (
        with_step(Act.DEAL, passes=(Pass(Who.SEATS, "ddd"), Pass(Who.DEALER, "ud"))),
        "procedure 'hand': each seat in turn is dealt 3 cards: expected 2",
    ),
    (
        with_step(
            Act.DEAL,
            passes=(Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "ud"), Pass(Who.BOARD, "d")),
        ),
        "procedure 'hand': the board is dealt 1 cards: expected 0",
    ),
    (with_step(Act.DECIDE, choices=()), f"procedure 'hand': {DECIDES} has no choices"),
    (
        with_step(Act.DECIDE, default="wait"),
        f"procedure 'hand': {DECIDES}: default 'wait' is none of raise, double or fold",
    ),
    (
        with_step(Act.DECIDE, confirms=("wait",)),
        f"procedure 'hand': {DECIDES}: it confirms 'wait', which is not a choice there",
    ),
    (
        with_choice("double", word="raise"),
        f"procedure 'hand': {DECIDES}: choice 'raise' comes twice",
    ),
    (
        with_step(Act.DEAL, stages=("hand",)),
        f"procedure 'hand': {DEALS}: there is no stage 'hand'",
    ),
    (
        with_step(Act.REVEAL, cards=1),
        "procedure 'hand': \"Turn the dealer's cards and call the hand\": a number of cards"
        " is meant for the board alone",
    ),
    (
        lambda game: replace(
            game,
            procedures={
                **game.procedures,
                "machine": with_step(Act.DECIDE, choices=game.decisions[0].choices[::2])(
                    game
                ).procedures["hand"],
            },
        ),
        "the deal styles have different choices: expected the same in all of them",
    ),
    (
        lambda game: with_step(
            Act.DECIDE, choices=(Choice(word="wait", told="waited"), game.choices["fold"])
        )(with_step(Act.DECIDE, default="fold")(game)),
        "bet raised: no choice places it",
    ),
    (with_choice("raise", times=0), "choice 'raise': bet, of and times go together"),
    (with_choice("raise", of=""), "choice 'raise': bet, of and times go together"),
    (with_choice("raise", of="anti"), "choice 'raise': there is no bet 'anti'"),
    (with_choice("raise", bet="rise"), "choice 'raise': there is no bet 'rise'"),
    (
        with_choice("raise", of="raised"),
        "choice 'raise': it is measured by raised, which is not placed before the deal",
    ),
    (
        with_choice("raise", instead="wait"),
        "choice 'raise': instead names 'wait', which is not a choice there",
    ),
    (
        with_choice("double", word="raise twice"),
        "choice 'raise twice': expected one word of small letters, digits and hyphens",
    ),
    (with_choice("fold", goes_on=True), "choice 'fold': a fold stakes nothing and ends the hand"),
    (with_step(Act.COLLECT, stages=()), "stage 'folds' is carried out 0 times: expected once"),
    (
        with_step(Act.REVEAL, stages=("hands",)),
        "stage 'hands' is carried out 2 times: expected once",
    ),
    (with_stage("hands", bets=("raised", "anti")), "stage 'hands' names an unknown bet 'anti'"),
    (
        with_stage("hands", other_orders={"tie=push": ("anti",)}),
        "stage 'hands' names an unknown bet 'anti'",
    ),
    (
        with_stage("hands", bets=("raised", "ante")),
        "bet twins: no stage of a REVEAL or SETTLE step settles it",
    ),
    (
        lambda game: with_bet("twins", survives_fold=False)(
            replace(
                game,
                procedures={
                    "hand": tuple(
                        replace(step, act=Act.REVEAL) if step.act is Act.SETTLE else step
                        for step in game.procedures["hand"]
                    )
                },
            )
        ),
        "bet twins: a fold loses it, but no stage of a COLLECT step takes it",
    ),
    (with_step(Act.COLLECT, when="tie=push"), "there is no option and value 'tie=push'"),
    (with_bet("twins", forfeited_when="tie=lose"), "there is no option and value 'tie=lose'"),
    (
        with_bet("twins", required_by="twins"),
        "bet twins: required_by names an unknown option 'twins'",
    ),
    (
        with_bet("twins", columns=(Column(events=Category, lowest=8),)),
        "missing from pays",
    ),
    (
        with_bet("twins", placed=Placed.AWARD, rides_on="ante"),
        "bet twins: an award cannot lose, and pay table 1 takes a stake for nothing: declare"
        " Column(otherwise=Pay(Unit.PUSH))",
    ),
    (with_bet("ante", top="As Ah"), "bet ante: top is meant for a bet with a pay table"),
    (
        with_bet("twins", top="As Zh"),
        "bet twins: top: 'Zh' is not a card: expected a rank (2 3 4 5 6 7 8 9 T J Q K A) and a suit"
        " (c d h s), as in Qs",
    ),
    (with_bet("twins", top="As"), "bet twins: top has 1 cards: expected 2 cards"),
    (
        with_bet("twins", top="As Ah | 2c"),
        "bet twins: top has 2 cards and 1 of the dealer: expected 2 cards and 2 of the dealer",
    ),
    (
        with_bet("twins", top="Ks Kh"),
        "bet twins: top is pair, and the first row of pay table 1 is aces",
    ),
]


@pytest.mark.parametrize(("change", "says"), DECLARED, ids=[says for _, says in DECLARED])
def test_a_declaration_that_is_not_sound_is_named(change: Change, says: str) -> None:
    found = check.faults(change(duel()), settles())
    assert any(fault == says or fault.endswith(says) for fault in found), found


class Fewer(NamedTuple):
    """A result that leaves bets out, and has one too many."""

    ante: int
    rise: int


class Other(NamedTuple):
    """A field that no bet has."""

    anti: int


def test_a_rule_that_does_not_fit_the_declaration_is_named() -> None:
    rules = settles().kind
    assert isinstance(rules, Showdown)

    def unsaid(player: int, dealer: int, events: int, pays: int) -> int:
        return 0

    def unfit(player: int, dealer: int, events: Other, pays: Other) -> Fewer:
        return Fewer(0, 0)

    for rule, events, says in (
        (unsaid, rules.events, ["unsaid: events must be annotated with a named tuple"]),
        (
            unfit,
            {"anti": Event(unfit)},
            [
                "unfit settles 'rise', which is not a bet",
                "unfit does not settle raised",
                "unfit does not settle twins",
                "bet twins: it has a pay table, and no event says what is paid",
                "unfit takes pays.anti, which no pay table has",
                "event 'anti' is said for no bet",
            ],
        ),
        (
            unfit,
            {"twins": Event(unfit)},
            [
                "unfit settles 'rise', which is not a bet",
                "unfit does not settle raised",
                "unfit does not settle twins",
                "unfit takes pays.anti, which no pay table has",
                "unfit takes events.anti, which no event says",
            ],
        ),
    ):
        wrong = replace(settles(), kind=replace(rules, settle=rule, events=events))
        assert check.faults(duel(), wrong) == says


@pytest.mark.parametrize(
    ("dealer", "says"),
    [
        ("Ah Kd 9c 5d 2h", []),
        (
            "Ah Qd 9c 5d 2h",
            ["bet call: top does not win the first row of pay table 1 against those cards"],
        ),
    ],
)
def test_a_top_with_dealers_cards_must_win_against_them(dealer: str, says: list[str]) -> None:
    stud = games.game("caribbean-stud")
    changed = with_bet("call", top=f"As Ks Qs Js Ts | {dealer}")(stud)
    assert check.faults(changed, games.SETTLEMENTS[stud.key]) == says


def test_a_dealers_hand_without_a_strength_is_named() -> None:
    rules = small_holdem.SETTLEMENT.kind
    assert isinstance(rules, Community)
    wrong = replace(small_holdem.SETTLEMENT, kind=replace(rules, dealer=None))
    assert check.faults(small_holdem.GAME, wrong) == [
        "the dealer has 2 cards, and no strength is declared for them"
    ]


def test_a_raise_before_a_decision_that_may_give_up_the_hand_is_refused() -> None:
    game = small_holdem.GAME
    first, *_ = game.decisions
    raises = tuple(replace(each, goes_on=True) for each in first.choices)
    wrong = replace(
        game,
        procedures={
            style: tuple(replace(each, choices=raises) if each is first else each for each in steps)
            for style, steps in game.procedures.items()
        },
    )
    assert check.faults(wrong, small_holdem.SETTLEMENT) == [
        "choice 'fold': play may lie there already, and a fold loses only bets placed before the"
        " deal"
    ]


def test_a_game_whose_rules_have_no_kind_is_checked_as_far_as_its_declaration() -> None:
    assert check.faults(duel(), replace(settles(), kind=None)) == []


def test_a_pay_table_file_that_is_missing_is_named_with_its_package() -> None:
    lost = replace(duel(), key="lost-duel")
    says = (
        "game lost-duel has no file lost_duel.toml in package 'fairdeal_two_card_duel'"
        " (FileNotFoundError)"
    )
    with pytest.raises(Corrupt) as raised:
        approved(lost)
    assert (str(raised.value), raised.value.code) == (says, "game.file-missing")
    assert check.faults(lost, settles()) == [says]
    for package in ("no.such.package", "tests.small_games.let_go", ""):
        with pytest.raises(Corrupt, match=r"game lost-duel has no file lost_duel\.hand in package"):
            read_file(replace(lost, package=package), ".hand")


def test_a_game_without_pay_tables_needs_no_file() -> None:
    assert approved(bare_cut.GAME).tables == {}


WORKED = """
== a pair beats ace high
# worked out by hand
dealer  Ad 4c
seat 1  7h 7c | ante=10 | raise
-> seat 1 raised +10 : beats
-> seat 1 ante +10
"""


def disagreements(text: str) -> list[str]:
    return [fault for each in worked_rounds(duel(), text) for fault in each.faults()]


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ("+10 : beats", "+10 : beats", []),
        (
            "-> seat 1 raised +10 : beats",
            "-> seat 1 raised +20 : beats",
            [
                "expected seat 1 raised +$20 because 'beats'; the referee has seat 1 raised +$10"
                " (pair of sevens beats dealer's ace high: raise wins 1 to 1)"
            ],
        ),
        (
            ": beats",
            ": loses",
            [
                "expected seat 1 raised +$10 because 'loses'; the referee has seat 1 raised +$10"
                " (pair of sevens beats dealer's ace high: raise wins 1 to 1)"
            ],
        ),
        (
            "-> seat 1 ante +10",
            "-> seat 1 ante push",
            [
                "expected seat 1 ante push; the referee has seat 1 ante +$10"
                " (pair of sevens beats dealer's ace high: ante wins 1 to 1)"
            ],
        ),
        (
            "-> seat 1 ante +10",
            "-> seat 1 ante +10 returned 5",
            [
                "expected seat 1 ante +$10, $5 returned; the referee has seat 1 ante +$10"
                " (pair of sevens beats dealer's ace high: ante wins 1 to 1)"
            ],
        ),
        (
            "-> seat 1 ante +10\n",
            "",
            [
                "the referee adds seat 1 ante +$10"
                " (pair of sevens beats dealer's ace high: ante wins 1 to 1)"
            ],
        ),
        (
            "-> seat 1 ante +10",
            "-> seat 1 ante +10\n-> seat 1 twins -5",
            ["expected seat 1 twins -$5, and the referee has no such line there"],
        ),
        (
            "-> seat 1 raised +10 : beats\n",
            "",
            [
                "the referee adds seat 1 raised +$10"
                " (pair of sevens beats dealer's ace high: raise wins 1 to 1)"
            ],
        ),
        ("| raise", "", ["seat 1 has not decided: expected raise, double or fold"]),
        (
            "dealer  Ad 4c",
            "bank 5\ndealer  Ad 4c",
            ["two-card-duel is banked by the house: it takes no player's bank"],
        ),
        (
            "dealer  Ad 4c",
            "pay table twins 9\ndealer  Ad 4c",
            ["twins has no pay table '9': expected 1 or 2"],
        ),
    ],
)
def test_where_referee_and_worked_round_disagree_is_said(
    wrong: str, right: str, says: list[str]
) -> None:
    assert wrong in WORKED
    assert disagreements(WORKED.replace(wrong, right)) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dealer Ad 4c\n", "line 1: a round begins with == and its title"),
        (
            "== one\n\ncroupier Ad\n",
            "line 3: 'croupier Ad' is not a line of a .hand file: expected pay",
        ),
        ("== one\n! Ad\n", "line 2: '! Ad' is not a line of a .hand file"),
        ("== one\nbanker x\n", "line 2: 'banker x' is not a line of a .hand file"),
        ("== one\ndealer Xx\n", "line 2: 'Xx' is not a card"),
        (
            "== one\n-> seat 1 ante 10\n",
            "line 2: '-> seat 1 ante 10' is not a result: give one such as",
        ),
        ("== one\n-> seat 1 ante +1.234\n", "line 2: '1.234' is not an amount"),
        ("== one\nbank much\n", "line 2: 'much' is not an amount"),
        ("== one\nseat 1 Ad | ante\n", "line 2: "),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_number(text: str, says: str) -> None:
    with pytest.raises(Malformed) as raised:
        worked_rounds(duel(), text)
    assert str(raised.value).startswith(says)


def test_every_line_of_a_worked_round_is_taken_in() -> None:
    text = """
    == all of it
    pay table  twins 2
    option     tie push
    bank       200
    banker     3
    meter      star 1250
    board      4c 9s Kd
    dealer     Jc 9s
    seat 2     Qs 7h | ante=10 | raise
    -> seat 2 ante -10 returned 2.50 : words
    """
    [each] = worked_rounds(duel(), text)
    assert str(each) == "two-card-duel: all of it"
    assert (each.pay_tables, each.options, each.meters) == (
        {"twins": "2"},
        {"tie": "push"},
        {"star": 125_000},
    )
    assert (each.bank, each.banker, len(each.board), len(each.dealer)) == (20_000, 3, 3, 2)
    [due] = each.expected
    assert (due.net_cents, due.returned_cents, due.words) == (-1000, 250, "words")


def test_a_file_of_worked_rounds_that_is_missing_empty_or_unreadable_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost = replace(duel(), key="lost-duel")
    assert check.worked_faults(lost) == [
        "game lost-duel has no file lost_duel.hand in package 'fairdeal_two_card_duel'"
        " (FileNotFoundError)"
    ]
    for text, says in (
        ("# nothing yet\n", ["the file has no round"]),
        ("dealer Ad\n", ["line 1: a round begins with == and its title"]),
        (
            WORKED.replace("ante +10", "ante +20"),
            ["a pair beats ace high: expected seat 1 ante +$20"],
        ),
    ):
        monkeypatch.setattr(check, "read_file", lambda game, ending, text=text: text)
        [found] = check.worked_faults(duel())
        assert found.startswith(says[0])


def test_rows_and_choices_that_no_worked_round_shows_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert check.worked_gaps(duel()) == []
    monkeypatch.setattr(check, "read_file", lambda game, ending: WORKED)
    assert check.worked_gaps(duel()) == [
        "twins 1: no worked round pays aces, pair or suited",
        "twins 2: no worked round pays aces, pair or suited",
        "no worked round says double or fold",
    ]


def test_a_row_is_paid_by_each_pay_table_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = "seat 1  7h 7c | ante=10 twins=5 | fold\n"
    second = f"\n== the second table\npay table twins 2\ndealer Ad 4c\n{pair}"
    monkeypatch.setattr(check, "read_file", lambda game, ending: WORKED + second)
    assert check.worked_gaps(duel()) == [
        "twins 1: no worked round pays aces, pair or suited",
        "twins 2: no worked round pays aces or suited",
        "no worked round says double",
    ]


def test_an_enum_that_is_not_worst_first_is_told_with_the_pay_table_that_names_it() -> None:
    class Turned(IntEnum):
        """Two Card Duel's events, best first."""

        NOTHING = 0
        ACES = 1
        PAIR = 2
        SUITED = 3

    columns = (Column(events=Turned, lowest=Turned.SUITED),)
    found = check.faults(with_bet("twins", columns=columns)(duel()), settles())
    for fault in (
        "twins 1 pays aces, and Turned.ACES (1) stands below lowest (SUITED, 3): list events worst"
        " first",
        "twins 2 pays pair, and Turned.PAIR (2) stands below lowest (SUITED, 3): list events worst"
        " first",
    ):
        assert fault in found


def test_a_game_whose_bets_lose_more_than_they_hold_is_told_with_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = settles()

    def doubling(played: Round) -> list[Line]:
        return [replace(each, net_cents=2 * each.net_cents) for each in sound.settle(played)]

    monkeypatch.setitem(games._settlements, duel().key, replace(sound, settle=doubling))
    [found] = check.twin_faults(duel(), settles(), lambda seat: {}, 50)
    assert re.fullmatch(
        r"round \d+: pay table twins \d, dealer .. .., seat .* cannot be settled"
        r" \(two-card-duel is faulty: .* would lose \$.*\)",
        found,
    )


def test_a_rule_that_fails_is_told_where_it_is_asked_and_ends_no_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound, rules = settles(), settles().kind
    assert isinstance(rules, Showdown)

    def fails(*cards: int) -> Any:
        raise IndexError("tuple index out of range")

    wrong = replace(rules, events={"twins": Event(fails)})
    assert check.faults(duel(), replace(sound, kind=wrong)) == [
        "bet twins: top cannot be settled (IndexError: tuple index out of range)"
    ]
    beyond = replace(rules, events={"twins": Event(lambda a, b: 4)})
    assert check.faults(duel(), replace(sound, kind=beyond)) == [
        "bet twins: top is event 4, which Twins does not have"
    ]
    broken = replace(sound, settle=lambda played: [fails()])
    monkeypatch.setitem(games._settlements, duel().key, broken)
    monkeypatch.setattr(check, "read_file", lambda game, ending: WORKED)
    assert check.worked_faults(duel()) == [
        "a pair beats ace high: IndexError: tuple index out of range"
    ]
    [found] = check.twin_faults(duel(), settles(), lambda seat: {}, 50)
    assert found.endswith(" cannot be settled (IndexError: tuple index out of range)")


def test_a_game_that_does_not_name_its_package_is_told_so() -> None:
    [found] = check.faults(replace(duel(), package="fairdeal.games"), settles())
    assert found.endswith("(FileNotFoundError): say package=__name__ in GAME")


def test_a_wrong_twin_is_found_and_the_round_is_told() -> None:
    right = import_module("fairdeal_two_card_duel.twin").settle

    def forgets_twins(seat: TwinSeat) -> Mapping[str, int]:
        return {bet: net for bet, net in right(seat).items() if bet != "twins"}

    def pays_double(seat: TwinSeat) -> Mapping[str, int]:
        return {bet: 2 * net for bet, net in right(seat).items()}

    def fails(seat: TwinSeat) -> Mapping[str, int]:
        raise KeyError("ante")

    assert check.twin_faults(duel(), settles(), right, 50) == []
    [found] = check.twin_faults(duel(), settles(), forgets_twins, 50)
    assert " for twins, " in found
    assert found.endswith("the twin $0")
    [found] = check.twin_faults(duel(), settles(), pays_double, 50)
    assert re.fullmatch(
        r"round 1: pay table twins \d, dealer .. .., seat .. .. \| ante=\S+ .*: the referee has"
        r" \S+ for ante, the twin \S+",
        found,
    )
    line = fails.__code__.co_firstlineno + 1
    assert check.twin_faults(duel(), settles(), fails, 50) == [
        f"round 1: the twin fails (KeyError: 'ante'; test_check.py, line {line})"
    ]


@pytest.mark.parametrize(
    ("gives", "says"),
    [
        (None, "settle gives None: expected a dict of net cents"),
        ([("ante", -10)] * 9, "settle gives a list: expected a dict of net cents"),
        ({"ante": "-10"}, "the twin gives '-10' for ante: expected whole cents (int)"),
        ({"ante": -10.0}, "the twin gives -10.0 for ante: expected whole cents (int)"),
        ({"ante": True}, "the twin gives True for ante: expected whole cents (int)"),
        ({"raise": 0}, "the twin names raise, which is no bet of this game"),
        ({5: 0}, "the twin names 5, which is no bet of this game"),
        ({("ante",): 0}, "the twin names ('ante',), which is no bet of this game"),
    ],
)
def test_a_twin_that_gives_no_nets_is_told_what_is_expected(gives: Any, says: str) -> None:
    assert check.twin_faults(duel(), settles(), lambda seat: gives, 50) == [f"round 1: {says}"]


def test_a_twin_is_given_pay_tables_by_bet_and_by_column_where_there_are_several() -> None:
    fury = games.game("three-card-fury")
    played = random_round(fury, games.SETTLEMENTS[fury.key], Random(1))
    seat = check.twin_seat(played, played.seats[0])
    assert {"monster.beat", "monster.busted", "royal-family", "seven-card"} == {*seat.pays}
    assert all(pays.values() for pays in seat.pays.values())
    assert len(seat.player) == 4


def test_a_bet_counted_in_one_part_takes_no_three_to_two() -> None:
    text = read_file(duel(), ".toml").replace('["suited", "2 to 1"]', '["suited", "3 to 2"]', 1)
    with pytest.raises(Malformed) as raised:
        read_sheets(duel(), text)
    assert raised.value.faults == (
        "twins 1 pays '3 to 2' for suited, but the rule counts whole stakes: its column"
        " needs parts=2",
    )
    bets = tuple(
        replace(bet, columns=(replace(bet.columns[0], parts=2),)) if bet.columns else bet
        for bet in duel().bets
    )
    halves = replace(duel(), bets=bets)
    table = read_sheets(halves, text).tables["twins"]["1"]
    assert table.units() == (-2, 3, 6, 20)
    assert str(table.pays["pays"][1]) == "3 to 2"
    with pytest.raises(Malformed) as raised:
        read_sheets(halves, text.replace("3 to 2", "4 to 3"))
    assert raised.value.faults == (
        "twins 1 pays '4 to 3' for suited, but the rule counts a stake in 2 parts: its column"
        " needs parts=6",
    )


def test_a_step_without_choices_is_no_decision() -> None:
    assert Step(act=Act.DECIDE, text="").words == ()
    assert Bet(key="a", name="a", text="").parts == 1
