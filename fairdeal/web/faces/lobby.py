"""The lobby: all tables of the room, and the meters of its progressives."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from fairdeal import games, money
from fairdeal.errors import Malformed
from fairdeal.live import Actor, Role, Room
from fairdeal.live.log.chain import Recorded
from fairdeal.live.views import View
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.drawing.pieces import Face
from fairdeal.web.feeding import feeding
from fairdeal.web.hub import EVERYTHING, Alike, Parts
from fairdeal.web.naming import look, span, title
from fairdeal.web.purse import owners, purse
from fairdeal.web.rendering import rendered

_STAFF: Final = Actor("staff", Role.MANAGER)
"""Stands for the house's people, who watch and do not play."""

_MINI: Final = 4
"""Cards of a hand for which a small felt has places."""


class LobbyFace:
    """The first page."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._shown: dict[bool, tuple[object, Parts]] = {}
        """For players and the public, and for the house's people."""

    def check(self, topic: str) -> None:
        """There is one lobby."""
        if topic != EVERYTHING:
            raise Malformed(f"there is no lobby {topic!r}", code="stream.unknown")

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """Whatever happens is seen here."""
        return (EVERYTHING,)

    def alike(self, topic: str) -> Alike:
        """All guests see the same, but for those who have chips somewhere; so do all staff."""
        own = {player for name in self.room.tables() for player in owners(self.room, name)}

        def alike(viewer: Actor | None) -> Actor | None:
            if viewer and not _plays(viewer):
                return _STAFF
            return viewer if viewer and viewer.name in own else None

        return alike

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The meters and the tables as the public sees them, and where one's own chips are."""
        chips = list(purse(self.room, viewer.name)) if viewer and _plays(viewer) else []
        is_staff = viewer is not None and not _plays(viewer)
        return {"chips": rendered("parts/chips.html", chips=chips), **self._public(is_staff)}

    def _public(self, is_staff: bool) -> Parts:
        """What is rendered once for all: most who look have chips somewhere."""
        tables = tuple((name, self.room.table(name).version) for name in self.room.tables())
        signs = tuple((name, self.room.progressive(name)) for name in self.room.links.names())
        if is_staff not in self._shown or self._shown[is_staff][0] != (tables, signs):
            self._shown[is_staff] = (tables, signs), self._rendered(is_staff)
        return self._shown[is_staff][1]

    def _rendered(self, is_staff: bool) -> Parts:
        views = [self.room.view(name) for name in self.room.tables()]
        tables = [_table(view) for view in views if view.is_open]
        closed = [
            (view.table, games.known(view.setup.game).name)
            for view in views
            if view.setup and not view.is_open and not view.setup.extra
        ]
        signs = [self._sign(name) for name in self.room.links.names()]
        return {
            "meters": rendered("parts/meters.html", signs=signs),
            "tables": rendered(
                "parts/tables.html", tables=tables, closed=closed, may_sit=not is_staff
            ),
        }

    def _sign(self, name: str) -> dict[str, Any]:
        now = self.room.progressive(name)
        assert now.setup is not None, "it was opened"
        fed = feeding(self.room, name)
        wager = money.show(now.setup.wager_cents)
        off = f" · takes no bets: {now.disabled}" if now.disabled else ""
        return {
            "name": name,
            "look": look(now.setup.links[0].game),
            "title": name.upper(),
            "about": f"{wager} wager, {', '.join(fed) or 'no table'}{off}",
            "meters": [(key.capitalize(), cents) for key, cents in now.shown.items()],
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
        "look": look(game.key),
        "game": game.name,
        "about": f"{view.table} · {f'dealer {view.dealer}' if view.dealer else 'automatic dealer'}",
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
    if now and not now.over and not now.betting:
        return felt.stage
    if felt.game.player_banked and not felt.is_betting:
        return "Needs a bank"
    return "Taking bets" if felt.is_betting else "Between rounds"


def _plays(viewer: Actor) -> bool:
    return viewer.role is Role.PLAYER
