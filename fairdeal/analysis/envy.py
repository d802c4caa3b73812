"""Envy: what the hands of the other bonus bettors are worth, for any number of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from fairdeal.analysis.play_or_fold.deals import every_hand
from fairdeal.analysis.three_card_poker import bonus_events
from fairdeal.games.paytable import PayTable
from fairdeal.games.three_card_poker import Bonus, envy_cents, settle_bonus


@dataclass(frozen=True)
class Envy:
    """What envy adds to a bonus bet."""

    mean: Fraction
    """Units won on average."""
    variance: Fraction
    """What it adds to the variance, its covariance with the own hand included."""


@cache
def two_hands() -> tuple[tuple[int, ...], ...]:
    """How many pairs of hands without a common card bring each two bonus events."""
    hands, events = every_hand(3), bonus_events()
    masks = (np.int64(1) << hands).sum(axis=1)
    found = np.zeros((len(Bonus), len(Bonus)), np.int64)
    alone = np.bincount(events, minlength=len(Bonus))
    for event in Bonus:
        if event == Bonus.NOTHING:
            continue
        for mask in masks[events == event]:
            apart = events[(masks & mask) == 0]
            found[event] += np.bincount(apart, minlength=len(Bonus))
    others = 49 * 48 * 47 // 6
    found[Bonus.NOTHING, 1:] = found[1:, Bonus.NOTHING]
    found[Bonus.NOTHING, 0] = alone[0] * others - found[Bonus.NOTHING, 1:].sum()
    return tuple(tuple(row) for row in found.tolist())


def envy(table: PayTable, others: int, stake_cents: int) -> Envy:
    """What *others* bonus bettors add to a bet of that stake, whatever they do with their hands."""
    if not table.has("envy") or not others:
        return Envy(Fraction(0), Fraction(0))
    cents = tuple(pay.amount for pay in table.pays["envy"])
    own = [Fraction(settle_bonus(event, True, table.units())) for event in Bonus]
    sums = [Fraction(envy_cents(event, True, cents), stake_cents) for event in Bonus]
    ways = two_hands()
    total = sum(map(sum, ways))
    alone = [Fraction(sum(row), total) for row in ways]

    def mean(worth: list[Fraction]) -> Fraction:
        return sum((w * p for w, p in zip(worth, alone, strict=True)), Fraction(0))

    def covariance(one: list[Fraction], two: list[Fraction]) -> Fraction:
        product = sum(one[i] * two[j] * ways[i][j] for i in Bonus for j in Bonus)
        return Fraction(product) / total - mean(one) * mean(two)

    variance = mean([each * each for each in sums]) - mean(sums) ** 2
    return Envy(
        others * mean(sums),
        others * variance
        + 2 * others * covariance(own, sums)
        + others * (others - 1) * covariance(sums, sums),
    )
