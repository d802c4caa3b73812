"""The best decision for every hand, in the form in which people can learn it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from fairdeal import cards
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import exact
from fairdeal.analysis.play_or_fold.decisions import (
    Plays,
    Prices,
    best,
    expected,
    share_played,
    values,
)
from fairdeal.analysis.play_or_fold.model import Model
from fairdeal.analysis.play_or_fold.situations import Situations
from fairdeal.games.layout import Placed
from fairdeal.games.terms import Terms
from fairdeal.hands import words

_NEAR = 3
"""How many strengths on each side of a border are shown."""


@dataclass(frozen=True)
class Border:
    """Hands of one strength near the border between folding and playing."""

    example: tuple[int, ...]
    strength: int
    lowest: Fraction
    """What playing is worth with the worst suits and other cards."""
    highest: Fraction
    fold: Fraction
    played: Fraction
    """The share of these hands that is played."""

    @property
    def decision(self) -> str:
        """What to do: play, fold, or either as the other cards are."""
        return {Fraction(1): "play", Fraction(0): "fold"}.get(self.played, "it depends")

    def as_json(self) -> dict[str, Any]:
        """The border hand as JSON."""
        return {
            "hand": cards.show(self.example),
            "words": words.ranks(self.strength),
            "decision": self.decision,
            "share_played": exact(self.played),
            "value_of_play": {"lowest": exact(self.lowest), "highest": exact(self.highest)},
            "value_of_fold": exact(self.fold),
        }


@dataclass(frozen=True)
class Cut:
    """Where playing begins, for one card that the dealer shows or for none."""

    up: int | None
    """Rank of the dealer's card."""
    weakest_played: Border
    strongest_folded: Border | None
    """None where every hand is played."""
    near: tuple[Border, ...]
    """Strengths on both sides of the border, strongest first."""
    chart: tuple[Border, ...]
    """Every hand without a pair whose highest card is that of the weakest hand played."""
    played: Fraction

    @property
    def is_clean(self) -> bool:
        """Whether a strength alone decides."""
        below = self.strongest_folded
        return below is None or below.strength < self.weakest_played.strength


@dataclass(frozen=True)
class SimpleRule:
    """A strategy people use, and what it costs."""

    text: str
    cost: Fraction
    """Units per ante beyond the best strategy."""


@dataclass(frozen=True)
class Effect:
    """Whether a bet that a fold forfeits could change a decision."""

    bet: str
    forfeited: bool
    changed: int
    """Hands folded in the base game that the bet, large enough, would make worth playing."""


@dataclass(frozen=True)
class Strategy:
    """How to play a game."""

    cuts: tuple[Cut, ...]
    simple_rules: tuple[SimpleRule, ...]
    effects: tuple[Effect, ...]
    played: Fraction

    def as_json(self) -> dict[str, Any]:
        """The strategy as JSON."""
        return {
            "share_played": exact(self.played),
            "cuts": [
                {
                    "up": None if cut.up is None else cards.RANKS[cut.up],
                    "weakest_played": cut.weakest_played.as_json(),
                    "strongest_folded": cut.strongest_folded and cut.strongest_folded.as_json(),
                    "strength_decides": cut.is_clean,
                    "share_played": exact(cut.played),
                    "near": [each.as_json() for each in cut.near],
                    "chart": [
                        {
                            "ranks": words.ranks(each.strength),
                            "decision": each.decision,
                            "lowest": float(each.lowest),
                            "highest": float(each.highest),
                        }
                        for each in cut.chart
                    ],
                }
                for cut in self.cuts
            ],
            "simple_rules": [
                {"rule": each.text, "cost": exact(each.cost)} for each in self.simple_rules
            ],
            "side_bets": [
                {
                    "bet": each.bet,
                    "forfeited_by_a_fold": each.forfeited,
                    "hands_it_could_change": each.changed,
                }
                for each in self.effects
            ],
        }


