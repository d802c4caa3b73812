"""The cage: who has chips at which table, and which chips were bought and cashed last."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, Final

from fairdeal.errors import Malformed
from fairdeal.live import Actor, Room, events
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.table.ledger import chips
from fairdeal.live.views import View
from fairdeal.live.worth import Worth
from fairdeal.web.drawing.felt import Felt
from fairdeal.web.faces.bar import least_cents
from fairdeal.web.hub import EVERYTHING, Parts
from fairdeal.web.moments import moment
from fairdeal.web.rendering import rendered

SHOWN: Final = 40
"""Movements on the page."""

_LOOKED_BACK: Final = 20_000
"""Events of a log that are looked through for them when the room is opened."""

_MOVES: Final = frozenset({codec.KINDS[events.ChipsBought], codec.KINDS[events.ChipsCashed]})


class Movements:
    """The latest chips that came and went, as far as the log has come."""

    def __init__(self, room: Room) -> None:
        self._store = room.store
        self._lock = Lock()
        self._pos = max(0, self._store.head().pos - _LOOKED_BACK)
        self._latest: deque[dict[str, Any]] = deque(maxlen=SHOWN)

    def latest(self) -> list[dict[str, Any]]:
        """The newest first."""
        with self._lock:
            for row in self._store.read(after=self._pos):
                self._pos = row.pos
                if row.kind in _MOVES:
                    self._latest.append(_moved(row))
            return [*reversed(self._latest)]


def _moved(row: Recorded) -> dict[str, Any]:
    event = codec.decoded(row.kind, row.body)
    assert isinstance(event, events.ChipsBought | events.ChipsCashed)
    return {
        "when": moment(row.at),
        "table": row.stream,
        "player": event.player,
        "is_bought": isinstance(event, events.ChipsBought),
        "cents": event.cents,
        "by": row.actor,
    }


class CageFace:
    """The page of who sells chips."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._moves = Movements(room)

    def check(self, topic: str) -> None:
        """There is one cage."""
        if topic != EVERYTHING:
            raise Malformed(f"there is no cage {topic!r}", code="stream.unknown")

    def touched(self, rows: Sequence[Recorded]) -> Iterable[str]:
        """Chips move with every round."""
        return (EVERYTHING,)

    def parts(self, topic: str, viewer: Actor | None) -> Parts:
        """The pieces of the page."""
        views = [self._room.view(name, viewer) for name in self._room.tables()]
        players = [each for view in views for each in _players(view)]
        return {
            "players": rendered(
                "cage/players.html", players=players, is_play=self._room.worth() is Worth.PLAY
            ),
            "moves": rendered("cage/moves.html", moves=self._moves.latest()),
        }


def _players(view: View) -> Iterator[dict[str, Any]]:
    """Who sits at a table, and who has left it with chips that are not cashed."""
    felt = Felt(view, None)
    least = least_cents(felt)
    seats: dict[str, list[int]] = {}
    for seat in view.seats:
        if seat.taken:
            seats.setdefault(seat.player, []).append(seat.seat)
    owned = {
        account.removeprefix(_CHIPS): cents
        for account, cents in view.accounts.items()
        if account.startswith(_CHIPS) and cents
    }
    now = view.round
    for player in dict.fromkeys([*seats, *owned]):
        cents, held = owned.get(player, 0), seats.get(player, [])
        bets = [view.seats[number - 1].bets for number in held] if now and not now.over else []
        yield {
            "id": f"{view.table}-{player}",
            "table": view.table,
            "game": felt.game.name,
            "player": player,
            "seats": held,
            "cents": cents,
            "staked_cents": sum(sum(each.values()) for each in bets),
            "is_out": player in seats and cents < least,
            "may_buy": view.is_open and player in seats,
        }


_CHIPS: Final = chips("")
