"""What no request gets past: other sites, too much from one address, and what nobody foresaw."""

import asyncio
import logging
import re
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

from fairdeal.errors import Malformed, Refused, Unavailable
from fairdeal.live import Role
from fairdeal.web.access.guard import DEVICE, SAFE, body_of
from fairdeal.web.access.limits import STREAMS, Held, Lane, Limits, is_near, place_of
from fairdeal.web.access.seating import Seating
from fairdeal.web.access.sessions import COOKIE
from fairdeal.web.app import application
from fairdeal.web.site import Site
from tests.live.tables import KEY
from tests.web.house import PASSWORD, Browser, House
from tests.web.wire import Listener, asked, in_a_room, scope_of

FAR = "203.0.113.7"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open("three-card-poker")
    return house


def limited(house: House, visitors: int) -> None:
    """As if the room had been opened for fewer people."""
    limits = Limits(visitors)
    site = Site(house.room, house.site.accounts, house.site.sessions, key=KEY, limits=limits)
    house.site, house.app = site, application(site)


def browser(house: House, address: str = FAR, scheme: str = "http", **more: Any) -> Browser:
    client = TestClient(house.app, f"{scheme}://room", client=(address, 1234), **more)
    return Browser(client)


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "http://room"}, True),
        ({"origin": "http://room:8080"}, False),
        ({"origin": "https://elsewhere.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://["}, False),
        ({"origin": "http://room", "sec-fetch-site": "cross-site"}, False),
    ],
)
def test_a_page_of_another_site_has_nothing_done(
    house: House, headers: dict[str, str], is_ours: bool
) -> None:
    house.staff("fran", Role.FLOOR)
    guest = browser(house)
    guest.get("/")
    told = {"name": "fran", "password": PASSWORD}
    answer = guest.client.post("/sign-in", data=told, headers=headers, follow_redirects=False)
    assert answer.status_code == (303 if is_ours else 403)
    assert ("set-cookie" in answer.headers) is is_ours
    page = guest.client.get("/", headers=headers)
    assert page.status_code == 200
    sit = {"x-fairdeal-token": house.site.sessions.token(signed(house, guest)), **headers}
    answer = guest.client.post("/api/here", json={}, headers=sit)
    assert answer.status_code == (200 if is_ours else 403)
    if not is_ours:
        assert answer.json()["code"] == "request.origin"


def signed(house: House, guest: Browser) -> Any:
    return house.site.sessions.read(guest.client.cookies["fairdeal"])


def test_cookies_of_an_encrypted_connection_go_over_no_other(house: House) -> None:
    for scheme, is_secure in (("https", True), ("http", False)):
        cookie = browser(house, scheme=scheme).get("/").headers["set-cookie"]
        assert ("; Secure" in cookie) is is_secure
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_over_https_the_cookie_is_one_that_no_other_page_can_set(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = browser(house, scheme="https")
    page = guest.get("/")
    assert page.headers["set-cookie"].startswith("__Host-fairdeal=")
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    name = guest.get("/api/session").json()["name"]
    assert guest.get("/api/session").json()["name"] == name, "the room reads its own cookie"
    [cookie] = [each.value for each in guest.client.cookies.jar]
    planted = browser(house, scheme="https", cookies={"fairdeal": str(cookie)})
    assert planted.get("/api/session").json()["name"] != name
    plain = browser(house).get("/")
    assert plain.headers["set-cookie"].startswith("fairdeal=")

    def unreachable() -> None:
        raise Unavailable("the disk is full", code="store.unavailable")

    monkeypatch.setattr(house.room, "tables", unreachable)
    waits = guest.get("/").headers["set-cookie"]
    assert waits.startswith("fairdeal-waits="), "it has a path of its own, so no such name"
    assert waits.endswith("; Secure")
    assert "strict-transport-security" not in plain.headers


def test_every_answer_says_what_a_browser_may_do_with_it(house: House) -> None:
    for path in ("/", "/api/tables", "/nowhere", "/static/fairdeal.js"):
        headers = browser(house).get(path).headers
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "require-trusted-types-for 'script'" in headers["content-security-policy"]


def test_a_room_answers_under_its_own_names_alone(house: House) -> None:
    house.site.names = frozenset({"cards.example", "::1"})
    house.app = application(house.site)
    own = ("cards.example", "Cards.Example:8443", "cards.example.", "[::1]:8080")
    foreign = (
        "evil.example",
        "cards.example.evil.example",
        "evil@cards.example",
        "cards.example/x",
        "[",
        "",
    )
    for host, status in {**dict.fromkeys(own, 200), **dict.fromkeys(foreign, 421)}.items():
        for origin in ({}, {"origin": f"http://{host}"}):
            answer = browser(house).get("/api/tables", headers={"host": host, **origin})
            assert answer.status_code == status, host
    assert answer.json()["code"] == "request.host"
    assert "answers only at ::1 or cards.example" in answer.json()["sentences"][0]


def test_an_address_asks_for_so_much_and_others_are_not_held_up(house: House) -> None:
    limited(house, 2)
    one = browser(house)
    codes = [one.get("/").status_code for _ in range(25)]
    assert codes[:20] == [200] * 20
    assert codes[-1] == 429
    assert "Too much is asked for from here" in one.get("/").text
    page = browser(house, "203.0.113.8")
    assert page.get("/").status_code == 200
    near = browser(house, "127.0.0.1")
    assert {near.get("/").status_code for _ in range(30)} == {200}
    assert one.get(near.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]).is_success


