"""Counts for games with common cards and a dealer's hand: all deals, before any pay is known."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.progress import Progress
from fairdeal.analysis.solvers import board_kernels as loops
from fairdeal.analysis.solvers.board_kernels import CHUNK, LANES, PAIRS, in_lanes, turned
from fairdeal.analysis.solvers.board_setup import Setup
from fairdeal.analysis.solvers.hands import (
    SWAPS,
    Rows,
    examples,
    suit_groups,
    swapped,
    swapped_pairs,
    swaps_within,
)
from fairdeal.analysis.solvers.ranking import OWN, Kinds, Ranking, ranking
from fairdeal.analysis.solvers.regions import Regions, regions
from fairdeal.analysis.solvers.settling import Forms
from fairdeal.errors import Refused
from fairdeal.games.kinds import Of


class BoardCounts(NamedTuple):
    """All that best play needs, without any pay of an open line."""

    first: NDArray[np.int32]
    """Where the classes of each orbit of turned cards begin, and where the last ones end."""
    hand: NDArray[np.int16]
    """A class is an orbit of turned cards with a hand; the place of one such hand."""
    ways: NDArray[np.int16]
    columns: Ints
    """Parts of a unit by class: for each choice that ends the hand, and for going on."""
    added: Ints
    """Units that the last decision adds, by class."""
    lines: Ints
    """How often each open line pays, by class."""
    opening: Ints
    """Parts of a unit by starting hand, for each choice that ends the hand at once."""
    opening_lines: Ints
    every: Ints
    """Deals by kind of hand: all, and those in which the dealer is below each edge."""
    unsure: NDArray[np.int32]
    """The classes of hands whose last choice depends on the pays, one for each such hand."""
    unsure_board: NDArray[np.int32]
    """The board of each of them."""
    unsure_value: Ints
    """What staying is worth more than a fold when no open line pays."""
    unsure_wins: Ints
    unsure_lines: Ints
    unsure_added: Ints
    strengths: Ints
    events: Ints
    plain: NDArray[np.int16]
    flushes: NDArray[np.int16]
    fixed: Ints
    order: Ints
    form: Ints
    """What the rule says by kind and region, as a number of the different forms."""
    form_fixed: Ints
    form_line: Ints

    @property
    def regions(self) -> Regions:
        """The regions that the rule was seen to have."""
        forms = Forms(self.form_fixed[self.form], self.form_line[self.form])
        return Regions(self.fixed, self.order, forms)


class Swaps(NamedTuple):
    """The swaps of suits that change nothing."""

    suits: Ints
    pairs: NDArray[np.int16]
    """The place of every pair after each swap."""


class _Merged(NamedTuple):
    """Sums by what a player knows at the decision before the last, up to suits."""

    first: NDArray[np.int32]
    """Where the hands of each orbit of turned cards begin, and where the last ones end."""
    hand: NDArray[np.int16]
    """The place of one hand of each class."""
    ways: NDArray[np.int16]
    """Sets of turned cards with a hand that are like it."""
    columns: Ints
    """By class; columns as in ``Sums.middle``."""
    lines: Ints


@kernel
def _merge(
    cards: Rows,
    ways: Ints,
    swaps: Swaps,
    in_deck: NDArray[np.bool_],
    sums: loops.Sums,
    found: _Merged,
) -> None:
    """Gather hands that a swap of suits makes one; write what there is room for."""
    own = np.empty(cards.shape[1], np.int64)
    image = np.empty(cards.shape[1], np.int64)
    keeping = np.zeros(len(swaps.suits), np.int64)
    stays = np.zeros(PAIRS, np.int64)
    number = 0
    for orbit in range(len(cards)):
        own[:] = cards[orbit]
        kept = 0
        for s in range(len(swaps.suits)):
            swapped(own, swaps.suits[s], image)
            if (image == own).all():
                keeping[kept] = s
                kept += 1
        found.first[orbit] = number
        high = 1
        for hand in range(PAIRS):
            if hand == (high + 1) * high // 2:
                high += 1
            low = hand - high * (high - 1) // 2
            is_free = in_deck[low] and in_deck[high]
            for card in own:
                is_free &= card != low and card != high
            if not is_free:
                continue
            leader = hand
            for i in range(kept):
                leader = min(leader, swaps.pairs[keeping[i], hand])
            if leader == hand:
                stays[hand] = number
                number += 1
            at = stays[leader]
            if at < len(found.hand):
                if leader == hand:
                    found.hand[at] = hand
                    found.ways[at] = 0
                found.ways[at] += ways[orbit]
                for c in range(len(sums.middle)):
                    found.columns[at, c] += sums.middle[c, orbit, hand]
                for c in range(found.lines.shape[1]):
                    found.lines[at, c] += sums.middle_lines[orbit, hand, c]
    found.first[len(cards)] = number


@kernel
def _lead(
    first: NDArray[np.int32],
    hand: NDArray[np.int16],
    cards: Rows,
    swaps: Swaps,
    found: NDArray[np.int32],
) -> None:
    """Write which class each hand is in, by orbit of the turned cards."""
    own = np.empty(cards.shape[1], np.int64)
    image = np.empty(cards.shape[1], np.int64)
    for orbit in range(len(cards)):
        own[:] = cards[orbit]
        for s in range(len(swaps.suits)):
            swapped(own, swaps.suits[s], image)
            if (image == own).all():
                for at in range(first[orbit], first[orbit + 1]):
                    found[orbit, swaps.pairs[s, hand[at]]] = at


def count(setup: Setup, progress: Progress) -> BoardCounts:
    """Count every deal."""
    structure, deck, suits = setup.structure, setup.deck, setup.suits
    rank = ranking(setup.game.player, setup.events_of(Of.HAND), structure.common, deck, suits)
    classes, events = setup.kinds(np.arange(len(rank.strengths)), rank.events)
    where = regions(setup.settling, rank.strengths, classes, events)
    terms, layout = setup.terms(where), setup.layout
    boards = examples(structure.common, deck, suits)
    slots, edges = terms.lines.shape[1], 2 + len(where.fixed)
    count_boards = loops.counting(
        len(setup.groups), slots, edges, len(terms.middle), len(terms.final)
    )
    bits, narrow = setup.widths(terms)
    sums = [_sums(setup, terms, narrow) for _ in range(LANES)]
    room = CHUNK * len(layout.one) // 8 if slots else 0

    def work(lane: int, part: slice) -> loops.Unsure:
        unsure = _unsure(room, slots)
        number = count_boards(
            boards.hands[part],
            boards.ways[part],
            part.start,
            rank.classes(boards.hands[part], deck),
            layout,
            terms,
            bits,
            sums[lane],
            unsure,
        )
        if number < 0:
            raise Refused(
                "too many last choices depend on the pay table to count it for any pays: give the"
                " pays of more lines",
                code="game.unsolved",
            )
        return _cut(unsure, number)

    work(0, slice(0, 0))  # compiled here, not in every thread
    found = in_lanes(work, len(boards.ways), progress)
    total = sums[0]
    for other in sums[1:]:
        for one, two in zip(total, other, strict=True):
            one += two
    del sums[1:]
    return _counts(setup, rank, where, total, bits, _joined([found[at] for at in sorted(found)]))


def _sums(setup: Setup, terms: loops.Terms, narrow: bool) -> loops.Sums:
    known = len(turned(setup.middle.common, setup.deck, setup.suits).ways)
    starts = len(examples(OWN, setup.deck, setup.suits).ways)
    lines = len(setup.settling.sheet.open)
    wide = np.int32 if narrow else np.int64
    return loops.Sums(
        np.zeros((len(terms.middle) + setup.has_final, known, PAIRS), np.int64),
        np.zeros((known, PAIRS, lines), wide),
        np.zeros((starts, len(setup.groups)), np.int64),
        np.zeros((starts, lines), np.int64),
        np.zeros((len(terms.lines), 3 + len(terms.fixed)), np.int64),
    )


def _unsure(room: int, slots: int) -> loops.Unsure:
    return loops.Unsure(
        np.zeros(room, np.int32),
        np.zeros(room, np.int16),
        np.zeros(room, np.int64),
        np.zeros((room, slots), np.int64),
        np.zeros((room, slots), np.int64),
        np.zeros(room, np.int64),
    )


def _cut(unsure: loops.Unsure, number: int) -> loops.Unsure:
    return loops.Unsure(
        unsure.board[:number].copy(),
        unsure.hand[:number].copy(),
        unsure.value[:number].copy(),
        unsure.wins[:number].copy(),
        unsure.lines[:number].copy(),
        unsure.added[:number].copy(),
    )


def _joined(parts: list[loops.Unsure]) -> loops.Unsure:
    return loops.Unsure(
        np.concatenate([part.board for part in parts]),
        np.concatenate([part.hand for part in parts]),
        np.concatenate([part.value for part in parts]),
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.lines for part in parts]),
        np.concatenate([part.added for part in parts]),
    )


def _counts(
    setup: Setup,
    rank: Ranking,
    where: Regions,
    total: loops.Sums,
    bits: int,
    unsure: loops.Unsure,
) -> BoardCounts:
    """Gather the sums by class."""
    known = turned(setup.middle.common, setup.deck, setup.suits)
    swaps = _swaps(setup)
    in_deck = np.isin(np.arange(52), setup.deck)

    def merged(number: int) -> _Merged:
        found = _Merged(
            np.zeros(len(known.ways) + 1, np.int32),
            np.zeros(number, np.int16),
            np.zeros(number, np.int16),
            np.zeros((number, len(total.middle)), np.int64),
            np.zeros((number, total.middle_lines.shape[2]), total.middle_lines.dtype),
        )
        _merge(known.cards, known.ways, swaps, in_deck, total, found)
        return found

    found = merged(int(merged(0).first[-1]))
    added = np.zeros(len(found.hand), np.int64)
    if setup.has_final:
        added = found.columns[:, -1] & ((1 << bits) - 1)
        found.columns[:, -1] >>= bits
    expanded = np.zeros((len(unsure.hand), len(setup.layout.known)), np.int32)
    boards = examples(setup.structure.common, setup.deck, setup.suits).hands
    loops.expand(
        boards, unsure, setup.layout, classes_by_hand(setup, found.first, found.hand), expanded
    )
    times = expanded.shape[1]
    both = np.concatenate(where.forms, axis=2)
    forms, number = np.unique(both.reshape(-1, both.shape[2]), axis=0, return_inverse=True)
    kinds = rank.kinds or Kinds(np.zeros((0, 0), np.int16), np.zeros(0, np.int16), 0)
    return BoardCounts(
        found.first,
        found.hand,
        found.ways,
        found.columns,
        added,
        found.lines,
        total.opening @ setup.terms(where).opening.T * times,
        total.opening_lines * times,
        total.every * times,
        expanded.ravel(),
        unsure.board.repeat(times),
        unsure.value.repeat(times),
        unsure.wins.repeat(times, axis=0),
        unsure.lines.repeat(times, axis=0),
        unsure.added.repeat(times),
        rank.strengths,
        rank.events,
        kinds.plain,
        kinds.flushes,
        where.fixed,
        where.order,
        number.reshape(where.forms.fixed.shape[:2]),
        *np.split(forms, 2, axis=1),
    )


def _swaps(setup: Setup) -> Swaps:
    of = swaps_within(suit_groups(setup.deck, setup.suits))
    return Swaps(SWAPS[of], swapped_pairs()[of])


def classes_by_hand(
    setup: Setup, first: NDArray[np.int32], hand: NDArray[np.int16]
) -> NDArray[np.int32]:
    """The class of every pair, by orbit of the turned cards."""
    known = turned(setup.middle.common, setup.deck, setup.suits)
    found = np.zeros((len(known.ways), PAIRS), np.int32)
    swaps = _swaps(setup)
    _lead(first, hand, known.cards, swaps, found)
    return found
