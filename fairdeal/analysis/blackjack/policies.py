"""Ways to play the blackjack leg that fit in a sentence, to be measured against the best one."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

from fairdeal.analysis.blackjack.house import House
from fairdeal.games.blackjack_leg import Leg, Word, dealer_stands
from fairdeal.hands.blackjack import Total

Policy: TypeAlias = Callable[[Leg, int, House], Collection[Word]]
"""The words a player considers, given the leg and the points of the up card.

The best of them is said; a single one leaves no choice.  At least one has to be open.
"""


def in_play(leg: Leg) -> Total:
    """The total of the hand to which something is to be said."""
    if leg.current == 0:
        return Total(leg.points, leg.soft)
    return Total(leg.split_points, leg.split_soft)


def hits_and_stands(leg: Leg, up: int, house: House) -> Collection[Word]:
    """Plays as well as can be without a second bet."""
    return (Word.HIT, Word.STAND)


def as_the_dealer(leg: Leg, up: int, house: House) -> Collection[Word]:
    """Draws and stands where the dealer does."""
    return (Word.STAND if dealer_stands(in_play(leg), house.hits_soft_17) else Word.HIT,)


def never_busts(leg: Leg, up: int, house: House) -> Collection[Word]:
    """Draws to hard twelve or soft eighteen: below them no card is one too many."""
    total = in_play(leg)
    enough = 18 if total.soft else 12
    return (Word.STAND if total.points >= enough else Word.HIT,)


SIMPLE_RULES: Final[Mapping[str, Policy]] = {
    "hit and stand only, as well as can be": hits_and_stands,
    "draw and stand as the dealer does": as_the_dealer,
    "never risk a bust": never_busts,
}
"""Ways to play that people use."""
