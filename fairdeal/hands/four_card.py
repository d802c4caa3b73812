"""What four cards show together: the events of a four-card bonus."""

from enum import IntEnum

from fairdeal.cards import ACE, JACK, rank_of, suit_of
from fairdeal.hands.three_card import Category, best_of_four, category
from fairdeal.rule import rule


class FourCard(IntEnum):
    """What four cards show at best, worst first."""

    NOTHING = 0
    THREE_CARD_FLUSH = 1
    THREE_CARD_STRAIGHT = 2
    FOUR_CARD_STRAIGHT_OR_FLUSH = 3
    THREE_OF_A_KIND = 4
    THREE_CARD_STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6
    FOUR_CARD_STRAIGHT_FLUSH = 7
    FOUR_OF_A_KIND = 8
    ROYAL_FAMILY = 9
    """Ace, king, queen and jack of one suit."""


@rule
def four_card_event(a: int, b: int, c: int, d: int) -> int:
    """The best event among four cards; only that one counts."""
    best = category(best_of_four(a, b, c, d))
    low, high, repeated, suited, seen = ACE, 0, 0, 0, 0
    for card in (a, b, c, d):
        rank = rank_of(card)
        repeated += seen >> rank & 1
        seen |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        if suit_of(card) == suit_of(a):
            suited += 1
    flush = suited == 4
    straight = repeated == 0 and (high - low == 3 or seen == 0b1_0000_0000_0111)  # A-2-3-4
    if flush and straight and low == JACK:
        return FourCard.ROYAL_FAMILY
    if repeated == 3:
        return FourCard.FOUR_OF_A_KIND
    if flush and straight:
        return FourCard.FOUR_CARD_STRAIGHT_FLUSH
    if best == Category.MINI_ROYAL:
        return FourCard.MINI_ROYAL
    if best == Category.STRAIGHT_FLUSH:
        return FourCard.THREE_CARD_STRAIGHT_FLUSH
    if best == Category.THREE_OF_A_KIND:
        return FourCard.THREE_OF_A_KIND
    if flush or straight:
        return FourCard.FOUR_CARD_STRAIGHT_OR_FLUSH
    if best == Category.STRAIGHT:
        return FourCard.THREE_CARD_STRAIGHT
    if best == Category.FLUSH:
        return FourCard.THREE_CARD_FLUSH
    return FourCard.NOTHING
