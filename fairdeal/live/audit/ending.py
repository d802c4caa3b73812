"""The end of a round: closed with everything settled, or void with everything given back."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fairdeal import money
from fairdeal.games.layout import Act
from fairdeal.live import events
from fairdeal.live.audit.cards import at_step, closed_betting
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.paying import all_made, left_out, paid_at_once
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.audit.settling import difference
from fairdeal.live.table.ledger import LAYOUT, position
from fairdeal.live.table.state import RoundState


def closed(seen: Seen[events.RoundClosed]) -> Iterator[str]:
    """The layout is empty, and what is left of a player's bank goes back."""
    yield from closed_betting(seen)
    yield from _bank_goes_back(seen, seen.event.banker, seen.event.bank_cents, 0)
    yield from _empty_layout(seen)


def closed_by_the_rules(seen: Seen[events.RoundClosed]) -> Iterator[str]:
    """The round had come to its end, and all of it was settled."""
    yield from at_step(seen, Act.CLEAR)
    if (lines := seen.known.lines) is not None:
        yield from difference(seen.now.lines, paid_at_once(seen, lines))
    yield from all_made(seen)


def voided(seen: Seen[events.RoundVoided]) -> Iterator[str]:
    """Every bet goes back, every payment is undone, and a ruling says so.

    What was approved and paid stays paid, in a round that could not go on.
    """
    now, event, ruled = seen.now, seen.event, seen.cause
    if now.in_play() and not (isinstance(ruled, events.IrregularityRuled) and ruled.upheld):
        yield "the round is void without a ruling"
    yield from all_given_back(event.returned, now, now.in_play())
    held = seen.table.holding.of_round(now.number)
    due = tuple(pay.due.pay for pay in held), sum(pay.due.stake_cents for pay in held)
    yield from seen.wrong("what is not paid", (event.dropped, event.held_cents), due)
    if now.paid and event.deck and seen.is_by_our_rules():
        yield "the round is void after a payment that was approved"
    won = sum(line.net_cents for line in now.lines)
    yield from seen.fill_faults(-won)
    if event.undone != now.lines:
        yield f"{len(event.undone)} lines were undone that are not the {len(now.lines)} recorded"
    yield from _bank_goes_back(seen, event.banker, event.bank_cents, won)
    yield from _empty_layout(seen)


def _bank_goes_back(seen: Seen[Any], banker: str, cents: int, undone: int) -> Iterator[str]:
    """A player's bank goes back, with what is taken back from winners and losers."""
    now = seen.now
    left = seen.table.accounts.get(position(now.banker), 0) + undone if now.banker else 0
    yield from seen.wrong("whose bank goes back", banker, now.banker)
    yield from seen.wrong("what is left of the bank", money.show(cents), money.show(left))


def _empty_layout(seen: Seen[Any]) -> Iterator[str]:
    if left := seen.then.accounts.get(LAYOUT, 0):
        yield f"{money.show(left)} stayed on the layout"


def all_given_back(
    returned: tuple[events.Returned, ...], now: RoundState, seats: Iterable[int]
) -> Iterator[str]:
    """Every cent that these seats have wagered goes back to who wagered it."""
    due = {
        (seat, bet): (now.players[seat], cents)
        for seat in seats
        for bet, cents in now.unpaid(seat).items()
    }
    went = {(each.seat, each.bet): (each.player, each.cents) for each in returned}
    for seat, bet in due | went:
        if due.get((seat, bet)) != went.get((seat, bet)):
            was = _amount(went.get((seat, bet)))
            yield f"seat {seat}'s {bet}: {was} went back, {_amount(due.get((seat, bet)))} was due"
    if len(went) < len(returned):
        yield "a bet went back twice"


def _amount(bet: tuple[str, int] | None) -> str:
    return f"{money.show(bet[1])} to {bet[0]}" if bet else "nothing"


ALWAYS: Final[Judges] = {
    events.RoundClosed: (Check.SETTLEMENT, closed),
    events.RoundVoided: (Check.RULING, voided),
}
BY_OUR_RULES: Final[Judges] = {
    events.RoundClosed: (Check.SETTLEMENT, closed_by_the_rules),
    events.RoundVoided: (Check.SETTLEMENT, left_out),
}
