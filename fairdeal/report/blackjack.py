"""The chapter about blackjack: what to do with two cards, and what it is worth."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.report import charts
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fold,
    Plot,
    Section,
    Table,
    columns,
    row,
    share,
)
from fairdeal.report.numbers import count, decimal, exactly
from fairdeal.report.subject import Subject


def blackjack(about: Subject) -> Section:
    """The chart, what a simpler one costs, and what the options do."""
    return chapter(about.sheet["blackjack"])


def chapter(found: Mapping[str, Any]) -> Section:
    """The same from what is known of the decisions."""
    says = "Best decision for two cards, down, against each card up, across"
    note = "S stand, H hit, D double, P split. A total stands for all its hands that play alike."
    picture = Plot(
        charts.blackjack(found["rows"], says), says, "Two cards against the card up", note
    )
    rules = tuple(row(each["rule"], share(each["cost"])) for each in found.get("simple_rules", ()))
    options = tuple(
        row(each["option"], share(each["house_edge"])) for each in found.get("options", ())
    )
    tables = []
    if rules:
        tables.append(Table(columns("rule", "# cost"), rules, "What simple rules cost"))
    if options:
        title = "House edge under other options"
        tables.append(Table(columns("option", "# house edge"), options, title))
    beside: tuple[Block, ...] = tuple(tables)
    if len(tables) == 2:
        beside = (Beside((tables[0],), (tables[1],)),)
    blocks = (picture, *beside, _values(found["rows"]))
    return Section("blackjack", "Blackjack decisions", blocks)


def _values(rows: Sequence[Mapping[str, Any]]) -> Fold:
    ups = [cell["up"] for cell in rows[0]["cells"]]
    shown = tuple(
        row(Cell(each["hand"], each["total"]), *map(_best_two, each["cells"])) for each in rows
    )
    note = "In each field the best decision and what it is worth; beneath it the next best."
    heads = columns("hand", *(f"# {up}" for up in ups))
    table = Table(heads, shown, "Value of the best decision and of the next", note, dense=True)
    return Fold("Values of every decision", f"{count(len(rows) * len(ups))} fields", (table,))


def _best_two(cell: Mapping[str, Any]) -> Cell:
    ranked = sorted(cell["values"].items(), key=lambda item: -item[1]["value"])
    ranked.sort(key=lambda item: item[0] != cell["best"])
    texts = [f"{charts.WORDS[word][0]} {decimal(exactly(value))}" for word, value in ranked[:2]]
    return Cell(texts[0], texts[1] if len(texts) > 1 else "")
