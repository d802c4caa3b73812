"""What leaves the room over the wire, to the last byte: pages, views, streams and answers."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairdeal import cards, games
from fairdeal.live import Actor, Role, commands
from fairdeal.live.shoe import Deck
from fairdeal.web.access.guard import TOKEN
from tests.live.tables import AUDITOR, BETS, DEALER, FLOOR, MANAGER, WATCHER
from tests.scale import SCALE
from tests.web.house import House
from tests.web.roles import may_listen, may_open
from tests.web.sight import Sight, named
from tests.web.test_permissions import addresses
from tests.web.wire import Answer, Listener, asked, cookie_header, in_a_room

GAMES = sorted(games.GAMES)
PIA, TOM, IDA = (Actor(name, Role.PLAYER) for name in ("pia", "tom", "ida"))
PEOPLE = (None, PIA, TOM, IDA, DEALER, FLOOR, WATCHER, AUDITOR, MANAGER)
"""The public, two who play, one who watches, and everybody of the house."""
HISTORY = ("/log", "/books", "/replay", "/rounds", "/api/log", "/api/books")
"""Addresses that show earlier rounds."""
PAPER = ("/lab", "/rules", "/sign-in")
"""Pages that know of no table: it is enough to look at them once in a round."""


class Wired:
    """A room whose every byte is looked at."""

    def __init__(self, folder: Path, game: str) -> None:
        self.house = House(folder)
        self.whims = random.Random(game)
        self.deck = Deck(b"", b"")
        self.game, self.room = game, self.house.room
        self.sight = Sight(game)
        self.house.open(game, dealer="dora")
        for seat, player in enumerate((PIA, TOM), 1):
            self.room.do("pit-1", commands.sit, by=player, seat=seat)
            self.room.do("pit-1", commands.buy_in, by=FLOOR, player=player.name, cents=10**7)
        for each in PEOPLE:
            if each and each.role is not Role.PLAYER:
                self.house.staff(each.name, each.role)
        sessions = self.house.site.sessions
        self.cookies = {
            each: sessions.cookie(self.house.session(each)) if each else "" for each in PEOPLE
        }
        self.listening: list[tuple[Actor | None, Listener]] = []
        self.static: dict[str, Any] = {}
        self.looked_in = 0
        self.bytes = 0

    def listen(self) -> None:
        """Everybody follows everything that they may follow."""
        for viewer in PEOPLE:
            role = viewer.role if viewer else "player"
            for face in self.house.site.hub.faces:
                for topic in ("all", "pit-1"):
                    if may_listen(face, role) and face not in ("log", "books", "replay"):
                        stream = Listener(
                            self.house.app, f"/stream/{face}/{topic}", self.cookies[viewer]
                        )
                        self.listening.append((viewer, stream))
            stream = Listener(self.house.app, "/api/tables/pit-1/stream", self.cookies[viewer])
            self.listening.append((viewer, stream))

    async def act(self, by: Actor, command: str, **asked_for: Any) -> dict[str, Any]:
        """A command over the wire; its answer must tell no more than a view."""
        sessions = self.house.site.sessions
        session = self.house.session(by)  # a new one each time, which has asked for nothing yet
        headers = cookie_header(sessions.cookie(session)) | {TOKEN: sessions.token(session)}
        body = json.dumps(asked_for).encode()
        answer = await asked(self.house.app, "POST", f"/api/tables/pit-1/{command}", headers, body)
        assert answer.status == 200, answer.text
        told: dict[str, Any] = json.loads(answer.body)
        self.check_answer(by, told)
        return told

    def check_answer(self, by: Actor, told: dict[str, Any]) -> None:
        now = self.room.table("pit-1").playing
        fields = [*_fields(told)]
        names = {name for name, _ in fields}
        assert "sealed" not in names
        if now and now.commitment:
            may_see = self.sight.cards(now, self.deck, by)
            for name, value in fields:
                shown = (
                    {cards.name(card) for card in value} if name in ("shown", "cards") else set()
                )
                assert shown <= may_see, f"{name} told to {by}"
            assert not names & {"deck", "nonce"}

    async def get(self, viewer: Actor | None, address: str) -> Answer:
        return await asked(self.house.app, "GET", address, cookie_header(self.cookies[viewer]))

    async def pages(self, *less: str) -> dict[tuple[Actor | None, str], str]:
        """Every page and every JSON answer, for everybody who may have it."""
        found = {}
        for pattern, address in addresses(self.house, "GET"):
            if pattern.startswith(("/static", "/api/openapi", *HISTORY, *less)):
                continue
            for viewer in PEOPLE:
                if may_open(pattern, viewer.role if viewer else "player"):
                    found[viewer, address] = (await self.get(viewer, address)).text
        return found

    async def look(self) -> None:
        """Nothing that anybody has got since the last look shows what is hidden from them."""
        await self.settle_down()
        now = self.room.table("pit-1").playing
        assert now is not None
        may_see = {each: self.sight.cards(now, self.deck, each) for each in PEOPLE}
        for viewer, stream in self.listening:
            text = stream.taken()
            self.bytes += len(text)
            leaked = {*named(text)} - may_see[viewer]
            assert not leaked, f"{viewer} was sent {sorted(leaked)} at step {now.step}"
        less = PAPER if self.looked_in == now.number else ()
        self.looked_in = now.number
        for (viewer, address), text in (await self.pages(*less)).items():
            self.bytes += len(text)
            printed = self.static.get(address, {})
            leaked = {*(named(text) - printed)} - may_see[viewer]
            assert not leaked, f"{address} shows {viewer} {sorted(leaked)} at step {now.step}"

    async def settle_down(self) -> None:
        """Every stream has everything: nothing waits to be rendered, and nothing came of late."""
        hub, before = self.house.site.hub, -1
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0.03)
            await loop.run_in_executor(hub._renders, lambda: None)
            heard = sum(len(stream.heard) for _, stream in self.listening)
            if heard == before and not hub._dirty:
                return
            before = heard

    async def play(self) -> int:
        """One round; how many answers of the players were seen."""
        self.sight = Sight(self.game)
        order = self.whims.sample(range(52), 52)
        self.deck, self.house.deck = Deck(bytes(order), b""), " ".join(map(cards.name, order))
        await self.act(DEALER, "open-round")
        now = self.room.table("pit-1").playing
        assert now is not None
        if now.offered:
            banks = (PIA, TOM)[now.offered - 1]
            await self.act(banks, "post-bank", seat=now.offered, cents=50_000)
        now = self.room.table("pit-1").playing
        for seat, player in enumerate((PIA, TOM), 1):
            if not now or now.banker != player.name:
                await self.act(player, "place", seat=seat, bets=dict(BETS[self.game]))
        await self.settle_down()
        for _, stream in self.listening:
            stream.taken()
        answers = 0
        await self.act(DEALER, "no-more-bets")
        while (now := self.room.table("pit-1").playing) and now.commitment:
            await self.look()
            if now.turn:
                player = (PIA, TOM)[now.turn - 1]
                view = json.loads((await self.get(player, "/api/tables/pit-1")).body)
                word = view["choices"][answers % len(view["choices"])]["word"]
                await self.act(player, "decide", seat=now.turn, word=word)
                answers += 1
            else:
                await self.act(DEALER, "next-step")
        return answers


def _fields(told: Any) -> Iterator[tuple[str, Any]]:
    """Every field at any depth."""
    if isinstance(told, dict):
        for name, value in told.items():
            yield name, value
            yield from _fields(value)
    elif isinstance(told, list):
        for each in told:
            yield from _fields(each)


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_the_room_shows_a_hidden_card(tmp_path: Path, game: str) -> None:
    wired = Wired(tmp_path, game)

    async def scene() -> None:
        wired.listen()
        await wired.settle_down()
        wired.static = {
            address: named(text) for (_, address), text in (await wired.pages()).items()
        }
        answers = [await wired.play() for _ in range(2 * SCALE)]
        assert sum(answers) >= 2
        for _, stream in wired.listening:
            await stream.hang_up()

    in_a_room(wired.house.app, scene)
    assert wired.bytes > 1_000_000


def test_a_room_that_closes_ends_its_streams_which_began_with_the_time(tmp_path: Path) -> None:
    wired = Wired(tmp_path, "three-card-poker")

    async def scene() -> None:
        stream = Listener(wired.house.app, "/stream/table/pit-1", "")
        while not stream.heard:
            await asyncio.sleep(0.01)
        await wired.house.site.hub.close()
        await asyncio.wait_for(stream.ended(), 10)
        now = wired.house.now // 1000
        assert stream.taken().startswith(f"event: now\ndata: {now}\n\nevent: whole\n")

    in_a_room(wired.house.app, scene)
