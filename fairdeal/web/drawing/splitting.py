"""A seat that has split its aces: two hands, each with its own total, bet and result.

The settlement pays both in one line, as its reason says; what each won follows from the same rule.
"""

from typing import Final

from fairdeal import cards
from fairdeal.games import reasons
from fairdeal.games.blackjack_leg import Played, dealer_hand, odds_of, play_out, settle_leg
from fairdeal.games.terms import Terms
from fairdeal.hands.blackjack import is_natural, total_of
from fairdeal.live import events
from fairdeal.live.views import Shown
from fairdeal.money import Odds, net_of
from fairdeal.web.drawing.pieces import Face, Hand

SPLIT: Final = "split"
"""What a player says who makes two hands of two aces."""
BET: Final = "blackjack"
"""The bet that is doubled by a split."""


def split_hands(
    chosen: Terms,
    shown: Shown,
    decisions: tuple[str, ...],
    cents: int,
    line: events.Paid | None,
    dealer: Shown,
) -> tuple[Hand, ...]:
    """The two hands of a seat that has split, and the cards that came later for poker.

    A split brings its cards at once and face up; only those for poker may still be hidden.
    """
    draws = chosen.option("split-aces") == "draw"
    out = play_out(_open(shown), decisions, stopped=False, split_draws=draws)
    won = _won(chosen, out, cents // 2, _open(dealer)) if line else (None, None)
    found = [
        Hand(_faces(hand), name, reasons.points(total_of(hand)), cents // 2, net_cents)
        for hand, name, net_cents in zip(out.hands, ("First hand", "Second hand"), won, strict=True)
    ]
    rest = tuple(Face(card) for card in shown[out.leg.used :])
    return (*found, *([Hand(rest, "For poker")] if rest else []))


def _won(chosen: Terms, out: Played, cents: int, dealer: tuple[int, ...]) -> tuple[int, int]:
    """What each hand won; a split hand of twenty-one is no natural, so that is never asked."""
    total = total_of(dealer_hand(dealer, chosen.option("soft-17") == "hit")).points
    wins_by_seven, even = chosen.option("seven-card-win") == "yes", Odds(1, 1)
    ends = settle_leg(out.leg, total, is_natural(*dealer[:2]), wins_by_seven, even)
    first, second = (net_of(cents, odds_of(each, even)) for each in (ends.first, ends.second))
    return first, second


def _open(shown: Shown) -> tuple[int, ...]:
    return cards.parse(" ".join(card for card in shown if card))


def _faces(held: tuple[int, ...]) -> tuple[Face, ...]:
    return tuple(Face(cards.name(card)) for card in held)
