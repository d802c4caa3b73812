"""Napa Valley Three Card Poker: a player banks, one of the bank's cards lies face up."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from fairdeal.games import practice, reasons
from fairdeal.games.ante_play import (
    PLAY,
    ante_play_lines,
    decide,
    decision_faults,
    own_cards_line,
    pair_or_better,
    qualifies,
)
from fairdeal.games.layout import (
    Act,
    Bet,
    Direction,
    Document,
    Game,
    Irregularity,
    Pass,
    Reading,
    Stage,
    Step,
    Who,
)
from fairdeal.games.round import Line, Round, Seat, Settlement, in_order, line
from fairdeal.hands.three_card import QUEEN_HIGH, strength_of
from fairdeal.money import LOSS
from fairdeal.rule import rule


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
        return Covered(left, stake - -(-stake * left // net), 0)
    if -net > left:
        return Covered(-left, stake - left, 0)
    return Covered(net, 0, left - abs(net))


def settle(played: Round) -> list[Line]:
    """Every bet of the round, to the extent that the bank covers it."""
    lines = in_order(played.game, [each for seat in played.seats for each in _lines(played, seat)])
    if played.bank_cents is None:
        return lines
    left = played.bank_cents
    for place, each in enumerate(lines):
        net, returned, left = cover(each.stake_cents, each.net_cents, left)
        if net != each.net_cents:
            reason = reasons.uncovered(each.reason, net, returned)
            lines[place] = replace(each, net_cents=net, returned_cents=returned, reason=reason)
    return lines


def _lines(played: Round, seat: Seat) -> list[Line]:
    """The seat's bets as a bank without limit would settle them."""
    lines = ante_play_lines(played, seat, "action", "action")
    if not qualifies(strength_of(*played.dealer), QUEEN_HIGH):
        lines = [_without_action(each) if each.bet == "play" else each for each in lines]
    if seat.stake("pair-plus"):
        if seat.folded:
            lines.append(line(played, "action", seat, "pair-plus", LOSS, reasons.FOLDED))
        else:
            lines.append(own_cards_line(played, "action", seat, "pair-plus"))
    return lines


def _without_action(play: Line) -> Line:
    return replace(play, returned_cents=play.stake_cents, reason=reasons.no_action(play.reason))


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
    player_cards=3,
    dealer_cards=3,
    dealer="player/dealer",
    player_banked=True,
    bets=(
        Bet(
            key="ante",
            name="ante",
            text="against the player/dealer's hand; then play for as much again, or fold",
            required=True,
        ),
        replace(PLAY, text="staying in; it has no action when the player/dealer does not qualify"),
        Bet(
            key="pair-plus",
            name="pair plus",
            text="a pair or better in the player's own three cards",
            at_most="ante",
            needs=("ante",),
            columns=(pair_or_better(mini_royal="royal flush"),),
        ),
    ),
    stages=(
        Stage(
            "action",
            "Settle each seat in action order until the player/dealer's wager is used up; the rest"
            " goes back",
            ("ante", "play", "pair-plus"),
            Direction.LEFT_TO_RIGHT,
        ),
    ),
    procedures=MappingProxyType(
        {
            "machine": (
                Step(
                    act=Act.BET,
                    text="The player/dealer posts a wager; wait for the antes and pair plus bets",
                ),
                practice.NO_MORE_BETS,
                Step(
                    act=Act.DEAL,
                    text="Give each seat three cards face down, from the dealer's left round the"
                    " table, then the player/dealer three; turn the player/dealer's first card",
                    passes=(Pass(Who.SEATS, "ddd"), Pass(Who.DEALER, "udd")),
                ),
                Step(
                    act=Act.ANNOUNCE,
                    text="The player/dealer's hand lies before the tray, one card up: now players"
                    " may look at their cards; the player/dealer touches none",
                    say="You may look at your cards",
                ),
                decide("Each seat plays for as much as its ante, or folds ante and pair plus"),
                Step(act=Act.REVEAL, text="Turn the player/dealer's other two cards"),
                Step(
                    act=Act.SETTLE,
                    text="From the player/dealer's left, settle each seat's ante, play and pair"
                    " plus out of the player/dealer's wager; return what it does not cover",
                    stages=("action",),
                ),
                practice.CLEAR,
            )
        }
    ),
    readings=(
        Reading("which of the player/dealer's cards is up", "the first one dealt"),
        Reading(
            "what uses up the player/dealer's wager",
            "what is paid to winners and what is collected from losers alike, so that the"
            " player/dealer can neither lose nor win more than was posted",
        ),
        Reading("action order", "by seat from the left, one seat's bets together, folded or not"),
        Reading("order of one seat's bets", "ante, play, pair plus"),
    ),
    irregularities=(
        Irregularity(
            key="machine-malfunction",
            event="The dealing machine malfunctions",
            ruling="All plays and pays of the round are void",
            voids_round=True,
            source="house rules 1",
        ),
        Irregularity(
            key="dealer-hand-exposed",
            event="More than one card of the player/dealer is exposed during the deal",
            ruling="All plays and pays of the round are void",
            voids_round=True,
            source="house rules 2",
        ),
        Irregularity(
            key="looked-early",
            event="A player looks at the cards before the player/dealer's hand is in place",
            ruling="The player is reminded of the rule and the hand stands; the floor decides on a"
            " repeated offence",
            voids_round=False,
            source="house rules 3; the ruling is our reading",
        ),
        Irregularity(
            key="positions-not-adjacent",
            event="A player bets at positions with another one between them",
            ruling="Bets beyond the adjacent positions are handed back before the deal",
            voids_round=False,
            source="house rules 4; the ruling is our reading",
        ),
        practice.WRONG_NUMBER,
        practice.CARD_FACE_UP,
        practice.FOULED_DECK,
    ),
)

SETTLEMENT: Final = Settlement(settle, decision_faults)
