"""The best decision for every hand, in the form in which people can learn it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards, games
from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import exact
from fairdeal.analysis.solvers.decisions import (
    Chosen,
    Prices,
    best,
    expected,
    shares,
    values,
)
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.orbits import orbits
from fairdeal.analysis.solvers.showdown import Counts, Job, ranked
from fairdeal.games.kinds import ask
from fairdeal.games.layout import Placed
from fairdeal.games.terms import Terms
from fairdeal.hands import three_card, words

_NEAR = 3
"""How many strengths on each side of a border are shown."""


@dataclass(frozen=True)
class Border:
    """Hands of one strength near the border between two choices."""

    example: tuple[int, ...]
    strength: int
    words: str
    lowest: Fraction
    """What staying in is worth with the worst suits and other cards."""
    highest: Fraction
    fold: Fraction
    taken: tuple[tuple[str, Fraction], ...]
    """The choices that are best with some of these hands, and with what share of them."""

    @property
    def played(self) -> Fraction:
        """The share of these hands that is not given up."""
        return 1 - dict(self.taken).get("fold", Fraction(0))

    @property
    def decision(self) -> str:
        """What to do: a word, or ``it depends`` where the other cards decide."""
        return self.taken[0][0] if len(self.taken) == 1 else "it depends"

    def as_json(self) -> dict[str, Any]:
        """The border hand as JSON."""
        return {
            "hand": cards.show(self.example),
            "words": self.words,
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
    steps: "tuple[Step, ...]" = ()
    """The borders between neighbouring choices, from the one that stakes least."""

    @property
    def is_clean(self) -> bool:
        """Whether a strength alone decides."""
        below = self.strongest_folded
        return below is None or below.strength < self.weakest_played.strength


@dataclass(frozen=True)
class Step:
    """The border between two choices: below it one stakes less, above it more."""

    lower: str
    higher: str
    always_from: Border | None
    """The weakest hand from which on all take the higher choice; None where none does."""
    never_up_to: Border | None
    """The strongest hand up to which none takes it; None where the weakest takes it."""
    mixed: int
    """Strengths between the two, with which other cards decide."""

    @property
    def text(self) -> str:
        """The border in a few words."""
        if self.always_from is None:
            if self.never_up_to is None:
                return f"{self.higher}: with some hands of any strength"
            return f"{self.higher}: some of the hands above {self.never_up_to.words}"
        if not self.mixed:
            return f"{self.higher}: from {self.always_from.words} up"
        others = "all others"
        if self.never_up_to is not None:
            others = f"the hands above {self.never_up_to.words}"
        return f"{self.higher}: from {self.always_from.words} up, and some of {others}"

    def as_json(self) -> dict[str, Any]:
        """The border as JSON."""
        return {
            "lower": self.lower,
            "higher": self.higher,
            "always_from": self.always_from and self.always_from.as_json(),
            "never_up_to": self.never_up_to and self.never_up_to.as_json(),
            "mixed_strengths": self.mixed,
            "text": self.text,
        }


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
    taken: tuple[tuple[str, Fraction], ...]
    """How often each choice is best."""

    @property
    def played(self) -> Fraction:
        """How often the hand is not given up."""
        return 1 - dict(self.taken).get("fold", Fraction(0))

    @property
    def never(self) -> tuple[str, ...]:
        """The choices that are best with no hand."""
        return tuple(word for word, share in self.taken if not share)

    def as_json(self) -> dict[str, Any]:
        """The strategy as JSON."""
        return {
            "share_played": exact(self.played),
            "shares": [{"choice": word, "share": exact(share)} for word, share in self.taken],
            "never": list(self.never),
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
                            "ranks": each.words,
                            "decision": each.decision,
                            "lowest": float(each.lowest),
                            "highest": float(each.highest),
                        }
                        for each in cut.chart
                    ],
                    "steps": [each.as_json() for each in cut.steps],
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


def strategy(of: Declared, terms: Terms) -> Strategy:
    """The best strategy of the base game under the terms."""
    counts = of.counts()
    prices = of.prices(counts, terms, AT_RESET)
    chosen = best(counts, prices, of.choices, of.base)
    taken = shares(counts, of.choices, chosen)
    words_of = [each.word for each in of.choices]
    return Strategy(
        tuple(_cuts(of, counts, chosen, values(counts, prices, of.choices, of.base))),
        tuple(_simple_rules(of, counts, prices, chosen)),
        tuple(_effects(of, terms, counts, prices, chosen)),
        tuple(zip(words_of, taken, strict=True)),
    )


@dataclass(frozen=True)
class _Summary:
    """What is known of the hands of each strength, against some cards that are up."""

    of: Declared
    strengths: Ints
    ways: Ints
    """By strength and choice."""
    least: Ints
    most: Ints
    folded: Ints
    examples: Ints

    def border(self, place: int) -> Border:
        """The hands of one strength."""
        going_on = self.of.asked.going_on
        ways, held = self.ways[place].tolist(), _lowest(self.of, self.examples[place].tolist())
        strength = int(self.strengths[place])
        taken = zip(self.of.choices, ways, strict=True)
        return Border(
            held,
            strength,
            _worded(self.of, strength, held),
            Fraction(int(self.least[place]), going_on),
            Fraction(int(self.most[place]), going_on),
            Fraction(int(self.folded[place]), going_on),
            tuple((each.word, Fraction(n, sum(ways))) for each, n in taken if n),
        )


def _lowest(of: Declared, held: list[int]) -> tuple[int, ...]:
    """The hand with the lowest suits that is the same for every bet."""
    told = [each.rule for each in of.asked.own_events.values() if each.suits]
    found = []
    for swap in permutations(range(of.asked.deck.suits)):
        other = tuple(sorted(card >> 2 << 2 | swap[card & 3] for card in held))
        if all(ask(rule, other) == ask(rule, tuple(held)) for rule in told):
            found.append(other)
    return min(found, key=lambda hand: hand[::-1])


def _worded(of: Declared, strength: int, held: tuple[int, ...]) -> str:
    """A hand in words that tell its strength."""
    if _is_of_three(of):
        return words.ranks(strength)
    reads = games.SETTLEMENTS[of.game.key].reads if of.game.key in games.SETTLEMENTS else None
    told = reads(held) if reads else ""
    return f"{told} ({cards.show(held)})" if told else cards.show(held)


def _is_of_three(of: Declared) -> bool:
    return of.rules.player.rule in (three_card.strength_of, three_card.best_of_four)


def _cuts(of: Declared, counts: Counts, chosen: Chosen, worth: Sequence[Ints]) -> Iterator[Cut]:
    by_rank: dict[int | None, list[tuple[Job, Any, NDArray[np.int32]]]] = {}
    for job, rows, situation in counts.situations():
        rank = job.cards[0] >> 2 if len(job.up) == 1 else None
        by_rank.setdefault(rank, []).append((job, rows, situation))
    if len(of.choices) < 2:
        return
    for rank in sorted(by_rank, key=lambda each: -1 if each is None else each, reverse=True):
        yield _cut(of, rank, _summary(of, counts, chosen, worth, by_rank[rank]))


def _summary(
    of: Declared,
    counts: Counts,
    chosen: Chosen,
    worth: Sequence[Ints],
    among: list[tuple[Job, Any, NDArray[np.int32]]],
) -> _Summary:
    strengths = np.unique(counts.kinds.strengths)
    class_of = np.searchsorted(strengths, counts.kinds.strengths)
    stays = [value for each, value in zip(of.choices, worth, strict=True) if not each.folds]
    folds = [value for each, value in zip(of.choices, worth, strict=True) if each.folds]
    staying = np.maximum.reduce(stays)
    folding = folds[0] if folds else np.zeros(len(staying), np.int64)
    ways = np.zeros((len(strengths), len(of.choices)), np.int64)
    least, most, folded = (np.zeros(len(strengths), np.int64) for _ in range(3))
    examples = np.zeros((len(strengths), of.game.player_cards), np.int64)
    cards_of = np.array(of.asked.deck.cards)
    for _, rows, situation in among:
        _gather(
            class_of[rows.kind],
            situation,
            rows.ways,
            cards_of[rows.hands],
            (chosen, staying, folding),
            (ways, least, most, folded, examples),
        )
    there = ways.sum(axis=1) > 0
    return _Summary(of, *(each[there] for each in (strengths, ways, least, most, folded, examples)))


@kernel
def _gather(
    class_of: Ints,
    situation: NDArray[np.int32],
    own: Ints,
    hands: Ints,
    known: tuple[Chosen, Ints, Ints],
    found: tuple[Ints, Ints, Ints, Ints, Ints],
) -> None:
    chosen, staying, folding = known
    ways, least, most, folded, examples = found
    for i in range(len(class_of)):
        place, at = class_of[i], situation[i]
        value = staying[at]
        is_first = ways[place].sum() == 0
        if is_first or value < least[place]:
            least[place] = value
            examples[place] = hands[i]
        if is_first or value > most[place]:
            most[place] = value
        if is_first:
            folded[place] = folding[at]
        ways[place, chosen[at]] += own[i]


def _cut(of: Declared, up: int | None, known: _Summary) -> Cut:
    folds = np.array([each.folds for each in of.choices])
    played, given_up = known.ways[:, ~folds].sum(axis=1), known.ways[:, folds].sum(axis=1)
    low = int(np.flatnonzero(played)[0])
    high = int(np.flatnonzero(given_up)[-1]) if given_up.any() else None
    first, last = min(low, low if high is None else high), max(low, low if high is None else high)
    shown = list(range(max(0, first - _NEAR), min(last + _NEAR + 1, len(known.strengths))))
    if len(shown) > 4 * _NEAR:  # a wide border is told by its two ends
        shown = shown[: 2 * _NEAR] + shown[-2 * _NEAR :]
    chart = []
    if _is_of_three(of):
        top = int(known.strengths[low]) >> 8
        chart = [k for k, each in enumerate(known.strengths.tolist()) if each >> 8 == top < 16]
    return Cut(
        up,
        known.border(low),
        None if high is None else known.border(high),
        tuple(known.border(each) for each in reversed(shown)),
        tuple(known.border(each) for each in reversed(chart)),
        Fraction(int(played.sum()), int(known.ways.sum())),
        tuple(_steps(of, known)),
    )


def _steps(of: Declared, known: _Summary) -> Iterator[Step]:
    """The borders between choices that are ever best, in the order of what they stake."""

    def staked(number: int) -> int:
        choice = of.choices[number]
        return -1 if choice.folds else sum(choice.stakes.values())

    taken = [number for number in range(len(of.choices)) if known.ways[:, number].any()]
    order = sorted(taken, key=staked)
    for lower, higher in pairwise(order):
        above = order[order.index(higher) :]
        more = known.ways[:, above].sum(axis=1)
        less = known.ways.sum(axis=1) - more
        never = int(np.argmax(more > 0))
        always = len(less) - int(np.argmax(less[::-1] > 0))
        yield Step(
            of.choices[lower].word,
            of.choices[higher].word,
            known.border(always) if always < len(less) else None,
            known.border(never - 1) if never else None,
            always - never,
        )


def _simple_rules(
    of: Declared, counts: Counts, prices: Prices, chosen: Chosen
) -> Iterator[SimpleRule]:
    if not any(each.folds for each in of.choices):
        return
    optimum = expected(counts, prices, of.choices, of.base, chosen)
    stays = next(number for number, each in enumerate(of.choices) if not each.folds)
    folds = next(number for number, each in enumerate(of.choices) if each.folds)
    word = of.choices[stays].word
    worth = values(counts, prices, of.choices, of.base)
    every = _by_row(counts, worth[stays])
    yield SimpleRule(f"{word} every hand", optimum - Fraction(sum(every), counts.deals))
    if (weakest := _qualifies_from(of)) is not None:
        total = 0
        for _, rows, situation in counts.situations():
            takes = counts.kinds.strengths[rows.kind] >= weakest
            own = np.where(takes, worth[stays][situation], worth[folds][situation])
            total += int((own * rows.ways).sum())
        text = f"{word} any {of.game.qualifier.removesuffix(' high')}, as the dealer does"
        yield SimpleRule(text, optimum - Fraction(total, counts.deals))
    if of.asked.up and not of.asked.fixed:
        yield SimpleRule(
            "ignore the card that is up",
            optimum - Fraction(_without_looking(of, counts, worth), counts.deals),
        )


def _by_row(counts: Counts, worth: Ints) -> list[int]:
    return [int(value) * ways for value, ways in zip(worth, counts.ways.tolist(), strict=True)]


def _qualifies_from(of: Declared) -> int | None:
    """The weakest strength with which the dealer plays; None where every hand does."""
    settlement = games.SETTLEMENTS.get(of.game.key)
    if settlement is None or not of.game.qualifier.endswith(" high"):
        return None  # a qualifier in other words makes no rule that people use
    every = orbits(of.game.dealer_cards, of.asked.deck)
    found = ranked(of.rules.dealer.rule, of.game.dealer_cards, of.asked.deck)
    first = np.zeros(len(found.strengths), np.int64)
    first[found.class_of] = np.arange(len(found.class_of))
    low, high = 0, len(found.strengths)
    while low < high:
        middle = (low + high) // 2
        if settlement.dealers_hand.plays(tuple(every.cards[first[middle]].tolist())):
            high = middle
        else:
            low = middle + 1
    return int(found.strengths[low]) if 0 < low < len(found.strengths) else None


def _without_looking(of: Declared, counts: Counts, worth: Sequence[Ints]) -> int:
    """What the best strategy wins in all that takes no notice of the dealer's card."""
    size = len(orbits(of.game.player_cards, of.asked.deck).ways)
    sums = np.zeros((len(worth), size), np.int64)
    for _, rows, situation in counts.situations():
        for number, each in enumerate(worth):
            np.add.at(sums[number], rows.orbit, each[situation] * rows.ways)
    return int(sums.max(axis=0).sum())


def _effects(
    of: Declared, terms: Terms, counts: Counts, prices: Prices, chosen: Chosen
) -> Iterator[Effect]:
    """A forfeited bet, large enough, makes a folded hand worth playing as soon as it can win."""
    folds = np.array([each.folds for each in of.choices])
    for bet in of.game.bets:
        if bet.placed is not Placed.BEFORE_THE_DEAL or bet.key in of.base:
            continue
        if bet.survives(terms.options):
            yield Effect(bet.key, False, 0)
            continue
        wins = np.any(prices.units[bet.key] > -prices.parts.get(bet.key, 1), axis=1)[counts.paid]
        yield Effect(bet.key, True, int(counts.ways[folds[chosen] & wins].sum()))
