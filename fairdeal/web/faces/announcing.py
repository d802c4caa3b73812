"""What the dealer says and does now, by the declared procedure and what lies on the table."""

from fairdeal import games
from fairdeal.errors import listed
from fairdeal.games.layout import Act, Step
from fairdeal.live.views import RoundView, SeatView, View


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
    if now.unconfirmed:
        return []
    if now.turn:
        return [f"Seat {now.turn}, your decision"]
    return [now.call] if now.call else [*steps[at].say]


def _filled(view: View, say: tuple[str, ...], bets: list[SeatView]) -> list[str]:
    """Announcements with the seats that they leave open: those without a bet that they name."""
    assert view.setup is not None, "a table that was never opened has no page"
    found = []
    for text in say:
        if not text.endswith("..."):
            found.append(text)
            continue
        named = [
            bet.key for bet in games.known(view.setup.game).bets if bet.name.lower() in text.lower()
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
    if now and now.unconfirmed:
        word, seat = now.unconfirmed, now.turn
        return f"Confirm the {word} of seat {seat}; until then the player may decide otherwise"
    if in_play(view):
        return step.text
    if not view.is_open:
        return "The table is closed"
    if now and now.void:
        return f"Round {now.number} is void and every bet went back: {now.void}"
    return "Open the betting"
