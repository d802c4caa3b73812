"""The pages that everybody may see: the lobby and the tables."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Refused
from fairdeal.live.actors import check_may
from fairdeal.web.access.guard import in_json
from fairdeal.web.access.sessions import Session
from fairdeal.web.faces.table import shown_to
from fairdeal.web.hub import EVERYTHING
from fairdeal.web.pages.desk import Desk, aside


class Lobby(Desk):
    """All tables."""

    page = "lobby"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [Route("/", self.open)]

    async def open(self, request: Request) -> Response:
        """The first page."""
        session = self.enter(request)
        parts = await aside(self.site.hub.shown, "lobby", EVERYTHING, session.actor)
        return self.show(session, "lobby.html", parts=parts)


class Tables(Desk):
    """One table, to play at or to watch."""

    page = "table"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/tables/{table}", self.open),
            Route("/api/play-chips/{table}", self.chips, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """The table as the viewer may see it."""
        session = self.enter(request)
        face = "practice" if request.query_params.get("adviser") == "on" else "table"
        return await aside(self._shown, session, request.path_params["table"], face)

    async def chips(self, request: Request) -> Response:
        """More play chips for a guest who has lost them."""
        session, _ = await self.site.guard.asked(request)
        table = request.path_params["table"]
        self.site.known(table)
        check_may(session.actor, "place")
        if not await aside(self.site.give_chips, table, session.actor):
            raise Refused(
                f"you get no play chips at {table}: they are for who has too few to bet, where the"
                " house gives them",
                code="chips.none",
            )
        return self.site.guard.marked(session, in_json())

    def _shown(self, session: Session, name: str, face: str) -> Response:
        self.site.hub.check(face, name)
        felt = shown_to(self.site.room.view(name, session.actor), session.actor)
        parts = self.site.hub.shown(face, name, session.actor)
        return self.show(session, "table.html", felt=felt, parts=parts, face=face)
