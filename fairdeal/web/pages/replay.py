"""Rounds that are over: replayed step by step, one's own in a list, and how a shuffle is proven."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed
from fairdeal.live import events
from fairdeal.live.history.naming import game_name
from fairdeal.live.history.recall import Recalled
from fairdeal.live.table.state import RoundState
from fairdeal.web import moments
from fairdeal.web.access.guard import SAFE, in_json
from fairdeal.web.access.sessions import Session
from fairdeal.web.checkpoints import included
from fairdeal.web.drawing.helping import sheets
from fairdeal.web.openapi import shown_deck
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.rendering import rendered
from fairdeal.web.replaying import Replay

_ENDS = events.RoundClosed, events.RoundVoided
_JSON = "application/json"
_FELT = ("stages", "dealer", "say", "ring", "hero", "mid")
_BESIDE = ("steps", "told", "bar")


class Replays(Desk):
    """Everybody may look at what is over."""

    page = "replay"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/replay/{table}/{round}", self.open),
            Route("/rounds", self.rounds),
            Route("/shuffle", self.shuffle),
            Route("/api/tables/{table}/rounds/{round}", self.deck),
            Route("/api/tables/{table}/rounds/{round}/proof", self.proof),
        ]

    async def open(self, request: Request) -> Response:
        """One step of a round."""
        session = self.enter(request)
        step = request.query_params.get("step", "")
        table, number = _named(request)
        await aside(self.site.known, table)
        found = await self.site.archive.replaying.soon(
            (table, number), lambda: self.site.replays.find(table, number)
        )
        if found is None:
            return self.patience(request, session, f"Round {number:,} at {table}")
        return await aside(self._step, session, found, step)

    def _step(self, session: Session, found: Recalled, asked: str) -> Response:
        replay = Replay(found, session.actor)
        at = replay.place(asked)
        scene = replay.scenes[at - 1]
        felt = replay.felt(scene)
        shown: dict[str, Any] = {
            "felt": felt,
            "replay": replay,
            "at": at,
            "scene": scene,
            "found": found,
        }
        parts = {name: rendered(f"parts/{name}.html", felt=felt) for name in _FELT}
        parts |= {name: rendered(f"replay/{name}.html", **shown) for name in _BESIDE}
        return self.show(
            session,
            "replay.html",
            parts=parts,
            sheets=sheets(found.setup),
            day=moments.date_of(found.steps[0].at),
            **shown,
        )

    async def deck(self, request: Request) -> Response:
        """The deck of a round that is over, for who checks it against its seal."""
        self.enter(request)
        table, number = _named(request)
        await aside(self.site.known, table)
        state = await aside(self._latest, table, number)
        if state is None:
            found = await self.site.archive.replaying.done(
                (table, number), lambda: self.site.replays.find(table, number)
            )
            state = found.state
        return Response(msgspec.json.encode(shown_deck(table, state)), 200, SAFE, _JSON)

    async def proof(self, request: Request) -> Response:
        """The proof that a checkpoint covers a round that is over."""
        self.enter(request)
        table, number = _named(request)
        await aside(self.site.known, table)
        found = await self.site.archive.replaying.done(
            (table, number), lambda: self.site.replays.find(table, number)
        )
        pos = next(each.pos for each in found.steps if isinstance(each.event, _ENDS))
        return in_json(await aside(included, self.site.room.store, pos))

    def _latest(self, table: str, number: int) -> RoundState | None:
        """The round, where it has just ended: then the log need not be read for it."""
        now = self.site.room.table(table)
        latest = (now.round, now.last)
        return next((each for each in latest if each and each.over and each.number == number), None)

    async def rounds(self, request: Request) -> Response:
        """All rounds of the viewer."""
        return await aside(self._rounds, self.enter(request))

    def _rounds(self, session: Session) -> Response:
        rounds = [
            {
                "table": each.table,
                "number": each.number,
                "game": self._game(each.table),
                "time": moments.minute(each.at),
                "void": each.void,
                "staked": each.staked_by(session.name),
                "won": each.won_by(session.name),
            }
            for each in self.site.rounds.of_player(session.name)
        ]
        return self.show(session, "rounds.html", rounds=rounds)

    def _game(self, table: str) -> str:
        return game_name(self.site.known(table).game)

    async def shuffle(self, request: Request) -> Response:
        """What the check of a shuffle shows, and what it does not."""
        return self.show(self.enter(request), "shuffle.html")


def _named(request: Request) -> tuple[str, int]:
    table, number = request.path_params["table"], request.path_params["round"]
    if not (number.isascii() and number.isdecimal()) or len(number) > 12:
        raise Malformed(
            f"{number!r} is not the number of a round: give one such as 42", code="round.unreadable"
        )
    return table, int(number)
