"""The cage: who has how many chips where, and what moved last."""

import pytest

from fairdeal.errors import Malformed
from fairdeal.live import Role, commands
from fairdeal.live.worth import Worth
from fairdeal.web.faces import cage
from fairdeal.web.faces.cage import CageFace
from fairdeal.web.hub import Parts
from tests.live.tables import FLOOR, PLAYERS
from tests.web.house import AUTOMATIC, House

TCP = "three-card-poker"


def shown(house: House) -> Parts:
    return house.site.hub.shown("cage", "all", FLOOR)


def test_an_empty_cage_says_so(house: House) -> None:
    assert "No player is seated." in shown(house)["players"]
    assert "Nothing yet." in shown(house)["moves"]


def test_everybody_with_chips_is_there_with_what_lies_on_the_felt(house: House) -> None:
    house.open(TCP)
    do = house.room.do
    for seat, player in enumerate(PLAYERS[:3], 1):
        do("pit-1", commands.sit, by=player, seat=seat)
    for player, cents in ((PLAYERS[0], 50_000), (PLAYERS[1], 20_000)):
        do("pit-1", commands.buy_in, by=FLOOR, player=player.name, cents=cents)
    do("pit-1", commands.leave, by=PLAYERS[1], seat=2)
    do("pit-1", commands.place, by=PLAYERS[0], seat=1, bets={"pair-plus": 1500})
    rows = shown(house)["players"].split("<tr>")[2:]
    assert "$485" in rows[0]
    assert '<td class="num at-desk">$15</td>' in rows[0]
    assert "Out of chips" in rows[1]
    assert "Buy in for p3 at pit-1" in rows[1]
    assert "disabled" in rows[1].partition("Cash out for p3")[2]
    assert "has left" in rows[2]
    assert "Buy in for p2" not in rows[2]
    assert "Cash out for p2 at pit-1" in rows[2]
    do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    assert '<td class="num at-desk">\N{EN DASH}</td>' in shown(house)["players"].split("<tr>")[2]


def test_chips_are_bought_and_cashed_and_both_are_listed(house: House) -> None:
    house.open(TCP)
    house.room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    house.staff("finn", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("finn")
        page = browser.get("/cage")
        assert page.status_code == 200
        assert 'data-post="/api/tables/pit-1/buy-in"' in page.text
        assert browser.act("buy-in", player="p1", cents=30_000).status_code == 200
        assert 'data-post="/api/tables/pit-1/cash-out"' in browser.get("/cage").text
        assert browser.act("cash-out", player="p1", cents=40_000).json()["code"] == "chips.amount"
        assert browser.act("cash-out", player="p1", cents=10_000).status_code == 200
    moves = shown(house)["moves"].split("<tr>")[2:]
    assert ("cashes chips" in moves[0], "$100" in moves[0], "finn" in moves[0]) == (True,) * 3
    assert ("buys chips" in moves[1], "$300" in moves[1], "pit-1" in moves[1]) == (True,) * 3


def test_a_room_that_is_opened_again_knows_the_latest_movements(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open(TCP)
    house.room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    for cents in (100, 200, 300):
        house.room.do("pit-1", commands.buy_in, by=FLOOR, player="p1", cents=cents)
    monkeypatch.setattr(cage, "_LOOKED_BACK", 2)
    moves = CageFace(house.room).parts("all", FLOOR)["moves"]
    assert "$3<" in moves
    assert "$2<" in moves
    assert "$1<" not in moves


def test_there_is_one_cage(house: House) -> None:
    face = CageFace(house.room)
    face.check("all")
    with pytest.raises(Malformed, match="there is no cage 'west'"):
        face.check("west")
    assert [*face.touched([])] == ["all"]


def test_the_cage_is_for_floor_and_managers(house: House) -> None:
    house.staff("cam", Role.SURVEILLANCE)
    with house.browser() as browser:
        browser.sign_in("cam")
        assert browser.get("/cage").status_code == 403


def test_a_play_room_offers_no_cash_for_chips(house: House) -> None:
    house.open(TCP)
    house.room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    house.room.do("pit-1", commands.buy_in, by=FLOOR, player="p1", cents=10_000)
    house.room.declare(Worth.PLAY, by=FLOOR)
    house.staff("finn", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("finn")
        page = browser.get("/cage").text
        assert "They have no cash value and cannot be cashed out." in page
        assert "Cash out" not in page
        assert browser.act("cash-out", player="p1").json()["code"] == "room.play"
    assert house.room.table("pit-1").chips("p1") == 10_000
