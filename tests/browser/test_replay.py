"""A round is played, replayed with the keyboard, and its shuffle checked by the browser itself."""

import json
import re

from playwright.sync_api import Page, Route, expect

from fairdeal.live import commands
from tests.browser.house import PHONE, OpenHouse
from tests.live.tables import MANAGER
from tests.web.rounds import MARA, bets_fall, decided, seated

DECK = "Qs 6h 4d | Ks Kd 2c | As Jc 5h"


def play(page: Page) -> None:
    """A guest bets on the ante and plays."""
    page.locator('[data-spot="ante"]').click()
    page.get_by_role("button", name=re.compile("^Ready")).click()
    page.get_by_role("button", name=re.compile("^Play")).click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


def test_a_guest_replays_a_round_with_the_keyboard_and_checks_its_shuffle(
    house: OpenHouse,
) -> None:
    house.deck = DECK
    house.open("three-card-poker")
    page = house.guest()
    play(page)
    page.get_by_role("button", name="Check the shuffle").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("Matches.")
    expect(dialog).to_contain_text("as this page noted it while the round was played")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).not_to_be_attached()

    page.get_by_role("region", name="Last rounds").get_by_role("link", name="Round 1").click()
    expect(page.get_by_text("Replay", exact=True)).to_be_visible()
    page.wait_for_load_state("load")  # before that a key goes unheard
    expect(page.locator(".now")).to_have_text("Round 1 is open for bets.")
    queen = page.get_by_role("img", name="queen of spades")
    expect(queen).to_have_count(0)
    walked = page.locator(".walk > li")
    for place in range(2, walked.count() + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".walk [aria-current]")).to_have_attribute("aria-current", "step")
        expect(page.locator(".what .label")).to_contain_text(f"Step {place} of {walked.count()}")
        expect(page).to_have_url(re.compile(rf"step={place}$"))
    expect(queen).to_be_visible()
    expect(page.get_by_role("heading", name="Your receipt")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".what .label")).to_contain_text("Step 1 of")
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="Next step")).to_have_attribute("aria-disabled", "true")
    page.reload()
    expect(page.get_by_role("heading", name="Your receipt")).to_be_visible()


def altered(route: Route) -> None:
    """Two cards of the deck change places on the way."""
    answer = route.fetch()
    told = answer.json()
    deck = told["deck"]
    told["deck"] = deck[2:4] + deck[:2] + deck[4:]
    route.fulfill(response=answer, body=json.dumps(told))


def test_a_deck_that_was_exchanged_or_cannot_be_checked_is_told(house: OpenHouse) -> None:
    house.deck = DECK
    house.open("three-card-poker")
    seated(house, MARA, 1)
    bets_fall(house, {MARA: {"ante": 500}})
    decided(house, {MARA: "play"})
    page = house.page(PHONE)
    page.goto("/replay/pit-1/1?step=99")
    page.route("**/api/tables/pit-1/rounds/1", altered)
    check = page.get_by_role("button", name="Check the shuffle")
    check.click()
    verdict = page.get_by_role("dialog").get_by_role("status")
    expect(verdict).to_contain_text("Does not match.")
    expect(verdict).to_contain_text("does not follow from the secret and the seeds")
    page.keyboard.press("Escape")
    page.unroute("**/api/tables/pit-1/rounds/1")
    check.click()
    expect(verdict).to_contain_text("Matches.")

    old = house.page()
    old.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });")
    old.goto("/replay/pit-1/1")
    old.get_by_role("button", name="Check the shuffle").click()
    dialog = old.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("Matches.")


def test_the_adviser_of_a_practice_table_names_the_best_choice_exactly(house: OpenHouse) -> None:
    house.deck = DECK
    house.open("three-card-poker", practice=True)
    house.open("three-card-poker", "pit-2")
    page = house.guest()
    expect(page.locator('[data-part="advice"]')).to_have_count(0)
    page.get_by_role("link", name="Switch the adviser on").click()
    adviser = page.get_by_role("region", name="Adviser")
    expect(adviser).to_contain_text("When it is your turn")
    page.locator('[data-spot="ante"]').click()
    page.get_by_role("button", name=re.compile("^Ready")).click()
    expect(adviser.get_by_role("status")).to_have_text("Best: Play", timeout=60_000)
    expect(adviser).to_contain_text("\N{MINUS SIGN}$4.9669")
    expect(adviser).to_contain_text("\N{MINUS SIGN}45755/9212")
    adviser.get_by_role("link", name="Switch off").click()
    expect(page.locator('[data-part="advice"]')).to_have_count(0)

    other = house.guest("pit-2")
    expect(other.get_by_text(re.compile("adviser", re.IGNORECASE))).to_have_count(0)
    other.goto("/tables/pit-2?adviser=on")
    expect(other.get_by_role("main")).to_contain_text("Table pit-2 is not a practice table")


def test_a_sign_follows_its_meters_and_says_what_the_dealer_says(house: OpenHouse) -> None:
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("ags-3-card", progressive="stax", limits={"stax": "5"})
    seated(house, MARA, 1)
    moving, calm = house.page(), house.page()
    moving.emulate_media(reduced_motion="no-preference")
    moving.goto("/sign/stax")
    calm.goto("/sign/pit-1")
    for page in (moving, calm):
        expect(page.get_by_text("$1,000.00")).to_be_visible()
        expect(page.get_by_role("button")).to_have_count(0)
    bets_fall(house, {MARA: {"ante": 500, "stax": 500}})
    expect(calm.get_by_role("status")).to_have_text("Seat 1 decides")
    decided(house, {MARA: "fold"})
    expect(calm.get_by_text("$1,000.25")).to_be_visible()
    expect(calm.get_by_role("region", name="Last rounds")).to_contain_text("Round 1")
    expect(moving.get_by_text("$1,000.25")).to_be_visible()
