"""The solver for games with common cards and no dealer's hand: Let It Ride, Mississippi Stud.

For each own hand up to suits and each set of common cards that can be known at the last decision,
it counts how often each result of the rule follows.  Choices are then made from the last decision
back to the first, for every stake that can be on the bets by then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, pairwise
from math import comb
from threading import Lock
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers.asking import check_suits, said
from fairdeal.analysis.solvers.hands import CHOOSE, Rows, examples
from fairdeal.analysis.solvers.regions import priced
from fairdeal.analysis.solvers.settling import Forms, Pays
from fairdeal.analysis.solvers.solution import Outcomes, Solved, Solver, Start
from fairdeal.analysis.solvers.staking import added
from fairdeal.errors import Refused, listed
from fairdeal.games.kinds import Of

MOST_FORMS: Final = 64
"""Different results that a rule may have."""

MOST_COUNTS: Final = 200_000_000
LARGEST: Final = 1 << 62
_ROWS: Final = 1 << 15


class TurnCounts(NamedTuple):
    """How often each result follows what is known at the last decision."""

    follows: NDArray[np.int32]
    """By own hand, set of common cards, and form; sets by their places among the other cards."""
    form_fixed: Ints
    form_line: Ints


class _Known(NamedTuple):
    """The forms that have been met, each with what the rule was asked."""

    said: Ints
    strength: Ints
    events: Ints


@dataclass(frozen=True, eq=False)
class TurnSolver(Solver[TurnCounts]):
    """Own cards and common cards make one hand; the dealer has none."""

    counts: ClassVar = TurnCounts

    def __post_init__(self) -> None:
        if self.structure.dealers or self.rules.dealer is not None:
            raise Refused(
                f"a dealer's hand of {self.structure.dealers} cards cannot be counted by the solver"
                " for games without one",
                code="game.unsolved",
            )
        last = self.structure.stages[-1].common
        nodes = len(self._own) * comb(len(self.deck) - self.structure.own, last)
        if nodes * 10 > MOST_COUNTS:
            raise Refused(
                f"{nodes:,} situations at the last decision are too many to be counted",
                code="game.unsolved",
            )

    @cached_property
    def _suits(self) -> str:
        return "".join(sorted({suit for each in self.rules.events.values() for suit in each.suits}))

    @property
    def _own(self) -> Rows:
        return examples(self.structure.own, self.deck, self._suits).hands

    @property
    def _ways(self) -> Ints:
        return examples(self.structure.own, self.deck, self._suits).ways

    def counted(self, counts: TurnCounts) -> int:
        """Deals in the counts, which must be all of them."""
        by_hand = counts.follows.sum(axis=(1, 2), dtype=np.int64)
        return int(by_hand @ self._ways) * self._splits(0)

    def _splits(self, at: int) -> int:
        """Ways to turn the cards known at the last decision, for one set of them."""
        ways, known = 1, self.structure.stages[-1].common
        for stage in reversed(self.structure.stages[at:-1]):
            ways *= comb(known, stage.common)
            known = stage.common
        return ways

    def count(self, progress: Progress = unseen) -> TurnCounts:
        """Count every deal."""
        known, lock, structure = self._new_known(), Lock(), self.structure
        size, last = len(self.deck) - structure.own, structure.stages[-1].common
        sets = every_set(size, structure.common)
        follows = np.zeros((len(self._own), comb(size, last), MOST_FORMS), np.int32)
        of, number = _subsets(structure.common, last), [0]

        def work(part: slice) -> None:
            own = self._own[part]
            rest = np.array(
                [card for hand in own.tolist() for card in self.deck if card not in hand], np.int8
            ).reshape(len(own), size)
            rows = np.empty((len(own) * len(sets), structure.own + structure.common), np.int8)
            _write_rows(own, rest, sets, rows)
            coded = self._coded(rows, known, number, lock)
            _follow(coded.reshape(len(own), len(sets)), sets, of, follows[part])

        each = max(1, _ROWS // len(sets))
        parts = [slice(at, at + each) for at in range(0, len(self._own), each)]
        work(slice(0, 0))  # compiled here, not in every thread
        for done, _ in enumerate(THREADS.map(work, parts), 1):
            progress(done / len(parts))
        return self._counts(follows, known, number[0])

    def _new_known(self) -> _Known:
        return _Known(
            np.zeros((MOST_FORMS, len(self.settling.bets)), np.int64),
            np.zeros(MOST_FORMS, np.int64),
            np.zeros((MOST_FORMS, len(self.settling.events)), np.int64),
        )

    def _coded(self, rows: Rows, known: _Known, number: list[int], lock: Lock) -> Ints:
        """The form of each hand; forms that were not *known* are added."""
        own = np.ascontiguousarray(rows[:, : self.structure.own])
        few = slice(None, None, 1 + len(rows) // 64)  # of every part, which are many
        check_suits(self.rules.player.rule, "", rows[few])
        strength = said(self.rules.player.rule, rows)
        events = np.zeros((len(rows), len(self.settling.events)), np.int64)
        for column, bet in enumerate(self.settling.events):
            event = self.rules.events[bet]
            of = own if event.of is Of.OWN else rows
            check_suits(event.rule, event.suits, of[few])
            events[:, column] = said(event.rule, of)
        units = self.settling.said(strength, np.zeros(len(rows), np.int64), events)
        codes = np.empty(len(rows), np.int64)
        with lock:
            number[0] = _code(units, strength, events, known, number[0], codes)
        if number[0] > MOST_FORMS:
            raise Refused(
                f"the settlement rule has more than {MOST_FORMS} different results",
                code="game.unsolved",
            )
        return codes

    def _counts(self, follows: NDArray[np.int32], known: _Known, number: int) -> TurnCounts:
        forms = self.settling.forms(
            known.strength[:number], np.zeros(number, np.int64), known.events[:number]
        )
        return TurnCounts(np.ascontiguousarray(follows[..., :number]), forms.fixed, forms.line)

    def best(self, counts: TurnCounts, pays: Pays) -> Solved:
        """The best play when the pay tables' lines pay so much."""
        prices, parts = self.settling.sheet.priced(pays), self.structure.unit
        size = len(self.deck) - self.structure.own
        solved = self._solve(counts, prices, size, 0)
        starts, total, wager = [], 0, 0
        deals = self.deals // comb(len(self.deck), self.structure.own)
        first = self.structure.stages[0]
        for i, (hand, ways) in enumerate(zip(self._own.tolist(), self._ways.tolist(), strict=True)):
            choices, chosen = {}, ""
            if first.common == 0:
                for c, choice in enumerate(first.choices):
                    choices[choice.word] = Fraction(int(solved[0].values[i, c]), deals * parts)
                chosen = first.choices[solved[0].chosen[i, 0, 0]].word
            starts.append(Start(tuple(hand), ways, choices, chosen))
            total += ways * int(solved[0].best[i].sum())
            wager += ways * int(solved[0].wager[i].sum())
        return Solved(
            Fraction(total, self.deals * parts),
            Fraction(wager, self.deals),
            tuple(starts),
            tuple(stage.chosen for stage in solved),
            prices,
        )

    def _solve(
        self, counts: TurnCounts, prices: Sequence[int], size: int, at: int
    ) -> list["_Decided"]:
        """The best choices from stage *at* on; *size* cards may still be turned then.

        Sets of common cards in the counts are without those known at stage *at* where it is not 0.
        """
        structure = self.structure
        scales = list(map(structure.scale, self.settling.bets))
        units = priced(Forms(counts.form_fixed, counts.form_line), prices, scales)
        self._check_size(units)
        known = structure.stages[at].common if at else 0
        sums = _summed(counts.follows, units)  # by own hand, set and bet; all deals last
        found: list[_Decided] = []
        following = np.zeros((2, *sums.shape[:2], 1), np.int64)
        for number in range(len(structure.stages) - 1, at - 1, -1):
            stage = structure.stages[number]
            if number < len(structure.stages) - 1:
                before = structure.stages[number + 1].common - known
                down = every_set(size, before), _subsets(before, stage.common - known)
                sets = comb(size, stage.common - known)
                sums = _lifted(sums, *down, sets)
                following = np.stack(
                    [_lifted(found[-1].best, *down, sets), _lifted(found[-1].wager, *down, sets)]
                )
            found.append(_decided(sums, following, self._endings(number)))
        return found[::-1]

    def values(self, counts: TurnCounts, prices: Ints) -> Ints | None:
        """What the best play is worth under many pay tables, by situations that differ."""
        structure, bets = self.structure, self.settling.bets
        alike = self._alike(counts)
        paid = np.hstack([prices, np.zeros((len(prices), 1), np.int64)])[:, alike.forms.line]
        units = (alike.forms.fixed + paid) * np.array(list(map(structure.scale, bets)))
        stakes = max(sum(each.stakes.values()) for each in structure.endings)
        if int(np.abs(units).max(initial=structure.unit)) * stakes * self.deals >= LARGEST:
            return None
        sums = np.empty((len(prices), len(alike.follows), len(bets) + 1), np.int64)
        sums[..., :-1] = alike.follows @ units
        sums[..., -1] = alike.follows.sum(axis=1)
        best: Ints = np.zeros((*sums.shape[:2], 1), np.int64)
        for number in reversed(range(len(structure.stages))):
            if number < len(structure.stages) - 1:
                sums, best = (_gathered(each, *alike.going_on[number]) for each in (sums, best))
            several = len(prices) * sums.shape[1]
            following = np.zeros((2, several, 1, best.shape[2]), np.int64)
            following[0, :, 0] = best.reshape(several, -1)
            found = _decided(sums.reshape(several, 1, -1), following, self._endings(number))
            best = found.best.reshape(len(prices), -1, found.best.shape[2])
        return best[..., 0] @ alike.ways

    def _alike(self, counts: TurnCounts) -> "_Alike":
        """The situations that some pays can tell apart, stage by stage."""
        if not self._known_alike:
            self._known_alike.append(self._merged(counts))
        return self._known_alike[0]

    @cached_property
    def _known_alike(self) -> "list[_Alike]":
        return []

    def _merged(self, counts: TurnCounts) -> "_Alike":
        stages, size = self.structure.stages, len(self.deck) - self.structure.own
        staked = np.array([bet in self.structure.bets for bet in self.settling.bets])
        forms = np.hstack([counts.form_fixed * staked, np.where(staked, counts.form_line, -1)])
        forms, form = np.unique(forms, axis=0, return_inverse=True)
        follows = np.zeros((*counts.follows.shape[:2], len(forms)), np.int64)
        for number, merged in enumerate(form.ravel().tolist()):
            follows[..., merged] += counts.follows[..., number]
        vectors, kind = np.unique(follows.reshape(-1, len(forms)), axis=0, return_inverse=True)
        kinds, going_on = kind.reshape(follows.shape[:2]), list[tuple[Ints, Ints, Ints]]()
        for late, early in zip(stages[:0:-1], stages[-2::-1], strict=True):
            sets, of = every_set(size, late.common), _subsets(late.common, early.common)
            places = np.array([[_place(one, each) for each in of] for one in sets])
            later = np.argsort(places, axis=None, kind="stable") // len(of)
            each = kinds[:, later.reshape(comb(size, early.common), -1)]
            rows = np.sort(each, axis=2).reshape(-1, each.shape[2])
            rows, kind = np.unique(rows, axis=0, return_inverse=True)
            number_of = [np.unique(row, return_counts=True) for row in rows]
            going_on.append(
                (
                    np.cumsum([0, *(len(which) for which, _ in number_of)]),
                    np.concatenate([which for which, _ in number_of]),
                    np.concatenate([times for _, times in number_of]),
                )
            )
            kinds = kind.reshape(each.shape[:2])
        ways = np.zeros(int(kinds.max()) + 1, np.int64)
        np.add.at(ways, kinds, np.broadcast_to(self._ways[:, None], kinds.shape))
        fixed, line = np.split(forms, 2, axis=1)
        return _Alike(vectors, Forms(fixed, line), going_on[::-1], ways)

    def _check_size(self, units: Ints) -> None:
        most = max(sum(each.stakes.values()) for each in self.structure.endings)
        deals = self.deals // comb(len(self.deck), self.structure.own)
        if int(np.abs(units).max()) * most * deals >= LARGEST:
            raise Refused("the pays are too large to be counted", code="game.unsolved")

    def _endings(self, at: int) -> "_Choices":
        """What each choice leads to, in every state of the bets at the stage."""
        structure, bets = self.structure, self.settling.bets
        stage, states = structure.stages[at], structure.states[at]
        shape = (len(states), len(stage.choices))
        stakes = np.zeros((*shape, len(bets) + 1), np.int64)
        following, wager = np.full(shape, -1), np.zeros(shape, np.int64)
        for s, state in enumerate(states):
            for c, choice in enumerate(stage.choices):
                if not structure.ends(at, choice):
                    following[s, c] = structure.states[at + 1].index(added(state, choice))
                    continue
                ending = structure.ending(state, choice)
                wager[s, c] = sum(ending.stakes.values())
                stakes[s, c, -1] = -structure.unit * structure.lost(ending)
                for bet, stake in ending.stakes.items():
                    if not ending.folded or bet in structure.survivors:
                        stakes[s, c, bets.index(bet)] = stake
        folds = np.array([choice.folds for choice in stage.choices])
        return _Choices(stakes, wager, following, folds)

    def tally(self, counts: TurnCounts, solved: Solved, progress: Progress = unseen) -> Outcomes:
        """All deals under the best play."""
        structure, size = self.structure, len(self.deck) - self.structure.own
        by_stage = [counts.follows.astype(np.int64)]
        for late, early in zip(structure.stages[:0:-1], structure.stages[-2::-1], strict=True):
            down = every_set(size, late.common), _subsets(late.common, early.common)
            by_stage.append(_lifted(by_stage[-1], *down, comb(size, early.common)))
        by_stage.reverse()
        found = np.zeros((len(structure.endings), len(counts.form_fixed)), np.int64)
        reached = np.zeros((len(self._own), comb(size, structure.stages[0].common), 1), np.int64)
        reached[:] = self._ways[:, None, None]
        for at, stage in enumerate(structure.stages):
            endings, following = self._numbers(at)
            states = len(structure.states[min(at + 1, len(structure.stages) - 1)])
            going_on = np.zeros((*reached.shape[:2], states), np.int64)
            _reach(reached, solved.later[at], by_stage[at], endings, following, found, going_on)
            if at + 1 < len(structure.stages):
                after = structure.stages[at + 1].common
                up = every_set(size, after), _subsets(after, stage.common)
                reached = _raised(going_on, *up, comb(size, after))
            progress((at + 1) / len(structure.stages))
        ending, form = np.nonzero(found)
        return Outcomes(
            structure,
            self.settling.bets,
            ending,
            Forms(counts.form_fixed[form], counts.form_line[form]),
            found[ending, form],
            solved.pays,
        )

    def _numbers(self, at: int) -> tuple[Ints, Ints]:
        """The ending, or the next state, of each choice in every state; -1 for none."""
        structure = self.structure
        stage, states = structure.stages[at], structure.states[at]
        endings = np.full((len(states), len(stage.choices)), -1)
        following = endings.copy()
        for s, state in enumerate(states):
            for c, choice in enumerate(stage.choices):
                if structure.ends(at, choice):
                    endings[s, c] = structure.endings.index(structure.ending(state, choice))
                else:
                    following[s, c] = structure.states[at + 1].index(added(state, choice))
        return endings, following

    def advise(
        self,
        counts: TurnCounts,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        seen: Sequence[int] = (),
        stakes: Mapping[str, int] | None = None,
    ) -> dict[str, Fraction]:
        """What each choice is worth to a player who sees these cards, in base units.

        *stakes* says what is on the bets by now, where earlier choices may have differed.
        """
        structure = self.structure
        at = structure.stage_at(len(common))
        states = structure.states[at]
        if stakes is None and len(states) > 1:
            raise Refused(
                f"choices at {len(common)} common cards depend on what is on the bets by then:"
                f" {listed(sorted({bet for state in states for bet in state}))}",
                code="game.unsolved",
            )
        state = 0 if stakes is None else self._state(at, stakes)
        gone = {*own, *common, *seen}
        rest = np.array([card for card in self.deck if card not in gone], np.int8)
        more = structure.common - len(common)
        last = structure.stages[-1].common - len(common)
        sets = every_set(len(rest), more)
        size = structure.own + structure.common
        rows = np.empty((len(sets), size), np.int8)
        rows[:, : structure.own] = sorted(own)
        rows[:, structure.own :] = np.sort(
            np.hstack([np.tile(np.array(common, np.int8), (len(sets), 1)), rest[sets]]), axis=1
        )
        known, number = self._new_known(), [0]
        follows = np.zeros((1, comb(len(rest), last), MOST_FORMS), np.int32)
        coded = self._coded(rows, known, number, Lock())
        _follow(coded.reshape(1, -1), sets, _subsets(more, last), follows)
        prices, parts = self.settling.sheet.priced(pays), structure.unit
        solved = self._solve(self._counts(follows, known, number[0]), prices, len(rest), at)[0]
        stage = structure.stages[at]
        deals = int(follows.sum()) * self._splits_from(at)
        return {
            choice.word: Fraction(
                int(solved.values[0, state * len(stage.choices) + c]), deals * parts
            )
            for c, choice in enumerate(stage.choices)
        }

    def chosen(
        self,
        counts: TurnCounts,
        solved: Solved,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        stakes: Mapping[str, int] | None = None,
    ) -> str:
        """The word that best play says to these cards."""
        stage = self.structure.stages[self.structure.stage_at(len(common))]
        return stage.best(self.advise(counts, pays, own, common, (), stakes)).word

    def _state(self, at: int, stakes: Mapping[str, int]) -> int:
        states = self.structure.states[at]
        wanted = {bet: stake for bet, stake in stakes.items() if stake}
        if wanted not in states:
            raise Refused(
                f"{', '.join(f'{stake} on {bet}' for bet, stake in wanted.items()) or 'nothing'}"
                f" cannot be on the bets at {self.structure.stages[at].common} common cards",
                code="game.unsolved",
            )
        return states.index(wanted)

    def _splits_from(self, at: int) -> int:
        known = self.structure.stages[at].common
        late = [stage.common - known for stage in self.structure.stages[at:]]
        ways = 1
        for before, after in pairwise(late):
            ways *= comb(after, before)
        return ways


