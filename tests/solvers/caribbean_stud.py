"""Caribbean Stud as its public rules have it: five cards each, one of the dealer's up."""

from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import ACE, KING
from fairdeal.games.kinds import Event, Of, Showdown, Strength
from fairdeal.games.layout import (
    FOLD,
    Act,
    Bet,
    Choice,
    Document,
    Game,
    Pass,
    Placed,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, paid
from fairdeal.games.sheets import sheets_of
from fairdeal.games.terms import Terms, terms
from fairdeal.hands import poker
from fairdeal.rule import rule

ACE_KING: Final = ACE << 16 | KING << 12


class Result(NamedTuple):
    """Units won by each bet."""

    ante: int
    call: int


class Events(NamedTuple):
    """What the player's cards are."""

    call: int


class Pays(NamedTuple):
    """What each event pays."""

    call: tuple[int, ...]


class Called(IntEnum):
    """What the call bet pays for, worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


@rule
def called_event(cards: tuple[int, ...]) -> int:
    return poker.category(poker.strength_of(cards))


@rule
def settle_call(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    if dealer < ACE_KING:
        return Result(1, 0)
    if player > dealer:
        return Result(1, paid(pays.call, events.call))
    if player < dealer:
        return Result(-1, -1)
    return Result(0, 0)


SHOWDOWN: Final = Showdown(
    settle=settle_call,
    player=Strength(poker.strength_of, flush=5),
    dealer=Strength(poker.strength_of, flush=5),
    events={"call": Event(called_event, Of.OWN)},
)

GAME: Final = Game(
    key="caribbean-stud",
    name="Caribbean Stud",
    text="Five cards against a dealer who needs ace and king",
    document=Document(maker="", title="public rules", date=""),
    bets=(
        Bet(key="ante", name="ante", text="against the dealer's hand", required=True),
        Bet(
            key="call",
            name="call",
            text="twice the ante, paid by the hand",
            placed=Placed.BY_DECISION,
            columns=(Column(events=Called, lowest=Called.HIGH_CARD),),
        ),
    ),
    spots=("ante", "call"),
    player_cards=5,
    dealer_cards=5,
    procedures={
        "machine": (
            Step(
                act=Act.DEAL,
                text="Five cards each, the dealer's last one up",
                passes=(Pass(Who.SEATS, "ddddd"), Pass(Who.DEALER, "ddddu")),
            ),
            Step(
                act=Act.DECIDE,
                text="Call or fold",
                choices=(
                    Choice(word="call", told="called", bet="call", of="ante", times=2),
                    Choice(word=FOLD, told="folded"),
                ),
                default=FOLD,
            ),
        )
    },
    stages=(),
    irregularities=(),
    seats=7,
)


def usual(**pays: int) -> Terms:
    """The pay table that nearly all houses use, or one with some other lines."""
    odds = dict(zip(Called, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True))
    lines = [
        [each.name.lower().replace("_", "-"), f"{pays.get(each.name.lower(), odds[each])} to 1"]
        for each in reversed(Called)
    ]
    content = {"call": {"default": "usual", "usual": {"place": "felt", "pays": lines}}}
    return terms(GAME, sheets=sheets_of(GAME, content))
