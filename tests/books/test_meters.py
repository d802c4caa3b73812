"""Meters by gaming day: opening, closing, and every part of a cent between."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from msgspec import structs

from fairdeal.books.calendar import PLAIN
from fairdeal.books.meters import MeterDays
from fairdeal.books.meters_report import Asked, meters_report
from fairdeal.books.progressives import Reader
from fairdeal.books.signs import signs
from fairdeal.errors import Corrupt, Refused
from fairdeal.live import commands, events
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.codec import KINDS, decoded, encoded
from fairdeal.live.table.holding import PARTS
from tests.books.meter_days import (
    CHECKED,
    DAY,
    MONDAY,
    NOON,
    TUESDAY,
    begun,
    entered,
    report,
    table,
    two_days,
)
from tests.live.jackpots import NOTHING, SPADE, STAR, Linked, reconciled
from tests.live.tables import AUDITOR, FLOOR, MANAGER, OTHER_FLOOR, PLAYERS, WATCHER


def row(shown: Any, day: date, meter: str) -> dict[str, Any]:
    [found] = [each for each in shown["days"] if (each["day"], each["meter"]) == (str(day), meter)]
    return dict(found)


def cents(each: dict[str, Any], *keys: str) -> tuple[int, ...]:
    assert all(each[f"{key}_parts"] % PARTS == 0 for key in keys)
    return tuple(each[f"{key}_parts"] // PARTS for key in keys)


MOVES = ("opening", "contributed", "resets", "paid", "adjusted", "closing")


def test_two_days_worked_out_by_hand() -> None:
    shown = report(two_days())
    monday, tuesday = (row(shown, day, "star") for day in (MONDAY, TUESDAY))
    assert cents(monday, *MOVES) == (0, 50, 300_000, 0, 0, 300_050)
    assert (monday["shown_cents"], monday["wins"]) == (300_050, 0)
    assert cents(tuesday, *MOVES) == (300_050, 50, 300_000, 300_050, 0, 300_050)
    assert (tuesday["shown_cents"], tuesday["wins"]) == (300_050, 1)
    heart = row(shown, TUESDAY, "heart")
    assert cents(heart, *MOVES) == (40_070, 70, 0, 0, 35, 40_105)
    [adjusted] = heart["adjustments"]
    assert (adjusted["before_cents"], adjusted["after_cents"]) == (40_140, 40_105)
    assert (adjusted["by"], adjusted["approver"]) == ("fran", "aude")
    assert adjusted["at"].startswith("2026-10-06T12:00:00")
    diamond = row(shown, TUESDAY, "diamond")
    assert (diamond["shown_cents"], cents(diamond, "overflow", "closing")) == (
        25_050,
        (70, 25_120),
    )
    assert shown["reconciled"] is True
    [total] = [each for each in shown["totals"] if each["meter"] == "star"]
    assert cents(total, *MOVES) == (0, 100, 600_000, 300_050, 0, 300_050)
    assert total["wins"] == 1


def test_a_single_day_and_a_single_progressive_can_be_asked_for() -> None:
    felt = two_days()
    whole = report(felt)
    tuesday = report(felt, TUESDAY, TUESDAY, progressive="stax")
    assert tuesday["days"] == [each for each in whole["days"] if each["day"] == str(TUESDAY)]
    assert tuesday["title"] == "Meters of stax"
    with pytest.raises(Refused, match="there is no progressive 'star': did you mean stax"):
        report(felt, progressive="star")
    assert report(felt, date(2026, 10, 1), date(2026, 10, 4))["days"] == []


def test_days_on_which_nothing_happened_have_a_row_and_days_to_come_have_none() -> None:
    felt = two_days()
    felt.now += 3 * DAY
    later = report(felt, date(2026, 10, 8), date(2026, 10, 31), theory=False)
    assert {each["day"] for each in later["days"]} == {"2026-10-08", "2026-10-09"}
    assert cents(row(later, date(2026, 10, 8), "star"), *MOVES) == (300_050, 0, 0, 0, 0, 300_050)
    felt.deal_round(NOTHING)
    between = report(felt, date(2026, 10, 7), date(2026, 10, 7), theory=False)
    assert cents(row(between, date(2026, 10, 7), "star"), *MOVES)[0] == 300_050
    assert between["hits"] == []
    assert len(between["notes"]) == 2


def test_parts_of_a_cent_are_carried_and_accounted_for() -> None:
    store = begun(wager_cents=125)
    felt = table(store, dealer="", limits={"stax": "1.25", "ante": "5-100"})
    felt.deal_round(NOTHING, wager=125)
    shown = row(report(felt), MONDAY, "star")
    assert (shown["contributed_parts"], shown["carried_parts"]) == (6_250_000, 250_000)
    assert shown["reconciled"] is True


def test_a_clock_that_runs_otherwise_elsewhere_ends_no_day_twice() -> None:
    felt = two_days()
    rows = list(felt.store.read())
    early = [forged(each, at=NOON) if each.pos > len(rows) - 2 else each for each in rows]
    shown = meters_report(early, Asked(MONDAY, TUESDAY), felt.now)
    assert shown["days"] == [
        each | {"adjustments": shown["days"][place]["adjustments"]}
        for place, each in enumerate(report(felt)["days"])
    ]


def forged(record: Recorded, **changes: Any) -> Recorded:
    return structs.replace(record, **changes)


def tampered(felt: Linked, kind: type, **changes: Any) -> Iterator[Recorded]:
    """The log with a field of every event of a kind changed."""
    for each in felt.store.read():
        if each.kind == KINDS[kind]:
            event = structs.replace(decoded(each.kind, each.body), **changes)
            yield forged(each, body=encoded(event)[1])
        else:
            yield each


def test_a_payment_that_does_not_fit_its_meter_is_not_reconciled() -> None:
    felt = two_days()
    wrong = tampered(felt, events.PayMade, award_cents=300_051)
    shown = meters_report(wrong, Asked(MONDAY, TUESDAY), felt.now)
    assert shown["reconciled"] is False
    assert row(shown, MONDAY, "star")["reconciled"] is True
    star = row(shown, TUESDAY, "star")
    assert (star["difference_parts"], star["ledger_difference_parts"]) == (-PARTS, -PARTS)


def test_contributions_that_do_not_reach_the_ledger_are_not_reconciled() -> None:
    felt = two_days()
    wrong = tampered(felt, events.MetersFed, cents={"star": 49})
    shown = meters_report(wrong, Asked(MONDAY, TUESDAY), felt.now)
    assert row(shown, MONDAY, "star")["ledger_difference_parts"] == 0  # it is carried instead
    assert row(shown, MONDAY, "star")["carried_parts"] == PARTS


@pytest.mark.parametrize("changes", [{"body": b"{}"}, {"at": 2**62}])
def test_what_cannot_be_told_is_named(changes: dict[str, Any]) -> None:
    felt = two_days()
    rows = [
        forged(each, **changes) if each.kind == "meters-fed" else each for each in felt.store.read()
    ]
    with pytest.raises(Corrupt, match=r"cannot be told: .*; fairdeal audit names the first bad"):
        list(Reader(rows))


def test_a_jackpot_is_kept_with_everything_that_is_to_be_known_of_it() -> None:
    felt = two_days()
    [won] = report(felt)["jackpots"]
    [held] = [each for each in felt.store.read() if each.kind == "pay-held"]
    [paid] = [each for each in felt.store.read() if each.kind == "pay-made"]
    signed = won.pop("signed")
    [back] = won.pop("sent_back")
    assert won == {
        "id": "pit-1/1",
        "table": "pit-1",
        "round": 1,
        "game": "ags-3-card",
        "seat": 1,
        "player": "p1",
        "bet": "stax",
        "stake_cents": 500,
        "hand": "royal-diamonds",
        "progressive": "stax",
        "meter": "star",
        "won_at": "2026-10-05T12:00:00.000000+00:00",
        "pos": held.pos,
        "meter_cents": 300_050,
        "amount_cents": 300_050,
        "share": 1,
        "shares": 1,
        "reset_cents": 300_000,
        "rate_millionths": 50_000,
        "ceiling_cents": 0,
        "overflow_parts": 0,
        "status": "paid",
        "waits": False,
        "entered_by": "dora",
        "entered_at": "2026-10-06T12:00:00.000000+00:00",
        "needs": ("floor", "surveillance"),
        "missing": [],
        "form": "W-2G",
        "deck_days": 7,
        "deck_kept_until": "2026-10-13T12:00:00.000000+00:00",
        "paid_at": "2026-10-06T12:00:00.000000+00:00",
        "paid_pos": paid.pos,
        "void_at": "",
    }
    assert [(each["role"], each["by"], each["checked"]) for each in signed] == [
        ("floor", "fran", ["hand", "wager"]),
        ("surveillance", "cam", list(CHECKED)),
    ]
    assert (back["by"], back["reason"]) == ("cam", "the tape is blurred")


def test_a_jackpot_belongs_to_the_days_on_which_it_was_won_waited_or_was_paid() -> None:
    felt = two_days()
    for day in (MONDAY, TUESDAY):
        assert len(report(felt, day, day)["jackpots"]) == 1
    assert report(felt, date(2026, 10, 7), date(2026, 10, 7))["jackpots"] == []
    assert report(felt, date(2026, 10, 4), date(2026, 10, 4))["jackpots"] == []
    waiting = table(begun())
    waiting.deal_round(STAR, NOTHING)
    waiting.now += 5 * DAY
    later = date(2026, 10, 8)
    [won] = report(waiting, later, later)["jackpots"]
    assert (won["status"], won["waits"], won["deck_kept_until"]) == ("won", True, "")


def test_a_report_of_the_past_lists_what_waited_then() -> None:
    """It was won on Monday, and void on Wednesday."""
    felt = table(begun())
    felt.deal_round(STAR, NOTHING)
    felt.now += 2 * DAY
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, OTHER_FLOOR, reason="it does")
    for day, count in ((MONDAY, 1), (TUESDAY, 1), (date(2026, 10, 8), 0)):
        assert len(report(felt, day, day)["jackpots"]) == count


def test_winners_who_share_each_have_their_part() -> None:
    felt = table(begun(shared=True), dealer="", profile="plain")
    felt.deal_round(SPADE, "As Ks Qs")
    first, second = report(felt)["jackpots"]
    assert [each["meter_cents"] for each in (first, second)] == [50_050, 50_050]
    assert [each["amount_cents"] for each in (first, second)] == [25_025, 25_025]
    assert [each["share"] for each in (first, second)] == [1, 2]
    assert [each["reset_cents"] for each in (first, second)] == [50_000, 0]


def test_a_void_round_leaves_a_void_jackpot_and_the_meter_its_money() -> None:
    felt = table(begun())
    felt.deal_round(STAR, NOTHING)
    felt.do(commands.report, WATCHER, irregularity="shuffler-malfunction", reason="it smokes")
    felt.do(commands.rule, OTHER_FLOOR, reason="it does")
    shown = report(felt)
    assert [each["status"] for each in shown["jackpots"]] == ["void"]
    assert cents(row(shown, MONDAY, "star"), *MOVES) == (0, 50, 100_000, 0, 0, 100_050)
    assert shown["reconciled"] is True
    [sign] = signs(felt.store)["progressives"]
    assert sign["waiting"] == []


def test_a_large_win_that_a_bank_pays_is_listed_without_a_meter() -> None:
    felt = table(begun())
    large_win(felt)
    [won] = report(felt)["jackpots"]
    assert (won["meter"], won["amount_cents"], won["meter_cents"]) == ("", 200_000, None)
    assert report(felt, progressive="stax")["jackpots"] == []


def large_win(felt: Linked) -> None:
    felt.stack("5h 6h 7h | 2c 7d 9s")
    felt.seat(PLAYERS[0])
    felt.do(commands.open_round, felt.dealer)
    bets = {"ante": 500, "player-bonus": 5000}
    felt.do(commands.place, PLAYERS[0], seat=1, bets=bets)
    felt.deal()
    felt.to_a_payment()


def test_the_signs_show_what_hangs_over_the_tables() -> None:
    felt = two_days()
    other = table(felt.store, "pit-2", dealer="")
    felt.room.do("stax", commands.schedule_rate, by=MANAGER, meter="star", rate="4%", reason="so")
    felt.room.do("stax", commands.disable_progressive, by=WATCHER, reason="the sign is dark")
    fall: dict[str, Any] = {"meter": "spade", "why": "seed", "cents": 10, "reason": "recovered"}
    felt.room.do("stax", commands.propose_adjustment, by=FLOOR, **fall)
    shown = signs(felt.store, "stax")
    [sign] = shown["progressives"]
    assert shown["events"] == felt.store.head().pos
    assert (sign["disabled"], sign["tables"]) == ("the sign is dark", ["pit-1", "pit-2"])
    star, *_ = sign["meters"]
    assert (star["meter"], star["shown_cents"], star["wins"]) == ("star", 300_050, 1)
    assert (star["next_rate_millionths"], star["ceiling_cents"]) == (40_000, None)
    assert sign["proposal"] == {**fall, "by": "fran"}
    other.do(commands.close_table, FLOOR, reason="late")
    [sign] = signs(felt.store)["progressives"]
    assert sign["tables"] == ["pit-1"]
    with pytest.raises(Refused, match="there is no progressive 'nova': expected stax"):
        signs(felt.store, "nova")


def test_the_signs_tell_an_amount_when_it_was_submitted() -> None:
    felt = table(begun(), dealer="dora")
    felt.deal_round(STAR, NOTHING)
    [sign] = signs(felt.store)["progressives"]
    [waiting] = sign["waiting"]
    assert (waiting["status"], waiting["amount_cents"]) == ("won", None)
    entered(felt)
    [sign] = signs(felt.store)["progressives"]
    [waiting] = sign["waiting"]
    assert (waiting["amount_cents"], waiting["missing"]) == (100_050, ["floor"])


def test_a_room_without_a_progressive_says_so() -> None:
    felt = two_days()
    with pytest.raises(Refused, match="there is no progressive 'stax': none was opened yet"):
        meters_report([], Asked(MONDAY, MONDAY, progressive="stax"), felt.now)
    assert meters_report([], Asked(MONDAY, MONDAY), felt.now)["days"] == []


def test_money_beyond_the_ceiling_is_moved_and_not_lost() -> None:
    felt = table(begun(ceilings={"star": "1000.10"}), dealer="")
    for _ in range(2):
        felt.deal_round(NOTHING)
    fall: dict[str, Any] = {"meter": "star", "why": "receipts", "cents": 40, "reason": "booked"}
    felt.room.do("stax", commands.propose_adjustment, by=FLOOR, **fall)
    felt.room.do("stax", commands.approve_adjustment, by=AUDITOR)
    star = row(report(felt), MONDAY, "star")
    assert cents(star, *MOVES) == (0, 50, 100_000, 0, 40, 100_010)
    assert (star["overflow_parts"], star["reconciled"]) == (0, True)
    reconciled(felt.room)


def test_a_cap_moves_money_within_the_meter() -> None:
    """The command cannot come to it in a sound log; the report must know it all the same."""
    felt = two_days()
    cap = tampered(felt, events.MeterAdjusted, why="cap")
    shown = meters_report(cap, Asked(MONDAY, TUESDAY), felt.now)
    heart = row(shown, TUESDAY, "heart")
    assert cents(heart, "adjusted", "overflow") == (0, 35)
    assert heart["reconciled"] is True


def test_a_forged_day_far_away_takes_no_time() -> None:
    felt = two_days()
    far = int(datetime(8000, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000
    rows = list(felt.store.read())
    late = forged(rows[-1], at=far)
    reader = Reader([*rows[:-1], late])
    days = MeterDays(reader, PLAIN, MONDAY, TUESDAY)
    for step in reader:
        days.hear(step)
    assert {each["day"] for each in days.rows} == {str(MONDAY), str(TUESDAY)}
