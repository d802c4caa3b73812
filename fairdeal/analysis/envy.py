"""Envy: what the hands of other players are worth to a bettor, for any number of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
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
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.orbits import every_hand
from fairdeal.analysis.solvers.showdown import by_hand
from fairdeal.errors import Refused
from fairdeal.games.kinds import Of, Rule
from fairdeal.games.paytable import PayTable, paid
from fairdeal.games.terms import Terms

DECK: Final = 52

MOST_CARDS: Final = 3
"""Cards of a player for which every three hands can be weighed against each other."""

Plays: TypeAlias = NDArray[np.bool_]
"""Whether each hand is played, by place."""


@dataclass(frozen=True)
class Envy:
    """What envy adds to a bet."""

    mean: Fraction
    """Units won on average."""
    variance: Fraction
    """What it adds to the variance, its covariance with the player's hand included."""


class Counts(NamedTuple):
    """Deals in which others hold a hand that earns envy, and the player's bet is in action."""

    with_own: Ints
    """Of the player's hand and one other, by both events."""
    of_two: Ints
    """Of the player's hand and two others, by the events of the others."""


def envy(
    of: Declared, table: PayTable, others: int, stake_cents: int, alive: Plays | None = None
) -> Envy:
    """What the hands of *others* players add to a bet of that stake.

    *alive* says of every hand whether its own bet is still in action when envy is paid; without it
    all are.  The hands that others earn envy with are always played.
    """
    column = table.for_others
    if column is None or not others:
        return Envy(Fraction(0), Fraction(0))
    size, event = of.game.player_cards, of.rules.events[table.bet]
    if event.of is Of.ALL or size > MOST_CARDS:
        raise Refused(
            f"{table.bet} of {of.game.key} has no exact figures: what it pays for other players'"
            f" hands is counted for hands of {MOST_CARDS} cards at most, without the dealer's",
            code="game.unsolved",
        )
    pays = tuple(pay.amount for pay in table.pays[column.key])
    cents = [Fraction(paid(pays, each), stake_cents) for each in column.events]
    parts = of.game.bet(table.bet).parts
    own = [Fraction(paid(table.units(), each), parts) for each in column.events]
    counts = _counts(
        event.rule, size, len(own), column.lowest, None if alive is None else alive.tobytes()
    )
    deals = comb(DECK, size) * comb(DECK - size, size)
    mean = _weighed(counts.with_own, [1] * len(own), cents) / deals
    square = _weighed(counts.with_own, [1] * len(own), [each * each for each in cents]) / deals
    crossed = _weighed(counts.with_own, own, cents) / deals
    both = _weighed(counts.of_two, cents, cents) / (deals * comb(DECK - 2 * size, size))
    hands = of.hands_by_event(table.bet)
    own_mean = sum((n * net for n, net in zip(hands, own, strict=True)), Fraction(0)) / sum(hands)
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
def _counts(rule: Rule, size: int, number: int, lowest: int, alive: bytes | None) -> Counts:
    """The counts for a set of own hands in action, None for all; others earn from *lowest* on."""
    hands = every_hand(size)
    events = asked(rule, hands, np.arange(DECK))
    masks = (np.int64(1) << hands).sum(axis=1)
    stays = np.ones(len(hands), np.bool_) if alive is None else np.frombuffer(alive, np.bool_)
    earning = np.nonzero(events >= lowest)[0]
    with_own, of_two = np.zeros((2, number, number), np.int64)
    for one in earning:
        apart = stays & ((masks & masks[one]) == 0)
        with_own[:, events[one]] += np.bincount(events[apart], minlength=number)
        for two in earning[(masks[earning] & masks[one]) == 0]:
            of_two[events[one], events[two]] += int((apart & ((masks & masks[two]) == 0)).sum())
    return Counts(with_own, of_two)


def hands_in_action(of: Declared, bet: str, terms: Terms) -> Plays | None:
    """The hands whose bet outlives the decision; None where all do.

    A bet that a fold forfeits is lost with the head of the base game, and is safe without it.
    """
    head = of.game.bet(of.head).is_required(terms.options)
    if of.game.bet(bet).survives(terms.options) or not head:
        return None
    if of.asked.up:
        raise Refused(
            f"{bet} of {of.game.key} has no exact figures: it pays for other players' hands, a fold"
            f" forfeits it, and a card of the {of.game.dealer} is up",
            code="game.unsolved",
        )
    counts = of.counts()
    chosen = best(counts, of.prices(counts, terms, AT_RESET), of.choices, of.base)
    stays = np.array([not each.folds for each in of.choices])
    found: Plays = by_hand(counts, stays[chosen])
    return found


def others_printed(of: Declared, own: Distribution, table: PayTable, stake_cents: int) -> int:
    """The number of other players for which the printed house advantage holds, else a full table.

    The document does not say what it assumes; trying every number finds it.
    """
    text, seats = table.published.get("house-advantage"), of.game.seats
    for others in range(seats if text else 0):
        edge = own.house_edge - envy(of, table, others, stake_cents).mean
        if Printed(what="", text=str(text), exact=edge).agrees:
            return others
    return seats - 1
