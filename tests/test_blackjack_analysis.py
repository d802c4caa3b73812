"""Small decks: the exact blackjack leg against every card dealt one by one."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm

import pytest

from fairdeal.analysis.blackjack.advice import advise
from fairdeal.analysis.blackjack.house import CARD, FULL, Counts, House, counts_of
from fairdeal.analysis.blackjack.policies import (
    Policy,
    as_the_dealer,
    hits_and_stands,
    never_busts,
)
from fairdeal.analysis.blackjack.solution import Solution, solve
from fairdeal.analysis.blackjack.weighing import weigh
from fairdeal.cards import DECK, parse
from fairdeal.errors import Refused
from fairdeal.games.blackjack_leg import Leg, Word, may
from fairdeal.hands.blackjack import points_of
from tests.slow_blackjack import (
    Considers,
    Hand,
    Seen,
    anything,
    each_word,
    start,
    without,
    worth,
)

TWOS_AND_SIXES: Counts = (6, 0, 0, 0, 3, 0, 0, 0, 2, 3)
FIVES_AND_NINES: Counts = (0, 0, 0, 4, 0, 0, 0, 4, 2, 4)
FIVE_VALUES: Counts = (0, 1, 0, 4, 3, 0, 0, 0, 4, 4)
TENS_BUT_ONE: Counts = (0, 0, 0, 0, 0, 0, 0, 0, 14, 1)
CHANGES = {
    "natural": "6:5",
    "peek": "no",
    "split-aces": "draw",
    "soft-17": "stand",
    "seven-card-win": "no",
}
ALONE = [{key: value} for key, value in CHANGES.items()]


def as_points(deck: Counts) -> Hand:
    return tuple(points_of(CARD[value]) for value in range(10) for _ in range(deck[value]))


def by_name(values: Mapping[Word, Fraction]) -> dict[str, Fraction]:
    return {word.name.lower(): value for word, value in values.items()}


def agrees_with_the_slow_way(solution: Solution, considers: Considers) -> None:
    whole = as_points(solution.deck)
    edge, wager = Fraction(0), Fraction(0)
    for up in sorted(set(whole)):
        seen = Seen(up, solution.house, considers)
        rest = without(whole, up)
        for a, b in combinations_with_replacement(sorted(set(rest)), 2):
            if a == b and rest.count(a) == 1:
                assert (a - 2, b - 2, up - 2) not in solution.starts
                continue
            slow = start(a, b, without(without(rest, a), b), seen)
            found = solution.starts[a - 2, b - 2, up - 2]
            total = found.law.total
            assert {net: Fraction(n, total) for net, n in found.law.ways.items()} == slow.law
            assert by_name(found.values) == slow.values
            assert found.wager == slow.wager
            picks = whole.count(up) * rest.count(a) * (rest.count(b) - (a == b))
            chance = Fraction(picks * len({a, b}), perm(len(whole), 3))
            assert Fraction(total * len({a, b}), solution.law.total) == chance
            edge -= chance * worth(slow.law)
            wager += chance * slow.wager
    assert solution.house_edge == edge
    assert solution.wager == wager
    assert solution.element_of_risk == edge / wager
    assert solution.law.total == perm(len(whole), 14)


def named(options: dict[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items()) or "default"


@pytest.mark.parametrize("options", [{}, CHANGES], ids=named)
def test_a_small_deck_agrees_with_every_card_dealt_one_by_one(options: dict[str, str]) -> None:
    agrees_with_the_slow_way(solve(House.of(options), TWOS_AND_SIXES), anything)


@pytest.mark.parametrize("deck", [FIVES_AND_NINES, TENS_BUT_ONE])
def test_other_decks_agree_too(deck: Counts) -> None:
    agrees_with_the_slow_way(solve(House.of(), deck), anything)


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("options", [{}, *ALONE, CHANGES], ids=named)
@pytest.mark.parametrize("deck", [TWOS_AND_SIXES, FIVE_VALUES])
def test_every_option_agrees_too(deck: Counts, options: dict[str, str]) -> None:
    agrees_with_the_slow_way(solve(House.of(options), deck), anything)


def without_second_bets(points: int, soft: bool) -> Collection[str]:
    return ("stand", "hit")


def like_the_dealer(points: int, soft: bool) -> Collection[str]:
    return ("stand",) if points >= 18 or (points == 17 and not soft) else ("hit",)


def without_risk(points: int, soft: bool) -> Collection[str]:
    return ("stand",) if points >= (18 if soft else 12) else ("hit",)


@pytest.mark.parametrize(
    ("policy", "considers"),
    [
        (hits_and_stands, without_second_bets),
        (as_the_dealer, like_the_dealer),
        (never_busts, without_risk),
    ],
)
def test_a_policy_is_worth_what_the_slow_way_says(policy: Policy, considers: Considers) -> None:
    agrees_with_the_slow_way(solve(House.of(), TWOS_AND_SIXES, policy), considers)


def test_split_hands_follow_a_policy_too() -> None:
    def splits(leg: Leg, up: int, house: House) -> Collection[Word]:
        return (Word.SPLIT,) if may(leg, Word.SPLIT) else as_the_dealer(leg, up, house)

    def split(points: int, soft: bool) -> Collection[str]:
        return ("split",) if soft and points == 12 else like_the_dealer(points, soft)

    two_aces = (0, 0, 0, 4, 0, 0, 0, 0, 8, 2)  # none is left to make another soft twelve
    agrees_with_the_slow_way(solve(House.of({"split-aces": "draw"}), two_aces, splits), split)


def test_a_policy_must_leave_an_open_word() -> None:
    def only_splits(leg: Leg, up: int, house: House) -> Collection[Word]:
        return (Word.SPLIT,)

    with pytest.raises(AssertionError, match="a policy considers an open word"):
        solve(House.of(), TWOS_AND_SIXES, only_splits)


@pytest.mark.parametrize("deck", [(0,) * 8 + (10, 2), tuple(2 * each for each in FULL)])
def test_a_deck_too_small_or_too_large_is_noticed(deck: Counts) -> None:
    with pytest.raises(AssertionError, match="cards"):
        weigh(House.of(), deck, 9)


def test_the_parts_of_the_law_make_up_the_whole() -> None:
    solution = solve(House.of(), TWOS_AND_SIXES)
    parts = [solution.law_of(first, up) for first in range(10) for up in range(10)]
    assert sum(part.total for part in parts) == solution.law.total
    for net, ways in solution.law.ways.items():
        assert sum(part.ways.get(net, 0) for part in parts) == ways
    tens = solution.law_of(8, 8)
    assert Fraction(tens.total, solution.law.total) == Fraction(2 * 1, 14 * 13)


def test_the_best_word_for_real_cards_is_the_one_of_their_values() -> None:
    solution = solve(House.of(), TWOS_AND_SIXES)
    best = solution.starts[0, 4, 8].best
    assert solution.word_for(parse("6h 2c"), parse("Kd")[0]) is best
    assert solution.word_for(parse("As Kh"), parse("Kd")[0]) is None
    assert solution.word_for(parse("2c 2d 2h"), parse("Kd")[0], ["hit"]) is Word.HIT


IN_PLAY = parse("2c 2d 2h 2s 6c 6d 6h Tc Td Th Ac Ad Ah As")
"""All that has not been seen elsewhere when advice is asked for."""


@pytest.mark.parametrize(
    ("cards", "up", "said", "hands", "at"),
    [
        ("6c 2c", "Td", [], ((2, 6),), 0),
        ("6c 2c", "As", [], ((2, 6),), 0),
        ("2c 6c 2d", "2h", ["hit"], ((2, 2, 6),), 0),
        ("2c Ac 2d Ad 2h Ah", "Td", ["hit"] * 4, ((2, 2, 2, 11, 11, 11),), 0),
        ("Ac Ad", "6d", [], ((11, 11),), 0),
        ("Ac Ad 6c 2c", "2h", ["split"], ((6, 11), (2, 11)), 0),
        ("Ac Ad 6c 2c 2d", "Td", ["split", "hit"], ((2, 6, 11), (2, 11)), 0),
        ("Ac Ad 6c 2c Tc", "As", ["split", "stand", "hit"], ((6, 11), (2, 10, 11)), 1),
    ],
)
def test_advice_is_what_the_slow_way_says(
    cards: str, up: str, said: list[str], hands: tuple[Hand, ...], at: int
) -> None:
    house = House.of({"split-aces": "draw"} if cards.startswith("A") else {})
    known = (*parse(cards), parse(up)[0])
    gone = [card for card in DECK if card not in (*IN_PLAY, *known)]
    deck = as_points(counts_of(card for card in IN_PLAY if card not in known))
    slow = each_word(hands, at, deck, Seen(points_of(known[-1]), house, anything))
    found = advise(known[:-1], known[-1], said, seen=gone, house=house)
    assert by_name(found) == {word: worth(chances) for word, chances in slow.items()}


@pytest.mark.parametrize(
    ("cards", "said"), [("Ac Tc", []), ("2c 6c", ["stand"]), ("2c 6c 6d", ["double"])]
)
def test_a_hand_that_is_over_needs_no_advice(cards: str, said: list[str]) -> None:
    held = parse(cards)
    gone = [card for card in DECK if card not in (*IN_PLAY, *held)]
    assert advise(held, gone[0], said, seen=gone[1:]) == {}


@pytest.mark.parametrize(
    ("cards", "up", "said", "seen", "sentence"),
    [
        ("2c", "Kh", [], "", "a hand has two cards or more, not 1"),
        ("2c 2c", "Kh", [], "2c", "2c is named twice"),
        ("2c 3c", "Kh", ["hit"], "", "2 cards do not fit hit: expected 3"),
        (
            "2c 3c 4c",
            "Kh",
            [],
            "",
            "3 cards do not fit a hand to which nothing was said: expected 2",
        ),
        ("2c 3c", "Kh", ["split"], "", "cannot split: expected hit, stand or double"),
    ],
)
def test_advice_for_an_impossible_hand_is_refused(
    cards: str, up: str, said: list[str], seen: str, sentence: str
) -> None:
    with pytest.raises(Refused, match=f"^{sentence}$"):
        advise(parse(cards), parse(up)[0], said, seen=parse(seen))


def test_advice_needs_cards_enough_to_play_the_hand_out() -> None:
    with pytest.raises(Refused, match=r"^10 unseen cards are not enough to play the hand out$"):
        advise(DECK[:2], DECK[2], seen=DECK[3:42])
