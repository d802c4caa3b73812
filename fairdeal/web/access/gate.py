"""What every request passes first: nothing from other sites, nothing too often."""

from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.errors import FairdealError, Refused
from fairdeal.web.access.guard import Guard

Answering = Callable[[Request, FairdealError], Awaitable[Response]]
"""Says why something was not done."""

_HARMLESS: Final = ("GET", "HEAD", "OPTIONS")
_OUR_OWN: Final = ("same-origin", "none")
"""What browsers say of a request from a page of ours, or from nowhere but the person."""


class Gate:
    """Stands round the whole application."""

    def __init__(self, app: ASGIApp, guard: Guard, answering: Answering) -> None:
        self._app = app
        self._guard = guard
        self._answering = answering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        try:
            check_origin(request)
            if not request.url.path.startswith("/static/"):
                self._guard.passes(request)
        except FairdealError as error:
            answer = await self._answering(request, error)
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, _secured(send) if scope["scheme"] == "https" else send)


def check_origin(request: Request) -> None:
    """Refuses what a page of another site wants to have done; programs say nothing about it."""
    if request.method in _HARMLESS:
        return
    headers = request.headers
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    is_ours = site in _OUR_OWN if site else origin is None or _host(origin) == headers.get("host")
    if not is_ours:
        raise Refused("a page of another site has asked for this", code="request.origin")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _secured(send: Send) -> Send:
    """Cookies of an encrypted connection go over no other."""

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (name, text + b"; Secure" if name == b"set-cookie" else text)
                for name, text in message["headers"]
            ]
            message = {**message, "headers": headers}
        await send(message)

    return secured
