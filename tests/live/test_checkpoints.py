"""Checkpoints are notes that other programs read, and that prove what a house has signed."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import Corrupt, FairdealError, Malformed
from fairdeal.live.log.chain import Origin
from fairdeal.live.log.checkpoints import (
    COSIGNS,
    Note,
    NoteKey,
    Signature,
    check_of_one_history,
    check_signed,
    cosignature_text,
    cosigned_at,
    house_name,
    is_signed,
    public_key,
    read_note,
    signed,
)
from fairdeal.live.log.tree import Tree
from tests.live.entries import KEY

VECTOR = json.loads(Path(__file__).with_name("tree_vector.json").read_text("utf-8"))
NOTE = read_note(VECTOR["checkpoint"])
PUBLIC = bytes.fromhex(VECTOR["public"])
WITNESS = NoteKey("regulator.example/w1", bytes.fromhex(VECTOR["witness"]), COSIGNS)
ROOT = bytes(range(32))


def refusal(text: str) -> str:
    with pytest.raises(Malformed) as caught:
        read_note(text)
    assert caught.value.code == "checkpoint.unreadable"
    assert "\n" not in str(caught.value)
    return str(caught.value)


def said_of(text: str) -> str:
    """The text of the note that it is, or the code of the refusal."""
    try:
        return str(read_note(text))
    except FairdealError as error:
        return error.code


def cosigned(note: Note, seed: bytes, name: str, at: int) -> Note:
    """The note with the cosignature of a witness."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key = NoteKey(name, private.public_key().public_bytes_raw(), COSIGNS)
    body = at.to_bytes(8, "big") + private.sign(cosignature_text(note, at))
    return note._replace(signatures=(*note.signatures, Signature(name, key.id, body)))


def test_the_checkpoint_of_the_vector_is_signed_and_cosigned() -> None:
    assert (NOTE.origin, NOTE.size) == (VECTOR["origin"], VECTOR["size"])
    assert str(NOTE) == VECTOR["checkpoint"]
    assert NOTE.of == Origin("room-1", 1, "casino.example")
    check_signed(NOTE, PUBLIC)
    assert cosigned_at(NOTE, WITNESS) == 1_700_000_002


def test_a_signature_is_the_room_s_own_alone() -> None:
    note = signed(KEY, "fairdeal/room-1/1", 5, ROOT)
    assert is_signed(note, public_key(KEY))
    assert not is_signed(note, public_key(b"another"))
    assert not is_signed(note._replace(size=6), public_key(KEY))
    assert not is_signed(note._replace(root=bytes(32)), public_key(KEY))
    assert not is_signed(note._replace(signatures=()), public_key(KEY))
    with pytest.raises(Corrupt, match=r"over 6 entries is not signed with the key [0-9a-f]{64}$"):
        check_signed(note._replace(size=6), public_key(KEY))
    assert not is_signed(note, b"short")


def test_a_room_without_a_key_has_no_public_key() -> None:
    assert public_key(b"") == b""


def test_a_signature_of_another_length_is_none() -> None:
    note = signed(KEY, "fairdeal/room-1/1", 5, ROOT)
    [own] = note.signatures
    assert not is_signed(note._replace(signatures=(own._replace(body=b"x"),)), public_key(KEY))


def test_a_cosignature_says_when_a_witness_has_seen_the_note() -> None:
    note = cosigned(signed(KEY, "fairdeal/r/1", 5, ROOT), bytes(32), "w.example", 1_800_000_000)
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    witness = NoteKey("w.example", private.public_key().public_bytes_raw(), COSIGNS)
    assert read_note(str(note)) == note
    assert cosigned_at(note, witness) == 1_800_000_000
    assert cosigned_at(note._replace(size=6), witness) == 0
    assert cosigned_at(note, WITNESS) == 0


def test_a_log_is_known_by_its_room_and_incarnation() -> None:
    assert Note("fairdeal/room-1/12", 1, ROOT).of == Origin("room-1", 12)
    for other in ("room-1/1", "a/b/fairdeal/room-1/1", "fairdeal/room-1/0", "fairdeal/room-1/x"):
        assert Note(other, 1, ROOT).of is None


