"""What people hand over in Python, by kind: read and checked in this one place.

Every error names the argument and the value, on one line.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from numbers import Real
from operator import index
from pathlib import Path
from typing import Any, Final, SupportsIndex, TypeAlias, TypeVar

from fairdeal import cards, money
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.errors import FairdealError, Malformed, Refused
from fairdeal.games.layout import Game
from fairdeal.games.notation import parse_amounts, parse_seat
from fairdeal.games.round import Seat
from fairdeal.games.sheets import Sheets
from fairdeal.games.terms import named_tables
from fairdeal.games.variant import MOST, odds_listed

T = TypeVar("T")

Card: TypeAlias = str | SupportsIndex
"""One card: ``"Qs"``, or an int from 0 to 51."""

Cards: TypeAlias = str | Iterable[Card]
"""``"Qs 7h 3d"``, or cards one by one: ``["Qs", "7h", "3d"]``, ``(43, 22, 5)``."""

Dollars: TypeAlias = str | Decimal | SupportsIndex
"""Dollars as people type them: ``10``, ``"2.50"``, ``Decimal("2.50")``; a float is refused."""

Amounts: TypeAlias = str | Mapping[str, Dollars]
"""Dollars by name: ``{"ante": 10, "pair-plus": 5}``, or ``"ante=10 pair-plus=5"``."""

SeatLike: TypeAlias = (
    str | Seat | tuple[Cards, Amounts] | tuple[Cards, Amounts, str | Sequence[str]]
)
"""A seat: ``"Qs 7h 3d | ante=10 | play"``, or cards, bets and decisions."""

Pays: TypeAlias = str | SupportsIndex
"""What a row pays: ``4``, ``"4 to 1"``, ``"push"``."""

Number: TypeAlias = str | float | Decimal | Fraction | SupportsIndex
"""A number; a float means the decimal that it is printed as."""

_LONGEST: Final = 60
"""Characters of a wrong value that an error repeats."""

_LARGEST: Final = 30
"""Digits of a number, and its largest exponent of ten."""

_HUGE: Final = 10**100
"""No whole number is as large; a seed may have 128 bits."""

_DOLLARS: Final = 'give 1, "0.50" or Decimal("0.50")'


def shown(given: object) -> str:
    """A wrong value as errors name it: on one line, and not at any length.

    >>> shown("par-plus"), shown([0] * 50)[-5:]
    ("'par-plus'", '0,...')
    """
    try:
        told = " ".join(repr(given).split())
    except Exception:  # an object of a class that cannot be printed, or a huge int
        told = f"<{type(given).__name__}>"
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 3].rstrip()}..."


def _wrong(sentence: str) -> Malformed:
    return Malformed(sentence, code="argument.kind")


def text(what: str, given: object) -> str:
    """A string, such as a name.

    >>> text("strategy", "simple")
    'simple'
    """
    if not isinstance(given, str):
        raise _wrong(f"{what} must be a string, not {shown(given)}")
    return given


def key(what: str, given: object) -> str:
    """The key of a bet or a game, in lower case.

    >>> key("bet", "Pair-Plus")
    'pair-plus'
    """
    return text(what, given).strip().lower()


def _index(given: object) -> int | None:
    """A whole number of any class; None where it is none, as for a boolean."""
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        return None
    try:
        return index(given)
    except TypeError:
        return None


def whole(
    what: str,
    given: object,
    least: int | None = None,
    most: int | None = None,
) -> int:
    """A whole number, from *least* to *most* where these are named.

    >>> whole("seed", 7), whole("players", 2, 2, 6)
    (7, 2)
    """
    found = _index(given)
    if (
        found is None
        or abs(found) >= _HUGE
        or (least is not None and found < least)
        or (most is not None and found > most)
    ):
        within = "" if least is None else f" from {least:,}"
        within += "" if most is None else f" to {most:,}"
        raise _wrong(f"{what} must be a whole number{within}, not {shown(given)}")
    return found


def flag(what: str, given: object) -> bool:
    """True or False; nothing else counts as one of them."""
    if not isinstance(given, bool):
        raise _wrong(f"{what} must be True or False, not {shown(given)}")
    return given


def progress(given: Callable[[float], None] | None) -> Progress:
    """The function that is told which share is done; without one, a function that does nothing."""
    if given is None:
        return unseen
    if not callable(given):
        raise _wrong(f"progress must be a function, not {shown(given)}")
    return given


def place(what: str, given: object) -> str | Path:
    """A file, or the address of a database."""
    if isinstance(given, os.PathLike):
        given = given if isinstance(given, Path) else os.fspath(given)
    if not isinstance(given, str | Path) or not _in_a_path(str(given)):
        raise _wrong(f"{what} must name a file, not {shown(given)}")
    return given


def _in_a_path(given: str) -> bool:
    try:
        path = os.fsencode(given)
    except UnicodeEncodeError:  # half of a character
        return False
    return bool(path) and b"\0" not in path


def hand(what: str, given: Cards) -> tuple[int, ...]:
    """The cards of a hand.

    >>> hand("dealer", "Qs 7h 3d"), hand("board", (43, 22)), hand("seen", ["Qs"])
    ((43, 22, 5), (43, 22), (43,))
    """
    if isinstance(given, str):
        return _typed(what, given)
    every = _listed(given, len(cards.DECK) + 1)
    if every is None:
        raise Malformed(
            f"{what} must be cards such as 'Qs 7h 3d' or ints from 0 to 51, not {shown(given)}",
            code="card.unreadable",
        )
    return tuple(_card(what, each) for each in every)


def hand_if_any(what: str, given: Cards | None) -> tuple[int, ...]:
    """The cards of a hand that may be left out."""
    return () if given is None else hand(what, given)


def card(what: str, given: Card | None) -> int | None:
    """One card, or none.

    >>> card("up", "Kd"), card("up", 45), card("up", None)
    (45, 45, None)
    """
    if given is None:
        return None
    return _card(what, given)


def _typed(what: str, given: str) -> tuple[int, ...]:
    try:
        return cards.parse(given)
    except FairdealError as error:
        raise Malformed(f"{what}: {error}", code=error.code) from None


def _card(what: str, given: object) -> int:
    if not isinstance(given, str):
        return _numbered(what, given)
    found = _typed(what, given)
    if len(found) != 1:
        raise Malformed(
            f"{what} must be one card: {shown(given)} has {len(found)}", code="up.number"
        )
    return found[0]


def _numbered(what: str, given: object) -> int:
    found = _index(given)
    if found is None or found not in cards.DECK:
        raise Malformed(
            f"{what}: {shown(given)} is not a card: give an int from 0 to 51, or a string such as"
            " 'Qs'",
            code="card.unreadable",
        )
    return found


def _listed(given: object, most: int) -> list[object] | None:
    """The first *most* elements; None where there are none to be had one after the other."""
    if isinstance(given, str | bytes | bytearray | Mapping) or not isinstance(given, Iterable):
        return None
    try:
        return list(islice(given, most))
    except TypeError:  # an array without a dimension
        return None


def cents(what: str, given: Dollars) -> int:
    """The cents of an amount in dollars.

    >>> cents("bank", 200), cents("bank", "2.50"), cents("bank", Decimal("0.05"))
    (20000, 250, 5)
    """
    typed, number = given, _index(given)
    if isinstance(given, float):
        raise Malformed(f"{what}: {shown(given)} is a float: {_DOLLARS}", code="amount.unreadable")
    if number is not None:
        typed = str(number) if abs(number) < 10**_LARGEST else shown(given)
    elif isinstance(given, Decimal):
        typed = format(given, "f") if abs(given.adjusted()) < _LARGEST else shown(given)
    if not isinstance(typed, str):
        raise Malformed(
            f"{what}: {shown(given)} is not an amount: {_DOLLARS}", code="amount.unreadable"
        )
    try:
        return money.dollars(typed)
    except FairdealError as error:
        raise Malformed(f"{what}: {error}", code=error.code) from None


def amounts(what: str, each: str, given: Amounts) -> dict[str, int]:
    """Cents by name; *each* is what is named.

    >>> amounts("bets", "bet", {"ante": 10}), amounts("bets", "bet", "ante=10 pair-plus=2.50")
    ({'ante': 1000}, {'ante': 1000, 'pair-plus': 250})
    """
    if isinstance(given, str):
        return parse_amounts(each, given)
    example = '{"star": 2500}' if each == "meter" else '{"ante": 10}'
    return {
        name: cents(f"{each} {name!r}", amount)
        for name, amount in named(what, given, example).items()
    }


def amounts_if_any(what: str, each: str, given: Amounts | None) -> dict[str, int]:
    """Cents by name, where they may be left out."""
    return {} if given is None else amounts(what, each, given)


def named(what: str, given: Mapping[str, T], example: str) -> dict[str, T]:
    """A mapping by lower-case names.

    >>> named("rows", {"Flush": 3}, '{"flush": [3, 4]}')
    {'flush': 3}
    """
    if not isinstance(given, Mapping):
        raise _wrong(f"{what} must be a mapping such as {example}, not {shown(given)}")
    found: dict[str, T] = {}
    for name, value in given.items():
        plain = key(f"each name in {what}", name)
        if plain in found:
            raise _wrong(f"{what} names {name!r} twice")
        found[plain] = value
    return found


def texts(what: str, given: Mapping[str, str] | None, example: str) -> dict[str, str]:
    """Strings by name.

    >>> texts("options", {"Ante": "mandatory"}, '{"ante": "mandatory"}')
    {'ante': 'mandatory'}
    """
    every = {} if given is None else named(what, given, example)
    return {name: text(f"{what} {name!r}", each) for name, each in every.items()}


def pay_tables(game: Game, sheets: Sheets, given: Mapping[str, str] | str | None) -> dict[str, str]:
    """The names of pay tables by bet: as a mapping, or those that one name stands for."""
    if isinstance(given, str):
        return named_tables(game, [given], sheets)
    if given is not None and not isinstance(given, Mapping):
        raise _wrong(
            'pay must be a mapping such as {"pair-plus": "A"}, or the name of a combination,'
            f" not {shown(given)}"
        )
    return texts("pay", given, '{"pair-plus": "A"}')


def options(given: Mapping[str, str] | None) -> dict[str, str]:
    """House options by key."""
    return texts("options", given, '{"ante": "mandatory"}')


def words(what: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """Words in a row, such as decisions.

    >>> words("said", "hit stand"), words("said", ["hit", "stand"])
    (('hit', 'stand'), ('hit', 'stand'))
    """
    if isinstance(given, str):
        return tuple(given.lower().replace(",", " ").split())
    every = _listed(given, MOST)
    if every is None or not all(isinstance(each, str) for each in every):
        raise _wrong(f"{what} must be words such as 'hit stand', not {shown(given)}")
    return tuple(str(each).strip().lower() for each in every)


def seat(number: int, given: SeatLike) -> Seat:
    """A seat; one that is not a string has cards, bets and decisions in a tuple.

    >>> seat(1, ("Qs 7h 3d", {"ante": 10}, "play")) == seat(1, "Qs 7h 3d | ante=10 | play")
    True
    """
    if isinstance(given, Seat):
        return given
    if isinstance(given, str):
        return parse_seat(number, given)
    who = f"seat {number}"
    if not isinstance(given, tuple) or not 2 <= len(given) <= 3:
        raise Malformed(
            f"{who} must be 'CARDS | BETS | DECISIONS' or a tuple of cards, bets and decisions,"
            f" not {shown(given)}",
            code="seat.unreadable",
        )
    held, bets, *said = given
    try:
        staked = amounts("bets", "bet", bets)
    except FairdealError as error:
        raise Malformed(f"{who}: {error}", code=error.code) from None
    return Seat(
        number, hand(who, held), staked, words(f"{who}: decisions", said[0] if said else ())
    )


def pay(row: str, given: Pays) -> str:
    """What a row pays, as people type it.

    >>> pay("pair-plus.flush", 4), pay("pair-plus.flush", "4 to 1")
    ('4', '4 to 1')
    """
    if isinstance(given, str):
        return given
    number = _index(given)
    if number is None or abs(number) >= 10**_LARGEST:
        raise Malformed(
            f'{row} cannot pay {shown(given)}: give 4, "4 to 1" or "push"', code="change.unreadable"
        )
    return str(number)


def pays(row: str, given: Pays | Iterable[Pays]) -> list[str]:
    """Everything that a row may pay.

    >>> pays("flush", range(3, 6)), pays("flush", "3..5"), pays("flush", [4, "push"])
    (['3', '4', '5'], ['3', '4', '5'], ['4', 'push'])
    """
    if isinstance(given, str):
        return odds_listed(f"{row}={given}", given)
    every: list[Any] | None = _listed(given, MOST + 1)
    if every is None:
        return [pay(row, given)]  # type: ignore[arg-type]
    if not every:
        raise Malformed(f"{row} is given nothing to pay", code="sweep.nothing")
    if len(every) > MOST:
        raise Refused(f"{row} may pay more than {MOST:,} odds", code="sweep.many")
    found = [pay(row, each) for each in every]
    twice = next((each for each, number in Counter(found).items() if number > 1), None)
    if twice is not None:
        raise Malformed(f"{row} names {twice!r} twice", code="sweep.twice")
    return found


def number(what: str, given: Number, example: str = '0.03, "3%" or Fraction(1, 30)') -> Fraction:
    """A number, exactly; a float means the decimal that it is printed as.

    >>> number("edge", 0.03), number("edge", "3%"), number("edge", "1/30")
    (Fraction(3, 100), Fraction(3, 100), Fraction(1, 30))
    """
    if isinstance(given, bool):
        found = None
    elif isinstance(given, Fraction | int):
        found = Fraction(given)
    else:
        found = _in_text(given, with_percent="%" in example)
    if found is None or abs(found) >= 10**_LARGEST:
        raise _wrong(f"{what}: {shown(given)} is not a number: give {example}")
    return found


def _in_text(given: object, with_percent: bool) -> Fraction | None:
    """The number that a text says, or that another kind of number is printed as."""
    if not isinstance(given, str | Real | Decimal):
        whole_number = _index(given)
        return None if whole_number is None else Fraction(whole_number)
    typed = str(given).strip().lower()
    if typed.endswith("%") and with_percent:
        hundredths = _in_text(typed.removesuffix("%"), with_percent=False)
        return None if hundredths is None else hundredths / 100
    digits, _, exponent = typed.partition("e")
    try:  # an exponent of a million would keep the processor busy
        is_short = len(digits) <= 2 * _LARGEST and abs(int(exponent or 0)) <= _LARGEST
        return Fraction(typed) if is_short else None
    except (ValueError, ZeroDivisionError):
        return None


def ends(
    what: str,
    given: Number | tuple[Number, Number],
    example: str = '0.03, "3%" or Fraction(1, 30)',
) -> tuple[Fraction, Fraction]:
    """Both ends of a range; a single number is both.

    >>> ends("edge", (0.03, 0.05)), ends("top", 40)
    ((Fraction(3, 100), Fraction(1, 20)), (Fraction(40, 1), Fraction(40, 1)))
    """
    if isinstance(given, tuple | list):
        if len(given) != 2:
            raise _wrong(f"{what} must be a number or its two ends, not {shown(given)}")
        low, high = given
        return number(what, low, example), number(what, high, example)
    found = number(what, given, example)
    return found, found
