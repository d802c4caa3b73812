"""Seats, settled lines, and how a printed pay becomes cents."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from .events import NOTHING, printed_line
from .ranking import Key

LOSE = "lose"
PUSH = "push"
EVEN_MONEY = "1 to 1"
HALF_WON = "1 to 2"
HALF_LOST = "lose half"


class Seat(NamedTuple):
    """One player's part of a round; bets in cents, only those placed before the deal."""

    number: int
    cards: tuple[str, ...]
    bets: Mapping[str, int]
    decisions: tuple[str, ...]
    player: str = ""
    """Whose seat it is; without a name it is somebody's who holds no other."""

    def stake(self, bet: str) -> int:
        """Cents wagered; the play bet is placed by the decision and equals the ante."""
        if bet == "play":
            return self.bets.get("ante", 0) if "play" in self.decisions else 0
        return self.bets.get(bet, 0)

    def folded(self) -> bool:
        """Gave up the hand rather than play it."""
        return "fold" in self.decisions

    def is_held_with(self, other: "Seat") -> bool:
        """Whether one player holds both, or they are the same seat."""
        return self.number == other.number or self.player == other.player != ""


class Line(NamedTuple):
    """One settled bet: net is won above zero, lost below; returned is stake without action."""

    seat: int
    bet: str
    stake_cents: int
    net_cents: int
    returned_cents: int


@cache
def units_won(pay: str) -> Fraction:
    """Stakes won on top of the stake: "3 to 2" is 3/2, "20 for 1" is 19, a lost bet is -1."""
    if pay == PUSH:
        return Fraction(0)
    if pay == LOSE:
        return Fraction(-1)
    if pay == HALF_LOST:
        return Fraction(-1, 2)
    won, unit, stake = pay.split()
    odds = Fraction(int(won), int(stake))
    return odds - 1 if unit == "for" else odds


def net_cents(stake: int, pay: str) -> int:
    """Cents won or lost; a broken cent is rounded up, which is always in the player's favour."""
    return ceil(units_won(pay) * stake)


def settled(seat: Seat, bet: str, pay: str) -> list[Line]:
    """The line of a bet, or no line when it was not placed."""
    stake = seat.stake(bet)
    if not stake:
        return []
    return [Line(seat.number, bet, stake, net_cents(stake, pay), 0)]


def table_pay(table: Mapping[str, str], event: str) -> str:
    """What the table prints for the event; what it does not print loses."""
    line = printed_line(event, table)
    return LOSE if line == NOTHING else table[line]


def ante_bonus(seat: Seat, pay: str) -> list[Line]:
    """The premium on the ante: nothing is staked on it, so it wins or stays at zero."""
    ante = seat.stake("ante")
    if not ante:
        return []
    won = 0 if pay == LOSE else net_cents(ante, pay)
    return [Line(seat.number, "ante-bonus", 0, won, 0)]


def against_dealer(player: Key, dealer: Key) -> str:
    """Even money for the stronger hand, and a push on a tie."""
    if player == dealer:
        return PUSH
    return EVEN_MONEY if player > dealer else LOSE


def from_dealers_right(seats: Sequence[Seat]) -> list[Seat]:
    """Seats are numbered from the dealer's left, so the right end has the highest number."""
    return sorted(seats, key=lambda seat: seat.number, reverse=True)


def from_dealers_left(seats: Sequence[Seat]) -> list[Seat]:
    """Action order."""
    return sorted(seats, key=lambda seat: seat.number)
