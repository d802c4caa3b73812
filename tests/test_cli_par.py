"""Par sheets, advice and sweeps as a person types them."""

import csv
import io
import json
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from threading import Thread

import pytest

from fairdeal import cli
from fairdeal.analysis.bank import Bank
from fairdeal.analysis.coverage import Covered, Posted
from fairdeal.analysis.figures import exact
from fairdeal.cards import DECK, show
from fairdeal.cli.files import check_writable, replace_file
from fairdeal.cli.par_screen import show_sheet
from fairdeal.cli.progress import bar
from fairdeal.errors import Malformed
from tests.typed import Run

TCP, NAPA = "three-card-poker", "napa-three-card-poker"


def test_par_prints_every_bet_and_table_of_a_game(run: Run) -> None:
    code, out, err = run("par", TCP)
    assert (code, err) == (0, "")
    for words in ("3.3730 %", "7.2760 %", "TCPB-04E", "Q-6-4", "19.59 %", "Rules digest: "):
        assert words in out


def test_par_prints_json_in_the_documented_form(run: Run) -> None:
    code, out, _ = run("par", TCP, "--json")
    shown = json.loads(out)
    assert code == 0
    assert shown["game"] == TCP
    assert len(shown["rules_digest"]) == 16
    ante = shown["figures"][0]
    assert (ante["bet"], ante["pay_table"], ante["per"]) == ("ante", "A", "ante")
    assert ante["house_edge"]["exact"] == "686689/20358520"
    assert ante["element_of_risk"]["value"] == pytest.approx(0.0201467, abs=1e-7)
    assert sum(each["ways"] for each in ante["outcomes"]) == 407_170_400
    assert ante["published"]["agrees"] is True
    bets = [(each["bet"], each["pay_table"]) for each in shown["figures"]]
    assert len(bets) == len(set(bets)) == 11


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("napa-three-card-poker", ("against A: play A-9-2 and better", "The bank", "1.8022 %")),
        ("ags-3-card", ("57.8009 %", "breaks even at", "18.9822 %")),
        ("three-card-fury", ("2.2529 %", "play Q-5-3 and better", "royal-family is lost")),
        ("three-way-action", ("3.3055 %", "0.3555 %", "A-A", "differs", "natural=6:5")),
    ],
)
def test_par_of_the_other_games(run: Run, key: str, words: tuple[str, ...]) -> None:
    code, out, _ = run("par", key, columns="130")
    assert code == 0
    for each in words:
        assert each in out


def test_one_bet_is_shown_with_its_lines_and_outcomes(run: Run) -> None:
    code, out, _ = run("par", TCP, "--bet", "pair-plus", "--pay-table", "pair-plus=D")
    assert code == 0
    assert "402/5525" in out
    assert re.search(r"straight flush +40 to 1 +48 +0\.00217195", out)
    assert "16,440" in out
    assert "TCPB" not in out


def test_a_changed_line_is_followed(run: Run) -> None:
    code, out, _ = run("par", TCP, "--set", "pair-plus.flush=3", "--json")
    (figure,) = json.loads(out)["figures"]
    assert code == 0
    assert figure["house_edge"]["exact"] == "402/5525"
    assert "published" not in figure


def test_tables_of_ones_own_are_reported_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[ante-bonus.NONE]\nplace = "our house"\npays = [["straight-flush", "1 to 1"],'
        ' ["three-of-a-kind", "1 to 1"], ["straight", "1 to 1"]]\n'
    )
    code, out, _ = run("par", TCP, "--tables", str(file), "--json")
    (figure,) = json.loads(out)["figures"]
    assert code == 0
    assert (figure["bet"], figure["pay_table"]) == ("ante", "NONE")
    straights = Fraction(48 + 52 + 720, 22_100)
    bonus = Fraction(48 * 5 + 52 * 4 + 720, 22_100)
    known = Fraction(686_689, 20_358_520)
    assert Fraction(figure["house_edge"]["exact"]) == known + bonus - straights


def test_bets_together_are_reported(run: Run) -> None:
    code, out, _ = run("par", TCP, "--bets", "ante=10 pair-plus=5")
    assert code == 0
    assert "Together: ante $10, pair-plus $5 (A)" in out
    assert "correlation" in out


