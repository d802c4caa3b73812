"""Pictures of books: the course of a win, wins by day, and the course of meters."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from math import ceil
from typing import Any, Final
from zoneinfo import ZoneInfo

from fairdeal.report.drawing import (
    BRASS,
    EDGE,
    INFO,
    INK,
    LOSE,
    WIN,
    Plot,
    Scale,
    Tick,
    around,
    plotted,
    round_ticks,
)
from fairdeal.report.numbers import MINUS

Row = Mapping[str, Any]

WIDE, MIDDLE, NARROW = 11.6, 7.0, 3.1
"""Inches of a picture for a desk, a tablet and a phone: text keeps its size, pictures do not."""

_MINUTE: Final = 60_000_000
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * 60
_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, _DAY)
"""Minutes between two ticks of a day, and of longer times."""
_STEPS_OF_DAYS: Final = tuple(days * _DAY for days in (1, 2, 4, 7, 14, 28, 56))
_BANDS: Final = ((1.96, 0.13), (1.0, 0.10))
"""Standard deviations within which 95 and 68 of 100 fair days stay, and how strong they are."""
_LABEL: Final = 0.62
"""Inches for the name of a moment."""
NOTABLE: Final = 2
"""Standard deviations from which a day is named."""


def win_course(points: Sequence[Row], zone: ZoneInfo, says: str, width: float = WIDE) -> str:
    """What was won so far, what was to be expected, and the bands of what is probable."""
    at = [point["at"] for point in points]
    won = [point["win_cents"] / 100 for point in points]
    mean = [point["expected_win_cents"] / 100 for point in points]
    spread = [point["standard_deviation_cents"] / 100 for point in points]
    bands = [(*_band(mean, spread, reach), strength) for reach, strength in _BANDS]
    low, high = around([*won, *bands[0][0], *bands[0][1]])
    plot = Plot(_moments(at[0], at[-1], zone, width), _in_dollars(low, high))
    for least, most, strength in bands:
        plot.band(at, least, most, INFO, strength)
    plot.level(0, EDGE, 0.8)
    plot.line(zip(at, mean, strict=True), INFO, 1.4, (5.6, 4.2))
    plot.line(zip(at, won, strict=True), WIN)
    return plotted(width, 2.9 if width == WIDE else 2.5, says, [[plot]])


def _band(mean: list[float], spread: list[float], reach: float) -> tuple[list[float], list[float]]:
    both = list(zip(mean, spread, strict=True))
    return [m - reach * s for m, s in both], [m + reach * s for m, s in both]


def wins_by_day(rows: Sequence[Row], says: str, width: float = WIDE) -> str:
    """The win of every day as a dot, before the bands of what was probable on it."""
    known = [row for row in rows if row["expected_win_cents"]]
    means = [row["expected_win_cents"]["value"] / 100 for row in known]
    spreads = [row["standard_deviation_cents"] / 100 for row in known]
    wins = [row["compared_win_cents"] / 100 for row in known]
    low, high = around(
        [0, *wins, *(end for each in _band(means, spreads, _BANDS[0][0]) for end in each)]
    )
    step = max(1, ceil(len(known) * _LABEL / (width - 0.9)))
    ticks = [(place, _day(known[place]["day"])) for place in range(0, len(known), step)]
    plot = Plot(Scale(-0.6, max(1, len(known)) - 0.4, ticks), _in_dollars(low, high))
    plot.level(0, EDGE, 0.8)
    for place, (row, mean, spread, win) in enumerate(zip(known, means, spreads, wins, strict=True)):
        for reach, strength in _BANDS:
            least, most = mean - reach * spread, mean + reach * spread
            plot.box((place - 0.25, least), (place + 0.25, most), INFO, strength)
        plot.line([(place - 0.25, mean), (place + 0.25, mean)], INFO, 1.8, (5.4, 3.6))
        plot.dot(place, win, WIN if win >= 0 else LOSE)
        if row["z"] is not None and abs(row["z"]) >= NOTABLE:
            plot.text(place, win, deviations(row["z"]), down=-9, colour=LOSE)
    return plotted(width, 2.6, says, [[plot]])


def meter_courses(lines: Sequence[Row], zone: ZoneInfo, says: str, width: float = WIDE) -> str:
    """What every sign showed, each on its own scale; where it fell, it was won or adjusted."""
    every = [point["at"] for line in lines for point in line["points"]]
    beside = 2 if width == WIDE and len(lines) > 1 else 1
    moments = _moments(min(every), max(every), zone, width / beside, has_line=True)
    plots = [_meter_course(line, moments) for line in lines]
    rows = [plots[place : place + beside] for place in range(0, len(plots), beside)]
    return plotted(width, 0.4 + 1.7 * len(rows), says, rows)


def _meter_course(line: Row, moments: Scale) -> Plot:
    shown = [(point["at"], point["shown_cents"] / 100) for point in line["points"]]
    low, high = around((dollars for _, dollars in shown), 0.1, 0.22)
    plot = Plot(moments, _in_dollars(low, high, 4), f"{line['progressive']} {line['meter']}")
    plot.line(shown, BRASS)
    for (at, before), (_, then) in pairwise(shown):
        if then < before:
            plot.dot(at, before, BRASS, 5)
            plot.text(at, before, _dollars(before), down=-9, colour=INK)
    return plot


def _in_dollars(low: float, high: float, most: int = 6) -> Scale:
    return Scale(low, high, round_ticks(low, high, most, _dollars), has_grid=True)


def deviations(z: float) -> str:
    """A difference in standard deviations, with its sign.

    >>> deviations(1.24)
    '+1.2 \N{GREEK SMALL LETTER SIGMA}'
    """
    return f"{z:+.1f} \N{GREEK SMALL LETTER SIGMA}".replace("-", MINUS)


def _dollars(value: float) -> str:
    shown = f"{abs(value):,.2f}" if value % 1 else f"{abs(value):,.0f}"
    return f"{MINUS}${shown}" if value < 0 else f"${shown}"


def _moments(
    first: int, last: int, zone: ZoneInfo, width: float, *, has_line: bool = False
) -> Scale:
    """Ticks at full minutes or hours, or at midnights, as the house's clock has them."""
    room = max(2, int((width - 0.9) / _LABEL))
    is_short = last - first <= 36 * _HOUR
    least = max(1, (last - first) // _MINUTE // room)  # finer steps have too many ticks
    choices = [step for step in (_STEPS if is_short else _STEPS_OF_DAYS) if step >= least]
    found = ([*_ticks(first, last, zone, step)] for step in choices)
    moments = next((each for each in found if len(each) <= room), []) or [first]
    named = _clock if is_short else _date
    ticks: list[Tick] = [
        (at, named(datetime.fromtimestamp(at // 1_000_000, zone))) for at in moments
    ]
    return Scale(first, max(last, first + 1), ticks, has_line=has_line)


def _ticks(first: int, last: int, zone: ZoneInfo, step: int) -> Iterator[int]:
    """Moments between the two at which so many minutes of the wall clock are full."""
    ahead = datetime.fromtimestamp(first // 1_000_000, zone).utcoffset() or timedelta()
    unit, offset = min(step * _MINUTE, _HOUR), ahead // timedelta(microseconds=1)
    at = -(-(first + offset) // unit) * unit - offset
    days = step // _DAY
    while at <= last:
        wall = datetime.fromtimestamp(at // 1_000_000, zone)
        minutes = 60 * wall.hour + wall.minute
        if minutes % min(step, _DAY) == 0 and (not days or wall.toordinal() % days == 0):
            yield at
        at += unit


def _clock(wall: datetime) -> str:
    return wall.strftime("%H:%M")


def _date(wall: datetime) -> str:
    return f"{wall.day} {wall:%b}"


def _day(text: str) -> str:
    day = datetime.fromisoformat(text)
    return f"{day:%a} {day.day} {day:%b}"
