"""Settlement: every round is settled again, and each line must come out as it was recorded."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from fairdeal import money
from fairdeal.games import referee
from fairdeal.games.layout import Act
from fairdeal.games.round import Line
from fairdeal.live import events
from fairdeal.live.audit import decisions
from fairdeal.live.audit.cards import at_step, closed_betting, nothing_to_do, turned_by_the_rules
from fairdeal.live.audit.findings import Check
from fairdeal.live.audit.paying import left_out
from fairdeal.live.audit.seen import Judges, Seen
from fairdeal.live.table import procedure
from fairdeal.live.table.dealer import go_of, parted

_Compared = tuple[str, int, str, int, int, int, str]


def lines_due(seen: Seen[Any]) -> Sequence[Line] | None:
    """The lines that the step at hand settles; None when they cannot be known."""
    stages, known = seen.step.stages, seen.known
    if not stages:
        return []
    if known.lines is not None:
        return [line for line in known.lines if line.stage in stages]
    if known.deck is None:
        return None
    return referee.settle_stages(procedure.played(seen.table, seen.now, known.deck), stages)


def settled(seen: Seen[events.BetsSettled]) -> Iterator[str]:
    """Lines name the player of the seat, and the bank that pays."""
    yield from closed_betting(seen)
    yield from seen.wrong("whose bank pays", seen.event.banker, seen.now.banker)
    for line in seen.event.lines:
        player = seen.now.players.get(line.seat, "")
        yield from seen.wrong(f"the player at seat {line.seat}", line.player, player)


def settled_by_the_rules(seen: Seen[events.BetsSettled]) -> Iterator[str]:
    """Each bet was paid or taken as the referee has it, in order."""
    yield from at_step(seen, Act.COLLECT, Act.REVEAL, Act.SETTLE)
    yield from left_out(seen)
    seen.known.owed = None
    if (due := lines_due(seen)) is not None:
        go = go_of(seen.table, seen.now, seen.step, due)
        yield from seen.wrong("the next step", seen.event.step, go.step)
        yield from seen.wrong("the seat that was settled", seen.event.seat, go.seat)
        parts = parted(seen.table, seen.now, go, seen.progressive, seen.context.today)
        yield from difference(seen.event.lines, parts.paid)
        for line, ours in zip(seen.event.lines, parts.paid, strict=False):
            if _compared(line) == _compared(ours):
                seen.worded(line.reason, ours.reason)
        seen.known.owed = [*([parts.fed] if parts.fed else []), *parts.held]
    grows = seen.following
    fed = sum(grows.cents.values()) if isinstance(grows, events.MetersFed) else 0
    yield from seen.fill_faults(sum(line.net_cents for line in seen.event.lines) + fed)


def difference(recorded: Sequence[events.Paid], due: Sequence[Line]) -> Iterator[str]:
    """The first line that was not recorded as it settles, whatever its reason is in words."""
    for theirs, ours in zip(recorded, due, strict=False):
        if _compared(theirs) != _compared(ours):
            yield f"recorded is {_said(theirs)}; it settles as {_said(ours)}"
            return
    if len(recorded) < len(due):
        yield f"a line is missing: {_said(due[len(recorded)])}"
    elif len(recorded) > len(due):
        yield f"a line was added: {_said(recorded[len(due)])}"


def _compared(line: events.Paid | Line) -> _Compared:
    where = line.stage, line.seat, line.bet
    return *where, line.stake_cents, line.net_cents, line.returned_cents, line.event


def _said(line: events.Paid | Line) -> str:
    back = f", {money.show(line.returned_cents)} returned" if line.returned_cents else ""
    by = f", {line.event}" if line.event else ""
    amounts = f"{money.show(line.stake_cents)} {money.show_net(line.net_cents)}{back}"
    return f"seat {line.seat} {line.bet} {amounts} ({line.reason}; {line.stage}{by})"


def turned(seen: Seen[events.CardsTurned]) -> Iterator[str]:
    """Hands are turned that have to be."""
    if (due := lines_due(seen)) is not None:
        yield from turned_by_the_rules(seen, go_of(seen.table, seen.now, seen.step, due))


def step_taken(seen: Seen[events.StepTaken]) -> Iterator[str]:
    """The dealer goes on step by step, with the betting closed."""
    yield from closed_betting(seen)


def step_taken_by_the_rules(seen: Seen[events.StepTaken]) -> Iterator[str]:
    """A step without cards or money was one."""
    yield from seen.wrong("the next step", seen.event.step, seen.now.step + 1)
    if seen.step.act is Act.DECIDE:
        yield from decisions.nobody_left(seen)
    elif (due := lines_due(seen)) is not None:
        go = go_of(seen.table, seen.now, seen.step, due)
        if go.lines:
            yield f"{len(go.lines)} bets were not settled"
        yield from nothing_to_do(seen, go)


ALWAYS: Final[Judges] = {
    events.BetsSettled: (Check.SETTLEMENT, settled),
    events.StepTaken: (Check.CARDS, step_taken),
}
BY_OUR_RULES: Final[Judges] = {
    events.BetsSettled: (Check.SETTLEMENT, settled_by_the_rules),
    events.CardsTurned: (Check.CARDS, turned),
    events.StepTaken: (Check.CARDS, step_taken_by_the_rules),
}