@pytest.mark.compiled
def test_a_posted_wager_is_reported(run: Run) -> None:
    words = ("--bet", "pair-plus", "--bank", "200", "--players", "2", "--bets", "ante=10")
    code, out, _ = run("par", "napa-three-card-poker", *words)
    assert code == 0
    assert "A posted wager of $200 against 2 players" in out
    assert "simulation of 2,000,000 rounds" in out
    code, out, _ = run("par", "napa-three-card-poker", *words[:4], *words[6:], "--json")
    assert json.loads(out)["coverage"]["method"] == "exact"


@pytest.mark.compiled
def test_three_way_action_bets_are_simulated_and_say_so(run: Run) -> None:
    bets = "high-card=5 blackjack=10 poker=5"
    code, out, _ = run("par", "three-way-action", "--bet", "high-card", "--bets", bets)
    assert code == 0
    assert "simulation of 4,000,000 rounds" in out


def test_printed_figures_are_listed_and_errors_named(run: Run) -> None:
    code, out, _ = run("par", "--published")
    assert code == 0
    assert "49 printed figures, 45 agree, 4 differ" in out
    assert "bonus C4: house advantage is 11.09%; what is printed belongs to 3WA-A4" in out
    code, out, _ = run("par", "three-way-action", "--published", "--json")
    assert sum(not each["agrees"] for each in json.loads(out)) == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "GAME is missing"),
        (("poker",), "did you mean"),
        ((TCP, "--bet", "ante-bonus"), "no figure of its own: it is counted in ante"),
        ((TCP, "--bet", "zzz"), "three-card-poker has no bet 'zzz'"),
        ((TCP, "--set", "pair-plus.flush=-3"), "pays '-3' for flush"),
        ((TCP, "--set", "pair-plus.royal=3"), "did you mean mini-royal?"),
        ((TCP, "--bet", "ante", "--set", "pair-plus.flush=3"), "does not decide ante"),
        ((TCP, "--option", "ante"), "is not an option and its value"),
        ((TCP, "--option", "ante=x"), "option ante cannot be 'x'"),
        ((TCP, "--pay-table", "ZZ"), "names no pay table"),
        ((TCP, "--tables", "/none/such"), "cannot read /none/such"),
        ((TCP, "--others", "7"), "7 other players do not fit"),
        ((TCP, "--meter", "star=5"), "has no meter 'star'"),
        ((TCP, "--bets", "ante=0"), "a player cannot have $0 on ante"),
        ((TCP, "--bets", "bonus=1"), "without a bet on ante or pair plus"),
        ((TCP, "--bank", "100"), "banked by the house"),
        ((TCP, "--published", "--bet", "ante"), "--published takes no other option"),
        ((TCP, "--html", "a", "--pdf", "./a"), "--html and --pdf name one file: ./a"),
        (("ags-3-card", "--meter", "star=0"), "meter star cannot show $0: it starts at $1,000"),
        (("ags-3-card", "--others", "2"), "ags-3-card pays no envy"),
        ((NAPA, "--bank", "100", "--players", "9"), "9 players cannot face"),
        ((NAPA, "--bank", "100"), "--bank needs --bets"),
        ((NAPA, "--players", "2"), "--players needs --bank"),
        ((NAPA, "--bank", "0", "--bets", "ante=5"), "a bank cannot be $0"),
        ((NAPA, "--bank", "5", "--bets", "ante=2000000"), "ante cannot be $2,000,000 here"),
        ((TCP, "--bet", "ante", "--bet", "bonus"), "--bet is given 2 times"),
        ((TCP, "--tables", ""), "is not a file"),
        ((NAPA, "--bank", "9999999999", "--bets", "ante=5"), "expected up to $1,000,000"),
        ((TCP, "--html", "/none/such/sheet.html"), "cannot write /none/such/sheet.html"),
    ],
)
def test_what_cannot_be_asked_gets_a_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run("par", *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_documents_are_written(run: Run, tmp_path: Path) -> None:
    page, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    words = ("--bet", "pair-plus", "--html", str(page), "--pdf", str(paper))
    code, out, err = run("par", TCP, *words)
    assert (code, out) == (0, "")
    assert err.count("wrote ") == 2
    assert "128/5525" in page.read_text()
    assert paper.read_bytes().startswith(b"%PDF")


def test_advice_names_the_best_choice_and_every_value(run: Run) -> None:
    code, out, _ = run("advise", TCP, "--cards", "Qs 6h 4d")
    assert code == 0
    assert "Qs 6h 4d: play" in out
    assert "(-9151/9212)" in out


def test_seen_cards_change_the_advice(run: Run) -> None:
    code, out, _ = run("advise", TCP, "--cards", "Qs 6h 3d", "--json")
    assert json.loads(out)["best"] == ["fold"]
    code, out, _ = run("advise", TCP, "--cards", "Qs 6h 3d", "--seen", "As Ah Ks Kh Kd", "--json")
    assert code == 0
    assert json.loads(out)["best"] == ["play"]


def test_advice_with_bets_is_in_dollars(run: Run) -> None:
    words = ("--cards", "Qs 6h 4d", "--bets", "ante=10 pair-plus=5")
    code, out, _ = run("advise", TCP, *words)
    assert code == 0
    assert "-$15.000000" in out


def test_advice_follows_the_card_that_is_up(run: Run) -> None:
    code, out, _ = run("advise", "napa-three-card-poker", "--cards", "5s 3h 2d", "--up", "Jd")
    assert code == 0
    assert "5s 3h 2d against Jd: play" in out


@pytest.mark.compiled
def test_advice_on_the_blackjack_leg(run: Run) -> None:
    game = "three-way-action"
    code, out, _ = run("advise", game, "--cards", "Ts 6d", "--up", "9h")
    assert code == 0
    assert "Ts 6d against 9h: hit" in out
    code, out, _ = run("advise", game, "--cards", "Ts 2d 3c", "--said", "hit", "--up", "9h")
    assert "double" not in out
    code, out, _ = run("advise", game, "--cards", "As Kd", "--up", "9h")
    assert "nothing to decide" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((TCP,), "--cards is missing"),
        ((TCP, "--cards", "Qs 6h"), "the player has 2 cards"),
        ((TCP, "--cards", "Qs 6h Zz"), "--cards: 'Zz' is not a card"),
        ((TCP, "--cards", "Qs 6h Qs"), "Qs is named 2 times: in hand"),
        (
            (TCP, "--cards", "Qs 6h 4d", "--seen", "4d"),
            "2 times: in hand and seen",
        ),
        ((TCP, "--cards", "Qs 6h 4d", "--up", "4c"), "no card of the dealer is up"),
        (
            (TCP, "--cards", "Qs 6h 4d", "--said", "hit"),
            "no decision before this one (--said)",
        ),
        (("napa-three-card-poker", "--cards", "Qs 6h 4d"), "and none is given: add --up CARD"),
        (("napa-three-card-poker", "--cards", "Qs 6h 4d", "--up", "4c 5c"), "--up names 2 cards"),
        ((TCP, "--cards", "Qs 6h 4d", "--bets", "pair-plus=5"), "there is nothing to decide"),
        (("three-way-action", "--cards", "Qs 6h"), "and none is given: add --up CARD"),
        (("three-way-action", "--cards", "Qs 6h 2c", "--up", "4c"), "3 cards do not fit"),
        (("three-way-action", "--cards", "Qs 6h", "--up", "4c", "--said", "pray"), "cannot say"),
    ],
)
def test_what_cannot_be_advised_gets_a_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run("advise", *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_too_many_seen_cards_leave_no_dealer(run: Run) -> None:
    rest = show(card for card in DECK[3:50])
    code, _, err = run("advise", TCP, "--cards", show(DECK[:3]), "--seen", rest)
    assert code == 2
    assert "47 seen cards are too many" in err


def test_a_sweep_writes_a_line_for_every_variant(run: Run, tmp_path: Path) -> None:
    vary = ("--vary", "pair-plus.flush=3..4", "--vary", "pair-plus.straight=5,6")
    code, out, _ = run("sweep", TCP, *vary)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    found = {(each["pair-plus.flush"], each["pair-plus.straight"]): each for each in rows}
    assert len(found) == len(rows) == 4
    assert found["3", "6"]["house_edge_exact"] == "402/5525"
    assert found["4", "5"]["house_edge_exact"] == "308/5525"
    file = tmp_path / "sweep.csv"
    code, out, err = run("sweep", TCP, *vary, "--csv", str(file))
    assert (code, out) == (0, "")
    assert "4 variants" in err
    assert list(csv.DictReader(io.StringIO(file.read_text()))) == rows


def test_a_sweep_prints_json_with_the_names_of_a_par_sheet(run: Run) -> None:
    vary = ("--vary", "pair-plus.flush=3..4", "--bet", "pair-plus")
    code, out, _ = run("sweep", TCP, *vary, "--json")
    assert code == 0
    three, four = json.loads(out)
    assert (three["pays"], three["house_edge"]["exact"]) == ({"pair-plus.flush": "3"}, "402/5525")
    assert four["pays"] == {"pair-plus.flush": "4"}
    code, _, err = run("sweep", TCP, *vary, "--json", "--csv", "x.csv")
    assert code == 2
    assert "two forms of one answer" in err


def test_a_sweep_of_the_base_game_shows_its_risk(run: Run) -> None:
    code, out, _ = run("sweep", TCP, "--vary", "ante-bonus.straight-flush=2..6:2")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [each["ante-bonus.straight-flush"] for each in rows] == ["2", "4", "6"]
    assert all(each["element_of_risk"] for each in rows)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "--vary is missing"),
        (("--vary", "pair-plus.flush=5..3"), "is not a range"),
        (("--vary", "pair-plus.flush=1..5:0"), "is not a range"),
        (("--vary", "pair-plus.flush=1..999999999"), "has too many values"),
        (("--vary", "pair-plus.flush=3,3"), "names a value twice"),
        (("--vary", "pair-plus.flush=3", "--vary", "pair-plus.flush=4"), "is varied twice"),
        (("--vary", "pair-plus.flush=lots"), "pays 'lots' for flush"),
        (("--vary", "pair-plus.flush=3", "--bet", "ante"), "do not decide ante"),
        (
            ("--vary", "pair-plus.flush=1..1000", "--vary", "pair-plus.pair=1..1000"),
            "1,000,000 variants are too many",
        ),
        (("--vary", "pair-plus.flush=3", "--csv", "/none/such/x.csv"), "cannot write"),
        (("--vary", "pair-plus.flush=3", "--set", "pair-plus.flush=9"), "is varied twice"),
    ],
)
def test_what_cannot_be_swept_gets_a_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, _, err = run("sweep", TCP, *words)
    assert code == 2
    assert sentence in err


