"""What cards, hands, games and bets of a log are called, whatever may have been written there."""

from collections.abc import Iterable, Mapping
from typing import Final

from fairdeal import cards, games
from fairdeal.errors import FairdealError, listed
from fairdeal.games.layout import Act
from fairdeal.live.events import BOARD, BURNED, DEALER, TableOpened
from fairdeal.live.shoe import CARDS
from fairdeal.live.table.procedure import arranged, steps_of
from fairdeal.live.table.state import Table


def holder(number: int) -> str:
    """Whose cards they are."""
    fixed = {DEALER: "dealer", BOARD: "board", BURNED: "discards"}
    return fixed.get(number, f"seat {number}")


def names(held: Iterable[int]) -> str:
    """The cards by name; what is none is told as it is."""
    return " ".join(cards.name(card) if 0 <= card < CARDS else str(card) for card in held)


def hand_told(
    setup: TableOpened | None, number: int, held: tuple[int, ...], board: tuple[int, ...] = ()
) -> str:
    """A hand that lies face up; the dealer's whole hand is arranged, and told in words as well."""
    if setup is None or setup.game not in games.GAMES or not {*held} <= {*range(CARDS)}:
        return names(held)
    laid_out = names(arranged(setup, number, held))
    if number != DEALER or len(held) != games.GAMES[setup.game].dealer_cards:
        return laid_out
    reads = games.settlement_of(setup.game).dealers_hand.reads((*held, *board))
    return f"{laid_out} ({reads})" if reads else laid_out


def game_name(key: str) -> str:
    """The game as people call it."""
    return games.GAMES[key].name if key in games.GAMES else key


def hand_name(hand: str, game: str, bet: str = "") -> str:
    """What the document of the game calls a hand that the pay tables name by a key.

    >>> hand_name("akq-spades", "three-card-poker"), hand_name("royal-other", "ags-3-card", "stax")
    ('ace-king-queen of spades', 'royal flush, other suit')
    >>> hand_name("no-such-hand", "ags-3-card"), hand_name("mini-royal", "no-such-game")
    ('no such hand', 'mini royal')
    """
    if game not in games.GAMES:
        return hand.replace("-", " ")
    return games.GAMES[game].hand_name(hand, bet)


def bet_name(table: Table, key: str) -> str:
    """The bet as the layout of the table has it."""
    game = games.GAMES.get(table.setup.game) if table.setup else None
    return game.bet_by_key[key].name if game and key in game.bet_by_key else key


_ON: Final = "the dealer goes on to the next step"
_UNEVENTFUL: Final[Mapping[Act, str]] = {
    Act.DISCARD: "the rest of the deck goes to the discards",
    Act.PEEK: "the dealer does not look at the hole card",
    Act.DECIDE: "no seat has a decision to make",
    Act.COLLECT: "there is nothing to take of folded seats",
    Act.REVEAL: "there is nothing to turn",
    Act.DRAW: "the dealer draws no card",
}
"""What a step comes to that moves neither cards nor money."""


def step_told(table: Table) -> str:
    """What the dealer did at the step to which the table has come, as a statement."""
    if table.setup is None or table.round is None:
        return _ON
    try:
        step = steps_of(table)[table.round.step]
    except (FairdealError, LookupError):  # other rules, other steps
        return _ON
    if step.say:
        words = listed(f'"{each}"' for each in step.say)
        return f"the dealer says {words}"
    if step.act is Act.SETTLE:
        return f"there is nothing to settle: {listed(step.stages)}"
    return _UNEVENTFUL.get(step.act, _ON)
