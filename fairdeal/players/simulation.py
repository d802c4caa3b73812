"""Rounds that one programmed player plays, dealt from a seed: what each bet won, and how surely."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final

from fairdeal.cards import DECK
from fairdeal.errors import Refused
from fairdeal.games import referee
from fairdeal.games.heads_up import HeadsUp
from fairdeal.games.layout import Game, Who
from fairdeal.games.terms import Terms
from fairdeal.players.strategies import strategy
from fairdeal.players.strategy import Situation

MOST: Final = 10_000_000
"""Rounds that are dealt at once."""

_LEAST: Final = 2
"""One round alone does not tell how far rounds lie apart."""

_TOLD_EVERY: Final = 1000


@dataclass(frozen=True, slots=True)
class Won:
    """What a bet won over all rounds, with later bets and awards that belong to it."""

    stake_cents: int
    """What was placed on it before every deal."""
    rounds: int
    net_cents: int
    """Over all rounds."""
    squares: int
    """Of the net cents of each round, added up."""

    @property
    def house_edge(self) -> Fraction:
        """What the player lost on average per unit of the stake."""
        return Fraction(-self.net_cents, self.rounds * self.stake_cents)

    @property
    def standard_deviation(self) -> float:
        """Of the net units of one round."""
        mean = Fraction(self.net_cents, self.rounds)
        return sqrt(Fraction(self.squares, self.rounds) - mean**2) / self.stake_cents

    @property
    def standard_error(self) -> float:
        """How far off the house edge is likely to be: one standard deviation."""
        return self.standard_deviation / sqrt(self.rounds)


@dataclass(frozen=True)
class Simulation:
    """What a player won by making the same bets every round."""

    strategy: str
    seed: int
    rounds: int
    by_bet: Mapping[str, Won]
    """Of every bet that was placed before the deal."""
    together: Won
    """Of all bets."""


def simulate(
    game: Game,
    terms: Terms,
    bets: Mapping[str, int],
    rounds: int,
    strategy_name: str = "optimal",
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> Simulation:
    """Deal so many rounds from freshly shuffled decks and let the referee settle each.

    The same seed deals the same rounds.  An exception that *progress* raises ends the simulation.
    """
    if not _LEAST <= rounds <= MOST:
        raise Refused(
            f"rounds must be from {_LEAST} to {MOST:,}, not {rounds:,}", code="simulation.rounds"
        )
    referee.check_bets(game, terms, bets)
    cards, whims = Random(seed), Random(f"{seed} whims")
    player = strategy(strategy_name, game, terms, whims)
    deck = list(DECK)
    nets, squares = dict.fromkeys(bets, 0), dict.fromkeys(bets, 0)
    net = square = 0
    for done in range(1, rounds + 1):
        cards.shuffle(deck)
        table = HeadsUp(game, terms, bets, deck)
        while not table.is_over:
            table.say(player.word(_situation(table)))
        won = dict.fromkeys(bets, 0)
        for line in table.settle():
            won[line.bet if line.bet in bets else game.head_of(line.bet)] += line.net_cents
        for bet, cents in won.items():
            nets[bet] += cents
            squares[bet] += cents**2
        net += sum(won.values())
        square += sum(won.values()) ** 2
        if done % _TOLD_EVERY == 0 or done == rounds:
            progress(done / rounds)
    by_bet = {bet: Won(cents, rounds, nets[bet], squares[bet]) for bet, cents in bets.items()}
    together = Won(sum(bets.values()), rounds, net, square)
    return Simulation(strategy_name, seed, rounds, by_bet, together)


def _situation(table: HeadsUp) -> Situation:
    """What the player sees."""
    own, dealer, board = (
        tuple(card for card in table.seen(who) if card is not None)
        for who in (Who.SEATS, Who.DEALER, Who.BOARD)
    )
    words = tuple(move.word for move in table.moves)
    return Situation(own, dealer, table.said, words, board)
