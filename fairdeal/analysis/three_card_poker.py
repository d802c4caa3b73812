"""SHFL Three Card Poker: what each bet is worth, and which hands to play."""

from functools import cache
from typing import Final

import numpy as np

from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.play_or_fold.ante_play import (
    BASE,
    ante_play_prices,
    dealt,
    hands_by_category,
    own_cards,
    pays_for_category,
    rows_by_suits,
    rows_one_by_one,
)
from fairdeal.analysis.play_or_fold.deals import Cards, every_hand
from fairdeal.analysis.play_or_fold.decisions import Prices
from fairdeal.analysis.play_or_fold.model import Model, SideBet
from fairdeal.analysis.play_or_fold.situations import Situations
from fairdeal.games.terms import Terms
from fairdeal.games.three_card_poker import GAME, Bonus, bonus_event, settle_bonus
from fairdeal.hands.three_card import QUEEN_HIGH, strength_of


@cache
def _where() -> Situations:
    events = {"bonus": bonus_events()}
    return dealt(rows_by_suits(events), events)


def where_of(hands: Cards) -> Situations:
    """The situations of some hands, each for itself."""
    return dealt(rows_one_by_one(hands), {"bonus": bonus_events()})


@cache
def bonus_events() -> Ints:
    """The bonus event of every hand."""
    return _bonus_events(every_hand(3))


@kernel
def _bonus_events(hands: Cards) -> Ints:
    found = np.empty(len(hands), np.int64)
    for i in range(len(hands)):
        found[i] = bonus_event(hands[i, 0], hands[i, 1], hands[i, 2])
    return found


def _prices(where: Situations, terms: Terms, _: Conditions) -> Prices:
    prices = ante_play_prices(where, terms.pay["ante-bonus"].units())
    pair_plus, bonus = terms.pay["pair-plus"].units(), terms.pay["bonus"].units()
    played = {
        "pair-plus": own_cards(where.strengths, True, pair_plus),
        "bonus": _bonus_units(where.events["bonus"], True, bonus),
    }
    survives = GAME.bet("bonus").survives(terms.options)
    folded = {
        "pair-plus": own_cards(where.strengths, False, pair_plus),
        "bonus": _bonus_units(where.events["bonus"], survives, bonus),
    }
    return Prices({**prices.played, **played}, {**prices.folded, **folded})


@kernel
def _bonus_units(events: Ints, alive: bool, pays: tuple[int, ...]) -> Ints:
    units = np.empty((len(events), 1), np.int64)
    for i in range(len(events)):
        units[i, 0] = settle_bonus(events[i], alive, pays)
    return units


def hands_by_bonus() -> tuple[int, ...]:
    """How many of all hands bring each bonus event."""
    return tuple(np.bincount(bonus_events(), minlength=len(Bonus)).tolist())


MODEL: Final = Model(
    GAME,
    BASE,
    "ante-bonus",
    _where,
    lambda held: (strength_of(*held), {"bonus": bonus_event(*held)}),
    _prices,
    {
        "pair-plus": SideBet(hands_by_category, pays_for_category),
        "bonus": SideBet(hands_by_bonus, lambda event, pays: settle_bonus(event, True, pays)),
    },
    simple_rules={"play every hand": 0, "play any queen, as the dealer does": QUEEN_HIGH},
)
