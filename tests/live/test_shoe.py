"""The shuffle is fair, fixed in advance and sealed; its key is kept well (RNG-1 to 5, CARD-2)."""

import hashlib
import hmac
import inspect
import json
import random
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import Corrupt, FairdealError, Malformed, Unavailable
from fairdeal.live.log.chain import derived
from fairdeal.live.shoe import (
    OLD_FORM,
    Deck,
    Shoe,
    Shuffle,
    anchor_of,
    commitment_of,
    is_deck,
    key_in,
    new_key,
    order_of,
    shown,
    value_after,
)
from tests.live.tables import KEY

SHUFFLES = 2600
"""Fifty expected in each of the 52 x 52 cells."""
FREE = 51 * 51
"""Degrees of freedom of a table whose rows and columns all have the same sum."""

ONES, THREES = bytes([1]) * 32, bytes([3]) * 32
FIRST = Shuffle("t1", 1, commitment_of("table/t1", 1, bytes(32)))
SECOND = Shuffle(
    *("t1", 2, commitment_of("table/t1", 2, bytes(range(32)))),
    ((1, anchor_of(ONES, 999)), (3, anchor_of(THREES, 999))),
)
VECTORS: Final = (
    (
        *(FIRST, bytes(32)),
        "b379243d4955df7fe8fa076af60cc863fae2e162746aa7f22558e9586136592c",
        "32 39 10 16 42 45 15 6 51 1 50 37 21 49 41 43 28 19 33 17 38 46 25 48 20 5 47 9 36 31 11"
        " 13 23 3 4 2 14 34 30 27 8 29 22 35 44 24 40 18 7 0 26 12",
    ),
    (
        *(SECOND, bytes(range(32))),
        "0d80ba3352c541eb1c922cdb4728af2dce156c7d7987ac7e2c887e1d3d150693",
        "18 33 3 8 32 25 46 2 1 50 39 21 49 27 23 30 47 40 44 36 45 7 11 22 26 19 28 51 29 41 37 35"
        " 12 43 15 48 24 16 31 5 0 6 42 34 9 13 20 4 10 14 17 38",
    ),
)
"""As docs/reference/the-deck.md prints them."""


def naive_order(secret: bytes, stream: str, number: int, seeds: dict[int, bytes]) -> list[int]:
    """The order once more, written from the page of the reference and from nothing else."""
    told = [[seat, seeds[seat].hex()] for seat in sorted(seeds)]
    line = json.dumps(["fairdeal-deck-1", stream, number, told, ""], separators=(",", ":"))
    key = hmac.new(secret, line.encode(), hashlib.sha256).digest()
    words: list[int] = []
    for counter in range(40):
        block = hmac.new(key, counter.to_bytes(4, "big"), hashlib.sha256).hexdigest()
        words += [int(block[at : at + 4], 16) for at in range(0, 64, 4)]
    cards, left = list(range(52)), iter(words)
    for last in reversed(range(1, 52)):
        bits = len(bin(last)) - 2
        drawn = next(word % 2**bits for word in left if word % 2**bits <= last)
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return cards


def chi_square(secret_of: Callable[[int], bytes]) -> float:
    """How far the cards stray from lying equally often at every place.

    A card that lies at one place lies at no other, which makes each cell a 51st more certain to
    stray than in a table of free draws: hence the factor, with which it is a chi-square again.
    """
    seen = [[0] * 52 for _ in range(52)]
    for number in range(SHUFFLES):
        message = Shuffle("pit-1", number, b"").message
        for place, card in enumerate(order_of(secret_of(number), message)):
            seen[place][card] += 1
    expected = SHUFFLES / 52
    return 51 / 52 * sum((count - expected) ** 2 / expected for row in seen for count in row)


@pytest.mark.parametrize(("about", "secret", "commitment", "order"), VECTORS)
def test_the_vectors_of_the_reference_hold(
    about: Shuffle, secret: bytes, commitment: str, order: str
) -> None:
    assert about.commitment.hex() == commitment
    assert [*order_of(secret, about.message)] == [*map(int, order.split())]
    assert naive_order(secret, about.stream, about.round, dict(about.seeds)) == [
        *map(int, order.split())
    ]
    assert shown(about, secret, order_of(secret, about.message)) == (
        Deck(order_of(secret, about.message), secret),
        "",
    )


def test_the_chains_of_the_vectors_end_in_their_anchors() -> None:
    assert [seed.hex()[:8] + seed.hex()[-4:] for _, seed in SECOND.seeds] == [
        "81d3b6f00220",
        "3de71db178ad",
    ]
    anchors = [anchor_of(each).hex() for each in (ONES, THREES)]
    assert [each[:8] + each[-4:] for each in anchors] == ["17816881f86b", "5d5cf5ef5f32"]
    assert [value_after(seed).hex() for _, seed in SECOND.seeds] == anchors


def test_the_message_is_a_line_of_json_without_blanks_and_by_seat() -> None:
    about = Shuffle("t1", 2, b"", ((3, bytes([3])), (1, bytes([1]))))
    assert about.message == b'["fairdeal-deck-1","table/t1",2,[[1,"01"],[3,"03"]],""]'


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(1, 10**9),
    st.dictionaries(st.integers(1, 9), st.binary(min_size=32, max_size=32)),
)
def test_the_order_is_the_one_of_the_naive_twin(
    secret: bytes, number: int, seeds: dict[int, bytes]
) -> None:
    about = Shuffle("pit-1", number, b"", tuple(seeds.items()))
    order = order_of(secret, about.message)
    assert is_deck(order)
    assert [*order] == naive_order(secret, "table/pit-1", number, seeds)


