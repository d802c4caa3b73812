"""Four Card Poker: the best four of five cards against the best four of the dealer's six."""

from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import ACE, rank_of, suit_of
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
    Example,
    Game,
    Kind,
    Option,
    Pass,
    Placed,
    Ranking,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, Pay, Unit, paid
from fairdeal.games.settling import Words, settlement
from fairdeal.hands import poker, words
from fairdeal.rule import rule


class Category(IntEnum):
    """What the best four cards make, worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


@rule
def straight_top(ranks: int) -> int:
    """The highest rank of the best four in a row among a set of ranks, or -1."""
    for high in range(ACE, 2, -1):
        if ranks >> high - 3 & 15 == 15:
            return high
    return 2 if ranks & 0x1007 == 0x1007 else -1  # A-2-3-4


@rule
def strength_of(cards: poker.Cards) -> int:
    """Order five or six cards by their best four: the higher number wins, equal numbers tie.

    The number is the category and then the ranks that decide, four bits each.
    """
    counts = 0  # four bits a rank
    suits = 0  # thirteen bits a suit, one a rank
    for card in cards:
        counts += 1 << 4 * rank_of(card)
        suits |= 1 << 13 * suit_of(card) + rank_of(card)

    flush = 0  # six cards have four of one suit only once
    ranks = 0
    for suit in range(4):
        held = suits >> 13 * suit & 0x1FFF
        ranks |= held
        if poker.bits(held) >= 4:
            flush = held

    four, three, pair, second_pair = poker.sets_of(counts)
    if four >= 0:
        return Category.FOUR_OF_A_KIND << 16 | four << 12
    if flush and straight_top(flush) >= 0:
        return Category.STRAIGHT_FLUSH << 16 | straight_top(flush) << 12
    if three >= 0:
        rest = poker.top(ranks & ~(1 << three), 1)
        return Category.THREE_OF_A_KIND << 16 | three << 12 | rest << 8
    if flush:
        return Category.FLUSH << 16 | poker.top(flush, 4)
    if straight_top(ranks) >= 0:
        return Category.STRAIGHT << 16 | straight_top(ranks) << 12
    if second_pair >= 0:
        return Category.TWO_PAIR << 16 | pair << 12 | second_pair << 8
    if pair >= 0:
        return Category.PAIR << 16 | pair << 12 | poker.top(ranks & ~(1 << pair), 2) << 4
    return poker.top(ranks, 4)


@rule
def bonus_event(cards: poker.Cards) -> int:
    """What five cards are for the ante bonus."""
    return strength_of(cards) >> 16


class AcesUp(IntEnum):
    """What the aces up bet pays for, worst first."""

    NOTHING = 0
    PAIR_OF_ACES = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


@rule
def aces_up_event(cards: poker.Cards) -> int:
    """What five cards are for the aces up bet; from two pair up as the hand ranks."""
    strength = strength_of(cards)
    category = strength >> 16
    if category == Category.PAIR:
        return AcesUp.PAIR_OF_ACES if strength >> 12 & 15 == ACE else AcesUp.NOTHING
    return category


class Events(NamedTuple):
    """What the player's cards are for bets that a pay table settles."""

    ante_bonus: int
    aces_up: int


class Pays(NamedTuple):
    """The pay tables in force: what each event wins."""

    ante_bonus: tuple[int, ...]
    aces_up: tuple[int, ...]


class Result(NamedTuple):
    """Stakes that each bet wins (positive) or loses (negative) when the player stays in."""

    ante: int
    play: int
    ante_bonus: int
    aces_up: int


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """The dealer always plays and the player wins ties; the bonus does not ask who wins."""
    won = 1 if player >= dealer else -1
    return Result(
        won, won, paid(pays.ante_bonus, events.ante_bonus), paid(pays.aces_up, events.aces_up)
    )


_CALLED: Final = (
    "{one} high",
    "pair of {many}",
    "two pair ({many} and {second})",
    "{one}-high straight",
    "{one}-high flush",
    "three of a kind ({many})",
    "{one}-high straight flush",
    "four of a kind ({many})",
)


def called(strength: int) -> str:
    """The best four cards as a dealer calls them."""
    first, second = strength >> 12 & 15, strength >> 8 & 15
    call = _CALLED[strength >> 16]
    return call.format(one=words.ONE[first], many=words.MANY[first], second=words.MANY[second])


