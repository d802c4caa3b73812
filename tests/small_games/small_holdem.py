"""Two cards each and three that all hands share; a raise costs less the more cards are seen."""

from typing import Final, NamedTuple

from fairdeal.games import practice
from fairdeal.games.kinds import Community, Event, Strength
from fairdeal.games.layout import (
    FOLD,
    Act,
    Bet,
    Choice,
    Decides,
    Direction,
    Document,
    Example,
    Game,
    Pass,
    Placed,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, Pay, Unit
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import words
from fairdeal.hands.poker import Category, category, strength_of


class Events(NamedTuple):
    """The player's five cards."""

    blind: int
    trips: int


class Pays(NamedTuple):
    """Half stakes."""

    blind: tuple[int, ...]
    trips: tuple[int, ...]


class Result(NamedTuple):
    """Stakes of ante and play, half stakes of blind and trips."""

    ante: int
    blind: int
    play: int
    trips: int


def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """The ante pushes when the dealer has less than a pair; the blind wins by its pay table."""
    won = (player > dealer) - (player < dealer)
    ante = won if plays(dealer) else 0
    blind = pays.blind[events.blind] if won > 0 else 2 * won
    return Result(ante, blind, won, pays.trips[events.trips])


def plays(dealer: int) -> bool:
    """Whether the dealer has a pair or better."""
    return category(dealer) >= Category.PAIR


def event_of(cards: tuple[int, ...]) -> int:
    """What five cards are."""
    return category(strength_of(cards))


def _raise(times: int) -> Choice:
    return Choice(word="raise", told="raised", bet="play", of="ante", times=times, instead="check")


_CHECK: Final = Choice(word="check", told="checked", goes_on=True)
_FIRST: Final = Step(
    act=Act.DECIDE,
    text="Each seat checks or raises by three times its ante",
    choices=(_CHECK, _raise(3)),
    default="check",
)
_SECOND: Final = Step(
    act=Act.DECIDE,
    text="Each seat that has not raised checks or raises by twice its ante",
    choices=(_CHECK, _raise(2)),
    default="check",
)
_LAST: Final = Step(
    act=Act.DECIDE,
    text="Each seat that has not raised calls or folds",
    choices=(
        Choice(word="call", told="called", bet="play", of="ante", times=1, instead=FOLD),
        Choice(word=FOLD, told="folded"),
    ),
    default=FOLD,
    confirms=(FOLD,),
)
_TO_THE_HANDS: Final = (Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "dd"))
_BEGINS: Final = (
    Step(act=Act.BET, text="Wait for the bets"),
    practice.NO_MORE_BETS,
)
_ENDS: Final = (
    Step(act=Act.COLLECT, text="Take the bets of folded seats", stages=("folds",)),
    Step(
        act=Act.REVEAL,
        text="Turn the dealer's cards",
        calls=("Dealer plays", "Dealer does not play"),
        turns=(Who.DEALER,),
    ),
    Step(act=Act.SETTLE, text="Settle each seat", turns=(Who.SEATS,), stages=("hands",)),
    practice.CLEAR,
)

GAME: Final = Game(
    key="small-holdem",
    name="Small Hold'em",
    text="Two cards and a board of three against the dealer's two and the same board",
    package="tests.small_games",
    document=Document("Fairdeal", "Tests", "2026"),
    spots=("trips", "ante", "blind", "play"),
    player_cards=2,
    dealer_cards=2,
    board_cards=3,
    seats=6,
    qualifier="a pair",
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the dealer's hand",
            decided_by=Decides.QUALIFIER,
            required=True,
            pays="1 to 1 if you beat a dealer with a pair or better; else it pushes or loses",
        ),
        Bet(
            key="blind",
            name="blind",
            text="a flush or better that wins",
            decided_by=Decides.DEALER,
            required=True,
            equals="ante",
            columns=(
                Column(
                    events=Category,
                    lowest=Category.FLUSH,
                    parts=2,
                    otherwise=Pay(Unit.PUSH),
                ),
            ),
        ),
        Bet(
            key="play",
            name="play",
            text="the raise, against the dealer's hand",
            decided_by=Decides.DEALER,
            placed=Placed.BY_DECISION,
            pays="1 to 1 if you beat the dealer; a tie is a push",
        ),
        Bet(
            key="trips",
            name="trips",
            text="three of a kind or better, whatever the dealer holds",
            survives_fold=True,
            top="As Ks Qs Js Ts",
            columns=(Column(events=Category, lowest=Category.THREE_OF_A_KIND, parts=2),),
        ),
    ),
    stages=(
        Stage("folds", "Take folded bets", ("ante", "blind"), Direction.RIGHT_TO_LEFT),
        Stage(
            "hands",
            "Settle each seat",
            ("play", "ante", "blind", "trips"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures={
        "hand": (
            *_BEGINS,
            Step(
                act=Act.DEAL,
                text="Deal two cards to each seat and to the dealer, and three to the board",
                passes=(*_TO_THE_HANDS, Pass(Who.BOARD, "ddd")),
            ),
            _FIRST,
            Step(act=Act.REVEAL, text="Turn two cards", turns=(Who.BOARD,), cards=2),
            _SECOND,
            Step(act=Act.REVEAL, text="Turn the last card", turns=(Who.BOARD,)),
            _LAST,
            *_ENDS,
        ),
        "machine": (
            *_BEGINS,
            Step(act=Act.DEAL, text="Deal two cards to each hand", passes=_TO_THE_HANDS),
            _FIRST,
            Step(
                act=Act.DEAL, text="Deal two to the board", passes=(Pass(Who.BOARD, "uu", burn=1),)
            ),
            _SECOND,
            Step(act=Act.DEAL, text="Deal the last card", passes=(Pass(Who.BOARD, "u"),)),
            _LAST,
            *_ENDS,
        ),
    },
    examples=(
        Example(
            title="a flush",
            dealer="Ad 4c",
            board="Kh 9h 3h",
            seat="7h 5h | ante=10 blind=10 | check raise",
            text="the blind pays 3 to 2",
        ),
    ),
    irregularities=(practice.FOULED_DECK, practice.CARD_FACE_UP),
)

SETTLEMENT: Final = settlement(
    GAME,
    Community(
        settle=settle_seat,
        player=Strength(strength_of),
        dealer=Strength(strength_of),
        events={"blind": Event(event_of), "trips": Event(event_of)},
    ),
    Words(words.best_five),
    plays=plays,
)
