"""The tables of a statement: rows with their totals, chips, and wagers with their parts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich import box
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from fairdeal import money
from fairdeal.books.expectation import Verdict
from fairdeal.books.wagers import HOUSE
from fairdeal.cli.grids import percent

NOTHING: Final = "-"
"""Stands where there is no figure."""

FLAGGED: Final = (Verdict.IMPROBABLE, Verdict.VERY_IMPROBABLE)

Row: TypeAlias = Mapping[str, Any]
Cell: TypeAlias = Callable[[Row], str]


def _cents(key: str) -> Cell:
    return lambda row: money.show(row[key])


def _number(key: str) -> Cell:
    return lambda row: f"{row[key]:,}"


def _expected(row: Row) -> str:
    mean = row["expected_win_cents"]
    return dollars(mean["value"]) if mean else NOTHING


def dollars(cents: float) -> str:
    """An amount that was reckoned, to the dollar."""
    return money.show(100 * round(cents / 100))


def verdict_of(row: Row) -> str:
    """The verdict on a row or a wager; colour alone would not be seen by everybody."""
    verdict = str(row["verdict"])
    return f"[bold red]{verdict}[/]" if verdict in FLAGGED else verdict


_RESULT: Final[Mapping[str, Cell]] = {
    "rounds": _number("rounds"),
    "hands": _number("hands"),
    "drop": _cents("drop_cents"),
    "handle": _cents("handle_cents"),
    "win": _cents("win_cents"),
    "hold": lambda row: percent(row["hold"], 1) if row["hold"] else NOTHING,
}
_CHIPS: Final[Mapping[str, Cell]] = {
    "bought": _cents("drop_cents"),
    "cashed": _cents("cashed_cents"),
    "floats": _cents("floats_cents"),
    "fills": _cents("fills_cents"),
    "banked": _cents("banked_cents"),
    "no action": _cents("returned_cents"),
    "void": _number("void_rounds"),
    "dead": _number("dead_hands"),
    "by system": _number("system_decisions"),
}


def results(shown: Row, *, with_handle: bool) -> Table:
    """What every row took and won, and what it was to win."""
    cells = {name: cell for name, cell in _RESULT.items() if with_handle or name != "handle"}
    has_theory = "verdict" in shown["totals"][0]
    if has_theory:
        cells["expected"] = _expected
    table = _table(_names(shown), tuple(cells))
    if has_theory:
        cells["verdict"] = verdict_of
        table.add_column("", no_wrap=True)
    _fill(table, shown, _names(shown), cells)
    return _firm(table)


def chips(shown: Row) -> Table:
    """Where the chips of every row went, and what did not go its usual way."""
    names = ["table"] if shown["by"] == "table" else _names(shown)
    table = _table(names, tuple(_CHIPS))
    _fill(table, shown, names, _CHIPS)
    return _firm(table)


def wagers(rows: Sequence[Row]) -> Table:
    """The wagers of one theme, with the bets they are made of."""
    table = _table(("wager",), ("hands", "handle", "paid", "win"))
    if any("theory" in row for row in rows):
        for name in ("expected", "deviation", "z"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
    for row in rows:
        table.add_row(row["bet"], *_sums(row, "hands"), *_theory(row))
        for part in row["parts"] if len(row["parts"]) > 1 else ():
            table.add_row(f"[dim]  {part['bet']}[/]", *_sums(part, "bets"))
    return _firm(table)


def _sums(row: Row, number: str) -> list[str]:
    cents = [money.show(row[key]) for key in ("handle_cents", "paid_cents", "win_cents")]
    return [f"{row[number]:,}", *cents]


def _theory(row: Row) -> list[str]:
    if "verdict" not in row:
        return []
    if row["theory"] is None:
        return [NOTHING, NOTHING, NOTHING, verdict_of(row)]
    mean, deviation = (
        row["theory"]["expected_win_cents"]["value"],
        row["theory"]["standard_deviation_cents"],
    )
    return [dollars(mean), dollars(deviation), f"{row['theory']['z']:+.2f}", verdict_of(row)]


def _table(names: Sequence[str], numbers: Sequence[str]) -> Table:
    """An empty table; the name of a game may be broken, a number never."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in names:
        table.add_column(name, overflow="fold", no_wrap=name != "game")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _firm(table: Table) -> Table:
    """The table with columns that no screen makes too narrow for what they hold."""
    for column in (each for each in table.columns if each.no_wrap):
        texts = [Text.from_markup(str(cell)) for cell in (column.header, *column.cells)]
        column.min_width = max(text.cell_len for text in texts)
    return table


def _fill(table: Table, shown: Row, names: Sequence[str], cells: Mapping[str, Cell]) -> None:
    for row in _with_totals(shown):
        table.add_row(*_named(row, names), *(cell(row) for cell in cells.values()))


def _with_totals(shown: Row) -> Iterator[Row]:
    yield from shown["rows"]
    if len(shown["rows"]) > 1:
        for row in shown["totals"]:
            yield {"total": "all house" if row["bank"] == HOUSE else "all players", **row}


def _names(shown: Row) -> list[str]:
    """The columns that say what a row stands for, where they say something."""
    every = ["table", "day", "shift", "bank", "game", "theme"]
    if len({each["game"] for each in shown["themes"]}) == len(shown["themes"]):
        every.remove("theme")
    if len(shown["totals"]) == 1 or shown["by"] in ("table", "game"):
        every.remove("bank")
    return [name for name in every if name in shown["rows"][0]]


def _named(row: Row, names: Sequence[str]) -> list[str]:
    if "total" in row:
        return [f"[bold]{row['total']}[/]", *[""] * (len(names) - 1)]
    return [escape(row[name]) for name in names]
