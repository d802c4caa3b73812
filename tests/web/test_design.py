"""The designer's page: what an address asks, what is found, and the same as files."""

import csv
import io
import json
import re
import shlex
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import anyio
import pytest

from fairdeal import games
from fairdeal.analysis import design as designs
from fairdeal.analysis.design import Designs, searched
from fairdeal.analysis.par import figure
from fairdeal.analysis.progress import Progress
from fairdeal.analysis.search import Rank
from fairdeal.errors import FairdealError, Refused, Unavailable
from fairdeal.games import GAMES, SETTLEMENTS
from fairdeal.games.sheets import approved, read_sheets
from fairdeal.games.terms import terms
from fairdeal.report.designs import in_toml, picture
from fairdeal.web.lab import question as question_page
from fairdeal.web.lab import searches
from fairdeal.web.lab.counted import counted
from fairdeal.web.lab.question import Question, read_question
from fairdeal.web.lab.searches import Searches, Turns
from fairdeal.web.lab.sheet import read_sheet
from fairdeal.web.pages.lab import PAGE
from tests.examples import duel_in_halves, registered
from tests.typed import Run
from tests.web.house import Browser, House

TCP = "three-card-poker"
PAIR_PLUS = {"game": TCP, "bet": "pair-plus"}
SOME = {**PAIR_PLUS, "row.flush": "3-4", "row.straight": "5-7", "row.three-of-a-kind": "25, 30"}
WAYS = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""Of 22,100 hands of three cards."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(searches, "PATIENCE", 120.0)  # a rule that is compiled takes its time
    return House(tmp_path)


@pytest.fixture
def browser(house: House) -> Iterator[Browser]:
    with house.browser() as browser:
        yield browser


def asked(words: dict[str, str]) -> Question:
    return read_question(list(words.items()))


def found(words: dict[str, str]) -> Designs:
    question = asked(words)
    assert question.space is not None
    assert question.goal is not None
    return searched(question.space, question.goal, question.rank, question.most)


def figures(browser: Browser, words: dict[str, str], status: int = 200) -> Any:
    answer = browser.get("/lab/design/figures", params=words)
    assert answer.status_code == status, answer.text
    return answer.json()


def edge_of(pays: dict[str, int]) -> Fraction:
    """Of pair plus, by hand: what is won on every hand, and a stake lost on all others."""
    won = sum(WAYS[row] * odds for row, odds in pays.items())
    return Fraction(22_100 - sum(WAYS.values()) - won, 22_100)


def test_the_page_lists_what_a_loop_over_every_table_finds(browser: Browser) -> None:
    rows = {"straight-flush": [40], "three-of-a-kind": [25, 30], "straight": [5, 6, 7]}
    rows |= {"flush": [3, 4], "pair": [1]}
    every = [dict(zip(rows, odds, strict=True)) for odds in product(*rows.values())]
    wanted = sorted(
        (abs(edge - Fraction(4, 100)), edge)
        for edge in map(edge_of, every)
        if Fraction(3, 100) <= edge <= Fraction(5, 100)
    )
    page = browser.get("/lab/design", params=SOME).text
    texts = [f"{float(100 * edge):.4f} %" for _, edge in wanted]
    table = page.partition("that meet the goal")[2]
    assert re.findall(r'<td class="num" title="[^"]*">(\d\.\d{4} %)', table) == texts
    fractions = re.findall(r'<td class="num" title="([^"]*)">\d\.\d{4} %', table)
    assert fractions == [str(edge).replace("/", " / ") for _, edge in wanted]
    assert f'<span class="v">{len(wanted)}</span>' in page
    assert f"<b>{len(every)}</b> candidates" in page
    assert "All that meet the goal, nearest to the middle of the wanted house edge" in page
    assert " style=" not in page


