"""How the dealer's hand may end, counted exactly for any cards that are left."""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from fairdeal.analysis.blackjack.house import CARD, ONE, VALUES
from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.games.blackjack_leg import MOST_CARDS, dealer_stands
from fairdeal.hands.blackjack import Total, is_natural, plus

ENDS: Final = 32
"""More than the dealer's points can come to."""

NATURAL: Final = 0
"""The end of a dealer's natural, which is told apart from any other 21."""


class Draws(NamedTuple):
    """The dealer's hands from one up card on, a row each, after the hand it grew from.

    Hands differ in their cards, not in their order: how often the cards of a hand can be picked
    depends on what is left of the deck, in how many orders the dealer may take them does not.
    Row 0 is the up card alone.
    """

    grown_from: Ints
    """The row with one card less."""
    value: Ints
    """Of that one card."""
    copies: Ints
    """How many cards of that value there were before it."""
    drawn: Ints
    """Cards beside the up card."""
    end: Ints
    """Points, or ``NATURAL``."""
    orders: Ints
    """In how many orders the dealer comes to stand with these cards; 0 where more are drawn."""
    holes: Ints
    """By value: 1, or 0 where the dealer has looked and the hole card is known not to be one."""


@lru_cache(maxsize=64)
def draws_from(up: int, values: tuple[int, ...], hits_soft_17: bool, peeks: bool) -> Draws:
    """The dealer's hands from an up card on, with cards of some values.

    Where the house *peeks* there are no naturals among them.
    """
    holes = [int(not (peeks and is_natural(CARD[up], card))) for card in CARD]
    hands, numbers = [(0, 1, plus(Total(0, 0), CARD[up]))], {0: 0}
    rows, orders, stands = [(0, 0, 0, 0, 0)], [1], [False]
    for number, (drawn, held, total) in enumerate(hands):
        if stands[number]:
            continue
        for value in values:
            if held == 1 and not holes[value]:
                continue
            grown = drawn + ONE[value]
            if grown not in numbers:
                numbers[grown] = len(hands)
                made = plus(total, CARD[value])
                hands.append((grown, held + 1, made))
                natural = held == 1 and is_natural(CARD[up], CARD[value])
                end = NATURAL if natural else made.points
                rows.append((number, value, drawn >> 3 * value & 7, held, end))
                orders.append(0)
                stands.append(dealer_stands(made, hits_soft_17) or held + 1 == MOST_CARDS)
            orders[numbers[grown]] += orders[number]
    grown_from, value_of, copies, cards, end_of = np.array(rows, np.int64).T.copy()
    return Draws(
        grown_from,
        value_of,
        copies,
        cards,
        end_of,
        orders=np.where(stands, orders, 0),
        holes=np.array(holes, np.int64),
    )


@kernel
def _number(left: Ints) -> int:
    number = 0
    for value in range(VALUES):
        number += left[value]
    return number


@kernel
def ends_of(left: Ints, draws: Draws, sequences: Ints) -> Ints:
    """Sequences of the cards left, the hole card first, by the end they bring the dealer to.

    *sequences* says in how many ways a sequence goes on when so many cards are left.
    """
    unseen = _number(left)
    ends = np.zeros(ENDS, np.int64)
    picks = np.ones(len(draws.value), np.int64)
    for row in range(1, len(picks)):
        rest = left[draws.value[row]] - draws.copies[row]
        picks[row] = picks[draws.grown_from[row]] * rest
        if draws.orders[row] > 0:
            on = sequences[unseen - draws.drawn[row]]
            ends[draws.end[row]] += draws.orders[row] * picks[row] * on
    return ends


@kernel
def holes_of(left: Ints, draws: Draws, sequences: Ints) -> int:
    """Sequences of the cards left, with any hole card that is possible."""
    holes = 0
    for value in range(VALUES):
        holes += left[value] * draws.holes[value]
    return int(holes * sequences[_number(left) - 1])
