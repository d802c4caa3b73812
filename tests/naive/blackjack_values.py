"""The blackjack bet of 3 Way Action played as well as it can be, in exact fractions.

The player sees the own cards and the dealer's up card and remembers nothing else. Cards are their
values, 2 to 10 and 11 for an ace; the four ranks of ten points are one value held sixteen times.

The hole card and the cards still to come lie in random order, so it makes no difference in which
order they are taken: the hole card is drawn here after the player has finished. What the player
learns from the peek is then put in by leaving the dealer's naturals out of every sum: a value
before division is "the mean of what is won, counted as zero where the dealer has a natural". Words
of one decision share the divisor, so the larger sum is the better word.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

ACE = 11
TEN = 10
VALUES = (2, 3, 4, 5, 6, 7, 8, 9, TEN, ACE)
COPIES = {value: 16 if value == TEN else 4 for value in VALUES}
CARDS_IN_DECK = 52
MOST_CARDS = 7

# The dealer's finished hand as a number to compare a player's total with: a bust is below every
# total and a natural above every one, 21 included.
DEALER_BUST = 0
DEALER_NATURAL = 22

Hand = tuple[int, ...]


class Rules(NamedTuple):
    """The options of the bet."""

    natural: tuple[int, int]
    peek: bool
    split_draws: bool
    hits_soft_17: bool
    seven_card_win: bool


class Ending(NamedTuple):
    """Cards that complete a dealer's hand: how many of which, in how many orders, to what end."""

    copies: tuple[tuple[int, int], ...]
    drawn: int
    orders: int
    result: int


def _points(hand: Hand) -> tuple[int, bool]:
    """The total, and whether an ace in it still counts eleven."""
    total, elevens = sum(hand), hand.count(ACE)
    while total > 21 and elevens:
        total, elevens = total - 10, elevens - 1
    return total, elevens > 0


def _bust(hand: Hand) -> bool:
    return _points(hand)[0] > 21


def _natural(hand: Hand) -> bool:
    return len(hand) == 2 and _points(hand)[0] == 21


def _with(hand: Hand, value: int) -> Hand:
    """The order of a hand's cards does not matter, so it is kept sorted."""
    return tuple(sorted((*hand, value)))


def _unseen(seen: Hand) -> dict[int, int]:
    return {value: COPIES[value] - seen.count(value) for value in VALUES}


def _next_cards(seen: Hand) -> Iterator[tuple[int, Fraction]]:
    """Each value that may come next, with its chance."""
    left = CARDS_IN_DECK - len(seen)
    for value, copies in _unseen(seen).items():
        if copies:
            yield value, Fraction(copies, left)


# --- the dealer -----------------------------------------------------------------------------------


def _dealer_draws(hand: Hand, hits_soft_17: bool) -> bool:
    total, soft = _points(hand)
    if len(hand) == MOST_CARDS:
        return False
    return total < 17 or (total == 17 and soft and hits_soft_17)


def _dealer_result(hand: Hand) -> int:
    if _natural(hand):
        return DEALER_NATURAL
    return DEALER_BUST if _bust(hand) else _points(hand)[0]


def _finished_hands(hand: Hand, hits_soft_17: bool) -> Iterator[Hand]:
    """Every way to go on, in the order drawn; one card alone always takes the hole card."""
    if len(hand) > 1 and not _dealer_draws(hand, hits_soft_17):
        yield hand
        return
    for value in VALUES:
        if hand.count(value) < COPIES[value]:
            yield from _finished_hands((*hand, value), hits_soft_17)


@cache
def _endings(up: int, hits_soft_17: bool) -> list[Ending]:
    """All the dealer can draw to an up card; orders of the same cards are equally likely."""
    orders = Counter(tuple(sorted(hand[1:])) for hand in _finished_hands((up,), hits_soft_17))
    return [
        Ending(tuple(Counter(drawn).items()), len(drawn), times, _dealer_result((up, *drawn)))
        for drawn, times in orders.items()
    ]


