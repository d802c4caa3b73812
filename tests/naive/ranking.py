"""Hand strength, found by sorting, counting and trying every subset."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

Key = tuple[int, tuple[int, ...]]
"""Place of the category in its order, then the card values that break ties, weightiest first."""

RANKS = "23456789TJQKA"
VALUE = {rank: value for value, rank in enumerate(RANKS, start=2)}
ACE = VALUE["A"]

# With three cards a straight is rarer than a flush and beats it; with five it is the other way.
THREE_CARD_ORDER = (
    "high-card",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
)
POKER_ORDER = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
)


def same_suit(cards: Sequence[str]) -> bool:
    """All cards, however many, share one suit."""
    return len({card[1] for card in cards}) == 1


def straight_top(ranks: Sequence[str]) -> int:
    """Highest value of a run that uses every rank given, 0 when they are not a run.

    The ace is high, or low under a two, never in the middle: A-2-3 tops out at three.
    """
    values = sorted(VALUE[rank] for rank in ranks)
    ace_low = sorted(1 if value == ACE else value for value in values)
    for run in (values, ace_low):
        if run == list(range(run[0], run[0] + len(run))):
            return run[-1]
    return 0


def _matches(ranks: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How often each rank occurs, most frequent first, and those ranks' values alongside."""
    counted = Counter(VALUE[rank] for rank in ranks)
    grouped = sorted(((times, value) for value, times in counted.items()), reverse=True)
    return tuple(times for times, _ in grouped), tuple(value for _, value in grouped)


@cache
def _three_cards(ranks: tuple[str, ...], suited: bool) -> Key:
    top = straight_top(ranks)
    times, values = _matches(ranks)
    if top and suited:
        category, values = "straight-flush", (top,)
    elif times == (3,):
        category = "three-of-a-kind"
    elif top:
        category, values = "straight", (top,)
    elif suited:
        category = "flush"
    elif times == (2, 1):
        category = "pair"
    else:
        category = "high-card"
    return THREE_CARD_ORDER.index(category), values


@cache
def _five_cards(ranks: tuple[str, ...], suited: bool) -> Key:
    top = straight_top(ranks)
    times, values = _matches(ranks)
    if top and suited:
        category, values = "straight-flush", (top,)
    elif times == (4, 1):
        category = "four-of-a-kind"
    elif times == (3, 2):
        category = "full-house"
    elif suited:
        category = "flush"
    elif top:
        category, values = "straight", (top,)
    elif times == (3, 1, 1):
        category = "three-of-a-kind"
    elif times == (2, 2, 1):
        category = "two-pair"
    elif times == (2, 1, 1, 1):
        category = "pair"
    else:
        category = "high-card"
    return POKER_ORDER.index(category), values


def three_card_key(cards: Sequence[str]) -> Key:
    """Strength of three cards: the greater key wins, equal keys tie."""
    one, two, three = cards
    return _three_cards((one[0], two[0], three[0]), one[1] == two[1] == three[1])


def three_card_category(cards: Sequence[str]) -> str:
    """Name of a three-card hand; the suited A-K-Q is singled out as mini-royal."""
    place, values = three_card_key(cards)
    category = THREE_CARD_ORDER[place]
    return "mini-royal" if category == "straight-flush" and values == (ACE,) else category


def best_three(cards: Sequence[str]) -> tuple[str, ...]:
    """The strongest three of the cards given."""
    return max(combinations(cards, 3), key=three_card_key)


def best_three_of_four(cards: Sequence[str]) -> Key:
    """Strength of the strongest three of four cards."""
    return max(three_card_key(three) for three in combinations(cards, 3))


def five_card_key(cards: Sequence[str]) -> Key:
    """Strength of the best five of five, six or seven cards: the greater key wins."""
    # Sorted, so that one set of ranks is one entry in the memory of hands already judged.
    ordered = sorted(cards, key=lambda card: VALUE[card[0]], reverse=True)
    ranks = tuple([card[0] for card in ordered])
    suits = [card[1] for card in ordered]
    if max(map(suits.count, "cdhs")) < 5:
        return _best_of_many_suits(ranks)
    # Both walks take the same positions in the same order, so ranks and suits stay together.
    return max(
        _five_cards(five, suit.count(suit[0]) == 5)
        for five, suit in zip(combinations(ranks, 5), combinations(suits, 5), strict=True)
    )


@cache
def _best_of_many_suits(ranks: tuple[str, ...]) -> Key:
    """The best five where no five cards share a suit, so that their suits do not matter."""
    return max(_five_cards(five, False) for five in combinations(ranks, 5))


def poker_category(cards: Sequence[str]) -> str:
    """Name of the best five of five, six or seven cards."""
    return poker_category_of(five_card_key(cards))


def poker_category_of(key: Key) -> str:
    """Name of the hand whose strength is known; royal-flush is the highest straight flush."""
    place, values = key
    category = POKER_ORDER[place]
    return "royal-flush" if category == "straight-flush" and values == (ACE,) else category


def blackjack_total(cards: Sequence[str]) -> tuple[int, bool]:
    """Points, and whether the hand is soft: an ace still counts eleven in them."""
    aces = sum(card[0] == "A" for card in cards)
    others = [card[0] for card in cards if card[0] != "A"]
    hard = aces + sum(10 if rank in "TJQK" else int(rank) for rank in others)
    # A second ace at eleven would already make 22, so at most one is ever raised.
    if aces and hard + 10 <= 21:
        return hard + 10, True
    return hard, False
