"""Choices as data: what is open to a seat, what it stakes, and how it is told."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from fairdeal import cards, games
from fairdeal.games import reasons
from fairdeal.games.kinds import Community, Event, Showdown, Strength
from fairdeal.games.layout import FOLD, Act, Bet, Choice, Game, Placed, Step, multiple
from fairdeal.games.notation import parse_seat
from fairdeal.games.paytable import Column, Pay, Unit
from fairdeal.games.referee import round_faults, settle
from fairdeal.games.round import Move, Round, Settlement, decision_faults, moves, staked
from fairdeal.games.settling import Words, arranged, settlement
from fairdeal.games.sheets import read_sheets
from fairdeal.games.terms import terms
from fairdeal.hands import three_card, words
from fairdeal.hands.poker import Category
from fairdeal.house.limits import Limit, limits_of, most_lost
from tests.examples import example
from tests.small_games import bare_cut, let_go, small_holdem
from tests.typed import Run

HOLDEM, LET_GO, CUT = small_holdem.GAME, let_go.GAME, bare_cut.GAME

pytestmark = pytest.mark.usefixtures("more_games")


def duel() -> Game:
    return games.game("two-card-duel")


def dealt(
    game: Game, seat: str, dealer: str = "Ad 4c", board: str = "Kh 9h 3h", at: int = 0
) -> Round:
    return Round(
        game,
        terms(game),
        cards.parse(dealer),
        (parse_seat(1, seat),),
        board=cards.parse(board),
        decision=at,
    )


def open_to(said: str, at: int) -> tuple[Move, ...]:
    played = dealt(HOLDEM, f"7h 5h | ante=10 blind=10 | {said}", at=at)
    return moves(played, played.seats[0])


def test_what_is_open_follows_from_the_decision_and_from_what_was_said() -> None:
    check = Move("check")
    assert open_to("", 0) == (check, Move("raise", "play", 3000))
    assert open_to("check", 1) == (check, Move("raise", "play", 2000))
    assert open_to("check check", 2) == (Move("call", "play", 1000), Move("fold"))
    assert open_to("raise", 1) == (), "a raise ends what a seat has to say"
    assert open_to("check raise", 2) == ()
    assert open_to("check", 0) == (), "it has spoken at this decision"
    assert open_to("", 1) == (), "the round is past the decision that it has not made"
    assert open_to("check check call", 3) == ()


def faults(game: Game, seat: str, dealer: str = "Ad 4c", board: str = "Kh 9h 3h") -> list[str]:
    played = dealt(game, seat, dealer, board)
    return decision_faults(played, played.seats[0])


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("raise", []),
        ("check raise", []),
        ("check check call", []),
        ("check check fold", []),
        ("", ["seat 1 has not decided: expected check or raise"]),
        ("check", ["seat 1 has not decided: expected check or raise"]),
        ("check check", ["seat 1 has not decided: expected call or fold"]),
        ("bluff", ["seat 1 cannot decide 'bluff': expected check or raise"]),
        ("check fold", ["seat 1 cannot decide 'fold': expected check or raise"]),
        ("check check raise", ["seat 1 cannot decide 'raise': expected call or fold"]),
        (
            "raise check",
            ["seat 1 cannot decide 'check': after raise it has nothing more to decide"],
        ),
        (
            "check check fold call",
            ["seat 1 cannot decide 'call': it has nothing more to decide"],
        ),
    ],
)
def test_words_that_a_seat_could_not_say_are_named(said: str, says: list[str]) -> None:
    assert faults(HOLDEM, f"7h 5h | ante=10 blind=10 | {said}") == says


def test_a_seat_without_the_bet_that_choices_are_measured_by_simply_stays_in() -> None:
    optional = replace(HOLDEM, bets=tuple(replace(bet, required=False) for bet in HOLDEM.bets))
    played = dealt(optional, "7h 5h | trips=5")
    assert moves(played, played.seats[0]) == ()
    assert faults(optional, "7h 5h | trips=5") == []
    assert faults(optional, "7h 5h | trips=5 | raise") == []
    for said in ("check", "fold", "check raise"):
        assert faults(optional, f"7h 5h | trips=5 | {said}") == [
            f"seat 1 cannot decide {said!r}: it has no ante and simply stays in"
        ]


def test_a_first_decision_that_stakes_nothing_asks_no_seat_without_its_later_measure() -> None:
    first, *later = HOLDEM.procedures["hand"][3:]
    waits = replace(first, choices=first.choices[:1])
    steps = (*HOLDEM.procedures["hand"][:3], waits, *later)
    game = replace(
        HOLDEM,
        procedures={"hand": steps},
        bets=tuple(replace(bet, required=False) for bet in HOLDEM.bets),
    )
    played = dealt(game, "7h 5h | trips=5")
    assert moves(played, played.seats[0]) == ()
    assert faults(game, "7h 5h | trips=5 | check") == []
    assert faults(game, "7h 5h | trips=5 | fold") == [
        "seat 1 cannot decide 'fold': it has no ante and simply stays in"
    ]


def test_a_game_without_decisions_takes_no_words() -> None:
    assert faults(CUT, "Ks | cut=5", dealer="9d", board="") == []
    assert faults(CUT, "Ks | cut=5 | hit", dealer="9d", board="") == [
        "seat 1 cannot decide 'hit': bare-cut has no decisions"
    ]
    played = dealt(CUT, "Ks | cut=5", dealer="9d", board="")
    assert moves(played, played.seats[0]) == ()
    assert [line.reason for line in settle(played)] == ["king beats dealer's nine: cut wins 1 to 1"]


def test_a_board_where_none_belongs_is_refused() -> None:
    played = dealt(CUT, "Ks | cut=5", dealer="9d", board="Ac")
    assert round_faults(played) == ["the board has 1 card (Ac): expected 0"]


def test_what_lies_on_a_bet_is_counted_from_the_words() -> None:
    seat = parse_seat(1, "Kc 7s 2h | first=5 second=5 third=5 | take ride")
    assert {bet.key: staked(LET_GO, seat, bet.key) for bet in LET_GO.bets} == {
        "first": 0,
        "second": 500,
        "third": 500,
        "three": 0,
    }
    seat = parse_seat(1, "7h 5h | ante=10 blind=10 | check raise")
    assert [staked(HOLDEM, seat, bet) for bet in ("ante", "play")] == [1000, 2000]


def test_the_most_that_decisions_stake_is_found_along_the_words() -> None:
    assert HOLDEM.most_times("play") == 3
    assert HOLDEM.most_times("play", 1) == 2
    assert HOLDEM.most_times("play", 2) == 1
    assert HOLDEM.most_times("play", 3) == 0
    assert HOLDEM.most_times("trips") == 0
    assert duel().most_times("raised") == 2
    assert [LET_GO.most_times(bet) for bet in ("first", "second", "third")] == [0, 0, 0]
    bets = {"ante": 1000, "blind": 1000, "trips": 500}
    assert HOLDEM.most_wagered(bets) == 5500
    assert LET_GO.most_wagered({"first": 500, "second": 500, "third": 500}) == 1500
    assert duel().most_wagered({"twins": 500}) == 500
    assert CUT.most_wagered({"cut": 500}) == 500


def test_two_raises_that_follow_each_other_are_added() -> None:
    once = Choice(word="raise", told="raised", bet="play", of="ante", times=2, goes_on=True)
    first, second, last = HOLDEM.decisions
    steps = tuple(
        replace(step, choices=(*step.choices[:1], once)) if step in (first, second) else step
        for step in HOLDEM.procedures["hand"]
    )
    game = replace(HOLDEM, procedures={"hand": steps})
    assert game.most_times("play") == 5
    assert game.decisions[-1] == last


def test_a_bet_belongs_to_the_wager_that_it_equals_rides_on_or_follows() -> None:
    assert {bet.key: HOLDEM.head_of(bet.key) for bet in HOLDEM.bets} == {
        "ante": "ante",
        "blind": "ante",
        "play": "ante",
        "trips": "trips",
    }
    assert {bet.key: LET_GO.head_of(bet.key) for bet in LET_GO.bets} == {
        "first": "first",
        "second": "first",
        "third": "first",
        "three": "three",
    }
    assert games.game("three-card-poker").head_of("ante-bonus") == "ante"


def test_only_choices_that_add_are_raises() -> None:
    assert [choice.times for choice in HOLDEM.raises("play")] == [3, 2, 1]
    assert LET_GO.raises("first") == ()
    assert [*HOLDEM.choices] == ["check", "raise", "call", "fold"]
    assert HOLDEM.has_fold
    assert not LET_GO.has_fold
    assert not CUT.has_fold


@pytest.mark.parametrize(
    ("times", "says"),
    [
        ((1,), "equal to the ante"),
        ((2,), "twice the ante"),
        ((4,), "4 times the ante"),
        ((3, 2, 1), "1 to 3 times the ante"),
        ((1, 2), "1 to 2 times the ante"),
        ((4, 3, 2, 1), "1 to 4 times the ante"),
        ((1, 3), "1 or 3 times the ante"),
        ((1, 2, 4), "1, 2 or 4 times the ante"),
    ],
)
def test_multiples_are_said_in_words(times: tuple[int, ...], says: str) -> None:
    raises = [Choice(word="raise", told="raised", bet="play", of="ante", times=n) for n in times]
    assert multiple(raises, "the ante") == says


def test_legends_and_rules_say_how_much_a_decision_stakes() -> None:
    assert HOLDEM.legends_of("play") == ("1 to 3 times the ante",)
    assert HOLDEM.legends_of("blind") == ("must equal the ante",)
    assert duel().legends_of("raised") == ("1 to 2 times the ante",)
    assert games.game("three-card-poker").legends_of("play") == ("must equal the ante",)
    assert HOLDEM.rules_of("play", {}) == ["placed by the decision", "1 to 3 times ante"]
    assert LET_GO.rules_of("second", {}) == ["compulsory", "equal to first"]
    twice = tuple(
        replace(step, choices=tuple(c for c in step.choices if c.word != "raise"))
        for step in duel().procedures["hand"]
    )
    assert replace(duel(), procedures={"hand": twice}).legends_of("raised") == ("twice the ante",)


def test_the_most_that_the_house_can_lose_counts_multiples_and_parts_of_a_stake() -> None:
    limits = limits_of(HOLDEM, 500, 10_000)
    # Ante 1, blind 50, play 3 and trips 40 times $100: $9,400 for each seat.
    assert most_lost(HOLDEM, limits, terms(HOLDEM), 1) == 940_000
    assert most_lost(HOLDEM, limits, terms(HOLDEM), 6) == 6 * 940_000
    # Three bets of $100 at 500 to 1, and $100 at 100 to 1: the most is when none is taken back.
    assert most_lost(LET_GO, limits_of(LET_GO, 500, 10_000), terms(LET_GO), 1) == 16_000_000
    odd = limits | {"trips": Limit(1, 1)}
    assert most_lost(HOLDEM, odd, terms(HOLDEM), 1) == 940_000 - 400_000 + 40
    assert most_lost(CUT, limits_of(CUT, 500, 10_000), terms(CUT), 2) == 20_000


def test_a_bet_counted_in_half_stakes_is_rounded_for_the_player() -> None:
    assert HOLDEM.bet("blind").parts == 2
    played = dealt(HOLDEM, "7h 5h | ante=0.05 blind=0.05 | raise", dealer="Ac 4c")
    [line] = [line for line in settle(played) if line.bet == "blind"]
    assert line.net_cents == 8, "3 to 2 on 5 cents is 7.5"
    assert line.reason.endswith("blind wins 3 to 2, a fraction of a cent to the player")


def test_a_reason_that_has_no_shorter_form_is_cut_between_words() -> None:
    long = "four hearts that nobody has ever called by name: ante loses"
    assert reasons.short(long) == "four hearts that nobody"


def test_cards_are_laid_out_with_sets_first() -> None:
    assert cards.show(arranged(cards.parse("2c 9d 2h As 9s"))) == "9d 9s 2c 2h As"


def test_the_dealers_hand_may_have_words_of_its_own() -> None:
    same, other = Words(str), Words(str, dealer=hex)
    assert (same.of_dealer(16), other.of_dealer(16)) == ("16", "0x10")


def test_hands_are_read_when_all_their_cards_lie_there() -> None:
    rules = small_holdem.SETTLEMENT
    two, board = cards.parse("7h 5h"), cards.parse("Kh 9h 3h")
    assert rules.reads(two) == ""
    assert rules.reads(two + board) == "king-high flush"
    assert rules.dealers_hand.reads(two + board[:2]) == ""
    assert rules.dealers_hand.reads(two + board) == "king-high flush"
    assert let_go.SETTLEMENT.dealers_hand.reads(board) == ""
    assert let_go.SETTLEMENT.dealers_hand.plays(board)
    assert bare_cut.SETTLEMENT.dealers_hand.plays(board[:1])
    assert example("two-card-duel").SETTLEMENT.dealers_hand.plays(cards.parse("Td 2c"))


class _Rows(NamedTuple):
    ante: int
    extra: int


class _Events(NamedTuple):
    extra: int


class _Pays(NamedTuple):
    extra: tuple[int, ...]


def _with_an_award() -> tuple[Game, Settlement]:
    """A card each, a fold, and an award on the ante for an ace."""

    def ace(card: int) -> int:
        return Category.PAIR * (cards.rank_of(card) == cards.ACE)

    def settle_seat(player: int, dealer: int, events: _Events, pays: _Pays) -> _Rows:
        return _Rows((player > dealer) - (player < dealer), pays.extra[events.extra])

    award = Column(
        events=Category,
        lowest=Category.PAIR,
        falls_to={each: Category.PAIR for each in Category if each > Category.PAIR},
        otherwise=Pay(Unit.PUSH),
    )
    decide = Step(
        act=Act.DECIDE,
        text="Each seat stays or folds",
        choices=(Choice(word="stay", told="stayed"), Choice(word=FOLD, told="folded")),
        default=FOLD,
    )
    bet, deal, cards_dealt, reveal, settles, clear = CUT.procedures["hand"]
    stages = ("ante", "extra")
    game = replace(
        CUT,
        key="award-cut",
        bets=(
            replace(CUT.bet("cut"), key="ante", name="ante"),
            Bet(
                key="extra",
                name="extra",
                text="an ace",
                placed=Placed.AWARD,
                rides_on="ante",
                columns=(award,),
            ),
        ),
        stages=(replace(CUT.stages[0], bets=stages),),
        procedures={"hand": (bet, deal, cards_dealt, decide, reveal, settles, clear)},
    )
    rules = Showdown(
        settle=settle_seat,
        player=Strength(bare_cut.rank),
        dealer=Strength(bare_cut.rank),
        events={"extra": Event(ace)},
    )
    return game, settlement(game, rules, Words(lambda rank: words.ONE[rank]))


def test_an_award_is_reckoned_on_its_bet_and_a_fold_gives_it_up_without_a_line() -> None:
    game, rules = _with_an_award()
    text = '[extra]\ndefault = "1"\nplace = "Tests"\n[extra.1]\npays = [["pair", "3 to 1"]]\n'
    under = terms(game, sheets=read_sheets(game, text))

    def lines(said: str) -> list[tuple[str, str, int, int]]:
        seat = parse_seat(1, f"As | ante=10 | {said}")
        settled = rules.settle(Round(game, under, cards.parse("9d"), (seat,)))
        return [(each.stage, each.bet, each.stake_cents, each.net_cents) for each in settled]

    assert lines("stay") == [("hands", "ante", 1000, 1000), ("hands", "extra", 0, 3000)]
    assert lines("fold") == [("hands", "ante", 1000, -1000)], "a SETTLE step takes what is folded"


@pytest.mark.parametrize(
    ("words_typed", "says"),
    [
        (
            ("--seat", "7h 5h | ante=10 blind=10 | raise", "--dealer", "Ad 4c"),
            '--board is missing: give the board\'s 3 cards, as in --board "Jc 9s 2h"',
        ),
        (
            ("--seat", "7h 5h | ante=10 blind=10 | raise", "--board", "Kh 9h 3h"),
            '--dealer is missing: give the dealer\'s 2 cards, as in --dealer "Jc 9s"',
        ),
    ],
)
def test_cards_that_a_game_has_must_be_typed(
    run: Run, words_typed: tuple[str, ...], says: str
) -> None:
    code, _, err = run("settle", "small-holdem", *words_typed)
    assert (code, err) == (2, f"fairdeal: {says}\n")


@pytest.mark.parametrize("key", ["three-card-poker", "napa-three-card-poker", "three-card-fury"])
def test_a_hand_of_three_cards_is_good_from_a_pair_up(key: str) -> None:
    settles, chance = games.SETTLEMENTS[key], Random(3)
    for _ in range(500):
        held = tuple(chance.sample(range(52), games.game(key).player_cards))
        best = max(three_card.strength_of(*three) for three in combinations(held, 3))
        is_pair_or_better = three_card.category(best) >= three_card.Category.PAIR
        assert settles.is_good(held) == is_pair_or_better, cards.show(held)


def test_a_game_says_from_which_strength_a_hand_is_good_and_without_a_word_none_is() -> None:
    stud = games.SETTLEMENTS["caribbean-stud"]
    assert stud.is_good(cards.parse("2c 2d 4h 5s 7c"))
    assert not stud.is_good(cards.parse("Ac Kd Qh Js 9c"))
    assert not games.SETTLEMENTS["let-it-ride"].is_good(cards.parse("As Ks Qs Js Ts"))
    assert not games.SETTLEMENTS["three-way-action"].is_good(cards.parse("As Ks Qs Js Ts 2c 3c"))


@pytest.mark.parametrize(
    ("held", "with_words", "without"),
    [
        ("7c 7d 2h", "pair of sevens", "pair"),
        ("Qc 7d 2h", "queen high", "high card"),
        ("As Ks Qs", "suited ace-king-queen (mini royal)", "mini royal"),
        ("9s 8s 7s", "nine-high straight flush", "straight flush"),
    ],
)
def test_a_bet_on_the_own_cards_is_named_by_them_and_not_by_the_hand_with_shared_ones(
    held: str, with_words: str, without: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ride = games.game("let-it-ride")
    bets = "first=5 second=5 third=5 three-card-bonus=5"
    played = dealt(ride, f"{held} | {bets} | pull pull", dealer="", board="Kh Kc")
    for says in (with_words, without):
        [bonus] = [line for line in settle(played) if line.bet == "three-card-bonus"]
        assert bonus.reason.startswith(says), bonus.reason
        kind = games.SETTLEMENTS[ride.key].kind
        assert isinstance(kind, Community)
        wordless = settlement(ride, kind, Words(words.best_five))
        monkeypatch.setitem(games._settlements, ride.key, wordless)
