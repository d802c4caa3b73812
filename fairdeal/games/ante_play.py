"""Ante, play and ante bonus against a dealer who needs queen high, as three games have them."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from fairdeal.games import reasons
from fairdeal.games.layout import Act, Bet, Placed, Step
from fairdeal.games.paytable import Column, Pay, Unit
from fairdeal.games.round import Line, Round, Seat, line, paid_line
from fairdeal.hands import words
from fairdeal.hands.three_card import QUEEN_HIGH, Category, category, strength_of
from fairdeal.money import LOSS, PUSH, Odds
from fairdeal.rule import rule


class Showdown(IntEnum):
    """How a hand that stayed in fares against the dealer's."""

    DEALER_OUT = 0
    WON = 1
    LOST = 2
    TIED = 3


class Result(NamedTuple):
    """Stakes won (positive) or lost (negative) by each bet."""

    ante: int
    play: int


@rule
def qualifies(dealer: int, qualifying: int) -> bool:
    """Whether the dealer's strength is enough to play."""
    return dealer >= qualifying


@rule
def showdown(player: int, dealer: int, qualifying: int) -> int:
    """Compare two strengths, if the dealer's is enough to play."""
    if not qualifies(dealer, qualifying):
        return Showdown.DEALER_OUT
    if player > dealer:
        return Showdown.WON
    if player < dealer:
        return Showdown.LOST
    return Showdown.TIED


@rule
def settle_ante_play(player: int, dealer: int) -> Result:
    """The result of a player who stays in against a dealer who needs queen high.

    >>> settle_ante_play(strength_of(50, 45, 40), strength_of(0, 5, 36))  # straight, jack high
    Result(ante=1, play=0)
    """
    outcome = showdown(player, dealer, QUEEN_HIGH)
    if outcome == Showdown.DEALER_OUT:
        return Result(ante=1, play=0)
    if outcome == Showdown.WON:
        return Result(ante=1, play=1)
    if outcome == Showdown.LOST:
        return Result(ante=-1, play=-1)
    return Result(ante=0, play=0)


def ante_play_lines(played: Round, seat: Seat, forfeits: str, hands: str) -> list[Line]:
    """The lines of ante and play, and of the ante bonus where the game has one.

    *forfeits* and *hands* are the stages to which the bets of folded and other seats belong.
    """
    ante = seat.stake("ante")
    if not ante:
        return []
    has_bonus = "ante-bonus" in played.terms.pay
    if seat.folded:
        lines = [line(played, forfeits, seat, "ante", LOSS, reasons.FOLDED)]
        if has_bonus:
            lines.append(
                line(played, forfeits, seat, "ante-bonus", PUSH, reasons.FOLDED, wager=ante)
            )
        return lines
    player, dealer = strength_of(*seat.cards), strength_of(*played.dealer)
    result = settle_ante_play(player, dealer)
    fact = showdown_fact(played, player, dealer, QUEEN_HIGH, words.three_cards)
    lines = [
        line(played, hands, seat, "play", Odds(result.play), fact, wager=ante),
        line(played, hands, seat, "ante", Odds(result.ante), fact),
    ]
    if has_bonus:
        holds = words.three_cards(player)
        lines.append(paid_line(played, hands, seat, "ante-bonus", category(player), holds, ante))
    return lines


def own_cards_line(played: Round, stage: str, seat: Seat, key: str) -> Line:
    """The line of a bet on what the player's own three cards are, and nothing else."""
    strength = strength_of(*seat.cards)
    holds = words.three_cards(strength)
    return paid_line(played, stage, seat, key, category(strength), holds)


def showdown_fact(
    played: Round, player: int, dealer: int, qualifying: int, call: Callable[[int], str]
) -> str:
    """The words for a showdown."""
    if not qualifies(dealer, qualifying):
        return reasons.does_not_qualify(played.game.dealer, call(dealer))
    return reasons.compared(played.game.dealer, player, dealer, call)


def decision_faults(played: Round, seat: Seat) -> list[str]:
    """A seat with an ante says play or fold, once; one without has nothing to give up."""
    said = " ".join(seat.decisions)
    if not seat.stake("ante"):
        if said in ("", "play"):
            return []
        return [f"seat {seat.number} cannot decide {said!r}: it has no ante and simply stays in"]
    if said in ("play", "fold"):
        return []
    if not said:
        return [f"seat {seat.number} has not decided: expected play or fold"]
    return [f"seat {seat.number} cannot decide {said!r}: expected play or fold"]


_PAID_AS: Final[Mapping[int, int]] = MappingProxyType(
    {Category.MINI_ROYAL: Category.STRAIGHT_FLUSH}
)

ANTE: Final = Bet(
    key="ante",
    name="ante",
    text="against the dealer's hand; then play for as much again, or fold and lose it",
    required_by="ante",
)

PLAY: Final = Bet(
    key="play",
    name="play",
    text="staying in against the dealer; it pushes when the dealer does not qualify",
    placed=Placed.BY_DECISION,
    equals="ante",
)

ANTE_BONUS: Final = Bet(
    key="ante-bonus",
    name="ante bonus",
    text="an extra on the ante for a straight or better, whatever the dealer holds",
    placed=Placed.NEVER,
    columns=(
        Column(
            events=Category,
            lowest=Category.STRAIGHT,
            falls_to=_PAID_AS,
            otherwise=Pay(Unit.PUSH),
        ),
    ),
)


def pair_or_better(mini_royal: str = "AKQ suited") -> Column:
    """The column of a bet that pays from a pair up; *mini_royal* is what the document calls it."""
    return Column(
        events=Category,
        lowest=Category.PAIR,
        falls_to=_PAID_AS,
        names=MappingProxyType({Category.MINI_ROYAL: mini_royal}),
    )


def decide(text: str) -> Step:
    """The step in which each seat plays or folds."""
    return Step(act=Act.DECIDE, text=text, choices=("play", "fold"))
