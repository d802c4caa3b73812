"""What a round brought to a player: bet by bet, or seat by seat to who held the bank."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairdeal import money
from fairdeal.errors import listed
from fairdeal.games.layout import FOLD
from fairdeal.live import events
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.naming import capital, title


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a receipt."""

    name: str
    stake_cents: int
    net_cents: int
    reason: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was settled so far, and what it makes in all."""

    number: int
    lines: tuple[Line, ...]
    is_bank: bool
    is_over: bool
    note: str = ""
    """What the system decided for the player."""

    @property
    def net_cents(self) -> int:
        """What it makes in all."""
        return sum(line.net_cents for line in self.lines)

    @property
    def result(self) -> str:
        """What the last line is called."""
        if not self.is_over:
            return "So far"
        return "Result of your bank" if self.is_bank else "Round result"


def receipt(felt: Felt) -> Receipt | None:
    """The receipt of one's own seat; None before anything is settled."""
    now = felt.in_sight
    is_bank = felt.own != 0 and felt.own == felt.banker_seat
    found = tuple(_of_bank(felt) if is_bank else _of_bets(felt)) if felt.own else ()
    if now is None or not found:
        return None
    return Receipt(now.number, found, is_bank, felt.is_over, timed_out(felt.by_system(felt.own)))


def timed_out(words: Sequence[str]) -> str:
    """What the system decided for a player whose time was up.

    >>> timed_out(["fold"]), timed_out(["stand"])
    ('Time ran out: your hand was folded.', 'Time ran out: the table chose stand for you.')
    """
    if not words:
        return ""
    chosen = f"the table chose {listed(words, 'and')} for you"
    return f"Time ran out: {'your hand was folded' if FOLD in words else chosen}."


def _of_bets(felt: Felt) -> Iterator[Line]:
    for line in felt.lines(felt.own):
        name = title(felt.game.bet(line.bet).name)
        yield Line(name, line.stake_cents, line.net_cents, line.reason)


def _of_bank(felt: Felt) -> Iterator[Line]:
    """What the bank paid and took at every seat."""
    seats: dict[int, list[events.Paid]] = {}
    for line in felt.settled():
        seats.setdefault(line.seat, []).append(line)
    for seat, lines in seats.items():
        moved = [_moved(felt, line) for line in lines if line.net_cents]
        why = [capital(line.reason) for line in lines]
        told = ". ".join(dict.fromkeys([*([capital(listed(moved, "and"))] if moved else []), *why]))
        staked = sum(line.stake_cents for line in lines)
        net_cents = -sum(line.net_cents for line in lines)
        yield Line(f"Seat {seat}, {lines[0].player}", staked, net_cents, told)


def _moved(felt: Felt, line: events.Paid) -> str:
    """What the bank does with a bet."""
    bet, cents = title(felt.game.bet(line.bet).name), line.net_cents
    return f"{'pays' if cents > 0 else 'takes'} {money.show(abs(cents))} on {bet}"
