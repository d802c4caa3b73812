"""A log moved to another place: event by event, hash by hash the same."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Final

from fairdeal.errors import Corrupt, Refused
from fairdeal.live.log.chain import Checker, Draft, Entry, Head, Recorded
from fairdeal.live.log.stores.protocol import Store

AT_ONCE: Final = 256
"""Entries in line at the new place."""

Progress = Callable[[int], None]


def moved(source: Store, target: Store, key: bytes, progress: Progress = lambda done: None) -> Head:
    """Copy a whole log into an empty one, and see that it ends with the same hash.

    The log is checked on the way, so that damage is not carried along.  The copy is sealed with the
    room's key when it is complete: one that was broken off cannot be taken for a log.
    """
    if target.head().pos:
        raise Refused(
            f"the log in {target.name} has {target.head().pos} events already: a log is moved into"
            " an empty one",
            code="store.not-empty",
        )
    end = source.head()
    waiting: list[Future[tuple[Recorded, ...]]] = []
    for entry in entries(checked(source.read(until=end.pos), end)):
        waiting.append(target.submit(entry))
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
    target.seal(key)
    return there


def checked(events: Iterable[Recorded], end: Head) -> Iterator[Recorded]:
    """The events, as long as each continues the chain, up to the end."""
    checker = Checker()
    for event in events:
        checker.check(event)
        yield event
    checker.finish(end)


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


def _entry(events: list[Recorded]) -> Entry:
    first = events[0]
    drafts = tuple(Draft(event.kind, event.body, event.actor, event.role) for event in events)
    who = (first.at, first.actor, first.role, first.command, first.key, first.asked)
    return Entry(first.stream, first.version - 1, *who, drafts)


def _last_of(waiting: list[Future[tuple[Recorded, ...]]]) -> Recorded:
    return [future.result() for future in waiting][-1][-1]
