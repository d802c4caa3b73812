"""What the best play is worth, and how often each result comes about."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.figures import exact
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers.hands import Deck
from fairdeal.analysis.solvers.kept import Arrays
from fairdeal.analysis.solvers.settling import Forms, Pays, Settling
from fairdeal.analysis.solvers.staking import Structure
from fairdeal.games.kinds import Community

KEPT_FROM: Final = 1_000_000_000
"""Deals from which on counting takes longer than reading from disk."""

C = TypeVar("C", bound=tuple[Any, ...])
"""Counts: a named tuple of arrays."""


@dataclass(frozen=True)
class Start:
    """A starting hand, up to suits."""

    cards: tuple[int, ...]
    ways: int
    choices: Mapping[str, Fraction]
    """What each choice is worth, in base units; empty where nothing is decided yet."""
    chosen: str

    def as_json(self) -> dict[str, Any]:
        """The starting hand as JSON."""
        return {
            "hand": cards.show(sorted(self.cards, reverse=True)),
            "ways": self.ways,
            "best": self.chosen,
            "choices": [
                {"choice": word, "value": exact(value)} for word, value in self.choices.items()
            ],
        }


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
    pays: tuple[int, ...]


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
    pays: tuple[int, ...]
    """What each line pays, in the units of the rule."""

    def joint(self, bets: Sequence[str]) -> Joint:
        """What each of the bets wins, in base units: 0 of a bet that was not placed."""
        pays = (*self.pays, 0)
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

    def _net(self, ending: int, bet: str, units: int) -> Fraction:
        """Base units that a bet wins; a bet beside the structure has a stake of one."""
        end = self.structure.endings[ending]
        beside = bet not in self.structure.bets
        stake = 1 if beside else end.stakes.get(bet, 0)
        is_lost = end.folded and bet not in self.structure.survivors
        if is_lost:
            return Fraction(-stake)
        return Fraction(stake * units, self.structure.parts.get(bet, 1))

    @property
    def share_folded(self) -> Fraction:
        """How often the hand is given up."""
        folds = [number for number, each in enumerate(self.structure.endings) if each.folded]
        folded = self.deals[np.isin(self.ending, folds)]
        return Fraction(int(folded.sum()), int(self.deals.sum()))

    def of(self, bet: str) -> Distribution:
        """What one bet wins."""
        return self.joint([bet]).of(bet)

    def together(self) -> Distribution:
        """What all the bets win that the structure stakes."""
        every = self.joint(self.structure.bets)
        return every.together(dict.fromkeys(every.bets, Fraction(1)))


@dataclass(frozen=True, eq=False)
class Solver(ABC, Generic[C]):
    """What counts a game with common cards: once, and then for any pay table."""

    rules: Community
    structure: Structure
    """Cards and choices of the game."""
    settling: Settling
    """The game's settlement rule."""
    deck: Deck
    counts: ClassVar[Any]
    """The form of its counts."""

    @property
    def deals(self) -> int:
        """All deals; cards that are turned for different decisions are told apart."""
        return self.structure.deals(len(self.deck))

    @property
    def is_large(self) -> bool:
        """Whether counting takes longer than reading from disk."""
        return self.deals >= KEPT_FROM

    def arrays(self, counts: C) -> Arrays:
        """The numbers of the counts."""
        found: Arrays = counts._asdict()  # type: ignore[attr-defined]
        return found

    def from_arrays(self, arrays: Arrays) -> C:
        """The counts with these numbers; ValueError where they are not those of all deals."""
        found: C = self.counts(**{name: np.asarray(each) for name, each in arrays.items()})
        if self.counted(found) != self.deals:
            raise ValueError("the counts are not those of all deals")
        return found

    @abstractmethod
    def count(self, progress: Progress = unseen) -> C:
        """Count every deal."""

    @abstractmethod
    def counted(self, counts: C) -> int:
        """Deals in the counts, which must be all of them."""

    @abstractmethod
    def best(self, counts: C, pays: Pays) -> Solved:
        """The best play when the pay tables' lines pay so much."""

    @abstractmethod
    def values(self, counts: C, prices: Ints) -> Ints | None:
        """What the best play is worth under many pay tables: all that it wins over all deals.

        *prices* has a row for each pay table, with what each line pays.  In parts of a unit; None
        where 64 bits do not hold it, or only ``best`` can tell.
        """

    @abstractmethod
    def tally(self, counts: C, solved: Solved, progress: Progress = unseen) -> Outcomes:
        """All deals under the best play."""

    @abstractmethod
    def chosen(
        self,
        counts: C,
        solved: Solved,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        stakes: Mapping[str, int] | None = None,
    ) -> str:
        """The word that best play says to these cards."""

    @abstractmethod
    def advise(
        self,
        counts: C,
        pays: Pays,
        own: Sequence[int],
        common: Sequence[int],
        seen: Sequence[int] = (),
        stakes: Mapping[str, int] | None = None,
    ) -> dict[str, Fraction]:
        """What each choice is worth to a player who sees these cards, in base units.

        *stakes* says what is on the bets by now, where earlier choices may have differed.
        """
