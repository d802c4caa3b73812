"""A progressive bet: what it returns as its meters grow, and when it breaks even."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairdeal.analysis.figures import exact
from fairdeal.games.paytable import Unit
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class MeterFigure:
    """What one meter does for the bet."""

    meter: str
    probability: Fraction
    reset_cents: int
    increment: Fraction
    """Share of each wager that the meter grows by."""
    wager_cents: int
    shown_cents: int
    """What the meter shows now."""
    break_even_cents: Fraction
    """Where the bet breaks even while every other meter shows what it does."""

    @property
    def bets_to_a_hit(self) -> Fraction:
        """How many bets it takes on average."""
        return 1 / self.probability

    @property
    def average_award_cents(self) -> Fraction:
        """What the meter shows on average when it is hit, the hitting bet's share included."""
        return self.reset_cents + self.increment * self.wager_cents * self.bets_to_a_hit

    def returned(self, cents: Fraction | int) -> Fraction:
        """Units returned per unit wagered when the meter shows *cents*."""
        return self.probability * cents / self.wager_cents


@dataclass(frozen=True)
class Progressive:
    """The return of the progressive bet as a function of its meters."""

    fixed: Fraction
    """Units returned per unit wagered by everything but the meters, kept stakes included."""
    meters: tuple[MeterFigure, ...]

    def returned(self, shown: Mapping[str, int]) -> Fraction:
        """Units returned per unit wagered; a meter that is not *shown* stands at its reset."""
        return self.fixed + sum(
            (each.returned(shown.get(each.meter, each.reset_cents)) for each in self.meters),
            Fraction(0),
        )

    @property
    def at_reset(self) -> Fraction:
        """Units returned per unit wagered with every meter at its reset level."""
        return self.returned({})

    @property
    def as_shown(self) -> Fraction:
        """Units returned per unit wagered with the meters as they are."""
        return self.returned({each.meter: each.shown_cents for each in self.meters})

    @property
    def long_run(self) -> Fraction:
        """Units returned per unit wagered in the long run: what goes into a meter comes out."""
        return self.at_reset + sum((each.increment for each in self.meters), Fraction(0))

    def as_json(self) -> dict[str, Any]:
        """The progressive as JSON."""
        return {
            "fixed_return": exact(self.fixed),
            "return_at_reset": exact(self.at_reset),
            "return_as_shown": exact(self.as_shown),
            "long_run_return": exact(self.long_run),
            "house_edge_at_reset": exact(1 - self.at_reset),
            "house_edge_as_shown": exact(1 - self.as_shown),
            "long_run_house_edge": exact(1 - self.long_run),
            "meters": [
                {
                    "meter": each.meter,
                    "probability": exact(each.probability),
                    "bets_to_a_hit": exact(each.bets_to_a_hit),
                    "reset_cents": each.reset_cents,
                    "shown_cents": each.shown_cents,
                    "increment": exact(each.increment),
                    "wager_cents": each.wager_cents,
                    "return_per_dollar_on_the_meter": exact(each.returned(100)),
                    "average_award_cents": exact(each.average_award_cents),
                    "break_even_cents": exact(each.break_even_cents),
                }
                for each in self.meters
            ],
        }


def progressive(
    bet: str, hands: Sequence[int], terms: Terms, shown: Mapping[str, int] | None = None
) -> Progressive:
    """The bet under the terms, with the meters at what they *show*; *hands* bring each event.

    It breaks even wherever the fixed return and the return of all its meters come to one: each
    dollar on a meter adds the same, so that any meter can make up for another.
    """
    pays = terms.pay[bet].pays["pays"]
    total = sum(hands)
    fixed = Fraction(0)
    ways: dict[str, int] = {}
    for event, pay in enumerate(pays):
        if pay.unit is Unit.METER:
            ways[pay.meter] = ways.get(pay.meter, 0) + hands[event]
            fixed += Fraction(hands[event], total) * (1 if pay.bet_back else 0)
        else:
            fixed += Fraction(hands[event], total) * (pay.units + 1)
    cents = {key: (shown or {}).get(key, terms.meters[key].reset_cents) for key in ways}
    now = fixed + sum(
        (Fraction(number, total) * cents[key] / terms.meters[key].wager_cents)
        for key, number in ways.items()
    )
    figures = []
    for key, number in ways.items():
        meter, probability = terms.meters[key], Fraction(number, total)
        figures.append(
            MeterFigure(
                key,
                probability,
                meter.reset_cents,
                Fraction(meter.increment.rstrip("%")) / 100,
                meter.wager_cents,
                cents[key],
                cents[key] + (1 - now) * meter.wager_cents / probability,
            )
        )
    return Progressive(fixed, tuple(figures))
