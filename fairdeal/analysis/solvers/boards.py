"""The solver for games with common cards and a dealer's hand, such as Ultimate Texas Hold'em."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards
from fairdeal.analysis.compiled import Ints, Progress, kernel, unseen
from fairdeal.analysis.solvers import board_kernels as loops
from fairdeal.analysis.solvers.board_kernels import CHUNK, LANES, PAIRS, Layout, in_lanes, turned
from fairdeal.analysis.solvers.hands import (
    FULL,
    SWAPS,
    Deck,
    asking,
    examples,
    suit_groups,
    swapped_pairs,
    swaps_within,
)
from fairdeal.analysis.solvers.ranking import OWN, Kinds, Ranking, pairs, ranking
from fairdeal.analysis.solvers.regions import (
    Jumps,
    Regions,
    by_region,
    jumps,
    priced,
    regions,
)
from fairdeal.analysis.solvers.settling import Forms, Pays, Settling
from fairdeal.analysis.solvers.solution import Outcomes, Solved, Start
from fairdeal.analysis.solvers.staking import Choice, Stage, Structure
from fairdeal.errors import Refused
from fairdeal.games.kinds import Community, Event, Of

_LOG: Final = logging.getLogger(__name__)

LARGEST: Final = 1 << 62
"""Sums below this fit into 64 bits."""


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
    form_fixed: Ints
    form_line: Ints

    @property
    def regions(self) -> Regions:
        """The regions that the rule was seen to have."""
        return Regions(self.fixed, self.order, Forms(self.form_fixed, self.form_line))


@dataclass(frozen=True)
class BoardSolver:
    """Two cards each for player and dealer, a board, and a raise that is made once."""

    game: Community
    structure: Structure
    settling: Settling
    deck: Deck = FULL

    def __post_init__(self) -> None:
        if reason := self._refusal():
            raise Refused(reason, code="solver.unfit")

    def _refusal(self) -> str:
        """Why this solver does not fit, or nothing."""
        structure, dealer = self.structure, self.game.dealer
        if (structure.own, structure.dealers) != (OWN, OWN):
            return (
                f"{structure.own} cards of the player's against {structure.dealers} of the dealer's"
                " cannot be counted with common cards: expected 2 each"
            )
        if dealer is None or dealer.rule is not self.game.player.rule:
            return "player and dealer must rank their hands by one rule to be counted"
        if any(event.of is Of.ALL for event in self.game.events.values()):
            return "events of the player's and the dealer's cards together cannot be counted"
        early = [stage for stage in structure.stages if stage.common < structure.common]
        if len(early) > 2 or (len(early) == 2 and early[0].common):
            return (
                f"decisions at {', '.join(str(each.common) for each in structure.stages)} common"
                " cards cannot be counted: expected one before the first card, one among the cards"
                " and one after the last"
            )
        for at, stage in enumerate(structure.stages):
            going_on = [each for each in stage.choices if not structure.ends(at, each)]
            if len(going_on) > 1 or any(each.stakes for each in going_on):
                return (
                    f"{', '.join(each.word for each in going_on)} at {stage.common} common cards"
                    " cannot be counted: only one choice may go on, and it may stake nothing"
                )
        for bet in structure.bets:
            stakes = {each.stakes.get(bet, 0) for each in structure.endings if not each.folded}
            if len(stakes) > 1 and bet in structure.survivors:
                return f"{bet} is raised and survives a fold, which cannot be counted"
        return ""

    @property
    def _middle_at(self) -> int:
        """Which stage is the one before the last decision on the whole board; -1 for none."""
        number = len(self.structure.stages)
        return number - 2 if self._has_final else number - 1

    @property
    def _has_final(self) -> bool:
        return self.structure.stages[-1].common == self.structure.common

    @property
    def _middle(self) -> Stage:
        at = self._middle_at
        return self.structure.stages[at] if at >= 0 else Stage(0, (Choice(""),))

    @property
    def _opening(self) -> Stage | None:
        return self.structure.stages[0] if self._middle_at == 1 else None

    def _staying(self, at: int) -> list[Choice]:
        """Choices of a stage that end the decisions and give nothing up."""
        if at < 0:
            return []
        return [
            each
            for each in self.structure.stages[at].choices
            if self.structure.ends(at, each) and not each.folds
        ]

    def _ending(self, choice: Choice) -> int:
        structure = self.structure
        return structure.endings.index(structure.ending(structure.states[0][0], choice))

    @cached_property
    def _deciding(self) -> tuple[str, ...]:
        """The bets for which it matters what is chosen."""
        return tuple(bet for bet in self.structure.bets if bet not in self.structure.survivors)

    @cached_property
    def _groups(self) -> tuple[tuple[str, ...], ...]:
        """Bets that are always staked alike."""
        alike: dict[tuple[int, ...], list[str]] = {}
        for bet in self._deciding:
            stakes = (each.stakes.get(bet, 0) for each in self.structure.endings if not each.folded)
            alike.setdefault(tuple(stakes), []).append(bet)
        return tuple(map(tuple, alike.values()))

    def _stakes(self, choices: Sequence[Choice]) -> Ints:
        """The stake of each group after each of the choices."""
        ends = [self.structure.endings[self._ending(each)].stakes for each in choices]
        return np.array(
            [[end.get(group[0], 0) for group in self._groups] for end in ends], np.int64
        ).reshape(len(ends), len(self._groups))

    def _added(self, choices: Sequence[Choice]) -> Ints:
        return np.array([sum(each.stakes.values()) for each in choices], np.int64)

    def _fold(self, stage: Stage) -> int:
        """What a fold at the stage brings, in parts of a unit; 1 where there is none."""
        for each in stage.choices:
            if each.folds:
                ending = self.structure.endings[self._ending(each)]
                return -self._parts * self.structure.lost(ending)
        return 1

    @cached_property
    def _parts(self) -> int:
        """In how many parts of a unit sums are counted."""
        return lcm(*(line.denominator for line in self.settling.sheet.every if line is not None))

    @cached_property
    def _suits(self) -> str:
        return "".join(sorted({suit for each in self.game.events.values() for suit in each.suits}))

    def _events_of(self, of: Of) -> dict[str, Event]:
        return {bet: each for bet, each in self.game.events.items() if each.of is of}

    @cached_property
    def _own(self) -> tuple[NDArray[np.int16], Ints]:
        """The kind of every pair, and the events of own cards for each kind."""
        high, low = np.tril_indices(52, -1)
        rows = np.column_stack([low, high]).astype(np.int8)
        own = [asking(each.rule, OWN)(rows) for each in self._events_of(Of.OWN).values()]
        told = np.stack(own, axis=1) if own else np.zeros((len(rows), 0), np.int64)
        different, kind = np.unique(told, axis=0, return_inverse=True)
        return kind.ravel().astype(np.int16), different

    @cached_property
    def _layout(self) -> Layout:
        known = list(combinations(range(self.structure.common), self._middle.common))
        of = turned(self._middle.common, self.deck, self._suits)
        one, two = pairs(len(self.deck) - self.structure.common)
        kind, kinds = self._own
        return Layout(
            np.array(self.deck),
            one,
            two,
            np.array(known, np.int8).reshape(len(known), self._middle.common),
            of.orbit,
            of.swap,
            swapped_pairs(),
            turned(OWN, self.deck, self._suits).orbit.astype(np.int16),
            kind,
            len(kinds),
        )

    def _kinds(self, classes: Ints, events: Ints) -> tuple[Ints, Ints]:
        """Class and events of every kind of hand; *events* are those of the whole hand by class."""
        own = self._own[1]
        of = np.arange(len(classes)).repeat(len(own))
        columns = {
            **{bet: events[of, i] for i, bet in enumerate(self._events_of(Of.HAND))},
            **{
                bet: np.tile(own[:, i], len(classes))
                for i, bet in enumerate(self._events_of(Of.OWN))
            },
        }
        told = [columns[bet] for bet in self.settling.events]
        return of, np.stack(told, axis=1) if told else np.zeros((len(of), 0), np.int64)

    def _group_prices(self, where: Regions, prices: Ints) -> Jumps:
        """Prices of the groups, from those of every bet by kind and region."""
        of = [[self.settling.bets.index(bet) for bet in group] for group in self._groups]
        return jumps(where, np.stack([prices[..., each].sum(axis=-1) for each in of], axis=-1))

    def _terms(self, where: Regions) -> loops.Terms:
        sheet = self.settling.sheet
        zero = [Fraction(line or 0) for line in sheet.every]
        number = {line: i for i, line in enumerate(sheet.open)}
        open_line = np.array([*(number.get(i, -1) for i in range(len(sheet.every))), -1])
        wins, lines = [], []
        for bet in self._deciding:
            line = open_line[where.forms.line[..., self.settling.bets.index(bet)]]
            highest = line.max(axis=1)
            if highest.max() < 0:
                continue
            stakes = {each.stakes.get(bet, 0) for each in self.structure.endings if not each.folded}
            if len(stakes) > 1 or (line != np.where(line < 0, -1, highest[:, None])).any():
                raise Refused(
                    f"{bet} cannot be counted for any pay table: its stake is raised, or one hand"
                    " may be paid by several lines; give the pays of all its lines",
                    code="solver.pays",
                )
            wins.append((line >= 0) * stakes.pop())
            lines.append(highest)
        shape = (*where.forms.fixed.shape[:2], len(wins))
        has_final = self._has_final
        staying = self._staying(len(self.structure.stages) - 1) if has_final else []
        return loops.Terms(
            self._group_prices(where, priced(where.forms, zero, self._parts)),
            jumps(where, np.stack(wins, axis=-1) if wins else np.zeros(shape, np.int64)),
            np.stack(lines, axis=-1) if lines else np.zeros((shape[0], 0), np.int64),
            where.fixed,
            self._stakes(self._staying(0) if self._opening else []),
            self._stakes(self._staying(self._middle_at)),
            self._stakes(staying),
            self._added(staying),
            self._fold(self.structure.stages[-1]) if has_final else 1,
        )

    @property
    def deals(self) -> int:
        """All deals; cards that are turned for different decisions are told apart."""
        return self.structure.deals(len(self.deck))

    @property
    def _boards_each(self) -> int:
        """Ways in which the board goes on from the cards turned at the middle decision."""
        known = self._middle.common
        return comb(len(self.deck) - OWN - known, self.structure.common - known)

    @property
    def _dealers(self) -> int:
        return comb(len(self.deck) - OWN - self.structure.common, OWN)

    def count(self, progress: Progress = unseen) -> BoardCounts:
        """Count every deal."""
        structure = self.structure
        rank = ranking(
            self.game.player, self._events_of(Of.HAND), structure.common, self.deck, self._suits
        )
        classes, events = self._kinds(np.arange(len(rank.strengths)), rank.events)
        where = regions(self.settling, rank.strengths, classes, events)
        terms, layout = self._terms(where), self._layout
        boards = examples(structure.common, self.deck, self._suits)
        known = turned(self._middle.common, self.deck, self._suits)
        starts = len(examples(OWN, self.deck, self._suits).ways)
        lines, columns = len(self.settling.sheet.open), len(terms.middle) + self._has_final
        bits, narrow = self._widths(terms)
        sums = [
            loops.Sums(
                np.zeros((columns, len(known.ways), PAIRS), np.int64),
                np.zeros((len(known.ways), PAIRS, lines), np.int32 if narrow else np.int64),
                np.zeros((starts, len(terms.opening)), np.int64),
                np.zeros((starts, lines), np.int64),
                np.zeros((len(classes), 3 + len(where.fixed)), np.int64),
            )
            for _ in range(LANES)
        ]
        slots = terms.lines.shape[1]
        room = _unsure(CHUNK * len(layout.one) // 8 if slots else 0, slots)

        def work(lane: int, part: slice) -> loops.Unsure:
            unsure = loops.Unsure(*(np.empty_like(each) for each in room))
            number = loops.count_boards(
                boards.hands[part],
                boards.ways[part],
                part.start,
                rank.classes(boards.hands[part], self.deck),
                layout,
                terms,
                bits,
                sums[lane],
                unsure,
            )
            if number < 0:
                raise Refused(
                    "too many last choices depend on the pay table to count it for any pays:"
                    " give the pays of more lines",
                    code="solver.pays",
                )
            return loops.Unsure(*(each[:number].copy() for each in unsure))

        work(0, slice(0, 0))  # compiled here, not in every thread
        found = in_lanes(work, len(boards.ways), progress)
        total = sums[0]
        for other in sums[1:]:
            for one, two in zip(total, other, strict=True):
                one += two
        del sums
        unsure = loops.Unsure(
            *map(np.concatenate, zip(*(found[at] for at in sorted(found)), strict=True))
        )
        return self._counts(rank, where, total, bits, unsure)

    def _widths(self, terms: loops.Terms) -> tuple[int, bool]:
        """Bits for the units added by last choices, and whether 32 bits hold the wins of a class."""
        most = len(swaps_within(suit_groups(self.deck, self._suits))) * self._boards_each
        added = int(terms.added.max(initial=0)) * most
        units = np.abs(terms.groups.top).max() + np.abs(terms.groups.at).sum(axis=1).max()
        stakes = max((int(np.abs(each).sum(axis=1).max(initial=0)) for each in
                      (terms.opening, terms.middle, terms.final)), default=0)
        if int(units) * stakes * most * self._dealers << added.bit_length() >= LARGEST:
            raise Refused("the stakes are too large to be counted", code="solver.large")
        return added.bit_length(), most * self._dealers < 1 << 31

    def _counts(
        self,
        rank: Ranking,
        where: Regions,
        total: loops.Sums,
        bits: int,
        unsure: loops.Unsure,
    ) -> BoardCounts:
        """Gather the sums by class."""
        known = turned(self._middle.common, self.deck, self._suits)
        swaps = SWAPS[swaps_within(suit_groups(self.deck, self._suits))]
        in_deck = np.isin(np.arange(52), self.deck)
        columns, lines = len(total.middle), total.middle_lines.shape[2]

        def merged(number: int) -> loops.Merged:
            found = loops.Merged(
                np.zeros(len(known.ways) + 1, np.int32),
                np.zeros(number, np.int16),
                np.zeros(number, np.int16),
                np.zeros((number, columns), np.int64),
                np.zeros((number, lines), total.middle_lines.dtype),
            )
            loops.merge(known.cards, known.ways, swaps, in_deck, total, found)
            return found

        found = merged(int(merged(0).first[-1]))
        added = np.zeros(len(found.hand), np.int64)
        if self._has_final:
            added = found.columns[:, -1] & ((1 << bits) - 1)
            found.columns[:, -1] >>= bits
        layout, boards = self._layout, examples(self.structure.common, self.deck, self._suits)
        expanded = np.zeros((len(unsure.hand), len(layout.known)), np.int32)
        leaders = np.zeros((len(known.ways), PAIRS), np.int64)
        loops.lead(found.first, found.hand, known.cards, swaps, leaders)
        loops.expand(boards.hands, unsure, layout, leaders, expanded)
        times = expanded.shape[1]
        kinds = rank.kinds or Kinds(np.zeros((0, 0), np.int16), np.zeros(0, np.int16), 0)
        return BoardCounts(
            found.first,
            found.hand,
            found.ways,
            found.columns,
            added,
            found.lines,
            total.opening * times,
            total.opening_lines * times,
            total.every * times,
            expanded.ravel(),
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
            where.forms.fixed,
            where.forms.line,
        )

    def counted(self, counts: BoardCounts) -> int:
        """Deals in the counts, which must be all of them."""
        return int(counts.ways.sum(dtype=np.int64)) * self._boards_each * self._dealers

    def best(self, counts: BoardCounts, pays: Pays) -> Solved:
        """The best play when the pay tables' lines pay so much."""
        prices = self.settling.sheet.priced(pays)
        parts = lcm(*(pay.denominator for pay in prices))
        scale = parts // self._parts
        open_pays = np.array([int(prices[i] * parts) for i in self.settling.sheet.open], np.int64)
        self._check_size(prices, parts)
        unsure = np.zeros((2, len(counts.hand)), np.int64)
        _settle_unsure(counts, open_pays, scale, unsure)
        middle, each = self._middle, self._boards_each * self._dealers
        layout = self._layout
        starts = examples(OWN, self.deck, self._suits)
        found = _Chosen(
            np.empty(len(counts.hand), np.uint8),
            np.zeros(len(starts.ways), np.int64),
            np.zeros(len(starts.ways), np.int64),
        )
        columns = self._columns()
        fold = self._fold(middle) * scale
        _choose(
            counts,
            _Scale(scale, fold, each, self._boards_each),
            layout.start,
            open_pays,
            unsure,
            columns,
            self._added(middle.choices),
            found,
        )
        going_on = [Fraction(value, parts) for value in found.value.tolist()]
        values = self._start_values(counts, going_on, open_pays, unsure, parts, columns)
        deals = self.deals // comb(len(self.deck), OWN)
        made: list[Start] = []
        total, wager = Fraction(0), 0
        first = self._opening or middle
        for i, (hand, ways) in enumerate(zip(starts.hands.tolist(), starts.ways.tolist(), strict=True)):
            worth = {word: value / (ways * deals) for word, value in values[i].items()}
            chosen = _preferred(first, worth)
            made.append(Start(tuple(hand), ways, worth if first.choices[0].word else {}, chosen))
            total += values[i][chosen]
            choice = next(each for each in first.choices if each.word == chosen)
            if self._opening is not None and self.structure.ends(0, choice):
                staked = 0 if choice.folds else sum(choice.stakes.values())
                wager += staked * ways * (deals // self._dealers)
            else:
                wager += int(found.wager[i])
        survivors, base = self._survivors(counts, prices), sum(self.structure.base.values())
        return Solved(
            total / self.deals + survivors,
            base + Fraction(wager * self._dealers, self.deals),
            tuple(made),
            (found.choice,),
            prices,
        )

    def _check_size(self, prices: Sequence[Fraction], parts: int) -> None:
        """Refuse pays whose sums would not fit into 64 bits."""
        most = max(sum(map(abs, each.stakes.values())) for each in self.structure.endings)
        units = max((abs(pay) for pay in prices), default=Fraction(0)) + MOST_FIXED
        if int(units * parts) * most * self.deals >= LARGEST:
            raise Refused(
                f"pays of {float(units - MOST_FIXED):g} units are too large to be counted",
                code="solver.large",
            )

    def _columns(self) -> Ints:
        """The column of each choice at the middle decision; -1 for a fold."""
        staying = self._staying(self._middle_at)
        return np.array(
            [
                -1 if each.folds else staying.index(each) if each in staying else len(staying)
                for each in self._middle.choices
            ]
        )

    def _start_values(
        self,
        counts: BoardCounts,
        going_on: Sequence[Fraction],
        open_pays: Ints,
        unsure: Ints,
        parts: int,
        columns: Ints,
    ) -> list[dict[str, Fraction]]:
        """What each choice of the first decision is worth in all, by starting hand."""
        scale, ways = parts // self._parts, examples(OWN, self.deck, self._suits).ways
        deals = self.deals // comb(len(self.deck), OWN)
        if self._opening is not None:
            ended, lines = counts.opening * scale, counts.opening_lines @ open_pays
            staying, stage = self._staying(0), self._opening
        elif self._middle.common == 0:
            # The classes are the starting hands themselves, though in another order.
            at = np.argsort(self._layout.start[counts.hand])
            ended, lines = counts.columns[at] * scale, (counts.lines @ open_pays)[at]
            if self._has_final:
                ended[:, -1] += unsure[0, at]
                going_on = [Fraction(each, parts) for each in (ended[:, -1] + lines).tolist()]
            staying, stage = self._staying(self._middle_at), self._middle
        else:
            return [{"": each} for each in going_on]
        found = []
        for i in range(len(ways)):
            values = {}
            for choice in stage.choices:
                if choice.folds:
                    lost = self.structure.lost(self.structure.endings[self._ending(choice)])
                    values[choice.word] = Fraction(-lost * int(ways[i]) * deals)
                elif choice in staying:
                    whole = int(ended[i, staying.index(choice)] + lines[i])
                    values[choice.word] = Fraction(whole, parts)
                else:
                    values[choice.word] = going_on[i]
            found.append(values)
        return found

    def _survivors(self, counts: BoardCounts, prices: Sequence[Fraction]) -> Fraction:
        """What bets that outlive a fold win, whatever is chosen."""
        found = Fraction(0)
        for bet in set(self.structure.bets) & self.structure.survivors:
            found += self.structure.base[bet] * self.every(counts, prices).of(bet).mean
        return found

    def every(self, counts: BoardCounts, prices: Sequence[Fraction]) -> Outcomes:
        """All deals of hands that are never given up and never raised."""
        ending = next(i for i, each in enumerate(self.structure.endings) if not each.folded)
        return self._outcomes(counts, counts.every[None], [ending], prices)

    def tally(
        self, counts: BoardCounts, solved: Solved, progress: Progress = unseen
    ) -> Outcomes:
        """All deals under the best play: a second loop over the boards."""
        structure, layout, where = self.structure, self._layout, counts.regions
        rank = self._ranking(counts)
        boards = examples(structure.common, self.deck, self._suits)
        parts = lcm(*(pay.denominator for pay in solved.pays))
        staying = self._staying(len(structure.stages) - 1) if self._has_final else []
        folds = [each for each in structure.stages[-1].choices if each.folds and self._has_final]
        policy = loops.Policy(
            self._opening_ends(solved),
            self._middle_ends(counts, solved),
            np.array([self._ending(each) for each in staying], np.int64),
            self._ending(folds[0]) if folds else -1,
            self._group_prices(where, priced(where.forms, solved.pays, parts)),
            self._stakes(staying),
            parts // self._parts * self._fold(structure.stages[-1]),
        )
        shape = (len(structure.endings), len(counts.order), counts.order.shape[1] + 1)
        found = [np.zeros(shape, np.int64) for _ in range(LANES)]

        def work(lane: int, part: slice) -> None:
            loops.tally_boards(
                boards.hands[part],
                boards.ways[part],
                rank.classes(boards.hands[part], self.deck),
                layout,
                counts.fixed,
                policy,
                found[lane],
            )

        work(0, slice(0, 0))
        in_lanes(work, len(boards.ways), progress)
        total: Ints = np.sum(found, axis=0)
        return self._outcomes(counts, total, range(len(structure.endings)), solved.pays)

    def _ranking(self, counts: BoardCounts) -> Ranking:
        player = self.game.player
        kinds = Kinds(counts.plain, counts.flushes, player.flush) if len(counts.flushes) else None
        return Ranking(player.rule, counts.strengths, counts.events, kinds)

    def _opening_ends(self, solved: Solved) -> Ints:
        """The ending of each pair at the first of two early decisions, -1 where it goes on."""
        if self._opening is None:
            return np.full(PAIRS, -1)
        ends = {
            each.word: self._ending(each) if self.structure.ends(0, each) else -1
            for each in self._opening.choices
        }
        by_start = np.array([ends[start.chosen] for start in solved.starts])
        return by_start[self._layout.start]

    def _middle_ends(self, counts: BoardCounts, solved: Solved) -> NDArray[np.int8]:
        """The same at the decision before the last, by orbit of turned cards and pair."""
        ends = np.array(
            [
                self._ending(each) if self.structure.ends(self._middle_at, each) else -1
                for each in self._middle.choices
            ]
            if self._middle_at >= 0
            else [-1]
        )
        known = turned(self._middle.common, self.deck, self._suits)
        swaps = SWAPS[swaps_within(suit_groups(self.deck, self._suits))]
        leaders = np.zeros((len(known.ways), PAIRS), np.int64)
        loops.lead(counts.first, counts.hand, known.cards, swaps, leaders)
        return ends[solved.later[0]].astype(np.int8)[leaders]

    def _outcomes(
        self, counts: BoardCounts, sums: Ints, endings: Sequence[int], prices: Sequence[Fraction]
    ) -> Outcomes:
        """Deals by ending, kind and region, from those below each edge."""
        deals = by_region(counts.regions, sums)
        ending, kind, region = np.nonzero(deals)
        return Outcomes(
            self.structure,
            self.settling.bets,
            np.array(endings)[ending],
            Forms(counts.form_fixed[kind, region], counts.form_line[kind, region]),
            deals[ending, kind, region],
            tuple(prices),
        )

    def advise(
        self,
        counts: BoardCounts,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        seen: Sequence[int] = (),
    ) -> dict[str, Fraction]:
        """What each choice is worth to a player who sees these cards, in base units."""
        structure = self.structure
        at = [stage.common for stage in structure.stages].index(len(common))
        if not common:
            if seen:
                raise Refused(
                    f"with {cards.show(seen)} seen elsewhere, choices before the first common card"
                    " cannot be counted: there are too many deals",
                    code="solver.seen",
                )
            start = self._layout.start[loops.pair_place(own[0], own[1])]
            return dict(self.best(counts, pays).starts[start].choices)
        prices = self.settling.sheet.priced(pays)
        parts = lcm(*(pay.denominator for pay in prices))
        faced = self._face(counts, own, common, seen)
        where = counts.regions
        every = priced(where.forms, prices, parts)
        kinds = faced[:, 0] * len(self._own[1]) + self._own[0][loops.pair_place(own[0], own[1])]
        groups = self._summed(self._group_prices(where, every), kinds, faced)
        stage, deals = structure.stages[at], int(faced[:, 1].sum())
        found = {}
        for choice in stage.choices:
            if choice.folds:
                lost = structure.lost(structure.endings[self._ending(choice)])
                found[choice.word] = Fraction(-lost)
            elif structure.ends(at, choice):
                total = int((groups @ self._stakes([choice])[0]).sum())
                found[choice.word] = Fraction(total, deals * parts)
            else:
                last = groups @ self._stakes(self._staying(at + 1)).T
                if self._fold(structure.stages[-1]) <= 0:
                    fold = parts // self._parts * self._fold(structure.stages[-1]) * faced[:, 1:2]
                    last = np.hstack([last, fold])
                found[choice.word] = Fraction(int(last.max(axis=1).sum()), deals * parts)
        kept = [bet for bet in structure.bets if bet in structure.survivors]
        columns = [self.settling.bets.index(bet) for bet in kept]
        alive = self._summed(jumps(where, every[..., columns]), kinds, faced).sum(axis=0)
        outlive = sum(
            Fraction(int(total) * structure.base[bet], deals * parts)
            for bet, total in zip(kept, alive, strict=True)
        )
        return {word: value + outlive for word, value in found.items()}

    def _face(
        self, counts: BoardCounts, own: Sequence[int], common: Sequence[int], seen: Sequence[int]
    ) -> Ints:
        """The own class on every board that may come, and dealer hands in all and below edges."""
        gone = {*own, *common, *seen}
        deck = tuple(sorted(card for card in self.deck if card not in {*seen}))
        rest = [card for card in self.deck if card not in gone]
        more = self.structure.common - len(common)
        boards = np.array(
            [sorted((*common, *each)) for each in combinations(rest, more)], np.int8
        )
        one, two = pairs(len(deck) - self.structure.common)
        layout = self._layout._replace(one=one, two=two)
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
        total: Ints = prices.top[kinds] * faced[:, 1:2]
        return total - (prices.at[kinds] * below[:, :, None]).sum(axis=1)


MOST_FIXED: Final = 1_000
"""Units that a settlement rule pays by itself are fewer."""


class _Chosen(NamedTuple):
    choice: NDArray[np.uint8]
    value: Ints
    """Of going on from each starting hand, in parts of a unit."""
    wager: Ints
    """Units added in all, for one hand of the dealer."""


class _Scale(NamedTuple):
    scale: int
    fold: int
    """What a fold brings; above 0 where there is none."""
    deals: int
    boards: int
    """Boards and deals that go on from each set of turned cards with a hand."""


def _unsure(room: int, slots: int) -> loops.Unsure:
    return loops.Unsure(
        np.zeros(room, np.int32),
        np.zeros(room, np.int16),
        np.zeros(room, np.int64),
        np.zeros((room, slots), np.int64),
        np.zeros((room, slots), np.int64),
        np.zeros(room, np.int64),
    )


def _preferred(stage: Stage, worth: Mapping[str, Fraction]) -> str:
    """The best choice: the first of several, and a fold only where it is better than all others."""
    staying = [each.word for each in stage.choices if not each.folds]
    best = max(staying, key=lambda word: worth[word]) if staying else ""
    for each in stage.choices:
        if each.folds and (not staying or worth[each.word] > worth[best]):
            best = each.word
    return best


@kernel
def _settle_unsure(counts: BoardCounts, pays: Ints, scale: int, found: Ints) -> None:
    """What sums by class lack of the best last choice, and units that it adds."""
    for u in range(len(counts.unsure)):
        paid = 0
        for s in range(counts.unsure_lines.shape[1]):
            if counts.unsure_lines[u, s] >= 0:
                paid += counts.unsure_wins[u, s] * pays[counts.unsure_lines[u, s]]
        at = counts.unsure[u]
        # The class counts a fold and, with all other hands, what the lines pay this one.
        if counts.unsure_value[u] * scale + paid >= 0:
            found[0, at] += counts.unsure_value[u] * scale
            found[1, at] += counts.unsure_added[u]
        else:
            found[0, at] -= paid


@kernel
def _choose(
    counts: BoardCounts,
    by: _Scale,
    start: NDArray[np.int16],
    pays: Ints,
    unsure: Ints,
    columns: Ints,
    added: Ints,
    found: _Chosen,
) -> None:
    """Choose for every class, and add up by starting hand."""
    last = counts.columns.shape[1] - 1
    goes_on = False
    for choice in range(len(columns)):
        goes_on |= columns[choice] == last and added[choice] == 0
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
            value = counts.columns[i, column] * by.scale + lines
            if column == last:
                value += unsure[0, i]
            if chosen < 0 or value > best:
                best, chosen = value, choice
        if fold >= 0 and (chosen < 0 or by.fold * counts.ways[i] * by.deals > best):
            best, chosen = by.fold * counts.ways[i] * by.deals, fold
        found.choice[i] = chosen
        at = start[counts.hand[i]]
        found.value[at] += best
        if chosen == fold:
            continue
        if columns[chosen] == last and goes_on:
            found.wager[at] += counts.added[i] + unsure[1, i]
        else:
            found.wager[at] += added[chosen] * counts.ways[i] * by.boards
