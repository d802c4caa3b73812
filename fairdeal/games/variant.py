"""Pay tables in which a person changes single rows."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from fairdeal.errors import Malformed, Refused, did_you_mean, listed
from fairdeal.games.layout import Bet, Game
from fairdeal.games.paytable import Column, PayTable, Unit, key_of
from fairdeal.games.paytable_check import read
from fairdeal.games.sheets import Sheets, known_to

MOST: Final = 200_000
"""Variants that one sweep may have, and values that one row may have."""

_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)

_COMMA: Final = re.compile(r",(?!\d{3} (?:to|for) 1)", re.ASCII)
"""Between two values, and not between thousands."""

_RANGE: Final = re.compile(r"(\d{1,9})(?:\.\.|-)(\d{1,9})(?::(\d{1,9}))?", re.ASCII)


@dataclass(frozen=True)
class Change:
    """One row of a pay table that pays something else."""

    bet: str
    column: str
    hand: str
    pays: str
    """As typed: ``4``, ``4 to 1``, ``push``."""

    @property
    def line(self) -> str:
        """The changed row as people type it; the only column need not be named."""
        return f"{self.bet}.{self.column}.{self.hand}".replace(".pays.", ".")


def parse_change(game: Game, text: str) -> Change:
    """The change that ``pair-plus.flush=4`` or ``monster.busted.mini-royal=100`` asks for."""
    place, sign, pays = (part.strip() for part in text.partition("="))
    words = [word.strip().lower() for word in place.split(".")]
    if not sign or not pays or len(words) not in (2, 3):
        raise Malformed(
            f"{text!r} changes no row: give BET.HAND=PAYS, as in pair-plus.flush=4",
            code="change.unreadable",
        )
    bet = game.bet(words[0])
    if not bet.columns:
        priced = listed(each.key for each in game.bets if each.columns)
        raise Malformed(
            f"{bet.key} has no pay table to change, only {priced}", code="change.unknown"
        )
    columns = {column.key: column for column in bet.columns}
    if len(words) == 2 and "pays" not in columns:
        raise Malformed(
            f"{text!r} does not say which column: expected {_places(bet, words[1])}",
            code="change.unreadable",
        )
    column = "pays" if len(words) == 2 else words[1]
    if column not in columns:
        hint = did_you_mean(column, columns)
        raise Malformed(f"{bet.key} has no column {column!r}: {hint}", code="change.unknown")
    hands = columns[column].lines()
    if words[-1] not in hands:
        raise Malformed(
            f"{bet.key} has no row {words[-1]!r}: {did_you_mean(words[-1], hands)}",
            code="change.unknown",
        )
    return Change(bet.key, column, words[-1], pays)


def odds_listed(text: str, listed: str) -> list[str]:
    """Every value of ``3..5``, ``10-40:5`` (in steps of 5) or ``3,4,push``, part of *text*."""
    words: list[str] = []
    for word in (part.strip() for part in _COMMA.split(listed)):
        if match := _RANGE.fullmatch(word):
            low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
            if low > high or not step:
                raise Malformed(
                    f"{word!r} in {text!r} is not a range: give 3..5, or 10..40:5 for steps of 5",
                    code="sweep.range",
                )
            if (high - low) // step >= MOST:
                raise Refused(f"{word!r} has too many values", code="sweep.many")
            words += map(str, range(low, high + 1, step))
        else:
            words.append(word)
    if len(set(words)) < len(words):
        raise Malformed(f"{text!r} names a value twice", code="sweep.twice")
    return words


def _places(bet: Bet, hand: str) -> str:
    """The rows of a bet that a hand without a column may mean."""
    having = [column for column in bet.columns if hand in column.lines()] or bet.columns
    return listed((f"{bet.key}.{column.key}.{hand}" for column in having), "or")


def changed(game: Game, sheets: Sheets, table: PayTable, changes: Iterable[Change]) -> PayTable:
    """The table with some rows changed, checked like any other; it says so in its name."""
    made = list(changes)
    for each in made:
        if not table.has(each.column):
            raise Malformed(
                f"{table.bet} {table.name} has no {each.column} to change", code="change.unknown"
            )
        if sum(each.line == other.line for other in made) > 1:
            raise Malformed(f"{each.line} is changed twice", code="change.twice")
    entry: dict[str, Any] = {"place": f"{table.place}, changed by hand"}
    entry |= {"mixes-units": "as typed", "worse-pays": "as typed"}
    for column in table.columns:
        lines = {
            key_of(column.events(e)): str(table.pays[column.key][e])
            for e in table.printed[column.key]
        }
        for change in (each for each in made if each.column == column.key):
            lines[change.hand] = _with_unit(change.pays, table, column, change.hand)
        entry[column.key] = [[hand, pays] for hand, pays in lines.items()]
    found, faults = read(
        table.bet, table.name, game.bet(table.bet).columns, entry, known_to(game, sheets.meters)
    )
    if found is None:
        sentences = [f"{table.bet} {table.name} {fault}" for fault in faults]
        raise Malformed("; ".join(sentences), code="paytable.faulty", faults=sentences)
    said = ", ".join(f"{each.line.partition('.')[2]} {each.pays}" for each in made)
    return replace(found, name=f"{table.name} with {said}", meant="", reading=table.reading)


def _with_unit(text: str, table: PayTable, column: Column, hand: str) -> str:
    """A bare number means what the row means now, or what the table's other rows mean."""
    if not _NUMBER.fullmatch(text):
        return text
    now = table.pays[column.key][column.lines()[hand]]
    if now.unit is Unit.DOLLARS:
        return f"${text}"
    others = (pay.unit for pay in table.pays[column.key] if pay.unit in (Unit.TO, Unit.FOR))
    unit = Unit.FOR if now.includes_bet else Unit.TO
    if now.unit in (Unit.LOSE, Unit.PUSH):
        unit = next(others, unit)
    return f"{text} {unit}"


def with_changes(
    game: Game, sheets: Sheets, tables: Mapping[str, PayTable], changes: Iterable[Change]
) -> dict[str, PayTable]:
    """The changed tables by bet; *tables* are those in force."""
    by_bet: dict[str, list[Change]] = {}
    for each in changes:
        by_bet.setdefault(each.bet, []).append(each)
    return {bet: changed(game, sheets, tables[bet], made) for bet, made in by_bet.items()}
