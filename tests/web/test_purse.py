"""Chips that somebody has left at another table are seen, and gone back to."""

from pathlib import Path

import pytest

from fairdeal.live import Actor, Role, Room, commands
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.web import purse as purses
from fairdeal.web.purse import FRESH, Chips, Purses, owners, purse
from tests.live.tables import FLOOR, KEY
from tests.web.house import Browser, House

TCP = "Three Card Poker"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    for table in ("pit-1", "pit-2"):
        house.open("three-card-poker", table)
    return house


def sits(browser: Browser, table: str) -> None:
    browser.get("/")
    assert browser.act("sit", table).status_code == 200


def test_a_guest_who_has_left_finds_the_chips_and_goes_back_with_one_click(house: House) -> None:
    with house.browser() as browser, house.browser() as other:
        sits(browser, "pit-1")
        me = browser.name
        browser.act("place", seat=1, bets={"ante": 500})
        assert [*purse(house.room, me)] == [Chips("pit-1", TCP, 49_500, 500, True, True)]
        assert "and $5 in play" in browser.get("/").text
        browser.act("place", seat=1, bets={})
        browser.act("leave", seat=1)
        page = browser.get("/").text
        assert "Sit down again" in page
        assert "Your chips" not in other.get("/").text
        assert "You have $500 at this table" in browser.get("/tables/pit-1").text
        sits(browser, "pit-2")
        assert "$500 at pit-1" in browser.get("/tables/pit-2").text
        assert owners(house.room, "pit-1") == {me}


def test_the_lobby_draws_what_everybody_sees_once(house: House) -> None:
    lobby = house.site.hub.faces["lobby"]
    pia = Actor("guest-pia", Role.PLAYER)
    public = lobby.parts("all", None)
    assert lobby.parts("all", pia)["tables"] is public["tables"]
    house.room.do("pit-1", commands.sit, by=pia, seat=1)
    house.room.do("pit-1", commands.buy_in, by=FLOOR, player=pia.name, cents=700)
    own = lobby.parts("all", pia)
    assert own["tables"] is not public["tables"]
    assert "$7" in own["chips"]
    assert lobby.parts("all", FLOOR)["chips"] == ""


def test_a_page_hears_of_a_new_table_at_once_and_of_another_process_a_second_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(purses, "monotonic", lambda: now)
    store = MemoryStore(KEY)
    one, other = Room(store, KEY), Room(store, KEY)
    found = Purses(one)

    def sat(room: Room, table: str) -> None:
        room.do(table, commands.open_table, by=FLOOR, game="three-card-poker")
        room.do(table, commands.sit, by=Actor("pia", Role.PLAYER), seat=1)

    def tables() -> set[str]:
        return {each.table for each in found.of("pia")}

    assert tables() == set()
    sat(one, "here")
    sat(other, "there")
    assert tables() == {"here"}
    now += FRESH
    assert tables() == {"here", "there"}
