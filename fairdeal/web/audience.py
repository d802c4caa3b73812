"""Everybody who looks at one page: who sees the same, what they have seen, what they are sent."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from fairdeal.live import Actor

Parts: TypeAlias = Mapping[str, str]
"""What a page shows, piece by piece."""

WHOLE: Final = ""
"""The name of the only piece of what is sent as it is."""

BEAT: Final = b"event: beat\ndata: still here\n\n"
"""The sign of life for a page: its script hears no comments."""

COMMENT: Final = b": still here\n\n"
"""The same for a program, which reads every piece of data as a table."""

LINES: Final = 64
"""Messages that may wait for one client."""

Shown: TypeAlias = Mapping[Actor | None, tuple[Actor | None, Parts]]
"""For each viewer: who stands for all that see the same, and what they see."""


class Client:
    """One open stream."""

    def __init__(self, is_over: Callable[[], bool] = lambda: False, alive: bytes = BEAT) -> None:
        self.line: asyncio.Queue[bytes | None] = asyncio.Queue(LINES)
        """What is to be sent; None at the end."""
        self.is_over = is_over
        """Whether its viewer may no longer look."""
        self.alive = alive
        """What it is sent from time to time."""
        self.viewer: Actor | None = None

    def send(self, message: bytes) -> bool:
        """Put a message in line; False for a client that does not keep up."""
        try:
            self.line.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def end(self, last: bytes = b"") -> None:
        """Close the stream with a last word, whatever is still in line."""
        while self.line.qsize() > LINES - 2:
            self.line.get_nowait()
        if last:
            self.line.put_nowait(last)
        self.line.put_nowait(None)


class _Channel:
    """What all who see the same have seen last."""

    def __init__(self) -> None:
        self.parts: Parts = {}
        self.id = ""

    def note(self, parts: Parts) -> bytes:
        """Take what is seen now; the message that says what has changed, empty if nothing has."""
        changed = {name: text for name, text in parts.items() if self.parts.get(name) != text}
        gone = [name for name in self.parts if name not in parts]
        if not changed and not gone:
            return b""
        self.parts = parts
        text = msgspec.json.encode(dict(parts))
        self.id = hashlib.blake2s(text, digest_size=8).hexdigest()
        return _message(b"change", self.id, changed | dict.fromkeys(gone, ""))

    def whole(self) -> bytes:
        """The message that says everything; it is put in place without animation."""
        return _message(b"whole", self.id, self.parts)


class Audience:
    """Everybody who looks at one page."""

    def __init__(self) -> None:
        self.clients: dict[Client, Actor | None] = {}
        """Everybody who has got the page, and who stands for them."""
        self._coming: set[Client] = set()
        """Those who have not got it yet."""
        self._channels: dict[Actor | None, _Channel] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nobody looks, or is about to."""
        return not self.clients and not self._coming

    def viewers(self) -> set[Actor | None]:
        """The viewers for which the page is rendered after an event.

        A viewer who is about to look is among them: what they will be shown may be older.
        """
        return {client.viewer for client in [*self.clients, *self._coming]}  # also by other threads

    def everybody(self) -> list[Client]:
        """All who look, or are about to."""
        return [*self.clients, *self._coming]

    def expect(self, client: Client) -> None:
        """A viewer is about to look."""
        self._coming.add(client)

    def leave(self, client: Client) -> None:
        """A viewer is gone."""
        self._coming.discard(client)
        self.clients.pop(client, None)

    def admit(self, client: Client, shown: Shown, last: str) -> list[Client]:
        """A viewer who was expected gets the page, unless the *last* they saw is the same.

        The others may see it late: what they have not been told yet they are told now.
        """
        slow = self.tell(shown)
        stands, _ = shown[client.viewer]
        channel = self._channels[stands]
        self._coming.discard(client)
        self.clients[client] = stands
        if channel.id != last:
            client.send(channel.whole())
        return slow

    def tell(self, shown: Shown) -> list[Client]:
        """Send everybody what has changed; those who do not keep up."""
        now = dict(shown.values())
        used = {*now, *self.clients.values()}
        self._channels = {each: self._channels.get(each) or _Channel() for each in used}
        news = {stands: self._channels[stands].note(parts) for stands, parts in now.items()}
        slow = []
        for client, stood in self.clients.items():
            stands = shown[client.viewer][0] if client.viewer in shown else stood
            moved = stands != stood  # the viewer has sat down, or has left
            message = self._channels[stands].whole() if moved else news.get(stands, b"")
            self.clients[client] = stands
            if message and not client.send(message):
                slow.append(client)
        return slow


def _message(kind: bytes, number: str, parts: Parts) -> bytes:
    """A server-sent event."""
    body = parts[WHOLE].encode() if WHOLE in parts else msgspec.json.encode(dict(parts))
    return b"event: %b\nid: %b\ndata: %b\n\n" % (kind, number.encode(), body)
