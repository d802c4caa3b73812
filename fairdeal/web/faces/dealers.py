"""Tables and their dealers: where a dealer's shift begins."""

from typing import Any

from fairdeal.live import Actor
from fairdeal.live.views import View
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.faces.announcing import in_play
from fairdeal.web.faces.dealer import deals
from fairdeal.web.faces.lobby import LobbyFace
from fairdeal.web.hub import Alike, Parts
from fairdeal.web.naming import look
from fairdeal.web.rendering import rendered


class DealersFace(LobbyFace):
    """All open tables, one's own first; like the lobby it has one topic, and everything is seen."""

    def alike(self, topic: str) -> Alike:
        """Every dealer sees which tables are theirs."""
        return lambda viewer: viewer

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The tables."""
        views = [self.room.view(name, viewer) for name in self.room.tables()]
        tables = [_table(view, viewer) for view in views if view.is_open]
        tables.sort(key=lambda table: not table["deals"])
        return {"tables": rendered("dealer/tables.html", tables=tables)}


def _table(view: View, viewer: Actor | None) -> dict[str, Any]:
    felt, now = Felt(view, None), in_play(view)
    waits = [f"payment {pay.pay} waits" for pay in view.pays]
    return {
        "name": view.table,
        "look": look(felt.game.key),
        "game": felt.game.name,
        "dealer": view.dealer,
        "deals": deals(view, viewer),
        "taken": sum(seat.taken for seat in view.seats),
        "seats": len(view.seats),
        "stage": f"Round {now.number}, {felt.stage.lower()}" if now else "Between rounds",
        "waits": [*(["waits for a ruling"] if view.held else []), *waits],
    }
