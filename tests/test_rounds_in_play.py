"""Rounds on the way: what may be said, when the dealer draws, which bets are settled early."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal import cards
from fairdeal.errors import Refused
from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.blackjack_leg import dealer_hand
from fairdeal.games.layout import Act
from fairdeal.games.notation import parse_seat
from fairdeal.games.referee import round_faults, settle, settle_stages
from fairdeal.games.round import Move, Round, Seat
from fairdeal.games.terms import terms
from fairdeal.games.three_way_action import played_out
from tests import naive
from tests.invariants import on_the_layout
from tests.rounds import random_round
from tests.twins import named

randoms = st.randoms(use_true_random=False)
game_keys = pytest.mark.parametrize("key", GAMES)

ACTION = "three-way-action"
BETS = "high-card=5 blackjack=10 poker=5"
HIT, STAND = Move("hit", cards=1), Move("stand")
DOUBLE = Move("double", "blackjack", 1000, cards=1)
SPLIT = Move("split", "blackjack", 1000, cards=2)


def in_play(
    key: str, dealer: str, *seats: str, options: dict[str, str] | None = None, banker: int = 0
) -> Round:
    """A round as far as it has come."""
    game = GAMES[key]
    held = tuple(parse_seat(number, text) for number, text in enumerate(seats, 1))
    return Round(game, terms(game, {}, options), cards.parse(dealer), held, banker=banker)


def choices(key: str, dealer: str, seat: str, **options: str) -> tuple[Move, ...]:
    played = in_play(key, dealer, seat, options=options)
    return SETTLEMENTS[key].moves(played, played.seats[0])


@pytest.mark.parametrize(
    ("key", "bets"),
    [
        ("three-card-poker", "ante=25 pair-plus=5"),
        ("napa-three-card-poker", "ante=25 pair-plus=5"),
        ("ags-3-card", "ante=25 stax=5"),
        ("three-card-fury", "ante=25 monster=25"),
    ],
)
def test_a_seat_plays_for_its_ante_or_folds_and_says_so_once(key: str, bets: str) -> None:
    assert choices(key, "Jc 9s 2h", f"Qs 7h 3d | {bets}") == (
        Move("play", "play", 2500),
        Move("fold"),
    )
    for said in ("play", "fold"):
        assert choices(key, "Jc 9s 2h", f"Qs 7h 3d | {bets} | {said}") == ()


@pytest.mark.parametrize(
    ("key", "bets"), [("three-card-poker", "pair-plus=5"), ("ags-3-card", "player-bonus=5")]
)
def test_a_seat_without_an_ante_has_nothing_to_decide(key: str, bets: str) -> None:
    assert choices(key, "Jc 9s 2h", f"Qs 7h 3d | {bets}", ante="optional") == ()


@pytest.mark.parametrize(
    ("held", "said", "expected"),
    [
        ("Ts 6d", "", (HIT, STAND, DOUBLE)),
        ("Ts Td", "", (HIT, STAND, DOUBLE)),
        ("As Ad", "", (HIT, STAND, DOUBLE, SPLIT)),
        ("Ts 6d 2c", "hit", (HIT, STAND)),
        ("2s 2d 2c 3s 3d 3c", "hit hit hit hit", (HIT, STAND)),
        ("Ts 6d", "stand", ()),
        ("Ts 6d 2c", "double", ()),
        ("Ts 6d 9c", "hit", ()),
        ("Ts 6d 5c", "hit", ()),
        ("As 2s 2h 2d 4c", "hit hit hit", ()),
        ("As 2s 2h 2d 3s Ac", "hit hit hit hit", (HIT, STAND)),
        ("Ts Ad", "", ()),
        ("2s 2d 2c 3s 3d 3c 4s", "hit hit hit hit hit", ()),
        ("As Ad 5c 6c", "split", ()),
        ("Ts", "", ()),
        ("", "", ()),
        ("Ts 6d", "hit", ()),
        ("Ts 6d", "double", ()),
        ("As Ad 5c", "split", ()),
    ],
)
def test_a_blackjack_hand_may_be_played_on_as_far_as_its_cards_are_out(
    held: str, said: str, expected: tuple[Move, ...]
) -> None:
    assert choices(ACTION, "9h 8c", f"{held} | {BETS} | {said}") == expected


@pytest.mark.parametrize(
    ("held", "said", "expected"),
    [
        ("As Ad 5c 6c", "split", (HIT, STAND)),
        ("As Ad 5c 6c", "split stand", (HIT, STAND)),
        ("As Ad Tc 6c", "split", (HIT, STAND)),
        ("As Ad 5c Tc", "split stand", ()),
        ("As Ad 5c 6c", "split stand stand", ()),
        ("As Ad 5c 6c Td Th Kd", "split hit hit hit", ()),
    ],
)
def test_split_aces_draw_where_the_house_lets_them(
    held: str, said: str, expected: tuple[Move, ...]
) -> None:
    seat = f"{held} | {BETS} | {said}"
    assert choices(ACTION, "9h 8c", seat, **{"split-aces": "draw"}) == expected


def test_nobody_decides_after_the_dealer_has_seen_a_natural() -> None:
    seat = f"Ts 6d | {BETS}"
    for dealer in ("Ah Kc", "Kc Ah"):
        assert choices(ACTION, dealer, seat) == ()
        assert choices(ACTION, dealer, seat, peek="no") == (HIT, STAND, DOUBLE)


def test_nobody_decides_before_the_dealers_second_card_is_out() -> None:
    assert choices(ACTION, "9h", f"Ts 6d | {BETS}") == ()


@pytest.mark.parametrize(
    ("dealer", "soft_17", "draws"),
    [
        ("", "hit", False),
        ("Ts", "hit", False),
        ("Ts 6d", "hit", True),
        ("Ts 7d", "hit", False),
        ("As 6d", "hit", True),
        ("As 6d", "stand", False),
        ("As 7d", "hit", False),
        ("As 6d Tc", "hit", False),
        ("As 6d 9c", "hit", True),
        ("As 6d 9c", "stand", False),
        ("Ts 6d 9c", "hit", False),
        ("2s 2d 2c 2h 3s 3d", "hit", True),
        ("2s 2d 2c 2h 3s 3d 3c", "hit", False),
    ],
)
def test_the_dealer_draws_to_seventeen_with_at_most_seven_cards(
    dealer: str, soft_17: str, draws: bool
) -> None:
    played = in_play(ACTION, dealer, options={"soft-17": soft_17})
    assert SETTLEMENTS[ACTION].dealer_draws(played) == draws


@pytest.mark.parametrize(
    ("dealer", "peeks", "stops"),
    [
        ("", False, False),
        ("Ah", True, False),
        ("Ah 9c", True, False),
        ("Ah Kc", True, True),
        ("Tc Ah", True, True),
        ("Jc 2h", True, False),
        ("9c Ah", False, False),
    ],
)
def test_the_dealer_looks_for_a_natural_under_an_ace_or_a_ten(
    dealer: str, peeks: bool, stops: bool
) -> None:
    rules = SETTLEMENTS[ACTION]
    played = in_play(ACTION, dealer)
    assert (rules.peeks(played), rules.stops(played)) == (peeks, stops)
    blind = in_play(ACTION, dealer, options={"peek": "no"})
    assert not rules.peeks(blind)
    assert not rules.stops(blind)


@pytest.mark.parametrize("key", [key for key in GAMES if key != ACTION])
def test_other_dealers_neither_draw_nor_look(key: str) -> None:
    rules, played = SETTLEMENTS[key], in_play(key, "Ah Kc")
    assert not any(asks(played) for asks in (rules.dealer_draws, rules.peeks, rules.stops))


@game_keys
@given(random=randoms)
def test_any_words_from_the_choices_make_a_legal_round(key: str, random: Random) -> None:
    dealt = random_round(key, random)
    game, rules = dealt.game, SETTLEMENTS[key]
    [step] = [step for step in next(iter(game.procedures.values())) if step.act is Act.DECIDE]
    staged = key == ACTION
    first = replace(dealt, dealer=dealt.dealer[: 2 if staged else game.dealer_cards])
    finished = []
    for seat in dealt.seats:
        raised = 0
        now = replace(seat, cards=seat.cards[: 2 if staged else game.player_cards], decisions=())
        while found := rules.moves(first, now):
            words = [choice.word for choice in found]
            assert step.default in words
            assert set(words) <= set(step.words)
            said = random.choice(found)
            raised += said.cents
            drawn = seat.cards[: len(now.cards) + said.cards]
            now = replace(now, cards=drawn, decisions=(*now.decisions, said.word))
        assert on_the_layout(now) == sum(seat.bets.values()) + raised
        finished.append(replace(now, cards=seat.cards))
    assert round_faults(replace(dealt, seats=tuple(finished))) == []


@given(random=randoms)
def test_choices_are_those_of_the_twin(random: Random) -> None:
    dealt = random_round(ACTION, random)
    for seat in dealt.seats:
        for spoken in range(len(seat.decisions) + 1):
            said = seat.decisions[:spoken]
            now = replace(seat, decisions=said)
            words = {choice.word for choice in SETTLEMENTS[ACTION].moves(dealt, now)}
            asked = naive.legal_words(
                named(seat.cards), said, named(dealt.dealer), dealt.terms.options
            )
            if played_out(dealt, now).is_settled_at_21:
                assert (words, asked) == (set(), {"hit", "stand"})
            else:
                assert words == asked


def cut(seat: Seat, held: int, decisions: Sequence[str] = ()) -> Seat:
    return replace(seat, cards=seat.cards[:held], decisions=tuple(decisions))


@given(random=randoms)
def test_bets_settled_early_are_settled_as_in_the_finished_round(random: Random) -> None:
    played = random_round(ACTION, random)
    lines = settle(played)
    hits = played.terms.option("soft-17") == "hit"
    drawn = dealer_hand(played.dealer, hits)
    used = {seat.number: played_out(played, seat).leg.used for seat in played.seats}
    first = replace(
        played, dealer=played.dealer[:1], seats=tuple(cut(seat, 1) for seat in played.seats)
    )
    second = replace(
        played,
        dealer=drawn,
        seats=tuple(cut(seat, used[seat.number], seat.decisions) for seat in played.seats),
    )
    for now, stages in (
        (first, {"high-card"}),
        (second, {"blackjack"}),
        (second, {"high-card", "blackjack"}),
        (played, {"poker"}),
        (played, {"bonus"}),
        (played, {"poker", "bonus"}),
        (played, {stage.key for stage in played.game.stages}),
    ):
        assert settle_stages(now, stages) == [line for line in lines if line.stage in stages]
    without_dealer = replace(played, dealer=played.dealer[:2])
    assert settle_stages(without_dealer, {"bonus"}) == [
        line for line in lines if line.stage == "bonus"
    ]


@given(random=randoms)
def test_the_dealer_draws_the_hand_that_is_settled(random: Random) -> None:
    played = random_round(ACTION, random)
    hand = dealer_hand(played.dealer, played.terms.option("soft-17") == "hit")
    for held in range(2, len(played.dealer) + 1):
        now = replace(played, dealer=played.dealer[:held])
        assert SETTLEMENTS[ACTION].dealer_draws(now) == (held < len(hand))


@game_keys
@given(random=randoms)
def test_the_stages_together_are_the_whole_settlement(key: str, random: Random) -> None:
    played = random_round(key, random)
    by_stage = [settle_stages(played, [stage.key]) for stage in played.game.stages]
    assert [line for lines in by_stage for line in lines] == settle(played)
    assert settle_stages(played, ()) == []


@pytest.mark.parametrize(
    ("stage", "dealer", "seat", "fault"),
    [
        ("high-card", "9h", f"| {BETS}", "seat 1 has no cards: expected 1 to 7"),
        ("high-card", "", f"Ts | {BETS}", "the dealer has no cards: expected 1 to 7"),
        ("high-card", "9h", f"9h | {BETS}", "9h is named 2 times: with the dealer and seat 1"),
        (
            "high-card",
            "9h",
            "Ts | high-card=5 poker=5",
            "seat 1 must also bet on blackjack",
        ),
        (
            "blackjack",
            "9h 8c",
            f"Ts 6d | {BETS}",
            "seat 1 has not finished its blackjack hand: its hand has 16; expected hit, stand or"
            " double",
        ),
        ("blackjack", "9h 8c", f"Ts 6d | {BETS} | hit", "seat 1 waits for a card after hit"),
        ("blackjack", "9h 7c", f"Ts 6d | {BETS} | stand", "the dealer has 16 and must draw"),
        ("blackjack", "Ah 6c", f"Ts 6d | {BETS} | stand", "the dealer has soft 17 and must draw"),
        (
            "blackjack",
            "9h",
            f"Ts 6d | {BETS} | stand",
            "the dealer has 1 card (9h): expected 2 to 7",
        ),
        (
            "poker",
            "9h 8c 2c 3c 4c 5c 7c",
            f"Ts 6d | {BETS} | stand",
            "seat 1 has 2 cards (Ts 6d): expected 7",
        ),
    ],
)
def test_a_stage_waits_for_the_cards_it_needs(
    stage: str, dealer: str, seat: str, fault: str
) -> None:
    with pytest.raises(Refused) as raised:
        settle_stages(in_play(ACTION, dealer, seat), [stage])
    assert raised.value.faults == (fault,)


def test_a_stage_of_another_game_waits_for_the_whole_round() -> None:
    early = in_play("three-card-poker", "Jc", "Qs 7h 3d | ante=10 | fold")
    with pytest.raises(Refused, match="the dealer has 1 card"):
        settle_stages(early, ["folds"])
    whole = in_play("three-card-poker", "Jc 9s 2h", "Qs 7h 3d | ante=10 | fold")
    assert [line.bet for line in settle_stages(whole, ["folds"])] == ["ante-bonus", "ante"]


def test_a_stage_that_the_game_does_not_have_is_a_programmers_mistake() -> None:
    with pytest.raises(AssertionError, match="three-card-poker has no stage poker"):
        settle_stages(in_play("three-card-poker", "Jc 9s 2h"), ["poker"])


@pytest.mark.parametrize(
    ("key", "banker", "fault"),
    [
        ("napa-three-card-poker", 8, "seat 8 cannot hold the bank: expected 1 to 7"),
        ("napa-three-card-poker", -1, "seat -1 cannot hold the bank: expected 1 to 7"),
        ("napa-three-card-poker", 1, "seat 1 cannot bet: it holds the bank"),
        (
            "three-card-poker",
            2,
            "three-card-poker is banked by the house: seat 2 cannot hold the bank",
        ),
    ],
)
def test_the_bank_is_at_a_seat_that_can_hold_it(key: str, banker: int, fault: str) -> None:
    played = in_play(key, "Jc 9s 2h", "Qs 7h 3d | ante=10 | play", banker=banker)
    assert round_faults(played) == [fault]


def test_the_seat_of_the_bank_is_a_whole_number() -> None:
    played = in_play("napa-three-card-poker", "Jc 9s 2h", "Qs 7h 3d | ante=10 | play", banker=True)
    assert round_faults(played) == ["True is not a whole number"]
