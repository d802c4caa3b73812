"""From the first page to a seat."""

from playwright.sync_api import Page, expect

from fairdeal import games
from tests.browser.house import OpenHouse


def test_a_person_sits_down_at_any_table_with_one_click(house: OpenHouse) -> None:
    for number, key in enumerate(games.GAMES, 1):
        house.open(key, f"pit-{number}")
    for number, game in enumerate(games.GAMES.values(), 1):
        page = house.guest(f"pit-{number}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(game.name)
        expect(page.get_by_role("region", name="Your seat")).to_be_visible()
        expect(page.locator("#actions")).to_contain_text("$500")


def test_only_the_headings_of_what_makes_it_fair_are_bold(house: OpenHouse) -> None:
    page = house.page()
    page.goto("/")
    told = page.locator("article", has_text="What makes it fair")
    expect(told.locator("li").first).to_have_css("font-weight", "400")
    # Both boxes are taken at once, and once more if the stream has just replaced the part.
    page.wait_for_function(
        """() => {
          const told = [...document.querySelectorAll("article")]
            .find((each) => each.textContent.includes("What makes it fair"));
          const last = [...told.querySelectorAll("li")].at(-1).getBoundingClientRect();
          return told.querySelector("a").getBoundingClientRect().top - last.bottom >= 12;
        }"""
    )


def over_a_button(house: OpenHouse) -> Page:
    """Somebody in the lobby, about to sit down."""
    house.open("three-card-poker")
    page = house.page()
    page.goto("/")
    expect(page.locator("body:not(.is-lost)")).to_be_visible()
    page.get_by_role("button", name="Sit down").hover()
    return page


def test_a_press_counts_although_the_page_changes_under_it(house: OpenHouse) -> None:
    page = over_a_button(house)
    page.mouse.down()
    page.evaluate(
        "() => { window.put = new Promise(done => document.addEventListener('put', done)) }"
    )
    house.open("three-card-fury", "pit-2")
    page.evaluate("() => window.put.then(() => null)")
    expect(page.locator("[data-post$='/sit']")).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_role("region", name="Your seat")).to_be_visible()


def test_a_menu_over_a_button_does_not_hold_the_page(house: OpenHouse) -> None:
    page = over_a_button(house)
    page.mouse.down(button="right")  # and nobody hears when the menu is closed
    house.open("three-card-fury", "pit-2")
    expect(page.locator("[data-post$='/sit']")).to_have_count(2)


def test_a_press_that_led_nowhere_lets_the_page_go_on(house: OpenHouse) -> None:
    page = over_a_button(house)
    page.mouse.down()
    house.open("three-card-fury", "pit-2")
    page.get_by_role("heading", level=1).hover()
    page.mouse.up()
    expect(page.locator("[data-post$='/sit']")).to_have_count(2)
    assert page.url.endswith("/")
