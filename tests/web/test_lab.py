"""The par-sheet lab: what an address describes, what the page says of it, and its files."""

import csv
import io
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from fairdeal import extras, games
from fairdeal.analysis.par import cases
from fairdeal.analysis.registry import solver_of
from fairdeal.errors import Malformed, Refused
from fairdeal.live import Role
from fairdeal.report.numbers import MINUS, NOTHING, percent
from fairdeal.web.lab import bench, chart, files, parts, plot, shown
from fairdeal.web.lab import counted as counting
from fairdeal.web.lab.counted import counted
from fairdeal.web.lab.sheet import Sheet, read_sheet
from fairdeal.web.pages import lab
from tests.web.house import Browser, House

PAIR_PLUS = {"game": "three-card-poker", "bet": "pair-plus", "table": "A"}
ENVY = {"game": "three-card-poker", "bet": "bonus", "table": "TCPB-03E"}
STAX = {"game": "ags-3-card", "bet": "stax", "table": "STAX"}
BONUS = {"game": "three-way-action", "bet": "bonus", "table": "C1"}
ROYAL = {"game": "three-card-fury", "bet": "royal-family", "table": "1"}
SLOW = ("napa-three-card-poker", "three-card-fury")
"""Games that are not counted without the compiler."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(lab, "PATIENCE", None)  # a rule that is compiled anew may take its time
    return House(tmp_path)


@pytest.fixture
def browser(house: House) -> Iterator[Browser]:
    with house.browser() as browser:
        yield browser


def described(words: dict[str, str]) -> Sheet:
    return read_sheet(list(words.items()))


def figures(browser: Browser, words: dict[str, str], status: int = 200) -> Any:
    answer = browser.get("/lab/figures", params=words)
    assert answer.status_code == status, answer.text
    return answer.json()


def every_bet() -> Iterator[Any]:
    for game in games.GAMES.values():
        for case in cases(game):
            slow = game.key in SLOW or case.bet in ("blackjack", "poker", "six-card-bonus")
            yield pytest.param(game.key, case.bet, marks=[pytest.mark.compiled] if slow else [])


@pytest.mark.parametrize(("game", "bet"), list(every_bet()))
def test_the_page_of_every_bet_shows_the_edge_with_its_fraction(
    browser: Browser, game: str, bet: str
) -> None:
    words = {"game": game, "bet": bet}
    edge = counted(described(words)).figure.house_edge
    answer = browser.get("/lab", params=words)
    assert answer.status_code == 200
    value, _, _ = percent(edge).partition(" ")
    assert f'<span class="v">{value}<small> %</small></span>' in answer.text
    assert f'<span class="frac">{shown.fraction(edge)}</span>' in answer.text
    assert " style=" not in answer.text


@pytest.mark.usefixtures("more_games", "few_cards")
@pytest.mark.parametrize(
    ("game", "bet"),
    [
        *(("let-it-ride", "first"), ("let-it-ride", "second")),
        pytest.param("ultimate-texas-holdem", "ante", marks=pytest.mark.slow),
    ],
)
def test_games_with_shared_cards_have_a_page_as_well(browser: Browser, game: str, bet: str) -> None:
    words = {"game": game, "bet": bet}
    edge = counted(described(words)).figure.house_edge
    answer = browser.get("/lab", params=words)
    assert answer.status_code == 200
    assert f'<span class="frac">{shown.fraction(edge)}</span>' in answer.text
    assert "Strategy, before any shared card" in answer.text
    assert "How a hand ends" in answer.text
    assert ('aria-label="Best choice for every two cards' in answer.text) is (bet == "ante")


@pytest.mark.usefixtures("more_games", "few_cards")
def test_the_chart_of_two_cards_has_a_field_for_every_two_ranks() -> None:
    words = {"game": "ultimate-texas-holdem", "bet": "ante"}
    sheet = described(words)
    best = solver_of(sheet.game).opening(sheet.terms)
    assert best is not None
    drawn = chart.two_cards(best)
    assert drawn is not None
    assert [name for name, _ in drawn.board.rows] == list(drawn.board.across)
    looks = {cell.look for _, cells in drawn.board.rows for cell in cells if cell}
    assert looks <= {"p", "i", "d", "f"}
    assert any(cell is None for _, cells in drawn.board.rows for cell in cells), "of nine cards"
    assert chart.lines(best.decisions[0])


def test_a_line_as_another_table_has_it_gives_the_edge_of_that_table(browser: Browser) -> None:
    """Table D is table A with a flush at 3 to 1; by hand, of 22,100 hands:

    48 x 40 + 52 x 30 + 720 x 6 + 1096 x 3 + 3744 - 16440 = -1608, and 1608/22100 = 402/5525.
    """
    told = figures(browser, {**PAIR_PLUS, "line.pays.flush": "3"})
    assert '<span class="v">7.2760<small> %</small>' in told["parts"]["figures"]
    assert '<span class="frac">402 / 5525</span>' in told["parts"]["figures"]
    assert told["fields"]["line.pays.flush"] == {"was": "was 4", "fault": ""}
    assert told["changed"]
    of_d = figures(browser, {**PAIR_PLUS, "table": "D"})
    assert of_d["parts"]["said"] == told["parts"]["said"] == "House edge 7.2760 %"
    assert not of_d["changed"]


def test_a_changed_table_stands_beside_the_printed_one_or_any_other(browser: Browser) -> None:
    changed = figures(browser, {**PAIR_PLUS, "line.pays.flush": "3"})["parts"]["figures"]
    assert "A, changed against A" in changed
    assert "+4.9593 %" in changed  # 402/5525 less 128/5525
    assert "274 / 5525" in changed
    words = {**PAIR_PLUS, "line.pays.flush": "3", "against": "C", "other.pays.straight": "6"}
    told = figures(browser, words)
    assert "A, changed against C, changed" in told["parts"]["figures"]
    assert told["fields"]["other.pays.straight"]["was"] == "second was 5"
    assert "Side by side" not in figures(browser, PAIR_PLUS)["parts"]["figures"]


def test_printed_figures_agree_or_differ(browser: Browser) -> None:
    page = figures(browser, BONUS)["parts"]["figures"]
    assert page.count("✓ agrees") == 14  # five tables, and nine other figures of C1
    assert page.count("✕ differs") == 4
    assert "error" not in page
    at_once = figures(browser, {**BONUS, "option.natural": "6:5"})["parts"]["figures"]
    assert "Every table of the document" in at_once
    assert "agrees" not in at_once


@pytest.mark.parametrize(
    "words",
    [
        {},
        {**PAIR_PLUS, "line.pays.flush": "3", "against": "C", "other.pays.pair": "push"},
        {**PAIR_PLUS, "line.pays.mini-royal": "100"},
        {**ENVY, "line.envy.straight-flush": "$9", "others": "2", "stake": "5"},
        {**STAX, "line.pays.flush": "4 for 1", "meter.star": "4000", "option.ante": "optional"},
        {**ROYAL, "beside.monster": "3"},
        {**PAIR_PLUS, "option.ante": "mandatory", "beside.ante-bonus": "C"},
        {**PAIR_PLUS, "line.pays.flush": "lots"},
        {**STAX, "meter.star": "a lot"},
    ],
)
def test_the_address_of_a_sheet_describes_it_again(words: dict[str, str]) -> None:
    first = described(words)
    again = described(first.words)
    assert again.words == first.words
    assert words.items() <= first.words.items()
    assert again.faults == first.faults


def test_what_is_as_printed_need_not_be_said() -> None:
    said = {"line.pays.flush": "4 to 1", "line.pays.pair": "1", "against": ""}
    assert described({**PAIR_PLUS, **said, "option.ante": "optional"}).words == PAIR_PLUS
    assert described({**BONUS, "line.pays.royal-flush": "1,000"}).words == BONUS
    changed = described({**BONUS, "line.royal-flush": "2,000"}).own
    assert changed is not None
    assert changed.table.units()[-1] == 2000


@pytest.mark.parametrize(
    ("words", "field", "sentence"),
    [
        ({**PAIR_PLUS, "line.pays.flush": "lots"}, "line.pays.flush", "pays 'lots' for flush"),
        ({**PAIR_PLUS, "line.pays.flush": ""}, "line.pays.flush", "pays '' for flush"),
        ({**PAIR_PLUS, "line.pays.flush": "-4"}, "line.pays.flush", "pays '-4' for flush"),
        ({**PAIR_PLUS, "line.pays.flush": "9" * 30}, "line.pays.flush", "for flush: a row pays"),
        ({**ENVY, "others": "9"}, "others", "9 other players do not fit"),
        ({**ENVY, "others": "many"}, "others", "'many' is not a number of other players"),
        ({**ENVY, "stake": "0"}, "stake", "envy needs a bonus bet above $0"),
        ({**ENVY, "stake": "much"}, "stake", "'much' is not an amount"),
        ({**STAX, "meter.star": "5"}, "meter.star", "meter star cannot show $5"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field_and_nothing_is_counted(
    browser: Browser, words: dict[str, str], field: str, sentence: str
) -> None:
    told = figures(browser, words)
    assert sentence in told["fields"][field]["fault"]
    assert "figures" not in told["parts"]
    assert "the figures are those from before" in told["parts"]["took"]
    page = browser.get("/lab", params=words)
    assert page.status_code == 400
    assert "No figures yet" in page.text
    file = browser.get("/lab/sheet.json", params=words)
    assert file.status_code == 400
    assert "That cannot be shown" in file.text


@pytest.mark.parametrize(
    ("words", "sentence", "status"),
    [
        ([("game", "whist")], "there is no game 'whist'", 404),
        ([("bet", "play")], "play of three-card-poker has no figure of its own", 400),
        ([("bet", "nix")], "three-card-poker has no bet 'nix'", 400),
        ([("table", "Z")], "ante-bonus has no pay table 'Z'", 400),
        ([("against", "Z")], "ante-bonus has no pay table 'Z'", 400),
        ([("option.ante", "maybe")], "option ante cannot be 'maybe'", 400),
        ([("option.nix", "1")], "three-card-poker has no option 'nix'", 400),
        ([("line.pays.nix", "1")], "ante-bonus has no row 'nix'", 400),
        ([("line.nix.straight", "1")], "ante-bonus has no column 'nix'", 400),
        ([("line.pays.a.b", "1")], "changes no row", 400),
        ([("line.straight", "2"), ("line.pays.straight", "3")], "is changed twice", 400),
        ([("bet", "bonus"), ("line.envy.straight-flush", "$9")], "has no envy to change", 400),
        ([("other.pays.straight", "2")], "other lines need a table to compare with", 400),
        ([("others", "2")], "others does not matter to ante here", 400),
        ([("meter.star", "9000")], "meter.star does not matter to ante here", 400),
        ([("beside.pair-plus", "A")], "the pay table of pair-plus does not matter to ante", 400),
        ([("game", "three-way-action"), ("table", "C1")], "no pay table decides high-card", 400),
        ([("bet", "ante"), ("bet", "bonus")], "'bet' is said twice: 'ante' and 'bonus'", 400),
        ([("tabel", "A")], "'tabel' says nothing about a sheet: did you mean table?", 400),
        ([("line.pays.straight", "9" * 81)], "is too long: expected up to 80 letters", 400),
        ([(f"line.{n}", "1") for n in range(201)], "201 words are too many for a sheet", 400),
    ],
)
def test_an_address_that_means_nothing_gets_one_clear_sentence(
    browser: Browser, words: list[tuple[str, Any]], sentence: str, status: int
) -> None:
    told = browser.client.get("/lab/figures", params=words)
    assert told.status_code == status
    assert any(sentence in each for each in told.json()["sentences"])
    page = browser.client.get("/lab", params=words)
    assert page.status_code == status
    assert ("Page not found" if status == 404 else "That cannot be shown") in page.text


def test_a_form_means_the_lines_of_the_sheet_it_showed() -> None:
    first = described({**STAX, "line.pays.flush": "4 for 1"})
    assert first.own is not None
    sent = {f"line.{line.name}": line.text for line in first.own.lines} | {"of": first.shown}
    assert described({**STAX, **sent}).words == first.words
    units = {"option.stax-units": "all-to-1"}
    assert described({**STAX, **sent, **units}).words == {**first.words, **units}
    assert described({**sent, "game": "ags-3-card", "bet": "ante"}).words == {
        "game": "ags-3-card",
        "bet": "ante",
        "table": "AGS",
    }
    assert described({**sent, "game": "three-way-action", "bet": "stax"}).words == {
        "game": "three-way-action",
        "bet": "high-card",
    }


def test_a_form_forgets_the_lines_of_a_table_that_is_exchanged() -> None:
    words = {**PAIR_PLUS, "against": "B", "line.pays.flush": "9", "other.pays.flush": "8"}
    form = {**words, "of": described(words).shown}
    assert "line.pays.flush" not in described({**form, "table": "C"}).words
    assert described({**form, "against": "D"}).words == {
        **PAIR_PLUS,
        "against": "D",
        "line.pays.flush": "9",
    }


def test_a_changed_envy_table_has_as_many_other_players_as_were_printed_for(
    browser: Browser,
) -> None:
    page = figures(browser, {**ENVY, "line.envy.straight-flush": "9"})["parts"]["figures"]
    assert "Assumed: 6 other players and a bonus bet of $1." in page
    none = described({**ENVY, "others": "0", "line.envy.straight-flush": "9"})
    assert counted(none).figure.house_edge == Fraction(67, 221)


def test_meters_move_the_edge_of_a_progressive(browser: Browser) -> None:
    at_reset = counted(described(STAX)).figure.house_edge
    risen = counted(described({**STAX, "meter.star": "$2,000"})).figure.house_edge
    assert at_reset - risen == Fraction(1000, 5) / 22100  # a royal in diamonds, at $5 a bet
    page = figures(browser, {**STAX, "meter.star": "$2,000"})["parts"]["figures"]
    assert "Breaks even at" in page
    assert "$2,000" in page


def test_without_any_meter_nothing_is_said_of_them(browser: Browser) -> None:
    lines = ("royal-diamonds", "royal-other", "straight-flush-diamonds", "straight-flush-other")
    words = {**STAX, **{f"line.pays.{line}": "100 for 1" for line in lines}}
    told = figures(browser, words)
    assert "Breaks even at" not in told["parts"]["figures"]
    assert 'name="meter.star"' not in told["parts"]["editor"]
    before = described({**STAX, "meter.star": "4000"})
    form = {**words, "meter.star": "4000", "of": before.shown}
    assert described(form).words == words
    assert described(form).shown != before.shown


def test_a_new_line_says_what_the_hand_was_paid_as(browser: Browser) -> None:
    told = figures(browser, {**PAIR_PLUS, "line.pays.mini-royal": "100"})
    assert told["fields"]["line.pays.mini-royal"]["was"] == "was no line"
    plain, grown = (
        counted(described(words)).figure.house_edge
        for words in (PAIR_PLUS, {**PAIR_PLUS, "line.pays.mini-royal": "100"})
    )
    assert plain - grown == Fraction(4 * 60, 22100)


def test_the_strategy_is_drawn_for_the_ante(browser: Browser) -> None:
    page = figures(browser, {})["parts"]["figures"]
    assert "Strategy, queen high" in page
    assert page.count('class="p x"') == page.count('class="f x"') == 1
    assert "Play queen high or better, as the dealer does" in page


def _step(higher: str, always: str | None, never: str | None, mixed: int = 0) -> dict[str, Any]:
    ends = [each and {"words": each} for each in (always, never)]
    lower = {"play": "fold", "triple": "play"}[higher]
    return {
        "lower": lower,
        "higher": higher,
        "always_from": ends[0],
        "never_up_to": ends[1],
        "mixed_strengths": mixed,
    }


def _cut(up: str, *steps: dict[str, Any]) -> dict[str, Any]:
    hand = {"words": "Q-6-4", "value_of_fold": {"exact": "-1"}}
    return {
        "up": up,
        "chart": [],
        "near": [],
        "share_played": {"exact": "1/2", "value": 0.5},
        "weakest_played": hand,
        "strongest_folded": hand if steps else None,
        "steps": list(steps),
    }


def test_cards_against_which_everything_is_played_share_a_row() -> None:
    ace, king = (_cut(up, _step("play", f"{up}-9-2", f"{up}-8-7")) for up in "AK")
    told = {"cuts": [ace, king, _cut("T"), _cut("9")]}
    rows = chart.against(told)
    assert chart.raises(told) == ("play",)
    assert [(row.up, row.from_, row.folded) for row in rows] == [
        ("A", ("A 9 2",), "A 8 7"),
        ("K", ("K 9 2",), "K 8 7"),
        ("10 to 9", ("every hand",), NOTHING),
    ]
    assert chart.triangle(told) is None
    assert list(chart.near(told)) == []


def test_a_border_at_which_other_cards_decide_never_begins_below_where_folding_ends() -> None:
    steps = (_step("play", "K-9-2", "K-8-7", 4), _step("triple", None, None, 9))
    [row] = chart.against({"cuts": [_cut("A", *steps)]})
    assert (row.from_, row.folded) == (("K 9 2", NOTHING), "K 8 7")


def test_a_hand_that_may_be_played_or_folded_is_marked() -> None:
    cut = _cut("", _step("play", "Q-6-4", "Q-6-2", 1))
    hands = [("Q-6-4", "play"), ("Q-6-3", "it depends")]
    cut["chart"] = [{"ranks": ranks, "decision": decision} for ranks, decision in hands]
    value = {"lowest": {"exact": "-1"}, "highest": {"exact": "-1"}}
    some = [
        {"choice": "play", "hand": "3c 6d Qh", "up": "Ah"},
        {"choice": "fold", "hand": "3c 6c Qc", "up": None},
    ]
    near = {"words": "Q-6-3", "decision": "it depends", "value_of_play": value, "choices": some}
    cut["near"] = [near]
    told = {"cuts": [cut]}
    board = chart.triangle(told)
    assert board is not None
    assert [cell.look for _, cells in board.rows for cell in cells if cell] == ["p", "d"]
    assert chart.legend(told) == "P play, D depends on suits and other cards"
    best = "some play 3c 6d Qh against Ah; some fold 3c 6c Qc"
    assert list(chart.near(told)) == [("Q 6 3", "d", best, f"{MINUS}1.0000")]


def test_hands_of_one_total_that_play_alike_share_a_row_of_blackjack() -> None:
    def row(hand: str, best: str) -> dict[str, Any]:
        return {
            "kind": "hard",
            "hand": hand,
            "total": "hard 12",
            "cells": [{"up": "2", "best": best}],
        }

    board = chart.blackjack([row("10-2", "hit"), row("9-3", "stand"), row("8-4", "stand")])
    assert board.rows == (
        ("10-2", (chart.Cell("f", "H"),)),
        ("9-3, 8-4", (chart.Cell("p", "S"),)),
    )


def test_few_outcomes_stand_and_many_lie() -> None:
    few = plot.bars({Fraction(1): 45, Fraction(0): 5, Fraction(-1): 50})
    assert few.is_upright
    assert [(bar.name, bar.kind, bar.share) for bar in few.bars] == [
        (f"{MINUS}1", "l", "50.00"),
        ("0", "p", "5.00"),
        ("+1", "w", "45.00"),
    ]
    assert few.bars[0].height == 258
    assert [text for _, text in few.grid] == ["20 %", "40 %"]
    many = plot.bars({Fraction(net): 1 for net in range(12)})
    assert not many.is_upright
    rare = plot.bars({Fraction(1000): 1, Fraction(-1): 999_999})
    assert not rare.is_upright
    assert rare.bars[0].width == 1.5


@pytest.mark.parametrize("kind", ["json", "csv", "html", "pdf"])
def test_a_file_holds_what_is_on_the_page(browser: Browser, kind: str) -> None:
    words = {**PAIR_PLUS, "line.pays.flush": "3", "against": "C"}
    answer = browser.get(f"/lab/sheet.{kind}", params=words)
    assert answer.status_code == 200
    name = f'attachment; filename="par-three-card-poker-pair-plus-a-changed-c.{kind}"'
    assert answer.headers["content-disposition"] == name
    if kind == "pdf":
        assert answer.content.startswith(b"%PDF-")
    elif kind == "html":
        assert "402/5525" in answer.text
    elif kind == "csv":
        rows = list(csv.reader(io.StringIO(answer.text)))
        assert rows[0] == ["table", "part", "name", "value", "exact"]
        edges = {row[0]: row[4] for row in rows if row[2] == "house edge"}
        assert edges == {"A with flush 3": "402/5525", "C": "308/5525"}
        assert ["A with flush 3", "line", "flush", "3 to 1", "1096/22100"] in rows
    else:
        sheet = json.loads(answer.content)
        edges = {each["pay_table"]: each["house_edge"]["exact"] for each in sheet["figures"]}
        assert edges == {"A with flush 3": "402/5525", "C": "308/5525"}


def test_a_file_tells_findings_and_assumptions(browser: Browser) -> None:
    rows = list(csv.reader(io.StringIO(browser.get("/lab/sheet.csv", params=ENVY).text)))
    assert ["TCPB-03E", "printed, agrees", "house advantage", "19.59%", "433/2210"] in rows
    assert any(row[1] == "assumption" and "6 other players" in row[3] for row in rows)
    odd = list(csv.reader(io.StringIO(browser.get("/lab/sheet.csv", params=BONUS).text)))
    assert any(row[1:3] == ["printed, differs", "house advantage"] for row in odd)
    plain = browser.get("/lab/sheet.csv", params={"game": "three-way-action"}).text
    assert ",figure,house edge," in plain
    beside = {**PAIR_PLUS, "option.ante": "mandatory", "beside.ante-bonus": "C"}
    tables = json.loads(browser.get("/lab/sheet.json", params=beside).content)["pay_tables"]
    assert {(each["bet"], each["name"]) for each in tables} == {
        ("ante-bonus", "C"),
        ("pair-plus", "A"),
    }


def test_a_pdf_is_refused_where_its_printer_is_not_installed(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "typst" else name)
    answer = browser.get("/lab/sheet.pdf", params=PAIR_PLUS)
    assert answer.status_code == 409
    assert "needs the PDF printer: pip install &#34;fairdeal[pdf]&#34;" in answer.text


def test_a_kind_of_file_that_nobody_makes_is_refused(browser: Browser) -> None:
    answer = browser.get("/lab/sheet.xls")
    assert answer.status_code == 400
    assert "There is no sheet as &#39;xls&#39;" in answer.text


def test_a_page_does_not_wait_for_a_long_count(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()
    monkeypatch.setattr(lab, "PATIENCE", 0.01)
    whole = parts.whole

    def waits(sheet: Sheet, *, follows: bool) -> dict[str, str]:
        may_end.wait()
        return whole(sheet, follows=follows)

    monkeypatch.setattr(parts, "whole", waits)
    with house.browser() as browser:
        page = browser.get("/lab", params={"game": "three-way-action"}).text
    may_end.set()
    assert "Counting every deal" in page
    assert "data-counting" in page
    assert '<noscript><meta http-equiv="refresh"' in page


def test_of_one_page_only_the_newest_sheet_is_counted() -> None:
    desk, may_end, begun = bench.Bench(), threading.Event(), []

    def work(name: str) -> str:
        begun.append(name)
        may_end.wait()
        return name

    async def typed() -> list[str | None]:
        found: list[str | None] = [None] * 5

        async def ask(place: int, page: str, name: str) -> None:
            visitor = page if page != "me" else "visitor"
            found[place] = await desk.counted(visitor, page, lambda: work(name))

        async with anyio.create_task_group() as tasks:
            for place, (page, name) in enumerate(
                (("x", "first"), ("y", "second"), ("me", "3"), ("me", "34"), ("me", "345"))
            ):
                tasks.start_soon(ask, place, page, name)
                await anyio.wait_all_tasks_blocked()
            may_end.set()
        return found

    assert anyio.run(typed) == ["first", "second", None, None, "345"]
    assert begun == ["first", "second", "345"]


def test_too_many_sheets_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MOST", 0)
    with pytest.raises(Refused, match="too much is asked of the lab at once"):
        anyio.run(bench.Bench().counted, "me", "", lambda: None)


def test_who_asks_for_many_sheets_keeps_nobody_waiting() -> None:
    """One at a time is counted for a visitor, and then it is the next one's turn."""
    desk, may_end, done = bench.Bench(1), threading.Event(), []

    def work(name: str) -> None:
        may_end.wait()
        done.append(name)

    async def many() -> None:
        async with anyio.create_task_group() as tasks:
            asked = [("greedy", str(number)) for number in range(bench.EACH + 1)]
            for visitor, name in [*asked, ("modest", "modest")]:
                tasks.start_soon(desk.counted, visitor, "", partial(work, name))
                await anyio.wait_all_tasks_blocked()
            with pytest.raises(Refused, match="too much is asked"):
                await desk.counted("greedy", "", lambda: None)
            may_end.set()

    anyio.run(many)
    assert done[:4] == ["0", "1", "modest", "2"]
    assert len(done) == bench.EACH + 2


