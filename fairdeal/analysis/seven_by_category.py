"""The player's seven cards and the dealer's together: what each makes, over every deal of a deck.

Two hands chosen freely may share cards.  The deals, in which they share none, are all pairs of
hands, less those with a given card in common, plus those with two, and so on: for every set of
shared cards it is enough to know what the hands that hold it make.  Sets that differ only in the
names of the suits count as one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, factorial
from typing import Final, NamedTuple

import numpy as np

from fairdeal.analysis.compiled import THREADS, kernel
from fairdeal.analysis.patterns import FULL, Deck, Ints, Rows
from fairdeal.analysis.seven import SEVEN, Outcomes
from fairdeal.analysis.seven_lookup import NO_CARDS, Lookup, lookup, place_of
from fairdeal.games.showdown import qualifies, showdown
from fairdeal.games.three_way_action import bonus_event, settle_poker
from fairdeal.hands import poker

_SLICE: Final = 1 << 22
"""Hands in a piece of work, which takes some hundredths of a second."""


class Kind(NamedTuple):
    """What a hand makes, as far as any bet cares; a higher kind is a stronger hand."""

    plays: bool
    """Whether the dealer would play with it."""
    category: int
    bonus: int


@dataclass(frozen=True)
class Matchups:
    """How many deals give the player and the dealer each pair of kinds."""

    kinds: tuple[Kind, ...]
    """From the weakest up."""
    weakest: tuple[int, ...]
    """The lowest strength of each kind."""
    deals: tuple[tuple[int, ...], ...]
    """By the player's kind and then the dealer's."""
    ties: tuple[int, ...]
    """Deals in which both are of a kind, and equally strong."""

    def showdowns(self) -> Iterator[tuple[Kind, int, int, int]]:
        """The player's kind, an example of both strengths, and the deals that end like it."""
        for mine, player in enumerate(self.weakest):
            for yours, dealer in enumerate(self.weakest):
                ways = self.deals[mine][yours]
                if mine == yours:
                    # Exchanging the hands shows that either is the stronger as often.
                    uneven = (ways - self.ties[mine]) // 2
                    yield self.kinds[mine], player + 1, dealer, uneven
                    yield self.kinds[mine], player, dealer + 1, uneven
                    ways = self.ties[mine]
                yield self.kinds[mine], player, dealer, ways

    @property
    def outcomes(self) -> Outcomes:
        """How the poker bet ends."""
        counts = Counter[int]()
        for _, player, dealer, ways in self.showdowns():
            counts[showdown(player, dealer, poker.ACE_HIGH)] += ways
        return Outcomes(*(counts[end] for end in range(len(Outcomes._fields))))

    @property
    def bonus_and_poker(self) -> dict[tuple[int, Fraction], int]:
        """Deals by the player's bonus event and the net units of the poker bet."""
        counts = Counter[tuple[int, Fraction]]()
        for kind, player, dealer, ways in self.showdowns():
            counts[kind.bonus, Fraction(*settle_poker(player, dealer))] += ways
        return {end: counts[end] for end in sorted(counts) if counts[end]}


def matchups(deck: Deck = FULL, progress: Callable[[float], None] | None = None) -> Matchups:
    """Every deal of two hands by what they make; *progress* hears which part is done."""
    found = lookup(deck)
    each = [_kind_of(strength) for strength in found.strengths.tolist()]
    assert each == sorted(each), "a higher kind is a stronger hand"
    kinds = sorted(set(each))
    kind_of = np.array([kinds.index(kind) for kind in each])

    # Nothing shared: all pairs of hands.  Everything shared: every hand with itself.
    by_kind, squares = np.zeros((2, len(kinds)), np.int64)
    np.add.at(by_kind, kind_of, found.ways)
    np.add.at(squares, kind_of, found.ways**2)
    deals, ties = np.outer(by_kind, by_kind) - np.diag(by_kind), squares - by_kind

    work = [piece for size in range(1, SEVEN) for piece in _pieces(deck, size)]
    costs = [
        len(shared) * comb(len(deck.cards) - shared.shape[1], SEVEN - shared.shape[1])
        for shared, _ in work
    ]
    done, total = 0, sum(costs)
    cards = np.array(deck.cards, np.int8)
    parts = THREADS.map(lambda piece: _sharing(*piece, cards, found, kind_of, len(kinds)), work)
    for (more_deals, more_ties), cost in zip(parts, costs, strict=True):
        deals += more_deals
        ties += more_ties
        done += cost
        if progress is not None:
            progress(done / total)

    assert int(deals.sum()) == comb(len(deck.cards), SEVEN) * comb(len(deck.cards) - SEVEN, SEVEN)
    return Matchups(
        kinds=tuple(kinds),
        weakest=tuple(int(found.strengths[each.index(kind)]) for kind in kinds),
        deals=tuple(tuple(row) for row in deals.tolist()),
        ties=tuple(ties.tolist()),
    )


