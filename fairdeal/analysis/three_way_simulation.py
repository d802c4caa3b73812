"""All bets of 3 Way Action at once, by simulation: their cards are too entangled to be counted."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.play import NOTHING
from fairdeal.analysis.blackjack.solution import solve
from fairdeal.analysis.blackjack.states import Moves, leg_at
from fairdeal.analysis.combination import Together, tables_of
from fairdeal.analysis.compiled import THREADS, Ints, kernel
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.three_way_action import (
    hands_by_bonus,
    high_card,
    high_card_and_blackjack,
    poker,
    poker_and_bonus,
)
from fairdeal.games.blackjack_leg import Word, begin, dealer_draws, settle_leg
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import (
    Bonus,
    bonus_event,
    settle_high_card,
    settle_poker,
)
from fairdeal.hands.blackjack import is_natural, plus, points_of, total_of
from fairdeal.hands.poker import strength_of
from fairdeal.money import Odds

CHUNK = 100_000
PARTS = 10
"""Parts of a unit in which results are tallied: halves and fifths come out whole."""

_EVENTS = len(Bonus)

_SPAN = 4 * PARTS + 1
"""Results from two units lost to two won."""


def together(
    terms: Terms,
    stakes: Mapping[str, int],
    rounds: int = 4_000_000,
    seed: int = 1,
    progress: Progress = unseen,
) -> Together:
    """The bets of a player who plays the blackjack hand as well as can be."""
    house = House.of(terms.options)
    counts = simulated(house, rounds, seed, progress)
    pays = terms.pay["bonus"].units()
    bets = tuple(stakes)
    found: dict[tuple[Fraction, ...], int] = {}
    for places in np.argwhere(counts).tolist():
        *nets, event = places
        units = dict(
            zip(
                ("high-card", "blackjack", "poker"),
                (Fraction(net, PARTS) - 2 for net in nets),
                strict=True,
            )
        )
        units["bonus"] = Fraction(paid(pays, event))
        key = tuple(units[bet] for bet in bets)
        found[key] = found.get(key, 0) + int(counts[tuple(places)])
    both = ("high-card", "blackjack")
    known = {both: high_card_and_blackjack(house).covariance(*both)}
    if "bonus" in stakes:
        law = poker_and_bonus(pays, progress)
        known["poker", "bonus"] = law.covariance("poker", "bonus")
    edges = {
        "high-card": high_card().house_edge,
        "blackjack": solve(house).house_edge,
        "poker": poker().house_edge,
        "bonus": Distribution.of(zip(pays, hands_by_bonus(), strict=True)).house_edge,
    }
    return Together(
        dict(stakes),
        Joint(bets, found),
        dict(stakes),
        tables_of(terms, bets),
        sum(stakes.values()) + stakes["blackjack"] * (solve(house).wager - 1),
        rounds,
        known_edges=edges,
        known_covariances=known,
    )


def simulated(house: House, rounds: int, seed: int, progress: Progress = unseen) -> Ints:
    """Rounds by what high card, blackjack and poker won, in parts of a unit, and by bonus event."""
    best = solve(house)
    chunks = -(-rounds // CHUNK)
    jobs = [
        THREADS.submit(
            _rounds,
            np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, chunk])),
            min(CHUNK, rounds - chunk * CHUNK),
            best.states.moves,
            best.words,
            house,
        )
        for chunk in range(chunks)
    ]
    total = np.zeros((_SPAN, _SPAN, _SPAN, len(Bonus)), np.int64)
    for done, job in enumerate(jobs, 1):
        total += job.result()
        progress(done / chunks)
    return total


@kernel
def _rounds(
    random: np.random.Generator, rounds: int, moves: Moves, words: NDArray[np.int8], house: House
) -> Ints:
    tallied = np.zeros((_SPAN, _SPAN, _SPAN, _EVENTS), np.int64)
    deck = np.arange(52)
    for _ in range(rounds):
        for i in range(14):
            j = random.integers(i, 52)
            deck[i], deck[j] = deck[j], deck[i]
        player = (deck[0], deck[1], deck[2], deck[3], deck[4], deck[5], deck[6])
        dealer = (deck[7], deck[8], deck[9], deck[10], deck[11], deck[12], deck[13])
        strength = strength_of(player)
        high = _parts(settle_high_card(player[0], dealer[0]), 1)
        showdown = _parts(settle_poker(strength, strength_of(dealer)), 1)
        blackjack = _blackjack(player, dealer, moves, words, house)
        tallied[high, blackjack, showdown, bonus_event(strength)] += 1
    return tallied


@kernel
def _parts(odds: Odds, stakes: int) -> int:
    """A result in parts of a unit, from two units lost."""
    return odds.won * stakes * PARTS // odds.per + 2 * PARTS


@kernel
def _blackjack(
    player: tuple[int, ...],
    dealer: tuple[int, ...],
    moves: Moves,
    words: NDArray[np.int8],
    house: House,
) -> int:
    """What the blackjack bet wins, in parts of a unit, with the words that are best."""
    natural = is_natural(dealer[0], dealer[1])
    if natural and house.peeks:
        leg = begin(player[0], player[1], True)
    else:
        state = moves.first[points_of(player[0]) - 2, points_of(player[1]) - 2]
        used = 2
        word = words[points_of(dealer[0]) - 2, state]
        while word != NOTHING:
            if word == Word.SPLIT:
                state = moves.next_split[points_of(player[2]) - 2, points_of(player[3]) - 2]
                used = 4
            elif word == Word.STAND:
                state = moves.next[state, word, 0]
            else:
                state = moves.next[state, word, points_of(player[used]) - 2]
                used += 1
            word = words[points_of(dealer[0]) - 2, state]
        leg = leg_at(moves.legs, state)
    total = total_of((dealer[0], dealer[1]))
    for i in range(2, dealer_draws(dealer, house.hits_soft_17)):
        total = plus(total, dealer[i])
    ends = settle_leg(leg, total.points, natural, house.seven_card_win, house.natural)
    return _parts(ends.odds, leg.stakes)
