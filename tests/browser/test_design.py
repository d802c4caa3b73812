"""A designer of pay tables at work in the lab."""

import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fairdeal.analysis.design import Designs, searched
from fairdeal.analysis.progress import Progress
from fairdeal.web.lab import question, searches
from tests.browser.house import PHONE, OpenHouse

PATIENT = 120_000
"""Milliseconds in which a rule is compiled on a machine that never ran it."""

SOME = "/lab/design?bet=pair-plus&row.flush=3-4&row.straight=5-7&row.three-of-a-kind=25,30"
"""Twelve tables; 7 for the straight and 3 for the flush give 222/5525, B is 193/5525."""


def listed(page: Page) -> list[str]:
    """The names of the tables in the list."""
    table = page.get_by_role("region", name="Pay tables", exact=True)
    return table.locator("tbody th a").all_inner_texts()


def test_a_designer_finds_a_table_opens_it_and_takes_it_along(
    house: OpenHouse, tmp_path: Path
) -> None:
    page = house.page()
    page.goto("/lab?bet=pair-plus&table=B")
    page.get_by_role("link", name="Design a pay table").click()
    page.wait_for_url("**/lab/design?**bet=pair-plus&table=B")
    page.wait_for_load_state("load")
    found = page.get_by_role("region", name="What was found")
    expect(found).to_contain_text("Meet the goal", timeout=PATIENT)

    page.get_by_label("Straight flush").fill("40")
    page.get_by_label("Three of a kind").fill("25, 30")
    page.get_by_label("straight", exact=True).fill("5-7")
    page.get_by_label("pair", exact=True).fill("1")
    page.get_by_label("flush", exact=True).fill("3-4x")
    expect(page.get_by_text("Row flush cannot pay '3-4x'")).to_be_visible()
    expect(page.get_by_label("flush", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("the tables are those from before")).to_be_visible()
    page.get_by_label("flush", exact=True).press("Backspace")
    expect(page.get_by_text("Row flush cannot pay '3-4x'")).to_be_hidden()
    expect(page.locator("[data-lab=count]")).to_contain_text("12 candidates")
    expect(page.get_by_text("2 odds, 3 to 4")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("2 of 12 pay tables meet the goal")
    assert listed(page) == ["A", "B", "C", "D", "1", "2"]

    page.get_by_label("House edge from, percent").fill("6")
    expect(page.get_by_text("goes from 6 % to 5 %: the low end is above")).to_be_visible()
    page.get_by_label("House edge from, percent").fill("4")
    expect(page.get_by_role("status")).to_have_text("1 of 12 pay tables meet the goal")

    assert "222 / 5525" not in page.locator(".designs").inner_text()
    page.get_by_label("Show fractions").check()
    assert "222 / 5525" in page.locator(".designs").inner_text()

    with page.expect_download() as download:
        page.get_by_role("link", name="TOML", exact=True).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    tables = tomllib.loads(path.read_text())["pair-plus"]
    assert ["straight", "7 to 1"] in tables["design-1"]["pays"]

    other = house.page(PHONE)
    other.goto(page.get_by_role("link", name="Link to this search").get_attribute("href") or "")
    expect(other.get_by_label("flush", exact=True)).to_have_value("3-4")
    assert listed(other) == listed(page)
    assert other.locator("html").evaluate("each => each.scrollWidth") == PHONE["width"]

    page.get_by_role("link", name="Table 1, open in the lab").click()
    figures = page.get_by_role("region", name="Figures", exact=True)
    expect(figures).to_contain_text("222 / 5525", timeout=PATIENT)
    expect(page.get_by_label("straight", exact=True)).to_have_value("7")
    page.go_back()
    expect(page.get_by_label("flush", exact=True)).to_have_value("3-4")


def test_another_game_brings_its_bets_and_rows_and_keeps_the_goal(house: OpenHouse) -> None:
    page = house.page()
    page.goto(SOME)
    page.wait_for_load_state("load")
    page.get_by_label("House edge to, percent").fill("60")
    page.get_by_label("Game").select_option("3 Card")
    expect(page.get_by_label("Bet", exact=True)).to_have_value("ante", timeout=PATIENT)
    page.get_by_label("Bet", exact=True).select_option("STAX")
    expect(page.get_by_label("Royal flush in diamonds")).to_have_attribute(
        "placeholder", "star meter", timeout=PATIENT
    )
    expect(page.get_by_label("House edge to, percent")).to_have_value("60")
    expect(page.get_by_role("region", name="Pay tables", exact=True)).to_contain_text("star meter")
    page.go_back()
    expect(page.get_by_label("Bet", exact=True)).to_have_value("ante")


def test_the_designer_works_without_any_script(house: OpenHouse) -> None:
    page = house.page(java_script_enabled=False)
    page.goto(SOME)
    found = page.get_by_role("region", name="What was found")
    expect(found).to_contain_text("12", timeout=PATIENT)
    assert listed(page) == ["A", "B", "C", "D", "1", "2"]
    page.get_by_label("flush", exact=True).fill("3")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("[data-lab=count]")).to_contain_text("6 candidates")
    page.get_by_label("flush", exact=True).fill("three")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Row flush cannot pay 'three'")).to_be_visible()
    expect(page.get_by_label("straight", exact=True)).to_have_value("5-7")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Searches that have come half-way go on when the event is set."""
    goes_on = threading.Event()

    def search(space: Any, goal: Any, rank: Any, most: int, progress: Progress) -> Designs:
        while not goes_on.wait(0.01):
            progress(0.5)
        return searched(space, goal, rank, most, progress)

    monkeypatch.setattr(question, "searched", search)
    monkeypatch.setattr(searches, "PATIENCE", 0.05)
    yield goes_on
    goes_on.set()


def test_a_long_search_shows_its_progress_and_can_be_cancelled(
    house: OpenHouse, slow: threading.Event
) -> None:
    page = house.page()
    page.goto(SOME)
    progress = page.get_by_role("progressbar", name="Searching")
    expect(progress).to_have_attribute("value", "0.5")
    cancel = page.get_by_role("link", name="Cancel")
    cancel.focus()
    page.wait_for_timeout(1000)  # it has asked again, and replaced nothing
    expect(cancel).to_be_focused()
    cancel.press("Enter")
    expect(page.get_by_role("heading", name="Not searched")).to_be_visible()
    expect(page.get_by_label("flush", exact=True)).to_have_value("3-4")
    page.get_by_role("link", name="Search", exact=True).click()
    expect(progress).to_be_visible()
    slow.set()
    expect(page.get_by_role("region", name="What was found")).to_contain_text("12")
