"""The application: which address answers with what, and who may ask."""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib import resources
from typing import Any, Final

import anyio.to_thread
import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fairdeal.errors import (
    Conflict,
    Corrupt,
    FairdealError,
    Malformed,
    Refused,
    Unavailable,
)
from fairdeal.live import Actor
from fairdeal.live.commands import COMMANDS
from fairdeal.live.log import codec
from fairdeal.web.faces.lobby import EVERYTHING
from fairdeal.web.faces.table import shown_to
from fairdeal.web.felt import sheets
from fairdeal.web.rendering import rendered
from fairdeal.web.sessions import COOKIE, Session
from fairdeal.web.site import Site
from fairdeal.web.streams import stream

_STATUS: Final = {Malformed: 400, Refused: 409, Conflict: 409, Unavailable: 503, Corrupt: 500}
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAFE: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
_KINDS: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


def application(site: Site) -> Starlette:
    """The card room of a site."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        site.hub.start()
        try:
            yield
        finally:
            await site.hub.close()

    pages = Pages(site)
    routes = [
        Route("/", pages.lobby),
        Route("/tables/{table}", pages.table),
        Route("/stream/{face}/{topic}", Streams(site)),
        Route("/api/tables/{table}/{command}", pages.command, methods=["POST"]),
        Route("/static/{name}", static),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        FairdealError: _told
    }
    return Starlette(routes=routes, lifespan=running, exception_handlers=handlers)


async def _told(request: Request, error: Exception) -> Response:
    """What went wrong, in the core's own sentences."""
    assert isinstance(error, FairdealError)
    sentences = list(error.faults) or [str(error)]
    status = next(code for kind, code in _STATUS.items() if isinstance(error, kind))
    if request.url.path.startswith("/api/"):
        body = msgspec.json.encode({"code": error.code, "sentences": sentences})
        return Response(body, status, _SAFE, "application/json")
    return HTMLResponse(rendered("told.html", sentences=sentences), status, _SAFE)


class Pages:
    """The pages, and what they send."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def lobby(self, request: Request) -> Response:
        """All tables."""
        session = self._session(request)
        parts = await anyio.to_thread.run_sync(
            self._site.hub.shown, "lobby", EVERYTHING, session.actor
        )
        return self._page(session, "lobby.html", who=session.name, parts=parts)

    async def table(self, request: Request) -> Response:
        """One table, to play at or to watch."""
        session, name = self._session(request), request.path_params["table"]
        return await anyio.to_thread.run_sync(self._table, session, name)

    def _table(self, session: Session, name: str) -> Response:
        room = self._site.room
        setup = room.table(name).setup
        if setup is None:
            raise Refused(f"there is no table {name!r}", code="table.unknown")
        felt = shown_to(room.view(name, session.actor), session.actor)
        parts = self._site.hub.shown("table", name, session.actor)
        return self._page(session, "table.html", felt=felt, parts=parts, sheets=sheets(setup))

    async def command(self, request: Request) -> Response:
        """A person does something at a table."""
        session = self._session(request)
        if not self._site.sessions.may_act(session, request.headers.get("x-fairdeal-token", "")):
            raise Refused("this page is too old: load it again", code="page.old")
        body = await request.body()
        try:
            asked = msgspec.json.decode(body or b"{}", type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise Malformed(f"the request cannot be read: {error}", code="request.json") from None
        asked.pop("table", None)
        told = await anyio.to_thread.run_sync(
            self._done,
            session.actor,
            request.path_params["table"],
            request.path_params["command"],
            asked,
        )
        return self._with_cookie(session, Response(told, 200, _SAFE, "application/json"))

    def _done(self, by: Actor, table: str, name: str, asked: dict[str, Any]) -> bytes:
        if name == "sit" and by.role == "player":
            self._site.seat_guest(table, by, int(asked.get("seat", 0)))
            return b'{"events":[]}'
        if name not in COMMANDS:
            raise Malformed(f"there is no command {name!r}", code="command.unknown")
        done = self._site.room.do(table, COMMANDS[name], by=by, **asked)
        events = [
            {"kind": row.kind, **msgspec.to_builtins(codec.decoded(row.kind, row.body))}
            for row in done.recorded
            if row.kind != "betting-closed"
        ]
        return msgspec.json.encode({"events": events})

    def _session(self, request: Request) -> Session:
        """Who asks; a stranger is a new guest."""
        sessions = self._site.sessions
        session = sessions.read(request.cookies.get(COOKIE))
        if session is None or sessions.is_idle(session):
            return sessions.guest()
        return sessions.heard(session)

    def _page(self, session: Session, template: str, **values: Any) -> Response:
        text = rendered(
            template,
            token=self._site.sessions.token(session),
            style=address("fairdeal.css"),
            script=address("fairdeal.js"),
            **values,
        )
        return self._with_cookie(session, HTMLResponse(text, 200, _SAFE))

    def _with_cookie(self, session: Session, response: Response) -> Response:
        cookie = self._site.sessions.cookie(session)
        response.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", path="/")
        return response


class Streams:
    """Server-sent events, for who may see them."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        session = self._site.sessions.read(request.cookies.get(COOKIE))
        face, topic = request.path_params["face"], request.path_params["topic"]
        viewer = session.actor if session else None
        last = request.headers.get("last-event-id", "")
        headers = [(name.encode(), text.encode()) for name, text in _SAFE.items()]
        await stream(self._site.hub, face, topic, viewer, receive, send, headers, last)  # type: ignore[arg-type]


@cache
def _file(name: str) -> bytes:
    return resources.files("fairdeal.web").joinpath("static", name).read_bytes()


@cache
def address(name: str) -> str:
    """Where a file is found; another content has another address, so that it can be kept."""
    return f"/static/{name}?{hashlib.sha256(_file(name)).hexdigest()[:12]}"


async def static(request: Request) -> Response:
    """The stylesheet and the script."""
    name = request.path_params["name"]
    if name not in ("fairdeal.css", "fairdeal.js"):
        return Response("there is no such file", 404, _SAFE, "text/plain")
    kept = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(_file(name), 200, {**_SAFE, **kept}, _KINDS[name.rpartition(".")[2]])
