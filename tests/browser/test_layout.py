"""The player's table at every size: nothing overlaps, and nothing moves under the hand."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal import cards
from tests.browser.boxes import Box, boxes, faults, meet, within
from tests.browser.house import DESK, NEVER_BY_ITSELF, PHONE, OpenHouse
from tests.browser.rounds import Seated
from tests.browser.test_player import THREE_WAYS
from tests.browser.test_rounds import EIGHTEEN, KINGS, QUEEN_HIGH, bet
from tests.examples import EVERY, all_registered
from tests.web.house import fresh_stylesheet

SMALL: Final = {"width": 320, "height": 568}
ON_ITS_SIDE: Final = {"width": 844, "height": 390}
LONG_ON_ITS_SIDE: Final = {"width": 932, "height": 430}
SIZES: Final[tuple[Any, ...]] = (DESK, {"width": 1181, "height": 800}, PHONE, SMALL, ON_ITS_SIDE)
TABLET: Final[Any] = {"width": 1024, "height": 768}
WINDOWS: Final[tuple[Any, ...]] = tuple(
    {"width": width, "height": height}
    for height in (720, 900, 1024)
    for width in (1000, 1181, 1200, 1240, 1280, 1340, 1360, 1400, 1440, 1920)
)
PLACES: Final = ".hero .hand, .spot .ring"
"""What a player looks at and presses, and what nothing may move."""
TWO_ACES: Final = "Ah 7c Ac 8c 2d 3d 5s"
ONE_ACE_EACH: Final = "Ah 7c Ac Tc 5s Kd 3h 2d 4h"
"""Two aces against a seventeen; to the aces a five and a king."""
CHOICES: Final = ".bar .act .btn"


@pytest.fixture(scope="module")
def felts(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[OpenHouse]:
    """A room in which every game can be dealt."""
    with all_registered(), fresh_stylesheet():
        house = OpenHouse(tmp_path_factory.mktemp("felts"), chromium)
        house.start()
        yield house
        house.stop()


def stacked(house: OpenHouse, key: str, *, folds: bool) -> Iterator[tuple[str, Seated]]:
    """Every phase of a round of a game with a deck that is the same on every day."""
    seated = Seated(house, key)
    house.deck = " ".join(map(cards.name, Random(f"{key} {folds}").sample(range(52), 52)))
    for phase in seated.round(folds=folds):
        yield phase, seated
    seated.page.context.close()


@pytest.mark.parametrize("key", EVERY)
def test_a_round_of_any_game_has_room_at_a_desk_on_a_tablet_and_on_a_phone(
    felts: OpenHouse, key: str
) -> None:
    first: dict[str, Any] = {}
    for phase, seated in stacked(felts, key, folds=False):
        sizes: tuple[Any, ...] = (DESK, TABLET, PHONE)
        for size in sizes:
            seated.page.set_viewport_size(size)
            where = f"{phase} at {size['width']} px"
            assert faults(seated.page, touch=size is PHONE) == [], where
            places = boxes(seated.page, PLACES)
            assert places, where
            for place, box in zip(first.setdefault(str(size), places), places, strict=True):
                assert box == pytest.approx(place, abs=0.5), f"{where}: something has moved"


@pytest.mark.slow
@pytest.mark.parametrize("key", EVERY)
def test_a_folded_round_of_any_game_has_room_at_every_width_and_for_a_spectator(
    felts: OpenHouse, key: str
) -> None:
    spectator = felts.page()
    for phase, seated in stacked(felts, key, folds=True):
        sizes: tuple[Any, ...] = (DESK, TABLET, PHONE, *(WINDOWS if phase == "settled" else ()))
        for size in sizes:
            seated.page.set_viewport_size(size)
            assert faults(seated.page, touch=size is PHONE) == [], f"{phase} at {size}"
        if phase == "settled":
            spectator.goto(f"/tables/{seated.table}")
            for size in sizes:
                spectator.set_viewport_size(size)
                assert faults(spectator, touch=size is PHONE) == [], f"watched at {size}"


def _fits(page: Page) -> None:
    """Nothing in the bar lies over anything else or beyond its edge, and nothing runs sideways."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    (bar,) = boxes(page, ".bar")
    found = boxes(page, f".bar .money > div, .bar .clock, .bar .more .btn, {CHOICES}, .bar .tray")
    for at, box in enumerate(found):
        assert within(box, bar), f"{page.viewport_size}: {box} is not in the bar {bar}"
        for another in found[at + 1 :]:
            assert not meet(box, another), f"{page.viewport_size}: {box} lies over {another}"
    cut = (
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"
    )
    assert page.locator(CHOICES).evaluate_all(cut) == []


