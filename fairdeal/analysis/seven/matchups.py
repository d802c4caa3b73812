"""The player's seven cards and the dealer's together: what each makes, over every deal of a deck.

Two hands chosen freely may share cards.  The deals, in which they share none, are all pairs of
hands, less those with a given card in common, plus those with two, and so on: for every set of
shared cards it is enough to know what the hands that hold it make.  Sets that differ only in the
names of the suits count as one.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations, combinations_with_replacement, pairwise
from math import comb, factorial
from typing import Final, NamedTuple

import numpy as np

from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seven.lookup import NO_CARDS, RANKS, Lookup, flush_ranks, lookup
from fairdeal.analysis.seven.outcomes import SEVEN, Outcomes, weakest_that_plays
from fairdeal.analysis.seven.patterns import FULL, Deck, Rows
from fairdeal.games.showdown import qualifies, showdown
from fairdeal.games.three_way_action import bonus_event, settle_poker
from fairdeal.hands import poker

_PIECE: Final = 1 << 22
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
    """Those that occur, weakest first."""
    weakest: tuple[int, ...]
    """The lowest strength of each kind."""
    deals: tuple[tuple[int, ...], ...]
    """By the player's kind and then the dealer's."""
    ties: tuple[int, ...]
    """Those deals with two hands of a kind in which they are equally strong."""

    def showdowns(self) -> Iterator[tuple[Kind, int, int, int]]:
        """The player's kind, an example of both strengths, and how many deals end like it."""
        for mine, player in enumerate(self.weakest):
            for yours, dealer in enumerate(self.weakest):
                ways = self.deals[mine][yours]
                if mine == yours:
                    # Exchanging the hands shows that either is the stronger one as often.
                    uneven = (ways - self.ties[mine]) // 2
                    yield self.kinds[mine], player + 1, dealer, uneven
                    yield self.kinds[mine], player, dealer + 1, uneven
                    ways = self.ties[mine]
                yield self.kinds[mine], player, dealer, ways

    @property
    def outcomes(self) -> Outcomes:
        """How the poker bet ends."""
        counts, playing = Counter[int](), weakest_that_plays()
        for _, player, dealer, ways in self.showdowns():
            counts[showdown(player, dealer, playing)] += ways
        return Outcomes(*(counts[end] for end in range(len(Outcomes._fields))))

    @property
    def bonus_and_poker(self) -> dict[tuple[int, Fraction], int]:
        """Deals by the player's bonus event and the net units of the poker bet."""
        counts = Counter[tuple[int, Fraction]]()
        for kind, player, dealer, ways in self.showdowns():
            counts[kind.bonus, Fraction(*settle_poker(player, dealer))] += ways
        return {end: counts[end] for end in sorted(counts) if counts[end]}


def matchups(deck: Deck = FULL, progress: Progress = unseen) -> Matchups:
    """Every deal of two hands, by what they make."""
    found = lookup(deck)
    playing = weakest_that_plays()
    each = [_kind_of(strength, playing) for strength in found.strengths.tolist()]
    assert each == sorted(each), "a higher kind is a stronger hand"
    kinds = sorted(set(each))
    kind_of = np.array([kinds.index(kind) for kind in each])

    # Nothing shared: all pairs of hands.  Seven cards shared: every hand with itself.
    by_kind, squares = np.zeros((2, len(kinds)), np.int64)
    np.add.at(by_kind, kind_of, found.ways)
    np.add.at(squares, kind_of, found.ways**2)
    deals, ties = np.outer(by_kind, by_kind) - np.diag(by_kind), squares - by_kind

    # From the highest card down, the last card of a hand moves a sum of ranks least, so that the
    # strengths looked up one after the other lie together.
    cards = np.array(deck.cards[::-1], np.int8)
    work = [piece for size in range(1, SEVEN) for piece in _pieces(deck, size)]
    hands = [len(shared) * _hands_with(deck, shared.shape[1]) for shared, _ in work]
    parts = THREADS.map(
        lambda piece: _sharing(piece[0], piece[1], cards, found, kind_of, len(kinds)), work
    )
    for done, (more_deals, more_ties) in zip(accumulate(hands), parts, strict=True):
        deals += more_deals
        ties += more_ties
        progress(done / sum(hands))

    total = comb(len(cards), SEVEN) * comb(len(cards) - SEVEN, SEVEN)
    assert int(deals.sum()) == total, "every deal is of one pair of kinds"
    return Matchups(
        kinds=tuple(kinds),
        weakest=tuple(int(found.strengths[each.index(kind)]) for kind in kinds),
        deals=tuple(map(tuple, deals.tolist())),
        ties=tuple(ties.tolist()),
    )


