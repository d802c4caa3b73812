"""The notary of a room: follows the log with its tree, and signs checkpoints.

A thread looks each second whether the log has grown.  It signs only what continues its last
checkpoint: where the log lacks an entry that was signed, it refuses, for good.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Final, Protocol

from msgspec import Struct

from fairdeal.errors import Corrupt, FairdealError, Malformed, Refused, Unavailable, named
from fairdeal.live.clocks import now
from fairdeal.live.log.chain import DIGEST, ORIGIN, Origin, Recorded, log_hash_of
from fairdeal.live.log.checkpoints import (
    STREAM,
    Kept,
    Note,
    Signed,
    check_signed,
    public_key,
    read_note,
    signed,
)
from fairdeal.live.log.stores.protocol import WENT_BACK
from fairdeal.live.log.tree import TILE, Leaf, Tile, Tree, leaf_hash, origin_line

EVERY: Final = 1.0
"""Seconds between two looks at the log."""

AT_ONCE: Final = 1 << 16
"""Entries that one checkpoint adds at most: what is kept with it stays small."""

_LOG: Final = logging.getLogger("fairdeal.notary")


class Log(Protocol):
    """What is asked of a log, to follow it."""

    name: str
    origin: Origin

    def leaves(self, after: int = 0, until: int | None = None) -> Iterator[Leaf]:
        """The entries behind a position as the tree has them, in order."""

    def checkpoint(self, incarnation: int) -> Kept | None:
        """The newest checkpoint of this incarnation; where it has none, of one before."""

    def tile(self, incarnation: int, level: int, index: int) -> Tile | None:
        """A tile of the tree of this incarnation."""


class SignedLog(Log, Protocol):
    """What is asked of a log, to sign it."""

    @property
    def stopped(self) -> str:
        """Why the log takes nothing more."""

    def catch_up(self) -> None:
        """Give everything that was recorded by now its place in the order."""

    def claim(self, stream: str) -> int:
        """The number of the claim under which this process may sign, 0 for none."""

    def sign(self, checkpoint: Signed) -> Future[tuple[Recorded, ...]]:
        """Put a checkpoint in line."""


def newest(log: Log) -> Kept | None:
    """The newest checkpoint of a log in its present incarnation."""
    kept = log.checkpoint(log.origin.incarnation)
    return kept if kept and kept.incarnation == log.origin.incarnation else None


def first_leaf(log: Log, incarnation: int) -> bytes | None:
    """The bytes of the leaf before all entries; an incarnation after the first has one."""
    if incarnation == 1:
        return None
    before = log.checkpoint(incarnation - 1)
    return origin_line(before.note if before else "")


class Inclusion(Struct, frozen=True):
    """The proof that a checkpoint covers an entry."""

    leaf: Leaf
    index: int
    size: int
    path: list[bytes]


class Consistency(Struct, frozen=True):
    """The proof that a tree begins with an earlier one, as programs read it."""

    old: int
    new: int
    path: tuple[str, ...]
    """Hashes in hexadecimal digits."""


class LogTree:
    """The tree over the entries of a log in its present incarnation, as far as it has followed."""

    def __init__(self, log: Log) -> None:
        self.incarnation = log.origin.incarnation
        self.kept = newest(log)
        """The newest checkpoint of the incarnation when this began; the tree goes so far."""
        self._log = log
        self._pos, self._digest, self._log_hash = 0, b"", ORIGIN
        """Of the last entry: position, hash of its leaf, and hash of the log, empty if unknown."""
        full = self.kept.size // TILE if self.kept else 0
        self.tree = Tree(self, full)
        if full:
            last = self._tile(0, full - 1)
            self._pos, self._digest, self._log_hash = last.pos, last.hashes[-DIGEST:], b""
        elif first := first_leaf(log, self.incarnation):
            self.tree.append(leaf_hash(first), 0)
        if self.kept:
            self.grow(self.kept.size)
            if (self.tree.size, self.tree.root()) != (self.kept.size, self.kept.root):
                raise self._went_back()

    @property
    def size(self) -> int:
        """How many leaves it has."""
        return self.tree.size

    def grow(self, most: int, until: int | None = None) -> None:
        """Add the entries that the log has more, up to a size of *most* or the event at *until*."""
        found = self._log.leaves(max(0, self._pos - 1), until)
        if self._pos and not self._is_last(next(found, None)):
            raise self._went_back()
        for leaf in found:
            if self.size >= most:
                return
            if self._log_hash and leaf.log_hash != log_hash_of(
                self._log_hash, leaf.pos, leaf.entry
            ):
                raise Corrupt(
                    f"the entry at {leaf.pos:,} of the log in {self._log.name} does not continue"
                    " the one before: it is not signed",
                    code="log.broken",
                )
            self._pos, self._digest, self._log_hash = leaf.pos, leaf_hash(leaf.line), leaf.log_hash
            self.tree.append(self._digest, leaf.pos)

    def _is_last(self, leaf: Leaf | None) -> bool:
        """Whether it is the last entry that the tree has; its log hash is noted."""
        if leaf is None or (leaf.pos, leaf_hash(leaf.line)) != (self._pos, self._digest):
            return False
        before, self._log_hash = self._log_hash, leaf.log_hash
        return before in (b"", leaf.log_hash)

    def inclusion(self, pos: int) -> Inclusion:
        """The proof for the entry whose first event is at *pos*, in the tree as it is."""
        low, high = 0, self.size // TILE
        while low < high:  # the first full tile that goes so far, or what fills no tile yet
            middle = (low + high) // 2
            if self._tile(0, middle).pos < pos:
                low = middle + 1
            else:
                high = middle
        index, after = int(self.incarnation > 1), 0
        if low:
            index, after = low * TILE - 1, self._tile(0, low - 1).pos - 1
        for at, leaf in enumerate(self._log.leaves(after), index):
            if leaf.pos == pos and at < self.size:
                return Inclusion(leaf, at, self.size, self.tree.inclusion(at, self.size))
            if leaf.pos >= pos:
                break
        raise Refused(
            f"no checkpoint covers the entry at {pos:,} yet: ask again in a second",
            code="checkpoint.early",
        )

    def _tile(self, level: int, index: int) -> Tile:
        found = self._log.tile(self.incarnation, level, index)
        if found is None:
            raise Corrupt(
                f"the log in {self._log.name} lacks tile {index:,} at level {level} of its tree",
                code="checkpoint.forged",
            )
        return found

    def __getitem__(self, place: tuple[int, int]) -> bytes:
        """The hashes of a tile that is kept."""
        return self._tile(*place).hashes

    def _went_back(self) -> Unavailable:
        size = max(self.size, self.kept.size if self.kept else 0)
        return Unavailable(
            f"the log in {self._log.name} has gone back: a checkpoint over {size:,} entries was"
            " signed, and they are not those that the log has now; restore a newer backup, or"
            " fairdeal accept-loss accepts the loss by name",
            code=WENT_BACK,
        )


def followed(log: Log, key: bytes) -> LogTree:
    """The tree of a log that begins with what this key has signed last."""
    if kept := newest(log):
        check_signed(noted(kept), public_key(key))
    return LogTree(log)


def check(log: Log, key: bytes) -> None:
    """Refuse a log that lacks what its newest checkpoint covers.

    Damage of another kind closes no room: the table is refused that it is about, the notary signs
    nothing, and the audit tells where it is.
    """
    with suppress(Malformed, Corrupt):
        followed(log, key)


def noted(kept: Kept) -> Note:
    """The note of a checkpoint; refused where it says something else than the log's own columns."""
    note = read_note(kept.note)
    of = note.of.incarnation if note.of else 0
    if (of, note.size, note.root) != (kept.incarnation, kept.size, kept.root):
        raise Corrupt(
            f"the checkpoint over {kept.size:,} entries says something else than its note",
            code="checkpoint.forged",
        )
    return note


