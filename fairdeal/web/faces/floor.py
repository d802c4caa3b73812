"""The floor: what waits for a person, all tables, and the meters."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fairdeal import money
from fairdeal.errors import Malformed, listed
from fairdeal.games.terms import terms
from fairdeal.house.approvals import Signer
from fairdeal.house.limits import most_lost
from fairdeal.live import Actor, Room
from fairdeal.live.actors import MAY
from fairdeal.live.commands.progressives import WHY_FALLS
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.amounts import share
from fairdeal.live.table.ledger import BANK
from fairdeal.live.table.procedure import limits_in
from fairdeal.live.table.progressive import Meter, Progressive
from fairdeal.live.views import View
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.faces.waiting import at_progressive, at_table
from fairdeal.web.feeding import feeding
from fairdeal.web.form.filled import liability
from fairdeal.web.hub import EVERYTHING, Parts
from fairdeal.web.naming import look, span, title
from fairdeal.web.rendering import rendered

_PARTS = ("summary", "waiting", "tables", "progressives")


class FloorFace:
    """The page of who runs the tables."""

    def __init__(self, room: Room, dealers: Callable[[], Sequence[str]]) -> None:
        self._room = room
        self._dealers = dealers
        """Who can be asked to deal."""

    def check(self, topic: str) -> None:
        """There is one floor."""
        if topic != EVERYTHING:
            raise Malformed(f"there is no floor {topic!r}", code="stream.unknown")

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """Whatever happens is seen here."""
        return (EVERYTHING,)

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page; what the viewer may not do is not offered."""
        assert viewer is not None, "only staff see the page"
        views = [self._room.view(name, viewer) for name in self._room.tables()]
        meters = [self._room.progressive(name) for name in self._room.links.names()]
        shown = {
            "may": {command for command, roles in MAY.items() if viewer.role in roles},
            "who": viewer,
            "waiting": [
                *(each for view in views for each in at_table(view)),
                *(each for now in meters for each in at_progressive(now)),
            ],
            "tables": [_table(view) for view in views],
            "summary": _summary(views),
            "clock_trouble": self._room.clock_trouble,
            "disabled": any(view.disabled for view in views),
            "dealers": self._dealers(),
            "progressives": [_progressive(now, feeding(self._room, now.name)) for now in meters],
            "why_falls": WHY_FALLS,
        }
        return {name: rendered(f"floor/{name}.html", **shown) for name in _PARTS}


def _summary(views: Iterable[View]) -> str:
    seats = [seat for view in views if view.is_open for seat in view.seats]
    count = sum(view.is_open for view in views)
    if not count:
        return "No table is open."
    taken = sum(seat.taken for seat in seats)
    tables = "One table is open" if count == 1 else f"{count} tables are open"
    return f"{tables}, {taken} of {len(seats)} seats are taken."


def _table(view: View) -> dict[str, Any]:
    felt, now = Felt(view, None), view.round
    return {
        "name": view.table,
        "look": look(felt.game.key),
        "key": felt.game.key,
        "game": felt.game.name,
        "dealer": view.dealer,
        "states": _states(view),
        "is_open": view.is_open,
        "disabled": view.disabled,
        "is_closing": bool(view.closing),
        "taken": sum(seat.taken for seat in view.seats),
        "seats": len(view.seats),
        "round": now.number if now else 0,
        "stage": "Over" if now is None or now.over else felt.stage,
        "limits": [
            (title(felt.game.bet(bet).name), span(limit))
            for bet, limit in felt.setup.limits.items()
        ],
        "pays": [
            (title(felt.game.bet(bet).name), name) for bet, name in felt.setup.pay_tables.items()
        ],
        "profile": felt.setup.profile,
        "is_banked": not felt.game.player_banked,
        "bank_cents": view.accounts.get(BANK, 0),
        "has_tip_box": view.has_tip_box,
        "tips_cents": view.tips_cents,
        "liability": liability(
            most_lost(
                felt.game,
                limits_in(felt.setup),
                terms(felt.game, felt.setup.pay_tables, felt.setup.options),
                felt.setup.seats,
                felt.setup.aggregates,
            )
        ),
        "tiers": [
            (signer, money.show(felt.setup.tiers[signer]))
            for signer in Signer
            if signer in felt.setup.tiers
        ],
        "players": [(seat.seat, seat.player) for seat in view.seats if seat.taken],
    }


def _states(view: View) -> list[tuple[str, str, str]]:
    """Everything that a table is, gravest first: the colour, a word, and why."""
    if not view.is_open:
        return [("", "Closed", "")]
    found = []
    if view.held:
        found.append(("warn", "Ruling", view.held.replace("-", " ")))
    if view.pays:
        found.append(("warn", "Approval", ""))
    if view.short_cents:
        found.append(("bad", "Bank short", money.show(view.short_cents)))
    if view.filled_cents:
        added = f"the house added {money.show(view.filled_cents)} automatically"
        found.append(("warn", "Bank filled", added))
    if view.disabled:
        found.append(("bad", "Disabled", view.disabled))
    if view.closing:
        found.append(("warn", "Closing", view.closing))
    is_closed = view.held or view.disabled or view.closing
    return found if is_closed or view.pays or view.short_cents else [("ok", "Open", ""), *found]


def _progressive(now: Progressive, fed: Sequence[str]) -> dict[str, Any]:
    assert now.setup is not None, "it was opened"
    return {
        "name": now.name,
        "wager_cents": now.setup.wager_cents,
        "fed_by": listed(fed) if fed else "no table",
        "disabled": now.disabled,
        "is_asked": now.proposal is not None,
        "meters": [_meter(now, key, meter) for key, meter in now.meters.items()],
    }


def _meter(now: Progressive, key: str, meter: Meter) -> dict[str, Any]:
    return {
        "key": key,
        "shown_cents": now.shown_cents(key),
        "reset_cents": meter.reset_cents,
        "rate": share(meter.rate),
        "next_rate": share(meter.next_rate) if meter.next_rate >= 0 else "",
        "ceiling_cents": meter.ceiling_cents,
        "wins": meter.wins,
    }
