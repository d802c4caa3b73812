"""Rounds that are over: replayed step by step, one's own in a list, and how a shuffle is proven."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.errors import Malformed
from fairdeal.live.history.naming import game_name
from fairdeal.web.guard import SAFE
from fairdeal.web.helping import sheets
from fairdeal.web.openapi import ShownDeck
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.rendering import rendered
from fairdeal.web.replaying import Replay
from fairdeal.web.sessions import Session

_FELT = ("stages", "dealer", "ring", "hero", "mid")
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
        ]

    async def open(self, request: Request) -> Response:
        """One step of a round."""
        session = self.enter(request)
        step = request.query_params.get("step", "")
        return await aside(self._step, session, *_named(request), step)

    def _step(self, session: Session, table: str, number: int, asked: str) -> Response:
        self.site.known(table)
        found = self.site.replays.find(table, number)
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
            day=f"{datetime.fromtimestamp(found.steps[0].at / 1e6, UTC):%d %B %Y}",
            **shown,
        )

    async def deck(self, request: Request) -> Response:
        """The deck of a round that is over, for who checks it against its seal."""
        self.enter(request)
        body = await aside(self._deck, *_named(request))
        return Response(body, 200, SAFE, "application/json")

    def _deck(self, table: str, number: int) -> bytes:
        self.site.known(table)
        state = self.site.replays.find(table, number).state
        fixed, nonce, deck = state.commitment.hex(), state.nonce.hex(), state.deck.hex()
        return msgspec.json.encode(ShownDeck(table, number, fixed, nonce, deck))

    async def rounds(self, request: Request) -> Response:
        """All rounds of whoever asks."""
        session = self.enter(request)
        found = await aside(self.site.rounds.of_player, session.name)
        rounds = [
            {
                "table": each.table,
                "number": each.number,
                "game": self._game(each.table),
                "time": f"{datetime.fromtimestamp(each.at / 1e6, UTC):%d %b, %H:%M}",
                "void": each.void,
                "staked": each.staked_by(session.name),
                "won": each.won_by(session.name),
            }
            for each in found
        ]
        return self.show(session, "rounds.html", rounds=rounds)

    def _game(self, table: str) -> str:
        return game_name(self.site.known(table).game)

    async def shuffle(self, request: Request) -> Response:
        """How anybody can see that the cards were fixed before the deal."""
        return self.show(self.enter(request), "shuffle.html")


def _named(request: Request) -> tuple[str, int]:
    table, number = request.path_params["table"], request.path_params["round"]
    if not (number.isascii() and number.isdecimal()) or len(number) > 12:
        raise Malformed(
            f"{number!r} is no number of a round: expected one such as 42", code="round.unreadable"
        )
    return table, int(number)
