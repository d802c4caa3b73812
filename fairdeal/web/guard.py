"""Who asks, whether they may, and how often; and the headers that every answer carries."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import Malformed, Refused
from fairdeal.web.sessions import COOKIE, Session, Sessions

T = TypeVar("T")

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
TOKEN: Final = "x-fairdeal-token"


class Bucket:
    """Allows so many at once, and so many a second from then on, to each who asks."""

    def __init__(
        self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether one more is allowed."""
        now = self._clock()
        left, since = self._left.pop(who, (self._at_once, now))
        left = min(self._at_once, left + (now - since) * self._a_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > _MOST:
            self._left.popitem(last=False)
        return left >= 1


_MOST: Final = 100_000
"""Of those who ask are remembered; whoever was forgotten begins anew."""


_LONGEST: Final = 64 * 1024
"""Bytes of a request; the setup of a table, the longest of all, has some two thousand."""


class Guard:
    """Stands before every page and every command."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._commands = Bucket(40, 10)
        self._sign_ins = Bucket(10, 0.2)

    def who(self, request: Request) -> Session:
        """Who asks; a stranger, or a guest who was away too long, is a new guest."""
        return self.sessions.heard(self.listens(request) or self.sessions.guest())

    def listens(self, request: Request) -> Session | None:
        """Who looks on without doing anything, which keeps nobody signed in."""
        session = self.sessions.read(request.cookies.get(COOKIE))
        if session is None or not self.sessions.is_idle(session):
            return session
        if session.is_player:
            return None
        raise Refused(f"{session.name} was away too long: sign in again", code="session.locked")

    def locked(self, request: Request) -> Session | None:
        """Whose terminal has locked itself."""
        session = self.sessions.read(request.cookies.get(COOKIE))
        is_locked = session and not session.is_player and self.sessions.is_idle(session)
        return session if is_locked else None

    def acts(self, request: Request, session: Session) -> None:
        """Refuses what another page sends in somebody's name, or what comes too often."""
        if not self.sessions.may_act(session, request.headers.get(TOKEN, "")):
            raise Refused("this page is too old: load it again", code="page.old")
        if not self._commands.take(session.id):
            raise Refused(f"{session.name} asks too often: wait a moment", code="asked.often")

    async def asked(self, request: Request) -> tuple[Session, dict[str, Any]]:
        """Who asks for something to be done, and what."""
        session = self.who(request)
        self.acts(request, session)
        return session, read(await body_of(request) or b"{}", dict[str, Any])

    def signs_in(self, request: Request) -> None:
        """Refuses to guess passwords all day."""
        if not self._sign_ins.take(address_of(request)):
            raise Refused("too many tries from here: wait a minute", code="asked.often")

    def marked(self, session: Session, response: Response) -> Response:
        """The answer with the cookie that says who asked."""
        cookie = self.sessions.cookie(session)
        response.set_cookie(COOKIE, cookie, httponly=True, samesite="lax", path="/")
        return response


def read(body: bytes, kind: type[T]) -> T:
    """What the body of a request says."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"the request cannot be read: {error}", code="request.json") from None


async def body_of(request: Request) -> bytes:
    """The body of a request, which is never long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LONGEST:
            said = f"a request has at most {_LONGEST:,} bytes, and this one has more"
            raise Malformed(said, code="request.long")
    return body


def address_of(request: Request) -> str:
    """From where somebody asks."""
    return request.client.host if request.client else ""
