"""The doors: the first manager's link, signing in and out, a terminal that has locked itself."""

from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import FairdealError, Malformed
from fairdeal.live import Actor
from fairdeal.web.guard import SAFE, address_of, body_of, read
from fairdeal.web.openapi import Credentials, Present
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.permissions import HOME
from fairdeal.web.sessions import Session


class Doors(Desk):
    """Everybody may stand before them."""

    page = "sign-in"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/sign-in", self.sign_in, methods=["GET", "POST"]),
            Route("/first/{word}", self.first, methods=["GET", "POST"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
            Route("/api/here", self.here, methods=["POST"]),
            Route("/api/session", self.session, methods=["GET", "POST"]),
        ]

    async def sign_in(self, request: Request) -> Response:
        """The house's people come in, or come back to a terminal that has locked itself."""
        return await self._door(request, "")

    async def first(self, request: Request) -> Response:
        """The first manager opens the own account, by the link that the terminal shows."""
        return await self._door(request, request.path_params["word"])

    async def _door(self, request: Request, word: str) -> Response:
        locked = self.site.guard.locked(request)
        asks = None if locked else self.site.guard.listens(request)
        session = asks or self.site.sessions.guest()  # who only looks stays who they were
        if request.method == "GET":
            name = locked.name if locked else ""
            return self._shown(session, 200, first=word, said="", name=name, locked=locked)
        self.site.guard.signs_in(request)
        name, password = _typed(await body_of(request))
        try:
            actor = await aside(self._account, word, name, password, address_of(request))
        except FairdealError as error:
            said = str(error)
            return self._shown(session, 401, first=word, said=said, name=name, locked=locked)
        if locked:
            self.site.sessions.end(locked)
        back = _ours(request.query_params.get("back", "")) or HOME[actor.role]
        entered = self.site.sessions.begin(actor)
        return self.site.guard.marked(entered, RedirectResponse(back, 303, SAFE))

    def _shown(self, session: Session, status: int, **values: Any) -> Response:
        return self.framed(session, "sign_in.html", status, **values)

    def _account(self, word: str, name: str, password: str, where: str) -> Actor:
        accounts = self.site.accounts
        if word:
            return accounts.open_first(word, name, password, where=where).actor
        return accounts.sign_in(name, password, where=where).actor

    async def sign_out(self, request: Request) -> Response:
        """Somebody goes."""
        session = self.site.guard.who(request)
        self.site.guard.acts(request, session)
        self.site.sessions.end(session)
        if not session.is_player:
            await aside(self.site.accounts.sign_out, session.name, where=address_of(request))
        self.site.hub.dismiss()
        return self.site.guard.marked(self.site.sessions.guest(), _done())

    async def here(self, request: Request) -> Response:
        """Somebody moves about on a page without asking for anything, and is still there."""
        session = self.site.guard.who(request)
        self.site.guard.acts(request, session)
        return self.site.guard.marked(session, _done())

    async def session(self, request: Request) -> Response:
        """A program asks who it is, or signs in as somebody of the house."""
        if request.method == "POST":
            self.site.guard.signs_in(request)
            told = read(await body_of(request), Credentials)
            where = address_of(request)
            actor = await aside(self._account, "", told.name, told.password, where)
            session = self.site.sessions.begin(actor)
        else:
            session = self.site.guard.who(request)
        token, home = self.site.sessions.token(session), HOME[session.role]
        present = msgspec.json.encode(Present(session.name, session.role, token, home))
        answer = Response(present, 200, SAFE, "application/json")
        return self.site.guard.marked(session, answer)


def _typed(body: bytes) -> tuple[str, str]:
    """Name and password, as a form sends them."""
    try:
        told = parse_qs(body.decode("utf-8", "replace"), max_num_fields=8)
    except ValueError:
        raise Malformed("this is not the form of the door", code="request.form") from None
    return told.get("name", [""])[0], told.get("password", [""])[0]


def _done() -> Response:
    return Response(b"{}", 200, SAFE, "application/json")


def _ours(back: str) -> str:
    """An address of this room, or nothing: nobody is sent elsewhere after signing in."""
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return back if is_ours else ""
