"""Books and events as files for other programs, each with operator, title and interval."""

import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from fairdeal.books.export import FILES, Span, export
from fairdeal.books.listing import listing
from fairdeal.books.owner import operator_of
from fairdeal.books.parts import EveryRow, Part
from fairdeal.errors import Malformed, did_you_mean
from fairdeal.live.history.extract import event_of
from fairdeal.live.history.finding import told_at
from fairdeal.live.history.secrecy import withheld
from fairdeal.live.log.chain import Recorded
from fairdeal.web.access.guard import SAFE
from fairdeal.web.pages.desk import Desk, aside
from fairdeal.web.pages.intervals import Address
from fairdeal.web.past.archive import Archive

_JSON: Final = "application/json"


class Exports(Desk):
    """Downloads."""

    page = "books"

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [Route("/books/export/{name}", self.download)]

    async def download(self, request: Request) -> Response:
        """One file of an interval."""
        self.enter(request)
        name = request.path_params["name"]
        if name not in _FILES:
            hint = did_you_mean(name, _FILES)
            raise Malformed(f"there is no export {name!r}: {hint}", code="export.unknown")
        archive = self.site.archive
        asked = Address.of(request.query_params, archive.clock())
        if asked.table:
            await aside(self.site.known, asked.table)
        answer = await archive.exporting.done(object(), lambda: _FILES[name](archive, asked))
        days = asked.first.isoformat() + (f"-to-{asked.last}" if asked.is_long else "")
        stem, _, kind = name.partition(".")
        answer.headers["content-disposition"] = (
            f'attachment; filename="fairdeal-{stem}-{days}.{kind}"'
        )
        for header, text in SAFE.items():
            answer.headers[header] = text
        return answer


def _statement_csv(archive: Archive, asked: Address) -> Response:
    shown = archive.books.report(asked.question()).shown
    return Response(listing(shown), media_type="text/csv; charset=utf-8")


def _statement_json(archive: Archive, asked: Address) -> Response:
    shown = archive.books.report(asked.question()).shown
    return Response(json.dumps(shown, indent=2), media_type=_JSON)


def _meters_json(archive: Archive, asked: Address) -> Response:
    shown = archive.books.meters(asked.of_meters()).shown
    return Response(json.dumps(shown, indent=2), media_type=_JSON)


def _events(archive: Archive, asked: Address) -> Response:
    """Every event as it lies in the log, even one that was tampered with."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        written = folder / "events.jsonl"
        with written.open("wb") as into:
            into.writelines(_event_lines(archive, asked))
        return _sent(written, "application/jsonl", stack)


def _sent(path: Path, kind: str, folder: ExitStack) -> Response:
    """A file from the disk, whose folder goes when it has been sent."""
    return FileResponse(path, media_type=kind, background=BackgroundTask(folder.pop_all().close))


def _event_lines(archive: Archive, asked: Address) -> Iterator[bytes]:
    span = Span.of(asked.calendar, asked.first, asked.last)
    register = archive.register()
    about = {"operator": operator_of(), "title": "Events", **span.about}
    yield msgspec.json.encode(about) + b"\n"
    first, last = register.before(span.since), register.before(span.until)
    secret = register.secret()  # of events up to the last one: later decks are not sent
    for row in archive.store.read(first, last):
        yield _event(row, told_at(row, register).text, row.pos in secret) + b"\n"


def _event(row: Recorded, text: str, is_secret: bool) -> bytes:
    try:
        shown = event_of(row, text)
        return msgspec.json.encode(shown | withheld(row.body) if is_secret else shown)
    except Exception:  # what was tampered with can be anything
        return msgspec.json.encode({"unreadable": repr(row)})


def _everything(archive: Archive, asked: Address) -> Response:
    """All files of the interval in one, built on the disk and sent from there."""
    span = Span.of(asked.calendar, asked.first, asked.last)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        parts = {name: Part(folder / name) for name in FILES}
        for part in parts.values():
            stack.callback(part.close)
        about = {"room": archive.store.name, "operator": operator_of(), "title": "Export"}
        register = archive.register()
        rows = EveryRow(archive.store, until=register.last)
        export(rows, parts, span, about, archive.clock(), register.secret())
        packed = folder / "export.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
            for part in parts.values():
                part.close()
                into.write(part.path, part.path.name)
            into.writestr("books.csv", listing(archive.books.report(asked.question()).shown))
        return _sent(packed, "application/zip", stack)


_FILES: Final[Mapping[str, Callable[[Archive, Address], Response]]] = {
    "books.csv": _statement_csv,
    "books.json": _statement_json,
    "meters.json": _meters_json,
    "events.jsonl": _events,
    "everything.zip": _everything,
}
