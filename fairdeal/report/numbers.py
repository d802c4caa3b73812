"""Figures as the documents print them: exact ones first, rounded only for the eye."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

MINUS: Final = "\u2212"
"""A real minus sign: a hyphen is too short to be seen before a digit."""
NOTHING: Final = "\u2013"
"""Stands where there is no figure."""


def exactly(shown: Fraction | Mapping[str, Any]) -> Fraction:
    """The fraction behind a figure of the sheet; of one that was simulated, its number."""
    if isinstance(shown, Fraction):
        return shown
    return Fraction(shown["exact"] if "exact" in shown else shown["value"])


def ratio(shown: Fraction | Mapping[str, Any]) -> str:
    """The fraction of a figure as it is written.

    >>> ratio({"exact": "-18325/18424"})
    '\u221218325/18424'
    """
    fraction = shown if isinstance(shown, Fraction) else shown["exact"]
    return str(fraction).replace("-", MINUS)


def decimal(value: Fraction | float, digits: int = 4) -> str:
    """The number to so many decimals, rounded from the exact value.

    >>> decimal(Fraction(-1, 3)), decimal(Fraction(4_682_459_600), 0)
    ('\u22120.3333', '4,682,459,600')
    """
    scaled = round(Fraction(value) * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    sign = MINUS if scaled < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:0{digits}}" if digits else "")


def percent(value: Fraction | float, digits: int = 4) -> str:
    """A share in percent.

    >>> percent(Fraction(686_689, 20_358_520)), percent(0)
    ('3.3730 %', '0 %')
    """
    return f"{decimal(Fraction(value) * 100, digits if value else 0)} %"


def chance(value: Fraction | float, digits: int = 4, at_least: int = 3) -> str:
    """A probability in percent, with more decimals where *at_least* so many digits need them.

    >>> chance(Fraction(1, 22_100)), chance(Fraction(552, 4_682_459_600)), chance(0)
    ('0.00452 %', '0.0000118 %', '0 %')
    """
    share = Fraction(value) * 100
    if not share:
        return "0 %"
    while abs(share) * 10**digits < 10 ** (at_least - 1):
        digits += 1
    return f"{decimal(share, digits)} %"


def one_in(value: Fraction | float) -> str:
    """How rare a thing is.

    >>> one_in(Fraction(1, 22_100)), one_in(Fraction(3, 10)), one_in(0)
    ('1 in 22,100', '1 in 3.33', '\u2013')
    """
    if not value:
        return NOTHING
    often = 1 / Fraction(value)
    return f"1 in {decimal(often, 0 if often >= 100 else 1 if often >= 10 else 2)}"


def count(value: int) -> str:
    """A whole number.

    >>> count(407_170_400)
    '407,170,400'
    """
    return f"{value:,}"


def net(text: str) -> str:
    """Units won or lost, with their sign.

    >>> net("4000"), net("-1/2"), net("0")
    ('+4,000', '\u22121/2', '0')
    """
    value = Fraction(text)
    shown = str(abs(value)) if value.denominator > 1 else count(abs(value.numerator))
    return ("+" if value > 0 else MINUS if value < 0 else "") + shown


def money(cents: Fraction | float, digits: int = 2, sign: bool = False) -> str:
    """An amount in dollars; whole dollars without cents.

    >>> money(25_000), money(Fraction(496_000, 11)), money(-4735, sign=True)
    ('$250', '$450.91', '\u2212$47.35')
    """
    dollars = Fraction(cents) / 100
    shown = decimal(abs(dollars), digits if dollars.denominator > 1 else 0)
    return (MINUS if dollars < 0 else "+" if sign and dollars else "") + f"${shown}"


def and_so_on(items: list[str]) -> str:
    """Some things in a row.

    >>> and_so_on([]), and_so_on(["A"]), and_so_on(["A", "B", "C"])
    ('', 'A', 'A, B and C')
    """
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def capital(text: str) -> str:
    """The text with a capital letter at its head, and the rest as it is.

    >>> capital("pair plus"), capital("STAX")
    ('Pair plus', 'STAX')
    """
    return text[:1].upper() + text[1:]
