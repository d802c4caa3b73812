"""Games with a dealer's hand: every board, every hand on it, against every hand of the dealer.

The loop goes over boards up to suits.  On a board the hands are put in order of strength, and
what lies below a hand is counted without the hands that share a card with it.  Sums are kept by
what a player knows at the decision before the last: the cards of the board that are turned then,
up to suits, and the two cards held.  The last choice is made in the loop.
"""

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers.hands import (
    SWAPS,
    Deck,
    Rows,
    canonical_swap,
    examples,
    pair_place,
    place_of,
    suit_groups,
    swap_number,
    swapped,
    swaps_within,
)
from fairdeal.analysis.solvers.ranking import Classes, rest_of
from fairdeal.analysis.solvers.regions import Jumps

PAIRS: Final = comb(52, 2)
CHUNK: Final = 512
LANES: Final = min(os.cpu_count() or 1, 4)
"""Threads that count at the same time; each has sums of its own."""


class Turned(NamedTuple):
    """The common cards known at a decision, up to suits."""

    cards: Rows
    """One set for each orbit."""
    ways: Ints
    orbit: NDArray[np.int32]
    """By place of the cards; -1 for cards that are not in the deck."""
    swap: NDArray[np.int8]
    """The row of ``SWAPS`` that turns the cards into the orbit's example."""


@cache
def turned(size: int, deck: Deck, fixed: str) -> Turned:
    """Every set of *size* common cards."""
    of = examples(size, deck, fixed)
    orbit = np.full(comb(52, size), -1, np.int32)
    swap = np.zeros(comb(52, size), np.int8)
    groups = suit_groups(deck, fixed)
    _number(of.hands, SWAPS[swaps_within(groups)], np.array(groups), orbit, swap)
    return Turned(of.hands, of.ways, orbit, swap)


@kernel
def _number(
    hands: Rows, swaps: Ints, groups: Ints, orbit: NDArray[np.int32], swap: NDArray[np.int8]
) -> None:
    cards = np.empty(hands.shape[1], np.int64)
    image = np.empty(hands.shape[1], np.int64)
    back = np.empty(4, np.int64)
    for row in range(len(hands)):
        cards[:] = hands[row]
        for each in swaps:
            swapped(cards, each, image)
            canonical_swap(image, groups, back)
            orbit[place_of(image)] = row
            swap[place_of(image)] = swap_number(back)


class Layout(NamedTuple):
    """What the loop knows of the cards."""

    deck: Ints
    one: Rows
    two: Rows
    """Every two places among the cards beside a board."""
    known: Rows
    """Every choice of places on the board for the cards turned at the decision before the last."""
    orbit: NDArray[np.int32]
    swap: NDArray[np.int8]
    swapped: NDArray[np.int16]
    start: NDArray[np.int16]
    """The orbit of each pair, as a starting hand."""
    own_kind: NDArray[np.int16]
    """What each pair is for the events of own cards."""
    own_kinds: int


class Terms(NamedTuple):
    """What the loop knows of bets: prices in groups of bets that are always staked alike.

    The kind of a hand is its class, times the kinds of own cards, plus the kind of its own cards.
    """

    groups: Jumps
    """Prices of each group with one unit of its stake, lines that are open at 0."""
    slots: Jumps
    """How often an open line pays, for each bet that has some."""
    lines: Ints
    """Which of the open lines pays, by kind and bet with open lines; -1 for none."""
    fixed: Ints
    opening: Ints
    """Stakes of each group after each choice that ends the hand at the first decision."""
    middle: Ints
    """The same at the decision before the last."""
    final: Ints
    """The same at the last decision, on the whole board; no rows where there is none."""
    added: Ints
    """Units that each of these choices puts on the bets."""
    fold: int
    """What a fold then brings against each hand of the dealer; 1 where there is no fold."""


class Sums(NamedTuple):
    """What one thread adds up.  Every sum is over all the deals of an orbit."""

    middle: Ints
    """By column, orbit of the turned cards and hand.  The columns are the choices that end the
    hand, and the best of the last choices, which has the units added in its low bits."""
    middle_lines: Ints
    """How often each open line pays, by orbit, hand and line."""
    opening: Ints
    """By starting hand and group of bets, with one unit of its stake."""
    opening_lines: Ints
    every: Ints
    """Hands by kind: all, and those against which the dealer is below each edge."""


class Unsure(NamedTuple):
    """Hands on boards whose last choice depends on the pay table."""

    board: NDArray[np.int32]
    hand: NDArray[np.int16]
    value: Ints
    """What staying is worth more than a fold, with nothing paid by open lines."""
    wins: Ints
    """How often a line pays, by bet with open lines."""
    lines: Ints
    added: Ints


