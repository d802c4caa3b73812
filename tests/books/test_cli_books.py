"""``fairdeal books`` as people type it."""

import csv
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from fairdeal.books import BY
from fairdeal.cli import books, books_days
from fairdeal.live import events
from fairdeal.live.log.stores import Store, open_store
from tests.books.logs import Log, opened
from tests.books.test_activity import paid, placed
from tests.books.test_statement import two_tables
from tests.typed import Run

DOCS = Path(__file__).parents[2] / "docs"
BOTH = ("--from", "2026-10-05", "--through", "2026-10-06")


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evening of the second day."""
    evening = int(datetime(2026, 10, 6, 20, tzinfo=UTC).timestamp())
    monkeypatch.setattr(books_days, "time", SimpleNamespace(time_ns=lambda: evening * 10**9))
    for name in ("ROOM", "OPERATOR", "ZONE", "DAY_STARTS", "SHIFTS"):
        monkeypatch.delenv(f"FAIRDEAL_{name}", raising=False)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Log:
    """The room that the command finds."""
    log = two_tables()

    @contextmanager
    def reading(where: str, key: str | None, secret: bytes) -> Iterator[Store]:
        yield log.store

    monkeypatch.setattr(books, "reading_with_note", reading)
    monkeypatch.chdir(tmp_path)
    return log


def judged(room: Log, rounds: int = 150) -> None:
    """A third table, at which pair plus always wins."""
    room.write("pit-3", opened("three-card-poker", pay_tables={"pair-plus": "B"}))
    for number in range(rounds):
        room.write(
            "pit-3",
            events.RoundOpened(number),
            placed(1, pair_plus=500),
            events.BetsSettled(1, (paid(1, "pair-plus", 500, 500),)),
            events.RoundClosed(b"", b""),
        )


def shown_for(run: Run, *words: str) -> dict[str, Any]:
    code, out, err = run("books", *words, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_room_in_a_file_may_go_on_meanwhile(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("fairdeal.db")
    log = two_tables(store)
    assert shown_for(run, "--no-theory")["events"] == store.head().pos
    log.write("pit-1", events.ChipsBought("p1", 100))
    assert shown_for(run, "--no-theory")["events"] == store.head().pos
    store.close()
    assert shown_for(run, "--no-theory", "--room", "fairdeal.db")["rows"]
    code, out, err = run("books", "--room", "elsewhere.db")
    assert (code, out) == (2, "")
    assert "elsewhere.db" in err


def lines_of(text: str) -> list[str]:
    return [re.sub(r"\s+", " ", line.strip()) for line in text.splitlines() if line.strip()]


def test_the_books_of_two_days_are_printed_by_table(run: Run, room: Log) -> None:
    code, out, err = run(
        "books", *BOTH, "--no-theory", "--operator", "Golden [b]Gate", columns="130"
    )
    assert (code, err) == (0, "")
    found = lines_of(out)
    assert found[:4] == [
        "Books by table, gaming days 2026-10-05 to 2026-10-06",
        "Operator: Golden [b]Gate",
        "From 2026-10-05T06:00+00:00 to 2026-10-07T06:00+00:00, UTC",
        "Made 2026-10-06T20:00+00:00",
    ]
    assert found[4] == "Interim: the interval is not over"
    assert found[5] == "table game theme rounds hands drop handle win hold"
    first, second, napa, house, players = found[7:12]
    assert re.fullmatch(r"pit-1 Three Card Poker \w{8} 2 3 \$300 \$60 -\$55 -18.3 %", first)
    assert re.fullmatch(r"pit-1 Three Card Poker \w{8} 1 1 \$20 \$5 \$5 25.0 %", second)
    assert re.fullmatch(r"pit-2 Napa Valley Three Card Poker \w{8} 1 1 \$40 \$10 \$10 -", napa)
    assert house == "all house 3 4 $320 $65 -$50 -15.6 %"
    assert players == "all players 1 1 $40 $10 $10 -"
    assert "where players hold the bank, the win is theirs and the house holds nothing" in found
    chips = found[found.index("table bought cashed floats fills banked") :]
    assert chips[2] == "pit-1 $300 $235 $5,000 $70 $5,025"
    unusual = found[found.index("table no action void dead by system") :]
    assert unusual[2] == "pit-1 $0 1 0 1"
    assert "Held against theory" not in found
    assert any(re.fullmatch(r"\w{8} Three Card Poker: .*, pair-plus D, .*", line) for line in found)


def test_tips_have_columns_of_their_own_where_there_were_some(run: Run, room: Log) -> None:
    tipped(room)
    out = run("books", *BOTH, "--no-theory")[1]
    found = [re.sub(r"\s+", " ", line.strip()) for line in out.splitlines()]
    assert "table bought cashed floats fills banked tips to dealers" in found
    assert any(line.endswith("$7 $5") for line in found)


def tipped(room: Log) -> None:
    """Tips of which some still lie in the tip box."""
    room.write("pit-3", opened("three-card-poker"), events.DealerTipped("p1", 500))
    room.write("pit-3", events.TableClosed("late", 0, 500), opened("three-card-poker"))
    room.write("pit-3", events.DealerTipped("p1", 200))


@pytest.mark.compiled
@pytest.mark.parametrize("by", BY)
def test_everything_fits_a_screen_of_80_columns(run: Run, room: Log, by: str) -> None:
    tipped(room)
    judged(room)
    out = run("books", *BOTH, "--by", by, columns="80")[1]
    assert max(map(len, out.splitlines())) <= 80
    assert "…" not in out
    assert "─" in out  # tables, not sentences


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("columns", ["50", "80", "130"])
def test_no_screen_cuts_an_amount_off(run: Run, room: Log, by: str, columns: str) -> None:
    judged(room, 20)
    room.write("pit-3", events.ChipsBought("p1", 123_456_789_012_34))
    room.write(
        "pit-3",
        events.RoundOpened(21),
        placed(1, pair_plus=5_000_000_000_000),
        events.BetsSettled(1, (paid(1, "pair-plus", 5_000_000_000_000, -5_000_000_000_000),)),
        events.RoundClosed(b"", b""),
    )
    out = run("books", "--table", "pit-3", "--by", by, columns=columns)[1]
    assert max(map(len, out.splitlines())) <= int(columns)
    assert "…" not in out
    text = " ".join(lines_of(out))
    assert "$50,000,000,100" in text  # the handle
    if by != "wager":
        assert "$123,456,789,012.34" in text


def test_today_is_the_day_if_none_is_named(run: Run, room: Log) -> None:
    shown = shown_for(run, "--no-theory")
    assert (shown["first_day"], shown["last_day"], shown["interim"]) == (
        "2026-10-06",
        "2026-10-06",
        True,
    )
    assert [row["win_cents"] for row in shown["rows"]] == [500]
    assert shown_for(run, "--no-theory", "--day", "yesterday")["first_day"] == "2026-10-05"
    until_today = shown_for(run, "--no-theory", "--from", "2026-10-05")
    assert until_today["last_day"] == "2026-10-06"


def test_shifts_days_and_games_are_printed(run: Run, room: Log) -> None:
    out = run("books", *BOTH, "--no-theory", "--by", "shift")[1]
    assert "2026-10-05 day house 2 3 $300 $60 -$55 -18.3 %" in lines_of(out)
    assert "all players 1 1 $40 $10 $10 -" in lines_of(out)
    out = run("books", "--no-theory", "--by", "day")[1]
    assert "day rounds hands drop handle win hold" in lines_of(out)
    assert "2026-10-06 1 1 $20 $5 $5 25.0 %" in lines_of(out)
    assert "all" not in " ".join(lines_of(out)).split()  # one row is its own sum
    out = run("books", *BOTH, "--no-theory", "--by", "game")[1]
    assert any(line.startswith("Napa Valley Three") for line in lines_of(out))


def test_one_kind_of_bank_needs_no_name_in_the_totals(run: Run, room: Log) -> None:
    out = run("books", *BOTH, "--no-theory", "--by", "day", "--table", "pit-1")[1]
    assert "all 3 4 $320 $65 -$50 -15.6 %" in lines_of(out)


def test_a_day_on_which_everything_went_its_way_says_nothing_more(run: Run, room: Log) -> None:
    out = run("books", "--no-theory")[1]
    assert "Out of the ordinary" not in out


def test_wagers_are_printed_with_their_parts(run: Run, room: Log) -> None:
    room.write("pit-4", opened("three-way-action"))  # nobody bets there
    found = lines_of(run("books", *BOTH, "--by", "wager", "--no-theory")[1])
    at = found.index("ante 3 $50 $40 -$30")
    assert found[at + 1 : at + 5] == [
        "ante 3 $30 $20 -$10",
        "play 2 $20 $10 -$10",
        "ante-bonus 0 $0 $10 -$10",
        "pair-plus 2 $10 $30 -$25",
    ]
    assert not any("3 Way Action" in line for line in found)


def test_what_is_improbable_is_marked_by_a_word(run: Run, room: Log) -> None:
    judged(room)
    found = lines_of(run("books", *BOTH, "--table", "pit-3", columns="130")[1])
    assert any(
        re.fullmatch(r"pit-3 150 -\$750 \$\d+ -\$\d+ very improbable", line) for line in found
    )
    text = " ".join(found)
    assert "pit-3 three-card-poker pair-plus: very improbable, the house won -$750 in 150" in text
    assert "standard deviations); in so few hands deviations measure chances only roughly" in text
    assert "Assumptions" in found
    found = lines_of(run("books", *BOTH, "--table", "pit-3", "--by", "wager")[1])
    assert any(
        re.fullmatch(r"pair-plus 150 -\$750 \$\d+ \$\d+ -\d\.\d\d very improbable", line)
        for line in found
    )
    assert any(line.startswith("three-card-poker pair-plus: very improbable") for line in found)


def test_hands_without_theory_are_shown_as_such(run: Run, room: Log) -> None:
    room.write("pit-5", opened("three-card-poker", rules_digest="0" * 16))
    setup = opened("three-card-poker")
    forgotten = {name: getattr(setup, name) for name in setup.__struct_fields__}
    room.write("pit-6", events.TableOpened(**forgotten | {"pay_tables": {"pair-plus": "Z"}}))
    room.write(
        "pit-6",
        events.RoundOpened(1),
        placed(1, pair_plus=500),
        events.BetsSettled(1, (paid(1, "pair-plus", 500, -500),)),
        events.RoundClosed(b"", b""),
    )
    found = lines_of(run("books", "--table", "pit-6", "--by", "wager")[1])
    assert "pair-plus 1 $5 $0 $5" in found
    assert "pair-plus 0 - - - - no theory" in found
    why = "theory leaves out 1 hand: this program does not know the pay tables any more"
    assert f"three-card-poker pair-plus: {why}" in " ".join(found)
    said = " ".join(found)
    assert "pair-plus Z, ante=optional, " in said
    assert "bonus-on-fold=stays, " in said
    assert ", which this program does not know any more" in said
    found = lines_of(run("books", "--table", "pit-6")[1])
    assert "pit-6 0 $0 - - no theory" in found
    found = lines_of(run("books", "--table", "pit-5")[1])
    assert "by the rules 0000000000000000, not those of this program" in " ".join(found)


def short_of_bank(room: Log) -> None:
    """A player's bank that is sure to pay 200 to 1 to the first hand, and not to the second."""
    room.write("pit-7", opened("napa-three-card-poker"))
    room.write(
        "pit-7",
        events.RoundOpened(1),
        events.BankPosted(6, "p6", 20_050, 0),
        placed(1, pair_plus=100),
        placed(2, pair_plus=100),
        events.BetsSettled(
            1, (paid(1, "pair-plus", 100, 100), paid(2, "pair-plus", 100, -100)), "p6"
        ),
        events.RoundClosed(b"", b"", "p6", 20_050),
    )


