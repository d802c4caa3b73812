"""Envy: what the hands of other players are worth to a bonus bettor, for any number of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.printed import Printed
from fairdeal.analysis.solvers.asking import asked
from fairdeal.analysis.solvers.decisions import best
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.solvers.orbits import every_hand
from fairdeal.analysis.solvers.showdown import by_hand
from fairdeal.games.paytable import PayTable, paid
from fairdeal.games.terms import Terms
from fairdeal.games.three_card_poker import GAME, SHOWDOWN, Bonus, bonus_event, envy_cents

DECK: Final = 52

Plays: TypeAlias = NDArray[np.bool_]
"""Whether each hand is played, by place."""


@dataclass(frozen=True)
class Envy:
    """What envy adds to a bonus bet."""

    mean: Fraction
    """Units won on average."""
    variance: Fraction
    """What it adds to the variance, its covariance with the player's hand included."""


class Counts(NamedTuple):
    """Deals in which others hold a hand that earns envy, and the player's bonus is in action."""

    with_own: Ints
    """Of the player's hand and one other, by both bonus events."""
    of_two: Ints
    """Of the player's hand and two others, by the events of the others."""


def envy(table: PayTable, others: int, stake_cents: int, alive: Plays | None = None) -> Envy:
    """What the hands of *others* players add to a bet of that stake.

    *alive* says of every hand whether its own bonus is still in action when envy is paid; without
    it all are.  The hands that others earn envy with are always played.
    """
    if not table.has("envy") or not others:
        return Envy(Fraction(0), Fraction(0))
    pays = tuple(pay.amount for pay in table.pays["envy"])
    cents = [Fraction(envy_cents(event, True, pays), stake_cents) for event in Bonus]
    own = [paid(table.units(), event) for event in Bonus]
    counts = _counts(None if alive is None else alive.tobytes())
    deals = comb(DECK, 3) * comb(DECK - 3, 3)
    mean = _weighed(counts.with_own, [1] * len(own), cents) / deals
    square = _weighed(counts.with_own, [1] * len(own), [each * each for each in cents]) / deals
    crossed = _weighed(counts.with_own, own, cents) / deals
    both = _weighed(counts.of_two, cents, cents) / (deals * comb(DECK - 6, 3))
    alone = sum(n * net for n, net in zip(hands_by_bonus(), own, strict=True))
    own_mean = Fraction(alone, comb(DECK, 3))
    return Envy(
        others * mean,
        others * (square - mean**2)
        + 2 * others * (crossed - own_mean * mean)
        + others * (others - 1) * (both - mean**2),
    )


def _weighed(ways: Ints, one: Sequence[Fraction | int], two: Sequence[Fraction]) -> Fraction:
    """The sum of the ways, each times what both events are worth."""
    rows = zip(one, ways.tolist(), strict=True)
    return sum((a * b * n for a, row in rows for b, n in zip(two, row, strict=True)), Fraction(0))


@lru_cache(maxsize=8)
def _counts(alive: bytes | None) -> Counts:
    """The counts for a set of own hands in action; None for all."""
    hands, events = every_hand(3), bonus_events()
    masks = (np.int64(1) << hands).sum(axis=1)
    stays = np.ones(len(hands), np.bool_) if alive is None else np.frombuffer(alive, np.bool_)
    earning = np.nonzero(events >= Bonus.STRAIGHT_FLUSH)[0]
    with_own, of_two = np.zeros((2, len(Bonus), len(Bonus)), np.int64)
    for one in earning:
        apart = stays & ((masks & masks[one]) == 0)
        with_own[:, events[one]] += np.bincount(events[apart], minlength=len(Bonus))
        for two in earning[(masks[earning] & masks[one]) == 0]:
            of_two[events[one], events[two]] += int((apart & ((masks & masks[two]) == 0)).sum())
    return Counts(with_own, of_two)


def hands_in_action(terms: Terms) -> Plays | None:
    """The hands whose bonus outlives the decision; None where all do.

    A bonus that a fold forfeits goes with the ante; it is safe beside pair plus alone.
    """
    ante = GAME.bet("ante").is_required(terms.options)
    if GAME.bet("bonus").survives(terms.options) or not ante:
        return None
    of = declare(GAME, SHOWDOWN)
    counts = of.counts()
    chosen = best(counts, of.prices(counts, terms, AT_RESET), of.choices, of.base)
    stays = np.array([not each.folds for each in of.choices])
    found: Plays = by_hand(counts, stays[chosen])
    return found


@cache
def bonus_events() -> Ints:
    """The bonus event of every hand, by place."""
    return asked(bonus_event, every_hand(3), np.arange(DECK))


@cache
def hands_by_bonus() -> tuple[int, ...]:
    """How many of all hands bring each bonus event."""
    return declare(GAME, SHOWDOWN).hands_by_event("bonus")


def others_printed(own: Distribution, table: PayTable, seats: int, stake_cents: int) -> int:
    """The number of other players for which the printed house advantage holds, else a full table.

    The document does not say what it assumes; trying every number finds it.
    """
    text = table.published.get("house-advantage")
    for others in range(seats if text else 0):
        edge = own.house_edge - envy(table, others, stake_cents).mean
        if Printed(what="", text=str(text), exact=edge).agrees:
            return others
    return seats - 1
