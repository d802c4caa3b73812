"""What lies on the felt, what is about to, and what can be done while the room is out of reach."""

import re

from playwright.sync_api import Page, Route, expect

from fairdeal.live import AUTOMATIC, Role, commands
from tests.browser.house import OpenHouse
from tests.browser.test_rounds import QUEEN_HIGH, bet
from tests.live.tables import FLOOR


def placed(house: OpenHouse) -> dict[str, int]:
    """What seat 1 has bet, as the room has it."""
    now = house.room.table("pit-1").playing
    return dict(now.bets.get(1, {})) if now else {}


def test_bets_that_lie_there_stay_when_others_come_and_can_be_taken_back(house: OpenHouse) -> None:
    house.open("three-card-poker", betting_seconds=600)
    page, _ = house.guest(), house.guest()
    ready = page.locator("[data-ready]")
    expect(ready).to_be_disabled()
    bet(page, "ante")
    expect(ready).to_have_text(re.compile(r"Placed \$5 "))
    expect(ready).to_be_disabled()
    page.locator('[data-spot="pair-plus"]').click()
    expect(ready).to_have_text(re.compile(r"Ready \$10 "))
    ready.click()
    expect(ready).to_have_text(re.compile(r"Placed \$10 "))
    assert placed(house) == {"ante": 500, "pair-plus": 500}

    page.reload()
    page.locator('[data-spot="ante"]').click()
    expect(page.locator('[data-spot="ante"] .amt')).to_have_text("$10")
    page.locator('[data-spot="pair-plus"]').press("Backspace")
    expect(page.locator('[data-spot="pair-plus"] .ring')).to_be_empty()
    page.keyboard.press("r")
    expect(ready).to_have_text(re.compile(r"Placed \$10 "))
    assert placed(house) == {"ante": 1000}

    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#actions")).to_contain_text("$500")
    expect(page.locator('[data-spot="ante"]')).to_contain_text("$5 to $100")
    expect(ready).to_be_disabled()
    assert placed(house) == {}
    bet(page, "ante")
    expect(ready).to_have_text(re.compile(r"Placed \$5 "))
    page.locator('[data-spot="ante"]').press("Backspace")
    expect(page.locator("#actions")).to_contain_text("$500")
    assert placed(house) == {}


def test_what_was_not_bet_is_said_and_what_was_said_goes_away(house: OpenHouse) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", betting_seconds=600, decision_seconds=600)
    other, page = house.guest(), house.page()
    page.clock.install()
    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-ready]")).to_be_disabled()
    page.keyboard.press("5")
    bet(page, "ante")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("$5 to $100")
    page.clock.fast_forward(11_000)
    expect(alert).to_be_empty()
    bet(other, "ante")
    expect(page.locator(".seat .stt").first).to_have_text("Ready")
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    expect(alert).to_have_text(
        "The betting closed before you pressed Ready. $500 was not bet.", use_inner_text=True
    )
    other.keyboard.press("f")
    expect(other.locator(".receipt")).to_contain_text("Round result")
    other.route("**/api/tables/*/rounds/*", lambda route: route.abort())
    other.get_by_role("button", name="Check the shuffle").click()
    proof = other.get_by_role("dialog")
    expect(proof).to_contain_text("The room could not be reached, so nothing was checked.")
    other.unroute("**/api/tables/*/rounds/*")
    proof.get_by_role("button", name="Close").click()
    other.get_by_role("button", name="Check the shuffle").click()
    expect(other.get_by_role("dialog")).to_contain_text("Matches.")


