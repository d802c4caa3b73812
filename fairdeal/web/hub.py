"""Keeps every open page up to date: renders what changed once for all who see the same.

The room tells the hub on whatever thread it writes; the hub renders on a thread of its own and
hands the bytes to the streams on the event loop.  That thread does one thing after the other, so
that nobody gets an older page after a newer one.  A client that cannot keep up is
dropped, connects again, and gets every fragment.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, Protocol, TypeAlias, TypeVar, runtime_checkable

from fairdeal.errors import FairdealError, Malformed, Unavailable, did_you_mean
from fairdeal.live import Actor, Room
from fairdeal.live.log.chain import Recorded
from fairdeal.web.audience import WHOLE as WHOLE
from fairdeal.web.audience import Audience, Client, Shown
from fairdeal.web.audience import Parts as Parts

P = ParamSpec("P")
T = TypeVar("T")

BEAT: Final = 5.0
"""Seconds between two signs of life; a page that hears none for twelve seconds connects again."""

AGAIN: Final = 1.0
"""Seconds after which a page that could not be drawn is tried again."""

_LOCKED: Final = b"event: locked\ndata: sign in again\n\n"


class Face(Protocol):
    """A kind of page: what of it is touched by events, and how it looks to a viewer."""

    def check(self, topic: str) -> None:
        """Refuses a topic that there is not."""

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """The topics, such as tables, whose pages these events change."""

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page, for one viewer."""


Alike: TypeAlias = Callable[[Actor | None], Actor | None]
"""Maps a viewer to the viewer whose rendering it shares."""


@runtime_checkable
class Shared(Face, Protocol):
    """A face that looks the same to many, so that it is rendered once for all of them."""

    def alike(self, topic: str) -> Alike:
        """Maps each viewer to the viewer whose rendering it shares."""


Page: TypeAlias = tuple[str, str]
"""A face and a topic."""

EVERYTHING: Final = "all"
"""The topic of a face that has no other."""


