"""The course of meters: what each sign showed through an interval, win by win."""

from dataclasses import dataclass, field
from typing import Any

from fairdeal.books.calendar import Days
from fairdeal.books.progressives import Step
from fairdeal.books.reading import width_of


@dataclass
class _Line:
    """What one meter showed: moment and cents."""

    shown: int = 0
    """What it shows as far as the log has been heard."""
    at: int = 0
    """When it came to show that."""
    points: list[tuple[int, int]] = field(default_factory=list)


class MeterCourse:
    """Hears every step of a log; a meter that grows is noted once a slot, one that falls always."""

    def __init__(self, days: Days) -> None:
        self._begin, self._end = days.begin, days.end
        self._width = width_of(days)
        self._lines: dict[tuple[str, str], _Line] = {}

    def hear(self, step: Step) -> None:
        """Note what the meters of one progressive show now."""
        now, at = step.then, step.row.at
        if now is None or at >= self._end:
            return
        for key in now.meters:
            is_new = (now.name, key) not in self._lines
            line = self._lines.setdefault((now.name, key), _Line())
            before, line.shown = line.shown, now.shown_cents(key)
            since, line.at = line.at, at
            if at < self._begin:
                continue
            if not line.points:
                line.points.append((at, line.shown) if is_new else (self._begin, before))
            elif line.shown < before:
                line.points += [(at, before), (at, line.shown)]
            elif self._slot(at) != self._slot(since):
                # It stood still while nobody played.
                line.points += [(since, before), (at, before), (at, line.shown)]

    def rows(self, progressive: str = "") -> list[dict[str, Any]]:
        """A line for every meter, with what it showed last at its end."""
        return [
            {
                "progressive": name,
                "meter": key,
                "points": [
                    {"at": at, "shown_cents": cents}
                    for at, cents in (*line.points, *self._ending(line))
                ],
            }
            for (name, key), line in self._lines.items()
            if progressive in ("", name)
        ]

    def _slot(self, at: int) -> int:
        return (at - self._begin) // self._width

    def _ending(self, line: _Line) -> list[tuple[int, int]]:
        """The last point of a line; a meter at rest has a line, too."""
        if not line.points:
            return [(self._begin, line.shown), (self._end, line.shown)]
        return [(line.at, line.shown)]
