"""Live rounds have the probabilities of the analysis: what is won and played, seat by seat."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest

from fairdeal.analysis.conditions import AT_RESET
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.par import cases, figure
from fairdeal.analysis.registry import solver_of
from fairdeal.games import GAMES
from fairdeal.games.layout import Placed
from fairdeal.games.terms import terms
from fairdeal.live import commands, events
from fairdeal.players.bettor import Habits
from fairdeal.players.crowd import crowd, run
from fairdeal.players.sitting import FLOOR
from tests.players.test_crowd import happened, room_of
from tests.scale import SCALE

ROUNDS = 6000 if SCALE > 1 else 600
MOST_DEVIATIONS = 4

# A bank that covers every bet leaves each with the law it has alone.
STEADY = Habits(side_bets=1, leaves=0, bank=100_000, banks=1)

Bets = dict[tuple[int, str], list[tuple[int, int]]]
"""By seat and bet: stake and net of every round."""


def played(game: str) -> list[events.AnyEvent]:
    room = room_of(seed=2)
    room.do("pit-1", commands.open_table, by=FLOOR, game=game, tiers={}, fills_itself=True)
    [sitting] = crowd(room, ["pit-1"], habits=STEADY, seed=1)
    run([sitting.play(ROUNDS)])
    return happened(room, "pit-1")


def whole_bets(game: str, found: list[events.AnyEvent]) -> Bets:
    """What each bet brought, round by round; what goes with the ante is counted there."""
    known = {case.bet for case in cases(GAMES[game])}
    with_ante = {
        bet.key
        for bet in GAMES[game].bets
        if "ante" in (bet.equals, bet.rides_on) or bet.placed is Placed.BY_DECISION
    }
    bets: Bets = defaultdict(list)
    for round_ in by_round(found):
        stakes: Counter[tuple[int, str]] = Counter()
        nets: Counter[tuple[int, str]] = Counter()
        for event in round_:
            if isinstance(event, events.BetsPlaced):
                stakes.update({(event.seat, bet): cents for bet, cents in event.bets.items()})
            if isinstance(event, events.BetsSettled):
                for line in event.lines:
                    assert not line.returned_cents or line.bet == "play"
                    nets[line.seat, line.bet] += line.net_cents
                    if line.bet in with_ante:
                        nets[line.seat, "ante"] += line.net_cents
        for key, stake in stakes.items():
            if key[1] in known:
                bets[key].append((stake, nets[key]))
    return bets


def by_round(found: list[events.AnyEvent]) -> Iterator[list[events.AnyEvent]]:
    """The rounds that came to their end."""
    current: list[events.AnyEvent] = []
    for event in found:
        if isinstance(event, events.RoundOpened):
            current = []
        current.append(event)
        if isinstance(event, events.RoundClosed):
            yield current


def deviations(figured: Figure, results: list[tuple[int, int]]) -> float:
    """How many standard deviations all that was won lies from what was to be expected."""
    [stake] = {stake for stake, _ in results}
    won = Fraction(sum(net for _, net in results), stake)
    law = figured.outcomes
    return float(won - law.mean * len(results)) / sqrt(law.variance * len(results))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES)
def test_every_seat_wins_and_plays_as_often_as_it_should(game: str) -> None:
    under = terms(GAMES[game])
    exact = {
        case.bet: figure(GAMES[game], case.bet, under, AT_RESET) for case in cases(GAMES[game])
    }
    found = played(game)
    bets = whole_bets(game, found)
    assert set(bets) == {(seat, bet) for seat in range(1, 7) for bet in exact}
    far = {
        key: apart
        for key, results in bets.items()
        if abs(apart := deviations(exact[key[1]], results)) > MOST_DEVIATIONS
    }
    assert not far
    if (found_best := solver_of(GAMES[game]).strategy(under)) is not None:
        share = found_best.played
        for seat in range(1, 7):
            said = [e.word for e in found if isinstance(e, events.DecisionMade) and e.seat == seat]
            spread = sqrt(len(said) * share * (1 - share))
            assert abs(said.count("play") - len(said) * share) < MOST_DEVIATIONS * spread
