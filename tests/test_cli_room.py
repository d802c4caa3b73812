"""The commands about a room's log, as a person types them."""

import csv
import json
import re
import runpy
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.books.calendar import stamp, time_of
from fairdeal.cli.copies import copy_key
from fairdeal.errors import Malformed
from fairdeal.games.reasons import EVEN
from fairdeal.live import commands
from fairdeal.live.history.extract import HEADINGS
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores import connecting, open_store
from fairdeal.live.log.stores.connecting import sqlite3
from fairdeal.live.log.stores.schema import COMMAND, EVENT, PLACE
from tests.live.database import COMMAND_AT, EVENT_AT, PLACE_AT, tell, write
from tests.live.days import Day, in_a_file
from tests.live.forging import first, rechained, rewritten
from tests.live.tables import DEALER, FLOOR, KEY, MANAGER, PLAYERS
from tests.scale import SCALE
from tests.typed import Run

JSON_PAGE = Path(__file__).parent.parent / "docs/reference/json.md"
ODD_VALUES = ("NULL", "'x'", "7", "2.5", "x'ff'", "''", "CAST(x'ff' AS TEXT)", "9e999")
"""What a column may hold once it has lost its type."""


@pytest.fixture(scope="session")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An eventful day in a file; tests get copies."""
    return in_a_file(tmp_path_factory.mktemp("day") / "room.db")


@pytest.fixture
def room(day: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room of the test's own, which the command finds by itself."""
    path = tmp_path / "room.db"
    for end in ("", ".key"):
        shutil.copy(f"{day}{end}", f"{path}{end}")
    monkeypatch.setenv("FAIRDEAL_ROOM", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def rows_in(path: Path) -> list[Recorded]:
    store = open_store(path, read_only=True)
    rows = list(store.read())
    store.close()
    return rows


def keys_of(value: Any) -> Iterator[str]:
    """Every name of a field in a JSON text, but not those of tables, accounts, bets and files."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if re.fullmatch(r"[a-z_0-9]+", key) and key not in ACCOUNTS:
                yield key
            yield from keys_of(inner)
    if isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


ACCOUNTS = {"cage", "house", "bank", "chips", "layout", "position", "ante", "bonus", "poker"}
ACCOUNTS |= {"blackjack", "natural", "peek", "stax", "monster", "pool"}


def undocumented(text: str) -> set[str]:
    page = JSON_PAGE.read_text(encoding="utf-8")
    return {key for key in keys_of(json.loads(text)) if f"`{key}`" not in page}


def test_an_honest_log_passes_the_audit(run: Run, room: Path) -> None:
    code, out, err = run("audit")
    assert (code, err) == (0, "")
    for words in (
        f"Audit of {room}",
        "at 7 tables",
        "settled again to the cent",
        "5 void, 1 in play",
        "players' chips",
        "fits the room's key",
        "Everything holds",
        "2026-11-14 10:00:00 to",
    ):
        assert words in out


def test_an_audit_prints_json_in_the_documented_form(run: Run, room: Path) -> None:
    code, out, _ = run("audit", "--json")
    shown = json.loads(out)
    assert code == 0
    assert shown["holds"] is True
    assert shown["faults"] == []
    assert shown["begun"].startswith("2026-11-14T10:00:00")
    assert sum(shown["balances_cents"].values()) == 0
    assert undocumented(out) == set()


def test_without_the_key_the_audit_says_that_the_seal_was_not_checked(run: Run, room: Path) -> None:
    Path(f"{room}.key").unlink()
    code, out, _ = run("audit")
    assert code == 0
    assert "not checked: there is no key" in out


def test_a_key_that_was_named_must_be_there(run: Run, room: Path) -> None:
    code, _, err = run("audit", "--key", "no.key")
    assert code == 2
    assert "the room's key is missing: it should be in no.key" in err


def test_the_log_is_looked_for_here_where_nobody_says_so(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAIRDEAL_ROOM")
    code, _, err = run("audit")
    assert code == 2
    assert "there is no log in" in err
    room.rename(room.with_name("fairdeal.db"))
    code, out, _ = run("audit")
    assert code == 0
    assert "fairdeal.db" in out
    code, _, err = run("audit", "--room", "a.db", "--room", "b.db")
    assert (code, err) == (2, "fairdeal: --room is given 2 times\n")


def test_a_room_in_a_database_has_no_key_beside_it(run: Run) -> None:
    code, _, err = run("audit", "--room", "postgresql://nobody@127.0.0.1:1/none")
    assert code == 2
    assert "cannot be" in err


def test_a_room_may_be_at_work_while_it_is_audited(run: Run, room: Path) -> None:
    store = open_store(room, KEY)
    at_work = Day(store)
    at_work.now += 10**9
    at_work.do("pit-4", commands.disable, FLOOR, reason="a break")
    for words in (
        ("audit",),
        ("replay",),
        ("backup", "--to", "copy.db"),
        ("export", "--to", "out"),
    ):
        code, _, err = run(*words)
        assert code == 0, err
    at_work.do("pit-4", commands.enable, FLOOR, reason="back again")
    store.close()
    code, out, _ = run("audit")
    assert code == 0
    assert "fits the room's key" in out


def of_command(what: str) -> Callable[[Path, int], None]:
    """Change the command of an event."""
    return lambda path, pos: tell(
        path, f"UPDATE command SET {what} WHERE {COMMAND_AT}".format(pos=pos)
    )


def of_event(what: str) -> Callable[[Path, int], None]:
    """Change an event."""
    return lambda path, pos: tell(path, f"UPDATE event SET {what} WHERE {EVENT_AT}".format(pos=pos))


def swapped(path: Path, pos: int) -> None:
    """Exchange an event with the next one."""
    asked = f"SELECT stream, version FROM event WHERE {EVENT_AT}"
    with closing(sqlite3.connect(path)) as file:
        [one], [other] = (file.execute(asked.format(pos=at)).fetchall() for at in (pos, pos + 1))
    spare = one[0], 99_999
    for (stream, version), then in ((one, spare), (other, one), (spare, other)):
        tell(
            path,
            "UPDATE event SET stream = :s, version = :v WHERE stream = :stream"
            " AND version = :version",
            **{"s": then[0], "v": then[1], "stream": stream, "version": version},
        )


def added(path: Path, pos: int) -> None:
    """Put an event in between; those behind it in its stream move on."""
    asked = f"SELECT stream, version FROM event WHERE {EVENT_AT}".format(pos=pos)
    with closing(sqlite3.connect(path)) as file:
        [(stream, version)] = file.execute(asked).fetchall()
    behind = "stream = :stream AND version > :version"
    values = {"stream": stream, "version": version}
    tell(path, f"UPDATE event SET version = -version WHERE {behind}", **values)
    tell(path, "UPDATE event SET version = 1 - version WHERE version < 0")
    tell(
        path,
        "INSERT INTO event SELECT stream, version + 1, kind, body FROM event"
        " WHERE stream = :stream AND version = :version",
        **values,
    )


TAMPERING: dict[str, Callable[[Path, int], None]] = {
    "a changed body": of_event("body = CAST(replace(body, '1', '2') AS BLOB)"),
    "another kind": of_event("kind = 'seat-left'"),
    "another actor": of_command("actor = 'eve'"),
    "other arguments": of_command("arguments = x'7b7d20'"),
    "another time": of_command("at = at + 1"),
    "a hash of nothing": of_command("hash = zeroblob(32)"),
    "a removed event": lambda path, pos: tell(
        path, f"DELETE FROM event WHERE {EVENT_AT}".format(pos=pos)
    ),
    "a removed command": lambda path, pos: tell(
        path, f"DELETE FROM command WHERE {COMMAND_AT}".format(pos=pos)
    ),
    "two events swapped": swapped,
    "an added event": added,
}


def first_of_a_command(room: Path, after: int) -> int:
    """The place of the next event that is the first of its command."""
    return next(row.pos for row in rows_in(room) if row.pos >= after and not row.part)


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_with_the_file_is_found_and_the_place_named(
    run: Run, room: Path, what: str
) -> None:
    pos = first_of_a_command(room, 200)
    TAMPERING[what](room, pos)
    code, out, err = run("audit")
    assert code == 1
    assert "It does not hold" in out
    assert re.match(rf"fairdeal: event ({pos}|{pos + 1}) \(table pit-\d, [a-z-]+\): ", err), err
    assert len(err.splitlines()) == 1
    code, out, err = run("audit", "--json")
    assert code == 1
    [fault] = json.loads(out)["faults"]
    assert fault["pos"] in (pos, pos + 1)
    assert fault["check"] == "chain"
    assert undocumented(out) == set()


def test_a_removed_last_event_is_found(run: Run, room: Path) -> None:
    last = rows_in(room)[-1].pos
    tell(room, f"DELETE FROM event WHERE {EVENT_AT}".format(pos=last))
    code, _, err = run("audit")
    assert code == 1
    assert f"the log ends at event {last - 1}, but its head names event {last}" in err


def test_a_log_rewritten_by_somebody_without_the_key_lacks_the_seal(run: Run, room: Path) -> None:
    rows = rows_in(room)
    forged = rechained(rewritten(rows, first(rows, "chips-bought"), dearer))
    write(room, list(forged.read()))
    code, _, err = run("audit")
    assert code == 1
    assert "is not sealed by this room's key" in err
    Path(f"{room}.key").unlink()
    assert run("audit")[0] == 0
    noted = f"{rows[-1].pos}:{rows[-1].log_hash.hex()}"
    code, _, err = run("audit", "--head", noted)
    assert code == 1
    assert "an earlier audit noted another event here" in err


def dearer(event: Any) -> Any:
    return replace(event, cents=event.cents + 500)


def test_a_settlement_rewritten_with_all_hashes_is_found_by_settling_again(
    run: Run, room: Path
) -> None:
    rows = rows_in(room)
    pos = first(rows, "bets-settled", lines=lambda lines: lines[0].net_cents < 0)

    def generous(event: Any) -> Any:
        line = replace(event.lines[0], net_cents=event.lines[0].net_cents + 100)
        return replace(event, lines=(line, *event.lines[1:]))

    write(room, list(rechained(rewritten(rows, pos, generous)).read()))
    Path(f"{room}.key").unlink()
    code, out, err = run("audit")
    assert code == 1
    assert err.startswith(f"fairdeal: event {pos} (table pit-1, bets-settled): recorded is seat")
    assert "it settles as" in err
    assert "not checked" in out


def test_what_should_be_known_is_shown_beside_the_verdict(run: Run, room: Path) -> None:
    rows = rows_in(room)
    for row in [each for each in rows if each.kind == "table-opened" and each.stream == "pit-1"]:
        rows = rewritten(rows, row.pos, lambda event: replace(event, rules_digest="older"))
    write(room, list(rechained(rows).read()))
    Path(f"{room}.key").unlink()
    code, out, _ = run("audit")
    assert code == 0
    assert "9 not settled again: other rules (older)" in out
    assert "Note: 9 rounds of pit-1 were not settled again: other rules (older)" in out
    assert json.loads(run("audit", "--json")[1])["other_rules"] == {"older": 9}


def test_every_bad_event_is_listed_when_asked_for(run: Run, room: Path) -> None:
    places = {first_of_a_command(room, pos) for pos in (50, 150, 250)}
    for pos in places:
        TAMPERING["another kind"](room, pos)
    code, out, err = run("audit", "--all")
    assert code == 1
    assert {int(n) for n in re.findall(r"^fairdeal: event (\d+)", err, re.M)} >= places
    assert out.count("does not fit its hash") == 3


def test_a_noted_end_is_found_again_and_must_be_typed_as_printed(run: Run, room: Path) -> None:
    head = re.search(r"head +(\d+:[0-9a-f]{64})\n", run("audit")[1])
    assert head is not None
    assert run("audit", "--head", head[1])[0] == 0
    pos, _, digest = head[1].partition(":")
    code, _, err = run("audit", "--head", f"{int(pos) + 5}:{digest}")
    assert code == 1
    assert f"an earlier audit noted {int(pos) + 5}" in err
    for text in ("7", "x:y", f"{pos}:{digest[:-1]}", f"{pos}:{'z' * 64}"):
        code, _, err = run("audit", "--head", text)
        assert code == 2
        assert "is not the head of a log" in err


@pytest.mark.parametrize("value", ODD_VALUES if SCALE > 1 else ODD_VALUES[::3])
def test_a_file_whose_columns_lost_their_types_is_found_and_never_stops_the_audit(
    run: Run, room: Path, value: str
) -> None:
    names = [
        (table.name, name)
        for table in (EVENT, COMMAND, PLACE)
        for name in [column.name for column in table.c]
    ]
    for table in ("event", "command", "place"):
        tell(room, f"CREATE TABLE loose AS SELECT * FROM {table}", f"DROP TABLE {table}")
        tell(room, f"ALTER TABLE loose RENAME TO {table}")
    begins = first_of_a_command(room, 30)
    where = {"event": (EVENT_AT, 30), "command": (COMMAND_AT, begins), "place": (PLACE_AT, begins)}
    for table, name in names:
        shutil.copy(room, "loose.db")
        found, at = where[table]
        condition = found.format(pos=at)
        tell(Path("loose.db"), f"UPDATE {table} SET {name} = {value} WHERE {condition}")
        code, out, err = run("audit", "--room", "loose.db", "--all", "--json")
        assert code == 1, (name, value, err)
        place = json.loads(out)["faults"][0]["pos"]
        is_moved = name in ("entry", "pos", "stream", "version", "events")
        assert place in (0, at, at + 1) or is_moved, (table, name, value)
        assert isinstance(place, int)
        told = (
            run("replay", "--room", "loose.db")[0],
            run("replay", "pit-1/2", "--room", "loose.db")[0],
        )
        assert set(told) <= {0, 1, 2}


def test_rounds_are_listed_by_table(run: Run, room: Path) -> None:
    code, out, err = run("replay")
    assert (code, err) == (0, "")
    for words in ("pit-2: 3 Way Action", "pit-1/10", "in play", "void", "players won"):
        assert words in out
    code, out, _ = run("replay", "--json")
    shown = json.loads(out)
    assert {each["state"] for each in shown} == {"closed", "void", "in play"}
    assert undocumented(out) == set()


def test_all_rounds_of_one_table_are_listed(run: Run, room: Path) -> None:
    code, out, err = run("replay", "pit-2", columns="80")
    assert (code, err) == (0, "")
    assert "pit-2: 3 Way Action" in out
    assert "pit-1" not in out
    shown = json.loads(run("replay", "pit-2", "--json")[1])
    last = int(shown[-1]["round"].removeprefix("pit-2/"))
    assert [each["round"] for each in shown] == [f"pit-2/{n}" for n in range(1, last + 1)]
    store = open_store(room, KEY)
    Day(store).play("pit-5", 12)
    store.close()
    assert len(json.loads(run("replay", "pit-5", "--json")[1])) > 10
    latest = json.loads(run("replay", "--json")[1])
    assert sum(each["round"].startswith("pit-5/") for each in latest) == 10


def test_chips_that_were_bought_stand_apart_from_what_was_won(run: Run, tmp_path: Path) -> None:
    store = open_store(tmp_path / "room.db")
    now = Day(store)
    now.open("pit-1", "three-card-poker", seats=2)
    now.do("pit-1", commands.place, PLAYERS[0], seat=1, bets={"ante": 1000})
    now.do("pit-1", commands.buy_in, FLOOR, player="p1", cents=70_000)
    now.do("pit-1", commands.cash_out, FLOOR, player="p2", cents=30_000)
    now.bet("pit-1")
    store.close()
    _, out, _ = run("replay", "pit-1/1", "--room", str(tmp_path / "room.db"))
    table = [re.sub(r"\s+", " ", line.strip()) for line in out.splitlines()]
    assert "player before bought cashed after won, less bets" in table
    assert "p1 $50,000 $700 $0 $50,680 -$20" in table
    assert "p2 $50,000 $0 $300 $49,680 -$20" in table


def test_tips_stand_apart_from_what_was_won(run: Run, tmp_path: Path) -> None:
    store = open_store(tmp_path / "room.db")
    now = Day(store)
    now.open("pit-1", "three-card-poker", seats=2, dealer=DEALER.name, tips=True)
    now.do("pit-1", commands.open_round, DEALER)
    now.bet("pit-1")
    now.do("pit-1", commands.tip, PLAYERS[0], cents=700)
    store.close()
    where = ("pit-1/1", "--room", str(tmp_path / "room.db"))
    table = [re.sub(r"\s+", " ", line.strip()) for line in run("replay", *where)[1].splitlines()]
    assert "player before tipped after won, less bets" in table
    assert "p1 $50,000 $7 $49,973 -$20" in table
    [one, other] = json.loads(run("replay", *where, "--json")[1])["balances"]
    assert (one["tipped_cents"], other["tipped_cents"]) == (700, 0)


def test_a_room_without_rounds_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    open_store(path).close()
    code, out, _ = run("replay", "--room", str(path))
    assert code == 0
    assert "No round has been played." in out
    code, out, _ = run("audit", "--room", str(path))
    assert code == 0
    assert "0 at 0 tables" in out
    assert "0 begun" in out


def test_a_round_is_replayed_with_everything_that_is_known_of_it(run: Run, room: Path) -> None:
    code, out, err = run("replay", "pit-1/1", columns="120")
    assert (code, err) == (0, "")
    for words in (
        "Replay of round pit-1/1: Three Card Poker",
        "dealt by the automatic dealer",
        "pay tables: ante-bonus A",
        "options: ante optional",
        "limits: ante $5 to $100",
        "What happened",
        "p1 at seat 1 bets $10 on ante",
        "Settlement",
        "Chips, bets not counted",
        "follows from what was fixed before the first card was dealt",
        "commitment",
        "secret",
    ):
        assert words in out
    assert len(re.findall(r"\b[2-9TJQKA][cdhs]\b", out.split("deck  ")[1])) == 52
    code, narrow, _ = run("replay", "pit-1/1", columns="60")
    assert code == 0
    assert "seat 4 play $10: " in narrow


@pytest.mark.parametrize("table", [1, 2, 3, 4, 5])
def test_every_round_can_be_replayed(run: Run, room: Path, table: int) -> None:
    listed = [each["round"] for each in json.loads(run("replay", "--json")[1])]
    for name in (each for each in listed if each.startswith(f"pit-{table}/")):
        code, out, err = run("replay", name)
        assert (code, err) == (0, "")
        assert f"Replay of round {name}" in out
        code, out, _ = run("replay", name, "--json")
        assert code == 0
        assert undocumented(out) == set()


def test_what_is_unusual_about_a_round_is_marked(run: Run, room: Path) -> None:
    shown = {each["round"]: each for each in json.loads(run("replay", "--json")[1])}
    last = max((name for name in shown if name.startswith("pit-2/")), key=lambda n: int(n[6:]))
    _, out, _ = run("replay", last)
    assert "[by the system]" in out
    assert "stand (system)" in out
    void = next(name for name, each in shown.items() if each["state"] == "void")
    assert ", void" in run("replay", void)[1]
    _, out, _ = run("replay", "pit-1/10")
    assert ", in play" in out
    assert "The deck has not been shown." in out
    assert "(?) (?) (?)" in out
    everything = " ".join(run("replay", name)[1] for name in shown)
    for words in ("out of the round", "push", "nothing"):
        assert words in everything


def test_what_became_of_a_bet_is_told_in_a_word(run: Run, room: Path) -> None:
    rows = rows_in(room)
    pos = first(rows, "bets-settled")

    def otherwise(event: Any) -> Any:
        one, other, *rest = event.lines
        one = replace(one, net_cents=0, returned_cents=one.stake_cents)
        other = replace(other, net_cents=0, reason=f"one hand won, one lost: {EVEN}")
        return replace(event, lines=(one, other, *rest))

    write(room, list(rechained(rewritten(rows, pos, otherwise)).read()))
    for columns in ("100", "60"):
        _, out, _ = run("replay", "pit-1/1", columns=columns)
        assert "returned" in out
        assert " even" in out


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pit-1/99", "table pit-1 has no round 99: its last one is 10"),
        ("pit-l/1", "there is no table 'pit-l': did you mean pit-"),
        ("pit-77", "there is no table 'pit-77': did you mean pit-"),
        ("pit-1/x", "'pit-1/x' names no round: expected TABLE/NUMBER, such as pit-1/42"),
        ("/3", "'/3' names no round"),
        (f"pit-1/{'9' * 50}", "names no round"),
    ],
)
def test_a_round_that_never_was_gets_a_sentence(
    run: Run, room: Path, name: str, sentence: str
) -> None:
    code, out, err = run("replay", name)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_log_that_makes_no_sense_is_neither_replayed_nor_exported(run: Run, room: Path) -> None:
    tell(room, f"UPDATE event SET body = x'7b7d' WHERE {EVENT_AT}".format(pos=12))
    for words in (("replay",), ("replay", "pit-1/1"), ("export", "--all", "--to", "out")):
        code, _, err = run(*words)
        assert code == 1
        assert "fairdeal audit names the first bad event" in err
    assert not list(Path("out").iterdir())


def table_in(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_day_is_exported_into_files_that_say_what_they_hold(run: Run, room: Path) -> None:
    code, out, err = run("export", "--to", "out", "--day", "2026-11-14")
    assert (code, out) == (0, "")
    rows = rows_in(room)
    assert err.startswith(f"wrote out, gaming day 2026-11-14: {len(rows)} events, ")
    events = [json.loads(line) for line in Path("out/events.jsonl").read_text().splitlines()]
    assert [event["hash"] for event in events] == [row.hash.hex() for row in rows]
    rounds = table_in(Path("out/rounds.csv"))
    assert {each["state"] for each in rounds} == {"closed", "void"}
    assert rounds[0]["begun"].startswith("2026-11-14T10:00:0")
    assert sum(int(each["net_cents"]) for each in table_in(Path("out/bets.csv"))) == sum(
        int(each["net_cents"]) for each in rounds
    )
    kinds = {each["kind"] for each in table_in(Path("out/chips.csv"))}
    assert kinds == {"buy-in", "cash-out", "float", "fill", "banked", "tip", "tips-paid"}
    assert len(table_in(Path("out/irregularities.csv"))) == 11
    about = Path("out/export.json").read_text()
    assert undocumented(about) == set()
    listed = json.loads(about)
    assert listed["room"] == "room.db", "where it lies is nobody else's business"
    assert listed["from"] == "2026-11-14T06:00:00.000000Z"
    assert listed["head"].startswith(f"{len(rows)}:")
    for name, said in listed["files"].items():
        content = (Path("out") / name).read_bytes()
        assert said == {"lines": content.count(b"\n"), "sha256": sha256(content).hexdigest()}
    assert {path.name for path in Path("out").iterdir()} == {*listed["files"], "export.json"}


def test_a_day_without_activity_has_files_with_headings(run: Run, room: Path) -> None:
    code, _, err = run("export", "--to", "out", "--day", "2026-11-13")
    said = "wrote out, gaming day 2026-11-13: no activity, nothing but headings\n"
    assert (code, err) == (0, said)
    assert Path("out/events.jsonl").read_text() == ""
    assert Path("out/chips.csv").read_text() == "pos,at,table,kind,player,cents,actor,role\n"


def test_several_days_today_or_every_day_are_exported(run: Run, room: Path) -> None:
    for words, said in (
        (
            ("--from", "2026-11-01", "--through", "2026-11-30"),
            "gaming days 2026-11-01 to 2026-11-30: ",
        ),
        (("--day", "2026-11-14"), "gaming day 2026-11-14: "),
        (("--all",), "every day: "),
    ):
        code, _, err = run("export", "--to", "out", *words)
        assert code == 0
        assert err.startswith(f"wrote out, {said}{len(rows_in(room))} events")
    code, _, err = run("export", "--to", "out")
    assert code == 0
    assert re.match(r"wrote out, gaming day \d{4}-\d{2}-\d{2}: ", err)
    assert json.loads(Path("out/export.json").read_text())["until"]
    run("export", "--to", "out", "--all")
    about = json.loads(Path("out/export.json").read_text())
    assert {about[key] for key in ("from", "until", "first_day", "time_zone")} == {None}


def test_days_of_an_export_are_those_of_the_house(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day began at ten in the morning, which is two at night in California."""
    code, _, err = run("export", "--to", "out", "--day", "2026-11-14", "--zone", "US/Pacific")
    assert (code, "no activity" in err) == (0, True)
    monkeypatch.setenv("FAIRDEAL_ZONE", "US/Pacific")
    for clock in (("--day", "2026-11-13"), ("--day", "2026-11-14", "--day-starts", "02:00")):
        code, _, err = run("export", "--to", "out", *clock)
        assert code == 0
        assert f": {len(rows_in(room))} events, " in err
    about = json.loads(Path("out/export.json").read_text())
    assert about["from"] == "2026-11-14T10:00:00.000000Z"
    assert (about["time_zone"], about["day_starts"]) == ("US/Pacific", "02:00")


def test_one_of_each_is_told_in_the_singular(run: Run, tmp_path: Path) -> None:
    store = open_store(tmp_path / "room.db")
    Day(store).do("pit-1", commands.open_table, FLOOR, game="three-card-poker")
    store.close()
    out = str(tmp_path / "out")
    code, _, err = run("export", "--room", str(tmp_path / "room.db"), "--to", out, "--all")
    assert code == 0
    assert err == (
        f"wrote {out}, every day: 1 event, 0 rounds, 0 bets, 1 movement of chips and"
        " 0 irregularities\n"
    )


def test_every_column_is_documented(run: Run, room: Path) -> None:
    page = JSON_PAGE.read_text(encoding="utf-8")
    for name, headings in HEADINGS.items():
        part = page[page.index(f"| column of `{name}.csv` |") :].split("\n\n")[0]
        assert set(headings) == set(re.findall(r"`([a-z_]+)`", _first_cells(part)))


def _first_cells(table: str) -> str:
    return " ".join(line.split("|")[1] for line in table.splitlines()[1:])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "--to is missing: expected --to FOLDER"),
        (("--to", "out", "--day", "monday"), "'monday' is not a day"),
        (("--to", "out", "--zone", "Nowhere"), "there is no time zone 'Nowhere'"),
        (("--to", "out", "--day", "2026-11-14", "--all"), "--all takes every day"),
        (("--to", "out", "--from", "2026-11-14", "--all"), "--all takes every day"),
        (("--to", "out", "--from", "2026-11-14", "--through", "2026-11-01"), "is before"),
        (("--to", "no/such/place", "--all"), "cannot write into no/such/place"),
        (("--to", "room.db", "--all"), "cannot write into room.db"),
    ],
)
def test_an_export_that_cannot_be_gets_a_sentence(
    run: Run, room: Path, words: tuple[str, ...], sentence: str
) -> None:
    code, _, err = run("export", *words)
    assert code == 2
    assert sentence in err


