"""Par figures of every bet of a game under given pay tables and options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from fairdeal import money
from fairdeal.analysis import (
    ags_3_card,
    napa_three_card_poker,
    three_card_fury,
    three_card_poker,
    three_way_action,
)
from fairdeal.analysis.conditions import AT_RESET, Conditions, net_by_event
from fairdeal.analysis.distribution import Distribution
from fairdeal.analysis.envy import envy, hands_in_action
from fairdeal.analysis.figures import Figure, Line
from fairdeal.analysis.play_or_fold.decisions import best, distribution, share_played
from fairdeal.analysis.play_or_fold.model import Model, SideBet
from fairdeal.analysis.printed import Printed
from fairdeal.analysis.published import printed
from fairdeal.analysis.stax import progressive
from fairdeal.errors import Malformed
from fairdeal.games.layout import Game, Placed
from fairdeal.games.paytable import PayTable, Unit
from fairdeal.games.sheets import Sheets
from fairdeal.games.terms import Terms
from fairdeal.games.three_card_poker import ENVY_HANDS, OTHERS

MODELS: Mapping[str, Model] = {
    each.MODEL.game.key: each.MODEL
    for each in (three_card_poker, napa_three_card_poker, ags_3_card, three_card_fury)
}
"""The games in which a player plays or folds."""


@dataclass(frozen=True)
class Case:
    """A bet, and the bet whose pay table decides it."""

    bet: str
    priced_by: str
    """Empty when no pay table decides."""


def cases(game: Game) -> list[Case]:
    """The bets of a game that have figures, in the order of the layout."""
    if game.key not in MODELS:
        return [Case(bet.key, bet.key if bet.columns else "") for bet in game.bets]
    model = MODELS[game.key]
    placed = [bet for bet in game.bets if bet.placed is Placed.BEFORE_THE_DEAL]
    return [Case(b.key, model.decided_by if b.key == "ante" else b.key) for b in placed]


def chosen_cases(game: Game, bet: str | None) -> list[Case]:
    """All of them, or the one of a bet."""
    every = cases(game)
    if bet is None:
        return every
    known = {case.bet: case for case in every}
    if bet.lower() not in known:
        part = game.bet(bet.lower())
        whole = part.equals or part.rides_on
        raise Malformed(
            f"{bet} of {game.key} has no figure of its own: it is counted in {whole}",
            code="bet.unknown",
        )
    return [known[bet.lower()]]


def figures(
    game: Game, sheets: Sheets, terms: Terms, asked: list[Case], conditions: Conditions
) -> Iterator[Figure]:
    """The figures of the bets under every pay table that decides them."""
    for case in asked:
        if not case.priced_by:
            yield figure(game, case.bet, terms, conditions)
            continue
        for table in sheets.tables[case.priced_by].values():
            pay = {**terms.pay, case.priced_by: table.under(terms.options)}
            found = figure(game, case.bet, replace(terms, pay=pay), conditions, sheets)
            yield replace(found, otherwise=_otherwise(game, case, table, terms, conditions))


def _otherwise(
    game: Game, case: Case, table: PayTable, terms: Terms, conditions: Conditions
) -> dict[str, Fraction]:
    """The house edge under each other reading of the pay table."""
    edges = {}
    for option in game.options:
        for value in option.values:
            read = table.under({**terms.options, option.key: value})
            if read is not table.under(terms.options):
                pay = {**terms.pay, case.priced_by: read}
                found = figure(game, case.bet, replace(terms, pay=pay), conditions)
                edges[f"{option.key}={value}"] = found.house_edge
    return edges


def figure(
    game: Game,
    bet: str,
    terms: Terms,
    conditions: Conditions = AT_RESET,
    sheets: Sheets | None = None,
) -> Figure:
    """The figure of one bet under the terms; *sheets* hold what is printed of combinations."""
    if game.key not in MODELS and bet in terms.pay:
        found = _paid_figure(bet, terms, three_way_action.BONUS, conditions)
    elif game.key not in MODELS:
        found = three_way_action.figure(bet, terms)
    else:
        model = MODELS[game.key]
        if bet in model.base:
            found = _base_figure(model, bet, terms, conditions)
        else:
            found = _side_figure(model, bet, terms, conditions)
    defaults = {option.key: option.default for option in game.options}
    if conditions != AT_RESET or terms.options != defaults:
        return found  # what is printed was meant for other circumstances
    decides = MODELS[game.key].decided_by if bet == "ante" else bet
    return replace(found, printed=tuple(printed(found, decides, terms, sheets)))


def _base_figure(model: Model, bet: str, terms: Terms, conditions: Conditions) -> Figure:
    """The ante with everything that belongs to it, or one compulsory bet alone."""
    where = model.where()
    prices = model.prices(where, terms, conditions)
    plays = best(where, prices, model.base)
    whole = bet == "ante"
    stakes = model.base if whole else {bet: 1}
    before = sum(1 for key in model.base if model.game.bet(key).placed is Placed.BEFORE_THE_DEAL)
    table = terms.pay[model.decided_by] if model.decided_by else None
    return Figure(
        bet=bet,
        pay_table=table.name if table else None,
        per="ante" if whole else "stake",
        priced_by=model.decided_by,
        outcomes=distribution(where, prices, stakes, plays),
        wagered=before + share_played(where, plays) if whole else None,
        assumptions=("best strategy",),
        reading=table.reading if table else "",
        more={"share_played": share_played(where, plays)} if whole else {},
    )


def _side_figure(model: Model, bet: str, terms: Terms, conditions: Conditions) -> Figure:
    """A bet beside the ante; where the ante is compulsory, a fold may forfeit it."""
    found = _paid_figure(bet, terms, model.side_bets[bet], conditions)
    table, said = terms.pay[bet], []
    ante = model.game.bet("ante").is_required(terms.options)
    if ante and not model.game.bet(bet).survives(terms.options):
        where = model.where()
        prices = model.prices(where, terms, conditions)
        plays = best(where, prices, model.base)
        found = replace(found, outcomes=distribution(where, prices, {bet: 1}, plays))
        said.append("best strategy of the ante; a fold forfeits the bet")
    if table.has("envy"):
        found, more = _with_envy(found, model, terms, conditions)
        said += more
    if any(pay.unit is Unit.METER for pay in table.pays["pays"]):
        shown = [f"{key} {money.show(cents)}" for key, cents in conditions.meters.items()]
        said.append("meters at " + (", ".join(shown) + ", others at reset" if shown else "reset"))
        found = replace(found, more={"long_run_house_edge": 1 - progressive(terms).long_run})
    return replace(found, assumptions=tuple(said))


def _paid_figure(bet: str, terms: Terms, side: SideBet, conditions: Conditions) -> Figure:
    """A bet that a pay table settles by what the cards are."""
    table, hands = terms.pay[bet], side.hands()
    nets = net_by_event(table, terms, conditions, side.settle)
    return Figure(
        bet=bet,
        pay_table=table.name,
        per="stake",
        priced_by=bet,
        outcomes=Distribution.of(zip(nets, hands, strict=True)),
        lines=tuple(lines_of(table, hands)),
        hands=sum(hands),
        reading=table.reading,
    )


def _with_envy(
    found: Figure, model: Model, terms: Terms, conditions: Conditions
) -> tuple[Figure, list[str]]:
    table, stake, others = terms.pay["bonus"], conditions.stake_cents, conditions.others
    alive = hands_in_action(terms)
    if others is None:
        others = others_printed(found.outcomes, table, model.game.seats, stake)
    added = envy(table, others, stake, alive)
    found = replace(
        found,
        added=added.mean,
        added_variance=added.variance,
        more={"envy": added.mean, "house_edge_without_envy": found.outcomes.house_edge},
    )
    players = OTHERS[terms.option(ENVY_HANDS)].removesuffix("s" if others == 1 else "")
    said = [f"{others} {players} and a bonus bet of {money.show(stake)}"]
    said.append("hit frequency and outcomes exclude envy pays")
    if alive is not None:
        said.append("a folded bonus earns no envy; best strategy of the ante")
    elif not model.game.bet("bonus").survives(terms.options):
        said.append("placed without an ante, so that nothing is folded")
    return found, said


def others_printed(own: Distribution, table: PayTable, seats: int, stake_cents: int) -> int:
    """The number of other players for which the printed house advantage holds, else a full table.

    The document does not say what it assumes; trying every number finds it.
    """
    text = table.published.get("house-advantage")
    for others in range(seats if text else 0):
        edge = own.house_edge - envy(table, others, stake_cents).mean
        if Printed(what="", text=str(text), exact=edge).agrees:
            return others
    return seats - 1


def lines_of(table: PayTable, hands: tuple[int, ...]) -> Iterator[Line]:
    """The lines of a table with the number of hands that each pays."""
    column = next(each for each in table.columns if each.key == "pays")
    printed = table.printed["pays"]
    for event in printed:
        paid_as = [e for e in column.events if column.paid_as(e, printed) == event]
        yield Line(
            event=column.name(event),
            pays=str(table.pays["pays"][event]),
            ways=sum(hands[each] for each in paid_as),
        )
