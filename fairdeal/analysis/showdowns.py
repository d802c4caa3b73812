"""Games in which a player's cards meet the dealer's: figures, combinations and advice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fairdeal import cards
from fairdeal.analysis.advice import Advice, check_cards, check_no_board
from fairdeal.analysis.combination import Together, tables_of
from fairdeal.analysis.conditions import AT_RESET, Conditions, net_by_event
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.progress import Progress, unseen
from fairdeal.analysis.seats import two_alone, two_heads
from fairdeal.analysis.side_bets import Derived, side_figure, sizes_of
from fairdeal.analysis.solver import Situation
from fairdeal.analysis.solvers.deals import split, weighed
from fairdeal.analysis.solvers.decisions import (
    added,
    best,
    distribution,
    joint,
    shares,
)
from fairdeal.analysis.solvers.declared import Declared, by_table
from fairdeal.analysis.solvers.lookup import Lookup
from fairdeal.analysis.solvers.solution import Start
from fairdeal.analysis.solvers.staking import STAY
from fairdeal.analysis.strategy import Strategy, strategy
from fairdeal.errors import Malformed, Refused
from fairdeal.games.kinds import Of, ask
from fairdeal.games.showdown import given_up, pays_of
from fairdeal.games.terms import Terms

DECK = 52


@dataclass(frozen=True)
class Showdowns(Derived):
    """The solver of one showdown game."""

    of: Declared

    def figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """The head with everything that belongs to it, or one bet alone."""
        if bet in self.base:
            return self._base_figure(bet, terms, conditions)
        self.of.check()
        of = self.of
        return side_figure(of, bet, terms, conditions, of.hands_by_event, self._outcomes_beside)

    def _outcomes_beside(
        self, bet: str, terms: Terms, conditions: Conditions, may_fold: bool
    ) -> Distribution:
        """What a bet beside the base game wins, over every deal.

        The base game decides whether a hand is given up; otherwise the player stays in.
        """
        of, counts, column = self.of, self.of.counts(), self._column([bet])
        if column:
            events = len(self.game.bet(column).columns[0].events)
            counts = split(counts, column, events, unseen)
        prices = of.prices(counts, terms, conditions, column)
        if not may_fold:
            stays = np.zeros(len(counts.ways), np.int8)
            return distribution(counts, prices, (STAY,), {bet: 1}, stays)
        chosen = best(counts, prices, of.choices, of.base)
        return distribution(counts, prices, of.choices, {bet: 1}, chosen)

    def _base_figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        of, counts = self.of, self.of.counts()
        prices = of.prices(counts, terms, conditions)
        chosen = best(counts, prices, of.choices, of.base)
        whole = bet == of.head
        stakes = of.base if whole else {bet: 1}
        taken = shares(counts, of.choices, chosen)
        table = terms.pay[of.decided_by] if of.decided_by else None
        return Figure(
            bet=bet,
            pay_table=table.name if table else None,
            per=of.head if whole else "stake",
            priced_by=of.decided_by,
            outcomes=distribution(counts, prices, of.choices, stakes, chosen),
            wagered=of.before + added(of.choices, taken) if whole else None,
            assumptions=("best strategy",),
            reading=table.reading if table else "",
            more={"share_played": _share_played(of, taken)} if whole else {},
        )

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of a bet's pay table."""
        self.of.check()
        return self.of.hands_by_event(bet)

    def together(
        self, terms: Terms, stakes: Mapping[str, int], conditions: Conditions, progress: Progress
    ) -> Together:
        """The bets of a player who decides so that all of them together do best."""
        of = self.of
        counts, column = of.counts(), self._column(stakes)
        if column:
            events = len(self.game.bet(column).columns[0].events)
            counts = split(counts, column, events, progress)
        prices = of.prices(counts, terms, conditions, column)
        sizes = sizes_of(of, stakes, prices.units)
        chosen = best(counts, prices, of.choices, sizes)
        later = stakes.get(of.head, 0) * added(of.choices, shares(counts, of.choices, chosen))
        has_envy = any(bet in terms.pay and terms.pay[bet].others for bet in stakes)
        return Together(
            dict(stakes),
            joint(counts, prices, of.choices, tuple(sizes), chosen),
            sizes,
            tables_of(terms, sizes),
            sum(stakes.values()) + later,
            assumptions=("envy is left out",) if has_envy else (),
        )

    def _column(self, stakes: Iterable[str]) -> str:
        """The bet on all the cards together, if there is one."""
        events = self.of.rules.events
        found = [bet for bet in stakes if bet in events and events[bet].of is Of.ALL]
        if len(found) > 1:
            raise Refused(
                f"{' and '.join(found)} cannot be counted together: expected one bet at most on all"
                " the cards",
                code="game.unsolved",
            )
        return found[0] if found else ""

    def strategy(self, terms: Terms) -> Strategy:
        """The best strategy of the base game."""
        return strategy(self.of, terms)

    def starts(self, terms: Terms) -> tuple[Start, ...]:
        """None: the strategy says all."""
        return ()

    def opening(self, terms: Terms) -> None:
        """None: the strategy says all."""

    def best_word(self, terms: Terms) -> Callable[[Situation], str]:
        """A function that gives the best word of the base game in any situation."""
        self._check_up()
        of, counts = self.of, self.of.counts()
        chosen = best(counts, of.prices(counts, terms, AT_RESET), of.choices, of.base)
        lookup = Lookup(counts, chosen)

        def word(known: Situation) -> str:
            up = () if known.up is None else (known.up,)
            return of.choices[lookup.chosen(tuple(known.held), up)].word

        return word

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each choice is worth; without stakes, of the base game per unit of its head."""
        self._check(known)
        of, held = self.of, known.held
        of.check()
        up = () if known.up is None else (known.up,)
        pays = pays_of(self.game, of.rules, terms)
        ways = weighed(of.rules, held, up, known.seen, self.game.dealer_cards, pays)
        units = {bet: Fraction(won, ways.number) for bet, won in ways.units.items()}
        for bet in of.metered(terms):
            nets = net_by_event(terms.pay[bet], terms, conditions, by_table)
            parts = self.game.bet(bet).parts
            units[bet] = nets[ask(of.rules.events[bet].rule, held)] * parts
        sizes = sizes_of(of, known.stakes or of.base, units)
        unit = 100 if known.stakes else 1
        worth = {}
        for choice in of.choices:
            total = Fraction(0)
            for bet, size in sizes.items():
                lost = given_up(self.game, bet, terms.options) if choice.folds else None
                times = choice.stakes.get(bet, 0) + (bet not in of.decided)
                won = units[bet] if lost is None else Fraction(lost)
                total += size * times * won / self.game.bet(bet).parts
            worth[choice.word] = total / unit
        return Advice(worth, "dollar" if known.stakes else of.head)

    def _check_up(self) -> None:
        """Refuse advice against more cards of the dealer than a situation can name."""
        if self.of.asked.up > 1:
            raise Refused(
                f"{self.game.key} has no advice: {self.of.asked.up} cards of the"
                f" {self.game.dealer} are up, and one at most can be named",
                code="game.unsolved",
            )

    def _check(self, known: Situation) -> None:
        game = self.game
        self._check_up()
        check_no_board(game.key, known.board)
        if known.said:
            raise Malformed(f"{game.key} has no decision before this one", code="said.unknown")
        if len(known.held) != game.player_cards:
            raise Malformed(
                f"the player has {len(known.held)} cards ({cards.show(known.held) or 'none'}):"
                f" expected {game.player_cards}",
                code="cards.number",
            )
        if known.stakes and self.of.head not in known.stakes:
            raise Refused(
                f"without an {self.of.head} there is nothing to decide", code="bets.undecided"
            )
        shows = self.of.asked.up > 0
        if known.up is not None and not shows:
            raise Refused(f"in {game.key} no card of the dealer is up", code="up.unknown")
        if known.up is None and shows:
            raise Malformed(
                f"{game.key} is played with a card of the {game.dealer} up, and none is given",
                code="up.missing",
            )
        shown = () if known.up is None else (known.up,)
        check_cards({"hand": known.held, "up": shown, "seen": known.seen})
        if DECK - len(known.held) - len(known.seen) < game.dealer_cards:
            raise Refused(
                f"{len(known.seen)} seen cards are too many: the {game.dealer} needs"
                f" {game.dealer_cards}",
                code="seen.many",
            )

    def covariance(self, bet: str, terms: Terms) -> Fraction | None:
        """Of the net units of two seats with the same wager; None where it has not been counted."""
        if bet == self.of.head:
            return two_heads(self.of, terms)
        return two_alone(self.of, bet, terms)


def _share_played(of: Declared, taken: Sequence[Fraction]) -> Fraction:
    every = zip(of.choices, taken, strict=True)
    return sum((share for each, share in every if not each.folds), Fraction(0))
