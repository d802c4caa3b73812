"""Every situation in which a player decides, and how the deals go on from each of them.

The dealer's hands fall into a few regions within which a settlement rule says the same.  Where they
begin is read off the rule, by asking it about every strength of the player against every strength
of the dealer, so that nothing is assumed about how it compares hands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import THREADS, Ints, Progress, kernel
from fairdeal.analysis.play_or_fold.dealer import (
    dealer_hands,
    fill_regions,
    fill_regions_with_up,
)
from fairdeal.analysis.play_or_fold.deals import DECK, Cards, every_hand, orbits


@dataclass(frozen=True)
class Situations:
    """What a player may know when deciding, a row each, and a column for each way to go on.

    Hands of one kind are settled alike by every bet, so that prices are asked for kinds.  Where the
    dealer shows a card, each hand has a row for every card that may be up, one after the other.
    """

    hands: Cards
    """Examples of the player's cards."""
    ways: Ints
    """How many hands are like each example."""
    kind: Ints
    """The kind of each hand."""
    strengths: Ints
    """Of the player's hand, by kind."""
    dealers: Ints
    """A strength that stands for the column's dealer hands, by kind and column."""
    counts: Ints
    """Dealer hands by row and column."""
    events: Mapping[str, Ints] = field(default_factory=dict)
    """What the player's cards are for bets that pay by a table, by kind."""
    column_events: Ints | None = None
    """What the player's and the dealer's cards are together, by column."""
    ups: Cards | None = None
    """The dealer's card that lies face up, by row."""
    edges: Ints = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    """The classes of the dealer's hand at which the columns begin, by kind."""

    @property
    def each(self) -> int:
        """Rows that a hand has."""
        return len(self.counts) // len(self.hands)

    def by_row(self, by_hand: Ints) -> Ints:
        """What is known of the hands, for every row."""
        return by_hand.repeat(self.each)

    @property
    def going_on(self) -> int:
        """Dealer hands that are possible in a situation."""
        return int(self.counts[0].sum())

    @property
    def deals(self) -> int:
        """All deals."""
        return int(self.ways.sum()) * self.each * self.going_on


@kernel
def region_starts(said: Ints) -> Ints:
    """Where the regions of each row begin; *said* is what the rule says by dealer class.

    A row with fewer regions than others ends in empty ones.
    """
    rows, classes = said.shape
    most = 0
    for i in range(rows):
        number = 1
        for k in range(1, classes):
            if said[i, k] != said[i, k - 1]:
                number += 1
        most = max(most, number)
    starts = np.full((rows, most + 1), classes, np.int64)
    for i in range(rows):
        starts[i, 0] = 0
        number = 1
        for k in range(1, classes):
            if said[i, k] != said[i, k - 1]:
                starts[i, number] = k
                number += 1
    return starts


@dataclass(frozen=True)
class Rows:
    """Hands that differ in something that counts, one example of each."""

    hands: Cards
    ways: Ints
    index: NDArray[np.intp]
    """Of the example among all hands of that size."""


def rows_of(size: int, strengths: Ints, events: Mapping[str, Ints]) -> Rows:
    """One hand for each orbit of suits and each difference in *events*, which suits may make.

    The *strengths* of all hands show that suits make no other difference.
    """
    key = orbits(size).of
    assert np.array_equal(strengths[orbits(size).first][key], strengths), "a suit has a strength"
    for each in events.values():
        key = key * (int(each.max()) + 1) + each
    _, index, ways = np.unique(key, return_index=True, return_counts=True)
    return Rows(every_hand(size)[index], ways.astype(np.int64), index)


def situations(
    rows: Rows, strengths: Ints, regions: Ints, starts: Ints, events: Mapping[str, Ints]
) -> Situations:
    """The situations of players who see their own cards only.

    *regions* says which row of *starts* holds the regions of each hand.
    """
    counted = np.zeros((len(regions), starts.shape[1] - 1), np.int64)
    fill_regions(rows.hands, starts[regions], dealer_hands(), counted)
    return _situations(rows, strengths, regions, starts, events, counted)


def situations_with_up_card(rows: Rows, strengths: Ints, regions: Ints, starts: Ints) -> Situations:
    """The same for players who also see one of the dealer's cards."""
    ups = _rests(rows.hands)
    counted = np.zeros((ups.size, starts.shape[1] - 1), np.int64)
    edges, counts, each = starts[regions], dealer_hands(), ups.shape[1]
    half = len(ups) // 2

    def fill(part: slice) -> None:
        rest = slice(part.start * each, part.stop * each)
        fill_regions_with_up(rows.hands[part], ups[part], edges[part], counts, counted[rest])

    list(THREADS.map(fill, (slice(0, half), slice(half, len(ups)))))
    found = _situations(rows, strengths, regions, starts, {}, counted)
    return replace(found, ups=ups.ravel())


def _situations(
    rows: Rows,
    strengths: Ints,
    regions: Ints,
    starts: Ints,
    events: Mapping[str, Ints],
    counted: Ints,
) -> Situations:
    """Hands of the same regions and events are of one kind."""
    own = {name: each[rows.index] for name, each in events.items()}
    key = regions
    for event in own.values():
        key = key * (int(event.max()) + 1) + event
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return Situations(
        rows.hands,
        rows.ways,
        kind.astype(np.int64),
        strengths[first],
        _dealers(starts)[regions[first]],
        counted,
        {name: event[first] for name, event in own.items()},
        edges=starts[regions[first]],
    )


@kernel
def _rests(hands: Cards) -> Cards:
    """The cards beside each hand."""
    rests = np.empty((len(hands), DECK - hands.shape[1]), np.int64)
    for i in range(len(hands)):
        rests[i] = rest_of_deck(hands[i])
    return rests


def split_columns(
    where: Situations,
    count: Callable[[Cards, Ints, NDArray[np.int16]], Ints],
    events: int,
    progress: Progress,
) -> Situations:
    """The situations with each column divided by an event of all the cards together.

    *count* goes through every deal of some of the hands, which takes its time.
    """
    chunks = np.array_split(np.arange(len(where.hands)), max(1, len(where.hands) // 50))
    done: list[Ints] = []
    jobs = [
        THREADS.submit(
            count, where.hands[part], where.edges[where.kind[part]], dealer_hands().class_of
        )
        for part in chunks
    ]
    for job in jobs:
        done.append(job.result())
        progress(len(done) / len(jobs))
    return replace(
        where,
        counts=np.concatenate(done),
        dealers=where.dealers.repeat(events, axis=1),
        column_events=np.tile(np.arange(events), where.counts.shape[1]),
    )


@kernel
def rest_of_deck(hand: Cards) -> Cards:
    """The cards that are not in the hand, rising."""
    held = np.zeros(DECK, np.int64)
    for card in hand:
        held[card] = 1
    return np.nonzero(held == 0)[0]


@kernel
def column_of(edges: Ints, dealer_class: int) -> int:
    """The column that a dealer's hand falls into."""
    column = 0
    while edges[column + 1] <= dealer_class:
        column += 1
    return column


def _dealers(starts: Ints) -> Ints:
    """A strength that stands for each region; an empty one may borrow any."""
    strengths = dealer_hands().strengths
    return strengths[np.minimum(starts[:, :-1], len(strengths) - 1)]
