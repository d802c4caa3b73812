"""``fairdeal serve`` as a person starts it, and the server as it stops."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from fairdeal import games
from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable
from fairdeal.house.approvals import HOUSE_TIERS
from fairdeal.live import Actor, Role, Room, commands, events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ACCOUNTS, Recorded, head_of
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.file import guard_of
from fairdeal.live.losses import accept_loss
from fairdeal.live.shoe import key_in
from fairdeal.live.table import snapshots
from fairdeal.web.access.limits import Limits
from fairdeal.web.running import serving
from fairdeal.web.running.serving import serve
from fairdeal.web.running.signals import stopping
from tests.live.database import cut_off, end_at
from tests.typed import MAIN, Run

_SLOW_TO_CLOSE = """
import time
from fairdeal.live import Room

def closing(room):
    print("closing", flush=True)
    while True:  # Python handles a signal that comes just before a sleep only after it
        time.sleep(0.05)

Room.close = closing
"""


@contextmanager
def started(
    *words: str, at: Path, code: str = MAIN
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A room in a process of its own, and what it says until its address is known."""
    command = [sys.executable, "-c", code, "serve", "--port", "0", *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=at)
    try:
        assert process.stdout is not None
        yield process, [process.stdout.readline().strip() for _ in range(3)]
    finally:
        process.kill()
        process.communicate()


def asked(address: str, path: str) -> str:
    host = address.removeprefix("http://")
    for _ in range(200):
        browser = http.client.HTTPConnection(host, timeout=10)
        with suppress(OSError), closing(browser):
            browser.request("GET", path)
            return browser.getresponse().read().decode()
        time.sleep(0.05)
    raise AssertionError("nobody answers")


def test_a_room_opens_says_where_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with started("--empty-seats", "--room", "room.db", at=tmp_path) as (process, said):
        address = said[0].removeprefix("the card room is open at ")
        assert said[1] == "the first manager's link, good once:"
        assert asked(address, "/").count("Sit down</button>") == 6
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    with started("--empty-seats", "--room", "room.db", at=tmp_path) as (process, said):
        address = said[0].removeprefix("the card room is open at ")
        assert asked(address, "/api/tables").count('"is_open":true') == 6


_FAILING: Final = """
import sqlite3
from pathlib import Path
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as Dialect

def commit(self, connection):
    connection.commit()
    if Path("the-disk-fails").exists():
        raise sqlite3.OperationalError("disk I/O error")

Dialect.do_commit = commit
"""


def test_a_room_whose_disk_fails_ends_by_itself_and_says_to_start_again(tmp_path: Path) -> None:
    with started("--room", "room.db", at=tmp_path, code=_FAILING + MAIN) as (process, _):
        (tmp_path / "the-disk-fails").touch()
        _, said = process.communicate(timeout=60)  # the programmed players go on betting
    assert process.returncode == 75
    assert "whether anything was recorded is not known; the room was stopped: start it" in said
    (tmp_path / "the-disk-fails").unlink()
    with started("--room", "room.db", at=tmp_path) as (_, lines):
        assert lines[0].startswith("the card room is open at ")


def test_a_room_whose_log_goes_back_under_it_ends_with_a_status_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    with started("--room", "room.db", at=tmp_path) as (process, _):
        key = key_in(Path(f"{path}.key"), create=False)
        digest = end_at(path, 3)
        seal = head_of(key, 3, digest, marked=True).seal
        cut_off(path, 3, digest, seal)
        _, said = process.communicate(timeout=60)  # the programmed players go on betting
    assert process.returncode == 76
    assert "has gone back while it was in use" in said
    assert "the room was stopped: restore what is missing, or accept the loss by name" in said
    with pytest.raises(Unavailable, match="it ends at event 3") as refused:
        Room.open(path)
    assert refused.value.code == "log.went-back"


def test_a_server_ends_when_the_log_takes_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = []

    def stops(server: serving.Server, doors: object) -> None:
        store = server._site.room.store
        ticks.append(asyncio.run(server.on_tick(1)))
        monkeypatch.setattr(store, "stopped", "the disk reports an error")
        ticks.append(asyncio.run(server.on_tick(2)))

    monkeypatch.setattr(serving.Server, "run", stops)
    with pytest.raises(Unavailable, match="an error; the room was stopped: start it") as ended:
        _serve("memory:")
    assert ended.value.code == "store.stopped"
    assert ticks == [False, True]


