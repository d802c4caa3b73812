"""The pages that everybody may see: the lobby, tables, and the rules of the games."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.errors import Refused
from fairdeal.games.describe import described
from fairdeal.games.phrases import step_in_words
from fairdeal.live.actors import check_may
from fairdeal.web.faces.lobby import EVERYTHING
from fairdeal.web.faces.table import LOOKS, shown_to
from fairdeal.web.felt import sheets
from fairdeal.web.guard import SAFE
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.sessions import Session


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
        """The table as whoever asks may see it."""
        session = self.enter(request)
        return await aside(self._shown, session, request.path_params["table"])

    async def chips(self, request: Request) -> Response:
        """More play chips for a guest who has lost them."""
        session, _ = await self.site.guard.asked(request)
        table = request.path_params["table"]
        self.site.known(table)
        check_may(session.actor, "place")
        if not await aside(self.site.give_chips, table, session.actor):
            raise Refused(
                f"{session.name} gets no play chips at {table}: they are for who has too few to"
                " bet, where the house gives them",
                code="chips.none",
            )
        return self.site.guard.marked(session, Response(b"{}", 200, SAFE, "application/json"))

    def _shown(self, session: Session, name: str) -> Response:
        setup = self.site.known(name)
        felt = shown_to(self.site.room.view(name, session.actor), session.actor)
        parts = self.site.hub.shown("table", name, session.actor)
        return self.show(session, "table.html", felt=felt, parts=parts, sheets=sheets(setup))


class Rules(Desk):
    """The rules of a game, its pay tables and where they come from; no bet is needed."""

    page = "rules"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [Route("/rules/{game}", self.open)]

    async def open(self, request: Request) -> Response:
        """The rules of one game."""
        session = self.enter(request)
        game = games.game(request.path_params["game"])
        told = described(game)
        steps = {
            style: [step_in_words(step) for step in steps]
            for style, steps in told["procedures"].items()
        }
        return self.show(
            session,
            "rules.html",
            game=game,
            told=told,
            steps=steps,
            look=LOOKS[game.key],
            back=request.query_params.get("table", ""),
        )
