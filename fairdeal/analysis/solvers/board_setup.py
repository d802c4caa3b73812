"""A game with common cards and a dealer's hand as the loops over boards want it.

Bets that are always staked alike are priced together: a choice is worth the sum of these groups'
prices, each times its stake.  At most three decisions are counted: the first one before any common
card, a middle one, and the final one on the whole board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.solvers.asking import check_suits, said
from fairdeal.analysis.solvers.board_kernels import Layout, Terms, turned
from fairdeal.analysis.solvers.hands import (
    FULL,
    Deck,
    suit_groups,
    swapped_pairs,
    swaps_within,
)
from fairdeal.analysis.solvers.ranking import OWN, pairs
from fairdeal.analysis.solvers.regions import Jumps, Regions, jumps, priced
from fairdeal.analysis.solvers.settling import Settling
from fairdeal.analysis.solvers.staking import Choice, Stage, Structure
from fairdeal.errors import Refused
from fairdeal.games.kinds import Community, Event, Of

LARGEST: Final = 1 << 62
"""Sums below this fit into 64 bits."""


@dataclass(frozen=True)
class Setup:
    """A game in which a raise is made once, early or late, as the loops want it."""

    game: Community
    structure: Structure
    settling: Settling
    deck: Deck = FULL

    def __post_init__(self) -> None:
        if reason := self._refusal():
            raise Refused(reason, code="game.unsolved")

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
        if any(
            stake < 0 for s in structure.stages for c in s.choices for stake in c.stakes.values()
        ):
            return "choices that take a bet back cannot be counted against a dealer's hand"
        for bet in structure.bets:
            stakes = {each.stakes.get(bet, 0) for each in structure.endings if not each.folded}
            if len(stakes) > 1 and bet in structure.survivors:
                return f"{bet} is raised and survives a fold, which cannot be counted"
        return ""

    @property
    def middle_at(self) -> int:
        """The number of the last stage before the final one; -1 for none."""
        number = len(self.structure.stages)
        return number - 2 if self.has_final else number - 1

    @property
    def has_final(self) -> bool:
        """Whether something is decided on the whole board."""
        return self.structure.stages[-1].common == self.structure.common

    @property
    def middle(self) -> Stage:
        """The last stage before the final one; without any, one at which nothing is decided."""
        at = self.middle_at
        return self.structure.stages[at] if at >= 0 else Stage(0, (Choice(""),))

    @property
    def opening(self) -> Stage | None:
        """The stage before the middle one."""
        return self.structure.stages[0] if self.middle_at == 1 else None

    def staying(self, at: int) -> list[Choice]:
        """Choices of a stage that end the decisions and give nothing up."""
        if at < 0:
            return []
        return [
            each
            for each in self.structure.stages[at].choices
            if self.structure.ends(at, each) and not each.folds
        ]

    def ending(self, choice: Choice) -> int:
        """The number of the ending that a choice leads to."""
        structure = self.structure
        return structure.endings.index(structure.ending(structure.states[0][0], choice))

    @cached_property
    def deciding(self) -> tuple[str, ...]:
        """The bets for which it matters what is chosen."""
        return tuple(bet for bet in self.structure.bets if bet not in self.structure.survivors)

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Bets that are always staked alike."""
        alike: dict[tuple[int, ...], list[str]] = {}
        for bet in self.deciding:
            stakes = (each.stakes.get(bet, 0) for each in self.structure.endings if not each.folded)
            alike.setdefault(tuple(stakes), []).append(bet)
        return tuple(map(tuple, alike.values()))

    def stakes(self, choices: Sequence[Choice]) -> Ints:
        """The stake of each group after each of the choices."""
        ends = [self.structure.endings[self.ending(each)].stakes for each in choices]
        return np.array(
            [[end.get(group[0], 0) for group in self.groups] for end in ends], np.int64
        ).reshape(len(ends), len(self.groups))

    def added(self, choices: Sequence[Choice]) -> Ints:
        """Units that each of the choices puts on the bets."""
        return np.array([sum(each.stakes.values()) for each in choices], np.int64)

    def fold(self, stage: Stage) -> int:
        """What a fold at the stage brings, in parts of a unit; 1 where there is none."""
        for each in stage.choices:
            if each.folds:
                ending = self.structure.endings[self.ending(each)]
                return -self.structure.unit * self.structure.lost(ending)
        return 1

    def priced(self, where: Regions, pays: Sequence[int]) -> Ints:
        """What every bet wins by kind and region, in parts of a base unit."""
        return priced(where.forms, pays, list(map(self.structure.scale, self.settling.bets)))

    @cached_property
    def suits(self) -> str:
        """The suits that some event tells apart."""
        return "".join(sorted({suit for each in self.game.events.values() for suit in each.suits}))

    def events_of(self, of: Of) -> dict[str, Event]:
        """The events of some cards, by bet."""
        return {bet: each for bet, each in self.game.events.items() if each.of is of}

    @cached_property
    def own(self) -> tuple[NDArray[np.int16], Ints]:
        """The kind of every pair, and the events of own cards for each kind."""
        high, low = np.tril_indices(52, -1)
        rows = np.column_stack([low, high]).astype(np.int8)
        events = self.events_of(Of.OWN).values()
        for each in events:
            check_suits(each.rule, each.suits, rows)
        own = [said(each.rule, rows) for each in events]
        told = np.stack(own, axis=1) if own else np.zeros((len(rows), 0), np.int64)
        different, kind = np.unique(told, axis=0, return_inverse=True)
        return kind.ravel().astype(np.int16), different

    @cached_property
    def layout(self) -> Layout:
        """The cards."""
        known = list(combinations(range(self.structure.common), self.middle.common))
        of = turned(self.middle.common, self.deck, self.suits)
        one, two = pairs(len(self.deck) - self.structure.common)
        kind, kinds = self.own
        return Layout(
            np.array(self.deck),
            one,
            two,
            np.array(known, np.int8).reshape(len(known), self.middle.common),
            of.orbit,
            of.swap,
            swapped_pairs(),
            turned(OWN, self.deck, self.suits).orbit.astype(np.int16),
            kind,
            len(kinds),
        )

    def kinds(self, classes: Ints, events: Ints) -> tuple[Ints, Ints]:
        """Class and events of every kind of hand; *events* are those of the whole hand by class."""
        own = self.own[1]
        of = np.arange(len(classes)).repeat(len(own))
        columns = {
            **{bet: events[of, i] for i, bet in enumerate(self.events_of(Of.HAND))},
            **{
                bet: np.tile(own[:, i], len(classes))
                for i, bet in enumerate(self.events_of(Of.OWN))
            },
        }
        told = [columns[bet] for bet in self.settling.events]
        return of, np.stack(told, axis=1) if told else np.zeros((len(of), 0), np.int64)

    def group_prices(self, where: Regions, prices: Ints) -> Jumps:
        """Prices of the groups, from those of every bet by kind and region."""
        of = [[self.settling.bets.index(bet) for bet in group] for group in self.groups]
        return jumps(where, np.stack([prices[..., each].sum(axis=-1) for each in of], axis=-1))

    def terms(self, where: Regions) -> Terms:
        """The bets, under the regions that the rule was seen to have."""
        sheet = self.settling.sheet
        zero = [line or 0 for line in sheet.every]
        number = {line: i for i, line in enumerate(sheet.open)}
        open_line = np.array([*(number.get(i, -1) for i in range(len(sheet.every))), -1])
        wins, lines = [], []
        for bet in self.deciding:
            line = open_line[where.forms.line[..., self.settling.bets.index(bet)]]
            highest = line.max(axis=1)
            if highest.max() < 0:
                continue
            stakes = {each.stakes.get(bet, 0) for each in self.structure.endings if not each.folded}
            if len(stakes) > 1 or (line != np.where(line < 0, -1, highest[:, None])).any():
                raise Refused(
                    f"{bet} cannot be counted for any pay table: its stake is raised, or one hand"
                    " may be paid by several lines; give the pays of all its lines",
                    code="game.unsolved",
                )
            wins.append((line >= 0) * stakes.pop() * self.structure.scale(bet))
            lines.append(highest)
        shape = (*where.forms.fixed.shape[:2], len(wins))
        has_final = self.has_final
        staying = self.staying(len(self.structure.stages) - 1) if has_final else []
        return Terms(
            self.group_prices(where, self.priced(where, zero)),
            jumps(where, np.stack(wins, axis=-1) if wins else np.zeros(shape, np.int64)),
            np.stack(lines, axis=-1) if lines else np.zeros((shape[0], 0), np.int64),
            where.fixed,
            self.stakes(self.staying(0) if self.opening else []),
            self.stakes(self.staying(self.middle_at)),
            self.stakes(staying),
            self.added(staying),
            self.fold(self.structure.stages[-1]) if has_final else 1,
        )

    @property
    def boards_each(self) -> int:
        """Ways in which the board goes on from the cards turned at the middle decision."""
        known = self.middle.common
        return comb(len(self.deck) - OWN - known, self.structure.common - known)

    @property
    def dealers(self) -> int:
        """Hands that the dealer may have."""
        return comb(len(self.deck) - OWN - self.structure.common, OWN)

    def widths(self, terms: Terms) -> tuple[int, bool]:
        """Bits for the units that last choices add, and whether 32 bits hold a class's wins."""
        most = len(swaps_within(suit_groups(self.deck, self.suits))) * self.boards_each
        added = int(terms.added.max(initial=0)) * most
        units = np.abs(terms.groups.top).max() + np.abs(terms.groups.at).sum(axis=1).max()
        every = np.vstack([terms.opening, terms.middle, terms.final])
        stakes = int(every.sum(axis=1).max())
        if int(units) * stakes * most * self.dealers << added.bit_length() >= LARGEST:
            raise Refused("the stakes are too large to be counted", code="game.unsolved")
        return added.bit_length(), most * self.dealers < 1 << 31
