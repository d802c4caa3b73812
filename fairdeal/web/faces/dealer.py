"""The dealer's terminal: the procedure, what to say, what to pay, and what may go wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal import games, money
from fairdeal.errors import listed
from fairdeal.games.layout import FOLD, Act, Effect, Step
from fairdeal.live import Actor, Role
from fairdeal.live.actors import MAY
from fairdeal.live.table import procedure
from fairdeal.live.views import RoundView, SeatView, Shown, View
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Face, Hand
from fairdeal.web.drawing.spots import lammer
from fairdeal.web.faces.announcing import do, in_play, say
from fairdeal.web.faces.settling import Due, dues, net
from fairdeal.web.faces.table import TableFace
from fairdeal.web.hub import Parts
from fairdeal.web.naming import look, title
from fairdeal.web.rendering import rendered

_PARTS: Final = ("round", "steps", "say", "work", "foot", "wrong", "chips")

_STEPS: Final = {
    Act.BET: ("Take bets", ""),
    Act.ANNOUNCE: ("Announce", "Continue"),
    Act.DEAL: ("Deal", "Deal the cards"),
    Act.DISCARD: ("Discard", "Discard stub"),
    Act.PEEK: ("Look at the hole card", "Look at the hole card"),
    Act.DECIDE: ("Take decisions", "Ask for decisions"),
    Act.COLLECT: ("Collect folded hands and bets", "Collect"),
    Act.REVEAL: ("Turn the cards", "Turn the cards"),
    Act.DRAW: ("Draw for the dealer", "Draw"),
    Act.SETTLE: ("Settle", "Settle"),
    Act.CLEAR: ("Clear, return the deck", "Clear the table"),
}
"""Every kind of step in a few words, and the large button that does it."""

_STAGES: Final = {"action": "hands"}
"""Stages of a settlement that dealers call by another name."""

_APPROVAL: Final = "Wait for approval"
"""The step that stands for clearing the table while a payment waits."""

_WAITS: Final = "payment waits"


@dataclass(frozen=True, slots=True)
class _Button:
    """A command, what it says on the screen, and its arguments."""

    do: str
    text: str
    ask: Mapping[str, int] = field(default_factory=dict)


class DealerFace(TableFace):
    """The terminal of a table, for who deals there and for who looks on."""

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page."""
        shown = terminal(self.room.view(topic, viewer), viewer)
        return {name: rendered(f"dealer/{name}.html", **shown) for name in _PARTS}


def deals(view: View, viewer: Actor | None) -> bool:
    """Whether it is the viewer who deals at the table."""
    return viewer is not None and viewer.role is Role.DEALER and viewer.name == view.dealer


def terminal(view: View, viewer: Actor | None) -> dict[str, Any]:
    """Everything that the templates of the terminal need."""
    felt, now = Felt(view, None), in_play(view)
    steps = procedure.steps_in(felt.setup)
    at = now.ahead if now else 0
    named = [(_name(step), step.text) for step in steps]
    waits = bool(now and now.waits)
    if now and waits:
        named[at] = _APPROVAL, now.text
    lines = dues(felt, now) if now else []
    seats = [_seat(felt, now, seat, lines) for seat in view.seats]
    is_dealer = deals(view, viewer)
    is_within = any(line.stage in steps[at].stages for line in now.lines) if now else False
    settling = at if is_within or not now else max(0, now.step - 1)
    return {
        "table": view.table,
        "api": f"/api/tables/{view.table}",
        "look": look(felt.game.key),
        "game": felt.game,
        "dealer": view.dealer,
        "deals": is_dealer,
        "number": view.round.number if view.round else 0,
        "steps": named,
        "at": at,
        "say": [] if waits else say(view, steps, at),
        "do": named[at][1] if waits and not view.held else do(view, steps[at]),
        "done": settling,
        "before": steps[settling].text,
        "next": _next(view, steps[at]) if is_dealer else None,
        "waits": _waits(view, viewer),
        "held_up": is_dealer and waits,
        "clock": _clock(felt, now),
        "may_time_out": is_dealer and not view.held and _decides(now),
        "changes": viewer is not None and viewer.role in MAY["change-dealer"],
        "dealer_cards": _faces(felt.game.dealer_cards, now.dealer if now else ()),
        "board_cards": felt.board_cards(),
        "dealer_reads": felt.dealer_reads().lower() if now else "",
        "seats": seats,
        "first": (now.next_hand if now else 0) or _first(view, now),
        "lines": lines,
        "walk": now.commitment[:16] if now and lines and is_dealer and not view.held else "",
        "bet_cents": sum(sum(seat.bets.values()) for seat in view.seats) if now else 0,
        "bettors": sum(bool(seat.bets) for seat in view.seats) if now else 0,
        "wrong": _wrong(view, viewer),
        "pays": view.pays,
        "sells": _sells(view, viewer),
        "takes_tips": view.takes_tips,
        "has_tip_box": view.has_tip_box,
        "tips_cents": view.tips_cents,
    }


def _name(step: Step) -> str:
    """A step in a few words."""
    name = _STEPS[step.act][0]
    if step.act is Act.SETTLE:
        stages = (_STAGES.get(stage, stage.replace("-", " ")) for stage in step.stages)
        return f"{name} {listed(stages)}"
    return step.say[0] if step.say else name


def _decides(now: RoundView | None) -> bool:
    """Whether time runs for a decision, or for an answer to the offer of the bank."""
    return now is not None and bool(now.until) and (not now.betting or bool(now.offered))