@pytest.mark.parametrize("chip", ["2", "4"], ids=["enough chips", "too few to double"])
def test_four_choices_have_room_and_keep_their_places_after_a_hit(
    house: OpenHouse, chip: str
) -> None:
    house.deck = TWO_ACES
    house.open("three-way-action", decision_seconds=600, limits={"blackjack": "5-500"})
    page = house.guest()
    for spot in ("high-card", "poker"):
        page.locator(f'[data-spot="{spot}"]').click()
    page.keyboard.press(chip)
    for _ in range(3):
        page.locator('[data-spot="blackjack"]').click()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Split")).to_be_visible()
    before: list[Any] = []
    for size in SIZES:
        page.set_viewport_size(size)
        _fits(page)
        before.append(boxes(page, CHOICES))
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Double 2 cards only")).to_be_disabled()
    expect(page.get_by_role("button", name="Split aces only")).to_be_disabled()
    expect(page.locator(f"{CHOICES}.primary")).to_have_count(0)
    for size, places in zip(SIZES, before, strict=True):
        page.set_viewport_size(size)
        _fits(page)
        for place, box in zip(places, boxes(page, CHOICES), strict=True):
            assert box == pytest.approx(place, abs=0.5), size


def test_split_aces_fit_a_small_phone_and_lie_clear_of_the_seats_at_a_desk(
    house: OpenHouse,
) -> None:
    house.deck = ONE_ACE_EACH
    house.open("three-way-action")
    page = house.guest(viewport=SMALL)
    bet(page, *THREE_WAYS)
    page.get_by_role("button", name="Split").click()
    expect(page.locator(".hero .split .one")).to_have_count(3)
    expect(page.locator(".receipt .total")).to_contain_text("Round result")
    _fits(page)
    screen = Box(0, 0, 320, 10_000)
    for box in boxes(page, ".hero .card, .dealer .card, .spot, .tray button"):
        assert within(box, screen), box
    for size in WINDOWS:
        page.set_viewport_size(size)
        seats = boxes(page, ".seat")
        for box in boxes(page, ".hero .card, .hero .own, .dealer .card, .spot .ring"):
            assert not any(meet(box, seat) for seat in seats), f"{size}: {box}"


def test_four_cards_and_five_spots_fit_a_small_phone(house: OpenHouse) -> None:
    house.open("three-card-fury")
    page = house.guest(viewport=SMALL)
    expect(page.locator(".hero .card")).to_have_count(4)
    for box in boxes(page, ".hero .card, .spot"):
        assert within(box, Box(0, 0, 320, 10_000)), box


@pytest.mark.parametrize(
    ("game", "deck", "spots", "key"),
    [
        ("three-card-poker", QUEEN_HIGH, ("ante", "pair-plus", "bonus"), "p"),
        ("three-card-fury", KINGS, ("ante", "royal-family", "seven-card"), "p"),
        ("three-way-action", EIGHTEEN, (*THREE_WAYS, "bonus"), "s"),
    ],
)
def test_a_phone_on_its_side_has_cards_spots_and_choices_in_sight(
    house: OpenHouse, game: str, deck: str, spots: tuple[str, ...], key: str
) -> None:
    house.deck = deck
    house.open(game)
    page = house.guest(viewport=ON_ITS_SIDE)
    bet(page, *spots)
    expect(page.locator('[data-post$="/decide"]').first).to_be_visible()
    for size in (ON_ITS_SIDE, LONG_ON_ITS_SIDE):
        _on_its_side(page, size)
    page.keyboard.press(key)
    expect(page.locator(".spot .result").first).to_be_visible()
    for size in (ON_ITS_SIDE, LONG_ON_ITS_SIDE):
        _on_its_side(page, size)


def _on_its_side(page: Page, size: Any) -> None:
    page.set_viewport_size(size)
    _fits(page)
    screen = Box(0, 0, size["width"], size["height"])
    (bar,) = boxes(page, ".bar")
    for box in boxes(page, ".dealer .card, .hero .card, .spot .ring, .spot .name, .say, .bar .btn"):
        assert within(box, screen), box
    for box in boxes(page, ".dealer .card, .hero .card, .spot"):
        assert not meet(box, bar), box
    cards, rings = boxes(page, ".hero .card"), boxes(page, ".spot .ring")
    assert not any(meet(card, ring) for card in cards for ring in rings)


