"""Live tables: rounds a second on every kind of log, replay, and the start of a long log."""

import json
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.harness import Bench
from benchmarks.pokerkit_hands import hands_a_second
from benchmarks.room_process import KEY_FILE
from fairdeal.live import events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Draft, Entry
from fairdeal.live.log.stores import open_store
from fairdeal.live.shoe import key_in
from tests.live.postgres import Server

TABLES, ROUNDS = 16, 60
LENGTHS = (10_000, 100_000, 1_000_000)


def bench(found: Bench) -> None:
    """Measure rooms in processes of their own, on one core each."""
    with tempfile.TemporaryDirectory() as name:
        server = Server()
        try:
            server.tell("ALTER SYSTEM SET fsync = on")  # tests do without
            server.tell("SELECT pg_reload_conf()")
            _measured(found, Path(name), server.place())
        finally:
            server.remove()


def _measured(found: Bench, folder: Path, address: str) -> None:
    log, apart = str(folder / "room.db"), folder / "postgresql"
    apart.mkdir()  # a key without its log is no new room
    for store, where, keys, least in (
        ("in memory", "memory:", folder, None),
        ("durable on SQLite", log, folder, 300),
        ("durable on PostgreSQL", address, apart, None),
    ):
        for tables in (1, TABLES):
            told = _alone("rounds", where, str(keys), str(tables), str(ROUNDS))
            target = least if tables == TABLES else None
            name = f"six-seat Three Card Poker rounds, {tables} tables, {store}"
            found.add(name, told["rate"], "rounds/s", target)
    for store, where in (("SQLite", f"sqlite:///{folder}/plain.db"), ("PostgreSQL", address)):
        told = _alone("commits", where)
        found.add(f"plain durable commits of one row, {store}", told["rate"], "commits/s")
    found.add("PokerKit, six seats, hold'em, nothing kept", hands_a_second(), "hands/s")
    found.add("replay of the SQLite log", _alone("replay", log)["rate"], "events/s", 50_000)
    for length in LENGTHS:
        _start(found, folder, length)


def _alone(*words: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.room_process", *words],
        stdout=subprocess.PIPE,  # what goes wrong is said on stderr
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _start(found: Bench, folder: Path, length: int) -> None:
    """How long a room takes to open a log of so many events, with and without a snapshot."""
    where = folder / f"long-{length}.db"
    _lengthen(folder, where, length)
    cold = _alone("start", str(where), str(folder))  # a room that closes leaves a snapshot
    found.add(f"start with {length:,} events, every one replayed", cold["seconds"], "s")
    warm = _alone("start", str(where), str(folder))
    assert warm["events"] == cold["events"] >= length
    found.add(f"start with {length:,} events, from a snapshot", warm["seconds"], "s", 1)
    found.add(f"memory of a room with {length:,} events", warm["bytes"] / 1e6, "MB")


def _lengthen(folder: Path, where: Path, length: int) -> None:
    """A log of so many events: one round as it was played, over and over."""
    key = key_in(folder / KEY_FILE, create=True)
    source = open_store(folder / "room.db", key, read_only=True)
    played = [codec.decoded(each.kind, each.body) for each in source.stream(_longest(source))]
    opening, body = _repeatable(played)
    store = open_store(where, key)
    version, number, waiting = 0, 0, []
    batch = opening
    while version < length:
        drafts = tuple(Draft(*codec.encoded(each)) for each in batch)
        entry = Entry(
            "pit-1", version, number, "bench", "floor", "next-step", f"k{number}", b"{}", drafts
        )
        waiting.append(store.submit(entry))
        version, number = version + len(drafts), number + 1
        batch = [events.RoundOpened(number), *body]
        if len(waiting) == 256:
            for each in waiting:
                each.result()
            waiting = []
    store.close()


def _repeatable(
    played: list[events.AnyEvent],
) -> tuple[list[events.AnyEvent], list[events.AnyEvent]]:
    """What comes before the first round, and a round that a bank can stand over and over."""
    begins = [at for at, each in enumerate(played) if isinstance(each, events.RoundOpened)]
    for begin, end in pairwise([*begins, len(played)]):
        body = played[begin + 1 : end]
        lines = [
            line for each in body if isinstance(each, events.BetsSettled) for line in each.lines
        ]
        if lines and sum(line.net_cents for line in lines) <= 0:
            return played[: begins[0]], body
    raise AssertionError("the bank has lost every round")


def _longest(source: Any) -> str:
    streams: dict[str, int] = source.streams()
    return max(streams, key=lambda name: streams[name])
