"""Ante, play and ante bonus against a dealer who needs queen high, as three games have them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fairdeal.games import practice, reasons
from fairdeal.games.layout import FOLD, Act, Bet, Choice, Decides, Placed, Step
from fairdeal.games.paytable import Column, Pay, Unit
from fairdeal.games.round import DealersHand, Line, Round, Seat, line, paid_line
from fairdeal.games.showdown import Showdown, qualifies, showdown
from fairdeal.hands import words
from fairdeal.hands.three_card import QUEEN_HIGH, Category, category, strength_of
from fairdeal.money import Odds
from fairdeal.rule import rule


class AntePlay(NamedTuple):
    """Stakes won (positive) or lost (negative) by both bets, reckoned on the ante."""

    ante: int
    play: int


@rule
def ante_and_play(player: int, dealer: int) -> AntePlay:
    """Ante and play of a hand that stays in.

    >>> ante_and_play(strength_of(50, 45, 40), strength_of(0, 5, 36))
    AntePlay(ante=1, play=0)
    """
    outcome = showdown(player, dealer, QUEEN_HIGH)
    if outcome == Showdown.DEALER_OUT:
        return AntePlay(ante=1, play=0)
    if outcome == Showdown.WON:
        return AntePlay(ante=1, play=1)
    if outcome == Showdown.LOST:
        return AntePlay(ante=-1, play=-1)
    return AntePlay(ante=0, play=0)


@rule
def category_event(a: int, b: int, c: int) -> int:
    """What three cards make, for bets that pay by it."""
    return category(strength_of(a, b, c))


def ante_play_lines(
    played: Round, seat: Seat, units: Mapping[str, int], forfeits: str, hands: str
) -> list[Line]:
    """The lines of ante and play, and of the ante bonus where the game has one.

    *units* is what each bet wins; *forfeits* and *hands* are the stages to which the bets of folded
    and other seats belong.
    """
    if not seat.stake("ante"):
        return []
    player, dealer = strength_of(*seat.cards), strength_of(*played.dealer)
    stage = forfeits if seat.folded else hands
    out = not qualifies(dealer, QUEEN_HIGH)
    hand = words.three_cards(player)
    if seat.folded:
        fact = hand = reasons.FOLDED
    elif out:
        fact = reasons.does_not_qualify(played.game.dealer, words.three_cards(dealer))
    else:
        fact = reasons.compared(played.game.dealer, player, dealer, words.three_cards)
    lines = [line(played, stage, seat, "ante", Odds(units["ante"]), fact)]
    if not seat.folded:
        # A player/dealer who does not qualify gives the play bet no action; a house pushes it.
        acts = not (out and played.game.player_banked)
        odds = Odds(units["play"])
        lines.append(line(played, stage, seat, "play", odds, fact, has_action=acts))
    if "ante-bonus" in units:
        award, event = units["ante-bonus"], Category.HIGH_CARD if seat.folded else category(player)
        lines.append(paid_line(played, stage, seat, "ante-bonus", award, hand, event=event))
    return lines


def own_cards_line(
    played: Round, seat: Seat, key: str, units: Mapping[str, int], forfeits: str, hands: str
) -> Line:
    """The line of a bet on what the player's own three cards are, and nothing else."""
    strength = strength_of(*seat.cards)
    if seat.folded and not played.game.bet(key).survives(played.terms.options):
        return line(played, forfeits, seat, key, Odds(units[key]), reasons.FOLDED)
    event, hand = category(strength), words.three_cards(strength)
    if event == Category.MINI_ROYAL:
        hand = reasons.holds(hand, played.terms.pay[key].row(event))
    return paid_line(played, hands, seat, key, units[key], hand, event=event)


def _plays(dealer: tuple[int, ...]) -> bool:
    return qualifies(strength_of(*dealer), QUEEN_HIGH)


QUEEN_PLAYS: Final = DealersHand(_plays)
STAYS_FROM: Final = {"simple": QUEEN_HIGH, "timid": Category.PAIR << 12}

_PAID_AS: Final[Mapping[int, int]] = {Category.MINI_ROYAL: Category.STRAIGHT_FLUSH}

ANTE: Final = Bet(
    key="ante",
    name="ante",
    text="against the dealer's hand; then play for as much again, or fold and lose it",
    decided_by=Decides.QUALIFIER,
    required_by="ante",
    pays="1 to 1 if you beat the dealer, or if the dealer has less than queen high; a tie is a"
    " push",
)

PLAY: Final = Bet(
    key="play",
    name="play",
    text="staying in against the dealer; it pushes when the dealer does not qualify",
    placed=Placed.BY_DECISION,
    decided_by=Decides.QUALIFIER,
    pays="1 to 1 if you beat a dealer with queen high or better; a push on a tie, and if the dealer"
    " has less",
)

ANTE_BONUS: Final = Bet(
    key="ante-bonus",
    name="ante bonus",
    text="an extra on the ante for a straight or better, whatever the dealer holds",
    placed=Placed.AWARD,
    rides_on="ante",
    top="As Ks Qs",
    columns=(
        Column(
            events=Category,
            lowest=Category.STRAIGHT,
            units=frozenset({Unit.TO}),
            falls_to=_PAID_AS,
            otherwise=Pay(Unit.PUSH),
        ),
    ),
)


def pair_or_better(mini_royal: str = words.MINI_ROYAL) -> Column:
    """The column of a bet that pays from a pair up; *mini_royal* is what the document calls it."""
    return Column(
        events=Category,
        lowest=Category.PAIR,
        falls_to=_PAID_AS,
        names={Category.MINI_ROYAL: mini_royal},
    )


def decide(text: str, confirms: tuple[str, ...] = ()) -> Step:
    """The step in which each seat plays for as much as its ante, or folds."""
    play = Choice(word="play", told="played", bet="play", of="ante", times=1, instead=FOLD)
    choices = (play, practice.FOLDS)
    return Step(act=Act.DECIDE, text=text, choices=choices, default=FOLD, confirms=confirms)
