"""Times a piece of work, checks its answer, and keeps the result for the table."""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fairdeal.games import game

LATEST = Path(__file__).parent / "latest.json"

OWN = tuple(
    game(key)
    for key in (
        "three-card-poker",
        "napa-three-card-poker",
        "ags-3-card",
        "three-card-fury",
        "three-way-action",
    )
)
"""The games whose figures are timed, whatever else is installed."""

_SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


@dataclass(frozen=True)
class Result:
    """What was measured."""

    name: str
    value: float
    unit: str
    target: float | None
    """No more than this is wanted, of a rate no less; None where nothing was promised."""
    processor: float | None = None
    """The time that processors worked on it, child processes and all threads included."""


@dataclass
class Bench:
    """Everything measured in one run."""

    results: list[Result] = field(default_factory=list)

    def time(
        self,
        name: str,
        run: Callable[[], Any],
        is_right: Callable[[Any], bool],
        *,
        unit: str = "ms",
        per: int = 1,
        target: float | None = None,
        before: Callable[[], None] = lambda: None,
        times: int = 9,
    ) -> float:
        """Measure *run* and give back the median seconds of one of *per* pieces of work.

        A wrong answer ends everything: how fast it came is of no interest.
        """
        before()
        assert is_right(run()), f"{name}: wrong answer"  # also compiles, outside the clock
        taken, worked = [], []
        for _ in range(times):
            before()
            began, work = time.perf_counter(), _worked()
            answer = run()
            taken.append(time.perf_counter() - began)
            worked.append(_worked() - work)
            assert is_right(answer), f"{name}: wrong answer"
        seconds, processor = (statistics.median(each) / per for each in (taken, worked))
        scale = _SECONDS[unit]
        self.add(name, seconds / scale, unit, target, processor / scale)
        return seconds

    def add(
        self,
        name: str,
        value: float,
        unit: str,
        target: float | None = None,
        processor: float | None = None,
    ) -> None:
        """Keep and print one result."""
        self.results.append(Result(name, value, unit, target, processor))
        worked = "" if processor is None else f"   processor {processor:.3f} {unit}"
        wanted = "" if target is None else f"   target {target:g} {unit}"
        is_rate = unit.endswith("/s")
        met = target is None or (value >= target if is_rate else value <= target)
        missed = "" if met else "   MISSED"
        print(f"{name:<68} {value:>10.3f} {unit}{worked}{wanted}{missed}")
        sys.stdout.flush()

    def write(self) -> None:
        """Write everything to ``latest.json``."""
        LATEST.write_text(json.dumps([asdict(each) for each in self.results], indent=2) + "\n")


def _worked() -> float:
    """Seconds of processor time that this process and its finished children have had."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system
