"""The blackjack leg of 3 Way Action, heads up: exact figures, and the best word for every hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.blackjack.house import CARD, FULL, VALUES, Counts, House, value_of
from fairdeal.analysis.blackjack.play import MOST_UNITS, NOTHING
from fairdeal.analysis.blackjack.policies import Policy
from fairdeal.analysis.blackjack.states import States, states
from fairdeal.analysis.blackjack.weighing import Weighed, weigh
from fairdeal.analysis.compiled import THREADS
from fairdeal.analysis.distribution import Distribution
from fairdeal.games.blackjack_leg import Word, after, begin, play_out, settle_leg

Pair: TypeAlias = tuple[int, int]
"""The values of two cards, the lower one first."""


@dataclass(frozen=True)
class Start:
    """The player's first two cards against an up card."""

    values: Mapping[Word, Fraction]
    """Expected units of each word that is open, the best words following it.

    Where the house peeks, the dealer is known to have no natural.  Empty for a natural.
    """
    best: Word | None
    """What is said; the quieter of two words that are worth the same."""
    law: Distribution
    """Net units, the dealer's natural included; it counts the deals in one order of the cards."""
    wager: Fraction
    """Expected units wagered."""


@dataclass(frozen=True)
class Solution:
    """The leg under a house's options; cards are known by their values, 0 for a two to 9."""

    house: House
    deck: Counts
    starts: Mapping[tuple[int, int, int], Start]
    """By the values of the two cards, the lower one first, and of the up card."""
    states: States
    words: NDArray[np.int8]
    """What is said, by up card and state; ``NOTHING`` where nothing is to be said."""

    def word_for(self, cards: Sequence[int], up: int, said: Sequence[str] = ()) -> Word | None:
        """What to say to a hand of real cards after the words already *said*."""
        leg = play_out(tuple(cards), said, stopped=False, split_draws=self.house.split_draws).leg
        word = self.words[value_of(up), self.states.number_of(leg, cards)]
        return None if word == NOTHING else Word(word)

    def law_of(self, first: int, up: int) -> Distribution:
        """The part of the law in which these are the values of the player's first and the up card.

        All parts count the same deals, so that those of one high-card result can be added up.
        """
        pairs = ((min(first, second), max(first, second), up) for second in range(VALUES))
        return Distribution.of(
            ways
            for pair in pairs
            if pair in self.starts
            for ways in self.starts[pair].law.ways.items()
        )

    @cached_property
    def law(self) -> Distribution:
        """Net units for each unit bet."""
        return Distribution.of(
            (net, ways * _orders(pair))
            for (*pair, _), start in self.starts.items()
            for net, ways in start.law.ways.items()
        )

    @property
    def house_edge(self) -> Fraction:
        """Expected loss for each unit bet before the deal."""
        return self.law.house_edge

    @cached_property
    def wager(self) -> Fraction:
        """Expected units wagered for each unit bet before the deal."""
        wagered = (
            start.wager * start.law.total * _orders(pair)
            for (*pair, _), start in self.starts.items()
        )
        return sum(wagered, Fraction(0)) / self.law.total

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss for each unit wagered."""
        return self.house_edge / self.wager


def _orders(pair: Sequence[int]) -> int:
    """In how many orders the values of two cards can be dealt."""
    return len(set(pair))


@lru_cache(maxsize=32)
def solve(house: House, deck: Counts = FULL, policy: Policy | None = None) -> Solution:
    """The leg as it is best played, or as well as a policy lets it be played."""
    ups = [up for up in range(VALUES) if deck[up]]
    found = states(house.split_draws, tuple(ups))  # once, before the threads ask for them
    words = np.full((VALUES, len(found.numbers)), NOTHING, np.int8)
    starts: dict[tuple[int, int, int], Start] = {}
    against = THREADS.map(partial(_against, house, deck, policy), ups)
    for up, (said, with_up) in zip(ups, against, strict=True):
        words[up] = said
        starts |= {(*pair, up): start for pair, start in with_up.items()}
    return Solution(house, deck, starts, found, words)


def _against(
    house: House, deck: Counts, policy: Policy | None, up: int
) -> tuple[NDArray[np.int8], dict[Pair, Start]]:
    """What is said in every state against an up card, and what becomes of every two cards."""
    rest = tuple(count - (value == up) for value, count in enumerate(deck))
    weighed = weigh(house, rest, up, policy)
    picks = {
        (low, high): deck[up] * rest[low] * (rest[high] - (low == high))
        for low in range(VALUES)
        for high in range(low, VALUES)
    }
    possible = [pair for pair, ways in picks.items() if ways]
    asked = [int(weighed.states.moves.first[pair]) for pair in possible]
    starts = {
        pair: _start(house, weighed, pair, state, values, picks[pair])
        for pair, state, values in zip(possible, asked, weighed.values(asked), strict=True)
    }
    return weighed.words, starts


def _start(
    house: House,
    weighed: Weighed,
    pair: Pair,
    state: int,
    values: Mapping[Word, Fraction],
    picks: int,
) -> Start:
    """What becomes of two cards, which can be picked together with the up card in some ways."""
    first, second = (CARD[value] for value in pair)
    leg = begin(first, second, False)
    best = Word(weighed.words[state]) if values else None
    stakes = leg.stakes if best is None else after(leg, best, 0, 0, house.split_draws).stakes
    nets = [Fraction(units) for units in range(-MOST_UNITS, MOST_UNITS + 1)]
    results = [*zip([*nets, Fraction(*house.natural)], weighed.ways[state].tolist(), strict=True)]
    played = sum(ways for _, ways in results)
    # A natural that the dealer finds by looking leaves nothing to decide.
    stopped = weighed.sequences - played
    ends = settle_leg(begin(first, second, True), 21, True, house.seven_card_win, house.natural)
    results.append((Fraction(*ends.odds), stopped))
    return Start(
        values=values,
        best=best,
        law=Distribution.of((net, ways * picks) for net, ways in results),
        wager=Fraction(stakes * played + leg.stakes * stopped, weighed.sequences),
    )
