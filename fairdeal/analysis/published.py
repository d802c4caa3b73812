"""What the documents print about their bets, beside what is true."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from fairdeal.analysis.figures import Figure
from fairdeal.analysis.printed import Printed
from fairdeal.games.paytable import PayTable
from fairdeal.games.sheets import Sheets
from fairdeal.games.terms import Terms

_EXACT: Final[Mapping[str, Callable[[Figure], Fraction]]] = {
    "house-advantage": lambda found: found.house_edge,
    "hit-frequency": lambda found: found.hit_frequency,
    "win-probability": lambda found: found.hit_frequency,
    "one-in": lambda found: 1 / found.hit_frequency if found.hit_frequency else Fraction(0),
}


def printed(found: Figure, decides: str, terms: Terms, sheets: Sheets | None) -> Iterator[Printed]:
    """Everything printed about a figure; *decides* is the bet whose pay table decides it."""
    if found.bet != decides:
        yield from _of_combinations(found, decides, sheets)
    elif decides in terms.pay:
        yield from _of_table(found, terms.pay[decides])


def _of_combinations(found: Figure, decides: str, sheets: Sheets | None) -> Iterator[Printed]:
    for each in sheets.combinations.values() if sheets else ():
        if each.tables.get(decides) == found.pay_table:
            for what, text in each.published.items():
                named = f"{what.replace('-', ' ')}, {each.name}"
                yield Printed(what=named, text=text, exact=found.house_edge, where=each.name)


def _of_table(found: Figure, table: PayTable) -> Iterator[Printed]:
    for what, text in table.published.items():
        name = what.replace("-", " ")
        yield Printed(what=name, text=text, exact=_EXACT[what](found), where=table.place)
    ways = {line.event: line.ways for line in found.lines}
    lines = table.columns[0].lines()
    for hand, text in table.probabilities.items():
        name = table.columns[0].name(lines[hand])
        true = Fraction(ways[name], found.hands)
        yield Printed(what=f"probability of {name}", text=text, exact=true, where=table.place)
