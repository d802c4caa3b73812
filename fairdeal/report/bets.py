"""The chapters about figures: all of them at a glance, then each bet."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from fairdeal.report import plots
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fact,
    Fold,
    Plot,
    Points,
    Section,
    Strip,
    Table,
    Text,
    columns,
    exact,
    row,
)
from fairdeal.report.numbers import (
    NOTHING,
    capital,
    chance,
    count,
    decimal,
    exactly,
    net,
    one_in,
    percent,
    ratio,
)
from fairdeal.report.subject import Subject

_SHOWN: Final = ("house_edge", "hit_frequency", "element_of_risk")
_SHARES: Final = ("win", "push", "lose", "share_played", "house_edge_without_envy")
_COMPARED: Final = 3
"""From so many pay tables on, their edges are worth a picture."""


def summary(about: Subject) -> Section:
    """Every figure of the sheet in a row of its own."""
    rows = [
        row(
            Cell(about.name(bet) if figure is figures[0] else "", tone="strong"),
            Cell(*_named(about, figure)),
            exact(figure["house_edge"], percent(exactly(figure["house_edge"])), "strong"),
            exact(figure["hit_frequency"], percent(exactly(figure["hit_frequency"]))),
            decimal(figure["standard_deviation"]),
            _risk(figure),
            printed_tag(figure),
        )
        for bet, figures in about.by_bet()
        for figure in figures
    ]
    heads = columns(
        "bet", "pay table", "# house edge", "# hit frequency", "# standard deviation",
        "# element of risk", "printed figure",
    )  # fmt: skip
    note = (
        "House edge and standard deviation are per unit of the bet, element of risk per unit"
        " wagered in all. Beneath a percentage stands the exact fraction."
    )
    return Section("summary", "Summary", (Table(heads, tuple(rows), note=note),))


def bets(about: Subject) -> Iterator[Section]:
    """One chapter for each bet."""
    for bet, figures in about.by_bet():
        declared = about.game.bet(bet)
        first = about.in_full(figures)
        blocks: list[Block] = [*_side_by_side(about, bet, figures, first)]
        blocks += _in_full(about, first, alone=len(figures) == 1)
        for figure in figures:
            if figure is not first:
                title = f"{about.name(bet)}, table {figure['pay_table']}"
                remark = percent(exactly(figure["house_edge"]))
                blocks.append(Fold(title, remark, tuple(_details(about, figure))))
        rules = ", ".join(declared.rules_in_words(about.sheet["options"]))
        lead = f"{capital(declared.text)} ({rules})."
        yield Section(f"bet-{bet}", about.name(bet), tuple(blocks), lead)


def printed_tag(figure: Mapping[str, Any]) -> Cell:
    """Whether the document prints the same."""
    if "published" not in figure:
        return Cell("not printed", tone="quiet")
    return agreement(figure["published"]["agrees"])


def agreement(agrees: bool) -> Cell:
    """A finding, by sign and word."""
    return Cell("\u2713 agrees", tone="ok") if agrees else Cell("\u2715 differs", tone="bad")


def outcome_rows(outcomes: Iterable[tuple[str, str, int]], deals: int, unit: str) -> Table:
    """Net results, how they are written and how often they come, with what each adds."""
    rows, total = [], Fraction(0)
    for text, shown, ways in outcomes:
        adds = Fraction(text) * ways / deals
        total += adds
        often = Fraction(ways, deals)
        rows.append(row(shown, count(ways), chance(often), one_in(often), decimal(adds, 6)))
    return Table(
        columns(f"net, {unit}", "# deals", "# probability", "# how often", "# adds"),
        tuple(rows),
        "Outcomes",
        foot=row("all", count(deals), "100 %", "", decimal(total, 6)),
    )


def _named(about: Subject, figure: Mapping[str, Any]) -> tuple[str, str]:
    """The pay table's name, and whether it is the one the house gets without asking."""
    name = figure["pay_table"]
    if name is None:
        return NOTHING, ""
    return name, "default" if about.table(figure).get("default") else ""


def _risk(figure: Mapping[str, Any]) -> Cell:
    if "element_of_risk" not in figure:
        return Cell(NOTHING)
    return exact(figure["element_of_risk"], percent(exactly(figure["element_of_risk"])))


def _side_by_side(
    about: Subject, bet: str, figures: list[Mapping[str, Any]], first: Mapping[str, Any]
) -> Iterator[Block]:
    """What the tables of a bet pay, and what that does to the edge."""
    if len(figures) < 2:
        return
    priced_by = about.priced_by(bet)
    own = priced_by == bet or priced_by not in dict(about.by_bet())
    rows: list[tuple[Cell, ...]] = []
    tables = [about.columns(figure) if own else {} for figure in figures]
    for title in dict.fromkeys(title for table in tables for title in table):
        pays = [table.get(title, {}) for table in tables]
        if title != "pays":
            rows.append(row(Cell(capital(title), tone="quiet"), *[""] * len(pays)))
        for hand in _all_hands(pays):
            rows.append(row(hand, *(_short(each.get(hand, "")) for each in pays)))
    edges = [percent(exactly(each["house_edge"])) for each in figures]
    names = [f"# {each['pay_table']}{'*' if each is first else ''}" for each in figures]
    note = "Odds are to 1 where nothing else is said; * is the table shown in full below."
    if not own:
        note = f"The tables are those of {about.name(priced_by)}. " + note
    yield Table(
        columns(f"{about.name(priced_by)} pays", *names),
        tuple(rows),
        "Pay tables side by side",
        note,
        row(Cell("house edge", tone="strong"), *edges),
        dense=True,
    )
    if len(figures) >= _COMPARED:
        bars = [
            (f"table {each['pay_table']}", each["house_edge"]["value"], each is first)
            for each in figures
        ]
        says = f"House edge of {about.name(bet)} by pay table"
        yield Plot(plots.edges(bars, says), says, says)


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


def _short(pays: str) -> str:
    return pays.removesuffix(" to 1")


def _in_full(about: Subject, figure: Mapping[str, Any], alone: bool) -> Iterator[Block]:
    """The figure with a picture."""
    if not alone:
        yield Text(f"Table {figure['pay_table']} in full:")
    says = f"How often each net result of {about.name(figure['bet'])} comes"
    ways = {each["net"]: each["ways"] for each in figure["outcomes"]}
    unit = f"net result in {_units(figure)}"
    picture = Plot(plots.outcomes(ways, unit, says), says)
    strip, outcomes, *rest = _details(about, figure)
    yield strip
    yield Beside((outcomes,), (picture,))
    yield from rest


def _details(about: Subject, figure: Mapping[str, Any]) -> Iterator[Block]:
    """Everything that is stated of a figure, without a picture."""
    yield Strip(tuple(_large(figure)))
    shown = ((each["net"], net(each["net"]), each["ways"]) for each in figure["outcomes"])
    yield outcome_rows(shown, figure["deals"], _units(figure))
    further = tuple(_further(figure))
    lines = tuple(_lines(about, figure))
    yield Beside(lines, further) if lines else further[0]
    if said := tuple(_said(about, figure)):
        yield Points(said)


def _units(figure: Mapping[str, Any]) -> str:
    return f"{figure['per']}s"
