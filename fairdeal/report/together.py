"""The chapter about bets placed together: what they cost, and how their results go together."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from fairdeal.report import plots
from fairdeal.report.blocks import (
    Beside,
    Block,
    Cell,
    Fact,
    Fold,
    Plot,
    Section,
    Strip,
    Table,
    columns,
    row,
)
from fairdeal.report.numbers import (
    NOTHING,
    and_so_on,
    count,
    decimal,
    exactly,
    money,
    net,
    percent,
    ratio,
)
from fairdeal.report.one_figure import outcome_table
from fairdeal.report.subject import Subject


def combination(about: Subject) -> Section:
    """The chapter; a simulation says how far off it may be, and shows no fractions."""
    found = about.sheet["combination"]
    ways = {each["net"]: each["ways"] for each in found["outcomes_cents"]}
    says = "How often each net result of all the bets together comes"
    note = "A bar for several results shows their range." if len(ways) > plots.SINGLE else ""
    picture = Plot(plots.outcomes(ways, "net result", says, _signed), says, "Outcomes", note)
    stakes = and_so_on(
        [f"{money(cents)} on {about.name(bet)}" for bet, cents in found["stakes_cents"].items()]
    )
    lead = (
        f"{stakes}; later bets included, decided so that all together do best."
        f" Method: {found['method']}."
    )
    blocks = (
        Strip(tuple(_large(found))),
        Beside(tuple(_alone(about, found)), tuple(_pairs(about, found))),
        picture,
        *_listed(about, found, ways),
    )
    return Section("combination", "Bets placed together", blocks, lead)


def _signed(cents: str) -> str:
    return money(Fraction(cents), sign=True)


def _share(found: Mapping[str, Any], shown: Mapping[str, Any]) -> tuple[str, str]:
    """A share, and beneath it the fraction unless that is only what happened to be dealt."""
    if is_simulated(found):
        return percent(exactly(shown), 2), ""
    return percent(exactly(shown)), ratio(shown)


def is_simulated(found: Mapping[str, Any]) -> bool:
    """Whether figures were dealt rather than counted."""
    return bool(found["simulated"])


def _large(found: Mapping[str, Any]) -> Iterator[Fact]:
    loss, deviation = found["expected_loss_cents"], found["standard_deviation_cents"]
    if is_simulated(found):
        error = deviation / sqrt(found["deals"])
        yield Fact("Expected loss", money(exactly(loss)), f"standard error {money(error, 4)}")
    else:
        yield Fact("Expected loss", money(exactly(loss), 4), f"{ratio(loss)} cents")
    yield Fact("House edge", *_share(found, found["house_edge"]))
    yield Fact("Element of risk", *_share(found, found["element_of_risk"]))
    yield Fact("Standard deviation", money(deviation), "of one round")


def _alone(about: Subject, found: Mapping[str, Any]) -> Iterator[Table]:
    rows = [row(word, Cell(*_share(found, found[word]))) for word in ("win", "push", "lose")]
    rows.append(row("average wager", money(exactly(found["average_wager_cents"]))))
    yield Table(columns("figure", "# value"), tuple(rows), "All bets together")
    edges = tuple(
        row(about.name(each["bet"]), Cell(*_share(found, each["house_edge"])))
        for each in found["bets"]
    )
    note = "Each per unit of its own stake, as it does with the decisions taken for all of them."
    yield Table(columns("bet", "# house edge"), edges, "Bet by bet", note)


def _pairs(about: Subject, found: Mapping[str, Any]) -> Iterator[Table]:
    rows = tuple(
        row(
            and_so_on([about.name(bet) for bet in each["bets"]]),
            Cell(
                decimal(exactly(each["covariance"])),
                "" if is_simulated(found) else ratio(each["covariance"]),
            ),
            NOTHING if each["correlation"] is None else decimal(each["correlation"]),
        )
        for each in found["covariances"]
    )
    if rows:
        heads = columns("bets", "# covariance", "# correlation")
        yield Table(heads, rows, "How the bets go together")


def _listed(about: Subject, found: Mapping[str, Any], ways: Mapping[str, int]) -> Iterator[Block]:
    """Every result, and every way in which the bets end together; nothing that chance dealt."""
    if is_simulated(found):
        return
    shown = ((cents, _signed(cents), number) for cents, number in ways.items())
    results = outcome_table(shown, found["deals"], "result", "cents")
    yield Fold("Outcomes of the bets together", f"{count(len(ways))} results", (results,))
    joint = Table(
        columns(*(f"# {about.name(each['bet'])}" for each in found["bets"]), "# deals"),
        tuple(row(*map(net, each["net"]), count(each["ways"])) for each in found["joint"]),
        "Net units of every bet, and in how many deals they come together",
        dense=True,
    )
    yield Fold("Joint distribution", f"{count(len(found['joint']))} results", (joint,))
