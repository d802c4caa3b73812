"""The Merkle tree over a log: a leaf for each entry, in the order of positions.

Hashes are those of RFC 6962, so that any program for transparency logs can check a proof.  The
hashes are kept in tiles of 256 (C2SP tlog-tiles); a tree that grows holds its right edge alone.
The bytes are described in docs/reference/log-format.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol, Self

from msgspec import Struct
from msgspec.json import Encoder

from fairdeal.live.log.chain import DIGEST, Recorded, full_name

LEAF: Final = "fairdeal-leaf-1"
ORIGIN_LEAF: Final = "fairdeal-origin-1"
"""How the lines of leaves begin; a name changes when the bytes do."""

_BITS: Final = 8
TILE: Final = 1 << _BITS
"""Hashes of a full tile."""

EMPTY: Final = sha256().digest()
"""The root of a tree without leaves."""

_line = Encoder().encode


class Leaf(NamedTuple):
    """An entry as the tree has it."""

    pos: int
    """Position of its first event."""
    stream: str
    version: int
    """Number of its last event within the stream."""
    entry: bytes
    """The hash of the entry."""
    epoch: int
    log_hash: bytes

    @classmethod
    def of(cls, last: Recorded) -> Self:
        """The leaf of the entry whose *last* event this is."""
        pos = last.pos - last.part
        return cls(pos, last.stream, last.version, last.hash, last.epoch, last.log_hash)

    @property
    def line(self) -> bytes:
        """The bytes of the leaf."""
        return leaf_line(full_name(self.stream), self.version, self.entry, self.epoch)


def leaf_line(stream: str, version: int, entry: bytes, epoch: int) -> bytes:
    """The bytes of the leaf of an entry.

    >>> leaf_line("table/pit-1", 3, bytes(2), 1)
    b'["fairdeal-leaf-1","table/pit-1",3,"0000",1]'
    """
    return _line((LEAF, stream, version, entry.hex(), epoch))


def origin_line(note: str) -> bytes:
    """The bytes of the first leaf of a later incarnation: the last checkpoint of the one before."""
    return _line((ORIGIN_LEAF, note))


def is_last(event: Recorded) -> bool:
    """Whether an event is the last one of its entry."""
    return len(event.digests) == (event.part + 1) * DIGEST


def leaves(events: Iterable[Recorded]) -> Iterator[Leaf]:
    """The leaves of the entries that end in these events."""
    return (Leaf.of(event) for event in events if is_last(event))


def leaf_hash(line: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + line).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _folded(hashes: Sequence[bytes]) -> bytes:
    """The root over a number of subtrees that is a power of two."""
    while len(hashes) > 1:
        hashes = [_node(*hashes[each : each + 2]) for each in range(0, len(hashes), 2)]
    return hashes[0]


class Tile(Struct, frozen=True, gc=False):
    """Hashes that lie beside each other: of leaves at level 0, else of full tiles one level below.

    Above level 0 the last tile of a level is written each time it grows; at level 0 full ones are.
    """

    level: int
    index: int
    hashes: bytes
    pos: int
    """Position of the last entry under it."""


class Tiles(Protocol):
    """Where the hashes of tiles are kept."""

    def __getitem__(self, place: tuple[int, int], /) -> bytes:
        """Those of the tile of a level and index."""


class Tree:
    """A tree that grows at its right edge; hashes behind it are asked of *tiles*."""

    def __init__(self, tiles: Tiles | None = None, full: int = 0) -> None:
        """An empty tree, or one with so many *full* tiles of leaves, which are kept already."""
        self.size = full * TILE
        self.changed: dict[tuple[int, int], Tile] = {}
        """Tiles to be kept: those that became full, and higher ones that grew."""
        self._tiles = {} if tiles is None else tiles
        self._edge: list[list[bytes]] = [[]]
        """Of each level the hashes that fill no tile yet."""
        level, count = 1, full
        while count:
            index, rest = divmod(count, TILE)
            self._edge.append(_split(self._tiles[level, index])[:rest] if rest else [])
            level, count = level + 1, index

    def append(self, digest: bytes, pos: int) -> None:
        """Add the hash of a leaf, whose entry begins at *pos*."""
        self.size += 1
        level = 0
        while True:
            if level == len(self._edge):
                self._edge.append([])
            edge = self._edge[level]
            edge.append(digest)
            index = ((self.size >> _BITS * level) - 1) >> _BITS
            if level or len(edge) == TILE:
                self.changed[level, index] = Tile(level, index, b"".join(edge), pos)
            if len(edge) < TILE:
                return
            self._edge[level] = []
            digest, level = _folded(edge), level + 1

    def root(self, size: int | None = None) -> bytes:
        """The root of the tree, or of what it was at an earlier size."""
        size = self.size if size is None else size
        return self._root(0, size) if size else EMPTY

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """The proof that the tree of this size has this leaf."""
        return self._path(index, 0, size)

    def consistency(self, old: int, new: int) -> list[bytes]:
        """The proof that the tree of the *new* size begins with that of the *old* one."""
        return self._subproof(old, 0, new, is_known=True) if 0 < old < new else []

    def _path(self, index: int, begin: int, end: int) -> list[bytes]:
        if end - begin == 1:
            return []
        middle = begin + _half(end - begin)
        if index < middle:
            return [*self._path(index, begin, middle), self._root(middle, end)]
        return [*self._path(index, middle, end), self._root(begin, middle)]

    def _subproof(self, old: int, begin: int, end: int, *, is_known: bool) -> list[bytes]:
        if old == end:
            return [] if is_known else [self._root(begin, end)]
        middle = begin + _half(end - begin)
        if old <= middle:
            left = self._subproof(old, begin, middle, is_known=is_known)
            return [*left, self._root(middle, end)]
        right = self._subproof(old, middle, end, is_known=False)
        return [*right, self._root(begin, middle)]

    def _root(self, begin: int, end: int) -> bytes:
        count = end - begin
        if count & (count - 1):
            middle = begin + _half(count)
            return _node(self._root(begin, middle), self._root(middle, end))
        level, height = divmod(count.bit_length() - 1, _BITS)
        index, start = divmod(begin >> _BITS * level, TILE)
        return _folded(self._hashes(level, index)[start : start + (1 << height)])

    def _hashes(self, level: int, index: int) -> list[bytes]:
        if index == self.size >> _BITS * (level + 1):
            return self._edge[level]
        new = self.changed.get((level, index))
        return _split(new.hashes if new else self._tiles[level, index])


def _half(count: int) -> int:
    """The largest power of two below a number of leaves."""
    return 1 << (count - 1).bit_length() - 1


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[each : each + DIGEST] for each in range(0, len(hashes), DIGEST)]


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof leads from the hash of a *leaf* to the root of the tree of that size."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for each in path:
        if not last:
            return False
        if at & 1 or at == last:
            found = _node(each, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = _node(found, each)
        at, last = at >> 1, last >> 1
    return not last and found == root


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the *new* tree begins with all leaves of the *old* one."""
    if not 0 < old < new:
        same = (old == 0 and old_root == EMPTY) or (old, old_root) == (new, new_root)
        return same and not path
    if not old & (old - 1):
        path = [old_root, *path]
    if not path:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    was = now = path[0]
    for each in path[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            was, now = _node(each, was), _node(each, now)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            now = _node(now, each)
        at, last = at >> 1, last >> 1
    return not last and (was, now) == (old_root, new_root)
