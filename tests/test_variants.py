"""Pay tables that people change, bring along and sweep over."""

from pathlib import Path

import pytest

from fairdeal.analysis.par import figure
from fairdeal.errors import Malformed
from fairdeal.games import GAMES
from fairdeal.games.sheets import approved, read_own, with_own
from fairdeal.games.terms import terms
from fairdeal.games.variant import changed, parse_change, with_changes

TCP, NAPA, AGS, FURY, WAYS = GAMES.values()


def test_a_changed_line_makes_one_table_of_the_document_into_another() -> None:
    sheets = approved(TCP)
    (made,) = with_changes(
        TCP, sheets, terms(TCP).pay, [parse_change(TCP, "pair-plus.flush = 3")]
    ).values()
    assert made.units() == sheets.tables["pair-plus"]["D"].units()
    assert made.name == "A with flush 3"
    assert not made.published


@pytest.mark.parametrize(
    ("game", "text", "pays"),
    [
        ("three-card-poker", "bonus.straight=7", "7 to 1"),
        ("three-card-poker", "pair-plus.mini-royal=100", "100 to 1"),
        ("three-card-poker", "pair-plus.pair=push", "push"),
        ("ags-3-card", "stax.straight=7", "7 for 1"),
        ("ags-3-card", "stax.royal-diamonds=100", "100 for 1"),
        ("ags-3-card", "stax.royal-other=star meter", "star meter"),
        ("three-card-fury", "monster.busted.mini-royal=9", "9 to 1"),
    ],
)
def test_a_bare_number_means_what_the_table_means(game: str, text: str, pays: str) -> None:
    change = parse_change(GAMES[game], text)
    table = terms(GAMES[game]).pay[change.bet]
    made = changed(GAMES[game], approved(GAMES[game]), table, [change])
    column = next(each for each in made.columns if each.key == change.column)
    assert str(made.pays[change.column][column.lines()[change.hand]]) == pays


def test_envy_is_changed_in_dollars() -> None:
    table = approved(TCP).tables["bonus"]["TCPB-03E"]
    made = changed(TCP, approved(TCP), table, [parse_change(TCP, "bonus.envy.straight-flush=10")])
    assert str(made.pays["envy"][3]) == "$10"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pair-plus.flush", "changes no row"),
        ("pair-plus.flush=", "changes no row"),
        ("flush=4", "changes no row"),
        ("ante.flush=4", "ante has no pay table to change"),
        ("pear-plus.flush=4", "did you mean pair-plus?"),
        ("pair-plus.flash=4", "did you mean flush?"),
        ("bonus.envie.straight-flush=4", "did you mean envy?"),
    ],
)
def test_a_change_of_nothing_known_is_refused(text: str, words: str) -> None:
    with pytest.raises(Malformed) as error:
        parse_change(TCP, text)
    assert words in str(error.value)


@pytest.mark.parametrize("pays", ["-3", "1.5", "lots", "$4", "star meter"])
def test_a_line_that_cannot_be_paid_is_refused(pays: str) -> None:
    change = parse_change(TCP, f"pair-plus.flush={pays}")
    with pytest.raises(Malformed, match="for flush: a row pays, for example,"):
        changed(TCP, approved(TCP), terms(TCP).pay["pair-plus"], [change])


def test_a_column_that_the_table_lacks_cannot_be_changed() -> None:
    change = parse_change(TCP, "bonus.envy.straight-flush=10")
    with pytest.raises(Malformed, match="bonus TCPB-01 has no envy to change"):
        changed(TCP, approved(TCP), terms(TCP).pay["bonus"], [change])


def test_a_line_cannot_be_changed_twice() -> None:
    twice = [parse_change(TCP, f"pair-plus.flush={pays}") for pays in (3, 5)]
    with pytest.raises(Malformed, match=r"pair-plus\.flush is changed twice"):
        changed(TCP, approved(TCP), terms(TCP).pay["pair-plus"], twice)


def test_a_bet_with_two_columns_needs_one_named() -> None:
    with pytest.raises(Malformed, match=r"expected monster\.beat\.straight$"):
        parse_change(FURY, "monster.straight=3")
    with pytest.raises(Malformed, match=r"monster\.beat\.x or monster\.busted\.x"):
        parse_change(FURY, "monster.x=3")


OWN = """
[pair-plus.MINE]
place = "our house"
pays = [
    ["straight-flush", "35 to 1"],
    ["three-of-a-kind", "33 to 1"],
    ["straight", "6 to 1"],
    ["flush", "4 to 1"],
    ["pair", "1 to 1"],
]
"""


def test_a_file_of_ones_own_needs_only_the_tables_it_brings(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    own = read_own(TCP, file)
    both = with_own(TCP, own)
    assert list(own.tables) == ["pair-plus"]
    assert both.defaults["pair-plus"] == "MINE"
    assert both.defaults["bonus"] == "TCPB-01"
    found = figure(TCP, "pair-plus", terms(TCP, sheets=both))
    assert found.pay_table == "MINE"
    assert found.house_edge * 22_100 == 16_440 - 3_744 - 4 * 1_096 - 6 * 720 - 33 * 52 - 35 * 48


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe", "is not text in UTF-8"),
        (b"pays = [", "are not TOML"),
        (b"", "no pay table in the file"),
        (b"[pair.A]\n", "did you mean pair-plus?"),
        (OWN.replace("6 to 1", "-6 to 1").encode(), "pays '-6 to 1' for straight"),
        (OWN.replace('"flush"', '"royal flush"').encode(), "names an unknown hand 'royal flush'"),
        (b" " * 1_000_001, "too many for pay tables"),
        ((OWN + 'house-advantage = "abc"').encode(), "prints house-advantage 'abc', which is no"),
        ((OWN + 'probability = [["mini-royal", "0.5"]]').encode(), "which cannot be"),
        (f"[pair-plus]\ndefault = {'9' * 5_000}\n".encode(), "are not TOML"),
        (f"[pair-plus]\ndefault = 0x{'f' * 5_000}\n".encode(), "too large or too deep"),
    ],
)
def test_a_faulty_file_gets_a_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(content)
    with pytest.raises(Malformed) as error:
        read_own(TCP, file)
    assert words in str(error.value)


def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="No such file"):
        read_own(TCP, tmp_path / "none.toml")
    with pytest.raises(Malformed, match="is not a file"):
        read_own(TCP, tmp_path)


def test_a_table_of_ones_own_is_not_held_against_the_documents_figures(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[ante-bonus.A]\nplace = "our house"\npays = [["straight-flush", "1 to 1"],'
        ' ["three-of-a-kind", "1 to 1"], ["straight", "1 to 1"]]\n'
        '[combination]\nHOUSE = { ante-bonus = "A", pair-plus = "D" }\n'
    )
    both = with_own(TCP, read_own(TCP, file))
    assert "HOUSE" in both.combinations
    assert {"TCP-01", "TCP-07"}.isdisjoint(both.combinations)
    assert figure(TCP, "ante", terms(TCP, sheets=both), sheets=both).printed == ()


def test_an_exact_spelling_wins_over_another_in_other_letters(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.replace("MINE", "a"))
    both = with_own(TCP, read_own(TCP, file))
    assert terms(TCP, {"pair-plus": "A"}, sheets=both).pay["pair-plus"].name == "A"
    assert terms(TCP, {"pair-plus": "a"}, sheets=both).pay["pair-plus"].name == "a"


def test_meters_for_different_wagers_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[meter]\nstar = { reset = "$10", increment = "5%", wager = "$7" }\n')
    with pytest.raises(Malformed, match="meters are meant for different wagers"):
        read_own(AGS, file)
