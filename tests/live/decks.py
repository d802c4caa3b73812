"""Decks that a test arranges.

The order of a real deck follows from the house's secret and the seeds, so nobody can choose it.
Tests replace the one function that says how: for the secrets of an ``Arranged`` shoe it gives the
order that the test wants, and for all others what the program gives.  So the audit, too, finds such
a deck in order, and is otherwise the one of the house.
"""

import secrets
from collections.abc import Callable
from math import factorial
from typing import Final

from fairdeal.live import shoe
from fairdeal.live.shoe import CARDS, Deck, Shoe, Shuffle

ORDERS: Final = factorial(CARDS)
ARRANGED: Final[dict[bytes, bytes]] = {}
"""Orders by secret, from when the betting was closed."""
_MARK: Final = b"dck"
_order_of = shoe.order_of


def order_of(secret: bytes, message: bytes) -> bytes:
    """The order that a test has arranged for the secret, else the real one."""
    number = int.from_bytes(secret[len(_MARK) :], "big")
    if secret.startswith(_MARK) and number < ORDERS:
        return shuffled(lambda orders: number)
    return ARRANGED.get(secret) or _order_of(secret, message)


vars(shoe)["order_of"] = order_of


def shuffled(below: Callable[[int], int] = secrets.randbelow) -> bytes:
    """Every card once: the digits of one number, to the bases 52, 51 and so on, draw the cards."""
    order, number = bytearray(range(CARDS)), below(ORDERS)
    for last in range(CARDS - 1, 0, -1):
        number, drawn = divmod(number, last + 1)
        order[last], order[drawn] = order[drawn], order[last]
    return bytes(order)


class Arranged(Shoe):
    """A shoe whose decks a test chooses when the betting is closed."""

    def __init__(self, key: bytes, below: Callable[[int], int]) -> None:
        super().__init__(key)
        self._below = below

    def deck(self, shuffle: Shuffle, sealed: bytes) -> Deck:
        """The deck of a round whose betting is closed."""
        secret = self.secret(shuffle, sealed)
        if secret not in ARRANGED:
            ARRANGED[secret] = shuffled(self._below)
        return super().deck(shuffle, sealed)


class Foretold(Shoe):
    """A shoe whose decks a test chooses with the secret, so that other processes know them, too.

    The secret itself names the order: 52! is a number of 29 bytes.
    """

    def __init__(self, key: bytes, below: Callable[[int], int]) -> None:
        count = shoe.SECRET_BYTES - len(_MARK)
        super().__init__(key, lambda _: _MARK + below(ORDERS).to_bytes(count, "big"))
