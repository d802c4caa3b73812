"""A card room whose pages a test can open."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from msgspec.structs import replace
from starlette.testclient import TestClient

from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.accounts import Accounts as People
from fairdeal.live.clocks import Clock
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.web import files
from fairdeal.web.access.accounts import Accounts
from fairdeal.web.access.sessions import Session, Sessions
from fairdeal.web.app import application
from fairdeal.web.site import Site
from tests.live.decks import Arranged
from tests.live.stacking import deck_of, number_of
from tests.live.tables import AS_IT_PAYS, FLOOR, KEY

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse"
GIVEN = "a battery staple"
"""By the manager who opens an account."""


class _Room(Room):
    """Tests act as people who have no account, and sign with accounts that are a day old."""

    def _people(self, by: Actor, command: str) -> People:
        people = self.accounts.read_on()
        if by.name in people.people:
            people = super()._people(by, command)
        known = {name: replace(each, handled=()) for name, each in people.people.items()}
        return replace(people, people=known)


class House:
    """A room, its site, and a clock that the test moves."""

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        self.now = 1_790_000_000_000_000
        self.deck = ""
        """The cards of the next deck, from its top; the others follow in the order of a new one."""
        self.clock = clock or Clock.of(lambda: self.now)
        shoe = Arranged(KEY, below=lambda orders: number_of(deck_of(self.deck)))
        self.room: Room = _Room(MemoryStore(KEY), KEY, clock=self.clock, shoe=shoe)
        accounts = Accounts(self.room, QUICK)
        self.site = Site(self.room, accounts, Sessions(KEY, self.clock.monotonic), key=KEY)
        self.app = application(self.site)

    def seat(self, *players: Actor) -> None:
        """Guests sit down at the first table, each with play chips."""
        for number, player in enumerate(players, 1):
            self.room.do("pit-1", commands.sit, by=player, seat=number)
            self.site.give_chips("pit-1", player)

    def open(self, game: str, table: str = "pit-1", **setup: Any) -> None:
        self.room.do(table, commands.open_table, by=FLOOR, game=game, **(AS_IT_PAYS | setup))

    def session(self, actor: Actor) -> Session:
        """A session of a person of the house, or of a guest."""
        account = self.site.accounts.find(actor.name)
        return self.site.sessions.begin(actor, account.epoch if account else 0)

    def staff(self, name: str, role: Role) -> None:
        """An account of that name, whose password the person has chosen."""
        if not self.site.accounts.every():
            self.site.accounts.open_own("max", PASSWORD)
        if name != "max":
            self.site.accounts.open(name, role, GIVEN, by="max")
            self.site.accounts.choose_password(name, GIVEN, PASSWORD)

    @contextmanager
    def browser(self) -> Iterator["Browser"]:
        """A browser that nobody has used yet; no stream is open in it."""
        client = TestClient(self.app)
        try:
            yield Browser(client)
        finally:
            client.close()


@contextmanager
def fresh_stylesheet() -> Iterator[None]:
    """The stylesheet, which is kept once it has been read, is that of the games there are now."""
    kept = (files._file, files._packed, files._version, files.address)
    for each in kept:
        each.cache_clear()
    try:
        yield
    finally:
        for each in kept:
            each.cache_clear()


class Browser:
    """What a person, or a page's script, does with it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.token = ""

    def get(self, path: str, **more: Any) -> Any:
        answer = self.client.get(path, **more)
        if found := re.search(r'fairdeal-token" content="([^"]*)', answer.text):
            self.token = found[1]
        return answer

    def act(self, command: str, table: str = "pit-1", **asked: Any) -> Any:
        """Give a command, as the script of the page does."""
        headers = {"x-fairdeal-token": self.token}
        return self.client.post(f"/api/tables/{table}/{command}", json=asked, headers=headers)

    def post(self, path: str, key: str = "", **asked: Any) -> Any:
        """Ask for something that is not done at one table."""
        headers = {"x-fairdeal-token": self.token} | ({"idempotency-key": key} if key else {})
        return self.client.post(path, json=asked, headers=headers)

    def view(self, table: str = "pit-1") -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/tables/{table}").json()
        return found

    @property
    def name(self) -> str:
        """Who the room thinks it is."""
        found = re.search(r'class="hide-s">([^<]*)</span>', self.get("/").text)
        assert found is not None
        return found[1]

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        told = {"name": name, "password": password}
        return self.client.post("/sign-in", data=told, follow_redirects=False)


AUTOMATIC = Actor("house", Role.DEALER)
