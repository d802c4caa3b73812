"""Two Card Duel: two cards against the dealer's two."""

from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import rank_of, suit_of
from fairdeal.games import practice
from fairdeal.games.kinds import Event, Showdown, Strength
from fairdeal.games.layout import (
    FOLD,
    Act,
    Bet,
    Choice,
    Decides,
    Direction,
    Document,
    Game,
    Kind,
    Pass,
    Placed,
    Ranking,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, paid
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import words
from fairdeal.rule import rule

PAIR: Final = 1 << 8
TEN_HIGH: Final = 8 << 4


@rule
def strength_of(a: int, b: int) -> int:
    """Order two cards: a pair beats any other hand, then the higher card, then the lower one."""
    high, low = max(rank_of(a), rank_of(b)), min(rank_of(a), rank_of(b))
    return PAIR | high << 4 if high == low else high << 4 | low


class Twins(IntEnum):
    """What the twins bet pays for, worst first."""

    NOTHING = 0
    SUITED = 1
    PAIR = 2
    ACES = 3


@rule
def twins_event(a: int, b: int) -> int:
    """What two cards are for the twins bet."""
    if rank_of(a) == rank_of(b):
        return Twins.ACES if rank_of(a) == 12 else Twins.PAIR
    return Twins.SUITED if suit_of(a) == suit_of(b) else Twins.NOTHING


class Events(NamedTuple):
    """What the player's cards are for bets that a pay table settles."""

    twins: int


class Pays(NamedTuple):
    """The pay tables in force: what each event wins."""

    twins: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins (positive) or loses (negative) when the player stays in."""

    ante: int
    raised: int
    twins: int


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """Below ten high the dealer is out: the ante wins and the raise pushes.  Equal hands lose."""
    twins = paid(pays.twins, events.twins)
    if dealer < TEN_HIGH:
        return Result(1, 0, twins)
    if player > dealer:
        return Result(1, 1, twins)
    return Result(-1, -1, twins)


def called(strength: int) -> str:
    """Two cards as a dealer calls them."""
    high = strength >> 4 & 15
    return f"pair of {words.MANY[high]}" if strength & PAIR else f"{words.ONE[high]} high"


GAME: Final = Game(
    key="two-card-duel",
    name="Two Card Duel",
    text="Two cards against the dealer's two",
    package=__name__,
    document=Document("Fairdeal", "How to add a game", "2026"),
    felt="#5a4a12",
    spots=("twins", "ante", "raised"),
    player_cards=2,
    dealer_cards=2,
    seats=6,
    ranking=Ranking(
        of="two cards",
        kinds=(
            Kind("pair", "8c 8h", "two cards of one rank"),
            Kind("high card", "Ks 9d", "the higher card decides, then the lower one"),
        ),
        ace="high",
    ),
    qualifier="ten high",
    legends=("dealer plays with ten high or better",),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the dealer's hand; it wins when the dealer does not play",
            decided_by=Decides.QUALIFIER,
            required=True,
            pays="1 to 1 if you beat the dealer, or if the dealer has less than ten high; a tie"
            " loses",
        ),
        Bet(
            key="raised",
            name="raise",
            text="staying in; it pushes when the dealer does not play",
            decided_by=Decides.QUALIFIER,
            placed=Placed.BY_DECISION,
            pays="1 to 1 if you beat a dealer with ten high or better; a push if the dealer has"
            " less; a tie loses",
        ),
        Bet(
            key="twins",
            name="twins",
            text="a pair or two cards of one suit, whatever the dealer holds",
            survives_fold=True,
            top="As Ah",
            columns=(Column(events=Twins, lowest=Twins.SUITED),),
        ),
    ),
    stages=(
        Stage("folds", "Take the antes of folded seats", ("ante",), Direction.RIGHT_TO_LEFT),
        Stage("hands", "Settle each seat", ("raised", "ante", "twins"), Direction.RIGHT_TO_LEFT),
    ),
    procedures={
        "hand": (
            Step(act=Act.BET, text="Wait for the antes and the twins bets"),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="Deal two cards to each seat, then two to the dealer",
                passes=(Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "dd")),
            ),
            Step(
                act=Act.DECIDE,
                text="Each seat raises by its ante or by twice its ante, or folds",
                choices=(
                    Choice(
                        word="raise",
                        told="raised",
                        bet="raised",
                        of="ante",
                        times=1,
                        instead=FOLD,
                    ),
                    Choice(
                        word="double",
                        told="doubled",
                        bet="raised",
                        of="ante",
                        times=2,
                        instead="raise",
                    ),
                    practice.FOLDS,
                ),
                default=FOLD,
            ),
            practice.collect("the antes"),
            practice.turn_dealer("Dealer plays", "Dealer does not play"),
            practice.settle("its bets"),
            practice.CLEAR,
        ),
    },
    readings=(Reading("equal hands", "ante and raise lose"), practice.in_time("fold")),
    irregularities=(
        practice.WRONG_NUMBER,
        practice.SEAT_SKIPPED,
        practice.CARD_TO_EMPTY_SEAT,
        practice.CARD_EXPOSED,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = settlement(
    GAME,
    Showdown(
        settle=settle_seat,
        player=Strength(strength_of),
        dealer=Strength(strength_of),
        events={"twins": Event(twins_event)},
    ),
    Words(called),
    plays=lambda dealer: dealer >= TEN_HIGH,
    simple=TEN_HIGH,
    timid=PAIR,
)
