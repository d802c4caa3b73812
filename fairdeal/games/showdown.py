"""Two hands against each other, when the dealer's must be good enough to play."""

from enum import IntEnum

from fairdeal.rule import rule


class Showdown(IntEnum):
    """How a hand that stayed in fares against the dealer's."""

    DEALER_OUT = 0
    WON = 1
    LOST = 2
    TIED = 3


@rule
def qualifies(dealer: int, qualifying: int) -> bool:
    """Whether the dealer's strength is enough to play."""
    return dealer >= qualifying


@rule
def showdown(player: int, dealer: int, qualifying: int) -> int:
    """Compare two strengths, if the dealer's is enough to play."""
    if not qualifies(dealer, qualifying):
        return Showdown.DEALER_OUT
    if player > dealer:
        return Showdown.WON
    if player < dealer:
        return Showdown.LOST
    return Showdown.TIED