def test_for_one_visitor_one_sheet_is_counted_at_a_time() -> None:
    desk, running, most = bench.Bench(), [0], [0]

    def work() -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.01)
        running[0] -= 1

    async def several() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(desk.counted, "me", "", work)

    anyio.run(several)
    assert most == [1]


def test_files_wait_until_no_sheet_does_and_are_made_one_at_a_time() -> None:
    names = ("file 1", "file 2", "sheet 1", "sheet 2", "sheet 3")
    desk, begun, may_end = bench.Bench(), list[str](), {name: threading.Event() for name in names}

    def work(name: str) -> None:
        begun.append(name)
        assert may_end[name].wait(60)

    async def begins(*expected: str) -> None:
        count = len(begun) + len(expected)
        with anyio.fail_after(60):
            while len(begun) < count:
                await anyio.sleep(0.001)
        assert {*begun[-len(expected) :]} == {*expected}

    async def both() -> None:
        async with anyio.create_task_group() as tasks:
            for name in names:
                ask = partial(desk.counted, name, "", partial(work, name))
                tasks.start_soon(partial(ask, is_file=name.startswith("file")))
            await begins("file 1", "sheet 1")  # of two threads files have one
            for ends, next_one in zip(
                ("file 1", "sheet 1", "sheet 2"), ("sheet 2", "sheet 3", "file 2"), strict=True
            ):
                may_end[ends].set()
                await begins(next_one)
            may_end["sheet 3"].set()
            may_end["file 2"].set()

    anyio.run(both)
    assert len(begun) == len(names)