def test_every_section_of_a_sheet_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    cell = {"up": "2", "best": "split", "values": {}}
    sheet = {
        "name": "A game",
        "document": {"maker": "somebody", "title": "rules", "date": "", "note": ""},
        "rules_digest": "0123456789abcdef",
        "analysis_digest": "fedcba9876543210",
        "own_tables": ["ante [red]mine[/red]"],
        "options": {},
        "pay_tables": [],
        "figures": [{**FIGURE, "pay_table": None, "house_edge": exact(Fraction(1, 10**30 + 7))}],
        "blackjack": {
            "rows": [{"kind": "pair", "hand": "A-A", "total": "soft 12", "cells": [cell]}],
            "simple_rules": [{"rule": "pray", "cost": exact(Fraction(1, 7))}],
            "options": [{"option": "peek=no", "house_edge": exact(Fraction(1, 8))}],
        },
        "combination": {
            "stakes_cents": {"ante": 500},
            "pay_tables": {},
            "method": "simulation of 5 rounds",
            "assumptions": ["envy is left out"],
            "standard_error_cents": 2.0,
            "standard_deviation_cents": 3.0,
            "expected_loss_cents": exact(Fraction(5, 2)),
            "average_wager_cents": exact(Fraction(700)),
            **{key: exact(Fraction(1, 40)) for key in ("house_edge", "element_of_risk")},
            **{key: {"value": 0.25} for key in ("win", "push", "lose")},
            "covariances": [],
        },
        "bank": [Bank(2, 1, Fraction(1, 50), Fraction(3), Fraction(1)).as_json()],
        "coverage": Covered(Posted(5_000, 1_000), 2, 3.0, 4.0, 0.5, 0.25, 100).as_json(),
        "strategies": [
            STRATEGY,
            {**STRATEGY, "pay_table": "B", "cuts": [CUT], "instructions": {"lines": OTHER_LINES}},
        ],
    }
    show_sheet(sheet, in_detail=False)
    out = " ".join(capsys.readouterr().out.split())
    for words in (
        *("A-A", "soft 12", "pray: costs 14.2857 %", "with peek=no: house edge 12.5000 %"),
        *(
            "wins +$0.0300 a round on average (standard error $0.0020)",
            "pay table B",
            "some call: 2c 6d Qs",
            "some [fold]: 2c 6d Qd",
        ),
        *("with [A-K] or better: call", "could change the decision on 12 hands"),
        *("envy is left out", "a standard error of $0.0200", "against J to 9: play every hand"),
        "pray: costs 14.2857 % of the call more",
        "stax outlives a fold: it changes no decision",
        *("Not a pay table of this source: ante [red]mine[/red]", "Options"),
    ):
        assert (words in out) is (words != "Options")