class Hub:
    """The open streams of a room."""

    def __init__(self, room: Room, faces: Mapping[str, Face]) -> None:
        self._room = room
        self.faces = faces
        """Every kind of page that keeps itself up to date, by the name in its address."""
        self._pages: dict[Page, Audience] = {}
        self._dirty: set[Page] = set()
        self._rows: list[Recorded] = []
        """What has happened since pages were last drawn."""
        self._wake = asyncio.Event()
        self._renders = ThreadPoolExecutor(1, thread_name_prefix="pages")
        self._tasks: list[asyncio.Task[None]] = []
        self._stop: Callable[[], None] = lambda: None
        self._soon: Callable[..., object] = _nobody
        self._is_closed = False
        self.lag: Callable[[float], object] = _nobody
        """Hears how many seconds after an event the pages were sent that it changes."""
        self._since = 0.0
        """When the first of the rows was heard of."""

    @property
    def clients(self) -> int:
        """How many streams are open."""
        return sum(len(audience.clients) for audience in self._pages.values())

    def viewers(self) -> set[Actor | None]:
        """Everybody who has a page open."""
        return {viewer for each in [*self._pages.values()] for viewer in each.viewers()}

    def start(self) -> None:
        """Listen to the room, from the running event loop."""
        loop = asyncio.get_running_loop()

        def heard(rows: Sequence[Recorded]) -> None:
            loop.call_soon_threadsafe(self._touch, rows, time.monotonic())

        self._stop = self._room.watch(heard)
        self._soon = loop.call_soon_threadsafe
        self._tasks = [loop.create_task(self._pump()), loop.create_task(self._beat())]

    async def close(self) -> None:
        """End every stream."""
        self._is_closed = True
        self._stop()
        self._soon = _nobody
        self._stop = lambda: None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for page in [*self._pages]:
            self._end(page, self._everybody(page))
        self._renders.shutdown()

    def check(self, face: str, topic: str) -> None:
        """Refuses a face that there is not, or one of something that there is not."""
        if face not in self.faces:
            hint = did_you_mean(face, self.faces)
            raise Malformed(f"there is no stream {face!r}: {hint}", code="stream.unknown")
        self.faces[face].check(topic)

    def shown(self, face: str, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of a page, for who opens it."""
        return self.faces[face].parts(topic, viewer)

    async def join(self, client: Client, page: Page, viewer: Actor | None, last: str = "") -> None:
        """A new stream, which begins with everything unless the client has it already."""
        if self._is_closed:
            raise Unavailable("the room is closing", code="room.closing")
        client.viewer = viewer
        audience = self._pages.setdefault(page, Audience())
        audience.expect(client)
        try:
            shown = await self._rendered(page, {viewer})
        except BaseException:
            self.leave(client, page)
            raise
        self._end(page, audience.admit(client, shown, last))

    def leave(self, client: Client, page: Page) -> None:
        """A stream is gone."""
        if audience := self._pages.get(page):
            audience.leave(client)
            if audience.is_empty:
                del self._pages[page]

    def dismiss(self) -> None:
        """End the streams of everybody who may no longer look."""
        for page in [*self._pages]:
            self._end(page, [each for each in self._everybody(page) if each.is_over()], _LOCKED)

    def dismiss_soon(self) -> None:
        """The same from another thread than the one of the streams."""
        self._soon(self.dismiss)

    def _everybody(self, page: Page) -> list[Client]:
        return self._pages[page].everybody()

    def _end(self, page: Page, clients: Iterable[Client], last: bytes = b"") -> None:
        for client in clients:
            client.end(last)
            self.leave(client, page)

    def again(self, face: str, topic: str) -> None:
        """Something that no event tells of has changed a page; from any thread."""
        self._soon(self._stir, face, topic)

    def all_again(self) -> None:
        """Something that no event tells of has changed every page; from any thread."""
        self._soon(self._stir_all)

    def _stir_all(self) -> None:
        self._dirty |= {*self._pages}
        self._wake.set()

    def _stir(self, face: str, topic: str) -> None:
        self._dirty.add((face, topic))
        self._wake.set()

    def _touch(self, rows: Sequence[Recorded], at: float) -> None:
        self._since = self._since if self._rows else at
        self._rows += rows
        self._wake.set()

    def _touched(self, rows: Sequence[Recorded]) -> set[Page]:
        touched = ((name, face.touched(rows)) for name, face in self.faces.items())
        return {(name, topic) for name, topics in touched for topic in topics}

    async def _pump(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            rows, self._rows, since = self._rows, [], self._since
            try:
                self._dirty |= await self._aside(self._touched, rows)
            except Exception as error:  # pages must go on: whatever it was, anything may be touched
                self._room.notes.append(f"what events touch is not known: {error!r}")
                self._dirty |= {*self._pages}
            dirty, self._dirty = self._dirty, set()
            for page in [page for page in self._pages if page in dirty]:
                await self._refresh(page)
            if rows:
                self.lag(time.monotonic() - since)

    async def _refresh(self, page: Page) -> None:
        audience = self._pages.get(page)
        if audience is None:
            return
        try:
            shown = await self._rendered(page, audience.viewers())
        except FairdealError:  # the room has lost its log for now: what pages show was true
            asyncio.get_running_loop().call_later(AGAIN, self._stir, *page)
            return
        except Exception as error:  # one page that cannot be drawn must not hold up all others
            self._room.notes.append(f"the page {'/'.join(page)} cannot be drawn: {error!r}")
            self._end(page, [*audience.clients])
            return
        self._end(page, audience.tell(shown))

    async def _rendered(self, page: Page, viewers: Collection[Actor | None]) -> Shown:
        return await self._aside(self.render, page, viewers)

    async def _aside(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._renders, lambda: work(*args, **more))

    def render(self, page: Page, viewers: Collection[Actor | None]) -> Shown:
        """What each viewer sees, rendered once for all who see the same."""
        name, topic = page
        face = self.faces[name]
        alike = face.alike(topic) if isinstance(face, Shared) else _alone
        stands = {viewer: alike(viewer) for viewer in viewers}
        parts = {each: face.parts(topic, each) for each in {*stands.values()}}
        return {viewer: (each, parts[each]) for viewer, each in stands.items()}

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.dismiss()
            for page in [*self._pages]:
                everybody = self._everybody(page)
                self._end(page, [each for each in everybody if not each.send(each.alive)])


def _nobody(*told: object) -> None:
    """Listens while the pages are closed."""


def _alone(viewer: Actor | None) -> Actor | None:
    return viewer
