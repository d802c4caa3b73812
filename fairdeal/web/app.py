"""The application: which address answers with what."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable
from fairdeal.web import pages
from fairdeal.web.api import Api, refused
from fairdeal.web.files import static
from fairdeal.web.guard import SAFE
from fairdeal.web.openapi import Told
from fairdeal.web.pages import Pages
from fairdeal.web.sessions import COOKIE
from fairdeal.web.site import Site
from fairdeal.web.streams import stream


def application(site: Site) -> Starlette:
    """The card room of a site."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        site.hub.start()
        try:
            yield
        finally:
            await site.hub.close()

    routes = [
        *Pages(site).routes(),
        *Api(site).routes(),
        Route("/stream/{face}/{topic}", Streams(site)),
        Route("/api/tables/{topic}/stream", Streams(site, "view")),
        Route("/static/{name}", static),
    ]
    return Starlette(routes=routes, lifespan=running, exception_handlers={FairdealError: _not_done})


async def _not_done(request: Request, error: Exception) -> Response:
    """Why not, in the core's own sentences."""
    assert isinstance(error, FairdealError), "others are not handled here"
    status = refused(error) if isinstance(error, Refused | Malformed) else 500
    status = 503 if isinstance(error, Unavailable) else status
    if not request.url.path.startswith("/api/"):
        return pages.not_done(error, status)
    told = Told(error.code, tuple(error.faults) or (str(error),))
    return Response(msgspec.json.encode(told), status, SAFE, "application/json")


class Streams:
    """Server-sent events, each for who may see them."""

    def __init__(self, site: Site, face: str = "") -> None:
        self._site = site
        self._face = face

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        session = self._site.sessions.read(request.cookies.get(COOKIE))
        viewer = session.actor if session else None
        face = self._face or request.path_params["face"]
        topic = request.path_params["topic"]
        self._site.hub.check(face)
        if face != "lobby":
            self._site.known(topic)
        headers = [(name.encode(), text.encode()) for name, text in SAFE.items()]
        last = request.headers.get("last-event-id", "")
        await stream(self._site.hub, face, topic, viewer, receive, send, headers, last)
