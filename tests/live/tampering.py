"""A log of ten thousand events, tampered with at many places, each time under a whole audit.

An audit that began anew for every manipulation would read the honest beginning forty thousand
times.  Here one audit goes through the honest log, and where something is to be tampered with the
process forks: the child's audit goes on in the forged log, and says by its end what it found.
"""

import argparse
import gc
import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from fairdeal.live.audit import Findings, audit
from fairdeal.live.log.chain import Recorded, hash_of, head_of
from tests.live.days import long_log
from tests.live.forging import Forged
from tests.live.tables import KEY

EVENTS = 10_000
FIELDS = Recorded.__struct_fields__

Rows = Sequence[Recorded]


def changed(row: Recorded, rest: Rows) -> Iterator[Rows]:
    """The row with another value in each of its fields, with its old hash and with a new one."""
    for name in FIELDS:
        other = replace(row, **{name: another(getattr(row, name))})
        yield [other, *rest]
        if name != "hash":
            yield [replace(other, hash=hash_of(other)), *rest]


def moved(row: Recorded, rest: Rows) -> Iterator[Rows]:
    """The row removed, doubled, followed by one that was added, and swapped with the next."""
    yield [*rest]
    yield [row, row, *rest]
    added = replace(row, pos=row.pos + 1, version=row.version + 1, previous=row.hash)
    yield [row, replace(added, hash=hash_of(added)), *rest]
    yield [*rest, row] if rest else [row, replace(row, pos=row.pos + 1)]


def tampered(row: Recorded, rest: Rows) -> Iterator[Rows]:
    """What may come in the place of a row and the one behind it."""
    yield from changed(row, rest)
    yield from moved(row, rest)


def once_each(row: Recorded, rest: Rows) -> Iterator[Rows]:
    """The row changed in one field, removed, added to and swapped."""
    name = FIELDS[row.pos % len(FIELDS)]
    yield [replace(row, **{name: another(getattr(row, name))}), *rest]
    gone, _, added, swapped = moved(row, rest)
    yield from (gone, added, swapped)


def another(value: Any) -> Any:
    """A value that differs as little as can be."""
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    return value + (1 if isinstance(value, int) else "x")


class Forking(Forged):
    """An honest log to the process that began to read it, and a forged one to its children."""

    def __init__(self, rows: Rows, places: range, thorough: int) -> None:
        super().__init__(rows, head_of(KEY, rows[-1].pos, rows[-1].log_hash))
        self.tried = 0
        self.missed: list[str] = []
        self.forged_at = 0
        """The place of the forged row, in a child."""
        self._places = places
        self._thorough = thorough

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        if after < 0:
            return  # nothing lies before the beginning
        if not after:
            for place, row in enumerate(self._events):
                if place in self._places and self._is_child_at(place):
                    after = place
                    break
                yield row
            else:
                return
        yield from islice(self._events, after, until)

    def _is_child_at(self, place: int) -> bool:
        """Bring forth a child for every way to tamper with the row; whether this is one."""
        row, rest, behind = self._events[place], self._events[place + 1 : place + 2], place + 2
        ways = once_each if self._places.index(place) % self._thorough else tampered
        for way, forged in enumerate(ways(row, rest)):
            child = os.fork()
            if not child:
                self._events = [*self._events[:place], *forged, *self._events[behind:]]
                self.forged_at = row.pos
                return True
            self.tried += 1
            if os.waitpid(child, 0)[1]:
                self.missed.append(f"{row}, manipulation {way}")
        return False


def is_found(findings: Findings, pos: int) -> bool:
    """Whether an audit ends where the event at *pos* was tampered with, and says so.

    It names that event, one that was added behind it, or the next, which no longer fits.
    """
    fault = findings.first_fault
    return fault is not None and findings.events <= pos + 1 and pos <= fault.pos <= pos + 2


def main() -> None:
    """Audit, tamper, and print how often and what was not found."""
    options = argparse.ArgumentParser(prog="python -m tests.live.tampering", description=__doc__)
    options.add_argument("--from", type=int, default=0, dest="first", help="the first place")
    options.add_argument("--step", type=int, default=1, help="from one place to the next")
    options.add_argument("--thorough", type=int, default=1, help="places for one with every field")
    given = options.parse_args()
    rows = list(long_log(EVENTS).store.read())
    log = Forking(rows, range(given.first, len(rows), given.step), given.thorough)
    gc.freeze()  # what is collected must be copied in every child
    seen = 1
    try:
        findings = audit(log, KEY)
        seen = 0 if log.forged_at and is_found(findings, log.forged_at) else 1
    finally:
        if log.forged_at:
            os._exit(seen)
    verdict = {"events": findings.events, "holds": findings.holds, "tampered": log.tried}
    print(json.dumps({**verdict, "missed": log.missed}))


if __name__ == "__main__":
    main()