def test_what_theory_leaves_out_is_left_out_of_the_win_that_is_compared(
    run: Run, room: Log
) -> None:
    short_of_bank(room)
    [row] = shown_for(run, "--table", "pit-7")["rows"]
    assert (row["win_cents"], row["hands"]) == (0, 2)
    assert (row["compared_win_cents"], row["compared_hands"], row["hands_left_out"]) == (-100, 1, 1)
    edge = row["wagers"][0]["theory"]["house_edge"]["value"]
    assert row["expected_win_cents"]["value"] == pytest.approx(100 * edge)
    why = "theory leaves out 1 hand: the player/dealer's bank might not have paid them whole"
    for by in ("table", "wager"):
        out = run("books", "--table", "pit-7", "--by", by)[1]
        assert f"napa-three-card-poker pair-plus: {why}" in " ".join(lines_of(out))
    assert any(line.startswith("pair-plus 1 -$1 ") for line in lines_of(out))


def test_hands_of_other_rules_are_not_held_against_these(run: Run, room: Log) -> None:
    room.write("pit-5", opened("three-card-poker", rules_digest="0" * 16))
    room.write(
        "pit-5",
        events.RoundOpened(1),
        placed(1, pair_plus=500),
        events.BetsSettled(1, (paid(1, "pair-plus", 500, -500),)),
        events.RoundClosed(b"", b""),
    )
    shown = shown_for(run)
    old = next(row for row in shown["rows"] if row["table"] == "pit-5")
    assert (old["verdict"], old["compared_hands"], old["hands_left_out"]) == ("no theory", 0, 1)
    [total] = shown["totals"]
    assert (total["win_cents"], total["compared_win_cents"]) == (1000, 500)
    out = run("books", "--table", "pit-5")[1]
    assert "theory leaves out 1 hand: they were played under other rules" in " ".join(lines_of(out))


