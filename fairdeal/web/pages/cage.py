"""The cage: chips for cash, and cash for chips."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.live.worth import Worth
from fairdeal.web.hub import EVERYTHING
from fairdeal.web.pages.desk import Desk, aside


class Cage(Desk):
    """Who has how many chips where."""

    page = "cage"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [Route("/cage", self.open)]

    async def open(self, request: Request) -> Response:
        """Everybody with chips, and what moved last."""
        session = self.enter(request)
        parts = await aside(self.site.hub.shown, "cage", EVERYTHING, session.actor)
        is_play = self.site.room.worth() is Worth.PLAY
        chips = self.site.play_chips
        return self.show(session, "cage.html", parts=parts, play_chips=chips, is_play=is_play)
