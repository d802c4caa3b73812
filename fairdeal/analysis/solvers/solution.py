"""What the best play is worth, and how often each result comes about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.solvers.settling import Forms
from fairdeal.analysis.solvers.staking import Structure


@dataclass(frozen=True)
class Start:
    """A starting hand, up to suits."""

    cards: tuple[int, ...]
    ways: int
    choices: Mapping[str, Fraction]
    """What each choice is worth, in base units; empty where nothing is decided yet."""
    chosen: str


@dataclass(frozen=True)
class Solved:
    """The best play under one pay table."""

    value: Fraction
    """Expected net base units of all the bets that the structure stakes."""
    wager: Fraction
    """Base units that are on these bets on average when the hand is settled."""
    starts: tuple[Start, ...]
    later: tuple[NDArray[np.int8], ...]
    """Numbers of the chosen choices at later decisions, by class, as the solver numbers classes."""
    pays: tuple[Fraction, ...]


@dataclass(frozen=True)
class Outcomes:
    """All deals by how the hand ends and what the rule then says."""

    structure: Structure
    bets: tuple[str, ...]
    """As in the forms' columns."""
    ending: Ints
    """Number of the ending in ``structure.endings``."""
    forms: Forms
    deals: Ints
    pays: tuple[Fraction, ...]

    def joint(self, bets: Sequence[str]) -> Joint:
        """What each of the bets wins, in base units: 0 of a bet that was not placed."""
        pays = (*self.pays, Fraction(0))
        ways: dict[tuple[Fraction, ...], int] = {}
        columns = [self.bets.index(bet) for bet in bets]
        keys = np.column_stack(
            [self.ending, self.forms.fixed[:, columns], self.forms.line[:, columns]]
        )
        different, of = np.unique(keys, axis=0, return_inverse=True)
        deals = np.zeros(len(different), np.int64)
        np.add.at(deals, of.ravel(), self.deals)
        for key, number in zip(different.tolist(), deals.tolist(), strict=True):
            fixed, line = key[1 : 1 + len(bets)], key[1 + len(bets) :]
            nets = tuple(
                self._net(key[0], bet, fixed[i] + pays[line[i]]) for i, bet in enumerate(bets)
            )
            ways[nets] = ways.get(nets, 0) + number
        return Joint(tuple(bets), {nets: number for nets, number in ways.items() if number})

    def _net(self, ending: int, bet: str, units: Fraction) -> Fraction:
        """Base units that a bet wins; a bet beside the structure has a stake of one."""
        end = self.structure.endings[ending]
        beside = bet not in self.structure.bets
        stake = 1 if beside else end.stakes.get(bet, 0)
        is_lost = end.folded and bet not in self.structure.survivors
        return Fraction(-stake) if is_lost else stake * units

    def of(self, bet: str) -> Distribution:
        """What one bet wins."""
        return self.joint([bet]).of(bet)

    def together(self) -> Distribution:
        """What all the bets win that the structure stakes."""
        every = self.joint(self.structure.bets)
        return every.together(dict.fromkeys(every.bets, Fraction(1)))
