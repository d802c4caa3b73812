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

    game: str
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
    sheets: Sheets | None = None,
) -> Terms:
    """The terms with these pay tables (by bet) and options, and the default of everything else.

    The tables are those of the game's document unless other *sheets* are given.
    """
    sheets = sheets or approved(game)
    chosen = {option.key: option.default for option in game.options}
    for key, value in (options or {}).items():
        chosen[key] = _option_value(game, key, value)
    names = dict(sheets.defaults)
    for bet, name in (pay_tables or {}).items():
        names[bet] = _table_name(game, sheets, bet, name)
    pay = {bet: sheets.tables[bet][name].under(chosen) for bet, name in names.items()}
    return Terms(game.key, pay, chosen, sheets.meters)


def named_tables(game: Game, words: Iterable[str], sheets: Sheets | None = None) -> dict[str, str]:
    """Pay tables by bet, from ``pair-plus=D``, a combination's name or a name only one bet has."""
    sheets = sheets or approved(game)
    chosen: dict[str, str] = {}
    for word in words:
        bet, sign, name = (part.strip() for part in word.partition("="))
        named = {bet.lower(): name} if sign else _tables_called(game, sheets, bet)
        for key in (key for key in named if key in chosen):
            raise Malformed(
                f"pay table {key} is named twice: {chosen[key]} and {named[key]}",
                code="paytable.twice",
            )
        chosen |= named
    return chosen


def _tables_called(game: Game, sheets: Sheets, name: str) -> dict[str, str]:
    """What a name without a bet can mean."""
    if name.upper() in sheets.combinations:
        return dict(sheets.combinations[name.upper()].tables)
    pairs = {
        f"{bet}={table}": (bet, table) for bet in sheets.tables for table in sheets.tables[bet]
    }
    called = [pair for pair, (_, table) in pairs.items() if table.lower() == name.lower()]
    if len(called) == 1:
        bet, table = pairs[called[0]]
        return {bet: table}
    names = [*sheets.combinations, *(table for _, table in pairs.values())]
    hint = f"did you mean {listed(called, 'or')}?" if called else did_you_mean(name, names)
    if hint.startswith("expected"):
        hint = "expected BET=NAME"
    raise Malformed(f"{name!r} names no pay table of {game.key}: {hint}", code="paytable.unknown")


def _table_name(game: Game, sheets: Sheets, bet: str, name: str) -> str:
    game.bet(bet)
    if bet not in sheets.tables:
        priced = listed(sheets.tables)
        raise Malformed(
            f"{game.key} has no pay tables for {bet}, only for {priced}", code="paytable.unknown"
        )
    if name in sheets.tables[bet]:
        return name
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
    if value.lower() not in options[key].values:
        hint = did_you_mean(value, options[key].values)
        raise Malformed(f"option {key} cannot be {value!r}: {hint}", code="option.value")
    return value.lower()