def _kind_of(strength: int, playing: int) -> Kind:
    plays = qualifies(strength, playing)
    return Kind(plays, poker.category(strength), int(bonus_event(strength)))


def _hands_with(deck: Deck, size: int) -> int:
    """How many hands hold a given set of so many cards."""
    return comb(len(deck.cards) - size, SEVEN - size)


def _pieces(deck: Deck, size: int) -> Iterator[tuple[Rows, Ints]]:
    """Shared sets of so many cards and their signed weights, in pieces of about equal work."""
    step = max(1, _PIECE // _hands_with(deck, size))
    longest = min(size, len(deck.ranks))
    for lengths in combinations_with_replacement(range(longest, -1, -1), deck.suits):
        if sum(lengths) == size:
            shared, weights = _shared_sets(deck, lengths)
            for start in range(0, len(shared), step):
                piece = slice(start, start + step)
                yield shared[piece], (-1) ** size * weights[piece]


def _shared_sets(deck: Deck, lengths: tuple[int, ...]) -> tuple[Rows, Ints]:
    """Sets with so many cards in each suit, and how many sets other names of the suits make."""
    rows, alike = np.empty((1, 0), np.int8), np.ones(1, np.int64)
    suit = 0
    for length, suits in Counter(lengths).items():
        sets = np.array(list(combinations(deck.ranks, length)), np.int8)
        chosen = np.array(list(combinations_with_replacement(range(len(sets)), suits))).T
        cards = np.hstack([4 * sets[each] + suit + turn for turn, each in enumerate(chosen)])
        # Suits with the same ranks can be exchanged without making another set.
        run = same = np.ones(len(cards), np.int64)
        for one, other in pairwise(chosen):
            run = np.where(one == other, run + 1, 1)
            same = same * run
        rows = np.hstack([np.repeat(rows, len(cards), axis=0), np.tile(cards, (len(rows), 1))])
        alike = np.outer(alike, same).ravel()
        suit += suits
    return rows, factorial(deck.suits) // alike


@kernel
def _sharing(
    shared: Rows, weights: Ints, deck: Rows, table: Lookup, kind_of: Ints, kinds: int
) -> tuple[Ints, Ints]:
    """Pairs of hands that both hold a shared set, by their kinds, and those of equal strength."""
    pairs, ties = np.zeros((kinds, kinds), np.int64), np.zeros(kinds, np.int64)
    counts, seen = np.zeros(len(kind_of), np.int64), np.empty(len(kind_of), np.int64)
    keys, bits = table.keys, table.bits
    rest_keys, rest_bits = np.empty(len(deck), np.int64), np.empty(len(deck), np.int64)
    for row in range(len(shared)):
        key, held = NO_CARDS, 0
        for card in shared[row]:
            key += keys[card]
            held |= bits[card]
        left = 0
        for card in deck:
            if bits[card] & held == 0:
                rest_keys[left], rest_bits[left] = keys[card], bits[card]
                left += 1
        need = SEVEN - shared.shape[1]
        rest = rest_keys[:left], rest_bits[:left]
        found = _count_hands(key, held, need, rest, table, counts, seen)

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
    rest: tuple[Ints, Ints],
    table: Lookup,
    counts: Ints,
    seen: Ints,
) -> int:
    """Complete a hand in every way: counts of each strength, and how many strengths were seen."""
    keys, bits = rest
    plain, flush = table.plain, table.flush  # taken out once: each taking costs as much as a hand
    sums, sets, at = np.full(need, key), np.full(need, held), np.zeros(need, np.int64)
    found = depth = 0
    while depth >= 0:
        if depth == need - 1:
            key, held = sums[depth], sets[depth]
            for last in range(at[depth], len(keys)):
                suited = flush_ranks(key + keys[last], held | bits[last])
                place = flush[suited] if suited else plain[key + keys[last] & RANKS]
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
