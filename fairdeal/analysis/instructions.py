"""The best strategy as instructions that a person can follow, in the words of the game.

Where the strength of the hand decides, or that and the rank up, a sentence says so.  Between
strengths that always take one choice and strengths that always take another lies a band; inside it
a few questions decide, and what they cost against the best play is told with them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards, games
from fairdeal.analysis.compiled import Ints, Whole, kernel
from fairdeal.analysis.decision_tree import (
    Answer,
    Fact,
    Facts,
    Node,
    Question,
    answers,
    decided,
    grown,
)
from fairdeal.analysis.figures import exact
from fairdeal.analysis.solvers.asking import distinct
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.orbits import orbits
from fairdeal.analysis.solvers.showdown import Counts, ranked
from fairdeal.hands import words

ENOUGH: Final = Fraction(1, 100_000)
"""Units of the head that instructions may cost against the best play."""

MOST: Final = 24
"""Answers that a person may learn; with so many, instructions may cost more."""

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight")


class Line(NamedTuple):
    """A line of instructions; of the lines at one depth, the first that fits decides."""

    depth: int
    text: str


@dataclass(frozen=True, eq=False)
class Names:
    """What hands of each strength are called, so that no two strengths share a name."""

    facts: Facts
    examples: Ints
    """A hand of each class, as mixed in suits as the class has one."""
    suited: NDArray[np.bool_]
    """Whether the strength lies in the suits."""
    sets: tuple[Ints, Ints]
    """How many cards have the rank of the n-th card, at least and at most, by class."""
    reads: Callable[[tuple[int, ...]], str] | None

    def words(self, place: int) -> str:
        """The hands of a class: as the game calls them if it so calls no others, else by ranks."""
        name = self._called(place)
        beside = (each for each in (place - 1, place + 1) if 0 <= each < len(self.suited))
        if name and all(self._called(each) != name for each in beside):
            return name
        ranks = self._shown(self.ranks(place))
        if not self.suited[place]:
            return ranks
        return f"{name} ({ranks})" if name else cards.show(self._example(place))

    def from_words(self, place: int) -> str:
        """The same for the weakest of several classes: ``pair of nines`` for the weakest nines."""
        name, ranks = self._called(place), self.ranks(place)
        is_high_card = len(set(ranks)) == len(ranks) and not self.suited[place]
        is_first = not is_high_card and place > 0 and self._called(place - 1) != name
        return name if name and is_first else self.words(place)

    def ranks(self, place: int) -> tuple[int, ...]:
        """The ranks that count: sets first, then from the highest down."""
        counted = self.facts.counted[place].tolist()
        order = sorted(range(len(counted)), key=lambda rank: (-counted[rank], -rank))
        return tuple(rank for rank in order for _ in range(counted[rank]))

    def nth_card(self, card: int, low: int, high: int) -> str:
        """The n-th card of hands between two classes."""
        least = self.sets[0][low : high + 1, : card + 1].min(axis=0).tolist()
        most = self.sets[1][low : high + 1, : card + 1].max(axis=0).tolist()
        if max(most) == 1:
            return f"your {_ORDINALS[card]} highest card" if card else "your highest card"
        if least[card] == most[card] == 2:
            return "your pair" if card < 2 else "your lower pair"
        if least[card] == most[card] == 3:
            return "your three of a kind"
        return f"your {_ORDINALS[card]} card, with sets first"

    def _called(self, place: int) -> str:
        return self.reads(self._example(place)) if self.reads else ""

    def _example(self, place: int) -> tuple[int, ...]:
        return tuple(self.examples[place].tolist())

    @staticmethod
    def _shown(ranks: Sequence[int]) -> str:
        return "-".join(cards.RANKS[rank] for rank in ranks).replace("T", "10")


@lru_cache(maxsize=8)
def names(of: Declared) -> Names:
    """The names of a game's hands."""
    size, deck = of.asked.player_cards, of.asked.deck
    every, found = orbits(size, deck), ranked(of.rules.player.rule, size, deck)
    shape = len(found.strengths), size
    counted = np.full((shape[0], len(cards.RANKS)), size, np.int64)
    examples, flush = np.zeros(shape, np.int64), np.full(shape[0], size + 1, np.int64)
    least, most = np.full(shape, size, np.int64), np.zeros(shape, np.int64)
    _of_classes(every.cards, found.class_of, counted, examples, flush, least, most)
    _leave_over(counted, np.bincount(found.class_of, every.ways).astype(float))
    facts = Facts(
        of.rules.player.rule,
        tuple(found.strengths.tolist()),
        counted,
        size,
        of.asked.up == 1,
    )
    settlement = games.SETTLEMENTS.get(of.game.key)
    reads = settlement.reads if settlement else None
    suited = flush > -(-size // deck.suits)
    return Names(facts, examples, suited, (least, most), reads)


@kernel
def _of_classes(
    hands: Ints,
    class_of: Whole,
    counted: Ints,
    examples: Ints,
    flush: Ints,
    least: Ints,
    most: Ints,
) -> None:
    ranks, suits = np.zeros(counted.shape[1], np.int64), np.zeros(4, np.int64)
    for i in range(len(hands)):
        place = class_of[i]
        ranks[:] = 0
        suits[:] = 0
        for card in hands[i]:
            ranks[card >> 2] += 1
            suits[card & 3] += 1
        for rank in range(len(ranks)):
            counted[place, rank] = min(counted[place, rank], ranks[rank])
        at = 0
        for number in range(4, 0, -1):
            for _ in range(number * (ranks == number).sum()):
                least[place, at] = min(least[place, at], number)
                most[place, at] = max(most[place, at], number)
                at += 1
        if suits.max() < flush[place]:
            flush[place] = suits.max()
            examples[place] = hands[i]


def _leave_over(counted: Ints, ways: NDArray[np.float64]) -> None:
    """Count only as many cards in every class as count in most hands.

    A strength that a single choice of ranks can make would else count the cards left over too: of
    four cards of which three count, Q-5-3 is always held with a two.
    """
    number = int(np.bincount(counted.sum(axis=1), ways).argmax())
    for place in np.flatnonzero(counted.sum(axis=1) > number):
        own = counted[place]
        for rank in sorted(range(len(own)), key=lambda rank: (own[rank], rank)):
            own[rank] -= min(own[rank], max(0, own.sum() - number))


@dataclass(frozen=True, slots=True)
class Part:
    """Hands of neighbouring strengths, and what to do with them."""

    first: int
    """The class of the weakest."""
    last: int
    share: Fraction
    """Of all hands that the row is about."""
    decision: Node

    @property
    def is_band(self) -> bool:
        """Whether strength alone does not decide."""
        return isinstance(self.decision, Question)


@dataclass(frozen=True, slots=True)
class Row:
    """What to do against some ranks up; without ranks, whatever is up or nothing is."""

    ups: tuple[int, ...]
    parts: tuple[Part, ...]
    """From the strongest hands down."""


@dataclass(frozen=True, eq=False)
class Instructions:
    """A strategy that can be told."""

    names: Names
    choices: tuple[str, ...]
    rows: tuple[Row, ...]
    never: tuple[str, ...]
    """Choices that are best with no hand."""
    per: str
    """The bet that the cost is reckoned on."""
    cost: Fraction
    """Units of that bet that they lose against the best play."""

    def choice(self, held: Sequence[int], up: int | None = None) -> str:
        """The word that the instructions say for a hand."""
        facts = self.names.facts.of(held, up)
        rank = None if up is None else cards.rank_of(up)
        row = next(each for each in self.rows if not each.ups or rank in each.ups)
        part = next(each for each in row.parts if each.first <= facts[0] <= each.last)
        return self.choices[decided(part.decision, facts)]

    def lines(self) -> Iterator[Line]:
        """The instructions in words, and what they cost where they cost something."""
        for row in self.rows:
            yield from self._row(row)
        for word in self.never:
            yield Line(0, f"never {word}")
        if self.cost:
            lost = Decimal(f"{100 * float(self.cost):.2g}")
            yield Line(
                0, f"following these lines costs {lost:f} % of the {self.per} more than best play"
            )

    def _row(self, row: Row) -> Iterator[Line]:
        when = f"against {_ranks(row.ups)}: " if row.ups else ""
        if len(row.parts) == 1 and not row.parts[0].is_band:
            yield Line(0, f"{when}{self._word(row.parts[0])} every hand")
        elif not any(part.is_band for part in row.parts):
            told = (f"{self._phrase(row, part)} ({_percent(part.share)})" for part in row.parts)
            yield Line(0, when + "; ".join(told))
        else:
            for part in row.parts:
                phrase, share = self._phrase(row, part), _percent(part.share)
                if part.is_band:
                    yield Line(0, f"{phrase} ({share}), the first line that fits decides:")
                    yield from self._rules(part.decision, part.first, part.last, 1)
                else:
                    yield Line(0, f"{phrase} ({share})")

    def _word(self, part: Part) -> str:
        assert isinstance(part.decision, Answer), "strength decides"
        return self.choices[part.decision.choice]

    def _phrase(self, row: Row, part: Part) -> str:
        """What to do with the hands of a part, or in a band only which hands they are."""
        first, last = self.names.words(part.first), self.names.words(part.last)
        top, bottom = part == row.parts[0], part == row.parts[-1]
        if part.is_band:
            if bottom:
                return f"{last} and below"
            better = f"{self.names.from_words(part.first)} and better"
            return better if top else f"from {first} to {last}"
        word = self._word(part)
        if top:
            return f"{word} {self.names.from_words(part.first)} and better"
        if bottom:
            above = row.parts[-2]
            if above.is_band:
                return f"{word} everything below {self.names.from_words(above.first)}"
            return f"{word} {last} and below"
        return f"{word} {first}" if first == last else f"{word} from {first} to {last}"

    def _rules(self, node: Node, low: int, high: int, depth: int) -> Iterator[Line]:
        """A tree as lines of which the first that fits decides; *low* to *high* are its classes."""
        while isinstance(node, Question):
            is_yes = _is_first(node.yes, node.no)
            one, other = (node.yes, node.no) if is_yes else (node.no, node.yes)
            asked = self._asked(node, low, high, is_yes)
            within = self._within(node, low, high, is_yes)
            if isinstance(one, Answer):
                yield Line(depth, f"{asked}: {self.choices[one.choice]}")
            else:
                yield Line(depth, f"{asked}:")
                yield from self._rules(one, *within, depth + 1)
            low, high = self._within(node, low, high, not is_yes)
            node = other
        yield Line(depth, f"otherwise {self.choices[node.choice]}")

    def _within(self, node: Question, low: int, high: int, is_yes: bool) -> tuple[int, int]:
        """The classes that remain after an answer."""
        if self.names.facts.columns[node.column].fact is not Fact.STRENGTH:
            return low, high
        return (node.at_least, high) if is_yes else (low, node.at_least - 1)

    def _asked(self, node: Question, low: int, high: int, is_yes: bool) -> str:
        """When the answer to a question is yes, or no."""
        (fact, card), least = self.names.facts.columns[node.column], node.at_least
        if fact is Fact.STRENGTH:
            hand = self.names.from_words(least)
            return f"with {hand} or better" if is_yes else f"below {hand}"
        if fact is Fact.CARD:
            nth = self.names.nth_card(card, low, high)
            told = (
                ("lower than", "no lower than") if least == 1 else ("no higher than", "higher than")
            )
            return f"if the card up is {told[not is_yes]} {nth}"
        if fact is Fact.UP:
            return f"if the card up is {_rank(least, is_yes)}"
        if fact is Fact.LEFT:
            return f"if the card left over is {_rank(least, is_yes)}"
        if fact is Fact.FLUSH:
            more = f"{_NUMBERS[least]} or more" if is_yes else f"fewer than {_NUMBERS[least]}"
            return f"if {more} of your cards are of one suit"
        what = "rank" if fact is Fact.HELD else "suit"
        if least == 1:
            return f"if you hold {_NUMBERS[is_yes]} card of the {what} up"
        more = f"{_NUMBERS[least]} or more" if is_yes else f"fewer than {_NUMBERS[least]}"
        return f"if you hold {more} cards of the {what} up"

    def as_json(self) -> dict[str, Any]:
        """The instructions as JSON: as lines to read, and as they are."""
        return {
            "cost": exact(self.cost),
            "lines": [{"depth": line.depth, "text": line.text} for line in self.lines()],
            "rows": [
                {
                    "up": [cards.RANKS[rank] for rank in row.ups],
                    "parts": [self._part_json(part) for part in row.parts],
                }
                for row in self.rows
            ],
        }

    def _part_json(self, part: Part) -> dict[str, Any]:
        return {
            "weakest": self.names.words(part.first),
            "strongest": self.names.words(part.last),
            "strengths": part.last - part.first + 1,
            "share": exact(part.share),
            "decision": self._node_json(part.decision),
        }

    def _node_json(self, node: Node) -> dict[str, Any]:
        if isinstance(node, Answer):
            return {"choice": self.choices[node.choice]}
        fact, card = self.names.facts.columns[node.column]
        least: int | str = node.at_least
        if fact is Fact.STRENGTH:
            least = self.names.words(node.at_least)
        elif fact in (Fact.UP, Fact.LEFT):
            least = cards.RANKS[node.at_least]
        return {
            "fact": fact.value,
            "card": card + 1 if fact is Fact.CARD else None,
            "at_least": least,
            "yes": self._node_json(node.yes),
            "no": self._node_json(node.no),
        }


def _is_first(yes: Node, no: Node) -> bool:
    """Whether the answer yes is told first: the one after which less is to be asked."""
    return answers(yes) <= answers(no)


def _rank(least: int, is_yes: bool) -> str:
    """A rank at least so high, or lower than that."""
    named = words.a(least if is_yes else least - 1)
    if is_yes:
        return named if least == cards.ACE else f"{named} or higher"
    return named if least == 1 else f"{named} or lower"


def _ranks(ups: Sequence[int]) -> str:
    """Ranks from the highest down; neighbours by the first and the last."""
    runs: list[list[int]] = []
    for rank in ups:
        if runs and runs[-1][-1] == rank + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    shown = [cards.RANKS[rank].replace("T", "10") for rank in range(len(cards.RANKS))]
    return ", ".join(
        shown[run[0]] if len(run) == 1 else f"{shown[run[0]]} to {shown[run[-1]]}" for run in runs
    )


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.2f} %"


