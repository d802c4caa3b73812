"""Pay-table files: every table of a game, its named combinations and its meters, from TOML."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from fairdeal.errors import Corrupt, FairdealError, Malformed, did_you_mean
from fairdeal.games.layout import Bet, Game
from fairdeal.games.paytable import PayTable, Unit
from fairdeal.games.paytable_check import Known, read
from fairdeal.money import dollars
from fairdeal.rule import shown

_BESIDE_THE_TABLES: Final = ("about", "combination", "meter")
_SHARED: Final = ("place", "reading")
_PERCENT: Final = re.compile(r"\d{1,3}(\.\d{1,6})?%", re.ASCII)

LARGEST: Final = 1_000_000
"""Bytes of a person's own pay tables that are read."""


@shown("published")
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


@cache
def approved(game: Game) -> Sheets:
    """The pay tables of the game's document; a game without any has no file."""
    if not any(bet.columns for bet in game.bets):
        return Sheets({}, {}, {}, {})
    try:
        return read_sheets(game, read_file(game, ".toml"))
    except Malformed as error:
        raise Corrupt(str(error), code=error.code, faults=error.faults) from error


def read_file(game: Game, ending: str) -> str:
    """The text of a file that belongs to a game, or a sentence that there is none.

    It lies beside the game's module and has the game's key for a name.
    """
    name = f"{game.key.replace('-', '_')}{ending}"
    try:
        folder = resources.files(game.package)
        apart = folder / "paytables" / name
        return (apart if apart.is_file() else folder / name).read_text(encoding="utf-8")
    except (OSError, ImportError, TypeError, ValueError) as error:
        kind = type(error).__name__
        why = f"game {game.key} has no file {name} in package {game.package!r} ({kind})"
        raise Corrupt(why, code="game.file-missing") from error


