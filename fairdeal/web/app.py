"""The application: which address answers with what."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fairdeal.errors import Corrupt, FairdealError, Malformed, Unavailable
from fairdeal.live import Role
from fairdeal.web.access.gate import Gate
from fairdeal.web.access.guard import SAFE, TOKEN, cookie_of, in_json
from fairdeal.web.access.permissions import PUBLIC, check_sees
from fairdeal.web.api import Api, status_of
from fairdeal.web.audience import BEAT, COMMENT, Client
from fairdeal.web.checkpoints import Checkpoints
from fairdeal.web.compression import Compressed
from fairdeal.web.files import static
from fairdeal.web.health import Watching
from fairdeal.web.logs import RequestLog, log_error
from fairdeal.web.openapi import Told
from fairdeal.web.pages.books import Books
from fairdeal.web.pages.cage import Cage
from fairdeal.web.pages.dealer import Dealers
from fairdeal.web.pages.design import Design
from fairdeal.web.pages.desk import Desk, aside, is_door, is_given, told
from fairdeal.web.pages.doors import Doors
from fairdeal.web.pages.exports import Exports
from fairdeal.web.pages.floor import Floor
from fairdeal.web.pages.lab import Lab
from fairdeal.web.pages.log import Log
from fairdeal.web.pages.password import Passwords
from fairdeal.web.pages.public import Lobby, Tables
from fairdeal.web.pages.replay import Replays
from fairdeal.web.pages.rules import Rules
from fairdeal.web.pages.sign import Signs
from fairdeal.web.pages.staff import Staff
from fairdeal.web.site import Site
from fairdeal.web.streams import stream, the_time

DESKS: Final[tuple[type[Desk], ...]] = (
    Lobby,
    Tables,
    Rules,
    Lab,
    Design,
    Replays,
    Signs,
    Dealers,
    Floor,
    Cage,
    Staff,
    Books,
    Exports,
    Log,
    Doors,
    Passwords,
)
"""Every group of pages."""

_FOR_PROGRAMS: Final = ("/api/", "/stream/", "/health", "/metrics")

_OUT_OF_REACH: Final = "the room cannot reach its records at this moment: nothing was changed"
_PLAINLY: Final = {
    "store.doubtful": "the room does not know whether this was done, because its records failed"
    " while it wrote: it stops now. Look when it is open again, before you ask again",
    "store.stopped": "the room has stopped, because its records failed: this was not done."
    " Come back when it is open again",
    "log.went-back": "the room has stopped, because records are missing that it had answered for:"
    " this was not done. Ask the house how it goes on",
}
"""What is said of records that failed, by code: it may name no files."""


def application(site: Site) -> Starlette:
    """The card room of a site."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        site.hub.start()
        try:
            yield
        finally:
            await site.hub.close()
            site.archive.close()
            site.adviser.close()
            site.edges.close()
            site.bench.close()
            site.searches.close()
            site.files.close()

    routes = [
        *(route for desk in DESKS for route in desk(site).routes()),
        *Api(site).routes(),
        *Checkpoints(site).routes(),
        *Watching(site.health, site.metrics, lambda: site.metrics_token).routes(),
        Route("/stream/{face}/{topic}", Streams(site), methods=["GET"]),
        Route("/api/tables/{topic}/stream", Streams(site, "view"), methods=["GET"]),
        Route("/static/{name}", static),
    ]

    async def not_done(request: Request, error: Exception) -> Response:
        """Why not, in the core's own sentences."""
        assert isinstance(error, FairdealError), "others are not handled here"
        site.metrics.refused(error)
        if isinstance(error, Unavailable) and not error.code.startswith("room."):
            # It may name files, which are nobody's business.
            log_error(request, f"was not done: {error}")
            error = Unavailable(_PLAINLY.get(error.code, _OUT_OF_REACH), code=error.code)
        if TOKEN in request.headers or request.url.path.startswith(_FOR_PROGRAMS):
            said = Told(error.code, tuple(error.faults) or (str(error),))
            return in_json(msgspec.json.encode(said), status_of(error))
        if is_door(error) or is_given(error):
            door = "/sign-in" if is_door(error) else "/password"
            asked = f"?{request.url.query}" if request.url.query else ""
            back = quote(request.url.path + asked)
            return RedirectResponse(f"{door}?back={back}", 303, SAFE)
        session = site.sessions.read(cookie_of(request)) or site.sessions.guest()
        shown = told(session, site.sessions.token(session), error, status_of(error))
        return site.guard.waits(request, shown) if isinstance(error, Unavailable) else shown

    async def nowhere(request: Request, error: Exception) -> Response:
        """There is nothing at that address, or it does not take what was asked."""
        assert isinstance(error, HTTPException), "others are not handled here"
        path = request.url.path
        if error.status_code == 405:
            said = f"{path} does not take {request.method}"
            return await not_done(request, Malformed(said, code="page.method"))
        return await not_done(request, Malformed(f"there is no page {path}", code="page.unknown"))

    async def broken(request: Request, error: Exception) -> Response:
        """An unforeseen error: the log has all of it, the answer a reference to find it by."""
        reference = secrets.token_hex(4)
        said = f"Internal error. Reference: {reference}"
        log_error(request, said, error, reference=reference)
        return await not_done(request, Corrupt(said, code="room.broken"))

    app = Starlette(
        routes=routes,
        lifespan=running,
        middleware=[
            Middleware(RequestLog),
            Middleware(Compressed),
            Middleware(Gate, guard=site.guard, answering=not_done, names=site.names),
        ],
        exception_handlers={FairdealError: not_done, HTTPException: nowhere, Exception: broken},
    )
    app.router.redirect_slashes = False  # an address is written in one way
    return app


class Streams:
    """Server-sent events, each for who may see them."""

    def __init__(self, site: Site, face: str = "") -> None:
        self._site = site
        self._face = face

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        site = self._site
        face = self._face or request.path_params["face"]
        session = None if face in PUBLIC else site.guard.listens(request)
        topic = request.path_params["topic"]
        await aside(site.hub.check, face, topic)
        check_sees(session.role if session else Role.PLAYER, face)
        headers = [(name.encode(), text.encode()) for name, text in SAFE.items()]
        last = request.headers.get("last-event-id", "")
        is_over = partial(site.sessions.is_over, session) if session else _never
        client = Client(is_over, COMMENT if self._face else BEAT)
        viewer = session.actor if session else None
        first = (
            b"" if self._face else the_time(site.room.clock.monotonic())
        )  # programs have clocks of their own
        page = face, topic
        with site.guard.watching(request, session):
            await stream(site.hub, client, page, viewer, receive, send, headers, last, first)


def _never() -> bool:
    return False
