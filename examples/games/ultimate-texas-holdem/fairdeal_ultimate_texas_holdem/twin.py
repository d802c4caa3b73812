"""Ultimate Texas Hold'em settled a second time, from its rules and without Fairdeal's code."""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
ORDER = (
    *("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush"),
    *("full-house", "four-of-a-kind", "straight-flush", "royal-flush"),
)
RAISES = {"4x": 4, "3x": 3, "2x": 2, "1x": 1}


def settle(seat):
    """Net cents of each bet."""
    ours, theirs = _best(seat.player + seat.board), _best(seat.dealer + seat.board)
    ante, blind, nets = seat.bets["ante"], seat.bets["blind"], {}
    if "trips" in seat.bets:
        nets["trips"] = _paid(seat.bets["trips"], seat.pays["trips"], ours, -1)
    if seat.said[-1] == "fold":
        return nets | {"ante": -ante, "blind": -blind}
    won = (ours > theirs) - (ours < theirs)
    opens = theirs[0] >= ORDER.index("pair")
    nets["ante"] = ante * won * opens
    nets["play"] = ante * RAISES[seat.said[-1]] * won
    nets["blind"] = -blind if won < 0 else 0
    if won > 0:
        nets["blind"] = _paid(blind, seat.pays["blind"], ours, 0)
    return nets


def _paid(bet, rows, hand, otherwise):
    """What a bet wins by its table; half a cent goes to the player."""
    row = ORDER[hand[0]]
    if row not in rows:
        return bet * otherwise
    win, stake = map(int, rows[row].split(" to "))
    return -(-bet * win // stake)


def _best(cards):
    return max(map(_five, combinations(cards, 5)))


def _five(cards):
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    in_row = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    name = "high-card"
    if suited and in_row:
        name = "royal-flush" if ranks[0] == 12 else "straight-flush"
    elif shape == [4, 1]:
        name = "four-of-a-kind"
    elif shape == [3, 2]:
        name = "full-house"
    elif suited:
        name = "flush"
    elif in_row:
        name = "straight"
    elif shape[0] == 3:
        name = "three-of-a-kind"
    elif shape[:2] == [2, 2]:
        name = "two-pair"
    elif shape[0] == 2:
        name = "pair"
    return ORDER.index(name), ranks
