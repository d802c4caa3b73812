"""Every address, stream and command, tried by everybody: a second table says who gets in."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.routing import Route

from fairdeal.live import Actor, Role, commands
from fairdeal.live.actors import MAY
from fairdeal.live.log.chain import ACCOUNTS
from fairdeal.web.access import limits
from fairdeal.web.access.guard import TOKEN
from fairdeal.web.access.limits import Bucket
from fairdeal.web.access.permissions import SEES
from fairdeal.web.access.sessions import Session
from tests.live.tables import MANAGER
from tests.web.house import House
from tests.web.roles import (
    COMMANDS,
    FOR_NOBODY,
    PAGES,
    ROLES,
    STREAMS,
    WAYS_OUT,
    may_listen,
    may_open,
)
from tests.web.wire import Answer, asked, cookie_header

AWAY = 6 * 60 * 1_000_000
DOORS = ("/sign-in", "/first/{word}", "/first/{word}/strength", "/api/session", "/go-on")
"""Where nobody is known yet, or no longer, so that no page can have a token."""

TOLD_TO_THE_LOCKED = ("/waiting",)
"""How much waits for the person, as a number and no more."""

FILLED = {
    "game": "three-card-poker",
    "table": "pit-1",
    "name": "pit-1",
    "topic": "pit-1",
    "progressive": "stax",
    "day": "2026-09-21",
    "word": "not-ours",
    "command": "sit",
    "face": "table",
}
"""What stands in an address for each of its fields; 1 for all others."""


class People:
    """Everybody who may knock: each comes in anew for each try."""

    def __init__(self, house: House) -> None:
        self._sessions = house.site.sessions
        self._house = house
        house.now -= 2 * AWAY  # everybody has worked here for a while
        for role in ROLES:
            if role != "player":
                house.staff(role, Role(role))
        house.now += 2 * AWAY

    def session(self, role: str) -> Session:
        return self._house.session(Actor("pat" if role == "player" else role, Role(role)))

    def cookie(self, who: str) -> tuple[str, str]:
        """A cookie and its token; both are empty for a stranger."""
        if who == "stranger":
            return "", ""
        session = self.session("manager" if who in ("locked", "gone") else who)
        cookie, token = self._sessions.cookie(session), self._sessions.token(session)
        if who == "locked":
            self._sessions.end(session)
            late = replace(session, id="late", since=session.since - AWAY, seen=session.seen - AWAY)
            return self._sessions.cookie(late), self._sessions.token(late)
        if who == "gone":
            self._sessions.end(session)
        return cookie, token


def done(house: House) -> dict[str, int]:
    """What was done in the room, but for its accounts: a terminal that is locked is recorded."""
    streams = house.room.store.streams()
    return {name: count for name, count in streams.items() if name != ACCOUNTS}


EVERYBODY = (*ROLES, "stranger", "gone", "locked")


def role_of(who: str) -> str:
    """As whom the room takes somebody: whoever has signed out is a stranger, and so a player."""
    return "player" if who in ("stranger", "gone") else who


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("three-card-poker", practice=True)
    house.room.do("pit-1", commands.sit, by=Actor("pat", Role.PLAYER), seat=1)
    return house


def addresses(house: House, method: str) -> Iterator[tuple[str, str]]:
    """Every route of a method but those of streams: its pattern, and an address that it matches."""
    for route in house.app.routes:
        assert isinstance(route, Route), f"{route} is not a plain route"
        if method in (route.methods or {"GET"}) and route.path not in STREAMING:
            yield route.path, filled(route.path)


STREAMING = ("/stream/{face}/{topic}", "/api/tables/{topic}/stream")


def filled(pattern: str) -> str:
    known = FILLED | ({"name": "stax"} if "/progressive" in pattern else {})
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda field: known.get(field[1], "1"), pattern)


def call(
    house: House, method: str, address: str, cookie: str, token: str = "", body: bytes = b""
) -> Answer:
    headers = cookie_header(cookie) | ({TOKEN: token} if token else {})
    return asyncio.run(asked(house.app, method, address, headers, body))


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_page_opens_for_whom_it_is_and_for_nobody_else(house: House, who: str) -> None:
    people, head = People(house), done(house)
    for pattern, address in addresses(house, "GET"):
        answer = call(house, "GET", address, people.cookie(who)[0])
        assert answer.status < 500, f"{address} for {who}: {answer.text}"
        if who == "locked":
            is_open = answer.status == 200 and not answer.turned_away
            shut = may_open(pattern, "manager") and not may_open(pattern, "player")
            assert not (shut and is_open) or pattern in TOLD_TO_THE_LOCKED, address
        else:
            expected = may_open(pattern, role_of(who))
            assert answer.turned_away is not expected, f"{address} for {who}: {answer.status}"
    assert done(house) == head


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_stream_is_for_whom_it_is_and_for_nobody_else(house: House, who: str) -> None:
    people, head = People(house), done(house)
    tried = 0
    for face in house.site.hub.faces:
        for topic in ("all", "pit-1", "stax"):
            answer = call(house, "GET", f"/stream/{face}/{topic}", people.cookie(who)[0])
            if answer.code.endswith(".unknown") or answer.code in ("name.unreadable", "sign.none"):
                continue  # there is no such topic
            tried += 1
            if who == "locked" and face not in FOR_NOBODY:
                assert answer.code == "session.locked"
            elif face in FOR_NOBODY or may_listen(face, role_of(who)):
                assert (answer.status, answer.code) == (200, ""), face
                assert answer.body.startswith(b"event: now\n")
            else:
                assert answer.turned_away, f"{face} {topic} for {who}"
                assert b"event:" not in answer.body
    view = call(house, "GET", "/api/tables/pit-1/stream", people.cookie(who)[0])
    assert view.status == (401 if who == "locked" else 200)
    assert tried >= len(house.site.hub.faces)
    assert done(house) == head


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_command_is_for_the_roles_that_may_give_it(house: House, who: str) -> None:
    people = People(house)
    for name, roles in COMMANDS.items():
        kind, where = ("progressives", "stax") if name in OF_METERS else ("tables", "pit-1")
        cookie, token = people.cookie(who)
        head = done(house)
        answer = call(house, "POST", f"/api/{kind}/{where}/{name}", cookie, token, b'{"x": 1}')
        assert done(house) == head, f"{name} was done for {who}"
        if who == "locked":
            assert (answer.status, answer.code) == (401, "session.locked")
        elif who in ("stranger", "gone"):
            assert (answer.status, answer.code) == (403, "page.old")
        elif who in roles.split():
            assert (answer.status, answer.code) == (400, "command.malformed"), name
        else:
            assert (answer.status, answer.code) == (403, "role.refused"), f"{name} for {who}"


OF_METERS = {name for name in COMMANDS if "progressive" in name or "adjustment" in name}
OF_METERS |= {"schedule-rate", "raise-ceiling"}


@pytest.mark.parametrize("who", EVERYBODY)
def test_whatever_else_is_asked_for_is_done_for_the_right_people_only(
    house: House, who: str
) -> None:
    people = People(house)
    for pattern, address in addresses(house, "POST"):
        if pattern.endswith("/{name}/{command}") or pattern in DOORS:
            continue
        if who == "locked" and pattern in WAYS_OUT:
            continue
        cookie, token = people.cookie(who)
        answer = call(house, "POST", address, cookie, token, b"{}")
        assert answer.status < 500, f"{address}: {answer.text}"
        if who == "locked":
            assert answer.code == "session.locked", address
        elif who in ("stranger", "gone"):
            assert answer.code == "page.old" or answer.turned_away, address
        else:
            assert answer.turned_away is not may_open(pattern, who), f"{address} for {who}"


@pytest.mark.parametrize("role", ROLES)
def test_nothing_is_done_without_the_token_of_the_own_session(house: House, role: str) -> None:
    people = People(house)
    for pattern, address in addresses(house, "POST"):
        if pattern in DOORS:
            continue
        foreign = people.cookie(role)[1]
        for token in ("", "made-up", foreign):
            head = done(house)
            answer = call(house, "POST", address, people.cookie(role)[0], token, b'{"seat": 2}')
            no_token = answer.status == 403 and (answer.code == "page.old" or not token)
            assert no_token or answer.turned_away, address
            assert done(house) == head


def test_whoever_asks_with_a_changed_cookie_is_nobody(house: House) -> None:
    cookie, token = People(house).cookie("manager")
    body, _, signature = cookie.rpartition(".")
    for changed in (f"{body}x.{signature}", f"{body}.{signature[:-2]}xx", body, f".{signature}"):
        assert call(house, "GET", "/api/tables/pit-1", changed).status == 200
        answer = call(house, "POST", "/api/tables/pit-1/close-table", changed, token, b"{}")
        assert answer.code == "page.old"


def test_pages_are_only_looked_at(house: House) -> None:
    """What changes something is asked for with POST, and a page is got with GET alone."""
    changing = {"POST", "PUT", "PATCH", "DELETE"}
    for route in house.app.routes:
        assert isinstance(route, Route)
        methods = {*(route.methods or {"GET"})}
        both = methods & changing and "GET" in methods
        assert not both or route.path in DOORS, route.path


def test_the_second_tables_know_everything_that_the_package_knows() -> None:
    told = {name: {*roles.split()} for name, roles in COMMANDS.items()}
    assert told == {name: {*map(str, roles)} for name, roles in MAY.items()}
    for page, roles in SEES.items():
        told_roles = STREAMS.get(page) or PAGES.get(f"/{page}")
        assert told_roles is not None, f"say in tests/web/roles.py who may see {page}"
        assert {*told_roles.split()} == {*map(str, roles)}, page


def test_the_second_tables_name_nothing_that_is_not_there(house: House) -> None:
    paths = [route.path for route in house.app.routes if isinstance(route, Route)]
    for beginning in PAGES:
        known = [path for path in paths if f"{path}/".startswith(f"{beginning.rstrip('/')}/")]
        assert known, f"there is no {beginning}: take it out of tests/web/roles.py"
    assert {*STREAMS} == {*house.site.hub.faces}


def test_a_stream_that_is_not_there_is_told_with_the_nearest(house: House) -> None:
    answer = call(house, "GET", "/stream/tabel/pit-1", "")
    assert (answer.status, answer.code) == (404, "stream.unknown")
    assert "did you mean table?" in answer.text


def test_whoever_asked_long_ago_is_forgotten_when_too_many_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "_MOST", 2)
    bucket = Bucket(1, 0, lambda: 0)
    assert [bucket.take(who) for who in ("a", "a", "b", "c", "a")] == [
        True,
        False,
        True,
        True,
        True,
    ]
