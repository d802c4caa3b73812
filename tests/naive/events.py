"""What a side bet pays for: the best event a hand shows, in the order its document lists them."""

from collections.abc import Container, Sequence
from itertools import combinations

from .ranking import (
    VALUE,
    best_three,
    five_card_key,
    poker_category,
    poker_category_of,
    same_suit,
    straight_top,
    three_card_category,
)

NOTHING = "nothing"

# A table that gives the special hand no line of its own pays it as the hand it also is.
ALSO = (
    ("akq-spades", "akq-suited"),
    ("akq-suited", "straight-flush"),
    ("spade-mini-royal", "mini-royal"),
    ("mini-royal", "straight-flush"),
    ("mini-royal", "three-card-straight-flush"),
    ("six-card-royal", "royal-flush"),
    ("royal-flush", "straight-flush"),
)


def printed_line(event: str, printed: Container[str]) -> str:
    """The line of a pay table that the event is paid on, or nothing."""
    if event in printed:
        return event
    for special, general in ALSO:
        if special == event:
            line = printed_line(general, printed)
            if line != NOTHING:
                return line
    return NOTHING


def _is_straight_flush(cards: Sequence[str]) -> bool:
    return same_suit(cards) and straight_top([card[0] for card in cards]) > 0


def royal_family_event(cards: Sequence[str]) -> str:
    """Fury, 4 Card Royal Family Bonus: the player's four cards."""
    ranks = [card[0] for card in cards]
    suited = same_suit(cards)
    straight = straight_top(ranks) > 0
    threes = {three_card_category(three) for three in combinations(cards, 3)}
    in_order = (
        ("royal-family", suited and set(ranks) == set("AKQJ")),
        ("four-of-a-kind", len(set(ranks)) == 1),
        ("four-card-straight-flush", suited and straight),
        ("mini-royal", "mini-royal" in threes),
        ("three-card-straight-flush", "straight-flush" in threes),
        ("three-of-a-kind", "three-of-a-kind" in threes),
        ("four-card-straight-or-flush", suited or straight),
        ("three-card-straight", "straight" in threes),
        ("three-card-flush", "flush" in threes),
    )
    return next((event for event, shown in in_order if shown), NOTHING)


def _three_of_a_kind_or_better(cards: Sequence[str]) -> str:
    category = poker_category(cards)
    return NOTHING if category in ("high-card", "pair", "two-pair") else category


def seven_card_event(cards: Sequence[str]) -> str:
    """Fury, 7 Card Bonus: the player's four cards and the dealer's three."""
    if _is_straight_flush(cards):
        return "seven-card-straight-flush"
    if any(_is_straight_flush(six) for six in combinations(cards, 6)):
        return "six-card-straight-flush"
    return _three_of_a_kind_or_better(cards)


def six_card_event(cards: Sequence[str]) -> str:
    """AGS, 6 Card Bonus: the player's three cards and the dealer's three."""
    if same_suit(cards) and {card[0] for card in cards} == set("AKQJT9"):
        return "six-card-royal"
    return _three_of_a_kind_or_better(cards)


def three_card_bonus_event(cards: Sequence[str]) -> str:
    """SHFL, Three Card Poker Bonus (TCPB)."""
    category = three_card_category(cards)
    if category == "mini-royal":
        return "akq-spades" if cards[0][1] == "s" else "akq-suited"
    return category if category in ("straight-flush", "three-of-a-kind", "straight") else NOTHING


def stax_event(cards: Sequence[str]) -> str:
    """AGS, 3 Card Stud STAX Progressive."""
    category = three_card_category(cards)
    suit = "diamonds" if cards[0][1] == "d" else "other"
    if category == "mini-royal":
        return f"royal-{suit}"
    if category == "straight-flush":
        return f"straight-flush-{suit}"
    return category if category in ("three-of-a-kind", "straight", "flush") else NOTHING


def monster_event(cards: Sequence[str]) -> str:
    """Fury, 3 Card Monster: the best three of the player's four; a plain hand is `other`."""
    three = best_three(cards)
    category = three_card_category(three)
    if category == "mini-royal" and three[0][1] == "s":
        return "spade-mini-royal"
    return "other" if category in ("high-card", "pair") else category


def three_way_bonus_event(cards: Sequence[str]) -> str:
    """3 Way Action, Bonus: the best five of the player's seven."""
    key = five_card_key(cards)
    category = poker_category_of(key)
    if category == "two-pair":
        higher_pair = key[1][0]
        return "two-pair-jacks" if higher_pair >= VALUE["J"] else NOTHING
    return NOTHING if category in ("high-card", "pair") else category
