"""Where people of the house choose a password of their own, which nobody else knows."""

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed
from fairdeal.web.access.guard import address_of, body_of, in_json, read
from fairdeal.web.access.passwords import LEAST, strength
from fairdeal.web.access.permissions import HOME, check_sees
from fairdeal.web.openapi import Chosen
from fairdeal.web.pages.desk import Desk, aside, way_back


class Passwords(Desk):
    """For everybody who has an account, and all that is there for who has a manager's password."""

    page = "password"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/password", self.open),
            Route("/api/password", self.choose, methods=["POST"]),
            Route("/password/strength", self.strength, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """The form."""
        session = self.site.guard.who(request, owes=True)
        check_sees(session.role, self.page)
        return self.show(
            session,
            "password.html",
            owes=self.site.accounts.owes_password(session.name),
            least=LEAST,
            back=way_back(request) or HOME[session.role],
        )

    async def strength(self, request: Request) -> Response:
        """How hard a password is to guess, while someone of the house types it."""
        guard = self.site.guard
        session = guard.who(request, owes=True)
        guard.acts(request, session)
        check_sees(session.role, self.page)
        return await judged(request)

    async def choose(self, request: Request) -> Response:
        """A person changes the password; other sessions of that name are signed out."""
        guard = self.site.guard
        session, asked = await guard.asked(request, owes=True)
        check_sees(session.role, self.page)
        try:
            told = msgspec.convert(asked, Chosen)
        except msgspec.ValidationError as error:
            raise Malformed(f"password cannot be read: {error}", code="command.malformed") from None
        if told.password != told.again:
            raise Malformed("the two passwords are not the same", code="account.password")
        guard.signs_in(request, session.name)
        choose, where = self.site.accounts.choose_password, address_of(request)
        account = await guard.hashed(
            request,
            choose,
            session.name,
            told.old,
            told.password,
            where=where,
            device=guard.device(request),
        )
        self.site.hub.dismiss()
        return guard.marked(replace(session, epoch=account.epoch), in_json())


async def judged(request: Request) -> Response:
    """What is said of a password that is typed."""
    told = read(await body_of(request), _Typed)
    found = await aside(strength, told.password, told.name)
    return in_json(msgspec.json.encode(found))


class _Typed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A password that is not chosen yet, and for which account."""

    password: str
    name: str = ""
