"""How to play from the starting hand on, where shared cards are still to come, as far as it is
known exactly and can be told.

Starting hands are told by their ranks and suits.  So are all later hands of a game without a
dealer's hand.  Against a dealer too many hands come to a later decision: there it is told how often
each choice is best with what a player holds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby
from math import comb
from typing import Any, Final, TypeAlias

import numpy as np

from fairdeal import cards
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.figures import exact
from fairdeal.analysis.instructions import Line
from fairdeal.analysis.solvers.asking import asked
from fairdeal.analysis.solvers.board_counts import BoardCounts
from fairdeal.analysis.solvers.board_kernels import turned
from fairdeal.analysis.solvers.boards import BoardSolver
from fairdeal.analysis.solvers.hands import Rows
from fairdeal.analysis.solvers.solution import Outcomes, Solved, Solver, Start
from fairdeal.analysis.solvers.staking import Structure, added
from fairdeal.analysis.solvers.turns import TurnSolver, every_set
from fairdeal.analysis.strategy import SimpleRule
from fairdeal.errors import listed
from fairdeal.games.layout import Choice, Game
from fairdeal.hands import poker, words

MOST: Final = 250_000
"""Hands of a later decision that are looked at one by one."""

_TWO: Final = 2
"""Cards of a hand that is told in one line."""

_FIVE: Final = 5
"""Cards that make a hand of poker."""

_SETS: Final = {
    (4,): "four of a kind",
    (3, 1): "three of a kind",
    (3,): "three of a kind",
    (2, 2): "two pair",
    (2, 1, 1): "pair",
    (2, 1): "pair",
    (2,): "pair",
}
"""What hands are called by how many cards have each rank."""

_COUNTED: Final = ("", "", "two", "three", "four")

Ranks: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A choice, and how often it is best among the hands that come to its decision."""

    word: str
    told: str
    """The word once it has been said: ``raised 4x``."""
    does: str
    """The word as an instruction: ``raise 4x``."""
    share: Fraction | None
    """None of a later decision where two ways to play end in the same stakes."""

    def as_json(self) -> dict[str, Any]:
        """The choice as JSON."""
        return {
            "choice": self.word,
            "told": self.told,
            "does": self.does,
            "share": None if self.share is None else exact(self.share),
        }

    def part(self) -> str:
        """How often it is best, as a remark; empty where that is not known."""
        return "" if self.share is None else f" ({_percent(self.share)})"


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player may hold at a later decision, and how often each choice is best with it."""

    name: str
    share: Fraction
    """Of the hands that come to the decision."""
    taken: tuple[Fraction, ...]
    """How often each choice is best, in the order of the decision's shares."""

    def as_json(self) -> dict[str, Any]:
        """The holding as JSON."""
        return {
            "hand": self.name,
            "share": exact(self.share),
            "choices": [exact(each) for each in self.taken],
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a round: what is best with which hands."""

    common: int
    """Shared cards that are face up by then."""
    shares: tuple[Share, ...]
    lines: tuple[Line, ...]
    """In words, as far as hands can be told apart; else empty."""
    holdings: tuple[Holding, ...] = ()

    @property
    def when(self) -> str:
        """The moment of the decision."""
        if not self.common:
            return "before any shared card"
        return f"with {self.common} shared card{'s' * (self.common > 1)}"

    def as_json(self) -> dict[str, Any]:
        """The decision as JSON."""
        return {
            "shared_cards": self.common,
            "shares": [each.as_json() for each in self.shares],
            "lines": [{"depth": line.depth, "text": line.text} for line in self.lines],
            "holdings": [each.as_json() for each in self.holdings],
        }


@dataclass(frozen=True, slots=True)
class Opening:
    """How to play a game with shared cards."""

    per: str
    """The bet that values and costs are reckoned on."""
    starts: tuple[Start, ...]
    decisions: tuple[Decision, ...]
    endings: tuple[tuple[str, Fraction], ...]
    """What a player has said by the end, and in how many rounds."""
    simple_rules: tuple[SimpleRule, ...]

    @property
    def shares(self) -> dict[str, Fraction]:
        """How often each choice is best with the starting hand."""
        return {each.word: each.share or Fraction(0) for each in self.decisions[0].shares}

    def lines(self) -> Iterator[Line]:
        """All decisions in words."""
        for decision in self.decisions:
            yield Line(0, f"{decision.when}:")
            for line in decision.lines:
                yield Line(line.depth + 1, line.text)
            for each in decision.holdings:
                parts = zip(decision.shares, each.taken, strict=True)
                said = (f"{one.does} {_percent(share)}" for one, share in parts if share)
                yield Line(2, f"{each.name}: {', '.join(said)}")

    def as_json(self) -> dict[str, Any]:
        """The strategy with the names of a par sheet's JSON."""
        return {
            "hands": [each.as_json() for each in self.starts],
            "per": self.per,
            "decisions": [each.as_json() for each in self.decisions],
            "endings": [{"told": told, "share": exact(share)} for told, share in self.endings],
            "simple_rules": [
                {"rule": each.text, "cost": exact(each.cost)} for each in self.simple_rules
            ],
        }


def read(shown: Mapping[str, Any]) -> Opening:
    """The strategy as its JSON has it."""

    def share(found: Mapping[str, Any]) -> Fraction:
        return Fraction(found["exact"])

    starts = tuple(
        Start(
            tuple(sorted(cards.parse(each["hand"]))),
            each["ways"],
            {choice["choice"]: share(choice["value"]) for choice in each["choices"]},
            each["best"],
        )
        for each in shown["hands"]
    )
    decisions = tuple(
        Decision(
            each["shared_cards"],
            tuple(
                Share(one["choice"], one["told"], one["does"], one["share"] and share(one["share"]))
                for one in each["shares"]
            ),
            tuple(Line(line["depth"], line["text"]) for line in each["lines"]),
            tuple(
                Holding(one["hand"], share(one["share"]), tuple(map(share, one["choices"])))
                for one in each["holdings"]
            ),
        )
        for each in shown["decisions"]
    )
    return Opening(
        shown["per"],
        starts,
        decisions,
        tuple((each["told"], share(each["share"])) for each in shown["endings"]),
        tuple(SimpleRule(each["rule"], share(each["cost"])) for each in shown["simple_rules"]),
    )


def opening(
    game: Game, per: str, by: Solver[Any], counts: Any, solved: Solved, outcomes: Outcomes
) -> Opening:
    """The best play in words; *solved* says what each choice is worth to a starting hand."""
    steps = [step.choices for step in game.decisions]
    paths = _paths(by.structure)
    deals = np.bincount(outcomes.ending, outcomes.deals, len(by.structure.endings))
    ends = [Fraction(int(number), by.deals) for number in deals.tolist()]
    shares = _shares(steps, by.structure, paths, ends, solved)
    decisions = [Decision(0, shares[0], tuple(_lines(_of_starts(solved), shares[0])))]
    for at, stage in enumerate(by.structure.stages[1:], 1):
        holdings: tuple[Holding, ...] = ()
        lines: tuple[Line, ...] = ()
        if isinstance(by, TurnSolver):
            lines = tuple(_lines(_later(by, solved, at), shares[at]))
        elif isinstance(by, BoardSolver) and at == by.setup.middle_at:
            holdings = tuple(_holdings(by, counts, solved))
        if not lines:
            lines = tuple(_shared_out(shares[at], holdings))
        decisions.append(Decision(stage.common, shares[at], lines, holdings))
    told = {choice.word: choice.told for step in steps for choice in step}
    endings = tuple(
        (" or ".join(", then ".join(told[word] for word in path) for path in several), share)
        for several, share in zip(paths, ends, strict=True)
        if share
    )
    return Opening(per, solved.starts, tuple(decisions), endings, tuple(_rules(solved, shares[0])))


def _paths(structure: Structure) -> list[list[tuple[str, ...]]]:
    """By ending, everything that a player may have said."""
    found: list[list[tuple[str, ...]]] = [[] for _ in structure.endings]
    reached: list[tuple[Mapping[str, int], tuple[str, ...]]] = [(structure.base, ())]
    for at, stage in enumerate(structure.stages):
        going_on: list[tuple[Mapping[str, int], tuple[str, ...]]] = []
        for state, said in reached:
            for choice in stage.choices:
                if structure.ends(at, choice):
                    ending = structure.endings.index(structure.ending(state, choice))
                    found[ending].append((*said, choice.word))
                else:
                    going_on.append((added(state, choice), (*said, choice.word)))
        reached = going_on
    return found


def _shares(
    steps: Sequence[Sequence[Choice]],
    structure: Structure,
    paths: Sequence[Sequence[tuple[str, ...]]],
    ends: Sequence[Fraction],
    solved: Solved,
) -> list[tuple[Share, ...]]:
    """How often each choice is best at each decision; at later ones by how the hands end."""
    hands = sum(each.ways for each in solved.starts)
    found = []
    for at, stage in enumerate(structure.stages):
        if at == 0:
            taken = {
                choice.word: Fraction(
                    sum(each.ways for each in solved.starts if each.chosen == choice.word), hands
                )
                for choice in stage.choices
            }
        elif any(len(each) > 1 for each in paths):
            taken = {}
        else:
            said = [(each[0][at : at + 1], end) for each, end in zip(paths, ends, strict=True)]
            every = sum((end for word, end in said if word), Fraction(0))
            taken = {
                choice.word: sum((end for word, end in said if word == (choice.word,)), Fraction(0))
                / (every or 1)
                for choice in stage.choices
            }
        found.append(
            tuple(
                Share(each.word, each.told, each.does or each.word, taken.get(each.word))
                for each in steps[at]
            )
        )
    return found


def _rules(solved: Solved, shares: Sequence[Share]) -> Iterator[SimpleRule]:
    """What it costs to say the same word with every starting hand, and then to play best."""
    hands = sum(each.ways for each in solved.starts)
    for share in shares:
        lost = sum(
            each.ways * (each.choices[each.chosen] - each.choices[share.word])
            for each in solved.starts
        )
        yield SimpleRule(f"{share.does} with every starting hand", Fraction(lost, hands))


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.2f} %"


