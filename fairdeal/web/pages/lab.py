"""The par-sheet lab: everybody may change a pay table and see what comes of it."""

from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal import extras
from fairdeal.analysis import counting
from fairdeal.errors import FairdealError, Malformed, Unavailable, did_you_mean
from fairdeal.web.access.guard import SAFE, far, in_json
from fairdeal.web.api import status_of
from fairdeal.web.lab import files, parts
from fairdeal.web.lab.sheet import Sheet, read_sheet
from fairdeal.web.pages.desk import Desk
from fairdeal.web.site import Site

PATIENCE: Final = 1.0
"""Seconds after which a page is shown without its figures."""

PAGE: Final = "x-fairdeal-page"
"""The header in which a page's script says which page it is."""


class Lab(Desk):
    """One sheet, its figures while one types, and the same as files."""

    page = "lab"

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._bench = site.bench
        self._files = site.files

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/lab", self.open),
            Route("/lab/figures", self.figures),
            Route("/lab/sheet.{kind}", self.file),
        ]

    async def open(self, request: Request) -> Response:
        """The sheet of the address; where counting takes longer, the page asks again by itself."""
        session = self.enter(request)
        sheet = _asked(request)
        visitor = far(request) or session.id
        whole = partial(counting.run, parts.whole_of, _pairs(request), False)
        found = await self._bench.counted(visitor, "", whole, PATIENCE)
        page = self.show(
            session,
            "lab.html",
            400 if sheet.faults else 200,
            sheet=sheet,
            parts=parts.waiting(sheet) | (found or {}),
            is_counting=found is None,
        )
        return page if found else self.site.guard.waits(request, page)

    async def figures(self, request: Request) -> Response:
        """The parts of the page that follow what is typed."""
        try:
            session = self.enter(request, by_itself=True)
            sheet = _asked(request)
            page = f"{session.id} {request.headers.get(PAGE, '')[:40]}"
            visitor = far(request) or session.id
            whole = partial(counting.run, parts.whole_of, _pairs(request), True)
            found = await self._bench.counted(visitor, page, whole)
        except FairdealError as error:
            told = msgspec.json.encode({"sentences": error.faults})
            return in_json(told, status_of(error))
        if found is None:  # the page has asked for something newer since
            return Response(b"", 204, SAFE)
        shown = {
            "address": sheet.address,
            "of": sheet.shown,
            "changed": sheet.is_changed,
            "reset": sheet.reset,
            "fields": parts.fields(sheet),
            "parts": found,
        }
        return self.site.guard.marked(session, in_json(msgspec.json.encode(shown)))

    async def file(self, request: Request) -> Response:
        """The sheet as a file."""
        session = self.enter(request)
        kind = request.path_params["kind"]
        if kind not in files.KINDS:
            hint = did_you_mean(kind, files.KINDS)
            raise Malformed(f"there is no sheet as {kind!r}: {hint}", code="lab.unreadable")
        if kind == "pdf":
            extras.need("a sheet as PDF", "pdf")
        sheet = _asked(request)
        for fault in sheet.faults.values():
            raise Malformed(fault, code="lab.unreadable", faults=tuple(sheet.faults.values()))
        content = self._files.kept(sheet, kind)
        if content is None:
            making = partial(self._files.made, sheet, kind)
            visitor = far(request) or session.id
            content = await self._bench.counted(visitor, "", making, is_file=True)
        if content is None:
            raise Unavailable("the room is closing", code="room.closing")
        self._files.keep(sheet, kind, content)
        name = f'attachment; filename="{files.name(sheet, kind)}"'
        return Response(content, 200, {**SAFE, "content-disposition": name}, files.KINDS[kind])


def _asked(request: Request) -> Sheet:
    return read_sheet(_pairs(request))


def _pairs(request: Request) -> list[tuple[str, str]]:
    return request.query_params.multi_items()
