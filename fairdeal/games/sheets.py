"""Pay-table files: every table of a game, its named combinations and its meters, from TOML."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from fairdeal.errors import Corrupt, FairdealError, Malformed, did_you_mean
from fairdeal.games.layout import Game
from fairdeal.games.paytable import PayTable, read
from fairdeal.money import dollars

_BESIDE_THE_TABLES: Final = frozenset({"about", "combination", "meter"})


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
    """The pay tables of the game's document."""
    file = resources.files("fairdeal.games") / "paytables" / f"{game.key.replace('-', '_')}.toml"
    try:
        return read_sheets(game, file.read_text(encoding="utf-8"))
    except Malformed as error:
        raise Corrupt(str(error), code=error.code, faults=error.faults) from error


def read_sheets(game: Game, text: str) -> Sheets:
    """Every pay table of a file, or a sentence that lists all its faults."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = f"pay tables of {game.key} are not TOML: {error}"
        raise Malformed(why, code="paytable.toml") from None
    return sheets_of(game, content)


def sheets_of(game: Game, content: Mapping[str, Any]) -> Sheets:
    """The same from what a file contains."""
    priced = {bet.key: bet for bet in game.bets if bet.columns}
    faults = [
        f"{key!r} has no pay tables here: {did_you_mean(key, priced)}"
        for key in content
        if key not in {*priced, *_BESIDE_THE_TABLES}
    ]
    about = _abouts(content.get("about", []), faults)
    tables: dict[str, dict[str, PayTable]] = {}
    defaults: dict[str, str] = {}
    for key, bet in priced.items():
        section = dict(_table(content.get(key, {}), key, faults))
        defaults[key] = str(section.pop("default", None))
        shared = {word: section.pop(word) for word in ("place", "reading") if word in section}
        if defaults[key] not in section:
            faults.append(f"{key} has no default: {defaults[key]} is not one of its tables")
        tables[key] = {}
        for name, own in section.items():
            said = shared | about.get((key, name), {}) | _table(own, f"{key} {name}", faults)
            table, wrong = read(key, name, bet.columns, said)
            faults += [f"{key} {name} {fault}" for fault in wrong]
            if table is not None:
                tables[key][name] = table
    combinations = dict(_combinations(content, faults))
    meters = dict(_meters(content, faults))
    if faults:
        why = f"pay tables of {game.key}: {'; '.join(faults)}"
        raise Malformed(why, code="paytable.faulty", faults=faults)
    return Sheets(tables, defaults, combinations, meters)


def _abouts(abouts: object, faults: list[str]) -> dict[tuple[str, str], dict[str, Any]]:
    """What a file says of several tables at once, by bet and name."""
    said: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in abouts if isinstance(abouts, list) else [abouts]:
        about = dict(_table(entry, "about", faults))
        bet, names = about.pop("bet", None), about.pop("tables", None)
        if not isinstance(bet, str) or not isinstance(names, list):
            faults.append("about does not say which tables of which bet it means")
            continue
        for name in names:
            said.setdefault((bet, str(name)), {}).update(about)
    return said


def _combinations(
    content: Mapping[str, Any], faults: list[str]
) -> Iterator[tuple[str, Combination]]:
    for name, entry in _table(content.get("combination", {}), "combination", faults).items():
        chosen = dict(_table(entry, f"combination {name}", faults))
        published = _table(chosen.pop("published", {}), f"combination {name} published", faults)
        for bet, table in chosen.items():
            section = content.get(bet)
            if not isinstance(section, dict) or str(table) not in section:
                faults.append(f"combination {name} names an unknown table {bet} {table}")
        yield name, Combination(name, chosen, published)


def _meters(content: Mapping[str, Any], faults: list[str]) -> Iterator[tuple[str, Meter]]:
    for key, entry in _table(content.get("meter", {}), "meter", faults).items():
        meter = _table(entry, f"meter {key}", faults)
        try:
            reset, wager = (dollars(str(meter.get(word))) for word in ("reset", "wager"))
        except FairdealError as error:
            faults.append(f"meter {key}: {error}")
            continue
        yield key, Meter(key, reset, str(meter.get("increment", "")), wager)


def _table(value: object, what: str, faults: list[str]) -> dict[str, Any]:
    """The value, if it is a table; an empty one and a fault if it is not."""
    if isinstance(value, dict):
        return value
    faults.append(f"{what} is not a table of entries")
    return {}
