"""The best decision for every hand, in the form in which people can learn it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal import cards, games
from fairdeal.analysis.compiled import Ints, Whole, kernel
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import exact
from fairdeal.analysis.instructions import Instructions, add_up, borders, instructions, names
from fairdeal.analysis.solvers.decisions import LARGEST, Chosen, Prices, best, values
from fairdeal.analysis.solvers.declared import Declared
from fairdeal.analysis.solvers.orbits import orbits
from fairdeal.analysis.solvers.showdown import Counts, ranked
from fairdeal.errors import Refused
from fairdeal.games.kinds import ask
from fairdeal.games.layout import FOLD, Placed
from fairdeal.games.terms import Terms
from fairdeal.hands import three_card

_NEAR: Final = 3
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
    taken: "tuple[Taken, ...]"
    """The choices that are best with some of these hands."""

    @property
    def played(self) -> Fraction:
        """The share of these hands that is not given up."""
        return 1 - sum((each.share for each in self.taken if each.word == FOLD), Fraction(0))

    @property
    def decision(self) -> str:
        """What to do: a word, or ``it depends`` where the other cards decide."""
        return self.taken[0].word if len(self.taken) == 1 else "it depends"

    def as_json(self) -> dict[str, Any]:
        """The border hand as JSON."""
        return {
            "hand": cards.show(self.example),
            "words": self.words,
            "decision": self.decision,
            "share_played": exact(self.played),
            "value_of_play": {"lowest": exact(self.lowest), "highest": exact(self.highest)},
            "value_of_fold": exact(self.fold),
            "choices": [each.as_json() for each in self.taken],
        }


@dataclass(frozen=True)
class Taken:
    """A choice that is best with some hands of a strength."""

    word: str
    share: Fraction
    example: tuple[int, ...]
    up: tuple[int, ...]
    """The dealer's cards that are up in the example."""

    def as_json(self) -> dict[str, Any]:
        """The choice as JSON."""
        return {
            "choice": self.word,
            "share": exact(self.share),
            "hand": cards.show(self.example),
            "up": cards.show(self.up) or None,
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

    per: str
    """The bet that costs are reckoned on."""
    cuts: tuple[Cut, ...]
    simple_rules: tuple[SimpleRule, ...]
    effects: tuple[Effect, ...]
    taken: tuple[tuple[str, Fraction], ...]
    """How often each choice is best."""
    told: tuple[str, ...]
    """The choices once they have been said: ``folded``."""
    instructions: Instructions | None
    """None where there is nothing to decide."""

    @property
    def played(self) -> Fraction:
        """How often the hand is not given up."""
        return 1 - dict(self.taken).get(FOLD, Fraction(0))

    @property
    def never(self) -> tuple[str, ...]:
        """The choices that are best with no hand."""
        return tuple(word for word, share in self.taken if not share)

    def as_json(self) -> dict[str, Any]:
        """The strategy as JSON."""
        return {
            "per": self.per,
            "share_played": exact(self.played),
            "shares": [
                {"choice": word, "told": told, "share": exact(share)}
                for (word, share), told in zip(self.taken, self.told, strict=True)
            ],
            "never": list(self.never),
            "instructions": self.instructions and self.instructions.as_json(),
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
    worth, whole = _worth(of, counts, prices), prices.whole(of.base)
    known = _by_rank_up(of, counts, chosen, worth, whole)
    taken = np.sum([each.ways.sum(axis=0) for each in known], axis=0).tolist()
    said = of.game.choices
    return Strategy(
        of.head,
        tuple(_cut(each) for each in known) if len(of.choices) > 1 else (),
        tuple(_simple_rules(of, counts, worth, known, whole)),
        tuple(_effects(of, terms, counts, prices, chosen)),
        tuple(
            (each.word, Fraction(ways, counts.hands))
            for each, ways in zip(of.choices, taken, strict=True)
        ),
        tuple(said[each.word].told if each.word in said else each.word for each in of.choices),
        _told(of, counts, worth, known, whole) if len(of.choices) > 1 else None,
    )


def _worth(of: Declared, counts: Counts, prices: Prices) -> Ints:
    """What each choice wins, by situation and choice, summed over the dealer's hands.

    In parts of a unit, like everything that is added up from it; what is told is in units.
    """
    worth = np.stack(values(counts, prices, of.choices, of.base), axis=1)
    if worth.dtype == object or (np.abs(worth.astype(float)).T @ counts.ways).max() >= LARGEST:
        raise Refused(
            f"the strategy of {of.game.key} cannot be told: its pays are too large",
            code="game.unsolved",
        )
    return worth


def _told(
    of: Declared, counts: Counts, worth: Ints, known: "Sequence[_Summary]", whole: int
) -> Instructions:
    lost = worth.max(axis=1, keepdims=True) - worth
    return instructions(of, counts, lost, whole, {each.up: each.ways for each in known})


@dataclass(frozen=True)
class _Summary:
    """What is known of the hands of each class, against the cards of one rank that may be up."""

    of: Declared
    up: int | None
    whole: int
    """Parts of a unit in which sums are counted."""
    ways: Ints
    """By class and choice."""
    sums: Ints
    """Units won by each choice, summed over hands and dealer's hands; by class and choice."""
    best: Ints
    """Units won by the best choice; by class."""
    least: Ints
    most: Ints
    """What staying in is worth with the worst and with the best suits and other cards."""
    folded: Ints
    examples: Ints
    """A hand for which staying in is worth least; by class."""
    taking: Ints
    """A hand that takes a choice, and the cards that are up; by class and choice."""

    @classmethod
    def empty(cls, of: Declared, up: int | None, whole: int) -> "_Summary":
        """Nothing is known yet."""
        classes, choices = len(names(of).facts.strengths), len(of.choices)
        held, seen = of.asked.player_cards, of.asked.player_cards + of.asked.up
        ways, sums = np.zeros((2, classes, choices), np.int64)
        best, least, most, folded = np.zeros((4, classes), np.int64)
        examples = np.zeros((classes, held), np.int64)
        taking = np.zeros((classes, choices, seen), np.int64)
        return cls(of, up, whole, ways, sums, best, least, most, folded, examples, taking)

    def border(self, place: int) -> Border:
        """The hands of one class."""
        of, parts = self.of, self.of.asked.going_on * self.whole
        ways, size = self.ways[place].tolist(), of.asked.player_cards
        taken = (
            Taken(
                each.word,
                Fraction(number, sum(ways)),
                tuple(self.taking[place, k, :size].tolist()),
                tuple(self.taking[place, k, size:].tolist()),
            )
            for k, (each, number) in enumerate(zip(of.choices, ways, strict=True))
            if number
        )
        told = names(of)
        return Border(
            _lowest(of, self.examples[place].tolist()),
            told.facts.strengths[place],
            told.words(place),
            Fraction(int(self.least[place]), parts),
            Fraction(int(self.most[place]), parts),
            Fraction(int(self.folded[place]), parts),
            tuple(taken),
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


def _is_of_three(of: Declared) -> bool:
    return of.rules.player.rule in (three_card.strength_of, three_card.best_of_four)


def _by_rank_up(
    of: Declared, counts: Counts, chosen: Chosen, worth: Ints, whole: int
) -> list[_Summary]:
    """A summary for each rank that may be up, from the highest; one where no single card is up."""
    strengths = np.array(names(of).facts.strengths)
    class_of = np.searchsorted(strengths, counts.kinds.strengths)
    own, found = np.array(of.asked.deck.cards), dict[int | None, _Summary]()
    folds = next((k for k, each in enumerate(of.choices) if each.folds), -1)
    for job, rows, situation in counts.situations():
        rank = cards.rank_of(job.cards[0]) if len(job.up) == 1 else None
        if rank not in found:
            found[rank] = _Summary.empty(of, rank, whole)
        known = found[rank]
        _gather(
            class_of,
            _Rows(rows.kind, situation, rows.ways, rows.hands),
            (own, np.array(job.cards, np.int64), folds),
            (chosen, worth),
            (known.ways, known.sums, known.best, known.least, known.most, known.folded),
            (known.examples, known.taking),
        )
    return [
        found[rank]
        for rank in sorted(found, key=lambda each: -1 if each is None else each, reverse=True)
    ]


class _Rows(NamedTuple):
    """The hands of a job, as the kernel takes them."""

    kind: NDArray[np.int32]
    situation: NDArray[np.int32]
    ways: Ints
    hands: Whole


@kernel
def _gather(
    class_of: Ints,
    rows: _Rows,
    job: tuple[Ints, Ints, int],
    known: tuple[Chosen, Ints],
    found: tuple[Ints, Ints, Ints, Ints, Ints, Ints],
    examples: tuple[Ints, Ints],
) -> None:
    cards, up, folds = job
    chosen, worth = known
    ways, sums, best, least, most, folded = found
    lowest, taking = examples
    size, choices = rows.hands.shape[1], worth.shape[1]
    for i in range(len(rows.kind)):
        place, at, own = class_of[rows.kind[i]], rows.situation[i], rows.ways[i]
        choice = chosen[at]
        staying = worth[at, 1 if folds == 0 else 0]
        is_first = True
        for k in range(choices):
            sums[place, k] += worth[at, k] * own
            if ways[place, k]:
                is_first = False
            if k != folds and worth[at, k] > staying:
                staying = worth[at, k]
        best[place] += worth[at, choice] * own
        if is_first or staying < least[place]:
            least[place] = staying
            for j in range(size):
                lowest[place, j] = cards[rows.hands[i, j]]
        if is_first or staying > most[place]:
            most[place] = staying
        if is_first:
            folded[place] = worth[at, folds] if folds >= 0 else 0
        if ways[place, choice] == 0:
            for j in range(size):
                taking[place, choice, j] = cards[rows.hands[i, j]]
            for j in range(len(up)):
                taking[place, choice, size + j] = up[j]
        ways[place, choice] += own


def _cut(known: _Summary) -> Cut:
    of, there = known.of, np.flatnonzero(known.ways.sum(axis=1))
    ways = known.ways[there]
    folds = np.array([each.folds for each in of.choices])
    played, given_up = ways[:, ~folds].sum(axis=1), ways[:, folds].sum(axis=1)
    low = int(np.flatnonzero(played)[0])
    high = int(np.flatnonzero(given_up)[-1]) if given_up.any() else None
    first, last = min(low, low if high is None else high), max(low, low if high is None else high)
    shown = list(range(max(0, first - _NEAR), min(last + _NEAR + 1, len(there))))
    if len(shown) > 4 * _NEAR:  # a wide border is told by its two ends
        shown = shown[: 2 * _NEAR] + shown[-2 * _NEAR :]
    chart = []
    if _is_of_three(of):
        strengths = np.array(names(of).facts.strengths)[there]
        top = int(strengths[low]) >> 8
        chart = [k for k, each in enumerate(strengths.tolist()) if each >> 8 == top < 16]

    def border(place: int) -> Border:
        return known.border(int(there[place]))

    return Cut(
        known.up,
        border(low),
        None if high is None else border(high),
        tuple(border(each) for each in reversed(shown)),
        tuple(border(each) for each in reversed(chart)),
        Fraction(int(played.sum()), int(ways.sum())),
        tuple(
            Step(
                of.choices[each.lower].word,
                of.choices[each.higher].word,
                border(each.always) if each.always < len(there) else None,
                border(each.ever - 1) if each.ever else None,
                each.always - each.ever,
            )
            for each in borders(of, ways)
        ),
    )


def _simple_rules(
    of: Declared, counts: Counts, worth: Ints, known: Sequence[_Summary], whole: int
) -> Iterator[SimpleRule]:
    """What people do instead, each with what it costs; staying in is for the least stake."""
    if not any(each.folds for each in of.choices):
        return
    optimum = sum(int(each.best.sum()) for each in known)
    deals = counts.deals * whole
    stays = next(number for number, each in enumerate(of.choices) if not each.folds)
    folds = next(number for number, each in enumerate(of.choices) if each.folds)
    word, sums = of.choices[stays].word, np.sum([each.sums for each in known], axis=0)

    def cost(weakest: int) -> Fraction:
        """What it costs to stay in with hands of a class or better."""
        won = int(sums[weakest:, stays].sum()) + int(sums[:weakest, folds].sum())
        return Fraction(optimum - won, deals)

    yield SimpleRule(f"{word} every hand", cost(0))
    told = dict[int, str]()
    if (weakest := _qualifies_from(of)) is not None:
        told[weakest] = f"{word} {_qualifying(of)}, as the {of.game.dealer} does"
    for weakest in _named(of):
        told.setdefault(weakest, f"{word} {names(of).from_words(weakest)} and better")
    for weakest, text in told.items():
        yield SimpleRule(text, cost(weakest))
    if of.asked.up and not of.asked.fixed:
        won = _without_looking(of, counts, worth)
        yield SimpleRule("ignore the card that is up", Fraction(optimum - won, deals))


def _qualifying(of: Declared) -> str:
    """The hands with which the dealer plays: ``queen high or better``."""
    return f"{of.game.qualifier} or better"


def _named(of: Declared) -> list[int]:
    """The weakest classes with which the programmed players of the game stay in."""
    settlement = games.SETTLEMENTS.get(of.game.key)
    strengths = names(of).facts.strengths
    stays_from = settlement.stays_from.values() if settlement else ()
    found = (bisect_left(strengths, strength) for strength in stays_from)
    return sorted({place for place in found if 0 < place < len(strengths)})


def _qualifies_from(of: Declared) -> int | None:
    """The weakest class with which the dealer plays; None where every hand does."""
    settlement = games.SETTLEMENTS.get(of.game.key)
    if settlement is None or not of.game.qualifier:
        return None
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
    if not 0 < low < len(found.strengths):
        return None
    own = names(of).facts.strengths
    place = bisect_left(own, int(found.strengths[low]))
    return place if 0 < place < len(own) else None


def _without_looking(of: Declared, counts: Counts, worth: Ints) -> int:
    """What the best strategy wins in all that takes no notice of the dealer's card."""
    size = len(orbits(of.game.player_cards, of.asked.deck).ways)
    sums = np.zeros((size, worth.shape[1]), np.int64)
    for _, rows, situation in counts.situations():
        add_up(rows.orbit, worth, situation, rows.ways, sums)
    return int(sums.max(axis=1).sum())


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
        if bet.key not in prices.units:  # the counts do not tell its events
            continue
        wins = np.any(prices.units[bet.key] > -prices.parts.get(bet.key, 1), axis=1)[counts.paid]
        yield Effect(bet.key, True, int(counts.ways[folds[chosen] & wins].sum()))