class Between(NamedTuple):
    """Two neighbouring choices, and from where on the one that stakes more is taken."""

    lower: int
    higher: int
    ever: int
    """The weakest class of which some take it."""
    always: int
    """The weakest class from which on all take it."""


def borders(of: Declared, ways: Ints) -> list[Between]:
    """The borders between choices that are ever best, from the one that stakes least.

    *ways* has hands by class and choice.
    """

    def staked(number: int) -> int:
        choice = of.choices[number]
        return -1 if choice.folds else sum(choice.stakes.values())

    order = sorted((k for k in range(len(of.choices)) if ways[:, k].any()), key=staked)
    found = []
    for lower, higher in pairwise(order):
        more = ways[:, order[order.index(higher) :]].sum(axis=1)
        less = ways.sum(axis=1) - more
        always = len(less) - int(np.argmax(less[::-1] > 0))
        found.append(Between(lower, higher, int(np.argmax(more > 0)), always))
    return found


class _Run(NamedTuple):
    """Neighbouring classes, and the choice that all their hands take; None in a band."""

    first: int
    last: int
    choice: int | None


def _runs(of: Declared, ways: Ints) -> list[_Run]:
    """The hands that are there, from the weakest up, in runs that are told alike."""
    there = np.flatnonzero(ways.sum(axis=1))
    every: list[int | None] = [int(np.argmax(each)) for each in ways[there]]
    for border in borders(of, ways[there]):
        every[border.ever : border.always] = [None] * (border.always - border.ever)
    runs, first = [], 0
    for choice, same in groupby(every):
        last = first + len(list(same)) - 1
        runs.append(_Run(int(there[first]), int(there[last]), choice))
        first = last + 1
    return runs


