"""Whether the room works: what load balancers and Prometheus are told."""

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import pytest
from starlette.testclient import TestClient

from fairdeal.errors import Conflict, Corrupt, FairdealError, Malformed, Unavailable
from fairdeal.live import Room, commands
from fairdeal.live.log.chain import Recorded
from fairdeal.live.log.stores import sqlite
from fairdeal.live.log.stores.connecting import engine_of
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.web import health
from fairdeal.web.access.gate import Forwarded
from fairdeal.web.app import application
from fairdeal.web.health import Health, token_in
from fairdeal.web.running import serving
from tests.live.tables import FLOOR, KEY
from tests.typed import MAIN
from tests.web.house import House
from tests.web.test_serving import asked, started

FULL: Final = Unavailable("the log in /srv/room.db cannot be written", code="store.unavailable")


class Disk(MemoryStore):
    """A log that takes what it is given, fails, or does not answer."""

    error: FairdealError | None = None
    waits = False
    checks = 0

    def submit(self, entry: Any, seen: int | None = None) -> Future[tuple[Recorded, ...]]:
        return self._failed() if self.error else super().submit(entry, seen)

    def check_writes(self) -> Future[tuple[Recorded, ...]]:
        self.checks += 1
        if self.waits:
            return Future()
        return self._failed() if self.error else super().check_writes()

    def _failed(self) -> Future[tuple[Recorded, ...]]:
        done: Future[tuple[Recorded, ...]] = Future()
        done.set_exception(self.error)
        return done


class Ward:
    """A room on such a disk, and its health on a clock that the test moves."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.disk = Disk(KEY)
        self.room = Room(self.disk, KEY)
        self.health = Health(self.room, lambda: self.at)

    def beat(self, seconds: float) -> None:
        self.at += seconds
        self.health(0)

    def codes(self) -> list[str]:
        shown = self.health.shown()
        assert shown.status == ("failing" if shown.faults else "ok")
        return [each.code for each in shown.faults]


@pytest.fixture
def ward() -> Ward:
    return Ward()


def test_an_idle_log_is_asked_every_five_seconds_and_a_busy_one_is_not(ward: Ward) -> None:
    for seconds, checks in ((4, 0), (1, 1), (4, 1), (1, 2)):
        ward.beat(seconds)
        assert (ward.disk.checks, ward.codes()) == (checks, [])
    ward.at += 4
    ward.room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    ward.beat(4)
    assert ward.disk.checks == 2
    shown = ward.health.shown()
    assert (shown.writes, shown.last_commit_seconds, shown.head) == (True, 4.0, 1)


def test_a_log_that_takes_nothing_is_noticed_in_an_idle_room_and_so_is_its_end(ward: Ward) -> None:
    ward.disk.error = FULL
    ward.beat(5)
    assert ward.codes() == ["store.unavailable"]
    shown = ward.health.shown()
    assert not shown.writes
    assert shown.faults[0].sentences == (
        "the log cannot be written: nothing is done, pages can be read",
    )
    ward.beat(0.5)
    assert ward.disk.checks == 1
    ward.beat(0.5)
    assert ward.disk.checks == 2
    ward.disk.error = None
    for _ in range(6):
        ward.beat(1)
    assert ward.codes() == []


def test_a_check_that_passes_does_not_hide_commands_that_fail(ward: Ward) -> None:
    """On a disk that is nearly full the check has room, and a command has none."""
    ward.disk.error = FULL
    with pytest.raises(Unavailable):
        ward.room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    ward.disk.error = None
    ward.beat(1)
    assert (ward.disk.checks, ward.codes()) == (1, ["store.unavailable"])
    ward.room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    assert ward.codes() == []


def test_a_command_that_another_one_overtook_says_nothing_of_the_disk(ward: Ward) -> None:
    ward.disk.error = Conflict("another was first", code="table.moved-on")
    with pytest.raises(Conflict):
        ward.room.do("pit-1", commands.open_table, by=FLOOR, game="three-card-poker")
    assert ward.codes() == []
    ward.disk.error = Corrupt("the log has lost its head", code="log.broken")
    ward.beat(5)
    assert ward.codes() == ["log.broken"]


@pytest.mark.parametrize(("went_back", "code"), [(False, "store.stopped"), (True, "log.went-back")])
def test_a_log_that_takes_nothing_more_is_told_apart(
    ward: Ward, went_back: bool, code: str
) -> None:
    ward.disk.stopped, ward.disk.went_back = "the disk reports an error", went_back
    assert ward.codes() == [code]
    assert "/" not in ward.health.shown().faults[0].sentences[0]


def test_a_log_that_does_not_answer_and_clocks_that_stand_still_are_faults(ward: Ward) -> None:
    assert ward.health.late == 0
    ward.disk.waits = True
    ward.beat(5)
    ward.beat(health.SLOW)
    assert ward.codes() == []
    ward.beat(1)
    assert (ward.disk.checks, ward.codes()) == (1, ["store.slow"])
    ward.at += health.SLOW + 1
    assert (ward.health.late, ward.codes()) == (health.SLOW + 1, ["store.slow", "keeper.late"])


def test_health_is_answered_without_a_session_and_without_a_secret(house: House) -> None:
    with house.browser() as browser:
        answer = browser.client.get("/health")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert answer.json() == {
        "status": "ok",
        "writes": True,
        "last_commit_seconds": 0.0,
        "in_line": 0,
        "head": 0,
        "faults": [],
    }


def test_a_room_that_cannot_write_answers_503_and_says_why(house: House) -> None:
    house.room.store.stopped = "the log in /srv/room.db cannot be written"  # type: ignore[misc]
    with house.browser() as browser:
        answer = browser.client.get("/health")
        assert answer.status_code == 503
        assert [each["code"] for each in answer.json()["faults"]] == ["store.stopped"]
        assert "/srv" not in answer.text


def _near(house: House) -> TestClient:
    """A program on the room's machine."""
    return TestClient(house.app, client=("127.0.0.1", 50_000))


