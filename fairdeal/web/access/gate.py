"""What every request passes first: nothing under a foreign name, from other sites, or too often."""

import re
from collections.abc import Awaitable, Callable, Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.errors import FairdealError, Refused, listed
from fairdeal.web.access.guard import Guard
from fairdeal.web.access.limits import is_near
from fairdeal.web.access.sessions import COOKIE, SECURE

Answering = Callable[[Request, FairdealError], Awaitable[Response]]
"""Says why something was not done."""

_HARMLESS: Final = ("GET", "HEAD", "OPTIONS")
_OUR_OWN: Final = ("same-origin", "none")
"""What browsers say of a request from a page of ours, or from nowhere but the person."""

UNKNOWN: Final = "unknown"
"""The address of all requests of which a proxy does not say where they come from."""

_NAME: Final = re.compile(r"[\w.:\[\]-]+", re.ASCII)
"""A host name or address, perhaps with a port."""

_HTTPS_ONLY: Final = "max-age=31536000"
"""Browsers that came over HTTPS once use nothing else for a year; other names are not ours."""


class Gate:
    """Stands round the whole application."""

    def __init__(
        self, app: ASGIApp, guard: Guard, answering: Answering, names: Collection[str] = ()
    ) -> None:
        self._app = app
        self._guard = guard
        self._answering = answering
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        send = _secured(send) if scope["scheme"] == "https" else send
        try:
            check_host(request, self._names)
            check_origin(request)
            if not request.url.path.startswith("/static/"):
                self._guard.passes(request)
        except FairdealError as error:
            answer = await self._answering(request, error)
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)


class Forwarded:
    """Takes the address and the scheme of a request from a proxy on this machine.

    Nothing that comes through a proxy is near, or limits would apply to no one: where the proxy
    names no address, or none that can be read, it is one unknown place with the limits of one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as the proxy has it; a client that is not a proxy can say anything."""
        if scope["type"] == "http" and scope["client"] and is_near(scope["client"][0]):
            headers = Headers(scope=scope)
            scheme = headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
            scope["client"] = (forwarded_for(headers.getlist("x-forwarded-for")), 0)
            scope["scheme"] = "https" if scheme == "https" else "http"
        await self._app(scope, receive, send)


def forwarded_for(lines: Collection[str]) -> str:
    """The last address that is not this machine's own: clients can make up those before it.

    >>> forwarded_for(["10.9.9.9, 203.0.113.7, 127.0.0.1"]), forwarded_for(["203.0.113.7, "])
    ('203.0.113.7', 'unknown')
    >>> forwarded_for(["203.0.113.7:4711"]), forwarded_for(["[2001:db8::1]:80"]), forwarded_for([])
    ('203.0.113.7', '2001:db8::1', 'unknown')
    """
    for each in reversed(",".join(lines).split(",")):
        address = _address(each.strip())
        if not is_near(address):
            return address
    return UNKNOWN


def _address(text: str) -> str:
    """An address without its port."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return UNKNOWN


def check_host(request: Request, names: Collection[str]) -> None:
    """Refuses a request under a name that is not the room's.

    A foreign name whose owner lets it lead here would make pages of that owner ours.
    """
    if names and host_of(request.headers.get("host", "")) not in names:
        known = listed(sorted(names), "or")
        said = f"this room answers only at {known}: serve --public-name adds a name"
        raise Refused(said, code="request.host")


def host_of(text: str) -> str:
    """The name in a Host header, without the port and in small letters.

    >>> host_of("Cards.Example:8080"), host_of("[::1]:80"), host_of("cards.example."), host_of("[")
    ('cards.example', '::1', 'cards.example', '')
    >>> host_of("my cards"), host_of("me@cards.example")
    ('', '')
    """
    try:
        found = urlsplit(f"//{text}")
        is_plain = found.netloc == text and _NAME.fullmatch(text)
        return (found.hostname or "").removesuffix(".") if is_plain else ""
    except ValueError:
        return ""


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
    """What was encrypted once stays so: cookies go over no other connection, nor the browser.

    With the prefix no page of a neighbouring name, and none without encryption, can set the cookie.
    """

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=[*map(_cookie, message["headers"])])
            headers["strict-transport-security"] = _HTTPS_ONLY
            message = {**message, "headers": headers.raw}
        await send(message)

    return secured


def _cookie(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    name, text = header
    if name != b"set-cookie":
        return header
    plain, prefixed = f"{COOKIE}=".encode(), f"{SECURE}=".encode()
    if text.startswith(plain):
        text = prefixed + text.removeprefix(plain)
    return name, text + b"; Secure"