def _arrangements(cards: int, places: int) -> int:
    """In how many ways the places can be filled from the cards, one after the other."""
    ways = 1
    for taken in range(places):
        ways *= cards - taken
    return ways


@cache
def _dealer_chances(cards: Hand, up: int, hits_soft_17: bool) -> dict[int, Fraction]:
    """The chance of each result when the player holds these cards in the end."""
    ways_to_take = {
        value: [_arrangements(copies, places) for places in range(MOST_CARDS)]
        for value, copies in _unseen((*cards, up)).items()
    }
    left = CARDS_IN_DECK - 1 - len(cards)
    # Every ending is counted with all cards behind it up to the longest hand, so that the counts
    # have the same sum whatever number of cards was drawn.
    longest = MOST_CARDS - 1
    behind = [_arrangements(left - drawn, longest - drawn) for drawn in range(MOST_CARDS)]
    counts: Counter[int] = Counter()
    for ending in _endings(up, hits_soft_17):
        ways = ending.orders * behind[ending.drawn]
        for value, places in ending.copies:
            ways *= ways_to_take[value][places]
        counts[ending.result] += ways
    everything = _arrangements(left, longest)
    if sum(counts.values()) != everything:
        raise AssertionError("the dealer's hands do not add up")
    return {result: Fraction(ways, everything) for result, ways in counts.items()}


def _natural_chance(cards: Hand, up: int) -> Fraction:
    """The chance that the hole card makes a natural."""
    return sum(
        (chance for value, chance in _next_cards((*cards, up)) if _natural((up, value))),
        Fraction(0),
    )


# --- one hand of the player -----------------------------------------------------------------------


def _counted(rules: Rules, cards: Hand, up: int) -> Fraction:
    """The chance of the deals that are counted at all: with a peek, those without a natural."""
    return 1 - _natural_chance(cards, up) if rules.peek else Fraction(1)


def _compared(rules: Rules, hand: Hand, cards: Hand, up: int) -> Fraction:
    """One stake on a finished hand against the dealer, when these cards in all were taken."""
    if _bust(hand):
        return -_counted(rules, cards, up)
    total = _points(hand)[0]
    won = Fraction(0)
    for result, chance in _dealer_chances(cards, up, rules.hits_soft_17).items():
        if result == DEALER_NATURAL and rules.peek:
            continue
        if total > result:
            won += chance
        elif total < result:
            won -= chance
    return won


def _stand(rules: Rules, hand: Hand, up: int) -> Fraction:
    return _compared(rules, hand, hand, up)


def _double(rules: Rules, hand: Hand, up: int) -> Fraction:
    return 2 * sum(
        (
            chance * _stand(rules, _with(hand, value), up)
            for value, chance in _next_cards((*hand, up))
        ),
        Fraction(0),
    )


def _hit(rules: Rules, hand: Hand, up: int) -> Fraction:
    return sum(
        (
            chance * _after_hit(rules, _with(hand, value), up)
            for value, chance in _next_cards((*hand, up))
        ),
        Fraction(0),
    )


@cache
def _after_hit(rules: Rules, hand: Hand, up: int) -> Fraction:
    if _bust(hand):
        return _stand(rules, hand, up)
    if len(hand) == MOST_CARDS:
        # Won at once, so a natural found later, where nobody peeked, cannot take it back.
        return _counted(rules, hand, up) if rules.seven_card_win else _stand(rules, hand, up)
    return max(_stand(rules, hand, up), _hit(rules, hand, up))


# --- split aces -----------------------------------------------------------------------------------


def _split(rules: Rules, up: int) -> Fraction:
    """Both aces take a card before anything else is decided."""
    value = Fraction(0)
    for first, first_chance in _next_cards((ACE, ACE, up)):
        for second, second_chance in _next_cards((ACE, ACE, first, up)):
            hands = _with((ACE,), first), _with((ACE,), second)
            value += first_chance * second_chance * _split_hands(rules, *hands, up)
    return value