def _shared_out(shares: Sequence[Share], holdings: Sequence[Holding]) -> Iterator[Line]:
    """How often each choice is best, where hands cannot be told one by one."""
    for place, each in enumerate(shares):
        always = [one.name for one in holdings if one.taken[place] == 1]
        if always or each.share is not None:
            sure = f"always with {listed(always)}" if always else ""
            often = ""
            if each.share is not None:
                often = f"with {_percent(each.share)} of the hands that come to it"
            yield Line(0, f"{each.does} {'; '.join(filter(None, (often, sure)))}")


Cells: TypeAlias = dict[tuple[int, ...], dict[int, dict[Ranks, frozenset[str]]]]
"""The words for hands by their ranks and suits.

By how many cards have each rank, the most first; by how many cards are of one suit; and by ranks,
those of sets first.
"""


def cells_of(hands: Iterable[tuple[Sequence[int], Iterable[str]]]) -> Cells:
    """The words that are said to hands, by their ranks and suits."""
    found: Cells = {}
    for held, said in hands:
        ranks = [cards.rank_of(card) for card in held]
        suits = [cards.suit_of(card) for card in held]
        order = sorted({*ranks}, key=lambda rank: (-ranks.count(rank), -rank))
        by_suits = found.setdefault(tuple(ranks.count(rank) for rank in order), {})
        by_ranks = by_suits.setdefault(max(map(suits.count, suits)), {})
        every = tuple(rank for rank in order for _ in range(ranks.count(rank)))
        by_ranks[every] = by_ranks.get(every, frozenset()) | frozenset(said)
    return found