class Notary:
    """Signs the log of a room: a thread looks at it each second.

    ``_lock`` lets one thread at a time sign: the notary's own, or the one that closes the room.
    Of several processes on a log the one with the claim signs; a process that takes it over begins
    with the tree that is kept.  The thread that writes the log writes checkpoints as well, in line
    with everything else.
    """

    def __init__(self, log: SignedLog, key: bytes) -> None:
        self.trouble = ""
        """Why nothing is signed; empty while the log is."""
        self.told: Callable[[str], object] = lambda said: None
        """Hears when the log cannot be signed, and when it can again."""
        self._store = log
        self._key = key
        self._claim = 0
        self._tree: LogTree | None = None
        self._signed = 0
        """The size of the last checkpoint."""
        self._refuses = False
        self._lock = Lock()
        self._closing = Event()
        self._thread = Thread(target=self._run, name=f"notary {log.name}", daemon=True)

    def start(self) -> None:
        """Begin to follow the log."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and sign the end of the log, once."""
        if self._closing.is_set():
            return
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()
        self.keep()

    def _run(self) -> None:
        while not self._closing.wait(EVERY):
            self.keep()

    def keep(self) -> bool:
        """Sign the log as it is; whether it is signed now.

        The room goes on where it cannot be signed.  A log that lacks what was signed is never
        signed again by this process.
        """
        with self._lock:
            try:
                if not self._refuses:
                    self.sign()
                    self._say("")
            except Exception as error:  # a forged row can hold values of any kind
                is_final = isinstance(error, FairdealError) and error.code == WENT_BACK
                self._refuses = is_final or isinstance(error, Corrupt)
                self._say(f"the log is not signed: {named(error)}")
        return not self.trouble

    def sign(self, until: int | None = None) -> None:
        """Sign what the log has more than the last checkpoint, up to the event at *until*."""
        log = self._store
        if log.stopped or not (claim := log.claim(STREAM)):
            return
        log.catch_up()
        tree = self._tree
        if tree is None or claim != self._claim or tree.incarnation != log.origin.incarnation:
            self._tree = None  # until it is whole
            tree = followed(log, self._key)
            self._signed = tree.kept.size if tree.kept else 0
            self._tree, self._claim = tree, claim
        while True:
            tree.grow(self._signed + AT_ONCE, until)
            if tree.size == self._signed:
                return
            self._add(tree)

    def _add(self, tree: LogTree) -> None:
        origin, root = self._store.origin, tree.tree.root()
        note = signed(self._key, origin.line, tree.size, root)
        kept = Kept(tree.incarnation, tree.size, root, str(note), now())
        self._store.sign(Signed(kept, tuple(tree.tree.changed.values()))).result()
        tree.tree.changed.clear()
        self._signed = tree.size

    def _say(self, trouble: str) -> None:
        """Tell of a change, once."""
        before, self.trouble = self.trouble, trouble
        if trouble and not before:
            _LOG.warning("%s", trouble)
            self.told(trouble)
        elif before and not trouble:
            _LOG.info("the log is signed again")
            self.told("the log is signed again")
