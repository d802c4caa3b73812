"""The best word in every state of a blackjack leg, by comparing exact counts.

Nothing is divided: whatever may happen is counted in sequences of unseen cards, all of them as
long as the player's and the dealer's longest hands need.  Of a whole deck there are 49 x ... x 39,
about 1.2e18, from two cards and an up card on; twice that is the most that can be won, and an
int64 holds it.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.blackjack.dealer import ENDS, NATURAL, Draws, ends_of, holes_of
from fairdeal.analysis.blackjack.house import VALUES, House
from fairdeal.analysis.blackjack.states import WORDS, Moves, leg_at
from fairdeal.analysis.compiled import Ints, kernel
from fairdeal.games.blackjack_leg import OVER, Leg, Outcome, Word, settle_leg

Ways: TypeAlias = Ints
"""Sequences by result: net units from ``-MOST_UNITS`` to ``MOST_UNITS``, and a paid natural."""

MOST_UNITS: Final = 2
PAID_NATURAL: Final = 2 * MOST_UNITS + 1
RESULTS: Final = PAID_NATURAL + 1

NOTHING: Final = -1
"""The word for a state in which nothing is to be said."""

# A kernel takes words as plain ints.
QUIET_FIRST: Final = (int(Word.STAND), int(Word.HIT), int(Word.DOUBLE), int(Word.SPLIT))
"""The words in the order in which they are weighed: of two that are worth the same, the first."""


class Dealer(NamedTuple):
    """What the player is up against."""

    house: House
    draws: Draws
    sequences: Ints
    """In how many ways a sequence goes on, by the number of cards left."""


@kernel
def _units(ways: Ways) -> int:
    """What is won over all the sequences; no decision is ever about a natural."""
    total = 0
    for result in range(PAID_NATURAL):
        total += (result - MOST_UNITS) * ways[result]
    return total


@kernel
def _result(leg: Leg, points: int, natural: bool, house: House) -> int:
    """Under which result a finished leg is counted."""
    ends = settle_leg(leg, points, natural, house.seven_card_win, house.natural)
    if ends.first == Outcome.NATURAL:
        return PAID_NATURAL
    odds = ends.odds
    net = leg.stakes * odds.won // odds.per
    assert net * odds.per == leg.stakes * odds.won, "only naturals are paid in parts of a unit"
    assert -MOST_UNITS <= net <= MOST_UNITS, "no more than two units are won or lost"
    return net + MOST_UNITS


@kernel
def _settle(leg: Leg, ends: Ints, house: House, ways: Ways) -> None:
    """Count the results of a finished leg against every end of the dealer's hand."""
    for end in range(ENDS):
        if ends[end] > 0:
            points = 21 if end == NATURAL else end
            ways[_result(leg, points, end == NATURAL, house)] += ends[end]


@kernel
def _set(ways: Ways, to: Ways) -> None:
    for result in range(RESULTS):  # a slice would take the compiler longer than all the rest
        to[result] = ways[result]


@kernel
def _add(times: int, ways: Ways, to: Ways) -> None:
    for result in range(RESULTS):
        to[result] += times * ways[result]


@kernel
def _say(state: int, word: int, left: Ints, moves: Moves, known: Ints, ways: Ways) -> None:
    """Count how the leg ends after a word, by what is known of the states that may follow."""
    if word == Word.STAND:
        _set(known[moves.next[state, word, 0]], ways)
        return
    for result in range(RESULTS):
        ways[result] = 0
    for value in range(VALUES):
        if word != Word.SPLIT:
            if left[value] > 0:
                _add(left[value], known[moves.next[state, word, value]], ways)
            continue
        for other in range(VALUES):
            both = left[value] * (left[other] - int(other == value))
            if both > 0:
                _add(both, known[moves.next_split[value, other]], ways)


@kernel
def _take(deck: Ints, taken: NDArray[np.int8], left: Ints) -> bool:
    """Leave what is left of the deck, if it has the cards that were taken."""
    enough = True
    for value in range(VALUES):
        left[value] = deck[value] - taken[value]
        enough = enough and left[value] >= 0
    return enough


@kernel
def best_words(
    deck: Ints, moves: Moves, considers: NDArray[np.bool_], dealer: Dealer
) -> tuple[NDArray[np.int8], Ints]:
    """The best of the words considered in every state, and how the leg then ends.

    *deck* is all but the up card, and *considers* says for each state which words are weighed.
    """
    words = np.full(len(moves.legs), NOTHING, np.int8)
    known = np.zeros((len(moves.legs), RESULTS), np.int64)
    left, ways = np.zeros(VALUES, np.int64), np.zeros(RESULTS, np.int64)
    cards, ends = 0, np.zeros(ENDS, np.int64)
    for state in moves.order:
        if not _take(deck, moves.taken[state], left):
            continue
        leg = leg_at(moves.legs, state)
        if leg.points > 21 and leg.split_held == 0:  # lost before the dealer draws
            lost = _result(leg, 0, False, dealer.house)
            known[state, lost] = holes_of(left, dealer.draws, dealer.sequences)
        elif leg.current == OVER:
            if cards != moves.cards[state]:
                cards = moves.cards[state]
                ends = ends_of(left, dealer.draws, dealer.sequences)
            _settle(leg, ends, dealer.house, known[state])
        else:
            for word in QUIET_FIRST:
                if considers[state, word]:
                    _say(state, word, left, moves, known, ways)
                    if words[state] == NOTHING or _units(ways) > _units(known[state]):
                        words[state] = word
                        _set(ways, known[state])
    return words, known


@kernel
def every_word(deck: Ints, asked: Ints, moves: Moves, known: Ints) -> Ints:
    """How the leg ends after each open word in the states *asked*, the best words following."""
    ways = np.zeros((len(asked), WORDS, RESULTS), np.int64)
    left = np.zeros(VALUES, np.int64)
    for row in range(len(asked)):
        _take(deck, moves.taken[asked[row]], left)
        for word in QUIET_FIRST:
            if moves.is_open[asked[row], word]:
                _say(asked[row], word, left, moves, known, ways[row, word])
    return ways