def _split_hands(rules: Rules, first: Hand, second: Hand, up: int) -> Fraction:
    if rules.split_draws:
        return _play_first(rules, first, second, up)
    return _settle_split(rules, first, second, up)


def _settle_split(rules: Rules, first: Hand, second: Hand, up: int) -> Fraction:
    cards = tuple(sorted(first + second))
    return _compared(rules, first, cards, up) + _compared(rules, second, cards, up)


@cache
def _play_first(rules: Rules, first: Hand, second: Hand, up: int) -> Fraction:
    if len(first) + len(second) == MOST_CARDS or _bust(first):
        return _play_second(rules, first, second, up)
    stand = _play_second(rules, first, second, up)
    hit = sum(
        (
            chance * _play_first(rules, _with(first, value), second, up)
            for value, chance in _next_cards((*first, *second, up))
        ),
        Fraction(0),
    )
    return max(stand, hit)


@cache
def _play_second(rules: Rules, first: Hand, second: Hand, up: int) -> Fraction:
    stand = _settle_split(rules, first, second, up)
    if len(first) + len(second) == MOST_CARDS or _bust(second):
        return stand
    hit = sum(
        (
            chance * _play_second(rules, first, _with(second, value), up)
            for value, chance in _next_cards((*first, *second, up))
        ),
        Fraction(0),
    )
    return max(stand, hit)


# --- the bet --------------------------------------------------------------------------------------


def _words(rules: Rules, hand: Hand, up: int) -> dict[str, Fraction]:
    """The sums of the legal words, not yet divided by the chance of what the peek leaves."""
    if _natural(hand):
        return {}
    words = {
        "stand": _stand(rules, hand, up),
        "hit": _hit(rules, hand, up),
        "double": _double(rules, hand, up),
    }
    if hand == (ACE, ACE):
        words["split"] = _split(rules, up)
    return words


def _deal_value(rules: Rules, hand: Hand, up: int) -> Fraction:
    """What one stake is worth once two cards and the up card lie, before any peek."""
    dealer_natural = _natural_chance(hand, up)
    if _natural(hand):
        return Fraction(*rules.natural) * (1 - dealer_natural)
    best = max(_words(rules, hand, up).values())
    return best - dealer_natural if rules.peek else best


def word_values(
    first: int,
    second: int,
    up: int,
    *,
    natural: tuple[int, int] = (3, 2),
    peek: bool = True,
    split_draws: bool = False,
    hits_soft_17: bool = True,
    seven_card_win: bool = True,
) -> dict[str, Fraction]:
    """Mean stakes won by each legal word, best play after it; given no natural if peeked.

    Cards are values, 11 for an ace. A natural has no decision, so no words.
    """
    rules = Rules(natural, peek, split_draws, hits_soft_17, seven_card_win)
    hand = _with((first,), second)
    counted = _counted(rules, hand, up)
    return {word: value / counted for word, value in _words(rules, hand, up).items()}


def blackjack_edge(
    *,
    natural: tuple[int, int] = (3, 2),
    peek: bool = True,
    split_draws: bool = False,
    hits_soft_17: bool = True,
    seven_card_win: bool = True,
) -> Fraction:
    """What the house keeps of the first stake on average, against the best play."""
    rules = Rules(natural, peek, split_draws, hits_soft_17, seven_card_win)
    value = Fraction(0)
    for up, up_chance in _next_cards(()):
        for first, first_chance in _next_cards((up,)):
            for second, second_chance in _next_cards((up, first)):
                # The two orders of unequal cards are the same hand, played once for both.
                if first <= second:
                    orders = 1 if first == second else 2
                    chance = orders * up_chance * first_chance * second_chance
                    value += chance * _deal_value(rules, (first, second), up)
    return -value
