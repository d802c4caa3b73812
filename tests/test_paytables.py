"""Pay tables: every one beside a second transcription, and every fault a file may have."""

import pickle
import re
import tomllib
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairdeal.games
from fairdeal.errors import Corrupt, Malformed
from fairdeal.games import GAMES, terms
from fairdeal.games.paytable import Pay, PayTable, Unit, pay_of
from fairdeal.games.sheets import approved, read_sheets, sheets_of
from tests.naive import pay_tables as second
from tests.naive import published

SHFL = GAMES["three-card-poker"]

PAYTABLES = Path(fairdeal.games.__file__).parent / "paytables"

GOOD = """
[ante-bonus]
default = "A"
[ante-bonus.A]
place = "page 1"
pays = [["straight-flush", "5 to 1"], ["three-of-a-kind", "4 to 1"], ["straight", "1 to 1"]]
[pair-plus]
default = "A"
[pair-plus.A]
place = "page 1"
pays = [
    ["straight-flush", "40 to 1"],
    ["three-of-a-kind", "30 to 1"],
    ["straight", "6 to 1"],
    ["flush", "4 to 1"],
    ["pair", "1 to 1"],
]
[bonus]
default = "B"
[bonus.B]
place = "page 2"
pays = [
    ["akq-spades", "4,000 to 1"],
    ["akq-suited", "1,000 to 1"],
    ["straight-flush", "125 to 1"],
    ["three-of-a-kind", "100 to 1"],
    ["straight", "lose"],
]
"""


def as_printed(table: PayTable) -> dict[str, dict[str, str]]:
    """The lines of a table as the second transcription has them: what loses is left out."""
    shown: dict[str, dict[str, str]] = {}
    for column in table.columns:
        keys = {event: key for key, event in column.lines().items()}
        shown[column.key] = {
            keys[event]: str(table.pays[column.key][event]).replace(",", "")
            for event in table.printed[column.key]
            if table.pays[column.key][event].unit is not Unit.LOSE
        }
    return shown


@pytest.mark.parametrize("key", GAMES)
def test_every_pay_table_equals_a_second_transcription_of_its_document(key: str) -> None:
    ours = {
        bet: {name: as_printed(table) for name, table in tables.items()}
        for bet, tables in approved(GAMES[key]).tables.items()
    }
    theirs = {
        bet: {
            name: {
                column: {event: pay for event, pay in lines.items() if pay != "lose"}
                for column, lines in table.items()
            }
            for name, table in tables.items()
        }
        for bet, tables in second.PAY_TABLES[key].items()
    }
    assert ours == theirs


def test_there_are_as_many_pay_tables_as_the_documents_print() -> None:
    count = {key: len(list(names(key))) for key in GAMES}
    assert count == {
        "three-card-poker": 3 + 4 + 4,
        "napa-three-card-poker": 1,
        "ags-3-card": 1 + 3 + 3 + 1,
        "three-card-fury": 11 + 10 + 5,
        "three-way-action": 5 + 4,
    }


def names(key: str) -> list[tuple[str, str]]:
    tables = approved(GAMES[key]).tables
    return [(bet, name) for bet, named in tables.items() for name in named]


def test_printed_figures_equal_a_second_transcription() -> None:
    for key, bets in published.PUBLISHED.items():
        for bet, tables in bets.items():
            for name, figures in tables.items():
                if bet != "ante":  # printed for combinations, below
                    assert approved(GAMES[key]).tables[bet][name].published == figures
    for table in approved(GAMES["three-way-action"]).tables["bonus"].values():
        theirs = published.PUBLISHED_PROBABILITY["three-way-action"]["bonus"]
        wanted = {event: theirs[event] for event in theirs if event in as_printed(table)["pays"]}
        assert table.probabilities == wanted


def test_combinations_and_meters_equal_a_second_transcription() -> None:
    ours = {
        name: (each.tables["ante-bonus"], each.tables["pair-plus"], each.published["par-per-ante"])
        for name, each in approved(SHFL).combinations.items()
    }
    assert ours == {name: tuple(each) for name, each in second.COMBINATIONS.items()}
    meters = approved(GAMES["ags-3-card"]).meters
    assert {key: meter.reset_cents for key, meter in meters.items()} == second.RESET_CENTS
    assert {key: meter.increment for key, meter in meters.items()} == second.INCREMENT
    assert {meter.wager_cents for meter in meters.values()} == {second.METER_WAGER_CENTS}


