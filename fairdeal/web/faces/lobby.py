"""The lobby: all tables of the room, and the meters of its progressives."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from fairdeal import games, money
from fairdeal.errors import Malformed
from fairdeal.live import Actor, Room
from fairdeal.live.log.chain import Recorded
from fairdeal.live.views import View
from fairdeal.web.faces.table import LOOKS
from fairdeal.web.feeding import feeding
from fairdeal.web.felt import Face, Felt, span, title
from fairdeal.web.hub import Alike, Parts
from fairdeal.web.rendering import rendered

EVERYTHING = "all"
"""The only topic of the lobby."""


_MINI: Final = 4
"""Cards of a hand for which a small felt has places."""


class LobbyFace:
    """The first page."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def check(self, topic: str) -> None:
        """There is one lobby."""
        if topic != EVERYTHING:
            raise Malformed(f"there is no lobby {topic!r}", code="stream.unknown")

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """Whatever happens is seen here."""
        return (EVERYTHING,)

    def alike(self, topic: str) -> Alike:
        """Everybody sees the same."""
        return lambda viewer: None

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The meters and the tables; nobody sees more than the public."""
        views = [self.room.view(name) for name in self.room.tables()]
        tables = [_table(view) for view in views if view.is_open]
        closed = [
            (view.table, games.game(view.setup.game).name)
            for view in views
            if view.setup and not view.is_open
        ]
        signs = [self._sign(name) for name in self.room.links.names()]
        return {
            "meters": rendered("parts/meters.html", signs=signs),
            "tables": rendered("parts/tables.html", tables=tables, closed=closed),
        }

    def _sign(self, name: str) -> dict[str, Any]:
        now = self.room.progressive(name)
        assert now.setup is not None, "it was opened"
        fed = feeding(self.room, name)
        meters = sorted(now.meters, key=lambda key: -now.shown_cents(key))
        wager = money.show(now.setup.wager_cents)
        off = f" · takes no bets: {now.disabled}" if now.disabled else ""
        return {
            "name": name,
            "title": name.upper(),
            "about": f"{wager} wager, {', '.join(fed) or 'no table'}{off}",
            "meters": [(key.capitalize(), now.shown_cents(key)) for key in meters],
        }


def _table(view: View) -> dict[str, Any]:
    felt = Felt(view, None)
    game, setup = felt.game, felt.setup
    taken = sum(seat.taken for seat in view.seats)
    free = len(view.seats) - taken
    shown = next((felt.cards(seat.seat) for seat in view.seats if felt.cards(seat.seat)), ())
    facts = [(title(game.bet(bet).name), span(limit)) for bet, limit in setup.limits.items()]
    return {
        "name": view.table,
        "look": LOOKS[game.key],
        "game": game.name,
        "about": f"{view.table} · dealer {view.dealer or 'automatic'}",
        "stage": _stage(felt),
        "mini": ([Face(card) for card in shown] or [Face("")] * game.player_cards)[:_MINI],
        "dealer_cards": felt.dealer_cards()[:_MINI],
        "taken": taken,
        "seats": len(view.seats),
        "free": f"{free} free" if free else "no free seat",
        "is_full": not free,
        "facts": facts[:3],
        "practice": setup.practice,
    }


def _stage(felt: Felt) -> str:
    """What goes on at a table, in a word or two."""
    now, view = felt.view.round, felt.view
    if view.disabled or view.closing:
        return "No bets now"
    return felt.stage if now and not now.over and not now.betting else "Taking bets"
