"""The outcomes of a bet as bars: where each is drawn, in the units of the picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fairdeal.report.numbers import chance, net, percent

WIDTH: Final = 470
_BASE: Final = 292
"""Where upright bars stand."""
_TALLEST: Final = 258
_MOST_UPRIGHT: Final = 9
_LONGEST: Final = 6
"""Letters that fit above a bar."""
_ROW: Final = 24
_LEFT, _RIGHT = 76, 86
"""Room for the names of lying bars, and for their figures."""
_STEPS: Final = (1, 2, 5, 10, 20, 25)


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome."""

    kind: str
    """``w`` where it wins, ``l`` where it loses, else ``p``."""
    name: str
    share: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Plot:
    """All of them."""

    is_upright: bool
    height: int
    bars: tuple[Bar, ...]
    grid: tuple[tuple[float, str], ...]
    """Lines behind upright bars: how far down, and what they stand for."""


def bars(ways: Mapping[Fraction, int]) -> Plot:
    """Upright where there are few outcomes, with the losses left; else lying, the best on top."""
    total, most = sum(ways.values()), max(ways.values())
    shares = {each: Fraction(number, total) for each, number in ways.items()}
    texts = {each: chance(share, 2).removesuffix(" %") for each, share in shares.items()}
    if len(ways) <= _MOST_UPRIGHT and max(map(len, texts.values())) <= _LONGEST:
        return _upright(shares, texts, Fraction(most, total))
    long = WIDTH - _LEFT - _RIGHT
    lying = tuple(
        Bar(_kind(each), net(str(each)), texts[each], _LEFT, _ROW * row + 3, wide, _ROW - 6)
        for row, (each, share) in enumerate(shares.items())
        if (wide := round(max(1.5, float(share * total / most) * long), 1))
    )
    return Plot(False, _ROW * len(lying), lying, ())


def _upright(
    shares: Mapping[Fraction, Fraction], texts: Mapping[Fraction, str], most: Fraction
) -> Plot:
    apart = WIDTH / max(_MOST_UPRIGHT, len(shares))
    found = []
    for place, each in enumerate(sorted(shares)):
        high = round(max(1.5, float(shares[each] / most) * _TALLEST), 1)
        x = round(place * apart + apart * 0.15, 1)
        name = net(str(each))
        found.append(
            Bar(_kind(each), name, texts[each], x, _BASE - high, round(apart * 0.7, 1), high)
        )
    step = next((each for each in _STEPS if 100 * most / each <= 4), _STEPS[-1])
    lines = (Fraction(step * number, 100) for number in range(1, int(100 * most / step) + 1))
    grid = tuple(
        (round(_BASE - float(each / most) * _TALLEST, 1), percent(each, 0)) for each in lines
    )
    return Plot(True, 340, tuple(found), grid)


def _kind(units: Fraction) -> str:
    return "w" if units > 0 else "l" if units < 0 else "p"
