"""The tree over a log: roots, tiles and proofs, held against a naive tree."""

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.live.log.tree import (
    EMPTY,
    TILE,
    Tile,
    Tree,
    is_consistent,
    is_included,
    leaf_hash,
    leaf_line,
    origin_line,
)

VECTOR = json.loads(Path(__file__).with_name("tree_vector.json").read_text("utf-8"))
HASHES = [leaf_hash(b"%d" % number) for number in range(66_000)]


class Shelf:
    """Keeps the tiles of a tree, as a store does."""

    def __init__(self) -> None:
        self.tiles: dict[tuple[int, int], Tile] = {}

    def __getitem__(self, place: tuple[int, int]) -> bytes:
        return self.tiles[place].hashes

    def keep(self, tree: Tree) -> None:
        self.tiles |= tree.changed
        tree.changed.clear()


def grown(size: int, shelf: Shelf) -> Tree:
    tree = Tree(shelf)
    for number in range(size):
        tree.append(HASHES[number], number + 1)
        if number % 5_000 == 100:
            shelf.keep(tree)
    shelf.keep(tree)
    return tree


def naive(leaves: list[bytes]) -> bytes:
    """The root as RFC 6962 defines it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\1" + naive(leaves[:half]) + naive(leaves[half:])).digest()


SHELF = Shelf()
TREE = grown(66_000, SHELF)
SMALL = 600
ROOTS = [naive(HASHES[:size]) for size in range(SMALL + 1)]
sizes = st.integers(1, SMALL)


def of_hex(name: str) -> list[bytes]:
    return [bytes.fromhex(each) for each in VECTOR[name]]


def test_the_vector_holds() -> None:
    leaf = leaf_line("table/Zürich 7", 3, bytes.fromhex(VECTOR["next_hash"]), 4)
    assert leaf == VECTOR["leaf"].encode()
    size, root = VECTOR["size"], b64decode(VECTOR["checkpoint"].split("\n")[2])
    assert is_included(leaf_hash(leaf), VECTOR["index"], size, of_hex("inclusion"), root)
    old = VECTOR["old_size"], bytes.fromhex(VECTOR["old_root"])
    assert is_consistent(*old, size, root, of_hex("consistency"))


def test_the_leaf_of_a_later_incarnation_holds_the_note_before_it() -> None:
    assert origin_line("fairdeal/r/1\n") == b'["fairdeal-origin-1","fairdeal/r/1\\n"]'


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 66_000])
def test_a_root_is_that_of_the_naive_tree_at_every_edge_of_a_tile(size: int) -> None:
    assert TREE.root(size) == naive(HASHES[:size])


def test_an_empty_tree_has_the_root_of_nothing() -> None:
    assert Tree().root() == EMPTY == naive([])


@pytest.mark.parametrize("size", [1, 255, 256, 300, 65_536, 66_000])
def test_a_tree_goes_on_from_its_full_tiles_alone(size: int) -> None:
    shelf = Shelf()
    grown(size, shelf)
    again = Tree(shelf, size // TILE)
    for digest in HASHES[again.size : size + 300]:
        again.append(digest, 1)
    assert again.root(size) == naive(HASHES[:size])
    assert again.root() == naive(HASHES[: size + 300])


def test_a_tile_knows_the_position_of_the_last_entry_under_it() -> None:
    assert SHELF.tiles[0, 1].pos == 512
    assert SHELF.tiles[1, 0].pos == 65_536
    assert SHELF.tiles[1, 1] == Tile(1, 1, SHELF.tiles[1, 1].hashes, 65_792)
    assert len(SHELF.tiles[1, 1].hashes) == 32
    assert (0, 257) not in SHELF.tiles


@given(st.data(), sizes)
def test_every_leaf_is_proven_to_be_in_every_tree_that_has_it(
    data: st.DataObject, size: int
) -> None:
    index = data.draw(st.integers(0, size - 1))
    path = TREE.inclusion(index, size)
    assert is_included(HASHES[index], index, size, path, ROOTS[size])


@given(sizes, sizes)
def test_every_tree_is_proven_to_begin_with_an_earlier_one(one: int, other: int) -> None:
    old, new = sorted((one, other))
    path = TREE.consistency(old, new)
    assert is_consistent(old, ROOTS[old], new, ROOTS[new], path)


@given(st.data(), sizes)
def test_a_changed_proof_of_a_leaf_proves_nothing(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    path = TREE.inclusion(index, size)
    other = data.draw(st.integers(0, size).filter(lambda each: each != index))
    assert not is_included(HASHES[index], other, size, path, ROOTS[size])
    assert not is_included(HASHES[index], index, size, [*path, HASHES[0]], ROOTS[size])
    assert not is_included(HASHES[index], index, size, path, ROOTS[size - 1])
    if path:
        place = data.draw(st.integers(0, len(path) - 1))
        assert not is_included(
            HASHES[index], index, size, [*path[:place], *path[place + 1 :]], ROOTS[size]
        )


@given(st.data(), st.integers(2, SMALL))
def test_a_changed_proof_of_a_prefix_proves_nothing(data: st.DataObject, new: int) -> None:
    old = data.draw(st.integers(1, new - 1))
    path = TREE.consistency(old, new)
    place = data.draw(st.integers(0, len(path) - 1))
    wrong = [
        [*path[:place], *path[place + 1 :]],
        [*path[:place], HASHES[0], *path[place + 1 :]],
        [*path, HASHES[0]],
        [],
    ]
    for each in wrong:
        assert not is_consistent(old, ROOTS[old], new, ROOTS[new], each)
    assert not is_consistent(old, ROOTS[new], new, ROOTS[new], path)
    assert not is_consistent(new, ROOTS[new], old, ROOTS[old], path)


def test_every_tree_begins_with_the_empty_one_and_with_itself() -> None:
    assert is_consistent(0, EMPTY, 5, ROOTS[5], [])
    assert is_consistent(5, ROOTS[5], 5, ROOTS[5], TREE.consistency(5, 5))
    assert not is_consistent(0, ROOTS[1], 5, ROOTS[5], [])
    assert not is_consistent(5, ROOTS[5], 5, ROOTS[4], [])
    assert not is_consistent(0, EMPTY, 5, ROOTS[5], [EMPTY])