def _of_starts(solved: Solved) -> Cells:
    return cells_of((each.cards, [each.chosen]) for each in solved.starts)


def _later(by: TurnSolver, solved: Solved, at: int) -> Cells:
    """The words for every hand of a later decision, whatever was said before; none if too many."""
    stage, size = by.structure.stages[at], len(by.deck) - by.structure.own
    if len(solved.starts) * comb(size, stage.common) > MOST:
        return {}
    spoken, sets = [each.word for each in stage.choices], every_set(size, stage.common).tolist()

    def hands() -> Iterator[tuple[Sequence[int], Iterable[str]]]:
        for start, chosen in zip(solved.starts, solved.later[at].tolist(), strict=True):
            rest = [card for card in by.deck if card not in start.cards]
            for places, numbers in zip(sets, chosen, strict=True):
                held = (*start.cards, *(rest[place] for place in places))
                yield held, {spoken[number] for number in numbers}

    return cells_of(hands())


def _lines(cells: Cells, shares: Sequence[Share]) -> Iterator[Line]:
    """What to do with which hands; the last choice that is ever best takes all that are left."""
    said = frozenset(
        word
        for by_suits in cells.values()
        for one in by_suits.values()
        for word in chain(*one.values())
    )
    taken = [each for each in shares if each.word in said]
    for each in taken[:-1]:
        told = list(phrases(cells, each.word))
        if sum(next(iter(cells))) <= _TWO:
            yield Line(0, f"{each.does} with {listed(told, 'or')}{each.part()}")
        else:
            yield Line(0, f"{each.does}{each.part()} with any of these:")
            yield from (Line(1, phrase) for phrase in told)
    for each in taken[-1:]:
        which = f"all other hands{each.part()}" if len(taken) > 1 else "every hand"
        yield Line(0, f"{each.does} with {which}")
    if taken:
        yield from (Line(0, f"never {each.does}") for each in shares if each not in taken)


