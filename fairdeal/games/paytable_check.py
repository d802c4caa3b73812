"""Read one pay table out of a file, and find every fault it has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, Final

from fairdeal.errors import did_you_mean, listed
from fairdeal.games.paytable import Column, Pay, PayTable, Unit, key_of, pay_of

_PRINTED: Final = frozenset({"house-advantage", "hit-frequency", "win-probability", "one-in"})
_TEXTS: Final = frozenset({"place", "reading", "mixes-units", "worse-pays", *_PRINTED})
_PROBABILITY: Final = re.compile(r"0\.\d{1,20}", re.ASCII)
_FIGURE: Final = re.compile(r"\d{1,9}(\.\d{1,20})?%?", re.ASCII)
_EXAMPLES: Final[Mapping[Unit, str]] = {
    Unit.TO: "'40 to 1'",
    Unit.FOR: "'20 for 1'",
    Unit.PUSH: "'push'",
    Unit.LOSE: "'lose'",
    Unit.DOLLARS: "'$25'",
    Unit.METER: "'star meter'",
}


@dataclass(frozen=True, slots=True)
class Known:
    """What a pay table may refer to."""

    options: Mapping[str, tuple[str, ...]]
    """The values of each option."""
    meters: Mapping[str, Fraction]
    """What each meter pays at its reset level, in stakes."""


def read(
    bet: str, name: str, columns: tuple[Column, ...], entry: Mapping[str, Any], known: Known
) -> tuple[PayTable | None, list[str]]:
    """The pay table an entry of a file describes, or None and every fault in it."""
    keys = {column.key for column in columns}
    faults = [
        f"has an unknown entry {key!r}: {did_you_mean(key, sorted({*keys, *_TEXTS, 'when'}))}"
        for key in entry
        if key not in {*keys, *_TEXTS, "when", "probability"}
    ]
    faults += [
        f"has {key} {value!r}, which is not text"
        for key, value in entry.items()
        if key in _TEXTS and (not isinstance(value, str) or not value.strip())
    ]
    faults += [
        f"prints {key} {value!r}, which is not a figure"
        for key, value in entry.items()
        if key in _PRINTED and isinstance(value, str) and not _FIGURE.fullmatch(value)
    ]
    if "place" not in entry:
        faults.append("does not say where it comes from (place)")
    printed: dict[str, tuple[int, ...]] = {}
    pays: dict[str, tuple[Pay, ...]] = {}
    for column in columns:
        if column.key in entry or not column.optional:
            found = _column(column, entry, known, faults)
            printed[column.key] = tuple(sorted(found, reverse=True))
            pays[column.key] = _every_event(column, found)
    probabilities = dict(_probabilities(columns[0], printed, entry, faults))
    alternatives = _alternatives(bet, name, columns, entry, known, faults)
    if faults:
        return None, faults
    meant = "; ".join(entry[key] for key in ("mixes-units", "worse-pays") if key in entry)
    table = PayTable(
        bet=bet,
        name=name,
        place=entry["place"],
        reading=entry.get("reading", ""),
        meant=meant,
        published={key: entry[key] for key in entry if key in _PRINTED},
        columns=tuple(column for column in columns if column.key in pays),
        printed=printed,
        pays=pays,
        alternatives=alternatives,
        probabilities=probabilities,
    )
    return table, []


def _pairs(value: object, key: str, faults: list[str]) -> list[tuple[str, str]]:
    """The lines of a list, each a hand and a text; what is none goes to *faults*."""
    lines = []
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, list) and list(map(type, each)) == [str, str]:
            lines.append((each[0], each[1]))
        else:
            faults.append(f"has a line {each!r} in {key}: expected a hand and a text beside it")
    return lines


def _below_lowest(column: Column, hand: str) -> str:
    """Why an event has no line although it has that name; empty where none has it."""
    name, lowest = column.events.__name__, column.events(column.lowest)
    for event in (each for each in column.events if key_of(each) == hand and each < lowest):
        return (
            f"pays {hand}, and {name}.{event.name} ({event:d}) stands below lowest"
            f" ({lowest.name}, {lowest:d}): list events worst first"
        )
    return ""


def _column(
    column: Column, entry: Mapping[str, Any], known: Known, faults: list[str]
) -> dict[int, Pay]:
    """The pay of each event that has a line; what is wrong goes to *faults*."""
    lines = column.lines()
    named: set[int] = set()
    found: dict[int, Pay] = {}
    for hand, text in _pairs(entry.get(column.key, []), column.key, faults):
        if hand not in lines:
            below = _below_lowest(column, hand)
            faults.append(below or f"names an unknown hand {hand!r}: {did_you_mean(hand, lines)}")
            continue
        pay = pay_of(text)
        if lines[hand] in named:
            faults.append(f"repeats the line {hand}")
        elif pay is None or pay.unit not in column.units:
            may_be = listed((_EXAMPLES[unit] for unit in Unit if unit in column.units), "or")
            faults.append(f"pays {text!r} for {hand}: a row pays, for example, {may_be}")
        elif (pay.units * column.parts).denominator > 1:
            counts = "whole stakes" if column.parts == 1 else f"a stake in {column.parts} parts"
            faults.append(
                f"pays {text!r} for {hand}, but the rule counts {counts}: its column needs"
                f" parts={lcm(column.parts, pay.units.denominator)}"
            )
        elif pay.unit is Unit.METER and pay.meter not in known.meters:
            hint = did_you_mean(pay.meter, known.meters)
            faults.append(f"pays {text!r} for {hand}, but there is no such meter: {hint}")
        else:
            found[lines[hand]] = pay
        named.add(lines[hand])
    missing = [key for key, event in lines.items() if event not in named | set(column.falls_to)]
    if missing:
        faults.append(f"is incomplete: {listed(missing)} missing from {column.key}")
    if "mixes-units" not in entry:
        _check_units(column, found, faults)
    if "worse-pays" not in entry:
        _check_order(column, found, known, faults)
    return found


def _check_units(column: Column, found: Mapping[int, Pay], faults: list[str]) -> None:
    """A table that gives the bet away on one line and keeps it on another must say so."""
    paying = [pay for pay in found.values() if pay.unit in (Unit.TO, Unit.FOR, Unit.METER)]
    if len({pay.includes_bet for pay in paying}) > 1:
        faults.append(f"mixes 'to 1' and 'for 1' in {column.key} without saying so (mixes-units)")


def _check_order(column: Column, found: Mapping[int, Pay], known: Known, faults: list[str]) -> None:
    def worth(pay: Pay) -> Fraction:
        if pay.unit is Unit.METER:
            return known.meters[pay.meter] - (0 if pay.bet_back else 1)
        return Fraction(pay.amount) if pay.unit is Unit.DOLLARS else pay.units

    for worse, better in pairwise(sorted(found)):
        if worth(found[worse]) > worth(found[better]):
            faults.append(
                f"pays {key_of(column.events(worse))} ({found[worse]}) more than"
                f" {key_of(column.events(better))} ({found[better]}) without saying it means to"
                " (worse-pays)"
            )


def _every_event(column: Column, found: Mapping[int, Pay]) -> tuple[Pay, ...]:
    paid_as = (column.paid_as(event, found) for event in column.events)
    return tuple(found.get(event, column.otherwise) for event in paid_as)


def _probabilities(
    column: Column,
    printed: Mapping[str, tuple[int, ...]],
    entry: Mapping[str, Any],
    faults: list[str],
) -> list[tuple[str, str]]:
    pairs = _pairs(entry.get("probability", []), "probability", faults)
    lines = column.lines()
    for hand, text in pairs:
        known = lines.get(hand) in printed.get(column.key, ())
        if not known or not _PROBABILITY.fullmatch(text):
            faults.append(f"prints a probability {text!r} for {hand!r}, which cannot be")
    return pairs


def _alternatives(
    bet: str,
    name: str,
    columns: tuple[Column, ...],
    entry: Mapping[str, Any],
    known: Known,
    faults: list[str],
) -> dict[str, PayTable]:
    """The table under other values of options, by ``option=value``."""
    when = entry.get("when", {})
    if not isinstance(when, dict):
        faults.append("does not say what changes under which option (when)")
        return {}
    found = {}
    for condition, changes in when.items():
        option, _, value = condition.partition("=")
        if value not in known.options.get(option, ()):
            known_values = [f"{key}={each}" for key in known.options for each in known.options[key]]
            faults.append(f"changes when {condition!r}: {did_you_mean(condition, known_values)}")
            continue
        if not isinstance(changes, dict) or not changes.keys() <= {each.key for each in columns}:
            faults.append(f"does not say which lines change when {condition!r}")
            continue
        other, more = read(bet, name, columns, _changed(entry, changes), known)
        faults += [f"when {condition} {fault}" for fault in more if fault not in faults]
        if other is not None:
            found[condition] = other
    return found


def _changed(entry: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The entry with the lines of *changes* in place of its own."""
    changed = {key: value for key, value in entry.items() if key != "when"}
    for key, lines in changes.items():
        ignored: list[str] = []  # the new lines are checked where they are read
        replaced = {hand for hand, _ in _pairs(lines, key, ignored)}
        kept = [list(pair) for pair in _pairs(entry.get(key, []), key, ignored)]
        more = lines if isinstance(lines, list) else [lines]
        changed[key] = [pair for pair in kept if pair[0] not in replaced] + more
    return changed
