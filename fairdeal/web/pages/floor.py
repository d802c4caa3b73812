"""The floor: approvals, tables, and the form in which a table is opened or changed."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.errors import FairdealError, Malformed, Refused, did_you_mean
from fairdeal.games.sheets import approved
from fairdeal.live import Actor
from fairdeal.live.actors import MAY, check_may
from fairdeal.live.commands import COMMANDS
from fairdeal.web.access.guard import SAFE, in_json
from fairdeal.web.access.permissions import check_sees
from fairdeal.web.access.sessions import Session
from fairdeal.web.form.choices import form, next_name
from fairdeal.web.form.filled import judged, wanted
from fairdeal.web.hub import EVERYTHING
from fairdeal.web.moments import day
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.rendering import rendered

_EVERYWHERE: Final = ("disable", "enable")
"""Commands that can be given to all tables, or to those of a game, at once."""


class Floor(Desk):
    """Who runs the tables."""

    page = "floor"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/floor", self.open),
            Route("/floor/form", self.form),
            Route("/floor/tables/{table}", self.table),
            Route("/api/floor/check", self.check),
            Route("/api/floor/{command}", self.everywhere, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """Everything at once."""
        session = self.enter(request)
        game = request.query_params.get("game", next(iter(games.GAMES)))
        return await aside(self._shown, session, game, request.query_params.get("table", ""))

    def _shown(self, session: Session, game: str, table: str) -> Response:
        return self.show(
            session,
            "floor.html",
            parts=self.site.hub.shown("floor", EVERYTHING, session.actor),
            may={command for command, roles in MAY.items() if session.role in roles},
            games=games.GAMES.values(),
            meters=list(_with_meters()),
            **self._form(session, game, table),
        )

    async def form(self, request: Request) -> Response:
        """The form of another game, to be put into the page."""
        session = self.enter(request)
        asked = request.query_params
        filled = await aside(self._form, session, asked.get("game", ""), asked.get("table", ""))
        text = rendered("floor/setup.html", **filled)
        return self.site.guard.marked(session, HTMLResponse(text, 200, SAFE))

    def _form(self, session: Session, game: str, table: str) -> dict[str, Any]:
        """The form of a new table, or of one that is to be opened again."""
        room = self.site.room
        setup = self.site.known(table) if table else None
        return {
            "form": form(room, game, setup, day(session.seen)),
            "table": table or next_name(room),
            "is_change": False,
            "dealers": self.site.dealers(),
        }

    async def table(self, request: Request) -> Response:
        """The form in which pay tables, options and limits of an open table are changed."""
        session = self.enter(request)
        check_may(session.actor, "reconfigure")
        return await aside(self._changed, session, request.path_params["table"])

    def _changed(self, session: Session, table: str) -> Response:
        setup = self.site.known(table)
        filled = form(self.site.room, setup.game, setup, day(session.seen))
        return self.show(session, "floor/change.html", form=filled, table=table, is_change=True)

    async def check(self, request: Request) -> Response:
        """What is to be said of the form as it is filled in; nothing is done."""
        session = self.enter(request, by_itself=True)
        asked = wanted(request.query_params.items(), day(session.seen))
        told = await aside(judged, asked, self.site.edges)
        return self.site.guard.marked(session, in_json(msgspec.json.encode(told)))

    async def everywhere(self, request: Request) -> Response:
        """Give a command to all open tables, or to those of a game; every table is reported."""
        session, asked = await self.site.guard.asked(request)
        check_sees(session.role, self.page)
        command = request.path_params["command"]
        if command not in _EVERYWHERE:
            hint = did_you_mean(command, _EVERYWHERE)
            raise Malformed(f"{command!r} is not for all tables: {hint}", code="command.unknown")
        check_may(session.actor, command)
        try:
            wish = msgspec.convert(asked, _Wish)
        except msgspec.ValidationError as error:
            raise Malformed(
                f"{command} cannot be asked like this: {error}", code="command.malformed"
            ) from None
        key = request.headers.get("idempotency-key")
        told = await aside(self._everywhere, session.actor, command, wish, key)
        return self.site.guard.marked(session, in_json(msgspec.json.encode(told)))

    def _everywhere(
        self, by: Actor, command: str, wish: "_Wish", key: str | None
    ) -> dict[str, list["_AtTable"]]:
        room = self.site.room
        told: dict[str, _AtTable] = {}
        # Another table may open while these wait for the log.
        while tables := [
            name for name in room.tables() if name not in told and self._is_meant(name, wish.game)
        ]:
            for name in tables:
                try:
                    room.do(name, COMMANDS[command], by=by, key=key, reason=wish.reason)
                    told[name] = _AtTable(name, True, _DONE[command])
                except FairdealError as error:
                    told[name] = _AtTable(name, False, str(error))
        if not told:
            which = f"of {games.game(wish.game).name} " if wish.game else ""
            raise Refused(f"no table {which}is open", code="table.none")
        return {"tables": [*told.values()]}

    def _is_meant(self, name: str, game: str) -> bool:
        table = self.site.room.table(name)
        return table.is_open and table.setup is not None and game in ("", table.setup.game)


_DONE: Final = {"disable": "no new bets are taken", "enable": "bets are taken again"}


class _Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of all tables."""

    reason: str = ""
    game: str = ""
    """Only those of this game."""


class _AtTable(msgspec.Struct, frozen=True):
    """What came of it at one table."""

    table: str
    done: bool
    sentence: str


def _with_meters() -> Iterator[tuple[str, str, list[Any]]]:
    """The games that have meters of their own: key, name and the meters as printed."""
    for game in games.GAMES.values():
        if meters := approved(game).meters:
            yield game.key, game.name, list(meters.values())
