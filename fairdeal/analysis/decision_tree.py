"""A few questions in place of a table: what a player can tell of a hand, and what to ask for.

A *fact* is a number that a player can read off the table: the strength of the hand, the rank up,
how many cards of that rank the hand has.  A *question* asks whether a fact is at least some number.
A tree of questions is grown where deciding by strength alone costs most, and cut back to what a
person can learn.  What it then costs is known exactly.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Whole, kernel
from fairdeal.cards import RANKS, rank_of, suit_of
from fairdeal.games.kinds import Rule, ask

_SMALL: Final = 0.2
"""A question that saves less than this part of what a leaf costs is chosen for how well it sorts.

Alone it saves little, but the next one may save much: a card left over only matters once one knows
the rank up.
"""


class Fact(StrEnum):
    """What a player can tell of a situation."""

    STRENGTH = "strength"
    UP = "rank up"
    HELD = "cards of the rank up"
    CARD = "a card against the rank up"
    """-1 below the rank up, 0 of that rank, 1 above; sets count first, then the highest card."""
    SUITED = "cards of the suit up"
    LEFT = "rank left over"
    """The highest card that does not count for the strength; -1 where all do."""
    FLUSH = "cards of one suit"


class Column(NamedTuple):
    """A fact, and of which card where it is about one."""

    fact: Fact
    card: int = 0


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a game, read off cards."""

    rule: Rule
    """The strength of the player's hand."""
    strengths: tuple[int, ...]
    """Of each class, rising."""
    counted: Ints
    """How many cards of each rank count, by class: as many as all hands of the class have."""
    cards: int
    has_up: bool
    """Whether exactly one card of the dealer is up."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The facts in the order in which ``of`` and the kernels give them."""
        beside = (Column(Fact.LEFT), Column(Fact.FLUSH))
        if not self.has_up:
            return (Column(Fact.STRENGTH), *beside)
        own = (Column(Fact.CARD, card) for card in range(self.cards))
        up = (Column(Fact.UP), Column(Fact.HELD), *own, Column(Fact.SUITED))
        return (Column(Fact.STRENGTH), *up, *beside)

    def of(self, held: Sequence[int], up: int | None = None) -> tuple[int, ...]:
        """Every fact of one situation; a strength is told by the number of its class."""
        strength = bisect_left(self.strengths, ask(self.rule, tuple(sorted(held))))
        ranks, suits = [rank_of(card) for card in held], [suit_of(card) for card in held]
        rest = [rank for rank in set(ranks) if ranks.count(rank) > self.counted[strength, rank]]
        beside = (max(rest, default=-1), max(map(suits.count, suits)))
        if not self.has_up:
            return (strength, *beside)
        assert up is not None, "one card of the dealer is up"
        rank = rank_of(up)
        order = sorted(ranks, key=lambda each: (-ranks.count(each), -each))
        own = ((each > rank) - (each < rank) for each in order)
        return (strength, rank, ranks.count(rank), *own, suits.count(suit_of(up)), *beside)

    def rows(self, classes: Ints, hands: Whole, cards: Ints, up: int) -> NDArray[np.int16]:
        """The facts of many hands against one card up, or -1 for none; *cards* by position."""
        found = np.empty((len(hands), len(self.columns)), np.int16)
        _read(classes, hands, cards, up if self.has_up else -1, self.counted, found)
        return found


@kernel
def _read(
    classes: Ints, hands: Whole, cards: Ints, up: int, counted: Ints, found: NDArray[np.int16]
) -> None:
    size = hands.shape[1]
    ranks, suits = np.zeros(len(RANKS), np.int64), np.zeros(4, np.int64)
    for i in range(len(hands)):
        ranks[:] = 0
        suits[:] = 0
        for j in range(size):
            card = cards[hands[i, j]]
            ranks[card >> 2] += 1
            suits[card & 3] += 1
        found[i, 0] = classes[i]
        place = 1
        if up >= 0:
            rank = up >> 2
            found[i, 1] = rank
            found[i, 2] = ranks[rank]
            place = 3
            for number in range(4, 0, -1):
                for each in range(len(RANKS) - 1, -1, -1):
                    if ranks[each] == number:
                        for _ in range(number):
                            found[i, place] = np.sign(each - rank)
                            place += 1
            found[i, place] = suits[up & 3]
            place += 1
        left = -1
        for each in range(len(RANKS)):
            if ranks[each] > counted[classes[i], each]:
                left = each
        found[i, place] = left
        found[i, place + 1] = suits.max()