@pytest.mark.parametrize("key", GAMES)
def test_every_pay_table_names_its_place_in_the_document(key: str) -> None:
    for tables in approved(GAMES[key]).tables.values():
        assert all(table.place for table in tables.values())


def test_20_for_1_wins_19_and_20_to_1_wins_20() -> None:
    assert Pay(Unit.FOR, 20).units == 19
    assert Pay(Unit.TO, 20).units == 20
    assert [Pay(unit).units for unit in (Unit.PUSH, Unit.LOSE)] == [0, -1]


@pytest.mark.parametrize(
    "text",
    [
        "40 to 1",
        "4,000 to 1",
        "3 to 2",
        "6 for 5",
        "20 for 1",
        "push",
        "lose",
        "$25",
        "$2.50",
        "star meter",
    ],
)
def test_a_pay_is_written_as_it_was_read(text: str) -> None:
    assert str(pay_of(text)) == text


@pytest.mark.parametrize(
    "text", ["40", "40 to 0", "40 to 10", "-1 to 1", "free", "", "1.5 to 1", "٣ to 1"]
)
def test_what_is_no_pay_is_not_read_as_one(text: str) -> None:
    assert pay_of(text) is None


def faults_of(change: str, by: str) -> tuple[str, ...]:
    assert change in GOOD
    with pytest.raises(Malformed) as raised:
        read_sheets(SHFL, GOOD.replace(change, by))
    assert all(fault in str(raised.value) for fault in raised.value.faults)
    return raised.value.faults


def test_a_good_file_is_read() -> None:
    assert read_sheets(SHFL, GOOD).tables["pair-plus"]["A"].units() == (-1, 1, 4, 6, 30, 40, 40)


FLUSH = '["flush", "4 to 1"],'
PAIR_PLUS = '[pair-plus.A]\nplace = "page 1"'