def test_the_managers_link_has_a_line_of_80_columns_and_games_left_out_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    monkeypatch.setattr(serving, "_listening", lambda host, port: socket.create_server(("", 0)))
    monkeypatch.setitem(games._faults, "broken", "game 'broken' of a-game 1.0 cannot be loaded")
    said = _serve(str(tmp_path / "room.db"), host="203.0.113.200")
    assert said[-1] == "game 'broken' of a-game 1.0 cannot be loaded"
    [link] = [line for line in said if "/first/" in line]
    assert re.fullmatch(r"http://[\d.]+:\d+/first/[\w-]{32}", link)
    assert len(link) <= 80


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_room_that_is_told_to_stop_closes_its_log(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """Service managers and containers send SIGTERM, a terminal sends SIGINT."""
    path = tmp_path / "room.db"
    with started("--empty-seats", "--room", "room.db", at=tmp_path) as (process, said):
        asked(said[0].removeprefix("the card room is open at "), "/api/tables")
        key = key_in(tmp_path / "room.db.key", create=False)
        looking = open_store(path, key, read_only=True)  # who reads keeps the write-ahead file
        assert looking.head().pos > 6
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
        assert process.returncode == code, err
    assert (tmp_path / "room.db-wal").stat().st_size == 0
    assert looking.snapshot("table-1", snapshots.FORM) is not None
    looking.close()
    assert err.rstrip().endswith(f"stopped: {path} is closed")
    assert "Traceback" not in err


def test_a_second_interrupt_ends_at_once_in_one_line(tmp_path: Path) -> None:
    words = ("--empty-seats", "--room", "room.db", "--log-level", "error")
    code = _SLOW_TO_CLOSE + MAIN
    with started(*words, at=tmp_path, code=code) as (process, said):
        asked(said[0].removeprefix("the card room is open at "), "/api/tables")
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert "closing\n" in iter(process.stdout.readline, "")
        process.send_signal(signal.SIGTERM)  # asks for what is being done already
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "fairdeal: stopped at once; everything that was answered is in the log\n"


@pytest.mark.parametrize("interrupts", [1, 2])
def test_a_room_that_logs_json_prints_nothing_else(tmp_path: Path, interrupts: int) -> None:
    words = ("--empty-seats", "--room", "room.db", "--log-format", "json")
    code = (_SLOW_TO_CLOSE if interrupts == 2 else "") + MAIN
    with started(*words, at=tmp_path, code=code) as (process, said):
        opened, _, link = (json.loads(line)["message"] for line in said)
        address = opened.removeprefix("the card room is open at ")
        assert link.startswith(f"{address}/first/")
        asked(address, "/api/tables")
        process.send_signal(signal.SIGINT)
        if interrupts == 2:
            assert process.stdout is not None
            assert "closing\n" in iter(process.stdout.readline, "")
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    last = [json.loads(line)["message"] for line in (*out.splitlines(), *err.splitlines())][-1]
    assert last.startswith("stopped")


def test_wrong_input_to_a_room_that_logs_json_is_json(run: Run) -> None:
    code, _, err = run("serve", "--port", "99999", "--log-format", "json")
    assert code == 2
    assert json.loads(err)["error"]["faults"] == ["--port must be 0 to 65535, and 99999 is not"]


def test_a_room_that_was_started_with_sigint_ignored_hears_it_all_the_same(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code += "from fairdeal.cli import main; main()"
    words = ("--empty-seats", "--room", "memory:")
    with started(*words, at=tmp_path, code=code) as (process, said):
        asked(said[0].removeprefix("the card room is open at "), "/api/tables")
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_the_doors_are_open_closes_the_room_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(serving, "open_tables", lambda room: signal.raise_signal(number))
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt if number == signal.SIGINT else SystemExit):
        _serve(str(tmp_path / "room.db"))
    assert signal.getsignal(number) is before
    assert not (tmp_path / "room.db-wal").exists()


def test_a_second_interrupt_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(os, "write", lambda *_: 0)
    calls: list[str] = []
    with stopping() as stop:
        stop.by(lambda: calls.append("closing"))
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        assert (calls, ended) == (["closing"], [])
        signal.raise_signal(signal.SIGINT)
    assert (calls, ended) == (["closing"], [130])


def test_only_the_main_thread_handles_signals() -> None:
    before = signal.getsignal(signal.SIGTERM)

    def looked() -> object:
        with stopping():
            return signal.getsignal(signal.SIGTERM)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(looked).result() is before


def test_a_system_without_limits_of_open_files_keeps_the_rooms_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "resource", None)  # as on Windows
    assert serving._within_the_machines(Limits(connections=7)) == Limits(connections=7)


