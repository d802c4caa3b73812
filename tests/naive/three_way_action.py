"""3 Way Action: high card, blackjack and poker on one hand of seven cards."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from .basics import (
    EVEN_MONEY,
    HALF_LOST,
    HALF_WON,
    LOSE,
    PUSH,
    Line,
    Seat,
    against_dealer,
    from_dealers_left,
    settled,
    table_pay,
    units_won,
)
from .events import three_way_bonus_event
from .pay_tables import PayTable
from .ranking import VALUE, Key, blackjack_total, five_card_key

MOST_CARDS = 7

# The weakest hand with an ace that is neither a straight nor a pair: below it nothing qualifies.
ACE_HIGH = five_card_key(("As", "6h", "4d", "3c", "2s"))


class Played(NamedTuple):
    """A seat's blackjack hands and how often its stake was wagered in all."""

    hands: tuple[tuple[str, ...], ...]
    wagers: int


def _bust(hand: Sequence[str]) -> bool:
    return blackjack_total(hand)[0] > 21


def _natural(hand: Sequence[str]) -> bool:
    return len(hand) == 2 and blackjack_total(hand)[0] == 21


def _play_out(seat: Seat, options: Mapping[str, str]) -> Played:
    """Follow the decisions; each card drawn is the next the seat was dealt."""
    words = list(seat.decisions)
    if words[:1] == ["split"]:
        return _play_split(seat.cards, words[1:], options)
    hand = list(seat.cards[:2])
    for word in words:
        if word == "stand":
            break
        hand.append(seat.cards[len(hand)])
        if word == "double":
            return Played((tuple(hand),), 2)
    return Played((tuple(hand),), 1)


def _play_split(cards: Sequence[str], words: list[str], options: Mapping[str, str]) -> Played:
    first, second, first_next, second_next, *rest = cards
    hands = [first, first_next], [second, second_next]
    if options.get("split-aces", "one-card") == "draw":
        for hand in hands:
            while words and rest and not _bust(hand) and words.pop(0) == "hit":
                hand.append(rest.pop(0))
    return Played(tuple(tuple(hand) for hand in hands), 2)


def has_21_at_last(seat: Seat, options: Mapping[str, str]) -> bool:
    """Whether the seat's last hand has twenty-one points, to which tables ask nothing more.

    Six cards with an ace that counts eleven can take a seventh without harm, and are asked.
    """
    last = _play_out(seat, options).hands[-1]
    points, soft = blackjack_total(last)
    return points == 21 and not (soft and len(last) == 6)


def legal_words(
    cards: Sequence[str], said: Sequence[str], dealer: Sequence[str], options: Mapping[str, str]
) -> set[str]:
    """What the player may say next, after the words already said; nothing when it is over."""
    peeked = options.get("peek", "yes") == "yes"
    if _natural(cards[:2]) or (peeked and _natural(dealer[:2])):
        return set()
    if not said:
        aces = cards[0][0] == cards[1][0] == "A"
        return {"hit", "stand", "double", "split"} if aces else {"hit", "stand", "double"}
    if said[0] == "double":
        return set()
    if said[0] != "split":
        hand = cards[: 2 + list(said).count("hit")]
        over = said[-1] == "stand" or _bust(hand) or len(hand) == MOST_CARDS
        return set() if over else {"hit", "stand"}
    drawn = list(said).count("hit")
    if options.get("split-aces", "one-card") == "one-card" or 4 + drawn == MOST_CARDS:
        return set()
    # The words of the first hand end with its stand, or with the hit that busts it.
    words, rest, finished = list(said[1:]), list(cards[4:]), 0
    for ace, second in ((cards[0], cards[2]), (cards[1], cards[3])):
        hand, stood = [ace, second], False
        while words and not stood and not _bust(hand):
            if words.pop(0) == "stand":
                stood = True
            else:
                hand.append(rest.pop(0))
        finished += stood or _bust(hand)
    return set() if finished == 2 else {"hit", "stand"}


def _dealer_hand(cards: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
    """Draws to 17, and past a soft 17 unless the house stands on it, while cards are left."""
    hits_soft_17 = options.get("soft-17", "hit") == "hit"
    drawn = 2
    while drawn < MOST_CARDS:
        points, soft = blackjack_total(cards[:drawn])
        if points > 17 or (points == 17 and not (soft and hits_soft_17)):
            break
        drawn += 1
    return tuple(cards[:drawn])


def _hand_pay(
    hand: Sequence[str], split: bool, dealer: Sequence[str], options: Mapping[str, str]
) -> str:
    """What one finished hand pays against the dealer's finished hand."""
    if _bust(hand):
        return LOSE
    seven_wins = options.get("seven-card-win", "yes") == "yes"
    if len(hand) == MOST_CARDS and seven_wins and not split:
        return EVEN_MONEY
    if _natural(hand) and not split:
        natural_pay = options.get("natural", "3:2").replace(":", " to ")
        return PUSH if _natural(dealer) else natural_pay
    if _natural(dealer):
        return LOSE
    if _bust(dealer):
        return EVEN_MONEY
    points, dealer_points = blackjack_total(hand)[0], blackjack_total(dealer)[0]
    if points == dealer_points:
        return PUSH
    return EVEN_MONEY if points > dealer_points else LOSE


def _blackjack(seat: Seat, dealer_hand: Sequence[str], options: Mapping[str, str]) -> list[Line]:
    stake = seat.stake("blackjack")
    if not stake:
        return []
    played = _play_out(seat, options)
    if _natural(dealer_hand) and options.get("peek", "yes") == "yes":
        # The round stops at the peek: nobody has drawn, doubled or split.
        played = Played((seat.cards[:2],), 1)
    split = len(played.hands) == 2
    wagered_on_each = stake * played.wagers // len(played.hands)
    won = sum(
        wagered_on_each * units_won(_hand_pay(hand, split, dealer_hand, options))
        for hand in played.hands
    )
    return [Line(seat.number, "blackjack", stake * played.wagers, ceil(won), 0)]


def _high_card_pay(player: str, dealer: str) -> str:
    mine, theirs = VALUE[player[0]], VALUE[dealer[0]]
    if mine == theirs:
        return HALF_LOST
    return EVEN_MONEY if mine > theirs else LOSE


def _poker_pay(player: Key, dealer: Key) -> str:
    return HALF_WON if dealer < ACE_HIGH else against_dealer(player, dealer)


def settle_three_way_action(
    dealer: Sequence[str],
    seats: Sequence[Seat],
    tables: Mapping[str, PayTable],
    options: Mapping[str, str],
) -> list[Line]:
    """Bet by bet, as the cards come out, each from the dealer's left."""
    in_order = from_dealers_left(seats)
    dealer_hand = _dealer_hand(dealer, options)
    dealer_key = five_card_key(dealer)
    lines: list[Line] = []
    for seat in in_order:
        lines += settled(seat, "high-card", _high_card_pay(seat.cards[0], dealer[0]))
    for seat in in_order:
        lines += _blackjack(seat, dealer_hand, options)
    for seat in in_order:
        lines += settled(seat, "poker", _poker_pay(five_card_key(seat.cards), dealer_key))
    for seat in in_order:
        bonus = table_pay(tables["bonus"]["pays"], three_way_bonus_event(seat.cards))
        lines += settled(seat, "bonus", bonus)
    return lines