GAME: Final = Game(
    key="four-card-poker",
    name="Four Card Poker",
    text="The best four of five cards against the best four of the dealer's six",
    package=__name__,
    document=Document(
        "public rules",
        "Four Card Poker, rules of play as casinos and gaming commissions publish them",
        "2026",
    ),
    felt="#3b2a5a",
    spots=("aces-up", "ante", "play"),
    player_cards=5,
    dealer_cards=6,
    seats=7,
    ranking=Ranking(
        of="the best four cards, of five for a player and of six for the dealer",
        kinds=(
            Kind("four of a kind", "8c 8d 8h 8s", "four cards of one rank"),
            Kind("straight flush", "9h 8h 7h 6h", "four in a row of one suit"),
            Kind("three of a kind", "7c 7d 7h Qs", "three cards of one rank"),
            Kind("flush", "Kd Td 8d 5d", "four cards of one suit"),
            Kind("straight", "Tc 9d 8s 7h", "four in a row"),
            Kind("two pair", "Ac Ah 6d 6s", "two pairs of different ranks"),
            Kind("pair", "9c 9s Kh 7d", "two cards of one rank"),
            Kind("high card", "As Kd 9h 6c", "none of these: the highest card decides"),
        ),
        ace="high; low only in 4-3-2-A, which is the lowest straight",
        source="public rules",
    ),
    legends=("the dealer always plays", "the player wins ties"),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the dealer's hand; then play for one to three times as much, or fold"
            " and lose it",
            decided_by=Decides.DEALER,
            required_by="ante",
            pays="1 to 1 if you beat the dealer or tie",
        ),
        Bet(
            key="play",
            name="play",
            text="staying in against the dealer, for one to three times the ante",
            decided_by=Decides.DEALER,
            placed=Placed.BY_DECISION,
            pays="1 to 1 if you beat the dealer or tie",
        ),
        Bet(
            key="ante-bonus",
            name="ante bonus",
            text="an extra on the ante for three of a kind or better, whether the hand wins or"
            " loses",
            placed=Placed.AWARD,
            rides_on="ante",
            top="8c 8d 8h 8s 2d",
            columns=(
                Column(
                    events=Category,
                    lowest=Category.THREE_OF_A_KIND,
                    units=frozenset({Unit.TO}),
                    otherwise=Pay(Unit.PUSH),
                ),
            ),
        ),
        Bet(
            key="aces-up",
            name="aces up",
            text="a pair of aces or better in the player's own cards, whatever the dealer holds",
            survives_fold=True,
            forfeited_when="aces-up-on-fold=forfeited",
            top="8c 8d 8h 8s 2d",
            columns=(Column(events=AcesUp, lowest=AcesUp.PAIR_OF_ACES),),
        ),
    ),
    stages=(
        Stage(
            "folds",
            "Take the bets of folded seats",
            ("ante", "ante-bonus", "aces-up"),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage(
            "hands",
            "Settle each seat",
            ("play", "ante", "ante-bonus", "aces-up"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures={
        "machine": (
            Step(act=Act.BET, text="Wait for the ante and aces up bets"),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="Give each seat a packet of five, then the dealer six; turn the last card of"
                " the dealer's",
                passes=(Pass(Who.SEATS, "ddddd"), Pass(Who.DEALER, "dddddu")),
            ),
            Step(
                act=Act.DECIDE,
                text="From the first seat on, each seat with an ante plays for one, two or three"
                " times its ante, or folds",
                choices=(
                    Choice(
                        word="play",
                        told="played",
                        bet="play",
                        of="ante",
                        times=1,
                        instead=FOLD,
                    ),
                    Choice(
                        word="double",
                        told="doubled",
                        bet="play",
                        of="ante",
                        times=2,
                        instead="play",
                    ),
                    Choice(
                        word="triple",
                        told="tripled",
                        bet="play",
                        of="ante",
                        times=3,
                        instead="double",
                    ),
                    practice.FOLDS,
                ),
                default=FOLD,
                confirms=(FOLD,),
            ),
            practice.collect("the bets and the cards"),
            practice.turn_dealer(
                "Dealer has",
                text="Turn the dealer's hidden cards, set the best four and call the hand",
            ),
            practice.settle("play, ante, ante bonus and aces up by its best four cards"),
            practice.CLEAR,
        ),
    },
    examples=(
        Example(
            title="the player wins a tie",
            dealer="Ah Kd 9c 5d 3h 2s",
            seat="As Kh 9d 5s 2c | ante=10 | play",
            text="both have ace, king, nine and five: ante and play win 1 to 1",
        ),
        Example(
            title="a bonus with a losing hand",
            dealer="Ah Ad Ac 5d 3h 2s",
            seat="7s 7d 7h Ks 2c | ante=10 | triple",
            text="three aces take ante and play; three sevens earn 2 to 1 on the ante all the same",
        ),
    ),
    notices=(practice.NO_SIDE_BETS,),
    options=(
        Option(
            key="ante",
            values=("optional", "mandatory"),
            text="whether a seat must place the ante, or may play aces up alone",
            source="the published rules let a seat bet on either or both",
        ),
        Option(
            key="aces-up-on-fold",
            values=("forfeited", "stays"),
            text="whether the aces up bet is lost or stays in action when its player folds",
        ),
    ),
    readings=(
        Reading("aces up when the player folds", "lost with the ante; the house may let it stay"),
        Reading("ante bonus when the player folds", "not paid: the ante is lost"),
        Reading("the two bets' amounts", "independent of each other, within the table's limits"),
        Reading("which card of the dealer's lies face up", "the last one dealt"),
        Reading("order of settlement", "from the last seat to the first, play first"),
        practice.SEVEN_SEATS,
        practice.ONE_HAND,
        practice.in_time("fold"),
    ),
    irregularities=practice.IRREGULARITIES,
)

SETTLEMENT: Final = settlement(
    GAME,
    Showdown(
        settle=settle_seat,
        player=Strength(strength_of),
        dealer=Strength(strength_of),
        events={"ante-bonus": Event(bonus_event), "aces-up": Event(aces_up_event)},
    ),
    Words(called),
)
