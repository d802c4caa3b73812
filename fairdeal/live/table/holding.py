"""Payments that wait for approval, and what a dealer has entered on the jackpot terminal."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from fairdeal.house.approvals import Approval, Check, Signer
from fairdeal.live import events

V = TypeVar("V")


class Screen(StrEnum):
    """How far a dealer has come with the hand of a seat."""

    HANDS = "hands"
    """The seat was touched: choose the hand, or None."""
    PENDING = "pending"
    """The hand stands under the seat, without an amount: touch Pending Jackpot."""
    CONFIRM = "confirm"
    """Pay or Cancel."""
    STOPPED = "stopped"
    """The seat has not won with the hand: the dealer cancels it, or the floor clears it."""


class Entered(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the terminal shows at a seat."""

    screen: Screen
    by: str
    hand: str = ""
    pay: int = 0
    """The payment that is due for the hand."""
    people: tuple[str, ...] = ()
    """Everybody who has entered something."""
    bet: str = ""
    """The bet whose pay table names the hand."""


class Signature(msgspec.Struct, frozen=True, array_like=True):
    """Who approved a payment, in which role, and what was looked at."""

    by: str
    role: str
    checked: tuple[str, ...]


class HeldPay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A win that is not paid yet."""

    due: events.PayHeld
    submitted: events.PaySubmitted | None = None
    """What was submitted; None while the dealer has not done so."""
    signed: tuple[Signature, ...] = ()
    handled: tuple[str, ...] = ()
    """Who entered and submitted it before it was sent back."""
    sent_back: str = ""
    """Why the last submission was not approved; a person looks at it before it is
    submitted again."""

    def missing(self) -> tuple[str, ...]:
        """The roles whose signature it still needs."""
        needs = self.submitted.needs if self.submitted else ()
        return tuple(role for role in needs if role not in {each.role for each in self.signed})

    def checks_of(self, role: str) -> tuple[Check, ...]:
        """What a person in that role checks before signing; nothing where no signature waits."""
        if self.submitted is None or role not in self.missing():
            return ()
        signers = tuple(Signer(each) for each in self.submitted.needs)
        return Approval(signers, self.submitted.deck_days).checks_of(Signer(role))

    def handled_by(self) -> tuple[str, ...]:
        """The people who entered or submitted it, the earliest first."""
        submitters = (self.submitted.by, *self.submitted.entered) if self.submitted else ()
        return tuple(dict.fromkeys((*self.handled, *submitters)))

    def people(self) -> tuple[str, ...]:
        """Who has entered, submitted or signed it."""
        return (*self.handled_by(), *(each.by for each in self.signed))

    def part_of(self, name: str) -> str:
        """Why that person may not approve it; empty where they may."""
        parts = {
            "has won it": {self.due.player},
            "has signed it already": {each.by for each in self.signed},
            "has entered it": self.handled_by(),
            "dealt, banked or played in the round": {*self.due.concerned},
        }
        return next((part for part, people in parts.items() if name in people), "")


_UNTOUCHED: Final = Entered(Screen.HANDS, "")

HoldingEvent: TypeAlias = (
    events.MetersFed
    | events.PayHeld
    | events.SeatTouched
    | events.HandChosen
    | events.HandErased
    | events.PendingTouched
    | events.JackpotCancelled
    | events.ClaimSettled
    | events.PaySubmitted
    | events.PaySigned
    | events.PaySentBack
    | events.PayMade
)

PARTS: Final = 1_000_000
"""Of one cent: what a meter grows by is never rounded."""


class Holding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything at a table that has to do with payments to be approved."""

    count: int = 0
    """How many payments were ever held."""
    pays: dict[int, HeldPay] = {}
    """Those that are not made yet, by number."""
    terminal: dict[int, Entered] = {}
    """By seat."""
    carry: dict[str, int] = {}
    """Parts of a cent that bets brought for each meter and that did not make a whole cent yet."""

    def signed(self) -> list[HeldPay]:
        """Payments that everyone required has signed, and that wait for the bank alone."""
        return [pay for pay in self.pays.values() if pay.submitted and not pay.missing()]

    def of_round(self, number: int) -> list[HeldPay]:
        """The payments of a round that are not made yet."""
        return [pay for pay in self.pays.values() if pay.due.round == number]

    def jackpots_at(self, seat: int, hand: str) -> list[HeldPay]:
        """The meters that a seat has won with a hand and that wait to be paid, the oldest first."""
        won = (seat, f"pays {hand}")
        pays = (pay for _, pay in sorted(self.pays.items()) if pay.due.meter)
        return [pay for pay in pays if (pay.due.seat, pay.due.event) == won]

    def jackpot_at(self, seat: int, hand: str) -> HeldPay | None:
        """The oldest meter that a seat has won with a hand and that was not submitted."""
        found = self.jackpots_at(seat, hand)
        return next((pay for pay in found if pay.submitted is None), None)


