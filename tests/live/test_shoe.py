"""The shuffle is fair, fixed in advance and sealed; its key is kept well (RNG-1 to 5, CARD-2)."""

import hashlib
import inspect
import random
import secrets
from collections.abc import Callable
from math import factorial
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import Corrupt, FairdealError, Malformed, Unavailable
from fairdeal.live.log.chain import derived
from fairdeal.live.shoe import (
    Deck,
    Shoe,
    commitment_of,
    is_deck,
    key_in,
    new_key,
    shuffled,
)
from tests.live.stacking import number_of
from tests.live.tables import KEY

SHUFFLES = 2600
"""Fifty expected in each of the 52 x 52 cells."""
FREE = 51 * 51
"""Degrees of freedom of a table whose rows and columns all have the same sum."""


def chi_square(below: Callable[[int], int]) -> float:
    """How far the cards stray from lying equally often at every place.

    A card that lies at one place lies at no other, which makes each cell a 51st more certain to
    stray than in a table of free draws: hence the factor, with which it is a chi-square again.
    """
    seen = [[0] * 52 for _ in range(52)]
    for _ in range(SHUFFLES):
        for place, card in enumerate(shuffled(below)):
            seen[place][card] += 1
    expected = SHUFFLES / 52
    return 51 / 52 * sum((count - expected) ** 2 / expected for row in seen for count in row)


def sealed_by_hand(order: bytes, nonce: bytes, commitment: bytes) -> bytes:
    return bytes(12) + AESGCM(derived(KEY, "decks")).encrypt(bytes(12), order + nonce, commitment)


def test_every_shuffled_deck_holds_all_52_cards_once() -> None:
    for _ in range(200):
        assert is_deck(shuffled())


@pytest.mark.parametrize(
    "order",
    [bytes(range(51)), bytes([*range(51), 50]), bytes(range(1, 53)), bytes(53), b""],
    ids=["short", "double", "no card", "long", "nothing"],
)
def test_what_lacks_a_card_or_has_one_twice_is_no_deck(order: bytes) -> None:
    assert not is_deck(order)


def test_one_number_is_drawn_for_each_of_the_orders_that_there_are() -> None:
    asked: list[int] = []

    def below(count: int) -> int:
        asked.append(count)
        return 0

    shuffled(below)
    assert asked == [factorial(52)]


def test_drawing_the_last_card_each_time_leaves_the_deck_as_it_was() -> None:
    assert shuffled(lambda count: count - 1) == bytes(range(52))


def test_drawing_the_first_card_each_time_moves_it_to_the_bottom() -> None:
    assert shuffled(lambda count: 0) == bytes([*range(1, 52), 0])


@given(st.permutations(range(52)))
def test_every_order_comes_of_exactly_one_number(order: list[int]) -> None:
    """52 x 51 x ... x 2 numbers and as many orders: what reaches all favours none (RNG-3)."""
    number = number_of(order)
    assert 0 <= number < factorial(52)
    assert list(shuffled(lambda count: number)) == order


def test_every_card_is_as_likely_at_every_place_by_a_seeded_source() -> None:
    """Ten seeds judged together at 99 %: 2.58 standard deviations either way (RNG-2, RNG-3)."""
    strayed = sum(chi_square(random.Random(seed).randrange) for seed in range(10))
    assert abs(strayed - 10 * FREE) < 2.58 * (2 * 10 * FREE) ** 0.5


def test_every_card_is_as_likely_at_every_place_by_the_real_source() -> None:
    """Seven standard deviations either way: it fails once in hundreds of thousands of years."""
    spread = (2 * FREE) ** 0.5
    assert abs(chi_square(secrets.randbelow) - FREE) < 7 * spread


def test_a_biased_source_is_noticed() -> None:
    source = random.Random(52)

    def biased(count: int) -> int:
        number = source.randrange(count)
        return number - number % 52 if source.random() < 0.1 else number

    assert chi_square(biased) > FREE + 7 * (2 * FREE) ** 0.5


@pytest.mark.parametrize("shuffling", [shuffled, Shoe], ids=["shuffled", "Shoe"])
def test_cards_come_from_the_operating_system_unless_told_otherwise(
    shuffling: Callable[..., object],
) -> None:
    below = inspect.signature(shuffling).parameters["below"].default
    assert below is secrets.randbelow


def test_no_seed_brings_a_shuffle_back() -> None:
    decks = []
    for _ in range(2):
        random.seed(7)
        decks.append(Shoe(KEY).shuffle()[0])
    assert decks[0].order != decks[1].order
    assert decks[0].nonce != decks[1].nonce


def test_the_nonce_hides_more_than_all_orders_of_a_deck() -> None:
    """52! takes 225.6 bits (RNG-5)."""
    deck, _ = Shoe(KEY).shuffle()
    assert 8 * len(deck.nonce) > 226


def test_the_commitment_is_a_hash_that_anybody_can_reckon() -> None:
    deck, _ = Shoe(KEY).shuffle()
    assert deck.commitment == hashlib.sha256(deck.nonce + deck.order).digest()


def test_the_commitment_fixes_every_place_of_the_deck() -> None:
    deck, _ = Shoe(KEY).shuffle()
    for place in range(51):
        order = bytearray(deck.order)
        order[place], order[place + 1] = order[place + 1], order[place]
        assert commitment_of(bytes(order), deck.nonce) != deck.commitment