TEXT = str(signed(KEY, "fairdeal/room-1/1", 5, ROOT))


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "x",
        TEXT.removesuffix("\n")[:-1],
        TEXT.replace("\n5\n", "\n05\n"),
        TEXT.replace("\n5\n", "\n-5\n"),
        TEXT.replace("\n5\n", "\n\n"),
        TEXT.replace("\n5\n", f"\n{'9' * 19}\n"),
        TEXT.replace("=\n\n", "\n\n"),
        TEXT.replace("=\n\n", "=\nmore\n\n"),
        TEXT.replace("\u2014 ", "- "),
        TEXT.replace("fairdeal/", "fair deal/"),
        TEXT.replace("fairdeal/", "fair+deal/"),
        TEXT + "\n",
        TEXT + "\u2014 name !\n",
        TEXT + "\u2014 name \u00e9\u00e9\u00e9\u00e9\n",
        TEXT + "\u2014 name AAAA\n",
        TEXT.split("\n\n")[0],
    ],
)
def test_what_is_no_checkpoint_is_refused(wrong: str) -> None:
    assert "is not a checkpoint: expected origin, size and root" in refusal(wrong)


@given(st.text())
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    for each in (text, TEXT[:30] + text + TEXT[30:], TEXT + text):
        assert said_of(each) in (each, "checkpoint.unreadable")


def test_a_public_key_is_read_as_it_is_printed() -> None:
    assert NoteKey.read(f" {WITNESS}\n") == WITNESS
    own = NoteKey("fairdeal/room-1/1", PUBLIC)
    assert NoteKey.read(str(own)) == own


@pytest.mark.parametrize(
    "wrong",
    ["", "x", "name+00000000+AAAA", f"{WITNESS}A", str(WITNESS).replace("w1", "w2"), "a+b+\u00e9"],
)
def test_what_is_no_public_key_is_refused(wrong: str) -> None:
    with pytest.raises(Malformed, match="is not a public key: expected NAME"):
        NoteKey.read(wrong)


def test_the_name_of_a_house_fits_into_an_origin() -> None:
    assert house_name("casino.example") == "casino.example"
    for wrong in ("", "two words", "a/b", "a+b", "a\x00"):
        with pytest.raises(Malformed, match="cannot be the name of a house"):
            house_name(wrong)


def tree_of(*leaves: bytes) -> Tree:
    tree = Tree()
    for pos, leaf in enumerate(leaves):
        tree.append(leaf, pos)
    return tree


def note_of(tree: Tree, origin: str = "fairdeal/room-1/1") -> Note:
    return signed(KEY, origin, tree.size, tree.root())


def test_two_notes_of_one_size_and_two_roots_prove_two_histories() -> None:
    one, other = note_of(tree_of(b"a" * 32, b"b" * 32)), note_of(tree_of(b"a" * 32, b"c" * 32))
    check_of_one_history(one, one, [])
    with pytest.raises(Corrupt, match="has signed two histories") as caught:
        check_of_one_history(one, other, [])
    assert caught.value.code == "checkpoint.split"


def test_a_newer_note_is_held_against_an_older_one_by_a_proof() -> None:
    whole = tree_of(b"a" * 32, b"b" * 32, b"c" * 32)
    new, old = note_of(whole), signed(KEY, "fairdeal/room-1/1", 2, whole.root(2))
    proof = whole.consistency(2, 3)
    check_of_one_history(new, old, proof)
    with pytest.raises(Corrupt, match="has not shown that its 3 entries begin with the 2"):
        check_of_one_history(new, note_of(tree_of(b"a" * 32, b"x" * 32)), proof)
    check_of_one_history(new, note_of(whole, "casino.example/fairdeal/room-1/1"), [])
    for one, other in (
        (new, note_of(whole, "fairdeal/room-1/2")),
        (new, note_of(whole, "another.example/log")),
    ):
        with pytest.raises(Malformed, match="are of two logs"):
            check_of_one_history(one, other, [])
