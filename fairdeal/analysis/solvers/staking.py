"""What is at stake: the choices of each stage, and what they add to the bets or take from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb, lcm
from typing import Final

from fairdeal.errors import Refused
from fairdeal.games.layout import FOLD, Step


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that a player may say at a stage."""

    word: str
    stakes: Mapping[str, int] = field(default_factory=dict)
    """Base units added to each bet; a negative number takes them back."""
    folds: bool = False
    ends: bool = False
    """Nothing more is decided afterwards; always so of a fold and at the last stage."""


STAY: Final = Choice("stay")
"""What a player does who has nothing to decide."""


def choices_of(step: Step) -> tuple[Choice, ...]:
    """The choices of a decision as a game declares it."""
    return tuple(
        Choice(
            each.word,
            {each.bet: each.times} if each.bet else {},
            folds=each.word == FOLD,
            ends=not each.goes_on,
        )
        for each in step.choices
    )


@dataclass(frozen=True, slots=True)
class Stage:
    """A decision."""

    common: int
    """Common cards that the player knows by then."""
    choices: tuple[Choice, ...]

    def best(self, worth: Mapping[str, Fraction]) -> Choice:
        """The choice that is worth most: the first of equals, and a fold only above all others."""
        return max(self.choices, key=lambda each: (worth[each.word], not each.folds))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand can end: what is on each bet, and whether the hand was given up."""

    stakes: Mapping[str, int]
    folded: bool = False


@dataclass(frozen=True)
class Structure:
    """The cards and the choices of a game with common cards."""

    own: int
    common: int
    stages: tuple[Stage, ...]
    base: Mapping[str, int]
    """Bets placed before the deal, in base units."""
    dealers: int = 0
    """Cards of the dealer's own; 0 where there is no dealer's hand."""
    survivors: frozenset[str] = frozenset()
    """Bets that a fold leaves in play."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """In how many parts of a stake the rule counts a bet, where whole stakes will not do."""

    def __post_init__(self) -> None:
        known = [stage.common for stage in self.stages]
        if (
            not known
            or known != sorted(set(known))
            or not 0 <= known[0] <= known[-1] <= self.common
        ):
            raise Refused(
                f"decisions at {', '.join(map(str, known)) or 'no'} common cards cannot be counted:"
                f" expected rising numbers from 0 to {self.common}",
                code="game.unsolved",
            )
        for stage in self.stages:
            words = [choice.word for choice in stage.choices]
            if not words or len(words) != len(set(words)):
                raise Refused(
                    f"the choices at {stage.common} common cards cannot be counted: expected"
                    f" different words, and at least one, not {', '.join(words) or 'none'}",
                    code="game.unsolved",
                )
            if all(choice.folds for choice in stage.choices):
                raise Refused(
                    f"the choices at {stage.common} common cards cannot be counted: all of them"
                    " fold",
                    code="game.unsolved",
                )
        for ending in self.endings:
            for bet, stake in ending.stakes.items():
                if stake < 0:
                    raise Refused(
                        f"the choices can take more from {bet} than is on it", code="game.unsolved"
                    )

    @cached_property
    def states(self) -> tuple[tuple[Mapping[str, int], ...], ...]:
        """What can be on the bets when each stage begins."""
        found: list[tuple[Mapping[str, int], ...]] = [(_plain(self.base),)]
        for stage in self.stages[:-1]:
            after = [
                added(state, choice)
                for state in found[-1]
                for choice in stage.choices
                if not (choice.ends or choice.folds)
            ]
            found.append(tuple(each for i, each in enumerate(after) if each not in after[:i]))
        return tuple(found)

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """Every way in which a hand can end."""
        found: list[Ending] = []
        for at, stage in enumerate(self.stages):
            for state in self.states[at]:
                for choice in stage.choices:
                    if self.ends(at, choice):
                        each = self.ending(state, choice)
                        found += [each] if each not in found else []
        return tuple(found)

    def ends(self, at: int, choice: Choice) -> bool:
        """Whether nothing more is decided after this choice of stage *at*."""
        return choice.ends or choice.folds or at == len(self.stages) - 1

    @staticmethod
    def ending(state: Mapping[str, int], choice: Choice) -> Ending:
        """How the hand ends after the choice; a fold puts nothing more on the bets."""
        return Ending(dict(state) if choice.folds else added(state, choice), choice.folds)

    @cached_property
    def unit(self) -> int:
        """In how many parts of a base unit sums over bets are counted."""
        return lcm(*(self.parts.get(bet, 1) for bet in self.bets))

    def scale(self, bet: str) -> int:
        """How many of these parts the rule's unit of a bet is; 0 for a bet beside these."""
        return self.unit // self.parts.get(bet, 1) if bet in self.bets else 0

    def lost(self, ending: Ending) -> int:
        """Base units that a fold loses whatever the cards are."""
        return (
            sum(stake for bet, stake in ending.stakes.items() if bet not in self.survivors)
            * ending.folded
        )

    def going_on(self, at: int) -> dict[str, Choice]:
        """The choices of stage *at* after which something is left to decide, by their words."""
        stage = self.stages[at]
        return {each.word: each for each in stage.choices if not self.ends(at, each)}

    def stage_at(self, common: int) -> int:
        """The number of the stage at so many common cards."""
        return [stage.common for stage in self.stages].index(common)

    @property
    def bets(self) -> tuple[str, ...]:
        """Every bet that has a stake at some time."""
        return tuple(dict.fromkeys(bet for each in self.endings for bet in each.stakes))

    def turns(self) -> Iterator[int]:
        """Common cards turned before each stage, and after the last one."""
        known = [0, *(stage.common for stage in self.stages), self.common]
        yield from (after - before for before, after in pairwise(known))

    def deals(self, deck: int) -> int:
        """Deals of a deck of so many cards; each stage's common cards are a deal of their own."""
        left, ways = deck - self.own, comb(deck, self.own)
        for turned in self.turns():
            ways *= comb(left, turned)
            left -= turned
        return ways * comb(left, self.dealers)


def added(state: Mapping[str, int], choice: Choice) -> dict[str, int]:
    """What is on the bets after the choice; bets without a stake are left out."""
    bets = dict.fromkeys([*state, *choice.stakes])
    return _plain({bet: state.get(bet, 0) + choice.stakes.get(bet, 0) for bet in bets})


def _plain(stakes: Mapping[str, int]) -> dict[str, int]:
    return {bet: stake for bet, stake in stakes.items() if stake}
