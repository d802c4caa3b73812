"""The terms a game is played under: its approved pay tables, and the house's choice of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from fairdeal.errors import Corrupt, Malformed, did_you_mean, listed
from fairdeal.games.paytable import PayTable, read
from fairdeal.money import dollars

if TYPE_CHECKING:
    from fairdeal.games.layout import Game


@dataclass(frozen=True, slots=True)
class Combination:
    """A name the document gives to several pay tables together."""

    name: str
    tables: Mapping[str, str]
    published: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive meter as the document configures it."""

    key: str
    reset_cents: int
    increment: str
    """Share of each wager that the meter grows by, as printed."""
    wager_cents: int
    """The wager the printed values are meant for; they scale with another."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """Every pay table of a game."""

    tables: Mapping[str, Mapping[str, PayTable]]
    """By bet, then by the name the document gives."""
    defaults: Mapping[str, str]
    combinations: Mapping[str, Combination]
    meters: Mapping[str, Meter]


@dataclass(frozen=True, slots=True)
class Terms:
    """The pay tables and options in force at a table."""

    pay: Mapping[str, PayTable]
    """By bet."""
    options: Mapping[str, str]
    meters: Mapping[str, Meter]

    def option(self, key: str) -> str:
        """The value of an option."""
        return self.options[key]


def read_sheets(game: Game, text: str) -> Sheets:
    """Every pay table of a file, or a sentence that lists all its faults."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = f"pay tables of {game.key} are not TOML: {error}"
        raise Malformed(why, code="paytable.toml") from None
    priced = {bet.key: bet for bet in game.bets if bet.columns}
    known = {"about", "combination", "meter", *priced}
    faults = [
        f"{key!r} has no pay tables here: {did_you_mean(key, priced)}"
        for key in content
        if key not in known
    ]
    tables: dict[str, dict[str, PayTable]] = {}
    defaults: dict[str, str] = {}
    for key, bet in priced.items():
        section = dict(content.get(key, {}))
        defaults[key] = str(section.pop("default", "missing"))
        shared = {word: section.pop(word) for word in ("place", "reading") if word in section}
        tables[key] = {}
        if defaults[key] not in section:
            faults.append(f"{key} has no default: {defaults[key]} is not one of its tables")
        for name, entry in section.items():
            said = {**shared, **_said_about(content, key, name), **entry}
            table, wrong = read(key, name, bet.columns, said)
            faults += [f"{key} {name} {fault}" for fault in wrong]
            if table is not None:
                tables[key][name] = table
    combinations = _combinations(content, faults)
    if faults:
        why = f"pay tables of {game.key}: {'; '.join(faults)}"
        raise Malformed(why, code="paytable.faulty", faults=faults)
    meters = {
        key: Meter(key, dollars(each["reset"]), each["increment"], dollars(each["wager"]))
        for key, each in content.get("meter", {}).items()
    }
    return Sheets(tables, defaults, combinations, meters)


def _said_about(content: Mapping[str, Any], bet: str, name: str) -> dict[str, Any]:
    """What a file says of several tables at once."""
    said: dict[str, Any] = {}
    for about in content.get("about", []):
        if about["bet"] == bet and name in about["tables"]:
            said |= {key: value for key, value in about.items() if key not in ("bet", "tables")}
    return said


def _combinations(content: Mapping[str, Any], faults: list[str]) -> dict[str, Combination]:
    combinations = {}
    for name, entry in content.get("combination", {}).items():
        chosen = {key: value for key, value in entry.items() if key != "published"}
        for bet, table in chosen.items():
            if table not in content.get(bet, {}):
                faults.append(f"combination {name} names an unknown table {bet} {table}")
        combinations[name] = Combination(name, chosen, entry.get("published", {}))
    return combinations


@cache
def approved(game: Game) -> Sheets:
    """The pay tables of the game's document."""
    file = resources.files("fairdeal.games") / "paytables" / f"{game.key.replace('-', '_')}.toml"
    try:
        return read_sheets(game, file.read_text(encoding="utf-8"))
    except Malformed as error:
        raise Corrupt(str(error), code=error.code, faults=error.faults) from error


def terms(
    game: Game,
    pay_tables: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Terms:
    """The terms with these pay tables (by bet) and options, and the default of everything else."""
    sheets = approved(game)
    chosen = {option.key: option.default for option in game.options}
    for key, value in (options or {}).items():
        chosen[key] = _option_value(game, key, value)
    names = dict(sheets.defaults)
    for bet, name in (pay_tables or {}).items():
        names[bet] = _table_name(game, sheets, bet, name)
    pay = {bet: sheets.tables[bet][name].under(chosen) for bet, name in names.items()}
    return Terms(pay, chosen, sheets.meters)


def named_tables(game: Game, words: Iterable[str]) -> dict[str, str]:
    """Pay tables by bet, from words such as ``pair-plus=D`` or a combination's name."""
    combinations = approved(game).combinations
    chosen: dict[str, str] = {}
    for word in words:
        bet, sign, name = word.partition("=")
        if sign:
            chosen[bet.strip()] = name.strip()
        elif word.strip().upper() in combinations:
            chosen |= combinations[word.strip().upper()].tables
        else:
            hint = did_you_mean(word, combinations) if combinations else "expected BET=NAME"
            raise Malformed(f"{word!r} names no pay table: {hint}", code="paytable.unknown")
    return chosen


def _table_name(game: Game, sheets: Sheets, bet: str, name: str) -> str:
    game.bet(bet)
    if bet not in sheets.tables:
        priced = listed(sheets.tables)
        raise Malformed(
            f"{game.key} has no pay tables for {bet}, only for {priced}", code="paytable.unknown"
        )
    by_name = {known.lower(): known for known in sheets.tables[bet]}
    if name.lower() not in by_name:
        hint = did_you_mean(name, sheets.tables[bet])
        raise Malformed(f"{bet} has no pay table {name!r}: {hint}", code="paytable.unknown")
    return by_name[name.lower()]


def _option_value(game: Game, key: str, value: str) -> str:
    options = {option.key: option for option in game.options}
    if key not in options:
        hint = did_you_mean(key, options) if options else "it has none"
        raise Malformed(f"{game.key} has no option {key!r}: {hint}", code="option.unknown")
    if value not in options[key].values:
        hint = did_you_mean(value, options[key].values)
        raise Malformed(f"option {key} cannot be {value!r}: {hint}", code="option.value")
    return value