class Faced(NamedTuple):
    """What a board's hands face: dealer hands that are below each edge."""

    order: NDArray[np.int16]
    below: Ints
    """By hand and edge: below its class, up to its class, below each fixed edge."""
    place: Ints
    """The place of each hand's two cards."""
    at: Ints
    with_card: Ints
    seen: Ints


@kernel
def new_faced(hands: int, rest: int, classes: int, fixed: int) -> Faced:
    """Room for what the hands of a board face."""
    return Faced(
        np.zeros(hands, np.int16),
        np.zeros((hands, 2 + fixed), np.int64),
        np.zeros(hands, np.int64),
        np.zeros(classes + 1, np.int64),
        np.zeros((rest, 1 + fixed), np.int64),
        np.zeros(1 + fixed, np.int64),
    )


@kernel
def face(classes: Classes, rest: Ints, where: Layout, fixed: Ints, found: Faced) -> None:
    """Count for each hand of a board how many of the dealer's are below each edge."""
    one, two, hands = where.one, where.two, len(classes)
    low, high = classes.min(), classes.max()
    count, order, below = found.at, found.order, found.below
    count[low : high + 2] = 0
    for h in range(hands):
        count[classes[h] + 1] += 1
        found.place[h] = pair_place(rest[one[h]], rest[two[h]])
    for k in range(low, high + 1):
        count[k + 1] += count[k]
    for h in range(hands):
        k = classes[h]
        order[count[k]] = h
        count[k] += 1
    seen, with_card = found.seen, found.with_card
    seen[:] = 0
    with_card[:] = 0
    for e in range(len(fixed)):
        for h in range(hands):
            if classes[h] < fixed[e]:
                seen[1 + e] += 1
                with_card[one[h], 1 + e] += 1
                with_card[two[h], 1 + e] += 1
        for h in range(hands):
            at = seen[1 + e] - with_card[one[h], 1 + e] - with_card[two[h], 1 + e]
            below[h, 2 + e] = at + 1 if classes[h] < fixed[e] else at
    first = 0
    so_far = 0
    while first < hands:
        k = classes[order[first]]
        last = first
        while last < hands and classes[order[last]] == k:
            h = order[last]
            below[h, 0] = so_far - with_card[one[h], 0] - with_card[two[h], 0]
            last += 1
        for i in range(first, last):
            with_card[one[order[i]], 0] += 1
            with_card[two[order[i]], 0] += 1
        so_far += last - first
        for i in range(first, last):
            h = order[i]
            # The hand itself was taken off twice, with each of its cards.
            below[h, 1] = so_far - with_card[one[h], 0] - with_card[two[h], 0] + 1
        first = last


@kernel
def _worth(prices: Jumps, kind: int, price: int, below: Ints, dealers: int, edges: int) -> int:
    """A price summed over the dealer's hands."""
    total: int = prices.top[kind, price] * dealers
    for e in range(edges):
        total -= prices.at[kind, e, price] * below[e]
    return total


@kernel
def _best_last(stakes: Ints, units: Ints, finals: int, groups: int) -> tuple[int, int]:
    """What the best of the last choices is worth, and which it is."""
    best = chosen = 0
    for t in range(finals):
        value = 0
        for g in range(groups):
            value += stakes[t, g] * units[g]
        if t == 0 or value > best:
            best, chosen = value, t
    return best, chosen


@kernel
def _by_turned(
    board: Rows, where: Layout, faced: Faced, values: Ints, payers: Ints, sums: Sums
) -> None:
    """Add a board's values to the sums of all sets of turned cards."""
    hands = len(where.one)
    held = np.zeros(where.known.shape[1], np.int64)
    image = np.zeros(hands, np.int64)
    for f in range(len(where.known)):
        for i in range(len(held)):
            held[i] = board[where.known[f, i]]
        at = place_of(held)
        orbit, swap = where.orbit[at], where.swapped[where.swap[at]]
        for h in range(hands):
            image[h] = swap[faced.place[h]]
        for c in range(len(sums.middle)):
            into, each = sums.middle[c, orbit], values[c]
            for h in range(hands):
                into[image[h]] += each[h]
        lines = sums.middle_lines[orbit]
        for i in range(len(payers)):
            lines[swap[payers[i, 0]], payers[i, 1]] += payers[i, 2]


