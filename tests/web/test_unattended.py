"""ACC-4: a terminal that nobody attends is locked, whatever its page goes on asking by itself."""

from collections.abc import Callable, Iterator
from typing import NoReturn
from urllib.parse import quote

import pytest

from fairdeal.errors import Unavailable
from fairdeal.live import Role
from fairdeal.web.access.guard import WAITS
from fairdeal.web.past.workers import Workers
from tests.web.house import Browser, House

MINUTE = 60_000_000
ASKING = (
    "/api/session",
    "/api/floor/check?game=three-card-poker",
    "/books/chain",
    "/books/check/findings",
    "/lab/figures",
)
"""What scripts ask for without being told to."""


@pytest.fixture
def manager(house: House) -> Iterator[Browser]:
    house.staff("max", Role.MANAGER)
    with house.browser() as browser:
        browser.sign_in("max")
        yield browser


async def never(*work: object) -> None:
    """The work goes on and on."""


def is_in(browser: Browser) -> bool:
    return bool(browser.client.get("/floor", follow_redirects=False).status_code == 200)


def minutes_pass(house: House, ask: Callable[[], object]) -> None:
    """Longer than anybody may be away, while the page asks four times a minute."""
    for _ in range(4 * 6):
        house.now += MINUTE // 4
        ask()


@pytest.mark.parametrize("path", ASKING)
def test_what_a_script_asks_keeps_nobody_signed_in(
    house: House, manager: Browser, path: str
) -> None:
    assert manager.client.get(path).status_code == 200
    minutes_pass(house, lambda: manager.client.get(path, follow_redirects=False))
    assert manager.client.get(path, follow_redirects=False).status_code in (303, 401)
    assert not is_in(manager)


@pytest.mark.parametrize("path", ASKING)
def test_what_a_script_asks_is_answered_while_somebody_is_there(
    house: House, manager: Browser, path: str
) -> None:
    manager.get("/floor")
    for _ in range(3):
        house.now += 4 * MINUTE
        assert manager.client.get(path, follow_redirects=False).status_code == 200
        assert manager.post("/api/here").status_code == 200
    assert is_in(manager)


@pytest.mark.parametrize("path", ["/books", "/books/meters", "/log", "/log/1", "/replay/pit-1/1"])
def test_a_page_that_waits_for_the_log_keeps_nobody_signed_in(
    house: House, manager: Browser, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    house.open("three-card-poker")
    monkeypatch.setattr(Workers, "soon", never)
    assert "the page then loads automatically" in manager.client.get(path).text
    assert manager.client.cookies.get(WAITS, path=path) == quote(path, safe="")
    minutes_pass(house, lambda: manager.client.get(path, follow_redirects=False))
    assert not is_in(manager)


def test_who_comes_to_a_page_that_has_waited_is_there(
    house: House, manager: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark is for the one address, and for the few seconds until it asks again."""
    monkeypatch.setattr(Workers, "soon", never)
    answer = manager.client.get("/books")
    [mark] = [each for each in answer.headers.get_list("set-cookie") if WAITS in each]
    assert "Max-Age=10" in mark
    assert "Path=/books" in mark
    assert "HttpOnly" in mark
    for _ in range(3):
        house.now += 4 * MINUTE
        assert is_in(manager)


def test_a_lobby_that_waits_for_the_log_is_not_the_rest_of_the_room(
    house: House, manager: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*asked: object) -> NoReturn:
        raise Unavailable("the log is gone", code="store.unavailable")

    with monkeypatch.context() as outage:
        outage.setattr(house.room, "tables", gone)
        minutes_pass(house, lambda: manager.client.get("/"))
        assert not is_in(manager)
        manager.sign_in("max")
        for _ in range(3):
            house.now += 4 * MINUTE
            assert manager.client.get("/").status_code == 503
            assert manager.client.get("/password").status_code == 200
    assert is_in(manager)


def test_a_lab_without_scripts_keeps_nobody_signed_in(
    house: House, manager: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.site.bench, "counted", never)
    minutes_pass(house, lambda: manager.client.get("/lab", follow_redirects=False))
    assert not is_in(manager)
