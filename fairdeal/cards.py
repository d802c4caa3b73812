"""A card is an int from 0 to 51, written as rank and suit: ``Qs 7h 3d``."""

from collections.abc import Iterable
from typing import Final

from fairdeal.errors import Malformed
from fairdeal.rule import rule

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(range(52))

JACK: Final = 9
QUEEN: Final = 10
KING: Final = 11
ACE: Final = 12

DIAMONDS: Final = 1
SPADES: Final = 3

_SIGNS: Final = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s"})


@rule
def rank_of(card: int) -> int:
    """The card's rank, 0 for a two up to 12 for an ace."""
    return card >> 2


@rule
def suit_of(card: int) -> int:
    """The card's suit: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card & 3


def name(card: int) -> str:
    """The card as a person types it.

    >>> name(0), name(51)
    ('2c', 'As')
    """
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def show(cards: Iterable[int]) -> str:
    """The cards in a row.

    >>> show(parse("Qs 7h 3d"))
    'Qs 7h 3d'
    """
    return " ".join(map(name, cards))


def parse(text: str) -> tuple[int, ...]:
    """The cards of *text*, in its order; ``10h``, ``TH`` and ``T♥`` are the same card.

    >>> parse("2c As")
    (0, 51)
    """
    return tuple(map(_card, text.replace(",", " ").split()))


def twice(cards: Iterable[int]) -> list[int]:
    """The cards that appear more than once, each named once."""
    seen: set[int] = set()
    again: dict[int, None] = {}
    for card in cards:
        if card in seen:
            again[card] = None
        seen.add(card)
    return list(again)


def _card(word: str) -> int:
    if "=" in word:
        raise Malformed(
            f"{word!r} is not a card: bets come after the cards and a |", code="card.unreadable"
        )
    plain = word.translate(_SIGNS)
    rank, suit = plain[:-1].upper().replace("10", "T"), plain[-1].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS:
        raise Malformed(
            f"{word!r} is not a card: expected a rank ({' '.join(RANKS)}) and a suit"
            f" ({' '.join(SUITS)}), as in Qs",
            code="card.unreadable",
        )
    return RANKS.index(rank) * 4 + SUITS.index(suit)
