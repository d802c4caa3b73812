"""Per-address connection limits and idle timeouts."""

import asyncio
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fairdeal.web.access.limits import Held, Limits, is_near, place_of

_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: 0\r\n\r\n"
)


class Config(uvicorn.Config):
    """The settings of a server, with limits for its connections."""

    def __init__(self, app: Any, limits: Limits, **settings: Any) -> None:
        super().__init__(app, http=Line, ws="none", **settings)
        self.limits = limits
        self.held = Held(limits.lines)
        """Connections of each address."""


class Line(H11Protocol):
    """One connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._settings = cast("Config", self.config)
        self._place = ""
        self._waits: tuple[object, ...] = ()
        self._since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it where there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        place = "" if is_near(address) else place_of(address)
        is_full = len(self.connections) > self._settings.limits.connections
        if is_full or (place and not self._settings.held.take(place)):
            transport.write(_FULL)
            transport.close()
        else:
            self._place = place

    def connection_lost(self, exc: Exception | None) -> None:
        """A connection was closed."""
        if self._place:
            self._settings.held.give_back(self._place)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP; an answer that has begun cannot be taken back: it is cut off."""
        if self.cycle:  # nothing more is sent to who asked this
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """A request for a WebSocket is answered as any other; nothing is missing here."""

    def look(self, now: float) -> None:
        """End a connection that has kept us waiting for one thing for too long."""
        waits = self._waited_for()
        if waits != self._waits:
            self._waits, self._since = waits, now
        elif waits and now - self._since > self._settings.limits.patience:
            self.transport.abort()

    def _waited_for(self) -> tuple[object, ...]:
        """What the other end has to do next; nothing where it is our turn."""
        if unsent := self.transport.get_write_buffer_size():
            return "take", unsent
        if not self.cycle or self.cycle.response_complete:
            return "ask", id(self.cycle)
        return ("send", id(self.cycle)) if self.cycle.more_body else ()
