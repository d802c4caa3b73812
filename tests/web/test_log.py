"""The event log in the browser."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.live import Role
from fairdeal.web.past import workers
from tests.live.days import eventful_day
from tests.web.house import House
from tests.web.test_books import Auditor


@pytest.fixture
def auditor(tmp_path: Path) -> Iterator[Auditor]:
    house = House(tmp_path)
    day = eventful_day(house.room.store)
    house.now = day.now
    house.staff("ada", Role.AUDITOR)
    with house.browser() as browser:
        browser.sign_in("ada")
        yield Auditor(house, day, browser)


def test_the_log_begins_with_the_newest_event(auditor: Auditor) -> None:
    page = auditor.get("/log").text
    last = auditor.house.room.store.head().pos
    assert page.index(f'href="/log/{last}"') < page.index(f'href="/log/{last - 1}"')
    assert f'href="/log/{last - 50}"' not in page
    assert f"before={last - 49}" in page
    older = auditor.get(f"/log?before={last - 49}").text
    assert f'href="/log/{last - 50}"' in older
    assert ">Newest</a>" in older
    first = auditor.get("/log?before=10").text
    assert "Older" not in first


def test_the_log_is_searched(auditor: Auditor) -> None:
    page = auditor.get("/log?q=camera&table=pit-5&who=surveillance&kind=table-disabled").text
    assert "no new bets are taken: the camera failed" in page
    assert "What was found" in page
    assert "bets are taken again" not in page
    assert "Nothing was found." in auditor.get("/log?q=unicorn").text
    round_page = auditor.get("/log?table=pit-2&round=2").text
    assert 'href="/replay/pit-2/2"' in round_page
    assert "round 3" not in round_page
    of_stax = auditor.get("/log?table=progressive:stax").text
    assert "progressive stax" in of_stax
    assert 'href="/replay' not in of_stax
    assert "Nothing was found." in auditor.get("/log?from=2026-11-14T23:00").text
    assert "Nothing was found." not in auditor.get("/log?to=2026-11-14T23:00").text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("round=two", "&#39;two&#39; is not a number: give one such as 12."),
        ("before=-1", "&#39;-1&#39; is not a number: give one such as 12."),
        ("from=noon", "&#39;noon&#39; is not a date and time such as 2026-11-15T18:30."),
        ("to=2026-13-01T00:00", "is not a date and time"),
        ("from=9999-12-31T23:59", ""),
        ("from=2026-11-15T10:00&to=2026-11-15T10:00", "This interval is empty"),
        (f"q={'x' * 201}", "201 characters are too many to look for: expected at most 200."),
        (f"who={'x' * 201}", "201 characters are too many"),
        (f"round={'9' * 60}", "&#39;999999999999999...&#39; is not a number"),
    ],
)
def test_a_form_that_cannot_be_read_comes_back_as_it_was_typed(
    auditor: Auditor, query: str, said: str
) -> None:
    answer = auditor.get(f"/log?kind=table-opened&{query}")
    assert answer.status_code == (400 if said else 200)
    assert said in answer.text
    assert '<option value="table-opened" selected>' in answer.text
    if said:
        name, _, typed = query.rpartition("&")[2].partition("=")
        assert "Check the fields marked above" in answer.text
        if name != "before":
            assert f'value="{typed}" ' in answer.text
            assert f'aria-describedby="{name}-fault"' in answer.text


def test_a_long_log_is_read_while_the_page_waits(
    auditor: Auditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    go = threading.Event()
    archive = auditor.house.site.archive
    register = archive.register
    monkeypatch.setattr(archive, "register", lambda: (go.wait(), register())[1])
    for path, heading in (("/log", "Event log"), ("/log/5", "Event 5")):
        page = auditor.get(path).text
        assert f"<h1>{heading}</h1>" in page
        assert "the page then loads automatically" in page
        assert 'http-equiv="refresh"' in page
    go.set()
    monkeypatch.setattr(workers, "PATIENCE", 60)
    assert "In words" in auditor.get("/log").text


def test_times_in_the_log_are_the_houses(auditor: Auditor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_ZONE", "America/Los_Angeles")
    page = auditor.get("/log").text
    assert "<th>Time (America/Los_Angeles)</th>" in page
    assert "Until (America/Los_Angeles)" in page
    auditor.tamper(4, at="noon")
    assert "&#39;noon&#39;" in auditor.get("/log?before=7").text


def test_an_event_is_shown_as_it_was_recorded(auditor: Auditor) -> None:
    page = auditor.get("/log/1").text
    assert "<h1>Event 1: table opened</h1>" in page
    assert "the table opens with Three Card Poker" in page
    assert "&#34;configuration&#34;: 1" in page
    assert "Event before" not in page
    last = auditor.house.room.store.head().pos
    assert "Event after" not in auditor.get(f"/log/{last}").text
    for pos in (0, last + 1, 10**20):
        answer = auditor.get(f"/log/{pos}")
        assert answer.status_code == 404
        assert f"the log ends at event {last}" in answer.text


def test_a_sealed_secret_is_withheld_until_its_round_is_over(auditor: Auditor) -> None:
    rows = [row for row in auditor.house.room.store.read() if row.stream == "pit-1"]
    fixed = [row for row in rows if row.kind in ("deck-committed", "round-closed")]
    page = auditor.get(f"/log/{fixed[-1].pos}").text
    assert "withheld until its round is over" in page
    assert "sealed&#34;" not in page
    over = auditor.get(f"/log/{fixed[0].pos}").text
    assert "withheld" not in over
    assert "sealed&#34;" in over


def test_an_event_that_was_changed_is_shown_as_such(auditor: Auditor) -> None:
    auditor.tamper(4, body=b'{"seat":1,"player":"mallory"}', kind="seat-taken")
    page = auditor.get("/log/5").text
    assert "This is not what was recorded." in page
    assert 'class="bad"' in auditor.get("/log?before=7").text
    auditor.tamper(4, body=b"\xff")
    assert "xff" in auditor.get("/log/5").text
