"""The chapters about what figures depend on: other players, meters, bets placed together."""

from fairdeal.report import curves
from fairdeal.report.blocks import (
    Beside,
    Cell,
    Plot,
    Section,
    Strip,
    Table,
    columns,
    large,
    row,
    share,
)
from fairdeal.report.numbers import (
    capital,
    chance,
    decimal,
    exactly,
    money,
    percent,
    ratio,
)
from fairdeal.report.subject import Subject


def envy(about: Subject) -> Section:
    """The edge of a bonus with envy, by the number of other players."""
    tables = about.sheet["envy"]
    rows = tuple(
        row(
            str(each["others"]),
            *(share(edge) for edge in (table["others"][place]["house_edge"] for table in tables)),
        )
        for place, each in enumerate(tables[0]["others"])
    )
    others = tables[0]["hands"]
    says = f"House edge by the number of {others}"
    names = (f"# table {table['pay_table']}" for table in tables)
    figures = Table(columns(others, *names), rows, says)
    lead = (
        f"Envy is a fixed sum for each hand of {others} that is turned; these are for a bonus bet"
        f" of {money(tables[0]['stake_cents'])}."
    )
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
        " meter as shown; the award on average includes what the hitting bet adds."
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
