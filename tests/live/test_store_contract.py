"""What every log must do: one contract for memory, SQLite and PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fairdeal.errors import Conflict, Corrupt, Malformed, Refused, Unavailable
from fairdeal.live.log.chain import (
    ACCOUNTS,
    ORIGIN,
    Entry,
    Head,
    Secret,
    Unless,
    head_of,
    verify,
)
from fairdeal.live.log.stores import Answered, Store, open_store, reading
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.stores.protocol import Snapshot
from tests.live.entries import KEY, conflict, entry, held, in_line, until


def fill(store: Store, count: int = 12) -> None:
    """Some entries of two tables; every third has two events."""
    for number in range(count):
        stream = f"pit-{number % 2 + 1}"
        kinds = ("bets-placed", "cards-dealt")[: 2 if number % 3 == 0 else 1]
        store.append(entry(stream, store.streams().get(stream, 0), f"c{number}", kinds))


def kept(store: Store, stream: str, form: str) -> tuple[int, bytes] | None:
    """Version and body of a snapshot."""
    found = store.snapshot(stream, form)
    return (found.version, found.body) if found else None


def checked(store: Store) -> Head:
    head = store.head()
    verify(store.read(), head, KEY)
    return head


def test_a_new_log_is_empty(store: Store) -> None:
    assert store.head() == head_of(KEY, 0, ORIGIN)
    assert list(store.read()) == list(store.stream("pit-1")) == []
    assert store.streams() == {}
    assert store.answer("pit-1", "c1") == ()
    assert list(store.recent_keys("pit-1", 10)) == []
    assert store.snapshot("pit-1", "1") is None
    assert store.failures == 0


def test_an_entry_is_recorded_whole_and_comes_back_as_it_was(store: Store) -> None:
    asked = entry("piť-ž/1", 0, "c-1", ("bets-placed", "cards-dealt"), b'\x00\xff{"n":"\xc3\xa9"}')
    events = store.append(asked)
    assert [(event.pos, event.version, event.part) for event in events] == [(1, 1, 0), (2, 2, 1)]
    assert [event.body for event in events] == [draft.body for draft in asked.drafts]
    assert tuple(store.read()) == tuple(store.stream("piť-ž/1")) == events
    assert store.answer("piť-ž/1", "c-1") == events
    assert store.streams() == {"piť-ž/1": 2}
    assert checked(store).pos == 2


def test_the_log_is_read_from_anywhere_to_anywhere(store: Store) -> None:
    fill(store)
    everything = list(store.read())
    assert [event.pos for event in everything] == list(range(1, 17))
    assert list(store.read(after=5)) == everything[5:]
    assert list(store.read(after=5, until=9)) == everything[5:9]
    assert list(store.read(until=0)) == list(store.read(after=16)) == []
    second = [event for event in everything if event.stream == "pit-2"]
    assert list(store.stream("pit-2")) == second
    assert list(store.stream("pit-2", after=3)) == second[3:]
    assert checked(store).pos == 16


def test_reading_page_by_page_leaves_nothing_out(address: str) -> None:
    log = open_store(address, KEY)
    size = reading.PAGE
    futures = [log.submit(entry(version=number)) for number in range(2 * size)]
    assert futures[-1].result()[0].version == 2 * size
    assert [event.pos for event in log.read()] == list(range(1, 2 * size + 1))
    assert [event.version for event in log.stream("pit-1", 3)] == list(range(4, 2 * size + 1))
    log.close()


def test_a_stale_version_is_refused_with_both_numbers(store: Store) -> None:
    store.append(entry())
    with pytest.raises(Conflict, match="table pit-1 is at event 1, not 0: place second was"):
        store.append(entry(key="second"))
    with conflict("table.moved-on"):
        store.append(entry(version=2))
    assert store.failures == 2
    assert checked(store).pos == 1


def test_a_command_is_recorded_once_in_a_table(store: Store) -> None:
    first = store.append(entry(key="c-1", kinds=("bets-placed", "cards-dealt")))
    with pytest.raises(Conflict, match="table pit-1 has recorded place c-1 already"):
        store.append(entry(version=2, key="c-1"))
    with conflict("command.repeated"):
        store.append(entry(version=2, key="c-1"))
    assert store.append(entry("pit-2", key="c-1"))
    assert store.answer("pit-1", "c-1") == first
    assert checked(store).pos == 3


def test_one_batch_records_a_command_once(address: str) -> None:
    log = open_store(address, KEY)
    with held(log):
        log.submit(entry("pit-9"))
        until(lambda: not in_line(log))
        first = log.submit(entry(key="c-1"))
        second = log.submit(entry(version=1, key="c-1"))
        third = log.submit(entry("pit-2"))
    assert first.result()
    assert third.result()
    with conflict("command.repeated"):
        second.result()
    assert checked(log).pos == 3
    log.close()


def test_what_happened_elsewhere_since_it_was_decided_can_stand_against_an_entry(
    store: Store,
) -> None:
    fill(store)
    ago = store.head().pos
    unless = Unless(ago, frozenset({"pay-held", "round-voided"}))
    store.append(entry("pit-3", kinds=("bets-placed",)))
    assert store.append(replace(entry("stax"), unless=unless))
    store.append(entry("pit-3", 1, kinds=("pay-held",)))
    with conflict("table.moved-on"):
        store.append(replace(entry("stax", 1), unless=unless))
    now = replace(unless, after=store.head().pos)
    assert store.append(replace(entry("stax", 1), unless=now))
    checked(store)


def test_what_is_written_in_the_same_batch_stands_against_an_entry_as_well(address: str) -> None:
    log = open_store(address, KEY)
    with held(log):
        log.submit(entry("pit-9"))
        until(lambda: not in_line(log))
        log.submit(entry("pit-1", kinds=("pay-held",)))
        late = log.submit(replace(entry("stax"), unless=Unless(0, frozenset({"pay-held"}))))
    with pytest.raises(Conflict, match=r"stax has changed since place stax/0 was decided"):
        late.result()
    assert checked(log).pos == 2
    log.close()


def test_the_newest_commands_come_oldest_first(store: Store) -> None:
    fill(store)
    asked = next(store.read()).asked
    assert list(store.recent_keys("pit-1", 2)) == [
        Answered("c8", asked, "alice", 7),
        Answered("c10", asked, "alice", 8),
    ]
    assert [known.key for known in store.recent_keys("pit-2", 99)] == [
        "c1",
        "c3",
        "c5",
        "c7",
        "c9",
        "c11",
    ]


def test_a_command_of_many_events_comes_back_whole(store: Store) -> None:
    store.append(entry())
    events = store.append(entry(version=1, key="long", kinds=("seat-paid",) * 40))
    store.append(entry(version=41, key="next"))
    assert store.answer("pit-1", "long") == events
    assert len(events) == 40


def test_entries_in_line_build_on_each_other(store: Store) -> None:
    futures = [store.submit(entry(version=number)) for number in range(300)]
    futures += [store.submit(entry("pit-2", number), store.failures) for number in range(300)]
    versions = [*range(1, 301)]
    assert [future.result()[0].version for future in futures] == versions + versions
    assert checked(store).pos == 600


def test_a_failure_in_the_middle_takes_the_rest_of_its_table_along(address: str) -> None:
    log = open_store(address, KEY)
    log.append(entry("pit-1"))
    log.append(entry("pit-1", 1))
    with held(log):
        early = log.submit(entry("pit-2"))
        until(lambda: not in_line(log))
        good = log.submit(entry("pit-2", 1))
        bad = log.submit(entry("pit-1", 1, "stale"))
        # Its version happens to be the true one, but it was decided on what "stale" never became.
        dangerous = log.submit(entry("pit-1", 2, "dangerous"))
        innocent = [log.submit(entry("pit-2", number)) for number in (2, 3)]
        log.save_snapshot(Snapshot("pit-1", 2, "1", b"never was"))
    assert [future.result()[0].version for future in (early, good, *innocent)] == [1, 2, 3, 4]
    with conflict("table.moved-on"):
        bad.result()
    with pytest.raises(Conflict, match="pit-1 has lost what this was decided on: table pit-1 is"):
        dangerous.result()
    assert log.append(entry("pit-1", 2, "fresh"))
    assert log.snapshot("pit-1", "1") is None
    assert checked(log).pos == 7
    log.close()


def test_a_state_lost_before_the_entry_arrives_is_refused(store: Store) -> None:
    seen = store.failures
    store.append(entry())
    with conflict("table.moved-on"):
        store.submit(entry(key="stale"), seen).result()
    with pytest.raises(Conflict, match="pit-1 has lost events that place next was decided on"):
        store.submit(entry(version=1, key="next"), seen).result()
    assert store.submit(entry("pit-2"), seen).result()
    assert store.submit(entry(version=1, key="next"), store.failures).result()


def test_sixteen_threads_get_everything_through(store: Store) -> None:
    def table(number: int) -> list[int]:
        name = f"pit-{number}"
        return [store.append(entry(name, version))[0].version for version in range(25)]

    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(table, range(16))) == [list(range(1, 26))] * 16
    assert store.streams() == {f"pit-{number}": 25 for number in range(16)}
    assert checked(store).pos == 400


def test_sixteen_threads_at_one_table_win_in_turn(store: Store) -> None:
    def seat(number: int) -> int:
        for attempt in range(500):
            version = store.streams().get("pit-1", 0)
            try:
                store.append(entry(version=version, key=f"seat {number}"))
            except Conflict:
                continue
            return attempt
        raise AssertionError("never got a turn")

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(seat, range(16)))
    assert {known.key for known in store.recent_keys("pit-1", 99)} == {
        f"seat {number}" for number in range(16)
    }
    assert checked(store).pos == 16


def test_the_newest_snapshot_of_a_table_is_kept(store: Store) -> None:
    fill(store)
    store.save_snapshot(Snapshot("pit-1", 3, "1", b"three"))
    store.save_snapshot(Snapshot("pit-1", 5, "1", b"five"))
    store.save_snapshot(Snapshot("pit-1", 4, "1", b"four"))
    store.append(entry("pit-3"))
    assert kept(store, "pit-1", "1") == (5, b"five")
    assert store.snapshot("pit-1", "2") is None
    assert store.snapshot("pit-2", "1") is None
    store.save_snapshot(Snapshot("pit-1", 4, "1", b"four"))
    store.save_snapshot(Snapshot("pit-2", 1, "1", b"one"))
    store.append(entry("pit-3", 1))
    assert kept(store, "pit-1", "1") == (5, b"five")
    assert kept(store, "pit-2", "1") == (1, b"one")
    store.save_snapshot(Snapshot("pit-1", 4, "2", b"of another program"))
    store.append(entry("pit-3", 2))
    assert kept(store, "pit-1", "2") == (4, b"of another program")


def test_a_snapshot_ahead_of_its_table_is_dropped(store: Store) -> None:
    store.append(entry())
    store.save_snapshot(Snapshot("pit-1", 2, "1", b"ahead"))
    store.save_snapshot(Snapshot("pit-7", 1, "1", b"of nothing"))
    assert store.append(entry(version=1))
    assert store.snapshot("pit-1", "1") is store.snapshot("pit-7", "1") is None
    assert store.failures == 0


def test_a_log_says_whether_it_can_be_written_and_is_as_before(store: Store) -> None:
    fill(store)
    before = store.head(), store.streams()
    for _ in range(2):
        assert store.check_writes().result(10) == ()
    assert (store.head(), store.streams(), store.failures) == (*before, 0)
    assert store.append(entry("pit-3"))
    assert store.check_writes().result(10) == ()
    store.close()
    assert store.in_line == 0
    with pytest.raises(Unavailable, match="is closed"):
        store.check_writes().result(10)


def test_a_table_can_be_claimed(store: Store) -> None:
    claim = store.claim("pit-1")
    assert claim
    assert store.claim("pit-1") == claim
    assert store.still_holds("pit-1", claim)


def test_a_log_that_was_written_without_a_key_can_be_sealed(address: str) -> None:
    for place in ("memory:", address):
        log = open_store(place)
        log.append(entry())
        log.seal(KEY)
        log.append(entry(version=1))
        checked(log)
        log.close()
    looking = open_store(address, read_only=True)
    with pytest.raises(Refused, match="open for reading only"):
        looking.seal(b"another")
    looking.close()
    open_store(address, KEY).close()
    with pytest.raises(Unavailable, match="cannot be written without its key"):
        open_store(address)


def test_a_closed_log_records_nothing(store: Store) -> None:
    store.append(entry())
    store.close()
    with pytest.raises(Unavailable, match=f"the log in {store.name} is closed"):
        store.append(entry(version=1))
    store.close()


def test_only_a_file_can_be_copied_by_the_program(store: Store, tmp_path: Path) -> None:
    if store.name.endswith(".db"):
        assert store.backup(tmp_path / "copy.db") == store.head()
    else:
        with pytest.raises(Refused) as caught:
            store.backup(tmp_path / "copy.db")
        assert caught.value.code == "store.no-backup"


def test_a_log_goes_on_after_it_was_closed(address: str) -> None:
    first = open_store(address, KEY)
    fill(first)
    first.save_snapshot(Snapshot("pit-1", 8, "1", b"state"))
    before = list(first.read())
    first.close()
    second = open_store(address, KEY)
    assert list(second.read()) == before
    assert kept(second, "pit-1", "1") == (8, b"state")
    fill_up = second.append(entry("pit-1", second.streams()["pit-1"], "later"))
    assert fill_up[0].previous == [row for row in before if row.stream == "pit-1"][-1].hash
    assert checked(second).pos == 17
    second.close()


def test_a_log_is_read_while_it_is_written_but_not_changed(address: str) -> None:
    writing = open_store(address, KEY)
    fill(writing)
    looking = open_store(address, read_only=True)
    assert checked(looking) == writing.head()
    writing.append(entry("pit-3"))
    assert looking.streams()["pit-3"] == 1
    assert (looking.failures, looking.in_line) == (0, 0)
    assert not looking.claim("pit-3")
    for change in (
        lambda: looking.submit(entry("pit-3", 1)),
        lambda: looking.append(entry("pit-3", 1)),
        lambda: looking.save_snapshot(Snapshot("pit-3", 1, "1", b"")),
        lambda: looking.check_writes(),
    ):
        with pytest.raises(Refused, match="is open for reading only"):
            change()
    looking.close()
    writing.append(entry("pit-3", 1))
    writing.close()


def test_a_snapshot_that_somebody_changed_is_not_used(address: str) -> None:
    log = open_store(address, KEY)
    fill(log)
    log.save_snapshot(Snapshot("pit-1", 5, "1", b"state"))
    log.close()
    other = open_store(address, b"another key", read_only=True)
    assert other.snapshot("pit-1", "1") is None
    other.close()


def test_a_log_is_written_only_with_the_key_that_sealed_it(address: str) -> None:
    log = open_store(address, KEY)
    fill(log, 1)
    log.close()
    with pytest.raises(Corrupt, match="is not sealed by this room's key"):
        open_store(address, b"another key")
    with pytest.raises(Unavailable, match="is sealed: it cannot be written without its key"):
        open_store(address)
    open_store(address, KEY).close()


def test_a_room_without_a_key_gets_no_seals_and_keeps_its_snapshots(address: str) -> None:
    log = open_store(address)
    log.append(entry())
    log.save_snapshot(Snapshot("pit-1", 1, "1", b"state"))
    log.close()
    again = open_store(address)
    assert again.head().seal == b""
    assert kept(again, "pit-1", "1") == (1, b"state")
    verify(again.read(), again.head())
    again.close()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["pit-1", "pit-2"]),
        st.sampled_from([0, 0, 0, 0, 1, -1]),
        st.integers(0, 300),
        st.integers(1, 3),
    ),
    max_size=12,
)


def answer(store: Store, asked: Entry) -> object:
    try:
        return store.append(asked)
    except Conflict as error:
        return str(error)


def test_every_log_gives_the_answers_of_the_simplest(address: str) -> None:
    log, simple = open_store(address, KEY), MemoryStore(KEY)

    # Both go on from one example to the next, so that most commands meet a log with a history.
    @settings(max_examples=40)
    @given(steps=STEPS)
    def the_same(steps: list[tuple[str, int, int, int]]) -> None:
        for stream, off, command, count in steps:
            version = max(0, simple.streams().get(stream, 0) + off)
            asked = entry(stream, version, f"c{command}", ("seat-paid",) * count)
            assert answer(log, asked) == answer(simple, asked)
        assert log.streams() == simple.streams()
        assert log.head() == simple.head()
        assert log.failures == simple.failures

    the_same()
    assert list(log.read()) == list(simple.read())
    log.close()


def test_an_address_that_cannot_be_read_is_not_repeated() -> None:
    for address in ("", "sqlite://", "sqlite:///", "mysql://me:secret@host/x", "://secret"):
        with pytest.raises(Malformed, match="the address of the log cannot be read") as caught:
            open_store(address)
        assert "secret" not in str(caught.value)


def test_an_address_of_sqlite_names_a_path(path: Path) -> None:
    for address in (f"sqlite:///{path}", str(path), path):
        log = open_store(address)
        assert log.name == str(path)
        log.close()


@pytest.mark.parametrize("is_written", [False, True])
@pytest.mark.parametrize("kind", ["OperationalError", "IntegrityError", "InterfaceError", ""])
def test_every_error_out_of_commit_is_doubt_whatever_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch, kind: str, is_written: bool
) -> None:
    """Only a new start can tell what is in the log: nobody hears that nothing was recorded."""
    log: Any = open_store(address, KEY)
    log.append(entry())
    dialect = log._engine.dialect
    commit = dialect.do_commit
    error = getattr(dialect.dbapi, kind)("the answer was lost") if kind else RuntimeError("lost")

    def fails(connection: object) -> None:
        if is_written:
            commit(connection)
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(dialect, "do_commit", fails)
        with pytest.raises(Unavailable, match="whether anything was recorded is not known") as said:
            log.append(entry(version=1))
    assert said.value.code == "store.doubtful"
    with pytest.raises(Unavailable) as stopped:
        log.append(entry(version=1))
    assert (stopped.value.code, log.went_back) == ("store.stopped", False)
    log.close()
    with closing(open_store(address, KEY)) as again:
        assert again.head().pos == 1 + is_written


def test_what_is_kept_of_a_password_is_written_with_its_entry_or_not_at_all(store: Store) -> None:
    assert store.secrets() == {}
    with_one = replace(entry(ACCOUNTS, 0), secret=Secret("fran", b"one"))
    store.append(with_one)
    assert store.secrets() == {"fran": b"one"}
    other = replace(entry(ACCOUNTS, 0, "again"), secret=Secret("fran", b"two"))
    with conflict("table.moved-on"):
        store.append(other)
    assert store.secrets() == {"fran": b"one"}
    store.append(replace(other, version=1))
    store.append(replace(entry(ACCOUNTS, 2), secret=Secret("max", b"three")))
    assert store.secrets() == {"fran": b"two", "max": b"three"}
    assert store.streams() == {ACCOUNTS: 3}


def test_a_log_knows_whether_other_people_have_given_commands(store: Store) -> None:
    assert not store.is_used_by_others({"dealer"}, {"house"})
    store.append(entry())
    assert store.is_used_by_others({"dealer"}, {"house"})
    assert not store.is_used_by_others({"floor"}, {"house"})
    assert not store.is_used_by_others({"dealer", "floor"}, {"alice"})
