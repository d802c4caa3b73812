"""The notary signs what continues its last checkpoint, and nothing else."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable
from fairdeal.live import Room
from fairdeal.live.audit import audit
from fairdeal.live.log import notary as notaries
from fairdeal.live.log.chain import Origin
from fairdeal.live.log.checkpoints import Kept, Signed, check_signed, is_signed, read_note
from fairdeal.live.log.notary import LogTree, Notary, check
from fairdeal.live.log.stores import Store, open_store, reading
from fairdeal.live.log.stores.memory import MemoryStore
from fairdeal.live.log.tree import TILE, Tile, Tree, is_included, leaf_hash, leaves, origin_line
from fairdeal.live.losses import accept_loss
from fairdeal.live.shoe import key_in
from tests.live.database import tell
from tests.live.entries import KEY, entry, until
from tests.live.tables import MANAGER
from tests.live.test_mark import grow


def filled(store: Store, count: int, stream: str = "pit-1") -> None:
    """So many more entries, every third of them with two events."""
    version = store.streams().get(stream, 0)
    for number in range(count):
        kinds = ("bets-placed",) * (1 + (number % 3 == 0))
        version = store.append(entry(stream, version, kinds=kinds))[-1].version


def newest(store: Store) -> Kept:
    kept = store.checkpoint(store.origin.incarnation)
    assert kept is not None
    return kept


def wanted_root(store: Store, size: int) -> bytes:
    """The root over the entries, of a tree that is built from nothing."""
    tree = Tree()
    for leaf in leaves(store.read()):
        if tree.size < size:
            tree.append(leaf_hash(leaf.line), leaf.pos)
    return tree.root()


def refuses(act: Callable[[], object], code: str) -> str:
    with pytest.raises(FairdealError) as caught:
        act()
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_log_that_grows_is_signed_each_time(store: Store) -> None:
    notary = Notary(store, KEY)
    assert notary.keep()
    assert store.checkpoints() == []
    for count in (1, 2, 300, 1, 600):
        filled(store, count)
        assert notary.keep(), notary.trouble
    kept = newest(store)
    note = read_note(kept.note)
    check_signed(note, store.public_key)
    assert (note.origin, note.size) == (store.origin.line, 904)
    assert note.root == kept.root == wanted_root(store, 904)


def test_a_log_with_a_broken_entry_opens_and_is_not_signed(room: Path) -> None:
    with Room.open(room) as opened:
        grow(opened, 3, 4, 5)
    tell(room, "UPDATE place SET log_hash = zeroblob(32) WHERE pos = 1")
    with Room.open(room) as opened:
        assert opened.notary is not None
        assert not opened.notary.keep()
    with pytest.raises(FairdealError, match="does not continue the one before"):
        accept_loss(room, by=MANAGER, reason="nothing is lost")


@pytest.mark.parametrize("page", [1, 2, 7])
def test_entries_are_read_page_by_page(
    path: Path, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr(reading, "PAGE", page)
    monkeypatch.setattr(reading, "_LEAVES", reading._LEAVES.limit(page))
    with closing(open_store(path, KEY)) as store:
        filled(store, 14)
        every = list(leaves(store.read()))
        assert list(store.leaves()) == every
        assert list(store.leaves(every[3].pos, every[9].pos - 1)) == every[4:9]


def test_entries_are_read_up_to_the_one_that_ends_at_a_position(store: Store) -> None:
    filled(store, 9)
    every = list(leaves(store.read()))
    for place in range(14):
        ended = list(leaves(store.read(until=place)))
        assert list(store.leaves(until=place)) == ended
        assert list(store.leaves(place)) == [each for each in every if each.pos > place]


def test_a_log_that_rests_is_not_signed_again(store: Store) -> None:
    notary = Notary(store, KEY)
    filled(store, 3)
    notary.keep()
    before = newest(store)
    notary.keep()
    assert newest(store) == before


def test_a_notary_that_begins_again_goes_on_where_the_last_one_stopped(store: Store) -> None:
    for count in (100, 155, 1, 1, 300):
        filled(store, count)
        notary = Notary(store, KEY)
        assert notary.keep(), notary.trouble
    assert newest(store).root == wanted_root(store, 557)
    assert audit_of_checkpoints(store) == []


def test_many_entries_are_signed_in_several_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notaries, "AT_ONCE", 300)
    store = MemoryStore(KEY)
    filled(store, 1000)
    Notary(store, KEY).sign()
    assert [each.size for each in store.checkpoints()] == [300, 600, 900, 1000]
    assert newest(store).root == wanted_root(store, 1000)


def test_of_an_hour_the_last_checkpoint_is_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes = iter(range(0, 300, 25))
    monkeypatch.setattr(notaries, "now", lambda: next(minutes) * 60_000_000)
    with closing(open_store(path, KEY)) as store:
        notary = Notary(store, KEY)
        for _ in range(6):
            filled(store, 1)
            notary.sign()
        sizes = [each.size for each in store.checkpoints()]
    assert sizes == [3, 5, 6]


def audit_of_checkpoints(store: Store) -> list[str]:
    """What an audit says of checkpoints; the entries of these logs are no rounds."""
    found = audit(store, KEY, every=True)
    return [str(fault) for fault in found.faults if fault.check == "checkpoint"]


def test_every_entry_is_proven_to_be_under_the_newest_checkpoint(store: Store) -> None:
    filled(store, 2 * TILE + 40)
    Notary(store, KEY).sign()
    tree, kept = LogTree(store), newest(store)
    every = list(leaves(store.read()))
    for index in (0, 1, 255, 256, 257, 511, 512, 551):
        proof = tree.inclusion(every[index].pos)
        assert (proof.leaf, proof.index, proof.size) == (every[index], index, kept.size)
        digest = leaf_hash(proof.leaf.line)
        assert is_included(digest, index, kept.size, proof.path, kept.root)


def test_what_no_checkpoint_covers_is_not_proven(store: Store) -> None:
    filled(store, 5)
    Notary(store, KEY).sign()
    filled(store, 1)
    tree, end = LogTree(store), store.head().pos
    for pos in (end - 1, end + 5, 2):
        said = refuses(lambda pos=pos: tree.inclusion(pos), "checkpoint.early")  # type: ignore[misc]
        assert said == f"no checkpoint covers the entry at {pos} yet: ask again in a second"


def test_the_tree_of_a_later_incarnation_begins_with_the_checkpoint_before(store: Store) -> None:
    filled(store, 300)
    Notary(store, KEY).sign()
    before = newest(store)
    store.seal(KEY, origin=store.origin.raised())
    filled(store, 10)
    notary = Notary(store, KEY)
    notary.sign()
    tree = Tree()
    tree.append(leaf_hash(origin_line(before.note)), 0)
    for leaf in leaves(store.read()):
        tree.append(leaf_hash(leaf.line), leaf.pos)
    assert newest(store).root == tree.root()
    assert read_note(newest(store).note).origin == store.origin.line
    first = LogTree(store).inclusion(1)
    assert first.index == 1
    assert is_included(leaf_hash(first.leaf.line), 1, 311, first.path, tree.root())
    assert audit_of_checkpoints(store) == []


def test_an_incarnation_whose_forerunner_signed_nothing_begins_with_an_empty_note() -> None:
    store = MemoryStore(KEY)
    store.seal(KEY, origin=store.origin.raised())
    Notary(store, KEY).sign()
    tree = Tree()
    tree.append(leaf_hash(b'["fairdeal-origin-1",""]'), 0)
    assert newest(store).root == tree.root()
    assert audit_of_checkpoints(store) == []


def test_an_origin_that_changes_at_work_begins_another_tree() -> None:
    store = MemoryStore(KEY)
    notary = Notary(store, KEY)
    filled(store, 2)
    notary.sign()
    store.seal(KEY, origin=store.origin.raised())
    notary.sign()
    assert [each[:2] for each in store.checkpoints()] == [(1, 2), (2, 3)]


def test_the_process_that_holds_the_claim_signs_alone(database: str) -> None:
    with closing(open_store(database, KEY)) as one, closing(open_store(database, KEY)) as other:
        filled(one, 3)
        first, second = Notary(one, KEY), Notary(other, KEY)
        first.sign()
        filled(other, 2, "pit-2")
        second.sign()
        assert newest(one).size == 3
        one.close()
        second.sign()
        assert newest(other).size == 5
        assert newest(other).root == wanted_root(other, 5)


class Lost(MemoryStore):
    """A log that can lose what it had, or show something else."""

    def lose(self, count: int) -> None:
        del self._events[-count:]

    def replace(self, place: int, **fields: object) -> None:
        self._events[place] = replace(self._events[place], **fields)


def lossy(count: int) -> tuple[Lost, Notary]:
    store = Lost(KEY)
    notary = Notary(store, KEY)
    filled(store, count)
    notary.sign()
    return store, notary


def test_a_log_that_lost_its_end_is_not_signed_again() -> None:
    store, notary = lossy(6)
    told: list[str] = []
    notary.told = told.append
    store.lose(1)
    assert not notary.keep()
    assert not notary.keep()
    assert "a checkpoint over 6 entries was signed" in notary.trouble
    assert len(told) == 1
    said = refuses(lambda: LogTree(store), "log.went-back")
    assert said.startswith(
        "the log in memory has gone back: a checkpoint over 6 entries was signed"
    )


@pytest.mark.parametrize("place", [-1, 1, 2])
def test_a_log_with_another_entry_is_not_signed_again(place: int) -> None:
    store, _ = lossy(6)
    store.replace(place, hash=bytes(32))
    notary = Notary(store, KEY)
    filled(store, 1)
    assert not notary.keep()
    assert len(store.checkpoints()) == 1


def test_a_log_whose_order_changed_is_not_signed_again() -> None:
    store, notary = lossy(6)
    store.replace(-1, log_hash=bytes(32))
    with pytest.raises(Unavailable, match="has gone back"):
        notary.sign()


def test_an_entry_that_does_not_continue_the_log_is_not_signed() -> None:
    store, notary = lossy(6)
    filled(store, 2)
    store.replace(-1, log_hash=bytes(32))
    assert not notary.keep()
    assert "does not continue the one before: it is not signed" in notary.trouble
    assert len(store.checkpoints()) == 1


def test_a_forged_row_does_not_end_the_notary() -> None:
    store, notary = lossy(2)
    filled(store, 1)
    store.replace(-1, digests=None)
    assert not notary.keep()
    assert "the log is not signed: TypeError" in notary.trouble


def test_a_forged_row_makes_no_leaf_and_does_not_end_the_audit() -> None:
    store, _ = lossy(6)
    store.replace(1, digests=None)
    said = [each for each in audit_of_checkpoints(store) if "makes no leaf" in each]
    assert said == [
        "event 2 (table pit-1, bets-placed): it makes no leaf of the tree: TypeError: object of"
        " type 'NoneType' has no len()"
    ]


def test_a_log_that_cannot_be_reached_is_signed_when_it_can_again() -> None:
    class Away(Lost):
        away = True

        def claim(self, stream: str) -> int:
            if self.away:
                raise Unavailable("the log is away", code="store.unavailable")
            return super().claim(stream)

    store = Away(KEY)
    told: list[str] = []
    notary = Notary(store, KEY)
    notary.told = told.append
    filled(store, 1)
    assert not notary.keep()
    store.away = False
    assert notary.keep()
    assert told == ["the log is not signed: the log is away", "the log is signed again"]
    assert newest(store).size == 1


def test_a_log_that_takes_nothing_more_is_not_signed() -> None:
    store, notary = lossy(1)
    filled(store, 1)
    store.stopped = "a write broke off"
    notary.sign()
    assert len(store.checkpoints()) == 1


def test_a_tree_that_lacks_a_tile_says_so(path: Path) -> None:
    with closing(open_store(path, KEY)) as store:
        filled(store, 300)
        Notary(store, KEY).sign()
        tell(path, "DELETE FROM tile WHERE level = 0")
        said = refuses(lambda: LogTree(store), "checkpoint.forged")
    assert said == f"the log in {path} lacks tile 0 at level 0 of its tree"


FORGED = {
    "is not signed with the key": "",
    "is not a checkpoint": "UPDATE checkpoint SET note = 'nonsense'",
    "says something else than its note": "UPDATE checkpoint SET root = zeroblob(32)",
    "lacks tile 0 at level 0": "DELETE FROM tile WHERE level = 0",
}


@pytest.mark.parametrize("said", FORGED)
def test_a_checkpoint_that_the_room_has_not_signed_stops_the_notary_alone(
    path: Path, said: str
) -> None:
    with closing(open_store(path, KEY)) as store:
        filled(store, 300)
        Notary(store, KEY).sign()
        tell(path, FORGED[said] or "UPDATE log SET form = form")
        filled(store, 1)
        key = KEY if FORGED[said] else b"another"
        check(store, key)
        notary = Notary(store, key)
        assert not notary.keep()
        assert said in notary.trouble
        assert len(store.checkpoints()) == 1


def test_forged_checkpoints_are_given_up_by_name(room: Path) -> None:
    tell(room, "UPDATE checkpoint SET note = 'nonsense'")
    with Room.open(room) as opened:
        grow(opened, 3)
        assert opened.notary is not None
        assert not opened.notary.keep()
        assert "is not a checkpoint" in opened.notes[-1]
    accept_loss(room, by=MANAGER, reason="the checkpoints were edited")
    with Room.open(room) as opened:
        grow(opened, 4)
        assert opened.notary is not None
        assert opened.notary.keep()
        assert newest(opened.store).size == 6


def test_a_log_open_for_reading_only_is_not_signed(path: Path) -> None:
    open_store(path, KEY).close()
    with closing(open_store(path, KEY, read_only=True)) as store:
        signing = Signed(Kept(1, 1, bytes(32), "", 0), ())
        assert "reading only" in refuses(lambda: store.sign(signing), "store.read-only")
        Notary(store, KEY).sign()


def test_a_closed_log_in_memory_takes_no_checkpoint() -> None:
    store, notary = lossy(1)
    filled(store, 1)
    store.close()
    assert "is closed" in refuses(notary.sign, "store.closed")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A room that was closed with two tables."""
    path = tmp_path / "room.db"
    with Room.open(path) as room:
        grow(room, 1, 2)
    return path


