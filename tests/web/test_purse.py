"""Chips that somebody has left at another table are seen, gone back to, and brought along."""

from pathlib import Path
from typing import Any

import pytest

from fairdeal.errors import Refused
from fairdeal.live import Actor, Role, commands
from fairdeal.web.purse import Chips, owners, purse
from tests.live.tables import FLOOR
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
        assert "Back to the table" in page
        assert "Your chips" not in other.get("/").text
        assert "You have $500 at this table" in browser.get("/tables/pit-1").text
        sits(browser, "pit-2")
        assert "$500 at pit-1" in browser.get("/tables/pit-2").text
        assert owners(house.room, "pit-1") == {me}


def test_chips_are_brought_to_another_seat_and_none_is_lost(house: House) -> None:
    with house.browser() as browser:
        sits(browser, "pit-1")
        browser.act("leave", seat=1)
        sits(browser, "pit-2")
        brought = browser.post("/api/play-chips/pit-2/bring", **{"from": "pit-1"})
        assert brought.status_code == 200
        me = browser.name
        assert [*purse(house.room, me)] == [Chips("pit-2", TCP, 100_000, 0, True, True)]
        again = browser.post("/api/play-chips/pit-2/bring", **{"from": "pit-1"})
        assert "there are chips for $0" in again.json()["sentences"][0]


def test_chips_that_cannot_be_brought_stay_where_they_are(house: House) -> None:
    with house.browser() as browser:
        sits(browser, "pit-1")
        for asked, said in (
            ({"from": "pit-1"}, "sit down at pit-2 first"),
            ({}, "it is not said from which table"),
            ({"from": "pit-9"}, "there is no table 'pit-9'"),
        ):
            answer = browser.post("/api/play-chips/pit-2/bring", **asked)
            assert said in answer.json()["sentences"][0]
        sits(browser, "pit-2")
        browser.act("place", "pit-1", seat=1, bets={"ante": 500})
        held = browser.post("/api/play-chips/pit-2/bring", **{"from": "pit-1"})
        assert "when round 1 is over" in held.json()["sentences"][0]
        house.site.play_chips = 0
        cage = browser.post("/api/play-chips/pit-2/bring", **{"from": "pit-1"})
        assert cage.json()["sentences"] == ["you change chips at the cage"]


def test_chips_are_on_their_way_when_the_room_dies_and_arrive_when_asked_for_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house.browser() as browser:
        sits(browser, "pit-1")
        sits(browser, "pit-2")
        guest = Actor(browser.name, Role.PLAYER)
        done = house.room.do

        def dies(table: str, command: Any, **asked: Any) -> Any:
            if command is commands.buy_in:
                raise KeyboardInterrupt
            return done(table, command, **asked)

        with monkeypatch.context() as patched:
            patched.setattr(house.room, "do", dies)
            with pytest.raises(KeyboardInterrupt):
                house.site.bring_chips("pit-2", guest, "pit-1", "k1")
        assert [each.cents for each in purse(house.room, guest.name)] == [50_000, 0]
        for _ in range(2):
            house.site.bring_chips("pit-2", guest, "pit-1", "k1")
            assert [each.cents for each in purse(house.room, guest.name)] == [100_000, 0]


def test_chips_that_cannot_arrive_go_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.browser() as browser:
        sits(browser, "pit-1")
        sits(browser, "pit-2")
        guest = Actor(browser.name, Role.PLAYER)
        done = house.room.do

        def do(table: str, command: Any, **asked: Any) -> Any:
            if command is commands.buy_in and table == "pit-2":
                raise Refused("pit-2 is closed", code="table.closed")
            return done(table, command, **asked)

        with monkeypatch.context() as patched:
            patched.setattr(house.room, "do", do)
            with pytest.raises(Refused, match="pit-2 is closed"):
                house.site.bring_chips("pit-2", guest, "pit-1", "k1")
        with pytest.raises(Refused, match="ask anew"):
            house.site.bring_chips("pit-2", guest, "pit-1", "k1")
        assert [each.cents for each in purse(house.room, guest.name)] == [50_000, 50_000]


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
