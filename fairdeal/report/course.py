"""Pictures of books: the course of a win, wins by day, and the course of meters."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from fairdeal.report.drawing import BRASS, EDGE, INFO, INK, LOSE, WIN, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
_MINUS: Final = "\N{MINUS SIGN}"
NOTABLE: Final = 2
"""Standard deviations from which a day is named."""


def win_course(points: Sequence[Row], zone: ZoneInfo, says: str, width: float = WIDE) -> str:
    """What was won so far, what was to be expected, and the bands of what is probable."""

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        at = [point["at"] for point in points]
        mean = [point["expected_win_cents"] / 100 for point in points]
        spread = [point["standard_deviation_cents"] / 100 for point in points]
        for reach, strength in _BANDS:
            low, high = (
                [m + sign * reach * s for m, s in zip(mean, spread, strict=True)]
                for sign in (-1, 1)
            )
            axes.fill_between(at, low, high, color=INFO, alpha=strength, linewidth=0)
        axes.plot(at, mean, color=INFO, linewidth=1.4, dashes=(4, 3))
        axes.plot(at, [point["win_cents"] / 100 for point in points], color=WIN)
        _zero_line(axes)
        _moments(axes, at[0], at[-1], zone, width)

    return picture(width, 2.9 if width == WIDE else 2.5, says, draw)


def wins_by_day(rows: Sequence[Row], says: str, width: float = WIDE) -> str:
    """The win of every day as a dot, before the bands of what was probable on it."""
    known = [row for row in rows if row["expected_win_cents"]]

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        for place, row in enumerate(known):
            mean = row["expected_win_cents"]["value"] / 100
            spread = row["standard_deviation_cents"] / 100
            for reach, strength in _BANDS:
                axes.bar(
                    place,
                    2 * reach * spread,
                    0.5,
                    mean - reach * spread,
                    color=INFO,
                    alpha=strength,
                )
            axes.plot([place - 0.25, place + 0.25], [mean, mean], color=INFO, dashes=(3, 2))
            win = row["compared_win_cents"] / 100
            axes.plot([place], [win], "o", markersize=5.5, color=WIN if win >= 0 else LOSE)
            if row["z"] is not None and abs(row["z"]) >= NOTABLE:
                _name(axes, place, win, deviations(row["z"]), LOSE)
        _zero_line(axes)
        step = max(1, ceil(len(known) * _LABEL / (width - 0.9)))
        axes.set_xticks(range(0, len(known), step), [_day(row["day"]) for row in known[::step]])
        axes.set_xlim(-0.6, max(1, len(known)) - 0.4)

    return picture(width, 2.6, says, draw)


def meter_courses(lines: Sequence[Row], zone: ZoneInfo, says: str, width: float = WIDE) -> str:
    """What every sign showed, each on its own scale; where it fell, it was won or adjusted."""
    every = [point["at"] for line in lines for point in line["points"]]

    def draw(figure: "Figure") -> None:
        beside = 2 if width == WIDE and len(lines) > 1 else 1
        grid = figure.subplots(ceil(len(lines) / beside), beside, squeeze=False)
        places = [axes for row in grid for axes in row]
        for axes, line in zip(places, lines, strict=False):
            at = [point["at"] for point in line["points"]]
            cents = [point["shown_cents"] for point in line["points"]]
            axes.plot(at, [each / 100 for each in cents], color=BRASS)
            axes.set_title(f"{line['progressive']} {line['meter']}")
            for place, (before, then) in enumerate(pairwise(cents)):
                if then < before:
                    axes.plot([at[place]], [before / 100], "o", markersize=4.5, color=BRASS)
                    _name(axes, at[place], before / 100, _dollars(before / 100), INK)
            axes.yaxis.set_major_formatter(lambda value, _: _dollars(value))
            axes.margins(y=0.22)
            axes.locator_params(axis="y", nbins=4)
            _moments(axes, min(every), max(every), zone, width / beside)
        for axes in places[len(lines) :]:
            axes.set_visible(False)

    rows = ceil(len(lines) / (2 if width == WIDE and len(lines) > 1 else 1))
    return picture(width, 0.4 + 1.7 * rows, says, draw)


def _name(axes: "Axes", x: float, y: float, text: str, colour: str) -> None:
    axes.annotate(
        text, (x, y), (0, 6), textcoords="offset points", ha="center", fontsize=7.5, color=colour
    )


def _zero_line(axes: "Axes") -> None:
    axes.axhline(0, color=EDGE, linewidth=0.8)
    axes.spines["bottom"].set_visible(False)
    axes.yaxis.set_major_formatter(lambda value, _: _dollars(value))
    axes.locator_params(axis="y", nbins=6)


def deviations(z: float) -> str:
    """A difference in standard deviations, with its sign.

    >>> deviations(1.24)
    '+1.2 \N{GREEK SMALL LETTER SIGMA}'
    """
    return f"{z:+.1f} \N{GREEK SMALL LETTER SIGMA}".replace("-", _MINUS)


def _dollars(value: float) -> str:
    shown = f"{abs(value):,.2f}" if value % 1 else f"{abs(value):,.0f}"
    return f"{_MINUS}${shown}" if value < 0 else f"${shown}"


def _moments(axes: "Axes", first: int, last: int, zone: ZoneInfo, width: float) -> None:
    """Ticks at full minutes or hours, or at midnights, as the house's clock has them."""
    room = max(2, int((width - 0.9) / _LABEL))
    is_short = last - first <= 36 * _HOUR
    least = max(1, (last - first) // _MINUTE // room)  # finer steps have too many ticks
    choices = [step for step in (_STEPS if is_short else _STEPS_OF_DAYS) if step >= least]
    found = ([*_ticks(first, last, zone, step)] for step in choices)
    ticks = next((each for each in found if len(each) <= room), []) or [first]
    named = _clock if is_short else _date
    axes.set_xticks(ticks, [named(datetime.fromtimestamp(at // 1_000_000, zone)) for at in ticks])
    axes.set_xlim(first, max(last, first + 1))


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
