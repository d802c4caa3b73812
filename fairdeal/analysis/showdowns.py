"""Games in which a player's cards meet the dealer's: figures, combinations and advice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from fairdeal import cards, money
from fairdeal.analysis.advice import Advice, check_cards
from fairdeal.analysis.combination import Together, tables_of
from fairdeal.analysis.compiled import Progress
from fairdeal.analysis.conditions import Conditions, net_by_event
from fairdeal.analysis.envy import envy, hands_in_action, others_printed
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.paid import paid_figure
from fairdeal.analysis.solver import Case, Situation
from fairdeal.analysis.solvers.deals import split, weighed
from fairdeal.analysis.solvers.decisions import (
    added,
    best,
    distribution,
    in_parts,
    joint,
    shares,
)
from fairdeal.analysis.solvers.declared import Declared, by_table
from fairdeal.analysis.stax import progressive
from fairdeal.analysis.strategy import Strategy, strategy
from fairdeal.errors import Malformed, Refused
from fairdeal.games.kinds import Of, ask
from fairdeal.games.layout import Game, Placed
from fairdeal.games.paytable import Unit
from fairdeal.games.showdown import given_up, pays_of
from fairdeal.games.terms import Terms
from fairdeal.games.three_card_poker import ENVY_HANDS, OTHERS

DECK = 52


@dataclass(frozen=True)
class Showdowns:
    """The solver of one showdown game."""

    of: Declared

    @property
    def game(self) -> Game:
        """The game."""
        return self.of.game

    @property
    def base(self) -> Mapping[str, int]:
        """The bets of the base game in units of its head."""
        return self.of.base

    @property
    def decided_by(self) -> str:
        """The bet whose pay table decides the base game; empty when none does."""
        return self.of.decided_by

    def cases(self) -> list[Case]:
        """The bets that a player places before the deal."""
        placed = [bet for bet in self.game.bets if bet.placed is Placed.BEFORE_THE_DEAL]
        return [
            Case(b.key, self.decided_by if b.key == self.of.head else b.key if b.columns else "")
            for b in placed
        ]

    def figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """The head with everything that belongs to it, or one bet alone."""
        if bet in self.base:
            return self._base_figure(bet, terms, conditions)
        return self._side_figure(bet, terms, conditions)

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

    def _side_figure(self, bet: str, terms: Terms, conditions: Conditions) -> Figure:
        """A bet beside the base game; where that is compulsory, a fold may forfeit it."""
        of = self.of
        nets, hands = of.events_paid(bet, terms, conditions), of.hands_by_event(bet)
        found = paid_figure(bet, terms.pay[bet], nets, hands)
        table, said = terms.pay[bet], []
        head = self.game.bet(of.head).is_required(terms.options)
        if head and not self.game.bet(bet).survives(terms.options):
            counts = of.counts()
            prices = of.prices(counts, terms, conditions)
            chosen = best(counts, prices, of.choices, of.base)
            outcomes = distribution(counts, prices, of.choices, {bet: 1}, chosen)
            found = replace(found, outcomes=outcomes)
            said.append(f"best strategy of the {of.head}; a fold forfeits the bet")
        if table.has("envy"):
            found, more = self._with_envy(found, terms, conditions)
            said += more
        if any(pay.unit is Unit.METER for pay in table.pays["pays"]):
            shown = [f"{key} {money.show(cents)}" for key, cents in conditions.meters.items()]
            at = ", ".join(shown) + ", others at reset" if shown else "reset"
            said.append(f"meters at {at}")
            run = progressive(terms).long_run
            found = replace(found, more={"long_run_house_edge": 1 - run})
        return replace(found, assumptions=tuple(said))

    def _with_envy(
        self, found: Figure, terms: Terms, conditions: Conditions
    ) -> tuple[Figure, list[str]]:
        table, stake, others = terms.pay[found.bet], conditions.stake_cents, conditions.others
        alive = hands_in_action(terms)
        if others is None:
            others = others_printed(found.outcomes, table, self.game.seats, stake)
        more = envy(table, others, stake, alive)
        found = replace(
            found,
            added=more.mean,
            added_variance=more.variance,
            more={"envy": more.mean, "house_edge_without_envy": found.outcomes.house_edge},
        )
        players = OTHERS[terms.option(ENVY_HANDS)].removesuffix("s" if others == 1 else "")
        said = [f"{others} {players} and a bonus bet of {money.show(stake)}"]
        said.append("hit frequency and outcomes exclude envy pays")
        if alive is not None:
            said.append("a folded bonus earns no envy; best strategy of the ante")
        elif not self.game.bet(found.bet).survives(terms.options):
            said.append("placed without an ante, so that nothing is folded")
        return found, said

    def hands_by_event(self, bet: str) -> tuple[int, ...]:
        """How many hands bring each event of a bet's pay table."""
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
        sizes = self._sizes(stakes, prices.units)
        chosen = best(counts, prices, of.choices, in_parts(prices, sizes)[0])
        later = stakes.get(of.head, 0) * added(of.choices, shares(counts, of.choices, chosen))
        has_envy = any(bet in terms.pay and terms.pay[bet].has("envy") for bet in stakes)
        return Together(
            dict(stakes),
            joint(counts, prices, of.choices, tuple(sizes), chosen),
            sizes,
            tables_of(terms, sizes),
            sum(stakes.values()) + later,
            assumptions=("envy is left out",) if has_envy else (),
        )

    def _column(self, stakes: Mapping[str, int]) -> str:
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

    def _sizes(self, stakes: Mapping[str, int], known: Mapping[str, object]) -> dict[str, int]:
        """The stakes with those of later bets and awards, where what they belong to is staked."""
        sizes = dict(stakes)
        for key in known:
            bet = self.game.bet(key)
            on = self.game.head_of(key)
            if bet.placed is not Placed.BEFORE_THE_DEAL and on in stakes:
                sizes[key] = stakes[on]
        return sizes

    def strategy(self, terms: Terms) -> Strategy:
        """The best strategy of the base game."""
        return strategy(self.of, terms)

    def advice(self, terms: Terms, known: Situation, conditions: Conditions) -> Advice:
        """What each choice is worth; without stakes, of the base game per unit of its head."""
        self._check(known)
        of, held = self.of, known.held
        up = () if known.up is None else (known.up,)
        pays = pays_of(self.game, of.rules, terms)
        ways = weighed(of.rules, held, up, known.seen, self.game.dealer_cards, pays)
        units = {bet: Fraction(won, ways.number) for bet, won in ways.units.items()}
        for bet in of.metered(terms):
            nets = net_by_event(terms.pay[bet], terms, conditions, by_table)
            units[bet] = nets[ask(of.rules.events[bet].rule, held)]
        sizes = self._sizes(known.stakes or of.base, units)
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

    def _check(self, known: Situation) -> None:
        game = self.game
        if known.said:
            raise Malformed(
                f"{game.key} has no blackjack words: leave --said out", code="said.unknown"
            )
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
                f"{game.key} is played with a card of the {game.dealer} up: expected --up",
                code="up.missing",
            )
        shown = () if known.up is None else (known.up,)
        check_cards({"--cards": known.held, "--up": shown, "--seen": known.seen})
        if DECK - len(known.held) - len(known.seen) < game.dealer_cards:
            raise Refused(
                f"{len(known.seen)} seen cards are too many: the {game.dealer} needs"
                f" {game.dealer_cards}",
                code="seen.many",
            )

    def is_shared(self, bet: str) -> bool:
        """Whether what a bet wins depends on the dealer's cards."""
        return self.of.shared(bet)


def _share_played(of: Declared, taken: Sequence[Fraction]) -> Fraction:
    every = zip(of.choices, taken, strict=True)
    return sum((share for each, share in every if not each.folds), Fraction(0))
