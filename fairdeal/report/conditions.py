"""The chapters about what figures depend on: other bettors, meters, bets placed together."""

from collections.abc import Iterator
from fractions import Fraction

from fairdeal.report import curves, plots
from fairdeal.report.blocks import (
    Beside,
    Cell,
    Fact,
    Fold,
    Plot,
    Section,
    Strip,
    Table,
    columns,
    exact,
    large,
    row,
    share,
)
from fairdeal.report.numbers import (
    NOTHING,
    and_so_on,
    capital,
    chance,
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


def envy(about: Subject) -> Section:
    """The edge of a bonus with envy, by the number of other bettors."""
    tables = about.sheet["envy"]
    rows = tuple(
        row(
            str(each["others"]),
            *(share(edge) for edge in (table["others"][place]["house_edge"] for table in tables)),
        )
        for place, each in enumerate(tables[0]["others"])
    )
    says = "House edge by the number of other bonus bettors"
    names = (f"# table {table['pay_table']}" for table in tables)
    figures = Table(columns("other bettors", *names), rows, says)
    lead = f"Envy is a fixed sum; these are for a bonus bet of {money(tables[0]['stake_cents'])}."
    picture = Plot(curves.envy(tables, says), says)
    return Section("envy", "Envy", (Beside((figures,), (picture,)),), lead)


def progressive(about: Subject) -> Section:
    """What the progressive returns, and where each meter makes it break even."""
    found = about.sheet["progressive"]
    facts = tuple(
        large(label, found[key])
        for label, key in (
            ("Return at reset", "return_at_reset"),
            ("Edge at reset", "house_edge_at_reset"),
            ("Return in the long run", "long_run_return"),
            ("Edge in the long run", "long_run_house_edge"),
        )
    )
    rows = tuple(
        row(
            capital(each["meter"]),
            money(each["reset_cents"]),
            percent(exactly(each["increment"]), 2),
            Cell(chance(exactly(each["probability"])), ratio(each["probability"])),
            decimal(exactly(each["bets_to_a_hit"]), 1),
            money(exactly(each["average_award_cents"])),
            percent(exactly(each["return_per_dollar_on_the_meter"]), 6),
            Cell(
                money(exactly(each["break_even_cents"])),
                f"{ratio(each['break_even_cents'])} cents",
            ),
        )
        for each in found["meters"]
    )
    heads = columns(
        "meter",
        "# reset",
        "# grows by",
        "# probability",
        "# bets to a hit",
        "# award on average",
        "# return per dollar",
        "# breaks even at",
    )
    wager = money(found["meters"][0]["wager_cents"])
    note = (
        f"For a wager of {wager}. A meter breaks even where the bet returns 100 % with every other"
        " meter at its reset level; the award on average includes what the hitting bet adds."
    )
    says = "Return of the bet as each meter grows from its reset level to where it breaks even"
    return Section(
        "progressive",
        "Progressive",
        (
            Strip(facts),
            Table(heads, rows, "Meters", note),
            Plot(curves.meters(found, says), says, "Return against each meter"),
        ),
        f"Fixed awards alone return {percent(exactly(found['fixed_return']))}"
        f" ({ratio(found['fixed_return'])}).",
    )


def combination(about: Subject) -> Section:
    """Bets placed together: what they cost, how they go together, and every result."""
    found = about.sheet["combination"]
    facts = (
        Fact(
            "Expected loss",
            money(exactly(found["expected_loss_cents"]), 4),
            f"{ratio(found['expected_loss_cents'])} cents",
        ),
        large("House edge", found["house_edge"]),
        large("Element of risk", found["element_of_risk"]),
        Fact("Standard deviation", money(found["standard_deviation_cents"]), "of one round"),
    )
    ways = {each["net"]: each["ways"] for each in found["outcomes_cents"]}
    says = "How often each net result of all the bets together comes"
    picture = plots.outcomes(ways, "net result", says, _signed)
    listed = outcome_table(
        ((cents, _signed(cents), number) for cents, number in ways.items()), found["deals"], "cents"
    )
    joint = Table(
        columns(*(f"# {about.name(each['bet'])}" for each in found["bets"]), "# deals"),
        tuple(row(*map(net, each["net"]), count(each["ways"])) for each in found["joint"]),
        "Net units of every bet, and in how many deals they come together",
    )
    stakes = and_so_on(
        [f"{money(cents)} on {about.name(bet)}" for bet, cents in found["stakes_cents"].items()]
    )
    lead = f"{stakes}; later bets included, decided so that all together do best."
    return Section(
        "combination",
        "Bets placed together",
        (
            Strip(facts),
            Beside(tuple(_alone(about)), tuple(_together(about))),
            Plot(picture, says, "Outcomes"),
            Fold("Outcomes of the bets together", f"{count(len(ways))} results", (listed,)),
            Fold("Joint distribution", f"{count(len(found['joint']))} results", (joint,)),
        ),
        f"{lead} Method: {found['method']}, {count(found['deals'])} deals.",
    )


def _signed(cents: str) -> str:
    return money(Fraction(cents), sign=True)


def _alone(about: Subject) -> Iterator[Table]:
    found = about.sheet["combination"]
    shares = (("win", "win"), ("push", "push"), ("lose", "lose"))
    rows = [row(word, share(found[key])) for word, key in shares]
    wager = exactly(found["average_wager_cents"])
    rows.append(row("average wager", money(wager)))
    yield Table(columns("figure", "# value"), tuple(rows), "All bets together")
    edges = tuple(row(about.name(each["bet"]), share(each["house_edge"])) for each in found["bets"])
    note = "Each per unit of its own stake, as it does with the decisions taken for all of them."
    yield Table(columns("bet", "# house edge"), edges, "Bet by bet", note)


def _together(about: Subject) -> Iterator[Table]:
    pairs = tuple(
        row(
            and_so_on([about.name(bet) for bet in each["bets"]]),
            exact(each["covariance"], decimal(exactly(each["covariance"]))),
            NOTHING if each["correlation"] is None else decimal(each["correlation"]),
        )
        for each in about.sheet["combination"]["covariances"]
    )
    if pairs:
        heads = columns("bets", "# covariance", "# correlation")
        yield Table(heads, pairs, "How the bets go together")
