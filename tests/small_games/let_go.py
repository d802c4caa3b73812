"""Three equal bets on three cards and two that all hands share: two of them can be taken back."""

from typing import Final, NamedTuple

from fairdeal.games import practice
from fairdeal.games.kinds import Community, Event, Of, Strength
from fairdeal.games.layout import (
    Act,
    Bet,
    Choice,
    Direction,
    Document,
    Game,
    Pass,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import words
from fairdeal.hands.poker import Category, category, strength_of


class Events(NamedTuple):
    """The player's five cards, and the three of them that are the player's own."""

    first: int
    second: int
    third: int
    three: int


class Pays(NamedTuple):
    """What each event wins."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    third: tuple[int, ...]
    three: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins."""

    first: int
    second: int
    third: int
    three: int


def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """Each bet by its own pay table; there is no dealer's hand."""
    return Result(
        pays.first[events.first],
        pays.second[events.second],
        pays.third[events.third],
        pays.three[events.three],
    )


def event_of(cards: tuple[int, ...]) -> int:
    """What five cards are."""
    return category(strength_of(cards))


def three_of(cards: tuple[int, ...]) -> int:
    """Whether the player's own cards are of one rank."""
    return Category.THREE_OF_A_KIND * (len({card // 4 for card in cards}) == 1)


_PAYS: Final = Column(events=Category, lowest=Category.PAIR)


def _decision(bet: str, *, goes_on: bool) -> Step:
    return Step(
        act=Act.DECIDE,
        text=f"Each seat lets its {bet} bet ride or takes it back",
        choices=(
            Choice(word="ride", told="let it ride", goes_on=goes_on),
            Choice(word="take", told="took back", bet=bet, of=bet, times=-1, goes_on=goes_on),
        ),
        default="ride",
    )


def _bet(key: str, equals: str = "") -> Bet:
    text = "a pair or better in five cards"
    return Bet(key=key, name=key, text=text, required=True, equals=equals, columns=(_PAYS,))


GAME: Final = Game(
    key="let-go",
    name="Let Go",
    text="Three equal bets, two of which can be taken back",
    package="tests.small_games",
    document=Document("Fairdeal", "Tests", "2026"),
    felt="#102030",
    spots=("first", "second", "third", "three"),
    player_cards=3,
    dealer_cards=0,
    board_cards=2,
    seats=5,
    bets=(
        _bet("first"),
        _bet("second", "first"),
        _bet("third", "first"),
        Bet(
            key="three",
            name="three alike",
            text="three of a kind in your own cards",
            columns=(
                Column(
                    events=Category,
                    lowest=Category.THREE_OF_A_KIND,
                    falls_to={
                        each: Category.THREE_OF_A_KIND
                        for each in Category
                        if each > Category.THREE_OF_A_KIND
                    },
                ),
            ),
        ),
    ),
    stages=(
        Stage(
            "hands",
            "Settle each seat",
            ("first", "second", "third", "three"),
            Direction.LEFT_TO_RIGHT,
        ),
    ),
    procedures={
        "hand": (
            Step(act=Act.BET, text="Wait for three equal bets"),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="Deal three cards to each seat and two to the board",
                passes=(Pass(Who.SEATS, "ddd"), Pass(Who.BOARD, "dd")),
            ),
            _decision("first", goes_on=True),
            Step(act=Act.REVEAL, text="Turn one card", turns=(Who.BOARD,), cards=1),
            _decision("second", goes_on=False),
            Step(act=Act.REVEAL, text="Turn the other card", turns=(Who.BOARD,), cards=1),
            Step(act=Act.SETTLE, text="Settle each seat", turns=(Who.SEATS,), stages=("hands",)),
            practice.CLEAR,
        ),
    },
    irregularities=(practice.FOULED_DECK,),
)

SETTLEMENT: Final = settlement(
    GAME,
    Community(
        settle=settle_seat,
        player=Strength(strength_of),
        events={
            "first": Event(event_of),
            "second": Event(event_of),
            "third": Event(event_of),
            "three": Event(three_of, Of.OWN),
        },
    ),
    Words(words.best_five),
)
