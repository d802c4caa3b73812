"""Caribbean Stud: five cards against the dealer's five, one of which lies face up."""

from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import ACE, KING
from fairdeal.games import practice, rankings
from fairdeal.games.kinds import Event, Showdown, Strength
from fairdeal.games.layout import (
    FOLD,
    Act,
    Bet,
    Choice,
    Decides,
    Direction,
    Document,
    Effect,
    Example,
    Game,
    Irregularity,
    Pass,
    Placed,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, paid
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import poker, words
from fairdeal.rule import rule

ACE_KING: Final = ACE << 16 | KING << 12
"""The weakest strength with which the dealer plays: A-K-4-3-2 is the lowest such hand."""


class Called(IntEnum):
    """What a call that wins is paid for, worst first."""

    PAIR_OR_LESS = 0
    TWO_PAIR = 1
    THREE_OF_A_KIND = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    ROYAL_FLUSH = 8


@rule
def call_event(cards: poker.Cards) -> int:
    """The line on which five cards are paid; below two pair all hands are paid alike."""
    return max(poker.category(poker.strength_of(cards)) - 1, 0)


class Events(NamedTuple):
    """What the player's cards are for the call."""

    call: int


class Pays(NamedTuple):
    """The pay table in force: what each event wins."""

    call: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins (positive) or loses (negative) when the player stays in."""

    ante: int
    call: int


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """Below ace-king the dealer is out: the ante wins and the call pushes."""
    if dealer < ACE_KING:
        return Result(1, 0)
    if player > dealer:
        return Result(1, paid(pays.call, events.call))
    if player < dealer:
        return Result(-1, -1)
    return Result(0, 0)


def called(strength: int) -> str:
    """Five cards as a dealer calls them; without a pair both cards that a qualifier asks for."""
    if poker.category(strength):
        return words.best_five(strength)
    return f"{words.ONE[strength >> 16 & 15]}-{words.ONE[strength >> 12 & 15]} high"


_BEFORE: Final = (
    Step(act=Act.BET, text="Wait for the antes"),
    practice.NO_MORE_BETS,
)

_AFTER: Final = (
    Step(
        act=Act.DECIDE,
        text="From the first seat on, each seat calls for twice its ante, or folds",
        choices=(
            Choice(word="call", told="called", bet="call", of="ante", times=2, instead=FOLD),
            practice.FOLDS,
        ),
        default=FOLD,
    ),
    practice.collect("the antes and the cards"),
    practice.turn_dealer(
        "Dealer qualifies",
        "Dealer does not qualify",
        text="Turn the dealer's four hidden cards and call the hand",
    ),
    practice.settle("ante and call"),
    practice.CLEAR,
)

GAME: Final = Game(
    key="caribbean-stud",
    name="Caribbean Stud",
    text="Five cards against a dealer who needs ace-king, with one card of the dealer's in sight",
    package=__name__,
    document=Document(
        "public rules",
        "Caribbean Stud Poker, rules of play as casinos and gaming commissions publish them",
        "2026",
    ),
    felt="#0f4c5c",
    spots=("ante", "call"),
    player_cards=5,
    dealer_cards=5,
    seats=7,
    ranking=rankings.best_five("public rules", "five cards"),
    qualifier="ace-king",
    legends=(
        "dealer qualifies with ace-king or better",
        "otherwise the call pushes",
    ),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the dealer's hand; it wins when the dealer does not qualify",
            decided_by=Decides.QUALIFIER,
            required=True,
            pays="1 to 1 if you beat the dealer, or if the dealer has less than ace-king; a tie"
            " is a push",
        ),
        Bet(
            key="call",
            name="call",
            text="staying in for twice the ante; a win is paid by the player's hand, and it"
            " pushes when the dealer does not qualify",
            decided_by=Decides.QUALIFIER,
            placed=Placed.BY_DECISION,
            top="As Ks Qs Js Ts | Ah Kd 9c 5d 2h",
            columns=(Column(events=Called, lowest=Called.PAIR_OR_LESS),),
            footnotes=("paid only when you beat a dealer who qualifies",),
        ),
    ),
    stages=(
        Stage("folds", "Take the antes of folded seats", ("ante",), Direction.RIGHT_TO_LEFT),
        Stage("hands", "Settle each seat", ("ante", "call"), Direction.RIGHT_TO_LEFT),
    ),
    procedures={
        "machine": (
            *_BEFORE,
            Step(
                act=Act.DEAL,
                text="Give each seat a packet of five, then the dealer; turn the last card of the"
                " dealer's packet",
                passes=(Pass(Who.SEATS, "ddddd"), Pass(Who.DEALER, "ddddu")),
            ),
            *_AFTER,
        ),
        "hand": (
            *_BEFORE,
            Step(
                act=Act.DEAL,
                text="Deal one card at a time to each seat and the dealer, five in all; the"
                " dealer's last card lies face up",
                passes=practice.one_by_one("ddddd", "ddddu"),
            ),
            *_AFTER,
        ),
    },
    examples=(
        Example(
            title="the dealer does not qualify",
            dealer="Ah Qd 9c 5d 2h",
            seat="7s 7d 7h Ks 2c | ante=10 | call",
            text="ace-queen is not enough: the ante wins even money and three of a kind earns"
            " nothing on the call",
        ),
        Example(
            title="a call paid by the pay table",
            dealer="Ah Kd 9c 5d 2h",
            seat="7s 7d 7h Ks 2c | ante=10 | call",
            text="three of a kind wins 3 to 1 on a call of $20, and the ante wins even money",
        ),
    ),
    notices=(
        "players do not show or tell each other their cards before all have decided",
        practice.NO_SIDE_BETS,
    ),
    readings=(
        Reading("player and qualifying dealer tie", "ante and call push; suits never decide"),
        Reading("which card of the dealer's lies face up", "the last one dealt"),
        Reading("order of settlement", "from the last seat to the first, ante before call"),
        Reading("progressive side bet", "not offered"),
        practice.ONE_HAND,
        practice.in_time("fold"),
    ),
    irregularities=(
        *practice.IRREGULARITIES,
        Irregularity(
            key="hand-compared-with-another",
            event="A player looks at another player's cards before deciding",
            ruling="The seat's hand is dead and its bets go back; the floor warns the player",
            effect=Effect.DEAD_SEAT,
        ),
    ),
)

SETTLEMENT: Final = settlement(
    GAME,
    Showdown(
        settle=settle_seat,
        player=Strength(poker.strength_of, flush=5),
        dealer=Strength(poker.strength_of, flush=5),
        events={"call": Event(call_event)},
    ),
    Words(called),
    plays=lambda dealer: dealer >= ACE_KING,
    simple=ACE_KING,
    timid=poker.Category.PAIR << 20,
)
