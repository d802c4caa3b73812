"""A log in PostgreSQL: servers that come and go, and processes that share the tables out."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from fairdeal.errors import Conflict, Corrupt, FairdealError, Malformed, Refused, Unavailable
from fairdeal.live.clocks import SECOND
from fairdeal.live.log.chain import StreamHead, head_of, tagged, verify
from fairdeal.live.log.checkpoints import STREAM as SIGNS
from fairdeal.live.log.stores import open_store, postgres
from fairdeal.live.log.stores.postgres import PostgresStore
from fairdeal.live.log.stores.schema import End
from fairdeal.live.log.stores.server import KEEPALIVES
from tests.live.database import PLANTED
from tests.live.entries import KEY, conflict, entry, has_code, held, in_line, script, until
from tests.live.postgres import Server

CLAIM_AND_WAIT = """
import sys
from fairdeal.live.log.stores import open_store
from tests.live.entries import KEY, entry

log = open_store(sys.argv[1], KEY)
print(log.claim("pit-1"), log.append(entry("pit-1"))[0].pos, flush=True)
sys.stdin.read()
"""

WRITE_FOR_EVER = """
import sys
from fairdeal.live.log.stores import open_store
from tests.live.entries import KEY, entry

log = open_store(sys.argv[1], KEY)
version = 0
while True:
    print(log.append(entry(sys.argv[2], version))[0].version, flush=True)
    version += 1
