"""A seat as a person types it: ``Qs 7h 3d | ante=10 pair-plus=5 | play``."""

import re
from typing import Final

from fairdeal import cards, money
from fairdeal.errors import FairdealError, Malformed
from fairdeal.games.round import Seat

_SPACED: Final = re.compile(r"\s*=\s*")


def parse_seat(number: int, text: str) -> Seat:
    """The seat's cards, bets and decisions, in that order.

    >>> parse_seat(1, "Qs 7h 3d | ante=10 | play")
    Seat(number=1, cards=(43, 22, 5), bets={'ante': 1000}, decisions=('play',), player='')
    """
    parts = [part.strip() for part in text.split("|")]
    if len(parts) > 3:
        raise Malformed(
            f"seat {number} has {len(parts)} parts between |: expected CARDS | BETS | DECISIONS",
            code="seat.unreadable",
        )
    held, bets, decisions = parts + [""] * (3 - len(parts))
    try:
        said = tuple(decisions.lower().replace(",", " ").split())
        return Seat(number, cards.parse(held), parse_amounts("bet", bets), said)
    except FairdealError as error:
        raise Malformed(f"seat {number}: {error}", code=error.code) from None


def parse_amounts(what: str, text: str) -> dict[str, int]:
    """Cents by name, from a text such as ``ante=10 pair-plus=5``; *what* it is that is named."""
    amounts: dict[str, int] = {}
    for word in _SPACED.sub("=", text).split():
        name, sign, amount = word.partition("=")
        if not sign or not name:
            raise Malformed(
                f"{word!r} is not a {what} and its amount: expected NAME=10, without spaces",
                code="amount.unreadable",
            )
        name = name.lower()
        if name in amounts:
            raise Malformed(f"{what} {name!r} is named twice", code="amount.twice")
        try:
            amounts[name] = money.dollars(amount)
        except Malformed as error:
            raise Malformed(f"{what} {name!r}: {error}", code=error.code) from None
    return amounts
