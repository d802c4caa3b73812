"""The hub: who sees the same gets the same bytes, once, and nobody holds up anybody."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from threading import Event
from typing import Any

import pytest

from fairdeal.errors import Unavailable
from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.log.chain import Recorded
from fairdeal.web import hub as hubs
from fairdeal.web.audience import LINES, Client
from fairdeal.web.hub import Alike, Hub, Parts
from tests.live.tables import FLOOR

PIA, TOM = Actor("pia", Role.PLAYER), Actor("tom", Role.PLAYER)


class Counting:
    """A face that shows how often it was looked at, and what it was told to show."""

    def __init__(self) -> None:
        self.rendered: list[tuple[str, Actor | None]] = []
        self.text = "nothing yet"
        self.more: dict[str, str] = {}
        self.fails = False

    def check(self, topic: str) -> None:
        """Whatever is asked for is there."""

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        return {row.stream for row in rows}

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        if self.fails:
            raise Unavailable("the log is gone", code="store.unavailable")
        self.rendered.append((topic, viewer))
        return {"a": self.text, "b": viewer.name if viewer else "the public", **self.more}


class Scene:
    """A hub on a room with one table."""

    def __init__(self) -> None:
        self.face = Counting()
        self.room = Room.open()
        self.room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
        self.hub = Hub(self.room, {"table": self.face})

    async def join(
        self,
        face: str,
        topic: str,
        viewer: Actor | None,
        last: str = "",
        is_over: Callable[[], bool] = lambda: False,
    ) -> Client:
        client = Client(is_over)
        await self.hub.join(client, (face, topic), viewer, last)
        return client

    async def happens(self, text: str) -> None:
        """Something happens at the table, of which every page has heard afterwards."""
        self.face.text = text
        seat = len(self.room.table("pit-1").seats) + 1
        by = Actor(f"guest-{seat}", Role.PLAYER)
        await asyncio.to_thread(self.room.do, "pit-1", commands.sit, by=by, seat=seat)
        for _ in range(20):
            await asyncio.sleep(0.005)


def heard(client: Client) -> list[dict[str, Any]]:
    """The messages that wait for a client."""
    found = []
    while not client.line.empty():
        message = client.line.get_nowait()
        if message is None:
            found.append({"event": "end"})
            continue
        fields = dict(line.split(": ", 1) for line in message.decode().strip().split("\n"))
        if fields.get("event") != "locked":
            fields["data"] = json.loads(fields["data"])
        found.append(fields)
    return found


def played(scene: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        stage = Scene()
        stage.hub.start()
        try:
            await scene(stage)
        finally:
            await stage.hub.close()

    asyncio.run(run())


def test_a_stream_begins_with_everything_and_goes_on_with_what_changed() -> None:
    async def scene(stage: Scene) -> None:
        client = await stage.join("table", "pit-1", PIA)
        await stage.happens("first")
        whole, change = heard(client)
        assert (whole["event"], whole["data"]) == ("whole", {"a": "nothing yet", "b": "pia"})
        assert (change["event"], change["data"]) == ("change", {"a": "first"})
        assert whole["id"] != change["id"]

    played(scene)


def test_all_who_see_the_same_are_rendered_once() -> None:
    async def scene(stage: Scene) -> None:
        watching = [await stage.join("table", "pit-1", None) for _ in range(50)]
        await stage.join("table", "pit-1", PIA)
        assert stage.hub.clients == 51
        stage.face.rendered.clear()
        await stage.happens("first")
        assert sorted(str(viewer) for _, viewer in stage.face.rendered) == ["None", "player pia"]
        lines = (
            {each.line.get_nowait() for each in watching},
            {each.line.get_nowait() for each in watching},
        )
        assert [len(each) for each in lines] == [1, 1]

    played(scene)


def test_what_does_not_change_a_page_sends_nothing() -> None:
    async def scene(stage: Scene) -> None:
        client = await stage.join("table", "pit-1", None)
        other = await stage.join("table", "pit-2", None)
        await stage.happens("nothing yet")
        assert [len(heard(each)) for each in (client, other)] == [1, 1]

    played(scene)


def test_a_piece_that_is_gone_is_emptied() -> None:
    async def scene(stage: Scene) -> None:
        stage.face.more = {"c": "a notice"}
        client = await stage.join("table", "pit-1", None)
        stage.face.more = {}
        await stage.happens("nothing yet")
        assert heard(client)[1]["data"] == {"c": ""}

    played(scene)


def test_who_comes_back_with_the_last_number_gets_nothing_twice() -> None:
    async def scene(stage: Scene) -> None:
        [whole] = heard(await stage.join("table", "pit-1", None))
        again = await stage.join("table", "pit-1", None, whole["id"])
        assert heard(again) == []
        await stage.happens("first")
        [change] = heard(again)
        late = await stage.join("table", "pit-1", None, whole["id"])
        [caught_up] = heard(late)
        assert (caught_up["event"], caught_up["id"]) == ("whole", change["id"])

    played(scene)


def test_a_client_that_does_not_keep_up_is_dropped_and_the_others_go_on() -> None:
    async def scene(stage: Scene) -> None:
        slow = await stage.join("table", "pit-1", None)
        quick = await stage.join("table", "pit-1", None)
        for _ in range(LINES - 1):
            assert slow.send(b"x: y\ndata: {}\n\n")
        heard(quick)
        await stage.happens("first")
        assert stage.hub.clients == 1
        assert [each["data"] for each in heard(quick)] == [{"a": "first"}]
        *_, last = heard(slow)
        assert last == {"event": "end"}

    played(scene)


def test_a_silent_stream_says_that_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "BEAT", 0.01)

    async def scene(stage: Scene) -> None:
        client = await stage.join("table", "pit-1", None)
        slow = await stage.join("table", "pit-1", PIA)
        while slow.send(b"x"):
            pass
        await asyncio.sleep(0.05)
        client.line.get_nowait()
        assert client.line.get_nowait() == b"event: beat\ndata: still here\n\n"
        assert stage.hub.clients == 1

    played(scene)


def test_who_leaves_costs_nothing_more() -> None:
    async def scene(stage: Scene) -> None:
        client = await stage.join("table", "pit-1", PIA)
        stage.hub.leave(client, ("table", "pit-1"))
        stage.hub.leave(client, ("table", "pit-1"))
        stage.face.rendered.clear()
        await stage.happens("first")
        assert (stage.hub.clients, stage.face.rendered) == (0, [])

    played(scene)


def test_somebody_who_may_no_longer_look_is_sent_away() -> None:
    async def scene(stage: Scene) -> None:
        pia = await stage.join("table", "pit-1", PIA, is_over=lambda: True)
        tom = await stage.join("table", "pit-1", TOM)
        stage.hub.dismiss()
        await stage.happens("first")
        assert [each["event"] for each in heard(pia)] == ["whole", "locked", "end"]
        assert [each["event"] for each in heard(tom)] == ["whole", "change"]

    played(scene)


def test_a_log_that_is_gone_leaves_pages_as_they_are_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hubs, "AGAIN", 0.3)

    async def scene(stage: Scene) -> None:
        client = await stage.join("table", "pit-1", None)
        stage.face.fails = True
        await stage.happens("first")
        assert len(heard(client)) == 1
        with pytest.raises(Unavailable, match="the log is gone"):
            await stage.join("table", "pit-1", PIA)
        assert stage.hub.clients == 1
        stage.face.fails = False
        message = await asyncio.wait_for(client.line.get(), 10)
        assert message is not None
        assert b'"a":"first"' in message

    played(scene)


def test_what_events_touch_may_be_unknown_while_the_log_is_gone() -> None:
    class Puzzled(Counting):
        def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
            raise Unavailable("the log is gone", code="store.unavailable")

    async def scene(stage: Scene) -> None:
        stage.hub.faces = {"puzzled": Puzzled(), "table": stage.face}
        client = await stage.join("table", "pit-1", None)
        await stage.happens("first")
        assert heard(client)[-1]["data"] == {"a": "first"}
        assert stage.room.notes[-1].startswith("what events touch is not known: Unavailable")

    played(scene)


def test_the_end_of_the_room_ends_every_stream() -> None:
    clients: list[Client] = []

    async def scene(stage: Scene) -> None:
        clients.append(await stage.join("table", "pit-1", None))

    played(scene)
    assert [each["event"] for each in heard(clients[0])] == ["whole", "end"]


class Crowded(Counting):
    """A face that looks the same to everybody but those who are named."""

    def __init__(self) -> None:
        super().__init__()
        self.own = {"pia"}

    def alike(self, topic: str) -> Alike:
        return lambda viewer: viewer if viewer and viewer.name in self.own else None


def test_whoever_sees_the_same_as_others_shares_it_until_they_see_more() -> None:
    async def scene(stage: Scene) -> None:
        stage.face = face = Crowded()
        stage.hub.faces = {"table": face}
        guests = [Actor(f"guest-{n}", Role.PLAYER) for n in range(9)]
        watching = [await stage.join("table", "pit-1", each) for each in guests]
        pia = await stage.join("table", "pit-1", PIA)
        face.rendered.clear()
        await stage.happens("first")
        assert sorted(str(viewer) for _, viewer in face.rendered) == ["None", "player pia"]
        face.own.add("guest-0")
        await stage.happens("second")
        kinds = [[each["event"] for each in heard(client)] for client in watching]
        assert kinds == [["whole", "change", "whole"], *[["whole", "change", "change"]] * 8]
        face.own.clear()
        await stage.happens("third")
        assert [each["event"] for each in heard(pia)] == ["whole", "change", "change", "whole"]
        assert heard(watching[0])[-1]["data"] == {"a": "third", "b": "the public"}

    played(scene)


def test_nobody_misses_what_somebody_saw_who_came_in_at_that_moment() -> None:
    async def scene(stage: Scene) -> None:
        first = await stage.join("table", "pit-1", None)
        stage.face.text = "not told yet"
        second = await stage.join("table", "pit-1", None)
        assert [each["data"]["a"] for each in heard(first)] == ["nothing yet", "not told yet"]
        assert [each["data"]["a"] for each in heard(second)] == ["not told yet"]

    played(scene)


def test_a_page_that_cannot_be_drawn_ends_alone() -> None:
    class Broken(Counting):
        def parts(self, topic: str, viewer: Actor | None) -> Parts:
            if self.fails:
                raise KeyError("felt")
            return super().parts(topic, viewer)

    async def scene(stage: Scene) -> None:
        broken = Broken()
        stage.hub.faces = {"broken": broken, "table": stage.face}
        ended = await stage.join("broken", "pit-1", None)
        client = await stage.join("table", "pit-1", None)
        broken.fails = True
        await stage.happens("first")
        assert [each["event"] for each in heard(ended)] == ["whole", "end"]
        assert heard(client)[-1]["data"] == {"a": "first"}
        assert "the page broken/pit-1 cannot be drawn: KeyError('felt')" in stage.room.notes

    played(scene)


def test_a_page_that_everybody_has_left_meanwhile_is_not_drawn() -> None:
    class Watched(Counting):
        def parts(self, topic: str, viewer: Actor | None) -> Parts:
            self.meanwhile()
            return super().parts(topic, viewer)

        def meanwhile(self) -> None:
            """Something that takes place while the page is drawn."""

    async def scene(stage: Scene) -> None:
        first, second = Watched(), Counting()
        stage.hub.faces = {"first": first, "second": second}
        await stage.join("first", "pit-1", None)
        gone = await stage.join("second", "pit-1", None)
        second.rendered.clear()
        first.meanwhile = lambda: stage.hub.leave(gone, ("second", "pit-1"))  # type: ignore[method-assign]
        await stage.happens("first")
        assert (stage.hub.clients, second.rendered) == (1, [])

    played(scene)


def test_what_happens_while_somebody_comes_in_is_told_to_them() -> None:
    async def scene(stage: Scene) -> None:
        begun, go_on = Event(), Event()
        parts = stage.face.parts

        def slow(topic: str, viewer: Actor | None) -> Parts:
            shown = parts(topic, viewer)
            begun.set()
            go_on.wait(10)
            return shown

        stage.face.parts = slow  # type: ignore[method-assign]
        joining = asyncio.ensure_future(stage.join("table", "pit-1", PIA))
        await asyncio.to_thread(begun.wait, 10)
        happening = asyncio.ensure_future(stage.happens("your decision"))
        await asyncio.sleep(0.02)
        go_on.set()
        client = await joining
        await happening
        assert [each["data"]["a"] for each in heard(client)] == ["nothing yet", "your decision"]

    played(scene)


def test_nobody_comes_in_when_the_room_is_closing() -> None:
    async def scene(stage: Scene) -> None:
        await stage.hub.close()
        with pytest.raises(Unavailable, match="the room is closing"):
            await stage.join("table", "pit-1", PIA)

    played(scene)
