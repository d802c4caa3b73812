"""Against which dealer hands a player's hand is settled alike, and how its prices jump between.

Prices change at the player's own class, above it, and at a few classes that are the same for all
hands, such as the one from which on the dealer opens.  Where is read off the rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.solvers.settling import Forms, Settling
from fairdeal.errors import Refused

MOST_EDGES: Final = 6
"""Classes of the dealer's hand, the same for all hands, at which prices may change."""


@dataclass(frozen=True)
class Regions:
    """Runs of dealer classes in which the rule says the same, by kind of the player's hand."""

    fixed: Ints
    """Edges that are the same for all hands."""
    order: Ints
    """Which edge each region begins at, by kind, region 0 left out: 0 the player's own class,
    1 the class above it, then those of *fixed*."""
    forms: Forms
    """By kind, region and bet."""


def regions(settling: Settling, strengths: Ints, classes: Ints, events: Ints) -> Regions:
    """Read the regions off the rule for kinds of hands with these *classes* and *events*."""
    players = strengths[classes]
    starts = settling.starts(players, events, strengths)
    own = classes[:, None]
    others = (starts != own) & (starts != own + 1) & (starts > 0) & (starts < len(strengths))
    fixed = np.unique(starts[others])
    if len(fixed) > MOST_EDGES:
        raise Refused(
            f"the settlement rule treats dealer hands differently at {len(fixed)} places"
            f" beside the player's own strength: expected at most {MOST_EDGES}",
            code="game.unsolved",
        )
    edges = np.hstack([own, own + 1, np.broadcast_to(fixed, (len(own), len(fixed)))])
    order = np.argsort(edges, axis=1, kind="stable")
    begins = np.hstack([np.zeros_like(own), np.take_along_axis(edges, order, axis=1)])
    # An empty region above all classes borrows the one below it; it holds no hand.
    dealers = strengths[begins.clip(max=len(strengths) - 1)]
    number = begins.shape[1]
    forms = settling.forms(players.repeat(number), dealers.ravel(), events.repeat(number, axis=0))
    shape = (len(players), number, len(settling.bets))
    return Regions(fixed, order, Forms(forms.fixed.reshape(shape), forms.line.reshape(shape)))


class Jumps(NamedTuple):
    """Prices as a kernel wants them: the topmost region's, and how they change at each edge."""

    top: Ints
    """By kind and price."""
    at: Ints
    """What the price changes by at each edge, by kind, edge and price; edges as in ``order``."""


def jumps(where: Regions, prices: Ints) -> Jumps:
    """The jumps of *prices*, which are by kind, region and price."""
    change = np.diff(prices, axis=1)
    at = np.empty_like(change)
    np.put_along_axis(at, where.order[:, :, None], change, axis=1)
    return Jumps(np.ascontiguousarray(prices[:, -1]), np.ascontiguousarray(at))


def by_region(order: Ints, sums: Ints) -> Ints:
    """Hands in each region, from how many there are in all and below each edge; by kind.

    *order* as in ``Regions``.
    """
    ordered = np.take_along_axis(sums[..., 1:], np.broadcast_to(order, sums[..., 1:].shape), -1)
    all_but_first = np.concatenate([ordered, sums[..., :1]], axis=-1)
    return np.diff(all_but_first, axis=-1, prepend=0)


def priced(forms: Forms, pays: Sequence[int], scales: Sequence[int]) -> Ints:
    """The forms' units under these pays; *scales* says by bet what a unit of the rule counts."""
    of = np.array([*pays, 0])
    found: Ints = (forms.fixed + of[forms.line]) * np.array(scales)
    return found
