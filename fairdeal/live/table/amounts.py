"""Amounts and rates of meters as people read them."""

from fairdeal import money
from fairdeal.live.table.holding import PARTS


def exactly(parts: int) -> str:
    """An amount of millionths of a cent, with as many decimals as it has.

    >>> exactly(100_000_000_000), exactly(25_006_250_000), exactly(-1)
    ('$1,000', '$250.0625', '-$0.00000001')
    """
    sign, (cents, rest) = ("-" if parts < 0 else ""), divmod(abs(parts), PARTS)
    if not rest:
        return sign + money.show(cents)
    return f"{sign}${cents // 100:,}." + f"{cents % 100:02}{rest:06}".rstrip("0")


def share(millionths: int) -> str:
    """A rate of a wager.

    >>> share(50_000), share(125)
    ('5 %', '0.0125 %')
    """
    return f"{millionths / 10_000:.4f}".rstrip("0").rstrip(".") + " %"
