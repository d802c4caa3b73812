"""PostgreSQL's own settings, and what stands between a room and its server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
import sqlalchemy as sa

from fairdeal.errors import Refused
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.postgres import PostgresStore
from fairdeal.live.log.stores.server import ALLOWS_UNSAFE, check_settings
from tests.live.entries import KEY, entry, has_code, until
from tests.live.pooler import pooling
from tests.live.postgres import Server


def shown(server: Server, name: str) -> str:
    """A setting of the server, as a new session has it."""
    with psycopg.connect(server.address) as connection:
        row = connection.execute(f"SHOW {name}".encode()).fetchone()
    assert row is not None
    return str(row[0])


@contextmanager
def with_setting(server: Server, name: str, value: str) -> Iterator[None]:
    before = shown(server, name)
    set_to(server, name, value)
    try:
        yield
    finally:
        set_to(server, name, before)


def set_to(server: Server, name: str, value: str) -> None:
    server.tell(f"ALTER SYSTEM SET {name} = '{value}'")
    server.tell("SELECT pg_reload_conf()")
    until(lambda: shown(server, name) == value)


def opened(database: str) -> list[str]:
    """What a room that opens there is told."""
    log = open_store(database, KEY)
    log.append(entry())
    log.close()
    return log.notes


@pytest.mark.parametrize(
    ("off", "said"),
    [
        ({"fsync"}, "fsync = off: a power cut can lose the log; turn it on, or set"),
        ({"full_page_writes"}, "full_page_writes = off: a power cut can lose the log; turn it on"),
        ({"fsync", "full_page_writes"}, "fsync = off and full_page_writes = off: a power cut can"),
    ],
    ids=["fsync", "full-page-writes", "both"],
)
def test_a_server_that_can_lose_what_it_has_confirmed_is_refused_unless_that_is_allowed(
    server: Server, database: str, monkeypatch: pytest.MonkeyPatch, off: set[str], said: str
) -> None:
    values = {name: "off" if name in off else "on" for name in ("fsync", "full_page_writes")}
    with (
        with_setting(server, "fsync", values["fsync"]),
        with_setting(server, "full_page_writes", values["full_page_writes"]),
    ):
        with monkeypatch.context() as forbidden:
            forbidden.delenv(ALLOWS_UNSAFE)
            with pytest.raises(Refused) as refused:
                opened(database)
        assert has_code(refused.value, "store.unsafe")
        assert said in str(refused.value)
        with psycopg.connect(database) as connection:
            assert connection.execute("SELECT to_regclass('event')").fetchone() == (None,)
        assert any(said.partition(";")[0] in note for note in opened(database))


def test_a_server_that_loses_nothing_is_taken_and_what_could_be_better_is_noted(
    server: Server, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ALLOWS_UNSAFE)
    with with_setting(server, "fsync", "on"):
        [note] = opened(database)
        assert note.startswith("no standby of the database is synchronous: if its machine is lost")


def test_pages_without_checksums_are_noted(server: Server, database: str) -> None:
    log = PostgresStore(database, KEY)
    server.tell("CREATE VIEW pg_settings AS SELECT 'data_checksums' name, 'off' setting", database)
    with log._readers.connect() as connection:
        schema = parse_qs(urlsplit(database).query)["options"][0].partition("=")[2]
        connection.execute(sa.text(f"SET search_path = {schema}, pg_catalog"))
        [note] = check_settings(connection, log.name)
    assert note.startswith("the database keeps no checksums of its pages")
    log.close()


def test_a_synchronous_standby_is_not_missed(server: Server, database: str) -> None:
    log = PostgresStore(database, KEY)
    with with_setting(server, "synchronous_standby_names", "second"):
        notes = log._checked(log._readers, log.name)
    assert not any("standby" in note for note in notes)
    log.close()


def test_a_log_that_is_only_read_may_lie_anywhere(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(database)
    monkeypatch.delenv(ALLOWS_UNSAFE)
    log = open_store(database, read_only=True)
    assert (log.head().pos, log.notes) == (1, [])
    log.close()


def test_server_and_room_notice_a_machine_that_is_gone(database: str) -> None:
    log = PostgresStore(database, KEY)
    assert log._engine is not None
    for engine in (log._engine, log._readers):
        with engine.connect() as connection:
            asked = sa.text(
                "SELECT name FROM pg_settings WHERE source = 'session' AND name LIKE 'tcp_%'"
            )
            assert set(connection.scalars(asked)) == {
                "tcp_keepalives_count",
                "tcp_keepalives_idle",
                "tcp_keepalives_interval",
                "tcp_user_timeout",
            }
            driver = connection.connection.driver_connection
            assert driver is not None
            asks = driver.info.get_parameters()
            assert (asks["keepalives_idle"], asks["keepalives_count"]) == ("5", "3")
    log.close()


@pytest.mark.parametrize("goes_round", [False, True], ids=["last", "in-turn"])
def test_a_pooler_that_shares_sessions_is_refused(
    server: Server, database: str, tmp_path: Path, goes_round: bool
) -> None:
    folder = Path(parse_qs(urlsplit(database).query)["host"][0])
    with pooling(tmp_path, folder / ".s.PGSQL.5432", goes_round=goes_round):
        through = database.replace(str(folder), str(tmp_path))
        with psycopg.connect(through, autocommit=True) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,), "it serves who shares"
        with pytest.raises(Refused, match="leads to a connection pooler, which shares") as refused:
            open_store(through, KEY)
    assert has_code(refused.value, "store.pooler")
