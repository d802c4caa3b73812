"""Several bets placed together: their joint distribution, and what one gets from all of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.figures import estimated, exact
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Together:
    """Bets placed together, with their stakes in cents."""

    stakes: Mapping[str, int]
    joint: Joint
    """Of the net units of every bet, awards and later bets included."""
    sizes: Mapping[str, int]
    """Cents that a unit of each of those is."""
    pay_tables: Mapping[str, str]
    """By bet, the tables in force."""
    wagered_cents: Fraction
    """On average, later bets included."""
    rounds: int = 0
    """Rounds that were dealt at random; 0 when every deal was counted."""
    assumptions: tuple[str, ...] = ()
    known_edges: Mapping[str, Fraction] = field(default_factory=dict)
    """The exact house edge of each bet, where the joint distribution is simulated."""
    known_covariances: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)
    """Exact covariances of two bets, where the joint distribution is simulated."""

    @property
    def is_simulated(self) -> bool:
        """Whether the joint distribution is what happened to be dealt."""
        return self.rounds > 0

    @property
    def method(self) -> str:
        """How it was found."""
        if self.is_simulated:
            return f"simulation of {self.rounds:,} rounds"
        return "exact, over every deal"

    @property
    def net_cents(self) -> Distribution:
        """What all the bets win together."""
        return self.joint.together({bet: Fraction(size) for bet, size in self.sizes.items()})

    @property
    def loss_cents(self) -> Fraction:
        """What all the bets cost on average."""
        losses = (self.house_edge(bet) * size for bet, size in self.sizes.items())
        return sum(losses, Fraction(0))

    def house_edge(self, bet: str) -> Fraction:
        """The expected loss of one bet per unit."""
        found = self.known_edges.get(bet)
        return self.joint.of(bet).house_edge if found is None else found

    def covariance(self, one: str, other: str) -> Fraction:
        """Of the net units of two bets: the exact one, if it is known."""
        found = self.known_covariances.get((one, other))
        return self.joint.covariance(one, other) if found is None else found

    def as_json(self) -> dict[str, Any]:
        """The combination as JSON."""
        net = self.net_cents
        before = sum(self.stakes.values())
        found = estimated if self.is_simulated else exact
        error = sqrt(net.variance / self.rounds) if self.is_simulated else 0.0
        return {
            "stakes_cents": dict(self.stakes),
            "method": self.method,
            "simulated": self.is_simulated,
            "assumptions": list(self.assumptions),
            "pay_tables": dict(self.pay_tables),
            "deals": net.total,
            "expected_loss_cents": exact(self.loss_cents),
            "house_edge": exact(self.loss_cents / before),
            "element_of_risk": exact(self.loss_cents / self.wagered_cents),
            "average_wager_cents": exact(self.wagered_cents),
            "standard_deviation_cents": sqrt(net.variance),
            "standard_error_cents": error,
            "variance_cents": found(net.variance),
            "win": found(net.win),
            "push": found(net.push),
            "lose": found(net.lose),
            "bets": [
                {"bet": bet, "house_edge": exact(self.house_edge(bet))} for bet in self.joint.bets
            ],
            "covariances": [
                {
                    "bets": [one, other],
                    "covariance": (exact if (one, other) in self.known_covariances else found)(
                        self.covariance(one, other)
                    ),
                    "correlation": self.joint.correlation(one, other),
                }
                for one, other in combinations(self.joint.bets, 2)
            ],
            "joint": [
                {"net": [str(net) for net in nets], "ways": ways}
                for nets, ways in sorted(self.joint.ways.items(), reverse=True)
            ],
            "outcomes_cents": [
                {"net": str(cents), "ways": ways} for cents, ways in net.ways.items()
            ],
        }


def tables_of(terms: Terms, bets: Iterable[str]) -> dict[str, str]:
    """The names of the pay tables that settle some bets."""
    return {bet: terms.pay[bet].name for bet in bets if bet in terms.pay}
