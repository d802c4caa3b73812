"""The jackpot's four screens, one at a time; payments that wait, and who has signed them when."""

from collections.abc import Mapping
from typing import Any, Final

from fairdeal import money
from fairdeal.house.approvals import Approval, Signer
from fairdeal.live import Actor, Role, Room, events
from fairdeal.live.actors import MAY
from fairdeal.live.history.naming import hand_name
from fairdeal.live.history.telling_pays import of_a_pay
from fairdeal.live.table import payments
from fairdeal.live.table.holding import Entered, Screen
from fairdeal.live.views import PayView, SeatView, View
from fairdeal.web import moments
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Face
from fairdeal.web.faces.announcing import in_play
from fairdeal.web.faces.dealer import deals
from fairdeal.web.faces.table import TableFace
from fairdeal.web.faces.trail import Trail, Trails
from fairdeal.web.hub import Parts
from fairdeal.web.naming import title
from fairdeal.web.past.rounds import Rounds
from fairdeal.web.rendering import rendered

_NUMBER: Final = {Screen.HANDS: 2, Screen.PENDING: 3, Screen.CONFIRM: 4, Screen.STOPPED: 3}


class JackpotFace(TableFace):
    """What a dealer enters when a hand has won a meter, and what becomes of it."""

    def __init__(self, room: Room, play_chips: int, rounds: Rounds) -> None:
        super().__init__(room, play_chips, rounds)
        self._trails = Trails(room)

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The screen, the payments that wait, and what was done."""
        view = self.room.view(topic, viewer)
        told = self._trails.of(view)
        game = view.setup.game if view.setup else ""
        shown = {"table": view.table, "api": f"/api/tables/{view.table}"}
        return {
            "screen": rendered("dealer/screen.html", **shown, **self._screen(view, viewer)),
            "waiting": rendered(
                "dealer/waiting.html",
                **shown,
                deals=deals(view, viewer),
                pays=[_pay(view, pay, viewer, told) for pay in view.pays],
            ),
            "done": rendered(
                "dealer/done.html", told=[(clock(at), of_a_pay(event, game)) for at, event in told]
            ),
        }

    def _screen(self, view: View, viewer: Actor | None) -> dict[str, Any]:
        felt, link = Felt(view, None), self._link(view)
        hands = payments.hands_of(self.room.table(view.table), link) if link else {}
        seat, entered = next(iter(view.terminal.items()), (0, None))
        return {
            "number": _NUMBER[entered.screen] if entered else 1,
            "stopped": entered is not None and entered.screen is Screen.STOPPED,
            "feeds": felt.game.bet(link.bet).name if link else "",
            "hands": [
                (hand, title(name), link.wins.get(f"pays {hand}", "") if link else "")
                for hand, name in hands.items()
            ],
            "seat": seat,
            "entered": entered,
            "named": title(hands[entered.hand]) if entered and entered.hand in hands else "",
            "pay": _entered_pay(view, entered),
            "cards": [Face(card) for card in felt.cards(seat)] if seat else [],
            "reads": felt.reads(seat) if seat else "",
            "seats": [_seat(view, seat, link, hands) for seat in view.seats],
            "meters": [(name.capitalize(), cents) for name, cents in view.meters.items()],
            "deals": deals(view, viewer),
            "clears": _clears(view, viewer, entered),
        }

    def _link(self, view: View) -> events.Link | None:
        setup = view.setup
        if setup is None or not setup.progressive:
            return None
        return self.room.progressive(setup.progressive).link(setup.game, setup.limits)


def _seat(
    view: View, seat: SeatView, link: events.Link | None, hands: Mapping[str, str]
) -> dict[str, Any]:
    entered, now = view.terminal.get(seat.seat), in_play(view)
    pays = [pay for pay in view.pays if pay.seat == seat.seat]
    is_due = any(pay.meter and not pay.handed_in for pay in pays)
    wager = seat.bets.get(link.bet, 0) if link and now else 0
    lines = now.lines if link and now else ()
    is_settled = any((line.seat, line.bet) == (seat.seat, link and link.bet) for line in lines)
    if entered and entered.hand in hands:
        state = title(hands[entered.hand])
    elif is_due:
        state = "a win to enter"
    elif pays:
        state = "payment waits"
    elif is_settled:
        state = "settled"
    else:
        state = f"{money.show(wager)} in play" if wager else "no wager"
    return {
        "number": seat.seat,
        "player": seat.player or "Free",
        "state": state,
        "is_due": is_due and entered is None,
        "open": entered is None and (is_due or is_settled),
    }


def _entered_pay(view: View, entered: Entered | None) -> PayView | None:
    return next((pay for pay in view.pays if entered and pay.pay == entered.pay), None)


def _clears(view: View, viewer: Actor | None, entered: Entered | None) -> bool:
    """Whether the viewer may clear a claim that did not fit the cards."""
    return bool(
        viewer
        and entered
        and viewer.role in MAY["settle-claim"]
        and viewer.name not in entered.people
    )


def _pay(view: View, pay: PayView, viewer: Actor | None, told: Trail) -> dict[str, Any]:
    felt, entered = Felt(view, None), view.terminal.get(pay.seat)
    is_in_sight = view.round is not None and view.round.number == pay.round
    role = viewer.role if viewer else Role.PLAYER
    needs = [each for each in Signer if each in {*pay.missing, *(s.role for s in pay.signed)}]
    next_to_sign = Signer(pay.missing[0]) if pay.missing else None
    signs = str(role) in pay.missing and role in MAY["approve-pay"]
    return {
        "it": pay,
        "hand": title(hand_name(pay.hand, felt.game.key, pay.bet)),
        "is_entered": entered is not None,
        "bet": title(felt.game.bet(pay.bet).name),
        "cards": [Face(card) for card in felt.cards(pay.seat)] if is_in_sight else [],
        "submitted": _submitted(told, pay.pay),
        "signed": [
            (each.role, *_signed(told, pay.pay, each.role), each.checked) for each in pay.signed
        ],
        "checks": {
            str(signer): Approval(tuple(needs), pay.deck_days).checks_of(signer) for signer in needs
        },
        "signs": str(role) if signs else "",
        "next": str(next_to_sign) if next_to_sign else "",
        "is_last": len(pay.missing) == 1,
        "stake_cents": view.seats[pay.seat - 1].bets.get(pay.bet, 0) if is_in_sight else 0,
    }


def _submitted(told: Trail, pay: int) -> tuple[str, str]:
    """Who submitted a payment last, and when; empty before it is submitted."""
    found = [
        (event.by, clock(at))
        for at, event in told
        if isinstance(event, events.PaySubmitted) and event.pay == pay
    ]
    return found[-1] if found else ("", "")


def _signed(told: Trail, pay: int, role: str) -> tuple[str, str]:
    """Who signed a payment in a role last, and when."""
    found = [
        (event.by, clock(at))
        for at, event in told
        if isinstance(event, events.PaySigned) and (event.pay, event.role) == (pay, role)
    ]
    return found[-1]


def clock(at: int) -> str:
    """A time of the day, with its zone."""
    return f"{moments.time(at)} {moments.zone()}"
