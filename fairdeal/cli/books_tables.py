"""The tables of a statement: what rows took, what theory says of it, chips, and wagers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich import box
from rich.markup import escape
from rich.table import Table

from fairdeal import games, money
from fairdeal.books.expectation import FAR_OFF
from fairdeal.books.wagers import HOUSE
from fairdeal.cli.grids import percent

NOTHING: Final = "-"
"""Stands where there is no figure."""

_GAME: Final = 12
"""Columns in which the name of a game can be read, if it is broken."""

Row: TypeAlias = Mapping[str, Any]
Cell: TypeAlias = Callable[[Row], str]


def _cents(key: str) -> Cell:
    return lambda row: money.show(row[key])


def _number(key: str) -> Cell:
    return lambda row: f"{row[key]:,}"


def dollars(cents: float) -> str:
    """An amount that was reckoned, to the dollar."""
    return money.show(100 * round(cents / 100))


def verdict_of(row: Row) -> str:
    """The verdict on a row or a wager; colour alone would not be seen by everybody."""
    verdict = str(row["verdict"])
    return f"[bold red]{verdict}[/]" if verdict in FAR_OFF else verdict


def _expected(row: Row) -> str:
    mean = row["expected_win_cents"]
    return dollars(mean["value"]) if mean else NOTHING


def _difference(row: Row) -> str:
    mean = row["expected_win_cents"]
    if not mean:
        return NOTHING
    return money.show_net(100 * round((row["compared_win_cents"] - mean["value"]) / 100))


_RESULT: Final[Mapping[str, Cell]] = {
    "rounds": _number("rounds"),
    "hands": _number("hands"),
    "drop": _cents("drop_cents"),
    "handle": _cents("handle_cents"),
    "win": _cents("win_cents"),
    "hold": lambda row: percent(row["hold"], 1) if row["hold"] else NOTHING,
}
_THEORY: Final[Mapping[str, Cell]] = {
    "compared": _number("compared_hands"),
    "win": _cents("compared_win_cents"),
    "expected": _expected,
    "off by": _difference,
}
_CHIPS: Final[Mapping[str, Cell]] = {
    "bought": _cents("drop_cents"),
    "cashed": _cents("cashed_cents"),
    "floats": _cents("floats_cents"),
    "fills": _cents("fills_cents"),
    "banked": _cents("banked_cents"),
}
_TIPS: Final[Mapping[str, Cell]] = {
    "tips": _cents("tips_cents"),
    "to dealers": _cents("tips_paid_cents"),
}
_UNUSUAL: Final[Mapping[str, tuple[str, Callable[[str], Cell]]]] = {
    "no action": ("returned_cents", _cents),
    "void": ("void_rounds", _number),
    "dead": ("dead_hands", _number),
    "by system": ("system_decisions", _number),
}
_METERS: Final[Mapping[str, Cell]] = {
    "win": _cents("win_cents"),
    "to meters": _cents("contributed_cents"),
    "left": _cents("after_meters_cents"),
    "from meters": _cents("award_cents"),
    "resets": _cents("resets_cents"),
}


def results(shown: Row) -> Table:
    """What every row took and won."""
    return _filled(shown, _names(shown), _RESULT)


def theory(shown: Row) -> Table:
    """What the hands of every row won that theory speaks of, and what they were to win."""
    names = [name for name in _names(shown) if name != "game" or shown["by"] != "table"]
    return _filled(shown, names, _THEORY, verdict_of)


def chips(shown: Row) -> Table:
    """Where the chips of every row went; tips only where there were some."""
    keys = ("tips_cents", "tips_paid_cents")
    tipped = any(row[key] for row in shown["totals"] for key in keys)
    return _filled(shown, _plain_names(shown), {**_CHIPS, **_TIPS} if tipped else _CHIPS)


def unusual(shown: Row) -> Table | None:
    """What did not go its usual way; None where everything did."""
    if not any(row[key] for row in shown["totals"] for key, _ in _UNUSUAL.values()):
        return None
    cells = {name: kind(key) for name, (key, kind) in _UNUSUAL.items()}
    return _filled(shown, _plain_names(shown), cells)


def meters(shown: Row) -> Table | None:
    """What went to the meters of progressives and came from them; None where nothing did."""
    keys = ("contributed_cents", "award_cents", "resets_cents")
    if not any(row[key] for row in shown["totals"] for key in keys):
        return None
    return _filled(shown, _plain_names(shown), _METERS)


def wagers(rows: Sequence[Row]) -> Table:
    """The wagers of one theme, with the bets they are made of."""
    table = _table(("wager",), ("hands", "handle", "paid", "win"))
    for row in rows:
        table.add_row(row["bet"], *_sums(row, "hands"))
        for part in row["parts"] if len(row["parts"]) > 1 else ():
            table.add_row(f"[dim]  {part['bet']}[/]", *_sums(part, "bets"))
    return table


def wagers_in_theory(rows: Sequence[Row]) -> Table:
    """The same wagers held against what they were to win."""
    table = _table(("wager",), ("compared", "win", "expected", "std dev", "z"))
    table.add_column("")
    for row in rows:
        found = row["theory"]
        if found is None:
            table.add_row(row["bet"], "0", *[NOTHING] * 4, verdict_of(row))
            continue
        table.add_row(
            row["bet"],
            f"{found['hands']:,}",
            money.show(found["win_cents"]),
            dollars(found["expected_win_cents"]["value"]),
            dollars(found["standard_deviation_cents"]),
            f"{found['z']:+.2f}",
            verdict_of(row),
        )
    return table


def _sums(row: Row, number: str) -> list[str]:
    cents = [money.show(row[key]) for key in ("handle_cents", "paid_cents", "win_cents")]
    return [f"{row[number]:,}", *cents]


def _filled(
    shown: Row, names: Sequence[str], cells: Mapping[str, Cell], last: Cell | None = None
) -> Table:
    """A row of numbers for every row and every total, with a word at its end if there is one."""
    table = _table(names, tuple(cells))
    if last is not None:
        table.add_column("")
    for row in _with_totals(shown, names):
        numbers = [cell(row) for cell in cells.values()]
        table.add_row(*_named(row, names), *numbers, *([last(row)] if last else []))
    return table


def _table(names: Sequence[str], numbers: Sequence[str]) -> Table:
    """An empty table; the name of a game may be broken, a number never."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in names:
        is_game = name == "game"
        table.add_column(name, no_wrap=not is_game, min_width=_GAME if is_game else None)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _with_totals(shown: Row, names: Sequence[str]) -> Iterator[Row]:
    yield from shown["rows"]
    if len(shown["rows"]) == 1:
        return
    for row in shown["totals"]:
        whose = "house" if row["bank"] == HOUSE else "players"
        labels = ["all", *[""] * (len(names) - 1)]
        if len(shown["totals"]) > 1:
            place = names.index("bank") if "bank" in names else min(1, len(names) - 1)
            labels[place] = f"all {whose}" if place == 0 else whose
        yield {"labels": [label and f"[bold]{label}[/]" for label in labels], **row}


def _plain_names(shown: Row) -> list[str]:
    return ["table"] if shown["by"] == "table" else _names(shown)


def _names(shown: Row) -> list[str]:
    """The columns that say what a row stands for, where they say something."""
    every = ["table", "day", "shift", "bank", "game", "theme"]
    if len({each["game"] for each in shown["themes"]}) == len(shown["themes"]):
        every.remove("theme")
    if len(shown["totals"]) == 1 or shown["by"] in ("table", "game"):
        every.remove("bank")
    return [name for name in every if name in shown["rows"][0]]


def _named(row: Row, names: Sequence[str]) -> list[str]:
    return row["labels"] if "labels" in row else [_name(row, name) for name in names]


def _name(row: Row, name: str) -> str:
    if name == "game":
        return games.known(row[name]).name
    if name == "bank":
        return "house" if row[name] == HOUSE else "players"
    return escape(row[name])
