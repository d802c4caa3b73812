"""The solver for games with common cards and a dealer's hand, such as Ultimate Texas Hold'em."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards
from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers import board_kernels as loops
from fairdeal.analysis.solvers.board_counts import BoardCounts, classes_by_hand, count
from fairdeal.analysis.solvers.board_kernels import CHUNK, LANES, PAIRS, in_lanes, turned
from fairdeal.analysis.solvers.board_setup import LARGEST, Setup
from fairdeal.analysis.solvers.hands import (
    SWAPS,
    examples,
    pair_place,
    place_of,
    suit_groups,
    swapped,
    swapped_pairs,
    swaps_within,
)
from fairdeal.analysis.solvers.ranking import OWN, Kinds, Ranking, pairs
from fairdeal.analysis.solvers.regions import Jumps, by_region
from fairdeal.analysis.solvers.settling import Forms, Pays
from fairdeal.analysis.solvers.solution import Outcomes, Solved, Solver, Start
from fairdeal.analysis.solvers.staking import Stage
from fairdeal.errors import Refused


@dataclass(frozen=True, eq=False)
class BoardSolver(Solver[BoardCounts]):
    """Two cards each for player and dealer, a board, and a raise that is made once."""

    counts: ClassVar = BoardCounts

    def __post_init__(self) -> None:
        assert self.setup, "a game that does not fit is refused"

    @cached_property
    def setup(self) -> Setup:
        """The game as the loops over boards want it."""
        return Setup(self.rules, self.structure, self.settling, self.deck)

    def count(self, progress: Progress = unseen) -> BoardCounts:
        """Count every deal."""
        return count(self.setup, progress)

    def counted(self, counts: BoardCounts) -> int:
        """Deals in the counts, which must be all of them."""
        each = self.setup.boards_each * self.setup.dealers
        return int(counts.ways.sum(dtype=np.int64)) * each

    def best(self, counts: BoardCounts, pays: Pays) -> Solved:
        """The best play when the pay tables' lines pay so much.

        What bets win that survive a fold is in the value, but not in that of any choice.
        """
        prices, parts = self.settling.sheet.priced(pays), self.structure.unit
        open_pays = np.array([prices[i] for i in self.settling.sheet.open], np.int64)
        self._check_size(prices)
        unsure = np.zeros((2, len(counts.hand)), np.int64)
        _settle_unsure(counts, open_pays, unsure)
        middle, each = self.setup.middle, self.setup.boards_each * self.setup.dealers
        layout = self.setup.layout
        starts = examples(OWN, self.deck, self.setup.suits)
        found = _Chosen(
            np.empty(len(counts.hand), np.int8),
            np.zeros(len(starts.ways), np.int64),
            np.zeros(len(starts.ways), np.int64),
        )
        columns = self._columns()
        going_on = counts.columns.shape[1] - 1 if self.setup.has_final else -1
        _choose(
            counts,
            _Going(self.setup.fold(middle), each, self.setup.boards_each, going_on),
            layout.start,
            open_pays,
            unsure,
            columns,
            self.setup.added(middle.choices),
            found,
        )
        later = [Fraction(value, parts) for value in found.value.tolist()]
        values = self._start_values(counts, later, open_pays, unsure)
        deals = self.deals // comb(len(self.deck), OWN)
        made: list[Start] = []
        total, wager = Fraction(0), 0
        first = self._first
        for i, (hand, ways) in enumerate(
            zip(starts.hands.tolist(), starts.ways.tolist(), strict=True)
        ):
            if first is None:
                made.append(Start(tuple(hand), ways, {}, ""))
                total += later[i]
                wager += int(found.wager[i])
                continue
            worth = {word: value / (ways * deals) for word, value in values[i].items()}
            chosen = first.best(worth)
            made.append(Start(tuple(hand), ways, worth, chosen.word))
            total += values[i][chosen.word]
            if self.setup.opening is not None and self.structure.ends(0, chosen):
                staked = 0 if chosen.folds else sum(chosen.stakes.values())
                wager += staked * ways * (deals // self.setup.dealers)
            else:
                wager += int(found.wager[i])
        survivors, base = self._survivors(counts, prices), sum(self.structure.base.values())
        return Solved(
            total / self.deals + survivors,
            base + Fraction(wager * self.setup.dealers, self.deals),
            tuple(made),
            (found.choice,),
            prices,
        )

    def values(self, counts: BoardCounts, prices: Ints) -> Ints | None:
        """What the best play is worth under many pay tables.

        Open lines pay the same after every choice that stays, so that only hands which might be
        given up are looked at for each of them.
        """
        setup, sheet = self.setup, self.settling.sheet
        fold, survivors = setup.fold(setup.middle), self.structure.survivors
        most = max(sum(map(abs, each.stakes.values())) for each in self.structure.endings)
        units = int(np.abs(prices[:, list(sheet.open)]).max(initial=0)) + MOST_FIXED
        is_large = units * self.structure.unit * most * self.deals >= LARGEST
        if is_large or {*self.structure.bets} & survivors or fold <= 0 or setup.opening is None:
            return None
        some, fixed, lines = self._sorted_out(counts)
        first = np.zeros((len(setup.opening.choices), len(counts.opening)), np.int64)
        staying = setup.staying(0)
        deals = self.deals // comb(len(self.deck), OWN)
        ways = examples(OWN, self.deck, setup.suits).ways
        for row, choice in zip(first, setup.opening.choices, strict=True):
            if choice.folds:
                ending = self.structure.endings[setup.ending(choice)]
                row[:] = -self.structure.unit * self.structure.lost(ending) * ways * deals
            elif choice in staying:
                row[:] = counts.opening[:, staying.index(choice)]
        pays = np.array([choice in staying for choice in setup.opening.choices])
        goes = np.array([each in self.structure.going_on(0) for each in self._words(0)])
        columns, found = self._columns(), np.empty(len(prices), np.int64)
        by = _Going(fold, 0, 0, counts.columns.shape[1] - 1 if setup.has_final else -1)
        chosen = _Chosen(
            np.empty(len(some.hand), np.int8), np.empty_like(fixed), np.empty_like(fixed)
        )
        unsure, added = np.zeros((2, len(some.hand)), np.int64), setup.added(setup.middle.choices)
        for number, paid in enumerate(np.ascontiguousarray(prices[:, list(sheet.open)])):
            unsure[:] = 0
            _settle_unsure(some, paid, unsure)
            chosen.value[:] = fixed + lines @ paid
            _choose(some, by, setup.layout.start, paid, unsure, columns, added, chosen)
            worth: Ints = first + pays[:, None] * (counts.opening_lines @ paid)
            worth += goes[:, None] * chosen.value
            found[number] = worth.max(axis=0).sum()
        return found

    def _words(self, at: int) -> list[str]:
        return [choice.word for choice in self.structure.stages[at].choices]

    def _sorted_out(self, counts: BoardCounts) -> tuple[BoardCounts, Ints, Ints]:
        """The classes in which some hand may be given up; of all others what they bring.

        By starting hand, and how often each open line pays them.
        """
        if not self._known_sorted_out:
            is_open = np.zeros(len(counts.hand), np.bool_)
            is_open[counts.unsure] = True
            start, sure = self.setup.layout.start[counts.hand], ~is_open
            fixed = np.zeros(len(counts.opening), np.int64)
            lines = np.zeros((len(fixed), counts.lines.shape[1]), np.int64)
            np.add.at(fixed, start[sure], counts.columns[sure].max(axis=1))
            np.add.at(lines, start[sure], counts.lines[sure])
            number = np.cumsum(is_open, dtype=np.int32) - 1
            some = counts._replace(
                **{
                    name: np.ascontiguousarray(getattr(counts, name)[is_open])
                    for name in ("hand", "ways", "columns", "added", "lines")
                },
                unsure=number[counts.unsure].astype(np.int32),
            )
            self._known_sorted_out.append((some, fixed, lines))
        return self._known_sorted_out[0]

    @cached_property
    def _known_sorted_out(self) -> list[tuple[BoardCounts, Ints, Ints]]:
        return []

    @property
    def _first(self) -> Stage | None:
        """The decision before any common card is known."""
        first = self.structure.stages[0]
        return None if first.common else first

    def _check_size(self, prices: Sequence[int]) -> None:
        """Refuse pays whose sums, for one starting hand, would not fit into 64 bits."""
        structure, hands = self.structure, comb(len(self.deck), OWN)
        most = max(sum(map(abs, each.stakes.values())) for each in structure.endings)
        units = max((abs(prices[i]) for i in self.settling.sheet.open), default=0)
        deals = self.deals // hands * min(hands, len(SWAPS))
        if (units + MOST_FIXED) * structure.unit * most * deals >= LARGEST:
            raise Refused(
                f"pays of {units} units are too large to be counted", code="game.unsolved"
            )

    def _columns(self) -> Ints:
        """The column of each choice at the middle decision; -1 for a fold."""
        staying = self.setup.staying(self.setup.middle_at)
        return np.array(
            [
                -1 if each.folds else staying.index(each) if each in staying else len(staying)
                for each in self.setup.middle.choices
            ]
        )

    def _start_values(
        self,
        counts: BoardCounts,
        going_on: Sequence[Fraction],
        open_pays: Ints,
        unsure: Ints,
    ) -> list[dict[str, Fraction]]:
        """What each choice of the first decision is worth in all, by starting hand."""
        parts, ways = self.structure.unit, examples(OWN, self.deck, self.setup.suits).ways
        deals = self.deals // comb(len(self.deck), OWN)
        if self.setup.opening is not None:
            ended, lines = counts.opening, counts.opening_lines @ open_pays
            staying, stage = self.setup.staying(0), self.setup.opening
        elif self._first is not None and self.setup.middle_at == 0:
            # The classes are the starting hands themselves, though in another order.
            at = np.argsort(self.setup.layout.start[counts.hand])
            ended, lines = counts.columns[at], (counts.lines @ open_pays)[at]
            if self.setup.has_final:
                ended[:, -1] += unsure[0, at]
                going_on = [Fraction(each, parts) for each in (ended[:, -1] + lines).tolist()]
            staying, stage = self.setup.staying(self.setup.middle_at), self.setup.middle
        else:
            return []
        found = []
        for i in range(len(ways)):
            values = {}
            for choice in stage.choices:
                if choice.folds:
                    lost = self.structure.lost(self.structure.endings[self.setup.ending(choice)])
                    values[choice.word] = Fraction(-lost * int(ways[i]) * deals)
                elif choice in staying:
                    whole = int(ended[i, staying.index(choice)] + lines[i])
                    values[choice.word] = Fraction(whole, parts)
                else:
                    values[choice.word] = going_on[i]
            found.append(values)
        return found

    def _survivors(self, counts: BoardCounts, prices: Sequence[int]) -> Fraction:
        """What bets that outlive a fold win, whatever is chosen."""
        found = Fraction(0)
        for bet in set(self.structure.bets) & self.structure.survivors:
            found += self.structure.base[bet] * self.every(counts, prices).of(bet).mean
        return found

    def every(self, counts: BoardCounts, prices: Sequence[int]) -> Outcomes:
        """All deals of hands that are never given up and never raised."""
        ending = next(i for i, each in enumerate(self.structure.endings) if not each.folded)
        return self._outcomes(counts, counts.every[None], [ending], prices)

    def tally(self, counts: BoardCounts, solved: Solved, progress: Progress = unseen) -> Outcomes:
        """All deals under the best play: a second loop over the boards.

        The tally before is kept.  Where few decisions differ from its own, only the boards are
        looped over on which they do.
        """
        every = np.arange(len(examples(self.structure.common, self.deck, self.setup.suits).ways))
        if self._tallies:
            before = self._tallies[0]
            classes = np.nonzero(before.solved.later[0] != solved.later[0])[0]
            middle = self._middle_ends(counts, solved) if len(classes) else before.middle
            some = self._differing(counts, before.solved, solved, classes)
            if 2 * len(some) < len(every):
                total = before.total + self._tallied(counts, solved, middle, some, progress)
                total -= self._tallied(counts, before.solved, before.middle, some)
        else:
            middle, some = self._middle_ends(counts, solved), every
        if 2 * len(some) >= len(every):
            total = self._tallied(counts, solved, middle, every, progress)
        self._tallies[:] = [_Tally(solved, middle, total)]
        return self._outcomes(counts, total, range(len(self.structure.endings)), solved.pays)

    @cached_property
    def _tallies(self) -> "list[_Tally]":
        """The last tally, if there was one; it is read and replaced as a whole."""
        return []

    def _differing(self, counts: BoardCounts, one: Solved, other: Solved, classes: Ints) -> Ints:
        """The boards on which two ways to play may differ, by their numbers.

        *classes* are those in which they differ at the decision before the last.
        """
        boards = examples(self.structure.common, self.deck, self.setup.suits).hands
        if [start.chosen for start in one.starts] != [start.chosen for start in other.starts]:
            return np.arange(len(boards))
        differs = np.zeros(len(boards), np.bool_)
        unsure = self._stays(counts, one) != self._stays(counts, other)
        differs[counts.unsure_board[unsure]] = True
        known = np.zeros(len(counts.first) - 1, np.bool_)
        known[np.searchsorted(counts.first, classes, "right") - 1] = True
        if len(classes):
            loops.mark_boards(boards, self.setup.layout, known, differs)
        return np.nonzero(differs)[0]

    def _stays(self, counts: BoardCounts, solved: Solved) -> NDArray[np.bool_]:
        """Of each hand whose last choice depends on the pays, whether it is not given up."""
        pays = np.array([*(solved.pays[i] for i in self.settling.sheet.open), 0], np.int64)
        paid = (counts.unsure_wins * pays[counts.unsure_lines]).sum(axis=1)
        stays: NDArray[np.bool_] = counts.unsure_value + paid >= 0
        return stays

    def _tallied(
        self,
        counts: BoardCounts,
        solved: Solved,
        middle: NDArray[np.int8],
        some: Ints,
        progress: Progress = unseen,
    ) -> Ints:
        """Hands on some boards by ending and kind: all, and those below each edge."""
        structure, layout, where = self.structure, self.setup.layout, counts.regions
        rank = self._ranking(counts)
        every = examples(structure.common, self.deck, self.setup.suits)
        boards, ways = every.hands[some], every.ways[some]
        staying = self.setup.staying(len(structure.stages) - 1) if self.setup.has_final else []
        folds = [
            each for each in structure.stages[-1].choices if each.folds and self.setup.has_final
        ]
        policy = loops.Policy(
            self._opening_ends(solved),
            middle,
            np.array([self.setup.ending(each) for each in staying], np.int64),
            self.setup.ending(folds[0]) if folds else -1,
            self.setup.group_prices(where, self.setup.priced(where, solved.pays)),
            self.setup.stakes(staying),
            self.setup.fold(structure.stages[-1]),
        )
        shape = (len(structure.endings), len(counts.order), counts.order.shape[1] + 1)
        found = [np.zeros(shape, np.int64) for _ in range(LANES)]
        tally_boards = loops.tallying(
            len(self.setup.groups), shape[2] - 1, len(structure.endings), len(staying)
        )

        def work(lane: int, part: slice) -> None:
            tally_boards(
                boards[part],
                ways[part],
                rank.classes(boards[part], self.deck),
                layout,
                counts.fixed,
                policy,
                found[lane],
            )

        work(0, slice(0, 0))
        in_lanes(work, len(boards), progress)
        total: Ints = np.sum(found, axis=0)
        return total

    def _ranking(self, counts: BoardCounts) -> Ranking:
        player = self.setup.game.player
        kinds = Kinds(counts.plain, counts.flushes, player.flush) if len(counts.flushes) else None
        return Ranking(player.rule, counts.strengths, counts.events, kinds)

    def _opening_ends(self, solved: Solved) -> Ints:
        """The ending of each pair at the first of two early decisions, -1 where it goes on."""
        if self.setup.opening is None:
            return np.full(PAIRS, -1)
        ends = {
            each.word: self.setup.ending(each) if self.structure.ends(0, each) else -1
            for each in self.setup.opening.choices
        }
        by_start = np.array([ends[start.chosen] for start in solved.starts])
        return by_start[self.setup.layout.start]

    def _middle_ends(self, counts: BoardCounts, solved: Solved) -> NDArray[np.int8]:
        """The same at the decision before the last, by orbit of turned cards and pair."""
        on = len(self.structure.endings)
        ends = np.array(
            [
                self.setup.ending(each) if self.structure.ends(self.setup.middle_at, each) else on
                for each in self.setup.middle.choices
            ]
            if self.setup.middle_at >= 0
            else [on]
        )
        leaders = classes_by_hand(self.setup, counts.first, counts.hand)
        found: NDArray[np.int8] = ends[solved.later[0]].astype(np.int8)[leaders]
        return found

    def class_of(self, counts: BoardCounts, own: Sequence[int], common: Sequence[int]) -> int:
        """The class of a hand at the decision before the last; ``Solved.later`` is by class."""
        known = turned(self.setup.middle.common, self.deck, self.setup.suits)
        at = place_of(np.array(sorted(common), np.int64))
        orbit = int(known.orbit[at])
        hand = int(swapped_pairs()[known.swap[at], pair_place(own[0], own[1])])
        example = known.cards[orbit].astype(np.int64)
        image, alike = np.empty_like(example), []
        for number in swaps_within(suit_groups(self.deck, self.setup.suits)).tolist():
            swapped(example, SWAPS[number], image)
            if (image == example).all():
                alike.append(int(swapped_pairs()[number, hand]))
        first, last = counts.first[orbit : orbit + 2].tolist()
        return int(first + np.searchsorted(counts.hand[first:last], min(alike)))

    def _outcomes(
        self, counts: BoardCounts, sums: Ints, endings: Sequence[int], prices: Sequence[int]
    ) -> Outcomes:
        """Deals by ending, kind and region, from those below each edge."""
        deals = np.zeros((len(endings), len(counts.form_fixed)), np.int64)
        for into, each in zip(deals, by_region(counts.order, sums), strict=True):
            np.add.at(into, counts.form.ravel(), each.ravel())
        ending, form = np.nonzero(deals)
        return Outcomes(
            self.structure,
            self.settling.bets,
            np.array(endings)[ending],
            Forms(counts.form_fixed[form], counts.form_line[form]),
            deals[ending, form],
            tuple(prices),
        )

    def advise(
        self,
        counts: BoardCounts,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        seen: Sequence[int] = (),
        stakes: Mapping[str, int] | None = None,
    ) -> dict[str, Fraction]:
        """What each choice is worth to a player who sees these cards, in base units.

        Bets that survive a fold are left out, as they win the same after each choice.
        """
        structure = self.structure
        at = structure.stage_at(len(common))
        if not common:
            if seen:
                raise Refused(
                    f"with {cards.show(seen)} seen elsewhere, choices before the first common card"
                    " cannot be counted: there are too many deals",
                    code="game.unsolved",
                )
            start = self.setup.layout.start[pair_place(own[0], own[1])]
            return dict(self.best(counts, pays).starts[start].choices)
        prices, parts = self.settling.sheet.priced(pays), structure.unit
        faced = self._face(counts, own, common, seen)
        where = counts.regions
        every = self.setup.priced(where, prices)
        kinds = faced[:, 0] * len(self.setup.own[1]) + self.setup.own[0][pair_place(own[0], own[1])]
        groups = self._summed(self.setup.group_prices(where, every), kinds, faced)
        stage, deals = structure.stages[at], int(faced[:, 1].sum())
        found = {}
        for choice in stage.choices:
            if choice.folds:
                lost = structure.lost(structure.endings[self.setup.ending(choice)])
                found[choice.word] = Fraction(-lost)
            elif structure.ends(at, choice):
                total = int((groups @ self.setup.stakes([choice])[0]).sum())
                found[choice.word] = Fraction(total, deals * parts)
            else:
                last = groups @ self.setup.stakes(self.setup.staying(at + 1)).T
                if (fold := self.setup.fold(structure.stages[-1])) <= 0:
                    last = np.hstack([last, fold * faced[:, 1:2]])
                found[choice.word] = Fraction(int(last.max(axis=1).sum()), deals * parts)
        return found

    def chosen(
        self,
        counts: BoardCounts,
        solved: Solved,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        stakes: Mapping[str, int] | None = None,
    ) -> str:
        """The word that best play says to these cards."""
        at = self.structure.stage_at(len(common))
        if at == self.setup.middle_at:
            chosen = int(solved.later[0][self.class_of(counts, own, common)])
            return self.setup.middle.choices[chosen].word
        if not common:
            start = int(self.setup.layout.start[pair_place(own[0], own[1])])
            return solved.starts[start].chosen
        return self.structure.stages[at].best(self.advise(counts, pays, own, common)).word

    def _face(
        self, counts: BoardCounts, own: Sequence[int], common: Sequence[int], seen: Sequence[int]
    ) -> Ints:
        """The hand's class on every board that may come; dealer hands in all and below edges."""
        gone = {*own, *common, *seen}
        deck = tuple(sorted(card for card in self.deck if card not in {*seen}))
        rest = [card for card in self.deck if card not in gone]
        more = self.structure.common - len(common)
        boards = np.array([sorted((*common, *each)) for each in combinations(rest, more)], np.int8)
        one, two = pairs(len(deck) - self.structure.common)
        layout = self.setup.layout._replace(one=one, two=two)
        rank, found = self._ranking(counts), []
        for at in range(0, len(boards), CHUNK):
            part = boards[at : at + CHUNK]
            beside = np.array([[c for c in deck if c not in {*b}] for b in part.tolist()])
            each = np.zeros((len(part), 4 + len(counts.fixed)), np.int64)
            loops.face_one(
                rank.classes(part, deck), beside, layout, np.array(sorted(own)), counts.fixed, each
            )
            found.append(each)
        return np.concatenate(found)

    def _summed(self, prices: Jumps, kinds: Ints, faced: Ints) -> Ints:
        """Prices summed over the dealer's hands, by board."""
        below = faced[:, 2:]
        rest = (prices.at[kinds] * below[:, :, None]).sum(axis=1)
        total: Ints = prices.top[kinds] * faced[:, 1:2] - rest
        return total