def test_a_file_that_was_made_is_not_made_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def make(sheet: Any, kind: str) -> bytes:
        made.append(sheet.address)
        return b"a file"

    monkeypatch.setattr(files, "_KEPT", 2)
    monkeypatch.setattr(house.site.files, "made", make)
    with house.browser() as browser:
        for table in "AABACA":
            address = {"game": "three-card-poker", "bet": "pair-plus", "table": table}
            assert browser.get("/lab/sheet.pdf", params=address).content == b"a file"
    assert len(made) == 4, "the oldest goes where there are too many"


def test_a_file_that_a_closing_room_does_not_make_is_refused(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def closed(*words: object, **more: object) -> None:
        return None

    monkeypatch.setattr(bench.Bench, "counted", closed)
    answer = browser.get("/lab/sheet.pdf")
    assert answer.status_code == 503
    assert "The room is closing" in answer.text


def test_a_bench_that_is_closed_leaves_nobody_waiting() -> None:
    desk, may_end = bench.Bench(), threading.Event()

    async def closed() -> list[object]:
        found: list[object] = []

        async def ask() -> None:
            found.append(await desk.counted("me", "", may_end.wait))

        async with anyio.create_task_group() as tasks:
            for _ in range(2):
                tasks.start_soon(ask)
            await anyio.wait_all_tasks_blocked()
            threading.Timer(0.05, may_end.set).start()
            desk.close()
        return found

    assert anyio.run(closed) == [None, True]


def test_what_goes_wrong_in_counting_is_told_to_who_asked() -> None:
    def fails() -> None:
        raise Refused("no such sheet", code="lab.unreadable")

    with pytest.raises(Refused, match="no such sheet"):
        anyio.run(bench.Bench().counted, "me", "", fails)


def test_a_newer_sheet_leaves_the_older_answer_empty(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def superseded(*_: Any) -> None:
        return None

    monkeypatch.setattr(bench.Bench, "counted", superseded)
    assert browser.get("/lab/figures").status_code == 204


def test_a_locked_terminal_comes_back_to_its_sheet(house: House, browser: Browser) -> None:
    house.staff("mika", Role.AUDITOR)
    browser.sign_in("mika")
    house.now += 10 * 60 * 1_000_000
    answer = browser.client.get("/lab", params=PAIR_PLUS, follow_redirects=False)
    assert answer.status_code == 303
    entered = browser.client.post(
        answer.headers["location"],
        data={"name": "mika", "password": "correct horse"},
        follow_redirects=False,
    )
    assert entered.headers["location"] == "/lab?game=three-card-poker&bet=pair-plus&table=A"
    house.now += 10 * 60 * 1_000_000
    assert figures(browser, PAIR_PLUS, 401)["sentences"] == [
        "mika was away too long: sign in again"
    ]


def test_an_unreadable_sheet_has_no_files_to_offer() -> None:
    with pytest.raises(Malformed):
        described({"table": "Z"})
    assert described({**PAIR_PLUS, "line.pays.pair": "x"}).faults.keys() == {"line.pays.pair"}


def test_figures_of_a_document_are_those_of_the_game_and_not_of_another_one_of_its_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "figures", lambda game, *_: [game])
    sheet = read_sheet([*PAIR_PLUS.items()])
    for game in (sheet.game, replace(sheet.game)):
        found: list[Any] = [*counting._document(game, sheet.case, (), (), None, 100, ())]
        assert found == [game]
    counting._document.cache_clear()