def test_a_network_that_falls_silent_is_noticed_and_what_was_pressed_is_done_once(
    house: OpenHouse,
) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", decision_seconds=600)
    page = house.page()
    page.clock.install()
    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-ready]")).to_be_disabled()
    bet(page, "ante")
    actions = page.locator("#actions")
    play, fold = (actions.get_by_role("button", name=word) for word in ("Play", "Fold"))
    expect(play).to_be_visible()
    pressed: list[str] = []

    def swallow(route: Route) -> None:
        """Answers nothing and closes nothing."""
        pressed.append(route.request.url.rpartition("/")[2])

    for address in ("**/stream/**", "**/decide"):
        page.route(address, swallow)
    page.keyboard.press("p")
    expect(page.locator("body.is-asking")).to_be_attached()
    expect(play).to_have_class(re.compile("is-slow"))
    fold.click(force=True)
    house.room.renew_time()
    house.site.hub.all_again()  # the same buttons are put in again, and one of them still waits
    expect(page.locator("#actions .btn:not([aria-busy])")).to_have_count(1)
    expect(play).to_have_class(re.compile("is-slow"))
    fold.click(force=True)
    page.clock.fast_forward(13_000)
    expect(page.get_by_role("alert")).to_have_text(
        "Connection lost, reconnecting. Your bets are safe."
    )
    expect(fold).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".receipt")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")
    page.clock.fast_forward(13_000)
    expect(page.locator("body:not(.is-lost):not(.is-asking)")).to_be_attached()
    expect(page.locator(".receipt")).to_contain_text("Round result")
    now = house.room.table("pit-1").round
    assert now is not None
    assert now.decisions == {1: ("play",)}
    assert {*pressed} == {"decide", "pit-1"}


def test_an_open_page_follows_what_the_floor_changes(house: OpenHouse) -> None:
    house.open("three-card-poker")
    page = house.guest()
    side = page.get_by_role("complementary", name="Table information")
    expect(side).to_contain_text("$5 to $100")
    house.room.do(
        "pit-1",
        commands.reconfigure,
        by=FLOOR,
        reason="the evening",
        limits={"ante": "25-50"},
        pay_tables=("pair-plus=D",),
    )
    expect(side).to_contain_text("$25 to $50")
    expect(side.get_by_role("table", name="Pair Plus table D")).to_be_visible()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    house.room.do("pit-1", commands.leave, by=FLOOR, seat=1)
    expect(page.get_by_role("button", name="Leave")).to_have_count(0)
    expect(page.get_by_role("link", name="Lobby")).to_be_visible()
    house.room.do("pit-1", commands.close_table, by=FLOOR, reason="another game")
    house.open("three-card-fury", practice=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fury")
    expect(page.locator("header").get_by_text("Practice")).to_be_visible()
    expect(page).to_have_title(re.compile("Fury"))


def out_of_reach(page: Page, address: str) -> None:
    """A page whose stream does not come; what is asked for would still be done."""
    page.route("**/stream/**", lambda route: route.abort())
    page.goto(address)
    expect(page.locator("body.is-lost")).to_be_visible()


def back(page: Page) -> None:
    page.unroute("**/stream/**")
    expect(page.locator("body:not(.is-lost)")).to_be_visible()


def test_nothing_is_done_on_a_page_that_is_not_up_to_date(house: OpenHouse) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", decision_seconds=600)
    page = house.guest()
    bet(page, "ante")
    fold = page.get_by_role("button", name="Fold")
    expect(fold).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    out_of_reach(page, "/tables/pit-1")
    page.keyboard.press("f")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was sent")
    fold.focus()
    page.keyboard.press("Enter")
    fold.dispatch_event("click")
    expect(fold).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("link", name="Rules")).to_be_enabled()
    back(page)
    assert "POST" not in asked
    expect(fold).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("f")
    expect(page.locator(".receipt")).to_contain_text("Round result")


def test_a_dealer_does_nothing_on_a_terminal_that_is_not_up_to_date(house: OpenHouse) -> None:
    house.open("three-card-poker", dealer="dora")
    page = house.person("dora", Role.DEALER)
    out_of_reach(page, "/dealer/pit-1")
    begins = page.get_by_role("button", name="Open the betting")
    begins.dispatch_event("click")
    expect(page.locator("#notices")).to_contain_text("Nothing was sent")
    report = page.locator("form[data-post]").first
    report.dispatch_event("submit")
    assert house.room.table("pit-1").playing is None
    expect(page.get_by_role("button", name="Lock")).not_to_have_attribute("aria-disabled", "true")
    back(page)
    begins.click()
    expect(page.get_by_role("button", name="Open the betting")).to_have_count(0)
    assert house.room.table("pit-1").playing is not None


