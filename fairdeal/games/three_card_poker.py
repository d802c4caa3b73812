"""SHFL Three Card Poker: ante and play, pair plus, and the bonus with envy."""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import SPADES, suit_of
from fairdeal.games import kinds, practice, rankings, reasons
from fairdeal.games.ante_play import (
    ANTE,
    ANTE_BONUS,
    PLAY,
    QUEEN_PLAYS,
    STAYS_FROM,
    ante_and_play,
    ante_play_lines,
    category_event,
    decide,
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
from fairdeal.games.paytable import Column, Others, Pay, Unit, paid
from fairdeal.games.round import Line, Round, Seat, Settlement, line, paid_line
from fairdeal.games.showdown import net_units
from fairdeal.hands import words
from fairdeal.hands.three_card import Category, category, strength_of
from fairdeal.money import Odds
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


class Result(NamedTuple):
    """Stakes won (positive) or lost (negative) by each bet of a hand that stays in."""

    ante: int
    play: int
    ante_bonus: int
    pair_plus: int
    bonus: int


class Events(NamedTuple):
    """What a seat's cards are for each bet that pays by a table."""

    ante_bonus: int
    pair_plus: int
    bonus: int


class Pays(NamedTuple):
    """The pay tables in force, as the rule takes them."""

    ante_bonus: tuple[int, ...]
    pair_plus: tuple[int, ...]
    bonus: tuple[int, ...]


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """All bets of a hand that stays in: two against the dealer, three on the cards alone."""
    stayed = ante_and_play(player, dealer)
    return Result(
        stayed.ante,
        stayed.play,
        paid(pays.ante_bonus, events.ante_bonus),
        paid(pays.pair_plus, events.pair_plus),
        paid(pays.bonus, events.bonus),
    )


SHOWDOWN: Final = kinds.Showdown(
    settle=settle_seat,
    player=kinds.Strength(strength_of),
    dealer=kinds.Strength(strength_of),
    events={
        "ante-bonus": kinds.Event(category_event, kinds.Of.OWN),
        "pair-plus": kinds.Event(category_event, kinds.Of.OWN),
        "bonus": kinds.Event(bonus_event, kinds.Of.OWN, suits="s"),
    },
)


@rule
def envy_cents(event: int, counts: bool, pays: tuple[int, ...]) -> int:
    """What another player's hand pays a bonus bettor, if it counts."""
    return paid(pays, event) if counts else 0


def settle(played: Round) -> list[Line]:
    """Every bet of the round."""
    lines: list[Line] = []
    for seat in played.seats:
        units = net_units(played, seat, SHOWDOWN)
        lines += ante_play_lines(played, seat, units, "folds", "hands")
        if seat.stake("pair-plus"):
            lines.append(own_cards_line(played, seat, "pair-plus", units, "folds", "hands"))
        if seat.stake("bonus"):
            lines.append(_bonus_line(played, seat, units["bonus"]))
    return lines + _envy_lines(played)


def _bonus_alive(played: Round, seat: Seat) -> bool:
    survives = played.game.bet("bonus").survives(played.terms.options)
    return seat.stake("bonus") > 0 and (survives or not seat.folded)


def _bonus_line(played: Round, seat: Seat, units: int) -> Line:
    event = bonus_event(*seat.cards)
    if not _bonus_alive(played, seat):
        return line(played, "folds", seat, "bonus", Odds(units), reasons.FOLDED)
    return paid_line(played, "hands", seat, "bonus", units, _bonus_words(seat), event=event)


def _bonus_words(seat: Seat) -> str:
    event = bonus_event(*seat.cards)
    if event < Bonus.AKQ_SUITED:
        return words.three_cards(strength_of(*seat.cards))
    return words.ace_king_queen_of(suit_of(seat.cards[0]))


def _earns_envy(played: Round, seat: Seat) -> bool:
    """Whether the other players' envy counts the hand: it must be turned."""
    is_turned = not seat.folded or _bonus_alive(played, seat)
    return is_turned and (counts_any_player(played.terms.options) or seat.stake("bonus") > 0)


def _envy_lines(played: Round) -> list[Line]:
    """What bonus bettors win by other players' hands, the highest seats first."""
    table = played.terms.pay["bonus"]
    if not table.has("envy"):
        return []
    pays = tuple(pay.amount for pay in table.pays["envy"])
    seats = sorted(played.seats, key=lambda seat: -seat.number)
    lines = []
    for bettor in seats:
        for other in seats:
            event = bonus_event(*other.cards)
            cents = envy_cents(event, _earns_envy(played, other), pays)
            if cents and not other.belongs_with(bettor) and _bonus_alive(played, bettor):
                why = reasons.envy(other.number, _bonus_words(other), cents)
                label = table.label("envy", event)
                lines.append(Line("envy", bettor.number, "envy", 0, cents, why, event=label))
    return lines


ENVY_HANDS: Final = "envy-hands"
OTHERS: Final[Mapping[str, str]] = {
    "any-player": "other players",
    "bonus-bettors": "other bonus bettors",
}
"""Whose hands envy is paid for, by the value of that option."""


def counts_any_player(options: Mapping[str, str]) -> bool:
    """Whether envy counts the hands of players without a bonus bet too."""
    return options.get(ENVY_HANDS) != "bonus-bettors"


_BONUS_NAMES: Final[Mapping[int, str]] = {
    Bonus.AKQ_SUITED: words.MINI_ROYAL,
    Bonus.AKQ_SPADES: words.ace_king_queen_of(SPADES),
}

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
    spots=("bonus", "pair-plus", "ante", "play"),
    player_cards=3,
    dealer_cards=3,
    seats=7,
    adjacent_hands=2,
    ranking=rankings.three_cards("manual, Ranking of Hands"),
    qualifier="queen high",
    legends=("dealer plays with queen high or better",),
    bets=(
        ANTE,
        PLAY,
        ANTE_BONUS,
        Bet(
            key="pair-plus",
            name="pair plus",
            text="a pair or better in the player's own three cards, whatever the dealer holds",
            top="As Ks Qs",
            columns=(pair_or_better(),),
        ),
        Bet(
            key="bonus",
            name="bonus",
            text="a high hand in the player's own cards; with envy, also in other players'",
            needs=("ante", "pair-plus"),
            survives_fold=True,
            forfeited_when="bonus-on-fold=forfeited",
            suggested_cents=100,
            lammer="envy",
            top="As Ks Qs",
            columns=(
                Column(events=Bonus, lowest=Bonus.STRAIGHT, names=_BONUS_NAMES),
                Column(
                    key="envy",
                    title="envy: a fixed sum for another player's hand",
                    events=Bonus,
                    lowest=Bonus.STRAIGHT_FLUSH,
                    units=frozenset({Unit.DOLLARS}),
                    otherwise=Pay(Unit.DOLLARS),
                    optional=True,
                    names=_BONUS_NAMES,
                    others=Others(option=ENVY_HANDS, names=OTHERS, are_all=counts_any_player),
                ),
            ),
        ),
        Bet(
            key="envy",
            name="envy",
            text="a fixed sum for each other player's turned hand of a straight flush or better",
            placed=Placed.AWARD,
            rides_on="bonus",
            survives_fold=True,
            forfeited_when="bonus-on-fold=forfeited",
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
            {"order-of-bets=front-first": ("bonus", "pair-plus", "ante", "ante-bonus", "play")},
        ),
        Stage("envy", "Pay envy at the end of the round", ("envy",), Direction.RIGHT_TO_LEFT),
    ),
    procedures={
        "machine": (
            Step(
                act=Act.BET,
                text="Wait for the ante, pair plus and bonus bets; put a lammer beside each bonus"
                " bet when envy is offered",
            ),
            replace(
                practice.NO_MORE_BETS,
                text="Before the first packet, close the betting and name the seats without a pair"
                " plus",
                say=("No more bets", "No pair plus, seats ..."),
                source="",
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
                text="Take the bets and cards of folded seats; a bonus that stays in action keeps"
                " its cards",
                stages=("folds",),
            ),
            Step(
                act=Act.REVEAL,
                text="Turn the dealer's cards, highest first, and call the hand",
                calls=("Dealer plays", "Dealer does not play"),
                turns=(Who.DEALER,),
            ),
            Step(
                act=Act.SETTLE,
                text="From the dealer's right, bring each hand into the work area, turn it and"
                " settle play, ante bonus, ante, pair plus and bonus, or in the house's"
                " order; lay and pay or pick and pay, as the house does; take the cards before"
                " the next hand, and leave a hand that earns envy face up",
                turns=(Who.SEATS,),
                stages=("hands",),
            ),
            Step(
                act=Act.SETTLE,
                text="Pay each bonus bettor envy for other players' hands left face up, and take"
                " the lammers",
                stages=("envy",),
            ),
            practice.CLEAR,
        )
    },
    notices=(
        "a player may hold two adjacent positions where the house allows it",
        practice.NO_SIDE_BETS,
        "dealt from one of the maker's shufflers",
        practice.WASHINGTON_LIMITS,
    ),
    options=(
        Option(
            key="ante",
            values=("optional", "mandatory"),
            text="whether a seat must place the ante, or may play pair plus alone",
            source="manual, Exceptions",
        ),
        Option(
            key="order-of-bets",
            values=("back-first", "front-first"),
            text="whether a hand's bets are settled from the back of the layout forwards, play"
            " first and bonus last, or the other way round",
            source="manual, Dealing Procedures 7",
        ),
        Option(
            key="bonus-on-fold",
            values=("stays", "forfeited"),
            text="whether the bonus stays in action when its player folds",
        ),
        Option(
            key=ENVY_HANDS,
            values=tuple(OTHERS),
            text="whether envy counts the turned hands of all other players, or only of those with"
            " a bonus bet",
            source="bonus rules, 10 b: at least one player",
        ),
    ),
    readings=(
        practice.SEVEN_SEATS,
        Reading("pay tables print straight flush twice", "the third row is the straight"),
        Reading("player and qualifying dealer tie", "ante and play push"),
        Reading("ante bonus when the player folds", "forfeited with the ante"),
        Reading(
            "whose hands earn envy",
            "every other player's hand that is turned, whether or not that player bet the bonus;"
            " never the bettor's own hand, another hand of the same player, or the dealer's; a hand"
            " folded without a bonus in action is not turned and does not count",
        ),
        Reading(
            "what the printed house advantage of the envy tables assumes",
            "six other players' hands and a bonus bet of $1; with fewer players the edge is higher",
        ),
        Reading(
            "what the dealer announces",
            "whether the dealer plays, and the hand: the manual's words name a queen alone",
        ),
        Reading("order among folded seats", "the same direction as the settlement"),
        Reading(
            "order of bets",
            "as the manual has it, the bonus after pair plus; the house may choose the other way"
            " round",
        ),
        practice.in_time("fold"),
        practice.FIRST_TABLES,
    ),
    irregularities=(
        replace(practice.WRONG_NUMBER, source="manual, Irregularities 1"),
        replace(
            practice.SHUFFLER_FAULT,
            ruling="Use the trouble-shooting guide; a shuffler that goes on failing is replaced"
            " step by step; or follow the regulator's procedure. A round with wrongly dispensed"
            " cards is void",
            steps=(
                "Switch the shuffler off",
                "Unplug its power cord",
                "Put the spare shuffler in its place",
                "Connect power cord and data cable",
                "Switch the spare on",
                "Call the maker's service for the faulty one",
                "Resume play",
            ),
            source="manual, Irregularities 2; the void is our reading",
        ),
        practice.MACHINE_FAULT,
        practice.SEAT_SKIPPED,
        practice.CARD_TO_EMPTY_SEAT,
        practice.CARD_EXPOSED,
        practice.DEALER_HAND_EXPOSED,
        practice.CARD_FACE_UP,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = Settlement(settle, QUEEN_PLAYS, kind=SHOWDOWN, stays_from=STAYS_FROM)
