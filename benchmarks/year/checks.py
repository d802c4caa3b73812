"""What a year must come to: exact chances, exact money, and how far chance may stray from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import exp, lgamma, log, log1p, sqrt
from typing import Final

from benchmarks.year.play import WAGER_CENTS, MeterYear, Played
from fairdeal.analysis.registry import solver_of
from fairdeal.games.ags_3_card import GAME, Stax
from fairdeal.live.table.holding import PARTS

TAIL: Final = 0.0005
"""On either side: one in a thousand years lies outside by chance."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often a hand was dealt, and between what that should lie."""

    hand: str
    chance: Fraction
    expected: float
    seen: int
    least: int
    most: int
    tail: float
    """How likely a count at least as far out is, on both sides together."""


@dataclass(frozen=True, slots=True)
class Award:
    """What a meter paid on average, and between what that should lie."""

    meter: str
    wins: int
    expected_cents: float
    average_cents: float
    least_cents: float
    most_cents: float
    highest_cents: int
    off_parts: int
    """What the meter is off from everything that went in and out, in millionths of a cent."""


@cache
def chances() -> dict[str, Fraction]:
    """How likely each hand is, from all 22,100 of them."""
    counts = solver_of(GAME).hands_by_event("stax")
    names = (level.name.lower().replace("_", "-") for level in Stax)
    return {name: Fraction(count, sum(counts)) for name, count in zip(names, counts, strict=True)}


def _choose(whole: int, part: int) -> float:
    """The logarithm of the number of ways to choose."""
    return lgamma(whole + 1) - lgamma(part + 1) - lgamma(whole - part + 1)


def _likely(trials: int, chance: float) -> range:
    """Every count that can be met with, far beyond what any year will show."""
    mean = trials * chance
    far = 12 * sqrt(mean) + 40
    return range(max(0, int(mean - far)), min(trials, int(mean + far)) + 1)


def binomial(count: int, trials: int, chance: float) -> float:
    """How likely it is that so many of the trials succeed.

    >>> round(binomial(1, 2, 0.5), 12)
    0.5
    """
    failed = (trials - count) * log1p(-chance)
    return exp(_choose(trials, count) + count * log(chance) + failed)


def counted(played: Played) -> list[Count]:
    """Every hand that pays, the rarest first."""
    hands = [hand for hand in reversed(chances()) if hand != "nothing"]
    return [_count(hand, played.levels.get(hand, 0), played.bets) for hand in hands]


def _count(hand: str, seen: int, bets: int) -> Count:
    chance = chances()[hand]
    each = [(count, binomial(count, bets, float(chance))) for count in _likely(bets, float(chance))]
    so_far = list(accumulate(likely for _, likely in each))
    least = next(count for (count, _), sum_ in zip(each, so_far, strict=True) if sum_ > TAIL)
    most = next(count for (count, _), sum_ in zip(each, so_far, strict=True) if sum_ >= 1 - TAIL)
    low = sum(likely for count, likely in each if count <= seen)
    high = sum(likely for count, likely in each if count >= seen)
    return Count(hand, chance, float(bets * chance), seen, least, most, min(1, 2 * low, 2 * high))


def awarded(played: Played) -> list[Award]:
    """Every meter, the richest first."""
    return [_award(name, each, played.bets) for name, each in reversed(played.meters.items())]


def _award(name: str, meter: MeterYear, bets: int) -> Award:
    wins, paid = len(meter.awards), sum(meter.awards)
    grown = WAGER_CENTS * meter.rate * bets
    off = (meter.reset_cents * (1 + wins) - paid) * PARTS + grown - meter.ended_parts
    return Award(
        name,
        wins,
        expected_award(meter, bets),
        paid / wins if wins else 0,
        _quantile(meter, bets, TAIL),
        _quantile(meter, bets, 1 - TAIL),
        max(meter.awards, default=0),
        off,
    )


def expected_award(meter: MeterYear, bets: int) -> float:
    """What the awards of a year come to on average, exactly, where there is one at all.

    With W wins the last one comes with bet L, and the awards have paid out what L bets brought.  Of
    n bets, L is W (n + 1) / (W + 1) on average; summed over W that gives what 1 / p bets bring, but
    for a factor that only a very short year can tell from one.
    """
    p = float(chances()[meter.hand])
    factor = (1 - binomial(0, bets + 1, p) - binomial(1, bets + 1, p)) / (1 - binomial(0, bets, p))
    return meter.reset_cents + WAGER_CENTS * meter.rate / PARTS / p * factor


def _at_most(cents: float, meter: MeterYear, bets: int) -> float:
    """How likely it is that the average award of a year is no higher than that.

    Of all ways in which W of n bets win, those have the last win among the first x that choose W
    from x.
    """
    p, fed = float(chances()[meter.hand]), WAGER_CENTS * meter.rate / PARTS
    sum_ = 0.0
    for wins in _likely(bets, p):
        last = min(bets, int(wins * (cents - meter.reset_cents) / fed))
        if 0 < wins <= last:
            ways = _choose(last, wins) + wins * log(p) + (bets - wins) * log1p(-p)
            sum_ += exp(ways)
    return sum_ / (1 - binomial(0, bets, p))


def _quantile(meter: MeterYear, bets: int, share: float) -> float:
    """The average award below which so large a share of all years stays."""
    low, high = (
        float(meter.reset_cents),
        meter.reset_cents + WAGER_CENTS * meter.rate / PARTS * bets,
    )
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(middle, meter, bets) < share else (low, middle)
    return high


def doubts(played: Played) -> Iterator[str]:
    """Everything that is not as it must be."""
    yield from played.faults
    if sum(played.levels.values()) != played.bets:
        yield f"{sum(played.levels.values())} hands were seen for {played.bets} bets"
    for count in counted(played):
        if not count.least <= count.seen <= count.most:
            yield f"{count.hand} came {count.seen} times: {count.least} to {count.most} were likely"
    for award in awarded(played):
        if award.off_parts:
            yield f"the {award.meter} meter is off by {award.off_parts} millionths of a cent"
        if award.wins and not award.least_cents <= award.average_cents <= award.most_cents:
            yield f"the {award.meter} meter paid {award.average_cents:.0f} cents on average"
