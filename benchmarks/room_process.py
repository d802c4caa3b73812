"""One measurement of a room, in a process of its own on one core; prints JSON."""

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from fairdeal.errors import Refused
from fairdeal.live import AUTOMATIC, Actor, Role, Room, commands
from fairdeal.live.log import codec
from fairdeal.live.log.chain import verify
from fairdeal.live.log.stores import open_store
from fairdeal.live.table.state import Table, after

FLOOR = Actor("fran", Role.FLOOR)
PLAYERS = tuple(Actor(f"p{number}", Role.PLAYER) for number in range(1, 7))
BETS = {"ante": 1000, "pair-plus": 500}
KEY_FILE = "bench.key"


def rounds(where: str, folder: str, tables: int, count: int) -> dict[str, Any]:
    """Six-seat rounds of Three Card Poker, every command answered only when it is durable.

    The bets of a round are placed together; each decision waits for the one before it.
    """
    with Room.open(where, key_file=Path(folder) / KEY_FILE) as room:
        names = [f"t{number}-{time.time_ns()}" for number in range(tables)]
        for name in names:
            room.do(name, commands.open_table, by=FLOOR, game="three-card-poker")
            for seat, player in enumerate(PLAYERS, 1):
                room.do(name, commands.sit, by=player, seat=seat)
                room.do(name, commands.buy_in, by=FLOOR, player=player.name, cents=10**9)
        began, worked = time.perf_counter(), time.process_time()
        for _ in range(count):
            _one_round(room, names)
        seconds, worked = time.perf_counter() - began, time.process_time() - worked
        for name in names:
            table = room.table(name)
            assert table.rounds == count
            assert table.playing is None
            assert sum(table.accounts.values()) == 0
            assert len({line.seat for line in table.round.lines}) == 6 if table.round else False
        if where != "memory:":
            verify(room.store.read(), room.store.head())
    return {"rate": tables * count / seconds, "cpu": worked / tables / count}


def traffic(where: str, folder: str, prefix: str, tables: int, seconds: int) -> dict[str, Any]:
    """Commands at tables of this process, one in flight at each, every one durable.

    It begins when a line is read, so that several processes begin together.
    """
    with Room.open(where, key_file=Path(folder) / KEY_FILE) as room:
        names = [f"{prefix}-{number}" for number in range(tables)]
        for name in names:
            room.do(name, commands.open_table, by=FLOOR, game="three-card-poker")
            room.do(name, commands.sit, by=PLAYERS[0], seat=1)
        before = sum(room.store.streams()[name] for name in names)
        print("ready", flush=True)
        sys.stdin.readline()
        bought: dict[str, Any] = {"by": FLOOR, "player": PLAYERS[0].name, "cents": 100}
        began, worked = time.perf_counter(), time.process_time()
        flying = [room.submit(name, commands.buy_in, **bought) for name in names]
        done = 0
        while time.perf_counter() - began < seconds:
            for place, name in enumerate(names):
                flying[place].result()
                flying[place] = room.submit(name, commands.buy_in, **bought)
            done += len(names)
        done += sum(bool(answer.result().recorded) for answer in flying)
        lasted, worked = time.perf_counter() - began, time.process_time() - worked
        kept = sum(room.store.streams()[name] for name in names) - before
        assert kept == done, "every answered command is in the log once"
    return {"rate": done / lasted, "cpu": worked / done, "done": done}


def _one_round(room: Room, names: list[str]) -> None:
    placed = [
        room.submit(name, commands.place, by=player, seat=seat, bets=BETS)
        for name in names
        for seat, player in enumerate(PLAYERS, 1)
    ]
    for answer in placed:
        answer.result()
    for answer in [room.submit(name, commands.no_more_bets, by=AUTOMATIC) for name in names]:
        answer.result()
    for seat, player in enumerate(PLAYERS, 1):
        said = [
            room.submit(name, commands.decide, by=player, seat=seat, word="play") for name in names
        ]
        for answer in said:
            answer.result()


def commits(where: str) -> dict[str, Any]:
    """How often the database alone can make one row durable: the limit for a single writer."""
    engine = sa.create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        if "sqlite" in where:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            connection.exec_driver_sql("PRAGMA synchronous=FULL")
        connection.exec_driver_sql("CREATE TABLE plain_commit (n INTEGER, body TEXT)")
        connection.commit()
        began, count = time.perf_counter(), 1000
        for number in range(count):
            connection.exec_driver_sql(f"INSERT INTO plain_commit VALUES ({number}, 'x')")
            connection.commit()
        seconds = time.perf_counter() - began
        kept = connection.exec_driver_sql("SELECT count(*) FROM plain_commit").scalar()
        assert kept == count
    return {"rate": count / seconds}


def replay(where: str) -> dict[str, Any]:
    """The whole log read, decoded and folded."""
    store = open_store(where, read_only=True)
    began, tables, count = time.perf_counter(), dict[str, Table](), 0
    for each in store.read():
        table = tables.get(each.stream) or Table(each.stream)
        tables[each.stream] = after(table, codec.decoded(each.kind, each.body))
        count += 1
    seconds = time.perf_counter() - began
    assert store.streams() == {name: table.version for name, table in tables.items()}
    return {"rate": count / seconds, "events": count}


def start(where: str, folder: str) -> dict[str, Any]:
    """A room opened and its tables taken up, and the memory that the whole process then holds."""
    began = time.perf_counter()
    with Room.open(where, key_file=Path(folder) / KEY_FILE) as room:
        versions = {name: room.table(name).version for name in room.tables()}
        seconds = time.perf_counter() - began
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        assert versions == room.store.streams()
        for name in versions:  # whoever acts at a table, though in vain, leaves a snapshot of it
            with suppress(Refused):
                room.do(name, commands.enable, by=FLOOR, reason="nothing is wrong")
    held = pages * os.sysconf("SC_PAGESIZE")
    return {"seconds": seconds, "bytes": held, "events": sum(versions.values())}


if __name__ == "__main__":
    measure, *words = sys.argv[1:]
    if measure != "traffic":  # which shares all cores with its like
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    told: Any = [int(word) if word.isdigit() else word for word in words]
    print(json.dumps(globals()[measure](*told)))