class _Alike(NamedTuple):
    """Situations of which those are one that no pay can tell apart."""

    follows: Ints
    """By situation at the last decision, how often each form follows."""
    forms: Forms
    """Of the bets that are staked."""
    going_on: list[tuple[Ints, Ints, Ints]]
    """By stage before the last, to which later situations each one goes on: where those of each
    begin, which they are, and how often."""
    ways: Ints
    """By situation at the first decision."""


class _Choices(NamedTuple):
    """What choices lead to, by state of the bets and choice."""

    stakes: Ints
    """The stake of each bet that is settled when the hand ends; last, what a fold loses."""
    wager: Ints
    following: Ints
    """The state at the next stage; -1 where the hand ends."""
    folds: NDArray[np.bool_]


class _Decided(NamedTuple):
    """The choices of one stage."""

    best: Ints
    """Worth of the best choice in parts of a unit, by own hand, set of common cards and state."""
    wager: Ints
    """Units on the bets in the end, in all."""
    chosen: NDArray[np.int8]
    values: Ints
    """Worth of each choice in each state, by own hand, for the first set of common cards."""


@cache
def every_set(things: int, size: int) -> Rows:
    """Every choice of *size* of the things, rising, in the order of their places."""
    found = np.array(list(combinations(range(things), size)), np.int8).reshape(-1, size)
    return found[np.lexsort(found.T)] if size else found


