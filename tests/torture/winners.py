"""What the people at a table want next where every round wins meters: step by step to the pay."""

from random import Random
from typing import Any, Final

from fairdeal.live.actors import Actor, Role
from fairdeal.live.table.holding import HeldPay, Screen
from fairdeal.live.table.state import RoundState, Table
from tests.torture.plans import CAMERAS, FLOOR, MANAGER
from tests.torture.stacked import SEATS
from tests.torture.wishes import Wish

NAME: Final = "stax"
TABLE: Final = "pit-1"
DEALER: Final = Actor("dora", Role.DEALER)
SETUP: Final[dict[str, Any]] = {
    "game": "ags-3-card",
    "dealer": DEALER.name,
    "seats": SEATS,
    "profile": "washington",
    "progressive": NAME,
    "tiers": {},
    "fills_itself": True,
}
RESETS: Final = {"star": "10000", "spade": "3000", "heart": "500"}
"""Star and spade need two signatures in Washington, a heart one, a new diamond none."""

STEPS: Final = frozenset(
    {
        "touch-seat",
        "choose-hand",
        "touch-pending",
        "cancel-jackpot",
        "pay-jackpot",
        "settle-claim",
        "approve-pay",
        "send-back",
    }
)
"""The commands of an approval."""

_SIGNERS: Final = {"floor": FLOOR, "surveillance": CAMERAS, "manager": MANAGER}
_CHECKS: Final = ("hand", "wager", "amount", "player", "deck")
_HANDS: Final = ("royal-diamonds", "royal-other", "straight-flush-other")


def next_wish(table: Table, choose: Random, *, closing: bool) -> Wish | None:
    """What to ask now; nothing when the day is over."""
    if not table.is_open:
        return _cash_out(table) if closing else Wish("open-table", FLOOR, SETUP)
    if steps := _steps(table, choose):
        return choose.choice(steps)
    now = table.playing
    if now is None:
        return _between_rounds(table, closing=closing)
    if now.betting:
        return _bet(table, now)
    if now.turn:
        return Wish("decide", _player(now.turn), {"seat": now.turn, "word": "fold"})
    return Wish("next-step", DEALER, {})


def _between_rounds(table: Table, *, closing: bool) -> Wish:
    if closing:
        return Wish("close-table", FLOOR, {"reason": "end of the day"})
    for seat in range(1, SEATS + 1):
        player = _player(seat)
        if seat not in table.seats:
            return Wish("sit", player, {"seat": seat})
        if table.chips(player.name) < 10_000:
            return Wish("buy-in", FLOOR, {"player": player.name, "cents": 50_000})
    return Wish("open-round", DEALER, {})


def _bet(table: Table, now: RoundState) -> Wish:
    for seat in range(1, SEATS + 1):
        if seat not in now.in_play():
            bets = {"ante": 500, "stax": 500}
            return Wish("place", _player(seat), {"seat": seat, "bets": bets})
    return Wish("no-more-bets", DEALER, {})


def _steps(table: Table, choose: Random) -> list[Wish]:
    """Whatever can be done about the payments that wait, one wish for each."""
    holding = table.holding
    found = [_entered(table, seat, choose) for seat in holding.terminal]
    found += [_signed(pay, choose) for pay in holding.pays.values() if pay.submitted]
    due = {pay.due.seat for pay in holding.pays.values() if not pay.submitted}
    untouched = due - holding.terminal.keys()
    return found + [Wish("touch-seat", DEALER, {"seat": seat}) for seat in sorted(untouched)]


def _entered(table: Table, seat: int, choose: Random) -> Wish:
    """The next screen, most of the time; now and then a slip or a change of mind."""
    asked: dict[str, Any] = {"seat": seat}
    match table.holding.terminal[seat].screen:
        case Screen.HANDS:
            due = [pay.due for pay in table.holding.pays.values() if not pay.submitted]
            won = [each.event.partition(" ")[2] for each in due if each.seat == seat]
            hand = won[0] if won else "none"
            wrong = choose.choice(("none", *_HANDS))
            hand = wrong if choose.random() < 0.2 else hand
            return Wish("choose-hand", DEALER, {**asked, "hand": hand})
        case Screen.PENDING:
            return Wish("touch-pending", DEALER, asked)
        case Screen.CONFIRM:
            if choose.random() < 0.2:
                return Wish("cancel-jackpot", DEALER, {**asked, "reason": "a slip"})
            return Wish("pay-jackpot", DEALER, asked)
        case Screen.STOPPED:
            return Wish("settle-claim", FLOOR, {**asked, "reason": "it was misread"})


def _signed(pay: HeldPay, choose: Random) -> Wish:
    by = _SIGNERS[choose.choice(pay.missing())]
    if choose.random() < 0.15:
        return Wish("send-back", by, {"pay": pay.due.pay, "reason": "look again"})
    return Wish("approve-pay", by, {"pay": pay.due.pay, "checked": _CHECKS})


def _cash_out(table: Table) -> Wish | None:
    for account in table.accounts:
        kind, _, player = account.partition(":")
        if kind == "chips":
            return Wish("cash-out", FLOOR, {"player": player})
    return None


def _player(seat: int) -> Actor:
    return Actor(f"p{seat}", Role.PLAYER)
