"""Irregularities: one person reports, another rules, and what was ruled is what followed."""

from collections.abc import Iterator
from typing import Any, Final

from fairdeal.errors import listed
from fairdeal.games.layout import Effect, Irregularity
from fairdeal.live import events
from fairdeal.live.audit.cards import as_it_lay
from fairdeal.live.audit.ending import all_given_back
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.table import procedure
from fairdeal.live.table.dealer import next_to_decide
from fairdeal.live.table.payments import settled_seats, signers


def reported(seen: Seen[events.IrregularityReported]) -> Iterator[str]:
    """One thing at a time waits for a ruling."""
    if seen.table.pending:
        yield f"{seen.table.pending.irregularity} waited for a ruling already"


def reported_by_the_rules(seen: Seen[events.IrregularityReported]) -> Iterator[str]:
    """What is reported is declared for the game."""
    declared, seat = _declared(seen, seen.event.irregularity), seen.event.seat
    if declared is None:
        yield f"the game knows no irregularity {seen.event.irregularity!r}"
    elif declared.effect is Effect.DEAD_SEAT and seat not in (
        seen.now.in_play() if seen.table.playing else ()
    ):
        yield f"seat {seat} was not in play"


def ruled(seen: Seen[events.IrregularityRuled]) -> Iterator[str]:
    """Another person rules on what was reported."""
    event, pending = seen.event, seen.table.pending
    if pending is None:
        yield "nothing waited for a ruling"
        return
    if event.by == pending.by:
        yield f"{event.by} ruled on their own report"
    if event.by == seen.table.dealer:
        yield f"{event.by} ruled on what the same person deals"
    if seen.table.playing and event.by in (*seen.now.players.values(), seen.now.banker):
        yield f"{event.by} ruled on a round they played in"
    roles = (str(seen.record.role), *(each.role for each in pending.signed))
    seen.known.signed = frozenset(roles)
    yield from seen.wrong("what was ruled on", event.irregularity, pending.irregularity)
    yield from seen.wrong("the seat", event.seat, pending.seat)


def ruling_signed(seen: Seen[events.RulingSigned]) -> Iterator[str]:
    """A person who had no part in it signs, before the ruling."""
    event, pending = seen.event, seen.table.pending
    yield from seen.wrong(
        "who signs", (event.by, event.role), (seen.record.actor, str(seen.record.role))
    )
    if pending and event.by in (pending.by, seen.table.dealer, *(e.by for e in pending.signed)):
        yield f"{event.by} signed, and had part in it"


def ruled_by_the_rules(seen: Seen[events.IrregularityRuled]) -> Iterator[str]:
    """The ruling is the one that the game declares."""
    event = seen.event
    declared = _declared(seen, event.irregularity)
    if declared is None:
        yield f"the game knows no irregularity {event.irregularity!r}"
    elif event.upheld:
        seen.worded(event.ruling, declared.ruling)
        yield from seen.wrong("its effect", event.effect, declared.effect.name.lower())
    else:
        yield from seen.wrong("its effect", event.effect, Effect.STANDS.name.lower())
        if event.ruling == declared.ruling:
            yield "it was not upheld, and its ruling was given"
    yield from seen.wrong("the end of the new time", event.until, _time_anew(seen))


def _time_anew(seen: Seen[Any]) -> int:
    """Where a clock was running, it begins again with the ruling."""
    if not seen.table.playing or not seen.now.until:
        return 0
    is_betting = seen.now.betting and not seen.now.offered
    seconds = seen.setup.betting_seconds if is_betting else seen.setup.decision_seconds
    return seen.context.after(seconds)


def voided_by_the_rules(seen: Seen[events.RoundVoided]) -> Iterator[str]:
    """A round is void because of what was ruled on, signed as the payments that it drops."""
    ruled = seen.cause
    dropped = seen.table.holding.of_round(seen.now.number)
    needs = {*signers(seen.table, dropped, seen.progressive)}
    if unsigned := needs - seen.known.signed:
        yield f"payments were dropped without the signature of {listed(sorted(unsigned))}"
    if isinstance(ruled, events.IrregularityRuled) and ruled.effect == Effect.VOID.name.lower():
        declared = _declared(seen, ruled.irregularity)
        seen.worded(seen.event.reason, declared.event if declared else "")


def _declared(seen: Seen[Any], key: str) -> Irregularity | None:
    every = procedure.game_of(seen.table).irregularities
    return next((each for each in every if each.key == key), None)


