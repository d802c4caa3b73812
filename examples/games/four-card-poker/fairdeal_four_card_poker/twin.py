"""Four Card Poker settled a second time, from its rules in words and without Fairdeal's code."""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
ORDER = (
    "high-card",
    "pair",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)


def settle(seat):
    """Net cents of each bet."""
    kind, ranks = _best(seat.player)
    nets = {}
    if "aces-up" in seat.bets:
        row = "pair-of-aces" if kind == "pair" and ranks[0] == 12 else kind
        nets["aces-up"] = seat.bets["aces-up"] * _pays(seat.pays["aces-up"], row, -1)
    if "ante" not in seat.bets:
        return nets
    ante = seat.bets["ante"]
    if seat.said[0] == "fold":
        if "aces-up" in nets and seat.options["aces-up-on-fold"] == "forfeited":
            nets["aces-up"] = -seat.bets["aces-up"]
        return nets | {"ante": -ante}
    play = ante * {"play": 1, "double": 2, "triple": 3}[seat.said[0]]
    theirs, their_ranks = _best(seat.dealer)
    wins = (ORDER.index(kind), ranks) >= (ORDER.index(theirs), their_ranks)
    nets["ante"] = ante if wins else -ante
    nets["play"] = play if wins else -play
    nets["ante-bonus"] = ante * _pays(seat.pays["ante-bonus"], kind, 0)
    return nets


def _pays(rows, row, otherwise):
    return int(rows[row].split()[0]) if row in rows else otherwise


def _best(cards):
    """The best four of some cards: the kind of hand and its ranks."""
    hands = map(_hand, combinations(cards, 4))
    return max(hands, key=lambda hand: (ORDER.index(hand[0]), hand[1]))


def _hand(cards):
    """The kind of four cards and their ranks: those that occur most often first."""
    count = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = sorted(count.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    if ranks == [12, 2, 1, 0]:
        ranks = [2, 1, 0, -1]
    in_a_row = len(ranks) == 4 and ranks[0] - ranks[3] == 3
    if shape == [4]:
        return "four-of-a-kind", ranks
    if suited:
        return ("straight-flush" if in_a_row else "flush"), ranks
    if in_a_row:
        return "straight", ranks
    if shape == [3, 1]:
        return "three-of-a-kind", ranks
    if shape == [2, 2]:
        return "two-pair", ranks
    return ("pair" if shape[0] == 2 else "high-card"), ranks
