"""The strength of the best five of five, six or seven cards, in the standard order."""

from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from fairdeal.cards import ACE, rank_of, suit_of
from fairdeal.rule import rule

Cards: TypeAlias = tuple[int, ...]


class Category(IntEnum):
    """What the best five cards make, worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class Sets(NamedTuple):
    """The ranks of the best sets in a hand, -1 where there is none."""

    four: int
    three: int
    pair: int
    second_pair: int


ACE_HIGH: Final = ACE << 16
"""The weakest strength that is ace high or better."""


@rule
def strength_of(cards: Cards) -> int:
    """Order hands by their best five cards: the higher number wins, equal numbers tie.

    The number is the category and then the ranks that decide, four bits each.
    """
    counts = 0  # four bits a rank
    suits = 0  # thirteen bits a suit, one a rank
    for card in cards:
        counts += 1 << 4 * rank_of(card)
        suits |= 1 << 13 * suit_of(card) + rank_of(card)

    flush = 0
    ranks = 0
    for suit in range(4):
        held = suits >> 13 * suit & 0x1FFF
        ranks |= held
        if bits(held) >= 5:
            flush = held
    if flush and straight_top(flush) == ACE:
        return Category.ROYAL_FLUSH << 20 | ACE << 16
    if flush and straight_top(flush) >= 0:
        return Category.STRAIGHT_FLUSH << 20 | straight_top(flush) << 16

    four, three, pair, second_pair = sets_of(counts)
    if four >= 0:
        return Category.FOUR_OF_A_KIND << 20 | four << 16 | top(ranks & ~(1 << four), 1) << 12
    if three >= 0 and pair >= 0:
        return Category.FULL_HOUSE << 20 | three << 16 | pair << 12
    if flush:
        return Category.FLUSH << 20 | top(flush, 5)
    if straight_top(ranks) >= 0:
        return Category.STRAIGHT << 20 | straight_top(ranks) << 16
    if three >= 0:
        return Category.THREE_OF_A_KIND << 20 | three << 16 | top(ranks & ~(1 << three), 2) << 8
    if second_pair >= 0:
        rest = ranks & ~(1 << pair) & ~(1 << second_pair)
        return Category.TWO_PAIR << 20 | pair << 16 | second_pair << 12 | top(rest, 1) << 8
    if pair >= 0:
        return Category.PAIR << 20 | pair << 16 | top(ranks & ~(1 << pair), 3) << 4
    return top(ranks, 5)


@rule
def sets_of(counts: int) -> Sets:
    """The best sets among cards, from how many there are of each rank, four bits a rank."""
    four = three = pair = second_pair = -1
    for rank in range(ACE, -1, -1):
        count = counts >> 4 * rank & 15
        if count == 4:
            four = rank
        elif count == 3 and three < 0:
            three = rank
        elif count >= 2 and pair < 0:
            pair = rank  # a second three of a kind serves as a pair
        elif count >= 2 and second_pair < 0:
            second_pair = rank
    return Sets(four, three, pair, second_pair)


@rule
def category(strength: int) -> int:
    """The category that a strength belongs to."""
    return strength >> 20


@rule
def first_rank(strength: int) -> int:
    """The rank that weighs most in a strength: of the higher pair, of the three of a full house."""
    return strength >> 16 & 15


@rule
def longest_suited_run(cards: Cards) -> int:
    """How many cards the longest straight flush among the cards has; the ace is high or low."""
    longest = 0
    for suit in range(4):
        held = 0
        for card in cards:
            if suit_of(card) == suit:
                held |= 2 << rank_of(card)
        held |= held >> ACE + 1  # the ace also stands below the two
        length = 0
        while held:
            held &= held >> 1
            length += 1
        longest = max(longest, length)
    return longest


@rule
def straight_top(ranks: int) -> int:
    """The highest rank of the best five in a row among a set of ranks, or -1.

    >>> straight_top(0b1_0000_0000_1111)  # A-2-3-4-5
    3
    """
    for high in range(ACE, 3, -1):
        if ranks >> high - 4 & 31 == 31:
            return high
    return 3 if ranks & 0x100F == 0x100F else -1


@rule
def top(ranks: int, how_many: int) -> int:
    """The highest ranks of a set, packed four bits each, highest first."""
    packed = 0
    for rank in range(ACE, -1, -1):
        if ranks >> rank & 1 and how_many > 0:
            packed = packed << 4 | rank
            how_many -= 1
    return packed


@rule
def bits(ranks: int) -> int:
    """How many ranks a set holds."""
    count = 0
    while ranks:
        ranks &= ranks - 1
        count += 1
    return count