def seat_died(seen: Seen[events.SeatDied]) -> Iterator[str]:
    """The seat that was ruled dead has all its bets back."""
    event, now = seen.event, seen.now
    yield from _follows_a_ruling(seen, Effect.DEAD_SEAT)
    if isinstance(seen.prior, events.IrregularityRuled):
        yield from seen.wrong("the seat", event.seat, seen.prior.seat)
    if event.seat not in now.in_play() or event.seat in settled_seats(seen.table, now):
        yield f"seat {event.seat} had no bets that could go back"
    else:
        yield from all_given_back(event.returned, now, [event.seat])


def seat_died_by_the_rules(seen: Seen[events.SeatDied]) -> Iterator[str]:
    """The others go on from where they were."""
    event, now, deck = seen.event, seen.now, seen.known.deck
    turn, until = now.turn, now.until
    if now.turn == event.seat:
        if deck is None:
            return
        turn = next_to_decide(seen.table, now, deck, [n for n in now.in_play() if n > event.seat])
        until = seen.context.after(seen.setup.decision_seconds) if turn else 0
    yield from seen.wrong("the next seat", event.next_seat, turn)
    yield from seen.wrong("the end of the time to think", event.until, until)


def burned(seen: Seen[events.CardBurned]) -> Iterator[str]:
    """The top card of the deck goes to the discards; one that lay face up when nobody drew it."""
    if seen.now.next_card != seen.event.card:
        yield from _follows_a_ruling(seen, Effect.BURN, Effect.SHOW)
    yield from as_it_lay(seen, seen.now.used, [seen.event.card])


def shown(seen: Seen[events.CardShown]) -> Iterator[str]:
    """The top card of the deck is seen by everybody."""
    yield from _follows_a_ruling(seen, Effect.SHOW)
    yield from as_it_lay(seen, seen.now.used, [seen.event.card])


def _follows_a_ruling(seen: Seen[Any], *effects: Effect) -> Iterator[str]:
    names, prior = [effect.name.lower() for effect in effects], seen.prior
    if not isinstance(prior, events.IrregularityRuled) or prior.effect not in names:
        yield f"no ruling says that {effects[0]!s}"


def owed(seen: Seen[Any]) -> tuple[type, ...]:
    """What must come next at the table, one of these; nothing when anything may."""
    match seen.event:
        case events.BankFilled(by=""):
            return events.BetsSettled, events.PayMade, events.RoundVoided
        case events.CardsTurned(step=step) if step == seen.now.step:
            return events.BetsSettled, events.BankFilled
        case events.SeatDied(seat=seat, next_seat=0) if seat == seen.now.turn:
            return (events.StepTaken,)
        case events.RoundClosed() | events.RoundVoided() if _closes(seen):
            return (events.TableClosed,)
        case events.IrregularityRuled(effect=effect) if seen.table.playing:
            return _FOLLOWING.get(effect, {}).get(seen.now.betting, ())
        case _:
            return ()


def _closes(seen: Seen[Any]) -> bool:
    """Whether the table waited for nothing but the end of the round to close."""
    return bool(seen.table.closing) and not seen.then.holding.pays


_VOID: Final = (events.RoundVoided, events.BankFilled)
_FOLLOWING: Final[dict[str, dict[bool, tuple[type, ...]]]] = {
    "void": dict.fromkeys((True, False), _VOID),
    "dead_seat": dict.fromkeys((True, False), (events.SeatDied, *_VOID)),
    "burn": {False: (events.CardBurned, *_VOID)},
    "show": {False: (events.CardShown, events.CardBurned, *_VOID)},
}
"""What a ruling brings, before and after the betting is closed."""

ALWAYS: Final[Judges] = {
    events.IrregularityReported: (Check.RULING, reported),
    events.IrregularityRuled: (Check.RULING, ruled),
    events.RulingSigned: (Check.RULING, ruling_signed),
    events.SeatDied: (Check.RULING, seat_died),
    events.CardBurned: (Check.RULING, burned),
    events.CardShown: (Check.RULING, shown),
}
BY_OUR_RULES: Final[Judges] = {
    events.IrregularityReported: (Check.RULING, reported_by_the_rules),
    events.IrregularityRuled: (Check.RULING, ruled_by_the_rules),
    events.SeatDied: (Check.RULING, seat_died_by_the_rules),
    events.RoundVoided: (Check.RULING, voided_by_the_rules),
}
