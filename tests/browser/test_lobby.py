"""From the first page to a seat."""

from playwright.sync_api import expect

from fairdeal import games
from tests.browser.house import OpenHouse


def test_a_person_sits_down_at_any_table_with_one_click(house: OpenHouse) -> None:
    for number, key in enumerate(games.GAMES, 1):
        house.open(key, f"pit-{number}")
    for number, game in enumerate(games.GAMES.values(), 1):
        page = house.guest(f"pit-{number}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(game.name)
        expect(page.get_by_role("region", name="Your seat")).to_be_visible()
        expect(page.locator("#actions")).to_contain_text("$500")