def _parts(runs: Sequence[_Run], decisions: Sequence[Node], ways: Ints) -> tuple[Part, ...]:
    """The runs with what is decided, from the strongest down; neighbours that agree are one."""
    found: list[Part] = []
    for decision, same in groupby(zip(runs, decisions, strict=True), key=lambda each: each[1]):
        several = [run for run, _ in same]
        first, last = several[0].first, several[-1].last
        share = Fraction(int(ways[first : last + 1].sum()), int(ways.sum()))
        found.insert(0, Part(first, last, share, decision))
    return tuple(found)


def instructions(
    of: Declared, counts: Counts, lost: Ints, whole: int, by_up: Mapping[int | None, Ints]
) -> Instructions:
    """The best strategy, told.

    *lost* has what each choice loses against the best one, by situation and choice, summed over the
    dealer's hands, in parts of which *whole* make a unit; *by_up* how many hands take each choice,
    by rank of the card up, class and choice.
    """
    words_of, ways = tuple(each.word for each in of.choices), np.sum([*by_up.values()], axis=0)
    never = tuple(word for word, there in zip(words_of, ways.any(axis=0), strict=True) if not there)
    rows, cost = _by_rank_up(of, by_up), Fraction(0)
    if not rows:
        runs = _runs(of, ways)
        bands = [run for run in runs if run.choice is None]
        deals = counts.deals * whole
        trees, total = _trees(of, counts, lost, deals, bands)
        left = iter(trees)
        decided_so = [next(left) if run.choice is None else Answer(run.choice) for run in runs]
        rows, cost = (Row((), _parts(runs, decided_so, ways)),), Fraction(total, deals)
    return Instructions(names(of), words_of, rows, never, of.head, cost)


