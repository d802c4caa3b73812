"""A pay table: what it prices, what each line pays, and every fault it may have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from fairdeal.errors import did_you_mean, listed
from fairdeal.money import Odds, dollars, show

_ODDS: Final = re.compile(r"(\d[\d,]*) (to|for) 1", re.ASCII)
_DOLLARS: Final = re.compile(r"\$\d+(\.\d\d)?", re.ASCII)
_METER: Final = re.compile(r"([a-z]+) meter( and the bet back)?")
_PRINTED: Final = frozenset({"house-advantage", "hit-frequency", "one-in"})
_TEXTS: Final = frozenset({"place", "reading", "mixes-units", "worse-pays", *_PRINTED})


class Unit(StrEnum):
    """How the amount on a line is meant."""

    TO = "to 1"
    FOR = "for 1"
    PUSH = "push"
    LOSE = "lose"
    DOLLARS = "dollars"
    METER = "meter"


@dataclass(frozen=True, slots=True)
class Pay:
    """What a line pays: odds, a fixed sum or a meter."""

    unit: Unit
    amount: int = 0
    """Odds as printed, or cents of a fixed sum."""
    meter: str = ""
    bet_back: bool = False
    """A meter is paid on top of the bet, which the player keeps."""

    @property
    def units(self) -> int:
        """Stakes won, net: 20 for 1 gives the stake away and so wins 19."""
        match self.unit:
            case Unit.TO:
                return self.amount
            case Unit.FOR:
                return self.amount - 1
            case Unit.LOSE:
                return -1
            case _:
                return 0

    @property
    def odds(self) -> Odds:
        """The same as odds to one."""
        return Odds(self.units)

    def __str__(self) -> str:
        match self.unit:
            case Unit.TO | Unit.FOR:
                return f"{self.amount:,} {self.unit}"
            case Unit.DOLLARS:
                return show(self.amount)
            case Unit.METER:
                return f"{self.meter} meter" + (" and the bet back" if self.bet_back else "")
            case _:
                return str(self.unit)


def pay_of(text: str) -> Pay | None:
    """The pay that *text* prints, or None when it cannot be read.

    >>> str(pay_of("4,000 to 1")), str(pay_of("$25")), pay_of("lots")
    ('4,000 to 1', '$25', None)
    """
    if match := _ODDS.fullmatch(text):
        unit = Unit.TO if match[2] == "to" else Unit.FOR
        return Pay(unit, int(match[1].replace(",", "")))
    if match := _METER.fullmatch(text):
        return Pay(Unit.METER, meter=match[1], bet_back=match[2] is not None)
    if _DOLLARS.fullmatch(text):
        return Pay(Unit.DOLLARS, dollars(text))
    return Pay(Unit(text)) if text in (Unit.PUSH, Unit.LOSE) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The events that one column of a pay table prices."""

    events: type[IntEnum]
    """Worst first."""
    lowest: int
    """The worst event that has a line."""
    key: str = "pays"
    falls_to: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Events a table may leave out, because they are also another, lower event."""
    otherwise: Pay = field(default=Pay(Unit.LOSE))
    """What an event below the lines pays."""
    optional: bool = False
    names: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """What the document calls an event, where we call it something else."""

    def lines(self) -> dict[str, int]:
        """The events that may have a line, best first, by the key a file names them with."""
        return {key_of(each): each for each in reversed(self.events) if each >= self.lowest}

    def name(self, event: int) -> str:
        """What the document calls the event."""
        return self.names.get(event, self.events(event).name.lower().replace("_", " "))


def key_of(event: IntEnum) -> str:
    """The event as pay-table files name it."""
    return event.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """A pay table, complete and checked."""

    bet: str
    name: str
    place: str
    """Where in the document it stands."""
    reading: str
    """How we read it where the document is unclear."""
    published: Mapping[str, str]
    """Figures as the document prints them."""
    columns: tuple[Column, ...]
    printed: Mapping[str, tuple[int, ...]]
    """By column, the events that have a line of their own, best first."""
    pays: Mapping[str, tuple[Pay, ...]]
    """By column, what every event pays, indexed by event."""
    alternatives: Mapping[str, "PayTable"] = field(default_factory=dict)
    """The same table under another value of an option, by ``option=value``."""
    probabilities: Mapping[str, str] = field(default_factory=dict)
    """Printed probability of each event."""

    def units(self, column: str = "pays") -> tuple[int, ...]:
        """Net stakes won by event: the form in which the rules take a pay table."""
        return tuple(pay.units for pay in self.pays[column])

    def label(self, column: str, event: int) -> str:
        """A name for one event of one column: ``pays straight-flush``."""
        events = next(each.events for each in self.columns if each.key == column)
        return f"{column} {key_of(events(event))}"

    def has(self, column: str) -> bool:
        """Whether the table prices that column."""
        return column in self.pays

    def under(self, options: Mapping[str, str]) -> "PayTable":
        """This table as the options of the house read it."""
        for key, value in options.items():
            if (alternative := self.alternatives.get(f"{key}={value}")) is not None:
                return alternative
        return self


def read(
    bet: str, name: str, columns: tuple[Column, ...], entry: Mapping[str, Any]
) -> tuple[PayTable | None, list[str]]:
    """The pay table an entry of a file describes, or None and every fault in it."""
    faults = _shape_faults(columns, entry)
    if faults:
        return None, faults
    if not entry.get("place"):
        faults.append("does not say where it comes from (place)")
    printed: dict[str, tuple[int, ...]] = {}
    pays: dict[str, tuple[Pay, ...]] = {}
    for column in columns:
        if column.key in entry or not column.optional:
            found = _column(column, entry, faults)
            printed[column.key] = tuple(sorted(found, reverse=True))
            pays[column.key] = _every_event(column, found)
    alternatives: dict[str, PayTable] = {}
    for condition, changes in entry.get("when", {}).items():
        other, more = read(bet, name, columns, _changed(entry, changes))
        faults += [f"under {condition} {fault}" for fault in more if fault not in faults]
        if other is not None:
            alternatives[condition] = other
    if faults:
        return None, faults
    table = PayTable(
        bet=bet,
        name=name,
        place=entry["place"],
        reading=entry.get("reading", ""),
        published={key: entry[key] for key in entry if key in _PRINTED},
        columns=tuple(column for column in columns if column.key in pays),
        printed=printed,
        pays=pays,
        alternatives=alternatives,
        probabilities=dict(entry.get("probability", [])),
    )
    return table, []


def _shape_faults(columns: tuple[Column, ...], entry: Mapping[str, Any]) -> list[str]:
    """What is wrong with the form of an entry, before anything is said of its content."""
    in_lines = {column.key for column in columns} | {"probability"}
    faults = []
    for key, value in entry.items():
        if key in in_lines:
            lines = value if isinstance(value, list) else [value]
            faults += [
                f"has a line {each!r} in {key} that is not a hand and what it pays"
                for each in lines
                if not isinstance(each, list) or list(map(type, each)) != [str, str]
            ]
        elif key == "when":
            if not isinstance(value, dict) or not all(isinstance(v, dict) for v in value.values()):
                faults.append("does not say what changes under which option (when)")
        elif key not in _TEXTS:
            faults.append(f"has an unknown entry {key!r}")
        elif not isinstance(value, str):
            faults.append(f"has {key} {value!r} that is not text")
    return faults


def _column(column: Column, entry: Mapping[str, Any], faults: list[str]) -> dict[int, Pay]:
    """The pay of each event that has a line; what is wrong goes to *faults*."""
    lines = column.lines()
    named: set[int] = set()
    found: dict[int, Pay] = {}
    for hand, text in entry.get(column.key, []):
        if hand not in lines:
            faults.append(f"names an unknown hand {hand!r}: {did_you_mean(hand, lines)}")
            continue
        if lines[hand] in named:
            faults.append(f"repeats the line {hand}")
        elif (pay := pay_of(text)) is not None:
            found[lines[hand]] = pay
        else:
            faults.append(
                f"pays {text!r} for {hand}: expected such as '40 to 1', '20 for 1', 'push', 'lose',"
                " '$25' or 'star meter'"
            )
        named.add(lines[hand])
    missing = [key for key, event in lines.items() if event not in named | set(column.falls_to)]
    if missing:
        faults.append(f"is incomplete: {listed(missing)} missing from {column.key}")
    _check_units(column, entry, found, faults)
    _check_order(column, entry, found, faults)
    return found


def _check_units(
    column: Column, entry: Mapping[str, Any], found: Mapping[int, Pay], faults: list[str]
) -> None:
    units = {pay.unit for pay in found.values()}
    if {Unit.TO, Unit.FOR} <= units and "mixes-units" not in entry:
        faults.append(f"mixes 'to 1' and 'for 1' in {column.key} without saying so (mixes-units)")


def _check_order(
    column: Column, entry: Mapping[str, Any], found: Mapping[int, Pay], faults: list[str]
) -> None:
    if "worse-pays" in entry:
        return
    comparable = [
        (event, pay.amount if pay.unit is Unit.DOLLARS else pay.units)
        for event, pay in sorted(found.items())
        if pay.unit is not Unit.METER
    ]
    for (worse, less), (better, more) in pairwise(comparable):
        if less > more:
            faults.append(
                f"pays {key_of(column.events(worse))} ({found[worse]}) more than"
                f" {key_of(column.events(better))} ({found[better]}) without saying it means to"
                " (worse-pays)"
            )


def _every_event(column: Column, found: Mapping[int, Pay]) -> tuple[Pay, ...]:
    def pay(event: int) -> Pay:
        if event not in found and event in column.falls_to:
            return pay(column.falls_to[event])
        return found.get(event, column.otherwise)

    return tuple(map(pay, column.events))


def _changed(entry: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The entry with the lines of *changes* in place of its own; new lines come after them."""
    changed = {key: value for key, value in entry.items() if key != "when"}
    for key, lines in changes.items():
        replaced = {line[0] for line in lines if isinstance(line, list) and line}
        kept = [line for line in changed.get(key, []) if line[0] not in replaced]
        changed[key] = [*kept, *lines] if isinstance(lines, list) else lines
    return changed
