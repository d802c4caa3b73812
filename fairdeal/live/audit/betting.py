"""Bets and banks: who placed what, within which limits, and when the betting was closed."""

from collections.abc import Iterator
from typing import Any, Final

from fairdeal import money
from fairdeal.house.profile import profile
from fairdeal.live import events
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.commands.banking import offer, rotation_fault
from fairdeal.live.commands.betting import bet_faults
from fairdeal.live.table import procedure
from fairdeal.live.table.ledger import position
from fairdeal.live.table.payments import link_of

_WAIT_FOR_A_RULING: Final = (
    events.RoundOpened,
    events.BankPosted,
    events.BetsPlaced,
    events.BettingClosed,
    events.StepTaken,
    events.CardsDealt,
    events.DealerPeeked,
    events.DecisionAsked,
    events.DecisionDeclared,
    events.DecisionMade,
    events.CardsTurned,
    events.BankFilled,
    events.BetsSettled,
    events.PaySubmitted,
    events.PaySigned,
    events.PayMade,
    events.RoundClosed,
)
_WAIT_FOR_THE_FLOOR: Final = (events.RoundOpened, events.BankPosted, events.BetsPlaced)


def held(seen: Seen[Any]) -> Iterator[str]:
    """Nothing goes on at a table that is held, and no bet is taken at one that is disabled."""
    table = seen.table
    if table.pending and isinstance(seen.event, _WAIT_FOR_A_RULING):
        yield f"the table was held until {table.pending.irregularity} was ruled on"
    if table.disabled and isinstance(seen.event, _WAIT_FOR_THE_FLOOR):
        yield f"the table was disabled: {table.disabled}"
    if isinstance(seen.event, events.BetsPlaced):
        yield from _on_meters_that_are_off(seen, seen.event)


def _on_meters_that_are_off(seen: Seen[Any], placed: events.BetsPlaced) -> Iterator[str]:
    """A progressive that is disabled takes no bets, once every process can have heard of it."""
    progressive = seen.progressive
    link = link_of(seen.table, progressive)
    if progressive is None or link is None or link.bet not in placed.bets:
        return
    if all(each.disabled for each in seen.of_late):
        yield f"progressive {progressive.name} was disabled: {progressive.disabled}"


def round_opened(seen: Seen[events.RoundOpened]) -> Iterator[str]:
    """Rounds follow each other without a gap."""
    yield from seen.wrong("the round's number", seen.event.round, seen.table.rounds + 1)
    law = profile(seen.setup.profile, seen.context.today)
    yield from seen.wrong("the law in force", seen.setup.profile_from, law.date.isoformat())
    if seen.table.playing:
        yield f"round {seen.now.number} was still in play"
    if seen.table.closing:
        yield "the table was closing"


def round_opened_by_the_rules(seen: Seen[events.RoundOpened]) -> Iterator[str]:
    """The time to bet runs from the opening, or from when a player holds the bank."""
    until = 0
    if not procedure.game_of(seen.table).player_banked:
        until = seen.context.after(seen.setup.betting_seconds)
    yield from seen.wrong("the end of the betting", seen.event.until, until)


def bank_offered_by_the_rules(seen: Seen[events.BankOffered]) -> Iterator[str]:
    """The bank goes round the table, to players who may hold it."""
    if not procedure.game_of(seen.table).player_banked:
        yield "the house banks this game"
        return
    if seen.now.banker:
        yield f"{seen.now.banker} held the bank already"
    due = [
        f"seat {each.seat}, {each.player}, until {each.until}"
        for each in offer(seen.table, seen.context)
        if isinstance(each, events.BankOffered)
    ]
    offered = f"seat {seen.event.seat}, {seen.event.player}, until {seen.event.until}"
    yield from seen.wrong("who was offered the bank", offered, due[0] if due else "nobody")


def bank_declined(seen: Seen[events.BankDeclined]) -> Iterator[str]:
    """Who is offered the bank declines it, or gives it up unused, or the time is up."""
    due = seen.now.offered or seen.now.banker_seat
    yield from seen.wrong("the seat that declined", seen.event.seat, due)
    if seen.now.in_play():
        yield "bets lay against the bank"
    posted = seen.table.accounts.get(position(seen.event.player), 0)
    yield from seen.wrong("what went back", money.show(seen.event.cents), money.show(posted))
    yield from _players_seat(seen, seen.event.seat, seen.event.player)
    if seen.event.by_system:
        yield from in_time(seen)


