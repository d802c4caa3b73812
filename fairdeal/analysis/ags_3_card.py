"""AGS 3 Card: what each bet is worth, and which hands to play."""

from functools import cache
from math import lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Progress, kernel
from fairdeal.analysis.conditions import Conditions, net_by_event
from fairdeal.analysis.play_or_fold.ante_play import (
    BASE,
    ante_play_prices,
    dealt,
    hands_by_category,
    own_cards,
    pays_for_category,
    rows_by_suits,
)
from fairdeal.analysis.play_or_fold.deals import Cards, every_hand, place
from fairdeal.analysis.play_or_fold.decisions import Prices
from fairdeal.analysis.play_or_fold.model import Model, SharedBet, SideBet, by_table
from fairdeal.analysis.play_or_fold.situations import (
    Situations,
    column_of,
    rest_of_deck,
    split_columns,
)
from fairdeal.analysis.seven.patterns import event_counts, six_card_events
from fairdeal.games.ags_3_card import GAME, SixCard, Stax, six_card_event, stax_event
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms
from fairdeal.hands.three_card import QUEEN_HIGH, strength_of

_SIX_CARD_EVENTS: Final = len(SixCard)


@cache
def _where() -> Situations:
    events = {"stax": _stax_events(every_hand(3))}
    return dealt(rows_by_suits(events), events)


@kernel
def _stax_events(hands: Cards) -> Ints:
    found = np.empty(len(hands), np.int64)
    for i in range(len(hands)):
        found[i] = stax_event(hands[i, 0], hands[i, 1], hands[i, 2])
    return found


def _split(where: Situations, progress: Progress) -> Situations:
    return split_columns(where, _six_card_columns, _SIX_CARD_EVENTS, progress)


@kernel
def _six_card_columns(hands: Cards, edges: Ints, class_of: NDArray[np.int16]) -> Ints:
    """Dealer hands by region and six-card event, for every hand."""
    counts = np.zeros((len(hands), (edges.shape[1] - 1) * _SIX_CARD_EVENTS), np.int64)
    for i in range(len(hands)):
        a, b, c = hands[i]
        rest = rest_of_deck(hands[i])
        for high in range(2, len(rest)):
            for middle in range(1, high):
                for low in range(middle):
                    d, e, f = rest[low], rest[middle], rest[high]
                    column = column_of(edges[i], class_of[place(d, e, f)])
                    event = six_card_event((a, b, c, d, e, f))
                    counts[i, column * _SIX_CARD_EVENTS + event] += 1
    return counts


def _prices(where: Situations, terms: Terms, conditions: Conditions) -> Prices:
    prices = ante_play_prices(where, terms.pay["ante-bonus"].units())
    bonus = own_cards(where.strengths, True, terms.pay["player-bonus"].units())
    outliving = {"player-bonus": bonus}
    if where.column_events is not None:
        six = terms.pay["six-card-bonus"].units()
        outliving["six-card-bonus"] = np.array([[paid(six, each) for each in where.column_events]])
    nets = net_by_event(terms.pay["stax"], terms, conditions, by_table)
    scale = lcm(*(net.denominator for net in nets))
    stax = np.array([int(net * scale) for net in nets])
    outliving["stax"] = stax[where.events["stax"]][:, None]
    return Prices({**prices.played, **outliving}, {**prices.folded, **outliving}, {"stax": scale})


@cache
def hands_by_six_card_bonus() -> tuple[int, ...]:
    """How many of all six-card hands bring each event of the six card bonus."""
    return event_counts(six_card_events, 6, SixCard)


@cache
def hands_by_stax() -> tuple[int, ...]:
    """How many of all hands bring each event of the progressive."""
    return tuple(np.bincount(_stax_events(every_hand(3)), minlength=len(Stax)).tolist())


MODEL: Final = Model(
    GAME,
    BASE,
    "ante-bonus",
    _where,
    lambda held: (strength_of(*held), {"stax": stax_event(*held)}),
    _prices,
    {
        "player-bonus": SideBet(hands_by_category, pays_for_category),
        "six-card-bonus": SideBet(hands_by_six_card_bonus),
        "stax": SideBet(hands_by_stax),
    },
    {"six-card-bonus": SharedBet(six_card_event, _split)},
    simple_rules={"play every hand": 0, "play any queen, as the dealer does": QUEEN_HIGH},
)
