"""A game as one object: it settles, counts, advises, sweeps, designs and copies itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairdeal import extras, games
from fairdeal.errors import Malformed, did_you_mean
from fairdeal.front import arguments
from fairdeal.front.arguments import Amounts, Card, Cards, Dollars, Number, Pays, SeatLike
from fairdeal.front.chosen import Chosen
from fairdeal.front.results import (
    Advice,
    Figure,
    Figures,
    ParSheet,
    Settled,
    Simulation,
    Together,
    grown,
)
from fairdeal.games import referee
from fairdeal.games.round import Round
from fairdeal.games.variant import parse_change
from fairdeal.players.simulation import simulate
from fairdeal.players.strategies import check_strategy

if TYPE_CHECKING:
    from fairdeal.analysis.conditions import Conditions
    from fairdeal.front.counted import Designs, Strategy, Sweep


class Game(Chosen):
    """A game under the pay tables and options of a house; it never changes.

    >>> import fairdeal as fd
    >>> fd.Game("three-card-poker", pay={"pair-plus": "C"})
    <Game three-card-poker pair-plus=C>

    *pay* names pay tables by bet, or is the name of a combination such as ``"TCP-07"``; what is not
    named has its default.  *tables* is a TOML file of your own pay tables.
    """

    __slots__ = ()

    def settle(
        self,
        dealer: Cards | None,
        *seats: SeatLike,
        board: Cards | None = None,
        bank: Dollars | None = None,
        meters: Amounts | None = None,
    ) -> Settled:
        """Settle a round: every bet, what it won or lost, and why.

        A seat is its cards, its bets in dollars and its decisions: a text, or a tuple such as
        ``("Qs 7h 3d", {"ante": 10}, "play")``.  *bank* is what a player/dealer has posted; without
        it every bet is covered.

        >>> import fairdeal as fd
        >>> g = fd.Game("three-card-poker")
        >>> round = g.settle("Jc 9s 2h", "Qs 7h 3d | ante=10 pair-plus=5 | play")
        >>> round
        <Settled three-card-poker: seat 1 +$5>
        >>> round[2]
        <Row seat 1 ante +$10: dealer does not qualify (jack high): ante wins 1 to 1>
        """
        played = Round(
            self.declared,
            self.terms,
            arguments.hand_if_any("dealer", dealer),
            tuple(arguments.seat(number, each) for number, each in enumerate(seats, 1)),
            None if bank is None else arguments.cents("bank", bank),
            arguments.amounts_if_any("meters", "meter", meters),
            board=arguments.hand_if_any("board", board),
        )
        return Settled(played, tuple(referee.settle(played)))

    def edge(
        self,
        bet: str,
        *,
        others: int | None = None,
        meters: Amounts | None = None,
        stake: Dollars = 1,
    ) -> Fraction:
        """The exact house edge of a bet: what a player loses on average per unit.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").change({"pair-plus.flush": 3}).edge("pair-plus")
        Fraction(402, 5525)
        """
        return self.figure(bet, others=others, meters=meters, stake=stake).house_edge

    def figure(
        self,
        bet: str,
        *,
        others: int | None = None,
        meters: Amounts | None = None,
        stake: Dollars = 1,
    ) -> Figure:
        """Everything that is known of a bet: edge, hit frequency, variance, outcomes.

        *others* is how many other players' hands earn envy for a bonus bet of *stake* dollars;
        *meters* are what progressive meters show.

        >>> import fairdeal as fd
        >>> figure = fd.Game("three-card-poker", pay={"pair-plus": "D"}).figure("pair-plus")
        >>> figure
        <Figure pair-plus D: house edge 402/5525, 7.2760 %>
        >>> figure.hit_frequency, figure.outcomes.probability(lambda net: net >= 30)
        (Fraction(283, 1105), Fraction(1, 221))
        """
        extras.need("Game.figure", "analysis")
        from fairdeal.analysis.par import chosen_cases, figure

        [case] = chosen_cases(self.declared, arguments.key("bet", bet))
        conditions = self._conditions(others, meters, stake)
        found = figure(self.declared, case.bet, self.terms, conditions, self._sheets)
        return grown(Figure, found, game=self.declared, terms=self.terms)

    def figures(
        self,
        *,
        others: int | None = None,
        meters: Amounts | None = None,
        stake: Dollars = 1,
    ) -> Figures:
        """The figures of every bet, by bet.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").figures()
        <Figures three-card-poker: ante, pair-plus, bonus>
        """
        extras.need("Game.figures", "analysis")
        from fairdeal.analysis.par import cases

        found = {
            case.bet: self.figure(case.bet, others=others, meters=meters, stake=stake)
            for case in cases(self.declared)
        }
        return Figures(self.declared, self.terms, found)

    def sweep(
        self,
        bet: str,
        pays: Mapping[str, Pays | Iterable[Pays]],
        *,
        progress: Callable[[float], None] | None = None,
    ) -> "Sweep":
        """The figures of a bet for every combination of what some rows may pay.

        >>> import fairdeal as fd
        >>> sweep = fd.Game("three-card-poker").sweep("pair-plus", {"pair-plus.flush": range(2, 5)})
        >>> sweep
        <Sweep pair-plus: 3 variants, house edge 2.3167 % to 12.2353 %>
        >>> [variant.figure.house_edge for variant in sweep]
        [Fraction(52, 425), Fraction(402, 5525), Fraction(128, 5525)]
        """
        extras.need("Game.sweep", "analysis")
        from fairdeal.analysis.sweep import sweep
        from fairdeal.front.counted import Sweep

        every = arguments.named("pays", pays, '{"pair-plus.flush": [3, 4]}')
        axes = [
            [parse_change(self.declared, f"{row}={text}") for text in arguments.pays(row, may)]
            for row, may in every.items()
        ]
        if not axes:
            raise Malformed(
                "nothing varies: give rows and what they may pay, as in"
                " {'pair-plus.flush': range(3, 6)}",
                code="sweep.nothing",
            )
        bet, told = arguments.key("bet", bet), arguments.progress(progress)
        found = sweep(self.declared, self._sheets, self.terms, axes, bet, progress=told)
        return Sweep(bet, tuple(found))

    def together(
        self,
        bets: Amounts,
        *,
        others: int | None = None,
        meters: Amounts | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> Together:
        """Bets that one player places together, in dollars: what all of them win and cost.

        >>> import fairdeal as fd
        >>> together = fd.Game("three-card-poker").together({"ante": 10, "pair-plus": 5})
        >>> together
        <Together ante=10 pair-plus=5: expected loss $0.45, exact, over every deal>
        >>> together.loss_cents, together.covariance("ante", "pair-plus")
        (Fraction(23062905, 508963), Fraction(12902398291, 14060102875))
        """
        extras.need("Game.together", "analysis")
        from fairdeal.analysis.registry import solver_of

        stakes, told = arguments.amounts("bets", "bet", bets), arguments.progress(progress)
        referee.check_bets(self.declared, self.terms, stakes)
        conditions = self._conditions(others, meters)
        found = solver_of(self.declared).together(self.terms, stakes, conditions, told)
        return grown(Together, found, game=self.declared, terms=self.terms)

    def strategy(self) -> "Strategy":
        """The best strategy of the base game.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").strategy().text
        'Play Q-6-4 and better (67.42 %); fold Q-6-3 and below (32.58 %).'
        """
        extras.need("Game.strategy", "analysis")
        from fairdeal.analysis.registry import solver_of
        from fairdeal.front.counted import Strategy

        solver = solver_of(self.declared)
        best, opening = solver.strategy(self.terms), solver.opening(self.terms)
        chart = solver.chart(self.terms, in_full=False)
        return Strategy(self.declared, self.terms, best, chart, opening)

    def advise(
        self,
        hand: Cards,
        *,
        up: Card | None = None,
        board: Cards | None = None,
        seen: Cards | None = None,
        said: str | Iterable[str] | None = None,
        stakes: Amounts | None = None,
        meters: Amounts | None = None,
    ) -> Advice:
        """What each choice is worth with a hand, and which is best.

        *up* is the dealer's card that is face up, *board* the shared cards that are, *seen* are
        other cards that have been seen, and *said* are the decisions so far.  With *stakes* in
        dollars values are dollars, else units.

        >>> import fairdeal as fd
        >>> advice = fd.Game("three-card-poker").advise("Qs 6h 4d")
        >>> advice
        <Advice Qs 6h 4d: play>
        >>> advice.choices["fold"]
        Fraction(-1, 1)
        """
        extras.need("Game.advise", "analysis")
        from fairdeal.analysis.registry import solver_of
        from fairdeal.analysis.solver import Situation

        held, shown = arguments.hand("hand", hand), arguments.card("up", up)
        others = arguments.hand_if_any("seen", seen)
        shared = arguments.hand_if_any("board", board)
        bets = arguments.amounts_if_any("stakes", "bet", stakes)
        if bets:
            referee.check_bets(self.declared, self.terms, bets)
        words = () if said is None else arguments.words("said", said)
        known = Situation(held, shown, others, words, bets, shared)
        found = solver_of(self.declared).advice(self.terms, known, self._conditions(meters=meters))
        up_cards = () if shown is None else (shown,)
        hands = [("hand", held, ""), (self.declared.dealer, up_cards, "up")]
        hands += [("board", shared, ""), ("seen", others, "")]
        return grown(Advice, found, hands=tuple(each for each in hands if each[1]))

    def simulate(
        self,
        bets: Amounts,
        rounds: int,
        *,
        strategy: str = "optimal",
        seed: int = 0,
        progress: Callable[[float], None] | None = None,
    ) -> Simulation:
        """What a player wins by making the same bets every round, dealt from a seed.

        Every round is dealt by the declared procedure and settled by the referee.  *strategy* is
        ``optimal``, ``simple``, ``timid`` or ``random``; only the first needs the analysis.

        >>> import fairdeal as fd
        >>> fd.Game("three-card-poker").simulate({"ante": 10}, 500, strategy="simple", seed=1)
        <Simulation simple: 500 rounds, house edge -0.20 %, standard error 7.41 %>
        """
        check_strategy(arguments.text("strategy", strategy))
        if strategy == "optimal":
            extras.need("Game.simulate", "analysis")
        found = simulate(
            self.declared,
            self.terms,
            arguments.amounts("bets", "bet", bets),
            arguments.whole("rounds", rounds),
            strategy,
            arguments.whole("seed", seed, 0),
            arguments.progress(progress),
        )
        return grown(Simulation, found, game=self.declared)

    def par_sheet(
        self,
        *,
        all_tables: bool = False,
        bets: Amounts | None = None,
        others: int | None = None,
        meters: Amounts | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> ParSheet:
        """The par sheet of the game under the pay tables in force, or under every one of them.

        *bets* in dollars adds what they bring together.

        >>> import fairdeal as fd
        >>> sheet = fd.Game("three-card-poker").par_sheet()
        >>> sheet.as_json()["figures"][0]["house_edge"]["exact"]
        '686689/20358520'
        """
        extras.need("Game.par_sheet", "analysis")
        from fairdeal.analysis.par import cases
        from fairdeal.analysis.sheet import Request, par_sheet

        tables: dict[str, dict[str, Any]] = {
            bet: {table.name: table} for bet, table in self.terms.pay.items()
        }
        if arguments.flag("all_tables", all_tables):
            tables = {bet: {**self.pay_tables(bet), **own} for bet, own in tables.items()}
        stakes = arguments.amounts_if_any("bets", "bet", bets)
        if stakes:
            referee.check_bets(self.declared, self.terms, stakes)
        request = Request(
            self.declared,
            replace(self._sheets, tables=tables),
            self.terms,
            cases(self.declared),
            self._conditions(others, meters),
            stakes,
        )
        return ParSheet(par_sheet(request, arguments.progress(progress)))

    def design(
        self,
        bet: str,
        *,
        edge: tuple[Number, Number],
        hit: tuple[Number, Number] | None = None,
        deviation: tuple[Number, Number] | None = None,
        top: Number | tuple[Number, Number] | None = None,
        rows: Mapping[str, Pays | Iterable[Pays]] | None = None,
        fixed: Mapping[str, Pays] | None = None,
        any_order: bool = False,
        rank: str = "edge",
        most: int = 100,
        progress: Callable[[float], None] | None = None,
    ) -> "Designs":
        """The pay tables of a bet that have wanted figures, among all within bounds.

        Ranges have both ends in them.  *rows* says what rows may pay and *fixed* what they do pay;
        without *rows* every row that is not fixed may pay usual odds.  *rank* is ``edge``,
        ``simple``, ``deviation``, ``hit`` or ``top``.

        >>> import fairdeal as fd
        >>> g = fd.Game("three-card-poker")
        >>> rows = {"three-of-a-kind": "25-35", "straight": range(4, 9), "flush": [3, 4]}
        >>> designs = g.design("pair-plus", edge=(0.03, 0.05), top=40, rows=rows, rank="simple")
        >>> designs
        <Designs pair-plus: 15 of 110 pay tables meet the goal, 15 listed>
        >>> designs.best[0].house_edge, str(designs.best[0].pays["straight"])
        (Fraction(222, 5525), '7 to 1')
        """
        extras.need("Game.design", "analysis")
        from fairdeal.analysis import design as search
        from fairdeal.analysis.search import Rank
        from fairdeal.front.counted import Designs

        share, size = '0.03, "3%" or Fraction(1, 30)', "2.5 or Fraction(5, 2)"

        def wanted(
            name: str, ends: Number | tuple[Number, Number] | None, example: str
        ) -> search.Between | None:
            return None if ends is None else search.Between(*arguments.ends(name, ends, example))

        if arguments.text("rank", rank) not in [*Rank]:
            hint = did_you_mean(rank, Rank)
            raise Malformed(f"rank cannot be {rank!r}: {hint}", code="design.rank")
        every = {} if rows is None else arguments.named("rows", rows, '{"flush": [3, 4]}')
        held = {} if fixed is None else arguments.named("fixed", fixed, '{"flush": 4}')
        found = search.design(
            self.declared,
            arguments.key("bet", bet),
            self.terms,
            search.Goal(
                edge=search.Between(*arguments.ends("edge", edge)),
                hit=wanted("hit", hit, share),
                deviation=wanted("deviation", deviation, size),
                top=wanted("top", top, "40 or Fraction(5, 2)"),
            ),
            rows={row: arguments.pays(row, may) for row, may in every.items()},
            fixed={row: arguments.pay(row, pays) for row, pays in held.items()},
            any_order=arguments.flag("any_order", any_order),
            rank=Rank(rank),
            most=arguments.whole("most", most),
            sheets=self._sheets,
            progress=arguments.progress(progress),
        )
        return grown(Designs, found)

    def _conditions(
        self,
        others: int | None = None,
        meters: Amounts | None = None,
        stake: Dollars = 1,
    ) -> "Conditions":
        from fairdeal.analysis.conditions import Conditions

        found = Conditions(
            None if others is None else arguments.whole("others", others),
            arguments.cents("stake", stake),
            arguments.amounts_if_any("meters", "meter", meters),
        )
        found.check(self.declared, self.terms)
        return found


def list_games() -> tuple[Game, ...]:
    """Every game that is installed, under its default pay tables and options.

    >>> import fairdeal as fd
    >>> fd.list_games()[0]
    <Game three-card-poker>
    """
    return tuple(map(Game, games.GAMES))
