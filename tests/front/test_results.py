"""What a game answers: short to read, rows for data frames, drawn without fetching anything."""

import re
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import fairdeal as fd
from fairdeal import extras
from fairdeal.analysis.instructions import Line
from fairdeal.analysis.opening import Decision, Opening, Share
from fairdeal.analysis.solvers.solution import Start
from fairdeal.analysis.strategy import SimpleRule
from fairdeal.errors import Refused
from fairdeal.front import counted, results
from fairdeal.games import GAMES

TCP, NAPA, AGS, FURY, WAYS = GAMES
VOID = {"meta", "br", "wbr"}


class Read(HTMLParser):
    """Reads a piece of HTML; every tag must be closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.feed(html)
        assert self.open == []

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        names = {name for name, _ in attrs}
        assert not {name for name in names if name.startswith("on") or name in ("href", "src")}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)


def drawn(answer: Any) -> Read:
    html = answer._repr_html_()
    assert isinstance(html, str)
    assert "://" not in html
    assert "@import" not in html
    return Read(html)


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    game = fd.Game(TCP)
    settled = game.settle("Jc 9s 2h", "Qs 7h 3d | ante=10 pair-plus=2.50 | play")
    return {
        "Settled": settled,
        "Figure": game.figure("pair-plus"),
        "Figures": game.figures(),
        "Together": game.together({"ante": 10, "pair-plus": 5}),
        "Simulation": game.simulate({"ante": 10}, 50, strategy="simple"),
        "Sweep": game.sweep("pair-plus", {"pair-plus.flush": range(2, 6)}),
        "Strategy": game.strategy(),
        "Advice": game.advise("Qs 6h 4d"),
        "ParSheet": game.par_sheet(),
        "PayTables": game.pay_tables("pair-plus"),
        "Designs": game.design("pair-plus", edge=(0, 0.1), rows={"flush": range(2, 6)}),
    }


def test_every_answer_is_offered_by_name_and_short_to_read(answers: dict[str, Any]) -> None:
    for name, answer in answers.items():
        assert isinstance(answer, getattr(fd, name))
        assert re.fullmatch(rf"<{name} [^\n]{{1,110}}>", repr(answer)), repr(answer)


def test_every_answer_is_drawn_whole_and_fetches_nothing(answers: dict[str, Any]) -> None:
    words = {
        "Settled": "Three Card Poker dealer J ♣ 9 ♠ 2 ♥ seat 1",
        "Figure": "Three Card Poker: pair plus, pay table A",
        "Figures": "686689/20358520",
        "Together": "Expected loss",
        "Simulation": "50 rounds dealt from seed 0, simple strategy; house edge per unit placed"
        " before the deal",
        "Sweep": "House edge of pair-plus by what pair-plus.flush pays",
        "Strategy": "Play Q-6-4 and better (67.42 %); fold Q-6-3 and below (32.58 %).",
        "Advice": "Best: play",
        "ParSheet": "Method, sources and readings",
        "PayTables": "* is the default",
        "Designs": "pay tables of pair-plus meet the goal",
    }
    for name, answer in answers.items():
        found = drawn(answer)
        assert words[name] in found.text
        assert "table" in found.tags
    pictured = {
        "Settled",
        "Figure",
        "Together",
        "Sweep",
        "Strategy",
        "Advice",
        "ParSheet",
        "Designs",
    }
    assert {name for name in answers if "svg" in drawn(answers[name]).tags} == pictured


@pytest.mark.parametrize("key", GAMES)
def test_every_game_its_figures_and_its_strategy_are_drawn(key: str) -> None:
    game = fd.Game(key)
    assert game.bets[0] in drawn(game).text
    figures = game.figures()
    assert "house edge" in drawn(figures).text
    for figure in figures.values():
        assert "Outcomes" in drawn(figure).text
    assert "svg" in drawn(game.strategy()).tags


def test_what_a_person_wrote_is_shown_as_text(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[pair-plus."<b>&MINE"]\nplace = "<script>alert(1)</script>"\n'
        'pays = [["straight-flush", "40 to 1"], ["three-of-a-kind", "30 to 1"],'
        ' ["straight", "6 to 1"], ["flush", "3 to 1"], ["pair", "1 to 1"]]\n'
    )
    game = fd.Game(TCP, tables=file)
    for answer in (game, game.figure("pair-plus"), game.figures(), game.par_sheet()):
        found = drawn(answer)
        assert "script" not in found.tags
        assert "<b>&MINE" in found.text


def test_a_long_answer_says_what_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "SHOWN", 2)
    game = fd.Game(TCP)
    varied = {"pair-plus.flush": range(2, 6), "pair-plus.straight": [5, 6]}
    assert "the first 2 of 8 variants" in drawn(game.sweep("pair-plus", varied)).text
    found = game.design("pair-plus", edge=(-1, 1), rows={"flush": range(2, 6)})
    assert "the first 2 of 4 pay tables" in drawn(found).text


def test_a_sweep_over_words_is_no_line(answers: dict[str, Any]) -> None:
    sweep = fd.Game(TCP).sweep("pair-plus", {"pair-plus.pair": [1, "push"]})
    assert "svg" not in drawn(sweep).tags


def test_starting_hands_are_told_where_shared_cards_are_still_to_come() -> None:
    game = fd.Game(TCP)
    worth = {"raise": Fraction(1, 3), "check": Fraction(-1, 4)}
    start = Start((47, 51), 4, worth, "raise")
    shares = (
        Share("raise", "raised", "raise", Fraction(1)),
        Share("check", "checked", "check", Fraction(0)),
    )
    first = Decision(0, shares, (Line(0, "raise with every hand"),))
    rules = (SimpleRule("check with every starting hand", Fraction(7, 12)),)
    opening = Opening("ante", (start,), (first,), (("raised", Fraction(1)),), rules)
    told = fd.Strategy(game.declared, game.terms, None, None, opening)
    assert repr(told) == "<Strategy three-card-poker: raise 100.00 %, check 0 %>"
    assert told.text == "Before any shared card:\n  Raise with every hand."
    assert (told.starts, told.simple_rules) == ((start,), rules)
    assert told.rows() == [
        {"hand": "As Ks", "decision": "raise", "ways": 4, "raise": 1 / 3, "check": -1 / 4}
    ]
    assert "As Ks raise 4 0.3333" in drawn(told).text
    assert "svg" in drawn(told).tags
    assert told.as_json()["hands"] == [start.as_json()]
    nothing = fd.Strategy(game.declared, game.terms, None)
    assert (nothing.text, nothing.starts, nothing.simple_rules) == ("", (), ())
    assert nothing.as_json() == {}


def test_every_line_of_a_strategy_ends_with_a_full_stop_or_leads_to_others(
    answers: dict[str, Any],
) -> None:
    chart = fd.Game(WAYS).strategy().text
    assert "Hard 11: always double." in chart
    assert "\nA-A: always split." in chart
    lines = (Line(0, "the first line that fits decides:"), Line(1, "otherwise fold"))
    told = "\n".join(map(counted.sentence, lines))
    assert told == "The first line that fits decides:\n  Otherwise fold."


def test_without_the_template_engine_a_notebook_shows_the_text(
    answers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "find_spec", lambda name: None)
    assert answers["Settled"]._repr_html_() is None


def test_rows_hold_money_as_decimals_and_fractions_as_numbers_and_text(
    answers: dict[str, Any],
) -> None:
    assert answers["Settled"].rows()[3] == {
        "seat": 1,
        "bet": "pair-plus",
        "stake": Decimal("2.5"),
        "net": Decimal("-2.5"),
        "returned": Decimal(0),
        "result": "-$2.50",
        "reason": "queen high: pair plus loses",
    }
    first = answers["Figures"].rows()[0]
    assert first["house_edge_exact"] == "686689/20358520"
    assert first["house_edge"] == 686689 / 20358520
    assert answers["Figure"].rows()[0]["ways"] == 48
    assert answers["Together"].rows()[0]["net"] == 270, "7 antes of 10 and 40 to 1 on 5"
    assert [each["bet"] for each in answers["Simulation"].rows()] == ["ante", "all"]
    assert answers["Sweep"].rows()[1]["pair-plus.flush"] == "3"
    assert answers["Designs"].rows()[0].keys() >= {"flush", "house_edge", "top_award"}
    assert answers["Advice"].rows()[0]["choice"] == "play"
    assert answers["ParSheet"].rows()[1]["bet"] == "pair-plus"
    assert answers["Strategy"].rows()[0]["decision"] == "play"


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_rows_become_a_data_frame_where_one_is_installed(
    name: str, answers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask: Callable[[Any], Any] = getattr(results.Result, f"to_{name}")
    library = ModuleType(name)
    library.__spec__ = ModuleSpec(name, None)
    monkeypatch.setattr(library, "DataFrame", _frame, raising=False)
    monkeypatch.setitem(sys.modules, name, library)
    for answer in answers.values():
        assert ask(answer) == ("frame", answer.rows())


def _frame(rows: Sequence[object]) -> tuple[str, Sequence[object]]:
    return "frame", rows


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_without_a_library_for_data_frames_a_sentence_says_what_to_install(
    name: str, answers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda each: None)
    with pytest.raises(Refused, match=f"to_{name} needs {name}: pip install {name}") as refused:
        getattr(answers["Figures"], f"to_{name}")()
    assert refused.value.code == "extra.missing"