def _subsets(size: int, smaller: int) -> Rows:
    found = list(combinations(range(size), smaller))
    return np.array(found, np.int8).reshape(len(found), smaller)


@kernel
def _write_rows(own: Rows, rest: Rows, sets: Rows, found: Rows) -> None:
    for i in range(len(own)):
        for j in range(len(sets)):
            row = found[i * len(sets) + j]
            row[: own.shape[1]] = own[i]
            for k in range(sets.shape[1]):
                row[own.shape[1] + k] = rest[i, sets[j, k]]


@kernel
def _code(said: Ints, strength: Ints, events: Ints, known: _Known, number: int, codes: Ints) -> int:
    """Write the number of what the rule said of each hand; more than there is room for ends it."""
    for i in range(len(said)):
        code = 0
        while code < number:
            same = True
            for b in range(said.shape[1]):
                same &= known.said[code, b] == said[i, b]
            if same:
                break
            code += 1
        if code == number:
            if number == len(known.strength):
                return number + 1
            known.said[code] = said[i]
            known.strength[code] = strength[i]
            known.events[code] = events[i]
            number += 1
        codes[i] = code
    return number


@kernel
def _place(one: Rows, of: Rows) -> int:
    """The place of some of the things in a set."""
    place = 0
    for i in range(len(of)):
        place += CHOOSE[one[of[i]], i + 1]
    return place


