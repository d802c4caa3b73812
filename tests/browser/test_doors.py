"""The doors in a browser: a player who was away, and the first manager's account."""

import time

from playwright.sync_api import expect

from tests.browser.house import PHONE, OpenHouse


def test_a_player_who_was_away_is_asked_and_keeps_the_seat(house: OpenHouse) -> None:
    """ACC-4: the page closes by itself, says why, and one click brings everything back."""
    house.open("three-card-poker")
    page = house.guest("pit-1")
    here = page.url
    house.site.sessions.clock = lambda: time.time_ns() // 1000 + 31 * 60_000_000
    house.site.hub._soon(house.site.hub.dismiss)
    expect(page.get_by_role("heading", name="Are you still there?")).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-own]")).to_be_visible()
    assert page.url == here
    expect(page.locator("body:not(.is-lost)")).to_be_visible()


def test_the_first_manager_is_told_the_rules_and_types_the_name_once(house: OpenHouse) -> None:
    page = house.page(PHONE)
    page.goto(f"/first/{house.site.accounts.first}")
    expect(page.get_by_text("small letters and digits")).to_be_visible()
    expect(page.get_by_text("at least 10 characters")).to_be_visible()
    page.get_by_label("Name").fill("max")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_label("The same password again").fill("correct house")
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("alert")).to_have_text("The two passwords are not the same.")
    expect(page.get_by_label("Name")).to_have_value("max")
    expect(page.get_by_label("Password", exact=True)).to_have_value("")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_label("The same password again").fill("correct horse")
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
