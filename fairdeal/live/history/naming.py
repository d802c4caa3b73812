"""What cards, hands, games and bets of a log are called, whatever may have been written there."""

from collections.abc import Iterable

from fairdeal import cards, games
from fairdeal.errors import FairdealError
from fairdeal.live.events import BURNED, DEALER
from fairdeal.live.shoe import CARDS
from fairdeal.live.table.procedure import steps_of
from fairdeal.live.table.state import Table


def holder(number: int) -> str:
    """Whose cards they are."""
    return {DEALER: "dealer", BURNED: "discards"}.get(number, f"seat {number}")


def names(held: Iterable[int]) -> str:
    """The cards by name; what is none is told as it is."""
    return " ".join(cards.name(card) if 0 <= card < CARDS else str(card) for card in held)


def game_name(key: str) -> str:
    """The game as people call it."""
    return games.GAMES[key].name if key in games.GAMES else key


def bet_name(table: Table, key: str) -> str:
    """The bet as the layout of the table has it."""
    game = games.GAMES.get(table.setup.game) if table.setup else None
    return game.bet_by_key[key].name if game and key in game.bet_by_key else key


def step_text(table: Table) -> str:
    """What the procedure has at the step that a table has come to."""
    if table.setup is None or table.round is None:
        return "the next step"
    try:
        step = steps_of(table)[table.round.step]
    except (FairdealError, LookupError):  # other rules, other steps
        return "the next step"
    return f"{step.text[:1].lower()}{step.text[1:]}"
