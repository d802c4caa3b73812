"""Who asks, whether they may, and how often; and the headers that every answer carries."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import quote

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from fairdeal.errors import Malformed, Refused
from fairdeal.web.access.limits import STREAMS, Bucket, Held, Lane, Limits, is_near, place_of
from fairdeal.web.access.sessions import COOKIE, SECURE, Session, Sessions

P = ParamSpec("P")
T = TypeVar("T")

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types default"
)
_UNUSED: Final = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
"""What no page of ours uses, so that a script that got in cannot either."""

SAFE: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{each}=()" for each in _UNUSED),
    "cache-control": "no-store",
}
TOKEN: Final = "x-fairdeal-token"
WAITS: Final = "fairdeal-waits"
"""The cookie of a page that asks again by itself."""

_WAITING: Final = 10
"""Seconds that it lasts: such a page asks again sooner."""

_LONGEST: Final = 64 * 1024
"""Bytes of a request; the setup of a table, the longest of all, has some two thousand."""

_HASHING: Final = 2
"""Passwords that are looked at together: each takes 64 MB and a processor for a while."""

_HASHING_KNOWN: Final = 1
"""Beside them, for staff terminals: strangers do not keep staff waiting."""

DEVICE: Final = "fairdeal-device"
"""The cookie of a browser in which someone of the house has signed in."""

_REMEMBERED: Final = 90 * 24 * 60 * 60
"""Seconds that it lasts."""


class Guard:
    """Stands before every page and every command."""

    def __init__(
        self,
        sessions: Sessions,
        limits: Limits | None = None,
        owes_password: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self.sessions = sessions
        self._owes_password = owes_password
        self.limits = limits or Limits()
        clock = sessions.clock
        self._commands = Bucket(40, 10, clock)
        self._asking = self.limits.asking(clock)
        self._coming = self.limits.coming(clock)
        self._signing_in = self.limits.signing_in(clock)
        self._guessing = Bucket(10, 0.2, clock)
        self._streams = Held(STREAMS)
        self._streams_from = Held(self.limits.streams)
        self._strangers = Lane(_HASHING)
        self._known = Lane(_HASHING_KNOWN)

    def who(self, request: Request, *, owes: bool = False) -> Session:
        """Who asks; a stranger is a new guest."""
        session = self.looks_on(request, owes=owes)
        is_waiting = request.cookies.get(WAITS) == _mark(request)
        return session if is_waiting else self.sessions.heard(session)

    def looks_on(self, request: Request, *, owes: bool = False) -> Session:
        """The same for what a page's script asks by itself, which keeps nobody signed in."""
        return self.listens(request, owes=owes) or self.new_guest(request)

    def listens(self, request: Request, *, owes: bool = False) -> Session | None:
        """Who looks on and does nothing; with *owes* also who has yet to choose a password."""
        session = self.sessions.read(cookie_of(request))
        if session is None:
            return None
        if self.sessions.is_idle(session):
            again = "go on" if session.is_player else "sign in again"
            raise Refused(f"{session.name} was away too long: {again}", code="session.locked")
        if not (owes or session.is_player) and self._owes_password(session.name):
            raise Refused(
                f"{session.name} still has the password that a manager set: choose your own first",
                code="account.given",
            )
        return session

    def looks(self, request: Request) -> Session:
        """Who looks at what is the same for everybody, also from a terminal that is locked."""
        return self.sessions.read(cookie_of(request)) or self.new_guest(request)

    def new_guest(self, request: Request) -> Session:
        """A player nobody knows; there cannot be very many from one address."""
        place = far(request)
        if place and not self._coming.take(place):
            raise Refused("too many guests come from here: wait a minute", code="asked.often")
        return self.sessions.guest()

    def locked(self, request: Request) -> Session | None:
        """Who has been away too long, or here."""
        session = self.sessions.read(cookie_of(request))
        return session if session and self.sessions.is_idle(session) else None

    def passes(self, request: Request) -> None:
        """Refuses an address that asks too often, whatever its session."""
        place = far(request)
        if place and not self._asking.take(place):
            raise Refused("too much is asked for from here: wait a moment", code="asked.often")

    def acts(self, request: Request, session: Session) -> None:
        """Refuses what another page sends in a person's name, or what comes too often."""
        if not self.sessions.may_act(session, request.headers.get(TOKEN, "")):
            raise Refused("this page is too old: load it again", code="page.old")
        if not self._commands.take(session.id):
            raise Refused(f"{session.name} asks too often: wait a moment", code="asked.often")

    async def asked(
        self, request: Request, *, owes: bool = False
    ) -> tuple[Session, dict[str, Any]]:
        """Who asks for something to be done, and what."""
        session = self.who(request, owes=owes)
        self.acts(request, session)
        return session, read(await body_of(request) or b"{}", dict[str, Any])

    @contextmanager
    def watching(self, request: Request, session: Session | None) -> Iterator[None]:
        """While a stream is open; nobody, and no address, has too many."""
        place, visitor = far(request), session.id if session else ""
        if place and not self._streams_from.take(place):
            raise Refused("too many pages are open from here: close one", code="asked.often")
        try:
            if visitor and not self._streams.take(visitor):
                raise Refused("too many pages are open: close one", code="asked.often")
            try:
                yield
            finally:
                if visitor:
                    self._streams.give_back(visitor)
        finally:
            if place:
                self._streams_from.give_back(place)

    def signs_in(self, request: Request, name: str) -> None:
        """Refuses to guess passwords all day."""
        place = place_of(address_of(request))
        may = self._guessing.take(f"{place} {name[:40]}") and self._signing_in.take(place)
        if not may:
            raise Refused("too many tries from here: wait a minute", code="asked.often")

    async def hashed(
        self, request: Request, work: Callable[P, T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Do something with a password, beside all other work and never too many at once."""
        session = self.sessions.read(request.cookies.get(COOKIE))
        known = session.id if session and not session.is_player else self.device(request)
        lane = self._known if known else self._strangers
        return await lane.do(known or place_of(address_of(request)), lambda: work(*args, **more))

    def device(self, request: Request) -> str:
        """The device of the house that asks; empty for any other."""
        return self.sessions.device_of(request.cookies.get(DEVICE))

    def remembers(self, device: str, response: Response) -> Response:
        """The answer with the cookie by which a device of the house is known from now on."""
        cookie = self.sessions.device_cookie(device)
        response.set_cookie(DEVICE, cookie, _REMEMBERED, httponly=True, samesite="lax", path="/")
        return response

    def marked(self, session: Session, response: Response) -> Response:
        """The answer with the cookie that says who asked."""
        cookie = self.sessions.cookie(session)
        response.set_cookie(COOKIE, cookie, httponly=True, samesite="lax", path="/")
        return response

    def waits(self, request: Request, response: Response) -> Response:
        """The answer with a mark for the page that is about to ask again by itself.

        For a few seconds nothing that is asked there counts as done by a person.
        """
        path, mark = request.url.path, _mark(request)
        response.set_cookie(WAITS, mark, _WAITING, httponly=True, samesite="lax", path=path)
        return response


def _mark(request: Request) -> str:
    """The address alone that waits, as a cookie goes to all that begin in the same way."""
    return quote(request.url.path, safe="")


def read(body: bytes, kind: type[T]) -> T:
    """What the body of a request says."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"the request cannot be read: {error}", code="request.json") from None


async def body_of(request: Request) -> bytes:
    """The body of a request, which is never long."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > _LONGEST:
                said = f"a request has at most {_LONGEST:,} bytes, and this one has more"
                raise Malformed(said, code="request.long")
    except ClientDisconnect:
        raise Malformed("the request broke off before its end", code="request.cut") from None
    return body


def cookie_of(request: Request) -> str | None:
    """The cookie of the session; over HTTPS only the one that no other page can have set."""
    return request.cookies.get(SECURE if request.url.scheme == "https" else COOKIE)


def address_of(request: Request) -> str:
    """The address from which a request comes."""
    return request.client.host if request.client else ""


def far(request: Request) -> str:
    """The address that limits count by; empty for this machine itself, which has none."""
    address = address_of(request)
    return "" if is_near(address) else place_of(address)


def in_json(body: bytes = b"{}", status: int = 200) -> Response:
    """An answer to programs; where there is nothing to say, an empty object."""
    return Response(body, status, SAFE, "application/json")
