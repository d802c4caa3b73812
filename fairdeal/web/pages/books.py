"""The books: is the win where it should be, what became of the meters, does the log hold."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.books import BY
from fairdeal.books.calendar import Calendar
from fairdeal.books.expectation import FAR_OFF
from fairdeal.books.owner import calendar_of
from fairdeal.errors import FairdealError
from fairdeal.live import Role
from fairdeal.live.actors import MAY
from fairdeal.live.table.amounts import exactly
from fairdeal.web.access.guard import SAFE, in_json
from fairdeal.web.access.permissions import check_sees
from fairdeal.web.access.sessions import Session
from fairdeal.web.api import status_of
from fairdeal.web.faces.waiting import at_progressive
from fairdeal.web.moments import moment, plain
from fairdeal.web.naming import title
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.pages.intervals import USUAL, Address, shifts_of
from fairdeal.web.past import figures
from fairdeal.web.past.checking import SHOWN
from fairdeal.web.past.kept import Report
from fairdeal.web.rendering import rendered
from fairdeal.web.site import Site

_RESULTS: Final = 100
"""Of checks that a page lists; the file has them all."""

_FIELDS: Final = {
    "day.unreadable": "from",
    "interval.open": "from",
    "day.order": "through",
    "table.unknown": "table",
    "game.unknown": "game",
    "shift.unknown": "shift",
}
"""The field beside which a fault is told; other faults stand below the form."""

_ADJUSTS: Final = ("approve-adjustment", "refuse-adjustment")
"""What a second person does with a meter that is to be reduced."""

_DAYS: Final = ("from", "through")
"""Fields that every report has."""


class Books(Desk):
    """Reports, and the check of the log that they rest on."""

    page = "books"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [
            Route("/books", self.open),
            Route("/books/meters", self.meters),
            Route("/books/check", self.check),
            Route("/books/check/findings", self.findings),
            Route("/books/chain", self.chain),
            Route("/api/books/check", self.start, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """What the tables won, against what was to be expected."""
        session = self.enter(request)
        try:
            asked = await aside(self._asked, request)
        except FairdealError as error:
            return await aside(self._refused, session, request, error, "win")
        archive = self.site.archive
        report = await archive.reporting.soon(
            ("books", asked), lambda: archive.books.report(asked.question())
        )
        if report is None:
            return self._patience(request, session, asked)
        values = await aside(self._values, asked, report)
        waiting = await aside(self._adjustments, session)
        return self.show(session, "books/page.html", **values, **waiting)

    def _asked(self, request: Request) -> Address:
        asked = Address.of(request.query_params, self.site.archive.clock())
        if asked.table:
            self.site.known(asked.table)
        return asked

    def _refused(
        self, session: Session, request: Request, error: FairdealError, view: str
    ) -> Response:
        """The form as it was filled in, with what is wrong beside its field."""
        told, field = request.query_params, _FIELDS.get(error.code, "")
        typed = {key: told.get(key, "") for key in (*_DAYS, "table", "game", "shift")}
        typed["from"] = typed["from"] or told.get("day", "")
        return self.show(
            session,
            "books/refused.html",
            status_of(error),
            view=view,
            asked=None,
            typed=typed | {"by": told.get("by", USUAL)},
            wrong=(field if view == "win" or field in _DAYS else "", str(error)),
            **self._choices(calendar_of()),
        )

    def _patience(self, request: Request, session: Session, asked: Address) -> Response:
        heading = figures.heading(asked.first, asked.last)
        says = "The log is being read and held against the exact analysis."
        return self.patience(request, session, heading, says)

    def _values(self, asked: Address, report: Report) -> dict[str, Any]:
        shown = report.shown
        total = next((row for row in shown["totals"] if row["bank"] == report.bank), None)
        flagged = [
            f"{title(games.known(each['game']).bet(each['bet']).name)} of"
            f" {games.known(each['game']).name} ({each['verdict']})"
            for row in shown["totals"]
            for each in row["wagers"]
            if each["verdict"] in FAR_OFF
        ]
        room = self.site.room
        signs = [room.progressive(name) for name in room.links.names()]
        last = self.site.archive.last_moment()
        return {
            **self._frame(asked),
            "shown": shown,
            "report": report,
            "total": total,
            "answer": figures.answer(total, flagged),
            "lines": figures.lines(shown),
            "totals": [*figures.totals(shown)],
            "liability": [now.shown_cents(key) for now in signs for key in now.meters],
            "latest": asked.calendar.day_of(last) if last else None,
            "chain": chain(self.site),
        }

    def _frame(self, asked: Address) -> dict[str, Any]:
        """What every report has about it."""
        return {
            "asked": asked,
            "heading": figures.heading(asked.first, asked.last),
            "typed": asked.typed,
            "wrong": ("", ""),
            **self._choices(asked.calendar),
            "every_by": BY,
            "net": figures.net,
            "in_words": figures.in_words,
            **self._signed(),
            "moment": lambda at: plain(asked.calendar.shown(at)),
        }

    def _signed(self) -> dict[str, Any]:
        """What the foot of a report on paper says."""
        return {"opened": self.site.clock(), "moment_of": moment}

    def _choices(self, calendar: Calendar) -> dict[str, Any]:
        """What the form offers."""
        shifts = shifts_of(calendar)
        return {"tables": self.site.room.tables(), "games": games.GAMES, "shifts": shifts}

    async def meters(self, request: Request) -> Response:
        """What became of the meters, and every win that waited for approval."""
        session = self.enter(request)
        try:
            asked = await aside(self._asked, request)
        except FairdealError as error:
            return await aside(self._refused, session, request, error, "meters")
        archive, about = self.site.archive, asked.of_meters()
        report = await archive.reporting.soon(
            ("meters", about), lambda: archive.books.meters(about)
        )
        if report is None:
            return self._patience(request, session, asked)
        values = self._frame(asked) | {"report": report, "shown": report.shown, "exactly": exactly}
        waiting = await aside(self._adjustments, session)
        return self.show(session, "books/meters.html", **values, **waiting)

    def _adjustments(self, session: Session) -> dict[str, Any]:
        """The adjustments that wait for a second person, and what the reader may do with them."""
        may = {command for command in _ADJUSTS if session.role in MAY[command]}
        room = self.site.room
        meters = [room.progressive(name) for name in room.links.names()] if may else []
        return {"adjustments": [each for now in meters for each in at_progressive(now)], "may": may}

    async def check(self, request: Request) -> Response:
        """What the last audit found."""
        session = self.enter(request)
        values = await aside(chain, self.site)
        return self.show(
            session, "books/check.html", chain=values, net=figures.net, **self._signed()
        )

    async def findings(self, request: Request) -> Response:
        """The same, for a page that waits for it."""
        return await self._piece(request, "books/findings.html")

    async def chain(self, request: Request) -> Response:
        """How far the audit has come, for a page that waits for it."""
        return await self._piece(request, "books/chain.html")

    async def _piece(self, request: Request, template: str) -> Response:
        self.enter(request, by_itself=True)
        values = await aside(chain, self.site)
        return HTMLResponse(rendered(template, chain=values, net=figures.net), 200, SAFE)

    async def start(self, request: Request) -> Response:
        """Start a check of the log."""
        session, _ = await self.site.guard.asked(request)
        check_sees(session.role, self.page)
        self.site.archive.checking.start(session.name)
        return self.site.guard.marked(session, in_json())


def chain(site: Site) -> dict[str, Any]:
    """What is known of the log's soundness."""
    checking, head = site.archive.checking, site.archive.head()
    found = checking.findings
    managers = (
        each.name
        for each in site.accounts.every()
        if each.role is Role.MANAGER and not each.disabled
    )
    return {
        "share": checking.share,
        "failed": checking.failed,
        "found": found,
        "faults": found.faults[:SHOWN] if found else (),
        "at": moment(checking.at) if checking.at else "",
        "by": checking.by,
        "since": head.pos - found.events if found else 0,
        "head": head,
        "results": [(moment(each.at), each) for each in checking.results()[:_RESULTS]],
        "torn": checking.torn,
        "managers": [*managers],
    }
