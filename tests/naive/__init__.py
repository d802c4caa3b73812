"""A slow second opinion on every hand ranking and every settled bet, for tests only.

It shares no code and no data with the engine: cards are text ("Qs"), hands are judged by sorting
and by trying every subset, and the pay tables were copied from the documents a second time. Where
the two disagree, one of them misread a document.
"""

from .basics import Line, Seat
from .pay_tables import PAY_TABLES
from .ranking import (
    Key,
    best_three_of_four,
    blackjack_total,
    five_card_key,
    poker_category,
    three_card_category,
    three_card_key,
)
from .settlement import settle
from .three_way_action import has_21_at_last, legal_words

__all__ = [
    "PAY_TABLES",
    "Key",
    "Line",
    "Seat",
    "best_three_of_four",
    "blackjack_total",
    "five_card_key",
    "has_21_at_last",
    "legal_words",
    "poker_category",
    "settle",
    "three_card_category",
    "three_card_key",
]
