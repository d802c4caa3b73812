"""Requests to a card room as its server passes them on, byte for byte, streams included."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette

from fairdeal.web.access.sessions import COOKIE


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def code(self) -> str:
        """The code of an error; empty for anything else."""
        if "json" not in self.headers.get("content-type", ""):
            return ""
        told = json.loads(self.body)
        return str(told.get("code", "")) if isinstance(told, dict) else ""

    @property
    def turned_away(self) -> bool:
        """Whether somebody was not let in."""
        if self.status == 303 and self.headers["location"].startswith("/sign-in?"):
            return True
        away = ("role.refused", "session.none", "session.locked")
        return self.code in away or (self.status == 403 and not self.code)


def scope_of(method: str, address: str, headers: dict[str, str]) -> dict[str, Any]:
    path, _, query = address.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
    }


def cookie_header(cookie: str) -> dict[str, str]:
    return {"cookie": f"{COOKIE}={cookie}"} if cookie else {}


async def asked(
    app: Starlette, method: str, address: str, headers: dict[str, str], body: bytes = b""
) -> Answer:
    """The answer to a request; of a stream, what it begins with."""
    answer = Answer(0, {}, b"")
    begun = asyncio.Event()
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if waiting:
            return waiting.pop()
        await begun.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode(): text.decode() for name, text in message["headers"]}
        else:
            answer.body += message["body"]
            begun.set()

    await app(scope_of(method, address, headers), receive, send)
    return answer


class Listener:
    """A stream that stays open, and every byte that came through it."""

    def __init__(self, app: Starlette, address: str, cookie: str) -> None:
        self.heard = b""
        self._gone = asyncio.Event()
        self._task = asyncio.create_task(self._listen(app, address, cookie))

    async def _listen(self, app: Starlette, address: str, cookie: str) -> None:
        async def receive() -> dict[str, Any]:
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                self.heard += message["body"]

        await app(scope_of("GET", address, cookie_header(cookie)), receive, send)

    def taken(self) -> str:
        """What came since the last look."""
        text, self.heard = self.heard.decode(), b""
        return text

    async def ended(self) -> None:
        """The room has nothing more to say."""
        await self._task

    async def hang_up(self) -> None:
        self._gone.set()
        with suppress(asyncio.CancelledError):
            await self._task


def in_a_room(app: Starlette, scene: Callable[[], Awaitable[None]]) -> None:
    """Run a scene while the room is open."""

    async def run() -> None:
        async with app.router.lifespan_context(app):
            await scene()

    asyncio.run(run())
