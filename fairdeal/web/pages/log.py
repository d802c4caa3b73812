"""The event log: searched, told in words, and every event as it was recorded."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal import games
from fairdeal.books.calendar import SECOND, Calendar
from fairdeal.books.owner import calendar_of
from fairdeal.errors import Malformed, Refused
from fairdeal.live.history.finding import Found, Page, Search
from fairdeal.live.history.secrecy import open_part
from fairdeal.live.log.codec import KINDS
from fairdeal.live.table.progressive import is_table, spoken
from fairdeal.web.moments import moment
from fairdeal.web.pages.books import chain
from fairdeal.web.pages.desk import Desk, aside

ROWS: Final = 50

LONGEST: Final = 200
"""Characters that can be looked for."""

_FIELDS: Final = ("q", "table", "round", "kind", "who", "from", "to", "wager")
_DIGITS: Final = 15
"""Of the number of an event; no log is that long."""

T = TypeVar("T")


class Log(Desk):
    """Everything that has happened in the room."""

    page = "log"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [Route("/log", self.open), Route("/log/{pos}", self.event)]

    async def open(self, request: Request) -> Response:
        """What a search finds, the newest first; a form that cannot be read comes back."""
        session = self.enter(request)
        told, archive = request.query_params, self.site.archive
        wanted, faults = _read(told, calendar_of())
        page: Page | None = Page([], 0)
        if not faults:
            page = await archive.searching.soon(wanted, lambda: archive.find(wanted, ROWS))
        if page is None:
            return self.patience(request, session, "Event log")
        asked = {key: told.get(key, "") for key in _FIELDS}
        kept = {key: value for key, value in asked.items() if value}
        return self.show(
            session,
            "log/page.html",
            400 if faults else 200,
            asked=asked,
            faults=faults,
            is_asked=bool(kept),
            rows=[_row(each) for each in page.found],
            older=urlencode(kept | {"before": str(page.more)}) if page.more else "",
            newest=urlencode(kept) if wanted.before else None,
            more=page.more,
            streams=[
                (name, spoken(name).removeprefix("table "))
                for name in sorted(await aside(self.site.room.store.streams))
            ],
            kinds=sorted(KINDS.values()),
            games=games.GAMES.values(),
            chain=await aside(chain, self.site),
        )

    async def event(self, request: Request) -> Response:
        """One event as it was recorded, without what nobody may know yet."""
        session = self.enter(request)
        archive = self.site.archive
        typed = request.path_params["pos"][:_DIGITS]
        pos = int(typed) if typed.isascii() and typed.isdigit() else 0
        head = await aside(archive.head)
        if not 0 < pos <= head.pos:
            raise Refused(
                f"there is no event {typed!r}: the log ends at event {head.pos}", code="event.none"
            )
        told = await archive.searching.soon(pos, lambda: archive.event(pos))
        if told is None:
            return self.patience(request, session, f"Event {pos:,}")
        found, is_secret = told
        return self.show(
            session,
            "log/event.html",
            event=_row(found),
            row=found.row,
            last=head.pos,
            **_body(found, is_secret),
        )


def _read(told: QueryParams, calendar: Calendar) -> tuple[Search, dict[str, str]]:
    """What is looked for, and what is wrong with which field."""
    faults: dict[str, str] = {}

    def field(name: str, read: Callable[[str], T], otherwise: T) -> T:
        try:
            return read(told.get(name, "").strip())
        except Malformed as error:
            faults[name] = str(error)
            return otherwise

    wanted = Search(
        field("table", str, ""),
        field("round", _number, 0),
        field("kind", str, ""),
        field("who", _words, ""),
        field("q", _words, ""),
        field("from", lambda text: _moment(text, calendar), 0),
        field("to", lambda text: _moment(text, calendar), 0),
        field("before", _number, 0),
        field("wager", _wager, ""),
    )
    if wanted.since and wanted.until and wanted.until <= wanted.since:
        faults["to"] = "this interval is empty: its end must be after its beginning"
    return wanted, faults


def _words(text: str) -> str:
    if len(text) > LONGEST:
        said = f"{len(text)} characters are too many to look for: expected at most {LONGEST}"
        raise Malformed(said, code="log.long")
    return text


def _wager(text: str) -> str:
    """A bet of a game, as it stands in an address."""
    if text:
        game, _, bet = text.partition("/")
        games.game(game).bet(bet)
    return text


def _number(text: str) -> int:
    if text and not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise Malformed(f"{_short(text)} is not a number: give one such as 12", code="log.number")
    return int(text or 0)


def _moment(text: str, calendar: Calendar) -> int:
    """A moment as the house's clock shows it."""
    try:
        wall = datetime.fromisoformat(text) if text else None
        return int(wall.replace(tzinfo=calendar.zone).timestamp()) * SECOND if wall else 0
    except (ValueError, OverflowError):
        raise Malformed(
            f"{_short(text)} is not a date and time such as 2026-11-15T18:30",
            code="log.moment",
        ) from None


def _short(text: str) -> str:
    return repr(text if len(text) <= _DIGITS * 2 else f"{text[:_DIGITS]}...")


def _row(found: Found) -> dict[str, Any]:
    row = found.row
    return {
        "pos": row.pos,
        "at": moment(row.at),
        "kind": row.kind.replace("-", " "),
        "where": spoken(row.stream).removeprefix("table "),
        "table": row.stream if is_table(row.stream) else "",
        "round": found.round,
        "text": found.text,
        "fault": found.fault,
        "who": f"{row.role} {row.actor}".strip(),
        "hash": row.hash.hex(),
    }


def _body(found: Found, secret: bool) -> dict[str, Any]:
    """The event as JSON; what does not fit its hash is shown as it lies in the log."""
    try:
        body = msgspec.json.decode(found.row.body)
    except (msgspec.DecodeError, TypeError):
        return {"body": repr(found.row.body), "is_withheld": False}
    shown = open_part(body) if secret and isinstance(body, dict) else body
    text = msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()
    return {"body": text, "is_withheld": shown != body}
