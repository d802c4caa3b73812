"""Statements: by table, shift, day, game and wager, and when nothing happened."""

import csv
import io
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from fairdeal import games
from fairdeal.books import BY
from fairdeal.books import statement as module
from fairdeal.books.calendar import PLAIN, Calendar
from fairdeal.books.listing import listing
from fairdeal.books.statement import Question, statement
from fairdeal.errors import Refused
from fairdeal.live import events
from fairdeal.live.log.chain import ROOM
from fairdeal.live.log.stores.protocol import Store
from tests.books.logs import MINUTE, NOON, Log, opened
from tests.books.test_activity import paid, placed, worked_out

DAY, NEXT = date(2026, 10, 5), date(2026, 10, 6)
WHOLE = Question(DAY, NEXT, "table", operator="Golden Gate", theory=False)


def two_tables(store: Store | None = None) -> Log:
    """A house-banked table over two days and two pay tables, and one that players bank."""
    log = worked_out(store)
    log.write("pit-2", opened("napa-three-card-poker", float_cents=0))
    log.write("pit-2", events.ChipsBought("p1", 4_000))
    log.write(
        "pit-2",
        events.RoundOpened(1),
        events.BankPosted(6, "p6", 100_000, NOON),
        placed(1, ante=1000),
        events.BetsSettled(1, (paid(1, "ante", 1000, -1000),), "p6"),
        events.RoundClosed(b"", b"", "p6", 101_000),
    )
    log.at = PLAIN.begins(NEXT, 1)
    log.write("pit-1", opened("three-card-poker", configuration=2, pay_tables={"pair-plus": "D"}))
    log.write("pit-1", events.ChipsBought("p1", 2_000))
    log.write(
        "pit-1",
        events.RoundOpened(5),
        placed(1, pair_plus=500),
        events.BetsSettled(1, (paid(1, "pair-plus", 500, -500),)),
        events.RoundClosed(b"", b""),
    )
    return log


def rows(by: str, **changes: Any) -> list[dict[str, Any]]:
    asked = replace(WHOLE, by=by, **changes)
    found: list[dict[str, Any]] = statement(two_tables().store, asked, 0)["rows"]
    return found


def only(found: list[dict[str, Any]], *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row.get(key) for key in keys) for row in found]


def test_a_statement_says_whose_it_is_and_of_which_interval() -> None:
    shown = statement(two_tables().store, WHOLE, PLAIN.begins(NEXT))
    assert shown["operator"] == "Golden Gate"
    assert shown["title"] == "Books by table"
    assert (shown["first_day"], shown["last_day"]) == ("2026-10-05", "2026-10-06")
    assert (shown["begins"], shown["ends"]) == ("2026-10-05T06:00+00:00", "2026-10-07T06:00+00:00")
    assert (shown["time_zone"], shown["day_starts"], shown["shifts"]) == ("UTC", "06:00", 3)
    assert shown["made"] == "2026-10-06T06:00+00:00"
    assert shown["interim"] is True
    assert shown["activity"] is True
    assert shown["events"] == two_tables().store.head().pos
    assert shown["in_play"] == []
    assert statement(two_tables().store, WHOLE, PLAIN.begins(date(2026, 10, 7)))["interim"] is False


def test_a_table_whose_return_changed_has_two_lines() -> None:
    found = rows("table")
    assert only(found, "table", "game", "bank", "rounds", "drop_cents", "win_cents") == [
        ("pit-1", "three-card-poker", "house", 2, 30_000, -5500),
        ("pit-1", "three-card-poker", "house", 1, 2_000, 500),
        ("pit-2", "napa-three-card-poker", "player/dealers", 1, 4_000, 1000),
    ]
    assert found[0]["theme"] != found[1]["theme"]
    assert found[0]["hold"] == {"exact": "-11/60", "value": pytest.approx(-11 / 60)}
    assert found[1]["hold"]["exact"] == "1/4"
    assert found[2]["hold"] is None  # the house never wins there


def test_a_table_that_only_changed_its_limits_keeps_its_line() -> None:
    log = worked_out()
    log.write("pit-1", opened("three-card-poker", configuration=2, seats=5))
    shown = statement(log.store, WHOLE, 0)
    assert only(shown["rows"], "table", "configurations", "floats_cents") == [
        ("pit-1", [1, 2], 1_500_000)
    ]


def test_shifts_and_days_keep_the_house_and_the_players_apart() -> None:
    assert only(rows("shift"), "day", "shift", "bank", "rounds", "void_rounds", "win_cents") == [
        ("2026-10-05", "day", "house", 2, 1, -5500),
        ("2026-10-05", "day", "player/dealers", 1, 0, 1000),
        ("2026-10-06", "swing", "house", 1, 0, 500),
    ]
    assert only(rows("day"), "day", "shift", "bank", "hands", "handle_cents") == [
        ("2026-10-05", None, "house", 3, 6000),
        ("2026-10-05", None, "player/dealers", 1, 1000),
        ("2026-10-06", None, "house", 1, 500),
    ]


