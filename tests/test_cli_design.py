"""The search for pay tables as a person types it."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.typed import Run

TCP = "three-card-poker"
SOME = ("--row", "flush=3-4", "--row", "straight=5..7", "--row", "three-of-a-kind=25,30")


def test_design_prints_the_best_tables_and_those_of_the_game_below(run: Run) -> None:
    code, out, err = run("design", TCP, "pair-plus", "--edge", "3%-5%", *SOME, "--most", "2")
    assert (code, err) == (0, "")
    assert "Wanted: house edge 3 % to 5 %" in out
    assert "Candidates: 12, house edge from -0.94 % to 11.71 %" in out
    assert "Meeting the goal: 2; all below, nearest to the middle of the wanted house edge" in out
    lines = [line.split() for line in out.splitlines()]
    assert ["#1", "40", "30", "7", "3", "1", "4.0181", "%", "25.61", "%", "2.924", "40"] in lines
    assert [line[2:7] for line in lines if line[:2] == ["B", "*"]] == [["40", "25", "6", "4", "1"]]
    assert ["A", "40", "30", "6", "4", "1", "2.3167", "%", "25.61", "%", "2.911", "40"] in lines
    assert "pays are to 1" in out
    assert "paid as the lower hand" not in out


def test_design_shows_fractions_and_every_goal_on_request(run: Run) -> None:
    goals = ("--edge", "3-5%", "--hit", "20%-30%", "--deviation", "2.5-4", "--top", "40")
    code, out, _ = run("design", TCP, "pair-plus", *goals, *SOME, "--exact", "--by", "SIMPLE")
    assert code == 0
    assert "hit frequency 20 % to 30 %, standard deviation 2.5 to 4, top award 40" in out
    assert "round numbers first" in out
    assert "222/5525" in out
    code, out, _ = run("design", TCP, "pair-plus", "--edge", "0.03..0.05", "--top", "30-50")
    assert code == 0
    assert "top award 30 to 50" in out
    assert "; the best 20 below" in out


def test_design_says_what_there_is_where_nothing_meets_the_goal(run: Run) -> None:
    code, out, _ = run("design", TCP, "pair-plus", "--edge", "90%-95%", *SOME)
    assert code == 0
    assert "Meeting the goal: 0\n" in out
    assert "#1" not in out
    assert " * " not in out.partition("* meets the goal")[0]


def test_design_names_units_and_columns_where_they_differ(run: Run) -> None:
    code, out, _ = run("design", "ags-3-card", "stax", "--edge", "0%-60%", "--row", "straight=6-7")
    assert code == 0
    assert "7 for 1" in out
    assert "diamond meter" in out
    assert "meters at reset" in out
    assert "pays are" not in out
    words = ("--pay-table", "bonus=TCPB-04E", "--edge", "0%-60%", "--row", "straight=6")
    code, out, _ = run("design", TCP, "bonus", *words)
    assert code == 0
    assert "$25" in out
    assert "paid as the lower hand" in out


def test_design_of_the_base_game_says_whose_figures_they_are(run: Run) -> None:
    code, out, _ = run("design", TCP, "ante-bonus", "--edge", "3%-4%", "--row", "straight=1-2")
    assert code == 0
    assert "figures are those of ante, per ante" in out
    assert "best strategy" in out
    assert "3.3730 %" in out


def test_design_prints_json_with_the_names_of_a_par_sheet(run: Run) -> None:
    goals = ("--edge", "3%-5%", "--hit", "20%-30%")
    code, out, _ = run("design", TCP, "pair-plus", *goals, *SOME, "--json")
    shown = json.loads(out)
    assert code == 0
    assert (shown["game"], shown["bet"], shown["priced_by"]) == (TCP, "pair-plus", "pair-plus")
    assert (shown["candidates"], shown["meeting"], shown["rank"]) == (12, 2, "edge")
    assert shown["goal"]["house_edge"][0] == {"exact": "3/100", "value": 0.03}
    assert list(shown["goal"]) == ["house_edge", "hit_frequency"]
    first = shown["designs"][0]
    assert first["pays"]["straight"] == "7 to 1"
    assert first["house_edge"]["exact"] == "222/5525"
    assert shown["rows"][3] == {"row": "flush", "pays": ["3 to 1", "4 to 1"]}
    assert [each["pay_table"] for each in shown["printed"] if each["meets"]] == ["B"]


def test_design_writes_csv_with_exact_figures(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "designs.csv"
    words = ("design", TCP, "pair-plus", "--edge", "3%-5%", *SOME, "--csv", str(file))
    code, out, err = run(*words)
    assert (code, out) == (0, "")
    assert "2 pay tables" in err
    first, second = csv.DictReader(io.StringIO(file.read_text()))
    assert (first["rank"], first["straight"], second["rank"]) == ("1", "7 to 1", "2")
    assert float(first["house_edge"]) == float(Fraction(first["house_edge_exact"]))
    assert float(first["standard_deviation"]) ** 2 == pytest.approx(
        float(Fraction(first["variance_exact"]))
    )


def test_design_lets_a_better_hand_pay_less_on_request(run: Run) -> None:
    words = ("design", TCP, "pair-plus", "--edge", "0%-90%", "--fixed", "flush=9", *SOME[2:])
    code, _, err = run(*words)
    assert code == 2
    assert "no pay table is in order: flush pays at least 9 to 1, but straight" in err
    code, out, _ = run(*words, "--any-order")
    assert code == 0
    assert "Candidates: 6," in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "--edge is missing"),
        (("--edge", "3%"), "--edge '3%' is not a range: give 3%-5%"),
        (("--edge", "5%-3%"), "goes from 5 % to 3 %: the low end is above the high end"),
        (("--edge", "3%-500%"), "house edge cannot be 500 %: expected -100 % to 100 %"),
        (("--edge", "3-5"), "--edge '3-5' goes up to 5 times a stake: write 3%-5%"),
        (("--edge", "3%-5%", "--edge", "1%-2%"), "--edge is given 2 times"),
        (("--edge", "3%-5%", "--hit", "20%-130%"), "hit frequency cannot be 130 %"),
        (("--edge", "3%-5%", "--deviation", "2"), "--deviation '2' is not a range"),
        (("--edge", "3%-5%", "--deviation", "2%-3%"), "--deviation '2%-3%' is not a range"),
        (("--edge", "3%-5%", "--top", "high"), "--top 'high' is not a range: give 40 or"),
        (("--edge", "3%-5%", "--row", "flsh=3"), "has no row 'flsh': did you mean flush?"),
        (("--edge", "3%-5%", "--row", "flush"), "is not a row and what it pays"),
        (("--edge", "3%-5%", "--row", "flush=5-3"), "'5-3' in 'flush=5-3' is not a range"),
        (("--edge", "3%-5%", "--row", "flush=3,3"), "names a value twice"),
        (("--edge", "3%-5%", "--row", "flush=3", "--row", "Flush=4"), "--row names Flush twice"),
        (("--edge", "3%-5%", "--fixed", "flush=lots"), "row flush cannot pay 'lots'"),
        (("--edge", "3%-5%", "--row", "flush=3", "--fixed", "flush=3"), "varied and fixed"),
        (("--edge", "3%-5%", "--by", "edg"), "--by cannot be 'edg': did you mean edge?"),
        (("--edge", "3%-5%", "--most", "0"), "expected 1 to 10,000"),
        (("--edge", "3%-5%", "--json", "--csv", "x.csv"), "two forms of one answer"),
        (("--edge", "3%-5%", "--csv", "/nowhere/x.csv"), "cannot write"),
    ],
)
def test_design_refuses_what_it_cannot_do_in_one_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, _, err = run("design", TCP, "pair-plus", *words)
    assert code == 2
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_design_says_before_it_begins_how_long_a_search_takes(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.analysis.design.LONG", -1)
    words = ("design", "three-card-poker", "pair-plus", "--edge", "3%-5%", "--row", "flush=3-4")
    _, _, said = run(*words)
    assert said.startswith("2 pay tables take about 0 seconds: each needs the whole game")
    monkeypatch.undo()
    assert not run(*words)[2]


def test_design_never_writes_over_the_tables_it_reads(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('[ante-bonus.H]\nplace = "a test"\npays = [["straight", "1 to 1"]]\n')
    before = file.read_text()
    words = ("--edge", "3%-5%", "--tables", str(file), "--csv", str(file))
    code, _, err = run("design", TCP, "pair-plus", *words)
    assert code == 2
    assert "is incomplete" in err
    lines = '["straight-flush", "5 to 1"], ["three-of-a-kind", "4 to 1"], ["straight", "1 to 1"]'
    before = f'[ante-bonus.H]\nplace = "a test"\npays = [{lines}]\n'
    file.write_text(before)
    code, _, err = run("design", TCP, "pair-plus", *words)
    assert code == 2
    assert "name one file" in err
    assert file.read_text() == before