MOST_FIXED: Final = 1_000
"""Units that a settlement rule pays by itself are fewer."""


class _Tally(NamedTuple):
    solved: Solved
    middle: NDArray[np.int8]
    """How each hand ends at the decision before the last, as the loop wants it."""
    total: Ints
    """Hands by ending and kind: all, and those below each edge."""


class _Chosen(NamedTuple):
    choice: NDArray[np.int8]
    value: Ints
    """Of going on from each starting hand, in parts of a unit."""
    wager: Ints
    """Units added in all, for one hand of the dealer."""


class _Going(NamedTuple):
    fold: int
    """What a fold brings; above 0 where there is none."""
    deals: int
    boards: int
    """Boards and deals that go on from each set of turned cards with a hand."""
    going_on: int
    """The column of going on to the final decision; -1 where there is none."""


@kernel
def _settle_unsure(counts: BoardCounts, pays: Ints, found: Ints) -> None:
    """What sums by class lack of the best last choice, and units that it adds."""
    for u in range(len(counts.unsure)):
        paid = 0
        for s in range(counts.unsure_lines.shape[1]):
            paid += counts.unsure_wins[u, s] * pays[counts.unsure_lines[u, s]]  # 0 for no line
        at = counts.unsure[u]
        # The class counts a fold and, with all other hands, what the lines pay this one.
        if counts.unsure_value[u] + paid >= 0:
            found[0, at] += counts.unsure_value[u]
            found[1, at] += counts.unsure_added[u]
        else:
            found[0, at] -= paid


@kernel
def _choose(
    counts: BoardCounts,
    by: _Going,
    start: NDArray[np.int16],
    pays: Ints,
    unsure: Ints,
    columns: Ints,
    added: Ints,
    found: _Chosen,
) -> None:
    """Choose for every class, and add up by starting hand."""
    for i in range(len(counts.hand)):
        lines = 0
        for k in range(len(pays)):
            lines += counts.lines[i, k] * pays[k]
        best, chosen, fold = 0, -1, -1
        for choice in range(len(columns)):
            column = columns[choice]
            if column < 0:
                fold = choice
                continue
            value = counts.columns[i, column] + lines
            if column == by.going_on:
                value += unsure[0, i]
            if chosen < 0 or value > best:
                best, chosen = value, choice
        if fold >= 0 and by.fold * counts.ways[i] * by.deals > best:
            best, chosen = by.fold * counts.ways[i] * by.deals, fold
        found.choice[i] = chosen
        at = start[counts.hand[i]]
        found.value[at] += best
        if chosen == fold:
            continue
        if columns[chosen] == by.going_on:
            found.wager[at] += counts.added[i] + unsure[1, i]
        else:
            found.wager[at] += added[chosen] * counts.ways[i] * by.boards
