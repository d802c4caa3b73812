"""Tips in a browser: a player tips the dealer, and the dealer puts another tip into the tip box."""

from playwright.sync_api import expect

from fairdeal.live import Actor, Role, commands
from tests.browser.house import NEVER_BY_ITSELF, PHONE, OpenHouse
from tests.live.tables import DEALER


def test_a_player_tips_and_the_dealer_sees_it_in_the_tip_box(house: OpenHouse) -> None:
    house.open("three-way-action", dealer="dora", tips=True)
    guest = house.guest(viewport=PHONE)
    dealer = house.person("dora", Role.DEALER)
    dealer.goto("/dealer/pit-1")
    foot = dealer.locator(".dt-foot")
    expect(foot).to_contain_text("Tip box")

    guest.get_by_role("button", name="Tip").click()
    asks = guest.get_by_role("dialog", name="Tip the dealer")
    asks.get_by_label("Dollars").fill("9000")
    asks.get_by_role("button", name="Tip", exact=True).click()
    expect(asks.get_by_role("alert")).to_contain_text("there are chips for $500")
    asks.get_by_label("Dollars").fill("5")
    asks.get_by_role("button", name="Tip", exact=True).click()
    expect(guest.get_by_text("You tipped the dealer $5.")).to_be_visible()
    expect(guest.locator("#actions")).to_contain_text("$495")
    expect(foot.locator(".kpi", has_text="Tip box")).to_contain_text("$5")

    dealer.get_by_role("button", name="Chips", exact=True).click()
    chips = dealer.get_by_role("dialog", name="Chips at pit-1")
    form = chips.locator("form", has=dealer.get_by_role("button", name="Tip"))
    form.get_by_label("Dollars").fill("2.50")
    form.get_by_role("button", name="Tip").click()
    expect(foot.locator(".kpi", has_text="Tip box")).to_contain_text("$7.50")
    expect(guest.locator("#actions")).to_contain_text("$492.50")
    said = "The dealer put $2.50 of your chips into the tip box."
    expect(guest.locator("#notices")).to_have_text(said)
    expect(guest.locator('[data-part="receipt"]')).to_contain_text(said)

    dealer.get_by_role("button", name="Chips", exact=True).click()
    form.get_by_label("Dollars").fill("1")
    form.get_by_role("button", name="Tip").click()
    expect(guest.locator("#notices")).to_contain_text("The dealer put $1 of your chips")
    expect(guest.locator('[data-part="receipt"]')).to_contain_text("The dealer put $3.50")


def test_what_is_typed_into_the_tip_dialog_arrives_while_the_dealers_cards_turn(
    house: OpenHouse,
) -> None:
    house.open("three-card-poker", dealer="dora", tips=True)
    page = house.guest()
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(NEVER_BY_ITSELF)
    page.reload()
    player = Actor(house.room.table("pit-1").seats[1], Role.PLAYER)
    house.room.do("pit-1", commands.open_round, by=DEALER)
    house.room.do("pit-1", commands.place, by=player, seat=1, bets={"ante": 1000})
    house.room.do("pit-1", commands.no_more_bets, by=DEALER)
    while not house.room.table("pit-1").round.turn:  # type: ignore[union-attr]
        house.room.do("pit-1", commands.next_step, by=DEALER)
    house.room.do("pit-1", commands.decide, by=player, seat=1, word="play")
    page.get_by_role("button", name="Tip").click()
    amount = page.get_by_role("dialog", name="Tip the dealer").get_by_label("Dollars")
    amount.focus()
    while house.room.table("pit-1").playing:
        house.room.do("pit-1", commands.next_step, by=DEALER)
    expect(page.locator(".say")).to_have_text("The dealer turns the cards")
    page.keyboard.type("25")
    expect(amount).to_have_value("25")
    expect(page.locator(".receipt .total")).to_contain_text("Round result")


def test_without_the_option_or_a_person_who_deals_no_page_offers_tips(house: OpenHouse) -> None:
    house.open("three-card-poker", dealer="dora")
    house.open("three-card-poker", "pit-2", tips=True)
    for table in ("pit-1", "pit-2"):
        guest = house.guest(table)
        expect(guest.get_by_role("button", name="Leave")).to_be_visible()
        expect(guest.get_by_role("button", name="Tip")).to_have_count(0)
