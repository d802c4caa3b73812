"""Rules asked about many hands at once: compiled loops round the rules that a game names."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Whole, kernel, part
from fairdeal.analysis.solvers.orbits import in_threads
from fairdeal.errors import Refused
from fairdeal.games.kinds import Rule, takes_one_by_one

_STEP: Final = 1_009
"""How far apart pays are that tell lines of pay tables apart; no sum of a few bridges it."""

_REGIONS: Final = 4
"""Regions that hands usually have at most."""


def _none(row: Any, known: Any) -> tuple[int, ...]:
    return ()


def _one(row: Any, known: Any) -> tuple[int, ...]:
    return (int(known[row[0]]),)


def _two(row: Any, known: Any) -> tuple[int, ...]:
    return (int(known[row[0]]), int(known[row[1]]))


def _three(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
    )


def _four(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
        int(known[row[3]]),
    )


def _five(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
        int(known[row[3]]),
        int(known[row[4]]),
    )


def _six(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
        int(known[row[3]]),
        int(known[row[4]]),
        int(known[row[5]]),
    )


def _seven(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
        int(known[row[3]]),
        int(known[row[4]]),
        int(known[row[5]]),
        int(known[row[6]]),
    )


def _eight(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
        int(known[row[3]]),
        int(known[row[4]]),
        int(known[row[5]]),
        int(known[row[6]]),
        int(known[row[7]]),
    )


def _nine(row: Any, known: Any) -> tuple[int, ...]:
    return (
        int(known[row[0]]),
        int(known[row[1]]),
        int(known[row[2]]),
        int(known[row[3]]),
        int(known[row[4]]),
        int(known[row[5]]),
        int(known[row[6]]),
        int(known[row[7]]),
        int(known[row[8]]),
    )


_TAKING: Final = tuple(
    part(each) for each in (_none, _one, _two, _three, _four, _five, _six, _seven, _eight, _nine)
)


def first(size: int) -> Callable[[Any, Any], tuple[int, ...]]:
    """What takes the first numbers of a row into a tuple, each looked up in another array.

    A kernel knows the length of a tuple only from its code, so that each length has its own.
    """
    if size >= len(_TAKING):
        raise Refused(
            f"{size} cards or events are too many: expected {len(_TAKING) - 1} at most",
            code="game.unsolved",
        )
    return _TAKING[size]


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


def asked(rule: Rule, hands: Whole, cards: Ints) -> Ints:
    """What a rule of cards says of each hand; *cards* are those of the deck, by position."""
    found = np.empty(len(hands), np.int64)
    ask = _asking(rule, hands.shape[1])

    def fill(start: int, stop: int) -> None:
        ask(hands[start:stop], cards, found[start:stop])

    in_threads(fill, len(hands))
    return found


class Forms(NamedTuple):
    """The named tuples that a settlement rule takes and gives."""

    events: type[Any]
    pays: type[Any]
    result: type[Any]


def forms_of(settle: Rule) -> Forms:
    """The forms, as the rule's annotations name them."""
    hints = {"events": None, "pays": None, "return": None, **get_type_hints(settle)}
    found = Forms(hints["events"], hints["pays"], hints["return"])
    for what, each in zip(("events", "pays", "its result"), found, strict=True):
        if not hasattr(each, "_fields"):
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


class Settling(NamedTuple):
    """Compiled loops round a settlement rule."""

    starts: Callable[[Ints, Ints, Ints, Any, Ints], int]
    units: Callable[[Ints, Ints, Ints, Any, Ints], None]


@cache
def settling(settle: Rule) -> Settling:
    """The loops of a rule, compiled when they are first needed."""
    events_form, _, result = forms_of(settle)
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

    return Settling(starts, units)


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
        needed = _in_parts(settling(settle).starts, players, events, dealers, pays, found[:, :-1])
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
