"""What the dealer says and does now, by the declared procedure and what lies on the table."""

from collections.abc import Sequence
from typing import Final

from fairdeal import cards, games
from fairdeal.errors import listed
from fairdeal.games.layout import Act, Game, Placed, Step
from fairdeal.games.round import Round, Seat
from fairdeal.games.terms import terms
from fairdeal.live import events
from fairdeal.live.views import RoundView, SeatView, Shown, View

_OUT: Final = "does not qualify"


def in_play(view: View) -> RoundView | None:
    """The round in play, if there is one."""
    return None if view.round is None or view.round.over else view.round


def say(view: View, steps: tuple[Step, ...], at: int) -> list[str]:
    """What the dealer announces now."""
    now = in_play(view)
    if now is None or view.held:
        return []
    if now.betting:
        bets = [seat for seat in view.seats if seat.bets]
        announced = next(step for step in steps if step.act is Act.ANNOUNCE)
        return [*_filled(view, announced.say, bets)] if bets else []
    if now.turn:
        return [f"Seat {now.turn}, your decision"]
    assert view.setup is not None, "a table that was never opened has no page"
    calls = next((step.calls for step in reversed(steps[:at]) if step.calls), ())
    if calls and now.dealer and None not in now.dealer:
        return [_fitting(view.setup, calls, now.dealer)]
    return [*steps[at].say]


def _filled(view: View, say: tuple[str, ...], bets: list[SeatView]) -> list[str]:
    """Announcements with the seats that they leave open: those without a bet that they name."""
    assert view.setup is not None, "a table that was never opened has no page"
    found = []
    for text in say:
        if not text.endswith("..."):
            found.append(text)
            continue
        named = [
            bet.key for bet in games.game(view.setup.game).bets if bet.name.lower() in text.lower()
        ]
        without = [str(seat.seat) for seat in bets if not {*named} & {*seat.bets}]
        if without:
            said = f"{text.removesuffix('...')}{listed(without)}"
            found.append(said if len(without) > 1 else said.replace("seats", "seat"))
    return found


def do(view: View, step: Step) -> str:
    """What the dealer does now, where there is nothing to say."""
    now = view.round
    if view.held:
        return "The table holds until the floor has ruled"
    if in_play(view):
        return step.text
    if not view.is_open:
        return "The table is closed"
    if now and now.void:
        return f"Round {now.number} is void and every bet went back: {now.void}"
    return "Open the betting"


def _fitting(setup: events.TableOpened, calls: Sequence[str], dealer: Shown) -> str:
    """The one of two announcements that fits a hand that lies face up: the rules are asked."""
    held = tuple(cards.parse(" ".join(card for card in dealer if card)))
    game = games.game(setup.game)
    chosen = terms(game, setup.pay_tables, setup.options)
    lines = games.SETTLEMENTS[game.key].settle(Round(game, chosen, held, (_anybody(game, held),)))
    return calls[any(_OUT in line.reason for line in lines)]


def _anybody(game: Game, dealer: tuple[int, ...]) -> Seat:
    """A seat that nobody has, which plays with the lowest cards that are left."""
    left = [card for card in cards.DECK if card not in dealer]
    bets = {bet.key: 100 for bet in game.bets if bet.placed is Placed.BEFORE_THE_DEAL}
    return Seat(1, tuple(left[: game.player_cards]), bets, ("play",))
