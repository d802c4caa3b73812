"""A dealer at work: rounds by hand, a misdeal, a jackpot, and a terminal that locks itself."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from fairdeal.live import Actor, Role, commands
from fairdeal.web import hub
from tests.browser.boxes import box
from tests.browser.house import PHONE, OpenHouse
from tests.live.tables import FLOOR, MANAGER
from tests.web.house import PASSWORD

VOIDS: Final = "fouled-deck"
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
    place = box(large(page))
    assert place.foot - place.top >= 56
    assert place.foot <= TERMINAL["height"]


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
    expect(wrong.get_by_text("The round is void for all players")).to_be_visible()
    expect(wrong.get_by_text("Manual, Irregularities 1")).to_be_visible()
    wrong.get_by_role("button", name="Report: the round is void").click()
    expect(wrong).to_contain_text("Waits for a ruling")
    expect(large(dealer)).to_have_count(0)
    floor = at_work(house, "fran", Role.FLOOR, "/dealer/pit-1")
    floor.get_by_label("Reason to uphold").fill("seat 1 has four cards")
    press(floor, "Uphold: the round is void")
    expect(dealer.get_by_text("Round 1 is void and every bet went back")).to_be_visible()
    expect(guest.locator("#actions")).to_contain_text("$500")

    dealt(dealer, guest)
    guest.locator("#actions").get_by_role("button", name="Play").click()
    press(dealer, "Turn the cards")
    expect(dealer.get_by_text("Dealer plays: queen high.")).to_be_visible()
    press(dealer, "Turn and settle seat 1")
    walked(dealer)
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
    expect(dealer.locator(".steps [aria-current]")).to_contain_text("Clear")


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
    for step in ("Turn the cards", "Turn and settle seat 1", "Ante paid", "Play pushed"):
        press(dealer, step)
    press(dealer, "Ante Bonus paid")
    expect(dealer.get_by_text("Waits for payments to be approved")).to_be_visible()
    expect(dealer.locator(".announce")).to_contain_text("Keep all cards face up")
    expect(dealer.locator(".steps [aria-current]")).to_contain_text("Wait for approval")
    expect(dealer.get_by_role("button", name="payment waits")).to_be_visible()
    dealer.get_by_role("link", name="To the payments").click()

    payment = dealer.get_by_role("region", name="Payment 1")
    expect(payment).to_contain_text("not submitted")
    chosen(dealer, "Flush")
    expect(dealer.get_by_text("Seat 1 has not won with Flush.")).to_be_visible()
    cancelled(dealer)
    expect(dealer.get_by_text("seat 1: Entered in error")).to_be_visible()
    entered(dealer)
    cancelled(dealer, "entered too early")
    expect(dealer.get_by_text("seat 1: entered too early")).to_be_visible()
    entered(dealer)
    expect(dealer.get_by_text("$3,000.25")).to_have_count(0)
    press(dealer, "Pay jackpot")

    expect(payment).to_contain_text("$3,000.25")
    expect(dealer.get_by_role("button", name="Pay jackpot")).to_have_count(0)
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

    camera = at_work(house, "cam", Role.SURVEILLANCE, "/dealer/pit-1/jackpot")
    pay = camera.get_by_role("button", name="Sign and pay")
    boxes = camera.get_by_role("checkbox")
    for number in range(5):
        expect(pay).to_be_disabled()
        boxes.nth(number).check()
    pay.click()
    expect(dealer.get_by_text("No payment waits")).to_be_visible()
    expect(dealer.get_by_text(re.compile(r"Payment 1 is made: guest-\w+ gets"))).to_be_visible()
    dealer.get_by_role("link", name="Back to the table").click()
    stax = dealer.get_by_role("listitem").filter(has_text="Jackpot $3,000.25")
    expect(stax).to_contain_text("Paid by the cage")
    expect(stax.locator(".chip")).to_have_count(0)
    press(dealer, "STAX paid by the cage")
    press(dealer, "Clear the table")
    expect(guest.locator("#actions")).to_contain_text("$3,5")


def chosen(dealer: Page, hand: str) -> None:
    """Through the first two screens."""
    dealer.get_by_role("region", name="Screen 1").get_by_role("button", name="a win").click()
    hands = dealer.get_by_role("region", name="Screen 2")
    hands.get_by_role("button", name=re.compile(f"^{hand} ")).click()


def entered(dealer: Page) -> None:
    """Through the first three screens."""
    chosen(dealer, "Royal Flush in Diamonds")
    press(dealer, "Pending jackpot")
    expect(dealer.get_by_role("region", name="Screen 4")).to_be_visible()


def cancelled(dealer: Page, reason: str = "") -> None:
    press(dealer, "Cancel jackpot")
    dialog = dealer.get_by_role("dialog")
    if reason:
        dialog.get_by_label("Reason").fill(reason)
    press(dialog, "Cancel jackpot")


SIZES: Final[tuple[Any, ...]] = (
    TERMINAL,
    {"width": 1024, "height": 768},
    {"width": 768, "height": 1024},
    PHONE,
)
SCREENS: Final[tuple[Any, ...]] = (
    PHONE,
    {"width": 360, "height": 640},
    {"width": 800, "height": 380},
    {"width": 920, "height": 700},
    TERMINAL,
)
"""Where a player may sit, an upright and a lying phone among them."""
ANN, BEN = Actor("ann", Role.PLAYER), Actor("ben", Role.PLAYER)
FURY: Final = {"ante": 36600, "monster": 36600, "royal-family": 500, "seven-card": 500}
OVERLAPS: Final = """all => all.filter(line => line.offsetParent).flatMap(line => {
  const named = ".bet-of, .do, .chiprow > *, .how > .small, :scope > .tag";
  const parts = [...line.querySelectorAll(named)];
  const boxes = parts.map(each => each.getBoundingClientRect()).filter(each => each.width);
  return boxes.filter((one, at) => boxes.slice(at + 1).some(two =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom));
}).length"""


def test_a_dealer_reads_refusals_chips_and_the_current_bet_on_every_screen(
    house: OpenHouse,
) -> None:
    limits = {"ante": "5-500", "monster": "5-500"}
    house.open("three-card-fury", dealer="dora", limits=limits, decision_seconds=0)
    house.deck = "Kh 7c 4s 2c Ad Ac 5d 8d 8c 7d 6h 3h"
    for seat, player in enumerate((ANN, BEN), 1):
        house.room.do("pit-1", commands.sit, by=player, seat=seat)
        house.room.do("pit-1", commands.buy_in, by=FLOOR, player=player.name, cents=1_000_000)
    dealer = at_work(house, "dora", Role.DEALER, "/dealer/pit-1")
    press(dealer, "Open the betting")
    for size in SIZES:
        dealer.set_viewport_size(size)
        dealer.locator("#notices").evaluate("place => place.replaceChildren()")
        press(dealer, "No more bets")
        refused = box(dealer.get_by_text("cannot be closed: no bet has been placed"))
        foot = box(dealer.locator(".dt-foot"))
        assert 0 <= refused.top < refused.foot <= foot.top
        assert foot.foot <= size["height"]
        assert refused.right <= size["width"]
    cashed_out(house, dealer)
    dealer.set_viewport_size(SIZES[0])
    for seat, player in enumerate((ANN, BEN), 1):
        house.room.do("pit-1", commands.place, by=player, seat=seat, bets=FURY)
    for step in ("No more bets", "Deal the cards", "Discard stub", "Ask for decisions"):
        press(dealer, step)
    expect(dealer.locator("#notices")).to_be_empty()
    one_ring(house, dealer)
    press(dealer, "Turn the cards")
    for seat in (2, 1):
        press(dealer, f"Turn and settle seat {seat}")
        expect(dealer.locator("[data-settled]")).to_be_visible()
        for size in SIZES:
            dealer.set_viewport_size(size)
            large(dealer).click()
            now = box(dealer.locator(".settle li.now"))
            assert 0 <= now.top < now.foot <= box(dealer.locator(".dt-bottom")).top
            assert dealer.locator(".settle li").evaluate_all(OVERLAPS) == 0
            amounts = dealer.locator(".settle li > .do:visible").all()
            ends = [box(each).right for each in amounts]
            assert size["width"] > 900 or max(ends) - min(ends) < 1
        large(dealer).click()  # the last bet of the hand


def test_a_fold_waits_for_the_dealer_on_both_screens(house: OpenHouse) -> None:
    """The first fold is taken back, the second is confirmed."""
    house.open("three-card-fury", dealer="dora", decision_seconds=120)
    guest = house.guest()
    dealer = at_work(house, "dora", Role.DEALER, "/dealer/pit-1")
    for play in ("Play", ""):
        press(dealer, "Open the betting")
        bet(guest, "ante", "monster")
        for step in ("No more bets", "Deal the cards", "Discard stub", "Ask for decisions"):
            press(dealer, step)
        actions = guest.get_by_role("region", name="Your turn")
        fold, other = (actions.get_by_role("button", name=word) for word in ("Fold", "Play"))
        fold.click()
        expect(actions).to_contain_text(
            "Your fold waits for the dealer's confirmation. Changed your mind? Play."
        )
        expect(fold).to_be_disabled()
        expect(guest.locator(".clock")).to_have_count(0)
        in_reach(dealer, "Confirm fold, seat 1")
        expect(dealer.get_by_text("Time is up")).to_have_count(0)
        for size in SCREENS:
            guest.set_viewport_size(size)
            wide = "() => document.documentElement.scrollWidth"
            assert guest.evaluate(wide) <= size["width"]
            assert box(other).foot <= size["height"]
        if play:
            other.click()
            expect(large(dealer)).to_have_text("Turn the cards")
            house.room.do("pit-1", commands.report, by=FLOOR, irregularity=VOIDS, reason="seen")
            house.room.do("pit-1", commands.rule, by=MANAGER, reason="looked at")
        else:
            press(dealer, "Confirm fold, seat 1")
            expect(large(dealer)).to_have_text("Collect")
            expect(guest.get_by_role("region", name="Your turn")).to_have_count(0)


def cashed_out(house: OpenHouse, dealer: Page) -> None:
    """Nothing is cashed without an amount, and all chips only once they are confirmed."""
    press(dealer, "Chips")
    press(dealer, "Cash-out")
    expect(dealer.get_by_text("Enter an amount in dollars")).to_be_visible()
    press(dealer, "All chips")
    sure = dealer.get_by_role("dialog", name="Cash out all chips")
    expect(sure).to_contain_text("ann, $10,000")
    press(sure, "Back")
    assert house.room.table("pit-1").chips("ann") == 1_000_000
    press(dealer, "All chips")
    press(sure, "Cash out all chips")
    expect(sure).not_to_be_visible()
    assert house.room.table("pit-1").chips("ann") == 0
    dealer.get_by_role("dialog").get_by_role("button", name="Back").click()
    house.room.do("pit-1", commands.buy_in, by=FLOOR, player="ann", cents=1_000_000)


def one_ring(house: OpenHouse, dealer: Page) -> None:
    """Only the seat that decides has a ring, and it comes into view by itself."""
    ringed = "all => all.filter(each => getComputedStyle(each).boxShadow !== 'none').length"
    dealer.locator('[data-seat="2"]').click()
    expect(dealer.get_by_role("group", name="Seat 2")).to_be_visible()
    expect(dealer.locator('[data-seat="1"]')).to_have_attribute("aria-current", "step")
    assert dealer.locator(".seatbtn").evaluate_all(ringed) == 1
    dealer.locator('[data-seat="1"]').click()
    house.room.do("pit-1", commands.decide, by=ANN, seat=1, word="play")
    expect(dealer.get_by_text("Seat 2, your decision")).to_be_visible()
    expect(dealer.get_by_role("group", name="Seat 2")).to_be_visible()
    assert dealer.locator(".seatbtn").evaluate_all(ringed) == 1
    house.room.do("pit-1", commands.decide, by=BEN, seat=2, word="play")


def test_a_cashier_with_a_phone_reaches_buy_in_and_cash_out(house: OpenHouse) -> None:
    house.open("three-card-poker")
    house.seat(Actor("aplayerwithaverylongnameindeed", Role.PLAYER))
    page = house.person("fran", Role.FLOOR, PHONE)
    page.goto("/cage")
    for name in ("Buy in for", "Cash out for"):
        button = box(page.get_by_role("button", name=name))
        assert 0 <= button.left < button.right <= PHONE["width"]


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
        away.setattr(house.site.sessions, "idle_seconds", 0)
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