def read_own(game: Game, path: Path) -> Sheets:
    """The pay tables of a person's own file, which need not price every bet."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise Malformed(f"{path} is not a file", code="file.unreadable")
        if size > LARGEST:
            raise Malformed(
                f"{path} has {size:,} bytes, too many for pay tables", code="file.unreadable"
            )
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}", code="file.unreadable") from None
    except UnicodeDecodeError:
        raise Malformed(f"{path} is not text in UTF-8", code="file.unreadable") from None
    try:
        return read_sheets(game, text, beside=approved(game))
    except Malformed as error:
        faults = [f"{path}: {fault}" for fault in error.faults]
        raise Malformed("; ".join(faults), code=error.code, faults=faults) from None


def with_own(game: Game, own: Sheets) -> Sheets:
    """The document's tables with a person's own beside them, which are the defaults then."""
    sheets = approved(game)
    tables = {bet: {**named, **own.tables.get(bet, {})} for bet, named in sheets.tables.items()}
    theirs = {
        name: each
        for name, each in sheets.combinations.items()
        if not any(table in own.tables.get(bet, {}) for bet, table in each.tables.items())
    }
    combinations = {**theirs, **own.combinations}
    return Sheets(tables, {**sheets.defaults, **own.defaults}, combinations, own.meters)


def read_sheets(game: Game, text: str, beside: Sheets | None = None) -> Sheets:
    """Every pay table of a file, or a sentence that lists all its faults.

    A file *beside* other sheets need not price every bet, nor name defaults or meters.
    """
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = f"pay tables of {game.key} are not TOML: {error}"
        raise Malformed(why, code="paytable.toml") from None
    try:
        return sheets_of(game, content, beside)
    except (RecursionError, ValueError):  # a number or a nesting that cannot even be shown
        why = f"pay tables of {game.key} hold something too large or too deep to be read"
        raise Malformed(why, code="paytable.toml") from None


def sheets_of(game: Game, content: Mapping[str, Any], beside: Sheets | None = None) -> Sheets:
    """The same from what a file contains."""
    priced = {bet.key: bet for bet in game.bets if bet.columns}
    sections = {key: value for key, value in content.items() if key not in _BESIDE_THE_TABLES}
    faults = [
        f"{key!r} has no pay tables here: {did_you_mean(key, priced)}"
        for key in sections
        if key not in priced
    ]
    meters = {**(beside.meters if beside else {}), **dict(_meters(game, content, faults))}
    if len({each.wager_cents for each in meters.values()}) > 1:
        faults.append("meters are meant for different wagers: expected one for all")
    known = known_to(game, meters)
    said = _abouts(content, faults)
    tables: dict[str, dict[str, PayTable]] = {}
    defaults: dict[str, str] = {}
    if beside is not None:
        priced = {key: bet for key, bet in priced.items() if key in sections}
        if not priced and not faults:
            faults.append("no pay table in the file")
    for key, bet in priced.items():
        section = dict(_table(sections.get(key, {}), key, faults))
        first = (
            None
            if beside is None
            else next((name for name in section if name not in _SHARED), None)
        )
        defaults[key] = str(section.pop("default", first))
        if defaults[key] not in section:
            faults.append(f"{key} has no default: {defaults[key]} is not one of its tables")
        tables[key] = dict(_section(bet, section, said.pop(key, {}), known, faults))
    faults += [f"about names an unknown bet {key!r}: {did_you_mean(key, priced)}" for key in said]
    known_tables = {
        key: {**(beside.tables.get(key, {}) if beside else {}), **tables.get(key, {})}
        for key in {*tables, *(beside.tables if beside else ())}
    }
    combinations = dict(_combinations(content, known_tables, faults))
    if faults:
        why = f"pay tables of {game.key}: {'; '.join(faults)}"
        raise Malformed(why, code="paytable.faulty", faults=faults)
    return Sheets(tables, defaults, combinations, meters)


def known_to(game: Game, meters: Mapping[str, Meter]) -> Known:
    """What a pay table of the game may refer to."""
    return Known(
        {option.key: option.values for option in game.options},
        {key: Fraction(each.reset_cents, each.wager_cents) for key, each in meters.items()},
    )


def _section(
    bet: Bet,
    section: dict[str, Any],
    said: Mapping[str, Mapping[str, Any]],
    known: Known,
    faults: list[str],
) -> Iterator[tuple[str, PayTable]]:
    """The tables of one bet; *said* is what the file says of several of them at once."""
    shared = {word: section.pop(word) for word in _SHARED if word in section}
    spelled: dict[str, str] = {}
    for name in section:
        if name.lower() in spelled:
            faults.append(f"{bet.key} has tables {spelled[name.lower()]} and {name}: one too many")
        spelled[name.lower()] = name
    faults += [f"about names an unknown table {bet.key} {name}" for name in said.keys() - section]
    for name, own in section.items():
        entry = shared | dict(said.get(name, {})) | _table(own, f"{bet.key} {name}", faults)
        table, wrong = read(bet.key, name, bet.columns, entry, known)
        faults += [f"{bet.key} {name} {fault}" for fault in wrong]
        if table is not None:
            yield name, table


def _abouts(content: Mapping[str, Any], faults: list[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """What a file says of several tables at once, by bet and name."""
    said: dict[str, dict[str, dict[str, Any]]] = {}
    abouts = content.get("about", [])
    for entry in abouts if isinstance(abouts, list) else [abouts]:
        about = dict(_table(entry, "about", faults))
        bet, names = about.pop("bet", None), about.pop("tables", None)
        if not isinstance(bet, str) or not isinstance(names, list):
            faults.append("about does not say which tables of which bet it means")
            continue
        for name in names:
            said.setdefault(bet, {}).setdefault(str(name), {}).update(about)
    return said


def _combinations(
    content: Mapping[str, Any], tables: Mapping[str, Mapping[str, PayTable]], faults: list[str]
) -> Iterator[tuple[str, Combination]]:
    for name, entry in _table(content.get("combination", {}), "combination", faults).items():
        chosen = dict(_table(entry, f"combination {name}", faults))
        published = _table(chosen.pop("published", {}), f"combination {name} published", faults)
        if not chosen or name != name.upper():
            faults.append(f"combination {name} needs capital letters and at least one table")
        for bet, table in chosen.items():
            if str(table) not in tables.get(bet, {}):
                faults.append(f"combination {name} names an unknown table {bet} {table}")
        if not all(isinstance(text, str) for text in (*chosen.values(), *published.values())):
            faults.append(f"combination {name} has an entry that is not text")
        yield name, Combination(name, chosen, published)


def _meters(
    game: Game, content: Mapping[str, Any], faults: list[str]
) -> Iterator[tuple[str, Meter]]:
    columns = [column for bet in game.bets for column in bet.columns]
    if "meter" in content and not any(Unit.METER in column.units for column in columns):
        faults.append(f"{game.key} has no bet that a meter could pay")
    for key, entry in _table(content.get("meter", {}), "meter", faults).items():
        meter = _table(entry, f"meter {key}", faults)
        if meter.keys() != {"reset", "increment", "wager"}:
            faults.append(f"meter {key} needs a reset, an increment and a wager")
            continue
        try:
            reset, wager = dollars(str(meter["reset"])), dollars(str(meter["wager"]))
        except FairdealError as error:
            faults.append(f"meter {key}: {error}")
            continue
        increment = str(meter["increment"])
        if not reset or not wager or not _PERCENT.fullmatch(increment):
            faults.append(f"meter {key} needs a reset and a wager above $0 and an increment in %")
            continue
        yield key, Meter(key, reset, increment, wager)


def _table(value: object, what: str, faults: list[str]) -> dict[str, Any]:
    """The value, if it is a table; an empty one and a fault if it is not."""
    if isinstance(value, dict):
        return value
    faults.append(f"{what} is not a table of entries")
    return {}
