"""One card each and nothing to decide: a game with neither choices nor pay tables."""

from typing import Final, NamedTuple

from fairdeal.cards import rank_of
from fairdeal.games import practice
from fairdeal.games.kinds import Showdown, Strength
from fairdeal.games.layout import (
    Act,
    Bet,
    Decides,
    Direction,
    Document,
    Game,
    Pass,
    Stage,
    Step,
    Who,
)
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import words


class Nothing(NamedTuple):
    """No bet has a pay table."""


class Result(NamedTuple):
    """Stakes won."""

    cut: int


def rank(card: int) -> int:
    """The rank of the one card."""
    return rank_of(card)


def settle_seat(player: int, dealer: int, events: Nothing, pays: Nothing) -> Result:
    """The higher card wins."""
    return Result((player > dealer) - (player < dealer))


GAME: Final = Game(
    key="bare-cut",
    name="Bare Cut",
    text="The higher card wins",
    package="tests.small_games",
    document=Document("Fairdeal", "Tests", "2026"),
    spots=("cut",),
    player_cards=1,
    dealer_cards=1,
    seats=6,
    bets=(
        Bet(
            key="cut",
            name="cut",
            text="your card against the dealer's",
            decided_by=Decides.DEALER,
            pays="1 to 1 if your card is higher; a tie is a push",
        ),
    ),
    stages=(Stage("hands", "Settle each seat", ("cut",), Direction.LEFT_TO_RIGHT),),
    procedures={
        "hand": (
            Step(act=Act.BET, text="Wait for the bets"),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="Deal a card to each seat and to the dealer",
                passes=(Pass(Who.SEATS, "d"), Pass(Who.DEALER, "d")),
            ),
            Step(
                act=Act.REVEAL,
                text="Turn the dealer's card",
                calls=("Dealer has",),
                turns=(Who.DEALER,),
            ),
            Step(act=Act.SETTLE, text="Settle each seat", turns=(Who.SEATS,), stages=("hands",)),
            practice.CLEAR,
        ),
    },
    irregularities=(practice.FOULED_DECK,),
)

SETTLEMENT: Final = settlement(
    GAME,
    Showdown(settle=settle_seat, player=Strength(rank), dealer=Strength(rank)),
    Words(lambda strength: words.ONE[strength]),
)
