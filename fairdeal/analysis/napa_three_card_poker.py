"""Napa Valley Three Card Poker: the player sees one of the player/dealer's cards."""

from functools import cache
from typing import Final

from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.play_or_fold.ante_play import (
    ante_play_prices,
    dealt_with_up_card,
    hands_by_category,
    own_cards,
    pays_for_category,
    rows_by_suits,
)
from fairdeal.analysis.play_or_fold.decisions import Prices
from fairdeal.analysis.play_or_fold.model import Model, SideBet
from fairdeal.analysis.play_or_fold.situations import Situations
from fairdeal.games.ante_play import NO_ANTE_BONUS
from fairdeal.games.napa_three_card_poker import GAME
from fairdeal.games.terms import Terms
from fairdeal.hands.three_card import QUEEN_HIGH, strength_of


@cache
def _where() -> Situations:
    return dealt_with_up_card(rows_by_suits({}))


def _prices(where: Situations, terms: Terms, _: Conditions) -> Prices:
    prices = ante_play_prices(where, NO_ANTE_BONUS)
    pays = terms.pay["pair-plus"].units()
    played, folded = (
        {"ante": units["ante"], "play": units["play"]} for units in (prices.played, prices.folded)
    )
    return Prices(
        {**played, "pair-plus": own_cards(where.strengths, True, pays)},
        {**folded, "pair-plus": own_cards(where.strengths, False, pays)},
    )


MODEL: Final = Model(
    GAME,
    {"ante": 1, "play": 1},
    "",
    _where,
    lambda held: (strength_of(*held), {}),
    _prices,
    {"pair-plus": SideBet(hands_by_category, pays_for_category)},
    simple_rules={"play every hand": 0, "play any queen, as the dealer does": QUEEN_HIGH},
)
