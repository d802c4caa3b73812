"""The rules of a game, its pay tables and where they come from; no bet is needed."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.games.describe import described
from fairdeal.games.phrases import qualifies, size, step_in_words
from fairdeal.games.terms import terms
from fairdeal.web.access.sessions import Session
from fairdeal.web.drawing import helping
from fairdeal.web.naming import look, title
from fairdeal.web.pages.desk import Desk, aside


class Rules(Desk):
    """A page for each game."""

    page = "rules"

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [Route("/rules/{game}", self.open)]

    async def open(self, request: Request) -> Response:
        """The rules of one game, and the terms of the table from which the viewer came."""
        session = self.enter(request)
        table = request.query_params.get("table", "")
        return await aside(self._shown, session, request.path_params["game"], table)

    def _shown(self, session: Session, key: str, table: str) -> Response:
        game = games.game(key)
        told = described(game)
        setup = self.site.known(table) if table else None
        if setup is not None and setup.game != game.key:
            setup = None  # another game is dealt there by now
        chosen = terms(game)
        tables = setup.pay_tables if setup else {bet: each.name for bet, each in chosen.pay.items()}
        return self.show(
            session,
            "rules.html",
            game=game,
            told=told,
            size=size(told),
            kinds=helping.kinds(game),
            qualifies=qualifies(told),
            steps={
                style: [step_in_words(step) for step in steps]
                for style, steps in told["procedures"].items()
            },
            look=look(game.key),
            back=table if setup else "",
            setup=setup,
            limits=helping.limits(setup) if setup else [],
            even=helping.even_pays(game),
            tops=helping.tops(game, tables),
            tables=tables,
            options=setup.options if setup else chosen.options,
            default=helping.default_told(game),
            in_detail={bet.key: f"{title(bet.name)} in detail" for bet in game.bets if bet.details},
        )
