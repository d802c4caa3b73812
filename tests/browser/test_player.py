"""What a player sees of the own seat and of everybody's: at a desk, on a phone, with any clock."""

import re

import pytest
from playwright.sync_api import Locator, expect

from fairdeal.live import Role, commands
from tests.browser.boxes import boxes
from tests.browser.house import DESK, PHONE, OpenHouse
from tests.browser.test_rounds import bet, printed
from tests.live.tables import DEALER

ACES = "Ah 7c 6c Ac 8c Td 5s Kd 3h"
"""Two aces and a fifteen against a six; to the aces a five and a king, to the six a nineteen."""
THREE_WAYS = ("high-card", "blackjack", "poker")


def hands(within: Locator) -> list[str]:
    """The name of every hand of a split, with its total, and its bet or result."""
    found = within.locator(".split .one")
    expect(found.first).to_be_visible()
    told = []
    for each in found.all():
        words = each.locator(".own").inner_text().split()
        told.append(f"{each.get_attribute('aria-label')}: {' '.join(words)}")
    return told


def test_split_aces_are_two_hands_for_the_player_the_others_the_dealer_and_the_replay(
    house: OpenHouse,
) -> None:
    house.deck = ACES
    house.open("three-way-action", dealer="dora")
    me, other = house.guest(), house.guest(viewport=PHONE)
    dealer = house.person("dora", Role.DEALER)
    expect(me.locator("#actions")).to_contain_text("Dora opens the betting")
    dealer.goto("/dealer/pit-1")
    dealer.get_by_role("button", name="Open the betting").click()
    for page in (me, other):
        bet(page, *THREE_WAYS)
        expect(page.locator("#actions")).to_contain_text("$485")
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    _go_on(house)
    me.get_by_role("button", name="Split").click()
    expect(me.locator(".hero .read")).to_contain_text("Split aces")
    assert hands(me.locator(".hero")) == ["First hand: soft 16 $5", "Second hand: 21 $5"]
    expect(me.locator('[data-spot="blackjack"] .amt')).to_have_text("$10")
    other.get_by_role("button", name="Stand").click()
    expect(other.locator("#actions")).to_contain_text("The cards are dealt")
    _go_on(house, "blackjack")
    settled = ["First hand: soft 16 -$5", "Second hand: 21 +$5"]
    due = dealer.get_by_role("list", name="Settlement of seat 1")
    expect(due).to_contain_text("Blackjack, first hand")
    expect(due).to_contain_text("Take $5")
    assert hands(dealer.get_by_role("group", name="Seat 1")) == [*map(printed, settled)]
    _go_on(house, "poker")
    expect(me.locator(".hero .split .one")).to_have_count(3)
    assert hands(me.locator(".hero"))[:2] == [*map(printed, settled)]
    seat = other.locator('.seat[data-seat="1"]')
    expect(seat.locator(".no")).to_have_text("1")
    seat.get_by_role("button").click()
    assert hands(seat)[:2] == [*map(printed, settled)]
    expect(seat.locator(".bets")).to_contain_text("Poker")
    _go_on(house)
    me.goto("/replay/pit-1/1?step=99")
    assert hands(me.locator(".hero"))[:2] == [*map(printed, settled)]


def _go_on(house: OpenHouse, until: str = "") -> None:
    """The dealer does what comes until somebody decides, the round is over or a bet is settled."""
    while (now := house.room.table("pit-1").playing) and not now.turn:
        if until and any(line.bet == until for line in now.lines):
            return
        house.room.do("pit-1", commands.next_step, by=DEALER)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_chips_lie_on_the_felt_before_they_are_bet_and_a_refusal_moves_nothing(
    house: OpenHouse, viewport: dict[str, int]
) -> None:
    house.open("three-card-poker")
    page = house.guest(viewport=viewport)
    ante = page.locator('[data-spot="ante"]')
    expect(ante.locator(".pile")).to_have_count(0)
    expect(page.get_by_role("button", name="$5 chip")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("3")
    for _ in range(2):
        ante.click()
    page.keyboard.press("2")
    ante.click()
    expect(ante.locator(".pile use")).to_have_count(3)
    expect(ante.locator(".amt")).to_have_text("$55")
    page.get_by_role("button", name="Clear").click()
    expect(ante.locator(".pile")).to_have_count(0)
    expect(ante).to_contain_text("$5 to $100")
    page.keyboard.press("5")
    ante.click()
    before = boxes(page, ".hero, .bar, .spot, .dealer, .btn.lg")
    page.keyboard.press("r")
    expect(page.get_by_role("alert")).to_contain_text("$5 to $100")
    assert boxes(page, ".hero, .bar, .spot, .dealer, .btn.lg") == before


def test_a_browser_with_a_wrong_clock_counts_the_seconds_of_the_room(house: OpenHouse) -> None:
    house.open("three-card-poker", betting_seconds=600)
    page = house.page()
    page.add_init_script("const now = Date.now; Date.now = () => now() - 7_200_000;")
    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    bet(page, "ante")
    clock = page.get_by_role("timer")
    expect(clock).to_be_visible()
    left = int(clock.locator("b").inner_text())
    assert 500 < left <= 600


def test_who_leaves_finds_the_chips_in_the_lobby_and_from_elsewhere(house: OpenHouse) -> None:
    for table in ("pit-1", "pit-2"):
        house.open("three-card-poker", table)
    page = house.guest("pit-1", PHONE)
    page.get_by_role("button", name="Leave").click()
    yours = page.get_by_role("region", name="Your chips")
    expect(yours).to_contain_text("$500")
    yours.get_by_role("button", name="Sit down again").click()
    expect(page.locator("#actions")).to_contain_text("$500")
    page.get_by_role("button", name="Leave").click()
    page.locator('[data-post="/api/tables/pit-2/sit"]').click()
    expect(page.locator("#actions")).to_contain_text("$500 at pit-1")
    page.get_by_role("link", name="$500 at pit-1").click()
    expect(page).to_have_url(re.compile("/tables/pit-1$"))


def test_on_a_phone_the_adviser_is_in_sight_while_there_is_something_to_decide(
    house: OpenHouse,
) -> None:
    house.deck = "Qs 9h 4d Jc 8s 2h"
    house.open("three-card-poker", practice=True)
    house.open("three-card-poker", "pit-2")
    page = house.guest("pit-2", PHONE)
    page.goto("/")
    page.locator('[data-post="/api/tables/pit-1/sit"]').click()
    expect(page.locator("#actions")).to_contain_text("$500 at pit-2")
    page.goto("/tables/pit-1?adviser=on")
    bet(page, "ante")
    best = page.locator(".adviser [role=status]")
    expect(best).to_contain_text("Best: Play", timeout=60_000)
    expect(best).to_be_in_viewport(ratio=1)
    expect(page.locator(".adviser .advice")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Fold")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Fingerprint of the deck").click()
    expect(page.locator(".shoe .mono")).to_be_in_viewport(ratio=1)
