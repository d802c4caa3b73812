"""Hands in words: ``pair of sixes``, ``queen-high straight``."""

from collections.abc import Callable
from typing import Final

from fairdeal.hands import poker, three_card

ONE: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
MANY: Final = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
    *("jacks", "queens", "kings", "aces"),
)
SUIT: Final = ("clubs", "diamonds", "hearts", "spades")


def three_cards(strength: int) -> str:
    """Three cards as a dealer would call them.

    >>> three_cards(three_card.strength_of(50, 25, 3))
    'ace high'
    """
    high = strength >> 8 & 15
    match three_card.Category(three_card.category(strength)):
        case three_card.Category.HIGH_CARD:
            return f"{ONE[high]} high"
        case three_card.Category.PAIR:
            return f"pair of {MANY[high]}"
        case three_card.Category.FLUSH:
            return f"{ONE[high]}-high flush"
        case three_card.Category.STRAIGHT:
            return f"{ONE[high]}-high straight"
        case three_card.Category.THREE_OF_A_KIND:
            return f"three of a kind ({MANY[high]})"
        case three_card.Category.STRAIGHT_FLUSH:
            return f"{ONE[high]}-high straight flush"
        case three_card.Category.MINI_ROYAL:
            return "suited ace-king-queen"


def best_five(strength: int) -> str:
    """The best five cards as a dealer would call them."""
    first, second = strength >> 16 & 15, strength >> 12 & 15
    match poker.Category(poker.category(strength)):
        case poker.Category.HIGH_CARD:
            return f"{ONE[first]} high"
        case poker.Category.PAIR:
            return f"pair of {MANY[first]}"
        case poker.Category.TWO_PAIR:
            return f"two pair ({MANY[first]} and {MANY[second]})"
        case poker.Category.THREE_OF_A_KIND:
            return f"three of a kind ({MANY[first]})"
        case poker.Category.STRAIGHT:
            return f"{ONE[first]}-high straight"
        case poker.Category.FLUSH:
            return f"{ONE[first]}-high flush"
        case poker.Category.FULL_HOUSE:
            return f"full house ({MANY[first]} over {MANY[second]})"
        case poker.Category.FOUR_OF_A_KIND:
            return f"four of a kind ({MANY[first]})"
        case poker.Category.STRAIGHT_FLUSH:
            return f"{ONE[first]}-high straight flush"
        case poker.Category.ROYAL_FLUSH:
            return "royal flush"


def told_apart(ours: int, theirs: int, call: Callable[[int], str]) -> tuple[str, str]:
    """Both hands in words, with the card that decides where the words alone are the same.

    >>> queen_seven, queen_nine = 10 << 8 | 5 << 4, 10 << 8 | 7 << 4
    >>> told_apart(queen_seven, queen_nine, three_cards)
    ('queen high with a seven', 'queen high with a nine')
    """
    if ours == theirs or call(ours) != call(theirs):
        return call(ours), call(theirs)
    place = (ours ^ theirs).bit_length() - 1 & ~3  # the highest four bits that differ

    def more(strength: int) -> str:
        return f"{call(strength)} with {_a(strength >> place & 15)}"

    return more(ours), more(theirs)


def _a(rank: int) -> str:
    return f"{'an' if ONE[rank][0] in 'ae' else 'a'} {ONE[rank]}"
