"""The blackjack leg of a seven-card hand: what may be said, what follows, what it wins."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from fairdeal.errors import Refused, listed
from fairdeal.games.layout import ByOption, Detail
from fairdeal.hands.blackjack import Total, is_natural, plus, total_of
from fairdeal.money import LOSS, Odds
from fairdeal.rule import rule

MOST_CARDS: Final = 7
"""Two cards and five draws."""

OVER: Final = 2
"""No hand is in play any more."""


class Word(IntEnum):
    """What a player may say."""

    HIT = 0
    STAND = 1
    DOUBLE = 2
    SPLIT = 3


class Outcome(IntEnum):
    """How a blackjack hand ends, the player's losses first."""

    BUSTED = 0
    LOST = 1
    DEALER_NATURAL = 2
    TIED = 3
    BOTH_NATURAL = 4
    WON = 5
    DEALER_BUSTED = 6
    SEVEN_CARDS = 7
    NATURAL = 8


class Leg(NamedTuple):
    """A seat's blackjack leg as far as it has been played."""

    points: int
    soft: int
    held: int
    """Cards in the first hand."""
    split_points: int
    split_soft: int
    split_held: int
    """Cards in the second hand, 0 unless aces were split."""
    stakes: int
    """How many times the bet is wagered: twice after a double or a split."""
    used: int
    """How many of the seat's cards the leg has taken."""
    current: int
    """The hand in play, 0 or 1, or OVER."""


@rule
def begin(first: int, second: int, stopped: bool) -> Leg:
    """Two cards; a natural is complete, and every hand is when the dealer's natural stops play."""
    total = plus(plus(Total(0, 0), first), second)
    current = OVER if stopped or is_natural(first, second) else 0
    return Leg(total.points, total.soft, 2, 0, 0, 0, 1, 2, current)


@rule
def may(leg: Leg, word: int) -> bool:
    """Whether the word is open to the player: double on two cards, split on two aces."""
    if leg.current == OVER:
        return False
    if word == Word.DOUBLE:
        return leg.used == 2
    if word == Word.SPLIT:
        return leg.used == 2 and leg.points == 12 and leg.soft == 1
    return True


@rule
def after(leg: Leg, word: int, card: int, next_card: int, split_draws: bool) -> Leg:
    """The leg after a legal word; *card* and *next_card* are the seat's next two."""
    split = leg.split_held > 0
    following = 1 if split and leg.current == 0 else OVER
    if word == Word.SPLIT:
        ace = Total(11, 1)
        one, two = plus(ace, card), plus(ace, next_card)
        current = 0 if split_draws else OVER
        return Leg(one.points, one.soft, 2, two.points, two.soft, 2, 2, 4, current)
    points, soft, held = leg.points, leg.soft, leg.held
    split_points, split_soft, split_held = leg.split_points, leg.split_soft, leg.split_held
    stakes, used, current = leg.stakes, leg.used, leg.current
    if word == Word.STAND:
        current = following
    else:
        used += 1
        if leg.current == 0:
            total = plus(Total(points, soft), card)
            points, soft, held = total.points, total.soft, held + 1
        else:
            total = plus(Total(split_points, split_soft), card)
            split_points, split_soft, split_held = total.points, total.soft, split_held + 1
        if word == Word.DOUBLE:
            stakes = 2
        if word == Word.DOUBLE or total.points > 21:
            current = following
        if used == MOST_CARDS:
            current = OVER
    return Leg(points, soft, held, split_points, split_soft, split_held, stakes, used, current)


@rule
def dealer_stands(total: Total, hits_soft_17: bool) -> bool:
    """Whether the dealer's total is enough: hard seventeen, or soft where the house stands."""
    if total.points == 17 and total.soft == 1:
        return not hits_soft_17
    return total.points >= 17


@rule
def dealer_draws(cards: tuple[int, ...], hits_soft_17: bool) -> int:
    """How many of the dealer's cards, in the order dealt, make the blackjack hand.

    >>> dealer_draws((48, 16, 4, 44, 0, 1, 2), True)  # A-6 draws a three
    3
    """
    total = plus(plus(Total(0, 0), cards[0]), cards[1])
    drawn = 2
    for card in cards[2:]:
        if dealer_stands(total, hits_soft_17):
            return drawn
        total = plus(total, card)
        drawn += 1
    return drawn


def dealer_hand(cards: tuple[int, ...], hits_soft_17: bool) -> tuple[int, ...]:
    """The dealer's blackjack hand."""
    return cards[: dealer_draws(cards, hits_soft_17)]


@rule
def outcome_of(
    points: int,
    held: int,
    natural: bool,
    dealer: int,
    dealer_natural: bool,
    seven_card_win: bool,
) -> int:
    """How a hand of *held* cards and *points* ends against the dealer's total."""
    if natural:
        return Outcome.BOTH_NATURAL if dealer_natural else Outcome.NATURAL
    if points > 21:
        return Outcome.BUSTED
    if held == MOST_CARDS and seven_card_win:
        return Outcome.SEVEN_CARDS
    if dealer_natural:
        return Outcome.DEALER_NATURAL
    if dealer > 21:
        return Outcome.DEALER_BUSTED
    if points > dealer:
        return Outcome.WON
    if points < dealer:
        return Outcome.LOST
    return Outcome.TIED


@rule
def odds_of(outcome: int, natural: Odds) -> Odds:
    """What a hand wins, to one; *natural* is what the house pays for one."""
    if outcome == Outcome.NATURAL:
        return natural
    if outcome >= Outcome.WON:
        return Odds(1, 1)
    if outcome >= Outcome.TIED:
        return Odds(0, 1)
    return LOSS


