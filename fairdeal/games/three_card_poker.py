"""SHFL Three Card Poker: ante and play, pair plus, and the bonus with envy."""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from fairdeal.cards import SPADES, suit_of
from fairdeal.games import practice, reasons
from fairdeal.games.ante_play import (
    ANTE,
    ANTE_BONUS,
    PLAY,
    ante_play_lines,
    decide,
    decision_faults,
    own_cards_line,
    pair_or_better,
)
from fairdeal.games.layout import (
    Act,
    Bet,
    Direction,
    Document,
    Game,
    Option,
    Pass,
    Placed,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import Column, Pay, Unit
from fairdeal.games.round import Line, Round, Seat, Settlement, line, paid_line
from fairdeal.hands import words
from fairdeal.hands.three_card import Category, category, strength_of
from fairdeal.money import LOSS
from fairdeal.rule import rule


class Bonus(IntEnum):
    """What the bonus pays for, worst first."""

    NOTHING = 0
    STRAIGHT = 1
    THREE_OF_A_KIND = 2
    STRAIGHT_FLUSH = 3
    AKQ_SUITED = 4
    AKQ_SPADES = 5


@rule
def bonus_event(a: int, b: int, c: int) -> int:
    """The bonus event that three cards are."""
    held = category(strength_of(a, b, c))
    if held == Category.MINI_ROYAL:
        return Bonus.AKQ_SPADES if suit_of(a) == SPADES else Bonus.AKQ_SUITED
    if held == Category.STRAIGHT_FLUSH:
        return Bonus.STRAIGHT_FLUSH
    if held == Category.THREE_OF_A_KIND:
        return Bonus.THREE_OF_A_KIND
    if held == Category.STRAIGHT:
        return Bonus.STRAIGHT
    return Bonus.NOTHING


def settle(played: Round) -> list[Line]:
    """Every bet of the round."""
    lines: list[Line] = []
    for seat in played.seats:
        lines += _seat_lines(played, seat)
    return lines + _envy_lines(played)


def _seat_lines(played: Round, seat: Seat) -> list[Line]:
    lines = ante_play_lines(played, seat, "folds", "hands")
    if seat.stake("pair-plus"):
        if seat.folded:
            lines.append(line(played, "folds", seat, "pair-plus", LOSS, reasons.FOLDED))
        else:
            lines.append(own_cards_line(played, "hands", seat, "pair-plus"))
    if _in_bonus(played, seat):
        event = bonus_event(*seat.cards)
        lines.append(paid_line(played, "hands", seat, "bonus", event, _bonus_words(seat)))
    elif seat.stake("bonus"):
        lines.append(line(played, "folds", seat, "bonus", LOSS, reasons.FOLDED))
    return lines


def _in_bonus(played: Round, seat: Seat) -> bool:
    """Whether the seat's bonus bet is in action."""
    forfeited = seat.folded and played.terms.option("bonus-on-fold") == "forfeited"
    return seat.stake("bonus") > 0 and not forfeited


def _bonus_words(seat: Seat) -> str:
    event = bonus_event(*seat.cards)
    if event < Bonus.AKQ_SUITED:
        return words.three_cards(strength_of(*seat.cards))
    return f"ace-king-queen of {words.SUIT[suit_of(seat.cards[0])]}"


def _envy_lines(played: Round) -> list[Line]:
    """What bonus bettors win by the hands of the others."""
    table = played.terms.pay["bonus"]
    if not table.has("envy"):
        return []
    bettors = [seat for seat in reversed(played.seats) if _in_bonus(played, seat)]
    lines = []
    for seat in bettors:
        for other in bettors:
            event = bonus_event(*other.cards)
            cents = table.pays["envy"][event].amount
            if cents and other is not seat:
                why = reasons.envy(other.number, _bonus_words(other), cents)
                label = table.label("envy", event)
                lines.append(Line("envy", seat.number, "envy", 0, cents, why, event=label))
    return lines


_BONUS_NAMES: Final[Mapping[int, str]] = MappingProxyType(
    {Bonus.AKQ_SUITED: "AKQ suited", Bonus.AKQ_SPADES: "AKQ of spades"}
)

GAME: Final = Game(
    key="three-card-poker",
    name="Three Card Poker",
    text="Three cards against a dealer who needs queen high, against a pay table, or both",
    document=Document(
        maker="SHFL entertainment",
        title="Three Card Poker training manual, with Three Card Poker Bonus",
        date="2001",
        note="as filed in Washington",
    ),
    player_cards=3,
    dealer_cards=3,
    bets=(
        ANTE,
        PLAY,
        ANTE_BONUS,
        Bet(
            key="pair-plus",
            name="pair plus",
            text="a pair or better in the player's own three cards, whatever the dealer holds",
            columns=(pair_or_better(),),
        ),
        Bet(
            key="bonus",
            name="bonus",
            text="a high hand in the player's own cards; with envy, also in the others'",
            needs=("ante", "pair-plus"),
            survives_fold=True,
            columns=(
                Column(events=Bonus, lowest=Bonus.STRAIGHT, names=_BONUS_NAMES),
                Column(
                    key="envy",
                    events=Bonus,
                    lowest=Bonus.STRAIGHT_FLUSH,
                    otherwise=Pay(Unit.PUSH),
                    optional=True,
                    names=_BONUS_NAMES,
                ),
            ),
        ),
        Bet(
            key="envy",
            name="envy",
            text="a fixed sum for each other bonus bettor who holds a straight flush or better",
            placed=Placed.NEVER,
            survives_fold=True,
        ),
    ),
    stages=(
        Stage(
            "folds",
            "Collect what folded seats forfeit",
            ("ante-bonus", "ante", "pair-plus", "bonus"),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage(
            "hands",
            "Settle each seat from the back of the layout forwards",
            ("play", "ante-bonus", "ante", "pair-plus", "bonus"),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage("envy", "Pay envy at the end of the round", ("envy",), Direction.RIGHT_TO_LEFT),
    ),
    procedures=MappingProxyType(
        {
            "machine": (
                Step(
                    act=Act.BET,
                    text="Wait for the ante, pair plus and bonus bets; put a lammer beside each"
                    " bonus bet when envy is offered",
                ),
                replace(
                    practice.NO_MORE_BETS,
                    text="Close the betting and name the seats without a pair plus",
                ),
                Step(
                    act=Act.DEAL,
                    text="Give each seat a packet of three, then the dealer; keep the bottom card"
                    " hidden",
                    passes=(Pass(Who.SEATS, "ddd"), Pass(Who.DEALER, "ddd")),
                ),
                decide("Each seat with an ante plays for the same amount, or folds"),
                Step(
                    act=Act.COLLECT,
                    text="Take the bets and cards of folded seats; a bonus that stays in action"
                    " keeps its cards",
                    stages=("folds",),
                ),
                Step(
                    act=Act.REVEAL,
                    text="Turn the dealer's cards, highest first, and call the hand",
                    say="Dealer plays with a queen, or: dealer does not play",
                ),
                Step(
                    act=Act.SETTLE,
                    text="From the dealer's right, turn each hand and settle play, ante bonus,"
                    " ante, pair plus and bonus; leave hands that earn envy face up",
                    stages=("hands",),
                ),
                Step(
                    act=Act.SETTLE,
                    text="Pay envy to the other bonus bettors and take the lammers",
                    stages=("envy",),
                ),
                practice.CLEAR,
            )
        }
    ),
    options=(
        Option(
            key="ante",
            values=("optional", "mandatory"),
            text="whether a seat must place the ante, or may play pair plus alone",
            source="manual, Exceptions",
        ),
        Option(
            key="bonus-on-fold",
            values=("stays", "forfeited"),
            text="whether the bonus stays in action when its player folds",
        ),
    ),
    readings=(
        Reading("pay tables print straight flush twice", "the third row is the straight"),
        Reading("player and qualifying dealer tie", "ante and play push"),
        Reading("ante bonus when the player folds", "forfeited with the ante"),
        Reading("envy", "fixed dollars for each other bonus bettor's hand, never for one's own"),
        Reading("order among folded seats", "the same direction as the settlement"),
        Reading(
            "order of bets", "as the manual has it; it leaves the house free to choose another"
        ),
    ),
    irregularities=(
        replace(practice.WRONG_NUMBER, source="manual, Irregularities 1"),
        replace(practice.SHUFFLER_FAULT, source="manual, Irregularities 2"),
        practice.DEALER_CARD_EXPOSED,
        practice.CARD_FACE_UP,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = Settlement(settle, decision_faults)
