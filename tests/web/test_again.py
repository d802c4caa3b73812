"""What was asked and not answered is asked again, also of a room that was started anew."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairdeal.live import Room, commands
from fairdeal.live.shoe import key_in
from fairdeal.web.app import application
from fairdeal.web.site import Site
from tests.live.tables import FLOOR
from tests.web.house import Browser


@contextmanager
def opened(folder: Path, cookies: dict[str, str]) -> Iterator[tuple[Room, Browser]]:
    """The room of a folder, and somebody who comes with those cookies and keeps them."""
    with Room.open(str(folder / "room.db")) as room:
        site = Site.of(room, key_in(folder / "room.db.key", create=False), None)
        browser = Browser(TestClient(application(site), cookies=cookies))
        browser.token = browser.client.get("/api/session").json()["token"]
        yield room, browser
        kept = browser.client.cookies.get("fairdeal", domain="testserver.local")
        cookies["fairdeal"] = kept or ""


@pytest.mark.parametrize("asked", [{}, {"seat": 3}])
def test_who_asks_again_for_a_seat_has_one_and_chips_once(
    tmp_path: Path, asked: dict[str, int]
) -> None:
    cookies: dict[str, str] = {}
    with opened(tmp_path, cookies) as (room, browser):
        room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
        first = browser.post("/api/tables/pit-1/sit", "the-key", **asked).json()
    with opened(tmp_path, cookies) as (room, browser):
        again = browser.post("/api/tables/pit-1/sit", "the-key", **asked)
        assert again.status_code == 200, again.text
        assert again.json() == first | {"repeated": True}
        table = room.table("pit-1")
        [(seat, guest)] = table.seats.items()
        assert seat == asked.get("seat", 1)
        assert table.chips(guest) == 50_000
        bets = {"seat": seat, "bets": {"ante": 1000}}
        placed = browser.post("/api/tables/pit-1/place", "another", **bets).json()
        head = room.store.head()
    with opened(tmp_path, cookies) as (room, browser):
        again = browser.post("/api/tables/pit-1/place", "another", **bets)
        assert again.json() == placed | {"repeated": True}
        assert room.store.head() == head
        other = browser.post("/api/tables/pit-1/place", "another", seat=seat, bets={"ante": 2000})
        assert other.status_code == 409
