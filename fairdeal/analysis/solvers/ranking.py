"""How every hand of two cards ranks on every board: by kinds of hands where the rule claims them.

Without a flush the ranks decide, with one the ranks of its suit.  The claim is proved before it is
used, by asking the rule about one hand of every orbit in ever another order of its cards.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.solvers.asking import check_suits, said
from fairdeal.analysis.solvers.hands import CHOOSE, ONES, Deck, Rows, examples
from fairdeal.errors import Refused
from fairdeal.games.kinds import Event, Rule, Strength

_LOG: Final = logging.getLogger(__name__)

OWN: Final = 2
"""Cards of a hand beside the board."""

Classes: TypeAlias = NDArray[np.int16]
"""Numbers of the different strengths, from the weakest up."""

LARGEST: Final = 1 << 26
"""Strengths and events are below this, so that a table can number them."""

_CHUNK: Final = 1 << 16
_BOARDS: Final = 1 << 10


class Kinds(NamedTuple):
    """The class of every kind of hand, -1 where the deck has none."""

    plain: Classes
    """Without a flush, by the ranks of the board and by those of the two cards."""
    flushes: Classes
    """By the set of ranks of the flush's suit."""
    flush: int
    """Cards of one suit that a flush needs."""


@dataclass(frozen=True)
class Ranking:
    """Every strength that two cards and a board can have, and what it is for each event."""

    rule: Rule
    strengths: Ints
    """By class, rising."""
    events: Ints
    """By class; a column for each event of the whole hand."""
    kinds: Kinds | None
    """None where the rule must be asked about each hand."""

    def classes(self, boards: Rows, deck: Deck) -> Classes:
        """The class of every pair of the cards beside each board, in the order of ``pairs``."""
        one, two = pairs(len(deck) - boards.shape[1])
        if self.kinds is not None:
            found = np.empty((len(boards), len(one)), np.int16)
            _by_kinds(boards, np.array(deck), one, two, self.kinds, found)
            return found
        asked = said(self.rule, hands_on(boards, deck))
        return np.searchsorted(self.strengths, asked).astype(np.int16).reshape(-1, len(one))


def pairs(number: int) -> tuple[Rows, Rows]:
    """Every two of so many things: the lower, and the higher one."""
    two, one = np.tril_indices(number, -1)
    return one.astype(np.int8), two.astype(np.int8)


def hands_on(boards: Rows, deck: Deck) -> Rows:
    """Every pair of the cards beside each board, followed by the board."""
    one, two = pairs(len(deck) - boards.shape[1])
    found = np.empty((len(boards) * len(one), OWN + boards.shape[1]), np.int8)
    _write_hands(boards, np.array(deck), one, two, found)
    return found


@kernel
def rest_of(board: Rows, deck: Ints, rest: Ints) -> None:
    """Write into *rest* the cards of the deck that are not on the board."""
    number = 0
    for card in deck:
        is_there = False
        for other in board:
            is_there |= card == other
        if not is_there:
            rest[number] = card
            number += 1


@kernel
def _write_hands(boards: Rows, deck: Ints, one: Rows, two: Rows, found: Rows) -> None:
    rest = np.empty(len(deck) - boards.shape[1], np.int64)
    for b in range(len(boards)):
        rest_of(boards[b], deck, rest)
        for h in range(len(one)):
            row = found[b * len(one) + h]
            row[0], row[1] = rest[one[h]], rest[two[h]]
            row[2:] = boards[b]