def test_who_drops_the_cookie_is_not_a_new_guest_for_ever(house: House) -> None:
    limited(house, 2)
    stranger = browser(house)
    codes = []
    for _ in range(6):
        stranger.client.cookies.clear()
        codes.append(stranger.get("/api/session").status_code)
    assert codes == [200] * 4 + [429] * 2
    assert browser(house, "2001:db8::1").get("/").status_code == 200


def test_an_address_counts_as_the_same_however_it_is_written() -> None:
    assert place_of(FAR) == place_of(f"::ffff:{FAR}") == FAR
    assert place_of("2001:db8::1") == place_of("2001:DB8:0:0:ffff::2") == "2001:db8::/64"
    assert place_of("x" * 10_000) == "x" * 45
    assert is_near("::ffff:127.0.0.1")
    assert not is_near(FAR)


def test_a_network_of_the_newer_kind_is_one_visitor(house: House) -> None:
    limited(house, 1)
    codes = [browser(house, f"2001:db8::{number}").get("/").status_code for number in range(1, 5)]
    assert codes == [200, 200, 429, 429]


def test_the_guests_of_one_address_leave_seats_to_others(house: House) -> None:
    limited(house, 8)
    codes = []
    for _ in range(3):
        guest = browser(house)
        guest.get("/")
        answer = guest.act("sit")
        codes.append(answer.status_code)
    assert codes == [200, 200, 409]
    assert answer.json()["code"] == "seat.crowd"
    other = browser(house, "203.0.113.9")
    other.get("/")
    assert other.act("sit").status_code == 200


