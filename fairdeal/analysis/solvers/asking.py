"""Rules asked about many hands at once: compiled loops round the rules that a game names."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Whole, kernel, part
from fairdeal.analysis.solvers.orbits import in_threads
from fairdeal.cards import SUITS
from fairdeal.errors import Refused
from fairdeal.games.kinds import Rule, Signature, forms_of, takes_one_by_one

CARDS: Final = np.arange(52)
"""The cards of a full deck by position."""

MOST: Final = 9
"""Cards or events that a rule takes at most."""

_STEP: Final = 1_009
"""How far apart pays are that tell lines of pay tables apart; no sum of a few bridges it."""

_SAMPLE: Final = 2_000
"""Hands that are asked about a second time."""

_REGIONS: Final = 4
"""Regions that hands usually have at most."""


@cache
def first(size: int) -> Callable[[Any, Any], tuple[int, ...]]:
    """What takes the first numbers of a row into a tuple, each looked up in another array.

    A kernel knows the length of a tuple only from its code, so that each length has its own.  The
    numbers are ints, because rules count beyond the few bits in which arrays keep cards.  LLVM
    joins these functions; were they parts that Numba joins, they would compile ten times as long.
    """
    if size > MOST:
        raise Refused(
            f"{size} cards or events are too many: expected {MOST} at most", code="game.unsolved"
        )
    if size == 0:

        @register_jitable
        def nothing(row: Any, known: Any) -> tuple[int, ...]:
            return ()

        return nothing
    shorter, last = first(size - 1), size - 1

    @register_jitable
    def longer(row: Any, known: Any) -> tuple[int, ...]:
        return (*shorter(row, known), int(known[row[last]]))

    longer.__qualname__ = f"first.{size}"  # its symbol; closures of one factory would share it
    return longer


@cache
def _asking(rule: Rule, size: int) -> Callable[[Whole, Ints, Ints], None]:
    take = first(size)
    if takes_one_by_one(rule, size):

        @kernel
        def ask(hands: Whole, cards: Ints, found: Ints) -> None:
            for i in range(len(hands)):
                found[i] = rule(*take(hands[i], cards))

    else:

        @kernel
        def ask(hands: Whole, cards: Ints, found: Ints) -> None:
            for i in range(len(hands)):
                found[i] = rule(take(hands[i], cards))

    return ask


def said(rule: Rule, hands: Whole, cards: Ints = CARDS) -> Ints:
    """What a rule of cards says of each hand; *cards* are those of the deck, by position."""
    found = np.empty(len(hands), np.int64)
    _asking(rule, hands.shape[1])(hands, cards, found)
    return found


def asked(rule: Rule, hands: Whole, cards: Ints = CARDS) -> Ints:
    """The same in threads; never from one of them."""
    found = np.empty(len(hands), np.int64)
    ask = _asking(rule, hands.shape[1])

    def fill(start: int, stop: int) -> None:
        ask(hands[start:stop], cards, found[start:stop])

    in_threads(fill, len(hands))
    return found


def check_suits(rule: Rule, named: str, hands: Whole, cards: Ints = CARDS) -> None:
    """Ask about some hands again with suits swapped that the rule should not tell apart."""
    suits = [suit for suit, letter in enumerate(SUITS) if letter not in named]
    swapped = np.arange(len(SUITS))
    swapped[suits] = np.roll(suits, 1)
    some = np.sort(cards[hands[:: max(1, len(hands) // _SAMPLE)]], axis=1)
    other = np.sort(some >> 2 << 2 | swapped[some & 3], axis=1)
    if not np.array_equal(said(rule, some), said(rule, other)):
        told = f" other suits than {named!r}" if named else " suits"
        raise Refused(
            f"the rule {rule.__name__} tells{told} apart and does not say so", code="game.unsolved"
        )


def signature_of(settle: Rule) -> Signature:
    """The named tuples that a settlement rule takes and gives, or a sentence that one lacks."""
    found = forms_of(settle)
    for what, each in zip(("events", "pays", "its result"), found, strict=True):
        if each is None:
            raise Refused(
                f"the rule {settle.__name__} does not name the form of {what}: expected a named"
                " tuple in its annotations",
                code="game.unsolved",
            )
    return found


def pays_apart(pays: type[Any], lengths: tuple[int, ...]) -> Any:
    """Pay tables in which every line pays something else."""
    tables, number = [], 1
    for length in lengths:
        tables.append(tuple(_STEP * (number + i) for i in range(length)))
        number += length
    return pays(*tables)


class Loops(NamedTuple):
    """Compiled loops round a settlement rule."""

    starts: Callable[[Ints, Ints, Ints, Any, Ints], int]
    units: Callable[[Ints, Ints, Ints, Any, Ints], None]


@cache
def loops(settle: Rule) -> Loops:
    """The loops of a rule, compiled when they are first needed."""
    events_form, _, result = signature_of(settle)
    take, keep = first(len(events_form._fields)), store(len(result._fields))

    @kernel
    def starts(players: Ints, events: Ints, dealers: Ints, pays: Any, found: Ints) -> int:
        """Where the regions of each player's hand begin among the dealer's classes.

        The answer is the largest number of regions; those beyond the columns are left out.
        """
        every = np.arange(events.max() + 1 if events.size else 1)
        most = 1
        for i in range(len(players)):
            own = events_form(*take(events[i], every))
            player = players[i] + 0
            found[i, 0] = 0
            number = 1
            before = settle(player, dealers[0] + 0, own, pays)
            for k in range(1, len(dealers)):
                now = settle(player, dealers[k] + 0, own, pays)
                if now != before:
                    if number < found.shape[1]:
                        found[i, number] = k
                    number += 1
                    before = now
            most = max(most, number)
        return most

    @kernel
    def units(players: Ints, events: Ints, dealers: Ints, pays: Any, found: Ints) -> None:
        """What each bet wins, by player's hand and by the dealer's that stands for a region."""
        every = np.arange(events.max() + 1 if events.size else 1)
        for i in range(len(players)):
            own = events_form(*take(events[i], every))
            for k in range(dealers.shape[1]):
                keep(settle(players[i] + 0, dealers[i, k] + 0, own, pays), found[i, k])

    return Loops(starts, units)


@cache
def store(size: int) -> Callable[[Any, Any], None]:
    """What writes the numbers of a tuple into a row."""
    if size == 0:

        @part
        def nothing(told: Any, row: Any) -> None:
            return None

        return nothing
    shorter, last = store(size - 1), size - 1

    @part
    def longer(told: Any, row: Any) -> None:
        shorter(told, row)
        row[last] = told[last]

    return longer


def region_starts(settle: Rule, players: Ints, events: Ints, dealers: Ints, pays: Any) -> Ints:
    """Where regions begin, by player's hand: classes of the dealer's, and at the end their number.

    Within a region the rule says the same of every bet.  A hand with fewer regions than others ends
    in empty ones.
    """
    columns = _REGIONS
    while True:
        found = np.full((len(players), columns + 1), len(dealers), np.int64)
        needed = _in_parts(loops(settle).starts, players, events, dealers, pays, found[:, :-1])
        if needed <= columns:
            return found[:, : needed + 1].copy()
        columns = needed


def _in_parts(
    work: Callable[[Ints, Ints, Ints, Any, Ints], int],
    players: Ints,
    events: Ints,
    dealers: Ints,
    pays: Any,
    found: Ints,
) -> int:
    """The work on parts of the player's hands, in threads."""
    needed = [1]

    def fill(start: int, stop: int) -> None:
        part = slice(start, stop)
        needed.append(work(players[part], events[part], dealers, pays, found[part]))

    in_threads(fill, len(players), chunk=max(1, 200_000 // len(dealers)))
    return max(needed)


class Distinct(NamedTuple):
    """The different rows of an array."""

    first: Ints
    """Where each of them is met first, in that order."""
    of: NDArray[np.int32]
    """For every row, which of them it is."""


@kernel
def distinct(rows: Whole) -> Distinct:
    """The different rows of an array of whole numbers, found by hashing and compared in full."""
    slots = 16
    while slots < 2 * len(rows):
        slots *= 2
    table = np.full(slots, -1, np.int32)
    first = np.empty(len(rows), np.int64)
    of = np.empty(len(rows), np.int32)
    number = 0
    for i in range(len(rows)):
        slot = _hashed(rows[i]) & (slots - 1)
        while True:
            found = table[slot]
            if found < 0:
                table[slot] = number
                first[number] = i
                of[i] = number
                number += 1
                break
            if _are_equal(rows[first[found]], rows[i]):
                of[i] = found
                break
            slot = (slot + 1) & (slots - 1)
    return Distinct(first[:number].copy(), of)


@kernel
def _hashed(row: Whole) -> int:
    mixed = 0
    for each in row:
        mixed = ((mixed ^ int(each)) * 0x9E3779B1 + 0x7F4A7C15) & 0x7FFFFFFFFFFF
        mixed ^= mixed >> 17
    return mixed


@kernel
def _are_equal(one: Whole, other: Whole) -> bool:
    i = 0
    while i < len(one) and one[i] == other[i]:
        i += 1
    return i == len(one)
