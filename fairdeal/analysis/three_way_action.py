"""3 Way Action: what each of its four bets is worth."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np

from fairdeal.analysis.blackjack.house import House, value_of
from fairdeal.analysis.blackjack.solution import solve
from fairdeal.analysis.compiled import Ints
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seven.matchups import matchups
from fairdeal.analysis.seven.outcomes import poker_distribution, poker_outcomes
from fairdeal.analysis.seven.patterns import Rows, event_counts, seven_card_strengths
from fairdeal.cards import DECK
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import Bonus, bonus_event, settle_high_card

_COMMON: Final = 5
"""Times that every deal is counted, so that shares of fifths come out whole."""


def figure(bet: str, terms: Terms) -> Figure:
    """The figure of a bet that no pay table decides."""
    if bet == "high-card":
        return Figure(bet=bet, pay_table=None, per="stake", outcomes=high_card())
    if bet == "poker":
        return Figure(
            bet=bet,
            pay_table=None,
            per="stake",
            outcomes=poker(),
            assumptions=("any play of the blackjack hand: none can change the poker bet",),
        )
    found = solve(House.of(terms.options))
    return Figure(
        bet=bet,
        pay_table=None,
        per="stake",
        outcomes=found.law,
        wagered=found.wager,
        assumptions=("best play of every hand by its cards, one player, a full deck",),
    )


@cache
def high_card() -> Distribution:
    """The first two cards, over every pair of them."""
    return Distribution.of((net, 1) for _, _, net in _first_cards())


def _first_cards() -> Iterator[tuple[int, int, Fraction]]:
    """The player's and the dealer's first card, and what the high card bet wins."""
    for player in DECK:
        for dealer in DECK:
            if player != dealer:
                yield player, dealer, Fraction(*settle_high_card(player, dealer))


def covariance(bet: str) -> Fraction | None:
    """Of the net units of two seats with the same wager; None where it has not been counted."""
    return two_high_cards() if bet == "high-card" else None


@cache
def two_high_cards() -> Fraction:
    """The covariance of two first cards against the same card of the dealer's."""
    total = products = Fraction(0)
    by_dealer: dict[int, list[Fraction]] = {}
    for _, dealer, net in _first_cards():
        by_dealer.setdefault(dealer, []).append(net)
    for nets in by_dealer.values():
        every = sum(nets)
        total += every
        products += every**2 - sum(net**2 for net in nets)
    mean = total / (len(DECK) * (len(DECK) - 1))
    return products / (len(DECK) * (len(DECK) - 1) * (len(DECK) - 2)) - mean**2


@cache
def poker() -> Distribution:
    """Seven cards against seven."""
    return poker_distribution(poker_outcomes())


@cache
def hands_by_bonus() -> tuple[int, ...]:
    """How many of all seven-card hands bring each bonus event."""
    return event_counts(bonus_events, 7, Bonus)


def bonus_events(hands: Rows) -> Ints:
    """The event of the bonus of every row of seven cards."""
    strengths, places = np.unique(seven_card_strengths(hands), return_inverse=True)
    return np.array([bonus_event(each) for each in strengths.tolist()])[places]


def high_card_and_blackjack(house: House) -> Joint:
    """Two bets that share their cards, exactly: the first card of each decides both in part."""
    results: dict[tuple[int, int], Counter[Fraction]] = {}
    for player, dealer, net in _first_cards():
        results.setdefault((value_of(player), value_of(dealer)), Counter())[net] += 1
    found = solve(house)
    ways: Counter[tuple[Fraction, ...]] = Counter()
    for (first, up), nets in results.items():
        # Ranks of one value are equally likely, whatever becomes of the hand.
        share = {net: Fraction(number, nets.total()) for net, number in nets.items()}
        for played, count in found.law_of(first, up).ways.items():
            for net, part in share.items():
                scaled = count * part * _COMMON
                assert scaled.denominator == 1, "tens and pictures tie once in five"
                ways[net, played] += int(scaled)
    return Joint(("high-card", "blackjack"), dict(ways))


def poker_and_bonus(pays: tuple[int, ...], progress: Progress = unseen) -> Joint:
    """Two bets on the player's seven cards, exactly; it takes some seconds."""
    ways: Counter[tuple[Fraction, ...]] = Counter()
    for (event, net), number in matchups(progress=progress).bonus_and_poker.items():
        ways[net, Fraction(paid(pays, event))] += number
    return Joint(("poker", "bonus"), dict(ways))