def phrases(cells: Cells, word: str) -> Iterator[str]:
    """The hands with which a choice is best, the strongest kinds first."""
    for shape in sorted(cells, reverse=True):
        by_suits, alone = cells[shape], frozenset({word})
        sets: dict[Ranks, frozenset[str]] = {}
        for every in by_suits.values():
            for ranks, said in every.items():
                key = tuple(dict.fromkeys(rank for rank in ranks if ranks.count(rank) > 1))
                sets[key] = sets.get(key, frozenset()) | said
        name = _SETS.get(shape, "")
        if name and all(len(said) == 1 for said in sets.values()):
            yield from _of_sets(name, [key for key in sets if sets[key] == alone], list(sets))
        elif shape == (1, 1):
            yield from _of_two(by_suits, word)
        else:
            yield from _of_ranks(name, by_suits, word)
        some = sorted(
            {ranks for one in by_suits.values() for ranks in one if {word} < one[ranks]},
            reverse=True,
        )
        if some:
            yield f"some of {', '.join(map(_named, some))}, by their suits"


def _of_sets(name: str, own: Sequence[Ranks], every: Sequence[Ranks]) -> Iterator[str]:
    """Pairs and better, where the cards beside them do not matter."""
    if not own:
        return
    if len(own) == len(every):
        yield name if len(own[0]) > 1 else f"any {name}"
    elif len(own[0]) > 1:
        yield f"{name}: {', '.join(map(_named, sorted(own, reverse=True)))}"
    else:
        for high, low, is_top in _runs([rank for [rank] in own], [rank for [rank] in every]):
            few = f"{name} of {words.MANY[low]}"
            if is_top and high > low:
                yield f"a {few} or better"
            else:
                yield f"a {few}" if high == low else f"a {few} to {words.MANY[high]}"