def test_the_documents_tables_stand_beside_with_a_mark_where_they_meet_the_goal(
    browser: Browser,
) -> None:
    """Edges of A to D, by hand of 22,100: 512, 772, 1232 and 1608 lost."""
    page = browser.get("/lab/design", params=SOME).text
    lines = re.findall(
        r'<tr(?: class="here")?>\s*<th scope="row"><a href="([^"]*)"[^>]*>(\w+)<', page
    )
    assert [name for _, name in lines] == [*"ABCD", "1", "2"]
    marked = re.findall(r"<a [^>]*>(\w)</a> <span class=\"tag ok\">", page)
    assert marked == ["B"]
    for lost, (address, _) in zip((512, 772, 1232, 1608), lines, strict=False):
        sheet = read_sheet(parse_qsl(urlsplit(unescape(address)).query))
        assert counted(sheet).figure.house_edge == Fraction(lost, 22_100)


QUESTIONS = [
    pytest.param({}, id="untouched", marks=pytest.mark.compiled),
    pytest.param(PAIR_PLUS, id="usual odds"),
    pytest.param({**SOME, "by": "simple", "most": "50", "edge.from": "1", "edge.to": ""}, id="by"),
    pytest.param({**SOME, "hit.from": "20", "hit.to": "30", "top.from": "40"}, id="goals"),
    pytest.param({**SOME, "deviation.to": "2.9", "edge.from": "", "edge.to": "7.5"}, id="one end"),
    pytest.param({**SOME, "edge.from": "", "edge.to": ""}, id="any edge"),
    pytest.param({**SOME, "any-order": "on", "row.pair": "1, 2, push"}, id="any order"),
    pytest.param({**SOME, "table": "C", "option.ante": "mandatory"}, id="table and option"),
    pytest.param({**SOME, "row.mini-royal": "100-200:50", "by": "top"}, id="new row"),
    pytest.param({**SOME, "option.ante": "mandatory", "beside.ante-bonus": "C"}, id="beside"),
    pytest.param({"game": "ags-3-card", "bet": "stax", "row.flush": "4, 6 for 1"}, id="meters"),
    pytest.param(
        {"game": TCP, "bet": "bonus", "table": "TCPB-04E", "row.envy.straight-flush": "3-5"},
        id="envy",
    ),
]


@pytest.mark.parametrize("words", QUESTIONS)
def test_the_command_that_the_page_shows_answers_with_the_same_json(
    browser: Browser, run: Run, words: dict[str, str]
) -> None:
    answer = browser.get("/lab/design.json", params=words)
    assert answer.status_code == 200
    name, *typed = shlex.split(asked(words).command)
    assert name == "fairdeal"
    code, out, _ = run(*typed, "--json")
    assert code == 0
    assert answer.text == out


@pytest.mark.parametrize("words", QUESTIONS)
def test_the_address_of_a_question_asks_it_again(words: dict[str, str]) -> None:
    first = asked(words)
    again = asked(first.words)
    assert again.words == first.words
    assert again.command == first.command
    assert not again.faults


@pytest.mark.parametrize(
    "words",
    [
        {**SOME, "row.mini-royal": "100-200:50", "by": "top"},
        {**SOME, "table": "C", "option.ante": "mandatory"},
        {"game": "ags-3-card", "bet": "stax", "row.flush": "4, 5", "edge.to": "60"},
    ],
)
def test_a_found_table_opens_in_the_lab_with_its_pays_and_its_edge(words: dict[str, str]) -> None:
    question = asked(words)
    for each in found(words).best:
        said = parse_qsl(urlsplit(question.opened(each)).query)
        sheet = read_sheet(said)
        assert not sheet.faults
        assert counted(sheet).figure.house_edge == each.house_edge
        assert words.get("option.ante") == dict(said).get("option.ante")