def test_games_and_wagers_are_counted_over_all_tables() -> None:
    assert only(rows("game"), "game", "bank", "rounds", "system_decisions") == [
        ("three-card-poker", "house", 2, 1),
        ("three-card-poker", "house", 1, 0),
        ("napa-three-card-poker", "player/dealers", 1, 0),
    ]
    found = rows("wager")
    assert only(found, "game", "bet", "hands", "handle_cents", "win_cents") == [
        ("three-card-poker", "ante", 3, 5000, -3000),
        ("three-card-poker", "pair-plus", 2, 1000, -2500),
        ("three-card-poker", "pair-plus", 1, 500, 500),
        ("napa-three-card-poker", "ante", 1, 1000, 1000),
    ]
    assert only(found[0]["parts"], "bet", "bets", "paid_cents", "taken_cents", "pushes") == [
        ("ante", 3, 2000, 1000, 0),
        ("play", 2, 1000, 0, 1),
        ("ante-bonus", 0, 1000, 0, 0),
    ]
    assert found[1]["pay_tables"] == {"pair-plus": "A"}
    assert found[2]["pay_tables"] == {"pair-plus": "D"}


@pytest.mark.parametrize("by", BY)
def test_totals_are_the_sums_of_the_rows(by: str) -> None:
    shown = statement(two_tables().store, replace(WHOLE, by=by), 0)
    assert only(shown["totals"], "bank") == [("house",), ("player/dealers",)]
    for total in shown["totals"]:
        own = [row for row in shown["rows"] if row["bank"] == total["bank"]]
        for key in ("handle_cents", "win_cents", "paid_cents", "taken_cents", "returned_cents"):
            assert total[key] == sum(row[key] for row in own)
    assert shown["totals"][0]["drop_cents"] == 32_000
    assert shown["totals"][0]["fills_cents"] == 7_000
    assert shown["totals"][0]["hold"]["exact"] == "-5/32"


def test_every_way_to_read_the_books_has_its_rows() -> None:
    assert tuple(module._KEYS) == BY


def test_one_table_can_be_asked_about() -> None:
    shown = statement(two_tables().store, replace(WHOLE, table="pit-2"), 0)
    assert shown["title"] == "Books by table, table pit-2"
    assert only(shown["rows"], "table") == [("pit-2",)]
    with pytest.raises(Refused, match="there is no table 'zzz': expected pit-1 or pit-2"):
        statement(two_tables().store, replace(WHOLE, table="zzz"), 0)
    with pytest.raises(Refused, match="there is no table 'pit-1'"):
        statement(Log().store, replace(WHOLE, table="pit-1"), 0)


def test_an_interval_in_which_nothing_happened_says_so() -> None:
    asked = replace(WHOLE, first=date(2026, 1, 1), last=date(2026, 1, 1), theory=True)
    shown = statement(two_tables().store, asked, 0)
    assert shown["activity"] is False
    assert (shown["rows"], shown["totals"], shown["notes"]) == ([], [], [])
    [line] = csv.DictReader(io.StringIO(listing(shown)))
    assert (line["operator"], line["title"], line["line"]) == (
        "Golden Gate",
        "Books by table",
        "no activity",
    )
    assert line["begins"] == "2026-01-01T06:00+00:00"


def test_a_round_in_play_is_named() -> None:
    log = two_tables()
    log.write("pit-1", events.RoundOpened(6), placed(1, ante=1000))
    assert statement(log.store, WHOLE, 0)["in_play"] == ["pit-1"]


def test_themes_tell_pay_tables_options_and_rules() -> None:
    log = two_tables()
    log.write("pit-1", opened("three-card-poker", configuration=3, rules_digest="0" * 16))
    log.write("pit-3", replace_tables(opened("three-card-poker"), {"pair-plus": "Z"}))
    themes = statement(log.store, WHOLE, 0)["themes"]
    assert [each["same_rules"] for each in themes] == [True, True, False, True, True]
    assert [each["known"] for each in themes] == [True, True, True, False, True]
    assert len({each["theme"] for each in themes}) == 5
    assert themes[0]["pay_tables"] == {"ante-bonus": "A", "bonus": "TCPB-01", "pair-plus": "A"}
    declared = games.game("three-card-poker").options
    assert themes[0]["options"] == {each.key: each.default for each in declared}


def replace_tables(setup: events.TableOpened, tables: dict[str, str]) -> events.TableOpened:
    return events.TableOpened(
        **{name: getattr(setup, name) for name in setup.__struct_fields__} | {"pay_tables": tables}
    )


def judged(rounds: int, **setup: Any) -> dict[str, Any]:
    """Pair plus alone, held against theory."""
    log, table = Log(), opened("three-card-poker")
    if setup:
        table = replace_tables(table, setup["pay_tables"])
    log.write("pit-1", table)
    for number in range(rounds):
        log.write(
            "pit-1",
            events.RoundOpened(number),
            placed(1, pair_plus=500),
            events.BetsSettled(1, (paid(1, "pair-plus", 500, 500),)),
            events.RoundClosed(b"", b""),
        )
    asked = replace(WHOLE, theory=True)
    return statement(log.store, asked, 0)


