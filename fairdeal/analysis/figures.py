"""The figures of a bet: what a par sheet states of it, exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.printed import Printed


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of a pay table: what it pays, and how often."""

    event: str
    pays: str
    ways: int


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What one bet is worth under one pay table."""

    bet: str
    pay_table: str | None
    per: str
    """What one unit is."""
    priced_by: str = ""
    """The bet whose pay table decides; empty when none does."""
    outcomes: Distribution
    """Of net units, over all equally likely deals."""
    wagered: Fraction | None = None
    """Units wagered on average, where a later bet can follow."""
    added: Fraction = Fraction(0)
    """Units won on average beside the outcomes, such as envy."""
    added_variance: Fraction = Fraction(0)
    """What those add to the variance."""
    lines: tuple[Line, ...] = ()
    hands: int = 0
    """All hands over which the lines are counted."""
    others: int | None = None
    """Other players whose hands it counts, where some pay the bet."""
    assumptions: tuple[str, ...] = ()
    printed: tuple[Printed, ...] = ()
    """What the document prints about it, checked."""
    reading: str = ""
    otherwise: Mapping[str, Fraction] = field(default_factory=dict)
    """The house edge under other readings of the pay table, by ``option=value``."""
    more: Mapping[str, Fraction] = field(default_factory=dict)
    """Further figures, by name."""

    def __repr__(self) -> str:
        name = " ".join(filter(None, (self.bet, self.pay_table)))
        return (
            f"<Figure {name}: house edge {self.house_edge}, {float(100 * self.house_edge):.4f} %>"
        )

    @property
    def house_edge(self) -> Fraction:
        """Expected loss of the player per unit."""
        return self.outcomes.house_edge - self.added

    @property
    def hit_frequency(self) -> Fraction:
        """Probability of a net win."""
        return self.outcomes.win

    @property
    def variance(self) -> Fraction:
        """Of the net units."""
        return self.outcomes.variance + self.added_variance

    @property
    def standard_deviation(self) -> float:
        """The root of the variance."""
        return sqrt(self.variance)

    @property
    def element_of_risk(self) -> Fraction | None:
        """Expected loss per unit that is wagered in all."""
        return None if self.wagered is None else self.house_edge / self.wagered

    def as_json(self) -> dict[str, Any]:
        """The figure as ``fairdeal par --json`` prints it."""
        shown: dict[str, Any] = {
            "bet": self.bet,
            "pay_table": self.pay_table,
            "per": self.per,
            "priced_by": self.priced_by or None,
            "house_edge": exact(self.house_edge),
            "hit_frequency": exact(self.outcomes.win),
            "win": exact(self.outcomes.win),
            "push": exact(self.outcomes.push),
            "lose": exact(self.outcomes.lose),
            "standard_deviation": self.standard_deviation,
            "variance": exact(self.variance),
        }
        if self.element_of_risk is not None and self.wagered is not None:
            shown["element_of_risk"] = exact(self.element_of_risk)
            shown["average_wager"] = exact(self.wagered)
        shown |= {name: exact(value) for name, value in self.more.items()}
        shown["deals"] = self.outcomes.total
        shown["outcomes"] = [
            {
                "net": str(net),
                "value": float(net),
                "ways": ways,
                "probability": ways / self.outcomes.total,
            }
            for net, ways in self.outcomes.ways.items()
        ]
        if self.lines:
            shown["hands"] = self.hands
            shown["lines"] = [
                {"event": line.event, "pays": line.pays, "ways": line.ways} for line in self.lines
            ]
        if self.assumptions:
            shown["assumptions"] = list(self.assumptions)
        if self.reading:
            shown["reading"] = self.reading
        if self.otherwise:
            shown["otherwise"] = [
                {"option": option, "house_edge": exact(edge)}
                for option, edge in self.otherwise.items()
            ]
        if self.printed:
            shown["published"] = {
                "agrees": all(each.agrees for each in self.printed),
                "figures": [each.as_json() for each in self.printed],
            }
        return shown


def estimated(value: Fraction) -> dict[str, Any]:
    """A figure that was simulated: a number, and no fraction that would look exact."""
    return {"value": float(value)}


def exact(value: Fraction) -> dict[str, Any]:
    """A fraction as JSON has it: exactly, and as a number."""
    return {"exact": str(value), "value": float(value)}
