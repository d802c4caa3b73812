"""Cards and amounts, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal import cards, money
from fairdeal.errors import Malformed, did_you_mean, listed


def test_every_card_is_written_as_it_is_read() -> None:
    assert cards.parse(cards.show(cards.DECK)) == cards.DECK
    assert len({cards.name(card) for card in cards.DECK}) == 52


def test_rank_and_suit_make_the_card() -> None:
    for card in cards.DECK:
        rank, suit = cards.RANKS[cards.rank_of(card)], cards.SUITS[cards.suit_of(card)]
        assert cards.parse(rank + suit) == (card,)


@pytest.mark.parametrize("text", ["Th 2c", "10h 2c", "th 2C", "T♥ 2♣", "Th,2c", " Th  2c "])
def test_cards_may_be_typed_in_several_ways(text: str) -> None:
    assert cards.parse(text) == (34, 0)


@pytest.mark.parametrize("text", ["1h", "Qx", "Q", "QQs", "h", "1", "-1c", "110h", "Q s"])
def test_what_is_no_card_is_refused_with_the_word(text: str) -> None:
    with pytest.raises(Malformed, match="is not a card"):
        cards.parse(text)


@given(st.integers(0, 10**12))
def test_every_amount_is_written_as_it_is_read(cents: int) -> None:
    assert money.dollars(money.show(cents)) == cents


@pytest.mark.parametrize(
    "text", ["", "-5", "1e3", "5.001", "1,00", "$", "5.", "ten", "٣", "nan", "0x5"]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="is not an amount"):
        money.dollars(text)


@given(st.integers(1, 10**6), st.integers(-10, 100), st.integers(1, 10))
def test_rounding_gives_the_player_less_than_a_cent(stake: int, won: int, per: int) -> None:
    exact = stake * won / per
    net = money.net_of(stake, money.Odds(won, per))
    assert exact <= net + 1e-6
    assert net - exact < 1


def test_hints_name_the_nearest_word_or_all_of_them() -> None:
    assert did_you_mean("tcpb-3e", ["TCPB-01", "TCPB-03E"]) == "did you mean TCPB-03E?"
    assert did_you_mean("x", []) == "expected nothing"
    assert listed(["a"]) == "a"
