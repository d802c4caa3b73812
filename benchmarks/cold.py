"""Whole commands, from a process that does not exist yet."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial

from benchmarks.harness import Bench

_IMPORTS = """
import sys, time
began, work = time.perf_counter(), time.process_time()
import fairdeal
print(time.perf_counter() - began, time.process_time() - work, *sys.modules)
"""


def imported() -> tuple[float, float]:
    """Wall and processor seconds that ``import fairdeal`` takes, without the interpreter's start.

    The compiler is loaded when something is counted, and not before.
    """
    typed = [sys.executable, "-c", _IMPORTS]
    done = subprocess.run(typed, capture_output=True, text=True, check=True)
    seconds, worked, *modules = done.stdout.split()
    assert "fairdeal" in modules
    assert not {"numba", "numpy"} & {*modules}
    return float(seconds), float(worked)


def told(cache: str, *words: str) -> str:
    """What the command prints."""
    done = subprocess.run(
        [sys.executable, "-c", "from fairdeal.cli import main; main()", *words],
        env={**os.environ, "FAIRDEAL_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def bench(found: Bench) -> None:
    """Measure everything here."""
    walls, works = zip(*(imported() for _ in range(9)), strict=True)
    wall, work = statistics.median(walls) * 1000, statistics.median(works) * 1000
    found.add("import fairdeal", wall, "ms", 150, work)
    is_par: Callable[[str], bool] = lambda text: (  # noqa: E731
        json.loads(text)["figures"][0]["house_edge"]["exact"] == "686689/20358520"
    )
    par = ("par", "three-card-poker", "--json")
    with tempfile.TemporaryDirectory() as kept:
        found.time(
            "fairdeal par three-card-poker, cache filled",
            partial(told, kept, *par),
            is_par,
            unit="s",
            target=1.5,
            times=5,
        )
        found.time(
            "fairdeal --help",
            partial(told, kept, "--help"),
            lambda text: "par" in text,
            unit="s",
            times=5,
        )

    def with_nothing_kept() -> str:
        with tempfile.TemporaryDirectory() as empty:
            return told(empty, *par)

    found.time(
        "fairdeal par three-card-poker, cache empty",
        with_nothing_kept,
        is_par,
        unit="s",
        target=15,
        times=1,
    )
