"""Napa Valley Three Card Poker: a player banks, one of the bank's cards lies face up."""

from dataclasses import replace
from typing import Final, NamedTuple

from fairdeal.games import kinds, practice, rankings, reasons
from fairdeal.games.ante_play import (
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
    Decides,
    Direction,
    Document,
    Effect,
    Game,
    Irregularity,
    Pass,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.paytable import paid
from fairdeal.games.round import Line, Round, Seat, Settlement, in_order
from fairdeal.games.showdown import net_units
from fairdeal.hands.three_card import strength_of
from fairdeal.money import ceiling
from fairdeal.rule import rule


class Result(NamedTuple):
    """Stakes won (positive) or lost (negative) by each bet of a hand that stays in."""

    ante: int
    play: int
    pair_plus: int


class Events(NamedTuple):
    """What a seat's cards are for the bet that pays by a table."""

    pair_plus: int


class Pays(NamedTuple):
    """The pay table in force, as the rule takes it."""

    pair_plus: tuple[int, ...]


@rule
def settle_seat(player: int, dealer: int, events: Events, pays: Pays) -> Result:
    """All bets of a hand that stays in, as a bank without limit settles them."""
    stayed = ante_and_play(player, dealer)
    return Result(stayed.ante, stayed.play, paid(pays.pair_plus, events.pair_plus))


SHOWDOWN: Final = kinds.Showdown(
    settle=settle_seat,
    player=kinds.Strength(strength_of),
    dealer=kinds.Strength(strength_of),
    events={"pair-plus": kinds.Event(category_event, kinds.Of.OWN)},
)


class Covered(NamedTuple):
    """A bet's action, as far as the bank goes; all in cents."""

    net: int
    returned: int
    """The part of the stake without action."""
    left: int
    """What the bank can still cover."""


@rule
def cover(stake: int, net: int, left: int) -> Covered:
    """The part of a bet's result that a bank with *left* cents to go can cover.

    What is paid and what is collected both use up the player/dealer's wager, so that it can
    neither lose nor win more than it is.  Of a bet that wins more than is left, as much of the
    stake has action as the money paid answers for.

    >>> cover(1000, 40000, 10000)  # a straight flush at 40 to 1 with $100 left
    Covered(net=10000, returned=750, left=0)
    """
    if net > left:
        return Covered(left, stake - ceiling(stake * left, net), 0)
    if -net > left:
        return Covered(-left, stake - left, 0)
    return Covered(net, 0, left - abs(net))


def settle(played: Round) -> list[Line]:
    """Every bet of the round, to the extent that the bank covers it."""
    lines = in_order(played, [each for seat in played.seats for each in _lines(played, seat)])
    if played.bank_cents is None:
        return lines
    left = played.bank_cents
    for place, each in enumerate(lines):
        before, reason = left, each.reason
        net, returned, left = cover(each.stake_cents, each.net_cents, left)
        if net != each.net_cents:
            reason = reasons.uncovered(reason, before, net, returned)
        returned += each.returned_cents  # a play bet without action is back already
        lines[place] = replace(each, net_cents=net, returned_cents=returned, reason=reason)
    return lines


def _lines(played: Round, seat: Seat) -> list[Line]:
    """The seat's bets as a bank without limit would settle them."""
    units = net_units(played, seat, SHOWDOWN)
    lines = ante_play_lines(played, seat, units, "action", "action")
    if seat.stake("pair-plus"):
        lines.append(own_cards_line(played, seat, "pair-plus", units, "action", "action"))
    return lines


GAME: Final = Game(
    key="napa-three-card-poker",
    name="Napa Valley Three Card Poker",
    text="Three cards against a player who banks the game and shows one card before the decision",
    document=Document(
        maker="Napa Valley Casino",
        title="Three Card Poker: game rules",
        date="undated",
        note="California, player-banked",
    ),
    felt="#5b1f2c",
    spots=("pair-plus", "ante", "play"),
    player_cards=3,
    dealer_cards=3,
    seats=7,
    adjacent_hands=7,
    dealer="player/dealer",
    player_banked=True,
    ranking=rankings.three_cards(
        "game rules, hand rankings; that A-2-3 is a straight is our reading", royal="royal flush"
    ),
    qualifier="queen high",
    legends=("player/dealer qualifies with queen high or better",),
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the player/dealer's hand; then play for as much again, or fold",
            decided_by=Decides.QUALIFIER,
            required=True,
            pays="1 to 1 if you beat the player/dealer, or if the player/dealer has less than queen"
            " high; a tie is a push",
        ),
        replace(
            PLAY,
            text="staying in; it has no action when the player/dealer does not qualify",
            pays="1 to 1 if you beat a player/dealer with queen high or better; a push on a tie; it"
            " goes back if the player/dealer has less",
        ),
        Bet(
            key="pair-plus",
            name="pair plus",
            text="a pair or better in the player's own three cards",
            at_most="ante",
            top="As Ks Qs",
            columns=(pair_or_better(mini_royal="royal flush"),),
        ),
    ),
    stages=(
        Stage(
            "action",
            "Settle each seat in action order until the player/dealer's wager is used up; the rest"
            " goes back",
            ("ante", "play", "pair-plus"),
            Direction.FROM_THE_BANK,
        ),
    ),
    procedures={
        "machine": (
            Step(
                act=Act.BET,
                text="The player/dealer posts a wager; wait for the antes and pair plus bets",
            ),
            practice.NO_MORE_BETS,
            Step(
                act=Act.DEAL,
                text="Give each seat three cards face down, from the dealer's left round the table,"
                " then the player/dealer three; turn the player/dealer's first card",
                passes=(Pass(Who.SEATS, "ddd"), Pass(Who.DEALER, "udd")),
            ),
            Step(
                act=Act.ANNOUNCE,
                text="The player/dealer's hand lies before the tray, one card up: now players may"
                " look at their cards; the player/dealer touches none",
                say=("You may look at your cards",),
                source="house rules 3; the words are ours",
            ),
            decide("Each seat plays for as much as its ante, or folds ante and pair plus"),
            Step(
                act=Act.REVEAL,
                text="Turn the player/dealer's other two cards, highest first",
                calls=("Player/dealer qualifies", "Player/dealer does not qualify"),
                turns=(Who.DEALER,),
            ),
            Step(
                act=Act.SETTLE,
                text="From the player/dealer's left, turn each hand and settle its ante, play and"
                " pair plus out of the player/dealer's wager; return what it does not cover",
                turns=(Who.SEATS,),
                stages=("action",),
            ),
            practice.CLEAR,
        )
    },
    notices=("a player with several hands holds neighbouring positions, none skipped",),
    readings=(
        practice.SEVEN_SEATS,
        Reading("deal style", "a machine, since the rules speak of one; in packets of three"),
        Reading("royal flush", "ace, king and queen of one suit"),
        Reading("whether A-2-3 is a straight", "yes, the lowest; the rules do not say"),
        Reading("which of the player/dealer's cards is up", "the first one dealt"),
        Reading(
            "what uses up the player/dealer's wager",
            "what is paid to winners and what is collected from losers alike, so that the"
            " player/dealer can neither lose nor win more than was posted",
        ),
        Reading(
            "action order",
            "by seat from the player/dealer's left, one seat's bets together, folded or not; from"
            " seat 1 when no seat holds the bank",
        ),
        Reading("order of one seat's bets", "ante, play, pair plus"),
        Reading("how many positions one player may hold", "any number, side by side"),
        practice.in_time("fold"),
    ),
    irregularities=(
        Irregularity(
            key="machine-malfunction",
            event="The dealing machine, or another that the table depends on, malfunctions",
            ruling="The round is void and every bet goes back",
            effect=Effect.VOID,
            source="house rules 1",
        ),
        Irregularity(
            key="dealer-hand-exposed",
            event="More than one card of the player/dealer is exposed during the deal",
            ruling="The round is void and every bet goes back",
            effect=Effect.VOID,
            source="house rules 2",
        ),
        Irregularity(
            key="looked-early",
            event="A player looks at the cards before the player/dealer's hand is in place",
            ruling="The player is reminded of the rule and the hand stands; the floor decides on a"
            " repeated offence",
            effect=Effect.STANDS,
            source="house rules 3; the ruling is our reading",
        ),
        Irregularity(
            key="positions-not-adjacent",
            event="A player bets at positions with another one between them",
            ruling="Bets beyond the adjacent positions are handed back before the deal",
            effect=Effect.STANDS,
            source="house rules 4; the ruling is our reading",
        ),
        practice.WRONG_NUMBER,
        practice.SEAT_SKIPPED,
        practice.CARD_TO_EMPTY_SEAT,
        practice.CARD_EXPOSED,
        practice.SHUFFLER_FAULT,
        practice.CARD_FACE_UP,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = Settlement(settle, QUEEN_PLAYS, kind=SHOWDOWN, stays_from=STAYS_FROM)