"""


@pytest.fixture
def log(database: str) -> Iterator[PostgresStore]:
    opened = PostgresStore(database, KEY)
    yield opened
    opened.close()


def refusal(call: Callable[[], object], kind: type[FairdealError], code: str) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert has_code(caught.value, code)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_server_that_stops_is_told_and_one_that_starts_again_is_found(
    server: Server, database: str
) -> None:
    log = PostgresStore(database, KEY)
    log.append(entry())
    assert log.claim("pit-1")
    server.stop()
    try:
        said = refusal(lambda: log.append(entry(version=1)), Unavailable, "store.unavailable")
        assert said == (
            f"the log in {log.name} cannot be written: "
            "the server cannot be reached; nothing was recorded"
        )
        for ask in (log.head, lambda: log.claim("pit-2")):
            said = refusal(ask, Unavailable, "store.unavailable")
            assert said == f"the log in {log.name} cannot be read: the server cannot be reached"
        log._lease._good_until = 0
        refusal(lambda: log.claim("pit-1"), Unavailable, "store.unavailable")
        said = refusal(lambda: open_store(database, KEY), Unavailable, "store.unavailable")
        assert "the server cannot be reached" in said
    finally:
        server.start()
    assert log.claim("pit-1")
    assert log.append(entry(version=1))[0].pos == 2
    assert log.failures == 1
    verify(log.read(), log.head(), KEY)
    log.close()


def test_everything_in_line_fails_with_the_server(server: Server, log: PostgresStore) -> None:
    with held(log):
        futures = [log.submit(entry("pit-9"))]
        until(lambda: not in_line(log))
        futures += [log.submit(entry(f"pit-{number}")) for number in range(3)]
        server.stop()
    try:
        for future in futures:
            refusal(future.result, Unavailable, "store.unavailable")
    finally:
        server.start()
    assert log.streams() == {}
    assert log.append(entry())[0].pos == 1


def test_a_restart_between_two_entries_is_not_even_noticed(
    server: Server, log: PostgresStore
) -> None:
    log.append(entry())
    server.stop()
    server.start()
    assert log.append(entry(version=1))[0].pos == 2
    assert log.head().pos == 2


def test_a_connection_that_breaks_while_it_commits_leaves_the_answer_open(
    server: Server, log: PostgresStore, database: str
) -> None:
    engine = log._engine
    assert engine is not None
    log.append(entry())

    def cut(connection: sa.Connection) -> None:
        number = connection.scalar(sa.select(sa.func.pg_backend_pid()))
        server.tell(f"SELECT pg_terminate_backend({number}, 5000)")

    sa.event.listen(engine, "commit", cut)
    said = refusal(lambda: log.append(entry(version=1)), Unavailable, "store.doubtful")
    assert said.endswith("; whether anything was recorded is not known")
    sa.event.remove(engine, "commit", cut)
    refusal(lambda: log.append(entry(version=1)), Unavailable, "store.stopped")
    again = PostgresStore(database, KEY)
    assert again.append(entry(version=1))[0].pos == 2
    again.close()


def test_two_processes_share_the_tables_out_and_one_takes_over_when_the_other_dies(
    log: PostgresStore, database: str
) -> None:
    with subprocess.Popen(
        script(CLAIM_AND_WAIT, database), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "1 1\n"
        assert not log.claim("pit-1")
        assert log.claim("pit-2")
        assert log.append(entry("pit-2"))[0].pos == 2
        other.kill()
    until(lambda: bool(log.claim("pit-1")))
    with pytest.raises(Conflict, match="table pit-1 is at event 1, not 0"):
        log.append(entry("pit-1", key="stale"))
    assert log.append(entry("pit-1", 1))[0].pos == 3
    verify(log.read(), log.head(), KEY)


def test_a_killed_process_loses_nothing_that_it_acknowledged(
    log: PostgresStore, database: str
) -> None:
    processes = [
        subprocess.Popen(script(WRITE_FOR_EVER, database, name), stdout=subprocess.PIPE, text=True)
        for name in ("pit-1", "pit-2")
    ]
    for process, name in zip(processes, ("pit-1", "pit-2"), strict=True):
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(50)]
        process.kill()
        lines += process.stdout.readlines()
        process.stdout.close()
        process.wait()
        acknowledged = int([line for line in lines if line.endswith("\n")][-1])
        assert log.streams()[name] >= acknowledged
    until(lambda: bool(log.append(entry("pit-3", log.streams().get("pit-3", 0)))))
    verify(log.read(), log.head(), KEY)


def test_a_table_has_one_holder_until_that_is_gone(log: PostgresStore, database: str) -> None:
    second = PostgresStore(database, KEY)
    assert log.claim("pit-1")
    log.append(entry())
    assert not second.claim("pit-1")
    log.close()
    claim = second.claim("pit-1")
    assert claim
    assert second.still_holds("pit-1", claim)
    assert second.append(entry(version=1))[0].epoch == 2
    second.close()


def test_a_lost_connection_gives_no_table_away(
    server: Server, log: PostgresStore, database: str
) -> None:
    second = PostgresStore(database, KEY)
    claim = log.claim("pit-1")
    log.append(entry())
    cut(server, log)
    log._lease.renew()
    assert log.still_holds("pit-1", claim)
    assert number_of(log) in log._lease._locks
    assert not second.claim("pit-1")
    second.close()


def test_a_process_without_a_session_is_not_waited_for(
    server: Server, log: PostgresStore, database: str
) -> None:
    second = PostgresStore(database, KEY)
    assert log.claim("pit-1")
    log.append(entry())
    log._lease._stopping.set()  # as where the process is killed
    cut(server, log)
    assert not second.claim("pit-1"), "a restart of the server ends the sessions of the living"
    second._lease._connected_at -= 4 * SECOND
    until(lambda: bool(second.claim("pit-1")))
    second.close()


def test_a_process_that_sleeps_loses_its_tables_when_its_lease_is_over(
    server: Server, log: PostgresStore, database: str
) -> None:
    second = PostgresStore(database, KEY)
    claim = log.claim("pit-1")
    log.append(entry())
    log._lease._stopping.set()
    server.tell("UPDATE member SET until = 0", database)
    assert second.claim("pit-1")
    assert second.append(entry(version=1))[0].epoch == 2
    said = refusal(lambda: log.append(entry(version=2, key="late")), Refused, "table.elsewhere")
    assert said == (
        "table pit-1 was taken over by another process: place late was not recorded; ask again"
    )
    assert log.still_holds("pit-1", claim), "it has not looked at its row yet"
    log._lease.renew()
    assert not log.still_holds("pit-1", claim)
    assert not log.claim("pit-1")
    verify(second.read(), second.head(), KEY)
    second.close()


def test_what_a_process_decided_before_it_lost_a_table_is_awaited_or_refused(
    server: Server, log: PostgresStore, database: str
) -> None:
    """Who runs the table then would show it without that, and never hear of it."""
    second = PostgresStore(database, KEY)
    assert log.claim("pit-1")
    log.append(entry("pit-1"))
    server.tell("UPDATE member SET until = 0", database)
    with ThreadPoolExecutor() as aside, psycopg.connect(database) as writer:
        writer.execute("SELECT 1 FROM head WHERE stream = 1 FOR UPDATE")
        late = log.submit(entry("pit-1", 1))
        until(lambda: are_waiting(server, 1))
        taken_over = aside.submit(lambda: (second.claim("pit-1"), second.streams()["pit-1"]))
        until(lambda: are_waiting(server, 2))
        writer.rollback()
        claim, loaded = taken_over.result()
    assert claim
    if late.exception() is None:
        assert loaded == 2
    else:
        refusal(late.result, Refused, "table.elsewhere")
        assert loaded == 1
    assert second.append(entry("pit-1", loaded, key="again"))[0].version == loaded + 1
    assert log.append(entry("room:"))
    second.close()


def number_of(log: PostgresStore) -> int:
    """The lock that shows that a process lives."""
    return log._number("member", f"{log._lease.member}")


def cut(server: Server, log: PostgresStore) -> None:
    """End the session of a process's lease."""
    assert log._lease._session is not None
    number = log._lease._session.scalar(sa.select(sa.func.pg_backend_pid()))
    server.tell(f"SELECT pg_terminate_backend({number}, 5000)")


