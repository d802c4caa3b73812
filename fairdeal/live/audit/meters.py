"""A progressive, followed through the whole log."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from fairdeal.errors import named
from fairdeal.live import events
from fairdeal.live.audit.authority import role_faults
from fairdeal.live.audit.findings import Check, Fault
from fairdeal.live.commands.progressives import WHY_FALLS, most_to_fall
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores.protocol import Snapshot
from fairdeal.live.table import snapshots
from fairdeal.live.table.holding import PARTS
from fairdeal.live.table.progressive import FROM_TABLES, Progressive, after, stream_of

_HEARD_OF: Final = 10_000_000
"""Microseconds in which every process has heard of what another one wrote."""


class MeterFollower:
    """What is known of a progressive, and what is to be said of what people did to it."""

    def __init__(self, name: str, kept: Snapshot | None = None) -> None:
        self.progressive = Progressive(name)
        self.kept: Progressive | None = None
        """A snapshot that was not compared yet."""
        self._of_late = deque([(0, self.progressive)])
        """How it stood, each with the moment from which on."""
        self._but_grown = deque(self._of_late)
        """Those of them in which more had changed than what bets bring, which are few."""
        self._is_lost = False
        self._unreadable = ""
        if kept:
            try:
                self.kept = snapshots.unpacked_progressive(kept.body)
            except Exception as error:  # a forged snapshot can be anything
                self._unreadable = named(error)

    def of_late(self, at: int) -> list[Progressive]:
        """How it stood in the moments before, growth left out; as it stands comes last.

        What another process writes may have been decided before it heard of what was written here.
        """
        return [*_since(self._but_grown, at), self.progressive]

    def follow(self, record: Recorded) -> list[Fault]:
        """Go on to the next event of the log, of any stream."""
        own = record.stream == stream_of(self.progressive.name)
        found: list[tuple[Check, str]] = []
        if not self._is_lost and (own or record.kind in FROM_TABLES):
            try:
                event = codec.decoded(record.kind, record.body)
                late = _since(self._of_late, record.at)
                found += _faults(self.progressive, event, record, [*late]) if own else ()
                self.progressive = after(self.progressive, record, event)
                self._of_late.append((_moment(record.at), self.progressive))
                if not isinstance(event, events.MetersFed):
                    self._but_grown.append((_moment(record.at), self.progressive))
            except Exception as error:  # a forged event can be anything
                self._is_lost = own  # what a table's event does wrong is said of the table
                found += [(Check.EVENT, named(error))] if own else ()
        found += self._compared(record.pos)
        return [
            Fault(record.pos, record.stream, str(record.kind), check, sentence)
            for check, sentence in found
        ]

    def _compared(self, pos: int) -> Iterator[tuple[Check, str]]:
        """A snapshot is of the progressive as it stood after an event of the log."""
        if self._unreadable:
            yield Check.SNAPSHOT, self._unreadable
            self._unreadable = ""
        if self.kept and self.kept.pos == pos:
            if self.kept != replace(self.progressive, pos=pos):
                yield Check.SNAPSHOT, "the snapshot made here is of another progressive"
            self.kept = None


def _since(states: deque[tuple[int, Progressive]], at: object) -> Iterator[Progressive]:
    """The states that were still the newest a few moments before; older ones are forgotten."""
    while len(states) > 1 and states[1][0] < _moment(at) - _HEARD_OF:
        states.popleft()
    return (each for _, each in states)


def _moment(at: object) -> int:
    """When a row was recorded; a forged one can hold anything."""
    return at if isinstance(at, int) else 0


def _faults(
    was: Progressive, event: events.AnyEvent, record: Recorded, late: Sequence[Progressive]
) -> Iterator[tuple[Check, str]]:
    """What speaks against something that people did to a progressive."""
    for sentence in role_faults(record.command, record.kind, record.actor, record.role):
        yield Check.AUTHORITY, sentence
    for sentence in _sentences(was, event, record, late):
        yield Check.METERS, sentence


def _sentences(
    was: Progressive, event: events.AnyEvent, record: Recorded, late: Sequence[Progressive]
) -> Iterator[str]:
    if (was.setup is None) != isinstance(event, events.ProgressiveOpened):
        yield "the progressive was open already" if was.setup else "the progressive was not open"
        return
    match event:
        case events.ProgressiveOpened():
            yield from _opened(was.name, event)
        case events.ProgressiveDisabled() if was.disabled:
            yield "the progressive was disabled already"
        case events.ProgressiveEnabled() if not was.disabled:
            yield "the progressive was not disabled"
        case events.RateScheduled(meter=meter, rate=rate) if not 0 <= rate <= PARTS:
            yield f"{meter} cannot grow by {rate} millionths of a wager"
        case events.CeilingRaised(meter=meter, ceiling_cents=cents):
            now = was.meters[meter]
            shown = min(each.shown_cents(meter) for each in late if meter in each.meters)
            if cents and cents < (now.ceiling_cents or max(shown, now.reset_cents)):
                yield f"the ceiling of {meter} was not raised"
        case events.AdjustmentProposed(by=by):
            yield from _under_the_actors_name(by, record)
            if was.proposal:
                yield "another adjustment waited for a second person"
        case events.AdjustmentRefused(by=by):
            yield from _under_the_actors_name(by, record)
            if not was.proposal:
                yield "nothing was proposed"
        case events.MeterAdjusted():
            yield from _adjusted(was, event, record, late)
        case _:
            pass


def _opened(name: str, event: events.ProgressiveOpened) -> Iterator[str]:
    if event.progressive != name:
        yield f"it opens another progressive, {event.progressive}"
    if event.wager_cents <= 0:
        yield "the meters are meant for no wager"
    for key, each in event.meters.items():
        top = each.ceiling_cents or each.reset_cents
        if not 0 <= each.reset_cents <= top or not 0 <= each.rate <= PARTS:
            yield f"there cannot be a meter {key} of {each}"
    won = {meter for link in event.links for meter in link.wins.values()}
    if won != set(event.meters):
        yield "hands win other meters than there are"


def _under_the_actors_name(by: str, record: Recorded) -> Iterator[str]:
    if by != record.actor:
        yield f"{record.actor} acted in the name of {by}"


def _adjusted(
    was: Progressive, event: events.MeterAdjusted, record: Recorded, late: Sequence[Progressive]
) -> Iterator[str]:
    proposed = was.proposal
    if proposed is None:
        yield "it was not proposed"
        return
    same = (event.meter, event.why, event.cents, event.reason, event.by)
    if same != (proposed.meter, proposed.why, proposed.cents, proposed.reason, proposed.by):
        yield "it is not what had been proposed"
    if event.progressive != was.name:
        yield f"it names another progressive, {event.progressive}"
    if event.approver != record.actor or event.approver == event.by:
        yield "no second person approved it"
    if event.why not in WHY_FALLS:
        yield f"a meter does not fall for {event.why!r}"
    elif not 0 < event.cents <= most_to_fall(was.meters[event.meter], event.why):
        yield "the meter fell by more than the reason allows"
    if any(hit.meter == event.meter for hit in was.hits.values()):
        yield "a winner of the meter waited to be paid"
    falls = 0 if event.why == "receipts" else event.cents
    shown = {each.shown_cents(event.meter) for each in late if event.meter in each.meters}
    if event.before_cents - falls != event.after_cents or event.before_cents not in shown:
        yield "what the meter showed before and after does not fit"
