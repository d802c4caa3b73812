"""A log moved to another place: event by event, hash by hash the same."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from hashlib import sha256
from secrets import token_hex
from typing import Final

from msgspec import structs

from fairdeal.errors import Corrupt, Refused
from fairdeal.live import events
from fairdeal.live.actors import OPENING
from fairdeal.live.arguments import packed
from fairdeal.live.clocks import now
from fairdeal.live.log import codec
from fairdeal.live.log.chain import (
    ACCOUNTS,
    ROOM,
    Checker,
    Draft,
    Entry,
    Head,
    Origin,
    Recorded,
    Secret,
    Unless,
)
from fairdeal.live.log.checkpoints import Signed
from fairdeal.live.log.notary import Notary
from fairdeal.live.log.stores.protocol import Store

MOVES: Final = "move-log"
"""The command under which the log has it."""
MOVED: Final = codec.KINDS[events.LogMoved]

AT_ONCE: Final = 256
"""Entries in line at the new place."""

Progress = Callable[[int], None]


def copied(source: Store, target: Store, progress: Progress = lambda done: None) -> Head:
    """Copy a whole log into an empty one, and see that it ends with the same hash.

    The log is checked on the way, so that damage is not carried along.  The copy is to be sealed
    with the room's key when the source is closed: one that was broken off, or that has a source
    which can still be written, cannot be taken for a log.
    """
    if target.head().pos:
        raise Refused(
            f"the log in {target.name} has {target.head().pos} events already: a log is moved into"
            " an empty one",
            code="store.not-empty",
        )
    end, secrets = _end_of(source), source.secrets()
    waiting: list[Future[tuple[Recorded, ...]]] = []
    for entry in entries(checked(source, end)):
        waiting.append(target.submit(with_secret(entry, secrets)))
        if len(waiting) == AT_ONCE:
            progress(_last_of(waiting).pos)
            waiting = []
    if waiting:
        progress(_last_of(waiting).pos)
    there = target.head()
    if (there.pos, there.hash) != (end.pos, end.hash):
        raise Corrupt(
            f"the copy in {target.name} ends at event {there.pos} with another hash than the log in"
            f" {source.name}",
            code="log.broken",
        )
    return there


def carried(source: Store, target: Store, key: bytes, until: int) -> None:
    """Sign a log up to the event at *until* and give its checkpoints to the copy.

    The first leaf of the copy's own tree names the last of them.
    """
    Notary(source, key).sign(until)
    for kept in source.checkpoints():
        target.sign(Signed(kept, ())).result()


def closed(source: Store, end: Head, to: str) -> Origin:
    """Record in a log that it goes on elsewhere from its *end*, and as which log it does.

    From then on it opens for reading only.  A log can be moved again, from a copy that was lost:
    each time it goes on in another incarnation.
    """
    behind = [row for row in source.stream(ROOM) if row.kind == MOVED]
    origin = source.origin.raised(len(behind) + 1)
    event = events.LogMoved(to, origin.incarnation, end.pos, end.hash)
    last = next(source.read(end.pos - 1), None)
    entry = Entry(
        ROOM,
        source.streams().get(ROOM, 0),
        max(now(), last.at if last else 0),
        OPENING.name,
        OPENING.role,
        MOVES,
        f"{MOVES}-{token_hex(8)}",
        packed(MOVES, {"to": to}),
        (Draft(*codec.encoded(event)),),
        unless=Unless(end.pos, frozenset(codec.KINDS.values()) - {MOVED}),
    )
    source.append(entry)
    return origin


def checked(source: Store, end: Head) -> Iterator[Recorded]:
    """The events, as long as each continues the chain, up to the end."""
    checker = Checker()
    for event in source.read(until=end.pos):
        checker.check(event)
        yield event
    checker.finish(end)
    if end == source.head():  # else the room's own stream has told of an earlier move since
        checker.finish_streams(source.stream_head)


def _end_of(source: Store) -> Head:
    """Where a log ends; where one that was moved before ended then."""
    head = source.head()
    last = next(source.read(head.pos - 1), None) if head.pos else None
    if last is None or last.kind != MOVED:
        return head
    event = codec.decoded(last.kind, last.body)
    assert isinstance(event, events.LogMoved)
    return Head(event.pos, event.hash, b"")


def entries(events: Iterable[Recorded]) -> Iterator[Entry]:
    """The events as the commands brought them."""
    together: list[Recorded] = []
    for event in events:
        if event.part == 0 and together:
            yield _entry(together)
            together = []
        together.append(event)
    if together:
        yield _entry(together)


def with_secret(entry: Entry, secrets: Mapping[str, bytes]) -> Entry:
    """The entry with what is kept of the password that it sets, if that is kept to this day."""
    for draft in entry.drafts if entry.stream == ACCOUNTS else ():
        event = codec.decoded(draft.kind, draft.body)
        if isinstance(event, events.PasswordSet | events.SignedIn):
            sealed = secrets.get(event.name, b"")
            if event.kept == sha256(sealed).digest():
                return structs.replace(entry, secret=Secret(event.name, sealed))
    return entry


def _entry(events: list[Recorded]) -> Entry:
    first = events[0]
    return Entry(
        first.stream,
        first.version - 1,
        first.at,
        first.caller,
        first.caller_role,
        first.command,
        first.key,
        first.arguments,
        tuple([Draft(event.kind, event.body) for event in events]),
        first.followed,
        incarnation=first.incarnation,
        epoch=first.epoch,
    )


def _last_of(waiting: list[Future[tuple[Recorded, ...]]]) -> Recorded:
    return [future.result() for future in waiting][-1][-1]
