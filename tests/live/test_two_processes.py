"""Two tables on two processes win the same meter within a moment: the log says who was first."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from fairdeal.live import Room, events
from fairdeal.live.audit import audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores import Store, open_store
from tests.live.decks import ARRANGED
from tests.live.jackpots import opened, reconciled
from tests.live.tables import KEY
from tests.scale import SCALE

ROOT = Path(__file__).parents[2]
TABLES = ("east", "west")
RACES = 10 if SCALE == 1 else 1000
"""Races whose two settlements must be within a millisecond of each other."""
MOST = 50
"""Races for each one that must be close: beside other work few of them are."""
CLOSE = 1000
"""Microseconds."""
AHEAD = 2_000_000
"""Nanoseconds from the call to the moment, in which both processes hear it."""
RESET, PART = 100_000, 25
"""Cents: where the star begins, and what one bet of $5 adds."""


class Rival:
    """A process with one table, on a pipe each way."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def tell(self, *words: str) -> None:
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)

    def hear(self) -> str:
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said, "the process has ended"
        return said.strip()


@contextmanager
def rival(address: str, table: str) -> Iterator[Rival]:
    asked = [sys.executable, "-m", "tests.live.rival_process", address, table]
    pipe = subprocess.PIPE
    with subprocess.Popen(asked, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Rival(process)
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


def both(rivals: list[Rival], *words: str) -> list[str]:
    """Tell both the same, and hear both."""
    for each in rivals:
        each.tell(*words)
    return [each.hear() for each in rivals]


def race(rivals: list[Rival]) -> int:
    """The meter grows by two bets, then both tables win it: how many microseconds apart."""
    both(rivals, "feed")
    both(rivals, "deal")
    one, other = map(int, both(rivals, "at", str(time.time_ns() + AHEAD)))
    first, second = (msgspec.json.decode(said) for said in both(rivals, "look"))
    assert first == second
    assert first["meters"]["star"]["parts"] == RESET * 1_000_000
    return abs(one - other)


def wins(store: Store) -> Iterator[tuple[Recorded, ...]]:
    """The two wins of every race, in the order of the log."""
    held = [row for row in store.read() if row.kind == codec.KINDS[events.PayHeld]]
    for _, pair in groupby(enumerate(held), lambda numbered: numbered[0] // 2):
        yield tuple(row for _, row in pair)


def check_awards(store: Store) -> None:
    """Whoever stands first in the log got the meter, the other the reset level and the own bet."""
    paid: dict[tuple[str, int], events.PayMade] = {}
    for row in store.read():
        event: Any = codec.decoded(row.kind, row.body)
        if isinstance(event, events.PayMade):
            assert (row.stream, event.pay) not in paid, "paid twice"
            paid[row.stream, event.pay] = event
    for number, pair in enumerate(wins(store), 1):
        assert {row.stream for row in pair} == set(TABLES)
        awards = [paid.pop((row.stream, number)).award_cents for row in pair]
        assert awards == [RESET + 3 * PART, RESET + PART]
    assert not paid


def test_two_tables_that_win_a_meter_within_a_millisecond_agree_on_who_was_first(
    database: str,
) -> None:
    opened(open_store(database, KEY)).close()
    with ExitStack() as stack, closing(open_store(database, KEY, read_only=True)) as store:
        rivals = [stack.enter_context(rival(database, table)) for table in TABLES]
        assert [each.hear() for each in rivals] == ["ready", "ready"]
        gaps: list[int] = []
        while sum(gap < CLOSE for gap in gaps) < RACES and len(gaps) < MOST * RACES:
            gaps.append(race(rivals))
        close = sum(gap < CLOSE for gap in gaps)
        firsts = [pair[0].stream for pair in wins(store)]
        print(
            f"{len(gaps)} races, {close} within a millisecond; settlements {median(gaps):.0f} µs"
            f" apart (median), {max(gaps)} µs at most; east was first {firsts.count('east')} times"
        )
        assert close >= RACES
        check_awards(store)
        room = Room(store, KEY)
        reconciled(room)
        assert room.progressive("stax").meters["star"].wins == 2 * len(gaps)
        for each in rivals:
            each.tell("decks")
            for pair in each.hear().split():
                secret, order = map(bytes.fromhex, pair.split("="))
                ARRANGED[secret] = order
        assert audit(store, KEY, every=True).faults == ()
