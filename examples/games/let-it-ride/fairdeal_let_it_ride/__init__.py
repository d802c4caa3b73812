"""Let It Ride: three cards and two shared ones against a pay table, with two bets to pull back."""

from enum import IntEnum
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
    Kind,
    Pass,
    Ranking,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, paid
from fairdeal.games.round import three_cards_read
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import poker, three_card, words
from fairdeal.rule import rule

TEN: Final = 8


class Hand(IntEnum):
    """What the five cards are paid for, worst first; numbered as the categories of poker."""

    NOTHING = 0
    TENS_OR_BETTER = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


@rule
def hand_event(cards: poker.Cards) -> int:
    """What five cards are paid for: a pair counts from tens up."""
    strength = poker.strength_of(cards)
    kind = poker.category(strength)
    if kind == poker.Category.PAIR and poker.first_rank(strength) < TEN:
        return Hand.NOTHING
    return kind


@rule
def bonus_event(a: int, b: int, c: int) -> int:
    """What the player's own three cards are for the 3 Card Bonus."""
    return three_card.category(three_card.strength_of(a, b, c))


class Events(NamedTuple):
    """What the player's cards are for bets that a pay table settles."""

    third: int
    three_card_bonus: int


class Pays(NamedTuple):
    """The pay tables in force: what each event wins."""

    third: tuple[int, ...]
    three_card_bonus: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins (positive) or loses (negative)."""

    first: int
    second: int
    third: int
    three_card_bonus: int


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """Every bet that rides wins or loses alike; the bonus goes by the player's own cards."""
    won = paid(pays.third, events.third)
    return Result(won, won, won, paid(pays.three_card_bonus, events.three_card_bonus))


PULL: Final = "pull"


def _decision(bet: str, name: str, seen: str, *, more: bool) -> Step:
    """Each seat lets a bet ride or pulls it back."""
    return Step(
        act=Act.DECIDE,
        text=f"Each seat looks at {seen} and lets bet {name} ride or pulls it back",
        say=(f"Bet {name}: let it ride, or pull it back",),
        choices=(
            Choice(
                word="ride",
                told="let it ride",
                does=f"let bet {name} ride",
                goes_on=more,
            ),
            Choice(
                word=PULL,
                told="pulled back",
                does=f"pull back bet {name}",
                bet=bet,
                of=bet,
                times=-1,
                goes_on=more,
            ),
        ),
        default=PULL,
    )


def _round(deal: Step) -> tuple[Step, ...]:
    """A round, which only the deal tells apart."""
    return (
        Step(
            act=Act.BET,
            text="Wait for three equal bets on 1, 2 and $ and for the 3 Card Bonus bets",
        ),
        Step(
            act=Act.ANNOUNCE,
            text="Close the betting: from here no bet is added or raised",
            say=("No more bets",),
            source=practice.HOUSE,
        ),
        deal,
        _decision("first", "1", "its three cards", more=True),
        practice.turn_board("Turn the first community card", "First community card", 1),
        _decision("second", "2", "the community card", more=False),
        practice.turn_board("Turn the second community card", "Second community card", 1),
        practice.settle("$, 2 and 1 where they ride, then the 3 Card Bonus"),
        practice.CLEAR,
    )


