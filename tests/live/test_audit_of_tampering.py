"""Whatever single event of a long log is changed, removed, added or swapped, an audit finds it."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fairdeal.live.audit import Check, audit
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.connecting import sqlite3
from tests.live.database import plant
from tests.live.days import in_a_file
from tests.live.tables import KEY
from tests.live.tampering import EVENTS
from tests.scale import CHUNKS

ROOT = Path(__file__).parents[2]
PARTS, APART, THOROUGH = CHUNKS, CHUNKS, 20
"""Parts of the test, from one place to the next in each, and the places for one at which every
field is changed: all ten thousand places in the slow run."""


def verdict(*words: str) -> dict[str, Any]:
    """Tamper in a small process of its own, which forks fast."""
    command = [sys.executable, "-m", "tests.live.tampering", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    assert said["events"] >= EVENTS
    assert said["holds"]
    return said


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(PARTS))
def test_an_audit_finds_every_single_event_that_was_tampered_with(part: int) -> None:
    said = verdict(f"--from={part}", f"--step={APART}", f"--thorough={THOROUGH}")
    assert said["tampered"] >= 4 * (EVENTS // APART)
    assert said["missed"] == []


def planted(path: Path, pos: int) -> None:
    """A row of a table that exists, at a place where no row can be written by a room."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            database.execute(f"DROP TRIGGER {name}")
    plant(path, pos=pos, stream=1, version=10_000, key="planted")


@pytest.fixture(scope="module")
def day_in_a_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return in_a_file(tmp_path_factory.mktemp("day") / "room.db").read_bytes()


@pytest.mark.parametrize(
    ("behind_the_head", "pos"),
    [
        (True, 1),
        (True, 1000),
        (False, 0),
        (False, -1),
        (False, -(2**60)),
    ],
)
def test_a_row_outside_the_log_is_found(
    day_in_a_file: bytes, path: Path, behind_the_head: bool, pos: int
) -> None:
    path.write_bytes(day_in_a_file)
    with closing(open_store(path, KEY, read_only=True)) as store:
        assert audit(store, KEY).holds
        place = store.head().pos + pos if behind_the_head else pos
    planted(path, place)
    with closing(open_store(path, KEY, read_only=True)) as store:
        fault = audit(store, KEY).first_fault
    assert fault is not None
    assert fault.check is Check.CHAIN
