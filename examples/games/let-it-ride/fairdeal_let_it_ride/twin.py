"""Let It Ride settled a second time, from its rules in words and without Fairdeal's code."""

from collections import Counter

RANKS = "23456789TJQKA"


def settle(seat):
    """Net cents of each bet."""
    odds = _odds(seat.pays["third"], _five(seat.player + seat.board))
    nets = {"third": seat.bets["third"] * odds}
    for bet, word in zip(("first", "second"), seat.said, strict=True):
        if word == "ride":
            nets[bet] = seat.bets[bet] * odds
    if "three-card-bonus" in seat.bets:
        own = _odds(seat.pays["three-card-bonus"], _three(seat.player))
        nets["three-card-bonus"] = seat.bets["three-card-bonus"] * own
    return nets


def _odds(rows, row):
    return int(rows[row].split()[0].replace(",", "")) if row else -1


def _looks(cards):
    """Rank counts from the most frequent down, whether one suit, and whether and to what in row."""
    counts = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    ranks = "".join(sorted((card[0] for card in cards), key=RANKS.index))
    wheel = RANKS[: len(cards) - 1] + "A"
    return counts, suited, ranks in RANKS or ranks == wheel, ranks


def _five(cards):
    counts, suited, in_row, ranks = _looks(cards)
    if suited and ranks == "TJQKA":
        return "royal-flush"
    if suited and in_row:
        return "straight-flush"
    if counts[0] == 4:
        return "four-of-a-kind"
    if counts == [3, 2]:
        return "full-house"
    if suited:
        return "flush"
    if in_row:
        return "straight"
    if counts[0] == 3:
        return "three-of-a-kind"
    if counts == [2, 2, 1]:
        return "two-pair"
    return "tens-or-better" if any(ranks.count(rank) == 2 for rank in "TJQKA") else ""


def _three(cards):
    counts, suited, in_row, ranks = _looks(cards)
    if suited and ranks == "QKA":
        return "mini-royal"
    if suited and in_row:
        return "straight-flush"
    if counts[0] == 3:
        return "three-of-a-kind"
    if in_row:
        return "straight"
    if suited:
        return "flush"
    return "pair" if counts[0] == 2 else ""
