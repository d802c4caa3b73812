"""A posted wager that covers only so much: what the player/dealer of Napa can win and lose with it.

One player's rounds are counted exactly.  Several share the bank's hand and its wager in turn, so
that theirs are dealt by simulation, which says how far off it may be.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.bank import decisions, is_known, napa, strengths
from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.solvers.decisions import best, joint
from fairdeal.analysis.solvers.orbits import place_of_three
from fairdeal.errors import Refused
from fairdeal.games.ante_play import ante_and_play
from fairdeal.games.layout import Game
from fairdeal.games.napa_three_card_poker import cover
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms
from fairdeal.hands.three_card import category

CHUNK = 250_000

_BETS = ("ante", "pair-plus")
"""What the bank covers that is placed before the deal."""


@dataclass(frozen=True)
class Posted:
    """What each seat has on its bets, and what the player/dealer has posted; in cents."""

    bank: int
    ante: int
    pair_plus: int = 0


def posted(game: Game, bank_cents: int, stakes: Mapping[str, int]) -> Posted:
    """A posted wager against the stakes of each seat, or a sentence that it cannot be counted."""
    if not is_known(game):
        raise Refused(
            f"the bank of {game.key} has no figures, only that of {napa().game.key} has",
            code="game.unsolved",
        )
    ante, pair_plus = (stakes.get(bet, 0) for bet in _BETS)
    return Posted(bank_cents, ante, pair_plus)


@dataclass(frozen=True)
class Covered:
    """The rounds of a player/dealer who posts the same wager every time; money in cents."""

    posted: Posted
    players: int
    mean: float
    """Won by the bank per round."""
    variance: float
    used_up: float
    """Chance that a round uses up the wager."""
    lost: float
    """Chance that the wager is lost whole."""
    rounds: int
    """Rounds simulated; 0 when the figures are exact."""

    @property
    def standard_error(self) -> float:
        """Of the mean, where it was simulated."""
        return sqrt(self.variance / self.rounds) if self.rounds else 0.0

    def ruin(self, bankroll: int) -> float:
        """Chance ever to lose a bankroll of so many cents, as a random walk of many steps."""
        if not self.variance:
            return float(self.mean < 0)
        return exp(min(0.0, -2 * self.mean * bankroll / self.variance))

    def as_json(self) -> dict[str, Any]:
        """The figures as JSON."""
        return {
            "posted_cents": self.posted.bank,
            "ante_cents": self.posted.ante,
            "pair_plus_cents": self.posted.pair_plus,
            "players": self.players,
            "simulated": self.rounds > 0,
            "method": f"simulation of {self.rounds:,} rounds" if self.rounds else "exact",
            "edge_per_round_cents": self.mean,
            "standard_error_cents": self.standard_error,
            "standard_deviation_per_round_cents": sqrt(self.variance),
            "chance_used_up": self.used_up,
            "chance_lost_whole": self.lost,
            "ruin_by_posted_wagers": {
                str(times): self.ruin(times * self.posted.bank) for times in (1, 2, 5, 10, 20)
            },
        }


def covered(
    terms: Terms,
    posted: Posted,
    players: int,
    rounds: int = 2_000_000,
    seed: int = 1,
    progress: Progress = unseen,
) -> Covered:
    """The bank's rounds against players who play their best."""
    if players == 1:
        return _one_player(terms, posted)
    pays = terms.pay["pair-plus"].units()
    chunks = -(-rounds // CHUNK)
    jobs = [
        THREADS.submit(
            _rounds,
            np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, chunk])),
            min(CHUNK, rounds - chunk * CHUNK),
            players,
            posted.bank,
            posted.ante,
            posted.pair_plus,
            strengths(),
            decisions(),
            pays,
        )
        for chunk in range(chunks)
    ]
    sums: list[float] = [0, 0, 0, 0]
    for done, job in enumerate(jobs, 1):
        sums = [a + b for a, b in zip(sums, job.result(), strict=True)]
        progress(done / chunks)
    mean = sums[0] / rounds
    return Covered(
        posted,
        players,
        mean,
        sums[1] / rounds - mean**2,
        sums[2] / rounds,
        sums[3] / rounds,
        rounds,
    )


def _one_player(terms: Terms, posted: Posted) -> Covered:
    of = napa()
    counts = of.counts()
    prices = of.prices(counts, terms, AT_RESET)
    bets = {"ante": posted.ante, "play": posted.ante, "pair-plus": posted.pair_plus}
    stakes = {bet: cents for bet, cents in bets.items() if cents}
    chosen = best(counts, prices, of.choices, stakes)
    nets = joint(counts, prices, of.choices, tuple(stakes), chosen)
    mean, square = Fraction(0), Fraction(0)
    used = lost = 0
    for units, ways in nets.ways.items():
        left, won = posted.bank, 0
        for unit, stake in zip(units, stakes.values(), strict=True):
            net, _, left = cover(stake, int(unit * stake), left)
            won -= net
        mean += won * ways
        square += won * won * ways
        used += ways * (left == 0)
        lost += ways * (won == -posted.bank)
    mean, square = mean / nets.total, square / nets.total
    return Covered(
        posted,
        1,
        float(mean),
        float(square - mean**2),
        used / nets.total,
        lost / nets.total,
        0,
    )


@kernel
def _rounds(
    random: np.random.Generator,
    rounds: int,
    players: int,
    bank: int,
    ante: int,
    pair_plus: int,
    known: Ints,
    plays: NDArray[np.bool_],
    pays: tuple[int, ...],
) -> tuple[int, float, int, int]:
    """Sums over random rounds: won by the bank, its square, wagers used up, wagers lost whole."""
    deck = np.arange(52)
    needed = 3 * players + 3
    total = used = lost = 0
    squares = 0.0
    for _ in range(rounds):
        for i in range(needed):
            j = random.integers(i, 52)
            deck[i], deck[j] = deck[j], deck[i]
        dealer = known[place_of_three(deck[0], deck[1], deck[2])]
        left, won = bank, 0
        for seat in range(players):
            first = 3 * seat + 3
            hand = place_of_three(deck[first], deck[first + 1], deck[first + 2])
            first_net, later_net, own = -1, 0, -1
            if plays[hand, deck[0]]:
                result = ante_and_play(known[hand], dealer)
                first_net, later_net = result.ante, result.play
                own = paid(pays, category(known[hand]))
            for net, stake in (
                (first_net * ante, ante),
                (later_net * ante, ante),
                (own * pair_plus, pair_plus),
            ):
                if stake > 0:
                    action = cover(stake, net, left)
                    won -= action.net
                    left = action.left
        total += won
        squares += float(won) * won  # cents squared may need more than 64 bits
        if left == 0:
            used += 1
        if won == -bank:
            lost += 1
    return total, squares, used, lost
