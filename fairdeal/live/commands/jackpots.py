"""Large payments: entered on the dealer's terminal, looked into by others, and made.

A meter that was won is entered in four screens: touch the seat, choose the hand or None, touch
Pending Jackpot, then Pay or Cancel.  The amount is not shown before it is submitted.
"""

from fairdeal.errors import did_you_mean, listed
from fairdeal.house.approvals import Check
from fairdeal.live import events
from fairdeal.live.commands.checks import (
    deals_here,
    is_open,
    is_seat,
    not_held,
    reason_given,
    refuse,
)
from fairdeal.live.commands.tables import closed_when_paid
from fairdeal.live.table import payments
from fairdeal.live.table.context import Context
from fairdeal.live.table.holding import Entered, HeldPay, Screen
from fairdeal.live.table.progressive import Hit, hit_key
from fairdeal.live.table.state import Table, after

_NONE = "none"
_ASKS = {
    Screen.HANDS: "the hand or None",
    Screen.PENDING: "a touch on Pending Jackpot",
    Screen.CONFIRM: "Pay or Cancel",
    Screen.STOPPED: "Cancel, or for the floor to clear the claim",
}


def touch_seat(table: Table, context: Context, *, seat: int) -> list[events.AnyEvent]:
    """The dealer touches a seat on the terminal, to enter the hand that has won there."""
    _link(table, context)
    is_open(table)
    is_seat(table, seat)
    if seat not in _concerned(table):
        refuse("seat.empty", f"seat {seat} of table {table.name} is empty and has no payment due")
    if seat in table.holding.terminal:
        asks = _ASKS[table.holding.terminal[seat].screen]
        refuse("jackpot.screen", f"seat {seat} was touched already: the terminal asks for {asks}")
    return [events.SeatTouched(seat, context.by.name)]


def choose_hand(table: Table, context: Context, *, seat: int, hand: str) -> list[events.AnyEvent]:
    """The dealer chooses a hand of the pay table for the seat, or ``none`` to undo the touch."""
    link = _link(table, context)
    known = payments.hands_of(table, link)
    _at(table, seat, Screen.HANDS)
    if hand.lower() == _NONE:
        return [events.HandErased(seat, context.by.name)]
    if hand.lower() not in known:
        hint = did_you_mean(hand, [*known, _NONE])
        refuse("jackpot.hand", f"the terminal has no hand {hand!r}: {hint}")
    fits, pay = payments.entered_as(table, link, seat, hand.lower())
    if not fits and (submitted := table.holding.jackpots_at(seat, hand.lower())):
        refuse("approval.waiting", f"{payments.told(submitted[0])} was submitted already")
    return [events.HandChosen(seat, hand.lower(), context.by.name, fits, pay, link.bet)]


def touch_pending(table: Table, context: Context, *, seat: int) -> list[events.AnyEvent]:
    """The dealer touches Pending Jackpot at the seat of the chosen hand."""
    _link(table, context)
    _at(table, seat, Screen.PENDING)
    return [events.PendingTouched(seat, context.by.name)]


def cancel_jackpot(
    table: Table, context: Context, *, seat: int, reason: str
) -> list[events.AnyEvent]:
    """The dealer cancels the hand that was entered, and says why; a hand that has won stays due."""
    _link(table, context)
    _at(table, seat, Screen.CONFIRM, Screen.PENDING, Screen.STOPPED)
    return [events.JackpotCancelled(seat, context.by.name, reason_given(reason))]


def pay_jackpot(table: Table, context: Context, *, seat: int) -> list[events.AnyEvent]:
    """The dealer confirms: the payment is submitted, or made where no one else must approve it."""
    _link(table, context)
    return _submit(table, context, _held(table, _at(table, seat, Screen.CONFIRM).pay))


def settle_claim(
    table: Table, context: Context, *, seat: int, reason: str
) -> list[events.AnyEvent]:
    """The floor clears a claim that does not match the cards; a win stays due."""
    entered = _at(table, seat, Screen.STOPPED)
    if context.by.name in (*entered.people, table.seats.get(seat)):
        refuse(
            "approval.own",
            f"{context.by} cannot clear the claim of seat {seat}: {context.by.name} has entered or"
            " made it",
        )
    return [events.ClaimSettled(seat, context.by.name, reason_given(reason))]


def submit_pay(table: Table, context: Context, *, pay: int) -> list[events.AnyEvent]:
    """The dealer submits a large win that no meter pays."""
    not_held(table)
    deals_here(table, context)
    held = _held(table, pay)
    if held.submitted:
        refuse("approval.waiting", f"{payments.told(held)} was submitted already")
    if held.due.meter:
        refuse(
            "jackpot.entry",
            f"{payments.told(held)} is entered on the terminal: touch seat {held.due.seat}",
        )
    return _submit(table, context, held)