def test_a_file_of_pay_tables_is_read_again_with_the_edges_that_were_found(
    browser: Browser, run: Run, tmp_path: Path
) -> None:
    answer = browser.get("/lab/design.toml", params=SOME)
    name = 'attachment; filename="pay-tables-three-card-poker-pair-plus.toml"'
    assert answer.headers["content-disposition"] == name
    path = tmp_path / "own.toml"
    path.write_text(answer.text)
    words = ("par", TCP, "--bet", "pair-plus", "--tables", str(path), "--json")
    code, out, _ = run(*words)
    assert code == 0
    edges = {each["pay_table"]: each["house_edge"]["exact"] for each in json.loads(out)["figures"]}
    best = found(SOME).best
    assert edges == {f"design-{place}": str(each.house_edge) for place, each in enumerate(best, 1)}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (SOME, set()),
        ({**SOME, "any-order": "on", "row.pair": "5", "edge.from": ""}, {"worse-pays"}),
        (
            {"game": "ags-3-card", "bet": "stax", "row.flush": "4 to 1", "edge.to": "60"},
            {"mixes-units"},
        ),
        ({**SOME, "edge.from": "90", "edge.to": "95"}, set()),
    ],
)
def test_a_file_of_pay_tables_says_what_is_unusual_in_them(
    words: dict[str, str], says: set[str]
) -> None:
    made = found(words)
    text = in_toml(made)
    for section in tomllib.loads(text).values():
        tables = [each for each in section.values() if isinstance(each, dict)]
        assert len(tables) == len(made.best)
        assert all(each.keys() & {"mixes-units", "worse-pays"} == says for each in tables)
    if made.best:
        game = made.space.game
        own = read_sheets(game, text, approved(game)).tables[made.space.base.bet]
        for each, table in zip(made.best, own.values(), strict=True):
            under = terms(game)
            pay = {**under.pay, table.bet: table}
            edge = figure(game, made.space.bet, replace(under, pay=pay)).house_edge
            assert edge == each.house_edge


def test_a_csv_holds_every_listed_table_with_exact_figures(browser: Browser) -> None:
    rows = list(csv.DictReader(io.StringIO(browser.get("/lab/design.csv", params=SOME).text)))
    best = found(SOME).best
    assert [row["house_edge_exact"] for row in rows] == [str(each.house_edge) for each in best]
    assert [row["straight"] for row in rows] == [str(each.pays["straight"]) for each in best]


