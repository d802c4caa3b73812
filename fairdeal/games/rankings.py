"""How hands rank, highest first: the lists that felts, rules pages and docs show.

The order is that of the ranking rules' own categories; each kind has cards that make it.
"""

from collections.abc import Mapping
from typing import Final

from fairdeal.games.layout import Kind, Ranking
from fairdeal.hands import poker, three_card

_THREE: Final[Mapping[three_card.Category, tuple[str, str]]] = {
    three_card.Category.MINI_ROYAL: ("As Ks Qs", "ace, king and queen of one suit"),
    three_card.Category.STRAIGHT_FLUSH: ("9h 8h 7h", "three in a row of one suit"),
    three_card.Category.THREE_OF_A_KIND: ("8c 8d 8h", "three cards of one rank"),
    three_card.Category.STRAIGHT: ("Jc Td 9s", "three in a row; in three cards it beats a flush"),
    three_card.Category.FLUSH: ("Kd 9d 4d", "three cards of one suit"),
    three_card.Category.PAIR: ("7c 7s Kh", "two cards of one rank"),
    three_card.Category.HIGH_CARD: ("Qs 8h 4d", "none of these: the highest card decides"),
}

_FIVE: Final[Mapping[poker.Category, tuple[str, str]]] = {
    poker.Category.ROYAL_FLUSH: ("As Ks Qs Js Ts", "ace to ten of one suit"),
    poker.Category.STRAIGHT_FLUSH: ("9h 8h 7h 6h 5h", "five in a row of one suit"),
    poker.Category.FOUR_OF_A_KIND: ("8c 8d 8h 8s Kd", "four cards of one rank"),
    poker.Category.FULL_HOUSE: ("Tc Td Ts 4h 4s", "three of a kind and a pair"),
    poker.Category.FLUSH: ("Kd Jd 9d 6d 3d", "five cards of one suit"),
    poker.Category.STRAIGHT: ("Jc Td 9s 8h 7c", "five in a row"),
    poker.Category.THREE_OF_A_KIND: ("6c 6d 6h Ks 9c", "three cards of one rank"),
    poker.Category.TWO_PAIR: ("Qc Qd 5h 5s 9c", "two pairs"),
    poker.Category.PAIR: ("7c 7s Kh Td 4c", "two cards of one rank"),
    poker.Category.HIGH_CARD: ("As Jd 9h 6c 3d", "none of these: the highest card decides"),
}


def three_cards(source: str, royal: str = "", of: str = "three cards") -> Ranking:
    """The ranking of three cards; *royal* is what the document calls ace-king-queen suited.

    Without a name of its own it is the highest straight flush.
    """
    kinds = [
        Kind(_name(each), *_THREE[each])
        for each in reversed(three_card.Category)
        if each is not three_card.Category.MINI_ROYAL
    ]
    if royal:
        kinds.insert(0, Kind(royal, *_THREE[three_card.Category.MINI_ROYAL]))
    ace = "high; low only in 3-2-A, which is the lowest straight"
    return Ranking(of=of, kinds=tuple(kinds), ace=ace, source=source)


def best_five(source: str, of: str) -> Ranking:
    """The ranking of the best five cards."""
    kinds = tuple(Kind(_name(each), *_FIVE[each]) for each in reversed(poker.Category))
    ace = "high; low only in 5-4-3-2-A, which is the lowest straight"
    return Ranking(of=of, kinds=kinds, ace=ace, source=source)


def _name(category: three_card.Category | poker.Category) -> str:
    return category.name.lower().replace("_", " ")
