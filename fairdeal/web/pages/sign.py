"""Signs for the screens above the tables."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.web.access.sessions import Session
from fairdeal.web.faces.sign import SignFace
from fairdeal.web.pages.desk import Desk, aside


class Signs(Desk):
    """A table's own, or that of a progressive."""

    page = "sign"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [Route("/sign/{topic}", self.open)]

    async def open(self, request: Request) -> Response:
        """One sign."""
        session = self.enter(request)
        return await aside(self._shown, session, request.path_params["topic"])

    def _shown(self, session: Session, topic: str) -> Response:
        face = SignFace(self.site.room, self.site.rounds)
        face.check(topic)
        parts = face.parts(topic, None)
        return self.show(session, "sign.html", sign=face.shown(topic), parts=parts, topic=topic)
