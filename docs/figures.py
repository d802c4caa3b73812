"""The pages of docs/reference that are counted: exact figures, and errors of the documents."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from docs.grid import grid
from docs.wrapping import wrapped
from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.errata import Compared, compared
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figure, figures
from fairdeal.games import GAMES
from fairdeal.games.layout import Bet, Game
from fairdeal.games.paytable import pay_of
from fairdeal.games.sheets import approved
from fairdeal.games.terms import terms

REFERENCE = Path(__file__).parent / "reference"


def counted_pages() -> dict[Path, str]:
    """Every page that states figures, by its place."""
    return {
        REFERENCE / "figures.md": wrapped(figures_page()),
        REFERENCE / "errata.md": wrapped(errata_page()),
    }


def figures_page() -> str:
    """The figures of every bet of every game."""
    parts = [
        "# Exact figures",
        "Every bet of every game under every pay table of its document, default options, as"
        " `fairdeal par GAME` counts them. The house edge is the expected loss per unit; *risk* is"
        " the loss per unit wagered in all; *printed* says whether the document's figures hold."
        " Envy tables are for six other players and a $1 bet, STAX for meters at reset,"
        " blackjack for one player and a full deck.",
    ]
    for game in GAMES.values():
        parts += [f"## {game.name}", _figures(game)]
        for bet in (each for each in game.bets if each.others):
            parts += _envy(game, bet)
    return "\n\n".join(parts) + "\n"


def _envy(game: Game, bet: Bet) -> list[str]:
    """The edge of the tables with envy, by the number of other players."""
    tables = [each for each in approved(game).tables[bet.key].values() if each.others]
    edges = {
        table.name: [
            figure(game, bet.key, terms(game, {bet.key: table.name}), Conditions(others))
            for others in range(game.seats)
        ]
        for table in tables
    }
    rows = [
        [str(others), *(_percent(found[others].house_edge, 4) for found in edges.values())]
        for others in range(game.seats)
    ]
    return [
        "### Envy by the number of other players",
        "Envy pays a fixed sum for each other player's hand that is turned, so the house edge of a"
        f" $1 {bet.name} bet falls with every player at the table. The document's figures hold with"
        " six. A larger bet gets the same envy: the drop is divided by the bet in dollars.",
        grid(("other players", *edges), rows),
    ]


def _figures(game: Game) -> str:
    rows = []
    for each in figures(game, approved(game), terms(game), cases(game), AT_RESET):
        exact = str(each.house_edge)
        rows.append(
            [
                f"`{each.bet}`",
                each.pay_table or "",
                _percent(each.house_edge, 4),
                exact,
                _percent(each.outcomes.win, 4),
                f"{each.standard_deviation:.4f}",
                "" if each.element_of_risk is None else _percent(each.element_of_risk, 4),
                _verdict(each),
            ]
        )
    headings = ("bet", "table", "house edge", "exactly", "wins", "deviation", "risk", "printed")
    return grid(headings, rows)


def _verdict(each: Figure) -> str:
    if not each.printed:
        return ""
    return "agrees" if all(printed.agrees for printed in each.printed) else "**differs**"


def errata_page() -> str:
    """Figures that the documents print and that are wrong, with the proof."""
    rows = [each for game in GAMES.values() for each in compared(game)]
    wrong = [each for each in rows if not each.printed.agrees]
    parts = [
        "# Errata of the documents",
        f"The five documents print {len(rows)} probabilities, advantages, pars and hit frequencies."
        f" {len(rows) - len(wrong)} of them are the exact figures, rounded; {len(wrong)} are not."
        " `fairdeal par --published` lists all of them. Misprints and contradictions in the wording"
        " are on a page of their own: [slips in the documents' wording](slips.md).",
    ]
    for each in wrong:
        parts += [f"## {each.game.name}: {each.figure.bet} {each.figure.pay_table}", *_proof(each)]
    return "\n\n".join(parts) + "\n"


def _proof(each: Compared) -> Iterator[str]:
    figure, printed = each.figure, each.printed
    yield (
        f"Printed {printed.what} **{printed.text}**, correct **{printed.correct}**:"
        f" {printed.exact} ({printed.where})."
    )
    total, rest, rows = figure.hands, figure.hands, []
    for line in figure.lines:
        pay = pay_of(line.pays)
        if pay is not None and pay.units >= 0:
            rows.append(_row(line.event, line.ways, total, line.pays, pay.units))
            rest -= line.ways
    rows.append(_row("anything else", rest, total, "lose", Fraction(-1)))
    rows.append(["all", f"{total:,}", "1", "", f"{-float(figure.house_edge):+.8f}"])
    yield grid(("hand", "hands", "probability", "pays", "worth"), rows)
    if each.belongs_to:
        yield (
            f"What is printed is the {printed.what} of {each.belongs_to}: the row was carried over"
            " from that table."
        )


def _row(hand: str, ways: int, total: int, pays: str, units: Fraction) -> list[str]:
    share = ways / total
    return [hand, f"{ways:,}", f"{share:.8f}", pays, f"{share * float(units):+.8f}"]


def _percent(value: Fraction, digits: int) -> str:
    return f"{100 * float(value):.{digits}f} %"