def test_metrics_count_what_happens(house: House) -> None:
    house.open("three-card-poker")
    with house.browser() as browser:
        browser.get("/tables/pit-1")
        assert browser.act("sit").status_code == 200
        assert browser.act("sit", seat=99).status_code == 409
        browser.act("place", seat=1, bets={"ante": 1000})
    answer = _near(house).get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    found = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if line[0] != "#")
    assert found['fairdeal_commands_total{command="sit"}'] == "1.0"
    assert found['fairdeal_events_total{kind="bets-placed"}'] == "1.0"
    assert found['fairdeal_refusals_total{code="seat.unknown"}'] == "1.0"
    assert found["fairdeal_log_head"] == str(float(house.room.store.head().pos))
    assert (found["fairdeal_open_tables"], found["fairdeal_rounds_at_play"]) == ("1.0", "1.0")
    assert (found["fairdeal_healthy"], found["fairdeal_log_queue"]) == ("1.0", "0.0")
    assert (found["fairdeal_open_streams"], found["fairdeal_log_failures_total"]) == ("0.0", "0.0")
    assert 'fairdeal_info{version="' in answer.text
    assert "_created" not in answer.text


def test_metrics_of_a_room_without_its_log_say_so_and_count_no_tables(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open("three-card-poker")

    def gone() -> list[str]:
        raise FULL

    monkeypatch.setattr(house.room, "tables", gone)
    monkeypatch.setattr(house.room.store, "stopped", "the disk reports an error")
    text = _near(house).get("/metrics").text
    assert "fairdeal_healthy 0.0" in text
    assert "fairdeal_open_tables" not in text


def test_metrics_are_for_this_machine_or_for_who_has_the_token(house: House) -> None:
    def asked_from(address: str, token: str = "", *, proxied: bool = False) -> int:
        app = application(house.site)
        client = TestClient(Forwarded(app) if proxied else app, client=(address, 50_000))
        given = {"authorization": f"Bearer {token}"} if token else {}
        return int(client.get("/metrics", headers=given).status_code)

    secret = "0123456789abcdef"
    assert (asked_from("127.0.0.1"), asked_from("192.0.2.7")) == (200, 403)
    assert asked_from("192.0.2.7", secret) == 403, "a room without a token takes none"
    house.site.metrics_token = secret
    assert asked_from("192.0.2.7", secret) == 200
    assert asked_from("192.0.2.7", secret[:-1]) == 403
    # What a proxy brings comes from the world, even where the proxy is on this machine.
    assert asked_from("127.0.0.1", proxied=True) == 403
    assert asked_from("127.0.0.1", secret, proxied=True) == 200
    client = TestClient(application(house.site), client=("192.0.2.7", 50_000))
    assert client.get("/metrics").json()["code"] == "metrics.token"


def test_the_token_lies_in_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "token"

    def told(content: bytes, mode: int = 0o600) -> str:
        path.write_bytes(content)
        path.chmod(mode)
        with pytest.raises(Malformed) as refused:
            token_in(path)
        assert refused.value.code == "metrics.token-file"
        return str(refused.value).replace(str(path), "FILE")

    with pytest.raises(Malformed, match="cannot be read: No such file"):
        token_in(path)
    assert told(b"0123456789abcdef", 0o640).endswith("allow its owner alone (chmod 600)")
    assert told("é".encode()) == "the token in FILE cannot be read: it is not plain text"
    for text in (b"", b"short", b"0123456789 abcdef"):
        assert told(text).startswith("FILE holds no token: expected at least 16 letters and digits")
    path.write_bytes(b"0123456789abcdef\n")
    assert token_in(path) == "0123456789abcdef"


def test_a_room_whose_log_may_only_be_read_does_not_open_its_doors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens a protected file, or one of a read-only disk, to read it."""
    where = str(tmp_path / "room.db")
    opened: list[Any] = []
    monkeypatch.setattr(serving.Server, "run", lambda *ports: opened.append(ports))
    said: list[str] = []
    words: dict[str, Any] = {"play_chips": 0, "with_regulars": False, "told": said.append}
    serving.serve(where, None, "127.0.0.1", 0, **words)
    monkeypatch.setattr(sqlite, "engine_of", lambda path, _, like: engine_of(path, "ro", like))
    said.clear()
    with pytest.raises(Unavailable, match=r"it may only be read.*does not open") as error:
        serving.serve(where, None, "127.0.0.1", 0, **words)
    assert (error.value.code, said, len(opened)) == ("serve.unwritable", [], 1)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FULL, "serve.unwritable"),
        (Unavailable("the disk reports an error", code="store.doubtful"), "store.doubtful"),
        (None, ""),
    ],
)
def test_a_start_tells_a_doubt_from_a_disk_that_takes_nothing(
    ward: Ward, error: FairdealError | None, code: str
) -> None:
    ward.disk.error = error
    found = ""
    try:
        serving._check_writes(ward.room)
    except Unavailable as refused:
        found = refused.code
    assert found == code


_FULL: Final = """
import sqlite3
from pathlib import Path
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as Dialect

def commit(self, connection):
    if Path("the-disk-is-full").exists():
        raise sqlite3.OperationalError("database or disk is full")
    connection.commit()

Dialect.do_commit = commit
"""


@pytest.mark.parametrize("words", [(), ("--empty-seats",)])
def test_a_full_disk_is_seen_from_outside_while_pages_can_be_read(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    # As the log does: the error proves that nothing was recorded.
    undone = "\nfrom fairdeal.live.log.stores.sqlite import SqliteStore"
    undone += "\nSqliteStore._is_undone = lambda self, error: True\n"
    with started("--room", "room.db", *words, at=tmp_path, code=_FULL + undone + MAIN) as (_, said):
        address = said[0].removeprefix("the card room is open at ")
        assert json.loads(asked(address, "/health"))["status"] == "ok"
        (tmp_path / "the-disk-is-full").touch()
        assert _waited(address, "failing")["faults"][0]["code"] == "store.unavailable"
        assert '"is_open":true' in asked(address, "/api/tables")
        (tmp_path / "the-disk-is-full").unlink()
        assert _waited(address, "ok")["writes"]


def _waited(address: str, status: str) -> dict[str, Any]:
    return next(each for each in _healths(address) if each["status"] == status)


def _healths(address: str) -> Iterator[dict[str, Any]]:
    for _ in range(200):
        found: dict[str, Any] = json.loads(asked(address, "/health"))
        yield found
        time.sleep(0.1)


def test_a_token_file_that_is_wrong_is_told_before_the_room_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fairdeal.cli.serve import command

    monkeypatch.chdir(tmp_path)
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr(serving, "serve", lambda *_, **words: heard.append(words))
    with pytest.raises(Malformed, match="the token in none cannot be read"):
        command.main(["--metrics-token", "none"], standalone_mode=False)
    token = tmp_path / "token"
    with os.fdopen(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write("0123456789abcdef")
    command.main(["--metrics-token", "token"], standalone_mode=False)
    command.main([], standalone_mode=False)
    assert [each["metrics_token"] for each in heard] == ["0123456789abcdef", ""]
