"""A seat as a person types it: ``Qs 7h 3d | ante=10 pair-plus=5 | play``."""

from collections.abc import Iterable

from fairdeal import cards, money
from fairdeal.errors import FairdealError, Malformed
from fairdeal.games.round import Seat


def parse_seat(number: int, text: str) -> Seat:
    """The seat's cards, bets and decisions, in that order.

    >>> parse_seat(1, "Qs 7h 3d | ante=10 | play")
    Seat(number=1, cards=(43, 22, 5), bets={'ante': 1000}, decisions=('play',))
    """
    parts = [part.strip() for part in text.split("|")]
    if len(parts) > 3:
        raise Malformed(
            f"seat {number} has {len(parts)} parts between |: expected CARDS | BETS | DECISIONS",
            code="seat.unreadable",
        )
    held, bets, decisions = parts + [""] * (3 - len(parts))
    try:
        return Seat(
            number, cards.parse(held), parse_amounts("bet", bets.split()), _words(decisions)
        )
    except FairdealError as error:
        raise Malformed(f"seat {number}: {error}", code=error.code) from None


def parse_amounts(what: str, words: Iterable[str]) -> dict[str, int]:
    """Cents by name, from words such as ``ante=10``; *what* is named, for the sentences."""
    amounts: dict[str, int] = {}
    for word in words:
        name, sign, amount = word.partition("=")
        if not sign:
            raise Malformed(
                f"{word!r} is not a {what} and its amount: expected such as {name or what}=10",
                code="amount.unreadable",
            )
        if name in amounts:
            raise Malformed(f"{what} {name} is named twice", code="amount.twice")
        amounts[name] = money.dollars(amount)
    return amounts


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.lower().replace(",", " ").split())
