"""A log that is moved is the same log."""

import random
from pathlib import Path

import pytest

from fairdeal.errors import Corrupt, Refused
from fairdeal.live import Room
from fairdeal.live.log.chain import Draft, Entry, Recorded, verify
from fairdeal.live.log.moving import moved
from fairdeal.live.log.stores import open_store
from fairdeal.live.log.stores.memory import MemoryStore
from tests.live.tables import KEY, Felt


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
    head = moved(played.store, target, KEY, reached.append)
    assert list(target.read()) == list(played.store.read())
    assert (head.pos, head.hash) == (played.store.head().pos, played.store.head().hash)
    assert target.head() == played.store.head()
    assert reached[-1] == head.pos
    assert len(reached) > 1
    verify(target.read(), target.head(), KEY)
    target.close()


def test_a_room_goes_on_where_the_moved_log_ends(played: Felt, tmp_path: Path) -> None:
    target = open_store(tmp_path / "new.db")
    moved(played.store, target, KEY)
    with Room(target, KEY) as room:
        assert room.table("pit-1") == played.table


def test_an_empty_log_is_moved_as_well() -> None:
    assert moved(MemoryStore(KEY), MemoryStore(), KEY).pos == 0


def test_a_log_is_not_moved_onto_another(played: Felt) -> None:
    target = MemoryStore(KEY)
    target.append(Entry("pit-9", 0, 1, "fran", "floor", "buy-in", "k", "", (Draft("kind", b"{}"),)))
    with pytest.raises(Refused, match="has 1 events already"):
        moved(played.store, target, KEY)


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
                    entry.asked,
                    drafts,
                )
            )

    with pytest.raises(Corrupt, match="another hash"):
        moved(played.store, Damaged(), KEY)


def test_a_copy_that_was_broken_off_cannot_be_taken_for_a_log(played: Felt, tmp_path: Path) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    target = open_store(tmp_path / "new.db")
    with pytest.raises(KeyboardInterrupt):
        moved(played.store, target, KEY, stop)
    assert 0 < target.head().pos < played.store.head().pos
    target.close()
    with pytest.raises(Corrupt, match="is not sealed by this room's key"):
        open_store(tmp_path / "new.db", KEY)
