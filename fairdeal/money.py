"""Money is an int of cents, odds are two ints, and rounding happens here alone."""

import re
from typing import Final, NamedTuple

from fairdeal.errors import Malformed
from fairdeal.rule import rule

_AMOUNT: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3}){1,3}|\d{0,12})(?:\.(\d{1,2}))?", re.ASCII)


class Odds(NamedTuple):
    """What a stake brings, to one: 3 to 2 is ``Odds(3, 2)``, a loss ``Odds(-1, 1)``."""

    won: int
    per: int = 1


LOSS: Final = Odds(-1)
HALF: Final = Odds(1, 2)
HALF_LOSS: Final = Odds(-1, 2)


def net_of(stake_cents: int, odds: Odds) -> int:
    """Cents won or lost on the stake; a fraction of a cent is the player's.

    >>> net_of(500, Odds(3, 2)), net_of(500, LOSS)
    (750, -500)
    >>> net_of(5, HALF), net_of(5, HALF_LOSS)
    (3, -2)
    """
    return ceiling(stake_cents * odds.won, odds.per)


@rule
def ceiling(cents: int, per: int) -> int:
    """*cents* divided by *per*, up to the next whole cent."""
    return -(-cents // per)


def dollars(text: str) -> int:
    """The cents that an amount in dollars stands for.

    >>> dollars("10"), dollars("$2.50"), dollars("$4,000")
    (1000, 250, 400000)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        raise Malformed(
            f"{text!r} is not an amount: expected dollars such as 10 or 2.50",
            code="amount.unreadable",
        )
    whole, cents = match.groups(default="")
    return int(whole.replace(",", "") or 0) * 100 + int(f"{cents:0<2}")


def show(cents: int) -> str:
    """An amount as a receipt prints it: whole dollars without cents.

    >>> show(1000), show(250), show(400000)
    ('$10', '$2.50', '$4,000')
    """
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def show_net(cents: int) -> str:
    """An amount won or lost, with its sign.

    >>> show_net(1000), show_net(-250), show_net(0)
    ('+$10', '-$2.50', '$0')
    """
    return f"+{show(cents)}" if cents > 0 else show(cents)
