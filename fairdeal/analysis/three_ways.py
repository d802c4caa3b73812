"""The solver of 3 Way Action: three bets that stand apart, and a bonus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from fairdeal.analysis import three_way_action, three_way_simulation
from fairdeal.analysis.advice import Advice, check_no_board
from fairdeal.analysis.blackjack import sheet
from fairdeal.analysis.blackjack.house import House
from fairdeal.analysis.blackjack.solution import solve
from fairdeal.analysis.chart import Chart
from fairdeal.analysis.combination import Together
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.paid import paid_figure
from fairdeal.analysis.progress import Progress
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
    charted: str = "blackjack"

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

    def chart(self, terms: Terms, *, in_full: bool = True) -> Chart:
        """The best word for every two cards against every card up."""
        return sheet.chart(terms, in_full=in_full)

    def starts(self, terms: Terms) -> tuple[()]:
        """None: no card is shared."""
        return ()

    def opening(self, terms: Terms) -> None:
        """None: no card is shared."""

    def best_word(self, terms: Terms) -> Callable[[Situation], str]:
        """A function that gives the best word of the blackjack hand in any situation."""
        solution = solve(House.of(terms.options))

        def word(known: Situation) -> str:
            assert known.up is not None, "the dealer of a blackjack leg shows a card"
            found = solution.word_for(tuple(known.held), known.up, tuple(known.said))
            assert found is not None, "a hand that is over has nothing to decide"
            return found.name.lower()

        return word

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each word is worth to the blackjack hand."""
        check_no_board(self.game.key, known.board)
        stake = known.stakes.get(self.charted, 0)
        said = [word.lower() for word in known.said]
        return sheet.advice(terms, known.held, said, known.up, known.seen, stake)

    def covariance(self, bet: str, terms: Terms) -> Fraction | None:
        """Of the net units of two seats with the same wager; None where it has not been counted."""
        return three_way_action.covariance(bet)