@pytest.mark.parametrize(
    ("words", "field", "sentence"),
    [
        ({"edge.from": "6"}, "edge.from", "goes from 6 % to 5 %: the low end is above the high"),
        (
            {"edge.from": "three"},
            "edge.from",
            "house edge cannot be 'three': expected a number such",
        ),
        ({"edge.to": "400"}, "edge.from", "house edge cannot be 400 %: expected -100 % to 100 %"),
        ({"hit.to": "-1"}, "hit.from", "hit frequency goes from 0 % to -1 %"),
        ({"deviation.from": "-2"}, "deviation.from", "deviation cannot be -2: expected at least 0"),
        ({"top.from": "5%"}, "top.from", "top award cannot be '5%': expected a number such as 3.5"),
        ({"row.flush": "lots"}, "row.flush", "row flush cannot pay 'lots': give a pay such as"),
        ({"row.flush": "9-3"}, "row.flush", "'9-3' in 'flush=9-3' is not a range: give 3..5"),
        ({"row.flush": "3, 3"}, "row.flush", "'flush=3, 3' names a value twice"),
        (
            {"row.flush": "1-4000"},
            "row.flush",
            "may pay 4,000 different odds: expected up to 1,000",
        ),
        ({"row.straight-flush": "star meter"}, "row.straight-flush", "cannot pay 'star meter'"),
        ({"row.flush": "90"}, "row.flush", "flush pays at least 90 to 1, but straight, a better"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field_and_nothing_else_is_lost(
    browser: Browser, words: dict[str, str], field: str, sentence: str
) -> None:
    said = {**SOME, "edge.from": "3", "edge.to": "5", "deviation.to": "9"} | words
    told = figures(browser, {**said, "of": asked(SOME).shown})
    assert sentence in told["fields"][field]["fault"]
    assert next(name for name, each in told["fields"].items() if each["fault"]) == field
    assert "figures" not in told["parts"]
    assert "the tables are those from before" in told["parts"]["took"]
    page = browser.get("/lab/design", params=said)
    assert page.status_code == 400
    assert "No pay tables yet" in page.text
    for name, text in said.items():
        if name not in ("game", "bet"):
            assert re.search(rf'name="{re.escape(name)}"\s+value="{re.escape(text)}"', page.text)
    file = browser.get("/lab/design.json", params=said)
    assert file.status_code == 400
    assert "That cannot be shown" in file.text


@pytest.mark.parametrize(
    ("words", "sentence", "status"),
    [
        ([("game", "whist")], "there is no game 'whist'", 404),
        ([("bet", "nix")], "three-card-poker has no bet 'nix'", 400),
        ([("table", "Z")], "ante-bonus has no pay table 'Z'", 400),
        ([("row.nix", "3")], "ante-bonus A has no row 'nix'", 400),
        ([("by", "luck")], "pay tables cannot be ordered by 'luck'", 400),
        ([("most", "7000")], "'7000' pay tables cannot be listed: expected 20, 50", 400),
        ([("edge.middle", "4")], "'edge.middle' says nothing about a search", 400),
        ([("line.flush", "4")], "'line.flush' says nothing about a search", 400),
        ([("game", "three-way-action"), ("bet", "high-card")], "there is nothing to design", 409),
        ([("bet", "ante"), ("bet", "bonus")], "'bet' is said twice", 400),
        ([("row.flush", "3," * 101)], "is too long: expected up to 200 letters", 400),
        ([(f"row.{n}", "1") for n in range(201)], "201 words are too many for a search", 400),
    ],
)
def test_an_address_that_asks_nothing_gets_one_clear_sentence(
    browser: Browser, words: list[tuple[str, Any]], sentence: str, status: int
) -> None:
    told = browser.client.get("/lab/design/figures", params=words)
    assert told.status_code == status
    assert any(sentence in each for each in told.json()["sentences"])
    assert browser.client.get("/lab/design", params=words).status_code == status


def test_a_game_without_a_solver_or_without_pay_tables_is_refused_in_one_sentence(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "GAMES", {**GAMES, "unsolved": replace(GAMES[TCP], key="unsolved")})
    known = {**SETTLEMENTS, "unsolved": replace(SETTLEMENTS[TCP], kind=None)}
    monkeypatch.setattr(games, "SETTLEMENTS", known)
    [told] = figures(browser, {"game": "unsolved"}, 409)["sentences"]
    assert told == "unsolved has no exact figures: no solver of the analysis fits its rules"
    page = browser.get("/lab/design", params={"game": "unsolved"}).text
    assert "Unsolved has no exact figures: no solver of the analysis fits its rules." in page
    monkeypatch.setattr("fairdeal.web.lab.question.designed", lambda game: [])
    [told] = figures(browser, {}, 409)["sentences"]
    assert told == f"no pay table decides a bet of {TCP}: there is nothing to design"


def test_a_file_is_searched_for_although_its_page_does_not_search(browser: Browser) -> None:
    words = PAIR_PLUS | {"row.flush": "3-4", "search": "off"}
    told = browser.client.get("/lab/design.json", params=words)
    assert told.status_code == 200
    assert told.json()["candidates"] == 2


def test_odds_to_two_are_written_out_on_the_pages_of_the_lab(tmp_path: Path) -> None:
    with registered(duel_in_halves(tmp_path)):
        about = [("game", "two-card-duel"), ("bet", "twins")]
        question = read_question(about)
        own = read_sheet(about).own
        assert own is not None
        lines = {line.hand: line.text for line in own.lines}
    fields = {field.key: field for field in question.rows}
    assert fields["suited"].text == "1, 3 to 2, 2, 3"
    assert fields["suited"].hint == "4 odds, 1 to 3"
    assert not question.faults
    assert lines == {"aces": "10", "pair": "3", "suited": "3 to 2"}


def test_a_form_that_was_not_touched_leaves_the_rows_as_usual() -> None:
    first = asked(PAIR_PLUS)
    assert first.is_usual
    sent = {f"row.{row.key}": row.text for row in first.rows} | {"of": first.shown}
    assert sent["row.pair"] == "1, 2"
    goals = {"edge.from": "3", "edge.to": "5"}
    assert asked({**PAIR_PLUS, **sent, **goals}).words == first.words
    assert asked({**PAIR_PLUS, **sent, **goals, "table": "C"}).is_usual
    changed = asked({**PAIR_PLUS, **sent, **goals, "row.pair": "1"})
    assert not changed.is_usual
    assert changed.words["row.straight"] == first.rows[3].text
    other = asked({**sent, "game": "ags-3-card", "bet": "ante", "edge.from": "1", "edge.to": "2"})
    assert other.is_usual
    assert other.words["edge.from"] == "1"
    forged = {**PAIR_PLUS, "row.flush": "3", "of": f"game={TCP}|bet=pair-plus|table=Z"}
    assert asked(forged).rows[4].text == "3"


def test_a_row_says_what_it_means(browser: Browser) -> None:
    fields = figures(browser, SOME)["fields"]
    assert fields["row.flush"]["hint"] == "2 odds, 3 to 4"
    assert fields["row.pair"]["hint"] == "pays 1"
    assert fields["row.mini-royal"]["hint"] == "as straight flush"
    stax = figures(browser, {"game": "ags-3-card", "bet": "stax"})["fields"]
    assert stax["row.straight"]["hint"] == "9 odds"
    assert asked({**PAIR_PLUS, "row.straight-flush": "1,000"}).rows[1].hint == "pays 40"
    thousand = asked({**PAIR_PLUS, "row.straight-flush": "1,000", "row.pair": "1-2"}).space
    assert thousand is not None
    assert [str(each) for each in thousand.rows[0].pays] == ["1,000 to 1"]


def test_a_search_that_is_too_large_names_the_row_to_narrow(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(designs, "MOST_SUMMED", 10)
    words = {"game": TCP, "bet": "ante", "row.straight-flush": "4-9", "row.straight": "1-3"}
    told = figures(browser, words)
    assert told["fields"]["row.straight-flush"]["fault"] == (
        "18 pay tables are too many for one search: at most 10; narrow straight-flush, which may"
        " pay 6 different odds"
    )
    assert "18</b> candidates" in told["parts"]["count"]
    assert "No pay tables yet" in told["parts"]["figures"], "what was found before is another bet's"
    assert browser.get("/lab/design.json", params=words).status_code == 409


def test_where_no_table_meets_the_goal_the_page_says_what_there_is(browser: Browser) -> None:
    page = browser.get("/lab/design", params={**SOME, "edge.from": "50", "edge.to": "60"}).text
    assert "No candidate has house edge 50 % to 60 %: widen what is wanted" in page
    assert "Lowest edge" in page
    toml = browser.get("/lab/design.toml", params={**SOME, "edge.from": "50", "edge.to": "60"})
    assert toml.text.strip() == ""


def test_both_pages_of_the_lab_lead_to_each_other_with_the_same_bet(browser: Browser) -> None:
    words = {**PAIR_PLUS, "table": "C", "option.ante": "mandatory", "line.pays.flush": "9"}
    link = "/lab/design?game=three-card-poker&amp;bet=pair-plus&amp;table=C"
    assert link + "&amp;option.ante=mandatory" in browser.get("/lab", params=words).text
    page = browser.get("/lab/design", params=SOME).text
    assert 'href="/lab?game=three-card-poker&amp;bet=pair-plus&amp;table=A"' in page
    plain = browser.get("/lab", params={"game": "three-way-action", "bet": "high-card"}).text
    assert 'href="/lab/design?game=three-way-action"' in plain


def test_a_kind_of_file_that_nobody_makes_is_refused(browser: Browser) -> None:
    answer = browser.get("/lab/design.pdf")
    assert answer.status_code == 400
    assert "There are no pay tables as &#39;pdf&#39;: expected json, csv or toml." in answer.text


@pytest.mark.parametrize(("words", "plots"), [(SOME, 1), ({**SOME, "row.pair": "1, push"}, 2)])
@pytest.mark.parametrize("width", [3.1, 7.0, 8.4])
def test_the_plot_has_a_dot_and_a_name_for_every_table_of_the_document(
    words: dict[str, str], plots: int, width: float
) -> None:
    made = found({**words, "edge.from": "", "edge.to": ""})
    drawn = picture(made, "tables", width)
    shown = len(made.best) + len(made.printed)
    assert drawn.count("<circle") == plots * shown
    names = re.findall(r'font-weight="bold">([^<]*)<', drawn)
    assert sorted(names) == sorted([*"1ABCD"] * plots)
    assert ("hit frequency" in drawn) == (plots == 2)


def test_a_plot_shades_what_is_wanted_as_far_as_it_is_in_sight() -> None:
    drawn = partial(picture, says="tables", width=8.4)
    assert 'fill-opacity="0.1"' in drawn(found(SOME))
    assert 'fill-opacity="0.1"' not in drawn(found({**SOME, "deviation.from": "50"}))


# ---- searches that take long ----


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Searches go on until the event is set; each looks every millisecond whether it may."""
    may_end = threading.Event()

    def search(space: Any, goal: Any, rank: Rank, most: int, progress: Progress) -> Designs:
        while not may_end.wait(0.001):
            progress(0.25)
        return searched(space, goal, rank, most, progress)

    monkeypatch.setattr(question_page, "searched", search)
    monkeypatch.setattr(searches, "PATIENCE", 0.01)
    yield may_end
    may_end.set()


def again(browser: Browser, words: dict[str, str], until: Callable[[Any], bool]) -> Any:
    """Ask until the answer is as expected, as a page does."""
    for _ in range(3000):
        told = browser.get("/lab/design/figures", params=words, headers={PAGE: "one"}).json()
        if until(told):
            return told
    pytest.fail("it never came")


def test_a_long_search_says_how_far_it_is_until_it_is_over(
    house: House, slow: threading.Event
) -> None:
    with house.browser() as browser:
        told = again(browser, SOME, lambda told: told["share"] == 0.25)
        assert 'max="1" value="0.25"' in told["parts"]["figures"]
        assert "Cancel" in told["parts"]["figures"]
        assert told["parts"]["said"] == "Searching"
        page = browser.get("/lab/design", params=SOME).text
        assert "data-counting" in page
        assert '<noscript><meta http-equiv="refresh"' in page
        slow.set()
        told = again(browser, SOME, lambda told: told["share"] is None)
        assert told["parts"]["said"] == "2 of 12 pay tables meet the goal"
    house.site.searches.close()


def test_a_long_search_begins_only_when_it_is_asked_for(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = "12 pay tables take about 3 minutes: each needs much"
    monkeypatch.setattr("fairdeal.web.lab.question.long_search", lambda space: says)
    told = figures(browser, SOME)
    assert told["share"] is None
    assert f"{says}." in told["parts"]["figures"]
    assert '&amp;search=on" data-sheet>Search' in told["parts"]["figures"]
    told = again(browser, {**SOME, "search": "on"}, lambda told: told["share"] is None)
    assert told["parts"]["said"] == "2 of 12 pay tables meet the goal"


def test_a_cancelled_search_ends_and_the_form_stays(house: House, slow: threading.Event) -> None:
    with house.browser() as browser:
        again(browser, SOME, lambda told: told["share"] == 0.25)
        told = again(browser, {**SOME, "search": "off"}, lambda told: told["share"] is None)
        assert "Not searched" in told["parts"]["figures"]
        assert "12</b> candidates" in told["parts"]["count"]
        assert 'value="3-4"' in told["parts"]["editor"]
        [search] = house.site.searches._under_way.values()
        assert isinstance(search.answer.result(60), searches._StoppedError)
        again(browser, SOME, lambda told: told["share"] == 0.25)  # it is begun again
    house.site.searches.close()


def test_a_search_ends_when_its_page_asks_something_else_or_nothing(
    house: House, slow: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house.browser() as browser:
        again(browser, SOME, lambda told: told["share"] == 0.25)
        [search] = house.site.searches._under_way.values()
        other = {**SOME, "row.flush": "3-5"}
        again(browser, other, lambda told: told["share"] == 0.25)
        assert isinstance(search.answer.result(60), searches._StoppedError)
        monkeypatch.setattr(searches, "LEFT", -1.0)
        [search] = house.site.searches._under_way.values()
        assert isinstance(search.answer.result(60), searches._StoppedError)
    house.site.searches.close()


def test_two_pages_that_ask_the_same_share_a_search(house: House, slow: threading.Event) -> None:
    with house.browser() as one, house.browser() as other:
        again(one, SOME, lambda told: told["share"] == 0.25)
        again(other, SOME, lambda told: told["share"] == 0.25)
        again(one, {**SOME, "search": "off"}, lambda told: told["share"] is None)
        [search] = house.site.searches._under_way.values()
        assert not search.answer.done()
        slow.set()
        again(other, SOME, lambda told: told["share"] is None)
    house.site.searches.close()


def test_a_file_waits_for_its_search_and_no_longer_than_its_caller(
    house: House, slow: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    threading.Timer(0.2, slow.set).start()
    with house.browser() as browser:
        assert browser.get("/lab/design.json", params=SOME).json()["candidates"] == 12
        slow.clear()

        async def is_gone(request: Any) -> bool:
            return True

        monkeypatch.setattr("starlette.requests.Request.is_disconnected", is_gone)
        answer = browser.get("/lab/design.json", params={**SOME, "row.flush": "3"})
        assert answer.status_code == 503
    house.site.searches.close()


def test_a_closing_room_ends_its_searches(house: House, slow: threading.Event) -> None:
    with house.browser() as browser:
        again(browser, SOME, lambda told: told["share"] == 0.25)
        waiting = house.site.searches._bench.begun("other", "", lambda: None)
        waiting.result(60)
    house.site.searches.close()
    [search] = house.site.searches._under_way.values()
    assert isinstance(search.answer.result(60), searches._StoppedError)


def test_an_answer_is_kept_for_who_asks_next_and_old_ones_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searches, "_KEPT", 2)
    monkeypatch.setattr(searches, "PATIENCE", 60.0)
    kept, begun = Searches(), []

    def work(name: str, progress: Progress) -> Designs:
        begun.append(name)
        raise Refused(name, code="design.many")

    async def ask() -> None:
        for name in "abacbac":
            answer = await kept.soon("me", "page", name, partial(work, name))
            assert isinstance(answer, FairdealError)
            assert str(answer) == name

    anyio.run(ask)
    assert "".join(begun) == "abcbac"[: len(begun)]
    assert len(begun) == 6
    kept.close()


def test_a_search_that_waits_in_line_when_the_room_closes_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searches, "PATIENCE", 0.01)
    kept, may_end = Searches(), threading.Event()

    def work(progress: Progress) -> Designs:
        may_end.wait(60)
        raise Unavailable("over", code="room.closing")

    async def ask() -> None:
        await kept.soon("me", "page", "one", work)
        assert await kept.soon("me", "page", "two", work) == 0  # one at a time for a visitor
        threading.Timer(0.05, may_end.set).start()
        kept.close()
        assert kept._under_way["two"].answer.cancelled()
        kept._collect()
        assert not kept._under_way

    anyio.run(ask)


def test_of_several_searches_each_has_its_turn() -> None:
    turns, order = Turns(0.0), list[str]()

    def compute(name: str) -> None:
        with turns.taken(name):
            for _ in range(3):
                order.append(name)
                turns.pass_on(name)

    threads = [threading.Thread(target=compute, args=(name,)) for name in "ab"]
    with turns.taken("first"):  # until both are in line
        for thread in threads:
            thread.start()
        while len(turns._line) < len(threads) + 1:
            time.sleep(0.001)
    for thread in threads:
        thread.join(60)
    assert "".join(order) in ("ababab", "bababa")


def test_a_search_alone_goes_on_without_waiting() -> None:
    turns = Turns(0.0)
    with turns.taken("me"):
        turns.pass_on("me")
    patient = Turns(60.0)
    with patient.taken("me"):
        patient._line.append("other")
        patient.pass_on("me")  # not long enough
        patient._line.remove("other")
