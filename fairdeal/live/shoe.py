"""The shuffle: an order that follows from the house's secret and the players' seeds.

The house commits to a secret before the first bet of a round.  Seats may add seeds from hash chains
that they announced before that commitment.  At "no more bets" the order of the deck follows from
both, by functions that ``docs/reference/the-deck.md`` describes.  Until the round is over the
secret is kept encrypted, with a key that is not in the database.
"""

import hashlib
import hmac
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fairdeal.errors import Corrupt, Malformed, Unavailable
from fairdeal.live.log.chain import derived
from fairdeal.live.log.stores.file import flush, is_exposed

CARDS: Final = 52
FORM: Final = "fairdeal-deck-1"
OLD_FORM: Final = "fairdeal-deck-0"
"""Rounds of older logs: the house drew the whole deck when the betting closed."""
SECRET_BYTES: Final = 32
SEED_BYTES: Final = 32
CHAIN: Final = 1000
"""Seeds in a chain: a player's page announces a new one after so many rounds."""
KEY_BYTES: Final = 32
_IV_BYTES: Final = 12
_DECKS_AT_HAND: Final = 256


@dataclass(frozen=True, slots=True)
class Deck:
    """A shuffled deck: the card at every place, and what hid the order until it was shown."""

    order: bytes
    secret: bytes
    """The house's secret; in the older form the nonce."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Everything that fixes the order of a deck, except for the house's secret."""

    table: str
    round: int
    commitment: bytes
    seeds: tuple[tuple[int, bytes], ...] = ()
    """Seats and their seeds, by seat."""
    beacon: str = ""
    """Reserved for a public source of randomness; no house uses one yet."""
    form: str = FORM

    @property
    def stream(self) -> str:
        """The table as hashes name it."""
        return stream_of(self.table)

    @property
    def message(self) -> bytes:
        """What the secret is applied to: a line of JSON without blanks."""
        seeds = [[seat, seed.hex()] for seat, seed in sorted(self.seeds)]
        return msgspec.json.encode([FORM, self.stream, self.round, seeds, self.beacon])


def stream_of(table: str) -> str:
    """A table as the hashes of its decks name it."""
    return f"table/{table}"


def commitment_of(stream: str, number: int, secret: bytes) -> bytes:
    """What the house publishes before the first bet: a hash of its secret and the round."""
    return hashlib.sha256(f"{FORM}/commitment\n{stream}\n{number}\n".encode() + secret).digest()


def value_after(seed: bytes) -> bytes:
    """The next value of a seed chain; seeds are used backwards, so it was published before."""
    return hashlib.sha256(f"{FORM}/seed\n".encode() + seed).digest()


def anchor_of(first: bytes, count: int = CHAIN) -> bytes:
    """The last value of a seed chain, which its player announces."""
    for _ in range(count):
        first = value_after(first)
    return first


