"""Ultimate Texas Hold'em: two cards and five shared ones against the dealer's, one raise."""

from typing import Final, NamedTuple

from fairdeal.games import practice, rankings
from fairdeal.games.kinds import Community, Event, Strength
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
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, Pay, Unit, paid
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import poker, words
from fairdeal.rule import rule

PAIR: Final = poker.Category.PAIR << 20
"""The weakest strength that is a pair or better."""


@rule
def hand_event(cards: poker.Cards) -> int:
    """What the best five of seven cards are for the blind and for trips."""
    return poker.category(poker.strength_of(cards))


class Events(NamedTuple):
    """What the player's cards are for bets that a pay table settles."""

    blind: int
    trips: int


class Pays(NamedTuple):
    """The pay tables in force: what each event wins, for the blind in halves of its stake."""

    blind: tuple[int, ...]
    trips: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins (positive) or loses (negative); the blind in halves."""

    play: int
    ante: int
    blind: int
    trips: int


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """Without a pair the dealer does not open: the ante pushes, play and blind are in action."""
    trips = paid(pays.trips, events.trips)
    opens = 1 if dealer >= PAIR else 0
    if player > dealer:
        return Result(1, opens, paid(pays.blind, events.blind), trips)
    if player < dealer:
        return Result(-1, -opens, -2, trips)
    return Result(0, 0, 0, trips)


CHECK: Final = Choice(word="check", told="checked", goes_on=True)


def _raise(times: int, instead: str) -> Choice:
    """A play bet of so many antes."""
    return Choice(
        word=f"{times}x",
        told=f"raised {times}x",
        does=f"raise {times}x",
        bet="play",
        of="ante",
        times=times,
        instead=instead,
    )


def _round(deal: Step) -> tuple[Step, ...]:
    """A round, which only the deal tells apart."""
    return (
        Step(act=Act.BET, text="Wait for equal antes and blinds, and for the trips bets"),
        practice.NO_MORE_BETS,
        deal,
        Step(
            act=Act.DECIDE,
            text="Before the flop each seat raises four or three times its ante, or checks",
            say=("Four times, three times, or check",),
            choices=(_raise(4, "3x"), _raise(3, CHECK.word), CHECK),
            default=CHECK.word,
        ),
        practice.turn_board("Turn the flop: the first three community cards", "The flop", 3),
        Step(
            act=Act.DECIDE,
            text="After the flop each seat that has not raised raises twice its ante, or checks",
            say=("Twice the ante, or check",),
            choices=(_raise(2, CHECK.word), CHECK),
            default=CHECK.word,
        ),
        practice.turn_board("Turn the last two community cards together", "Turn and river", 2),
        Step(
            act=Act.DECIDE,
            text="Each seat that has not raised raises by its ante, or folds",
            say=("Once the ante, or fold",),
            choices=(_raise(1, FOLD), practice.FOLDS),
            default=FOLD,
        ),
        practice.collect("the antes and blinds, but neither trips bets nor cards,"),
        practice.turn_dealer(
            "Dealer opens",
            "Dealer does not open",
            text="Turn the dealer's two cards and call the best five of seven",
        ),
        practice.settle("ante, blind, play and trips"),
        practice.CLEAR,
    )


GAME: Final = Game(
    key="ultimate-texas-holdem",
    name="Ultimate Texas Hold'em",
    text="Two cards and five community cards against the dealer's; the earlier the raise, the"
    " higher it may be",
    package=__name__,
    document=Document("Public rules", "Ultimate Texas Hold'em, rules of play", "2026"),
    felt="#5b1f2c",
    spots=("trips", "ante", "blind", "play"),
    player_cards=2,
    dealer_cards=2,
    board_cards=5,
    seats=7,
    ranking=rankings.best_five(
        "public rules",
        "the best five of a hand's two cards and the five community cards",
    ),
    qualifier="a pair",
    legends=("dealer opens with a pair or better",),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the dealer's hand; it pushes when the dealer does not open",
            decided_by=Decides.QUALIFIER,
            required=True,
            pays="1 to 1 if you beat a dealer with a pair or better; a push on a tie, and if the"
            " dealer has less",
        ),
        Bet(
            key="blind",
            name="blind",
            text="against the dealer's hand; a winning straight or better is paid by a table",
            decided_by=Decides.DEALER,
            required=True,
            equals="ante",
            top="As Ks Qs Js Ts 3d 2c",
            footnotes=("a win with less than a straight is a push",),
            columns=(
                Column(
                    events=poker.Category,
                    lowest=poker.Category.STRAIGHT,
                    otherwise=Pay(Unit.PUSH),
                    parts=2,
                ),
            ),
        ),
        Bet(
            key="play",
            name="play",
            text="staying in against the dealer; four or three antes before the flop, two after it,"
            " one after the river",
            decided_by=Decides.DEALER,
            placed=Placed.BY_DECISION,
            pays="1 to 1 if you beat the dealer, whether the dealer opens or not; a push on a tie",
        ),
        Bet(
            key="trips",
            name="trips",
            text="three of a kind or better in the player's seven cards, whatever the dealer holds",
            survives_fold=True,
            top="As Ks Qs Js Ts 3d 2c",
            columns=(Column(events=poker.Category, lowest=poker.Category.THREE_OF_A_KIND),),
        ),
    ),
    stages=(
        Stage(
            "folds",
            "Take the antes and blinds of folded seats",
            ("ante", "blind"),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage(
            "hands",
            "Settle each seat",
            ("ante", "blind", "play", "trips"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures={
        "machine": _round(
            Step(
                act=Act.DEAL,
                text="Lay five community cards face down, then give each seat and the dealer a"
                " packet of two, face down",
                passes=(Pass(Who.BOARD, "ddddd"), Pass(Who.SEATS, "dd"), Pass(Who.DEALER, "dd")),
            ),
        ),
        "hand": _round(
            Step(
                act=Act.DEAL,
                text="Deal each seat and the dealer two cards, one at a time, then five community"
                " cards, all face down",
                passes=(*practice.one_by_one("dd", "dd"), Pass(Who.BOARD, "ddddd")),
            ),
        ),
    },
    notices=(
        "a seat raises once in a round: a raise ends its decisions",
        "players do not show or tell their cards to each other",
        practice.NO_SIDE_BETS,
    ),
    readings=(
        practice.SEVEN_SEATS,
        practice.ONE_HAND,
        practice.FIRST_TABLES,
        Reading(
            "a seat that does not decide in time",
            "checks before the river, and folds after it",
        ),
        Reading("trips of a folded hand", "stays in action, and the hand is turned at the end"),
        Reading("a dealer who does not open but has the higher hand", "wins play and blind"),
        Reading("order of the deal", "by machine the board comes first, by hand it comes last"),
        Reading("cards burned before flop, turn and river", "none"),
        Reading("equal hands", "ante, blind and play push"),
    ),
    irregularities=(*practice.IRREGULARITIES, practice.BOARD_EXPOSED),
)

SETTLEMENT: Final = settlement(
    GAME,
    Community(
        settle=settle_seat,
        player=Strength(poker.strength_of, flush=5),
        dealer=Strength(poker.strength_of, flush=5),
        events={"blind": Event(hand_event), "trips": Event(hand_event)},
    ),
    Words(words.best_five),
    plays=lambda dealer: dealer >= PAIR,
    timid=PAIR,
)