def bank_posted(seen: Seen[events.BankPosted]) -> Iterator[str]:
    """One player puts up a bank, before any cards are dealt."""
    now, event = seen.now, seen.event
    yield from _players_seat(seen, event.seat, event.player)
    yield from seen.wrong("when it was posted", event.at, seen.record.at)
    if now.banker:
        yield f"{now.banker} held the bank already"
    if not now.betting:
        yield "the betting was closed"
    if now.offered and now.offered != event.seat:
        yield f"the bank was offered to seat {now.offered}"
    if event.cents <= 0:
        yield f"a bank cannot be {money.show(event.cents)}"


def bank_posted_by_the_rules(seen: Seen[events.BankPosted]) -> Iterator[str]:
    """The player may hold the bank, and the time to bet begins."""
    if not procedure.game_of(seen.table).player_banked:
        yield "the house banks this game"
    if fault := rotation_fault(seen.table, seen.context, seen.event.player):
        yield fault
    until = seen.context.after(seen.setup.betting_seconds)
    yield from seen.wrong("the end of the betting", seen.event.until, until)


def bets_placed(seen: Seen[events.BetsPlaced]) -> Iterator[str]:
    """What moved is the difference to the bets that lay there."""
    event, now = seen.event, seen.now
    yield from _players_seat(seen, event.seat, event.player)
    if not now.betting:
        yield "the betting was closed"
    before = now.bets.get(event.seat, {})
    moved = sum(event.bets.values()) - sum(before.values())
    yield from seen.wrong("what moved", money.show(event.cents), money.show(moved))
    if not event.bets and not before:
        yield "there were no bets to take back"
    fresh = isinstance(seen.prior, events.RoundOpened)
    until = 0 if now.in_play() or fresh else seen.context.after(seen.setup.betting_seconds)
    yield from seen.wrong("the end of the betting", event.until, until)


def bets_placed_by_the_rules(seen: Seen[events.BetsPlaced]) -> Iterator[str]:
    """Game, limits, law and chips allow the bets."""
    event = seen.event
    if event.bets:
        moved = sum(event.bets.values()) - sum(seen.now.bets.get(event.seat, {}).values())
        yield from bet_faults(seen.table, event.seat, event.player, event.bets, moved)


def betting_closed(seen: Seen[events.BettingClosed]) -> Iterator[str]:
    """A player has bet, and the deck is fixed."""
    if not seen.now.betting:
        yield "the betting was closed already"
    if not seen.now.in_play():
        yield "no player had bet"


def betting_closed_by_the_rules(seen: Seen[events.BettingClosed]) -> Iterator[str]:
    """The procedure goes on behind the announcement."""
    yield from seen.wrong("the next step", seen.event.step, procedure.past_betting(seen.table))


def in_time(seen: Seen[Any]) -> Iterator[str]:
    """The system acts for a player only when the time is up.

    The log cannot show that of a time that began while the log waited for the clock.
    """
    until = seen.now.until
    began = until - procedure.seconds_of(seen.table) * 1_000_000
    if not until or (seen.record.at < until and began > seen.waited_at):
        yield "the system acted before the time was up"


def _players_seat(seen: Seen[Any], seat: int, player: str) -> Iterator[str]:
    yield from seen.wrong(f"the player at seat {seat}", player, seen.table.seats.get(seat, ""))


ALWAYS: Final[Judges] = {
    events.RoundOpened: (Check.BETS, round_opened),
    events.BankDeclined: (Check.BETS, bank_declined),
    events.BankPosted: (Check.BETS, bank_posted),
    events.BetsPlaced: (Check.BETS, bets_placed),
    events.BettingClosed: (Check.BETS, betting_closed),
}
BY_OUR_RULES: Final[Judges] = {
    events.RoundOpened: (Check.BETS, round_opened_by_the_rules),
    events.BankOffered: (Check.BETS, bank_offered_by_the_rules),
    events.BankPosted: (Check.BETS, bank_posted_by_the_rules),
    events.BetsPlaced: (Check.BETS, bets_placed_by_the_rules),
    events.BettingClosed: (Check.BETS, betting_closed_by_the_rules),
}