def test_a_port_that_is_taken_is_told_before_anything_is_opened(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=rf"127.0.0.1:{port} cannot be used: .*choose another"):
            _serve(str(tmp_path / "room.db"), port=port)
    assert not (tmp_path / "room.db").exists()


def _serve(
    where: str,
    *,
    port: int = 0,
    regulars: bool = False,
    host: str = "127.0.0.1",
    cash: bool = False,
) -> list[str]:
    said: list[str] = []
    more: dict[str, Any] = {"with_regulars": regulars, "cash": cash, "told": said.append}
    serve(where, None, host, port, play_chips=500, **more)
    return said


def _rows(where: str) -> list[Recorded]:
    store = open_store(where, read_only=True)
    found = [*store.read()]
    store.close()
    return found


def test_a_new_room_records_first_what_its_chips_are_worth_and_stays_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: seen.append(self._site))
    kept: list[Any] = []
    monkeypatch.setattr(serving, "Company", lambda room: kept.append(room))
    for name, cash in (("play", False), ("cash", True)):
        where = str(tmp_path / f"{name}.db")
        says = "its chips are cash" if cash else "its chips are play chips, worth no cash"
        assert says in _serve(where, cash=cash, regulars=True)
        _serve(where, cash=cash, regulars=True)
        first = _rows(where)[0]
        assert (first.stream, first.kind, first.body) == (
            "room:",
            "room-opened",
            f'{{"chips":"{name}"}}'.encode(),
        )
        with pytest.raises(Refused, match=f"is the log of a {name} room, and stays one"):
            _serve(where, cash=not cash)
    play, cash_room = seen[0], seen[2]
    assert (play.play_chips, cash_room.play_chips) == (500, 0)
    assert len(kept) == 2, "programmed players come to the play room alone"


def test_tables_of_a_new_room_have_the_houses_tiers_and_in_a_cash_room_no_practice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    setups: dict[bool, list[events.TableOpened]] = {}
    for cash in (False, True):
        where = str(tmp_path / f"{cash}.db")
        _serve(where, cash=cash)
        found = [codec.decoded(r.kind, r.body) for r in _rows(where) if r.kind == "table-opened"]
        setups[cash] = [each for each in found if isinstance(each, events.TableOpened)]
        assert all(each.tiers == dict(HOUSE_TIERS) for each in setups[cash])
    banked = [each for each in setups[True] if each.game != "napa-three-card-poker"]
    assert all(each.floor_fills and not each.plays_on for each in banked)
    assert all(each.plays_on and not each.floor_fills for each in setups[False])
    assert [sum(each.practice for each in setups[cash]) for cash in (False, True)] == [1, 0]


def test_a_room_that_has_given_play_chips_before_is_a_play_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = str(tmp_path / "room.db")
    with Room.open(where) as room:
        floor, guest = Actor("cage", Role.FLOOR), Actor("guest-1", Role.PLAYER)
        room.do("pit-1", commands.open_table, by=floor, game="three-card-poker")
        room.do("pit-1", commands.sit, by=guest, seat=1)
        room.do("pit-1", commands.buy_in, by=floor, player="guest-1", cents=100)
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    with pytest.raises(Refused, match="is the log of a play room, and stays one: start it without"):
        _serve(where, cash=True)
    assert "room-opened" not in {row.kind for row in _rows(where)}
    _serve(where)
    assert [row.kind for row in _rows(where)].count("room-opened") == 1


