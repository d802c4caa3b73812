"""What a solver does for a kind of game, so that sheets, books, players and pages ask one thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fairdeal.analysis.advice import Advice
from fairdeal.analysis.combination import Together
from fairdeal.analysis.compiled import Progress
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.figures import Figure
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
    """What a player knows who asks for advice."""

    held: tuple[int, ...]
    up: int | None = None
    """The dealer's card that lies face up."""
    seen: Sequence[int] = ()
    """Other cards that have been seen."""
    said: Sequence[str] = ()
    """What the player has said in this round."""
    stakes: Mapping[str, int] = field(default_factory=dict)
    """Cents by bet; empty for the base game in units."""


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

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each choice is worth in a situation."""

    def is_shared(self, bet: str) -> bool:
        """Whether what a bet wins depends on the dealer's cards, which all seats share."""
