"""The floor, the cage and the manager at work."""

import pytest
from playwright.sync_api import Page, expect

from fairdeal.live import Role, commands
from tests.browser.house import PHONE, OpenHouse
from tests.live.doubt import unanswered
from tests.live.tables import FLOOR, PLAYERS
from tests.web.house import AUTOMATIC, PASSWORD

TCP = "three-card-poker"


def large_win(house: OpenHouse) -> None:
    """Seat 1 of pit-1 has a straight flush in front of a dealer who has nothing."""
    house.open(TCP, tiers={"floor": 10_000})
    house.room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    house.room.do("pit-1", commands.buy_in, by=FLOOR, player="p1", cents=50_000)
    house.deck = "As Ks Qs 4d 5c 7h"
    house.room.do("pit-1", commands.place, by=PLAYERS[0], seat=1, bets={"pair-plus": 5000})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)


def is_within(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    return bool(wide <= page.viewport_size["width"]) if page.viewport_size else False


def test_a_floor_person_opens_a_table_with_another_pay_table_and_a_guest_sees_it(
    house: OpenHouse,
) -> None:
    floor = house.person("finn", Role.FLOOR)
    form = floor.get_by_role("region", name="Open a table")
    expect(form.locator('[data-edge="pair-plus A"]')).to_have_text("2.3167 %128/5525")
    expect(form.locator("[data-designator]")).to_have_text("TCP-01")
    form.get_by_role("group", name="Pair Plus").get_by_text("40, 30, 6, 3, 1").click()
    expect(form.locator("[data-designator]")).to_have_text("TCP-10")

    form.get_by_label("Profile").select_option("washington")
    most = form.get_by_label("Ante maximum")
    most.fill("500")
    refused = form.get_by_text(
        "The table cannot take $500 on ante: Washington allows $400 a wager."
    )
    expect(refused).to_be_visible()
    expect(most).to_have_attribute("aria-invalid", "true")
    form.get_by_role("button", name="Open the table").click()
    expect(form.get_by_role("alert")).to_contain_text("Washington allows $400 a wager.")
    most.fill("200")
    expect(refused).to_be_hidden()
    form.get_by_label("Bonus", exact=True).uncheck()
    expect(form.get_by_label("Bonus maximum")).to_be_disabled()
    before = form.get_by_text("This table can lose up to $32,400 in one round.")
    expect(before).to_be_visible()
    form.get_by_label("Seats", exact=True).fill("3")
    expect(form.get_by_text("This table can lose up to $16,200 in one round.")).to_be_visible()
    form.get_by_label("Seats", exact=True).fill("6")
    expect(form.get_by_label("Floor", exact=True)).to_have_value("$1,000")
    form.get_by_label("Name of the table").fill("west-1")
    form.get_by_role("button", name="Open the table").click()
    row = floor.get_by_role("row", name="west-1")
    expect(row).to_contain_text("Pair Plus D")
    expect(row).to_contain_text("Ante $5 to $200")

    guest = house.guest("west-1")
    sheet = guest.get_by_role("complementary").get_by_role("table", name="Pair Plus table D")
    expect(sheet).to_contain_text("Flush")
    expect(row).to_contain_text("1 of 6")

    row.get_by_role("button", name="Change west-1").click()
    dialog = floor.get_by_role("dialog")
    dialog.get_by_label("Reason to free the seat").fill("went home")
    dialog.get_by_role("button", name="Free the seat").click()
    expect(row).to_contain_text("0 of 6")
    row.get_by_role("button", name="Change west-1").click()
    dialog.get_by_label("Reason to take no new bets").fill("spilled drink")
    dialog.get_by_role("button", name="Disable west-1").click()
    expect(row).to_contain_text("Disabled")
    expect(guest.get_by_role("status").first).to_have_text("No bets for now: spilled drink")

    row.get_by_role("button", name="Change west-1").click()
    dialog.get_by_role("link", name="Pay tables, options and limits").click()
    floor.get_by_role("group", name="Pair Plus").get_by_text("40, 25, 6, 4, 1").click()
    floor.get_by_label("Reason for the change").fill("busy night")
    floor.get_by_role("button", name="Change west-1").click()
    expect(floor.get_by_role("row", name="west-1")).to_contain_text("Pair Plus B")


def test_a_large_win_is_approved_by_who_has_looked_and_play_is_stopped(house: OpenHouse) -> None:
    large_win(house)
    house.open("three-card-fury", "pit-2")
    phone = house.person("finn", Role.FLOOR, PHONE)
    waiting = phone.get_by_role("region", name="Waiting for you")
    expect(waiting).to_contain_text("Large win, pit-1, seat 1")
    expect(waiting.get_by_role("img", name="ace of spades")).to_be_visible()
    # In one look, as the stream may replace the part between two.
    tops = """() => ["#waits", "#open"].map(
        (each) => document.querySelector(each).getBoundingClientRect().top
    )"""
    above, below = phone.evaluate(tops)
    assert above < below
    assert is_within(phone)

    waiting.get_by_role("button", name="Sign and approve").click()
    dialog = phone.get_by_role("dialog", name="Approve $2,000 for p1")
    for check in dialog.get_by_role("checkbox").all():
        check.check()
    dialog.get_by_role("button", name="Sign and pay $2,000").click()
    expect(waiting).to_contain_text("Nothing.")
    assert house.room.table("pit-1").chips("p1") == 50_000 + 200_000

    phone.get_by_role("button", name="Stop play").click()
    dialog = phone.get_by_role("dialog", name="Stop play")
    dialog.get_by_role("textbox", name="Reason").fill("fire alarm")
    dialog.get_by_role("button", name="Take no new bets").click()
    told = phone.locator("#told")
    expect(told).to_contain_text("✓ pit-1, pit-2: no new bets are taken.")
    phone.get_by_role("button", name="Take bets again").click()
    dialog = phone.get_by_role("dialog", name="Take bets again")
    dialog.get_by_label("Where").select_option(label="Three Card Poker, all its tables")
    dialog.get_by_role("textbox", name="Reason").fill("all clear")
    dialog.get_by_role("button", name="Take bets again").click()
    expect(told).to_contain_text("pit-1: bets are taken again.")
    expect(phone.get_by_role("row", name="pit-2")).to_contain_text("Disabled")


def test_chips_whose_sale_was_in_doubt_are_sold_once(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open(TCP)
    house.room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    page = house.person("finn", Role.FLOOR)
    page.goto("/cage")
    page.get_by_role("button", name="Buy in for p1 at pit-1").click()
    dialog = page.get_by_role("dialog", name="Buy in, p1 at pit-1")
    dialog.get_by_label("Amount in dollars").fill("100")
    with monkeypatch.context() as outage:
        outage.setattr(house.room.store, "submit", unanswered(house.room.store))
        dialog.get_by_role("button", name="Buy in").click()
        expect(dialog).to_contain_text("does not know whether this was done")
    dialog.get_by_role("button", name="Buy in").click()
    expect(page.locator("#notices")).to_have_text("p1 has bought chips for $100.")
    expect(page.get_by_role("row", name="p1").first).to_contain_text("$100")
    assert house.room.table("pit-1").chips("p1") == 10_000
    page.get_by_role("button", name="Buy in for p1 at pit-1").click()
    dialog.get_by_label("Amount in dollars").fill("100")
    dialog.get_by_role("button", name="Buy in").click()
    expect(page.get_by_role("row", name="p1").first).to_contain_text("$200")


def test_chips_are_bought_with_what_somebody_has_then_in_sight(house: OpenHouse) -> None:
    house.open(TCP)
    house.room.do("pit-1", commands.sit, by=PLAYERS[0], seat=1)
    page = house.person("finn", Role.FLOOR, PHONE)
    page.goto("/cage")
    assert is_within(page)
    row = page.get_by_role("row", name="p1").first
    expect(row).to_contain_text("Out of chips")
    page.get_by_role("button", name="Buy in for p1 at pit-1").click()
    dialog = page.get_by_role("dialog", name="Buy in, p1 at pit-1")
    dialog.get_by_label("Amount in dollars").fill("1,250.50")
    expect(dialog.locator("[data-then-chips]")).to_have_text("$1,250.50")
    dialog.get_by_role("button", name="Buy in").click()
    expect(row).to_contain_text("$1,250.50")
    expect(page.locator("#notices")).to_have_text("p1 has bought chips for $1,250.50.")
    expect(page.get_by_role("region", name="Latest movements")).to_contain_text("buys chips")
    page.get_by_role("button", name="Cash out for p1 at pit-1").click()
    dialog = page.get_by_role("dialog", name="Cash out, p1 at pit-1")
    dialog.get_by_label("Amount in dollars").fill("2000")
    expect(dialog.locator("[data-then-chips]")).to_have_text("not possible: there are $1,250.50")
    dialog.get_by_role("button", name="Cash out").click()
    expect(dialog).to_be_visible()
    assert house.room.table("pit-1").chips("p1") == 125_050
    dialog.get_by_label("Amount in dollars").fill("250.50")
    dialog.get_by_role("button", name="Cash out").click()
    expect(row).to_contain_text("$1,000")


def chooses(page: Page, old: str, new: str, button: str) -> None:
    page.locator("#old").fill(old)
    page.get_by_label("New password").fill(new)
    page.get_by_label("The same password again").fill(new)
    page.get_by_role("button", name=button).click()


def test_a_manager_opens_an_account_and_sends_somebody_out(house: OpenHouse) -> None:
    manager = house.person("max", Role.MANAGER)
    manager.goto("/staff")
    manager.get_by_role("button", name="Open an account").click()
    dialog = manager.get_by_role("dialog", name="Open an account")
    dialog.get_by_label("Name").fill("rhea")
    dialog.get_by_label("Role").select_option("floor")
    dialog.get_by_label("First password").fill("the managers horse")
    dialog.get_by_role("button", name="Open the account").click()
    row = manager.get_by_role("row", name="rhea floor")
    expect(row).to_contain_text("Active")
    expect(row).to_contain_text("One-time")

    rhea = house.page(PHONE)
    rhea.goto("/sign-in")
    rhea.get_by_label("Name").fill("rhea")
    rhea.get_by_label("Password").fill("the managers horse")
    rhea.get_by_role("button", name="Sign in").click()
    expect(rhea.get_by_role("heading", name="Choose your password")).to_be_visible()
    assert is_within(rhea)
    chooses(rhea, "the managers horse", " spaces count ", "Choose this password")
    expect(rhea.get_by_role("heading", name="Floor")).to_be_visible()
    manager.reload()
    expect(row).not_to_contain_text("One-time")
    rhea.get_by_role("link", name="Change your password").click()
    chooses(rhea, "spaces count", PASSWORD, "Change the password")
    expect(rhea.get_by_role("alert")).to_have_text("The old password is wrong.")
    chooses(rhea, " spaces count ", PASSWORD, "Change the password")
    expect(rhea.get_by_role("heading", name="Floor")).to_be_visible()
    row.get_by_role("button", name="Change rhea").click()
    dialog = manager.get_by_role("dialog", name="rhea, floor")
    dialog.get_by_label("Reason to disable").fill("left the house")
    dialog.get_by_role("button", name="Disable rhea").click()
    expect(row).to_contain_text("left the house")
    expect(rhea.get_by_role("heading", name="Sign in")).to_be_visible()
    rhea.get_by_label("Name").fill("rhea")
    rhea.get_by_label("Password").fill(PASSWORD)
    rhea.get_by_role("button", name="Sign in").click()
    expect(rhea.get_by_role("alert")).to_have_text("Rhea is disabled: left the house.")
    manager.reload()
    expect(manager.get_by_role("region", name="Account changes")).to_contain_text("disabled")


def test_waiting_work_is_told_on_every_page_and_a_page_says_before_it_locks(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = house.person("finn", Role.FLOOR)
    floor.goto("/books")
    expect(floor.get_by_role("button", name="Sound off")).to_be_visible()
    expect(floor).to_have_title("Books, " + floor.title().removeprefix("Books, "))
    floor.get_by_role("button", name="Sound off").click()
    expect(floor.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "true")
    floor.evaluate(
        "window.rung = 0;"
        "const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { rung++; start.call(this, at); }; 0"
    )
    large_win(house)
    expect(floor.get_by_role("link", name="1 item waits for you")).to_have_text("1 waiting")
    assert floor.title().startswith("(1) Books, ")
    assert floor.evaluate("rung") == 2, "two tones"

    floor.goto("/floor")
    monkeypatch.setattr(house.site.sessions, "idle_seconds", 8)
    floor.reload()
    expect(floor.get_by_text("This page locks in")).to_be_visible()
    floor.keyboard.press("Shift")
    expect(floor.get_by_text("This page locks in")).to_be_hidden()
    expect(floor.get_by_role("heading", name="Locked")).to_be_visible(timeout=30_000)
    expect(floor.get_by_text("1 item waits for you. Sign in to see it.")).to_be_visible()
    assert floor.title().startswith("(1) Locked")
    expect(floor.locator("nav")).to_have_count(0)
