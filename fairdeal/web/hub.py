"""Keeps every open page up to date: renders what changed once for all who see the same.

The room tells the hub on whatever thread it writes; the hub renders on a thread of its own and
hands the bytes to the streams on the event loop.  Whoever cannot keep up is dropped, comes back by
itself, and gets everything anew.
"""

import asyncio
import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeAlias

import msgspec

from fairdeal.errors import FairdealError, Malformed, did_you_mean
from fairdeal.live import Actor, Room
from fairdeal.live.log.chain import Recorded

Parts: TypeAlias = Mapping[str, str]
"""What a page shows, piece by piece."""

WHOLE: Final = ""
"""The name of the only piece of what is sent as it is."""

LINES: Final = 64
"""Messages that may wait for one client."""

BEAT: Final = 15.0
"""Seconds after which a silent stream says that it is still there."""

_ALIVE: Final = b": still here\n\n"
_LOCKED: Final = b"event: locked\ndata: sign in again\n\n"


class Face(Protocol):
    """A kind of page: what of it is touched by events, and how it looks to somebody."""

    def check(self, topic: str) -> None:
        """Refuses a topic that there is not."""

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """The topics, such as tables, whose pages these events change."""

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page, for somebody who looks at it."""


Key: TypeAlias = tuple[str, str, Actor | None]
"""A face, a topic and a viewer: all who have the same see the same."""


class Client:
    """One open stream."""

    def __init__(self, is_over: Callable[[], bool] = lambda: False) -> None:
        self.line: asyncio.Queue[bytes | None] = asyncio.Queue(LINES)
        """What is to be sent; None at the end."""
        self.is_over = is_over
        """Whether whoever it belongs to may no longer look."""

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
    """All clients that see the same, and what they have seen last."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.parts: Parts = {}
        self.id = ""


class Hub:
    """The open streams of a room."""

    def __init__(self, room: Room, faces: Mapping[str, Face]) -> None:
        self._room = room
        self._faces = faces
        self._channels: dict[Key, _Channel] = {}
        self._dirty: set[tuple[str, str]] = set()
        self._wake = asyncio.Event()
        self._renders = ThreadPoolExecutor(1, thread_name_prefix="pages")
        self._tasks: list[asyncio.Task[None]] = []
        self._stop: Callable[[], None] = lambda: None
        self._soon: Callable[..., object] = _nobody

    @property
    def clients(self) -> int:
        """How many streams are open."""
        return sum(len(each.clients) for each in self._channels.values())

    def viewers(self) -> set[Actor | None]:
        """Everybody who has a page open."""
        return {viewer for _, _, viewer in [*self._channels]}

    def start(self) -> None:
        """Listen to the room, from the running event loop."""
        loop = asyncio.get_running_loop()

        def heard(rows: Sequence[Recorded]) -> None:
            loop.call_soon_threadsafe(self._touch, rows)

        self._stop = self._room.watch(heard)
        self._soon = loop.call_soon_threadsafe
        self._tasks = [loop.create_task(self._pump()), loop.create_task(self._beat())]

    async def close(self) -> None:
        """End every stream."""
        self._stop()
        self._soon = _nobody
        self._stop = lambda: None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for channel in self._channels.values():
            for client in channel.clients:
                client.end()
        self._channels.clear()
        self._renders.shutdown()

    async def join(self, client: Client, key: Key, last: str = "") -> None:
        """A new stream, which begins with everything unless the client has it already."""
        channel = self._channels.setdefault(key, _Channel())
        channel.clients.add(client)
        try:
            parts = await self._rendered(key)
        except BaseException:
            self.leave(client, key)
            raise
        self._note(channel, parts)
        if channel.id != last:
            client.send(_message(channel.id, channel.parts, whole=True))

    def check(self, face: str, topic: str) -> None:
        """Refuses a face that there is not, or one of something that there is not."""
        if face not in self._faces:
            hint = did_you_mean(face, self._faces)
            raise Malformed(f"there is no stream {face!r}: {hint}", code="stream.unknown")
        self._faces[face].check(topic)

    def shown(self, face: str, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of a page, for who opens it."""
        return self._faces[face].parts(topic, viewer)

    def leave(self, client: Client, key: Key) -> None:
        """A stream is gone."""
        if (channel := self._channels.get(key)) is not None:
            channel.clients.discard(client)
            if not channel.clients:
                del self._channels[key]

    def dismiss(self) -> None:
        """End the streams of everybody who may no longer look."""
        for key, channel in [*self._channels.items()]:
            for client in [each for each in channel.clients if each.is_over()]:
                client.end(_LOCKED)
                self.leave(client, key)

    def again(self, face: str, topic: str) -> None:
        """Something that no event tells of has changed a page; from any thread."""
        self._soon(self._stir, face, topic)

    def _stir(self, face: str, topic: str) -> None:
        self._dirty.add((face, topic))
        self._wake.set()

    def _touch(self, rows: Sequence[Recorded]) -> None:
        for name, face in self._faces.items():
            self._dirty.update((name, topic) for topic in face.touched(rows))
        self._wake.set()

    async def _pump(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            dirty, self._dirty = self._dirty, set()
            for key in [key for key in self._channels if key[:2] in dirty]:
                await self._refresh(key)

    async def _refresh(self, key: Key) -> None:
        try:
            parts = await self._rendered(key)
        except FairdealError:
            return  # the room has lost its log for now: what pages show stays true
        channel = self._channels.get(key)
        if channel is None:
            return
        changed = {name: text for name, text in parts.items() if channel.parts.get(name) != text}
        gone = [name for name in channel.parts if name not in parts]
        if not changed and not gone:
            return
        self._note(channel, parts)
        message = _message(channel.id, changed | dict.fromkeys(gone, ""))
        for client in [each for each in channel.clients if not each.send(message)]:
            client.end()
            self.leave(client, key)

    async def _rendered(self, key: Key) -> Parts:
        face, topic, viewer = key
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._renders, self._faces[face].parts, topic, viewer)

    @staticmethod
    def _note(channel: _Channel, parts: Parts) -> None:
        channel.parts = parts
        text = msgspec.json.encode(dict(parts))
        channel.id = hashlib.blake2s(text, digest_size=8).hexdigest()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.dismiss()
            for key, channel in [*self._channels.items()]:
                for client in [each for each in channel.clients if not each.send(_ALIVE)]:
                    client.end()
                    self.leave(client, key)


def _nobody(*told: object) -> None:
    """Listens while the pages are closed."""


def _message(number: Hashable, parts: Parts, *, whole: bool = False) -> bytes:
    """A server-sent event; a *whole* one replaces what the page has and is not animated."""
    kind = b"whole" if whole else b"change"
    body = parts[WHOLE].encode() if WHOLE in parts else msgspec.json.encode(dict(parts))
    return b"event: %b\nid: %b\ndata: %b\n\n" % (kind, str(number).encode(), body)
