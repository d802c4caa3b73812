"""Hands as a dealer would call them."""

from random import Random

import pytest

from fairdeal.cards import parse
from fairdeal.games import GAMES
from fairdeal.games.reasons import SHORT, compared, short
from fairdeal.games.referee import settle
from fairdeal.hands import poker, three_card, words
from tests.rounds import random_round


@pytest.mark.parametrize(
    ("held", "called"),
    [
        ("Qs 7h 3d", "queen high"),
        ("6d 6c Kh", "pair of sixes"),
        ("Kh 6d 6c", "pair of sixes"),
        ("As 9s 2s", "ace-high flush"),
        ("As 2h 3d", "three-high straight"),
        ("As Kh Qd", "ace-high straight"),
        ("7s 7h 7d", "three of a kind (sevens)"),
        ("2s 3s As", "three-high straight flush"),
        ("Qs Ks As", "suited ace-king-queen"),
    ],
)
def test_three_cards_have_a_name(held: str, called: str) -> None:
    assert words.three_cards(three_card.strength_of(*parse(held))) == called


@pytest.mark.parametrize(
    ("held", "called"),
    [
        ("Ks 7h 3d 2c 9h 4s Jd", "king high"),
        ("Ks Kh 3d 2c 9h 4s Jd", "pair of kings"),
        ("Ks Kh 3d 3c 9h 9s Jd", "two pair (kings and nines)"),
        ("Ks Kh Kd 2c 9h 4s Jd", "three of a kind (kings)"),
        ("As 2h 3d 4c 5h 9s Jd", "five-high straight"),
        ("As 2s 3s 9s Ts 9h Jd", "ace-high flush"),
        ("Ks Kh Kd 3c 3h 3s Jd", "full house (kings over threes)"),
        ("Ks Kh Kd Kc 3h 3s 3d", "four of a kind (kings)"),
        ("As 2s 3s 4s 5s 6h 7h", "five-high straight flush"),
        ("As Ks Qs Js Ts 9s 8s", "royal flush"),
    ],
)
def test_the_best_five_have_a_name(held: str, called: str) -> None:
    assert words.best_five(poker.strength_of(parse(held))) == called


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ("Qs 7h 3d", "Qc 9h 2d", "queen high with a seven loses to {} queen high with a nine"),
        ("Qs 8h 3d", "Qc 7h 2d", "queen high with an eight beats {} queen high with a seven"),
        ("9s 9h Ad", "9c 9d Kd", "pair of nines with an ace beats {} pair of nines with a king"),
        ("Qs 7h 3d", "Qc 7d 3s", "queen high ties {} queen high"),
        ("7s 7h 3d", "Qc 9h 2d", "pair of sevens beats {} queen high"),
        ("As Js 4s", "Ac Jc 3c", "ace-high flush with a four beats {} ace-high flush with a three"),
    ],
)
def test_hands_of_the_same_name_are_told_apart(ours: str, theirs: str, said: str) -> None:
    mine, other = (three_card.strength_of(*parse(text)) for text in (ours, theirs))
    expected = said.format("dealer's")
    assert compared("dealer", mine, other, words.three_cards) == expected


@pytest.mark.parametrize("key", GAMES)
def test_every_reason_has_a_short_form_that_fits_the_felt(key: str) -> None:
    random = Random(key)
    for _ in range(400):
        for line in settle(random_round(key, random)):
            said = short(line.reason)
            assert 4 <= len(said) <= SHORT, line.reason
            assert said.rpartition(" ")[2] not in {"a", "of", "in", "is", "to", "not", "only"}


def test_a_reason_that_nobody_has_heard_of_is_cut_between_words() -> None:
    assert short("an unheard-of combination of cards: bonus wins") == "an unheard-of"