@kernel
def _by_kinds(boards: Rows, deck: Ints, one: Rows, two: Rows, kinds: Kinds, found: Classes) -> None:
    rest = np.empty(len(deck) - boards.shape[1], np.int64)
    for b in range(len(boards)):
        rest_of(boards[b], deck, rest)
        ranks, suits = _packed(boards[b])
        plain = kinds.plain[ranks]
        may_flush = _longest(suits) + OWN >= kinds.flush
        for h in range(len(one)):
            low, high = rest[one[h]], rest[two[h]]
            found[b, h] = plain[(low >> 2) + (high >> 2) * ((high >> 2) + 1) // 2]
            if may_flush:
                ranked = _flush(suits | _bit(low) | _bit(high), kinds.flush)
                if ranked:
                    found[b, h] = kinds.flushes[ranked]


@kernel
def _packed(cards: Rows) -> tuple[int, int]:
    """The place of the cards' ranks, and their suits as sets of ranks, thirteen bits each."""
    ranks = suits = 0
    for i in range(len(cards)):
        ranks += CHOOSE[(cards[i] >> 2) + i, i + 1]
        suits |= _bit(cards[i])
    return ranks, suits


@kernel
def _bit(card: int) -> int:
    return 1 << 13 * (int(card) & 3) + (int(card) >> 2)


@kernel
def _longest(suits: int) -> int:
    """Cards of the suit that has most."""
    most = 0
    for suit in range(4):
        most = max(most, ONES[suits >> 13 * suit & 0x1FFF])
    return most


@kernel
def _flush(suits: int, flush: int) -> int:
    """The ranks of the suit that makes a flush, 0 without one."""
    found = 0
    for suit in range(4):
        ranks = suits >> 13 * suit & 0x1FFF
        if ONES[ranks] >= flush:
            found = ranks
    return found


def ranking(
    strength: Strength,
    events: Mapping[str, Event],
    common: int,
    deck: Deck,
    fixed: str,
) -> Ranking:
    """The ranking of two cards on a board of *common* cards.

    *events* are those of the whole hand; *fixed* names the suits that some of them tell apart.
    """
    size = OWN + common
    if strength.flush:
        every = examples.__wrapped__(size, deck, fixed).hands  # too many to be kept
        strengths, events_of, asked = _answers(strength.rule, events, every, turned=True)
        kinds = _kinds(strength, common, strengths, deck)
        if _agree(every, strengths, asked, kinds):
            return Ranking(strength.rule, strengths, events_of, kinds)
        _LOG.warning(
            "hands do not rank as kinds with a flush of %d: the rule is asked about each of them",
            strength.flush,
        )
    boards = examples(common, deck, fixed).hands
    rule = strength.rule
    parts = [
        _answers(rule, events, hands_on(boards[i : i + _BOARDS], deck), turned=False)
        for i in range(0, len(boards), _BOARDS)
    ]
    strengths, events_of = _merged(
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        events,
    )
    return Ranking(rule, strengths, events_of, None)


def _answers(
    rule: Rule, events: Mapping[str, Event], hands: Rows, *, turned: bool
) -> tuple[Ints, Ints, NDArray[np.int32]]:
    """The different strengths, the events of each, and the strength of every hand.

    *turned* asks about the hands in various orders of their cards.
    """
    size = hands.shape[1]
    asks = [rule, *(event.rule for event in events.values())]
    for each, named in zip(asks, ["", *(event.suits for event in events.values())], strict=True):
        check_suits(each, named, hands)
        said(each, hands[:0].copy())  # compiled here, so that no thread waits for another

    # As narrow as strengths allow: there are six million hands of seven cards.
    found = np.empty((len(asks), len(hands)), np.int32)

    def answers(at: int) -> None:
        part = hands[at : at + _CHUNK]
        turn = at // _CHUNK % size if turned else 0
        part = np.ascontiguousarray(np.roll(part, turn, axis=1))
        for row, each in enumerate(asks):
            asked = said(each, part)
            if asked.min() < 0 or asked.max() >= LARGEST:
                raise Refused(
                    f"strengths and events from {asked.min()} to {asked.max()} cannot be counted:"
                    f" expected numbers from 0 to {LARGEST - 1}",
                    code="game.unsolved",
                )
            found[row, at : at + _CHUNK] = asked

    list(THREADS.map(answers, range(0, len(hands), _CHUNK)))
    strengths, told = _merged(found[0], found[1:].T, events)
    return strengths, told, found[0]


def _merged(
    strengths: NDArray[Any], told: NDArray[Any], events: Mapping[str, Event]
) -> tuple[Ints, Ints]:
    """The different strengths, rising, and their events.  Refuse events that strengths hide."""
    different = _different(strengths)
    of = _class_of(different, strengths)
    found = np.zeros((len(different), told.shape[1]), np.int64)
    found[of] = told
    for column, bet in enumerate(events):
        if (found[of, column] != told[:, column]).any():
            raise Refused(
                f"{bet} cannot be counted: its event tells hands of equal strength apart",
                code="game.unsolved",
            )
    return different, found


def _different(numbers: NDArray[Any]) -> Ints:
    """The different numbers, rising."""
    is_there = np.zeros(int(numbers.max()) + 1, np.bool_)
    is_there[numbers] = True
    return np.flatnonzero(is_there)


def _kinds(strength: Strength, common: int, strengths: Ints, deck: Deck) -> Kinds:
    """Ask the rule about one hand of each kind."""
    size = OWN + common
    boards = _multisets(common)
    own = _multisets(OWN)
    ranks = np.empty((len(boards), len(own), size), np.int8)
    ranks[:, :, :common] = boards[:, None]
    ranks[:, :, common:] = own
    ranks.sort(axis=2)
    rows = ranks.reshape(-1, size)
    often = [sum(card >> 2 == rank for card in deck) for rank in range(13)]
    possible = np.array(often)[rows].all(axis=1)
    for most in range(1, min(size, 5)):  # no rank comes up more often than it is in the deck
        again = rows[:, most:] == rows[:, :-most]
        possible &= ~(again & (np.array(often)[rows[:, most:]] <= most)).any(axis=1)
    plain = np.full(len(rows), -1, np.int16)
    # Suits in turn: equal ranks get different ones, and none comes up often enough for a flush.
    cards = 4 * rows[possible] + np.arange(size, dtype=np.int8) % 4
    plain[possible] = _class_of(strengths, said(strength.rule, np.ascontiguousarray(cards)))
    flushes = np.full(1 << 13, -1, np.int16)
    absent = sum(1 << rank for rank in range(13) if not often[rank])
    suited = [
        m for m in range(1 << 13) if strength.flush <= m.bit_count() <= size and not m & absent
    ]
    cards = np.array(
        [
            [4 * rank for rank in range(13) if m >> rank & 1]
            + [4 * rank + 1 for rank in range(size - m.bit_count())]
            for m in suited
        ],
        np.int8,
    ).reshape(-1, size)
    flushes[suited] = _class_of(strengths, said(strength.rule, cards))
    return Kinds(plain.reshape(len(boards), len(own)), flushes, strength.flush)


def _multisets(size: int) -> Rows:
    """Every choice of so many ranks, which may repeat, rising, in the order of their places."""
    found = np.array(list(combinations_with_replacement(range(13), size)), np.int8)
    return found.reshape(-1, size)[np.lexsort(found.reshape(-1, size).T)] if size else found


def _class_of(strengths: Ints, asked: NDArray[Any]) -> Classes:
    """The class of each strength, -1 for one that no hand of the deck has."""
    number = np.full(max(int(strengths[-1]), int(asked.max(initial=0))) + 1, -1, np.int16)
    number[strengths] = np.arange(len(strengths))
    found: Classes = number[asked]
    return found


def _agree(hands: Rows, strengths: Ints, asked: NDArray[Any], kinds: Kinds) -> bool:
    """Whether kinds give every hand the class that the rule gives it."""
    class_of = _class_of(strengths, asked)
    _same(hands[:0], kinds, class_of[:0])
    return all(
        THREADS.map(
            lambda at: _same(hands[at : at + _CHUNK], kinds, class_of[at : at + _CHUNK]),
            range(0, len(hands), _CHUNK),
        )
    )


@kernel
def _same(hands: Rows, kinds: Kinds, classes: Classes) -> bool:
    for i in range(len(hands)):
        low, high = int(hands[i, 0]) >> 2, int(hands[i, 1]) >> 2
        ranks, suits = _packed(hands[i, OWN:])
        found = kinds.plain[ranks, low + high * (high + 1) // 2]
        ranked = _flush(suits | _bit(hands[i, 0]) | _bit(hands[i, 1]), kinds.flush)
        if ranked:
            found = kinds.flushes[ranked]
        if found != classes[i]:
            return False
    return True
