"""An auditor at work: the books of a day, the log, the chain and a file to take along."""

import json
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import PdfMargins, expect

from fairdeal.live import AUTOMATIC, Role, commands
from tests.browser.boxes import boxes
from tests.browser.house import PHONE, OpenHouse
from tests.browser.paper import pages_of
from tests.live.tables import BETS, FLOOR, MANAGER, PLAYERS
from tests.web.theory import make_cheap

MARGINS: Final[PdfMargins] = {"top": "0.4in", "right": "0.4in", "bottom": "0.4in", "left": "0.4in"}
PARTS: Final = "main .panel, main .chain, main .field, main .btn"


def _played(house: OpenHouse, rounds: int) -> None:
    """A table with two players, who fold and play in turn."""
    house.open("three-card-poker")
    for seat, player in enumerate(PLAYERS[:2], 1):
        house.room.do("pit-1", commands.sit, by=player, seat=seat)
        house.room.do("pit-1", commands.buy_in, by=FLOOR, player=player.name, cents=500_000)
    for number in range(rounds):
        for seat, player in enumerate(PLAYERS[:2], 1):
            bets = dict(BETS["three-card-poker"])
            house.room.do("pit-1", commands.place, by=player, seat=seat, bets=bets)
        house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
        for seat, player in enumerate(PLAYERS[:2], 1):
            word = "play" if (number + seat) % 2 else "fold"
            house.room.do("pit-1", commands.decide, by=player, seat=seat, word=word)


def test_an_auditor_reads_the_books_finds_an_event_checks_the_chain_and_takes_a_file(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make_cheap(monkeypatch)
    _played(house, 4)
    page = house.person("ada", Role.AUDITOR)  # whose work begins with the books
    expect(page.get_by_role("heading", name="Win against expectation")).to_be_visible()
    expect(page.get_by_role("img", name="Win against expectation")).to_be_visible()
    row = page.get_by_role("row", name="Three Card Poker")
    expect(row.first).to_contain_text("8")
    page.get_by_text("The figures of the plot").click()
    expect(page.get_by_role("columnheader", name="One deviation")).to_be_visible()
    page.get_by_role("link", name="Wager", exact=True).click()
    expect(page.get_by_role("row", name="Pair Plus")).to_be_visible()

    page.get_by_role("link", name="Log", exact=True).first.click()
    page.get_by_label("Text").fill("seat 2, fold")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("rowheader")).to_have_count(2)
    page.get_by_role("rowheader").first.locator("xpath=../td[2]/a").click()
    expect(page.locator("pre")).to_contain_text('"word": "fold"')

    page.goto("/books/check")
    expect(page.get_by_text("Not checked since the room was opened")).to_be_visible()
    page.get_by_role("button", name="Check the chain").click()
    expect(page.get_by_text("Chain complete, checked to event")).to_be_visible()
    expect(page.get_by_text("4 settled again to the cent")).to_be_visible()

    page.goto("/books")
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Events, one JSON a line").click()
    taken.value.save_as(tmp_path / "events.jsonl")
    about, *events = map(json.loads, (tmp_path / "events.jsonl").read_text().splitlines())
    assert about["title"] == "Events"
    assert len(events) == house.room.store.head().pos
    assert events[-1]["log_hash"] == house.room.store.head().hash.hex()


def test_no_page_of_the_books_is_wider_than_a_phone(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_cheap(monkeypatch)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    _played(house, 1)
    house.site.archive.checking.start("ada")
    house.site.archive.checking.wait()
    page = house.person("ada", Role.AUDITOR, PHONE)
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)  # it would come in between
    for path in ("/books", "/books/meters", "/books/check", "/log", "/log/3"):
        page.goto(path)
        expect(page.locator(PARTS).first).to_be_visible()
        for place in boxes(page, PARTS):
            assert place.right <= PHONE["width"], path


@pytest.mark.parametrize(("paper", "width"), [("Letter", 8.5), ("A4", 8.27)])
def test_a_printed_report_has_every_column_page_numbers_and_a_line_to_sign(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, paper: str, width: float
) -> None:
    make_cheap(monkeypatch)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    for number in range(2, 24):
        house.open("three-way-action", f"high-limit-{number}")
    _played(house, 3)
    page = house.person("ada", Role.AUDITOR)
    for path, first, last in (
        ("/books?by=table", "Rounds", "Deviations"),
        ("/books?by=wager", "Hands", "Deviations"),
        ("/books/meters", "Opening", "Closing"),
    ):
        page.goto(path)
        expect(page.get_by_role("columnheader", name=last).first).to_be_visible()
        pdf = page.pdf(format=paper, margin=MARGINS)
        pages = pages_of(pdf)
        whole = "".join(pages)
        for number, text in enumerate(pages, 1):
            assert f"Page{number}of{len(pages)}" in text
            assert "Printedbyada,auditor,at20" in text
        assert "Preparedby" in pages[-1]
        assert "Reviewedby" in pages[-1]
        assert first in whole
        assert last in whole

        page.emulate_media(media="print")
        page.set_viewport_size({"width": int((width - 0.8) * 96), "height": 960})
        cells = boxes(page, "table.fig :is(td, th)")
        assert cells, path
        for cell in cells:
            assert cell.right <= (width - 0.8) * 96, path
        page.emulate_media(media="null")
        page.set_viewport_size({"width": 1440, "height": 900})