def _by_rank_up(of: Declared, by_up: Mapping[int | None, Ints]) -> tuple[Row, ...]:
    """A row for each rank up, or for several that are told alike; none if that does not decide."""
    alike: dict[Any, tuple[list[int], Ints]] = {}
    for up, ways in by_up.items():
        runs = tuple(_runs(of, ways))
        if any(run.choice is None for run in runs):
            return ()
        # Alone, a choice is told without the weakest hand, which differs by the rank up.
        ups, before = alike.get(key := runs if len(runs) > 1 else runs[0].choice, ([], 0))
        alike[key] = [*ups, *(() if up is None else (up,))], before + ways
    rows = []
    for ups, ways in alike.values():
        runs = tuple(_runs(of, ways))
        decisions = [Answer(run.choice) for run in runs if run.choice is not None]
        rows.append(Row(tuple(ups), _parts(runs, decisions, ways)))
    return tuple(rows)


def _trees(
    of: Declared, counts: Counts, lost: Ints, deals: int, bands: Sequence[_Run]
) -> tuple[list[Node], int]:
    """Questions for each band, and what they lose in all."""
    facts, sums = _cells(of, counts, lost, bands)
    groups = [
        np.flatnonzero((facts[:, 0] >= low) & (facts[:, 0] <= high)) for low, high, _ in bands
    ]
    trees = grown(facts, sums / deals, groups, float(ENOUGH), MOST)
    told = zip(trees, groups, strict=True)
    return trees, sum(_lost(tree, facts, sums, rows) for tree, rows in told)