@pytest.mark.parametrize(
    ("change", "by", "fault"),
    [
        (FLUSH, "", "pair-plus A is incomplete: flush missing from pays"),
        (
            FLUSH,
            f'["flsh", "4 to 1"], {FLUSH}',
            "pair-plus A names an unknown hand 'flsh': did you mean flush?",
        ),
        (FLUSH, FLUSH * 2, "pair-plus A repeats the line flush"),
        (
            FLUSH,
            '["flush", "7 to 1"],',
            "pair-plus A pays flush (7 to 1) more than straight (6 to 1) without saying it means to"
            " (worse-pays)",
        ),
        (
            FLUSH,
            '["flush", "4 for 1"],',
            "pair-plus A mixes 'to 1' and 'for 1' in pays without saying so (mixes-units)",
        ),
        *(
            (
                FLUSH,
                f'["flush", "{text}"],',
                f"pair-plus A pays '{text}' for flush: a row pays, for example, '40 to 1', '20"
                " for 1', 'push' or 'lose'",
            )
            for text in ("4", "$4", "star meter", "4,0 to 1", "9999999999 to 1")
        ),
        (
            '["straight", "1 to 1"]]',
            '["straight", "lose"]]',
            "ante-bonus A pays 'lose' for straight: a row pays, for example, '40 to 1'",
        ),
        (
            FLUSH,
            '["flush"],',
            "pair-plus A has a line ['flush'] in pays: expected a hand and a text beside it",
        ),
        (PAIR_PLUS, "[pair-plus.A]", "pair-plus A does not say where it comes from (place)"),
        (
            PAIR_PLUS,
            "[pair-plus.A]\nplace = 1",
            "pair-plus A has place 1, which is not text",
        ),
        (
            PAIR_PLUS,
            f'{PAIR_PLUS}\nworse-pays = " "',
            "pair-plus A has worse-pays ' ', which is not text",
        ),
        (
            PAIR_PLUS,
            f"{PAIR_PLUS}\nplaces = 1",
            "pair-plus A has an unknown entry 'places': did you mean place?",
        ),
        (
            PAIR_PLUS,
            f'{PAIR_PLUS}\nprobability = [["fish", "0.1"], ["flush", "often"]]',
            "pair-plus A prints a probability '0.1' for 'fish', which cannot be",
        ),
        (
            PAIR_PLUS,
            f"{PAIR_PLUS}\nwhen = 1",
            "pair-plus A does not say what changes under which option (when)",
        ),
        (
            PAIR_PLUS,
            f'{PAIR_PLUS}\nwhen."ante=never" = {{}}',
            "pair-plus A changes when 'ante=never': expected ante=optional, ante=mandatory,"
            " order-of-bets=back-first, order-of-bets=front-first, bonus-on-fold=stays,"
            " bonus-on-fold=forfeited, envy-hands=any-player or envy-hands=bonus-bettors",
        ),
        (
            PAIR_PLUS,
            f'{PAIR_PLUS}\nwhen."ante=mandatory" = 5',
            "pair-plus A does not say which lines change when 'ante=mandatory'",
        ),
        (
            PAIR_PLUS,
            f'{PAIR_PLUS}\nwhen."ante=mandatory".pays = 5',
            "pair-plus A when ante=mandatory has a line 5 in pays: expected a hand and a text"
            " beside it",
        ),
        (
            "[pair-plus.A]",
            "[pair-plus.a]\n[pair-plus.A]",
            "pair-plus has tables a and A: one too many",
        ),
        ('default = "B"', 'default = "C"', "bonus has no default: C is not one of its tables"),
        (
            "[bonus]",
            "[high-card]\n[bonus]",
            "'high-card' has no pay tables here: expected ante-bonus, pair-plus or bonus",
        ),
        ("[bonus]", "[[about]]\n[bonus]", "about does not say which tables of which bet it means"),
        (
            "[bonus]",
            '[[about]]\nbet = "pair-plus"\ntables = ["Z"]\n[bonus]',
            "about names an unknown table pair-plus Z",
        ),
        (
            "[bonus]",
            '[[about]]\nbet = "pear-plus"\ntables = ["Z"]\n[bonus]',
            "about names an unknown bet 'pear-plus': did you mean pair-plus?",
        ),
        (
            "[bonus]",
            '[combination.X]\npair-plus = "Z"\n[bonus]',
            "combination X names an unknown table pair-plus Z",
        ),
        (
            "[bonus]",
            "[combination.X]\npair-plus = 1\n[bonus]",
            "combination X has an entry that is not text",
        ),
        (
            "[bonus]",
            "[combination.x]\n[bonus]",
            "combination x needs capital letters and at least one table",
        ),
        ("[bonus]", "[combination]\nX = 1\n[bonus]", "combination X is not a table of entries"),
        (
            "[bonus]",
            "[meter]\n[bonus]",
            "three-card-poker has no bet that a meter could pay",
        ),
    ],
)
def test_a_faulty_pay_table_is_rejected_with_its_fault(change: str, by: str, fault: str) -> None:
    assert fault in faults_of(change, by)


@pytest.mark.parametrize(
    ("change", "by", "fault"),
    [
        (
            '"star meter"]',
            '"moon meter"]',
            "stax STAX pays 'moon meter' for royal-diamonds, but there is no such meter: expected"
            " star, spade, heart or diamond",
        ),
        (
            '"20 for 1"',
            '"20,000 for 1"',
            "stax STAX pays three-of-a-kind (20,000 for 1) more than straight-flush-other"
            " (diamond meter) without saying it means to (worse-pays)",
        ),
        (
            '["royal-other", "spade meter"]',
            '["royal-other", "heart meter"]',
            "",
        ),
        (
            'mixes-units = "the document prints 20 for 1, 6 for 1 and 3 to 1"\n',
            "",
            "stax STAX mixes 'to 1' and 'for 1' in pays without saying so (mixes-units)",
        ),
        (
            'wager = "$5" }',
            'wager = "$0" }',
            "meter star needs a reset and a wager above $0 and an",
        ),
        ('increment = "5%"', 'increment = "lots"', "meter star needs a reset and a wager above $0"),
        ('increment = "5%", ', "", "meter star needs a reset, an increment and a wager"),
        ('reset = "$1,000"', 'reset = "much"', "meter star: 'much' is not an amount: expected"),
    ],
)
def test_a_faulty_meter_is_rejected(change: str, by: str, fault: str) -> None:
    ags = GAMES["ags-3-card"]
    text = (PAYTABLES / "ags_3_card.toml").read_text(encoding="utf-8")
    assert change in text
    if not fault:
        assert read_sheets(ags, text.replace(change, by, 1))
        return
    with pytest.raises(Malformed, match=re.escape(fault)):
        read_sheets(ags, text.replace(change, by, 1))


