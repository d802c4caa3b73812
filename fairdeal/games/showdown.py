"""Two hands against each other, when the dealer's must be good enough to play."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from fairdeal.games import kinds
from fairdeal.games.layout import Game, Placed
from fairdeal.games.round import Round, Seat
from fairdeal.games.terms import Terms
from fairdeal.rule import rule


class Showdown(IntEnum):
    """How a hand that stayed in fares against the dealer's."""

    DEALER_OUT = 0
    WON = 1
    LOST = 2
    TIED = 3


@rule
def qualifies(dealer: int, qualifying: int) -> bool:
    """Whether the dealer's strength is enough to play."""
    return dealer >= qualifying


@rule
def showdown(player: int, dealer: int, qualifying: int) -> int:
    """Compare two strengths, if the dealer's is enough to play."""
    if not qualifies(dealer, qualifying):
        return Showdown.DEALER_OUT
    if player > dealer:
        return Showdown.WON
    if player < dealer:
        return Showdown.LOST
    return Showdown.TIED


def columns_of(game: Game, rules: kinds.Kind) -> dict[str, tuple[str, str]]:
    """For each field of the pays that the rule takes, the bet and the column it stands for."""
    known = {
        (bet.key if column.key == "pays" else column.key).replace("-", "_"): (bet.key, column.key)
        for bet in game.bets
        for column in bet.columns
    }
    return {field: known[field] for field in kinds.forms_of(rules.settle).pays._fields}


def pays_of(game: Game, rules: kinds.Kind, terms: Terms) -> Any:
    """The pay tables in force, as the rule takes them."""
    columns = columns_of(game, rules).values()
    pays = kinds.forms_of(rules.settle).pays
    return pays(*(terms.pay[bet].units(column) for bet, column in columns))


def events_of(rules: kinds.Kind, played: Round, seat: Seat) -> Any:
    """What the cards are for the bets that pay tables settle, as the rule takes it."""
    events = kinds.forms_of(rules.settle).events
    keys = (field.replace("_", "-") for field in events._fields)
    return events(*(event_of(rules, played, seat, key) for key in keys))


def event_of(rules: kinds.Kind, played: Round, seat: Seat, bet: str) -> int:
    """What the cards are for a bet that a pay table settles."""
    event, hand = rules.events[bet], (*seat.cards, *played.board)
    cards = {kinds.Of.OWN: seat.cards, kinds.Of.HAND: hand}
    return kinds.ask(event.rule, cards.get(event.of, (*hand, *played.dealer)))


def given_up(game: Game, key: str, options: Mapping[str, str]) -> int | None:
    """Units that a bet wins when the hand is given up; None where it is settled as if it were not.

    A bet that lay there before the deal is lost; what the decision would have placed was not.
    """
    bet = game.bet(key)
    if bet.survives(options):
        return None
    return -bet.parts if bet.placed is Placed.BEFORE_THE_DEAL else 0


def net_units(played: Round, seat: Seat, rules: kinds.Kind) -> dict[str, int]:
    """Units that each bet of the rule wins for a seat, folded or not."""
    game, board = played.game, played.board
    dealer = (*played.dealer, *board)
    result = rules.settle(
        kinds.ask(rules.player.rule, (*seat.cards, *board)),
        kinds.ask(rules.dealer.rule, dealer) if rules.dealer else 0,
        events_of(rules, played, seat),
        pays_of(game, rules, played.terms),
    )
    found = {}
    for field, units in zip(result._fields, result, strict=True):
        key = field.replace("_", "-")
        lost = given_up(game, key, played.terms.options) if seat.folded else None
        found[key] = units if lost is None else lost
    return found
