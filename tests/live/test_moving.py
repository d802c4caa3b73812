"""A log that is moved is the same log."""

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.errors import Conflict, Corrupt, Refused, Unavailable
from fairdeal.live import Room, commands
from fairdeal.live.audit import audit
from fairdeal.live.history.telling import told
from fairdeal.live.log import codec
from fairdeal.live.log.chain import ORIGIN, ROOM, Draft, Entry, Head, Recorded, verify
from fairdeal.live.log.moving import closed, copied
from fairdeal.live.log.stores import Store, open_store
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.table.state import Table
from tests.live.database import tell
from tests.live.entries import entry
from tests.live.forging import rechained, rewritten
from tests.live.tables import FLOOR, KEY, Felt


def moved(source: Store, target: Store, told: Callable[[int], None] = lambda done: None) -> Head:
    """The log at another place, sealed as the same log."""
    head = copied(source, target, told)
    target.seal(KEY, origin=source.origin)
    return head


@pytest.fixture(scope="module")
def played() -> Felt:
    felt = Felt("three-way-action")
    felt.fill()
    choose = random.Random(1)
    for _ in range(25):
        felt.play(choose)
    return felt


def test_a_moved_log_has_the_same_events_and_ends_with_the_same_hash(
    played: Felt, tmp_path: Path
) -> None:
    reached: list[int] = []
    target = open_store(tmp_path / "new.db")
    head = moved(played.store, target, reached.append)
    assert list(target.read()) == list(played.store.read())
    assert (head.pos, head.hash) == (played.store.head().pos, played.store.head().hash)
    assert target.head() == played.store.head()
    assert reached[-1] == head.pos
    assert len(reached) > 1
    verify(target.read(), target.head(), KEY)
    target.close()


def test_a_room_goes_on_where_the_moved_log_ends(played: Felt, tmp_path: Path) -> None:
    target = open_store(tmp_path / "new.db")
    moved(played.store, target)
    with Room(target, KEY) as room:
        assert room.table("pit-1") == played.table


def test_an_empty_log_is_moved_as_well() -> None:
    assert moved(MemoryStore(KEY), MemoryStore()).pos == 0


def test_a_log_is_not_moved_onto_another(played: Felt) -> None:
    target = MemoryStore(KEY)
    target.append(entry())
    with pytest.raises(Refused, match="has 1 events already"):
        moved(played.store, target)


def test_a_damaged_log_is_not_moved_quietly(played: Felt) -> None:
    class Damaged(MemoryStore):
        def _record(self, entry: Entry) -> tuple[Recorded, ...]:
            drafts = (*entry.drafts[:-1], Draft(entry.drafts[-1].kind, b"{}"))
            return super()._record(
                Entry(
                    entry.stream,
                    entry.version,
                    entry.at,
                    entry.actor,
                    entry.role,
                    entry.command,
                    entry.key,
                    entry.arguments,
                    drafts,
                )
            )

    with pytest.raises(Corrupt, match="another hash"):
        moved(played.store, Damaged())


def test_a_log_whose_heads_were_changed_is_not_moved(played: Felt, tmp_path: Path) -> None:
    place = tmp_path / "old.db"
    with closing(open_store(place)) as source:
        moved(played.store, source)
    tell(place, "UPDATE head SET version = version + 1, tag = zeroblob(0)")
    edited = open_store(place, read_only=True)
    with closing(edited), pytest.raises(Corrupt, match="its head names event"):
        moved(edited, MemoryStore())


def test_a_copy_that_was_broken_off_cannot_be_taken_for_a_log(played: Felt, tmp_path: Path) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    target = open_store(tmp_path / "new.db")
    with pytest.raises(KeyboardInterrupt):
        moved(played.store, target, stop)
    assert 0 < target.head().pos < played.store.head().pos
    target.close()
    with pytest.raises(Corrupt, match="is not sealed by this room's key"):
        open_store(tmp_path / "new.db", KEY)


def test_a_log_that_was_moved_opens_for_reading_only(played: Felt, tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    Path(f"{old}.key").write_text(KEY.hex())
    Path(f"{old}.key").chmod(0o600)
    with closing(open_store(old)) as source:
        moved(played.store, source)
    with closing(open_store(old, KEY)) as source, closing(open_store(new)) as target:
        end = copied(source, target)
        origin = closed(source, end, target.name)
        target.seal(KEY, origin=origin)
        assert (origin.room, origin.incarnation) == (source.origin.room, 2)
        assert audit(source, KEY).holds
        [last] = source.read(end.pos)
        assert told(codec.decoded(last.kind, last.body), Table(ROOM)).startswith("the log goes on")
    with pytest.raises(Unavailable, match=r"was moved to .*new\.db: open it there") as refused:
        Room.open(old)
    assert refused.value.code == "log.moved"
    with closing(open_store(new, KEY)) as target, Room(target, KEY) as room:
        room.do("pit-1", commands.disable, by=FLOOR, reason="dark")
        *_, row = target.read()
        assert row.incarnation == 2
        assert audit(target, KEY).holds


def test_a_moved_log_can_be_moved_again_in_another_incarnation(
    played: Felt, tmp_path: Path
) -> None:
    with closing(open_store(tmp_path / "old.db")) as source:
        end = moved(played.store, source)
        lost, found = MemoryStore(), MemoryStore()
        for target, incarnation in ((lost, 2), (found, 3)):
            assert copied(source, target) == end
            assert closed(source, end, "elsewhere").incarnation == incarnation
        assert list(found.read()) == list(played.store.read())
        assert audit(source, KEY).holds


def test_what_is_recorded_while_a_log_is_moved_keeps_it_open(played: Felt, tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "old.db")) as source:
        end = moved(played.store, source)
        source.append(entry("pit-9"))
        with pytest.raises(Conflict, match="has changed since move-log"):
            closed(source, end, "elsewhere")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pos": 1}, "the end that was moved is not the event before"),
        ({"hash": ORIGIN}, "the end that was moved is not the event before"),
        ({"incarnation": 1}, "it goes on in an incarnation that was before"),
    ],
)
def test_a_forged_end_of_a_moved_log_is_found(
    played: Felt, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    with closing(open_store(tmp_path / "old.db")) as source:
        closed(source, moved(played.store, source), "elsewhere")
        rows = list(source.read())
    assert said_of(rewritten(rows, len(rows), lambda event: replace(event, **change))) == [said]
    by_another = [*rows[:-1], replace(rows[-1], actor="mia")]
    assert said_of(by_another) == ["floor mia may not move a log"]
    no_event = [*rows[:-1], replace(rows[-1], body=b"[]")]
    assert "cannot be read" in said_of(no_event)[0]
    late = [*rows, replace(rows[0], part=0, key="late")]
    assert "the log was moved elsewhere before this" in said_of(late)


def said_of(rows: list[Recorded]) -> list[str]:
    """What the audit says of rows whose hashes all fit."""
    return [fault.sentence for fault in audit(rechained(rows, KEY), KEY, every=True).faults]
