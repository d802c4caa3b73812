"""Bets that a pay table settles by what cards are."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.figures import Figure, Line
from fairdeal.games.paytable import PayTable


def paid_figure(
    bet: str, table: PayTable, nets: Sequence[Fraction | int], hands: tuple[int, ...]
) -> Figure:
    """The figure of such a bet, from what each event brings and how many hands make it."""
    return Figure(
        bet=bet,
        pay_table=table.name,
        per="stake",
        priced_by=bet,
        outcomes=Distribution.of(zip(nets, hands, strict=True)),
        lines=tuple(lines_of(table, hands)),
        hands=sum(hands),
        reading=table.reading,
    )


def lines_of(table: PayTable, hands: tuple[int, ...]) -> Iterator[Line]:
    """The lines of a table with the number of hands that each pays."""
    column = next(each for each in table.columns if each.key == "pays")
    printed = table.printed["pays"]
    for event in printed:
        paid_as = [e for e in column.events if column.paid_as(e, printed) == event]
        yield Line(
            event=column.name(event),
            pays=str(table.pays["pays"][event]),
            ways=sum(hands[each] for each in paid_as),
        )