@kernel
def _follow(coded: Ints, sets: Rows, of: Rows, found: NDArray[np.int32]) -> None:
    for i in range(len(coded)):
        for j in range(len(sets)):
            for k in range(len(of)):
                found[i, _place(sets[j], of[k]), coded[i, j]] += 1


@kernel
def _summed(follows: NDArray[np.int32], units: Ints) -> Ints:
    """Units of each bet in all, and deals; by own hand and set."""
    hands, sets, forms = follows.shape
    bets = units.shape[1]
    found = np.zeros((hands, sets, bets + 1), np.int64)
    for i in range(hands):
        for j in range(sets):
            for f in range(forms):
                number = follows[i, j, f]
                if number:
                    for b in range(bets):
                        found[i, j, b] += number * units[f, b]
                    found[i, j, bets] += number
    return found


@kernel
def _lifted(values: Ints, sets: Rows, of: Rows, number: int) -> Ints:
    """Sums over all larger sets, for each of the smaller ones."""
    found = np.zeros((len(values), number, values.shape[2]), np.int64)
    for j in range(len(sets)):
        for k in range(len(of)):
            place = _place(sets[j], of[k])
            for i in range(len(values)):
                for c in range(values.shape[2]):
                    found[i, place, c] += values[i, j, c]
    return found