def strategy(model: Model, terms: Terms) -> Strategy:
    """The best strategy of the base game under the terms."""
    where = model.where()
    prices = model.prices(where, terms, AT_RESET)
    plays = best(where, prices, model.base)
    played, folded = values(where, prices, model.base)
    return Strategy(
        tuple(_cuts(where, plays, played, folded)),
        tuple(_simple_rules(model, where, prices, plays)),
        tuple(_effects(model, terms, where, prices, plays)),
        share_played(where, plays),
    )


def _cuts(where: Situations, plays: Plays, played: Ints, folded: Ints) -> Iterator[Cut]:
    if where.ups is None:
        yield _cut(where, plays, played, folded, None, np.ones(len(plays), np.bool_))
        return
    for rank in sorted(set((where.ups >> 2).tolist()), reverse=True):
        yield _cut(where, plays, played, folded, rank, where.ups >> 2 == rank)


def _cut(
    where: Situations, plays: Plays, played: Ints, folded: Ints, up: int | None, among: Plays
) -> Cut:
    known, ways = where.by_row(where.strengths[where.kind]), where.by_row(where.ways)

    def border(strength: int) -> Border:
        rows = np.nonzero(among & (known == strength))[0]
        worth = played[rows]
        return Border(
            tuple(where.hands[rows[worth.argmin()] // where.each].tolist()),
            strength,
            Fraction(int(worth.min()), where.going_on),
            Fraction(int(worth.max()), where.going_on),
            Fraction(int(folded[rows[0]]), where.going_on),
            Fraction(int(ways[rows][plays[rows]].sum()), int(ways[rows].sum())),
        )

    strengths = np.unique(known[among]).tolist()
    low = int(known[among & plays].min())
    folds = known[among & ~plays]
    high = int(folds.max()) if len(folds) else None
    first = strengths.index(low if high is None else min(low, high))
    last = strengths.index(low if high is None else max(low, high))
    shown = strengths[max(0, first - _NEAR) : last + _NEAR + 1]
    if len(shown) > 4 * _NEAR:  # a wide border is told by its two ends
        shown = shown[: 2 * _NEAR] + shown[-2 * _NEAR :]
    return Cut(
        up,
        border(low),
        None if high is None else border(high),
        tuple(border(each) for each in reversed(shown)),
        tuple(border(each) for each in reversed(strengths) if each >> 8 == low >> 8 < 16),
        Fraction(int(ways[among & plays].sum()), int(ways[among].sum())),
    )


def _simple_rules(
    model: Model, where: Situations, prices: Prices, plays: Plays
) -> Iterator[SimpleRule]:
    optimum = expected(where, prices, model.base, plays)
    known = where.by_row(where.strengths[where.kind])
    rules: dict[str, Plays] = {
        text: known >= weakest for text, weakest in model.simple_rules.items()
    }
    if where.ups is not None:
        rules["ignore the card that is up"] = _without_looking(model.base, where, prices)
    for text, mask in rules.items():
        yield SimpleRule(text, optimum - expected(where, prices, model.base, mask))


def _without_looking(base: Mapping[str, int], where: Situations, prices: Prices) -> Plays:
    """The best strategy that takes no notice of the dealer's card."""
    played, folded = values(where, prices, base)
    better = (played - folded).reshape(-1, where.each).sum(axis=1) >= 0
    return np.repeat(better, where.each)


def _effects(
    model: Model, terms: Terms, where: Situations, prices: Prices, plays: Plays
) -> Iterator[Effect]:
    """A forfeited bet, large enough, makes a folded hand worth playing as soon as it can win."""
    for bet in model.game.bets:
        if bet.placed is not Placed.BEFORE_THE_DEAL or bet.key in model.base:
            continue
        if bet.survives(terms.options):
            yield Effect(bet.key, False, 0)
            continue
        gains = (prices.played[bet.key] - prices.folded[bet.key]).max(axis=1)
        wins = where.by_row(gains[where.kind] > 0)
        yield Effect(bet.key, True, int(where.by_row(where.ways)[~plays & wins].sum()))
