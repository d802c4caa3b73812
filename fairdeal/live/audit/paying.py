"""Payments that needed approval, and what bets brought the meters of a progressive."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from fairdeal import money
from fairdeal.errors import listed
from fairdeal.games.round import Line
from fairdeal.house.approvals import Approval, Signer
from fairdeal.live import events
from fairdeal.live.actors import AUTOMATIC
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.log import codec
from fairdeal.live.table import payments
from fairdeal.live.table.holding import HeldPay, Screen
from fairdeal.live.table.progressive import Hit, hit_key


def paid_at_once(seen: Seen[Any], lines: Sequence[Line]) -> Sequence[Line]:
    """Those of the lines that need nobody's approval."""
    today = seen.context.today
    return payments.parted(seen.table, seen.now, lines, seen.progressive, today).paid


def follows(seen: Seen[events.MetersFed | events.PayHeld]) -> Iterator[str]:
    """A settlement brings what the meters get and what must wait, each once and in order."""
    owed = seen.known.owed
    if owed is not None:
        due = owed.pop(0) if owed else None
        if isinstance(due, events.MetersFed) and isinstance(seen.event, events.MetersFed):
            due = _at_rates_of_late(seen, seen.event, due)
        if isinstance(due, events.PayHeld) and isinstance(seen.event, events.PayHeld):
            seen.worded(seen.event.reason, due.reason)
            due = replace(due, reason=seen.event.reason)
        yield from seen.wrong("what the settlement brought", seen.event, due)


def _at_rates_of_late(
    seen: Seen[Any], fed: events.MetersFed, due: events.MetersFed
) -> events.MetersFed:
    """What was due, where a win at another table has changed a rate while the bets were settled."""
    fits = any(
        fed.parts == payments.grown_by(each, len(due.stakes)) for each in reversed(seen.of_late)
    )
    if not fits:
        return due
    cents = payments.whole_cents(seen.table, fed.progressive, fed.parts)
    return replace(due, parts=fed.parts, cents=cents)


def left_out(seen: Seen[Any]) -> Iterator[str]:
    """Nothing that a settlement had to bring is missing."""
    if seen.known.owed:
        kinds = (codec.KINDS[type(each)] for each in seen.known.owed)
        yield f"{listed(kinds)} should have followed the settlement"


def all_made(seen: Seen[events.RoundClosed]) -> Iterator[str]:
    """A round that waits for payments does not end before they are made."""
    yield from left_out(seen)
    if waiting := payments.waiting(seen.table, seen.now):
        yield f"the round was closed before {listed(map(payments.told, waiting))} was made"


_SCREENS: Final[dict[type, tuple[Screen | None, ...]]] = {
    events.SeatTouched: (None,),
    events.HandChosen: (Screen.HANDS,),
    events.HandErased: (Screen.HANDS,),
    events.PendingTouched: (Screen.PENDING,),
    events.JackpotCancelled: (Screen.CONFIRM, Screen.PENDING, Screen.STOPPED),
    events.ClaimSettled: (Screen.STOPPED,),
}
"""What the terminal showed at the seat before: one of these."""


def entered(seen: Seen[Any]) -> Iterator[str]:
    """The terminal goes from screen to screen, and a hand is compared with the cards."""
    event, shown = seen.event, seen.table.holding.terminal.get(seen.event.seat)
    screen, before = shown and shown.screen, _SCREENS[type(event)]
    if screen not in before:
        yield from seen.wrong("the screen", screen, before[0])
    yield from _under_the_actors_name(seen)
    if isinstance(event, events.HandChosen):
        link = payments.link_of(seen.table, seen.progressive)
        due = payments.entered_as(seen.table, link, event.seat, event.hand)
        yield from seen.wrong("whether the hand fits the cards", (event.fits, event.pay), due)
        if event.bet:
            yield from seen.wrong("the bet of the hand", event.bet, link.bet if link else "")
    if isinstance(event, events.ClaimSettled):
        people = shown.people if shown else ()
        if event.by in (*people, seen.table.seats.get(event.seat)):
            yield f"{event.by} cleared what the same person had entered or claimed"


def _under_the_actors_name(seen: Seen[Any]) -> Iterator[str]:
    """What comes of itself from something else is the automatic dealer's."""
    actor = AUTOMATIC.name if seen.record.part else seen.record.actor
    yield from seen.wrong("who entered it", seen.event.by, actor)


