"""A crowd before the room: from a command to the page of everybody who watches."""

import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from benchmarks.crowd_process import ROUNDS, TABLES
from benchmarks.harness import Bench

WATCHING: Final = 1000
ACTING: Final = 100
_PAUSE: Final = (0.1, 0.6)
"""Seconds that players of a table take for their next move."""
_PATIENCE: Final = 20.0
"""Seconds after which an update counts as lost."""
_IDLE: Final = 2.0
"""Seconds after which a line is not used again: the room may be about to hang up."""


@dataclass(eq=False)
class Watcher:
    """One open page, put together from everything that came."""

    parts: dict[str, str] = field(default_factory=dict)
    arrived: float = 0.0
    """When the last update came."""
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self, port: int, table: str, cookie: str) -> None:
        """Read the stream of a table until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        lines = [f"GET /stream/table/{table} HTTP/1.1", "host: room", f"cookie: fairdeal={cookie}"]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while size := int(await reader.readline() or b"0", 16):
                self._take((await reader.readexactly(size + 2)).decode())
        writer.close()

    def _take(self, message: str) -> None:
        fields = dict(line.split(": ", 1) for line in message.strip().split("\n"))
        if fields.get("event") not in ("whole", "change"):
            return  # the stream is alive, or tells the time
        told = json.loads(fields["data"])
        self.parts = told if fields["event"] == "whole" else self.parts | told
        self.arrived = time.perf_counter()
        self.heard.set()


@dataclass
class Actor:
    """Somebody who gives commands, one after the other."""

    port: int
    cookie: str
    token: str
    line: tuple[StreamReader, StreamWriter] | None = None
    used: float = 0.0

    async def act(self, table: str, command: str, **asked: Any) -> float:
        """Give a command; when it was sent."""
        if self.line and time.perf_counter() - self.used > _IDLE:
            self.line[1].close()
            self.line = None
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        body = json.dumps(asked).encode()
        lines = [
            f"POST /api/tables/{table}/{command} HTTP/1.1",
            "host: room",
            f"cookie: fairdeal={self.cookie}",
            f"x-fairdeal-token: {self.token}",
            f"content-length: {len(body)}",
        ]
        sent = time.perf_counter()
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        answer = await reader.readexactly(length)
        self.used = time.perf_counter()
        assert head.startswith("http/1.1 200"), answer
        return sent


@dataclass
class Dealer:
    """Calls out the table whose betting the room is to close."""

    calls: IO[str]

    async def act(self, table: str, command: str, **asked: Any) -> float:
        """Close the betting; when it was called out."""
        sent = time.perf_counter()
        print(table, file=self.calls, flush=True)
        return sent


class Crowd:
    """Everybody at and around the tables of a room."""

    def __init__(self, port: int, acting: list[Actor], dealer: Dealer, guests: list[str]) -> None:
        self._port = port
        self._acting = acting
        self._dealer = dealer
        self._guests = guests
        self._pages: list[list[Watcher]] = [[] for _ in range(TABLES)]
        self._tasks: list[asyncio.Task[None]] = []
        self.waits: list[float] = []
        self.lost = 0
        self.commands = 0

    async def come(self) -> None:
        """Everybody opens the page of a table: watchers of all, players of their own."""
        for number, guest in enumerate(self._guests):
            await self._open(number % TABLES, guest)
        for number, player in enumerate(self._acting):
            await self._open(number % TABLES, player.cookie)
        for page in (page for pages in self._pages for page in pages):
            await asyncio.wait_for(page.heard.wait(), _PATIENCE)

    async def _open(self, table: int, cookie: str) -> None:
        page = Watcher()
        self._pages[table].append(page)
        follows = page.follow(self._port, f"t{table}", cookie)
        self._tasks.append(asyncio.create_task(follows))
        if len(self._tasks) % 50 == 0:
            await asyncio.wait_for(page.heard.wait(), _PATIENCE)

    async def play(self) -> None:
        """Rounds at all tables at once."""
        await asyncio.gather(*(self._rounds(table) for table in range(TABLES)))

    async def _rounds(self, table: int) -> None:
        whims = random.Random(table)
        players = self._acting[table::TABLES]
        for _ in range(ROUNDS):
            for seat, player in enumerate(players, 1):
                bets = {"ante": 1000, "pair-plus": 500}
                await self._watched(whims, table, player, "place", seat=seat, bets=bets)
            await self._watched(whims, table, self._dealer, "no-more-bets")
            for seat, player in enumerate(players, 1):
                await self._watched(whims, table, player, "decide", seat=seat, word="play")

    async def _watched(
        self, whims: random.Random, table: int, by: Actor | Dealer, command: str, **asked: Any
    ) -> None:
        """A command, and how long everybody at the table waits until they see it."""
        await asyncio.sleep(whims.uniform(*_PAUSE))
        pages = self._pages[table]
        for page in pages:
            page.heard.clear()
        sent = await by.act(f"t{table}", command, **asked)
        self.commands += 1
        for page in pages:
            try:
                await asyncio.wait_for(page.heard.wait(), _PATIENCE)
            except TimeoutError:
                self.lost += 1
            else:
                self.waits.append(page.arrived - sent)

    async def agree(self) -> bool:
        """Whether everybody who watches a table ends with the page that a newcomer gets."""
        same = True
        for table, pages in enumerate(self._pages):
            newcomer = Watcher()
            follows = newcomer.follow(self._port, f"t{table}", "")
            self._tasks.append(asyncio.create_task(follows))
            await asyncio.wait_for(newcomer.heard.wait(), _PATIENCE)
            watching = pages[: len(self._guests) // TABLES]
            same &= all(page.parts == watching[0].parts for page in watching)
            same &= watching[0].parts["dealer"] == newcomer.parts["dealer"]
        return same

    async def go(self) -> None:
        """Everybody leaves."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def bench(found: Bench) -> None:
    """Measure a room in a process of its own on one core, and the crowd in this one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    with tempfile.TemporaryDirectory() as folder:
        words = [str(ACTING), str(WATCHING), str(Path(folder) / "room.db")]
        room = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.crowd_process", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert room.stdin is not None
            assert room.stdout is not None
            told = json.loads(room.stdout.readline())
            asyncio.run(_measured(found, told, room.stdin, room.pid))
        finally:
            room.kill()
            room.wait()


async def _measured(found: Bench, told: dict[str, Any], calls: IO[str], pid: int) -> None:
    port = told["port"]
    acting = [Actor(port, *each) for each in told["acting"]]
    crowd = Crowd(port, acting, Dealer(calls), told["watching"])
    before = _bytes(pid)
    await crowd.come()
    more = _bytes(pid) - before
    began, worked = time.perf_counter(), _worked(pid)
    await crowd.play()
    seconds, worked = time.perf_counter() - began, _worked(pid) - worked
    assert crowd.lost == 0, f"{crowd.lost} updates were lost"
    assert len(crowd.waits) == crowd.commands * (WATCHING + ACTING) // TABLES
    assert await crowd.agree(), "not everybody ended with the same page"
    await crowd.go()
    waits = sorted(crowd.waits)
    name = f"a command to the page of {WATCHING + ACTING:,} clients at {TABLES} tables"
    for part, target in ((0.5, None), (0.99, 250), (1.0, None)):
        at = waits[min(len(waits) - 1, int(part * len(waits)))]
        word = {0.5: "half of them", 0.99: "99 of 100", 1.0: "the last"}[part]
        found.add(f"{name}, {word}", at * 1000, "ms", target)
    found.add("commands of that crowd", crowd.commands / seconds, "commands/s")
    each = worked / crowd.commands * 1000
    found.add("processor time of the room for each of them, all pages included", each, "ms")
    found.add("pages brought up to date for it", len(waits) / seconds, "pages/s")
    found.add("memory of the room for each open page", more / (WATCHING + ACTING) / 1000, "kB")


def _worked(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _bytes(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


if __name__ == "__main__":
    bench(Bench())