GAME: Final = Game(
    key="let-it-ride",
    name="Let It Ride",
    text="Three cards and two shared ones against a pay table; two of three bets may be pulled"
    " back",
    package=__name__,
    document=Document("Public rules", "Let It Ride, rules of play", "2026"),
    felt="#1f3f63",
    spots=("first", "second", "third", "three-card-bonus"),
    player_cards=3,
    dealer_cards=0,
    board_cards=2,
    seats=7,
    ranking=Ranking(
        of="the player's three cards and the two community cards",
        kinds=(
            Kind("royal flush", "As Ks Qs Js Ts", "ace to ten of one suit"),
            Kind("straight flush", "9h 8h 7h 6h 5h", "five in a row of one suit"),
            Kind("four of a kind", "8c 8d 8h 8s Kd", "four cards of one rank"),
            Kind("full house", "Jc Jd Js 4h 4c", "three cards of one rank and two of another"),
            Kind("flush", "Kd Td 8d 5d 2d", "five cards of one suit"),
            Kind("straight", "9c 8d 7h 6s 5c", "five in a row"),
            Kind("three of a kind", "6c 6d 6s Kh 9d", "three cards of one rank"),
            Kind("two pair", "Qc Qd 5h 5s 9c", "two cards of one rank and two of another"),
            Kind(
                "pair of tens or better", "Tc Td 8h 5s 3c", "two tens, jacks, queens, kings, aces"
            ),
            Kind("anything else", "9c 9d 7h 5s 3c", "a lower pair or no pair: it loses"),
        ),
        ace="high; low only in 5-4-3-2-A, which is the lowest straight",
    ),
    legends=("pair of tens or better wins",),
    bets=(
        Bet(
            key="first",
            name="bet 1",
            text="on the five cards; after three of them it rides or is pulled back",
            required=True,
            pays="by the pay table of bet $",
        ),
        Bet(
            key="second",
            name="bet 2",
            text="on the five cards; after four of them it rides or is pulled back",
            required=True,
            equals="first",
            pays="by the pay table of bet $",
        ),
        Bet(
            key="third",
            name="bet $",
            text="on the five cards; it always rides",
            required=True,
            equals="first",
            top="As Ks Qs Js Ts",
            columns=(
                Column(
                    events=Hand,
                    lowest=Hand.TENS_OR_BETTER,
                    names={Hand.TENS_OR_BETTER: "pair of tens or better"},
                ),
            ),
        ),
        Bet(
            key="three-card-bonus",
            name="3 card bonus",
            text="a pair or better in the player's own three cards, whatever the community cards"
            " are",
            top="As Ks Qs",
            columns=(
                Column(
                    events=three_card.Category,
                    lowest=three_card.Category.PAIR,
                    falls_to={three_card.Category.MINI_ROYAL: three_card.Category.STRAIGHT_FLUSH},
                ),
            ),
        ),
    ),
    stages=(
        Stage(
            "hands",
            "Settle each seat",
            ("third", "second", "first", "three-card-bonus"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures={
        "machine": _round(
            Step(
                act=Act.DEAL,
                text="Give each seat a packet of three; take the last packet, discard one card of"
                " it unseen and lay two face down as community cards",
                passes=(Pass(Who.SEATS, "ddd"), Pass(Who.BOARD, "dd", burn=1)),
            ),
        ),
        "hand": _round(
            Step(
                act=Act.DEAL,
                text="Deal one card at a time: three to each seat and two community cards, all face"
                " down",
                passes=practice.one_by_one("ddd", "dd", Who.BOARD),
            ),
        ),
    },
    notices=(
        "players do not show or tell their cards to each other",
        "a bet that is pulled back leaves the layout; a bet that rides stays until it is settled",
        "bet $ and the 3 Card Bonus are never pulled back",
    ),
    readings=(
        practice.SEVEN_SEATS,
        practice.ONE_HAND,
        practice.in_time(PULL),
        Reading("bet 2 after bet 1 was left to ride", "may be pulled back all the same"),
        Reading("community cards of a machine deal", "the first two of the packet; the third goes"),
        Reading(
            "3 Card Bonus without the other bets", "not offered: the three bets are compulsory"
        ),
        Reading("limit on what a round pays", "none"),
    ),
    irregularities=(
        practice.WRONG_NUMBER,
        practice.SEAT_SKIPPED,
        practice.CARD_TO_EMPTY_SEAT,
        practice.CARD_FACE_UP,
        practice.CARD_EXPOSED,
        practice.BOARD_EXPOSED,
        practice.FOULED_DECK,
        practice.SHUFFLER_FAULT,
        practice.MACHINE_FAULT,
    ),
)

SETTLEMENT: Final = settlement(
    GAME,
    Community(
        settle=settle_seat,
        player=Strength(poker.strength_of, flush=5),
        events={
            "third": Event(hand_event),
            "three-card-bonus": Event(bonus_event, of=Of.OWN),
        },
    ),
    Words(words.best_five, bets={"three-card-bonus": three_cards_read}),
)