def test_the_hand_stays_where_it_is_while_the_next_bets_are_placed(house: OpenHouse) -> None:
    house.deck = EIGHTEEN
    house.open("three-way-action")
    page = house.guest()
    spots = (*THREE_WAYS, "bonus")
    bet(page, *spots)
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".receipt .total")).to_contain_text("Round result")
    before = boxes(page, ".hero .hand, .spot .ring")
    for spot in spots:
        page.locator(f'[data-spot="{spot}"]').click()
    assert boxes(page, ".hero .hand, .spot .ring") == before


def test_what_is_disabled_does_not_light_up_under_the_mouse(house: OpenHouse) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", betting_seconds=600)
    other = house.guest()
    expect(other.locator("#actions")).to_contain_text("$500")
    page = house.guest()
    page.locator('[data-spot="ante"]').click()
    ready, play = page.locator("[data-ready]"), page.locator('[data-spot="play"]')
    ready.click()
    expect(ready).to_be_disabled()
    ready.hover(force=True)  # an update may have put another button under a mouse that rests
    expect(page.locator("[data-ready]:hover")).to_have_count(1)
    clear = "each => getComputedStyle(each).backgroundColor"
    expect(ready).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    resting = play.locator(".ring").evaluate(clear)
    play.hover(force=True)
    expect(page.locator('[data-spot="play"]:hover')).to_have_count(1)
    page.wait_for_timeout(200)
    assert play.locator(".ring").evaluate(clear) == resting


WATCH: Final = """
() => {
  window.seen = [];
  const look = () => {
    const now = [
      document.querySelectorAll(".dealer .card:not(.slot, .back)").length,
      document.querySelector(".dealer .is-turned") !== null,
      document.querySelector(".receipt .total") !== null,
      document.querySelector(".spot .result, .hero .read .result, .seat .result") !== null,
      document.querySelector("[data-ready]") !== null,
      document.querySelector("[data-part=spoken]").textContent.includes("You lose"),
    ];
    if (String(now) !== String(window.seen.at(-1))) window.seen.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}
"""
"""Keeps what the page showed from change to change: dealer's cards, whether they are turning,
receipt, results, next bets, and what is spoken."""


def played(page: Page) -> None:
    """A hand is played by key on a page with motion, which is watched from then on."""
    bet(page, "ante", "pair-plus")
    expect(page.get_by_role("button", name="Fold")).to_be_visible()
    page.evaluate(WATCH)
    page.keyboard.press("p")
    expect(page.locator("#actions")).to_contain_text("Tap or press any key to skip")


def test_the_dealers_cards_come_before_everything_that_follows_from_them(house: OpenHouse) -> None:
    house.deck = "Qs 9h 4d Kc 8s 2h"
    house.open("three-card-poker")
    page = house.guest()
    page.emulate_media(reduced_motion="no-preference")
    played(page)
    expect(page.locator(".say")).to_have_text("The dealer turns the cards")
    expect(page.locator(".receipt .total")).to_contain_text("Round result")
    expect(page.locator(".say")).to_have_text("Place your bets")
    seen: list[list[Any]] = page.evaluate("window.seen")
    first = next(at for at, each in enumerate(seen) if each[0] == 3)
    assert seen[first][2:] == [False] * 4, "the cards are there, and nothing else"
    assert [each for each in seen if any(each[2:]) and each[:2] != [3, False]] == []
    assert seen[-1][2:] == [True] * 4


def test_a_key_or_a_press_skips_the_turning_and_does_nothing_else(house: OpenHouse) -> None:
    house.deck = QUEEN_HIGH
    house.open("three-card-poker", betting_seconds=600)
    page = house.guest()
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(NEVER_BY_ITSELF)
    page.reload()
    played(page)
    page.keyboard.press("a")  # would place the same bets again
    expect(page.locator(".receipt .total")).to_contain_text("Round result")
    assert house.room.table("pit-1").playing is None
    played(page)
    (felt,) = boxes(page, ".bar .act")
    page.mouse.click((felt[0] + felt[2]) / 2, (felt[1] + felt[3]) / 2)  # where a button comes
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    page.wait_for_timeout(300)
    assert house.room.table("pit-1").playing is None
    page.get_by_role("button", name="Same again").click()
    expect(page.get_by_role("button", name="Fold")).to_be_visible()
