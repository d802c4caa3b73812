"""Decks small enough to deal every two hands of seven cards, ranked by the naive rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from fairdeal.analysis.seven.matchups import Kind
from fairdeal.analysis.seven.outcomes import Outcomes
from fairdeal.analysis.seven.patterns import Deck
from fairdeal.cards import name
from fairdeal.games.three_way_action import Bonus
from fairdeal.hands import poker
from tests.naive import Key, five_card_key
from tests.naive.events import three_way_bonus_event
from tests.naive.ranking import ACE, POKER_ORDER, poker_category_of

ACE_HIGH: Key = (POKER_ORDER.index("high-card"), (ACE,))

# Full houses, straights and straight flushes that tie; four of a kind.
FEW_RANKS = [Deck((0, 1, 2, 3, 12), 3), Deck((0, 5, 11, 12), 4)]
# A dealer out, against equal hands and others; flushes that tie.
TWO_SUITS = Deck((0, 1, 2, 3, 4, 6, 7, 8), 2)
LARGER = [
    Deck((0, 1, 2, 4, 5, 6, 8, 9), 2),
    Deck((0, 1, 2, 4, 5, 6, 8, 9, 12), 2),
    Deck((0, 1, 2, 3, 4, 12), 3),
    Deck((8, 9, 10, 11, 12), 4),
]


@dataclass(frozen=True)
class Dealt:
    """Every deal of a small deck: how many have each pair of strengths, in the naive ranking."""

    keys: tuple[Key, ...]
    bonus: tuple[str, ...]
    deals: tuple[tuple[int, ...], ...]

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """The places of the player's and of the dealer's strength, and the deals with them."""
        for player, row in enumerate(self.deals):
            for dealer, ways in enumerate(row):
                yield player, dealer, ways

    def outcomes(self, qualifying: Key) -> Outcomes:
        """How the poker bet ends if the dealer needs so much to play."""
        out = won = lost = tied = 0
        for player, dealer, ways in self.pairs():
            if self.keys[dealer] < qualifying:
                out += ways
            elif player > dealer:
                won += ways
            elif player < dealer:
                lost += ways
            else:
                tied += ways
        return Outcomes(out, won, lost, tied)

    def kind(self, place: int) -> Kind:
        """The kind of a strength, by the names that the naive rules give it."""
        category = poker_category_of(self.keys[place]).upper().replace("-", "_")
        bonus = self.bonus[place].upper().replace("-", "_")
        return Kind(self.keys[place] >= ACE_HIGH, poker.Category[category], Bonus[bonus])


@cache
def dealt(deck: Deck) -> Dealt:
    hands = [tuple(map(name, hand)) for hand in combinations(deck.cards, 7)]
    held = [five_card_key(hand) for hand in hands]
    keys = tuple(sorted(set(held)))
    bonus = {key: three_way_bonus_event(hand) for key, hand in zip(held, hands, strict=True)}
    places = np.array([keys.index(key) for key in held])
    cards = np.array([sum(1 << card for card in hand) for hand in combinations(deck.cards, 7)])
    deals = np.zeros((len(keys), len(keys)), np.int64)
    for place, own in zip(places, cards, strict=True):
        deals[place] += np.bincount(places[cards & own == 0], minlength=len(keys))
    return Dealt(keys, tuple(bonus[key] for key in keys), tuple(map(tuple, deals.tolist())))
