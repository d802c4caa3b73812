"""AGS 3 Card: ante and play, player bonus, six card bonus and the STAX progressive."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.cards import DIAMONDS, suit_of
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
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import ODDS, Column, Unit, meter_net, paid
from fairdeal.games.round import Line, Round, Seat, Settlement, paid_line
from fairdeal.games.showdown import net_units
from fairdeal.hands import poker, words
from fairdeal.hands.three_card import Category, category, strength_of
from fairdeal.rule import rule


class SixCard(IntEnum):
    """What the six card bonus pays for, worst first."""

    NOTHING = 0
    THREE_OF_A_KIND = 1
    STRAIGHT = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7
    SIX_CARD_ROYAL = 8


class Stax(IntEnum):
    """What the progressive pays for, worst first; diamonds stand apart."""

    NOTHING = 0
    FLUSH = 1
    STRAIGHT = 2
    THREE_OF_A_KIND = 3
    STRAIGHT_FLUSH_OTHER = 4
    STRAIGHT_FLUSH_DIAMONDS = 5
    ROYAL_OTHER = 6
    ROYAL_DIAMONDS = 7


@rule
def six_card_event(cards: tuple[int, ...]) -> int:
    """The six card bonus event of the player's and the dealer's cards together."""
    strength = poker.strength_of(cards)
    held = poker.category(strength)
    if held == poker.Category.ROYAL_FLUSH and poker.longest_suited_run(cards) == 6:
        return SixCard.SIX_CARD_ROYAL
    if held < poker.Category.THREE_OF_A_KIND:
        return SixCard.NOTHING
    return SixCard.THREE_OF_A_KIND + held - poker.Category.THREE_OF_A_KIND


@rule
def stax_event(a: int, b: int, c: int) -> int:
    """The progressive event that three cards are."""
    held = category(strength_of(a, b, c))
    diamonds = suit_of(a) == DIAMONDS
    if held == Category.MINI_ROYAL:
        return Stax.ROYAL_DIAMONDS if diamonds else Stax.ROYAL_OTHER
    if held == Category.STRAIGHT_FLUSH:
        return Stax.STRAIGHT_FLUSH_DIAMONDS if diamonds else Stax.STRAIGHT_FLUSH_OTHER
    if held == Category.THREE_OF_A_KIND:
        return Stax.THREE_OF_A_KIND
    if held == Category.STRAIGHT:
        return Stax.STRAIGHT
    if held == Category.FLUSH:
        return Stax.FLUSH
    return Stax.NOTHING


class Result(NamedTuple):
    """Stakes won (positive) or lost (negative) by each bet of a hand that stays in.

    What the progressive pays is up to its meters.
    """

    ante: int
    play: int
    ante_bonus: int
    player_bonus: int
    six_card_bonus: int


class Events(NamedTuple):
    """What the cards are for each bet that pays by a table."""

    ante_bonus: int
    player_bonus: int
    six_card_bonus: int
    stax: int


class Pays(NamedTuple):
    """The pay tables in force, as the rule takes them."""

    ante_bonus: tuple[int, ...]
    player_bonus: tuple[int, ...]
    six_card_bonus: tuple[int, ...]


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """All bets of a hand that stays in, save the progressive."""
    stayed = ante_and_play(player, dealer)
    return Result(
        stayed.ante,
        stayed.play,
        paid(pays.ante_bonus, events.ante_bonus),
        paid(pays.player_bonus, events.player_bonus),
        paid(pays.six_card_bonus, events.six_card_bonus),
    )


SHOWDOWN: Final = kinds.Showdown(
    settle=settle_seat,
    player=kinds.Strength(strength_of),
    dealer=kinds.Strength(strength_of),
    events={
        "ante-bonus": kinds.Event(category_event, kinds.Of.OWN),
        "player-bonus": kinds.Event(category_event, kinds.Of.OWN),
        "six-card-bonus": kinds.Event(six_card_event, kinds.Of.ALL, flush=5),
        "stax": kinds.Event(stax_event, kinds.Of.OWN, suits="d"),
    },
)


def settle(played: Round) -> list[Line]:
    """Every bet of the round."""
    lines: list[Line] = []
    for seat in played.seats:
        units = net_units(played, seat, SHOWDOWN)
        lines += ante_play_lines(played, seat, units, "folds", "hands")
        if seat.stake("player-bonus"):
            lines.append(own_cards_line(played, seat, "player-bonus", units, "folds", "hands"))
        if seat.stake("six-card-bonus"):
            lines.append(_six_card_line(played, seat, units["six-card-bonus"]))
    return lines + _stax_lines(played)


def _six_card_line(played: Round, seat: Seat, units: int) -> Line:
    six = (*seat.cards, *played.dealer)
    event, table = six_card_event(six), played.terms.pay["six-card-bonus"]
    fact = reasons.among(words.best_five(poker.strength_of(six)), "six")
    if event == SixCard.SIX_CARD_ROYAL:
        fact = reasons.holds(fact, table.row(event))
    return paid_line(played, "hands", seat, "six-card-bonus", units, fact, event=event)


def _stax_lines(played: Round) -> list[Line]:
    """The progressive, seat by seat in settlement order: a meter that is hit falls to its reset."""
    meters = played.meters()
    hit_by: dict[str, int] = {}
    table = played.terms.pay["stax"]
    lines = []
    for seat in sorted(played.seats, key=lambda each: -each.number):
        if not (stake := seat.stake("stax")):
            continue
        event = stax_event(*seat.cards)
        pay, row = table.pays["pays"][event], table.row(event)
        if pay.unit is not Unit.METER:
            hand = words.three_cards(strength_of(*seat.cards))
            units = paid(table.units(), event)
            lines.append(paid_line(played, "hands", seat, "stax", units, hand, event=event))
            continue
        meter, shown = played.terms.meters[pay.meter], meters[pay.meter]
        net = meter_net(stake, shown, meter.wager_cents, pay.bet_back)
        award = net if pay.bet_back else net + stake
        before = hit_by.get(pay.meter)
        why = reasons.progressive(
            row, "STAX", pay.meter, shown, award, hit_by=before, kept=pay.bet_back
        )
        meters[pay.meter], hit_by[pay.meter] = meter.reset_cents, seat.number
        label = table.label("pays", event)
        lines.append(Line("hands", seat.number, "stax", stake, net, why, event=label))
    return lines


_SIX_CARD_NAMES: Final[Mapping[int, str]] = {
    SixCard.SIX_CARD_ROYAL: "6-card royal",
    SixCard.ROYAL_FLUSH: "5-card royal",
    SixCard.STRAIGHT_FLUSH: "5-card straight flush",
    SixCard.FLUSH: "5-card flush",
    SixCard.STRAIGHT: "5-card straight",
}

_STAX_NAMES: Final[Mapping[int, str]] = {
    Stax.ROYAL_DIAMONDS: "royal flush in diamonds",
    Stax.ROYAL_OTHER: "royal flush, other suit",
    Stax.STRAIGHT_FLUSH_DIAMONDS: "straight flush in diamonds",
    Stax.STRAIGHT_FLUSH_OTHER: "straight flush, other suit",
}


def _procedure(deal: Step) -> tuple[Step, ...]:
    """A round, which differs between deal styles only in how the cards come."""
    return (
        Step(
            act=Act.BET,
            text="Wait for the ante, player bonus, six card bonus and STAX bets",
        ),
        practice.NO_MORE_BETS,
        deal,
        decide("Each seat with an ante plays for the same amount, or folds"),
        Step(
            act=Act.COLLECT,
            text="Take the ante of folded seats; tuck their cards under the six card bonus while a"
            " bonus or STAX bet is in action",
            stages=("folds",),
        ),
        Step(
            act=Act.REVEAL,
            text="Turn the dealer's cards, highest first, and say whether the hand qualifies"
            " with queen high",
            calls=("Dealer qualifies", "Dealer does not qualify"),
            turns=(Who.DEALER,),
        ),
        Step(
            act=Act.SETTLE,
            text="Turn one hand after the other and settle its ante, play and ante bonus, then its"
            " player bonus, six card bonus and STAX. A STAX hand is entered on the terminal first:"
            " touch the seat, choose the hand or None, touch Pending Jackpot, then Pay or Cancel",
            turns=(Who.SEATS,),
            stages=("hands",),
        ),
        practice.CLEAR,
    )


GAME: Final = Game(
    key="ags-3-card",
    name="3 Card",
    text="Three cards against a dealer who needs queen high, with three side bets that outlive a"
    " fold",
    document=Document(
        maker="AGS",
        title="3 Card rules and procedures",
        date="15 December 2020",
        note="Washington State Gambling Commission submission 3023",
    ),
    felt="#163b66",
    spots=("stax", "six-card-bonus", "player-bonus", "ante", "play"),
    player_cards=3,
    dealer_cards=3,
    seats=7,
    ranking=rankings.three_cards("our reading: as in Three Card Poker"),
    qualifier="queen high",
    legends=("dealer qualifies with queen high or better",),
    bets=(
        ANTE,
        PLAY,
        ANTE_BONUS,
        Bet(
            key="player-bonus",
            name="player bonus",
            text="a pair or better in the player's own three cards",
            survives_fold=True,
            top="As Ks Qs",
            columns=(pair_or_better(),),
        ),
        Bet(
            key="six-card-bonus",
            name="six card bonus",
            text="three of a kind or better among the player's and the dealer's six cards",
            survives_fold=True,
            top="As Ks Qs | Js Ts 9s",
            columns=(
                Column(
                    events=SixCard,
                    lowest=SixCard.THREE_OF_A_KIND,
                    falls_to={SixCard.SIX_CARD_ROYAL: SixCard.ROYAL_FLUSH},
                    names=_SIX_CARD_NAMES,
                ),
            ),
        ),
        Bet(
            key="stax",
            name="STAX",
            text="the progressive: four meters for straight flushes, fixed awards from a flush up",
            survives_fold=True,
            top="Ad Kd Qd",
            columns=(
                Column(
                    events=Stax,
                    lowest=Stax.FLUSH,
                    units=ODDS | {Unit.METER},
                    names=_STAX_NAMES,
                ),
            ),
        ),
    ),
    stages=(
        Stage(
            "folds",
            "Take the antes of folded seats",
            ("ante", "ante-bonus"),
            Direction.RIGHT_TO_LEFT,
        ),
        Stage(
            "hands",
            "Settle each seat in the order of the document's list",
            ("ante", "play", "ante-bonus", "player-bonus", "six-card-bonus", "stax"),
            Direction.RIGHT_TO_LEFT,
        ),
    ),
    procedures={
        "machine": _procedure(
            Step(
                act=Act.DEAL,
                text="Give each seat a packet of three from the shuffler, then the dealer",
                passes=(Pass(Who.SEATS, "ddd"), Pass(Who.DEALER, "ddd")),
            )
        ),
        "hand": _procedure(
            Step(
                act=Act.DEAL,
                text="From the shoe, deal one card at a time to each seat and the dealer, three"
                " times round",
                passes=practice.one_by_one("ddd", "ddd"),
            )
        ),
    },
    notices=(
        practice.NO_SIDE_BETS,
        practice.WASHINGTON_LIMITS,
        practice.WASHINGTON_CONTROLS,
        "the progressive follows WAC 230-15-680 and 230-15-720 and the room's internal controls",
        "the document runs on the AGS STAX system, version 1.0.1 or higher; here Fairdeal's own"
        " progressive does its work",
        "a shuffler is of an approved model; for a shoe, WAC 230-15-465 applies",
    ),
    options=(
        Option(
            key="ante",
            values=("mandatory", "optional"),
            text="whether a seat must place the ante; the document's and/or can be read both ways",
        ),
        Option(
            key="stax-units",
            values=("as-printed", "all-for-1", "all-to-1"),
            text="whether STAX awards include the bet (for 1) or come on top of it (to 1)",
        ),
    ),
    readings=(
        practice.SEVEN_SEATS,
        Reading("ante bonus when the player folds", "forfeited with the ante"),
        Reading(
            "how hands rank, and whether A-2-3 is a straight",
            "the document prints no ranking: a straight beats a flush, and A-2-3 is the lowest"
            " straight",
        ),
        Reading(
            "winning and losing hands a, against the rules of play",
            "a names only the ante's win when the dealer has no queen; it also wins when the"
            " player's hand beats a dealer who qualifies, as the rules of play say",
        ),
        Reading(
            "winning and losing hands b, against the rules of play",
            "b has the play bet win whenever the player's hand is higher; it pushes when the dealer"
            " does not qualify, as the rules of play say twice. Read literally, b would give the"
            " player an edge of 19.4 % of the ante",
        ),
        Reading(
            "names of the meters",
            "as printed: the heart meter is for straight flushes in diamonds, the diamond meter for"
            " those in other suits",
        ),
        Reading("6-card royal", "nine to ace of one suit"),
        Reading("bounty and bonus", "6 Card Bounty and 6 Card Bonus are the same bet"),
        Reading(
            "STAX meters with another wager than $5", "the award scales with the wager; see meters"
        ),
        Reading("does a meter include the bet", "yes, like the awards printed as for 1"),
        Reading(
            "two seats hit one meter in one round",
            "the first in settlement order takes the meter, the next its reset level",
        ),
        Reading("order of seats", "from the dealer's right, as in the games beside it"),
        Reading("order of bets", "that of the document's list of winning and losing hands"),
        practice.in_time("fold"),
        practice.ONE_HAND,
        practice.FIRST_TABLES,
        Reading("hand deal", "one card at a time; the document leaves it to the house"),
    ),
    irregularities=(
        practice.WRONG_NUMBER,
        practice.SHUFFLER_FAULT,
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