def _first_manager(server: serving.Server, doors: object) -> None:
    accounts = server._site.accounts
    accounts.open_first(accounts.first, "max", "correct horse")


def test_nothing_that_is_deleted_brings_the_first_link_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving.Server, "run", _first_manager)
    _serve(str(tmp_path / "room.db"))
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    for path in tmp_path.iterdir():
        if path.suffix not in (".db", ".key", ".mark"):
            path.unlink()
    assert not any("first manager" in line for line in _serve(str(tmp_path / "room.db")))


def test_a_room_whose_people_have_no_account_says_how_to_open_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Room.open(tmp_path / "room.db") as room:
        room.do("pit-1", commands.open_table, by=Actor("fran", Role.FLOOR), game="three-card-poker")
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    said = " ".join(_serve(str(tmp_path / "room.db")))
    assert "first manager" not in said
    assert "open one with fairdeal accounts open" in said


def test_the_accounts_are_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving.Server, "run", _first_manager)
    _serve(str(tmp_path / "room.db"), regulars=True)
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    said = _serve(str(tmp_path / "room.db"))
    assert not any("first manager" in line for line in said)
    rows = [row for row in _rows(str(tmp_path / "room.db")) if row.stream == ACCOUNTS]
    assert [row.kind for row in rows] == ["account-opened", "password-set", "signed-in"]


def test_a_log_that_has_gone_back_is_not_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def audited(server: serving.Server, doors: object) -> None:
        check = server._site.archive.checking
        check.start("ada")
        check.wait()

    monkeypatch.setattr(serving.Server, "run", audited)
    where = str(tmp_path / "room.db")
    with Room.open(where):
        pass
    files = [tmp_path / "room.db", tmp_path / "room.db.mark"]
    old = [each.read_bytes() for each in files]
    _serve(where)
    for file, content in zip(files, old, strict=True):  # the mark went back, too
        file.write_bytes(content)
    with pytest.raises(Unavailable, match="has gone back: an audit found event") as refused:
        _serve(where)
    assert refused.value.code == "log.went-back"
    (tmp_path / "room.db.checks").unlink()
    _serve(where)


def test_a_loss_that_is_accepted_by_name_counts_for_what_audits_have_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def audited(server: serving.Server, doors: object) -> None:
        check = server._site.archive.checking
        check.start("ada")
        check.wait()

    monkeypatch.setattr(serving.Server, "run", audited)
    path = tmp_path / "room.db"
    Room.open(path).close()
    old = path.read_bytes()
    _serve(str(path))
    path.write_bytes(old)
    with pytest.raises(Unavailable, match="this room has answered for 8 events") as refused:
        _serve(str(path))
    assert refused.value.code == "log.went-back"
    accept_loss(path, by=Actor("max", Role.MANAGER), reason="a new disk")
    _serve(str(path))
    assert [row.kind for row in _rows(str(path))][:2] == ["loss-accepted", "room-opened"]


def test_no_second_process_keeps_the_same_record_of_audits(tmp_path: Path) -> None:
    guard = guard_of(tmp_path / "room.db.checks", "the record of audits")
    with pytest.raises(Unavailable, match=r"the record of audits in .* is in use by process"):
        _serve(str(tmp_path / "room.db"))
    os.close(guard)


def test_a_room_in_memory_forgets_its_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving.Server, "run", _first_manager)
    for _ in range(2):
        said = _serve("memory:")
        assert re.search("first manager", " ".join(said))


