"""Hands in words: ``pair of sixes``, ``queen-high straight``."""

from collections.abc import Callable
from typing import Final

from fairdeal.cards import RANKS
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


MINI_ROYAL: Final = "suited ace-king-queen"

_THREE_CARDS: Final = (
    "{0} high",
    "pair of {0s}",
    "{0}-high flush",
    "{0}-high straight",
    "three of a kind ({0s})",
    "{0}-high straight flush",
    MINI_ROYAL,
)

_BEST_FIVE: Final = (
    "{0} high",
    "pair of {0s}",
    "two pair ({0s} and {1s})",
    "three of a kind ({0s})",
    "{0}-high straight",
    "{0}-high flush",
    "full house ({0s} over {1s})",
    "four of a kind ({0s})",
    "{0}-high straight flush",
    "royal flush",
)


def three_cards(strength: int) -> str:
    """Three cards as a dealer would call them, by the same name in every game.

    >>> three_cards(three_card.strength_of(50, 25, 3))
    'ace high'
    """
    return _called(_THREE_CARDS[three_card.category(strength)], strength >> 8 & 15, 0)


def ranks(strength: int) -> str:
    """Three cards by their ranks where those decide, else in words.

    >>> ranks(three_card.strength_of(40, 18, 9)), ranks(three_card.strength_of(40, 41, 9))
    ('Q-6-4', 'pair of queens')
    """
    if three_card.category(strength):
        return three_cards(strength)
    return "-".join(RANKS[strength >> shift & 15] for shift in (8, 4, 0)).replace("T", "10")


def ace_king_queen_of(suit: int) -> str:
    """The highest straight flush where its suit matters."""
    return f"ace-king-queen of {SUIT[suit]}"


def best_five(strength: int) -> str:
    """The best five cards as a dealer would call them."""
    call = _BEST_FIVE[poker.category(strength)]
    return _called(call, strength >> 16 & 15, strength >> 12 & 15)


def _called(call: str, first: int, second: int) -> str:
    names = {"{0}": ONE[first], "{0s}": MANY[first], "{1s}": MANY[second]}
    for place, name in names.items():
        call = call.replace(place, name)
    return call


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
        return f"{call(strength)} with {a(strength >> place & 15)}"

    return more(ours), more(theirs)


def a(rank: int) -> str:
    """A rank with its article.

    >>> a(6), a(12)
    ('an eight', 'an ace')
    """
    return f"{'an' if ONE[rank][0] in 'ae' else 'a'} {ONE[rank]}"
