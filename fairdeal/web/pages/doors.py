"""The doors: the first manager's link, signing in and out, and locked terminals."""

import secrets
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.live.accounts import Account
from fairdeal.web.access.guard import SAFE, address_of, body_of, in_json, read
from fairdeal.web.access.passwords import LEAST
from fairdeal.web.access.permissions import HOME, WAITED_FOR
from fairdeal.web.access.sessions import Session
from fairdeal.web.api import status_of
from fairdeal.web.faces.waiting import count_for
from fairdeal.web.openapi import Credentials, Present
from fairdeal.web.pages.desk import Desk, aside, way_back
from fairdeal.web.pages.password import judged


class Doors(Desk):
    """Everybody may stand before them."""

    page = "sign-in"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/sign-in", self.sign_in, methods=["GET", "POST"]),
            Route("/first/{word}", self.first, methods=["GET", "POST"]),
            Route("/first/{word}/strength", self.strength, methods=["POST"]),
            Route("/go-on", self.go_on, methods=["POST"]),
            Route("/lock", self.lock, methods=["POST"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
            Route("/waiting", self.waiting),
            Route("/api/here", self.here, methods=["POST"]),
            Route("/api/session", self.session, methods=["GET", "POST"]),
        ]

    async def sign_in(self, request: Request) -> Response:
        """Staff sign in, also after a session timed out."""
        locked, back = self.site.guard.locked(request), way_back(request)
        if locked is None or not locked.is_player:
            return await self._door(request, "", locked)
        if request.method == "GET" and back:
            is_long = self.site.sessions.is_long(locked)
            return self.framed(locked, "still_there.html", is_long=is_long, back=back)
        return await self._door(request, "", None)

    async def first(self, request: Request) -> Response:
        """The first manager opens an account, by the link that the terminal shows."""
        word = request.path_params["word"]
        self.site.accounts.check_first(word)
        return await self._door(request, word, None)

    async def strength(self, request: Request) -> Response:
        """How hard a password is to guess, while the first manager types it."""
        self.site.accounts.check_first(request.path_params["word"])
        return await judged(request)

    async def _door(self, request: Request, word: str, locked: Session | None) -> Response:
        # Who only looks stays who they were.
        session = self.site.sessions.guest() if locked else self.site.guard.looks(request)
        values: dict[str, Any] = {
            "first": word,
            "locked": locked,
            "alerted": locked if locked and locked.role in WAITED_FOR else None,
            "is_long": bool(locked and self.site.sessions.is_long(locked)),
            "least": LEAST,
        }
        if request.method == "GET":
            name = locked.name if locked else ""
            if locked and not self.site.sessions.is_locked(locked):
                self.site.sessions.lock(locked)
                await self._note_lock(locked, "not used for a while", request)
            return self.framed(session, "sign_in.html", said="", name=name, **values)
        told = _typed(await body_of(request))
        name, password = told.get("name", ""), told.get("password", "")
        try:
            self.site.guard.signs_in(request, name)
            if word and told.get("again") != password:
                raise Malformed("the two passwords are not the same", code="account.password")
            where, device = address_of(request), self.site.guard.device(request)
            account, device = await self.site.guard.hashed(
                request, self._account, word, name, password, where, device
            )
        except FairdealError as error:
            values |= {"said": str(error), "name": name}
            return self.framed(session, "sign_in.html", status_of(error), **values)
        if locked:
            self.site.sessions.end(locked)
        entered = self.site.sessions.begin(account.actor, account.epoch)
        back = way_back(request) or HOME[account.role]
        answer = self.site.guard.remembers(device, RedirectResponse(back, 303, SAFE))
        return self.site.guard.marked(entered, answer)

    def _account(
        self, word: str, name: str, password: str, where: str, device: str
    ) -> tuple[Account, str]:
        """The account of who signs in, and the device, which is one of the house from then on."""
        accounts, becomes = self.site.accounts, device or secrets.token_urlsafe(12)
        if word:
            return accounts.open_first(word, name, password, where=where, device=becomes), becomes
        at = {"where": where, "device": device, "becomes": becomes}
        return accounts.sign_in(name, password, **at), becomes

    async def go_on(self, request: Request) -> Response:
        """A player confirms presence; after too long, a new guest begins."""
        guard, sessions = self.site.guard, self.site.sessions
        session = guard.looks(request)
        if session.is_player and sessions.is_long(session):
            session = guard.new_guest(request)
        if session.is_player:
            session = sessions.heard(session)
        answer = RedirectResponse(way_back(request) or HOME[session.role], 303, SAFE)
        return guard.marked(session, answer)

    async def lock(self, request: Request) -> Response:
        """Lock this terminal while its user is away."""
        session = self.site.guard.who(request, owes=True)
        self.site.guard.acts(request, session)
        locked = self.site.sessions.lock(session)
        if not session.is_player:
            await self._note_lock(session, "by hand", request)
        self.site.hub.dismiss()
        return self.site.guard.marked(locked, in_json())

    async def _note_lock(self, session: Session, why: str, request: Request) -> None:
        note = self.site.accounts.note_lock
        await aside(note, session.name, session.id, why, where=address_of(request))

    async def sign_out(self, request: Request) -> Response:
        """Sign out, from a locked terminal as well."""
        session = self.site.guard.looks(request)
        self.site.guard.acts(request, session)
        self.site.sessions.end(session)
        if not session.is_player:
            await aside(self.site.accounts.sign_out, session.name, where=address_of(request))
        self.site.hub.dismiss()
        return self.site.guard.marked(self.site.guard.new_guest(request), in_json())

    async def here(self, request: Request) -> Response:
        """Keep the session of a person who is active on a page but requests nothing."""
        session = self.site.guard.who(request, owes=True)
        self.site.guard.acts(request, session)
        return self.site.guard.marked(session, in_json())

    async def waiting(self, request: Request) -> Response:
        """How much waits for the person of this terminal, also while it is locked.

        A page's script asks on its own, so this keeps no session alive.
        """
        guard = self.site.guard
        session = guard.locked(request) or guard.looks_on(request)
        if session.role not in WAITED_FOR:
            raise Refused("nothing waits for players: sign in", code="session.none")
        count = await aside(count_for, self.site.room, session.actor)
        return in_json(msgspec.json.encode({"count": count}))

    async def session(self, request: Request) -> Response:
        """A program asks who it is, or signs in as staff."""
        guard = self.site.guard
        if request.method == "POST":
            told = read(await body_of(request), Credentials)
            guard.signs_in(request, told.name)
            where, device = address_of(request), guard.device(request)
            account, device = await guard.hashed(
                request, self._account, "", told.name, told.password, where, device
            )
            session = self.site.sessions.begin(account.actor, account.epoch)
            answer = guard.remembers(device, in_json(self._present(session)))
        else:  # the scripts of pages ask by themselves, too
            session = guard.looks_on(request, owes=True)
            answer = in_json(self._present(session))
        return guard.marked(session, answer)

    def _present(self, session: Session) -> bytes:
        token, home = self.site.sessions.token(session), HOME[session.role]
        return msgspec.json.encode(Present(session.name, session.role, token, home))


def _typed(body: bytes) -> dict[str, str]:
    """The fields of a form, each once."""
    try:
        told = parse_qs(body.decode("utf-8", "replace"), max_num_fields=8)
    except ValueError:
        raise Malformed("this is not the form of the door", code="request.form") from None
    return {name: values[0] for name, values in told.items()}
