"""The designer of pay tables: a question, what was found, and the same as files."""

import asyncio
from dataclasses import replace

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fairdeal.analysis import counting
from fairdeal.analysis.design import Designs
from fairdeal.analysis.progress import Progress
from fairdeal.errors import FairdealError, Malformed, Unavailable, did_you_mean
from fairdeal.web.access.guard import SAFE, far, in_json
from fairdeal.web.access.sessions import Session
from fairdeal.web.api import status_of
from fairdeal.web.lab import design_parts
from fairdeal.web.lab.question import Question, designs_of, read_question
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.pages.lab import PAGE
from fairdeal.web.site import Site


class Design(Desk):
    """One question, what was found while one types, and the same as files."""

    page = "lab"

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._searches = site.searches

    def routes(self) -> list[BaseRoute]:
        """Its addresses."""
        return [
            Route("/lab/design", self.open),
            Route("/lab/design/figures", self.figures),
            Route("/lab/design.{kind}", self.file),
        ]

    async def open(self, request: Request) -> Response:
        """The question of the address; while a search goes on, the page asks again by itself."""
        session = self.enter(request)
        question = await _asked(request)
        answer = await self._answer(request, session, question, f"{session.id} opened")
        goes_on = isinstance(answer, float)
        parts = await aside(design_parts.parts, question, answer)
        page = self.show(
            session,
            "lab/design.html",
            400 if question.faults else 200,
            question=question,
            parts=parts,
            goes_on=goes_on,
        )
        return self.site.guard.waits(request, page) if goes_on else page

    async def figures(self, request: Request) -> Response:
        """The parts of the page that follow what is typed, or how far the search is."""
        try:
            session = self.enter(request, by_itself=True)
            page = f"{session.id} {request.headers.get(PAGE, '')[:40]}"
            question = await _asked(request)
            self._searches.leaves(page, question.address if question.search else "")
            answer = await self._answer(request, session, question, page)
        except FairdealError as error:
            told = msgspec.json.encode({"sentences": error.faults})
            return in_json(told, status_of(error))
        shown = {
            "address": question.address,
            "of": question.shown,
            "share": answer if isinstance(answer, float) else None,
            "fields": design_parts.fields(question, answer),
            "parts": await aside(design_parts.parts, question, answer, has_script=True),
        }
        return self.site.guard.marked(session, in_json(msgspec.json.encode(shown)))

    async def file(self, request: Request) -> Response:
        """What was found as a file, when the search is over."""
        session = self.enter(request)
        kind = request.path_params["kind"]
        if kind not in design_parts.KINDS:
            hint = did_you_mean(kind, design_parts.KINDS)
            raise Malformed(f"there are no pay tables as {kind!r}: {hint}", code="lab.unreadable")
        question = replace(await _asked(request), search=True)  # a file is asked for
        for fault in question.faults.values():
            raise Malformed(fault, code="lab.unreadable", faults=tuple(question.faults.values()))
        page = f"{session.id} {kind}"
        while isinstance(answer := await self._answer(request, session, question, page), float):
            if await request.is_disconnected():
                raise Unavailable("the caller has left", code="room.closing")
            await asyncio.sleep(0)
        if not isinstance(answer, Designs):
            assert answer is not None, "nothing is wrong with the question"
            raise answer
        media, made = design_parts.KINDS[kind]
        name = f"pay-tables-{question.sheet.game.key}-{question.sheet.case.bet}.{kind}"
        said = {**SAFE, "content-disposition": f'attachment; filename="{name}"'}
        return Response(await aside(made, answer), 200, said, media)

    async def _answer(
        self, request: Request, session: Session, question: Question, page: str
    ) -> Designs | FairdealError | float | None:
        """What the search finds; None where there is nothing to search for."""
        space = question.space
        if space is None or question.goal is None or question.faults or not question.search:
            return None

        pairs = request.query_params.multi_items()

        def work(progress: Progress) -> Designs:
            found = counting.run_with(progress, designs_of, pairs)
            return replace(found, space=space)  # its game is the one that the room knows

        visitor = far(request) or session.id
        return await self._searches.soon(visitor, page, question.address, work)


async def _asked(request: Request) -> Question:
    return await aside(read_question, request.query_params.multi_items())