@cache
def counting(groups: int, slots: int, edges: int, ends: int, finals: int) -> Callable[..., int]:
    """The loop over boards for so many groups of bets, bets with open lines, edges and choices.

    Numbers that the compiler knows make its inner loops several times faster.
    """

    def count_boards(
        boards: Rows,
        ways: Ints,
        first: int,
        classes: Classes,
        where: Layout,
        terms: Terms,
        bits: int,
        sums: Sums,
        unsure: Unsure,
    ) -> int:
        hands = len(where.one)
        rest = np.empty(len(where.deck) - boards.shape[1], np.int64)
        dealers = (len(rest) - 2) * (len(rest) - 3) // 2
        faced = new_faced(hands, len(rest), len(terms.lines), edges - 2)
        values = np.zeros((ends + 1, hands), np.int64)
        units = np.zeros(groups, np.int64)
        wins = np.zeros(slots, np.int64)
        payers = np.zeros((hands * slots, 3), np.int64)  # place, line, how often
        number = 0
        for b in range(len(boards)):
            rest_of(boards[b], where.deck, rest)
            face(classes[b], rest, where, terms.fixed, faced)
            weight = ways[b]
            fold = terms.fold * weight * dealers
            paying = 0
            for i in range(hands):
                h = faced.order[i]
                place = faced.place[h]
                start = where.start[place]
                kind = classes[b, h] * where.own_kinds + where.own_kind[place]
                below = faced.below[h]
                sums.every[kind, 0] += weight * dealers
                for e in range(edges):
                    sums.every[kind, 1 + e] += weight * below[e]
                for g in range(groups):
                    units[g] = weight * _worth(terms.groups, kind, g, below, dealers, edges)
                    sums.opening[start, g] += units[g]
                any_wins = False
                for s in range(slots):
                    line = terms.lines[kind, s]
                    wins[s] = 0
                    if line >= 0:
                        wins[s] = weight * _worth(terms.slots, kind, s, below, dealers, edges)
                        any_wins |= wins[s] > 0
                        payers[paying, 0] = place
                        payers[paying, 1] = line
                        payers[paying, 2] = wins[s]
                        paying += 1
                        sums.opening_lines[start, line] += wins[s]
                for t in range(ends):
                    value = 0
                    for g in range(groups):
                        value += terms.middle[t, g] * units[g]
                    values[t, h] = value
                if finals == 0:
                    continue
                stay, choice = _best_last(terms.final, units, finals, groups)
                added = terms.added[choice] * weight
                if terms.fold <= 0 and stay < fold:
                    if any_wins:
                        if number == len(unsure.hand):
                            return -1
                        unsure.board[number] = first + b
                        unsure.hand[number] = place
                        unsure.value[number] = stay - fold
                        unsure.added[number] = added
                        unsure.wins[number] = wins
                        unsure.lines[number] = terms.lines[kind]
                        number += 1
                    stay, added = fold, 0
                values[ends, h] = (stay << bits) + added
            _by_turned(boards[b], where, faced, values, payers[:paying], sums)
        return number

    return kernel(count_boards)


def in_lanes(
    work: Callable[[int, slice], Any], number: int, progress: Progress = unseen
) -> dict[int, Any]:
    """Do the work for chunks of so many boards, and give back its answers by first board.

    The first argument of *work* is a lane, which is never in two threads at a time.
    """
    chunks = [slice(at, min(at + CHUNK, number)) for at in range(0, number, CHUNK)]
    answers: dict[int, Any] = {}
    running: dict[Future[Any], tuple[int, slice]] = {}
    free, todo = list(range(LANES)), iter(chunks)
    while len(answers) < len(chunks):
        while free and (chunk := next(todo, None)) is not None:
            lane = free.pop()
            running[THREADS.submit(work, lane, chunk)] = lane, chunk
        for done in wait(running, return_when=FIRST_COMPLETED).done:
            lane, chunk = running.pop(done)
            answers[chunk.start] = done.result()
            free.append(lane)
            progress(len(answers) / len(chunks))
    return answers


@kernel
def expand(
    boards: Rows,
    unsure: Unsure,
    where: Layout,
    leaders: NDArray[np.int32],
    found: NDArray[np.int32],
) -> None:
    """The class of each unsure hand for every choice of turned cards.

    *leaders* says which class each hand is in, by orbit of the turned cards.
    """
    held = np.zeros(where.known.shape[1], np.int64)
    for u in range(len(unsure.hand)):
        for f in range(len(where.known)):
            for i in range(len(held)):
                held[i] = boards[unsure.board[u], where.known[f, i]]
            at = place_of(held)
            hand = where.swapped[where.swap[at], unsure.hand[u]]
            found[u, f] = leaders[where.orbit[at], hand]


