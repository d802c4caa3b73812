"""A pay table with its lines as a person typed them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.errors import Malformed
from fairdeal.games.layout import Game
from fairdeal.games.paytable import Column, Pay, PayTable, Unit
from fairdeal.games.sheets import Sheets
from fairdeal.games.variant import Change, changed, parse_change

_THOUSANDS: Final = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)
_BARE: Final = frozenset({Unit.TO, Unit.PUSH, Unit.LOSE})
"""Where a column pays in nothing else, its numbers need no unit."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that can be typed over."""

    name: str
    """Of the field, without its group: ``pays.flush``."""
    hand: str
    text: str
    printed: str
    """What the document has there; empty where the table has no such line."""
    paid_as: str
    """The lower hand as which it is paid without a line; else empty."""
    is_changed: bool
    fault: str


@dataclass(frozen=True, slots=True)
class Edited:
    """A pay table, the lines it may have, and what was changed in it."""

    model: PayTable
    """As the document has it, under the options of the house."""
    table: PayTable
    """With the changes that can be read."""
    columns: Mapping[str, tuple[Line, ...]]
    """By the heading of each column."""

    @property
    def lines(self) -> Iterator[Line]:
        """All of them."""
        for lines in self.columns.values():
            yield from lines

    @property
    def is_changed(self) -> bool:
        """Whether it is not a table of the document any more."""
        return any(line.is_changed for line in self.lines)


def edited(game: Game, sheets: Sheets, table: PayTable, typed: Mapping[str, str]) -> Edited:
    """The table with what was *typed*, by the names of its lines."""
    typed = _named(game, table, typed)
    columns: dict[str, tuple[Line, ...]] = {}
    changes: list[Change] = []
    for column in table.columns:
        lines = []
        for key, shown in shown_lines(table, column).items():
            text = typed.get(f"{column.key}.{key}", shown)
            line, change = _line(game, sheets, table, column, key, shown, text)
            lines.append(line)
            changes += [change] if line.is_changed else []
        columns[_heading(table, column)] = tuple(lines)
    made = changed(game, sheets, table, changes) if changes else table
    return Edited(table, made, columns)


def _named(game: Game, table: PayTable, typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed, by column and hand; refuses what is not a line of the table."""
    found: dict[str, str] = {}
    for name, text in typed.items():
        change = parse_change(game, f"{table.bet}.{name}=?")
        place = f"{change.column}.{change.hand}"
        if not table.has(change.column):
            raise Malformed(
                f"{table.bet} {table.name} has no {change.column} to change", code="change.unknown"
            )
        if place in found:
            raise Malformed(f"{table.bet}.{place} is changed twice", code="change.twice")
        found[place] = text
    return found


def shown_lines(table: PayTable, column: Column) -> dict[str, str]:
    """What stands on each line that the column may have; nothing where the table has none."""
    bare = is_bare(table, column)
    return {
        key: shown_pay(table.pays[column.key][event], bare)
        if event in table.printed[column.key]
        else ""
        for key, event in column.lines().items()
    }


def unchanged(table: PayTable, typed: Mapping[str, str]) -> set[str]:
    """The names of the lines that say what the table says."""
    return {
        f"{column.key}.{key}"
        for column in table.columns
        for key, shown in shown_lines(table, column).items()
        if typed.get(f"{column.key}.{key}") == shown
    }


def _line(
    game: Game, sheets: Sheets, table: PayTable, column: Column, key: str, shown: str, text: str
) -> tuple[Line, Change]:
    pays = text.replace(",", "") if _THOUSANDS.fullmatch(text) else text
    change = Change(table.bet, column.key, key, pays)
    event, fault, is_changed = column.lines()[key], "", False
    if text != shown:
        try:
            found = changed(game, sheets, table, [change])
            is_changed = (found.pays, found.printed) != (table.pays, table.printed)
        except Malformed as error:
            fault = str(error)
    lower = column.falls_to.get(event)
    paid_as = "" if lower is None or shown else column.name(lower)
    name = f"{column.key}.{key}"
    return Line(name, column.name(event), text, shown, paid_as, is_changed, fault), change


def _heading(table: PayTable, column: Column) -> str:
    unit = "to 1" if is_bare(table, column) else ""
    return ", ".join(filter(None, (column.title, unit)))


def is_bare(table: PayTable, column: Column) -> bool:
    """Whether the numbers of a column say enough without their unit."""
    return {pay.unit for pay in table.pays[column.key]} <= _BARE


def shown_pay(pay: Pay, bare: bool) -> str:
    """A pay as its line shows it."""
    return pay.beside(Unit.TO if bare else None)
