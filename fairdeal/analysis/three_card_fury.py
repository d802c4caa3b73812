"""3 Card Fury: what each bet is worth under every Monster table, and which hands to play."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import Ints, Progress, kernel
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.play_or_fold.dealer import dealer_hands
from fairdeal.analysis.play_or_fold.deals import Cards, every_hand, place
from fairdeal.analysis.play_or_fold.decisions import Prices
from fairdeal.analysis.play_or_fold.model import Model, SharedBet, SideBet
from fairdeal.analysis.play_or_fold.situations import (
    Rows,
    Situations,
    column_of,
    region_starts,
    rest_of_deck,
    rows_of,
    situations,
    split_columns,
)
from fairdeal.analysis.seven.patterns import event_counts, seven_card_events
from fairdeal.games.terms import Terms
from fairdeal.games.three_card_fury import (
    GAME,
    Events,
    Monster,
    Pays,
    SevenCard,
    monster_event,
    settle_seat,
    seven_card_event,
)
from fairdeal.hands.four_card import FourCard, four_card_event
from fairdeal.hands.three_card import KING_HIGH, best_of_four

_BETS: Final = ("ante", "play", "monster", "royal-family")
_SEVEN_CARD_EVENTS: Final = len(SevenCard)
_NOTHING: Final = (0,) * _SEVEN_CARD_EVENTS
_NO_MONSTER: Final = (0,) * len(Monster)


@cache
def four_cards() -> tuple[Ints, Ints, Ints]:
    """The strength, the Monster event and the Royal Family event of every hand."""
    return _four_card_hands(every_hand(4))


@cache
def _rows() -> Rows:
    strengths, monsters, royals = four_cards()
    return rows_of(4, strengths, {"monster": monsters, "royal-family": royals})


@cache
def _where() -> Situations:
    strengths, monsters, royals = four_cards()
    events, rows = {"monster": monsters, "royal-family": royals}, _rows()
    # The regions depend on the strength and on the Monster event, which suits may change.
    kind = strengths[rows.index] * len(Monster) + monsters[rows.index]
    different, kinds = np.unique(kind, return_inverse=True)
    said = _said(different // len(Monster), different % len(Monster), dealer_hands().strengths)
    return situations(
        rows, strengths[rows.index], kinds.astype(np.int64), region_starts(said), events
    )


@kernel
def _four_card_hands(hands: Cards) -> tuple[Ints, Ints, Ints]:
    strengths = np.empty(len(hands), np.int64)
    monsters = np.empty(len(hands), np.int64)
    royals = np.empty(len(hands), np.int64)
    for i in range(len(hands)):
        a, b, c, d = hands[i]
        strengths[i] = best_of_four(a, b, c, d)
        monsters[i] = monster_event(a, b, c, d)
        royals[i] = four_card_event(a, b, c, d)
    return strengths, monsters, royals


@kernel
def _said(players: Ints, monsters: Ints, dealers: Ints) -> Ints:
    """What the rule says of every hand against every dealer, with pays that are all different."""
    pays = Pays(
        (11, 12, 13, 14, 15, 16, 17),
        (21, 22, 23, 24, 25, 26, 27),
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    )
    said = np.empty((len(players), len(dealers)), np.int64)
    for i in range(len(players)):
        events = Events(monsters[i], 0, 0)
        for k in range(len(dealers)):
            result = settle_seat(players[i], dealers[k], events, False, pays)
            said[i, k] = (result.ante * 4 + result.play) * 64 + result.monster
    return said


def _split(where: Situations, progress: Progress) -> Situations:
    return split_columns(where, _seven_card_columns, _SEVEN_CARD_EVENTS, progress)


@kernel
def _seven_card_columns(hands: Cards, edges: Ints, class_of: NDArray[np.int16]) -> Ints:
    """Dealer hands by region and seven-card event, for every hand."""
    counts = np.zeros((len(hands), (edges.shape[1] - 1) * _SEVEN_CARD_EVENTS), np.int64)
    for i in range(len(hands)):
        a, b, c, d = hands[i]
        rest = rest_of_deck(hands[i])
        for high in range(2, len(rest)):
            for middle in range(1, high):
                for low in range(middle):
                    e, f, g = rest[low], rest[middle], rest[high]
                    column = column_of(edges[i], class_of[place(e, f, g)])
                    event = seven_card_event((a, b, c, d, e, f, g))
                    counts[i, column * _SEVEN_CARD_EVENTS + event] += 1
    return counts


def _prices(where: Situations, terms: Terms, _: Conditions) -> Prices:
    seven = where.column_events
    bets = _BETS if seven is None else (*_BETS, "seven-card")
    pays = Pays(
        terms.pay["monster"].units("beat"),
        terms.pay["monster"].units("busted"),
        terms.pay["royal-family"].units(),
        terms.pay["seven-card"].units(),
    )
    if seven is None:
        seven = np.zeros(where.counts.shape[1], np.int64)
    monsters, royals = where.events["monster"], where.events["royal-family"]
    played = _units(where.strengths, where.dealers, monsters, royals, seven, False, pays)
    # Only a seven-card event tells folded hands apart by column.
    columns = len(seven) if where.column_events is not None else 1
    dealers = where.dealers[:, :columns]
    folded = _units(where.strengths, dealers, monsters, royals, seven, True, pays)
    return Prices(dict(zip(bets, played, strict=False)), dict(zip(bets, folded, strict=False)))


@kernel
def _units(
    strengths: Ints,
    dealers: Ints,
    monsters: Ints,
    royals: Ints,
    sevens: Ints,
    folded: bool,
    pays: Pays,
) -> Ints:
    rows, columns = dealers.shape
    units = np.empty((5, rows, columns), np.int64)
    for i in range(rows):
        for k in range(columns):
            events = Events(monsters[i], royals[i], sevens[k])
            result = settle_seat(strengths[i], dealers[i, k], events, folded, pays)
            units[0, i, k] = result.ante
            units[1, i, k] = result.play
            units[2, i, k] = result.monster
            units[3, i, k] = result.royal_family
            units[4, i, k] = result.seven_card
    return units


@cache
def hands_by_seven_card() -> tuple[int, ...]:
    """How many of all seven-card hands bring each event of the 7 Card Bonus."""
    return event_counts(seven_card_events, 7, SevenCard)


@cache
def hands_by_royal_family() -> tuple[int, ...]:
    """How many of all hands bring each Royal Family event."""
    return tuple(np.bincount(four_cards()[2], minlength=len(FourCard)).tolist())


def _royal_family_units(event: int, pays: tuple[int, ...]) -> int:
    """What Royal Family wins for an event, whatever the hands are."""
    table = Pays(_NO_MONSTER, _NO_MONSTER, pays, _NOTHING)
    return settle_seat(0, 0, Events(0, event, 0), False, table).royal_family


def _seven_card_units(event: int, pays: tuple[int, ...]) -> int:
    """What the 7 Card Bonus wins for an event, even after a fold."""
    table = Pays(_NO_MONSTER, _NO_MONSTER, _NOTHING, pays)
    return settle_seat(0, 0, Events(0, 0, event), True, table).seven_card


MODEL: Final = Model(
    GAME,
    {"ante": 1, "play": 1, "monster": 1},
    "monster",
    _where,
    lambda held: (
        best_of_four(*held),
        {"monster": monster_event(*held), "royal-family": four_card_event(*held)},
    ),
    _prices,
    {
        "royal-family": SideBet(hands_by_royal_family, _royal_family_units),
        "seven-card": SideBet(hands_by_seven_card, _seven_card_units),
    },
    {"seven-card": SharedBet(seven_card_event, _split)},
    simple_rules={"play every hand": 0, "play any king, as the dealer does": KING_HIGH},
)
