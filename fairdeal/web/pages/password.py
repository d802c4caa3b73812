"""Where people of the house choose a password of their own, which nobody else knows."""

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed
from fairdeal.web.access.guard import address_of, in_json
from fairdeal.web.access.passwords import LEAST
from fairdeal.web.access.permissions import HOME, check_sees
from fairdeal.web.openapi import Chosen
from fairdeal.web.pages.desk import Desk, way_back


class Passwords(Desk):
    """For everybody who has an account, and all that is there for who has a manager's password."""

    page = "password"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/password", self.open),
            Route("/api/password", self.choose, methods=["POST"]),
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

    async def choose(self, request: Request) -> Response:
        """Somebody goes on with another password; who else signed in by that name is sent out."""
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
        account = await guard.hashed(choose, session.name, told.old, told.password, where=where)
        self.site.hub.dismiss()
        return guard.marked(replace(session, turn=account.turn), in_json())
