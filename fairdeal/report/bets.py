"""The chapters about figures: all of them at a glance, then each bet."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from fairdeal.report import plots
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fold,
    Heading,
    Plot,
    Section,
    Table,
    Text,
    agreement,
    columns,
    row,
    share,
)
from fairdeal.report.numbers import NOTHING, and_so_on, capital, decimal, exactly, percent
from fairdeal.report.one_figure import details, with_picture
from fairdeal.report.subject import Subject

_FEW: Final = 4
"""So many pay tables leave room for a picture at their side."""


def summary(about: Subject) -> Section:
    """Every figure of the sheet in a row of its own."""
    heads = columns(
        "bet",
        "pay table",
        "# house edge",
        "# hit frequency",
        "# standard deviation",
        "# element of risk",
        "printed figures",
    )
    rows = [
        row(
            Cell(about.name(bet), tone="strong" if figure is figures[0] else "quiet"),
            _named(about, figure),
            share(figure["house_edge"], "strong"),
            share(figure["hit_frequency"]),
            decimal(figure["standard_deviation"]),
            _risk(figure),
            _printed(figure),
        )
        for bet, figures in about.by_bet()
        for figure in figures
    ]
    note = (
        "House edge and standard deviation are per unit of the bet, the element of risk per unit"
        " wagered in all. Beneath a rounded figure stands the exact fraction."
    )
    checked = [each["agrees"] for _, each in about.findings()]
    lead = ""
    if checked:
        differ = checked.count(False)
        said = f"{differ} found to differ" if differ else "all agree"
        lead = f"Printed figures that were checked: {len(checked)}; {said}."
    return Section("summary", "Summary", (Table(heads, tuple(rows), note=note),), lead)


def bets(about: Subject) -> Iterator[Section]:
    """One chapter for each bet."""
    for bet, figures in about.by_bet():
        first = about.in_full(figures)
        blocks: list[Block] = []
        if len(figures) > 1:
            blocks += _side_by_side(about, bet, figures, first)
            blocks.append(Heading(f"Table {first['pay_table']} in full"))
        blocks += with_picture(about, first)
        blocks += [
            Fold(
                f"{about.name(bet)}, table {figure['pay_table']}",
                percent(exactly(figure["house_edge"])),
                tuple(details(about, figure)),
            )
            for figure in figures
            if figure is not first
        ]
        lead = f"{capital(about.game.bet(bet).text)}. {capital(about.rules(bet))}."
        if first["per"] == bet:  # the whole base game, and not one spot of it
            lead += f" The figures include {and_so_on(about.belonging(bet))}."
        yield Section(f"bet-{bet}", about.name(bet), tuple(blocks), lead)


def _named(about: Subject, figure: Mapping[str, Any]) -> Cell:
    """The pay table, and whether it is the one the house gets without asking."""
    if figure["pay_table"] is None:
        return Cell(NOTHING)
    return Cell(figure["pay_table"], "default" if about.table(figure).get("default") else "")


def _risk(figure: Mapping[str, Any]) -> Cell:
    if "element_of_risk" not in figure:
        return Cell(NOTHING)
    return share(figure["element_of_risk"])


def _printed(figure: Mapping[str, Any]) -> Cell:
    if "published" not in figure:
        return Cell("none", tone="quiet")
    return agreement(figure["published"]["agrees"])


def _side_by_side(
    about: Subject, bet: str, figures: list[Mapping[str, Any]], first: Mapping[str, Any]
) -> Iterator[Block]:
    """What the tables of a bet pay, and what that does to the edge."""
    priced_by = about.priced_by(bet) or bet
    names = [f"# {each['pay_table']}{'*' if each is first else ''}" for each in figures]
    edges = [decimal(exactly(each["house_edge"]) * 100) for each in figures]
    says = f"House edge of {about.name(bet)} by pay table"
    bars = [
        (f"table {each['pay_table']}", each["house_edge"]["value"], each is first)
        for each in figures
    ]
    picture = Plot(plots.edges(bars, says), says, says)
    if priced_by != bet and about.has_chapter(priced_by):
        yield Text(f"The pay tables are those of {about.name(priced_by)}, in its own chapter.")
        yield picture
        return
    pays = Table(
        columns("hand", *names),
        tuple(_pays([about.columns(figure) for figure in figures])),
        f"{about.name(priced_by)} pay tables side by side",
        "Odds are to 1 where nothing else is said; * marks the table shown in full below.",
        row("house edge, %", *edges),
        dense=True,
    )
    yield from (Beside((pays,), (picture,)),) if len(figures) <= _FEW else (pays, picture)


def _pays(tables: list[dict[str, dict[str, str]]]) -> Iterator[tuple[Cell, ...]]:
    for title in dict.fromkeys(title for table in tables for title in table):
        pays = [table.get(title, {}) for table in tables]
        if title != "pays":
            yield row(Cell(capital(title), tone="quiet"), *[""] * len(pays))
        for hand in _all_hands(pays):
            yield row(hand, *(each.get(hand, "").removesuffix(" to 1") for each in pays))


def _all_hands(tables: Iterable[Mapping[str, str]]) -> list[str]:
    """The hands of some tables in one order, best first, though each may leave some out."""
    found: list[str] = []
    for table in tables:
        place = 0
        for hand in table:
            if hand not in found:
                found.insert(place, hand)
            place = found.index(hand) + 1
    return found