def test_no_cell_is_taken_for_a_formula(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    store = open_store(path)
    sly = Day(store)
    sly.open("pit-1", "three-card-poker")
    for reason in ("=HYPERLINK(1)", "+1", "-1", "@x", "\uff1d1", "plain, with a comma"):
        asked = {"irregularity": "fouled-deck", "reason": reason}
        sly.do("pit-1", commands.report, FLOOR, **asked)
        sly.do("pit-1", commands.rule, MANAGER, reason=reason)
    store.close()
    run("export", "--room", str(path), "--to", str(tmp_path / "out"), "--all")
    shown = [each["report"] for each in table_in(tmp_path / "out/irregularities.csv")]
    assert shown == ["'=HYPERLINK(1)", "'+1", "'-1", "'@x", "'\uff1d1", "plain, with a comma"]


def test_an_old_sqlite_is_not_told_where_a_room_begins_but_by_the_doctor(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "is_sound", lambda *_: False)
    for words in (("restore", "room.db", "--to", "new.db"), ("move", "--to", "other.db")):
        code, out, err = run(*words)
        assert code == 0
        assert "SQLite" not in out + err
    assert "SQLite" in run("doctor")[1]


@pytest.mark.parametrize(
    "words", [("audit",), ("books",), ("replay",), ("export", "--to", "o"), ("backup", "--to", "o")]
)
def test_a_room_in_memory_has_nothing_to_look_at(
    run: Run, room: Path, words: tuple[str, ...]
) -> None:
    code, out, err = run(*words, "--room", "memory:")
    assert (code, out) == (2, "")
    assert err.startswith("fairdeal: there is nothing to show, audit or copy in memory: ")


def test_a_log_is_moved_with_its_key_and_never_through_memory(run: Run, room: Path) -> None:
    for words in (("--to", "memory:"), ("--to", "new.db", "--room", "memory:")):
        code, _, err = run("move", *words)
        assert code == 2
        assert "a log is not moved into memory, nor out of it" in err
    Path("room.db.key").unlink()
    code, _, err = run("move", "--to", "new.db")
    assert code == 2
    assert "name the key's file with --key FILE" in err
    assert not Path("new.db").exists()


@pytest.mark.parametrize("target", ["room.db", "./room.db", "sqlite:///room.db", "link.db"])
def test_a_log_is_not_moved_onto_itself_however_the_file_is_named(
    run: Run, room: Path, target: str
) -> None:
    Path("link.db").symlink_to("room.db")
    before = rows_in(room)
    code, out, err = run("move", "--room", "room.db", "--to", target)
    assert (code, out) == (2, "")
    why = f"--to names the log that is to be moved: {target} and room.db are the same file"
    assert err == f"fairdeal: {why}\n"
    assert rows_in(room) == before


def test_a_backup_is_checked_and_can_be_restored(run: Run, room: Path) -> None:
    rows = rows_in(room)
    head = f"{len(rows)}:{rows[-1].log_hash.hex()}"
    code, out, err = run("backup", "--to", "copy.db", "--with-key")
    assert (code, out) == (0, f"{len(rows)} events, head {head}\n")
    assert err == "wrote copy.db and its key\n"
    assert Path("copy.db.key").stat().st_mode & 0o777 == 0o600
    assert not list(Path().glob("copy.db-*"))
    code, out, err = run("restore", "copy.db", "--to", "new.db")
    assert (code, out) == (0, f"{len(rows)} events, head {head}\n")
    assert err == "checking copy.db\nrestored new.db and its key new.db.key\n"
    assert rows_in(Path("new.db")) == rows
    assert not list(Path().glob("*.restoring*"))
    assert run("audit", "--room", "new.db")[0] == 0
    assert not Path("new.db.lock").exists()
    store = open_store("new.db", KEY)
    assert store.origin.incarnation == 2
    Day(store).do("pit-4", commands.disable, FLOOR, reason="it goes on")
    store.close()


def test_a_backup_goes_without_its_key_unless_asked(run: Run, room: Path) -> None:
    code, _, err = run("backup", "--to", "copy.db")
    assert (code, err) == (0, "wrote copy.db\n")
    code, _, err = run("restore", "copy.db", "--to", "new.db")
    assert code == 0
    why = "the room opens when its key is put into new.db.key"
    assert err == f"checking copy.db\nrestored new.db; {why}\n"
    shutil.copy("room.db.key", "other.db.key")
    code, _, err = run("restore", "copy.db", "--to", "other.db", "--key", "room.db.key")
    assert code == 0
    why = "the key in other.db.key was there already"
    assert err == f"checking copy.db\nrestored other.db; {why}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("backup", "--to", "room.db"), "room.db exists already, and nothing is overwritten"),
        (("backup", "--to", "taken.db", "--with-key"), "taken.db.key exists already"),
        (
            ("backup", "--to", "no/such/copy.db"),
            "backup no/such/copy.db cannot be written: no such",
        ),
        (("backup", "--to", "room.db.key/copy.db"), "copy.db cannot be written: not a directory"),
        (("backup", "--to", "room.db.backup"), "room.db.backup belongs to the room: a backup"),
        (("backup", "--to", "room.db-journal"), "room.db-journal belongs to the room: a backup"),
        (("restore", "room.db"), "room.db exists already"),
        (("restore", "room.db", "--to", "stale.db"), "stale.db-wal exists already"),
        (("restore", "none.db", "--to", "new.db"), "none.db\n"),
        (("move", "--room", "none.db", "--to", "new.db"), "there is no log in"),
        (("restore", "room.db.key", "--to", "new.db"), "is not a database"),
        (("restore", "room.db", "--to", "no/such/new.db"), "cannot be written"),
        (("restore", "room.db", "--to", "postgresql://x/y"), "restored into a file"),
        (("restore", "room.db", "--to", "memory:"), "restored into a file"),
    ],
)
def test_a_copy_that_cannot_be_gets_a_sentence_and_leaves_nothing(
    run: Run, room: Path, words: tuple[str, ...], sentence: str
) -> None:
    Path("taken.db.key").write_text("mine")
    Path("stale.db-wal").write_text("old")
    before = {path.name for path in Path().iterdir()}
    code, _, err = run(*words)
    assert code == 2
    assert sentence in err
    left = {path.name for path in Path().iterdir()} - before
    assert left <= {"room.db-wal", "room.db-shm"}