FIGURE = {
    "bet": "ante",
    "pay_table": "A",
    "per": "ante",
    "priced_by": None,
    "house_edge": exact(Fraction(1, 30)),
    "win": exact(Fraction(1, 3)),
    "push": exact(Fraction(0)),
    "standard_deviation": 1.5,
    "published": {"agrees": False, "figures": []},
}
BORDER = {
    "words": "Q-6-4",
    "decision": "it depends",
    "choices": [{"choice": "call", "hand": "2c 6d Qs"}, {"choice": "[fold]", "hand": "2c 6d Qd"}],
    "value_of_play": {"lowest": exact(Fraction(-9, 10)), "highest": exact(Fraction(-8, 10))},
    "value_of_fold": exact(Fraction(-1)),
}
CUT = {"strongest_folded": BORDER, "near": [BORDER]}
STRATEGY = {
    "pay_table": "A",
    "per": "call",
    "instructions": {
        "lines": [
            {"depth": 0, "text": "against J to 9: play every hand"},
            {"depth": 1, "text": "with [A-K] or better: call"},
        ]
    },
    "cuts": [CUT],
    "simple_rules": [{"rule": "pray", "cost": exact(Fraction(1, 7))}],
    "side_bets": [
        {"bet": "pair-plus", "forfeited_by_a_fold": True, "hands_it_could_change": 12},
        {"bet": "stax", "forfeited_by_a_fold": False, "hands_it_could_change": 0},
    ],
}
OTHER_LINES = [{"depth": 0, "text": "fold every hand"}]


