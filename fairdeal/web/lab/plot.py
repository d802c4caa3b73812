"""The outcomes of a bet as bars: where each is drawn, in the units of the picture."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fairdeal.report.drawing import as_percent, round_ticks
from fairdeal.report.numbers import chance, net

WIDTH: Final = 470
NARROW: Final = 320
"""On a telephone, where nothing can stand upright."""
_BASE: Final = 292
"""Where upright bars stand."""
_TALLEST: Final = 258
_MOST_UPRIGHT: Final = 9
_LONGEST: Final = 6
"""Letters that fit above a bar."""
_ROW: Final = 24
_LEFT, _RIGHT = 70, 80
"""Room for the names of lying bars, and for their figures."""
_LINES: Final = 4


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
    width: int
    height: int
    bars: tuple[Bar, ...]
    grid: tuple[tuple[float, str], ...]
    """Lines behind upright bars: how far down, and what they stand for."""


def bars(ways: Mapping[Fraction, int]) -> Plot:
    """Upright where there are few outcomes, with the losses left; else lying, the best on top."""
    most, texts = max(ways.values()), _texts(ways)
    if len(ways) > _MOST_UPRIGHT or max(map(len, texts.values())) > _LONGEST:
        return lying(ways, WIDTH)
    apart, found = WIDTH / _MOST_UPRIGHT, []
    for place, each in enumerate(sorted(ways)):
        high = _long(ways[each], most, _TALLEST)
        x, wide = round((place + 0.15) * apart, 1), round(apart * 0.7, 1)
        found.append(
            Bar(_kind(each), net(str(each)), texts[each], x, round(_BASE - high, 1), wide, high)
        )
    return Plot(True, WIDTH, 340, tuple(found), tuple(_grid(most / sum(ways.values()))))


def lying(ways: Mapping[Fraction, int], width: int = NARROW) -> Plot:
    """One bar below the other."""
    most, texts = max(ways.values()), _texts(ways)
    longest = width - _LEFT - _RIGHT
    found = tuple(
        Bar(
            _kind(each),
            net(str(each)),
            texts[each],
            _LEFT,
            _ROW * row + 3,
            _long(number, most, longest),
            _ROW - 6,
        )
        for row, (each, number) in enumerate(ways.items())
    )
    return Plot(False, width, _ROW * len(found), found, ())


def _texts(ways: Mapping[Fraction, int]) -> dict[Fraction, str]:
    total = sum(ways.values())
    return {
        each: chance(Fraction(number, total), 2).removesuffix(" %") for each, number in ways.items()
    }


def _long(number: int, most: int, longest: float) -> float:
    """How long a bar is; what is rare can still be seen."""
    return round(max(1.5, number / most * longest), 1)


def _grid(most: float) -> Iterator[tuple[float, str]]:
    for share, name in round_ticks(0, most, _LINES, as_percent)[1:]:
        yield round(_BASE - share / most * _TALLEST, 1), name


def _kind(units: Fraction) -> str:
    return "w" if units > 0 else "l" if units < 0 else "p"
