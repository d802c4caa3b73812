"""The event log: searched, told in words, and every event as it was recorded."""

from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.books.calendar import SECOND, Calendar
from fairdeal.books.owner import calendar_of
from fairdeal.errors import Malformed, Refused
from fairdeal.live.history.finding import Found, Wanted
from fairdeal.live.history.secrecy import open_part
from fairdeal.live.log.codec import KINDS
from fairdeal.live.table.progressive import is_progressive, spoken
from fairdeal.web.pages.books import chain
from fairdeal.web.pages.desk import Desk, aside

ROWS: Final = 50
_FIELDS: Final = ("q", "table", "round", "kind", "who", "from", "to")
_DIGITS: Final = 15
"""Of the number of an event; no log is that long."""


class Log(Desk):
    """Everything that has happened in the room."""

    page = "log"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [Route("/log", self.open), Route("/log/{pos}", self.event)]

    async def open(self, request: Request) -> Response:
        """What somebody looks for, the newest first."""
        session = self.enter(request)
        told, calendar = request.query_params, calendar_of()
        wanted = _wanted(told, calendar)
        page = await aside(self.site.archive.find, wanted, ROWS)
        asked = {key: told.get(key, "") for key in _FIELDS}
        kept = {key: value for key, value in asked.items() if value}
        return self.show(
            session,
            "log/page.html",
            asked=asked,
            is_asked=bool(kept),
            rows=[_row(each, calendar) for each in page.found],
            older=urlencode(kept | {"before": str(page.more)}) if page.more else "",
            newest=urlencode(kept) if wanted.before else None,
            more=page.more,
            zone=str(calendar.zone),
            streams=[
                (name, spoken(name).removeprefix("table "))
                for name in sorted(self.site.room.store.streams())
            ],
            kinds=sorted(KINDS.values()),
            chain=await aside(chain, self.site, calendar),
        )

    async def event(self, request: Request) -> Response:
        """One event as it was recorded, without what nobody may know yet."""
        session = self.enter(request)
        typed = request.path_params["pos"][:_DIGITS]
        pos = int(typed) if typed.isascii() and typed.isdigit() else 0
        found = await aside(self.site.archive.event, pos) if pos else None
        head = await aside(self.site.archive.head)
        if found is None:
            raise Refused(
                f"there is no event {typed!r}: the log ends at event {head.pos}", code="event.none"
            )
        secret = pos in await aside(lambda: self.site.archive.register().secret())
        return self.show(
            session,
            "log/event.html",
            event=_row(found, calendar_of()),
            row=found.row,
            last=head.pos,
            **_body(found, secret),
        )


def _wanted(told: QueryParams, calendar: Calendar) -> Wanted:
    return Wanted(
        told.get("table", ""),
        _number(told.get("round", ""), "round"),
        told.get("kind", ""),
        told.get("who", "").strip(),
        told.get("q", ""),
        _moment(told.get("from", ""), calendar),
        _moment(told.get("to", ""), calendar),
        _number(told.get("before", ""), "place in the log"),
    )


def _number(text: str, what: str) -> int:
    if not text.strip():
        return 0
    if not (text.strip().isascii() and text.strip().isdecimal() and len(text) < 16):
        raise Malformed(f"{text!r} is no {what}: expected a number", code="log.number")
    return int(text)


def _moment(text: str, calendar: Calendar) -> int:
    """A moment as the house's clock shows it."""
    if not text.strip():
        return 0
    try:
        wall = datetime.fromisoformat(text.strip())
        return int(wall.replace(tzinfo=calendar.zone).timestamp()) * SECOND
    except (ValueError, OverflowError):
        raise Malformed(
            f"{text!r} is no moment: expected such as 2026-11-15T18:30", code="log.moment"
        ) from None


def _row(found: Found, calendar: Calendar) -> dict[str, Any]:
    row = found.row
    return {
        "pos": row.pos,
        "at": calendar.exact(row.at).replace("T", " ")[:19],
        "kind": row.kind.replace("-", " "),
        "where": spoken(row.stream).removeprefix("table "),
        "table": "" if is_progressive(row.stream) else row.stream,
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