def after(holding: Holding, event: HoldingEvent) -> Holding:
    """The state after the event."""
    match event:
        case events.MetersFed():
            return replace(holding, carry=_carried(holding.carry, event))
        case events.PayHeld(pay=number):
            pays = {**holding.pays, number: HeldPay(event)}
            return replace(holding, count=number, pays=pays)
        case events.PaySubmitted(pay=number):
            pay = replace(holding.pays[number], submitted=event, signed=(), sent_back="")
            seat = pay.due.seat if pay.due.meter else 0
            return replace(
                holding,
                pays={**holding.pays, number: pay},
                terminal=_without(holding.terminal, seat),
            )
        case events.PaySigned(pay=number, by=by, role=role, checked=checked):
            pay = holding.pays[number]
            signed = (*pay.signed, Signature(by, role, checked))
            return replace(holding, pays={**holding.pays, number: replace(pay, signed=signed)})
        case events.PaySentBack(pay=number, reason=reason):
            pay = _sent_back(holding.pays[number], reason)
            return replace(holding, pays={**holding.pays, number: pay})
        case events.PayMade(pay=number):
            return replace(holding, pays=_without(holding.pays, number))
        case _:
            return replace(holding, terminal=_entered(holding.terminal, event))


def _sent_back(pay: HeldPay, reason: str) -> HeldPay:
    return replace(pay, submitted=None, signed=(), handled=pay.handled_by(), sent_back=reason)


TerminalEvent: TypeAlias = (
    events.SeatTouched
    | events.HandChosen
    | events.HandErased
    | events.PendingTouched
    | events.JackpotCancelled
    | events.ClaimSettled
)


def _entered(terminal: dict[int, Entered], event: TerminalEvent) -> dict[int, Entered]:
    seat = event.seat
    was = terminal.get(seat, _UNTOUCHED)  # a forged event may come out of order
    match event:
        case events.SeatTouched(by=by):
            return {**terminal, seat: Entered(Screen.HANDS, by, people=(by,))}
        case events.HandChosen(fits=True, pay=0):  # settled at the table: nothing is pending
            return _without(terminal, seat)
        case events.HandChosen(by=by, hand=hand, fits=fits, pay=pay, bet=bet):
            screen = Screen.PENDING if fits else Screen.STOPPED
            people = _with(was.people, by)
            return {**terminal, seat: Entered(screen, by, hand, pay, people, bet)}
        case events.PendingTouched(by=by):
            now = replace(was, screen=Screen.CONFIRM, by=by, people=_with(was.people, by))
            return {**terminal, seat: now}
        case _:
            return _without(terminal, seat)


def dropped(holding: Holding, numbers: tuple[int, ...]) -> Holding:
    """Without the payments of a round that is void, and without what was entered for it."""
    pays = {number: pay for number, pay in holding.pays.items() if number not in numbers}
    return replace(holding, pays=pays, terminal={})


def carried_as(progressive: str, meter: str) -> str:
    """Under which name a table carries what does not make a cent for a meter."""
    return f"{progressive}.{meter}"


def _carried(carry: Mapping[str, int], event: events.MetersFed) -> dict[str, int]:
    left = dict(carry)
    for meter, more in event.parts.items():
        key = carried_as(event.progressive, meter)
        left[key] = left.get(key, 0) + more - event.cents.get(meter, 0) * PARTS
    return {key: rest for key, rest in left.items() if rest}


def _with(people: tuple[str, ...], by: str) -> tuple[str, ...]:
    return people if by in people else (*people, by)


def _without(held: Mapping[int, V], number: int) -> dict[int, V]:
    return {key: value for key, value in held.items() if key != number}
