"""Ante, play and ante bonus, as three games have them: regions of the dealer's hand, and prices."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.play_or_fold.dealer import dealer_hands
from fairdeal.analysis.play_or_fold.deals import Cards, place
from fairdeal.analysis.play_or_fold.decisions import Prices
from fairdeal.analysis.play_or_fold.situations import (
    Rows,
    Situations,
    region_starts,
    rows_of,
    situations,
    situations_with_up_card,
)
from fairdeal.games.ante_play import settle_ante_play, settle_own_cards
from fairdeal.hands.three_card import Category

BASE: Final = {"ante": 1, "play": 1, "ante-bonus": 1}


@cache
def regions() -> Ints:
    """Where the dealer's regions begin for each class of the player's hand."""
    return region_starts(_said(dealer_hands().strengths))


def rows_by_suits(events: Mapping[str, Ints]) -> Rows:
    """One hand of three cards for all that suits and *events* do not tell apart."""
    found = dealer_hands()
    return rows_of(3, found.strengths[found.class_of], events)


def rows_one_by_one(hands: Cards) -> Rows:
    """Hands of three cards, each for itself."""
    places = np.array([place(*hand) for hand in hands.tolist()])
    return Rows(hands, np.ones(len(hands), np.int64), places)


def dealt(rows: Rows, events: Mapping[str, Ints]) -> Situations:
    """The situations of players who see their own three cards."""
    found = dealer_hands()
    classes = found.class_of[rows.index].astype(np.int64)
    return situations(rows, found.strengths[classes], classes, regions(), events)


def dealt_with_up_card(rows: Rows) -> Situations:
    """The situations of players who also see one of the dealer's cards."""
    found = dealer_hands()
    classes = found.class_of[rows.index].astype(np.int64)
    return situations_with_up_card(rows, found.strengths[classes], classes, regions())


@cache
def hands_by_category() -> tuple[int, ...]:
    """How many of all hands are of each category."""
    found = dealer_hands()
    categories = found.strengths[found.class_of] >> 12
    return tuple(np.bincount(categories, minlength=len(Category)).tolist())


@kernel
def _said(strengths: Ints) -> Ints:
    """What the rule says of every two strengths, with a bonus that differs for every category."""
    bonus = (1, 2, 3, 4, 5, 6, 7)
    said = np.empty((len(strengths), len(strengths)), np.int64)
    for i in range(len(strengths)):
        for k in range(len(strengths)):
            result = settle_ante_play(strengths[i], strengths[k], False, bonus)
            said[i, k] = (result.ante * 4 + result.play) * 16 + result.ante_bonus
    return said


def ante_play_prices(where: Situations, ante_bonus: tuple[int, ...]) -> Prices:
    """Net units of ante, play and ante bonus."""
    # A rule that let a folded hand depend on the dealer's would be caught by the direct count.
    played = _ante_play(where.strengths, where.dealers, False, ante_bonus)
    folded = _ante_play(where.strengths, where.dealers[:, :1], True, ante_bonus)
    return Prices(dict(zip(BASE, played, strict=True)), dict(zip(BASE, folded, strict=True)))


@kernel
def _ante_play(strengths: Ints, dealers: Ints, folded: bool, ante_bonus: tuple[int, ...]) -> Ints:
    rows, columns = dealers.shape
    units = np.empty((3, rows, columns), np.int64)
    for i in range(rows):
        for k in range(columns):
            result = settle_ante_play(strengths[i], dealers[i, k], folded, ante_bonus)
            units[0, i, k] = result.ante
            units[1, i, k] = result.play
            units[2, i, k] = result.ante_bonus
    return units


def pays_for_category(event: int, pays: tuple[int, ...]) -> int:
    """What a bet on three cards wins for a category, by a strength that stands for it."""
    return settle_own_cards(event << 12, True, pays)


@kernel
def own_cards(strengths: Ints, alive: bool, pays: tuple[int, ...]) -> Ints:
    """Net units of a bet on what the player's own three cards are, in one column."""
    units = np.empty((len(strengths), 1), np.int64)
    for i in range(len(strengths)):
        units[i, 0] = settle_own_cards(strengths[i], alive, pays)
    return units
