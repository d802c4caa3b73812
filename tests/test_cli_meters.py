"""``fairdeal meters``, and what the other commands show of progressives and held payments."""

import csv
import json
import re
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairdeal.books.meters_listing import JACKPOTS, METERS
from fairdeal.cli import books_days, do, meters
from fairdeal.live import Room, commands, events
from fairdeal.live.actors import MAY
from fairdeal.live.clocks import Clock
from fairdeal.live.commands import OF_PROGRESSIVES
from fairdeal.live.log.stores import open_store
from fairdeal.live.table.state import Table
from tests.books.meter_days import NOON, begun, ended, entered, table, two_days
from tests.books.test_meters import large_win, tampered
from tests.live.decks import Arranged
from tests.live.jackpots import NOTHING, SPADE, STAR
from tests.live.stacking import deck_of, number_of
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, WATCHER
from tests.test_work_a_table import fits
from tests.typed import Run

ROOT = Path(__file__).parent.parent
JSON_PAGE = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
BOTH = ("--from", "2026-10-05", "--through", "2026-10-06")


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The evening of the second day, in an empty folder."""
    evening = int(datetime(2026, 10, 6, 20, tzinfo=UTC).timestamp())
    monkeypatch.setattr(books_days, "time", SimpleNamespace(time_ns=lambda: evening * 10**9))
    for name in ("ROOM", "OPERATOR", "ZONE", "DAY_STARTS"):
        monkeypatch.delenv(f"FAIRDEAL_{name}", raising=False)
    monkeypatch.chdir(tmp_path)


@contextmanager
def in_a_file() -> Iterator[Any]:
    """The log of the room that the command finds."""
    Path("fairdeal.db.key").write_bytes(b"")
    store = open_store("fairdeal.db", KEY)
    try:
        yield store
    finally:
        store.close()
        Path("fairdeal.db.key").unlink()


@pytest.fixture
def room() -> None:
    """Two days with a jackpot."""
    with in_a_file() as store:
        two_days(store)


def lines_of(text: str) -> list[str]:
    return [re.sub(r"\s+", " ", line.strip()) for line in text.splitlines() if line.strip()]


def told(run: Run, *words: str, columns: str = "80") -> str:
    code, out, err = run(*words, columns=columns)
    assert (code, err) == (0, "")
    if "--json" not in words:
        assert max(map(len, out.splitlines()), default=0) <= int(columns)
    assert "…" not in out
    return str(out)


def joined(text: str) -> str:
    return " ".join(text.split())


def undocumented(shown: Any) -> set[str]:
    if isinstance(shown, list):
        return {key for each in shown for key in undocumented(each)}
    if not isinstance(shown, dict):
        return set()
    inner = {key for name, each in shown.items() if name != "wins" for key in undocumented(each)}
    return inner | {key for key in shown if f"`{key}`" not in JSON_PAGE}


def test_the_signs_are_shown(run: Run, room: None) -> None:
    found = lines_of(told(run, "meters"))
    assert found[:2] == ["Progressive stax: open", "$5 on stax of 3 Card, at pit-1"]
    assert found[2] == "meter shows reset grows by ceiling beyond it won"
    assert found[4] == "star $3,000.50 $3,000 5 % 1"
    assert found[7] == "diamond $250.50 $250 6 % $250.50 $0.70 0"
    assert told(run, "meters", "stax") == told(run, "meters")
    assert not undocumented(json.loads(told(run, "meters", "--json")))


def test_everything_that_waits_is_shown_below_the_sign(run: Run) -> None:
    with in_a_file() as store:
        felt = table(begun(store, shared=True))
        felt.deal_round(STAR, SPADE)
        entered(felt)
        give = felt.room.do
        give("stax", commands.schedule_rate, by=MANAGER, meter="star", rate="4%", reason="so")
        give("stax", commands.disable_progressive, by=WATCHER, reason="[b]dark")
        fall: dict[str, Any] = {"meter": "heart", "why": "malfunction", "cents": 10}
        give("stax", commands.propose_adjustment, by=FLOOR, **fall, reason="counted twice")
    out = joined(told(run, "meters"))
    for words in (
        "Progressive stax: takes no bets ([b]dark)",
        "winners of one round share a meter",
        "star grows by 4 % from its next win on",
        "waits: the star meter for p1 at seat 1 of pit-1, round 1; $1,000.50, needs floor",
        "the spade meter for p2 at seat 2 of pit-1, round 1; won, not submitted",
        "fran wants heart to fall by $0.10 (malfunction): counted twice; a second person must",
    ):
        assert words in out
    assert not undocumented(json.loads(told(run, "meters", "--json")))


def test_a_table_shows_that_its_progressive_takes_no_bets(run: Run) -> None:
    with in_a_file() as store:
        felt = table(begun(store))
        felt.room.do("stax", commands.disable_progressive, by=WATCHER, reason="[b]dark")
    out = told(run, "table", "pit-1", "--as", "floor:fran")
    assert "the progressive takes no bets ([b]dark)" in out


def test_a_room_without_a_progressive_says_so(run: Run) -> None:
    with in_a_file():
        pass
    assert "The room has no progressive" in told(run, "meters")
    assert "no progressive was open" in told(run, "meters", "--day", "today")
    assert "no activity" in told(run, "meters", "--jackpots")
    code, _, err = run("meters", "stax")
    assert (code, err) == (2, "fairdeal: there is no progressive 'stax': none was opened yet\n")


def test_a_progressive_that_no_table_feeds_is_shown(run: Run) -> None:
    with in_a_file() as store:
        begun(store)
    assert "$5 on stax of 3 Card, at no table now" in told(run, "meters")


def test_the_report_of_two_days(run: Run, room: None) -> None:
    out = told(run, "meters", *BOTH, "--operator", "Golden [b]Gate")
    found = lines_of(out)
    assert found[:5] == [
        "Meters, gaming days 2026-10-05 to 2026-10-06",
        "Operator: Golden [b]Gate",
        "From 2026-10-05T06:00+00:00 to 2026-10-07T06:00+00:00, UTC",
        "Made 2026-10-06T20:00+00:00",
        "Interim: the interval is not over",
    ]
    assert "star $3,000.50 $0.50 $3,000 $3,000.50 $0 $3,000.50" in found
    assert "star $0 $1 $6,000 $3,000.50 $0 $3,000.50" in found[found.index("All days") :]
    assert "Reconciled: every part of a cent is shown, held or paid" in found
    assert "stax star 4 1 0.000181 at least 0.0181 % $3,000.50 $1.54" in found
    assert "pit-1/1 star p1 royal-diamonds paid $3,000.50" in found
    said = joined(out)
    assert "diamond: $0.70 of it waits beyond the ceiling" in said
    assert (
        "heart: $0.35 taken for malfunction at 2026-10-06T12:00:00.000000+00:00, the sign went from"
        " $401.40 to $401.05; fran proposed and aude approved it: counted twice"
    ) in said
    shown = json.loads(told(run, "meters", *BOTH, "--json"))
    assert not undocumented(shown)
    assert shown["reconciled"] is True


def test_the_report_of_one_day_without_theory(run: Run, room: None) -> None:
    out = told(run, "meters", "stax", "--day", "2026-10-05", "--no-theory")
    assert "Meters of stax, gaming day 2026-10-05" in out
    assert "All days" not in out
    assert "Hits" not in out
    assert "Interim" not in out
    assert "Gaming day 2026-10-05" in told(
        run, "meters", "stax", "--day", "2026-10-05", "--no-theory", columns="50"
    )


def test_two_progressives_are_named_in_the_report(run: Run) -> None:
    with in_a_file() as store:
        begun(store)
        opening = Room(store, KEY, clock=Clock.of(lambda: NOON))
        opening.do("nova", commands.open_progressive, by=MANAGER, game="ags-3-card")
    found = lines_of(told(run, "meters", "--day", "2026-10-05"))
    assert "nova star $0 $0 $1,000 $0 $0 $1,000" in found
    assert "stax star $0 $0 $1,000 $0 $0 $1,000" in found


def test_what_does_not_add_up_is_told_with_the_amount(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt = two_days()

    class Forged:
        def read(self) -> Iterator[Any]:
            return tampered(felt, events.PayMade, award_cents=300_051)

    @contextmanager
    def reading(where: str) -> Iterator[Forged]:
        yield Forged()

    monkeypatch.setattr(meters, "reading_with_note", reading)
    out = joined(told(run, "meters", *BOTH))
    assert (
        "2026-10-06 stax star: not reconciled; the events of the day and the meter differ by"
        " -$0.01, the ledger and the meter by -$0.01"
    ) in out
    assert "Reconciled:" not in out


def test_of_other_rules_no_chance_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    felt = two_days()
    forged = SimpleNamespace(read=lambda: tampered(felt, events.TableOpened, rules_digest="0" * 16))

    @contextmanager
    def reading(where: str) -> Iterator[Any]:
        yield forged

    monkeypatch.setattr(meters, "reading_with_note", reading)
    assert "stax star 4 1 - - $3,000.50 -" in lines_of(told(run, "meters", *BOTH))


def test_jackpots_are_listed_with_everything(run: Run, room: None) -> None:
    out = told(run, "meters", "--jackpots")
    assert told(run, "meters", "stax", *BOTH, "--jackpots") == out
    said = joined(out)
    for words in (
        "Jackpots and large wins, gaming days 2026-10-05 to 2026-10-06",
        "pit-1/1: $3,000.50 from the star meter of stax, paid",
        "p1 at seat 1 of pit-1, round 1 of 3 Card; royal flush in diamonds with $5 on stax",
        "the meter stood at $3,000.50; reset by the house $3,000, rate 5 %, ceiling none, beyond"
        " it $0",
        "sent back by surveillance cam 2026-10-06T12:00:00.000000+00:00: the tape is blurred",
        "submitted by dora",
        "signed by floor fran",
        "having checked hand and wager",
        "tax form: W-2G; the deck is kept until 2026-10-13T12:00:00.000000+00:00",
        "paid 2026-10-06T12:00:00.000000+00:00, event",
    ):
        assert words in said
    shown = json.loads(told(run, "meters", "--jackpots", "--json"))
    assert not undocumented(shown)
    assert "days" not in shown


def test_jackpots_that_wait_and_large_wins_are_listed_too(run: Run) -> None:
    with in_a_file() as store:
        felt = table(begun(store, shared=True, ceilings={"spade": "600"}))
        felt.deal_round(SPADE, "As Ks Qs")
        entered(felt, 2, "royal-other")
        large = table(store, "pit-2", dealer="dirk")
        large_win(large)
        large.do(commands.submit_pay, large.dealer, pay=1)
    said = joined(told(run, "meters", "--jackpots"))
    for words in (
        "share 2 of 2",
        "ceiling $600",
        "$250.25 from the spade meter of stax, paid",
        "tax form: none; the deck need not be kept",
        "pit-2/1: $2,000 from the bank, submitted",
        "needs floor",
    ):
        assert words in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--day", "monday"), "'monday' is not a day"),
        (("--through", "today"), "--through needs --from"),
        (("--zone", "Nowhere"), "there is no time zone 'Nowhere'"),
        (("--room", "elsewhere.db"), "elsewhere.db"),
    ],
)
def test_what_cannot_be_asked_is_told(
    run: Run, room: None, words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run("meters", *words)
    assert (code, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize("columns", ["50", "80", "160"])
def test_the_table_shows_meters_payments_and_the_terminal(run: Run, columns: str) -> None:
    with in_a_file() as store:
        felt = table(begun(store))
        felt.deal_round(STAR, SPADE)
        felt.do(commands.touch_seat, DEALER, seat=1)
    seen = joined(told(run, "table", "pit-1", "--as", "floor:fran", columns=columns))
    assert "meters: star $1,000.50, spade $500.50, heart $400.70, diamond $250.60" in seen
    for words in ("Payments that wait", "royal-diamonds", "star meter", "not shown", "the dealer"):
        assert words in seen
    for words in ("Terminal", "hands", "dora", "choose-hand, none if it was touched in error"):
        assert words in seen
    public = told(run, "table", "pit-1", columns=columns)
    assert "meters: star" in public
    assert "Payments that wait" not in public
    assert "progressive:" not in told(run, "table", columns=columns)


def test_the_table_shows_what_a_payment_needs(run: Run) -> None:
    with in_a_file() as store:
        felt = table(begun(store, resets={"star": "3000"}), plays_on=True)
        felt.deal_round(STAR, NOTHING)
        ended(felt)
        entered(felt)
        other = table(store, "pit-2", progressive="", dealer="dirk")
        large_win(other)
    seen = joined(told(run, "table", "pit-1", "--as", "player:p1"))
    for words in ("$3,000.50", "floor", "surveillance", "form W-2G", "deck kept 7 days"):
        assert words in seen
    assert "Terminal" not in seen
    large = joined(told(run, "table", "pit-2", "--as", "floor:fran"))
    assert "bank" in large
    assert "meters:" not in large


def test_every_command_is_listed_under_its_heading(run: Run) -> None:
    out = told(run, "do")
    headings = re.findall(r"^Commands of a .*:$", out, re.M)
    assert len(headings) == 3
    of_tables, of_pays, of_progressives = re.split(r"^Commands of a .*:$", out, flags=re.M)[1:]
    assert set(re.findall(r"^([a-z-]+)  \(", of_progressives, re.M)) == OF_PROGRESSIVES
    assert "approve-pay  (floor, manager, surveillance)" in of_pays
    assert "open-table" in of_tables
    assert set(re.findall(r"^([a-z-]+)  \(", out, re.M)) == set(MAY)
    assert "rates.METER=PERCENT" in of_progressives
    assert "checked=hand,wager,amount,player,deck" in of_pays
    assert "``" not in out
    assert headings == re.findall(r"^Commands of a .*:$", run("do", "--help")[1], re.M)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("stax", "open-progressive"), "open-progressive needs game=GAME"),
        (("stax", "open-progressive", "game=ags-3-card", "rates=5%"), "rates.METER=PERCENT"),
        (("stax", "open-progressive", "game=ags-3-card", "rates.star=x"), "'x' is not a rate"),
        (("Star!", "open-progressive", "game=ags-3-card"), "is not the name of a progressive"),
        (("stax", "enable-progressive", "reason=x"), "there is no log in"),
    ],
)
def test_what_is_typed_wrong_for_a_progressive_is_told(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run("do", *words, "--as", "manager:max")
    assert (code, out) == (2, "")
    assert sentence in err
    assert not Path("fairdeal.db").exists() or "rate" in sentence


def test_a_progressive_must_be_open_before_anything_is_asked_of_it(run: Run) -> None:
    assert run("do", "pit-1", "open-table", "game=ags-3-card", "--as", "floor:fran")[0] == 0
    code, _, err = run("do", "stax", "enable-progressive", "reason=x", "--as", "manager:max")
    assert (code, err) == (2, "fairdeal: there is no progressive 'stax': open it first\n")
    assert run("do", "stax", "open-progressive", "game=ags-3-card", "--as", "manager:max")[0] == 0
    code, _, err = run("do", "stx", "enable-progressive", "reason=x", "--as", "manager:max")
    assert (code, err) == (2, "fairdeal: there is no progressive 'stx': did you mean stax?\n")


def stacked(monkeypatch: pytest.MonkeyPatch, deck: str) -> None:
    """Every shuffle of the command ends in this deck."""
    number = number_of(deck_of(deck))
    monkeypatch.setattr(
        "fairdeal.live.room.Shoe", lambda key: Arranged(key, below=lambda _: number)
    )


OPENING = (
    "do stax open-progressive game=ags-3-card --as manager:max",
    "do pit-1 open-table game=ags-3-card progressive=stax limits.stax=5 tiers.floor=9000"
    " --as floor:fran",
    "do pit-1 sit seat=1 --as player:alice",
    "do pit-1 buy-in player=alice amount=100 --as floor:fran",
    "do pit-1 place seat=1 bets.ante=10 bets.stax=5 --as player:alice",
    "do pit-1 no-more-bets --as dealer:house",
)


@pytest.mark.parametrize("as_json", [False, True])
def test_what_the_automatic_dealer_pays_is_told_with_the_command(
    run: Run, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    stacked(monkeypatch, "Ad Kd Qd 3c 8h Tc")
    for words in OPENING:
        assert run(*words.split())[0] == 0
    decide = ["do", "pit-1", "decide", "seat=1", "word=fold", "--as", "player:alice"]
    decide += ["--again", "fold-1"]
    code, out, err = run(*decide, *(["--json"] if as_json else []))
    assert (code, err) == (0, "")
    if as_json:
        kinds = [each["kind"] for each in json.loads(out)["events"]]
        assert {"pay-submitted", "pay-made"} <= set(kinds)
    else:
        assert "payment 1 waits: the star meter for alice at seat 1" in out
        assert "payment 1 is made: alice gets $1,000.25" in out
    assert "done before, under the same key" in run(*decide)[1]


def test_what_others_did_in_the_meantime_is_not_told() -> None:
    """Another process may have acted between the look at the table and the command."""
    felt = table(begun(), dealer="")
    looked_at = Table(felt.name)
    done = felt.do(commands.disable, FLOOR, reason="new cards")
    [(row, text)] = do._happened(felt.room, looked_at, done)
    assert (row.kind, text) == ("table-disabled", "no new bets are taken: new cards")


def test_a_day_is_exported_with_its_meters_and_jackpots(run: Run, room: None) -> None:
    code, _, err = run("export", "--to", "out", "--day", "2026-10-06")
    assert code == 0
    assert "4 days of meters and 1 jackpot or large win" in err
    meters_file, jackpots_file = (rows_in(f"out/{name}.csv") for name in ("meters", "jackpots"))
    assert {each["day"] for each in meters_file} == {"2026-10-06"}
    [star] = [each for each in meters_file if each["meter"] == "star"]
    assert (star["paid_parts"], star["reconciled"]) == ("300050000000", "yes")
    [heart] = [each for each in meters_file if each["meter"] == "heart"]
    assert heart["adjustments"] == (
        "malfunction: 35 cents, 40140 to 40105, by fran and aude, counted twice"
    )
    [won] = jackpots_file
    assert (won["won_at"], won["paid_at"]) == (
        "2026-10-05T12:00:00.000000Z",
        "2026-10-06T12:00:00.000000Z",
    )
    assert won["signed"] == (
        "floor fran (hand, wager); surveillance cam (hand, wager, amount, player, deck)"
    )
    assert won["sent_back"] == "surveillance cam: the tape is blurred"
    code, _, err = run("export", "--to", "idle", "--day", "2026-10-06", "--day-starts", "13:00")
    assert "no activity, nothing but headings and meters at rest" in err
    assert run("export", "--to", "every", "--all")[0] == 0
    assert len(rows_in("every/meters.csv")) == 8


def rows_in(name: str) -> list[dict[str, str]]:
    with Path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_large_win_is_exported_without_a_meter(run: Run) -> None:
    with in_a_file() as store:
        large_win(table(begun(store)))
    assert run("export", "--to", "out", "--all")[0] == 0
    [won] = rows_in("out/jackpots.csv")
    assert (won["meter"], won["meter_cents"], won["paid_at"], won["status"]) == ("", "", "", "won")


def test_every_column_of_meters_and_jackpots_is_documented() -> None:
    for name, columns in (("meters", METERS), ("jackpots", JACKPOTS)):
        part = JSON_PAGE[JSON_PAGE.index(f"| column of `{name}.csv` |") :].split("\n\n")[0]
        cells = " ".join(line.split("|")[1] for line in part.splitlines()[1:])
        assert set(re.findall(r"`([a-z_]+)`", cells)) == set(columns)


def test_the_books_show_what_went_to_the_meters(run: Run, room: None) -> None:
    found = lines_of(told(run, "books", *BOTH, "--no-theory"))
    at = found.index("table win to meters left from meters resets")
    assert found[at + 2] == "pit-1 $40 $4.60 $35.40 $3,000.50 $3,000"
    assert "Assumptions" in found


PAGE = (ROOT / "docs/how-to/run-a-progressive.md").read_text(encoding="utf-8")


def test_every_command_prints_what_the_page_shows(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books_days, "time", time)
    stacked(monkeypatch, f"Ad Kd Qd {NOTHING} 3c 8h Tc")
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for shown in block.split("$ .venv/bin/fairdeal ")[1:]:
            command, _, printed = shown.partition("\n")
            code, out, err = run(*shlex.split(command), columns="80")
            assert code == (2 if printed.startswith("fairdeal: ") else 0), err
            assert fits(printed, out + err), (command, out + err)


def test_every_command_of_a_progressive_is_on_the_page() -> None:
    page = PAGE + "refuse-adjustment"  # nobody needs to see how one says no
    assert all(name in page for name in OF_PROGRESSIVES)