def order_of(secret: bytes, message: bytes) -> bytes:
    """The order of the deck: each card once, every order as likely as any other.

    A shuffle of Fisher and Yates, with numbers from HMAC-SHA256.  A number that is too large is
    rejected, since a remainder would favour some cards.
    """
    words = _words(hmac.digest(secret, message, "sha256"))
    order = bytearray(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        mask = (1 << last.bit_length()) - 1
        drawn = next(words) & mask
        while drawn > last:
            drawn = next(words) & mask
        order[last], order[drawn] = order[drawn], order[last]
    return bytes(order)


def _words(key: bytes) -> Iterator[int]:
    """Numbers of 16 bits without end."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 2], "big") for at in range(0, len(block), 2))
        counter += 1


def is_deck(order: bytes) -> bool:
    """Whether the order holds every card once."""
    return sorted(order) == list(range(CARDS))


def shown(shuffle: Shuffle, secret: bytes, order: bytes) -> tuple[Deck | None, str]:
    """The deck that was shown when a round was over, or what is wrong with it."""
    if not is_deck(order):
        return None, "the deck that was shown does not hold every card once"
    if shuffle.form == OLD_FORM:
        if hashlib.sha256(secret + order).digest() != shuffle.commitment:
            return None, "the deck that was shown is not the one that was fixed before the deal"
    elif fault := secret_fault(shuffle, secret):
        return None, fault
    elif order_of(secret, shuffle.message) != order:
        return None, "the deck that was shown does not follow from the secret and the seeds"
    return Deck(order, secret), ""


def secret_fault(shuffle: Shuffle, secret: bytes) -> str:
    """Why a secret is not the one that the house committed to; empty where it is."""
    if commitment_of(shuffle.stream, shuffle.round, secret) == shuffle.commitment:
        return ""
    return "the secret that was shown is not the one that the house committed to before the bets"


class Shoe:
    """Makes the house's secrets, and seals them with the room's key."""

    def __init__(
        self, key: bytes, randomness: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._cipher = AESGCM(derived(key, "decks"))
        self._randomness = randomness
        self._opened: OrderedDict[tuple[bytes, bytes], Deck] = OrderedDict()

    def commit(self, table: str, number: int) -> tuple[bytes, bytes]:
        """The commitment to a new secret for a round, and the secret sealed."""
        secret = self._randomness(SECRET_BYTES)
        commitment = commitment_of(stream_of(table), number, secret)
        iv = secrets.token_bytes(_IV_BYTES)
        return commitment, iv + self._cipher.encrypt(iv, secret, commitment)

    def secret(self, shuffle: Shuffle, sealed: bytes) -> bytes:
        """The secret that was sealed for a round."""
        secret = self._unsealed(sealed, shuffle.commitment)
        if secret_fault(shuffle, secret):
            raise Corrupt(
                "the sealed secret is not the one that was committed to", code="deck.other"
            )
        return secret

    def deck(self, shuffle: Shuffle, sealed: bytes) -> Deck:
        """The deck of a round whose betting is closed."""
        about = shuffle.commitment, shuffle.message
        if (opened := self._opened.get(about)) is not None:
            return opened
        if shuffle.form == OLD_FORM:
            deck = self._old_deck(shuffle, sealed)
        else:
            secret = self.secret(shuffle, sealed)
            deck = Deck(order_of(secret, shuffle.message), secret)
        self._opened[about] = deck
        if len(self._opened) > _DECKS_AT_HAND:
            self._opened.popitem(last=False)
        return deck

    def _old_deck(self, shuffle: Shuffle, sealed: bytes) -> Deck:
        plain = self._unsealed(sealed, shuffle.commitment)
        deck, _ = shown(shuffle, plain[CARDS:], plain[:CARDS])
        if deck is None:
            raise Corrupt("the sealed deck is not the one that was committed to", code="deck.other")
        return deck

    def _unsealed(self, sealed: bytes, commitment: bytes) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:_IV_BYTES], sealed[_IV_BYTES:], commitment)
        except (InvalidTag, ValueError):
            raise Unavailable(
                "the deck of the round in play cannot be opened: the room's key is not the one it"
                " was sealed with",
                code="deck.sealed",
            ) from None


def new_key() -> bytes:
    """A key for a new room."""
    return secrets.token_bytes(KEY_BYTES)


def write_key(path: Path, key: bytes) -> None:
    """Put a key into a new file that only its owner may read, whole or not at all."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(new, path)
    finally:
        new.unlink(missing_ok=True)
    flush(path.parent)


def key_in(path: Path, *, create: bool) -> bytes:
    """The room's key from its file, which only its owner may read; a new one where none is."""
    try:
        if create and not path.exists():
            with suppress(FileExistsError):  # another process was faster
                write_key(path, new_key())
        text = path.read_text(encoding="ascii").strip()
        exposed = is_exposed(path)
    except FileNotFoundError:
        raise Unavailable(
            f"the room's key is missing: it should be in {path}; put it there or name its file",
            code="key.missing",
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise Unavailable(
            f"the room's key in {path} cannot be read: {why}", code="key.unreadable"
        ) from None
    if exposed:
        raise Unavailable(
            f"the room's key in {path} can be read by others: allow its owner alone (chmod 600)",
            code="key.exposed",
        )
    if len(text) != 2 * KEY_BYTES or any(each not in "0123456789abcdef" for each in text):
        raise Malformed(
            f"{path} holds no key: expected {2 * KEY_BYTES} hexadecimal digits",
            code="key.malformed",
        )
    return bytes.fromhex(text)
