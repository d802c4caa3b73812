"""The pages that everybody may see: the lobby, tables, and the doors for the house's people."""

from typing import Any
from urllib.parse import parse_qs

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.errors import FairdealError, Refused
from fairdeal.games.describe import described
from fairdeal.games.phrases import step_in_words
from fairdeal.web.faces.lobby import EVERYTHING
from fairdeal.web.faces.table import LOOKS, shown_to
from fairdeal.web.felt import sheets
from fairdeal.web.files import address
from fairdeal.web.guard import SAFE
from fairdeal.web.rendering import rendered
from fairdeal.web.sessions import Session
from fairdeal.web.site import Site


class Pages:
    """What a browser opens."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/", self.lobby),
            Route("/tables/{table}", self.table),
            Route("/rules/{game}", self.rules),
            Route("/sign-in", self.sign_in, methods=["GET", "POST"]),
            Route("/first/{word}", self.first, methods=["GET", "POST"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
        ]

    async def lobby(self, request: Request) -> Response:
        """All tables."""
        session = self._site.guard.who(request)
        parts = await anyio.to_thread.run_sync(
            self._site.hub.shown, "lobby", EVERYTHING, session.actor
        )
        return self._page(session, "lobby.html", parts=parts)

    async def table(self, request: Request) -> Response:
        """One table, to play at or to watch."""
        session = self._site.guard.who(request)
        name = request.path_params["table"]
        return await anyio.to_thread.run_sync(self._table, session, name)

    def _table(self, session: Session, name: str) -> Response:
        setup = self._site.known(name)
        felt = shown_to(self._site.room.view(name, session.actor), session.actor)
        parts = self._site.hub.shown("table", name, session.actor)
        return self._page(session, "table.html", felt=felt, parts=parts, sheets=sheets(setup))

    async def rules(self, request: Request) -> Response:
        """The rules of a game, its pay tables and where they come from; no bet is needed."""
        session = self._site.guard.who(request)
        game = games.game(request.path_params["game"])
        told = described(game)
        steps = {
            style: [step_in_words(step) for step in steps]
            for style, steps in told["procedures"].items()
        }
        return self._page(
            session,
            "rules.html",
            game=game,
            told=told,
            steps=steps,
            look=LOOKS[game.key],
            back=request.query_params.get("table", ""),
        )

    async def sign_in(self, request: Request) -> Response:
        """The house's people come in."""
        return await self._door(request, "")

    async def first(self, request: Request) -> Response:
        """The first manager opens the own account, by the link that the terminal shows."""
        return await self._door(request, request.path_params["word"])

    async def _door(self, request: Request, word: str) -> Response:
        session = self._site.sessions.guest()
        if request.method == "GET":
            return self._page(session, "sign_in.html", first=word, said="", name="")
        self._site.guard.signs_in(request)
        told = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=8)
        name, password = (told.get(field, [""])[0] for field in ("name", "password"))
        try:
            account = await anyio.to_thread.run_sync(self._account, word, name, password)
        except FairdealError as error:
            page = self._page(session, "sign_in.html", first=word, said=str(error), name=name)
            page.status_code = 401
            return page
        entered = self._site.sessions.begin(account)
        return self._site.guard.marked(entered, RedirectResponse("/", 303, SAFE))

    def _account(self, word: str, name: str, password: str) -> Any:
        accounts = self._site.accounts
        if word:
            return accounts.open_first(word, name, password).actor
        return accounts.sign_in(name, password).actor

    async def sign_out(self, request: Request) -> Response:
        """Somebody goes."""
        session = self._site.guard.who(request)
        self._site.guard.acts(request, session)
        self._site.sessions.end(session)
        self._site.hub.dismiss(lambda viewer: viewer == session.actor)
        return self._site.guard.marked(
            self._site.sessions.guest(), Response(b"{}", 200, SAFE, "application/json")
        )

    def _page(self, session: Session, template: str, **values: Any) -> Response:
        text = rendered(
            template,
            token=self._site.sessions.token(session),
            style=address("fairdeal.css"),
            script=address("fairdeal.js"),
            who=session,
            **values,
        )
        return self._site.guard.marked(session, HTMLResponse(text, 200, SAFE))


def not_done(error: FairdealError, status: int) -> Response:
    """A page that says why there is nothing to see."""
    if isinstance(error, Refused) and error.code.startswith("session."):
        return RedirectResponse("/sign-in", 303, SAFE)
    sentences = list(error.faults) or [str(error)]
    text = rendered(
        "told.html",
        sentences=sentences,
        style=address("fairdeal.css"),
        script=address("fairdeal.js"),
        token="",
    )
    return HTMLResponse(text, status, SAFE)