@kernel
def _gathered(values: Ints, first: Ints, later: Ints, times: Ints) -> Ints:
    """Sums over the situations that each one goes on to; by pay table."""
    found = np.zeros((len(values), len(first) - 1, values.shape[2]), np.int64)
    for n in range(len(values)):
        for i in range(len(first) - 1):
            for k in range(first[i], first[i + 1]):
                for c in range(values.shape[2]):
                    found[n, i, c] += times[k] * values[n, later[k], c]
    return found


@kernel
def _raised(values: Ints, sets: Rows, of: Rows, number: int) -> Ints:
    """Sums over all smaller sets, for each of the larger ones."""
    found = np.zeros((len(values), number, values.shape[2]), np.int64)
    for j in range(len(sets)):
        for k in range(len(of)):
            place = _place(sets[j], of[k])
            for i in range(len(values)):
                for c in range(values.shape[2]):
                    found[i, j, c] += values[i, place, c]
    return found


def _decided(sums: Ints, following: Ints, choices: _Choices) -> _Decided:
    """The best choice for every own hand, set of common cards and state."""
    states, number = choices.wager.shape
    found = _Decided(
        np.empty((*sums.shape[:2], states), np.int64),
        np.empty((*sums.shape[:2], states), np.int64),
        np.empty((*sums.shape[:2], states), np.int8),
        np.empty((len(sums), states * number), np.int64),
    )
    _decide(sums, following, choices, found)
    return found


