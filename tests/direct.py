"""Every deal, one after the other: the slow way to count what the analysis counts without loops."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

import tests.compiled  # noqa: F401, tells Numba about the rules
from fairdeal.games.ante_play import ante_and_play
from fairdeal.games.paytable import paid
from fairdeal.games.three_card_fury import Events, Pays, monster_event, settle_seat
from fairdeal.hands.three_card import best_of_four, category, strength_of

Ints = NDArray[np.int64]
LOWEST = -4
"""No hand loses more units than this."""


def hands_of(size: int) -> Ints:
    """All hands of that many cards."""
    return np.array(list(combinations(range(52), size)))


@numba.njit(nogil=True)
def strengths_by_card() -> NDArray[np.int32]:
    """The strength of every three cards, by card, card and card."""
    found = np.zeros((52, 52, 52), np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                found[a, b, c] = strength_of(a, b, c)
    return found


@numba.njit(nogil=True)
def three_card_deals(
    hands: Ints, strengths: NDArray[np.int32], ante_bonus: tuple[int, ...], widest: int
) -> tuple[Ints, int]:
    """Deals by net units of ante, play and ante bonus under the better choice, and hands played."""
    totals = np.zeros(widest, np.int64)
    played = 0
    for h in range(len(hands)):
        a, b, c = hands[h]
        player = strengths[a, b, c]
        rest = np.array([card for card in range(52) if card not in (a, b, c)])
        own = np.zeros(widest, np.int64)
        worth = 0
        for k in range(2, 49):
            for j in range(1, k):
                for i in range(j):
                    dealer = strengths[rest[i], rest[j], rest[k]]
                    result = ante_and_play(player, dealer)
                    net = result.ante + result.play + paid(ante_bonus, category(player))
                    own[net - LOWEST] += 1
                    worth += net
        if worth >= -18424:
            totals += own
            played += 1
        else:
            totals[-1 - LOWEST] += 18424
    return totals, played


@numba.njit(nogil=True)
def one_card_up_deals(hands: Ints, strengths: NDArray[np.int32]) -> tuple[Ints, int]:
    """The same with one of the dealer's cards up, and no ante bonus."""
    totals = np.zeros(16, np.int64)
    played = 0
    for h in range(len(hands)):
        a, b, c = hands[h]
        player = strengths[a, b, c]
        for up in range(52):
            if up in (a, b, c):
                continue
            rest = np.array([card for card in range(52) if card not in (a, b, c, up)])
            own = np.zeros(16, np.int64)
            worth = 0
            for j in range(1, 48):
                for i in range(j):
                    low, high = min(rest[i], up), max(rest[j], up)
                    middle = rest[i] + rest[j] + up - low - high
                    dealer = strengths[low, middle, high]
                    result = ante_and_play(player, dealer)
                    own[result.ante + result.play - LOWEST] += 1
                    worth += result.ante + result.play
            if worth >= -1128:
                totals += own
                played += 1
            else:
                totals[-1 - LOWEST] += 1128
    return totals, played


@numba.njit(nogil=True)
def fury_deals(
    hands: Ints, strengths: NDArray[np.int32], pays: Pays, widest: int
) -> tuple[Ints, int]:
    """Deals by net units of ante, play and Monster under the better choice, and hands played."""
    totals = np.zeros(widest, np.int64)
    played = 0
    for h in range(len(hands)):
        a, b, c, d = hands[h]
        player = best_of_four(a, b, c, d)
        events = Events(monster_event(a, b, c, d), 0, 0)
        rest = np.array([card for card in range(52) if card not in (a, b, c, d)])
        own = np.zeros(widest, np.int64)
        worth = 0
        for k in range(2, 48):
            for j in range(1, k):
                for i in range(j):
                    dealer = strengths[rest[i], rest[j], rest[k]]
                    result = settle_seat(player, dealer, events, pays)
                    net = result.ante + result.play + result.monster
                    own[net - LOWEST] += 1
                    worth += net
        if worth >= -2 * 17296:
            totals += own
            played += 1
        else:
            totals[-2 - LOWEST] += 17296
    return totals, played


def counted(kernel: Any, hands: Ints, *rest: Any) -> tuple[dict[int, int], int]:
    """Deals by net units, and hands played, counted by two threads."""
    strengths = strengths_by_card()
    with ThreadPoolExecutor(2) as threads:
        parts = list(
            threads.map(lambda part: kernel(part, strengths, *rest), np.array_split(hands, 64))
        )
    totals = sum(part[0] for part in parts)
    ways = {i + LOWEST: int(n) for i, n in enumerate(totals) if n}
    return ways, sum(int(part[1]) for part in parts)
