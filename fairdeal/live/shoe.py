"""The shuffle: unbiased, from the operating system's generator, fixed before the first card.

A hash of the order and a nonce goes into the log before any card is dealt; both are shown when the
round is over, so that anybody can see that nothing was chosen afterwards.  Until then the order is
kept only encrypted, with a key that is not in the database.
"""

import hashlib
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import factorial
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fairdeal.errors import Corrupt, Malformed, Unavailable
from fairdeal.live.log.chain import derived
from fairdeal.live.log.stores.file import flush

CARDS: Final = 52
ORDERS: Final = factorial(CARDS)
NONCE_BYTES: Final = 32
KEY_BYTES: Final = 32
_IV_BYTES: Final = 12
_DECKS_AT_HAND: Final = 256
_HAS_MODES: Final = hasattr(os, "geteuid")
"""Windows keeps who may read a file elsewhere."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A shuffled deck: the card at every place, and the nonce that hides the order."""

    order: bytes
    nonce: bytes

    @property
    def commitment(self) -> bytes:
        """The hash that fixes the order."""
        return commitment_of(self.order, self.nonce)


def commitment_of(order: bytes, nonce: bytes) -> bytes:
    """What goes into the log before the first card: SHA-256 of the nonce, then the order."""
    return hashlib.sha256(nonce + order).digest()


def is_deck(order: bytes) -> bool:
    """Whether the order holds every card once."""
    return sorted(order) == list(range(CARDS))


def shown(order: bytes, nonce: bytes, commitment: bytes) -> tuple[Deck | None, str]:
    """The deck that was shown when a round was over, or what is wrong with it."""
    deck = Deck(order, nonce)
    if not is_deck(order):
        return None, "the deck that was shown does not hold every card once"
    if deck.commitment != commitment:
        return None, "the deck that was shown is not the one that was fixed before the deal"
    return deck, ""


def shuffled(below: Callable[[int], int] = secrets.randbelow) -> bytes:
    """Every card once, each order as likely as any other.

    One number below 52! is drawn without bias, as ``secrets.randbelow`` does.  Its digits, to the
    bases 52, 51 and so on, are the draws of Fisher and Yates: which of the cards that are left
    comes to the last free place.
    """
    order = bytearray(range(CARDS))
    number = below(ORDERS)
    for last in range(CARDS - 1, 0, -1):
        number, drawn = divmod(number, last + 1)
        order[last], order[drawn] = order[drawn], order[last]
    return bytes(order)


class Shoe:
    """Shuffles decks, and seals them with the room's key."""

    def __init__(self, key: bytes, below: Callable[[int], int] = secrets.randbelow) -> None:
        self._cipher = AESGCM(derived(key, "decks"))
        self._below = below
        self._opened: OrderedDict[bytes, Deck] = OrderedDict()

    def shuffle(self) -> tuple[Deck, bytes]:
        """A new deck, and the same one sealed."""
        deck = Deck(shuffled(self._below), secrets.token_bytes(NONCE_BYTES))
        iv = secrets.token_bytes(_IV_BYTES)
        return deck, iv + self._cipher.encrypt(iv, deck.order + deck.nonce, deck.commitment)

    def unseal(self, sealed: bytes, commitment: bytes) -> Deck:
        """The deck that was sealed under this commitment."""
        if (opened := self._opened.get(commitment)) is not None:
            return opened
        try:
            plain = self._cipher.decrypt(sealed[:_IV_BYTES], sealed[_IV_BYTES:], commitment)
        except (InvalidTag, ValueError):
            raise Unavailable(
                "the deck of the round in play cannot be opened: the room's key is not the one it"
                " was sealed with",
                code="deck.sealed",
            ) from None
        deck = Deck(plain[:CARDS], plain[CARDS:])
        if deck.commitment != commitment or not is_deck(deck.order):
            raise Corrupt("the sealed deck is not the one that was committed to", code="deck.other")
        self._opened[commitment] = deck
        if len(self._opened) > _DECKS_AT_HAND:
            self._opened.popitem(last=False)
        return deck


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
        is_exposed = _HAS_MODES and path.stat().st_mode & 0o077
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
    if is_exposed:
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
