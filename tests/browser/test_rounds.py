"""A person plays a complete round of every game, and folds or stands in another."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import PHONE, OpenHouse


@dataclass(frozen=True)
class Story:
    """A stacked round, and what a person works out of it."""

    game: str
    deck: str
    """From the top, as the game's procedure deals it to one seat."""
    spots: tuple[str, ...]
    """What is clicked, a five dollar chip each."""
    keys: str
    """The key of the decision; twice to fold a pair or better."""
    results: dict[str, str]
    """What the spots say in the end."""
    total: str


QUEEN_HIGH = "Qs 9h 4d Jc 8s 2h"
"""Three cards for the player, then a dealer's hand that does not qualify."""
KINGS = "9c 8s 2h Ks Kh 4d 7c"
"""A dealer's hand that does not qualify, then four cards for the player."""
EIGHTEEN = "Kd 9s 8c 7h Tc"
"""King and eight against nine and seven, to which a ten comes."""

PLAYED = [
    Story(
        "three-card-poker",
        QUEEN_HIGH,
        ("ante", "pair-plus"),
        "p",
        {"ante": "+$5", "play": "Push", "pair-plus": "-$5"},
        "Even",
    ),
    Story("ags-3-card", QUEEN_HIGH, ("ante",), "p", {"ante": "+$5", "play": "Push"}, "+$5"),
    Story(
        "three-card-fury",
        KINGS,
        ("ante",),
        "p",
        {"ante": "+$5", "monster": "-$5", "play": "Push"},
        "Even",
    ),
    Story(
        "three-way-action",
        EIGHTEEN,
        ("high-card", "blackjack", "poker"),
        "s",
        {"high-card": "+$5", "blackjack": "+$5"},
        "",
    ),
]
FOLDED = [
    Story(
        "three-card-poker",
        QUEEN_HIGH,
        ("ante", "pair-plus"),
        "f",
        {"ante": "-$5", "pair-plus": "-$5"},
        "-$10",
    ),
    Story("ags-3-card", QUEEN_HIGH, ("ante",), "f", {"ante": "-$5"}, "-$5"),
    Story("three-card-fury", KINGS, ("ante",), "ff", {"ante": "-$5", "monster": "-$5"}, "-$10"),
]


def bet(page: Page, *spots: str) -> None:
    """Chips on the spots, and ready."""
    expect(page.locator("[data-own]")).to_be_visible()
    page.wait_for_load_state("load")  # before that a click on a spot goes unheard
    for spot in spots:
        page.locator(f'[data-spot="{spot}"]').click()
    page.keyboard.press("r")


def printed(result: str) -> str:
    """An amount with a real minus sign."""
    return result.replace("-", "\N{MINUS SIGN}")


def shows(page: Page, results: dict[str, str], total: str) -> None:
    """What the spots and the receipt say when the round is settled."""
    for spot, result in results.items():
        expect(page.locator(f'[data-spot="{spot}"] .result')).to_have_text(printed(result))
    expect(page.locator(".receipt .total")).to_contain_text("Round result")
    expect(page.locator(".receipt .total")).to_contain_text(printed(total))


@pytest.mark.parametrize("story", PLAYED + FOLDED, ids=lambda each: f"{each.game}-{each.keys}")
def test_a_person_plays_a_complete_round(house: OpenHouse, story: Story) -> None:
    house.deck = story.deck
    house.open(story.game)
    page = house.guest()
    bet(page, *story.spots)
    expect(page.locator('[data-post$="/decide"]').first).to_be_visible()
    expect(page.locator(".hero .card:not(.back):not(.slot)").first).to_be_visible()
    for key in story.keys:
        page.keyboard.press(key)
    shows(page, story.results, story.total)
    lines = house.room.table("pit-1").last or house.room.table("pit-1").round
    assert lines is not None
    for line in lines.lines:
        sentence = f"{line.reason[0].upper()}{line.reason[1:]}."
        expect(page.locator(".receipt")).to_contain_text(sentence)


@pytest.mark.parametrize(("keys", "total"), [("p", "+$155"), ("ff", "-$10")])
def test_two_people_play_napa_and_one_of_them_banks(
    house: OpenHouse, keys: str, total: str
) -> None:
    house.deck = "2c 2d 2h Js 8s 3h"
    house.open("napa-three-card-poker")
    bank, player = house.guest(), house.guest(viewport=PHONE)
    bank.get_by_label("Your bank, in dollars").fill("300")
    bank.get_by_role("button", name="Take the bank").click()
    expect(bank.locator("#actions")).to_contain_text("You hold the bank")
    bet(player, "ante", "pair-plus")
    expect(player.get_by_role("button", name="Fold")).to_be_visible()
    expect(player.locator(".dealer .card:not(.back)")).to_have_count(1)
    for key in keys:
        player.keyboard.press(key)
    shows(player, {}, total)
    expect(bank.locator('.seat[data-seat="2"]')).to_contain_text(printed(total))


def test_a_refused_bet_is_said_and_nothing_moves(house: OpenHouse) -> None:
    house.open("three-card-poker")
    page = house.guest()
    page.keyboard.press("5")
    bet(page, "ante")
    expect(page.get_by_role("alert")).to_contain_text("$5 to $100")
    expect(page.locator("#actions")).to_contain_text("$500")
    assert house.room.table("pit-1").playing is None


def test_who_has_lost_everything_gets_chips_with_one_button(house: OpenHouse) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", limits={"ante": "500-500"})
    page = house.guest()
    page.keyboard.press("5")
    bet(page, "ante")
    page.get_by_role("button", name="Fold").click()
    expect(page.locator("#actions")).to_contain_text("you have $0")
    page.get_by_role("button", name="Take $500").click()
    expect(page.get_by_role("button", name="Same again $500")).to_be_visible()
