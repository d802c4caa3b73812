"""The chapters about a player who banks: what the bank wins, how it varies, how long it lasts."""

from fairdeal.report import curves
from fairdeal.report.blocks import Beside, Plot, Section, Table, columns, exact, row
from fairdeal.report.numbers import capital, chance, decimal, exactly, money
from fairdeal.report.subject import Subject


def bank(about: Subject) -> Section:
    """The bank that covers everything, by the number of players."""
    banks = about.sheet["bank"]
    sizes = list(banks[0]["ruin"])
    rows = tuple(
        row(
            str(each["players"]),
            str(each["pair_plus_units"]),
            exact(each["edge_per_round"], decimal(exactly(each["edge_per_round"]), 6)),
            decimal(each["standard_deviation_per_round"]),
            *(chance(each["ruin"][size], 2, 2) for size in sizes),
        )
        for each in banks
    )
    heads = columns(
        "players",
        "# pair plus",
        "# won per round",
        "# standard deviation",
        *(f"# ruin of {size}" for size in sizes),
    )
    note = (
        "In antes of one player. Ruin is the chance ever to lose a bankroll of so many antes, as"
        " for a random walk of many steps."
    )
    covariances = {each["pair_plus_units"]: each["covariance_of_two_players"] for each in banks}
    together = Table(
        columns("pair plus", "# covariance"),
        tuple(
            row(str(units), exact(value, decimal(exactly(value))))
            for units, value in covariances.items()
        ),
        "Results of two players",
        "They go together, because players share the bank's hand.",
    )
    says = "Chance that the bank is ever ruined, by its bankroll and the number of players"
    picture = Plot(curves.ruin(banks, says), says, "Chance of ruin against bankroll")
    return Section(
        "bank",
        "The bank",
        (
            Table(heads, rows, "Every player bets an ante and plays best", note, dense=True),
            Beside((picture,), (together,)),
        ),
        f"What the {about.game.dealer} wins who covers every bet in full.",
    )


def coverage(about: Subject) -> Section:
    """A posted wager that covers only so much."""
    found = about.sheet["coverage"]
    error = found["standard_error_cents"]
    rows = [
        row("won per round", money(found["edge_per_round_cents"], 4)),
        row("standard deviation of a round", money(found["standard_deviation_per_round_cents"])),
        row("chance that a round uses up the wager", chance(found["chance_used_up"])),
        row("chance that the wager is lost whole", chance(found["chance_lost_whole"])),
    ]
    if error:
        rows.insert(1, row("standard error of that", money(error, 4)))
    figures = Table(columns("figure", "# value"), tuple(rows), capital(found["method"]))
    says = "Chance of ever losing so many posted wagers"
    picture = Plot(curves.posted(found, says), says)
    players = found["players"]
    seats = "one player bets" if players == 1 else f"each of {players} players bets"
    pair_plus = found["pair_plus_cents"]
    beside = f" and a pair plus of {money(pair_plus)}" if pair_plus else ""
    lead = (
        f"The {about.game.dealer} posts {money(found['posted_cents'])} every round;"
        f" {seats} an ante of {money(found['ante_cents'])}{beside}."
    )
    return Section("coverage", "A posted wager", (Beside((figures,), (picture,)),), lead)
