"""The same games without a solver: every deal of a small deck, and every choice by its average."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from fairdeal.analysis.solvers.staking import Choice, Structure
from fairdeal.games.kinds import Community, Of

Cards = tuple[int, ...]
Nets = tuple[Fraction, ...]


@dataclass(frozen=True)
class Twin:
    """A game looped over in full; bets in the order in which the rule settles them."""

    game: Community
    structure: Structure
    bets: tuple[str, ...]
    events: tuple[str, ...]
    pays: Mapping[str, Sequence[int]]
    told: Any
    paid: Any
    deck: Cards

    def play(self, own: Cards, common: Cards, seen: Cards = ()) -> "Play":
        """A hand of which these cards are known."""
        return Play(
            self, own, common, tuple(c for c in self.deck if c not in {*own, *common, *seen})
        )

    def mean(self, nets: Counter[Nets], without: frozenset[str] = frozenset()) -> Fraction:
        """The average of what the bets of the structure win."""
        bets = [i for i, bet in enumerate(self.bets) if bet in {*self.structure.bets} - without]
        total = sum(
            (sum((each[i] for i in bets), Fraction(0)) * n for each, n in nets.items()), Fraction(0)
        )
        return total / nets.total()

    def results(self) -> tuple[dict[Cards, dict[str, Fraction]], Counter[Nets]]:
        """What each choice of each starting hand is worth, and deals by what each bet wins."""
        values, every = {}, Counter[Nets]()
        for own in combinations(self.deck, self.structure.own):
            play = self.play(own, ())
            known = self.structure.stages[0].common
            if known == 0:
                values[own] = {
                    word: self.mean(nets) for word, nets in play.choices(0, (), play.base).items()
                }
            every += play.after(-1, (), play.base)
        return values, every


class Play:
    """All that can follow from some cards."""

    def __init__(self, twin: Twin, own: Cards, common: Cards, rest: Cards) -> None:
        self.twin, self.own, self.rest = twin, own, rest
        self.base = tuple(sorted(twin.structure.base.items()))
        self.common = common
        self._settled = cache(self._settle)
        self._chosen = cache(self._choose)

    def choices(self, at: int, more: Cards, state: Any) -> dict[str, Counter[Nets]]:
        """What follows from each choice at a stage; *more* are the common cards that came."""
        structure = self.twin.structure
        found = {}
        for choice in structure.stages[at].choices:
            stakes = dict(state)
            if not choice.folds:
                for bet, units in choice.stakes.items():
                    stakes[bet] = stakes.get(bet, 0) + units
            then = tuple(sorted(stakes.items()))
            over = choice.folds or choice.ends or at == len(structure.stages) - 1
            found[choice.word] = (
                self.ended(at, more, then, choice) if over else self.after(at, more, then)
            )
        return found

    def after(self, at: int, more: Cards, state: Any) -> Counter[Nets]:
        """What follows when the hand goes on to the next stage."""
        structure = self.twin.structure
        known = len(self.common) + len(more)
        left = [card for card in self.rest if card not in more]
        every = Counter[Nets]()
        for turned in combinations(left, structure.stages[at + 1].common - known):
            every += self._chosen(at + 1, tuple(sorted((*more, *turned))), state)
        return every

    def _choose(self, at: int, more: Cards, state: Any) -> Counter[Nets]:
        found = self.choices(at, more, state)
        folds = {each.word: each.folds for each in self.twin.structure.stages[at].choices}
        best = max(found, key=lambda word: (self.twin.mean(found[word]), not folds[word]))
        return found[best]

    def ended(self, at: int, more: Cards, state: Any, choice: Choice) -> Counter[Nets]:
        """What follows when nothing more is decided; common cards still come stage by stage."""
        structure = self.twin.structure
        known = len(self.common) + len(more)
        left = [card for card in self.rest if card not in more]
        if at == len(structure.stages) - 1:
            every = Counter[Nets]()
            for turned in combinations(left, structure.common - known):
                for units, number in self._settled(tuple(sorted((*more, *turned)))).items():
                    every[self.nets(units, dict(state), choice.folds)] += number
            return every
        every = Counter[Nets]()
        for turned in combinations(left, structure.stages[at + 1].common - known):
            every += self.ended(at + 1, tuple(sorted((*more, *turned))), state, choice)
        return every

    def nets(self, units: Nets, state: Mapping[str, int], folded: bool) -> Nets:
        found = []
        for bet, each in zip(self.twin.bets, units, strict=True):
            beside = bet not in self.twin.structure.bets
            stake = 1 if beside else state.get(bet, 0)
            lost = folded and bet not in self.twin.structure.survivors
            parts = self.twin.structure.parts.get(bet, 1)
            found.append(Fraction(-stake) if lost else stake * each / parts)
        return tuple(found)

    def _settle(self, more: Cards) -> Counter[Nets]:
        twin = self.twin
        board = tuple(sorted((*self.common, *more)))
        hand = (*self.own, *board)
        player = asked(twin.game.player.rule, hand)
        happened = twin.told(
            *(
                asked(event.rule, self.own if event.of is Of.OWN else hand)
                for event in (twin.game.events[bet] for bet in twin.events)
            )
        )
        pays = twin.paid(**twin.pays)
        left = [card for card in self.rest if card not in more]
        found = Counter[Nets]()
        for other in combinations(left, twin.structure.dealers):
            dealer = asked(twin.game.player.rule, (*other, *board)) if other else 0
            units = twin.game.settle(player, dealer, happened, pays)
            found[tuple(map(Fraction, units))] += 1
        return found


@cache
def asked(rule: Any, hand: Cards) -> Any:
    """What a rule says of cards, each an argument or all in a tuple."""
    return rule(*hand) if len(hand) == rule.__code__.co_argcount else rule(hand)
