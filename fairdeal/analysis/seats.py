"""How far two hands of one round go together: they play against the same dealer's cards."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal import games
from fairdeal.analysis.bank import bank
from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.par import MODELS
from fairdeal.analysis.play_or_fold.ante_play import (
    BASE,
    ante_play_prices,
    dealt,
    rows_one_by_one,
)
from fairdeal.analysis.play_or_fold.dealer import dealer_hands
from fairdeal.analysis.play_or_fold.deals import DECK, Cards, every_hand, orbits, pair_place, place
from fairdeal.analysis.play_or_fold.decisions import best
from fairdeal.games.ante_play import settle_ante_play
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import settle_high_card

_PARTS: Final = 32


def covariance(terms: Terms, head: str) -> Fraction | None:
    """Of the net units of two seats with the same wager; None where it has not been counted.

    A wager on the player's own cards is taken as independent of its neighbour's: that both come
    out of one deck hardly shows.
    """
    game = games.game(terms.game)
    if head == "ante" and game.player_banked:
        return bank(terms, players=2).covariance
    if head == "ante" and "ante-bonus" in terms.pay:
        return base_game(terms.pay["ante-bonus"].units())
    if head == "high-card":
        return high_card()
    if head in terms.pay and terms.pay[head].has("envy"):
        return None
    model = MODELS.get(game.key)
    is_shared = head != "bonus" if model is None else head in {*model.base, *model.shared}
    return None if is_shared else Fraction(0)


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
    hands, every, found = every_hand(3), orbits(3), dealer_hands()
    plays = decisions_of(hands, ante_bonus)
    strengths = found.strengths[found.class_of]
    jobs = [
        THREADS.submit(sums_of, every.examples[part], hands, strengths, plays, ante_bonus)
        for part in np.array_split(np.arange(len(every.sizes)), _PARTS)
    ]
    own = np.concatenate([job.result() for job in jobs]).tolist()
    total, products = (
        sum(size * sums[which] for size, sums in zip(every.sizes.tolist(), own, strict=True))
        for which in (0, 1)
    )
    deals = comb(DECK, 3) * comb(DECK - 3, 3)
    return Fraction(products, deals * comb(DECK - 6, 3)) - Fraction(total, deals) ** 2


def decisions_of(hands: Cards, ante_bonus: tuple[int, ...]) -> NDArray[np.bool_]:
    """Whether each of the hands is played."""
    where = dealt(rows_one_by_one(hands), {})
    return best(where, ante_play_prices(where, ante_bonus), BASE)


@kernel
def sums_of(
    dealers: Cards,
    hands: Cards,
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
        dealer = strengths[place(d, e, f)]
        every = apart = 0
        with_one = np.zeros(DECK, np.int64)
        with_two = np.zeros(DECK * (DECK - 1) // 2, np.int64)
        for h in range(len(hands)):
            a, b, c = hands[h]
            if a in (d, e, f) or b in (d, e, f) or c in (d, e, f):
                continue
            own = strengths[place(a, b, c)]
            result = settle_ante_play(own, dealer, not plays[h], ante_bonus)
            net = result.ante + result.play + result.ante_bonus
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
