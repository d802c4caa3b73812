"""A settlement as the dealer carries it out: seat by seat and bet by bet, in chips."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fairdeal import money
from fairdeal.live import events
from fairdeal.live.views import RoundView
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import chips
from fairdeal.web.naming import title


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be done with one bet."""

    key: str
    """Stays the same while further bets of the round are settled."""
    order: int
    seat: int
    bet: str
    stake_cents: int
    returned_cents: int
    net_cents: int
    reason: str
    award_cents: int = 0
    """What a meter pays, all of it by the cage: no chip of the tray moves."""

    @property
    def do(self) -> str:
        """What the dealer does."""
        if self.award_cents:
            return f"Jackpot {money.show(self.award_cents)}"
        if self.net_cents == 0:
            return "Push"
        verb = "Pay" if self.net_cents > 0 else "Take"
        return f"{verb} {money.show(abs(self.net_cents))}"

    @property
    def done(self) -> str:
        """What the large button says when it was done."""
        if self.award_cents:
            return f"{self.bet} paid by the cage"
        verb = "paid" if self.net_cents > 0 else "taken" if self.net_cents < 0 else "pushed"
        return f"{self.bet} {verb}"

    @property
    def chips(self) -> list[tuple[int, int]]:
        """The chips that change hands: value in dollars, and how many."""
        return [*Counter(chips(self._tray_cents)).items()]

    @property
    def rest_cents(self) -> int:
        """What no chip is small enough for."""
        return self._tray_cents % 100

    @property
    def _tray_cents(self) -> int:
        """What the dealer counts out of the tray, or into it."""
        return 0 if self.award_cents else abs(self.net_cents)


def dues(felt: Felt, now: RoundView) -> list[Due]:
    """Everything that was settled so far, in the order of settlement.

    A bet that rides on another and wins nothing asks for nothing; two hands are settled one after
    the other.
    """
    seen: Counter[tuple[str, int, str]] = Counter()
    found: list[Due] = []
    for line, award_cents in zip(now.lines, now.awards, strict=True):
        for bet, stake_cents, net_cents in _moving(felt, line):
            where = line.stage, line.seat, line.bet
            found.append(
                Due(
                    f"{line.stage}/{line.seat}/{line.bet}/{seen[where]}",
                    len(found),
                    line.seat,
                    bet,
                    stake_cents,
                    line.returned_cents,
                    net_cents,
                    line.reason,
                    award_cents,
                )
            )
            seen[where] += 1
    return found


def _moving(felt: Felt, line: events.Paid) -> Iterator[tuple[str, int, int]]:
    """The bets of a line with what lies there and what it won or lost."""
    bet = title(felt.game.bet(line.bet).name)
    is_divided = line.bet == felt.divided_bet(line.seat)
    hands = [hand for hand in felt.hands(line.seat) if hand.cents] if is_divided else []
    for hand in hands:
        yield f"{bet}, {hand.name.lower()}", hand.cents, hand.net_cents or 0
    if not hands and (line.stake_cents or line.net_cents):
        yield bet, line.stake_cents, line.net_cents


def net(lines: list[Due]) -> str:
    """What a seat gets or gives in all at the table; the cage pays jackpots."""
    cents = sum(line.net_cents for line in lines if not line.award_cents)
    if cents == 0:
        return "Even"
    return f"{'Pay' if cents > 0 else 'Take'} {money.show(abs(cents))} net"