def test_a_bar_appears_only_when_there_is_something_to_wait_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with bar("unseen work", patience=0.0) as progress:
        progress(0.5)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with bar("quick work", patience=60.0) as progress:
        progress(0.5)
    assert capsys.readouterr().err == ""
    with bar("long work", patience=0.0) as progress:
        time.sleep(0.2)
        progress(0.5)
        time.sleep(0.2)
    assert "long work" in capsys.readouterr().err


def test_the_progressive_and_its_meters_are_shown(run: Run) -> None:
    code, out, _ = run("par", "ags-3-card", "--bet", "stax", "--meter", "star=4000")
    assert code == 0
    for words in ("80.8009 %", "$47,630.00", "star $4,000, others at reset", "799"):
        assert words in out


def test_a_wager_that_is_posted_for_one_player_is_counted(run: Run) -> None:
    words = ("--bet", "pair-plus", "--bank", "200", "--bets", "ante=10", "--json")
    code, out, _ = run("par", "napa-three-card-poker", *words)
    assert code == 0
    assert json.loads(out)["coverage"]["players"] == 1


def test_bets_on_both_hands_are_part_of_the_advice(run: Run) -> None:
    words = ("--cards", "Ts 6h 4d 2c", "--bets", "ante=5 monster=5 seven-card=5", "--json")
    code, out, _ = run("advise", "three-card-fury", *words)
    fold = {each["choice"]: each["value"] for each in json.loads(out)["choices"]}["fold"]
    assert code == 0
    assert fold["value"] != -10
    code, out, _ = run("advise", "three-card-fury", *words[:3], "ante=5 monster=5", "--json")
    alone = {each["choice"]: each["value"] for each in json.loads(out)["choices"]}["fold"]
    assert alone["exact"] == "-10"


def test_meters_are_part_of_the_advice(run: Run) -> None:
    words = ("--cards", "Ad Kd Qd", "--bets", "ante=5 stax=5", "--meter", "star=1001", "--json")
    code, out, _ = run("advise", "ags-3-card", *words)
    choices = {each["choice"]: each["value"] for each in json.loads(out)["choices"]}
    assert code == 0
    assert choices["fold"]["exact"] == str(1001 - 5 - 5)


