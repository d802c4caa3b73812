"""The JSON interface: tables to look at, and commands to give."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import anyio.to_thread
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.errors import FairdealError, Malformed, Refused, Unavailable, did_you_mean
from fairdeal.games.describe import described
from fairdeal.live import Actor, Done, Role, Room
from fairdeal.live.commands import COMMANDS, Command
from fairdeal.live.history.secrecy import open_part
from fairdeal.live.log import codec
from fairdeal.web.access.guard import far, in_json
from fairdeal.web.feeding import feeding
from fairdeal.web.openapi import (
    AT_PROGRESSIVES,
    AT_TABLES,
    DoneNow,
    GameListed,
    Listed,
    Sign,
    description,
)
from fairdeal.web.site import Site


class Api:
    """What programs ask for."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/api/openapi.json", self.openapi),
            Route("/api/games", self.games),
            Route("/api/games/{game}", self.game),
            Route("/api/progressives", self.progressives),
            Route("/api/progressives/{name}", self.progressive),
            Route("/api/tables", self.tables),
            Route("/api/tables/{name}", self.table),
            Route("/api/tables/{name}/{command}", self.at_table, methods=["POST"]),
            Route("/api/progressives/{name}/{command}", self.at_progressive, methods=["POST"]),
        ]

    async def openapi(self, request: Request) -> Response:
        """The description of all this."""
        return in_json(_described())

    async def games(self, request: Request) -> Response:
        """All games of the house."""
        listed = [GameListed(game.key, game.name, game.text) for game in games.GAMES.values()]
        return in_json(msgspec.json.encode(listed))

    async def game(self, request: Request) -> Response:
        """All that is declared about one game."""
        return in_json(msgspec.json.encode(described(games.game(request.path_params["game"]))))

    async def progressives(self, request: Request) -> Response:
        """What the signs of all progressives show."""
        return in_json(await anyio.to_thread.run_sync(self._signs))

    async def progressive(self, request: Request) -> Response:
        """What the sign of one progressive shows."""
        return in_json(await anyio.to_thread.run_sync(self._sign, request.path_params["name"]))

    def _signs(self) -> bytes:
        names = self._site.room.links.names()
        return msgspec.json.encode([sign(self._site.room, name) for name in names])

    def _sign(self, name: str) -> bytes:
        return msgspec.json.encode(sign(self._site.room, name))

    async def tables(self, request: Request) -> Response:
        """All tables, as the public sees them."""
        return in_json(await anyio.to_thread.run_sync(self._listed))

    def _listed(self) -> bytes:
        room = self._site.room
        found = []
        for name in room.tables():
            view = room.view(name)
            game = view.setup.game if view.setup else ""
            taken = sum(seat.taken for seat in view.seats)
            found.append(Listed(name, game, view.is_open, len(view.seats), taken))
        return msgspec.json.encode(found)

    async def table(self, request: Request) -> Response:
        """One table, as the caller may see it."""
        session = self._site.guard.who(request)
        name = request.path_params["name"]
        answer = in_json(await anyio.to_thread.run_sync(self._seen, name, session.actor))
        return self._site.guard.marked(session, answer)

    def _seen(self, name: str, viewer: Actor) -> bytes:
        self._site.known(name)
        return msgspec.json.encode(self._site.room.view(name, viewer))

    async def at_table(self, request: Request) -> Response:
        """A command at a table."""
        return await self._command(request, AT_TABLES)

    async def at_progressive(self, request: Request) -> Response:
        """A command to a progressive."""
        return await self._command(request, AT_PROGRESSIVES)

    async def _command(self, request: Request, known: Mapping[str, Command]) -> Response:
        session, asked = await self._site.guard.asked(request)
        name = request.path_params["command"]
        if name not in known:
            hint = did_you_mean(name, known)
            raise Malformed(f"there is no command {name!r}: {hint}", code="command.unknown")
        where, key = request.path_params["name"], request.headers.get("idempotency-key")
        if name == "sit" and session.is_player:
            await anyio.to_thread.run_sync(self._site.seating.check, far(request), session.name)
        told = await anyio.to_thread.run_sync(self._done, session.actor, where, name, asked, key)
        return self._site.guard.marked(session, in_json(told))

    def _done(
        self, by: Actor, table: str, name: str, asked: dict[str, Any], key: str | None
    ) -> bytes:
        if reserved := [word for word in asked if word in _RESERVED]:
            raise Malformed(f"{name} takes no {reserved[0]!r}", code="command.malformed")
        if name == "sit" and by.role is Role.PLAYER:
            done = self._seated(by, table, asked, key)
            self._site.give_chips(table, by)
        else:
            done = self._site.room.do(table, COMMANDS[name], by=by, key=key, **asked)
        return msgspec.json.encode(DoneNow(tuple(_told(done, by)), done.repeated))

    def _seated(self, by: Actor, table: str, asked: dict[str, Any], key: str | None) -> Done:
        """Without a seat number, any free seat; a player who sits already keeps the seat."""
        room, has_choice = self._site.room, not asked.get("seat")
        while True:
            chosen = self._site.with_a_seat(table, by.name, asked)
            try:
                return room.do(table, COMMANDS["sit"], by=by, key=key, **chosen)
            except Refused as error:
                now = room.table(table)
                own = now.seats_of(by.name)
                is_taken = error.code == "seat.taken"
                if (has_choice and own) or (is_taken and asked.get("seat") in own):
                    return Done((), repeated=True)
                full = not now.setup or len(now.seats) >= now.setup.seats
                if not has_choice or not is_taken or full:
                    raise


_RESERVED: Final = frozenset({"table", "command", "by", "key", "self"})


def _told(done: Done, by: Actor) -> Sequence[dict[str, Any]]:
    """What happened, without what nobody may know yet."""
    found = []
    for row in done.recorded:
        event = msgspec.to_builtins(codec.decoded(row.kind, row.body))
        found.append({"kind": row.kind, "at": row.at, **open_part(event)})
    return found


def sign(room: Room, name: str) -> Sign:
    """What the sign over a progressive shows."""
    now = room.progressive(name)
    if now.setup is None:
        hint = did_you_mean(name, room.links.names())
        raise Refused(f"there is no progressive {name!r}: {hint}", code="progressive.unknown")
    fed = tuple(feeding(room, name))
    return Sign(name, now.setup.wager_cents, now.disabled, fed, now.shown)


@cache
def _described() -> bytes:
    """It is the same as long as the program runs, and takes a while to make."""
    return msgspec.json.encode(description())


def status_of(error: FairdealError) -> int:
    """The status with which an error is answered."""
    for kind, status in _STATUS_OF_KIND:
        if isinstance(error, kind):
            return _STATUS.get(error.code, status)
    return 500


_STATUS_OF_KIND: Final = ((Malformed, 400), (Refused, 409), (Unavailable, 503))


_STATUS: Final = {
    "role.refused": 403,
    "page.old": 403,
    "metrics.token": 403,
    "request.origin": 403,
    "request.host": 421,
    "session.none": 401,
    "session.locked": 401,
    "account.wrong": 401,
    "account.locked": 401,
    "account.disabled": 401,
    "account.secret": 401,
    "account.given": 403,
    "asked.often": 429,
    "request.long": 413,
    "table.unknown": 404,
    "round.unknown": 404,
    "sign.none": 404,
    "command.unknown": 404,
    "game.unknown": 404,
    "stream.unknown": 404,
    "progressive.unknown": 404,
    "page.unknown": 404,
    "page.method": 405,
    "export.unknown": 404,
    "checkpoint.none": 404,
    "event.none": 404,
}