@dataclass(frozen=True, slots=True)
class Answer:
    """The number of the choice to take."""

    choice: int


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a fact is at least some number."""

    column: int
    at_least: int
    yes: "Node"
    no: "Node"


Node: TypeAlias = Answer | Question


def decided(node: Node, facts: Sequence[int]) -> int:
    """The number of the choice that a tree comes to."""
    while isinstance(node, Question):
        node = node.yes if facts[node.column] >= node.at_least else node.no
    return node.choice


def answers(node: Node) -> int:
    """How many answers a tree has."""
    return 1 if isinstance(node, Answer) else answers(node.yes) + answers(node.no)


@dataclass
class _Growing:
    """A tree while it grows: the situations that come to it, and what each choice loses there."""

    rows: Ints
    lost: NDArray[np.float64]
    column: int = -1
    at_least: int = 0
    yes: "_Growing | None" = None
    no: "_Growing | None" = None

    @property
    def cost(self) -> float:
        """What one answer for all of them costs."""
        return float(self.lost.min())

    def leaves(self) -> "Iterator[_Growing]":
        if self.yes is None or self.no is None:
            yield self
        else:
            yield from self.yes.leaves()
            yield from self.no.leaves()

    def weakest(self) -> "tuple[int, float, tuple[float, _Growing] | None]":
        """Answers, cost, and the question that saves least for each answer that it adds."""
        if self.yes is None or self.no is None:
            return 1, self.cost, None
        (number, cost, one), (more, other_cost, other) = self.yes.weakest(), self.no.weakest()
        number, cost = number + more, cost + other_cost
        own = (self.cost - cost) / (number - 1), self
        found = min((each for each in (one, other, own) if each), key=lambda each: each[0])
        return number, cost, found

    def forget(self) -> None:
        """Answer at once."""
        self.yes = self.no = None

    def tree(self) -> Node:
        """The tree as it is, without questions that do not matter."""
        if self.yes is None or self.no is None:
            return Answer(int(self.lost.argmin()))
        yes, no = self.yes.tree(), self.no.tree()
        if yes == no:
            return yes
        if isinstance(yes, Question) and (yes.column, yes.no) == (self.column, no):
            return yes  # its number is higher, and below both one does the same
        if isinstance(no, Question) and (no.column, no.yes) == (self.column, yes):
            return no
        return Question(self.column, self.at_least, yes, no)


def grown(
    facts: NDArray[np.int16],
    lost: NDArray[np.float64],
    groups: Sequence[Ints],
    enough: float,
    most: int,
) -> list[Node]:
    """A tree for each group of situations, small enough together to be learned.

    *lost* says for each situation and choice what it loses against the best.  The trees cost less
    than *enough* together, or else as little as *most* answers allow.
    """
    roots = [_Growing(rows, lost[rows].sum(axis=0)) for rows in groups]
    leaves, number = list(roots), len(roots)
    cost = sum(each.cost for each in roots)
    while leaves and cost > enough / 8 and number < 4 * most:
        leaf = leaves.pop(max(range(len(leaves)), key=lambda each: leaves[each].cost))
        if leaf.cost <= 0 or not _is_split(leaf, facts, lost):
            continue
        assert leaf.yes is not None, "it was split"
        assert leaf.no is not None, "it was split"
        leaves += [leaf.yes, leaf.no]
        number += 1
        cost += leaf.yes.cost + leaf.no.cost - leaf.cost
    _cut_back(roots, enough, most)
    return [each.tree() for each in roots]


def _cut_back(roots: Sequence[_Growing], enough: float, most: int) -> None:
    """Forget questions, those first that save least for each answer that they add."""
    while True:
        told = [each.weakest() for each in roots]
        number, cost = sum(each[0] for each in told), sum(each[1] for each in told)
        found = min((each[2] for each in told if each[2]), key=lambda each: each[0], default=None)
        if found is None:
            return
        saved = found[1].cost - sum(leaf.cost for leaf in found[1].leaves())
        if number <= most and cost + saved > enough:
            return
        found[1].forget()


def _is_split(leaf: _Growing, facts: NDArray[np.int16], lost: NDArray[np.float64]) -> bool:
    """Ask the best question of a leaf, if there is one that tells its situations apart."""
    column, at_least = _best(facts, lost, leaf.rows, _SMALL * leaf.cost)
    if column < 0:
        return False
    said = facts[leaf.rows, column] >= at_least
    yes, no = leaf.rows[said], leaf.rows[~said]
    leaf.column, leaf.at_least = column, at_least
    leaf.yes = _Growing(yes, lost[yes].sum(axis=0))
    leaf.no = _Growing(no, lost[no].sum(axis=0))
    return True


@kernel
def _best(
    facts: NDArray[np.int16], lost: NDArray[np.float64], rows: Ints, small: float
) -> tuple[int, int]:
    """The question that saves most; where none saves more than little, the one that sorts best."""
    choices = lost.shape[1]
    whole = np.zeros(choices)
    for i in rows:
        whole += lost[i]
    saved, sorted_ = 0.0, -1.0  # any question is better than none
    column = at_least = other = other_least = -1
    below, above = np.zeros(choices), np.zeros(choices)
    for each in range(facts.shape[1]):
        low = high = int(facts[rows[0], each])
        for i in rows:
            low, high = min(low, int(facts[i, each])), max(high, int(facts[i, each]))
        by_value = np.zeros((high - low + 1, choices))
        for i in rows:
            for k in range(choices):
                by_value[facts[i, each] - low, k] += lost[i, k]
        below[:] = 0
        for value in range(high - low):
            below += by_value[value]
            above[:] = whole - below
            saves = whole.min() - below.min() - above.min()
            if saves > saved * (1 + 1e-9):
                saved, column, at_least = saves, each, value + low + 1
            sorts = _mixed(whole) - _mixed(below) - _mixed(above)
            if sorts > sorted_ * (1 + 1e-9):
                sorted_, other, other_least = sorts, each, value + low + 1
    if saved > small:
        return column, at_least
    return other, other_least


@kernel
def _mixed(lost: NDArray[np.float64]) -> float:
    """How mixed situations are, by what each choice loses: 0 where one choice loses nothing."""
    whole, found = lost.sum(), 0.0
    if whole <= 0:
        return 0.0
    for k in range(len(lost)):
        for other in range(k):
            found += lost[k] * lost[other]
    return float(found / whole)
