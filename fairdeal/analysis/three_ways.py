"""The solver of 3 Way Action: three bets that stand apart, and a bonus."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdeal.analysis import three_way_action, three_way_simulation
from fairdeal.analysis.advice import Advice
from fairdeal.analysis.blackjack import sheet
from fairdeal.analysis.combination import Together
from fairdeal.analysis.compiled import Progress
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.paid import paid_figure
from fairdeal.analysis.solver import Case, Situation
from fairdeal.games.layout import Game
from fairdeal.games.terms import Terms
from fairdeal.games.three_way_action import ThreeWays


@dataclass(frozen=True)
class ThreeWaysSolver:
    """The solver of 3 Way Action."""

    game: Game
    kind: ThreeWays
    base: Mapping[str, int] = field(default_factory=dict)
    decided_by: str = ""

    def cases(self) -> list[Case]:
        """Every bet."""
        return [Case(bet.key, bet.key if bet.columns else "") for bet in self.game.bets]

    def figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """The figure of one bet."""
        if bet not in terms.pay:
            return three_way_action.figure(bet, terms)
        table = terms.pay[bet]
        return paid_figure(bet, table, table.units(), three_way_action.hands_by_bonus())

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of the bonus."""
        return three_way_action.hands_by_bonus()

    def together(
        self, terms: Terms, stakes: Mapping[str, int], conditions: Conditions, progress: Progress
    ) -> Together:
        """The bets together, by simulation."""
        return three_way_simulation.together(terms, stakes, progress=progress)

    def strategy(self, terms: Terms) -> None:
        """None: the blackjack hand has a chart of its own."""

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each word is worth to the blackjack hand."""
        stake = known.stakes.get("blackjack", 0)
        said = [word.lower() for word in known.said]
        return sheet.advice(terms, known.held, said, known.up, known.seen, stake)

    def is_shared(self, bet: str) -> bool:
        """Whether what a bet wins depends on the dealer's cards: all but the bonus."""
        return bet != "bonus"
