"""Work that takes long, in threads of its own."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from fairdeal.errors import Refused
from fairdeal.web.past import workers
from fairdeal.web.past.workers import Workers


@pytest.fixture
def hands() -> Iterator[Workers]:
    hands = Workers(1, "tests")
    yield hands
    hands.close()


def test_who_asks_again_gets_what_was_begun(
    hands: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    go, begun = threading.Event(), list[int]()

    def slow() -> int:
        begun.append(1)
        go.wait()
        return len(begun)

    async def asked() -> None:
        assert await hands.soon("report", slow) is None
        go.set()
        monkeypatch.setattr(workers, "PATIENCE", 60)
        assert await hands.soon("report", slow) == 1
        assert await hands.soon("report", slow) == 2, "what was handed out is not handed out again"

    asyncio.run(asked())


def test_what_nobody_has_come_for_is_forgotten(
    hands: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0)
    now = [0.0]
    monkeypatch.setattr(workers, "monotonic", lambda: now[0])

    async def asked() -> None:
        for number in range(5):
            await hands.soon(number, lambda: "old")
        await hands.done("last", lambda: "")
        now[0] += workers.FRESH + 1
        assert await hands.done(0, lambda: "new") == "new"
        assert hands._asked == {}

    asyncio.run(asked())


def test_only_so_much_may_be_in_line(hands: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0)
    monkeypatch.setattr(workers, "MOST", 2)
    go = threading.Event()

    async def asked() -> None:
        assert await hands.soon(1, go.wait) is None
        assert await hands.soon(2, go.wait) is None
        with pytest.raises(Refused, match="too much is asked for at once"):
            await hands.soon(3, go.wait)
        go.set()

    asyncio.run(asked())


def test_who_goes_away_takes_it_from_nobody_else(hands: Workers) -> None:
    go = threading.Event()

    async def asked() -> None:
        gone = asyncio.create_task(hands.done("deck", go.wait))
        stays = asyncio.create_task(hands.done("deck", go.wait))
        await asyncio.sleep(0)
        gone.cancel()
        go.set()
        assert await stays is True

    asyncio.run(asked())
