"""Whether a log is the one over which checkpoints were signed."""

from collections import defaultdict
from collections.abc import Iterator

from fairdeal.errors import named
from fairdeal.live.audit.findings import Check, Fault
from fairdeal.live.audit.rows import Log
from fairdeal.live.log.chain import DIGEST, Recorded
from fairdeal.live.log.checkpoints import Note, check_signed, public_key
from fairdeal.live.log.notary import first_leaf, noted
from fairdeal.live.log.tree import TILE, Leaf, Tile, Tree, is_last, leaf_hash


class Checkpoints:
    """Builds the tree of a log again, and holds against it what was signed and what is kept.

    Checkpoints of earlier incarnations are looked at when one is named: what a later incarnation
    may lack, a person has accepted by name.
    """

    def __init__(self, log: Log, key: bytes, named_note: Note | None) -> None:
        self.held = 0
        """How many of the room's own checkpoints the log begins with."""
        self.newest: Note | None = None
        """The newest of them."""
        self._log = log
        self._named = named_note
        self._early: list[Fault] = []
        """What is wrong before the first event is looked at."""
        self._trees: dict[int, Tree] = {}
        self._wanted: defaultdict[int, dict[int, list[Note]]] = defaultdict(dict)
        """By incarnation and size, the notes that must have the root there."""
        self._now = log.origin.incarnation
        self._end = 0
        """The size of the newest checkpoint of the present incarnation: so far tiles are kept."""
        self._open: dict[int, Tile] = {}
        """By level, the tile above level 0 that grows."""
        try:
            self._expect(public_key(key) or log.public_key)
        except Exception as error:  # a relation can hold values of any kind
            self._early.append(_fault(f"the checkpoints cannot be read: {named(error)}"))

    def _expect(self, public: bytes) -> None:
        for kept in self._log.checkpoints():
            if kept.incarnation == self._now:
                try:
                    note = noted(kept)
                    check_signed(note, public)
                except Exception as error:  # a forged note can be anything
                    self._early.append(_fault(named(error)))
                    continue
                self._want(note)
                self._end = max(self._end, note.size)
        if self._end and self._log.public_key != public:
            self._early.append(_fault("the public key in the log is not the room's own"))
        if self._named:
            self._expect_named(self._named, public)
        for number, tree in self._trees.items():
            self._early += self._compared(number, tree, (0, "", ""))

    def _expect_named(self, note: Note, public: bytes) -> None:
        of, own = note.of, self._log.origin
        if of is None or of.room != own.room:
            why = f"the checkpoint named is of another log: {note.origin}, and not {own.line}"
        elif of.incarnation > own.incarnation:
            why = (
                f"the log has gone back: the checkpoint named is of its incarnation"
                f" {of.incarnation}, and this is incarnation {own.incarnation}"
            )
        else:
            check_signed(note, public)
            self._want(note)
            return
        self._early.append(_fault(why))

    def _want(self, note: Note) -> None:
        assert note.of is not None, "it was looked at"
        number = note.of.incarnation
        self._wanted[number].setdefault(note.size, []).append(note)
        if number not in self._trees:
            self._trees[number] = tree = Tree()
            if first := first_leaf(self._log, number):
                tree.append(leaf_hash(first), 0)

    def follow(self, row: Recorded) -> Iterator[Fault]:
        """What is wrong with checkpoints and tiles that end with this row."""
        early, self._early = self._early, []
        yield from early
        try:
            if not self._trees or not is_last(row):
                return
            leaf = Leaf.of(row)
            digest = leaf_hash(leaf.line)
            for number, tree in self._trees.items():
                tree.append(digest, leaf.pos)
                yield from self._compared(number, tree, (row.pos, row.stream, row.kind))
                if number == self._now:
                    yield from self._tile_faults(tree, row)
                tree.changed.clear()
        except Exception as error:  # a forged row can hold values of any kind
            about = row.pos, str(row.stream), str(row.kind), Check.CHECKPOINT
            yield Fault(*about, f"it makes no leaf of the tree: {named(error)}")

    def _compared(self, number: int, tree: Tree, about: tuple[int, str, str]) -> Iterator[Fault]:
        """What is wrong with the checkpoints over the tree as it is now."""
        for note in self._wanted[number].pop(tree.size, ()):
            if tree.root() != note.root:
                why = (
                    f"{_which(note)} has another root: an entry before was changed, or the log has"
                    " another history"
                )
                yield Fault(*about, Check.CHECKPOINT, why)
            elif note is not self._named:
                self.held, self.newest = self.held + 1, note

    def _tile_faults(self, tree: Tree, row: Recorded) -> Iterator[Fault]:
        about = row.pos, row.stream, row.kind, Check.CHECKPOINT
        for (level, _), tile in tree.changed.items():
            self._open[level] = tile
            is_full = len(tile.hashes) == TILE * DIGEST
            if is_full and tree.size <= self._end and not self._is_kept(tile):
                yield Fault(*about, f"tile {tile.index:,} at level {level} of the tree is another")
        if tree.size == self._end:
            for level, tile in self._open.items():
                if not self._is_kept(tile):
                    yield Fault(
                        *about, f"tile {tile.index:,} at level {level} of the tree is another"
                    )

    def _is_kept(self, tile: Tile) -> bool:
        """Whether the log keeps a tile as it must be; one that grows may have grown since."""
        kept = self._log.tile(self._now, tile.level, tile.index)
        if kept is None or kept.hashes[: len(tile.hashes)] != tile.hashes:
            return False
        return len(kept.hashes) > len(tile.hashes) or kept.pos == tile.pos

    def finish(self, end: int) -> Iterator[Fault]:
        """What was signed and is not there when the log has ended."""
        early, self._early = self._early, []
        yield from early
        for number, tree in self._trees.items():
            for size in sorted(self._wanted[number]):
                for note in self._wanted[number][size]:
                    yield Fault(
                        *(end, "", "", Check.CHECKPOINT),
                        f"the log has gone back: {_which(note)} was signed, and it has"
                        f" {tree.size:,}",
                    )


def _which(note: Note) -> str:
    return f"the checkpoint of {note.origin} over {note.size:,} entries"


def _fault(why: str) -> Fault:
    return Fault(0, "", "", Check.CHECKPOINT, why)
