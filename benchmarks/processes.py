"""Several processes on one PostgreSQL log, in turns with as many that have a log each."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.harness import Bench
from benchmarks.room_process import KEY_FILE
from fairdeal.live.log.chain import verify
from fairdeal.live.log.stores import open_store
from fairdeal.live.shoe import key_in
from tests.live.postgres import Server

TABLES, SECONDS, TIMES = 16, 4, 3
COUNTS = (1, 2, 4)
FLUSHES = {"as the disk is": 0, "with a flush of 2 ms": 2000}
"""Microseconds that the server waits before it writes to the disk, as usual network disks do."""


def bench(found: Bench) -> None:
    """Measure commands a second; the best of several runs stands for a quiet machine."""
    with tempfile.TemporaryDirectory() as name:
        server = Server()
        try:
            server.tell("ALTER SYSTEM SET fsync = on")  # tests do without
            server.tell("ALTER SYSTEM SET commit_siblings = 0")
            for how, delay in FLUSHES.items():
                server.tell(f"ALTER SYSTEM SET commit_delay = {delay}")
                server.tell("SELECT pg_reload_conf()")
                _measured(found, server, Path(name), how)
        finally:
            server.remove()


def _measured(found: Bench, server: Server, folder: Path, how: str) -> None:
    together, apart = dict.fromkeys(COUNTS, 0.0), dict.fromkeys(COUNTS, 0.0)
    for turn in range(TIMES):
        for count in COUNTS:
            one = server.place()
            places = [server.place() for _ in range(count)]
            run = folder / f"{how[:9]}-{turn}-{count}".replace(" ", "-")
            together[count] = max(together[count], _rate(run / "one", [one] * count))
            apart[count] = max(apart[count], _rate(run / "own", places))
    for count in COUNTS:
        what = f"commands on one PostgreSQL log, {count} of {TABLES} tables' processes, {how}"
        found.add(what.replace("1 of 16 tables' processes", "1 process"), together[count], "/s")
        if count > 1:
            ratio = together[count] / apart[count]
            found.add(f"the same against {count} logs, {how}", ratio, "times", None)
    found.add(f"4 processes against one, {how}", together[4] / together[1], "times", None)


def _rate(folder: Path, places: Sequence[str]) -> float:
    """Commands a second of processes that begin together, all of which must be in the logs."""
    folder.mkdir(parents=True)
    tables = TABLES // len(places)
    with ExitStack() as stack:
        running = []
        for number, place in enumerate(places):
            keys = folder if len({*places}) == 1 else folder / f"{number}"
            keys.mkdir(exist_ok=True)
            words = ["traffic", place, str(keys), f"p{number}", str(tables), str(SECONDS)]
            process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.room_process", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            running.append(stack.enter_context(process))
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        told: list[dict[str, Any]] = []
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in running:
            out, _ = process.communicate()
            told.append(json.loads(out))
    for number, place in enumerate(dict.fromkeys(places)):
        keys = folder if len({*places}) == 1 else folder / f"{number}"
        store = open_store(place, key_in(keys / KEY_FILE, create=False), read_only=True)
        verify(store.read(), store.head())
        store.close()
    return float(sum(each["rate"] for each in told))
