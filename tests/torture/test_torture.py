"""A few kills on each database, and rooms whose faults must be found."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.torture.__main__ import summed_up

ROOT = Path(__file__).parents[2]


def run(*words: str, folder: Path | None = None) -> tuple[int, list[dict[str, Any]]]:
    """Run the harness; its exit status, and the lines that it printed.

    A run that finds something keeps its log, and *folder* is where.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.torture", "--seed", "7", *words],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)} if folder else None,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert not done.returncode or verdicts[-1]["audit"] == "failed", done.stderr
    return done.returncode, verdicts


def test_a_room_that_is_killed_loses_nothing_and_does_nothing_twice() -> None:
    status, verdicts = run("--store", "all", "--cut", "--kills", "6")
    clean = {"lost": 0, "doubled": 0, "audit": "passed"}
    *stores, together = verdicts
    for verdict, store, kills in zip(stores, ("sqlite", "postgres"), (6, 2), strict=True):
        assert dict(list(verdict.items())[:5]) == {"store": store, "kills": kills, **clean}
    assert together == {"store": "sqlite, postgres", "kills": 8, **clean}
    assert status == 0


@pytest.mark.slow
def test_a_room_that_is_killed_in_the_middle_of_approvals_goes_on_with_them() -> None:
    status, verdicts = run("--part", "approvals", "--store", "all", "--kills", "8")
    for verdict, kills in zip(verdicts[:-1], (8, 2), strict=True):
        assert (verdict["kills"], verdict["audit"], verdict["lost"]) == (kills, "passed", 0)
        assert verdict["stood"] + verdict["one_further"] == 1 + kills
        assert verdict["held"] == verdict["paid"] > 0
    clean = {"kills": 10, "lost": 0, "doubled": 0, "audit": "passed"}
    assert verdicts[-1] == {"store": "approvals on sqlite, approvals on postgres", **clean}
    assert status == 0


def test_a_room_that_answers_before_it_has_written_is_caught_losing(tmp_path: Path) -> None:
    status, [verdict] = run("--kills", "30", "--fault", "lie", folder=tmp_path)
    assert verdict["lost"] > 0
    assert verdict["doubled"] == 0
    assert status == 1


@pytest.mark.slow
def test_a_signature_that_was_only_promised_is_missed(tmp_path: Path) -> None:
    words = ("--part", "approvals", "--kills", "30", "--fault", "lie")
    status, [verdict] = run(*words, folder=tmp_path)
    assert verdict["lost"] > 0
    assert status == 1


def test_a_room_that_forgets_the_keys_of_commands_is_caught_doing_them_twice(
    tmp_path: Path,
) -> None:
    status, [verdict] = run("--kills", "30", "--fault", "forget", folder=tmp_path)
    assert verdict["doubled"] > 0
    assert verdict["lost"] == 0
    assert status == 1


def test_a_room_process_loads_no_more_than_a_room_needs() -> None:
    """It starts hundreds of times, and a compiler would take longer to load than it lives."""
    modules = "tests.torture.room_process, fairdeal.live.log.stores.sqlite"
    asked = f"import sys, {modules}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"numba", "numpy", "jinja2", "rich"} & set(done.stdout.split())


def test_several_stores_come_to_one_verdict() -> None:
    good = {"store": "a", "kills": 3, "lost": 0, "doubled": 0, "audit": "passed", "rounds": 9}
    bad = {"store": "b", "kills": 1, "lost": 2, "doubled": 1, "audit": "failed", "rounds": 4}
    said = {"store": "a, b", "kills": 4, "lost": 2, "doubled": 1, "audit": "failed"}
    assert summed_up([good, bad]) == said
    assert summed_up([good])["audit"] == "passed"
