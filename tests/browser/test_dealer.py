"""A dealer at work: rounds by hand, a misdeal, a jackpot, and a terminal that locks itself."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from fairdeal.live import Role, commands
from fairdeal.web import hub
from fairdeal.web.access import sessions
from tests.browser.house import OpenHouse
from tests.live.tables import MANAGER
from tests.web.house import PASSWORD

TERMINAL: Final = {"width": 1280, "height": 800}


def at_work(house: OpenHouse, name: str, role: Role, path: str) -> Page:
    """Somebody of the house on a page."""
    house.staff(name, role)
    page = house.page(TERMINAL)
    page.goto(f"/sign-in?back={path}")
    sign_in(page, name)
    expect(page).to_have_url(re.compile(f"{path}$"))
    return page


def sign_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").click()


def press(page: Page | Locator, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def bet(guest: Page, *spots: str) -> None:
    """Five dollars on each."""
    for spot in spots:
        guest.locator(f'[data-spot="{spot}"]').click()
    guest.get_by_role("button", name="Ready").click()


def large(page: Page) -> Locator:
    """The large button, wherever the round has come to."""
    return page.locator(".dt-foot .primary:visible")


def in_reach(page: Page, name: str) -> None:
    """The large button says this, is on the screen, and large."""
    expect(large(page)).to_have_text(name)
    box = large(page).bounding_box()
    assert box is not None
    assert box["height"] >= 56
    assert box["y"] + box["height"] <= TERMINAL["height"]


def test_a_dealer_voids_a_misdeal_and_then_pays_a_good_round_bet_by_bet(house: OpenHouse) -> None:
    house.open("three-card-poker", dealer="dora", decision_seconds=120)
    house.deck = "Jd Js 6c Qh Tc 4s"
    guest = house.guest()
    dealer = at_work(house, "dora", Role.DEALER, "/dealer")
    dealer.get_by_role("link", name="Deal at pit-1").click()
    dealt(dealer, guest)

    event = "A player or the dealer has too many or too few cards"
    wrong = dealer.get_by_role("complementary", name="Irregularities")
    expect(wrong.get_by_role("button", name="Report")).to_have_count(0)
    wrong.get_by_text(event, exact=True).click()
    expect(wrong.get_by_text("The round is void for everybody")).to_be_visible()
    expect(wrong.get_by_text("Manual, Irregularities 1")).to_be_visible()
    wrong.get_by_role("button", name="Report: the round is void").click()
    expect(wrong).to_contain_text("Waits for a ruling")
    expect(large(dealer)).to_have_count(0)
    floor = at_work(house, "fran", Role.FLOOR, "/dealer/pit-1")
    floor.get_by_label("Why it is so").fill("seat 1 has four cards")
    press(floor, "Confirm: the round is void")
    expect(dealer.get_by_text("Round 1 is void and every bet went back")).to_be_visible()
    expect(guest.locator("#actions")).to_contain_text("$500")

    dealt(dealer, guest)
    guest.locator("#actions").get_by_role("button", name="Play").click()
    for step in ("Collect", "Turn the cards"):
        press(dealer, step)
    expect(dealer.get_by_text("Dealer plays: queen high.")).to_be_visible()
    press(dealer, "Turn and settle seat 1")
    walked(dealer)
    press(dealer, "Settle")
    press(dealer, "Clear the table")
    expect(large(dealer)).to_have_text("Open the betting")
    expect(guest.locator("#actions")).to_contain_text("$515")


def dealt(dealer: Page, guest: Page) -> None:
    """Bets, cards, and the question to seat 1."""
    press(dealer, "Open the betting")
    in_reach(dealer, "No more bets")
    bet(guest, "ante", "pair-plus")
    expect(dealer.get_by_text("1 seat has bet")).to_be_visible()
    press(dealer, "No more bets")
    press(dealer, "Deal the cards")
    expect(dealer.get_by_role("img", name="face-down card")).to_have_count(6)
    press(dealer, "Ask for decisions")
    expect(dealer.locator(".announce")).to_contain_text("Seat 1, your decision")


def walked(dealer: Page) -> None:
    """Every bet is paid, one is undone, and a reload forgets nothing."""
    lines = dealer.get_by_role("list", name="Settlement of seat 1").get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(dealer.locator(".steps [aria-current]")).to_contain_text("Settle hands")
    expect(large(dealer)).to_be_focused()
    dealer.keyboard.press("Enter")
    press(dealer, "Ante paid")
    press(dealer, "Undo last")
    dealer.reload()
    expect(lines.nth(0)).to_contain_text("✓ done")
    expect(lines.nth(1)).to_contain_text("now")
    expect(lines.nth(2)).to_contain_text("next")
    in_reach(dealer, "Ante paid")
    press(dealer, "Ante paid")
    press(dealer, "Pair Plus paid")
    expect(large(dealer)).to_be_focused()
    expect(dealer.get_by_role("button", name="+$15 ✓")).to_be_visible()
    expect(dealer.locator(".steps [aria-current]")).to_contain_text("Settle envy")


def test_a_jackpot_is_cancelled_and_then_paid_by_two_people_beside_the_dealer(
    house: OpenHouse,
) -> None:
    resets = {"star": "3000"}
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card", resets=resets)
    link: dict[str, Any] = {"progressive": "stax", "limits": {"stax": "5"}}
    house.open("ags-3-card", dealer="dora", profile="washington", **link)
    house.deck = "Ad Kd Qd 3c 8h Tc"
    guest = house.guest()
    dealer = at_work(house, "dora", Role.DEALER, "/dealer/pit-1")
    press(dealer, "Open the betting")
    bet(guest, "ante", "stax")
    for step in ("No more bets", "Deal the cards", "Ask for decisions"):
        press(dealer, step)
    guest.locator("#actions").get_by_role("button", name="Play").click()
    for step in ("Collect", "Turn the cards", "Turn and settle seat 1", "Ante paid", "Play pushed"):
        press(dealer, step)
    press(dealer, "Ante Bonus paid")
    expect(dealer.get_by_text("Waits for payments to be approved")).to_be_visible()
    dealer.get_by_role("link", name="To the payments").click()

    entered(dealer)
    press(dealer, "Cancel jackpot")
    cancel = dealer.get_by_role("dialog")
    cancel.get_by_label("Why").fill("entered too early")
    press(cancel, "Cancel jackpot")
    expect(dealer.get_by_text("seat 1: entered too early")).to_be_visible()
    entered(dealer)
    expect(dealer.get_by_text("$3,000.25")).to_have_count(0)
    press(dealer, "Hand in")

    payment = dealer.get_by_role("region", name="Payment 1")
    expect(payment).to_contain_text("$3,000.25")
    expect(payment.get_by_role("button", name="Pay jackpot")).to_be_disabled()
    house.staff("fran", Role.FLOOR)
    press(dealer, "Floor signs here")
    second = dealer.get_by_role("dialog")
    second.get_by_label("Name").fill("fran")
    second.get_by_label("Password").fill("not this one")
    for check in ("Hand", "Wager"):
        second.get_by_label(check).check()
    press(dealer, "Sign")
    expect(second.get_by_text("The name or the password is wrong.")).to_be_visible()
    second.get_by_label("Password").fill(PASSWORD)
    press(dealer, "Sign")
    expect(payment).to_contain_text(re.compile(r"✓ Floor fran, \d\d:\d\d:\d\d UTC"))
    expect(payment.get_by_role("button", name="Pay jackpot")).to_be_disabled()

    camera = at_work(house, "cam", Role.SURVEILLANCE, "/dealer/pit-1/jackpot")
    pay = camera.get_by_role("button", name="Pay jackpot")
    boxes = camera.get_by_role("checkbox")
    for number in range(5):
        expect(pay).to_be_disabled()
        boxes.nth(number).check()
    pay.click()
    expect(dealer.get_by_text("No payment waits")).to_be_visible()
    expect(dealer.get_by_text(re.compile(r"Payment 1 is made: guest-\w+ gets"))).to_be_visible()
    dealer.get_by_role("link", name="Back to the table").click()
    press(dealer, "STAX paid")
    press(dealer, "Clear the table")
    expect(guest.locator("#actions")).to_contain_text("$3,5")


def entered(dealer: Page) -> None:
    """Through the first three screens."""
    dealer.get_by_role("region", name="Screen 1").get_by_role("button", name="a win").click()
    dealer.get_by_role("region", name="Screen 2").get_by_text("Royal diamonds").click()
    press(dealer, "Pending jackpot")
    expect(dealer.get_by_role("region", name="Screen 4")).to_be_visible()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A room that looks twice a second who was away too long."""
    monkeypatch.setattr(hub, "BEAT", 0.5)
    return monkeypatch


def test_a_terminal_that_nobody_uses_locks_itself_and_comes_back_where_it_was(
    quick: pytest.MonkeyPatch, house: OpenHouse
) -> None:
    house.open("three-card-poker", dealer="dora")
    dealer = at_work(house, "dora", Role.DEALER, "/dealer/pit-1")
    press(dealer, "Open the betting")
    expect(large(dealer)).to_have_text("No more bets")
    with quick.context() as away:
        away.setitem(sessions.IDLE, False, 0)
        expect(dealer.get_by_role("heading", name="Locked")).to_be_visible()
    expect(dealer.locator(".felt, .seatbtn, .announce")).to_have_count(0)
    expect(dealer.get_by_label("Name")).to_have_value("dora")
    sign_in(dealer, "dora")
    expect(dealer).to_have_url(re.compile("/dealer/pit-1$"))
    expect(large(dealer)).to_have_text("No more bets")
    press(dealer, "Lock")
    expect(dealer.get_by_role("heading", name="Locked")).to_be_visible()
    expect(dealer.get_by_label("Name")).to_have_value("dora")
    sign_in(dealer, "dora")
    expect(large(dealer)).to_have_text("No more bets")