def test_a_single_rare_pay_is_called_one(run: Run, room: Log) -> None:
    room.write("pit-3", opened("three-card-poker", pay_tables={"pair-plus": "B"}))
    for number in range(120):
        net = 12_000_00 if number == 60 else -500
        room.write(
            "pit-3",
            events.RoundOpened(number),
            placed(1, pair_plus=500),
            events.BetsSettled(1, (paid(1, "pair-plus", 500, net),)),
            events.RoundClosed(b"", b""),
        )
    [row] = shown_for(run, "--table", "pit-3")["rows"]
    theory = row["wagers"][0]["theory"]
    assert (row["verdict"], row["flagged"]) == ("rare pay", ["pair-plus"])
    assert theory["z"] < -4 < theory["z_without_largest_pay"]
    text = " ".join(lines_of(run("books", "--table", "pit-3")[1]))
    assert "one hand that cost $12,000 made it, which so few hands do not tell from" in text


def test_many_hands_leave_no_doubt(run: Run, room: Log) -> None:
    judged(room, 300)
    text = " ".join(lines_of(run("books", "--table", "pit-3")[1]))
    assert "very improbable, the house won -$1,500 in 300 hands" in text
    assert "only roughly" not in text


def test_an_interval_without_activity_says_so(run: Run, room: Log) -> None:
    code, out, _ = run("books", "--day", "2026-01-01")
    assert code == 0
    assert lines_of(out)[-1] == "no activity"
    assert shown_for(run, "--day", "2026-01-01")["activity"] is False


