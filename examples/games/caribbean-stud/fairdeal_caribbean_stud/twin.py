"""Caribbean Stud settled a second time, from its rules in words and without Fairdeal's code."""

from collections import Counter

RANKS = "23456789TJQKA"
ORDER = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)


def settle(seat):
    """Net cents of each bet."""
    ante = seat.bets["ante"]
    if seat.said[0] == "fold":
        return {"ante": -ante}
    call = 2 * ante
    kind, ranks = _hand(seat.dealer)
    if kind == "high-card" and ranks[:2] != [12, 11]:
        return {"ante": ante, "call": 0}
    theirs = ORDER.index(kind), ranks
    kind, ranks = _hand(seat.player)
    ours = ORDER.index(kind), ranks
    if ours == theirs:
        return {"ante": 0, "call": 0}
    if ours < theirs:
        return {"ante": -ante, "call": -call}
    row = "pair-or-less" if kind in ("high-card", "pair") else kind
    return {"ante": ante, "call": call * int(seat.pays["call"][row].split()[0])}


def _hand(cards):
    """The kind of hand and its ranks: those that occur most often first, then the highest."""
    count = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = sorted(count.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    in_a_row = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if in_a_row and suited:
        return ("royal-flush" if ranks[0] == 12 else "straight-flush"), ranks
    if shape == [4, 1]:
        return "four-of-a-kind", ranks
    if shape == [3, 2]:
        return "full-house", ranks
    if suited:
        return "flush", ranks
    if in_a_row:
        return "straight", ranks
    if shape[0] == 3:
        return "three-of-a-kind", ranks
    if shape == [2, 2, 1]:
        return "two-pair", ranks
    return ("pair" if shape[0] == 2 else "high-card"), ranks
