"""What the referee refuses, and in which words."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal import cards, games
from fairdeal.errors import Corrupt, FairdealError, Malformed, Refused
from fairdeal.games import GAMES, game
from fairdeal.games.notation import parse_seat
from fairdeal.games.referee import settle, settle_stages
from fairdeal.games.round import Line, Round, Seat, line
from fairdeal.games.terms import named_tables, terms
from fairdeal.money import Odds


def refusal(
    key: str,
    dealer: str,
    *seats: str,
    options: dict[str, str] | None = None,
    bank: int | None = None,
    meters: dict[str, int] | None = None,
) -> tuple[str, ...]:
    """The faults for which a round is refused."""
    chosen = GAMES[key]
    with pytest.raises(FairdealError) as raised:
        settle(
            Round(
                chosen,
                terms(chosen, {}, options),
                cards.parse(dealer),
                tuple(parse_seat(number, text) for number, text in enumerate(seats, 1)),
                bank,
                meters or {},
            )
        )
    return raised.value.faults


@pytest.mark.parametrize(
    ("dealer", "seat", "fault"),
    [
        (
            "Jc 9s 2h",
            "Qs 7h Jc | ante=10 | play",
            "Jc is named 2 times: with the dealer and seat 1",
        ),
        ("Jc 9s 2h", "Qs Qs 7h | ante=10 | play", "seat 1 has Qs 2 times"),
        ("Jc 9s", "Qs 7h 3d | ante=10 | play", "the dealer has 2 cards (Jc 9s): expected 3"),
        (
            "Jc 9s 2h",
            "Qs 7h 3d 4d | ante=10 | play",
            "seat 1 has 4 cards (Qs 7h 3d 4d): expected 3",
        ),
        ("Jc 9s 2h", "| ante=10 | play", "seat 1 has no cards: expected 3"),
        ("Jc", "Qs 7h 3d | ante=1 | play", "the dealer has 1 card (Jc): expected 3"),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | | play",
            "seat 1 has no bet: expected ante, pair-plus or bonus",
        ),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | bonus=1 |",
            "seat 1 cannot have $1 on bonus without a bet on ante or pair plus",
        ),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | ante=10 pear-plus=5 | play",
            "seat 1 cannot bet on 'pear-plus': did you mean pair-plus?",
        ),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | ante=10 play=10 | play",
            "seat 1 cannot bet on play: the decision places it",
        ),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | ante=10 ante-bonus=10 | play",
            "seat 1 cannot bet on ante bonus: it needs no bet of its own",
        ),
        ("Jc 9s 2h", "Qs 7h 3d | ante=0 | play", "seat 1 cannot have $0 on ante: expected more"),
        ("Jc 9s 2h", "Qs 7h 3d | ante=10 |", "seat 1 has not decided: expected play or fold"),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | ante=10 | raise",
            "seat 1 cannot decide 'raise': expected play or fold",
        ),
        (
            "Jc 9s 2h",
            "Qs 7h 3d | pair-plus=10 | fold",
            "seat 1 cannot decide 'fold': it has no ante and simply stays in",
        ),
    ],
)
def test_a_round_of_three_card_poker_is_refused(dealer: str, seat: str, fault: str) -> None:
    assert refusal("three-card-poker", dealer, seat) == (fault,)


def test_a_pair_plus_only_seat_may_say_play_or_nothing() -> None:
    for said in ("", "play"):
        chosen = GAMES["three-card-poker"]
        seat = parse_seat(1, f"6s 6h 3d | pair-plus=10 | {said}")
        [line] = settle(Round(chosen, terms(chosen), cards.parse("Jc 9s 2h"), (seat,)))
        assert line.net_cents == 1000


def test_the_ante_is_compulsory_where_the_house_says_so() -> None:
    seat = "Qs 7h 3d | pair-plus=5 |"
    options = {"ante": "mandatory"}
    assert refusal("three-card-poker", "Jc 9s 2h", seat, options=options) == (
        "seat 1 must also bet on ante",
    )


def test_all_faults_of_a_round_come_at_once() -> None:
    faults = refusal(
        "napa-three-card-poker",
        "Jc 9s",
        "Qs 7h 3d | ante=10 pair-plus=15 | play",
        "Qs 8h | pair-plus=5 | play",
        bank=-100,
    )
    assert faults == (
        "the player/dealer has 2 cards (Jc 9s): expected 3",
        "seat 2 has 2 cards (Qs 8h): expected 3",
        "Qs is named 2 times: with seat 1 and seat 2",
        "a bank cannot be -$1",
        "seat 1 cannot have $15 on pair plus: it must not exceed its ante of $10",
        "seat 2 must also bet on ante",
    )


def test_monster_must_equal_the_ante() -> None:
    faults = refusal("three-card-fury", "Jc 9s 2h", "Qs 7h 3d 4d | ante=10 monster=5 | play")
    assert faults == ("seat 1 cannot have $5 on Monster: it must equal its ante of $10",)


def test_bank_and_meters_belong_to_the_games_that_have_them() -> None:
    faults = refusal(
        "three-card-poker", "Jc 9s 2h", "Qs 7h 3d | ante=10 | play", bank=100, meters={"star": 1}
    )
    assert faults == (
        "three-card-poker is banked by the house: it takes no player's bank",
        "three-card-poker has no meter 'star': it has no progressive",
    )
    meters = {"stra": 1, "star": -1}
    assert refusal("ags-3-card", "Jc 9s 2h", "Qs 7h 3d | ante=10 | play", meters=meters) == (
        "ags-3-card has no meter 'stra': did you mean star?",
        "meter star cannot be -$0.01",
    )


def test_seats_must_exist_and_be_named_once() -> None:
    fury = GAMES["three-card-fury"]
    assert refusal("three-card-fury", "Jc 9s 2h") == ("no seat is named: name at least one",)
    seven = ["2c 3c 4c 5c | ante=1 monster=1 | play"] * 7
    assert refusal("three-card-fury", "Jc 9s 2h", *seven)[0] == (
        "7 seats are too many: three-card-fury has 6"
    )
    seats = (
        parse_seat(9, "2c 3c 4c 5c | ante=1 monster=1 | play"),
        parse_seat(2, "6c 7c 8c 9c | ante=1 monster=1 | play"),
        parse_seat(2, "6d 7d 8d 9d | ante=1 monster=1 | play"),
    )
    with pytest.raises(Refused) as raised:
        settle(Round(fury, terms(fury), cards.parse("Jh 9s 2h"), seats))
    assert raised.value.faults == ("there is no seat 9: expected 1 to 6", "seat 2 is named twice")


SEVEN = "9h 8c 2d 5s Kd 3c 4h"
BETS = "high-card=5 blackjack=10 poker=5"


@pytest.mark.parametrize(
    ("dealer", "held", "said", "fault"),
    [
        (
            SEVEN,
            "Ts 6d 4c 7h 2s Jc Qd",
            "",
            "seat 1 has not finished its blackjack hand: its hand has 16; expected hit, stand or"
            " double",
        ),
        (
            SEVEN,
            "As 6d 3s 7h 2s Jc Qd",
            "hit",
            "seat 1 has not finished its blackjack hand: its hand has soft 20 after hit; expected"
            " hit or stand",
        ),
        (
            SEVEN,
            "As Ad 2c 7h 2s Jc Qd",
            "",
            "seat 1 has not finished its blackjack hand: its hand has soft 12; expected hit, stand,"
            " double or split",
        ),
        (SEVEN, "Ts 6d 4c 7h 2s Jc Qd", "hit hit hit", "seat 1 cannot hit: the hand is over"),
        (
            SEVEN,
            "Ts 6d 4c 7h 2s Jc Qd",
            "stnad",
            "seat 1 cannot say 'stnad': expected hit, stand, double or split",
        ),
        (
            SEVEN,
            "Ts 6d 4c 7h 2s Jc Qd",
            "hit double",
            "seat 1 cannot double: expected hit or stand",
        ),
        (
            SEVEN,
            "Ts Td 4c 7h 2s Jc Qd",
            "split",
            "seat 1 cannot split: expected hit, stand or double",
        ),
        (SEVEN, "Ts Ad 4c 7h 2s Jc Qd", "hit", "seat 1 cannot hit: the hand is over"),
        (
            "Ah Kc 2d 5s Kd 3c 4h",
            "Ts 6d 4c 7h 2s Jc Qd",
            "double",
            "seat 1 cannot double: the dealer has a natural",
        ),
    ],
)
def test_blackjack_decisions_are_checked(dealer: str, held: str, said: str, fault: str) -> None:
    assert refusal("three-way-action", dealer, f"{held} | {BETS} | {said}") == (fault,)


def test_split_aces_that_draw_must_be_finished() -> None:
    seat = f"As Ad 2c 7h 2s Jc Qd | {BETS} | split hit"
    assert refusal("three-way-action", SEVEN, seat, options={"split-aces": "draw"}) == (
        "seat 1 has not finished its blackjack hand: its first hand has soft 15 after split hit;"
        " expected hit or stand",
    )
    seat = f"As Ad 2c 7h 2s Jc Qd | {BETS} | split stand"
    assert refusal("three-way-action", SEVEN, seat, options={"split-aces": "draw"}) == (
        "seat 1 has not finished its blackjack hand: its second hand has soft 18 after split stand;"
        " expected hit or stand",
    )


def test_a_hand_of_21_needs_no_stand() -> None:
    action = GAMES["three-way-action"]
    seat = parse_seat(1, f"As 6d 4c 7h 2s Jc Qd | {BETS} | hit")
    lines = settle(Round(action, terms(action), cards.parse(SEVEN), (seat,)))
    assert lines[1].reason.startswith("21 (As 6d 4c) beats")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Qs 7h 3x | ante=10 | play",
            "seat 1: '3x' is not a card: expected a rank (2 3 4 5 6 7 8 9 T J Q K A) and a suit"
            " (c d h s), as in Qs",
        ),
        (
            "Qs 7h 3d , ante=10 , play",
            "seat 1: 'ante=10' is not a card: bets come after the cards and a |",
        ),
        (
            "Qs 7h 3d | ante | play",
            "seat 1: 'ante' is not a bet and its amount: expected NAME=10, without spaces",
        ),
        (
            "Qs 7h 3d | ante=ten | play",
            "seat 1: bet 'ante': 'ten' is not an amount: expected dollars such as 10 or 2.50",
        ),
        ("Qs 7h 3d | ante=5 ante=5 | play", "seat 1: bet 'ante' is named twice"),
        (
            "Qs 7h 3d | ante=10 | play | fold",
            "seat 1 has 4 parts between |: expected CARDS | BETS | DECISIONS",
        ),
    ],
)
def test_a_seat_that_cannot_be_read_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(Malformed) as raised:
        parse_seat(1, text)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    ("tables", "options", "sentence"),
    [
        (["pair-plus=X"], {}, "pair-plus has no pay table 'X': expected A, B, C or D"),
        (
            ["A"],
            {},
            "'A' names no pay table of three-card-poker: did you mean ante-bonus=A or pair-plus=A?",
        ),
        (["pair-plus=A", "TCP-02"], {}, "pay table pair-plus is named twice: A and B"),
        (["bonus=TCPB-3E"], {}, "bonus has no pay table 'TCPB-3E': did you mean TCPB-03E?"),
        (["par-plus=A"], {}, "three-card-poker has no bet 'par-plus': did you mean pair-plus?"),
        (
            ["ante=A"],
            {},
            "three-card-poker has no pay tables for ante, only for ante-bonus, pair-plus and bonus",
        ),
        (
            ["TCP-7"],
            {},
            "'TCP-7' names no pay table of three-card-poker: did you mean TCP-07?",
        ),
        (
            ["TCPB-3E"],
            {},
            "'TCPB-3E' names no pay table of three-card-poker: did you mean TCPB-03E?",
        ),
        (
            [],
            {"ante": "maybe"},
            "option ante cannot be 'maybe': expected optional or mandatory",
        ),
        (
            [],
            {"peek": "no"},
            "three-card-poker has no option 'peek': expected ante, order-of-bets, bonus-on-fold or"
            " envy-hands",
        ),
    ],
)
def test_unknown_terms_are_explained(
    tables: list[str], options: dict[str, str], sentence: str
) -> None:
    shfl = GAMES["three-card-poker"]
    with pytest.raises(Malformed) as raised:
        terms(shfl, named_tables(shfl, tables), options)
    assert str(raised.value) == sentence


def test_a_combination_names_both_its_tables() -> None:
    assert named_tables(GAMES["three-card-poker"], ["tcp-08"]) == {
        "ante-bonus": "B",
        "pair-plus": "C",
    }
    with pytest.raises(Malformed, match="expected BET=NAME"):
        named_tables(GAMES["ags-3-card"], ["TCP-01"])


def test_napa_has_no_options_to_set() -> None:
    with pytest.raises(Malformed, match="has no option 'peek': it has none"):
        terms(GAMES["napa-three-card-poker"], {}, {"peek": "no"})


def test_an_unknown_game_gets_the_nearest_name() -> None:
    with pytest.raises(Malformed, match="did you mean three-card-poker"):
        game("three-card-poke")


def test_a_table_of_one_bet_alone_is_known_by_its_name() -> None:
    assert named_tables(GAMES["three-card-poker"], ["tcpb-03e"]) == {"bonus": "TCPB-03E"}


HALF: Any = 5.5


@pytest.mark.parametrize(
    ("dealer", "seat", "fault"),
    [
        ((37, 31, 52), Seat(1, (1, 2, 3), {"ante": 5}, ("play",)), "52 is not a card"),
        ((37, 31, True), Seat(1, (1, 2, 3), {"ante": 5}, ("play",)), "True is not a card"),
        ((37, 31, 9), Seat(1, (1, 2, 3), {"ante": HALF}, ("play",)), "5.5 is not a whole number"),
        ((37, 31, 9), Seat(True, (1, 2, 3), {"ante": 5}, ("play",)), "True is not a whole number"),
    ],
)
def test_what_a_program_sends_must_be_cards_and_whole_numbers(
    dealer: tuple[int, ...], seat: Seat, fault: str
) -> None:
    shfl = GAMES["three-card-poker"]
    with pytest.raises(Refused, match=fault):
        settle(Round(shfl, terms(shfl), dealer, (seat,)))


def test_terms_of_another_game_are_refused() -> None:
    shfl, napa = GAMES["three-card-poker"], GAMES["napa-three-card-poker"]
    with pytest.raises(Refused, match="terms are those of napa-three-card-poker"):
        settle(Round(shfl, terms(napa), (1, 2, 3), ()))


@pytest.mark.parametrize(
    ("units", "returned", "says"),
    [
        (-1, 0, ""),
        (-2, 0, "would lose $20"),
        (-1, 200, "would lose $10 and return $2"),
        (3, 1001, "would lose $0 and return $10.01"),
        (3, -1, "would lose $0 and return -$0.01"),
    ],
)
def test_a_game_that_takes_more_than_what_lies_on_a_bet_is_stopped(
    units: int, returned: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a fold counts a bet in halves of a stake, and the settlement in whole ones."""

    def forgets_parts(played: Round) -> list[Line]:
        ante = line(played, "folds", played.seats[0], "ante", Odds(units), "player folded")
        return [replace(ante, returned_cents=returned)]

    poker = game("three-card-poker")
    broken = replace(games.SETTLEMENTS[poker.key], settle=forgets_parts)
    monkeypatch.setitem(games._settlements, poker.key, broken)
    seat = parse_seat(1, "Qs 7h 3d | ante=10 | fold")
    played = Round(poker, terms(poker), cards.parse("Jc 9s 2h"), (seat,))
    if not says:
        assert [each.net_cents for each in settle(played)] == [-1000]
        return
    for ask in (settle, lambda each: settle_stages(each, ["folds"])):
        with pytest.raises(Corrupt) as raised:
            ask(played)
        assert str(raised.value) == (
            f"three-card-poker is faulty: ante of seat 1 has $10 on it and {says}"
        )
        assert raised.value.code == "settlement.impossible"
