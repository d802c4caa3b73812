"""The dealer's pages: which table, its terminal, and the screens of its jackpots."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed, Refused
from fairdeal.live import commands
from fairdeal.live.actors import MAY
from fairdeal.web.access.guard import address_of, in_json
from fairdeal.web.access.permissions import check_sees
from fairdeal.web.access.sessions import Session
from fairdeal.web.faces.dealer import terminal
from fairdeal.web.hub import EVERYTHING
from fairdeal.web.pages.desk import Desk, aside


class _Signing(msgspec.Struct):
    """What the second person fills in."""

    name: str
    password: str
    pay: int
    checked: dict[str, bool] = {}


class Dealers(Desk):
    """Who deals where, and everything that a dealer does there."""

    page = "dealer"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/dealer", self.choose),
            Route("/dealer/{table}", self.terminal),
            Route("/dealer/{table}/jackpot", self.jackpot),
            Route("/api/dealer/{table}/sign", self.sign, methods=["POST"]),
        ]

    async def choose(self, request: Request) -> Response:
        """All tables, one's own first."""
        return await aside(self._choose, self.enter(request))

    def _choose(self, session: Session) -> Response:
        parts = self.site.hub.shown("dealers", EVERYTHING, session.actor)
        tables = [name for name in self.site.room.tables() if self.site.room.table(name).is_open]
        who = self._dealers(session)
        return self.show(session, "dealer/choose.html", parts=parts, dealers=who, tables=tables)

    async def terminal(self, request: Request) -> Response:
        """The terminal of a table, to deal from or to look at."""
        session = self.enter(request)
        return await aside(self._terminal, session, request.path_params["table"])

    def _terminal(self, session: Session, table: str) -> Response:
        self.site.known(table)
        shown = terminal(self.site.room.view(table, session.actor), session.actor)
        parts = self.site.hub.shown("dealer", table, session.actor)
        dealers = self._dealers(session)
        return self.show(session, "dealer/terminal.html", parts=parts, dealers=dealers, **shown)

    async def jackpot(self, request: Request) -> Response:
        """The four screens."""
        session = self.enter(request)
        return await aside(self._jackpot, session, request.path_params["table"])

    def _jackpot(self, session: Session, table: str) -> Response:
        self.site.known(table)
        shown = terminal(self.site.room.view(table, session.actor), session.actor)
        parts = self.site.hub.shown("jackpot", table, session.actor)
        return self.show(session, "dealer/jackpot.html", parts=parts, **shown)

    def _dealers(self, session: Session) -> list[str]:
        """Who can be made the dealer of a table, for those who may do that."""
        if session.role not in MAY["change-dealer"]:
            return []
        return self.site.dealers()

    async def sign(self, request: Request) -> Response:
        """A second person signs a payment at the dealer's terminal, with that person's password."""
        session, asked = await self.site.guard.asked(request)
        check_sees(session.role, self.page)
        try:
            signing = msgspec.convert(asked, _Signing)
        except msgspec.ValidationError as error:
            raise Malformed(f"sign cannot be read: {error}", code="command.malformed") from None
        self.site.guard.signs_in(request, signing.name)
        table, where = request.path_params["table"], address_of(request)
        key = request.headers.get("idempotency-key")
        device = self.site.guard.device(request)
        await self.site.guard.hashed(request, self._sign, table, signing, where, device, key)
        return self.site.guard.marked(session, in_json())

    def _sign(
        self, table: str, signing: _Signing, where: str, device: str, key: str | None
    ) -> None:
        accounts = self.site.accounts
        account = accounts.sign_in(signing.name, signing.password, where=where, device=device)
        if not account.own:  # the person who set it could sign as two people
            raise Refused(
                f"{account.name} still has the password that a manager set: sign in and choose"
                " your own before you sign anything",
                code="account.given",
            )
        checked = tuple(word for word, is_checked in signing.checked.items() if is_checked)
        asked = {"pay": signing.pay, "checked": checked}
        self.site.room.do(table, commands.approve_pay, by=account.actor, key=key, **asked)
