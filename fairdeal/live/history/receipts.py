"""Receipts that prove themselves: a round with its entries, and the way to a signed checkpoint.

Who has a receipt and the room's public key needs neither the log nor the house.  The form is
described in docs/reference/log-format.md.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from fairdeal.errors import Corrupt, Malformed, Refused
from fairdeal.live import events
from fairdeal.live.history.recall import no_such_round
from fairdeal.live.history.secrecy import withheld
from fairdeal.live.log import codec
from fairdeal.live.log.chain import DIGEST, ENTRY, Recorded, digest_of, full_name, line_of
from fairdeal.live.log.checkpoints import Note, check_signed, read_note
from fairdeal.live.log.notary import LogTree
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.log.tree import is_included, leaf_hash, leaf_line

FORM: Final = "fairdeal-receipt-1"

_BEGINS: Final = codec.KINDS[events.RoundOpened]
_ENDS: Final = frozenset({codec.KINDS[events.RoundClosed], codec.KINDS[events.RoundVoided]})


class Shown(Struct, frozen=True):
    """An event that a receipt shows; its body is as it was hashed."""

    part: int
    """Its place in the entry, from 0."""
    kind: str
    body: str


class EntryShown(Struct, frozen=True):
    """An entry whole, which names its events by digests, and those of them that are shown."""

    line: str
    events: tuple[Shown, ...] = ()


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A round at a table, and the proof that a checkpoint covers it."""

    table: str
    round: int
    entries: tuple[EntryShown, ...]
    """All entries of the table from the beginning of the round to its end."""
    index: int
    """Of the leaf of the last entry."""
    path: tuple[str, ...]
    """Its inclusion proof: hashes in hexadecimal digits."""
    checkpoint: str
    seat: int = 0
    """Whose events are shown, beside those of the whole table; 0 for those of all seats."""
    form: str = FORM


class Proven(NamedTuple):
    """What a receipt proves."""

    note: Note
    events: tuple[Shown, ...]
    hidden: int
    """How many events of the entries are not shown."""


def receipt_of(store: Store, table: str, number: int, seat: int = 0) -> Receipt:
    """The receipt of a round that is over, under the newest checkpoint."""
    found, is_next_over = _entries(store, table, number)
    last = found[-1].rows[-1]
    tree = LogTree(store)
    proof = tree.inclusion(last.pos - last.part)
    assert tree.kept is not None, "the proof leads to it"
    entries = []
    for entry in found:
        may_show = [row for row in entry.of_round if _may_show(row, seat, is_next_over)]
        shown = tuple([Shown(row.part, row.kind, row.body.decode()) for row in may_show])
        entries.append(EntryShown(line_of(entry.rows[0]).decode(), shown))
    path = tuple([each.hex() for each in proof.path])
    return Receipt(table, number, tuple(entries), proof.index, path, tree.kept.note, seat)


class _Entry(NamedTuple):
    rows: list[Recorded]
    of_round: list[Recorded]
    """Those from the beginning of the round to its end."""


def _entries(store: Store, table: str, number: int) -> tuple[list[_Entry], bool]:
    """The entries of a round, and whether the round behind it is over as well."""
    found: list[_Entry] = []
    at, is_in, is_over = 0, False, False
    for rows in _together(store.stream(table)):
        of_round = []
        for row in rows:
            if row.kind == _BEGINS:
                event = codec.decoded(row.kind, row.body)
                assert isinstance(event, events.RoundOpened)
                at, is_in = event.round, event.round == number
            if is_in:
                of_round.append(row)
            if row.kind in _ENDS:
                if is_over:
                    return found, True
                is_in, is_over = False, is_in
        if of_round:
            found.append(_Entry(rows, of_round))
    if not found:
        raise no_such_round(table, number, at)
    if not is_over:
        raise Refused(
            f"round {table}/{number} is in play: a receipt is of a round that is over",
            code="round.open",
        )
    return found, False


def _may_show(row: Recorded, seat: int, is_next_over: bool) -> bool:
    """Whether a receipt shows an event: what is sealed for the next round waits for its end."""
    if withheld(row.body) and not is_next_over:
        return False
    event: dict[str, object] = msgspec.json.decode(row.body)
    return not seat or event.get("seat", 0) in (0, seat)


def _together(rows: Iterator[Recorded]) -> Iterator[list[Recorded]]:
    """The events of each entry."""
    entry: list[Recorded] = []
    for row in rows:
        entry.append(row)
        if len(row.digests) == (row.part + 1) * DIGEST:
            yield entry
            entry = []


def read_receipt(text: bytes) -> Receipt:
    """A receipt from its file, unchecked."""
    try:
        found = msgspec.json.decode(text, type=Receipt)
    except msgspec.DecodeError as error:
        raise Malformed(f"it is not a receipt: {error}", code="receipt.unreadable") from None
    if found.form != FORM:
        raise Malformed(
            f"it is a receipt of form {found.form!r}, and this program knows {FORM}",
            code="receipt.unreadable",
        )
    return found


def verified(receipt: Receipt, public: bytes) -> Proven:
    """What a receipt proves to the owner of a room's public key; refused where it proves nothing.

    Neither a log nor the house is asked.
    """
    note = read_note(receipt.checkpoint)
    check_signed(note, public)
    try:
        leaf, shown, hidden = _followed(receipt)
        path = [bytes.fromhex(each) for each in receipt.path]
    except (TypeError, ValueError, LookupError) as error:  # a forged line can hold anything
        raise _broken(receipt, str(error)) from None
    if not is_included(leaf, receipt.index, note.size, path, note.root):
        raise _broken(receipt, "its last entry is not under the checkpoint")
    opened = [each for each in shown if each.kind == _BEGINS]
    if len(opened) != 1 or shown[0] is not opened[0] or _round_of(opened[0]) != receipt.round:
        raise _broken(receipt, "its events do not begin with that round")
    return Proven(note, shown, hidden)


def _followed(receipt: Receipt) -> tuple[bytes, tuple[Shown, ...], int]:
    """The hash of the last entry's leaf, the events that are shown, and how many are not."""
    shown: list[Shown] = []
    before, next_version, hidden, digest, leaf = "", 0, 0, b"", b""
    for entry in receipt.entries:
        what = msgspec.json.decode(entry.line, type=list[Any])
        digest = sha256(entry.line.encode()).digest()
        name, _, previous, stream, version, _, epoch = what[:7]
        digests = what[12]
        if name != ENTRY or stream != full_name(receipt.table):
            raise ValueError(f"it has an entry of {stream}")
        if before and (previous, version) != (before, next_version):
            raise ValueError(f"the entry at {version} does not continue the one before")
        for each in entry.events:
            if not 0 <= each.part < len(digests) or digests[each.part] != (
                digest_of(each.kind, each.body.encode()).hex()
            ):
                raise ValueError(f"{each.kind} is not an event of the entry at {version}")
        if [each.part for each in entry.events] != sorted({each.part for each in entry.events}):
            raise ValueError(f"the events of the entry at {version} are out of order")
        shown += entry.events
        hidden += len(digests) - len(entry.events)
        before, next_version = digest.hex(), version + len(digests)
        leaf = leaf_hash(leaf_line(stream, next_version - 1, digest, epoch))
    return leaf, tuple(shown), hidden


def _round_of(opened: Shown) -> int:
    event = codec.decoded(opened.kind, opened.body.encode())
    assert isinstance(event, events.RoundOpened)
    return event.round


def _broken(receipt: Receipt, why: str) -> Corrupt:
    return Corrupt(
        f"the receipt of {receipt.table}/{receipt.round} does not hold: {why}",
        code="receipt.broken",
    )
