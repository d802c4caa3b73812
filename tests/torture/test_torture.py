"""A few kills on each database, and rooms whose faults must be found."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def run(*words: str, folder: Path | None = None) -> tuple[int, dict[str, Any]]:
    """Run the harness; its exit status, and the last line that it printed.

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
    verdict = json.loads(done.stdout.splitlines()[-1])
    assert not done.returncode or verdict["audit"] == "failed", done.stderr
    return done.returncode, verdict


@pytest.mark.parametrize(("store", "kills"), [("sqlite", 4), ("postgres", 3)])
def test_a_room_that_is_killed_loses_nothing_and_does_nothing_twice(store: str, kills: int) -> None:
    status, verdict = run("--store", store, "--kills", str(kills))
    expected = {"store": store, "kills": kills, "lost": 0, "doubled": 0, "audit": "passed"}
    assert dict(list(verdict.items())[:5]) == expected
    assert status == 0


def test_a_room_that_answers_before_it_has_written_is_caught_losing(tmp_path: Path) -> None:
    status, verdict = run("--kills", "30", "--fault", "lie", folder=tmp_path)
    assert verdict["lost"] > 0
    assert verdict["doubled"] == 0
    assert status == 1


def test_a_room_that_forgets_the_keys_of_commands_is_caught_doing_them_twice(
    tmp_path: Path,
) -> None:
    status, verdict = run("--kills", "30", "--fault", "forget", folder=tmp_path)
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
    assert not {"numba", "numpy", "matplotlib", "jinja2", "rich"} & set(done.stdout.split())
