"""What all pages have in common: who may come, and the frame round what is shown."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from fairdeal.errors import FairdealError, Refused, Unavailable
from fairdeal.web.access.guard import SAFE
from fairdeal.web.access.permissions import HOME, PUBLIC, WAITED_FOR, check_sees, navigation
from fairdeal.web.access.sessions import Session
from fairdeal.web.files import address
from fairdeal.web.rendering import rendered
from fairdeal.web.site import Site

P = ParamSpec("P")
T = TypeVar("T")

_HEADINGS: Final = {404: "Page not found", 403: "Not allowed", 500: "Internal error"}
"""What a page is called that shows only why there is nothing to see, by its status."""


class Desk(ABC):
    """A group of pages that the same people may open."""

    page: ClassVar[str]
    """Its name in the table of permissions."""

    def __init__(self, site: Site) -> None:
        self.site = site

    @abstractmethod
    def routes(self) -> list[BaseRoute]:
        """Their addresses."""

    def enter(self, request: Request, *, by_itself: bool = False) -> Session:
        """The caller, if allowed; *by_itself* where a script asks."""
        guard = self.site.guard
        known = guard.looks_on if by_itself else guard.who
        session = guard.looks(request) if self.page in PUBLIC else known(request)
        check_sees(session.role, self.page)
        return session

    def show(self, session: Session, template: str, status: int = 200, **values: Any) -> Response:
        """A page in its frame, and the cookie that says who has opened it."""
        page = self.framed(session, template, status, **values)
        return self.site.guard.marked(session, page)

    def patience(
        self, request: Request, session: Session, heading: str, says: str = "The log is being read."
    ) -> Response:
        """A page that asks again by itself until there is something to show."""
        page = self.show(session, "waiting.html", heading=heading, says=says)
        return self.site.guard.waits(request, page)

    def framed(self, session: Session, template: str, status: int = 200, **values: Any) -> Response:
        """A page in its frame."""
        token = self.site.sessions.token(session)
        idle = self.site.sessions.idle_seconds
        text = _framed(session, token, template, here=self.page, idle_seconds=idle, **values)
        return HTMLResponse(text, status, SAFE)


async def aside(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Do something that takes a while without holding up everybody else."""
    return await anyio.to_thread.run_sync(lambda: work(*args, **more))


def told(session: Session, token: str, error: FairdealError, status: int) -> Response:
    """A page that says why there is nothing to see."""
    sentences = list(error.faults) or [str(error)]
    comes_back = isinstance(error, Unavailable)
    heading = _HEADINGS.get(status, "That cannot be shown")
    values = {"sentences": sentences, "comes_back": comes_back, "heading": heading}
    text = _framed(session, token, "told.html", here="", **values)
    return HTMLResponse(text, status, SAFE)


def way_back(request: Request) -> str:
    """An address of this room, or nothing: nobody is sent elsewhere after coming in."""
    back = request.query_params.get("back", "")
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return back if is_ours else ""


def is_door(error: FairdealError) -> bool:
    """Whether the caller has only to sign in."""
    return isinstance(error, Refused) and error.code.startswith("session.")


def is_given(error: FairdealError) -> bool:
    """Whether the caller has only to choose a new password."""
    return error.code == "account.given"


def _framed(session: Session, token: str, template: str, **values: Any) -> str:
    alerted = session if session.role in WAITED_FOR else None
    frame = {"alerted": alerted, "idle_seconds": 0, "home": HOME[session.role]}
    return rendered(
        template,
        token=token,
        who=session,
        navigation=navigation(session.role),
        static=address,
        **frame | values,
    )
