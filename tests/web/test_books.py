"""The books in the browser: reports, meters, the chain and files."""

import csv
import html
import io
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.books.parts import EveryRow
from fairdeal.errors import Unavailable
from fairdeal.live import Role, commands
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.web.pages.intervals import Address
from fairdeal.web.past import checking, figures, workers
from fairdeal.web.past.kept import KeptBooks
from fairdeal.web.past.plots import in_page
from tests.live.days import SECOND, Day, eventful_day
from tests.live.tables import KEY, MANAGER
from tests.web.house import Browser, House
from tests.web.rounds import MARA, seated
from tests.web.theory import make_cheap

TODAY = "2026-11-14"


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    make_cheap(monkeypatch)
    monkeypatch.setattr(workers, "PATIENCE", 60)


class Auditor:
    """A house after an eventful day, and an auditor at work in it."""

    def __init__(self, house: House, day: Day, browser: Browser) -> None:
        self.house, self.day, self.browser = house, day, browser

    def get(self, path: str, **more: Any) -> Any:
        return self.browser.get(path, **more)

    def tamper(self, place: int, **changes: object) -> None:
        """Somebody changes an event of the log behind the room's back."""
        rows: Any = self.house.room.store
        rows._events[place] = replace(rows._events[place], **changes)

    def check(self) -> None:
        self.get("/books/check")
        headers = {"x-fairdeal-token": self.browser.token}
        answer = self.browser.client.post("/api/books/check", json={}, headers=headers)
        assert answer.status_code == 200
        self.house.site.archive.checking.wait()


@pytest.fixture
def auditor(tmp_path: Path, cheap: None) -> Iterator[Auditor]:
    house = House(tmp_path)
    day = eventful_day(house.room.store)
    house.now = day.now
    house.staff("ada", Role.AUDITOR)
    with house.browser() as browser:
        browser.sign_in("ada")
        yield Auditor(house, day, browser)


def test_books_are_for_the_houses_people_and_not_for_dealers_or_guests(
    auditor: Auditor, tmp_path: Path
) -> None:
    house = auditor.house
    house.staff("dee", Role.DEALER)
    paths = ("/books", "/books/meters", "/books/check", "/books/chain", "/log", "/log/1")
    with house.browser() as guest, house.browser() as dealer:
        dealer.sign_in("dee")
        for path in (*paths, "/books/export/books.csv", "/books/export/events.jsonl"):
            assert guest.get(path, follow_redirects=False).status_code == 303
            assert dealer.get(path).status_code == 403
        answer = dealer.client.post("/api/books/check", json={})
        assert answer.status_code == 403
    assert house.site.archive.checking.share is None


def test_the_books_of_a_day_answer_the_question_first(auditor: Auditor) -> None:
    page = auditor.get(f"/books?day={TODAY}").text
    assert "<h1>Saturday 14 November 2026</h1>" in page
    assert "Win against expectation" in page
    assert 'role="img" aria-label="Win against expectation, 2026-11-14 to 2026-11-14' in page
    assert "The figures of the plot" in page
    assert "House games" in page
    assert "Banked by players" in page
    assert "Interim: the gaming day is not over." in page
    assert "in play at pit-1" in page
    assert "style=" not in page
    assert "Day by day" not in page
    assert "4 meters" in page


@pytest.mark.parametrize("by", ["table", "shift", "day", "game", "wager"])
def test_rows_stand_for_what_is_asked(auditor: Auditor, by: str) -> None:
    page = auditor.get(f"/books?from=2026-11-13&through={TODAY}&by={by}").text
    assert "<h1>13 to 14 November 2026</h1>" in page
    assert f'<h2 id="rows">By {by}</h2>' in page
    assert "Day by day" in page
    expected = {
        "table": ">pit-1</a>",
        "shift": 'shift=day&amp;day=2026-11-14">Saturday 14 November</a>',
        "day": ">Saturday 14 November</a>",
        "game": ">3 Way Action</a>",
        "wager": ">Pair Plus</a>",
    }
    assert expected[by] in page


def test_books_are_of_a_table_a_game_and_a_shift(auditor: Auditor) -> None:
    page = auditor.get(f"/books?day={TODAY}&table=pit-2&game=three-way-action&shift=day").text
    assert "pit-2, 3 Way Action, day only." in page
    assert "Three Card Poker</a>" not in page
    players = auditor.get(f"/books?day={TODAY}&table=pit-3").text
    assert "Win of the players who bank" in players