def submitted(seen: Seen[events.PaySubmitted]) -> Iterator[str]:
    """The amount, the signatures that it needs and the tax form are those of the payment."""
    event = seen.event
    pay = seen.table.holding.pays.get(event.pay)
    if pay is None or pay.submitted:
        yield f"payment {event.pay} did not wait to be submitted"
        return
    shown = seen.table.holding.terminal.get(pay.due.seat)
    at = (shown.screen, shown.pay) if shown else None
    if pay.due.meter and at != (Screen.CONFIRM, event.pay):
        yield f"payment {event.pay} was not entered on the terminal"
    cents = payments.due_cents(pay, _hit(seen, pay))
    due = payments.submission(seen.table, pay, event.by, cents, seen.context.today)
    yield from seen.wrong("what was submitted", event, due)
    yield from _under_the_actors_name(seen)


def signed(seen: Seen[events.PaySigned]) -> Iterator[str]:
    """A required signer who is not concerned made every check."""
    event = seen.event
    pay = seen.table.holding.pays.get(event.pay)
    yield from _by_the_right_person(seen, pay)
    if pay and pay.submitted and event.role in pay.submitted.needs:
        needs = Approval(tuple(map(Signer, pay.submitted.needs)), pay.submitted.deck_days)
        due = tuple(map(str, needs.checks_of(Signer(event.role))))
        yield from seen.wrong("what was checked", event.checked, due)
    for each in pay.people() if pay else ():
        if why := seen.people.together(event.by, each, seen.record.at):
            yield f"{event.by} signed beside {each}: {why}"


def sent_back(seen: Seen[events.PaySentBack]) -> Iterator[str]:
    """A required signer did not approve it."""
    yield from _by_the_right_person(seen, seen.table.holding.pays.get(seen.event.pay))


def _by_the_right_person(seen: Seen[Any], pay: HeldPay | None) -> Iterator[str]:
    event, record = seen.event, seen.record
    if pay is None or pay.submitted is None:
        yield f"payment {event.pay} did not wait for approval"
        return
    yield from seen.wrong("who signs", (event.by, event.role), (record.actor, str(record.role)))
    if event.role not in pay.missing():
        yield f"payment {event.pay} did not need the signature of a {event.role}"
    if part := pay.part_of(event.by):
        yield f"{event.by} signed, and {part}"


def _wordless(event: events.AnyEvent) -> events.AnyEvent:
    """A payment without its reason, whose words may have been bettered since."""
    return (
        replace(event, line=replace(event.line, reason=""))
        if isinstance(event, events.PayMade)
        else event
    )


def made(seen: Seen[events.PayMade]) -> Iterator[str]:
    """Everybody has signed, and the amount is what was won."""
    pay = seen.table.holding.pays.get(seen.event.pay)
    if pay is None or pay.submitted is None:
        yield f"payment {seen.event.pay} was not due"
        return
    if missing := pay.missing():
        yield f"payment {seen.event.pay} was made without {listed(missing)}"
    hit = _hit(seen, pay)
    *_, due = payments.made(seen.table, pay, hit)
    line = due.line if isinstance(due, events.PayMade) else seen.event.line
    seen.worded(seen.event.line.reason, line.reason)
    yield from seen.wrong("the payment", _wordless(seen.event), _wordless(due))
    if hit is not None:  # whatever the line says, the winner has the meter in chips
        kept = 0 if pay.due.includes_bet else pay.due.stake_cents
        got = seen.then.chips(pay.due.player) - seen.table.chips(pay.due.player)
        yield from seen.wrong("what the winner got", money.show(got), money.show(hit.cents + kept))
    yield from seen.fill_faults(seen.event.line.net_cents - seen.event.award_cents)


def _hit(seen: Seen[Any], pay: HeldPay) -> Hit | None:
    if not pay.due.meter or seen.progressive is None:
        return None
    return seen.progressive.hits[hit_key(seen.table.name, pay.due.pay)]


ALWAYS: Final[Judges] = {
    **dict.fromkeys(_SCREENS, (Check.APPROVAL, entered)),
    events.PaySigned: (Check.APPROVAL, signed),
    events.PaySentBack: (Check.APPROVAL, sent_back),
}
BY_OUR_RULES: Final[Judges] = {
    events.MetersFed: (Check.METERS, follows),
    events.PayHeld: (Check.SETTLEMENT, follows),
    events.PaySubmitted: (Check.APPROVAL, submitted),
    events.PayMade: (Check.SETTLEMENT, made),
}