@pytest.mark.compiled
def test_blackjack_advice_with_bets_is_in_dollars(run: Run) -> None:
    bets = "high-card=5 blackjack=10 poker=5"
    words = ("--cards", "Ts 6d", "--up", "9h", "--bets", bets)
    code, out, _ = run("advise", "three-way-action", *words)
    assert code == 0
    assert "-$4.793064" in out


def test_tables_of_ones_own_are_named_as_such(run: Run) -> None:
    code, out, _ = run("par", TCP, "--set", "pair-plus.flush=3")
    assert code == 0
    assert "Not a pay table of this source: pair-plus A with flush 3" in out
    assert "Not a pay table" not in run("par", TCP, "--pay-table", "pair-plus=D")[1]


def test_a_table_without_counted_lines_is_shown_all_the_same(run: Run) -> None:
    code, out, _ = run("par", TCP, "--bet", "ante", "--pay-table", "ante-bonus=C")
    assert code == 0
    assert re.search(r"straight flush +4 to 1", out)


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    place, link = tmp_path / "sheet.html", tmp_path / "link.html"
    place.write_bytes(b"before")
    place.chmod(0o600)
    link.symlink_to(place)
    replace_file(link, b"after")
    assert place.read_bytes() == b"after"
    assert place.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.html", "sheet.html"]
    replace_file(Path("/dev/null"), b"nothing")
    for bad in (tmp_path / "no" / "x", tmp_path, Path("a\0b"), tmp_path / ("x" * 300)):
        with pytest.raises(Malformed, match="cannot write"):
            replace_file(bad, b"")


def test_a_place_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(Malformed, match="it is not yours to write"):
        check_writable(tmp_path / "sheet.html")


def test_a_file_that_cannot_take_its_place_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Malformed, match="No space left on device"):
        replace_file(tmp_path / "sheet.html", b"after")
    assert list(tmp_path.iterdir()) == []


def test_pay_tables_are_not_overwritten_by_what_is_made_of_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[pair-plus.MINE]\nplace = "x"\npays = [["straight-flush", "9 to 1"], ["three-of-a-kind",'
        ' "8 to 1"], ["straight", "7 to 1"], ["flush", "6 to 1"], ["pair", "1 to 1"]]\n'
    )
    before = file.read_text()
    for words in (
        ("par", TCP, "--tables", str(file), "--html", str(file)),
        ("sweep", TCP, "--tables", str(file), "--vary", "pair-plus.flush=3", "--csv", str(file)),
    ):
        code, _, err = run(*words)
        assert code == 2
        assert "name one file" in err
    assert file.read_text() == before


def test_progressive_bets_without_a_meter_are_plain_bets(run: Run) -> None:
    lines = ("royal-diamonds", "royal-other", "straight-flush-diamonds", "straight-flush-other")
    changes = [word for line in lines for word in ("--set", f"stax.{line}=50")]
    code, out, _ = run("par", "ags-3-card", "--bet", "stax", *changes)
    assert code == 0
    assert "Progressive" not in out


def test_an_interrupt_ends_long_work_at_once() -> None:
    script = (
        "import os, signal, time\n"
        "from fairdeal.cli.progress import bar\n"
        "with bar('long work'):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(30)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=20)
    assert (done.returncode, done.stdout) == (130, b"")


def test_an_interrupt_is_handled_by_the_main_thread_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "²")
    found: list[float] = []

    def work() -> None:
        with bar("work") as told:
            told(0.5)
            found.append(0.5)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [0.5]
    left: list[int] = []
    monkeypatch.setattr("os._exit", left.append)
    with bar("work"):
        signal.raise_signal(signal.SIGINT)
    assert left == [130]


def test_a_closed_output_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 1
    assert "cannot write the output: it is closed" in capsys.readouterr().err


@pytest.mark.compiled
def test_a_bonus_that_is_bet_is_the_stake_of_envy_and_leaves_no_other_bet_out(run: Run) -> None:
    code, out, _ = run("par", TCP, "--bets", "ante=10 bonus=5", "--json")
    shown = json.loads(out)
    assert code == 0
    assert {each["bet"] for each in shown["figures"]} == {"ante", "pair-plus", "bonus"}
    assert {each["stake_cents"] for each in shown["envy"]} == {500}
