"""A mathematician at the par-sheet lab."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.house import PHONE, OpenHouse

PATIENT = 120_000
"""Milliseconds in which a rule is compiled on a machine that never ran it."""


def edge(page: Page) -> tuple[str, str]:
    """The house edge as it is read: rounded, and exactly."""
    shown = page.get_by_role("region", name="Figures", exact=True).locator(".bigfig").first
    return shown.locator(".v").inner_text(), shown.locator(".frac").inner_text()


def test_a_mathematician_changes_a_line_and_hands_the_sheet_on(
    house: OpenHouse, tmp_path: Path
) -> None:
    """Pair plus A with a flush at 3 to 1 is table D of the document: 402/5525."""
    page = house.page()
    page.goto("/")
    page.get_by_role("link", name="Lab", exact=True).click()
    page.wait_for_url("**/lab**")
    page.wait_for_load_state("load")  # before that no script hears what is chosen
    page.get_by_label("Bet", exact=True).select_option("Pair Plus")
    figures = page.get_by_role("region", name="Figures", exact=True)
    expect(figures).to_contain_text("128 / 5525", timeout=PATIENT)
    page.get_by_label("flush", exact=True).fill("3")
    expect(figures).to_contain_text("402 / 5525")
    assert edge(page) == ("7.2760 %", "402 / 5525")
    expect(page.get_by_role("row", name="flush 1,096/22,100 was 4")).to_have_class("hit")
    expect(page.locator("#line\\.pays\\.flush-was")).to_have_text("was 4")
    expect(page.get_by_role("region", name="Side by side")).to_contain_text("274 / 5525")

    page.get_by_label("flush", exact=True).press_sequentially("x")
    expect(page.get_by_text("Pair-plus A pays '3x' for flush")).to_be_visible()
    assert edge(page) == ("7.2760 %", "402 / 5525")
    page.get_by_label("flush", exact=True).press("Backspace")
    expect(page.get_by_text("Pair-plus A pays '3x' for flush")).to_be_hidden()

    page.get_by_label("Compare with").select_option("table D")
    beside = page.get_by_role("region", name="Side by side")
    expect(beside.get_by_role("row", name="House edge")).to_contain_text("0 %")
    page.get_by_label("flush, second table", exact=True).fill("5")
    expect(beside.get_by_role("row", name="House edge")).to_contain_text("+9.9186 %")

    for kind, head in (("JSON", b"{"), ("PDF", b"%PDF-")):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.name == f"par-three-card-poker-pair-plus-a-changed-d-changed.{kind.lower()}"
        assert path.read_bytes().startswith(head)
        if kind == "JSON":
            first = json.loads(path.read_text())["figures"][0]
            assert first["house_edge"]["exact"] == "402/5525"

    other = house.page(PHONE)
    other.goto(page.get_by_role("link", name="Link to this sheet").get_attribute("href") or "")
    assert page.url == other.url
    assert edge(other) == edge(page)
    expect(other.get_by_label("flush", exact=True)).to_have_value("3")
    expect(other.get_by_label("flush, second table", exact=True)).to_have_value("5")
    width = other.locator("html").evaluate("each => each.scrollWidth")
    assert width == PHONE["width"]
    other.get_by_role("link", name="Reset to print").click()
    expect(other.get_by_role("region", name="Figures", exact=True)).to_contain_text("128 / 5525")
    expect(other).to_have_url(
        f"{house.address}/lab?game=three-card-poker&bet=pair-plus&table=A&against=D"
    )


def test_the_lab_works_without_any_script(house: OpenHouse) -> None:
    page = house.page(java_script_enabled=False)
    page.goto("/lab?bet=pair-plus")
    figures = page.get_by_role("region", name="Figures", exact=True)
    expect(figures).to_contain_text("128 / 5525", timeout=PATIENT)
    page.get_by_label("flush", exact=True).fill("3")
    page.get_by_role("button", name="Compute").click()
    expect(figures).to_contain_text("402 / 5525")
    page.get_by_label("Game").select_option("3 Way Action")
    page.get_by_role("button", name="Compute").click()
    expect(page.get_by_label("Bet", exact=True)).to_have_value("high-card")
    expect(figures).to_contain_text("House edge per stake")