def test_a_round_in_play_is_named(run: Run, room: Log) -> None:
    room.write("pit-1", events.RoundOpened(6), placed(1, ante=1000))
    out = run("books", "--no-theory")[1]
    assert "A round is in play and not counted yet at pit-1" in out


def test_csv_and_picture_go_into_files(run: Run, room: Log) -> None:
    judged(room)
    code, out, err = run("books", "--csv", "books.csv", "--svg", "books.svg")
    assert (code, out) == (0, "")
    assert lines_of(err) == ["wrote books.csv", "wrote books.svg"]
    with Path("books.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [(line["line"], line["table"], line["verdict"]) for line in lines] == [
        ("table", "pit-1", "too few hands"),
        ("table", "pit-3", "very improbable"),
        ("total", "", "very improbable"),
    ]
    drawn = ElementTree.parse("books.svg").getroot()
    texts = {each.text for each in drawn.findall(".//{*}text")}
    assert "very improbable" in texts
    assert {f"pit-{n} three-card-poker pair-plus" for n in (1, 3)} <= texts
    assert run("books", "--day", "2026-01-01", "--svg", "empty.svg")[0] == 0


def test_json_can_be_printed_beside_a_file(run: Run, room: Log) -> None:
    code, out, err = run("books", *BOTH, "--no-theory", "--json", "--csv", "books.csv")
    assert (code, lines_of(err)) == (0, ["wrote books.csv"])
    assert json.loads(out)["by"] == "table"