class Ends(NamedTuple):
    """How the hands of a leg end, and what they win together."""

    first: int
    second: int
    """The same as the first unless aces were split."""
    odds: Odds
    """On everything that was wagered."""


@rule
def settle_leg(
    leg: Leg, dealer: int, dealer_natural: bool, seven_card_win: bool, natural: Odds
) -> Ends:
    """The result of a finished leg against the dealer's total."""
    split = leg.split_held > 0
    is_first_natural = leg.points == 21 and leg.held == 2 and not split
    first = outcome_of(
        leg.points, leg.held, is_first_natural, dealer, dealer_natural, seven_card_win
    )
    if not split:
        return Ends(first, first, odds_of(first, natural))
    second = outcome_of(
        leg.split_points, leg.split_held, False, dealer, dealer_natural, seven_card_win
    )
    won = odds_of(first, natural).won + odds_of(second, natural).won
    return Ends(first, second, Odds(won, 2))


@dataclass(frozen=True, slots=True)
class Played:
    """A leg, and the cards of its one or two hands."""

    leg: Leg
    hands: tuple[tuple[int, ...], ...]

    @property
    def legal(self) -> tuple[str, ...]:
        """What may be said next; nothing when the leg is over."""
        return _open_to(self.leg)

    @property
    def is_settled_at_21(self) -> bool:
        """Whether only a last hand of twenty-one is open, which nobody need say anything to.

        Six soft cards are asked all the same: the seventh cannot break them, and may win by itself.
        """
        leg = self.leg
        gains = leg.soft and leg.held == MOST_CARDS - 1
        return (
            leg.current == len(self.hands) - 1
            and (leg.points, leg.split_points)[leg.current] == 21
            and not gains
        )


def _open_to(leg: Leg) -> tuple[str, ...]:
    return tuple(word.name.lower() for word in Word if may(leg, word))


def play_out(
    cards: tuple[int, ...], said: Sequence[str], *, stopped: bool, split_draws: bool
) -> Played:
    """The leg after the words *said*, with the cards taken in order from *cards*.

    *stopped* says that the dealer looked and has a natural.  A ``stand`` to a complete hand
    changes nothing and is let pass.
    """
    leg, hands = begin(cards[0], cards[1], stopped), [list(cards[:2])]
    if leg.current == OVER and list(said) == ["stand"]:
        said = ()
    for text in said:
        word = Word.__members__.get(text.upper())
        if word is None:
            words = listed((each.name.lower() for each in Word), "or")
            raise Refused(f"cannot say {text!r}: expected {words}", code="decision.unknown")
        if not may(leg, word):
            legal = _open_to(leg)
            over = "the dealer has a natural" if stopped else "the hand is over"
            why = f"expected {listed(legal, 'or')}" if legal else over
            raise Refused(f"cannot {text}: {why}", code="decision.illegal")
        if word == Word.SPLIT:
            hands = [[cards[0], cards[2]], [cards[1], cards[3]]]
        elif word != Word.STAND:
            hands[leg.current].append(cards[leg.used])
        following = (*cards[leg.used : leg.used + 2], 0, 0)  # a seventh card has none after it
        leg = after(leg, word, following[0], following[1], split_draws)
    return Played(leg, tuple(map(tuple, hands)))


def draws_to(hard: int, soft: int) -> Callable[[tuple[int, ...]], str]:
    """What a player says who draws until the hand counts enough, and stakes no second bet.

    *soft* is what is enough while an ace counts eleven.
    """

    def word(held: tuple[int, ...]) -> str:
        total = total_of(held)
        said = Word.HIT if total.points < (soft if total.soft else hard) else Word.STAND
        return said.name.lower()

    return word


DETAILS: Final = (
    Detail("Insurance", ("Is not offered; nor is surrender.",)),
    Detail(
        "Natural",
        (
            "An ace and a ten, jack, queen or king in the first two cards pay",
            ByOption("natural", {"3:2": "3 to 2.", "6:5": "6 to 5."}),
            ByOption(
                "peek",
                {
                    "yes": "The dealer looks for a natural before the first decision; if there is"
                    " one, the blackjack bets are settled at once.",
                    "no": "The dealer does not look for a natural before the decisions: doubled and"
                    " split bets lose in full to one.",
                },
            ),
        ),
    ),
    Detail(
        "Double",
        (
            "On any first two cards, once, for as much again: you get one more card and stand. Not"
            " after a split.",
        ),
    ),
    Detail(
        "Split",
        (
            "Two aces only, once, for as much again.",
            ByOption(
                "split-aces",
                {
                    "one-card": "Each ace gets one card, and both hands stand.",
                    "draw": "Each ace gets a card, and both hands draw on like any other.",
                },
            ),
            "Twenty-one after a split is not a natural.",
        ),
    ),
    Detail(
        "Number of cards",
        (
            "At most seven: two and five draws.",
            ByOption(
                "seven-card-win",
                {
                    "yes": "Seven cards that are not over 21 win at once.",
                    "no": "Seven cards win only if they beat the dealer.",
                },
            ),
            "Of split aces all cards together count toward the seven, and no split hand wins that"
            " way.",
        ),
    ),
    Detail(
        "The dealer",
        (
            "Draws to 16 and stands on hard 17 or more; on a soft 17 the dealer",
            ByOption("soft-17", {"hit": "draws.", "stand": "stands."}),
            "With seven cards the dealer stands.",
        ),
    ),
    Detail(
        "Going over",
        (
            "Over 21 the blackjack bet is lost at once. Poker and Bonus play on: the hand is filled"
            " up to seven cards.",
        ),
    ),
)
"""What the page of rules explains of a blackjack bet at length."""
