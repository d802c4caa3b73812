"""Every ranking beside its naive twin, over whole domains or a million random hands."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, islice
from random import Random

import pytest

from fairdeal.games.ags_3_card import SixCard, Stax, six_card_event, stax_event
from fairdeal.games.paytable import key_of
from fairdeal.games.three_card_fury import Monster, SevenCard, monster_event, seven_card_event
from fairdeal.games.three_card_poker import Bonus, bonus_event
from fairdeal.games.three_way_action import Bonus as ThreeWayBonus
from fairdeal.games.three_way_action import bonus_event as three_way_bonus_event
from fairdeal.hands import blackjack, poker, three_card
from fairdeal.hands.four_card import FourCard, four_card_event
from tests import naive
from tests.naive import events, ranking
from tests.rounds import shuffled
from tests.scale import CHUNKS, SCALE, part_of
from tests.twins import named


def assert_same_order(pairs: Iterable[tuple[int, naive.Key]]) -> None:
    """Strengths and the twin's keys rise together and tie together."""
    by_strength = sorted(set(pairs))
    keys = [key for _, key in by_strength]
    assert keys == sorted(keys)
    assert len({strength for strength, _ in by_strength}) == len(set(keys)) == len(by_strength)


def test_all_three_card_hands_have_the_twins_order_and_category() -> None:
    pairs = set()
    for hand in combinations(range(52), 3):
        strength, text = three_card.strength_of(*hand), named(hand)
        pairs.add((strength, naive.three_card_key(text)))
        held = three_card.Category(three_card.category(strength))
        assert key_of(held) == naive.three_card_category(text)
        assert key_of(Bonus(bonus_event(*hand))) == events.three_card_bonus_event(text)
        assert key_of(Stax(stax_event(*hand))) == events.stax_event(text)
    assert len(pairs) == 741
    assert_same_order(pairs)


def test_the_order_of_the_cards_does_not_matter() -> None:
    random = Random(3)
    for _ in range(2000):
        hand = random.sample(range(52), 7)
        other = random.sample(hand, 7)
        assert poker.strength_of(tuple(hand)) == poker.strength_of(tuple(other))
        four, again = hand[:4], random.sample(hand[:4], 4)
        assert four_card_event(*four) == four_card_event(*again)
        assert monster_event(*four) == monster_event(*again)
        three, back = hand[:3], hand[2::-1]
        assert three_card.strength_of(*three) == three_card.strength_of(*back)


@cache
def three_card_strengths() -> dict[naive.Key, int]:
    """The strength of each of the 741 classes of three cards, by the twin's key."""
    hands = combinations(range(52), 3)
    return {naive.three_card_key(named(hand)): three_card.strength_of(*hand) for hand in hands}


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(4))
def test_all_four_card_hands_have_the_twins_best_three_and_events(part: int) -> None:
    known = three_card_strengths()
    for hand in islice(combinations(range(52), 4), part, None, 4):
        text = named(hand)
        assert three_card.best_of_four(*hand) == known[naive.best_three_of_four(text)], text
        royal = FourCard(four_card_event(*hand))
        assert key_of(royal) == events.royal_family_event(text), text
        assert key_of(Monster(monster_event(*hand))) == events.monster_event(text), text


@cache
def strengths() -> dict[naive.Key, int]:
    """The strength of each of the 7,462 classes of five cards, by the twin's key."""
    hands = []
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) < 5:
            mixed = zip(ranks, (0, 1, 2, 3, 0), strict=True)
            hands.append(tuple(rank * 4 + suit for rank, suit in mixed))
        if len(set(ranks)) == 5:
            hands.append(tuple(rank * 4 for rank in ranks))
    return {naive.five_card_key(named(hand)): poker.strength_of(hand) for hand in hands}


def test_the_five_card_order_has_7462_classes_and_is_the_twins() -> None:
    assert len(strengths()) == 7462
    assert_same_order((strength, key) for key, strength in strengths().items())


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(8) if SCALE > 1 else [5])
def test_all_five_card_hands_have_the_twins_strength(part: int) -> None:
    known = strengths()
    for hand in islice(combinations(range(52), 5), part, None, 8):
        assert poker.strength_of(hand) == known[naive.five_card_key(named(hand))], named(hand)


def random_hands(size: int, chunk: int) -> Iterable[Sequence[int]]:
    """Random hands, one in four from a deck that favours high hands."""
    random = Random(size * 100 + chunk)
    for number in range(part_of(1_000_000)):
        if number % 4:
            yield random.sample(range(52), size)
        else:
            yield shuffled(random)[-size:]


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_million_six_card_hands_have_the_twins_strength_and_event(chunk: int) -> None:
    known = strengths()
    for hand in random_hands(6, chunk):
        cards, text = tuple(hand), named(hand)
        assert poker.strength_of(cards) == known[naive.five_card_key(text)], text
        assert key_of(SixCard(six_card_event(cards))) == events.six_card_event(text), text


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_million_seven_card_hands_have_the_twins_strength(chunk: int) -> None:
    """And, where the deck was loaded toward high hands, the twin's bonus events."""
    known = strengths()
    for number, hand in enumerate(random_hands(7, chunk)):
        cards, text = tuple(hand), named(hand)
        strength, key = poker.strength_of(cards), naive.five_card_key(text)
        assert strength == known[key], text
        held = poker.Category(poker.category(strength))
        assert key_of(held) == ranking.poker_category_of(key), text
        if number % 4 == 0:
            seven = SevenCard(seven_card_event(cards))
            assert key_of(seven) == events.seven_card_event(text), text
            bonus = ThreeWayBonus(three_way_bonus_event(strength))
            assert key_of(bonus) == events.three_way_bonus_event(text), text


def test_blackjack_totals_are_the_twins() -> None:
    random = Random(21)
    for _ in range(20_000 * SCALE):
        cards = tuple(random.sample(range(52), random.randint(2, 7)))
        total = blackjack.total_of(cards)
        assert (total.points, bool(total.soft)) == naive.blackjack_total(named(cards))