def test_a_room_without_a_key_has_none_to_copy(run: Run, room: Path) -> None:
    Path("room.db.key").unlink()
    code, _, err = run("backup", "--to", "copy.db", "--with-key")
    assert code == 2
    assert "there is no key of" in err


def test_a_key_that_cannot_be_put_beside_the_copy_gets_a_sentence(room: Path) -> None:
    with pytest.raises(Malformed, match="cannot write no/such/key: No such file"):
        copy_key(Path("room.db.key"), Path("no/such/key"))


def test_a_bad_backup_is_not_restored_and_a_bad_log_is_not_vouched_for(
    run: Run, room: Path
) -> None:
    pos = first_of_a_command(room, 20)
    TAMPERING["another actor"](room, pos)
    code, _, err = run("backup", "--to", "copy.db")
    assert code == 1
    assert f"event {pos} (table pit-1" in err
    assert not list(Path().glob("*copy.db*")), "nothing that could be taken for a backup"
    code, _, err = run("restore", "room.db", "--to", "new.db", "--key", "room.db.key")
    assert code == 1
    assert f"room.db is not restored: event {pos}" in err
    assert not Path("new.db").exists()


def test_a_place_that_is_taken_while_the_backup_is_checked_stays_as_it_is(
    run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(source: Path, target: Path) -> None:
        raise FileExistsError(17, "File exists")

    monkeypatch.setattr("os.link", taken)
    code, _, err = run("restore", "room.db", "--to", "new.db")
    assert code == 2
    assert "cannot write new.db: File exists" in err
    assert not list(Path().glob("*restoring*"))


def test_times_beyond_all_calendars_are_shown_as_the_first_moment() -> None:
    assert time_of(2**62) == "1970-01-01 00:00:00"
    assert stamp(-(2**62)).startswith("1970")


def test_copies_and_exports_are_told_to_programs_in_json(run: Run, room: Path) -> None:
    rows = rows_in(room)
    end = {"events": len(rows), "head": rows[-1].log_hash.hex()}
    for words, facts in (
        (
            ("backup", "--to", "copy.db", "--with-key"),
            {"file": "copy.db", "key": "copy.db.key", "encrypted": False, "files": []},
        ),
        (
            ("restore", "copy.db", "--to", "new.db"),
            {"room": "new.db", "key": "new.db.key", "files": []},
        ),
    ):
        code, out, err = run(*words, "--json")
        assert (code, json.loads(out), err) == (0, end | facts, "")
    code, out, _ = run("export", "--to", "files", "--all", "--json")
    assert (code, out) == (0, Path("files/export.json").read_text(encoding="utf-8"))


def test_python_runs_the_package_as_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["fairdeal", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("fairdeal", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("fairdeal")


def test_a_log_that_was_moved_goes_on_at_the_new_place_alone(run: Run, room: Path) -> None:
    with closing(open_store("room.db", KEY)):
        code, _, err = run("move", "--to", "new.db")
    assert code == 2
    assert "is in use by process" in err
    assert not Path("new.db").exists(), "a room that is open is not moved"
    assert run("move", "--to", "new.db")[0] == 0
    shutil.copy("room.db.key", "new.db.key")
    for each in ("room.db", "new.db"):
        assert run("audit", "--room", each)[0] == 0
    code, _, err = run("do", "pit-1", "leave", "seat=1", "--as", "player:p1")
    assert code == 76
    assert "was moved to" in err
    with closing(open_store("new.db", KEY, read_only=True)) as moved:
        assert moved.origin.incarnation == 2
        assert moved.streams().keys() == {row.stream for row in moved.read()}