def test_a_row_bears_the_gravest_verdict_on_its_wagers() -> None:
    [row] = judged(200)["rows"]
    assert row["verdict"] == "very improbable"
    assert row["flagged"] == ["pair-plus"]
    assert row["compared_win_cents"] == -100_000
    assert row["expected_win_cents"]["exact"] == "512000/221"
    [wager] = row["wagers"]
    assert wager["theory"]["house_edge"]["exact"] == "128/5525"
    assert wager["theory"]["difference_cents"]["exact"] == "-22612000/221"
    assert wager["theory"]["hit_frequency"]["exact"] == "1"
    assert wager["theory"]["expected_hit_frequency"]["exact"] == "283/1105"
    assert wager["theory"]["seats"] == "exact"


def test_few_hands_and_unknown_tables_are_not_judged() -> None:
    [row] = judged(99)["rows"]
    assert (row["verdict"], row["flagged"]) == ("too few hands", [])
    assert row["wagers"][0]["theory"]["z"] < -3
    [row] = judged(200, pay_tables={"pair-plus": "Z"})["rows"]
    assert (row["verdict"], row["expected_win_cents"], row["flagged"]) == ("no theory", None, [])
    assert row["wagers"][0]["theory"] is None


def test_a_table_at_which_nobody_bet_has_nothing_to_be_judged() -> None:
    log = Log()
    log.write("pit-1", opened("three-card-poker"))
    [row] = statement(log.store, replace(WHOLE, theory=True), 0)["rows"]
    assert (row["verdict"], row["wagers"]) == ("too few hands", [])


def test_notes_say_what_theory_rests_on() -> None:
    notes = " ".join(judged(1)["notes"])
    assert "play their best" in notes
    assert "share the dealer's cards" in notes
    assert "fewer than 100 hands are not judged" in notes
    assert statement(two_tables().store, WHOLE, 0)["notes"] == []


def test_csv_has_a_line_for_every_row_and_every_total() -> None:
    lines = list(csv.DictReader(io.StringIO(listing(statement(two_tables().store, WHOLE, 0)))))
    assert [each["line"] for each in lines] == ["table", "table", "table", "total", "total"]
    assert {each["operator"] for each in lines} == {"Golden Gate"}
    assert (lines[0]["table"], lines[0]["win_cents"], lines[0]["verdict"]) == ("pit-1", "-5500", "")
    assert float(lines[1]["hold"]) == 0.25
    assert lines[2]["hold"] == ""


def test_csv_holds_wins_against_theory() -> None:
    [row, total] = csv.DictReader(io.StringIO(listing(judged(200))))
    for line in (row, total):
        assert line["expected_win_cents_exact"] == "512000/221"
        assert (line["verdict"], line["flagged"]) == ("very improbable", "pair-plus")
    shown = judged(200)
    by_wager = {**shown, "by": "wager", "rows": shown["rows"][0]["wagers"]}
    [row, total] = csv.DictReader(io.StringIO(listing(by_wager)))
    assert (row["line"], row["bet"], row["compared_win_cents"]) == ("wager", "pair-plus", "-100000")
    assert float(row["z"]) < -4
    unknown = judged(200, pay_tables={"pair-plus": "Z"})
    [row, total] = csv.DictReader(io.StringIO(listing(unknown)))
    assert (row["expected_win_cents"], row["verdict"]) == ("", "no theory")


def test_days_are_those_of_the_house() -> None:
    calendar = Calendar.of("America/Los_Angeles", "04:00", 2)
    log = Log()
    log.at = calendar.begins(DAY) - MINUTE
    log.write("pit-1", opened("three-card-poker"))
    asked = replace(WHOLE, first=date(2026, 10, 4), by="shift", calendar=calendar)
    assert only(statement(log.store, asked, 0)["rows"], "day", "shift") == [
        ("2026-10-04", "shift 2")
    ]


def test_practice_tables_count_in_no_win_drop_or_hold_and_are_shown_apart() -> None:
    log = two_tables()
    before = statement(log.store, WHOLE, 0)
    log.write("pit-9", opened("three-card-poker", practice=True))
    log.write("pit-9", events.ChipsBought("p1", 50_000))
    log.write(
        "pit-9",
        events.RoundOpened(1),
        placed(1, pair_plus=500),
        events.BetsSettled(1, (paid(1, "pair-plus", 500, -500),)),
        events.RoundClosed(b"", b""),
    )
    after = statement(log.store, WHOLE, 0)
    assert (after["rows"], after["totals"]) == (before["rows"], before["totals"])
    [apart] = after["practice"]
    assert only([apart], "table", "rounds", "drop_cents", "win_cents") == [
        ("pit-9", 1, 50_000, 500)
    ]
    assert module.PRACTICE in after["notes"]
    assert module.PRACTICE not in before["notes"]
    assert (after["chips"], before["practice"]) == (None, [])


def test_the_books_of_a_play_room_say_that_nothing_is_money() -> None:
    log = two_tables()
    log.write(ROOM, events.RoomOpened("play"))
    shown = statement(log.store, WHOLE, 0)
    assert shown["chips"] == "play"
    assert module.PLAY_CHIPS in shown["notes"]
