"""The dealer's terminal: the procedure, what to say, what to pay, and what may go wrong."""

from typing import Any

from fairdeal.live import Actor
from fairdeal.live.table import procedure
from fairdeal.live.views import View
from fairdeal.web.faces.table import LOOKS, TableFace
from fairdeal.web.felt import Face, Felt, chips, title
from fairdeal.web.hub import Parts
from fairdeal.web.rendering import rendered

_PARTS = ("steps", "work", "wrong")


class DealerFace(TableFace):
    """The terminal of a table, for who deals there."""

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page."""
        shown = terminal(self.room.view(topic, viewer))
        return {name: rendered(f"dealer/{name}.html", **shown) for name in _PARTS}


def terminal(view: View) -> dict[str, Any]:
    """Everything that the templates of the terminal need."""
    felt, now = Felt(view, None), view.round
    steps = procedure.steps_in(felt.setup)
    at = min(now.step, len(steps) - 1) if now and not now.over else 0
    return {
        "table": view.table,
        "look": LOOKS[felt.game.key],
        "game": felt.game,
        "dealer": view.dealer,
        "round": now.number if now else 0,
        "steps": [step.text for step in steps],
        "at": at,
        "say": list(steps[at].say or steps[at].calls),
        "next": _next(view),
        "dealer_cards": felt.dealer_cards(),
        "seats": [
            {
                "number": seat.seat,
                "player": seat.player if seat.taken else "Free",
                "cards": [Face(card) for card in felt.cards(seat.seat)],
                "reads": felt.reads(seat.seat),
                "is_turn": bool(now and now.turn == seat.seat),
                "lines": [
                    {
                        "bet": title(felt.game.bet(line.bet).name),
                        "stake_cents": line.stake_cents,
                        "net_cents": line.net_cents,
                        "chips": chips(abs(line.net_cents)),
                        "reason": line.reason,
                    }
                    for line in felt.lines(seat.seat).values()
                ],
            }
            for seat in view.seats
        ],
        "irregularities": felt.game.irregularities,
        "held": view.held,
        "pays": view.pays,
        "entered": view.terminal,
    }


def _next(view: View) -> dict[str, str]:
    """The large button: which command it gives, and what it says."""
    now = view.round
    if view.held or not view.is_open:
        return {}
    if now is None or now.over:
        return {"do": "open-round", "text": "Open the betting"}
    if now.betting:
        return {"do": "no-more-bets", "text": "No more bets"}
    if now.turn:
        return {}
    return {"do": "next-step", "text": "Done, next step"}