def are_waiting(server: Server, count: int) -> bool:
    """Whether so many transactions wait for a row."""
    with psycopg.connect(server.address) as connection:
        asked = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        found = connection.execute(asked).fetchone()
        return found is not None and found[0] >= count


def test_claims_of_one_log_leave_another_in_the_same_database_alone(
    server: Server, log: PostgresStore
) -> None:
    other = PostgresStore(server.place(), KEY)
    assert log.claim("pit-1")
    assert other.claim("pit-1")
    other.close()


def test_a_claim_ends_when_the_log_is_closed(log: PostgresStore, database: str) -> None:
    first = PostgresStore(database, KEY)
    assert first.claim("pit-1")
    first.close()
    until(lambda: bool(log.claim("pit-1")))


def test_two_logs_in_two_threads_make_one_chain(log: PostgresStore, database: str) -> None:
    second = PostgresStore(database, KEY)

    def write(store: PostgresStore, name: str) -> None:
        for version in range(40):
            store.append(entry(name, version))

    threads = [
        threading.Thread(target=write, args=(store, name))
        for store, name in ((log, "pit-1"), (second, "pit-2"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verify(log.read(), second.head(), KEY).versions == {"pit-1": 40, "pit-2": 40}
    with conflict("command.repeated"):
        second.append(entry("pit-1", 40, "pit-1/3"))
    second.close()


def test_two_processes_may_begin_the_same_log_at_once(database: str) -> None:
    opened: list[PostgresStore] = []
    threads = [
        threading.Thread(target=lambda: opened.append(PostgresStore(database, KEY)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [log.head().pos for log in opened] == [0] * 4
    for log in opened:
        log.close()


def test_somebody_who_sleeps_in_the_middle_of_writing_is_not_waited_for_for_ever(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_SETTINGS", ("SET lock_timeout = '50ms'",))
    log = PostgresStore(database, KEY)
    log.append(entry())
    with psycopg.connect(database) as sleeper:
        sleeper.execute("SELECT 1 FROM head FOR UPDATE")
        said = refusal(lambda: log.append(entry(version=1)), Unavailable, "store.unavailable")
        assert "another process holds it locked" in said
    assert log.append(entry(version=1))
    log.close()


def test_what_is_acknowledged_is_on_the_disk_however_the_server_is_set_up(database: str) -> None:
    log = PostgresStore(f"{database}%20-csynchronous_commit%3Doff", KEY)
    assert log._engine is not None
    with log._engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    log.close()


def test_an_order_that_was_set_back_is_noticed_by_the_next_turn(
    server: Server, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_TURN_EVERY", 3600)
    log = PostgresStore(database, KEY)
    for version in range(3):
        log.append(entry(version=version))
    first = next(log.read())
    server.tell(f"UPDATE log SET pos = 1, hash = '\\x{first.log_hash.hex()}'", database)
    said = refusal(lambda: log.append(entry("room:")), Corrupt, "log.broken")
    assert said == "the log ends at event 3, but its head names event 1"
    seal = head_of(KEY, 1, first.log_hash).seal.hex()
    server.tell(f"UPDATE log SET seal = '\\x{seal}'", database)
    said = refusal(lambda: log.append(entry("room:")), Corrupt, "log.broken")
    assert said == "the log ends at event 3, but its head names event 1"
    last = [*log.read_so_far(0)][-1].log_hash.hex()
    end = f"pos = 3, hash = '\\x{last}'"
    server.tell(f"UPDATE log SET {end}, entries = 9", database)
    said = refusal(lambda: log.append(entry("room:")), Corrupt, "log.broken")
    assert "is not sealed by this room's key" in said
    seal = head_of(KEY, 3, bytes.fromhex(last)).seal.hex()
    server.tell(f"UPDATE log SET seal = '\\x{seal}'", database)
    said = refusal(lambda: log.append(entry("room:")), Corrupt, "log.broken")
    assert said.endswith("ends with its entry 3, and its head names 9")
    log.close()


def test_a_row_outside_of_the_log_is_not_used(
    server: Server, log: PostgresStore, database: str
) -> None:
    log.append(entry(key="one"))
    server.tell("ALTER TABLE place DROP CONSTRAINT place_from_one", database)
    for pos, stream, version in ((-1, 1, 2), (0, 9, 1), (2, 1, 3)):
        for statement in PLANTED:
            for name, value in {"pos": pos, "stream": stream, "version": version}.items():
                statement = statement.replace(f":{name}", str(value))
            server.tell(statement.replace(":key", f"'c{pos}'"), database)
    assert log.streams() == {"pit-1": 1}
    assert [event.pos for event in log.stream("pit-1")] == [1]
    assert log.answer("pit-1", "c-1") == ()
    assert [known.key for known in log.recent_keys("pit-1", 9)] == ["one"]
    said = refusal(lambda: open_store(database, KEY), Corrupt, "log.broken")
    assert said.endswith("holds rows before event 1, which are none of its own")


def test_a_database_that_is_not_a_log_is_refused(server: Server, database: str) -> None:
    said = refusal(lambda: open_store(database, KEY, read_only=True), Unavailable, "store.none")
    assert said.endswith(": it is empty")
    server.tell("CREATE TABLE guest (name TEXT)", database)
    said = refusal(lambda: open_store(database, KEY), Malformed, "store.foreign")
    assert said.endswith("is not a log: it holds guest")


def test_a_log_whose_relations_were_changed_is_told_in_one_sentence(
    server: Server, log: PostgresStore, database: str
) -> None:
    server.tell("ALTER TABLE event RENAME COLUMN kind TO what", database)
    said = refusal(lambda: log.append(entry()), Unavailable, "store.unavailable")
    assert "the relations are not those of a log, or the user may not use them" in said


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("nobody:secret@/postgres?host={folder}", 'role "nobody" does not exist'),
        ("postgres:secret@/nowhere?host={folder}", 'database "nowhere" does not exist'),
        ("postgres:secret@127.0.0.1:1/log", "the server cannot be reached"),
        ("postgres:secret@/log?host=/nowhere", "the server cannot be reached"),
        ("postgres:secret@/log?host={folder}&colour=red", 'invalid connection option "colour"'),
    ],
)
def test_a_server_that_cannot_be_used_is_told_without_the_password(
    server: Server, end: str, said: str
) -> None:
    folder = server.address.rpartition("host=")[2]
    address = f"postgresql://{end.format(folder=folder)}"
    sentence = refusal(lambda: open_store(address, KEY), Unavailable, "store.unavailable")
    assert said in sentence
    assert "secret" not in sentence


def test_a_log_is_called_by_its_address_without_the_password(server: Server) -> None:
    folder = server.address.rpartition("host=")[2]
    address = f"postgresql://postgres:secret@/postgres?host={folder}"
    assert postgres._url(address).password == "secret"
    log = PostgresStore(f"{address}&{server.place().rpartition('&')[2]}", KEY)
    assert log.name == "postgresql:///postgres"
    log.close()


@pytest.mark.parametrize("end", ["me:secret@host:port/log", "me:secret@host:1:2/log"])
def test_an_address_that_cannot_be_read_is_not_repeated(end: str) -> None:
    said = refusal(lambda: open_store(f"postgres://{end}"), Malformed, "store.address")
    assert said == (
        "the address of the database cannot be read: "
        "expected postgresql://user:password@host:port/database"
    )


def test_a_missing_driver_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = refusal(lambda: open_store("postgresql://host/log"), Unavailable, "store.no-driver")
    assert said == 'a log in PostgreSQL needs its driver: pip install "fairdeal[postgres]"'


def test_a_backup_is_left_to_the_server(log: PostgresStore, tmp_path: Path) -> None:
    said = refusal(lambda: log.backup(tmp_path / "copy"), Refused, "store.no-backup")
    assert "pg_dump" in said


def test_patience_may_be_set_in_the_address(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[dict[str, Any]] = []
    create = sa.create_engine

    def watched(url: sa.URL, **more: Any) -> sa.Engine:
        made.append(more["connect_args"])
        return create(url, **more)

    monkeypatch.setattr(sa, "create_engine", watched)
    PostgresStore(f"{server.place()}&connect_timeout=2", KEY).close()
    assert made == [{"tcp_user_timeout": 10_000} | KEEPALIVES] * 2


def test_a_lock_that_an_old_session_still_holds_is_taken_later(
    server: Server, log: PostgresStore
) -> None:
    assert log.claim("pit-1")
    number = number_of(log)
    log._lease._stopping.set()
    cut(server, log)
    with psycopg.connect(server.address) as old:
        old.execute("SELECT pg_advisory_lock(%s)", [number])
        log._lease.renew()
        assert number not in log._lease._locks
        assert log._lease.is_good
    log._lease.renew()
    assert number in log._lease._locks


def test_two_processes_that_begin_one_table_are_told_apart(
    log: PostgresStore, database: str
) -> None:
    second = PostgresStore(database, KEY)
    assert log._engine is not None

    begun: list[object] = []

    def first_is_second(connection: object, cursor: object, statement: str, *more: object) -> None:
        if statement.startswith("INSERT INTO stream") and not begun:
            begun.append(second.append(entry(key="other")))

    sa.event.listen(log._engine, "before_cursor_execute", first_is_second)
    with conflict("table.moved-on"):
        log.append(entry())
    assert log.append(entry(version=1))[0].pos == 2
    second.close()


@pytest.fixture
def slow_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn is taken but those that somebody asks for."""
    monkeypatch.setattr(postgres, "_TURN_EVERY", 3600)


@pytest.mark.usefixtures("slow_turns")
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM command WHERE version = 2", "table/pit-1 has no entry that begins at its"),
        ("UPDATE head SET hash = decode(repeat('00', 32), 'hex')", "is not tagged by this room's"),
        ("DELETE FROM command WHERE version = 3", "table/pit-1 does not end where its head says"),
    ],
)
def test_no_places_are_given_to_a_stream_that_was_changed(
    server: Server, database: str, statement: str, said: str
) -> None:
    log = PostgresStore(database, KEY)
    for version in range(3):
        log.submit(entry(version=version)).result()
    assert [row.pos for row in log.stream("pit-1")] == [0, 0, 0]
    server.tell(statement, database)
    assert said in refusal(log.head, Corrupt, "log.broken")
    log.close()


@pytest.mark.usefixtures("slow_turns")
def test_a_table_that_lacks_what_was_written_ends_the_writing(
    server: Server, database: str
) -> None:
    log = PostgresStore(database, KEY)
    log.append(entry())
    log.submit(entry(version=1)).result()
    server.tell("DELETE FROM command WHERE version = 2", database)
    server.tell("DELETE FROM event WHERE version = 2", database)
    first = next(log.stream("pit-1"))
    tip = tagged(KEY, log.origin, "pit-1", StreamHead(1, first.hash, 1))
    server.tell(
        f"UPDATE head SET version = 1, hash = '\\x{tip.hash.hex()}', tag = '\\x{tip.tag.hex()}'",
        database,
    )
    said = refusal(lambda: log.append(entry(version=2)), Unavailable, "log.went-back")
    assert "1 of the 2 events of table/pit-1 are missing" in said
    assert log.went_back
    refusal(lambda: log.append(entry(version=1)), Unavailable, "log.went-back")
    log.close()


def test_a_turn_that_finds_the_order_broken_ends_the_writing(server: Server, database: str) -> None:
    for statement, code in (
        ("UPDATE log SET pos = 7", "store.stopped"),
        (
            "DELETE FROM place; UPDATE log SET entries = 0, pos = 0, hash = '\\x{hash}',"
            " seal = '\\x{seal}'",
            "log.went-back",
        ),
    ):
        place = server.place()
        log = PostgresStore(place, KEY)
        log.append(entry())
        zero = head_of(KEY)
        server.tell(statement.format(hash=zero.hash.hex(), seal=zero.seal.hex()), place)
        until(lambda log=log: bool(log.stopped))  # type: ignore[misc]
        assert log.went_back == (code == "log.went-back")
        refusal(lambda log=log: log.append(entry(version=1)), FairdealError, code)  # type: ignore[misc]
        log.close()


@pytest.mark.usefixtures("slow_turns")
def test_a_turn_in_doubt_is_taken_again(server: Server, log: PostgresStore) -> None:
    engine = log._engine
    assert engine is not None
    log.submit(entry()).result()

    def broken(connection: sa.Connection) -> None:
        number = connection.scalar(sa.select(sa.func.pg_backend_pid()))
        server.tell(f"SELECT pg_terminate_backend({number}, 5000)")

    sa.event.listen(engine, "commit", broken)
    assert list(log.read()) == []
    assert [row.pos for row in log.stream("pit-1")] == [0]
    sa.event.remove(engine, "commit", broken)
    assert [row.pos for row in log.read()] == [1]
    assert not log.stopped


@pytest.mark.usefixtures("slow_turns")
def test_what_a_dead_process_left_without_places_gets_them_from_another(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = PostgresStore(database, KEY)
    dead.submit(entry()).result()
    monkeypatch.setattr(postgres, "_TURN_EVERY", 0.01)
    log = PostgresStore(database, KEY)
    until(lambda: log.placed == 1)
    assert [row.pos for row in log.read_so_far(0)] == [1]
    log.close()
    dead.close()


def test_a_table_that_this_process_has_begun_is_its_own(log: PostgresStore) -> None:
    assert log.claim("pit-1")
    log.append(entry("pit-2"))
    assert log.claim("pit-2")
    assert log.append(entry("pit-2", 1))[0].epoch == 1


def test_a_stream_that_any_process_writes_needs_no_claim(log: PostgresStore, database: str) -> None:
    second = PostgresStore(database, KEY)
    for each in (log, second):
        claim = each.claim("room:")
        assert claim
        assert each.still_holds("room:", claim)
    log.append(entry("room:", key="one"))
    with conflict("table.moved-on"):
        second.append(entry("room:", key="two"))
    assert second.append(entry("room:", 1, key="two"))[0].epoch == 1
    second.close()


def test_a_log_that_is_only_read_takes_no_table_and_gives_no_places(database: str) -> None:
    PostgresStore(database, KEY).close()
    log = PostgresStore(database, KEY, read_only=True)
    assert not log.claim("pit-1")
    log.catch_up()
    assert log.head().pos == 0
    log.close()


def test_an_older_end_does_not_take_the_place_of_a_newer_one(log: PostgresStore) -> None:
    log.append(entry())
    assert log.placed == 1
    log._now_at(End(head_of(KEY), 0), None)
    assert log.placed == 1


def test_one_process_signs_and_another_when_that_is_gone(log: PostgresStore, database: str) -> None:
    second = PostgresStore(database, KEY)
    claim = log.claim(SIGNS)
    assert claim == log.claim(SIGNS) > 0
    assert not second.claim(SIGNS)
    log.close()
    assert second.claim(SIGNS)
    second.close()
