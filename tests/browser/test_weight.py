"""A table is light: what a browser has to load for it, all told."""

import pytest
from playwright.sync_api import expect

from fairdeal import games
from tests.browser.house import OpenHouse

MOST = 150_000


@pytest.mark.parametrize("game", games.GAMES)
def test_a_table_loads_in_less_than_150_kilobytes(house: OpenHouse, game: str) -> None:
    house.open(game)
    page = house.page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    loaded: dict[str, int] = {}
    network.on(
        "Network.loadingFinished",
        lambda event: loaded.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.goto("/tables/pit-1")
    expect(page.locator(".felt")).to_be_visible()
    page.wait_for_load_state("load")
    expect(page.locator("[data-part=ring] .seat").first).to_be_visible()
    assert len(loaded) >= 4, "the page, its stylesheet and its scripts"
    assert sum(loaded.values()) < MOST, loaded