def _first(view: View, now: RoundView | None) -> int:
    """The seat in sight unless the dealer touches another: whose turn it is, or the first bet."""
    if now is None:
        return 0
    return now.turn or now.offered or next((seat.seat for seat in view.seats if seat.bets), 0)


def _seat(felt: Felt, now: RoundView | None, seat: SeatView, lines: list[Due]) -> dict[str, Any]:
    own = [line for line in lines if line.seat == seat.seat]
    is_turn = bool(now and seat.seat in (now.turn, now.offered))
    waits = any((pay.seat, pay.round) == (seat.seat, now.number) for pay in felt.view.pays if now)
    return {
        "number": seat.seat,
        "player": seat.player or "Free",
        "taken": seat.taken,
        "state": _WAITS if waits else _state(seat, now) if now else _chips(seat),
        "waits": waits,
        "hands": _hands(felt, seat) if now else [_places(felt)],
        "reads": felt.reads(seat.seat).lower() if now and seat.cards else "",
        "is_turn": is_turn,
        "bets": [
            (title(felt.game.bet(bet).name), seat.bets[bet], lammer(felt, felt.game.bet(bet)))
            for bet in felt.game.spots
            if bet in seat.bets
        ],
        "lines": own,
        "net_cents": sum(line.net_cents for line in own),
        "net": net(own),
        "cage_cents": sum(line.award_cents for line in own),
        "chips_cents": seat.chips_cents,
    }


def _hands(felt: Felt, seat: SeatView) -> list[Hand]:
    """The hands of a seat, or places for the first cards."""
    return [*felt.hands(seat.seat)] if seat.cards else [_places(felt)]


def _places(felt: Felt) -> Hand:
    return Hand(tuple(_faces(felt.game.player_cards, ())))


def _chips(seat: SeatView) -> str:
    return f"{money.show(seat.chips_cents or 0)} in chips" if seat.taken else "no bets"


def _state(seat: SeatView, now: RoundView) -> str:
    """What a seat is about, in a few words."""
    if seat.banks:
        return f"bank {money.show(now.bank_cents or 0)}"
    if now.offered == seat.seat:
        return "is offered the bank"
    if seat.dead:
        return "hand killed, bets back"
    if now.turn == seat.seat:
        return f"{now.unconfirmed}: confirm" if now.unconfirmed else "decides now"
    if now.next_hand == seat.seat:
        return "next hand"
    if FOLD in seat.decisions:
        return "folded"
    return f"{money.show(sum(seat.bets.values()))} bet" if seat.bets else "no bets"


def _faces(count: int, shown: Shown) -> list[Face]:
    """Cards, or places for the first of them."""
    return [Face(card) for card in shown] or [Face("")] * min(count, 4)


def _next(view: View, step: Step) -> _Button | None:
    """The large button; None where the table waits for others."""
    now = in_play(view)
    if view.held or not view.is_open:
        return None
    if now is None:
        is_off = view.disabled or view.closing
        return None if is_off else _Button("open-round", "Open the betting")
    if now.betting:
        return None if now.offered else _Button("no-more-bets", "No more bets")
    if now.unconfirmed:
        text = f"Confirm {now.unconfirmed}, seat {now.turn}"
        return _Button("confirm-decision", text, {"seat": now.turn})
    if now.turn or now.waits:
        return None
    text = _name(step) if step.act is Act.SETTLE else _STEPS[step.act][1]
    if now.next_hand:
        text = f"Turn and settle seat {now.next_hand}"
    return _Button("next-step", text, {"skip_idle": True})


def _waits(view: View, viewer: Actor | None) -> str:
    """Why there is no large button."""
    now = in_play(view)
    if view.held:
        return "Waits for a ruling"
    if not view.is_open:
        return "The table is closed"
    if not deals(view, viewer):
        return f"{view.dealer.capitalize()} deals" if view.dealer else "The automatic dealer deals"
    if now is None:
        return view.disabled or view.closing
    if now.turn or now.offered:
        return f"Waits for seat {now.turn or now.offered}"
    return "Waits for payments to be approved"


def _clock(felt: Felt, now: RoundView | None) -> tuple[int, int]:
    """Until when a clock runs, and how long that is in all; nothing when no time runs."""
    if now is None or not now.until:
        return 0, 0
    is_betting = now.betting and not now.offered
    return now.until, felt.setup.betting_seconds if is_betting else felt.setup.decision_seconds


def _wrong(view: View, viewer: Actor | None) -> dict[str, Any]:
    """What may go wrong, or what did and waits for a ruling."""
    assert view.setup is not None, "a table that was never opened has no page"
    declared = games.known(view.setup.game).irregularities
    pending, now = view.pending, in_play(view)
    dealt = [seat.seat for seat in view.seats if now and not now.betting and seat.bets]
    role = viewer.role if viewer else Role.PLAYER
    return {
        "list": declared,
        "seats": dealt,
        "needs_seat": Effect.DEAD_SEAT,
        "reports": role in MAY["report"] and (role is not Role.DEALER or deals(view, viewer)),
        "pending": pending,
        "held": next((each for each in declared if each.key == view.held), None),
        "rules": role in MAY["rule"]
        and bool(viewer and pending and viewer.name not in (pending.by, view.dealer)),
    }


def _sells(view: View, viewer: Actor | None) -> bool:
    """Whether the viewer sells and buys chips at the table."""
    role = viewer.role if viewer else Role.PLAYER
    return role in MAY["buy-in"] and (role is not Role.DEALER or deals(view, viewer))
