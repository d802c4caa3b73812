"""Held payments and progressives, told in plain English, one sentence an event."""

from typing import Final, TypeAlias

from fairdeal import money
from fairdeal.errors import listed
from fairdeal.live import events
from fairdeal.live.history.naming import hand_name
from fairdeal.live.table.amounts import exactly, share
from fairdeal.live.table.holding import HoldingEvent, TerminalEvent

_NOT_WON: Final = ", which the seat has not won: nothing is paid"

Own: TypeAlias = (
    events.ProgressiveOpened
    | events.ProgressiveDisabled
    | events.ProgressiveEnabled
    | events.RateScheduled
    | events.CeilingRaised
    | events.AdjustmentProposed
    | events.AdjustmentRefused
    | events.MeterAdjusted
)


def of_a_pay(event: HoldingEvent, game: str) -> str:
    """What happened to a payment that needs approval, or to what bets bring the meters."""
    match event:
        case events.MetersFed(progressive=name, parts=parts):
            grown = (f"{meter} by {exactly(more)}" for meter, more in parts.items())
            return f"the meters of {name} grow: {listed(grown)}"
        case events.PayHeld(pay=pay, seat=seat, player=player, meter=meter, reason=reason):
            what = f"the {meter} meter" if meter else money.show(event.net_cents)
            return f"payment {pay} waits: {what} for {player} at seat {seat}, {reason}"
        case events.PaySubmitted(pay=pay, by=by, cents=cents, needs=needs, form=form):
            signs = f"; it needs {listed(needs)}" if needs else ""
            tax = f"; form {form} is due" if form else ""
            return f"{by} submits payment {pay} of {money.show(cents)}{signs}{tax}"
        case events.PaySigned(pay=pay, by=by, role=role, checked=checked):
            return f"{role} {by} approves payment {pay}, having checked {listed(checked)}"
        case events.PaySentBack(pay=pay, by=by, role=role, reason=reason):
            return f"{role} {by} sends payment {pay} back: {reason}"
        case events.PayMade(pay=pay, line=line, award_cents=award):
            paid = money.show(award or line.net_cents)
            kept = line.stake_cents + line.net_cents - (award or line.net_cents)
            back = f" and the {money.show(kept)} of the bet back" if kept else ""
            return f"payment {pay} is made: {line.player} gets {paid}{back}, {line.reason}"
        case _:
            return _of_the_terminal(event, game)


def _of_the_terminal(event: TerminalEvent, game: str) -> str:
    match event:
        case events.SeatTouched(seat=seat, by=by):
            return f"{by} touches seat {seat} on the terminal"
        case events.HandChosen(seat=seat, by=by, hand=hand, fits=fits, pay=pay, bet=bet):
            then = "" if pay else ", which the table pays" if fits else _NOT_WON
            return f"{by} chooses {hand_name(hand, game, bet)} for seat {seat}{then}"
        case events.HandErased(seat=seat, by=by):
            return f"{by} chooses None for seat {seat}"
        case events.PendingTouched(seat=seat, by=by):
            return f"{by} touches Pending Jackpot at seat {seat}"
        case events.JackpotCancelled(seat=seat, by=by, reason=reason):
            why = f": {reason}" if reason else ""
            return f"{by} cancels what was entered for seat {seat}{why}"
        case _:
            return f"{event.by} clears the claim of seat {event.seat}: {event.reason}"


def of_a_progressive(event: Own) -> str:
    """What people did to a progressive."""
    match event:
        case events.ProgressiveOpened(meters=meters, wager_cents=wager):
            levels = (f"{key} at {money.show(each.reset_cents)}" for key, each in meters.items())
            return f"the progressive opens for wagers of {money.show(wager)}: {listed(levels)}"
        case events.ProgressiveDisabled(reason=reason):
            return f"the progressive takes no bets: {reason}"
        case events.ProgressiveEnabled(reason=reason):
            return f"the progressive takes bets again: {reason}"
        case events.RateScheduled(meter=meter, rate=rate, reason=reason):
            return f"{meter} grows by {share(rate)} of a wager from its next win on: {reason}"
        case events.CeilingRaised(meter=meter, ceiling_cents=cents, reason=reason):
            top = f"up to {money.show(cents)}" if cents else "without a ceiling"
            return f"{meter} may grow {top}: {reason}"
        case events.AdjustmentProposed(meter=meter, why=why, cents=cents, by=by, reason=reason):
            return f"{by} wants {meter} to fall by {money.show(cents)} ({why}): {reason}"
        case events.AdjustmentRefused(by=by, reason=reason):
            return f"{by} does not agree with the adjustment: {reason}"
        case _:
            fall = f"{event.meter} falls by {money.show(event.cents)} ({event.why})"
            return f"{fall}, as {event.by} proposed and {event.approver} approved: {event.reason}"
