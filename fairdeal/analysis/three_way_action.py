"""3 Way Action: what each of its four bets is worth."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final

from fairdeal.analysis.blackjack.house import House, value_of
from fairdeal.analysis.blackjack.solution import solve
from fairdeal.analysis.compiled import Progress, unseen
from fairdeal.analysis.distribution import Distribution, Joint
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.seven.matchups import matchups
from fairdeal.analysis.seven.outcomes import poker_distribution, poker_outcomes
from fairdeal.analysis.seven.patterns import bonus_events, event_counts
from fairdeal.cards import DECK
from fairdeal.games.paytable import paid
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import Bonus, settle_high_card

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


@cache
def poker() -> Distribution:
    """Seven cards against seven."""
    return poker_distribution(poker_outcomes())


@cache
def hands_by_bonus() -> tuple[int, ...]:
    """How many of all seven-card hands bring each bonus event."""
    return event_counts(bonus_events, 7, Bonus)


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
