"""The house's automatic dealer: goes on by itself until a person must act."""

from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC
from fairdeal.live.commands.betting import opened
from fairdeal.live.commands.playing import final_decision
from fairdeal.live.commands.tables import closed_when_paid
from fairdeal.live.table import dealer, payments, procedure
from fairdeal.live.table.context import Context
from fairdeal.live.table.holding import Screen
from fairdeal.live.table.progressive import hit_key
from fairdeal.live.table.state import Table, after


def proceed(table: Table, context: Context) -> tuple[list[events.AnyEvent], Table]:
    """Everything the automatic dealer does now, and the table after it."""
    done: list[events.AnyEvent] = []
    while happened := _next(table, context):
        for event in happened:
            table = after(table, event)
        done += happened
    return done, table


def _next(table: Table, context: Context) -> list[events.AnyEvent]:
    if left := _gone(table):
        return left
    if table.pending or not procedure.rules_hold(table):
        return []  # a round is settled by the rules it began under, or not at all
    now = table.playing
    if now and (now.is_away(now.turn) or (now.unconfirmed and not table.dealer)):
        return [final_decision(table, now, context)]
    if paid := _paid(table, context):
        return paid
    if table.dealer:
        return []
    if entered := _entered(table, context):
        return entered
    if ended := closed_when_paid(table, context):
        return ended
    if now is None:
        return opened(table, context) if _wants_a_bank(table, context) else []
    return [] if now.betting or now.turn else dealer.next_events(table, context)


def _paid(table: Table, context: Context) -> list[events.AnyEvent]:
    """A payment that everyone required has signed, once the bank can make it."""
    for pay in table.holding.signed():
        hits = context.progressives(pay.due.progressive).hits if pay.due.meter else {}
        happened = payments.made(table, pay, hits.get(hit_key(table.name, pay.due.pay)))
        if any(isinstance(each, events.PayMade) for each in happened):
            for event in happened:
                table = after(table, event)
            return [*happened, *closed_when_paid(table, context)]
    return []


def _gone(table: Table) -> list[events.AnyEvent]:
    """Seats that the floor has freed and that waited for the end of the round."""
    if table.round is None or table.playing:
        return []
    for seat, player in table.round.away.items():
        if table.seats.get(seat) == player:
            return [events.SeatLeft(seat, player)]
    return []


def _entered(table: Table, context: Context) -> list[events.AnyEvent]:
    """What the automatic dealer enters on the terminal, or submits; the log comes before Pay."""
    by = AUTOMATIC.name
    for pay in table.holding.pays.values():
        seat, entered = pay.due.seat, table.holding.terminal.get(pay.due.seat)
        if pay.submitted or pay.sent_back:
            continue  # what was sent back is for a person to look at
        if entered and entered.screen in (Screen.CONFIRM, Screen.STOPPED):
            continue
        if not pay.due.meter:
            return payments.submit(table, pay, None, by, context.today)
        pending = events.PendingTouched(seat, by)
        if entered and entered.screen is Screen.PENDING:
            return [pending]
        hand = pay.due.event.partition(" ")[2]
        if table.holding.jackpot_at(seat, hand) is not pay:
            continue  # an older one of the same hand waits for a person
        touched = [] if entered else [events.SeatTouched(seat, by)]
        chosen = events.HandChosen(seat, hand, by, pay=pay.due.pay, bet=pay.due.bet)
        return [*touched, chosen, pending]
    return []


def _wants_a_bank(table: Table, context: Context) -> bool:
    """Whether players bank here, and there are two of them to play against each other."""
    return (
        table.is_open
        and not table.closing
        and not table.disabled
        and procedure.game_of(table).player_banked
        and procedure.law_holds(table, context.today)
        and len({player for player in table.seats.values() if table.chips(player)}) > 1
    )
