"""Statements: who reports what about which interval, rows and totals, or that nothing happened."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from fairdeal import games
from fairdeal.books.activity import Counts, Place
from fairdeal.books.calendar import PLAIN, Calendar, Days
from fairdeal.books.expectation import IMPROBABLE, LEAST_HANDS, VERY_IMPROBABLE
from fairdeal.books.journal import CONTRIBUTED
from fairdeal.books.reading import Reading
from fairdeal.books.rows import Gathered, row_of, wagers_of
from fairdeal.books.wagers import Theme
from fairdeal.live.log.stores.protocol import Store
from fairdeal.live.worth import Worth

NO_ACTIVITY: Final = "no activity"

ASSUMED: Final = (
    "expected: every bet as placed, times the exact edge of its wager; players are taken to play"
    " their best, so that a bank which wins more may only have met others",
    "standard deviations: exact for one hand; hands of one round share the dealer's cards, which is"
    " counted exactly, or measured by the rounds themselves, between the limits of hands that have"
    " nothing and hands that have everything in common; wagers of one round go together, too, which"
    " the rounds themselves measure between the same limits",
    f"improbable from {IMPROBABLE} standard deviations on, very improbable from {VERY_IMPROBABLE};"
    f" fewer than {LEAST_HANDS} hands are not judged, because single rare pays decide there; where"
    " a wager pays so much so rarely that deviations do not measure chances yet, and one pay made"
    " the difference, the verdict is that pay and no chance",
)
"""What theory rests on, to be shown wherever it is."""

METERS: Final = (
    "meters: what they pay is the players' money and does not reduce a table's win; what bets add"
    " to them leaves the table's bank and is shown beside the win, not deducted from it",
    "meters in theory: the exact analysis has every meter at its printed reset level, and a win of"
    " one is compared as if it had stood there; what bets had added to it is left out on both"
    " sides",
)
"""What is to be known where tables feed a progressive."""


PLAY_CHIPS: Final = "play chips: the chips of this room are worth no cash, and no figure is money"
PRACTICE: Final = (
    "practice tables: what is played there counts in no win, drop or hold, and is shown separately"
)


@dataclass(frozen=True)
class Question(Days):
    """What is asked of the books."""

    first: date
    last: date
    """It belongs to the interval."""
    by: str
    calendar: Calendar = PLAIN
    table: str = ""
    """Only this one; empty for all."""
    operator: str = ""
    theory: bool = True
    game: str = ""
    """Only tables that deal it; empty for all."""
    shift: str = ""
    """Only this one of every day, by its name; empty for all."""

    def has(self, place: Place) -> bool:
        """Whether what was counted there is asked for."""
        return (
            self.table in ("", place.table)
            and self.game in ("", place.theme.game)
            and self.shift in ("", self.calendar.shift_name(place.shift))
        )

    @property
    def title(self) -> str:
        """What the books are about."""
        said = [f"Books by {self.by}"]
        said += [f"table {self.table}"] if self.table else []
        said += [games.known(self.game).name] if self.game else []
        said += [f"{self.shift} only"] if self.shift else []
        return ", ".join(said)


Key: TypeAlias = tuple[tuple[str, str], ...]
"""What the places of one row have in common, each by its name."""


def _of_theme(place: Place) -> Key:
    return ("game", place.theme.game), ("theme", place.theme.id)


def _of_day(place: Place) -> Key:
    return (("day", place.day.isoformat()),)


_KEYS: Final[Mapping[str, Callable[[Place, Calendar], Key]]] = {
    "table": lambda place, _: (("table", place.table), *_of_theme(place)),
    "shift": lambda place, calendar: (
        *_of_day(place),
        ("shift", calendar.shift_name(place.shift)),
    ),
    "day": lambda place, _: _of_day(place),
    "game": lambda place, _: _of_theme(place),
    "wager": lambda place, _: _of_theme(place),
}


def statement(store: Store, asked: Question, now: int) -> dict[str, Any]:
    """The books of the interval, as far as the log goes."""
    reading = Reading(store, asked, asked.table)
    reading.go_on()
    return stated(reading, asked, now)


def stated(reading: Reading, asked: Question, now: int) -> dict[str, Any]:
    """What is asked of books that have been read."""
    places, practised = counted(reading, asked), counted(reading, asked, practice=True)
    totals = gathered(places, lambda _: ())
    return {
        **_header(asked, now),
        "events": reading.events,
        "in_play": [table for table in reading.in_play if asked.table in ("", table)],
        "activity": bool(places),
        "rows": _rows(places, asked),
        "totals": [dict(key) | row_of(each, theory=asked.theory) for key, each in totals.items()],
        "practice": [
            dict(key) | row_of(each, theory=False)
            for key, each in gathered(practised, lambda place: (("table", place.table),)).items()
        ],
        "chips": reading.worth,
        "themes": _themes(place.theme for place in places),
        "notes": [*_notes(places, asked), *_of_play(reading, practised)],
    }


def _notes(counted: Mapping[Place, Counts], asked: Question) -> list[str]:
    """What the figures rest on, as far as they are shown."""
    fed = any(counts.moved_cents[CONTRIBUTED] for counts in counted.values())
    said = list(ASSUMED) if asked.theory and counted else []
    return said + (list(METERS[: 1 + asked.theory]) if fed else [])


def _of_play(reading: Reading, practised: Mapping[Place, Counts]) -> list[str]:
    """What is not money in the figures, and what is not in them."""
    said = [PLAY_CHIPS] if reading.worth is Worth.PLAY else []
    return said + ([PRACTICE] if practised else [])


def _header(asked: Question, now: int) -> dict[str, Any]:
    calendar = asked.calendar
    return {
        "operator": asked.operator,
        "title": asked.title,
        "by": asked.by,
        "table": asked.table or None,
        "first_day": asked.first.isoformat(),
        "last_day": asked.last.isoformat(),
        "begins": calendar.shown(asked.begin),
        "ends": calendar.shown(asked.end),
        "time_zone": str(calendar.zone),
        "day_starts": calendar.starts.isoformat("minutes"),
        "shifts": calendar.shifts,
        "made": calendar.shown(now),
        "interim": now < asked.end,
        "thresholds": {
            "improbable": IMPROBABLE,
            "very_improbable": VERY_IMPROBABLE,
            "least_hands": LEAST_HANDS,
        },
    }


def counted(reading: Reading, asked: Question, *, practice: bool = False) -> dict[Place, Counts]:
    """What was counted at every place that is asked for, in the order of time and tables.

    Practice tables are apart from all others.
    """
    found = (
        (place, counts)
        for place, counts in reading.places.items()
        if place.practice == practice and asked.has(place)
    )
    return dict(sorted(found, key=lambda entry: _when_and_where(entry[0])))


def _when_and_where(place: Place) -> tuple[Any, ...]:
    return place.day, place.shift, place.table, place.configuration, place.slot


def gathered(
    counted: Mapping[Place, Counts], key_of: Callable[[Place], Key]
) -> dict[Key, Gathered]:
    """What was counted under one key; what a house wins and what players win is never added up."""
    found: dict[Key, Gathered] = {}
    for place, counts in counted.items():
        key = (*key_of(place), ("bank", place.theme.bank))
        found.setdefault(key, Gathered()).add(place, counts)
    return found


def _rows(counted: Mapping[Place, Counts], asked: Question) -> list[dict[str, Any]]:
    found = gathered(counted, lambda place: _KEYS[asked.by](place, asked.calendar))
    rows = []
    for key, each in found.items():
        if asked.by == "wager":
            for theme, counts in each.counts.items():
                wagers = wagers_of(theme, counts, theory=asked.theory)
                rows += [dict(key) | wager for wager in wagers]
        else:
            row: dict[str, Any] = dict(key)
            if asked.by == "table":
                row["configurations"] = sorted(each.configurations)
            rows.append(row | row_of(each, theory=asked.theory))
    match asked.by:
        case "table":
            return sorted(rows, key=lambda row: row["table"])
        case "game" | "wager":
            return sorted(rows, key=lambda row: _place_of(row["game"]))
        case _:
            return rows


def _place_of(game: str) -> tuple[int, str]:
    """Installed games in their order, then those that are not installed here, by name."""
    installed = list(games.GAMES)
    return (installed.index(game), "") if game in installed else (len(installed), game)


def _themes(themes: Iterable[Theme]) -> list[dict[str, Any]]:
    found = sorted(dict.fromkeys(themes), key=lambda theme: _place_of(theme.game))
    return [
        {
            "theme": theme.id,
            "game": theme.game,
            "name": games.known(theme.game).name,
            "bank": theme.bank,
            "pay_tables": dict(theme.pay_tables),
            "options": dict(theme.options),
            "rules_digest": theme.rules_digest,
            "same_rules": theme.same_rules,
            "known": theme.terms is not None,
        }
        for theme in found
    ]