def test_the_time_to_decide_is_said_three_times_and_the_ring_keeps_its_name(
    house: OpenHouse,
) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", decision_seconds=600)
    page = house.page()
    page.clock.install()
    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    bet(page, "ante")
    ring = page.get_by_role("timer", name="Time left", exact=True)
    spoken = page.locator("#seconds")
    hand = "You have queen, nine, four: queen high. Fold or play for $5 more."
    expect(page.locator("#spoken")).to_contain_text(hand)
    expect(page.locator("[role=status]")).to_have_count(1)
    expect(spoken).to_have_text(re.compile(r"(600|59\d) seconds to decide"))
    first = spoken.inner_text()
    page.route("**/stream/**", lambda route: None)  # no other stream sets the clock right
    page.clock.fast_forward("08:20")
    expect(ring).to_contain_text(re.compile(r"(100|9\d) seconds"))
    expect(spoken).to_have_text(first)
    page.clock.fast_forward("01:31")
    expect(spoken).to_have_text(re.compile(r"^(10|[6-9]) seconds to decide"))
    page.clock.fast_forward(5000)
    expect(spoken).to_have_text(re.compile(r"^[1-5] seconds? to decide"))
    expect(ring).to_be_visible()


def test_keys_can_be_switched_off_and_one_key_does_not_fold_a_pair(house: OpenHouse) -> None:
    house.deck = "Qs Qh 4d Jc 8s 2h"
    house.open("three-card-poker", decision_seconds=600)
    page = house.guest()
    switch = page.get_by_role("button", name="Single-key shortcuts")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.locator('[data-spot="ante"]').click()
    page.keyboard.press("r")
    page.reload()
    expect(switch).to_have_text("Single-key shortcuts: off")
    expect(page.locator(".bar kbd").first).to_be_hidden()
    assert house.room.table("pit-1").playing is None
    switch.click()
    bet(page, "ante")
    fold = page.get_by_role("button", name="Fold")
    expect(fold).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("alert")).to_have_text("Pair of queens: press F again to fold.")
    page.keyboard.press("2")  # any other key takes it back
    expect(page.get_by_role("alert")).to_be_empty()
    page.keyboard.press("f")
    expect(fold).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator(".receipt")).to_contain_text("Round result")


SEALS = """
if (!sessionStorage.getItem("fairdeal seals")) {
  const old = Array.from({ length: 400 }, (_, round) => [`old/${round}`, "00"]);
  sessionStorage.setItem("fairdeal seals", JSON.stringify(old));
}
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"


def test_a_tab_keeps_the_seals_of_the_last_rounds_as_long_as_there_is_room(
    house: OpenHouse,
) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker")
    page, full = house.page(), house.page()
    page.add_init_script(SEALS)
    full.add_init_script(FULL)
    full.goto("/tables/pit-1")
    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    bet(page, "ante")
    for each in (page, full):
        expect(each.locator('[data-noted="pit-1/1"]')).to_be_attached()
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('fairdeal seals')).map(([key]) => key)")
    assert (len(kept), kept[0], kept[-1]) == (300, "old/101", "pit-1/1")
    page.get_by_role("button", name="Fold").click()
    expect(page.locator(".receipt")).to_contain_text("Round result")
    for each, seen in ((page, "as this page noted it"), (full, "as the room recorded it")):
        each.goto("/replay/pit-1/1?step=99")
        each.get_by_role("button", name="Check the shuffle").click()
        expect(each.get_by_role("dialog")).to_contain_text(seen)
        expect(each.get_by_role("dialog").get_by_role("status")).to_contain_text("Matches.")