def test_all_faults_are_listed_at_once() -> None:
    faults = faults_of('["flush", "4 to 1"],', '["pear", "1 to 1"], ["pair", "9 to 1"],')
    assert len(faults) == 4
    for word in (
        "unknown hand 'pear'",
        "repeats the line pair",
        "incomplete",
        "pays pair (9 to 1)",
    ):
        assert any(word in fault for fault in faults), word


def test_a_table_may_pay_a_worse_hand_more_or_mix_units_when_it_says_so() -> None:
    meant = GOOD.replace('"4 to 1"', '"9 for 1"').replace(
        '[pair-plus.A]\nplace = "page 1"',
        '[pair-plus.A]\nplace = "page 1"\nworse-pays = "on purpose"\nmixes-units = "on purpose"',
    )
    meant = meant.replace('["three-of-a-kind", "9 for 1"]', '["three-of-a-kind", "4 to 1"]')
    assert read_sheets(SHFL, meant).tables["pair-plus"]["A"].units()[2] == 8


def test_an_alternative_is_checked_too() -> None:
    broken = '\n[pair-plus.A.when."ante=mandatory"]\npays = [["flush", "9 to 1"]]\n[bonus]'
    [fault] = faults_of("[bonus]", broken)
    assert fault.startswith("pair-plus A when ante=mandatory pays flush (9 to 1) more than")


@pytest.mark.parametrize("text", ["[pair-plus", "x = " + "[" * 5000, f"x = {'9' * 5000}"])
def test_text_that_is_not_toml_is_rejected_in_a_sentence(text: str) -> None:
    with pytest.raises(Malformed, match=re.escape("pay tables of three-card-poker are not TOML")):
        read_sheets(SHFL, text)


def test_a_damaged_file_of_the_package_is_corrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    class Damaged:
        def __truediv__(self, _: str) -> "Damaged":
            return self

        def is_file(self) -> bool:
            return True

        def read_text(self, **_: str) -> str:
            return GOOD.replace('["flush", "4 to 1"],', "")

    monkeypatch.setattr(resources, "files", lambda _: Damaged())
    with pytest.raises(Corrupt, match="incomplete"):
        approved.__wrapped__(SHFL)


def test_the_other_reading_of_the_merged_cells_changes_monster_2_to_5_only() -> None:
    fury = GAMES["three-card-fury"]
    changed = []
    for name, table in approved(fury).tables["monster"].items():
        other = table.under({"monster-straight-flush": "ten-on-table-1-only"})
        if other.units("beat") != table.units("beat"):
            changed.append(name)
            assert (table.units("beat")[4], other.units("beat")[4]) == (10, 9)
    assert changed == ["2", "3", "4", "5"]


def test_stax_units_have_three_readings() -> None:
    ags = GAMES["ags-3-card"]
    units = {
        value: terms.terms(ags, options={"stax-units": value}).pay["stax"].units()[1:4]
        for value in ("as-printed", "all-for-1", "all-to-1")
    }
    assert units == {"as-printed": (3, 5, 19), "all-for-1": (2, 5, 19), "all-to-1": (3, 6, 20)}


values = st.recursive(
    st.integers() | st.text(max_size=5) | st.booleans() | st.just("flush") | st.just("4 to 1"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["A", "pays", "when", "tables", "bet", "x"]), inner)
    ),
    max_leaves=6,
)
entries = st.sampled_from(
    [*tomllib.loads(GOOD), "about", "combination", "meter", "pays", "when", "A", "default", "place"]
)


@given(st.lists(st.tuples(st.lists(entries, min_size=1, max_size=3), values), min_size=1))
def test_a_file_of_any_shape_is_read_or_rejected_in_a_sentence(
    changes: list[tuple[list[str], Any]],
) -> None:
    content = tomllib.loads(GOOD)
    for path, value in changes:
        inner: Any = content
        for key in path[:-1]:
            inner = inner.setdefault(key, {}) if isinstance(inner, dict) else {}
        if isinstance(inner, dict):
            inner[path[-1]] = value
    with suppress(Malformed):
        sheets_of(SHFL, content)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_and_its_terms_can_be_sent_to_another_process(key: str) -> None:
    game = GAMES[key]
    assert pickle.loads(pickle.dumps(terms.terms(game))) == terms.terms(game)
    assert pickle.loads(pickle.dumps(game)).key == key