def key_of(path: Path) -> bytes:
    return key_in(Path(f"{path}.key"), create=False)


@pytest.fixture
def log(room: Path) -> Iterator[Store]:
    with closing(open_store(room, key_of(room), read_only=True)) as store:
        yield store


def test_each_stop_of_a_room_signs_the_end_of_its_log(log: Store) -> None:
    [kept] = log.checkpoints()
    assert kept.size == 2
    assert is_signed(read_note(kept.note), log.public_key)


def test_a_room_at_work_is_signed_each_second(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(notaries, "EVERY", 0.01)
    with Room.open(path) as room:
        grow(room, 1)
        until(lambda: [each.size for each in room.store.checkpoints()] == [1])


def test_a_room_in_memory_is_signed_when_it_stops() -> None:
    with Room.open("memory:") as room:
        grow(room, 1)
    assert [each.size for each in room.store.checkpoints()] == [1]


def test_a_room_in_memory_names_its_house_as_well() -> None:
    with Room.open("memory:", house="casino.example") as room:
        grow(room, 1)
    assert read_note(newest(room.store).note).origin == "casino.example/fairdeal/memory/1"


def test_a_notary_that_is_closed_signs_nothing_more() -> None:
    store, notary = lossy(1)
    notary.close()
    filled(store, 1)
    notary.close()
    assert newest(store).size == 1


def test_a_notary_that_was_never_started_signs_when_it_is_closed() -> None:
    store = MemoryStore(KEY)
    filled(store, 1)
    Notary(store, KEY).close()
    assert newest(store).size == 1


def test_a_house_gives_its_checkpoints_a_name_that_stays(room: Path) -> None:
    for house in ("casino.example", None):
        with Room.open(room, house=house) as opened:
            grow(opened, 3 if house else 4)
        with closing(open_store(room, read_only=True)) as store:
            note = read_note(newest(store).note)
        assert note.origin == store.origin.line
        assert note.origin.startswith("casino.example/fairdeal/")
    with pytest.raises(Malformed, match="cannot be the name of a house"):
        Room.open(room, house="two words")


def test_a_room_refuses_a_log_that_lacks_what_was_signed(room: Path) -> None:
    shutil.copy(room, old := room.with_name("old.db"))
    mark = Path(f"{room}.mark").read_bytes()
    with Room.open(room) as opened:
        grow(opened, 3)
    with closing(open_store(room, read_only=True)) as store:
        kept = newest(store)
    shutil.copy(old, room)
    Path(f"{room}.mark").write_bytes(mark)
    row = {"size": kept.size, "root": kept.root, "note": kept.note}
    tell(room, "INSERT INTO checkpoint VALUES (1, :size, :root, :note, 1)", **row)
    said = refuses(lambda: Room.open(room), "log.went-back")
    assert "a checkpoint over 3 entries was signed" in said
    accept_loss(room, by=MANAGER, reason="an old copy was put back")
    with Room.open(room) as opened:
        grow(opened, 4)
        assert opened.store.origin.incarnation == 2
    with closing(open_store(room, key_of(room), read_only=True)) as store:
        assert audit(store, key_of(room)).holds
        assert LogTree(store).size == 5
    with pytest.raises(Refused, match="there is no loss to accept"):
        accept_loss(room, by=MANAGER, reason="again")


def test_the_origin_of_a_log_names_house_room_and_incarnation() -> None:
    assert Origin("r", 3, "h").raised(2) == Origin("r", 5, "h")


def test_a_tile_is_kept_as_it_grows(store: Store) -> None:
    tiles = [Tile(1, 0, bytes(32), 7), Tile(1, 0, bytes(64), 9)]
    for size, tile in enumerate(tiles, 1):
        store.sign(Signed(Kept(1, size, bytes(32), "", size), (tile,))).result()
    assert store.tile(1, 1, 0) == tiles[1]
    assert store.tile(2, 1, 0) is None
    assert newest(store).size == 2
