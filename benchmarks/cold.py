"""Whole commands, from a process that does not exist yet."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial

from benchmarks.harness import Bench


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
