"""Napa seen from the bank: what the player/dealer wins, how it varies, and how long it lasts."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, exp, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import exact
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers.asking import asked
from fairdeal.analysis.solvers.decisions import best
from fairdeal.analysis.solvers.declared import Declared, declare
from fairdeal.analysis.solvers.orbits import every_hand, orbits, pair_place, place_of_three
from fairdeal.analysis.solvers.showdown import by_hand
from fairdeal.games import settlement_of
from fairdeal.games.ante_play import ante_and_play
from fairdeal.games.layout import Game
from fairdeal.games.napa_three_card_poker import GAME, SHOWDOWN
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms, terms
from fairdeal.hands.three_card import Category, category, strength_of

DECK = 52

NOTHING = (0,) * len(Category)
"""The pays of no pair plus."""

MOST_PAID = 100_000
"""Stakes that pair plus may pay for the bank's variance to be counted."""

_PARTS = 64


@dataclass(frozen=True)
class Bank:
    """What a bank that covers everything wins per round, in antes of one player."""

    players: int
    pair_plus: int
    """Units on pair plus beside an ante of 1."""
    mean: Fraction
    variance: Fraction
    covariance: Fraction
    """Of the results of two players."""

    @property
    def edge(self) -> Fraction:
        """Won on average per round."""
        return self.players * self.mean

    @property
    def round_variance(self) -> Fraction:
        """Of a round: players share the bank's hand, so their results go together."""
        pairs = self.players * (self.players - 1)
        return self.players * self.variance + pairs * self.covariance

    def ruin(self, bankroll: float) -> float:
        """Chance that a bankroll of so many antes is ever lost, as a random walk of many steps."""
        return exp(min(0.0, -2 * float(self.edge / self.round_variance) * bankroll))

    def as_json(self) -> dict[str, Any]:
        """The bank as JSON."""
        return {
            "players": self.players,
            "pair_plus_units": self.pair_plus,
            "edge_per_round": exact(self.edge),
            "edge_per_player": exact(self.mean),
            "variance_per_round": exact(self.round_variance),
            "standard_deviation_per_round": sqrt(self.round_variance),
            "covariance_of_two_players": exact(self.covariance),
            "ruin": {str(size): self.ruin(size) for size in (50, 100, 200, 500, 1000)},
        }


def is_known(game: Game) -> bool:
    """Whether the bank of a game is counted here: that of Napa alone, by whose rules it is."""
    return settlement_of(game.key).kind is SHOWDOWN


def is_countable(under: Terms) -> bool:
    """Whether pair plus pays so little that the squares of its results fit into 64 bits."""
    return max(under.pay["pair-plus"].units()) <= MOST_PAID


def bank(under: Terms, players: int, pair_plus: int = 0, progress: Progress = unseen) -> Bank:
    """The bank against players who all bet an ante and play their best."""
    assert not pair_plus or is_countable(under), "squares would not fit"
    pays = under.pay["pair-plus"].units() if pair_plus else NOTHING
    if (pays, pair_plus) not in _KNOWN:
        _KNOWN[pays, pair_plus] = _moments(pays, pair_plus, progress)
    total, squares, products = _KNOWN[pays, pair_plus]
    hands = 3 * comb(DECK, 3) * comb(DECK - 3, 3)  # each card of the bank's hand may be up
    others = comb(DECK - 6, 3)
    mean = Fraction(total, hands)
    return Bank(
        players,
        pair_plus,
        -mean,
        Fraction(squares, hands) - mean**2,
        Fraction(products, hands * others) - mean**2,
    )


@cache
def napa() -> Declared:
    """The game as the analysis sees it."""
    return declare(GAME, SHOWDOWN)


@cache
def decisions() -> NDArray[np.bool_]:
    """Whether each hand is played against each card that may be up; by place and card."""
    of = napa()
    counts = of.counts()
    prices = of.prices(counts, terms(GAME), AT_RESET)  # the base game has no pay table
    found: NDArray[np.bool_] = by_hand(counts, best(counts, prices, of.choices, of.base) == 0)
    return found


@cache
def strengths() -> Ints:
    """The strength of every hand, by place."""
    return asked(strength_of, every_hand(3), np.arange(DECK))


_KNOWN: dict[tuple[tuple[int, ...], int], tuple[int, int, int]] = {}
"""Sums that were counted before; the progress of counting is not part of them."""


def _moments(pays: tuple[int, ...], pair_plus: int, progress: Progress) -> tuple[int, int, int]:
    """Sums of a player's net units, of their squares, and of the products of two players."""
    every = orbits(3)
    parts = np.array_split(np.arange(len(every.ways)), _PARTS)
    jobs = [
        THREADS.submit(
            _moments_of,
            every.hands[part].astype(np.int64),
            every_hand(3),
            strengths(),
            decisions(),
            pays,
            pair_plus,
        )
        for part in parts
    ]
    sums = [0, 0, 0]
    for done, (part, job) in enumerate(zip(parts, jobs, strict=True), 1):
        for size, own in zip(every.ways[part].tolist(), job.result().tolist(), strict=True):
            sums = [a + size * b for a, b in zip(sums, own, strict=True)]
        progress(done / len(jobs))
    return sums[0], sums[1], sums[2]


@kernel
def _moments_of(
    dealers: Ints,
    hands: Ints,
    strengths: Ints,
    plays: NDArray[np.bool_],
    pays: tuple[int, ...],
    pair_plus: int,
) -> Ints:
    """The sums for each of some dealer hands, with each of its cards up in turn.

    Two players have no card in common: pairs of hands are counted by inclusion and exclusion over
    the cards they might share.
    """
    sums = np.zeros((len(dealers), 3), np.int64)
    for i in range(len(dealers)):
        d, e, f = dealers[i]
        dealer = strengths[place_of_three(d, e, f)]
        for up in (d, e, f):
            every = own = 0
            with_one = np.zeros(DECK, np.int64)
            with_two = np.zeros(DECK * (DECK - 1) // 2, np.int64)
            for h in range(len(hands)):
                a, b, c = hands[h]
                if a in (d, e, f) or b in (d, e, f) or c in (d, e, f):
                    continue
                net = -1 - pair_plus
                if plays[h, up]:
                    result = ante_and_play(strengths[h], dealer)
                    own_cards = paid(pays, category(strengths[h]))
                    net = result.ante + result.play + pair_plus * own_cards
                every += net
                own += net * net
                with_one[a] += net
                with_one[b] += net
                with_one[c] += net
                with_two[pair_place(a, b)] += net
                with_two[pair_place(a, c)] += net
                with_two[pair_place(b, c)] += net
            apart = every * every - own
            for one in range(len(with_one)):
                apart -= with_one[one] ** 2
            for two in range(len(with_two)):
                apart += with_two[two] ** 2
            sums[i, 0] += every
            sums[i, 1] += own
            sums[i, 2] += apart
    return sums
