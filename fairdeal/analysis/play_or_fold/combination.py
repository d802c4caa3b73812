"""Several bets placed together: their joint distribution, and what one gets from all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm, sqrt
from typing import Any

from fairdeal.analysis.compiled import Progress, unseen
from fairdeal.analysis.conditions import AT_RESET, Conditions
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.figures import exact
from fairdeal.analysis.play_or_fold.decisions import best, joint, share_played
from fairdeal.analysis.play_or_fold.model import Model
from fairdeal.games.layout import Placed
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Together:
    """Bets placed together, with their stakes in cents."""

    stakes: Mapping[str, int]
    joint: Joint
    """Of the net units of every bet, awards and later bets included."""
    sizes: Mapping[str, int]
    """Cents that a unit of each of those is."""
    wagered_cents: Fraction
    """On average, later bets included."""
    rounds: int = 0
    """Rounds that were dealt at random; 0 when every deal was counted."""
    known_loss_cents: Fraction | None = None
    """The exact expected loss, where the joint law is simulated."""
    known_covariances: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)
    """Exact covariances of two bets, where the joint law is simulated."""

    @property
    def is_simulated(self) -> bool:
        """Whether the joint law is what happened to be dealt."""
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
        found = self.known_loss_cents
        return self.net_cents.house_edge if found is None else found

    def covariance(self, one: str, other: str) -> Fraction:
        """Of the net units of two bets: the exact one, if it is known."""
        found = self.known_covariances.get((one, other))
        return self.joint.covariance(one, other) if found is None else found

    def as_json(self) -> dict[str, Any]:
        """The combination as JSON."""
        net = self.net_cents
        before = sum(self.stakes.values())
        return {
            "stakes_cents": dict(self.stakes),
            "method": self.method,
            "simulated": self.is_simulated,
            "deals": net.total,
            "expected_loss_cents": exact(self.loss_cents),
            "house_edge": exact(self.loss_cents / before),
            "element_of_risk": exact(self.loss_cents / self.wagered_cents),
            "average_wager_cents": exact(self.wagered_cents),
            "standard_deviation_cents": sqrt(net.variance),
            "variance_cents": exact(net.variance),
            "win": exact(net.win),
            "push": exact(net.push),
            "lose": exact(net.lose),
            "bets": [
                {"bet": bet, "house_edge": exact(self.joint.of(bet).house_edge)}
                for bet in self.joint.bets
            ],
            "covariances": [
                {
                    "bets": [one, other],
                    "covariance": exact(self.covariance(one, other)),
                    "is_exact": not self.is_simulated or (one, other) in self.known_covariances,
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


def together(
    model: Model,
    terms: Terms,
    stakes: Mapping[str, int],
    conditions: Conditions = AT_RESET,
    progress: Progress = unseen,
) -> Together:
    """The bets of a player who decides so that all of them together do best."""
    where = model.where()
    for bet in stakes:
        if bet in model.split:
            where = model.split[bet](where, progress)
    prices = model.prices(where, terms, conditions)
    sizes = dict(stakes)
    for key in prices.played:
        spot = model.game.bet(key)
        on = spot.equals if spot.placed is Placed.BY_DECISION else spot.rides_on
        if on in stakes and spot.placed is not Placed.BEFORE_THE_DEAL:
            sizes[key] = stakes[on]
    common = lcm(*prices.parts.values())
    scaled = {bet: size * common // prices.parts.get(bet, 1) for bet, size in sizes.items()}
    plays = best(where, prices, scaled)
    later = stakes.get("ante", 0) * share_played(where, plays)
    return Together(
        dict(stakes),
        joint(where, prices, tuple(sizes), plays),
        sizes,
        sum(stakes.values()) + later,
    )
