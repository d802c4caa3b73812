"""Four Card Poker as its public rules have it: best four of five against best four of six."""

from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import ACE, rank_of, suit_of
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
from fairdeal.games.paytable import Column, Pay, Unit, paid
from fairdeal.games.sheets import sheets_of
from fairdeal.games.terms import Terms, terms
from fairdeal.hands.poker import bits, top
from fairdeal.rule import rule


class Four(IntEnum):
    """What the best four cards make, worst first; three of a kind beats a flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


class AcesUp(IntEnum):
    """What aces up pays for, worst first."""

    NOTHING = 0
    PAIR_OF_ACES = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


@rule
def run_of_four(ranks: int) -> int:
    """The highest rank of four in a row, or -1."""
    for high in range(ACE, 2, -1):
        if ranks >> high - 3 & 15 == 15:
            return high
    return 2 if ranks & 0x1007 == 0x1007 else -1


@rule
def best_four(cards: tuple[int, ...]) -> int:
    """The strength of the best four cards: category, then the ranks that decide."""
    counts, suits = 0, 0
    for card in cards:
        counts += 1 << 4 * rank_of(card)
        suits |= 1 << 13 * suit_of(card) + rank_of(card)
    ranks, flush = 0, 0
    for suit in range(4):
        held = suits >> 13 * suit & 0x1FFF
        ranks |= held
        if bits(held) >= 4:
            flush = held
    three = pair = second = -1
    for rank in range(ACE, -1, -1):
        count = counts >> 4 * rank & 15
        if count == 4:
            return Four.FOUR_OF_A_KIND << 16 | rank << 12
        if count == 3 and three < 0:
            three = rank
        elif count >= 2 and pair < 0:
            pair = rank
        elif count >= 2 and second < 0:
            second = rank
    if flush and run_of_four(flush) >= 0:
        return Four.STRAIGHT_FLUSH << 16 | run_of_four(flush) << 12
    if three >= 0:
        return Four.THREE_OF_A_KIND << 16 | three << 12 | top(ranks & ~(1 << three), 1) << 8
    if flush:
        return Four.FLUSH << 16 | top(flush, 4)
    if run_of_four(ranks) >= 0:
        return Four.STRAIGHT << 16 | run_of_four(ranks) << 12
    if second >= 0:
        return Four.TWO_PAIR << 16 | pair << 12 | second << 8
    if pair >= 0:
        return Four.PAIR << 16 | pair << 12 | top(ranks & ~(1 << pair), 2) << 4
    return top(ranks, 4)


@rule
def four_event(cards: tuple[int, ...]) -> int:
    return best_four(cards) >> 16


@rule
def aces_up_event(cards: tuple[int, ...]) -> int:
    strength = best_four(cards)
    if strength >> 16 == Four.PAIR:
        return AcesUp.PAIR_OF_ACES if strength >> 12 & 15 == ACE else AcesUp.NOTHING
    return strength >> 16


class Result(NamedTuple):
    """Units won by each bet."""

    ante: int
    play: int
    bonus: int
    aces_up: int


class Events(NamedTuple):
    """What the player's cards are."""

    bonus: int
    aces_up: int


class Pays(NamedTuple):
    """What each event pays."""

    bonus: tuple[int, ...]
    aces_up: tuple[int, ...]


@rule
def settle_play(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    won = 1 if player >= dealer else -1
    return Result(won, won, paid(pays.bonus, events.bonus), paid(pays.aces_up, events.aces_up))


SHOWDOWN: Final = Showdown(
    settle=settle_play,
    player=Strength(best_four, flush=4),
    dealer=Strength(best_four, flush=4),
    events={"bonus": Event(four_event, Of.OWN), "aces-up": Event(aces_up_event, Of.OWN)},
)

GAME: Final = Game(
    key="four-card-poker",
    name="Four Card Poker",
    text="Best four of five against best four of six, for one to three times the ante",
    document=Document(maker="", title="public rules", date=""),
    bets=(
        Bet(key="ante", name="ante", text="against the dealer's hand", required=True),
        Bet(
            key="play",
            name="play",
            text="one to three times the ante",
            placed=Placed.BY_DECISION,
        ),
        Bet(
            key="bonus",
            name="automatic bonus",
            text="an extra on the ante for three of a kind or better",
            placed=Placed.AWARD,
            rides_on="ante",
            columns=(
                Column(
                    events=Four,
                    lowest=Four.THREE_OF_A_KIND,
                    units=frozenset({Unit.TO}),
                    otherwise=Pay(Unit.PUSH),
                ),
            ),
        ),
        Bet(
            key="aces-up",
            name="aces up",
            text="a pair of aces or better in the player's own cards",
            survives_fold=True,
            columns=(Column(events=AcesUp, lowest=AcesUp.PAIR_OF_ACES),),
        ),
    ),
    spots=("aces-up", "ante", "play"),
    player_cards=5,
    dealer_cards=6,
    procedures={
        "machine": (
            Step(
                act=Act.DEAL,
                text="Five cards to each seat, six to the dealer, the last one up",
                passes=(Pass(Who.SEATS, "ddddd"), Pass(Who.DEALER, "dddddu")),
            ),
            Step(
                act=Act.DECIDE,
                text="Play for one to three times the ante, or fold",
                choices=(
                    Choice(word="play", told="played", bet="play", of="ante", times=1),
                    Choice(word="double", told="doubled", bet="play", of="ante", times=2),
                    Choice(word="triple", told="tripled", bet="play", of="ante", times=3),
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


def usual() -> Terms:
    """The pay tables that go with the figures."""
    bonus = {"four-of-a-kind": 25, "straight-flush": 20, "three-of-a-kind": 2}
    aces_up = dict(
        zip(
            (
                *("four-of-a-kind", "straight-flush", "three-of-a-kind", "flush"),
                *("straight", "two-pair", "pair-of-aces"),
            ),
            (50, 40, 8, 5, 4, 3, 1),
            strict=True,
        )
    )
    content = {
        bet: {
            "default": "usual",
            "usual": {
                "place": "felt",
                "pays": [[hand, f"{odds} to 1"] for hand, odds in each.items()],
            },
        }
        for bet, each in (("bonus", bonus), ("aces-up", aces_up))
    }
    return terms(GAME, sheets=sheets_of(GAME, content))
