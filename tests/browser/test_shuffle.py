"""A player's own page checks the shuffle of every round in which it has bet."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from fairdeal.live import events, shoe
from fairdeal.live.audit import audit
from fairdeal.live.shoe import Shoe
from fairdeal.live.table import dealer
from fairdeal.live.table.context import Context, deck_in_play
from fairdeal.live.table.state import Table, after
from tests.browser.house import OpenHouse
from tests.live.tables import KEY

GAME = "three-card-poker"


@pytest.fixture
def real(house: OpenHouse) -> OpenHouse:
    """A room whose decks nobody has arranged."""
    vars(house.room)["_shoe"] = Shoe(KEY)
    house.open(GAME)
    return house


def play(page: Page) -> None:
    """One whole round, in which the player stays in."""
    page.locator('[data-spot="ante"]').click()
    page.locator("[data-ready]").click()
    page.locator('[data-post$="/decide"][data-ask*="play"]').click()


def round_of(house: OpenHouse, number: int) -> Any:
    page = house.page()
    return page.request.get(f"/api/tables/pit-1/rounds/{number}").json()


def test_the_first_round_at_an_empty_table_has_the_players_seed_and_is_checked(
    real: OpenHouse,
) -> None:
    page = real.guest()
    expect(page.locator("[data-chain]")).to_be_attached()
    play(page)
    verdict = page.locator(".verdict")
    expect(verdict).to_have_text("Shuffle checked, with your seed.")
    told = round_of(real, 1)
    assert [each["seat"] for each in told["seeds"]] == [1]
    page.get_by_role("button", name="Check the shuffle").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("from your seed: nobody could choose it")
    dialog.get_by_role("button", name="Close").click()
    play(page)
    expect(page.locator('[data-verdict="pit-1/2"]')).to_have_text(
        "Shuffle checked, with your seed."
    )
    assert round_of(real, 2)["seeds"][0]["before"] == told["seeds"][0]["seed"]
    assert audit(real.room.store, KEY, every=True).faults == ()


def test_a_seed_from_what_the_player_types_counts_from_the_next_round(real: OpenHouse) -> None:
    page = real.guest()
    play(page)
    expect(page.locator('[data-verdict="pit-1/1"]')).to_contain_text("with your seed")
    page.get_by_role("button", name="Your seed for the shuffle").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Anything").fill("my grandmother's birthday")
    dialog.get_by_role("button", name="Use it").click()
    expect(dialog).to_contain_text("counts from the next round on")
    dialog.get_by_role("button", name="Close").click()
    for number in (2, 3):
        play(page)
        line = page.locator(f'[data-verdict="pit-1/{number}"]')
        expect(line).to_have_text("Shuffle checked, with your seed.")
    first, second, third = (round_of(real, number)["seeds"][0] for number in (1, 2, 3))
    assert second["before"] == first["seed"]
    assert third["before"] != second["seed"], "the typed chain has taken over"


def test_a_bet_without_a_known_chain_is_checked_without_a_seed(real: OpenHouse) -> None:
    page = real.page()
    page.route("**/announce-seed", lambda route: route.abort())
    page.goto("/tables/pit-1")
    page.evaluate("localStorage.clear()")
    page.route("**/sit", without_an_anchor)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-own]")).to_be_visible()
    page.wait_for_load_state("load")
    play(page)
    expect(page.locator(".verdict")).to_have_text("Shuffle checked, without a seed of yours.")


def without_an_anchor(route: Route) -> None:
    asked = json.loads(route.request.post_data or "{}")
    asked.pop("anchor", None)
    route.continue_(post_data=json.dumps(asked))


def test_a_house_that_keeps_the_better_of_two_decks_is_found_out_in_the_first_round(
    real: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It draws another secret when it knows bets and seeds, and keeps the one that suits it."""
    honest = dealer.shuffled

    def deck(table: Table, context: Context, happened: list[events.AnyEvent]) -> bytes:
        for event in happened:
            table = after(table, event)
        assert table.playing is not None
        return deck_in_play(context.shoe, table.name, table.playing).order

    def steered(table: Table, context: Context) -> list[events.AnyEvent]:
        first = honest(table, context)
        commitment, sealed = context.shoe.commit(table.name, table.rounds)
        other = events.DeckCommitted(table.rounds, commitment, sealed)
        second = [other, *honest(after(table, other), context)]
        assert deck(table, context, first) != deck(table, context, second)
        return second

    monkeypatch.setattr(dealer, "shuffled", steered)
    page = real.guest()
    play(page)
    verdict = page.locator(".verdict.bad")
    expect(verdict).to_contain_text("The shuffle does not hold")
    expect(verdict).to_contain_text("The room now names another commitment than before the bets")
    told = round_of(real, 1)
    expect(verdict).to_contain_text(told["commitment"])
    expect(verdict).to_have_css("color", page.evaluate(LOSE))
    fault = audit(real.room.store, KEY).first_fault
    assert fault is not None
    assert "the house had committed to another secret for round 1 already" in fault.sentence


LOSE = """() => {
  const line = document.createElement("p");
  line.style.color = "var(--lose)";
  document.querySelector(".verdict").after(line);
  return getComputedStyle(line).color;
}"""


def test_a_house_that_leaves_a_seed_out_or_shows_other_cards_is_found_out(
    real: OpenHouse,
) -> None:
    def altered(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["seeds"] = []
        told["hands"][0]["cards"] = [0, 0, 0]
        route.fulfill(response=answer, body=json.dumps(told))

    page = real.guest()
    page.route("**/api/tables/pit-1/rounds/1", altered)
    play(page)
    verdict = page.locator(".verdict.bad")
    expect(verdict).to_contain_text("Your seed was not used: none is not")
    page.get_by_role("button", name="Check the shuffle").click()
    said = page.get_by_role("dialog").get_by_role("status")
    expect(said).to_contain_text("does not follow from the secret and the seeds")
    expect(said).to_contain_text("was shown card 0")


def test_the_page_and_the_program_compute_the_same(real: OpenHouse) -> None:
    page = real.page()
    page.goto("/tables/pit-1")
    script = page.locator('script[src*="deck"]').first.get_attribute("src")
    asked = """async (address) => {
      const deck = await import(address);
      const seeds = [{ seat: 1, seed: "81".repeat(32) }];
      const message = deck.messageOf("table/pit-1", 7, seeds, "");
      return {
        commitment: deck.commitmentOf("table/pit-1", 7, new Uint8Array(32).fill(9)),
        order: deck.hexOf(deck.orderOf(new Uint8Array(32).fill(9), message)),
        value: deck.hexOf(deck.valueAfter(new Uint8Array(32).fill(5))),
        long: deck.hexOf(deck.sha256(new Uint8Array(1000))),
      };
    }"""
    about = shoe.Shuffle("pit-1", 7, b"", ((1, bytes([0x81]) * 32),))
    assert page.evaluate(asked, script) == {
        "commitment": shoe.commitment_of("table/pit-1", 7, bytes([9]) * 32).hex(),
        "order": shoe.order_of(bytes([9]) * 32, about.message).hex(),
        "value": shoe.value_after(bytes([5]) * 32).hex(),
        "long": "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53",
    }