def _kind_of(strength: int) -> Kind:
    plays = qualifies(strength, poker.ACE_HIGH)
    return Kind(plays, poker.category(strength), int(bonus_event(strength)))


def _pieces(deck: Deck, size: int) -> Iterator[tuple[Rows, Ints]]:
    """Shared sets of so many cards, in pieces of about the same work."""
    step = max(1, _SLICE // comb(len(deck.cards) - size, SEVEN - size))
    sign = (-1) ** size
    for lengths in combinations_with_replacement(
        range(min(size, len(deck.ranks)), -1, -1), deck.suits
    ):
        if sum(lengths) == size:
            shared, weights = _shared_sets(deck, lengths)
            for start in range(0, len(shared), step):
                yield shared[start : start + step], sign * weights[start : start + step]


def _shared_sets(deck: Deck, lengths: tuple[int, ...]) -> tuple[Rows, Ints]:
    """Sets of cards with so many in each suit, one of all that other names of the suits make.

    With each goes how many they are.
    """
    rows, alike = np.empty((1, 0), np.int8), np.ones(1, np.int64)
    suit = 0
    for length, how_many in Counter(lengths).items():
        sets = np.array(list(combinations(deck.ranks, length)), np.int8)
        chosen = np.array(list(combinations_with_replacement(range(len(sets)), how_many))).T
        cards = np.hstack([4 * sets[each] + suit + turn for turn, each in enumerate(chosen)])
        # Suits with the same ranks can be exchanged without making another set.
        run = same = np.ones(chosen.shape[1], np.int64)
        for one, other in pairwise(chosen):
            run = np.where(one == other, run + 1, 1)
            same = same * run
        rows = np.hstack([np.repeat(rows, len(cards), axis=0), np.tile(cards, (len(rows), 1))])
        alike = np.outer(alike, same).ravel()
        suit += how_many
    return rows, factorial(deck.suits) // alike


@kernel
def _sharing(
    shared: Rows, weights: Ints, deck: Rows, table: Lookup, kind_of: Ints, kinds: int
) -> tuple[Ints, Ints]:
    """Pairs of hands that both hold a shared set, by their kinds, and those of equal strength."""
    pairs, ties = np.zeros((kinds, kinds), np.int64), np.zeros(kinds, np.int64)
    counts = np.zeros(len(kind_of), np.int64)
    seen = np.empty(len(kind_of), np.int64)
    keys, bits = np.empty(len(deck), np.int64), np.empty(len(deck), np.int64)
    for row in range(len(shared)):
        key, held = NO_CARDS, 0
        for card in shared[row]:
            key += table.keys[card]
            held |= table.bits[card]
        left = 0
        for card in deck:
            if table.bits[card] & held == 0:
                keys[left], bits[left] = table.keys[card], table.bits[card]
                left += 1
        need = SEVEN - shared.shape[1]
        found = _count_hands(key, held, need, keys[:left], bits[:left], table, counts, seen)
        by_kind = np.zeros(kinds, np.int64)
        for place in seen[:found]:
            by_kind[kind_of[place]] += counts[place]
            ties[kind_of[place]] += weights[row] * counts[place] ** 2
            counts[place] = 0
        for one in range(kinds):
            for two in range(kinds):
                pairs[one, two] += weights[row] * by_kind[one] * by_kind[two]
    return pairs, ties


@kernel
def _count_hands(
    key: int,
    held: int,
    need: int,
    keys: Ints,
    bits: Ints,
    table: Lookup,
    counts: Ints,
    seen: Ints,
) -> int:
    """Complete a hand in every way: counts by place of the strength, and how many places it saw."""
    found = depth = 0
    sums, sets, at = np.full(need, key), np.full(need, held), np.zeros(need, np.int64)
    while depth >= 0:
        if depth == need - 1:
            for last in range(at[depth], len(keys)):
                place = place_of(
                    sums[depth] + keys[last], sets[depth] | bits[last], table.plain, table.flush
                )
                if counts[place] == 0:
                    seen[found] = place
                    found += 1
                counts[place] += 1
            depth -= 1
        elif at[depth] == len(keys):
            depth -= 1
        else:
            card = at[depth]
            at[depth] = at[depth + 1] = card + 1
            sums[depth + 1], sets[depth + 1] = sums[depth] + keys[card], sets[depth] | bits[card]
            depth += 1
    return found
