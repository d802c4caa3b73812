"""A progressive, followed through the whole log."""

from collections.abc import Iterator

from fairdeal.errors import named
from fairdeal.live import events
from fairdeal.live.audit.authority import role_faults
from fairdeal.live.audit.findings import Check, Fault
from fairdeal.live.commands.progressives import WHY_FALLS, most_to_fall
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.progressive import FROM_TABLES, Progressive, after, stream_of


class MeterFollower:
    """What is known of a progressive, and what is to be said of what people did to it."""

    def __init__(self, name: str) -> None:
        self.progressive = Progressive(name)
        self._is_lost = False

    def follow(self, record: Recorded) -> list[Fault]:
        """Go on to the next event of the log, whoever's it is."""
        own = record.stream == stream_of(self.progressive.name)
        if self._is_lost or not (own or record.kind in FROM_TABLES):
            return []
        try:
            event = codec.decoded(record.kind, record.body)
            found = [*_faults(self.progressive, event, record)] if own else []
            self.progressive = after(self.progressive, record, event)
        except Exception as error:  # a forged event can be anything
            self._is_lost = own  # what a table's event does wrong is said of the table
            found = [(Check.EVENT, named(error))] if own else []
        return [
            Fault(record.pos, record.stream, str(record.kind), check, sentence)
            for check, sentence in found
        ]


def _faults(
    was: Progressive, event: events.AnyEvent, record: Recorded
) -> Iterator[tuple[Check, str]]:
    """What speaks against something that people did to a progressive."""
    for sentence in role_faults(record.command, record.kind, record.actor, record.role):
        yield Check.AUTHORITY, sentence
    for sentence in _sentences(was, event, record):
        yield Check.METERS, sentence


def _sentences(was: Progressive, event: events.AnyEvent, record: Recorded) -> Iterator[str]:
    if (was.setup is None) != isinstance(event, events.ProgressiveOpened):
        yield "the progressive was open already" if was.setup else "the progressive was not open"
        return
    match event:
        case events.ProgressiveOpened(progressive=name) if name != was.name:
            yield f"it opens another progressive, {name}"
        case events.ProgressiveDisabled() if was.disabled:
            yield "the progressive was disabled already"
        case events.ProgressiveEnabled() if not was.disabled:
            yield "the progressive was not disabled"
        case events.CeilingRaised(meter=meter, ceiling_cents=cents):
            now = was.meters[meter]
            if cents and cents < (now.ceiling_cents or now.cents):
                yield f"the ceiling of {meter} was not raised"
        case events.AdjustmentProposed(by=by) if by != record.actor:
            yield f"{record.actor} acted in the name of {by}"
        case events.MeterAdjusted():
            yield from _adjusted(was, event, record)
        case _:
            pass


def _adjusted(was: Progressive, event: events.MeterAdjusted, record: Recorded) -> Iterator[str]:
    proposed = was.proposal
    if proposed is None:
        yield "nobody had proposed it"
        return
    same = (event.meter, event.why, event.cents, event.reason, event.by)
    if same != (proposed.meter, proposed.why, proposed.cents, proposed.reason, proposed.by):
        yield "it is not what had been proposed"
    if event.approver != record.actor or event.approver == event.by:
        yield "nobody else approved it"
    if event.why not in WHY_FALLS:
        yield f"a meter does not fall for {event.why!r}"
    elif not 0 < event.cents <= most_to_fall(was.meters[event.meter], event.why):
        yield "the meter fell by more than the reason allows"
