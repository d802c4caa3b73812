"""Two Card Duel settled a second time, from its rules in words and without Fairdeal's code."""

RANKS = "23456789TJQKA"


def settle(seat):
    """Net cents of each bet."""
    ranks = sorted((RANKS.index(card[0]) for card in seat.player), reverse=True)
    dealer = sorted((RANKS.index(card[0]) for card in seat.dealer), reverse=True)
    ante, nets = seat.bets["ante"], {}
    if "twins" in seat.bets:
        nets["twins"] = seat.bets["twins"] * _twins(seat, ranks)
    word = seat.said[0]
    if word == "fold":
        return nets | {"ante": -ante}
    raised = ante * {"raise": 1, "double": 2}[word]
    if dealer[0] != dealer[1] and dealer[0] < RANKS.index("T"):
        return nets | {"ante": ante, "raised": 0}
    ours, theirs = (ranks[0] == ranks[1], ranks), (dealer[0] == dealer[1], dealer)
    won = (ours > theirs) - (ours < theirs)
    return nets | {"ante": ante * won, "raised": raised * won}


def _twins(seat, ranks):
    row = "suited" if seat.player[0][1] == seat.player[1][1] else ""
    if ranks[0] == ranks[1]:
        row = "aces" if ranks[0] == 12 else "pair"
    return int(seat.pays["twins"][row].split()[0]) if row else -1