@kernel
def _decide(sums: Ints, following: Ints, choices: _Choices, found: _Decided) -> None:
    hands, sets, columns = sums.shape
    states, number = choices.wager.shape
    for i in range(hands):
        for j in range(sets):
            for s in range(states):
                best, chosen = 0, -1
                for turn in range(2):  # a fold comes last, and must be better than all others
                    for c in range(number):
                        if choices.folds[c] != (turn == 1):
                            continue
                        after = choices.following[s, c]
                        value = 0
                        if after >= 0:
                            value = following[0, i, j, after]
                        else:
                            for b in range(columns):
                                value += choices.stakes[s, c, b] * sums[i, j, b]
                        if j == 0:
                            found.values[i, s * number + c] = value
                        if chosen < 0 or value > best:
                            best, chosen = value, c
                found.best[i, j, s] = best
                found.chosen[i, j, s] = chosen
                after = choices.following[s, chosen]
                if after >= 0:
                    found.wager[i, j, s] = following[1, i, j, after]
                else:
                    found.wager[i, j, s] = choices.wager[s, chosen] * sums[i, j, columns - 1]


@kernel
def _reach(
    reached: Ints,
    chosen: NDArray[np.int8],
    follows: Ints,
    endings: Ints,
    following: Ints,
    found: Ints,
    going_on: Ints,
) -> None:
    """Add up what ends at a stage by ending and form, and pass on what does not."""
    hands, sets, states = reached.shape
    for i in range(hands):
        for j in range(sets):
            for s in range(states):
                weight = reached[i, j, s]
                if weight == 0:
                    continue
                choice = chosen[i, j, s]
                if endings[s, choice] < 0:
                    going_on[i, j, following[s, choice]] += weight
                    continue
                for f in range(follows.shape[2]):
                    found[endings[s, choice], f] += weight * follows[i, j, f]