def test_an_address_of_the_newer_kind_is_understood_and_spelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with suppress(FairdealError), serving._listening("::1", 0) as door:
        assert door.family == socket.AF_INET6
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: None)
    monkeypatch.setattr(serving, "_listening", lambda host, port: socket.create_server(("", 0)))
    for host, spelled in (("::1", "[::1]"), ("::", "[::1]"), ("0.0.0.0", "127.0.0.1")):
        [first, *_] = _serve("memory:", host=host)
        assert first.startswith(f"the card room is open at http://{spelled}:")
    [first, *_] = _serve("memory:", host="localhost")
    assert first.startswith("the card room is open at http://localhost:")


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("999.1.1.1", "'999.1.1.1' is not an address or name of this machine"),
        ("no such host", "'no such host' is not an address or name of this machine"),
        ("x" * 70, "is not an address or name of this machine"),
        ("a\0b", "is not an address or name of this machine"),
        (
            "203.0.113.7",
            "203.0.113.7 is not an address of this machine: choose another with --host",
        ),
    ],
)
def test_a_host_that_is_wrong_is_blamed_and_not_the_port(host: str, said: str) -> None:
    with pytest.raises(Malformed, match=said) as refused:
        _serve("memory:", host=host)
    assert refused.value.code == "serve.host"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--port", "70000"), "--port must be 0 to 65535, and 70000 is not"),
        (("--visitors", "0"), "--visitors must be 1 to 100,000, and 0 is not"),
        (("--public-name", "https://x.example/"), "--public-name must be a host name such as"),
        (("--public-name", "my cards"), "--public-name must be a host name such as"),
        (("--public-name", ""), "--public-name must be a host name such as cards.example"),
        (("--lock-after", "0"), "--lock-after must be 1 to 720 minutes, and '0' is not"),
        (("--lock-after", "soon"), "--lock-after must be 1 to 720 minutes, and 'soon' is not"),
        (("--play-chips", "-5"), "--play-chips must be $0 to $100,000, and -$5 is not"),
        (("--cash", "--play-chips", "5"), "--cash gives no play chips: leave --play-chips out"),
    ],
)
def test_what_cannot_be_served_is_told(run: Run, words: tuple[str, ...], told: str) -> None:
    code, _, err = run("serve", *words)
    assert (code, told in err) == (2, True), err


@pytest.mark.parametrize(
    ("host", "more", "is_warned", "is_named"),
    [
        ("127.0.0.1", {}, False, True),
        ("0.0.0.0", {}, True, False),
        ("127.0.0.1", {"behind_proxy": True}, False, False),
        ("127.0.0.1", {"behind_proxy": True, "public_name": "cards.example"}, False, True),
        ("0.0.0.0", {"public_name": "cards.example"}, True, True),
    ],
)
def test_a_room_says_where_it_is_and_whether_that_is_encrypted(
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    more: dict[str, Any],
    is_warned: bool,
    is_named: bool,
) -> None:
    seen: list[serving.Server] = []
    said: list[str] = []
    monkeypatch.setattr(serving.Server, "run", lambda self, doors: seen.append(self))
    serve("memory:", None, host, 0, play_chips=0, with_regulars=False, told=said.append, **more)
    warned = [each for each in said if "not encrypted" in each]
    assert (
        warned
        == [
            f"connections to {host} are not encrypted: on a network that others use,"
            " put a proxy with HTTPS before the room"
        ]
        * is_warned
    )
    names = {"localhost", "127.0.0.1", "::1", more.get("public_name", "127.0.0.1")}
    assert seen[0]._site.names == (names if is_named else frozenset())
    public = more.get("behind_proxy") and more.get("public_name")
    assert said[0].startswith(
        "the card room is open at " + ("https://cards.example" if public else "http://127.0.0.1:")
    )


def test_the_options_reach_the_room(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(serving, "serve", lambda *words, **more: asked.append((words, more)))
    words = ("--play-chips", "20", "--host", "::1", "--visitors", "7", "--behind-proxy")
    named = ("--public-name", "Cards.Example")
    monkeypatch.setenv("FAIRDEAL_LOCK_AFTER", "20")
    assert run("serve", "--room", "memory:", *words, *named)[0] == 0
    (where, key, host, port), more = asked[0]
    assert (where, key, host, port) == ("memory:", None, "::1", 8080)
    assert (more["play_chips"], more["with_regulars"]) == (2000, True)
    assert (more["limits"].visitors, more["behind_proxy"]) == (7, True)
    assert more["public_name"] == "cards.example"
    assert more["idle_minutes"] == 20
    run("serve", "--lock-after", "3")
    assert asked[1][1]["idle_minutes"] == 3
