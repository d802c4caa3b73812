"""The blackjack leg of a seven-card hand: decisions played out, and what each hand wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from fairdeal.cards import ACE, rank_of
from fairdeal.errors import Refused, listed
from fairdeal.hands.blackjack import Total, is_natural, plus, total_of
from fairdeal.money import Odds
from fairdeal.rule import rule

MOST_CARDS: Final = 7
"""Two cards and five draws."""


class Outcome(IntEnum):
    """How a blackjack hand ends."""

    BUSTED = 0
    LOST = 1
    DEALER_NATURAL = 2
    TIED = 3
    BOTH_NATURAL = 4
    WON = 5
    DEALER_BUSTED = 6
    SEVEN_CARDS = 7
    NATURAL = 8


@rule
def dealer_total(cards: tuple[int, ...], hits_soft_17: bool) -> Total:
    """The dealer's total, drawing in order: to hard seventeen, and never past the cards there are.

    >>> dealer_total((48, 16, 4, 44, 0, 1, 2), True)  # A-6 draws a three
    Total(points=20, soft=1)
    """
    total = plus(plus(Total(0, 0), cards[0]), cards[1])
    for card in cards[2:]:
        soft_17 = total.points == 17 and total.soft == 1 and hits_soft_17
        if total.points < 17 or soft_17:
            total = plus(total, card)
    return total


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
    return Odds(-1, 1)


@dataclass(frozen=True, slots=True)
class Hands:
    """A seat's blackjack hand as far as it has been played; two hands once aces are split."""

    hands: tuple[tuple[int, ...], ...]
    stakes: int
    """How many times the bet is wagered: twice after a double or a split."""
    used: int
    """How many of the seat's cards the leg has taken."""
    legal: tuple[str, ...]
    """What may be said next; nothing when the leg is over."""

    @property
    def natural(self) -> bool:
        """Whether the first two cards are a natural."""
        return len(self.hands) == 1 and self.used == 2 and is_natural(*self.hands[0])


def play_out(
    cards: tuple[int, ...], said: Sequence[str], *, dealer_shows_natural: bool, split_draws: bool
) -> Hands:
    """The hands after the words *said*, with the cards taken in order from *cards*."""
    first = cards[:2]
    if dealer_shows_natural or is_natural(*first):
        if list(said) not in ([], ["stand"]):
            why = "the dealer has a natural" if dealer_shows_natural else "a natural is complete"
            raise Refused(f"cannot {said[0]}: {why}", code="decision.over")
        return Hands((first,), stakes=1, used=2, legal=())
    hands, current, stakes, used = [first], 0, 1, 2
    legal = ("hit", "stand", "double", *(("split",) if _two_aces(first) else ()))
    for word in said:
        if word not in legal:
            expected = f"expected {listed(legal, 'or')}" if legal else "the hand is over"
            raise Refused(f"cannot {word}: {expected}", code="decision.illegal")
        if word in ("hit", "double"):
            hands[current] = (*hands[current], cards[used])
            used += 1
        if word == "split":
            hands = [(first[0], cards[2]), (first[1], cards[3])]
            stakes, used = 2, 4
        if word == "double":
            stakes = 2
        if word in ("stand", "double") or total_of(hands[current]).points > 21:
            current += 1
        over = current == len(hands) or used == MOST_CARDS
        over = over or (word == "split" and not split_draws)
        legal = () if over else ("hit", "stand")
    return Hands(tuple(hands), stakes, used, legal)


def _two_aces(cards: tuple[int, ...]) -> bool:
    return all(rank_of(card) == ACE for card in cards)
