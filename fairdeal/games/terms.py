"""The terms a game is played under: the house's choice of pay tables and options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairdeal.errors import Malformed, did_you_mean, listed
from fairdeal.games.layout import Game
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Meter, Sheets, approved


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