def test_only_so_many_guests_are_remembered_with_their_address(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.web.access.seating._MOST", 2)
    seating = Seating(house.room, 1)
    for guest in ("guest-1", "guest-2", "guest-3"):
        seating.check(FAR, guest)
    assert [*seating._from] == ["guest-2", "guest-3"]


def test_a_visitor_and_an_address_have_so_many_pages_open(house: House) -> None:
    limited(house, 5)
    sessions = house.site.sessions
    cookie = sessions.cookie(sessions.guest())

    async def scene() -> None:
        open_now = [Listener(house.app, "/stream/lobby/all", cookie) for _ in range(STREAMS)]
        while house.site.hub.clients < STREAMS:
            await asyncio.sleep(0.01)
        refused = await asked(
            house.app, "GET", "/stream/lobby/all", {"cookie": f"fairdeal={cookie}"}
        )
        assert (refused.status, refused.code) == (429, "asked.often")
        for each in open_now:
            await each.hang_up()
        assert (await asked(house.app, "GET", "/stream/sign/pit-1", {})).status == 200
        again = await asked(house.app, "GET", "/stream/lobby/all", {"cookie": f"fairdeal={cookie}"})
        assert again.status == 200

    in_a_room(house.app, scene)


def test_an_address_has_so_many_pages_open_whoever_has_them() -> None:
    held = Held(2)
    assert [held.take(who) for who in ("a", "a", "a", "b")] == [True, True, False, True]
    held.give_back("a")
    assert held.take("a")
    for who in ("a", "a", "b"):
        held.give_back(who)
    assert not held._count


def test_a_request_that_breaks_off_is_no_fault_of_the_room() -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    with pytest.raises(Malformed, match="broke off"):
        asyncio.run(body_of(request))


def test_streams_from_one_address_are_counted_together(house: House) -> None:
    limited(house, 1)
    guard = house.site.guard

    def request() -> Request:
        return Request(scope_of("GET", "/stream/lobby/all", {}) | {"client": (FAR, 1)})

    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(guard.watching(request(), None))
        with pytest.raises(Refused, match="too many pages are open from here"):
            held.enter_context(guard.watching(request(), guard.sessions.guest()))
    with guard.watching(request(), None):
        pass


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/tables", "json")])
def test_what_nobody_foresaw_has_a_face_and_tells_nothing(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    path: str,
    kind: str,
) -> None:
    def breaks() -> None:
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(house.room, "tables", breaks)
    with caplog.at_level(logging.ERROR):
        answer = browser(house, raise_server_exceptions=False).get(path)
    assert answer.status_code == 500
    assert kind in answer.headers["content-type"]
    assert SAFE.items() <= answer.headers.items()
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    [record] = [each for each in caplog.records if "Internal error" in each.message]
    assert re.search(r"Internal error\. Reference: [0-9a-f]{8}$", record.message)
    assert record.message.split()[-1] in answer.text
    assert record.exc_info is not None, "where in the code"


def test_passwords_wait_in_a_line_that_ends(house: House) -> None:
    house.site.guard._strangers = Lane(2, in_line=0)
    answer = browser(house).sign_in("max")
    assert answer.status_code == 429
    assert "Too many people sign in at this moment" in answer.text


TOO_MANY = "too many sign-ins from here wait: try again"


class Slow:
    """Work with passwords that goes on until it is let go."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.done = Event()

    def work(self, name: str) -> str:
        self.began.append(name)
        assert self.done.wait(20)
        return name


def of(address: str, **cookies: str) -> Request:
    cookie = "; ".join(f"{name}={text}" for name, text in cookies.items()).encode()
    headers = [(b"cookie", cookie)]
    return Request({"type": "http", "client": (address, 1), "headers": headers})


def test_one_address_does_not_fill_the_line_for_others(house: House) -> None:
    guard, held = house.site.guard, Slow()

    async def sign_in(name: str, address: str) -> str:
        try:
            return await guard.hashed(of(address), held.work, name)
        except Refused as refused:
            return str(refused)

    async def crowd() -> list[str]:
        flood = [asyncio.create_task(sign_in("flood", "192.0.2.1")) for _ in range(50)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(sign_in("fran", "192.0.2.7"))
        await asyncio.sleep(0)
        held.done.set()
        return await asyncio.gather(honest, *flood)

    honest, *flood = asyncio.run(crowd())
    assert honest == "fran"
    assert (flood.count("flood"), flood.count(TOO_MANY)) == (4, 46)


def test_the_houses_own_devices_do_not_wait_behind_strangers(house: House) -> None:
    guard, held = house.site.guard, Slow()
    house.staff("fran", Role.FLOOR)
    account = house.site.accounts.find("fran")
    assert account is not None
    signed_in = house.site.sessions.begin(account.actor, account.epoch)
    known = [
        {DEVICE: house.site.sessions.device_cookie("terminal-1")},
        {COOKIE: house.site.sessions.cookie(signed_in)},
    ]

    async def crowd() -> None:
        flood = [
            asyncio.create_task(guard.hashed(of(f"192.0.2.{number}"), held.work, "flood"))
            for number in range(12)
        ]
        while len(held.began) < 2:
            await asyncio.sleep(0.01)
        for cookies in known:
            assert await guard.hashed(of("192.0.2.1", **cookies), lambda: "at once") == "at once"
        assert len(held.began) == 2, "the strangers still wait"
        held.done.set()
        await asyncio.gather(*flood)

    asyncio.run(crowd())


def test_a_device_is_known_once_someone_of_the_house_has_signed_in_there(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    sessions, client = house.site.sessions, browser(house)
    client.get("/")
    assert DEVICE not in client.client.cookies
    client.sign_in("fran", "a wrong guess")
    assert DEVICE not in client.client.cookies
    client.sign_in("fran")
    first = client.client.cookies[DEVICE]
    assert sessions.device_of(first)
    client.post("/api/session", name="fran", password=PASSWORD)
    assert client.client.cookies[DEVICE] == first, "it stays the same device"
    for forged in (None, "", ".", "me.", f"me.{first.rpartition('.')[2]}"):
        assert sessions.device_of(forged) == ""


def test_an_account_is_disabled_while_the_line_is_full(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    client = browser(house)
    client.sign_in("max")
    client.get("/staff")
    house.site.guard._known = Lane(1, in_line=0)
    assert client.post("/api/staff/fran/password", password="another horse").status_code == 429
    assert client.post("/api/staff/fran/disable", reason="left").status_code == 200
    assert client.post("/api/staff/fran/enable").status_code == 200
