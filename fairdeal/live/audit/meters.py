"""A progressive, followed through the whole log."""

from collections.abc import Iterator

from msgspec.structs import replace

from fairdeal.errors import named
from fairdeal.live import events
from fairdeal.live.audit.authority import role_faults
from fairdeal.live.audit.findings import Check, Fault
from fairdeal.live.commands.progressives import WHY_FALLS, most_to_fall
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table import snapshots
from fairdeal.live.table.holding import PARTS
from fairdeal.live.table.progressive import FROM_TABLES, Progressive, after, stream_of


class MeterFollower:
    """What is known of a progressive, and what is to be said of what people did to it."""

    def __init__(self, name: str, kept: tuple[int, bytes] | None = None) -> None:
        self.progressive = Progressive(name)
        self.kept: Progressive | None = None
        """A snapshot that was not compared yet."""
        self._is_lost = False
        self._unreadable = ""
        if kept:
            try:
                self.kept = snapshots.unpacked_progressive(kept[1])
            except Exception as error:  # a forged snapshot can be anything
                self._unreadable = named(error)

    def follow(self, record: Recorded) -> list[Fault]:
        """Go on to the next event of the log, whoever's it is."""
        own = record.stream == stream_of(self.progressive.name)
        found: list[tuple[Check, str]] = []
        if not self._is_lost and (own or record.kind in FROM_TABLES):
            try:
                event = codec.decoded(record.kind, record.body)
                found += _faults(self.progressive, event, record) if own else ()
                self.progressive = after(self.progressive, record, event)
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
            # One that had none may have grown since somebody looked.
            if cents and cents < (now.ceiling_cents or now.reset_cents):
                yield f"the ceiling of {meter} was not raised"
        case events.AdjustmentProposed(by=by):
            yield from _in_the_own_name(by, record)
            if was.proposal:
                yield "another adjustment waited for a second person"
        case events.AdjustmentRefused(by=by):
            yield from _in_the_own_name(by, record)
            if not was.proposal:
                yield "nobody had proposed anything"
        case events.MeterAdjusted():
            yield from _adjusted(was, event, record)
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


def _in_the_own_name(by: str, record: Recorded) -> Iterator[str]:
    if by != record.actor:
        yield f"{record.actor} acted in the name of {by}"


def _adjusted(was: Progressive, event: events.MeterAdjusted, record: Recorded) -> Iterator[str]:
    proposed = was.proposal
    if proposed is None:
        yield "nobody had proposed it"
        return
    same = (event.meter, event.why, event.cents, event.reason, event.by)
    if same != (proposed.meter, proposed.why, proposed.cents, proposed.reason, proposed.by):
        yield "it is not what had been proposed"
    if event.progressive != was.name:
        yield f"it names another progressive, {event.progressive}"
    if event.approver != record.actor or event.approver == event.by:
        yield "nobody else approved it"
    if event.why not in WHY_FALLS:
        yield f"a meter does not fall for {event.why!r}"
    elif not 0 < event.cents <= most_to_fall(was.meters[event.meter], event.why):
        yield "the meter fell by more than the reason allows"
    falls = 0 if event.why == "receipts" else event.cents
    shown = was.shown_cents(event.meter)
    if event.before_cents - falls != event.after_cents or event.before_cents > shown:
        yield "what the meter showed before and after does not fit"
