"""A receipt proves a round to who has the room's public key, and tells nothing else."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from fairdeal.errors import FairdealError, Malformed
from fairdeal.live import events
from fairdeal.live.history.following import rounds
from fairdeal.live.history.receipts import (
    EntryShown,
    Receipt,
    Shown,
    read_receipt,
    receipt_of,
    verified,
)
from fairdeal.live.history.secrecy import SECRET
from fairdeal.live.log import codec
from fairdeal.live.log.checkpoints import public_key, read_note, signed
from fairdeal.live.log.notary import Notary
from fairdeal.live.log.stores import Store, open_store
from tests.live.days import in_a_file
from tests.live.tables import KEY

PUBLIC = public_key(KEY)
ENDS = {codec.KINDS[events.RoundClosed], codec.KINDS[events.RoundVoided]}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A day at several tables, signed."""
    path = in_a_file(tmp_path_factory.mktemp("day") / "room.db")
    with closing(open_store(path, KEY)) as store:
        Notary(store, KEY).sign()
        yield store


def played(store: Store, state: str = "closed") -> list[tuple[str, int]]:
    """The rounds of a state."""
    return [(each.table, each.number) for each in rounds(store.read()) if each.state == state]


@pytest.fixture(scope="module")
def receipt(store: Store) -> Receipt:
    return receipt_of(store, *played(store)[0])


def broken(receipt: Receipt) -> str:
    with pytest.raises(FairdealError) as caught:
        verified(receipt, PUBLIC)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_round_that_is_over_has_a_receipt_that_holds(store: Store) -> None:
    for table, number in [*played(store), *played(store, "void")]:
        receipt = receipt_of(store, table, number)
        again = read_receipt(msgspec.json.encode(receipt))
        found = verified(again, PUBLIC)
        assert again == receipt
        assert found.events[0].kind == "round-opened"
        assert not [each for each in found.events[1:] if each.kind == "round-opened"]
        assert sum(each.kind in ENDS for each in found.events) <= 1


def test_a_receipt_of_a_seat_names_other_seats_by_digests_alone(store: Store) -> None:
    for table, number in played(store)[:10]:
        whole, own = (verified(receipt_of(store, table, number, seat), PUBLIC) for seat in (0, 1))
        assert len(own.events) + own.hidden == len(whole.events) + whole.hidden
        assert {json.loads(each.body).get("seat", 0) for each in own.events} <= {0, 1}


def test_a_secret_for_the_next_round_is_shown_when_that_round_is_over(store: Store) -> None:
    last = dict(sorted([*played(store), *played(store, "void")]))
    hidden = shown = 0
    for table, number in played(store):
        found = verified(receipt_of(store, table, number), PUBLIC)
        sealed = [each for each in found.events if SECRET & json.loads(each.body).keys()]
        if last[table] == number:
            hidden += not sealed
            assert not sealed
        shown += bool(sealed)
    assert hidden
    assert shown


def test_a_round_in_play_has_no_receipt(store: Store) -> None:
    for table, number in played(store, "in play"):
        with pytest.raises(FairdealError, match="is in play: a receipt is of a round that is over"):
            receipt_of(store, table, number)
    table, number = played(store)[-1]
    with pytest.raises(FairdealError, match="has no round 9999"):
        receipt_of(store, table, 9999)


def test_a_round_behind_the_newest_checkpoint_has_no_receipt_yet(tmp_path: Path) -> None:
    with closing(open_store(in_a_file(tmp_path / "room.db"), KEY)) as store:
        Notary(store, KEY).sign(60)
        table, number = played(store)[-1]
        with pytest.raises(FairdealError, match="no checkpoint covers the entry"):
            receipt_of(store, table, number)


def test_a_receipt_under_a_forged_checkpoint_does_not_hold(receipt: Receipt) -> None:
    note = read_note(receipt.checkpoint)
    for key, root, said in (
        (b"another", note.root, "is not signed with the key"),
        (KEY, bytes(32), "its last entry is not under the checkpoint"),
    ):
        forged = str(signed(key, note.origin, note.size, root))
        assert said in broken(replace(receipt, checkpoint=forged))


def changed(receipt: Receipt, place: int, **fields: object) -> Receipt:
    entries = [*receipt.entries]
    entries[place] = replace(entries[place], **fields)
    return replace(receipt, entries=tuple(entries))


def test_no_part_of_a_receipt_can_be_changed(receipt: Receipt) -> None:
    entries = receipt.entries
    first, second = entries[0].events[:2] if len(entries[0].events) > 1 else entries[1].events[:2]
    opened = entries[0].events[0]
    other = replace(opened, body=opened.body.replace("}", ',"more":1}'))
    for forged, said in (
        (replace(receipt, table="pit-9"), "it has an entry of table/"),
        (replace(receipt, round=receipt.round + 1), "its events do not begin with that round"),
        (replace(receipt, index=receipt.index + 1), "its last entry is not under the checkpoint"),
        (replace(receipt, path=receipt.path[1:]), "its last entry is not under the checkpoint"),
        (replace(receipt, path=("x",)), "non-hexadecimal"),
        (replace(receipt, entries=entries[1:]), "its events do not begin with that round"),
        (replace(receipt, entries=()), "its last entry is not under the checkpoint"),
        (replace(receipt, entries=entries[:-1]), "its last entry is not under the checkpoint"),
        (replace(receipt, entries=(entries[0], *entries[2:])), "does not continue the one before"),
        (changed(receipt, 0, events=(other,)), "round-opened is not an event of the entry"),
        (changed(receipt, 0, events=(replace(opened, part=99),)), "is not an event of the entry"),
        (changed(receipt, 0, events=(opened, opened)), "are out of order"),
        (changed(receipt, 0, line="[]"), "does not hold"),
        (changed(receipt, 0, line="{"), "does not hold"),
        (changed(receipt, 0, line=entries[0].line.replace("entry-1", "entry-2")), "has an entry"),
        (changed(receipt, 1, line=entries[1].line + " "), "does not "),
        (changed(receipt, 0, events=()), "its events do not begin with that round"),
    ):
        assert said in broken(forged), said
    assert first != second


def test_what_is_no_receipt_is_refused(receipt: Receipt) -> None:
    for wrong, said in (
        (b"", "it is not a receipt"),
        (b"{}", "it is not a receipt"),
        (msgspec.json.encode(replace(receipt, form="other")), "it is a receipt of form 'other'"),
    ):
        with pytest.raises(Malformed, match=said):
            read_receipt(wrong)


def test_the_parts_of_a_receipt_are_what_its_page_says() -> None:
    assert Receipt.__struct_fields__ == (
        *("table", "round", "entries", "index", "path", "checkpoint", "seat", "form"),
    )
    assert EntryShown.__struct_fields__ == ("line", "events")
    assert Shown.__struct_fields__ == ("part", "kind", "body")
