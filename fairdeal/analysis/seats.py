"""How far two hands of one round go together: they play against the same dealer's cards."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal import games
from fairdeal.analysis.bank import bank
from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.registry import solver_of
from fairdeal.analysis.solvers.asking import asked
from fairdeal.analysis.solvers.decisions import best
from fairdeal.analysis.solvers.declared import declare
from fairdeal.analysis.solvers.orbits import every_hand, orbits, pair_place, place_of_three
from fairdeal.analysis.solvers.showdown import by_hand
from fairdeal.games.ante_play import ante_and_play
from fairdeal.games.paytable import Pay, Unit, paid
from fairdeal.games.terms import Terms, terms
from fairdeal.games.three_card_poker import GAME, SHOWDOWN
from fairdeal.games.three_way_action import settle_high_card
from fairdeal.hands.three_card import category, strength_of

DECK: Final = 52

_PARTS: Final = 32

_ANTE_PLAY: Final = {"ante", "play", "ante-bonus"}


def covariance(under: Terms, head: str) -> Fraction | None:
    """Of the net units of two seats with the same wager; None where it has not been counted.

    A wager on the player's own cards is taken as independent of its neighbour's: that both come
    out of one deck hardly shows.
    """
    game = games.game(under.game)
    if head == "ante" and game.player_banked:
        return bank(under, players=2).covariance
    solver = solver_of(game)
    if head == "ante" and {*solver.base} == _ANTE_PLAY and game.player_cards == 3:
        return base_game(under.pay["ante-bonus"].units())
    if head == "high-card":
        return high_card()
    if head in under.pay and under.pay[head].has("envy"):
        return None
    return None if solver.is_shared(head) else Fraction(0)


@lru_cache(maxsize=1)
def high_card() -> Fraction:
    """Of two first cards against the same card of the dealer's."""
    total = products = Fraction(0)
    cards = range(DECK)
    for dealer in cards:
        nets = Counter(
            Fraction(*settle_high_card(card, dealer)) for card in cards if card != dealer
        )
        every = sum(net * number for net, number in nets.items())
        total += every
        products += every**2 - sum(net**2 * number for net, number in nets.items())
    mean = total / (DECK * (DECK - 1))
    return products / (DECK * (DECK - 1) * (DECK - 2)) - mean**2


@lru_cache(maxsize=8)
def base_game(ante_bonus: tuple[int, ...]) -> Fraction:
    """Of two antes with what follows them, both played as well as can be."""
    hands, every = every_hand(3), orbits(3)
    plays = decisions(ante_bonus)
    strengths = asked(strength_of, hands, np.arange(DECK))
    jobs = [
        THREADS.submit(
            sums_of, every.hands[part].astype(np.int64), hands, strengths, plays, ante_bonus
        )
        for part in np.array_split(np.arange(len(every.ways)), _PARTS)
    ]
    own = np.concatenate([job.result() for job in jobs]).tolist()
    total, products = (
        sum(size * sums[which] for size, sums in zip(every.ways.tolist(), own, strict=True))
        for which in (0, 1)
    )
    deals = comb(DECK, 3) * comb(DECK - 3, 3)
    return Fraction(products, deals * comb(DECK - 6, 3)) - Fraction(total, deals) ** 2


def decisions(ante_bonus: tuple[int, ...]) -> NDArray[np.bool_]:
    """Whether each hand is played, by place."""
    of, under = declare(GAME, SHOWDOWN), terms(GAME)
    table = under.pay["ante-bonus"]
    pays = tuple(Pay(Unit.TO, units) for units in ante_bonus)
    under = replace(under, pay={**under.pay, "ante-bonus": replace(table, pays={"pays": pays})})
    counts = of.counts()
    chosen = best(counts, of.prices(counts, under, AT_RESET), of.choices, of.base)
    found: NDArray[np.bool_] = by_hand(counts, chosen == 0)
    return found


@kernel
def sums_of(
    dealers: Ints,
    hands: Ints,
    strengths: Ints,
    plays: NDArray[np.bool_],
    ante_bonus: tuple[int, ...],
) -> Ints:
    """For each of some dealer hands: the units of all hands, and the products of every two.

    Two seats have no card in common: pairs of hands are counted by inclusion and exclusion over
    the cards they might share.
    """
    sums = np.zeros((len(dealers), 2), np.int64)
    for i in range(len(dealers)):
        d, e, f = dealers[i]
        dealer = strengths[place_of_three(d, e, f)]
        every = apart = 0
        with_one = np.zeros(DECK, np.int64)
        with_two = np.zeros(DECK * (DECK - 1) // 2, np.int64)
        for h in range(len(hands)):
            a, b, c = hands[h]
            if a in (d, e, f) or b in (d, e, f) or c in (d, e, f):
                continue
            own = strengths[place_of_three(a, b, c)]
            net = -1
            if plays[h]:
                result = ante_and_play(own, dealer)
                net = result.ante + result.play + paid(ante_bonus, category(own))
            every += net
            apart -= net * net
            with_one[a] += net
            with_one[b] += net
            with_one[c] += net
            with_two[pair_place(a, b)] += net
            with_two[pair_place(a, c)] += net
            with_two[pair_place(b, c)] += net
        apart += every * every
        for one in range(len(with_one)):
            apart -= with_one[one] ** 2
        for two in range(len(with_two)):
            apart += with_two[two] ** 2
        sums[i, 0] = every
        sums[i, 1] = apart
    return sums