class Policy(NamedTuple):
    """How each hand ends, as a number of its ending."""

    opening: Ints
    """By pair; -1 where the hand goes on."""
    middle: NDArray[np.int8]
    """By orbit of the turned cards and pair; the number of endings where the hand goes on."""
    final: Ints
    """By choice at the last decision that is not a fold."""
    fold: int
    prices: Jumps
    """Of each group of bets under the pays in force."""
    stakes: Ints
    """As ``Terms.final``."""
    folded: int
    """What a fold brings against each hand of the dealer."""


@kernel
def _count_times(board: Rows, where: Layout, faced: Faced, policy: Policy, times: Ints) -> None:
    """For how many sets of turned cards each hand of a board comes to each ending, or goes on."""
    times[:] = 0
    going = np.zeros(len(where.one), np.int64)
    number = 0
    for h in range(len(going)):
        ending = policy.opening[faced.place[h]]
        if ending >= 0:
            times[ending, h] = len(where.known)
        else:
            going[number] = h
            number += 1
    held = np.zeros(where.known.shape[1], np.int64)
    for f in range(len(where.known)):
        for i in range(len(held)):
            held[i] = board[where.known[f, i]]
        at = place_of(held)
        swap, chosen = where.swapped[where.swap[at]], policy.middle[where.orbit[at]]
        for i in range(number):
            h = going[i]
            times[chosen[swap[faced.place[h]]], h] += 1


@kernel
def mark_boards(
    boards: Rows, where: Layout, turned: NDArray[np.bool_], found: NDArray[np.bool_]
) -> None:
    """Mark the boards on which one of some orbits of turned cards can lie."""
    held = np.zeros(where.known.shape[1], np.int64)
    for b in range(len(boards)):
        for f in range(len(where.known)):
            for i in range(len(held)):
                held[i] = boards[b, where.known[f, i]]
            found[b] |= turned[where.orbit[place_of(held)]]


@cache
def tallying(groups: int, edges: int, endings: int, finals: int) -> Callable[..., None]:
    """The loop that adds up hands by ending and kind: all, and those below each edge.

    For so many groups of bets, edges, endings and last choices that are not folds.
    """

    def tally_boards(
        boards: Rows,
        ways: Ints,
        classes: Classes,
        where: Layout,
        fixed: Ints,
        policy: Policy,
        found: Ints,
    ) -> None:
        hands = len(where.one)
        rest = np.empty(len(where.deck) - boards.shape[1], np.int64)
        dealers = (len(rest) - 2) * (len(rest) - 3) // 2
        faced = new_faced(hands, len(rest), found.shape[1], edges - 2)
        times = np.zeros((endings + 1, hands), np.int64)
        units = np.zeros(groups, np.int64)
        for b in range(len(boards)):
            rest_of(boards[b], where.deck, rest)
            face(classes[b], rest, where, fixed, faced)
            _count_times(boards[b], where, faced, policy, times)
            for i in range(hands):
                h = faced.order[i]
                kind = classes[b, h] * where.own_kinds + where.own_kind[faced.place[h]]
                below = faced.below[h]
                if times[endings, h]:
                    for g in range(groups):
                        units[g] = _worth(policy.prices, kind, g, below, dealers, edges)
                    best, choice = _best_last(policy.stakes, units, finals, groups)
                    ending = policy.final[choice]
                    if policy.fold >= 0 and best < policy.folded * dealers:
                        ending = policy.fold
                    times[ending, h] += times[endings, h]
                for t in range(endings):
                    if times[t, h]:
                        weight = times[t, h] * ways[b]
                        found[t, kind, 0] += weight * dealers
                        for e in range(edges):
                            found[t, kind, 1 + e] += weight * below[e]

    return kernel(tally_boards)


@kernel
def face_one(
    classes: Classes, rests: Ints, where: Layout, own: Ints, fixed: Ints, found: Ints
) -> None:
    """For one hand on each board: its class, and dealer hands in all and below each edge."""
    for b in range(len(classes)):
        mine = 0
        for h in range(classes.shape[1]):
            if rests[b, where.one[h]] == own[0] and rests[b, where.two[h]] == own[1]:
                mine = classes[b, h]
        found[b, 0] = mine
        for h in range(classes.shape[1]):
            one, two = rests[b, where.one[h]], rests[b, where.two[h]]
            if one == own[0] or one == own[1] or two == own[0] or two == own[1]:
                continue
            found[b, 1] += 1
            if classes[b, h] < mine:
                found[b, 2] += 1
            if classes[b, h] <= mine:
                found[b, 3] += 1
            for e in range(len(fixed)):
                if classes[b, h] < fixed[e]:
                    found[b, 4 + e] += 1
