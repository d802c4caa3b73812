"""What a solver does for a kind of game, so that sheets, books, players and pages ask one thing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from fairdeal.analysis.advice import Advice
from fairdeal.analysis.chart import Chart
from fairdeal.analysis.combination import Together
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.opening import Opening
from fairdeal.analysis.progress import Progress
from fairdeal.analysis.solvers.solution import Start
from fairdeal.analysis.strategy import Strategy
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Case:
    """A bet, and the bet whose pay table decides it."""

    bet: str
    priced_by: str
    """Empty when no pay table decides."""


@dataclass(frozen=True)
class Situation:
    """What the player knows when deciding."""

    held: tuple[int, ...]
    up: int | None = None
    """The dealer's card that lies face up."""
    seen: Sequence[int] = ()
    """Other cards that have been seen."""
    said: Sequence[str] = ()
    """What the player has said in this round."""
    stakes: Mapping[str, int] = field(default_factory=dict)
    """Cents by bet; empty for the base game in units."""
    board: Sequence[int] = ()
    """The shared cards that lie face up."""


class Solver(Protocol):
    """Everything that is counted of one game."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def base(self) -> Mapping[str, int]:
        """The bets of the base game in units of its head; empty where bets stand apart."""

    @property
    def decided_by(self) -> str:
        """The bet whose pay table decides the base game; empty when none does."""

    @property
    def charted(self) -> str:
        """The bet whose decisions have a chart of their own; empty where none has."""

    def cases(self) -> list[Case]:
        """The bets that have figures, in the order of the layout."""

    def figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """The figure of one bet under the terms."""

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of a bet's pay table."""

    def together(
        self,
        terms: Terms,
        stakes: Mapping[str, int],
        conditions: Conditions,
        progress: Progress,
    ) -> Together:
        """The bets of a player who decides so that all of them together do best."""

    def strategy(self, terms: Terms) -> Strategy | None:
        """The best strategy of the base game; None where the game has another form for it."""

    def chart(self, terms: Terms, *, in_full: bool = True) -> Chart | None:
        """The chart of the charted bet, in full with what simpler play and other options cost."""

    def starts(self, terms: Terms) -> Sequence[Start]:
        """What each choice is worth to each starting hand, where shared cards are still to come."""

    def opening(self, terms: Terms) -> Opening | None:
        """How to play where shared cards are still to come; None where the strategy says all."""

    def best_word(self, terms: Terms) -> Callable[[Situation], str]:
        """A function that gives the best word of the base game in any situation."""

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each choice is worth in a situation."""

    def covariance(self, bet: str, terms: Terms) -> Fraction | None:
        """Of the net units of two seats with the same wager; None where it has not been counted."""
