"""What waits for the floor: payments, rulings, claims, and meters that are to fall."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from fairdeal import games, money
from fairdeal.games.layout import Game
from fairdeal.house.approvals import Check
from fairdeal.live import AUTOMATIC, Actor, Role, Room
from fairdeal.live.actors import MAY
from fairdeal.live.commands.progressives import WHY_FALLS
from fairdeal.live.history.naming import hand_name
from fairdeal.live.table.holding import Screen
from fairdeal.live.table.ledger import BANK
from fairdeal.live.table.progressive import Progressive
from fairdeal.live.views import PayView, View
from fairdeal.web.drawing.pieces import Face
from fairdeal.web.faces.table import grouped
from fairdeal.web.naming import title

_LOOK: Final[Mapping[str, Callable[[dict[str, Any]], str]]] = {
    Check.HAND: lambda pay: f"the cards are {pay['hand']}",
    Check.WAGER: lambda pay: f"{money.show(pay['wager_cents'])} was bet on {pay['wager']}",
    Check.AMOUNT: lambda pay: f"the amount is {money.show(pay['cents'])}",
    Check.PLAYER: lambda pay: f"the winner is {pay['player']}",
    Check.DECK: lambda pay: "every card of the deck was counted",
}
"""What a signer confirms to have checked."""


def at_table(view: View) -> Iterator[dict[str, Any]]:
    """Everything that waits at one table, as its viewer may see it."""
    assert view.setup is not None, "it was opened"
    game = games.known(view.setup.game)
    if view.short_cents:
        yield {
            "kind": "fill",
            "table": view.table,
            "game": game.name,
            "short_cents": view.short_cents,
            "bank_cents": view.accounts.get(BANK, 0),
        }
    for pay in view.pays:
        yield _pay(view, game, pay)
    if view.pending:
        [declared] = [e for e in game.irregularities if e.key == view.pending.irregularity]
        yield {
            "kind": "ruling",
            "table": view.table,
            "game": game.name,
            "pending": view.pending,
            "declared": declared,
            "round": view.round.number if view.round else 0,
            "drops": _dropped(view),
        }
    for seat, entered in view.terminal.items():
        if entered.screen is Screen.STOPPED:
            yield {
                "kind": "claim",
                "table": view.table,
                "game": game.name,
                "seat": seat,
                "player": view.seats[seat - 1].player,
                "entered": entered,
                "hand": title(hand_name(entered.hand, game.key, entered.bet)),
                **_cards(view, view.round.number if view.round else 0, seat),
            }


def at_progressive(now: Progressive) -> Iterator[dict[str, Any]]:
    """The adjustment that waits for a second person."""
    if (asked := now.proposal) is not None:
        yield {
            "kind": "adjustment",
            "progressive": now.name,
            "asked": asked,
            "why": WHY_FALLS[asked.why],
            "shown_cents": now.shown_cents(asked.meter),
        }


def _dropped(view: View) -> list[str]:
    """Payments of the round that a void would drop."""
    number = view.round.number if view.round else 0
    return [f"payment {pay.pay} for {pay.player}" for pay in view.pays if pay.round == number]


def _pay(view: View, game: Game, pay: PayView) -> dict[str, Any]:
    bet = game.bet(pay.bet)
    shown: dict[str, Any] = {
        "kind": "pay",
        "table": view.table,
        "game": game.name,
        "pay": pay.pay,
        "round": pay.round,
        "seat": pay.seat,
        "player": pay.player,
        "bet": title(bet.name),
        "wager": title(game.bet(bet.rides_on or bet.key).name),
        "wager_cents": pay.wager_cents,
        "hand": title(hand_name(pay.hand, game.key, pay.bet)),
        "reason": pay.reason,
        "meter": pay.meter,
        "cents": pay.cents,
        "by": "the automatic dealer" if pay.by == AUTOMATIC.name else pay.by,
        "is_submitted": pay.handed_in,
        "sent_back": pay.sent_back,
        "signed": pay.signed,
        "missing": pay.missing,
        "deck_days": pay.deck_days,
        "form": pay.form,
        "seal": _seal(view, pay.round),
        **_cards(view, pay.round, pay.seat),
    }
    return shown | {"checks": [(each, _LOOK[each](shown)) for each in pay.checks]}


def _cards(view: View, number: int, seat: int) -> dict[str, list[Face]]:
    """The cards of a seat and the dealer's, while the round is still at hand."""
    own: tuple[str | None, ...] = ()
    dealer: tuple[str | None, ...] = ()
    if view.round and view.round.number == number:
        own, dealer = view.seats[seat - 1].cards, view.round.dealer
    elif view.last and view.last.number == number:
        own, dealer = view.last.seats.get(seat, ()), view.last.dealer
    return {"cards": [*map(Face, own)], "dealer_cards": [*map(Face, dealer)]}


def _seal(view: View, number: int) -> str:
    """What fixed the deck of a round before its first card."""
    for each in (view.round, view.last):
        if each and each.number == number:
            return grouped(each.commitment)
    return ""


def count_for(room: Room, viewer: Actor) -> int:
    """How many things wait for the viewer: payments to sign, rulings, claims and adjustments."""
    role = viewer.role
    found = 0
    for view in (room.view(name, viewer) for name in room.tables()):
        if role in MAY["approve-pay"]:
            found += sum(pay.handed_in and role.value in pay.missing for pay in view.pays)
        if role in MAY["rule"]:
            # Surveillance signs only a void that takes a payment away.
            concerns = role is not Role.SURVEILLANCE or bool(_dropped(view))
            found += view.pending is not None and view.pending.by != viewer.name and concerns
        if role in MAY["settle-claim"]:
            stopped = (each for each in view.terminal.values() if each.screen is Screen.STOPPED)
            found += sum(viewer.name not in each.people for each in stopped)
    if role in MAY["approve-adjustment"]:
        asked = (room.progressive(name).proposal for name in room.links.names())
        found += sum(each is not None and each.by != viewer.name for each in asked)
    return found
