"""Systems other than this one: the modules that only Unix has are blocked in a process of its own.

The lock itself is filelock's, which has one for every system, so that it is loaded beforehand.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from zoneinfo import available_timezones

import pytest

BLOCKED = """
import filelock, sys, time
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "clock_gettime_ns"):
    delattr(time, name)
from fairdeal.cli import main
main()
"""

SERVES = """
from fairdeal.web.running import serving
serving.Server.run = lambda self, doors: print("served")
"""


def without_unix(*words: str, at: Path, code: str = BLOCKED) -> str:
    typed = [sys.executable, "-c", code, *words]
    done = subprocess.run(typed, cwd=at, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_room_needs_no_module_that_only_unix_has(tmp_path: Path) -> None:
    opened = ["do", "pit-1", "open-table", "game=three-card-poker", "--as", "floor:fran"]
    assert without_unix(*opened, at=tmp_path)
    assert "pit-1" in without_unix("table", at=tmp_path)
    assert "Everything holds" in without_unix("audit", at=tmp_path)


@pytest.mark.parametrize("room", ["memory:", "room.db"])
def test_a_server_needs_no_module_that_only_unix_has(tmp_path: Path, room: str) -> None:
    code = BLOCKED.replace("main()\n", SERVES + "main()\n")
    words = ("serve", "--port", "0", "--empty-seats", "--room", room)
    assert without_unix(*words, at=tmp_path, code=code).endswith("served\n")


def test_time_zones_are_known_where_the_system_has_no_data_of_them(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import zoneinfo; print(zoneinfo.ZoneInfo('Pacific/Auckland'))"],
        env={**os.environ, "PYTHONTZPATH": ""},
        capture_output=True,
        text=True,
    )
    assert found.stdout == "Pacific/Auckland\n", found.stderr
    assert {"America/Los_Angeles", "Europe/Zurich"} <= available_timezones()


def test_the_data_of_time_zones_is_a_dependency_of_our_own() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(each.startswith("tzdata") for each in project["optional-dependencies"]["room"])
