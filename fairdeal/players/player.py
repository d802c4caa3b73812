"""A programmed player: how the player decides, what lies in the purse, and what the player sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal import cards
from fairdeal.live import Actor
from fairdeal.live.views import View
from fairdeal.players.bettor import Bettor
from fairdeal.players.strategy import Situation, Strategy

_CARDS: Final = {cards.name(card): card for card in cards.DECK}


def situation(view: View, seat: int, declared: Sequence[str] = ()) -> Situation:
    """What a player sees on the table; *declared* words are open where it is not yet the turn."""
    own, shown = view.seats[seat - 1], view.round
    assert shown is not None, "without a round there is nothing to decide"
    chips = own.chips_cents or 0
    return Situation(
        tuple(_CARDS[card] for card in own.cards if card is not None),
        tuple(_CARDS[card] for card in shown.dealer if card is not None),
        own.decisions,
        tuple(each.word for each in view.choices if each.cents <= chips) or tuple(declared),
        tuple(_CARDS[card] for card in shown.board if card is not None),
    )


@dataclass(slots=True)
class Player:
    """A programmed player at a seat."""

    actor: Actor
    seat: int
    strategy: Strategy
    purse: Bettor
    away: float = 0
    """Rounds until the player is back."""