def test_the_house_sets_its_clock_once_and_for_all(
    run: Run, room: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("OPERATOR", "Golden Gate Card Room"),
        ("ZONE", "America/Los_Angeles"),
        ("DAY_STARTS", "04:00"),
        ("SHIFTS", "2"),
    ):
        monkeypatch.setenv(f"FAIRDEAL_{name}", value)
    shown = shown_for(run, "--no-theory", "--by", "shift")
    assert shown["operator"] == "Golden Gate Card Room"
    assert (shown["time_zone"], shown["day_starts"], shown["shifts"]) == (
        "America/Los_Angeles",
        "04:00",
        2,
    )
    assert shown["begins"] == "2026-10-06T04:00-07:00"
    other = shown_for(run, "--no-theory", "--zone", "UTC", "--day-starts", "7", "--shifts", "1")
    assert other["begins"] == "2026-10-06T07:00+00:00"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--day", "today", "--from", "today"), "--day names one day: it takes no --from and"),
        (("--day", "today", "--through", "today"), "--day names one day: it takes no --from and"),
        (("--through", "today"), "--through needs --from, where the interval begins"),
        (
            ("--from", "2026-10-06", "--through", "2026-10-05"),
            "2026-10-05 is before 2026-10-06",
        ),
        (("--day", "monday"), "'monday' is not a day"),
        (("--zone", "Nowhere"), "there is no time zone 'Nowhere'"),
        (("--shifts", "three"), "'three' is not a number of shifts"),
        (("--shifts", "99"), "a day cannot have 99 shifts"),
        (("--day-starts", "noon"), "'noon' is not a time of the day"),
        (("--table", "pit-77"), "there is no table 'pit-77'"),
        (("--by", "dealer"), "'dealer' is not one of"),
        (("--svg", "a.svg", "--no-theory"), "--svg draws what --no-theory leaves out"),
        (("--csv", "a", "--svg", "a"), "--csv and --svg name one file: a"),
        (("--csv", "no/such/folder/a.csv"), "cannot write no/such/folder/a.csv"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    run: Run, room: Log, words: tuple[str, ...], why: str
) -> None:
    code, out, err = run("books", *words)
    assert (code, out) == (2, "")
    assert why in err


def keys_of(shown: Any) -> set[str]:
    """Every key of an object and of what is in it, names of bets and options aside."""
    if isinstance(shown, list):
        return {key for each in shown for key in keys_of(each)}
    if not isinstance(shown, dict):
        return set()
    inner = {
        key
        for name, each in shown.items()
        if name not in ("pay_tables", "options")
        for key in keys_of(each)
    }
    return {*shown, *inner}


@pytest.mark.parametrize("by", ["shift", "wager", "table"])
def test_every_key_is_documented(run: Run, room: Log, by: str) -> None:
    judged(room)
    page = (DOCS / "reference/json.md").read_text(encoding="utf-8")
    shown = shown_for(run, *BOTH, "--by", by, "--table", "pit-3")
    assert not {key for key in keys_of(shown) if f"`{key}`" not in page}


def test_practice_tables_are_told_apart(run: Run, room: Log) -> None:
    room.write("pit-9", opened("three-card-poker", practice=True))
    room.write(
        "pit-9",
        events.RoundOpened(1),
        placed(1, pair_plus=500),
        events.BetsSettled(1, (paid(1, "pair-plus", 500, -500),)),
        events.RoundClosed(b"", b""),
    )
    said = " ".join(lines_of(run("books")[1]))
    assert "Practice tables, not in the figures above" in said
    assert "pit-9: 1 round, $5 wagered, $0 in chips, win $5" in said