def test_another_shoe_with_the_same_key_opens_a_sealed_deck() -> None:
    deck, sealed = Shoe(KEY).shuffle()
    assert Shoe(KEY).unseal(sealed, deck.commitment) == deck


def test_a_sealed_deck_shows_neither_order_nor_nonce() -> None:
    deck, sealed = Shoe(KEY).shuffle()
    assert deck.nonce not in sealed
    assert deck.order not in sealed
    assert not any(deck.order[start : start + 4] in sealed for start in range(49))


def test_the_same_deck_is_never_sealed_alike() -> None:
    shoe = Shoe(KEY, below=lambda count: 0)
    first, second = shoe.shuffle(), shoe.shuffle()
    assert first[0].order == second[0].order
    assert first[0].commitment != second[0].commitment
    assert first[1] != second[1]


def test_another_key_does_not_open_a_sealed_deck() -> None:
    deck, sealed = Shoe(KEY).shuffle()
    with pytest.raises(Unavailable, match="the room's key is not the one") as refused:
        Shoe(new_key()).unseal(sealed, deck.commitment)
    assert refused.value.code == "deck.sealed"


def test_a_seal_that_was_touched_anywhere_does_not_open() -> None:
    deck, sealed = Shoe(KEY).shuffle()
    for place in range(len(sealed)):
        touched = bytearray(sealed)
        touched[place] ^= 1
        with pytest.raises(Unavailable):
            Shoe(KEY).unseal(bytes(touched), deck.commitment)


@pytest.mark.parametrize("length", [0, 4, 11, 12, 27, 50])
def test_a_seal_that_was_cut_off_does_not_open(length: int) -> None:
    deck, sealed = Shoe(KEY).shuffle()
    with pytest.raises(Unavailable):
        Shoe(KEY).unseal(sealed[:length], deck.commitment)


def test_a_deck_does_not_open_under_another_rounds_commitment() -> None:
    (_, sealed), (other, _) = Shoe(KEY).shuffle(), Shoe(KEY).shuffle()
    with pytest.raises(Unavailable):
        Shoe(KEY).unseal(sealed, other.commitment)


def test_a_deck_that_was_not_committed_to_is_damage() -> None:
    deck, other = Shoe(KEY).shuffle()[0], Shoe(KEY).shuffle()[0]
    forged = sealed_by_hand(other.order, other.nonce, deck.commitment)
    with pytest.raises(Corrupt, match="not the one that was committed to"):
        Shoe(KEY).unseal(forged, deck.commitment)


def test_a_deck_with_a_card_twice_is_damage_even_if_committed_to() -> None:
    marked = Deck(bytes([0, *range(51)]), bytes(32))
    forged = sealed_by_hand(marked.order, marked.nonce, marked.commitment)
    with pytest.raises(Corrupt) as refused:
        Shoe(KEY).unseal(forged, marked.commitment)
    assert refused.value.code == "deck.other"


def test_decks_of_long_ago_are_unsealed_again_and_not_kept_at_hand_for_ever() -> None:
    shoe = Shoe(KEY)
    first, sealed = shoe.shuffle()
    assert shoe.unseal(sealed, first.commitment) == first
    assert shoe.unseal(b"", first.commitment) == first, "it is at hand"
    for _ in range(256):
        deck, other = shoe.shuffle()
        shoe.unseal(other, deck.commitment)
    with pytest.raises(Unavailable):
        shoe.unseal(b"", first.commitment)
    assert shoe.unseal(sealed, first.commitment) == first


def test_a_new_key_is_256_bits_and_never_the_same() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert {len(key) for key in keys} == {32}


def test_a_new_room_gets_a_key_that_only_its_owner_may_read(tmp_path: Path) -> None:
    path = tmp_path / "room.db.key"
    key = key_in(path, create=True)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == key.hex() + "\n"


def test_a_room_keeps_its_key(tmp_path: Path) -> None:
    path = tmp_path / "room.db.key"
    assert key_in(path, create=True) == key_in(path, create=True) == key_in(path, create=False)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o644, 0o666])
def test_a_key_that_others_may_touch_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "room.db.key"
    key_in(path, create=True)
    path.chmod(mode)
    with pytest.raises(Unavailable, match="can be read by others") as refused:
        key_in(path, create=True)
    assert refused.value.code == "key.exposed"


@pytest.mark.parametrize(
    "text",
    ["", "\n", "ab" * 31, "ab" * 33, "AB" * 32, "xy" * 32, "ab " * 22],
    ids=["empty", "blank", "short", "long", "capitals", "no digits", "blanks"],
)
def test_a_file_that_holds_no_key_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "room.db.key"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(Malformed, match="expected 64 hexadecimal digits") as refused:
        key_in(path, create=True)
    assert refused.value.code == "key.malformed"
    assert path.read_text() == text


def test_a_key_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "room.db.key"
    path.write_bytes(b"\xff" * 64)
    path.chmod(0o600)
    with pytest.raises(Unavailable, match="it is not text"):
        key_in(path, create=True)


@pytest.mark.parametrize(
    ("place", "create", "code"),
    [
        (".", True, "key.unreadable"),
        ("missing/room.key", True, "key.missing"),
        ("missing.key", False, "key.missing"),
    ],
)
def test_a_key_that_cannot_be_read_is_refused_in_one_sentence(
    tmp_path: Path, place: str, create: bool, code: str
) -> None:
    with pytest.raises(FairdealError, match="the room's key") as refused:
        key_in(tmp_path / place, create=create)
    assert refused.value.code == code
