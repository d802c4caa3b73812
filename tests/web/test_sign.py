"""Signs over tables and progressives: what a whole room may read, and nothing else."""

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairdeal.live import Role, commands
from fairdeal.web.hub import Client
from tests.live.tables import FLOOR, MANAGER
from tests.web.house import House
from tests.web.rounds import MARA, OSKAR, bets_fall, decided, seated


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.deck = "Ad Kd Qd | 9c 5h 2s | Jc Ts 4h"
    house.open("ags-3-card", progressive="stax", limits={"stax": "5"}, tiers={"floor": 50_000})
    house.open("three-card-poker", "pit-2")
    seated(house, MARA, 1)
    seated(house, OSKAR, 2)
    return house


def play(house: House) -> None:
    bets_fall(house, {MARA: {"ante": 1000}, OSKAR: {"ante": 1000, "stax": 500}})
    decided(house, {MARA: "play", OSKAR: "play"})


def test_the_sign_of_a_table_has_game_limits_meters_and_results_without_names(
    house: House,
) -> None:
    play(house)
    with house.browser() as browser:
        page = browser.get("/sign/pit-1").text
        for text in ("3 Card", "Six Card Bonus", "$5 to $100", "Star", "$1,000.25", "Round 1"):
            assert text in page
        assert page.count('class="seat-won"') == 2
        assert "mara" not in page
        assert "oskar" not in page
        assert "data-post" not in page
        assert "<button" not in page


def test_a_sign_without_meters_shows_the_limits_large(house: House) -> None:
    with house.browser() as browser:
        page = browser.get("/sign/pit-2").text
        assert 'class="sign-limits big"' in page
        assert "Place your bets" in page
        assert "sign-rounds" not in page
        house.room.do("pit-2", commands.close_table, by=FLOOR, reason="late")
        closed = browser.get("/sign/pit-2").text
        assert "Closed" in closed
        assert "The table is closed" in closed


def test_the_sign_of_a_progressive_has_its_meters_and_where_it_is_played(house: House) -> None:
    with house.browser() as browser:
        page = browser.get("/sign/stax").text
        assert "STAX" in page
        assert "For a bet of $5" in page
        assert "Played at pit-1 (3 Card)" in page
        assert page.index("$1,000.00") < page.index("$250.00")
        asked = {"reason": "the sign flickers"}
        house.room.do("stax", commands.disable_progressive, by=MANAGER, **asked)
        assert "Takes no bets for now: the sign flickers" in browser.get("/sign/stax").text
    house.room.do("side", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.room.do("golden", commands.open_progressive, by=MANAGER, game="ags-3-card")
    with house.browser() as browser:
        assert "No table feeds it now" in browser.get("/sign/side").text
        assert "<h1>Golden</h1>" in browser.get("/sign/golden").text


def test_a_jackpot_is_shown_once_it_is_paid(house: House) -> None:
    bets_fall(house, {MARA: {"ante": 1000, "stax": 500}, OSKAR: {"ante": 1000}})
    decided(house, {MARA: "play", OSKAR: "play"})
    with house.browser() as browser:
        assert "Star won" not in browser.get("/sign/pit-1").text
        [pay] = house.room.table("pit-1").holding.pays
        checked = ("hand", "wager", "amount", "player", "deck")
        house.room.do("pit-1", commands.approve_pay, by=FLOOR, pay=pay, checked=checked)
        for sign in ("pit-1", "stax"):
            page = browser.get(f"/sign/{sign}").text
            assert "<b>Star won</b>" in page
            assert "round pit-1/1" in page


def test_a_void_round_is_shown_as_one(house: House) -> None:
    bets_fall(house, {MARA: {"ante": 1000}})
    asked = {"irregularity": "fouled-deck", "reason": "short"}
    house.room.do("pit-1", commands.report, by=FLOOR, **asked)
    house.room.do("pit-1", commands.rule, by=MANAGER, reason="counted")
    with house.browser() as browser:
        assert "Void" in browser.get("/sign/pit-1").text


def test_a_sign_of_nothing_is_refused(house: House) -> None:
    with house.browser() as browser:
        answer = browser.get("/sign/sta")
        assert answer.status_code == 404
        assert "There is no table or progressive &#39;sta&#39;" in answer.text
        assert browser.get("/stream/sign/sta").json()["code"] == "sign.none"


def test_meters_move_on_every_sign_that_shows_them(house: House) -> None:
    async def scene() -> None:
        hub = house.site.hub
        hub.start()
        clients = {topic: Client() for topic in ("pit-1", "pit-2", "stax")}
        for topic, client in clients.items():
            await hub.join(client, ("sign", topic, None))
            assert await client.line.get()
        await asyncio.to_thread(play, house)
        for topic in ("pit-1", "stax"):
            while b"$1,000.25" not in (
                await asyncio.wait_for(clients[topic].line.get(), 10) or b""
            ):
                pass
        assert clients["pit-2"].line.empty()
        await hub.close()

    asyncio.run(scene())


def test_a_sign_outlives_everybodys_session(house: House) -> None:
    house.staff("fran", Role.FLOOR)
    with house.browser() as browser:
        browser.sign_in("fran")
        house.now += 3_600_000_000
        assert browser.get("/stream/table/pit-1").json()["code"] == "session.locked"
        assert isinstance(browser.client, TestClient)
        refused = browser.get("/stream/sign/sta")
        assert refused.json()["code"] == "sign.none", "the session was not asked for"