def test_a_day_without_activity_says_so_and_where_there_is_some(auditor: Auditor) -> None:
    page = auditor.get("/books?day=2026-11-01").text
    assert "No activity" in page
    assert f'<a href="/books?day={TODAY}">Open that day</a>' in page
    assert "at pit-2 in this time" in auditor.get("/books?day=2026-11-01&table=pit-2").text


def test_hands_without_a_theory_are_told_and_not_drawn(
    auditor: Auditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.books.wagers.rules_digest", lambda game: "other rules")
    page = auditor.get(f"/books?from=2026-11-13&through={TODAY}&by=wager").text
    assert "None of these hands can be held against exact figures." in page
    assert "drawn on-desk" not in page
    assert "House games" in page


def test_an_empty_room_says_so(tmp_path: Path, cheap: None) -> None:
    house = House(tmp_path)
    house.staff("ada", Role.AUDITOR)
    with house.browser() as browser:
        browser.sign_in("ada")
        assert "Nothing was played" in browser.get("/books").text
        assert "No progressive was open in this time." in browser.get("/books/meters").text
        assert "None in this time." in browser.get("/books/meters").text
        assert "signs in" in browser.get("/log").text


@pytest.mark.parametrize(
    ("query", "said", "status"),
    [
        ("day=soon", "is not a day", 400),
        ("day=2026-11-14&from=2026-11-01", "takes no from and through", 409),
        ("through=2026-11-14", "through needs from", 400),
        ("from=2026-11-14&through=2026-11-01", "is before", 409),
        ("by=moon", "there are no books by", 400),
        ("game=poker", "poker", 404),
        ("shift=lunch", "there is no shift", 400),
        ("table=pit-77", "pit-77", 404),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    auditor: Auditor, query: str, said: str, status: int
) -> None:
    for path in ("/books", "/books/meters", "/books/export/books.csv"):
        answer = auditor.get(f"{path}?{query}")
        assert answer.status_code == status
        assert said in answer.text.lower()


def test_a_form_of_books_comes_back_as_it_was_filled_in(auditor: Auditor) -> None:
    page = auditor.get("/books?from=2026-11-14&through=2026-11-01&table=pit-2&shift=day").text
    assert 'name="from" type="date" value="2026-11-14"' in page
    assert 'value="2026-11-01" aria-invalid="true" aria-describedby="through-fault"' in page
    assert '<span class="fault" id="through-fault">2026-11-01 is before 2026-11-14.</span>' in page
    assert "<option selected>pit-2</option>" in page
    assert "<option selected>day</option>" in page
    assert "Nothing was read" in page
    assert '<p class="fault">' in auditor.get("/books?by=moon").text


def test_rows_of_one_game_say_what_sets_them_apart(auditor: Auditor) -> None:
    house = auditor.house
    page = auditor.get(f"/books?day={TODAY}").text
    assert page.count(">Three Card Poker</a>") == 1
    setup = {"pay_tables": ["pair-plus=D"], "options": {"bonus-on-fold": "forfeited"}}
    house.open("three-card-poker", "pit-9", **setup, fills_itself=False)
    seated(house, MARA, 1, table="pit-9")
    page = auditor.get(f"/books?day={TODAY}").text
    said = re.findall(r"Three Card Poker</a> <span class=\"faint\">([^<]*)</span>", page)
    assert len(said) == 2
    assert any("Pair Plus D" in each and "bonus on fold forfeited" in each for each in said)


def test_rows_of_other_rules_are_told_apart_by_them() -> None:
    about = {"game": "three-card-poker", "pay_tables": {}, "options": {}}
    rows = [{"game": "three-card-poker", "theme": theme} for theme in ("one", "two")]
    themes = [about | {"theme": theme, "rules_digest": theme * 9} for theme in ("one", "two")]
    shown = {"by": "game", "rows": rows, "themes": themes}
    assert [line.names[1] for line in figures.lines(shown)] == ["rules oneoneon", "rules twotwotw"]


def test_an_address_can_be_kept_and_moved() -> None:
    now = 1_794_700_000_000_000
    asked = Address.of({"from": "2026-11-10", "by": "table", "table": "pit-1"}, now)
    assert asked.query() == "from=2026-11-10&through=2026-11-14&by=table&table=pit-1"
    assert asked.moved(-1) == "from=2026-11-05&through=2026-11-09&by=table&table=pit-1"
    assert asked.query(day="2026-11-11", table="") == "by=table&day=2026-11-11"
    assert Address.of({}, now).query() == "day=2026-11-14&by=game"


def test_books_are_kept_and_read_on(auditor: Auditor) -> None:
    def page() -> str:
        """Each page has a token of its own, which says nothing of the books."""
        token = r'(name="fairdeal-token" content)="[^"]*"'
        return re.sub(token, r"\1", auditor.get(f"/books?day={TODAY}").text)

    first = page()
    assert page() == first
    auditor.day.decide("pit-1", "play")
    auditor.house.now = auditor.day.now
    assert page() != first
    assert "in play at" not in page()


def test_books_that_cannot_be_read_are_forgotten(auditor: Auditor) -> None:
    place = next(
        n for n, row in enumerate(auditor.house.room.store.read()) if row.kind == "bets-settled"
    )
    body = [*auditor.house.room.store.read()][place].body
    auditor.tamper(place, body=b"?")
    assert auditor.get(f"/books?day={TODAY}").status_code == 500
    auditor.tamper(place, body=body)
    assert auditor.get(f"/books?day={TODAY}").status_code == 200


def test_only_so_many_books_are_kept(auditor: Auditor, monkeypatch: pytest.MonkeyPatch) -> None:
    from fairdeal.web.past import kept

    monkeypatch.setattr(kept, "_INTERVALS", 1)
    monkeypatch.setattr(kept, "_REPORTS", 1)
    books = KeptBooks(auditor.house.room.store, lambda: auditor.day.now)
    days = [
        Address.of({"day": day, "by": by}, 0)
        for day in (TODAY, "2026-11-15")
        for by in ("game", "table")
    ]
    for asked in days:
        books.report(asked.question())
        books.meters(asked.of_meters())
    assert len(books._intervals) == 1
    assert len(books._meters) == 1


def test_meters_are_reported_with_every_part_of_a_cent(auditor: Auditor) -> None:
    page = auditor.get(f"/books/meters?day={TODAY}").text
    assert "Reconciled" in page
    assert "What 4 meters showed" in page
    assert "stax star" in page
    assert "pit-6/1" in page
    assert '<span class="tag ok">paid</span>' in page
    assert "/replay/pit-6/1" in page
    assert "counted twice" in page, "an adjustment"
    both = auditor.get(f"/books/meters?from=2026-11-13&through={TODAY}").text
    assert "All days" in both


def test_an_auditor_approves_a_meter_adjustment_on_the_books(auditor: Auditor) -> None:
    room = auditor.house.room
    [name] = room.links.names()
    asked: dict[str, Any] = {"meter": "star", "why": "malfunction", "cents": 100, "reason": "stuck"}
    room.do(name, commands.propose_adjustment, by=MANAGER, **asked)
    before = room.progressive(name).shown_cents("star")
    for address in ("/books", "/books/meters"):
        page = auditor.get(address).text
        assert "Meter adjustments to approve" in page, address
        assert f'data-post="/api/progressives/{name}/approve-adjustment"' in page
        assert "Reduce by" in page
    answer = auditor.browser.post(f"/api/progressives/{name}/approve-adjustment")
    assert answer.status_code == 200
    assert room.progressive(name).shown_cents("star") == before - 100
    assert "Meter adjustments to approve" not in auditor.get("/books").text


def test_meters_are_a_minute_old_at_most(auditor: Auditor) -> None:
    archive = auditor.house.site.archive
    asked = Address.of({"day": TODAY}, auditor.day.now).of_meters()
    first = archive.books.meters(asked)
    auditor.day.decide("pit-1", "play")
    assert archive.books.meters(asked) is first
    auditor.house.now += 61 * SECOND
    assert archive.books.meters(asked) is not first


def test_a_page_that_takes_long_says_so_and_comes_by_itself(
    auditor: Auditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    go = threading.Event()
    archive = auditor.house.site.archive
    report, meters = archive.books.report, archive.books.meters

    def slow(work: Any) -> Any:
        return lambda asked: (go.wait(), work(asked))[1]

    monkeypatch.setattr(archive.books, "report", slow(report))
    monkeypatch.setattr(archive.books, "meters", slow(meters))
    for path in (f"/books?day={TODAY}", f"/books/meters?day={TODAY}"):
        page = auditor.get(path).text
        assert "the page then loads automatically" in page
        assert 'http-equiv="refresh"' in page
    go.set()
    monkeypatch.setattr(workers, "PATIENCE", 60)
    assert "Win against expectation" in auditor.get(f"/books?day={TODAY}").text
    assert "Meter history" in auditor.get(f"/books/meters?day={TODAY}").text


def test_the_chain_is_checked_on_request(auditor: Auditor) -> None:
    assert "Not checked since the room was opened" in auditor.get("/books/check").text
    auditor.check()
    page = auditor.get("/books/check").text
    events = auditor.house.room.store.head().pos
    assert f"Chain complete, checked to event {events}" in page
    assert "fits the room&#39;s key" in page
    assert "settled again to the cent" in page
    assert auditor.house.room.store.head().hash.hex() in page
    assert "Where the money is" in page
    auditor.day.decide("pit-1", "play")
    assert "events since" in auditor.get("/books/chain").text
    auditor.check()
    assert "What was looked at" in auditor.get("/books/check/findings").text


def test_a_broken_chain_names_the_first_bad_event_and_whom_to_call(
    auditor: Auditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.web.pages.books.SHOWN", 2)
    auditor.check()
    auditor.tamper(99, actor="mallory")
    auditor.check()
    page = auditor.get("/books/check").text
    assert "The log does not hold: first bad event 100" in page
    assert "does not fit its hash" in page
    assert "Call max and surveillance" in page
    assert 'href="/log/100"' in page
    assert "can still be exported as they lie in the log" in page
    assert "does not hold" in auditor.get("/log").text
    lines = auditor.get(f"/books/export/events.jsonl?day={TODAY}").text.splitlines()
    assert len(lines) == 1 + auditor.house.room.store.head().pos
    assert auditor.get(f"/books/export/everything.zip?day={TODAY}").status_code == 500
    auditor.tamper(120, body=b"?")
    auditor.tamper(140, body=b"?")
    auditor.check()
    assert "fairdeal audit --all" in auditor.get("/books/check").text


def test_one_check_goes_on_at_a_time(auditor: Auditor, monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = threading.Event(), list[float]()
    check = auditor.house.site.archive.checking

    def slow(*asked: Any, progress: Any, **more: Any) -> Any:
        begun.append(1)
        progress(0.5)
        go.wait()
        raise Unavailable("the disk is gone", code="store.unavailable")

    monkeypatch.setattr(checking, "audit", slow)
    check.start("ada")
    check.start("ada")
    while not check.share:
        pass
    page = auditor.get("/books/chain").text
    assert 'aria-busy="true"' in page
    assert 'value="50"' in page
    go.set()
    check.wait()
    assert begun == [1]
    assert "The disk is gone." in auditor.get("/books/chain").text


def test_a_check_ends_with_the_room(auditor: Auditor, monkeypatch: pytest.MonkeyPatch) -> None:
    auditor.check()
    auditor.house.site.archive.close()
    auditor.house.site.archive.checking.start("ada")
    auditor.house.site.archive.checking.wait()
    assert "could not be finished: the room was closed" in auditor.get("/books/chain").text
    fresh = checking.Checking(auditor.house.room.store, KEY, lambda: 1)
    fresh.wait()
    assert fresh.findings is None


def test_what_checks_found_is_kept_over_a_restart(auditor: Auditor, tmp_path: Path) -> None:
    store, path = auditor.house.room.store, tmp_path / "room.checks"
    first = checking.Checking(store, KEY, lambda: auditor.day.now, path)
    first.start("ada")
    first.wait()
    place = next(each.pos for each in store.read(90) if each.kind == "round-opened")
    auditor.tamper(place - 1, actor="mallory")
    first.start("max")
    first.wait()
    again = checking.Checking(store, KEY, lambda: 1, path)
    broken, held = again.results()
    assert (held.what, held.by, held.at) == ("holds", "ada", auditor.day.now)
    assert held.about == f"{store.head().pos}:{store.head().hash.hex()}"
    assert (broken.what, broken.by) == ("does not hold", "max")
    found = f"1 found: event {place} (table pit-1, round-opened): does not fit its hash"
    assert found in broken.text
    assert again.torn == 0
    assert again._noted() == (store.head().pos, store.head().hash.hex())
    auditor.house.site.archive.checking = again
    page = auditor.get("/books/check").text
    assert "for max: it did not hold" in page
    assert "Does not hold</span>" in page
    path.write_bytes(path.read_bytes().replace(b"ada", b"eve").replace(b'"about":"', b'"about":"x'))
    edited = checking.Checking(store, KEY, lambda: 1, path)
    assert edited.torn == 2
    assert edited._noted() is None
    auditor.house.site.archive.checking = edited
    assert "changed by hand" in auditor.get("/books/check").text


def test_a_log_that_lacks_what_an_audit_had_found_is_not_opened(
    auditor: Auditor, tmp_path: Path
) -> None:
    store, path = auditor.house.room.store, tmp_path / "room.checks"
    check = checking.Checking(store, KEY, lambda: 1, path)
    check.check_log()
    check.start("ada")
    check.wait()
    check.check_log()
    again = checking.Checking(MemoryStore(KEY), KEY, lambda: 1, path)
    with pytest.raises(Unavailable) as refused:
        again.check_log()
    assert refused.value.code == "log.went-back"
    assert str(refused.value) == (
        f"the log in memory has gone back: an audit found event {store.head().pos:,} in it, and it"
        f" ends at event 0; restore a newer backup, or move {path} away to go on with the log as it"
        " is"
    )
    auditor.tamper(store.head().pos - 1, log_hash=bytes(32))
    with pytest.raises(Unavailable, match="in it, and it has another one; restore a newer"):
        check.check_log()


def test_a_result_that_cannot_be_kept_is_no_result(auditor: Auditor, tmp_path: Path) -> None:
    check = checking.Checking(auditor.house.room.store, KEY, lambda: 1, tmp_path / "no" / "checks")
    check.start("ada")
    check.wait()
    assert "cannot be written" in check.failed
    assert check.findings is None


def test_an_empty_log_can_be_checked_twice(tmp_path: Path) -> None:
    check = House(tmp_path).site.archive.checking
    for _ in range(2):
        check.start("ada")
        check.wait()
    assert check.findings is not None
    assert check.findings.holds


def test_books_are_exported_with_operator_title_and_interval(
    auditor: Auditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_OPERATOR", "Golden Gate")
    answer = auditor.get(f"/books/export/books.csv?day={TODAY}&by=table")
    assert (
        answer.headers["content-disposition"]
        == f'attachment; filename="fairdeal-books-{TODAY}.csv"'
    )
    rows = [*csv.DictReader(io.StringIO(answer.text))]
    assert {row["operator"] for row in rows} == {"Golden Gate"}
    assert {row["title"] for row in rows} == {"Books by table"}
    assert rows[0]["begins"].startswith(TODAY)
    shown = auditor.get(f"/books/export/books.json?from={TODAY}&through=2026-11-15").json()
    assert (shown["operator"], shown["first_day"]) == ("Golden Gate", TODAY)
    meters = auditor.get(f"/books/export/meters.json?day={TODAY}").json()
    assert (meters["title"], meters["operator"]) == ("Meters", "Golden Gate")
    unknown = auditor.get("/books/export/books.pdf")
    assert unknown.status_code == 404
    assert "There is no export" in unknown.text


def test_events_are_exported_whole_but_for_the_deck_of_a_round_in_play(auditor: Auditor) -> None:
    lines = auditor.get(f"/books/export/events.jsonl?day={TODAY}").text.splitlines()
    about, *events = map(json.loads, lines)
    assert (about["title"], about["first_day"]) == ("Events", TODAY)
    assert [each["pos"] for each in events] == [*range(1, len(events) + 1)]
    last: dict[str, Any] = {}
    for each in events:
        if {"sealed", "next_sealed"} & {*each["body"], *each.get("withheld", ())}:
            assert "withheld" not in last.get(each["table"], {}), "its round is over"
            last[each["table"]] = each
    assert last
    for each in last.values():
        assert each["withheld"] in (["sealed"], ["next_sealed"])
        assert not {"sealed", "next_sealed"} & each["body"].keys()
    auditor.tamper(7, at="noon")
    assert "unreadable" not in auditor.get(f"/books/export/events.jsonl?day={TODAY}").text
    auditor.tamper(7, hash="none")
    assert "unreadable" in auditor.get(f"/books/export/events.jsonl?day={TODAY}").text


def test_a_deck_that_is_fixed_while_events_are_sent_is_not_among_them(auditor: Auditor) -> None:
    archive = auditor.house.site.archive
    rows = EveryRow(archive.store, until=archive.register().last)
    before = archive.head().pos
    auditor.day.decide("pit-1", "play")
    assert [row.pos for row in rows][-1] == before < archive.head().pos


def test_everything_is_exported_in_one_file(auditor: Auditor) -> None:
    answer = auditor.get(f"/books/export/everything.zip?day={TODAY}")
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert {*packed.namelist()} == {
        *("events.jsonl", "rounds.csv", "bets.csv", "chips.csv", "irregularities.csv"),
        *("meters.csv", "jackpots.csv", "export.json", "books.csv"),
    }
    about = json.loads(packed.read("export.json"))
    assert about["operator"] == "not named"
    assert about["first_day"] == TODAY
    events = [json.loads(line) for line in packed.read("events.jsonl").splitlines()]
    secret = [each for each in events if "withheld" in each]
    assert {each["kind"] for each in secret} <= {"deck-committed", "round-closed", "round-voided"}
    assert len({each["table"] for each in secret}) == len(secret) > 0
    assert not any({"sealed", "next_sealed"} & each["body"].keys() for each in secret)


def test_answers_say_how_sure_they_are() -> None:
    def total(z: float, hands: int = 500) -> dict[str, Any]:
        mean = {"value": 1000.0}
        return {
            "z": z,
            "compared_hands": hands,
            "compared_win_cents": 5,
            "expected_win_cents": mean,
        }

    assert figures.answer(None, []).short == "Not known"
    assert figures.answer(total(0.5, 7), []).short == "Too few hands"
    assert figures.answer(total(0.5), []).short == "Within range"
    assert figures.answer(total(-2.1), []).short == "Worth a look"
    assert "once in 370" in figures.answer(total(3.4), []).sentence
    assert "Pair Plus" in figures.answer(total(0.1), ["Pair Plus"]).sentence


def test_a_row_beyond_two_deviations_is_tagged() -> None:
    def tag(z: float | None, hands: int, verdict: str = "as expected", **more: Any) -> str:
        row = {"z": z, "compared_hands": hands, "hands_left_out": 0, "verdict": verdict}
        return figures.Line(("x",), {}, row | more).tag

    assert tag(1.9, 500) == ""
    assert tag(-2.1, 500) == "warn"
    assert tag(-2.1, 50) == ""
    assert tag(None, 0) == ""
    assert tag(0.1, 500, "improbable") == "bad"
    theory = {"z": 2.5, "hands": 200, "expected_win_cents": {"value": 7.0}}
    assert tag(None, 0, theory=theory) == "warn"
    assert figures.Line(("x",), {}, {"verdict": "", "theory": None}).z == figures.NOTHING


def test_headings_name_days_as_people_do() -> None:
    from datetime import date

    def heading(*days: tuple[int, int, int]) -> str:
        first, last = (date(*day) for day in days)
        return figures.heading(first, last)

    assert heading((2026, 10, 30), (2026, 11, 2)) == "30 October to 2 November 2026"
    assert heading((2025, 12, 30), (2026, 1, 2)) == "30 December 2025 to 2 January 2026"


def test_a_picture_in_a_page_has_the_pages_colours() -> None:
    drawn = in_page('<svg width="3pt" height="4pt" role="img"><path fill="#0a6b50"/></svg>')
    assert drawn == '<svg class="drawn" role="img"><path fill="var(--accent)"/></svg>'


def test_a_wager_links_to_its_rounds_in_the_log(auditor: Auditor) -> None:
    page = auditor.get(f"/books?day={TODAY}&by=wager").text
    links = re.findall(r'<a href="(/log[?]wager=[^"]*)">Pair Plus</a>', page)
    assert links
    log = auditor.get(html.unescape(links[0])).text
    assert 'value="three-card-poker/pair-plus" selected' in log
    rounds = re.findall(r'<a href="/replay/[^"]*">Replay</a>', log)
    assert rounds
    assert len(rounds) == log.count("settled: seat")
    wrong = auditor.get("/log?wager=three-card-poker/roulette")
    assert wrong.status_code == 400
    assert "has no bet &#39;roulette&#39;" in wrong.text


def test_a_report_says_who_prints_it_and_has_lines_to_sign(auditor: Auditor) -> None:
    for path in (f"/books?day={TODAY}", f"/books/meters?day={TODAY}", "/books/check"):
        page = auditor.get(path).text
        assert "Printed by ada, auditor, at <time>" in page
        assert "<dt>Prepared by</dt>" in page
