"""The places for bets at one's own seat."""

from collections.abc import Iterator

from fairdeal import money
from fairdeal.games import reasons
from fairdeal.games.layout import Bet, Game, Placed
from fairdeal.games.sheets import approved
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Spot
from fairdeal.web.naming import capital, span, title


def spots(felt: Felt) -> Iterator[Spot]:
    """From left to right, as the game's declaration has them."""
    offered = [key for key in felt.game.spots if _is_offered(felt, felt.game.bet(key))]
    settled = felt.lines_by_bet(felt.own) if felt.own else {}
    bets = felt.bets(felt.own) if felt.own else {}
    placed = bets if felt.view.round and felt.view.round.betting else {}
    for place, key in enumerate(offered):
        bet, lines, limit = felt.game.bet(key), settled.get(key), felt.setup.limits.get(key)
        before = felt.game.bet(offered[place - 1]) if place else None
        is_before_the_deal = bet.placed is Placed.BEFORE_THE_DEAL
        is_by_decision = bet.placed is Placed.BY_DECISION
        yield Spot(
            key,
            title(bet.name),
            is_before_the_deal and not bet.is_required(felt.setup.options),
            span(limit) if limit else "",
            bets.get(key, sum(line.stake_cents for line in lines or ())),
            sum(line.net_cents for line in lines) if lines else None,
            "; ".join(reasons.short(line.reason) for line in lines or ()),
            before is not None and _are_equal(felt.game, before, bet),
            is_by_decision,
            [*settled].index(key) if lines else None,
            bet.equals if is_before_the_deal else "",
            placed.get(key, 0),
            legend=capital("; ".join(felt.game.legends_of(key))),
            lammer=lammer(felt, bet) if bets.get(key) else "",
            when=_when_decided(felt) if is_by_decision else "",
            awards=tuple(_awards(felt, bet)),
        )


def _when_decided(felt: Felt) -> str:
    """When a bet that a decision places can be placed, or what it costs now."""
    now = felt.view.round
    if not felt.own or not now or now.betting or now.over or not felt.bets(felt.own):
        return "after the deal"
    if costs := sorted({each.cents for each in felt.view.choices if each.cents > 0}):
        return f"{' to '.join(map(money.show, dict.fromkeys((costs[0], costs[-1]))))} more"
    return "" if felt.decisions(felt.own) else "on your turn"


def _awards(felt: Felt, bet: Bet) -> Iterator[tuple[str, int]]:
    """The awards that ride on a bet and were paid, each by what its name adds to the bet's."""
    for award in (each for each in felt.game.bets if each.rides_on == bet.key):
        mine = felt.own, award.key
        cents = sum(line.net_cents for line in felt.settled() if (line.seat, line.bet) == mine)
        if cents:
            yield title(award.name.removeprefix(f"{bet.name} ")), cents


def lammer(felt: Felt, bet: Bet) -> str:
    """The lammer that marks a bet at this table, by its name; empty where none does."""
    table = felt.setup.pay_tables.get(bet.key, "")
    has = bet.lammer and approved(felt.game).tables[bet.key][table].has(bet.lammer)
    return bet.lammer if has else ""


def _is_offered(felt: Felt, bet: Bet) -> bool:
    limits = felt.setup.limits
    return bet.key in limits or felt.game.head_of(bet.key) in limits


def _are_equal(game: Game, before: Bet, bet: Bet) -> bool:
    """Whether a bet has the amount of the one on its left, or both have that of a third."""
    measure = _equals(game, bet)
    return bool(measure) and measure in (before.key, _equals(game, before))


def _equals(game: Game, bet: Bet) -> str:
    """The bet whose amount a bet must have, whether before the deal or by decision."""
    raises = game.raises(bet.key)
    follows = raises[0].of if {choice.times for choice in raises} == {1} else ""
    return bet.equals or follows