@pytest.mark.parametrize(
    "order",
    [bytes(range(51)), bytes([*range(51), 50]), bytes(range(1, 53)), bytes(53), b""],
    ids=["short", "double", "no card", "long", "nothing"],
)
def test_what_lacks_a_card_or_has_one_twice_is_no_deck(order: bytes) -> None:
    assert not is_deck(order)


def test_every_card_is_as_likely_at_every_place() -> None:
    """Four fixed secrets judged together at 99 %: 2.58 standard deviations either way (RNG-3)."""
    strayed = sum(chi_square(lambda _, seed=seed: bytes([seed]) * 32) for seed in range(4))  # type: ignore[misc]
    assert abs(strayed - 4 * FREE) < 2.58 * (2 * 4 * FREE) ** 0.5


def test_every_card_is_as_likely_at_every_place_with_the_secrets_of_a_room() -> None:
    """Seven standard deviations either way: it fails once in hundreds of thousands of years."""
    spread = (2 * FREE) ** 0.5
    assert abs(chi_square(lambda _: secrets.token_bytes(32)) - FREE) < 7 * spread


def test_a_biased_order_would_be_noticed() -> None:
    source = random.Random(52)

    def biased(number: int) -> bytes:
        return bytes(32) if source.random() < 0.1 else source.randbytes(32)

    seen = [0] * 52
    for number in range(SHUFFLES):
        seen[order_of(biased(number), b"always the same")[0]] += 1
    assert max(seen) > 3 * SHUFFLES / 52


def test_every_part_of_the_message_changes_the_order() -> None:
    others = [
        Shuffle("t2", 2, b"", SECOND.seeds),
        Shuffle("t1", 3, b"", SECOND.seeds),
        Shuffle("t1", 2, b"", SECOND.seeds[:1]),
        Shuffle("t1", 2, b"", ((1, ONES), SECOND.seeds[1])),
        Shuffle("t1", 2, b"", SECOND.seeds, "beacon"),
        SECOND,
    ]
    assert len({order_of(bytes(32), each.message) for each in others}) == len(others)


def test_secrets_come_from_the_operating_system_unless_told_otherwise() -> None:
    assert inspect.signature(Shoe).parameters["randomness"].default is secrets.token_bytes


def committed(shoe: Shoe, number: int = 1) -> tuple[Shuffle, bytes]:
    """What fixes the deck of a round, and the sealed secret."""
    commitment, sealed = shoe.commit("pit-1", number)
    return Shuffle("pit-1", number, commitment), sealed


def test_no_seed_of_the_program_brings_a_shuffle_back() -> None:
    orders = []
    for _ in range(2):
        random.seed(7)
        orders.append(Shoe(KEY).deck(*committed(Shoe(KEY))).order)
    assert orders[0] != orders[1]


def test_a_sealed_secret_opens_with_the_key_and_is_not_seen_without_it() -> None:
    about, sealed = committed(Shoe(KEY))
    secret = Shoe(KEY).secret(about, sealed)
    assert commitment_of("table/pit-1", 1, secret) == about.commitment
    assert secret not in sealed
    with pytest.raises(Unavailable, match="the room's key is not the one it was sealed with"):
        Shoe(new_key()).secret(about, sealed)


@pytest.mark.parametrize("place", [0, 11, 12, 30, -1])
def test_a_touched_seal_opens_nothing(place: int) -> None:
    about, sealed = committed(Shoe(KEY))
    touched = bytearray(sealed)
    touched[place] ^= 1
    with pytest.raises(Unavailable):
        Shoe(KEY).deck(about, bytes(touched))
    for length in (0, 5, 12, len(sealed) - 1):
        with pytest.raises(Unavailable):
            Shoe(KEY).deck(about, sealed[:length])


def test_a_secret_of_another_round_or_table_is_refused() -> None:
    about, sealed = committed(Shoe(KEY))
    for other in (
        Shuffle("pit-1", 2, about.commitment),
        Shuffle("pit-2", 1, about.commitment),
    ):
        with pytest.raises(Corrupt, match="not the one that was committed to"):
            Shoe(KEY).deck(other, sealed)


def old_deck(order: bytes, nonce: bytes) -> tuple[Shuffle, bytes]:
    """A deck as older logs have it: drawn when the betting closed, and sealed as a whole."""
    commitment = hashlib.sha256(nonce + order).digest()
    cipher = AESGCM(derived(KEY, "decks"))
    sealed = bytes(12) + cipher.encrypt(bytes(12), order + nonce, commitment)
    return Shuffle("pit-1", 1, commitment, form=OLD_FORM), sealed


def test_a_deck_of_an_older_log_is_opened_and_checked_as_it_was() -> None:
    order, nonce = bytes(reversed(range(52))), bytes(32)
    about, sealed = old_deck(order, nonce)
    assert Shoe(KEY).deck(about, sealed) == Deck(order, nonce)
    assert shown(about, nonce, order) == (Deck(order, nonce), "")
    assert "fixed before the deal" in shown(about, bytes([1]) * 32, order)[1]
    with pytest.raises(Corrupt):
        Shoe(KEY).deck(*old_deck(bytes([0, *range(51)]), nonce))


def test_decks_of_long_ago_are_opened_again_and_not_kept_at_hand_for_ever() -> None:
    shoe = Shoe(KEY)
    first, sealed = committed(shoe)
    deck = shoe.deck(first, sealed)
    assert shoe.deck(first, b"") == deck, "it is at hand"
    for number in range(2, 300):
        shoe.deck(*committed(shoe, number))
    with pytest.raises(FairdealError):
        shoe.deck(first, b"")
    assert shoe.deck(first, sealed) == deck


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
