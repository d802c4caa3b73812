"""Entries to record, and helpers to wait and to look."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest

from fairdeal.errors import Conflict, FairdealError
from fairdeal.live.log.chain import Draft, Entry
from fairdeal.live.log.stores.protocol import Store

KEY = b"the key of the room"


def entry(
    stream: str = "pit-1",
    version: int = 0,
    key: str = "",
    kinds: tuple[str, ...] = ("bets-placed",),
    body: bytes = b'{"seat":3,"cents":500}',
) -> Entry:
    """An entry of one event for each kind; the command's key follows from the place."""
    drafts = tuple(Draft(kind, body) for kind in kinds)
    at = 1_700_000_000_000_000 + version
    return Entry(
        stream,
        version,
        at,
        "alice",
        "dealer",
        "place",
        key or f"{stream}/{version}",
        b'{"seat":3}',
        drafts,
    )


def in_line(store: Store) -> int:
    """How many entries wait to be written."""
    return int(_writer(store)._line.qsize())


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Keep the writer from writing until the block ends."""
    writer, gate = _writer(store), Event()
    write = writer._write

    def wait(tasks: Any) -> Any:
        gate.wait(10)
        return write(tasks)

    writer._write = wait
    try:
        yield
    finally:
        writer._write = write
        gate.set()


def _writer(store: Any) -> Any:
    return store._writer


def until(true: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something to come true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def conflict(code: str) -> Any:
    """Expect a conflict of this kind."""
    return pytest.raises(Conflict, check=lambda error: has_code(error, code))


def has_code(error: BaseException, code: str) -> bool:
    """Whether an error is the one that programs know by this name."""
    return isinstance(error, FairdealError) and error.code == code


def script(text: str, *words: str) -> list[str]:
    """The command line that runs a script in a process of its own."""
    return [sys.executable, "-c", text, *words]