def approve_pay(
    table: Table, context: Context, *, pay: int, checked: tuple[str, ...]
) -> list[events.AnyEvent]:
    """A person who must approve a payment signs it; the last signature pays it."""
    held = _to_sign(table, context, pay)
    role = str(context.by.role)
    wanted = held.checks_of(role)
    for word in (each for each in checked if each not in set(Check)):
        hint = did_you_mean(word, list(Check))
        refuse("approval.check", f"{word!r} is not a check of a payment: {hint}")
    if left_out := [each for each in wanted if each not in checked]:
        refuse(
            "approval.unchecked",
            f"{context.by} cannot approve {payments.told(held)} without having checked"
            f" {listed(left_out)}",
        )
    together = (
        context.people.together(context.by.name, each, context.at) for each in held.people()
    )
    if why := next(filter(None, together), ""):
        refuse(
            "approval.one-person",
            f"{context.by} cannot sign {payments.told(held)} beside the others: {why}",
        )
    looked = tuple(each for each in wanted if each in checked)
    signed = events.PaySigned(pay, context.by.name, role, tuple(map(str, looked)))
    then = after(table, signed)
    if then.holding.pays[pay].missing():
        return [signed]
    paid = payments.made(then, then.holding.pays[pay], _hit(then, context, held))
    return _with_closing(table, context, [signed, *paid])


def send_back(table: Table, context: Context, *, pay: int, reason: str) -> list[events.AnyEvent]:
    """A person who must approve a payment refuses; it stays due and is submitted again."""
    _to_sign(table, context, pay)
    role = str(context.by.role)
    return [events.PaySentBack(pay, context.by.name, role, reason_given(reason))]


def _link(table: Table, context: Context) -> events.Link:
    """The bet whose hands the terminal offers, for the dealer of the table."""
    is_open(table)
    not_held(table)
    deals_here(table, context)
    progressive = context.progressive_of(table)
    link = payments.link_of(table, progressive)
    if link is None:
        refuse("progressive.none", f"table {table.name} feeds no progressive")
    return link


def _concerned(table: Table) -> set[int]:
    """Seats at which a player may have won a meter, also one who has left since."""
    played = table.round.players if table.round else {}
    return {*table.seats, *played, *(pay.due.seat for pay in table.holding.pays.values())}


def _at(table: Table, seat: int, *screens: Screen) -> Entered:
    """What is entered at a seat, which must be at one of these screens."""
    entered = table.holding.terminal.get(seat)
    if entered is None:
        refuse("jackpot.screen", f"nothing is entered at seat {seat}: touch the seat first")
    if entered.screen not in screens:
        refuse(
            "jackpot.screen",
            f"the terminal asks at seat {seat} for {_ASKS[entered.screen]}, and not for"
            f" {_ASKS[screens[0]]}",
        )
    return entered


def _held(table: Table, pay: int) -> HeldPay:
    held = table.holding.pays.get(pay)
    if held is None:
        if 0 < pay <= table.holding.count:
            refuse("pay.unknown", f"payment {pay} of table {table.name} was made, or is void")
        numbers = listed(map(str, table.holding.pays), "or") if table.holding.pays else "none"
        refuse("pay.unknown", f"table {table.name} holds no payment {pay}: expected {numbers}")
    return held


def _submit(table: Table, context: Context, held: HeldPay) -> list[events.AnyEvent]:
    if context.by.name == held.due.player:
        who = context.by.name
        refuse("approval.own", f"{context.by} cannot submit {payments.told(held)}: {who} won it")
    hit = _hit(table, context, held)
    happened = payments.submit(table, held, hit, context.by.name, context.today)
    return _with_closing(table, context, happened)


def _hit(table: Table, context: Context, held: HeldPay) -> Hit | None:
    """What the meter showed when it was won, by the order of the log."""
    if not held.due.meter:
        return None
    hits = context.progressives(held.due.progressive).hits
    key = hit_key(table.name, held.due.pay)
    if key not in hits:
        refuse("jackpot.unrecorded", f"{payments.told(held)} is not in the log yet: try again")
    return hits[key]


def _with_closing(
    table: Table, context: Context, happened: list[events.AnyEvent]
) -> list[events.AnyEvent]:
    """What happened, and the closing of a table that waited for it alone."""
    for event in happened:
        table = after(table, event)
    return [*happened, *closed_when_paid(table, context)]


def _to_sign(table: Table, context: Context, pay: int) -> HeldPay:
    """The payment, if this person is the one whose signature it needs next."""
    not_held(table)
    held, by = _held(table, pay), context.by
    submitted = held.submitted
    if submitted is None:
        refuse("approval.early", f"{payments.told(held)} was not submitted yet")
    if part := held.part_of(by.name):
        refuse("approval.own", f"{by} cannot sign {payments.told(held)}: {by.name} {part}")
    if str(by.role) not in held.missing():
        refuse(
            "approval.role",
            f"{by} cannot sign {payments.told(held)}: it needs {listed(held.missing())}",
        )
    return held
