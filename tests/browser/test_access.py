"""Every page for everybody: with a screen reader, without a mouse, on any screen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from fairdeal.web.app import application
from tests.browser.house import AXE, OpenHouse, wanted
from tests.browser.pages import PAGES, Furnished, Shown, pages_of, patterns, widths
from tests.web.house import House

SIZES: tuple[ViewportSize, ...] = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
SCHEMES: dict[Literal["light", "dark"], Any] = {"light": RULES, "dark": CONTRAST}
"""Where only colours differ, only they are looked at again."""


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Furnished]:
    house = Furnished(tmp_path_factory.mktemp("room"), chromium)
    house.furnish()
    house.start()
    yield house
    house.stop()


def test_every_page_is_in_the_list(tmp_path: Path) -> None:
    app = application(House(tmp_path).site)
    missing = patterns(app) - {page.pattern for page in PAGES}
    assert not missing, f"put {sorted(missing)} into tests/browser/pages.py"


@pytest.mark.parametrize("shown", PAGES, ids=str)
def test_a_page_is_for_everybody(furnished: Furnished, shown: Shown) -> None:
    """No fault for a screen reader or a weak eye, nothing sticks out, everything can be touched."""
    assert shown in pages_of(furnished.app), "there is no such page any more"
    if why := wanted(AXE):
        pytest.skip(why)
    page = furnished.visit(shown, script=AXE.read_text(), bypass_csp=True)
    faults: dict[str, str] = {}
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            faults |= dict.fromkeys(_faults(page, rules), f"{viewport['width']} {scheme}")
    wide = []
    for width in widths():
        page.set_viewport_size({"width": width, "height": 844})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(width)
    page.context.close()
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())
    assert not wide, f"something sticks out at {wide}"


def _faults(page: Page, rules: Any) -> Iterator[str]:
    """What the checker finds."""
    found: Any = page.evaluate(
        "rules => axe.run({runOnly: rules, resultTypes: ['violations']})", rules
    )
    for fault in found["violations"]:
        for node in fault["nodes"]:
            yield f"{fault['id']}: {node['html'][:160]} ({_why(node)})"


def _why(node: Any) -> str:
    return "; ".join(each["message"] for each in node["any"] + node["all"] + node["none"])[:200]


def test_a_round_is_played_with_nothing_but_the_keyboard(house: OpenHouse) -> None:
    house.open("three-card-poker")
    house.deck = "Qs 9h 4d Jc 8s 2h"
    page = house.page()
    page.goto("/")
    expect(page.locator("body:not(.is-lost)")).to_be_visible()
    _tab_to(page, '[data-post$="/sit"]')
    page.keyboard.press("Enter")
    expect(page.locator("[data-own]")).to_be_visible()
    page.keyboard.press("2")  # the five dollar chip
    _tab_to(page, '[data-spot="ante"]')
    page.keyboard.press("Enter")
    expect(page.locator('[data-spot="ante"]')).to_contain_text("$5")
    page.keyboard.press("r")
    expect(page.get_by_role("img", name="queen of spades")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".receipt")).to_contain_text("Round result")
    assert house.room.table("pit-1").rounds == 1


def _tab_to(page: Page, selector: str) -> None:
    """Go there with the tab key; it must show that it has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.count() and focused.evaluate("(one, other) => one.matches(other)", selector):
            outlines = focused.evaluate(
                "one => [one, ...one.children].map(each => getComputedStyle(each).outlineStyle)"
            )
            assert "solid" in outlines, f"{selector} does not show that it has the focus"
            return
    raise AssertionError(f"{selector} cannot be reached with the keyboard")


_SIZES = """
() => [...document.querySelectorAll("#actions button, .foot .btn")]
    .filter(each => each.checkVisibility())
    .map(each => [each.textContent.trim(), each.offsetWidth, each.offsetHeight])
"""


@pytest.mark.parametrize("width", [360, 390])
def test_what_a_thumb_has_to_hit_is_large_enough(furnished: Furnished, width: int) -> None:
    for name in ("table-three-card-poker", "table-bets", "lobby"):
        [shown] = [page for page in PAGES if page.name == name]
        page = furnished.visit(shown, {"width": width, "height": 844})
        sizes = page.evaluate(_SIZES)  # at one moment: the stream may replace any of them
        assert sizes
        small = [size for size in sizes if size[1] < 32 or size[2] < 40]
        assert not small, f"{name} at {width}: {small}"
        page.context.close()


def test_the_checker_finds_what_is_wrong(furnished: Furnished) -> None:
    if why := wanted(AXE):
        pytest.skip(why)
    page = furnished.visit(PAGES[0], script=AXE.read_text(), bypass_csp=True)
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button>')")
    assert any(fault.startswith("button-name") for fault in _faults(page, RULES))
    page.context.close()
