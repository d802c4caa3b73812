"""Five cards each and five choices, in long words: what a felt and a phone must have room for."""

from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import suit_of
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
    Pass,
    Placed,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import words
from fairdeal.hands.poker import strength_of


class Suited(IntEnum):
    """How many of five cards are of one suit, fewest first."""

    FEWER = 0
    FOUR_OF_A_SUIT = 1
    FIVE_OF_A_SUIT = 2


class Events(NamedTuple):
    """The player's five cards."""

    one_suit_only: int


class Pays(NamedTuple):
    """What each event wins."""

    one_suit_only: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins."""

    ante: int
    raised: int
    one_suit_only: int


def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """The better five cards win."""
    won = (player > dealer) - (player < dealer)
    return Result(won, won, pays.one_suit_only[events.one_suit_only])


def suited(cards: tuple[int, ...]) -> int:
    """How many cards are of the commonest suit."""
    suits = [suit_of(card) for card in cards]
    return max(Suited.FEWER, max(map(suits.count, suits)) - 3)


def _raise(word: str, told: str, times: int, instead: str) -> Choice:
    return Choice(word=word, told=told, bet="raised", of="ante", times=times, instead=instead)


GAME: Final = Game(
    key="five-ways",
    name="Five Ways to Go On",
    text="The better five cards win, for one to four times the ante",
    package="tests.small_games",
    document=Document("Fairdeal", "Tests", "2026"),
    felt="#4a2a12",
    spots=("one-suit-only", "ante", "raised"),
    player_cards=5,
    dealer_cards=5,
    seats=7,
    legends=(
        "the dealer always plays, whatever the dealer's five cards are",
        "equal hands push, and so does the raise",
    ),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the dealer's hand",
            decided_by=Decides.DEALER,
            required=True,
            pays="1 to 1 if you beat the dealer; a tie is a push",
        ),
        Bet(
            key="raised",
            name="raise",
            text="staying in, for one to four times the ante",
            decided_by=Decides.DEALER,
            placed=Placed.BY_DECISION,
            pays="1 to 1 if you beat the dealer; a tie is a push",
        ),
        Bet(
            key="one-suit-only",
            name="one suit only",
            text="four or five cards of one suit, whatever the dealer holds",
            survives_fold=True,
            legends=("wins with four or five cards of one suit",),
            columns=(Column(events=Suited, lowest=Suited.FOUR_OF_A_SUIT),),
        ),
    ),
    stages=(
        Stage("folds", "Take folded bets", ("ante",), Direction.RIGHT_TO_LEFT),
        Stage(
            "hands",
            "Settle each seat",
            ("raised", "ante", "one-suit-only"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures={
        "machine": (
            Step(act=Act.BET, text="Wait for the bets"),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="Deal five cards to each seat and to the dealer",
                passes=(Pass(Who.SEATS, "ddddd"), Pass(Who.DEALER, "ddddu")),
            ),
            Step(
                act=Act.DECIDE,
                text="Each seat raises by one to four times its ante, or folds",
                choices=(
                    _raise("single", "raised once", 1, FOLD),
                    _raise("double", "raised twice", 2, "single"),
                    _raise("triple", "raised threefold", 3, "double"),
                    _raise("quadruple", "raised fourfold", 4, "triple"),
                    Choice(word=FOLD, told="folded"),
                ),
                default=FOLD,
                confirms=(FOLD,),
            ),
            Step(act=Act.COLLECT, text="Take the bets of folded seats", stages=("folds",)),
            Step(
                act=Act.REVEAL,
                text="Turn the dealer's cards",
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
    Showdown(
        settle=settle_seat,
        player=Strength(strength_of),
        dealer=Strength(strength_of),
        events={"one-suit-only": Event(suited)},
    ),
    Words(words.best_five),
)
