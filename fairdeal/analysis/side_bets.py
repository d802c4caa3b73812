"""What solvers of any kind of game share: the bets of the layout, and figures of side bets."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from fairdeal import money
from fairdeal.analysis.conditions import Conditions
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.envy import envy, hands_in_action, others_printed
from fairdeal.analysis.figures import Figure
from fairdeal.analysis.paid import paid_figure
from fairdeal.analysis.progressive import progressive
from fairdeal.analysis.solver import Case
from fairdeal.analysis.solvers.declared import Bets, Declared
from fairdeal.errors import Refused
from fairdeal.games.layout import Game, Placed
from fairdeal.games.paytable import Others
from fairdeal.games.terms import Terms


@dataclass(frozen=True)
class Derived:
    """A solver that reads the bets of its game off the declaration."""

    of: Bets

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

    @property
    def charted(self) -> str:
        """Empty: no bet has a chart of its own."""
        return ""

    def chart(self, terms: Terms, *, in_full: bool = True) -> None:
        """None: no bet has a chart of its own."""

    def cases(self) -> list[Case]:
        """The bets that a player places before the deal, in the order of the layout."""
        of = self.of
        return [
            Case(bet.key, bet.key if bet.columns else of.decided_by if bet.key in of.base else "")
            for bet in of.game.bets
            if bet.placed is Placed.BEFORE_THE_DEAL
        ]


def sizes_of(of: Bets, stakes: Mapping[str, int], known: Iterable[str]) -> dict[str, int]:
    """The stakes with those of later bets and awards, where what they belong to is staked."""
    sizes = dict(stakes)
    for key in known:
        on = of.game.head_of(key)
        if of.game.bet(key).placed is not Placed.BEFORE_THE_DEAL and on in stakes:
            sizes[key] = stakes[on]
    return sizes


def side_figure(
    of: Bets,
    bet: str,
    terms: Terms,
    conditions: Conditions,
    hands_by_event: Callable[[str], tuple[int, ...]],
    outcomes: Callable[[str, Terms, Conditions, bool], Distribution],
) -> Figure:
    """A bet beside the base game, from how many hands bring each event.

    *outcomes* says what it wins over every deal, where its events alone do not decide: the dealer's
    hand may count, and where the base game is compulsory, a fold may forfeit the bet.
    """
    table, said = terms.pay.get(bet), list[str]()
    required = of.game.bet(of.head).is_required(terms.options)
    may_fold = required and of.game.has_fold and not of.game.bet(bet).survives(terms.options)
    nets = of.events_paid(bet, terms, conditions)
    if nets is None or table is None:
        return settled_figure(of, bet, terms, outcomes(bet, terms, conditions, may_fold), may_fold)
    if table.by_meter and bet in of.bets:
        raise Refused(
            f"{bet} of {of.game.key} has no exact figures: it pays a meter, and"
            f" {of.rules.settle.__name__} settles it",
            code="game.unsolved",
        )
    hands = hands_by_event(bet)
    found = paid_figure(bet, table, nets, hands)
    if may_fold:
        found = replace(found, outcomes=outcomes(bet, terms, conditions, may_fold))
        said.append(f"best strategy of the {of.head}; a fold forfeits the bet")
    if table.others:
        if not isinstance(of, Declared):
            raise Refused(
                f"{bet} of {of.game.key} has no exact figures: it pays for other players' hands,"
                " and cards are shared",
                code="game.unsolved",
            )
        found, more = _with_envy(of, found, table.others, terms, conditions)
        said += more
    if table.by_meter:
        shown = [f"{key} {money.show(cents)}" for key, cents in conditions.meters.items()]
        at = ", ".join(shown) + ", others at reset" if shown else "reset"
        said.append(f"meters at {at}")
        run = progressive(bet, hands, terms).long_run
        found = replace(found, more={"long_run_house_edge": 1 - run})
    return replace(found, assumptions=tuple(said))


def settled_figure(
    of: Bets, bet: str, terms: Terms, outcomes: Distribution, may_fold: bool
) -> Figure:
    """A bet beside the base game that the dealer's hand decides as well."""
    table = terms.pay.get(bet)
    if table and (table.others or table.by_meter):
        what = "other players' hands" if table.others else "a meter"
        raise Refused(
            f"{bet} of {of.game.key} has no exact figures: it pays for {what}, and more than its"
            " own events decides it",
            code="game.unsolved",
        )
    said = f"best strategy of the {of.head}; a fold forfeits the bet"
    return Figure(
        bet=bet,
        pay_table=table.name if table else None,
        per="stake",
        priced_by=bet if table else "",
        outcomes=outcomes,
        assumptions=(said,) if may_fold else (),
        reading=table.reading if table else "",
    )


def _with_envy(
    of: Declared, found: Figure, whose: Others, terms: Terms, conditions: Conditions
) -> tuple[Figure, list[str]]:
    bet = of.game.bet(found.bet)
    table, stake, others = terms.pay[bet.key], conditions.stake_cents, conditions.others
    alive = hands_in_action(of, bet.key, terms)
    if others is None:
        others = others_printed(of, found.outcomes, table, stake)
    more = envy(of, table, others, stake, alive)
    found = replace(
        found,
        others=others,
        added=more.mean,
        added_variance=more.variance,
        more={"envy": more.mean, "house_edge_without_envy": found.outcomes.house_edge},
    )
    players = whose.called(terms.options).removesuffix("s" if others == 1 else "")
    said = [f"{others} {players} and a {bet.name} bet of {money.show(stake)}"]
    said.append("hit frequency and outcomes exclude envy pays")
    if alive is not None:
        said.append(f"a folded {bet.name} earns no envy; best strategy of the {of.head}")
    elif not bet.survives(terms.options):
        said.append(f"placed without an {of.head}, so that nothing is folded")
    return found, said