def _runs(own: Sequence[int], every: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Neighbouring ranks by the highest and the lowest, and whether none is above them."""
    order = sorted({*every}, reverse=True)
    for is_own, run in groupby(enumerate(order), lambda each: each[1] in own):
        several = list(run)
        if is_own:
            yield several[0][1], several[-1][1], several[0][0] == 0


def _of_two(by_suits: Mapping[int, Mapping[Ranks, frozenset[str]]], word: str) -> Iterator[str]:
    """Two cards of different ranks by the higher one, of one suit and of two."""
    suited, mixed = by_suits.get(2, {}), by_suits.get(1, {})
    for high in sorted({ranks[0] for ranks in (*suited, *mixed)}, reverse=True):
        lows = [
            {low: said == {word} for (top, low), said in every.items() if top == high}
            for every in (suited, mixed)
        ]
        own = [[low for low, is_own in each.items() if is_own] for each in lows]
        if own[0] == own[1]:
            yield from _by_high(high, own[1], [*lows[1]], "")
            continue
        is_plain = {*own[1]} <= {*own[0]}
        yield from _by_high(high, own[1], [*lows[1]], "" if is_plain else " of two suits")
        yield from _by_high(high, own[0], [*lows[0]], " suited")


def _by_high(high: int, own: Sequence[int], every: Sequence[int], suits: str) -> Iterator[str]:
    if own and len(own) == len(every):
        rank = words.ONE[high]
        yield f"any suited {rank}" if suits == " suited" else f"any {rank}{suits}"
        return
    for top, low, is_top in _runs(own, every):
        named = _named((high, low))
        if is_top and top > low:
            yield f"{named}{suits} or better"
        else:
            yield f"{named}{suits}" if top == low else f"{_named((high, top))} to {named}{suits}"


def _of_ranks(
    name: str, by_suits: Mapping[int, Mapping[Ranks, frozenset[str]]], word: str
) -> Iterator[str]:
    """Hands one by one, for each number of cards of one suit with which they are the same."""
    own = {
        suited: tuple(sorted((ranks for ranks in every if every[ranks] == {word}), reverse=True))
        for suited, every in by_suits.items()
    }
    order = sorted(own, reverse=True)
    for ranks, run in groupby(order, own.__getitem__):
        several = list(run)
        if not ranks:
            continue
        size, is_all = len(ranks[0]), all(len(by_suits[each]) == len(ranks) for each in several)
        suits = _suits(several, order, size)
        kind = f"{name}{', ' if suits else ''}" if name else ""
        if is_all:
            yield f"{kind}any {_COUNTED[size]} cards{f' {suits}' if suits else ''}"
        else:
            yield f"{kind}{suits}{': ' if name or suits else ''}{', '.join(map(_named, ranks))}"


def _suits(several: Sequence[int], every: Sequence[int], size: int) -> str:
    """How many cards are of one suit."""
    if len(several) == len(every):
        return ""
    if several == [size]:
        return "of one suit"
    if several[-1] == every[-1]:
        return "not of one suit" if several[0] == size - 1 else f"at most {several[0]} of one suit"
    return f"{listed(map(str, several), 'or')} of one suit"


def _named(ranks: Ranks) -> str:
    """Ranks as a player writes them: ``A-10-5``."""
    return "-".join(cards.RANKS[rank] for rank in ranks).replace("T", "10")


# What a player may hold on a board, against a dealer.

_HOLDINGS: Final = (
    "a straight or better",
    "three of a kind",
    "two pair",
    "a pair with a card of your own",
    "a pair that lies on the board",
    "four cards of one suit",
    "none of these",
)


def _holdings(by: BoardSolver, counts: BoardCounts, solved: Solved) -> Iterator[Holding]:
    """What a player may hold at the decision before the last, of poker's names."""
    setup, stage = by.setup, by.setup.middle
    if by.structure.own + stage.common < _FIVE:
        return
    known = turned(stage.common, by.deck, setup.suits)
    boards = np.repeat(known.cards, np.diff(counts.first), axis=0)
    own = _PAIRS[counts.hand]
    comes = np.array([each.chosen in by.structure.going_on(0) for each in solved.starts])[
        setup.layout.start[counts.hand]
    ]
    kinds = _kinds(own, boards)
    ways = np.where(comes, counts.ways, 0).astype(np.int64)
    choices = len(stage.choices)
    sums = np.zeros((len(_HOLDINGS), choices), np.int64)
    np.add.at(sums, (kinds, solved.later[0]), ways)
    for name, row in zip(_HOLDINGS, sums.tolist(), strict=True):
        if number := sum(row):
            taken = tuple(Fraction(each, number) for each in row)
            yield Holding(name, Fraction(number, int(ways.sum())), taken)


def _kinds(own: Ints, boards: Rows) -> Ints:
    """By hand, the number of what it is in ``_HOLDINGS``."""
    every = np.sort(np.hstack([own, boards]), axis=1).astype(np.int8)
    category = asked(poker.strength_of, every) >> 20
    ranks, suits = own >> 2, every & 3
    is_own = (ranks[:, 0] == ranks[:, 1]) | (ranks[:, :, None] == boards[:, None, :] >> 2).any(
        (1, 2)
    )
    draws = np.stack([(suits == suit).sum(axis=1) for suit in range(4)]).max(axis=0) >= _FIVE - 1
    return np.select(
        [
            category >= poker.Category.STRAIGHT,
            category == poker.Category.THREE_OF_A_KIND,
            category == poker.Category.TWO_PAIR,
            (category == poker.Category.PAIR) & is_own,
            category == poker.Category.PAIR,
            draws,
        ],
        range(len(_HOLDINGS) - 1),
        len(_HOLDINGS) - 1,
    )


_PAIRS: Final[Ints] = np.array([(low, high) for high in range(52) for low in range(high)])
"""By place, the two cards of a hand."""