def _lost(node: Node, facts: NDArray[np.int16], sums: Ints, rows: Ints) -> int:
    if isinstance(node, Answer):
        return int(sums[rows, node.choice].sum())
    said = facts[rows, node.column] >= node.at_least
    return _lost(node.yes, facts, sums, rows[said]) + _lost(node.no, facts, sums, rows[~said])


def _cells(
    of: Declared, counts: Counts, lost: Ints, bands: Sequence[_Run]
) -> tuple[NDArray[np.int16], Ints]:
    """The situations of some bands that the facts tell apart, and what each choice loses there."""
    told, own = names(of).facts, np.array(of.asked.deck.cards)
    class_of = np.searchsorted(np.array(told.strengths), counts.kinds.strengths)
    is_in = np.zeros(len(told.strengths), np.bool_)
    for band in bands:
        is_in[band.first : band.last + 1] = True
    every_facts, every_sum = [], []
    for job, rows, situation in counts.situations():
        classes = class_of[rows.kind]
        some = np.flatnonzero(is_in[classes])
        up = job.cards[0] if told.has_up else -1
        facts = told.rows(classes[some], rows.hands[some], own, up)
        first, of_cell = distinct(facts)
        sums = np.zeros((len(first), lost.shape[1]), np.int64)
        add_up(of_cell, lost, situation[some], rows.ways[some], sums)
        every_facts.append(facts[first])
        every_sum.append(sums)
    return np.concatenate(every_facts), np.concatenate(every_sum)


@kernel
def add_up(
    row_of: NDArray[np.int32], each: Ints, situation: NDArray[np.int32], ways: Ints, sums: Ints
) -> None:
    """Add numbers of situations to the rows of a table, as often as there are such hands."""
    for i in range(len(row_of)):
        for k in range(each.shape[1]):
            sums[row_of[i], k] += each[situation[i], k] * ways[i]
